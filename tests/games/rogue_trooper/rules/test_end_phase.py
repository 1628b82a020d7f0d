"""RT 6 End phase, RT 10 Clue cards, RT 11 Dead GIs, RT 12 The Traitor, RT 13 Winning, RT 15 places that heal."""

from __future__ import annotations

import pytest

from sandtable.engine import Ask
from sandtable.games.rogue_trooper import GAME, RogueOptions
from sandtable.games.rogue_trooper.cards.keeping import refill_hand
from sandtable.games.rogue_trooper.cards.playing import MOVEMENT, playable
from sandtable.games.rogue_trooper.rules.clues import discard_clues, draw_clues, search_battle_computer
from sandtable.games.rogue_trooper.rules.combat import GI, Salvo, salvo_dice
from sandtable.games.rogue_trooper.rules.dead import die, duty_of, finder_of, form_team, take_chips
from sandtable.games.rogue_trooper.rules.end_phase import complete_mission, declare, rest_and_supply
from sandtable.games.rogue_trooper.rules.movement import move_gi
from sandtable.games.rogue_trooper.rules.traitor import confront, may_confront, outcome
from sandtable.games.rogue_trooper.rules.turn_sequence import turn
from sandtable.games.rogue_trooper.state import (
    CHIP,
    CLUES,
    CLUES_OUT,
    DEAD_CHIP,
    MISSIONS_OUT,
    NOBODY,
    NOWHERE,
    ROGUES_OUT,
    NuEarth,
    Phase,
)

from ..kit import at, card, dice_summing, gi, names, on_top, play, table

SET = "voss_brow_1 voss_eyes_1 voss_mouth_1 voss_jaw_1"
PELL = "pell_brow_1 pell_eyes_1 pell_mouth_1 pell_jaw_1"


def _dead(s: NuEarth, seat: int) -> NuEarth:
    """Kill a GI where he is."""
    s.lives[seat] = 0
    play(s, die(s, seat))
    return s


# 6 (d), (e), and places


@pytest.mark.parametrize(
    ("place", "lives"), [("g7", 4), ("sick_bay", 4), ("e1", 2), ("f6", 1), ("bridge", 1)]
)
def test_places_that_heal_need_an_entire_turn(place: str, lives: int) -> None:
    """15, R-RT-24, R-RT-31: Furlow and Sick Bay all lives, Nu-Arcady one, to who began there and did not move."""
    s = gi(table(), 0, place, lives=1)
    s.begin_turn()
    play(s, rest_and_supply(s))
    assert s.lives[0] == lives
    s = gi(table(), 0, place, lives=1)
    s.has_entered = True
    play(s, rest_and_supply(s))
    assert s.lives[0] == 1


def test_the_armoury_gives_two_dice() -> None:
    """6 (d), 15: two dice of Supply cards."""
    s = gi(table(), 0, "gi_armoury")
    on_top(s, "gp_2_1 gp_2_2 gp_2_3")
    play(s, rest_and_supply(s), "supply:yes", {"supplies": [(1, 2)]})
    assert s.rounds_of(0, 0) == 6


@pytest.mark.parametrize(("city", "dice"), [("f2", 1), ("g4", 1), ("h7", 1), ("a3", 0), ("c8", 0)])
def test_only_souther_cities_supply(city: str, dice: int) -> None:
    """15: Nort cities give nothing."""
    s = gi(table(), 0, city)
    on_top(s, "gp_2")
    answers = "supply:yes" if dice else ""
    assert len(play(s, rest_and_supply(s), answers, {"supplies": [1]} if dice else {}).rolled) == dice


@pytest.mark.parametrize("place", ["g4", "gi_armoury"])
def test_nobody_must_draw_supplies(place: str) -> None:
    """15: a GI in a Souther City or the Armoury may draw; he need not."""
    s = gi(table(), 0, place)
    played = play(s, rest_and_supply(s), "supply:no")
    assert (played.rolled, played.options("supply")) == ([], ["yes", "no"])


def test_declarations_come_before_rogue_cards() -> None:
    """6, R-RT-26: Mission and Traitor are declared first; then one round of offers, the turn player last, each once."""
    s = gi(_hunt(), 0, missions="contact_d4_1", hand="double_agent traitor_exposed")
    gi(gi(s, 1, "a1", hand="dead_contact_1 dead_contact_2"), 2, "a1", hand="false_lead_1")
    answers = (
        "declare:contact_d4_1 confront:yes rogue_end:dead_contact_1 rogue_end:pass rogue_end:traitor_exposed"
    )
    played = play(s, declare(s), answers)
    assert [(seat, topic) for seat, topic, _ in played.asked] == [
        (0, "declare"),
        (0, "confront"),
        (1, "rogue_end"),
        (2, "rogue_end"),
        (0, "rogue_end"),
    ]


def test_prisoners_skip_to_their_cards() -> None:
    """R-RT-23: no missions, no Traitor, no supplies; Rogue and Clue cards only."""
    s = gi(table(), 0, "b5", missions="contact_d4_1", lives=2)
    s.prison[0], s.phase = 0, Phase.END
    assert play(s, turn(s)).asked == []
    assert play(s, turn(s)).rolled == []
    play(s, turn(s))
    assert len(s.hand(0)) == 3


def test_rogue_cards_are_discarded_and_refilled() -> None:
    """6 (e): unwanted ones go, face up; then up to three."""
    s = gi(table(), 0, hand="escape_1 escape_2")
    on_top(s, "air_lift_1 air_lift_2")
    play(s, refill_hand(s), "rogue_out:escape_1 rogue_out:done")
    assert names(s.hand(0)) == ["escape_2", "air_lift_1", "air_lift_2"]
    assert s.cards.where[card("escape_1")] == ROGUES_OUT
    assert [s.cards.knows(seat, card("air_lift_1")) for seat in range(3)] == [True, False, False]


# 10 Clue cards


def test_clues_over_four_are_discarded() -> None:
    """10.3: the player says which; it goes to the Clue discards, face up."""
    s = gi(table(), 0, clues="voss_jaw_1 voss_jaw_2 pell_brow_1 pell_eyes_1 ashgrove_jaw_1")
    play(s, discard_clues(s, 0), "clue_out:voss_jaw_2")
    assert len(s.clues(0)) == 4
    assert s.cards.where[card("voss_jaw_2")] == CLUES_OUT
    assert s.cards.knows(2, card("voss_jaw_2"))


def test_an_open_set_counts_towards_the_four_clues() -> None:
    """10.3, R-RT-35: hidden cards and an open set together; beside a whole set every hidden Clue goes, the set stays."""
    s = gi(table(), 0, clues="pell_brow_1 ashgrove_jaw_1", open_set=SET)
    play(s, discard_clues(s, 0), "clue_out:pell_brow_1")
    assert s.clues(0) == []
    assert names(s.set_of(0)) == SET.split()
    assert [s.cards.where[card(name)] for name in ("pell_brow_1", "ashgrove_jaw_1")] == [CLUES_OUT] * 2
    assert all(s.cards.knows(None, card(name)) for name in ("pell_brow_1", "ashgrove_jaw_1"))


def test_the_clue_beside_a_set_goes_in_the_end_phase() -> None:
    """6 (e), 10.3, R-RT-35: the limit is looked at in one's own End phase, with the last step of the turn."""
    s = gi(table(), 0, clues="pell_brow_1", open_set=SET, hand="escape_1 escape_2 air_lift_1")
    s.phase = Phase.CARDS
    play(s, turn(s), "rogue_out:done")
    assert s.phase is Phase.CLUES
    play(s, turn(s))
    assert s.clues(0) == []
    assert s.cards.where[card("pell_brow_1")] == CLUES_OUT


def test_two_open_sets_are_too_many_clues() -> None:
    """11.2, 10.3, R-RT-35: a finder who inherits a second open set keeps four cards of his choice: one set or the other."""
    s = gi(gi(table(), 0, "d4", open_set=SET), 1, "d4", open_set=PELL, clues="ashgrove_jaw_1")
    s.traitor, s.traitor_lives = at("bridge"), 3
    _dead(s, 1)
    play(s, take_chips(s, 0), "dead_gi_slot:helmet")
    play(s, discard_clues(s, 0), "set_out:voss")
    assert names(s.set_of(0)) == PELL.split()
    assert s.clues(0) == []
    assert (s.traitor, s.traitor_lives) == (at("bridge"), 3)


def test_clues_are_kept_unless_all_are_in_hands() -> None:
    """R-RT-27: only when no Clue card is left may unwanted ones go."""
    s = gi(table(), 0, clues="voss_jaw_1 pell_brow_1")
    assert play(s, discard_clues(s, 0)).asked == []
    for number in s.cards.zones[CLUES][:]:
        s.remove(number)
    play(s, discard_clues(s, 0), "clue_unwanted:pell_brow_1 clue_unwanted:done")
    assert names(s.clues(0)) == ["voss_jaw_1"]


def test_duplicates_do_not_make_a_set() -> None:
    """10.1, R-RT-27: four cards of one face with a double are no set."""
    s = gi(table(), 0, clues="voss_jaw_1 voss_jaw_2 voss_brow_1")
    on_top(s, "voss_eyes_1")
    play(s, draw_clues(s, 0))
    assert s.set_of(0) == []
    assert s.traitor == NOWHERE


def test_clues_are_secret_until_the_set_is_whole() -> None:
    """10.2, 12.1, 12.2: the fourth part turns all four up; the Traitor is at the Bridge with four lives."""
    s = gi(table(), 0, clues="voss_brow_1 voss_eyes_1 voss_mouth_1", missions="contact_d4_1")
    on_top(s, "voss_jaw_1")
    assert not s.cards.knows(1, card("voss_brow_1"))
    play(s, draw_clues(s, 0))
    assert all(s.cards.knows(None, card(name)) for name in SET.split())
    assert (s.traitor, s.traitor_lives) == (at("bridge"), 4)
    assert s.missions(0) == []
    assert s.cards.where[card("contact_d4_1")] == MISSIONS_OUT


def test_a_second_set_shares_the_traitor() -> None:
    """R-RT-29: the piece is placed only the first time; lives are shared."""
    s = gi(table(), 1, clues="pell_brow_1 pell_eyes_1 pell_mouth_1")
    s.traitor, s.traitor_lives = at("a3"), 2
    on_top(s, "pell_jaw_1")
    play(s, draw_clues(s, 1))
    assert (s.traitor, s.traitor_lives) == (at("a3"), 2)


def test_the_battle_computer_takes_another_card_if_the_part_is_gone() -> None:
    """15, R-RT-32: any one card of the deck; the discards are not searched; then it is shuffled, and nobody knows its order."""
    s = gi(table(), 0, "battle_computer", clues="pell_brow_1 pell_eyes_1 pell_mouth_1")
    for name in ("pell_jaw_1", "pell_jaw_2"):
        s.discard(card(name))
    played = play(s, search_battle_computer(s, 0), "search:yes search_take:voss_jaw_1")
    assert len(played.options("search_take")) == 11 - 0
    assert card("voss_jaw_1") in s.clues(0)
    assert not s.cards.knows(1, card("voss_jaw_1"))
    assert not any(s.cards.knows(0, number) for number in s.cards.zones[CLUES])


def test_the_battle_computer_needs_three_matching_clues() -> None:
    """15: three different parts of one face."""
    s = gi(table(), 0, "battle_computer", clues="pell_brow_1 pell_brow_2 pell_mouth_1 voss_jaw_1")
    assert not play(s, search_battle_computer(s, 0)).was_asked("search")


# 11 Dead GIs


def test_what_a_dead_gi_leaves() -> None:
    """11.1, R-RT-28: chip in the sector; things set aside; Rogue cards and Genies discarded, a Contact kept."""
    s = gi(table(), 1, "d4", gp=3, chips="rifle", items="lazooka_1", companions="scrap", clues="voss_jaw_1")
    gi(s, 1, hand="escape_1", missions="contact_d4_1 tank_buster")
    _dead(s, 1)
    assert (s.chip[1], s.sector[1]) == (at("d4"), NOWHERE)
    assert s.hand(1) == []
    assert names(s.missions(1)) == ["contact_d4_1"]
    assert (len(s.items(1)), len(s.companions(1)), len(s.clues(1))) == (1, 1, 1)


def test_the_nearest_gi_is_bound() -> None:
    """11.2, R-RT-28: by land; ties clockwise from the dead; not prisoners, not GIs on Milli-com."""
    s = table(4)
    for seat, sector in enumerate(("e5", "d4", "d4", "a1")):
        gi(s, seat, sector)
    _dead(s, 0)
    assert finder_of(s, 0) == 1
    s.prison[1] = 0
    assert finder_of(s, 0) == 2
    gi(s, 2, "gallery")
    assert finder_of(s, 0) == 3
    assert duty_of(s, 3) == at("e5")
    assert duty_of(s, 1) == NOWHERE


def test_duty_leads_along_a_shortest_way() -> None:
    """11.2, R-RT-28: each move brings him nearer."""
    s = gi(gi(table(2), 0, "g5"), 1, "e5")
    _dead(s, 1)
    assert play(s, move_gi(s), "move:f5").options("move") == ["f4", "f5"]
    s.begin_turn()
    play(s, move_gi(s))
    assert s.sector[0] == at("e5")
    s.begin_turn()
    assert play(s, move_gi(s)).asked == []  # he stays until the chip is taken
    assert s.sector[0] == at("e5")


def test_duty_is_not_dodged_by_shuttle() -> None:
    """11.2, R-RT-28: on his way to the chip he neither leaves from the Shuttle Base nor by a Shuttle Pass."""
    s = gi(gi(table(2), 0, "g4", hand="shuttle_pass_1", companions="pilot_juno_vale"), 1, "h4")
    assert names(playable(s, 0, MOVEMENT)) == ["shuttle_pass_1"]
    _dead(s, 1)
    assert playable(s, 0, MOVEMENT) == []
    assert play(s, move_gi(s), "deliver:no").was_asked("move") is False
    assert s.sector[0] == at("h4")


@pytest.mark.parametrize("place", ["gallery", "d2"])
def test_chips_on_milli_com_and_in_the_sea_bind_nobody(place: str) -> None:
    """R-RT-28: any GI who comes there may take them."""
    s = gi(gi(table(2), 0, place), 1, place)
    _dead(s, 1)
    assert finder_of(s, 1) == NOBODY
    play(s, take_chips(s, 0), "chip:no")
    assert s.team[1] == NOBODY
    play(s, take_chips(s, 0), "chip:yes dead_gi_slot:helmet")
    assert s.team[1] == 0


def test_a_team_is_formed() -> None:
    """11.2: chip in a slot, chips, cards and ammunition to the living GI; he may discard one Mission."""
    s = gi(table(), 1, "d4", gp=9, chips="rifle", items="lazooka_1", companions="scrap", clues="voss_jaw_1")
    gi(s, 1, missions="contact_e5_1")
    gi(s, 0, "d4", gp=5, chips="rifle", clues="voss_eyes_1", missions="contact_a3")
    _dead(s, 1)
    play(s, take_chips(s, 0), "dead_gi_slot:backpack mission_out:keep_all")
    assert s.slots[:3] == [CHIP, CHIP, DEAD_CHIP + 1]
    assert s.rounds_of(0, 0) == 12
    assert names(s.items(0)) == ["lazooka_1"]
    assert names(s.companions(0)) == ["scrap"]
    assert names(s.clues(0)) == ["voss_eyes_1", "voss_jaw_1"]
    assert s.cards.knows(0, card("voss_jaw_1"))
    assert not s.cards.knows(2, card("voss_jaw_1"))
    assert names(s.missions(0)) == ["contact_a3", "contact_e5_1"]
    assert (s.team[1], s.chip[1]) == (0, NOWHERE)


def test_two_contacts_and_no_new_mission_until_both_are_done() -> None:
    """R-RT-28."""
    s = gi(table(), 0, "d4", missions="contact_d4_1 contact_e5_1")
    on_top(s, "voss_jaw_1")

    def rules() -> object:
        yield from declare(s)
        yield from complete_mission(s)

    play(s, rules(), "declare:contact_d4_1")
    assert names(s.missions(0)) == ["contact_e5_1"]


def test_a_full_slot_row_discards_a_chip() -> None:
    """11.2: one is discarded if needed; a dead GI's chip that goes takes him out of the team."""
    s = gi(table(4), 0, "d4", chips="rifle helmet")
    s.slots[2], s.team[2] = DEAD_CHIP + 2, 0
    s.lives[2] = 0
    gi(s, 1, "d4")
    _dead(s, 1)
    play(s, form_team(s, 0, 1), "dead_gi_slot:backpack")
    assert s.slots[2] == DEAD_CHIP + 1
    assert (s.team[1], s.team[2]) == (0, NOBODY)


def test_a_dead_gis_clues_can_complete_a_set() -> None:
    """11.2, 12.1."""
    s = gi(gi(table(), 0, "d4", clues="voss_brow_1 voss_eyes_1"), 1, "d4", clues="voss_mouth_1 voss_jaw_1")
    _dead(s, 1)
    play(s, take_chips(s, 0), "dead_gi_slot:helmet")
    assert len(s.set_of(0)) == 4


# 12, 13 The Traitor


def _hunt(place: str = "d4") -> NuEarth:
    s = gi(table(), 0, place, open_set=SET)
    s.traitor, s.traitor_lives = at(place), 4
    return s


def test_only_with_a_set_in_his_sector() -> None:
    """13.1, 6 (c): a full set, and the Traitor in the same sector."""
    s = _hunt()
    assert may_confront(s, 0)
    gi(s, 1, "d4")
    assert not may_confront(s, 1)
    gi(s, 0, "d5")
    assert not may_confront(s, 0)


def test_unarmed_on_milli_com() -> None:
    """13.3, R-RT-30: one die each; equal is enough for the GI."""
    s = gi(_hunt("bridge"), 0, "bridge", micro_mine=4)
    play(s, confront(s), dice={"traitor": [4], "bare hands": [4]})
    assert (s.traitor_lives, s.lives[0], s.taken[0]) == (3, 4, 1)
    play(s, confront(s), dice={"traitor": [5], "bare hands": [4]})
    assert (s.traitor_lives, s.lives[0]) == (3, 3)


def test_companions_fight_the_traitor_on_nu_earth_only() -> None:
    """R-RT-30: Firepower counts there; he stays where he is when he wins."""
    s = gi(_hunt(), 0, "d4", companions="scrap")
    dice = {"enemy": [dice_summing(40, 8)], "salvo": [(1, 1, 1)], "companion": [1]}
    assert play(s, confront(s), dice=dice).dice("salvo") == 3
    assert (s.traitor, s.lives[0]) == (at("d4"), 3)
    s = gi(_hunt("bridge"), 0, "bridge", companions="scrap")
    assert play(s, confront(s), dice={"traitor": [1], "bare hands": [1]}).dice("bare hands") == 1


def test_the_tip_counts_the_dice_of_a_rogue_card() -> None:
    """5.2, 13.3: a Rogue card's dice are rolled with the first salvo at the Traitor, so its tip counts them."""
    s = gi(_hunt(), 0, "d4", gp=2)
    s.dice_at_traitor = 3
    steps = confront(s)
    while not isinstance(ask := next(steps), Ask):
        pass
    two_rounds = (0, 2)
    assert two_rounds in ask.options()
    assert ask.says is not None
    tip = ask.says(two_rounds)
    assert tip is not None
    assert tip.args == {"n": salvo_dice(s, 0, Salvo(*two_rounds), GI, is_first=True) + 3}


def test_one_round_a_turn() -> None:
    """13.1: the phase after the confrontation is supplies."""
    s = _hunt("bridge")
    s.phase, s.confronts = Phase.CONFRONTATION, True
    play(s, turn(s), dice={"traitor": [1], "bare hands": [1]})
    assert (s.phase, s.traitor_lives) == (Phase.REST, 3)


def test_who_takes_the_last_life_wins_and_his_dead_are_second() -> None:
    """13.5, 11.3."""
    s = _hunt("bridge")
    s.traitor_lives = 1
    s.lives[2], s.team[2] = 0, 0
    play(s, confront(s), dice={"traitor": [1], "bare hands": [1]})
    over = outcome(s)
    assert over is not None
    assert over.winners == (0,)
    assert over.scores[0] > over.scores[2] > over.scores[1]
    assert "Second" in over.reason


def test_all_dead_and_nobody_wins() -> None:
    """R-RT-28."""
    s = table(2)
    assert outcome(s) is None
    s.lives = [0, 0]
    over = outcome(s)
    assert over is not None
    assert over.winners == ()


def test_the_cap_of_rounds() -> None:
    """B10: most of the Traitor's lives taken, then most matching Clues."""
    s = gi(gi(table(3, rounds=10), 0, clues="voss_jaw_1 voss_eyes_1"), 1, clues="pell_jaw_1")
    s.round = 10
    assert GAME.outcome(s) is None
    s.round = 11
    over = GAME.outcome(s)
    assert over is not None
    assert over.winners == (0,)
    s.taken[1] = 1
    over = GAME.outcome(s)
    assert over is not None
    assert over.winners == (1,)


def test_the_short_game_has_two_faces() -> None:
    """B9: one face is taken out; 16 Clue cards are left, and everybody knows which."""
    s = GAME.begin(GAME.options_type(short=True))
    assert s.cards.count(CLUES) == 16
    assert all(s.cards.knows(None, number) for number in s.cards.zones[12])


def test_a_death_tells_what_is_still_to_play_for() -> None:
    """11.2, 11.3: who must fetch the chip, and that the dead GI may come second; the board says so, too."""
    s = gi(gi(gi(table(3), 0, "f6"), 1, "f5", lives=0), 2, "a1")
    played = play(s, die(s, 1))
    assert played.log[1:] == ["Red must fetch it. If he kills the Traitor then, Blue comes second."]
    seats = GAME.seats(RogueOptions(players=3))
    board = " ".join(GAME.text_board(GAME.view(s, 1), seats, 120).split())
    assert "If the GI who takes it kills the Traitor, you come second." in board
    s.chip[1], s.team[1] = NOWHERE, 0
    assert "If Red kills the Traitor, you come second." in " ".join(
        GAME.text_board(GAME.view(s, 1), seats, 120).split()
    )


def test_where_nobody_must_go_anybody_may_take_the_chip() -> None:
    """11.2, R-RT-28: a chip on Milli-com binds nobody."""
    s = gi(gi(table(2), 0, "f6"), 1, "bridge", lives=0)
    assert play(s, die(s, 1)).says("Any GI who comes there may take it.")
