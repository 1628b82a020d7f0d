"""RT 4.6 GI Encounters: seven options, and what each teaches whom."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable.engine import RandomSource, Run, Thing
from sandtable.games.rogue_trooper import GAME
from sandtable.games.rogue_trooper.rules.gi_encounter import WAYS, WAYS_TO_MEET, meet
from sandtable.games.rogue_trooper.rules.turn_sequence import turn
from sandtable.games.rogue_trooper.state import FREE, NOBODY, NuEarth, Phase

from ..kit import at, card, gi, names, play, table


def _meeting(players: int = 3) -> NuEarth:
    s = table(players)
    s.has_entered, s.met, s.phase = True, 1, Phase.MEETING
    return s


def _ways(s: NuEarth) -> list[str]:
    return [way.id for way in WAYS_TO_MEET.all(s, 0, 1)]


def test_who_enters_must_have_a_gi_encounter() -> None:
    """4.1, R-RT-9: with several GIs the mover selects; prisoners and the dead are not met."""
    s = table(5)
    s.has_entered, s.phase = True, Phase.ENCOUNTER
    s.prison[2] = 0
    s.lives[3] = 0
    played = play(s, turn(s), "encounter:blue")
    assert played.options("encounter") == ["blue", "white"]
    assert (s.met, s.phase) == (1, Phase.MEETING)


def test_who_did_not_move_meets_nobody() -> None:
    """4.2: a GI who stays has no new encounters."""
    s = table()
    s.phase = Phase.ENCOUNTER
    play(s, turn(s))
    assert (s.met, s.phase) == (NOBODY, Phase.DRAWING)


def test_options_depend_on_what_there_is() -> None:
    """4.6: attack, trade and talk always; the others with something to take or exchange."""
    s = _meeting()
    assert _ways(s) == ["attack", "trade", "talk"]
    gi(s, 0, companions="scrap", missions="contact_d4_1", clues="voss_jaw")
    assert _ways(s) == ["attack", "exchange_companions", "trade", "talk"]
    gi(s, 1, companions="k_for_ken", missions="tank_buster", clues="voss_eyes")
    assert _ways(s) == [
        "attack",
        "kidnap",
        "exchange_companions",
        "exchange_missions",  # the Attacker cannot tell that it is a Genie
        "exchange_clues",
        "trade",
        "talk",
    ]


def test_a_genie_cannot_be_exchanged() -> None:
    """4.6: who holds only a Genie or Wedding Bells cannot offer it; who asks for one gets nothing."""
    s = gi(gi(_meeting(), 0, missions="tank_buster"), 1, missions="contact_d4_1")
    assert "exchange_missions" not in _ways(s)
    s = gi(gi(_meeting(), 0, missions="contact_d4_1"), 1, missions="tank_buster")
    played = play(s, WAYS["exchange_missions"](s, 0, 1))
    assert played.says("no Mission that can be exchanged")
    assert names(s.missions(0)) == ["contact_d4_1"]


def test_attack_the_loser_loses_a_life() -> None:
    """4.6, R-RT-17: salvos of both, higher score wins; GIs are Personnel."""
    s = gi(gi(_meeting(), 0, micro_mine=1), 1, gp=3)
    dice = {"salvo": [(1, 1, 1, 1), (6, 6, 6)]}
    played = play(s, WAYS["attack"](s, 0, 1), "evade_gi:no salvo:micro_mine/1 salvo:gp/3", dice)
    assert played.who("salvo") == [0, 1]
    assert s.lives == [3, 4, 4]
    assert s.ammunition[:8] == [0] * 8


def test_a_tie_has_no_effect() -> None:
    """R-RT-17."""
    s = _meeting()
    play(s, WAYS["attack"](s, 0, 1), "evade_gi:no", {"salvo": [3, 3]})
    assert s.lives == [4, 4, 4]


def test_a_defender_may_evade_only_an_attack() -> None:
    """4.6.3: against 2 plus the Attacker's lives; not a kidnapping, and not in a Glass Zone."""
    s = gi(gi(_meeting(), 0, "b5", lives=2), 1, "b5", companions="scrap")
    play(s, WAYS["attack"](s, 0, 1), "evade_gi:yes", {"evade": [6]})  # 6 - 1 = 5 > 4
    assert s.lives == [2, 4, 4]
    played = play(s, WAYS["kidnap"](s, 0, 1), dice={"salvo": [3, (1, 1, 1)]})
    assert not played.was_asked("evade_gi")
    s = gi(gi(_meeting(), 0, "d5"), 1, "d5")
    assert not play(s, WAYS["attack"](s, 0, 1), dice={"salvo": [3, 3]}).was_asked("evade_gi")


def test_a_failed_evasion_leads_to_the_fight() -> None:
    """4.6."""
    s = gi(gi(_meeting(), 0, "b5", lives=4), 1, "b5")
    played = play(s, WAYS["attack"](s, 0, 1), "evade_gi:yes", {"evade": [6], "salvo": [6, 1]})
    assert s.lives == [4, 3, 4]
    assert played.says("Blue fails to evade.")


def test_bare_hands_on_milli_com() -> None:
    """4.6, R-RT-33: one die each, no weapons, no chips, no Companions."""
    s = gi(
        _meeting(),
        0,
        "gallery",
        micro_mine=4,
        chips="rifle backpack",
        companions="scrap",
        items="mini_nuke_1",
    )
    gi(s, 1, "gallery", gp=4)
    played = play(s, WAYS["attack"](s, 0, 1), "evade_gi:no", {"bare hands": [2, 5], "companion": [1]})
    assert not played.was_asked("salvo")
    assert s.lives == [3, 4, 4]


def test_bagman_works_in_a_duel() -> None:
    """17.4, R-RT-17: after both first salvos; a GI without him is not asked."""
    s = gi(gi(_meeting(), 0, gp=4, chips="backpack"), 1, gp=2)
    dice = {"salvo": [(1, 1), (5, 5), (6, 6)]}
    answers = "evade_gi:no salvo:gp/2 salvo:gp/2 second_salvo:gp/2"
    played = play(s, WAYS["attack"](s, 0, 1), answers, dice)
    assert played.who("second_salvo") == [0]
    assert s.lives == [4, 3, 4]


def test_kidnap() -> None:
    """4.6: a win takes a Companion and costs the Defender no life; a loss costs the Attacker one."""
    s = gi(_meeting(), 1, companions="scrap pilot_juno_vale")
    dice = {"salvo": [6, (1, 1, 1, 1)]}
    play(s, WAYS["kidnap"](s, 0, 1), "kidnap:pilot_juno_vale", dice)
    assert names(s.companions(0)) == ["pilot_juno_vale"]
    assert s.lives == [4, 4, 4]
    s = gi(_meeting(), 1, companions="scrap")
    play(s, WAYS["kidnap"](s, 0, 1), dice={"salvo": [1, (6, 6, 6)]})
    assert s.lives == [3, 4, 4]
    assert names(s.companions(1)) == ["scrap"]


def test_a_kidnapper_may_take_nobody() -> None:
    """4.6: he may take a Companion, also where there is only one; the Defender loses no life either."""
    s = gi(_meeting(), 1, companions="k_for_ken")
    played = play(s, WAYS["kidnap"](s, 0, 1), "kidnap:nobody", {"salvo": [6, 1]})
    assert played.options("kidnap") == ["k_for_ken", "nobody"]
    assert (names(s.companions(0)), names(s.companions(1)), s.lives) == ([], ["k_for_ken"], [4, 4, 4])


def test_exchange_companions_back_and_forth() -> None:
    """4.6: given and taken in turn until one stops; a companion moves once."""
    s = gi(gi(_meeting(), 0, companions="scrap k_for_ken"), 1, companions="old_corporal_vance")
    answers = "give:k_for_ken give:old_corporal_vance give:scrap"
    played = play(s, WAYS["exchange_companions"](s, 0, 1), answers)
    assert played.who("give") == [0, 1, 0]
    assert names(s.companions(0)) == ["old_corporal_vance"]
    assert names(s.companions(1)) == ["k_for_ken", "scrap"]


def test_exchange_companions_can_stop() -> None:
    """4.6: the Defender must take the first and need not give one back."""
    s = gi(gi(_meeting(), 0, companions="k_for_ken"), 1, companions="old_corporal_vance")
    play(s, WAYS["exchange_companions"](s, 0, 1), "give:done")
    assert names(s.companions(1)) == ["old_corporal_vance", "k_for_ken"]


def test_exchange_missions_is_seen_by_two() -> None:
    """4.6: the cards change hands; both know both, nobody else any."""
    s = gi(gi(_meeting(), 0, missions="contact_d4_1"), 1, missions="contact_e5_1")
    play(s, meet(s), "meet:exchange_missions")
    assert names(s.missions(0)) == ["contact_e5_1"]
    for name in ("contact_d4_1", "contact_e5_1"):
        assert [s.cards.knows(seat, card(name)) for seat in (0, 1, 2, None)] == [True, True, False, False]


def test_exchange_clues_by_offer_and_wish() -> None:
    """4.6, R-RT-17: one for one; both learn both cards, nobody else any."""
    s = gi(gi(_meeting(), 0, clues="voss_jaw_1 pell_brow_1"), 1, clues="voss_eyes_1 ashgrove_jaw_1")
    answers = "clue_offer:pell_brow_1 clue_wish:voss_eyes clue_reply:accept"
    play(s, WAYS["exchange_clues"](s, 0, 1), answers)
    assert sorted(names(s.clues(0))) == ["voss_eyes_1", "voss_jaw_1"]
    assert sorted(names(s.clues(1))) == ["ashgrove_jaw_1", "pell_brow_1"]
    for name in ("voss_eyes_1", "pell_brow_1"):
        assert [s.cards.knows(seat, card(name)) for seat in (0, 1, 2, None)] == [True, True, False, False]
    assert not s.cards.knows(0, card("ashgrove_jaw_1"))
    assert not s.cards.knows(1, card("voss_jaw_1"))


def test_a_short_game_offers_no_clues_of_the_face_left_out() -> None:
    """B9, R-RT-17: of three faces with four parts one is not in the game; the Clue that is offered is no wish either."""
    game = sandtable.new(GAME, seed=1, options={"players": 3, "short": True})
    s = gi(gi(table(3, short=True), 0, "f6", clues="pell_brow_1"), 1, "f6", clues="ashgrove_jaw_1")
    gi(s, 2, "a1")
    s.phase, s.has_entered, s.met = Phase.MEETING, True, 1
    game = game.imagined(Run(GAME, s, RandomSource(random.Random(0))), bytes(32))
    game.choose("exchange_clues").choose("clue_offer:pell_brow_1")
    assert game.ask is not None
    assert len(game.ask.keys) == 4 + 4 - 1
    assert not [key for key in game.ask.keys if key.startswith("clue_wish:voss_")]
    assert game.ask.why_not(Thing("clue", "voss_jaw")) == "This face is not in a short game."


def test_who_has_not_what_is_wished_for_is_asked_all_the_same() -> None:
    """R-RT-17: he can only refuse or change; the Attacker cannot tell why."""
    s = gi(gi(_meeting(), 0, clues="pell_brow_1"), 1, clues="ashgrove_jaw_1")
    answers = "clue_offer:pell_brow_1 clue_wish:voss_eyes clue_reply:refuse"
    played = play(s, WAYS["exchange_clues"](s, 0, 1), answers)
    assert played.options("clue_reply") == ["change", "refuse"]
    assert names(s.clues(0)) == ["pell_brow_1"]
    assert s.cards.knows(1, card("pell_brow_1"))  # it was shown to him
    assert not s.cards.knows(2, card("pell_brow_1"))


def test_a_clue_offer_can_be_changed_and_comes_to_an_end() -> None:
    """4.6: at most two counter-offers; then accept or refuse."""
    s = gi(gi(_meeting(), 0, clues="pell_brow_1"), 1, clues="ashgrove_jaw_1")
    answers = (
        "clue_offer:pell_brow_1 clue_wish:voss_eyes clue_reply:change "
        "clue_offer:ashgrove_jaw_1 clue_wish:voss_jaw clue_reply:change "
        "clue_offer:pell_brow_1 clue_wish:ashgrove_jaw clue_reply:accept"
    )
    played = play(s, WAYS["exchange_clues"](s, 0, 1), answers)
    assert played.who("clue_reply") == [1, 0, 1]
    assert names(s.clues(0)) == ["ashgrove_jaw_1"]


def test_an_exchange_can_complete_a_set() -> None:
    """12.1: four matching Clues are turned up at once."""
    s = gi(_meeting(), 0, clues="voss_brow_1 voss_eyes_1 voss_mouth_1 pell_brow_1", missions="contact_d4_1")
    gi(s, 1, clues="voss_jaw_1")
    answers = "clue_offer:pell_brow_1 clue_wish:voss_jaw clue_reply:accept"
    play(s, WAYS["exchange_clues"](s, 0, 1), answers)
    assert len(s.set_of(0)) == 4
    assert s.traitor == at("bridge")
    assert s.missions(0) == []


def test_trade_by_agreement() -> None:
    """4.6: Special Items and ammunition; the limit of tracks holds."""
    s = gi(gi(_meeting(), 0, gp=6, items="lazooka_1"), 1, plasma=6, items="med_kit_1")
    answers = (
        "trade_give:gp trade_give_rounds:4 trade_give:done trade_take:med_kit_1 trade_take:plasma trade_take_rounds:2 "
        "trade_reply:accept"
    )
    play(s, WAYS["trade"](s, 0, 1), answers)
    assert s.ammunition[:8] == [2, 2, 0, 0, 4, 4, 0, 0]
    assert names(s.items(0)) == ["lazooka_1", "med_kit_1"]
    assert s.items(1) == []


@pytest.mark.parametrize("reply", ["refuse", "change"])
def test_trade_needs_both(reply: str) -> None:
    """4.6: refused, or changed until nobody offers anything: nothing moves."""
    s = gi(gi(_meeting(), 0, gp=1), 1, plasma=1)
    more = "" if reply == "refuse" else "trade_give:done trade_take:done"
    play(s, WAYS["trade"](s, 0, 1), f"trade_give:gp trade_take:done trade_reply:{reply} {more}")
    assert s.ammunition[:8] == [1, 0, 0, 0, 0, 1, 0, 0]


def test_trade_ends_after_two_changes() -> None:
    """4.6: the third offer is taken or left."""
    s = gi(gi(_meeting(), 0, gp=3), 1, plasma=3)
    answers = (
        "trade_give:gp trade_give_rounds:1 trade_take:done trade_reply:change "
        "trade_give:plasma trade_give_rounds:1 trade_take:done trade_reply:change "
        "trade_give:gp trade_give_rounds:2 trade_take:done trade_reply:accept"
    )
    played = play(s, WAYS["trade"](s, 0, 1), answers)
    assert [options for _, topic, options in played.asked if topic == "trade_reply"][-1] == [
        "accept",
        "refuse",
    ]
    assert s.ammunition[:8] == [1, 0, 0, 0, 2, 3, 0, 0]


def test_talk() -> None:
    """4.6: nothing but stories."""
    s = _meeting()
    before = s.copy()
    assert play(s, WAYS["talk"](s, 0, 1)).says("swap stories")
    assert s.encode() == before.encode()


def test_the_traitor_or_the_gi() -> None:
    """13.4: who enters a sector with both selects one, not both."""
    s = gi(table(), 0, "d4", open_set="voss_brow voss_eyes voss_mouth voss_jaw")
    gi(s, 1, "d4")
    s.traitor, s.traitor_lives = at("d4"), 4
    s.has_entered, s.phase = True, Phase.ENCOUNTER
    before = s.copy()
    played = play(s, turn(s), "encounter:the_traitor")
    assert played.options("encounter") == ["blue", "the_traitor"]
    assert s.phase is Phase.END
    s = before
    play(s, turn(s), "encounter:blue")
    play(s, turn(s), "meet:talk")
    assert not play(s, turn(s)).was_asked("confront")


def test_who_turns_to_the_traitor_fights_him() -> None:
    """13.4, R-RT-37: the Traitor chosen instead of a GI is his encounter; in that End phase he is not asked again but fights."""
    s = gi(table(), 0, "d4", open_set="voss_brow voss_eyes voss_mouth voss_jaw")
    gi(s, 1, "d4", hand="bodyguard")
    s.traitor, s.traitor_lives = at("d4"), 4
    s.has_entered, s.phase = True, Phase.ENCOUNTER
    play(s, turn(s), "encounter:the_traitor")
    declared = play(s, turn(s), "rogue_end:pass")
    assert declared.who("rogue_end") == [1]  # R-RT-26: the others know what they may stop
    assert not declared.was_asked("confront")
    while s.phase is not Phase.CONFRONTATION:
        play(s, turn(s))
    play(s, turn(s), dice={"enemy": [(1,) * 8], "salvo": [6]})
    assert (s.traitor_lives, s.lives[0]) == (4, 3)  # 8 against 6


def test_who_finds_the_traitor_alone_may_still_leave_him() -> None:
    """6 (c), 13.1: a GI who had no GI to choose instead may fight the Traitor; he need not."""
    s = gi(table(), 0, "bridge", open_set="voss_brow voss_eyes voss_mouth voss_jaw")
    s.traitor, s.traitor_lives = at("bridge"), 4
    s.has_entered, s.phase = True, Phase.ENCOUNTER
    while s.phase is not Phase.END:
        play(s, turn(s))
    assert play(s, turn(s), "confront:no").was_asked("confront")
    assert not s.confronts


def test_imprisoned_gis_are_not_met() -> None:
    """R-RT-9: a Battlefield Encounter takes place instead."""
    s = gi(gi(table(2), 0, "b5"), 1, "b5")
    s.prison[1], s.has_entered, s.phase = 0, True, Phase.ENCOUNTER
    play(s, turn(s))
    assert s.phase is Phase.DRAWING
    assert s.prison[0] == FREE
