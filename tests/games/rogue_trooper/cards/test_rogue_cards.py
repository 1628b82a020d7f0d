"""B8, RT 9: every Rogue card, when it may be played, in which order, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.rogue_trooper.cards.playing import (
    ENCOUNTER,
    END,
    MOVEMENT,
    offer_rogue_cards,
    playable,
)
from sandtable.games.rogue_trooper.rules.battlefield import draw_stack, face_top, may_evade
from sandtable.games.rogue_trooper.rules.combat import GI, fight
from sandtable.games.rogue_trooper.rules.end_phase import complete_mission, declare
from sandtable.games.rogue_trooper.rules.movement import move_gi
from sandtable.games.rogue_trooper.rules.traitor import confront
from sandtable.games.rogue_trooper.rules.turn_sequence import turn
from sandtable.games.rogue_trooper.state import FREE, ROGUES_OUT, STACK, NuEarth, Phase

from ..kit import BOX, at, card, effect_in_force, gi, names, on_board, on_top, play, table

#: name, copies, phase, target: typed in from the component brief.
CARDS = """
forced_march 3 movement self
air_lift 3 movement self
bogged_down 4 movement other
wrong_turn 3 movement other
shuttle_pass 2 movement self
traitor_flees 3 movement traitor
traitor_recalled 1 movement traitor
escape 3 movement self
security_clearance 2 movement self
reinforcements 4 encounter other
heavy_reinforcements 2 encounter other
no_way_out 3 encounter other
jammed_feed 2 encounter other
lucky_break 3 encounter self
covering_fire 2 encounter self
dead_contact 3 end other
false_lead 2 end other
double_agent 1 end self
bodyguard 1 end traitor
traitor_exposed 1 end self
"""


def _copies() -> list[tuple[str, str, str]]:
    found = []
    for line in CARDS.split("\n"):
        if line:
            name, count, phase, target = line.split()
            copies = [name] if count == "1" else [f"{name}_{n + 1}" for n in range(int(count))]
            found += [(copy, phase, target) for copy in copies]
    return found


COPIES = _copies()


def test_the_deck_holds_these_cards_and_no_others() -> None:
    """B8: Movement 24, Encounter 16, End 8."""
    assert sorted(name for name, *_ in COPIES) == sorted(BOX.card_ids[n] for n in BOX.cards_of(3))
    phases = [phase for _, phase, _ in COPIES]
    assert [phases.count(phase) for phase in (MOVEMENT, ENCOUNTER, END)] == [24, 16, 8]


def _ready(name: str) -> NuEarth:
    """A position in which this card could be played by whoever may."""
    s = gi(table(), 0, "d7", chips="rifle")
    s.has_entered = True
    s.traitor, s.traitor_lives = at("d7"), 4
    s.declared, s.confronts = card("contact_d4_1"), True
    if name.startswith("shuttle_pass"):
        gi(s, 0, "g4")
    if name.startswith("security_clearance"):
        gi(s, 0, "concourse")
    if name.startswith("escape"):
        s.prison[0] = 0
    return s


@pytest.mark.parametrize(("name", "phase", "target"), COPIES)
def test_phase_and_target(name: str, phase: str, target: str) -> None:
    """9.1: only in the phase printed on the card; by the turn player, by others, or by anybody on the Traitor."""
    for seat in (0, 1):
        s = gi(_ready(name), seat, hand=name)
        if seat == 1:
            gi(s, 1, "a1")
        is_target = {"self": seat == 0, "other": seat == 1, "traitor": True}[target]
        for now in (MOVEMENT, ENCOUNTER, END):
            assert (playable(s, seat, now) == [card(name)]) is (is_target and now == phase), (seat, now)


@pytest.mark.parametrize("name", [name for name, _, target in COPIES if target == "traitor"])
def test_no_traitor_no_traitor_card(name: str) -> None:
    """9.1: while the Traitor is not on the board his cards cannot be played."""
    s = gi(_ready(name), 1, "a1", hand=name)
    s.traitor = -1
    assert [playable(s, 1, phase) for phase in (MOVEMENT, ENCOUNTER, END)] == [[], [], []]


def _after(s: NuEarth, seat: int, name: str, phase: str, more: str = "") -> NuEarth:
    """Play a card in its window, alone."""
    gi(s, seat, hand=name, lives=s.lives[seat])
    play(s, offer_rogue_cards(s, phase), f"rogue_{phase}:{name} {more}")
    assert s.cards.where[card(name)] == ROGUES_OUT
    return s


@pytest.mark.parametrize("n", [1, 2, 3])
def test_forced_march(n: int) -> None:
    """B8: up to two sectors, without encounters on the way."""
    s = _after(gi(table(), 0, "g5"), 0, f"forced_march_{n}", MOVEMENT)
    played = play(s, move_gi(s), "march:e5")
    assert s.sector[0] == at("e5")
    far = [BOX.land[at("g5")][at(name)] for name in played.options("march") if name != "stay"]
    assert (min(far), max(far)) == (1, 2)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_air_lift(n: int) -> None:
    """B8: up to four sectors over anything, not ending in Scum Sea."""
    s = _after(gi(table(), 0, "a1"), 0, f"air_lift_{n}", MOVEMENT)
    played = play(s, move_gi(s), "fly:e2")  # the Scum Sea lies between
    assert s.sector[0] == at("e2")
    goals = [at(name) for name in played.options("fly") if name != "stay"]
    assert max(BOX.air[at("a1")][goal] for goal in goals) == 4
    assert not any(BOX.is_sea[goal] for goal in goals)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_bogged_down(n: int) -> None:
    """B8: no movement this turn."""
    s = _after(gi(table(), 0, "g5"), 1, f"bogged_down_{n}", MOVEMENT)
    assert not play(s, move_gi(s)).was_asked("move")
    assert (s.sector[0], s.has_entered) == (at("g5"), False)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_wrong_turn(n: int) -> None:
    """B8: who played it selects an adjacent legal sector; no Scum Sea without a Kit."""
    s = _after(gi(table(), 0, "d1"), 1, f"wrong_turn_{n}", MOVEMENT)
    played = play(s, move_gi(s), "lead:e1")
    assert played.who("lead") == [1]
    assert played.options("lead") == ["e1", "e2"]  # D2 and C1, C2 are sea
    assert s.sector[0] == at("e1")


@pytest.mark.parametrize("n", [1, 2])
def test_shuttle_pass(n: int) -> None:
    """3.2, B8: from a Souther City to the Shuttle Bay; there he stops."""
    s = _after(gi(table(), 0, "f2"), 0, f"shuttle_pass_{n}", MOVEMENT)
    assert play(s, move_gi(s)).asked == []
    assert (s.sector[0], s.has_entered) == (at("shuttle_bay"), True)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_traitor_flees(n: int) -> None:
    """12.3, B8: the Traitor to any named place or Drop Zone of Nu-Earth, at once."""
    s = table()
    s.traitor, s.traitor_lives = at("bridge"), 4
    gi(s, 1, hand=f"traitor_flees_{n}")
    played = play(s, offer_rogue_cards(s, MOVEMENT), f"rogue_movement:traitor_flees_{n} flee:h9")
    assert s.traitor == at("h9")
    assert s.force < 0
    assert len(played.options("flee")) == 26  # 21 named places and 6 Drop Zones, of which F5 is both


def test_traitor_recalled() -> None:
    """B8: the Traitor to the Bridge."""
    s = table()
    s.traitor, s.traitor_lives = at("h9"), 4
    _after(s, 2, "traitor_recalled", MOVEMENT)
    assert s.traitor == at("bridge")


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize(("prison", "dice"), [("b5", {}), ("brig", {"supplies": [2]})])
def test_escape(n: int, prison: str, dice: dict[str, Any]) -> None:
    """B8, 18.4: as an escape roll of 6: four Supply cards from the Glasshouse, a die of them from the Brig."""
    s = gi(table(), 0, prison)
    s.prison[0] = 0
    on_top(s, "gp_2_1 gp_2_2 gp_2_3 gp_2_4")
    _after(s, 0, f"escape_{n}", MOVEMENT)
    play(s, move_gi(s), "move:stay", dice)
    assert s.prison[0] == FREE
    assert s.rounds_of(0, 0) == (4 if dice else 8)


@pytest.mark.parametrize("n", [1, 2])
def test_security_clearance(n: int) -> None:
    """B8: the Security Zone may be entered this turn."""
    s = _after(gi(table(), 0, "concourse"), 0, f"security_clearance_{n}", MOVEMENT)
    play(s, move_gi(s), "move:security_zone")
    assert s.sector[0] == at("security_zone")
    s.begin_turn()
    play(s, move_gi(s), "move:bridge")  # who is in it may go on
    assert s.sector[0] == at("bridge")


@pytest.mark.parametrize(
    ("name", "more"),
    [
        *((f"reinforcements_{n}", 1) for n in (1, 2, 3, 4)),
        *((f"heavy_reinforcements_{n}", 2) for n in (1, 2)),
    ],
)
def test_reinforcements(name: str, more: int) -> None:
    """B8: one more Encounter card, or two."""
    s = gi(table(), 0, "c4")  # front line, rating 1
    gi(s, 1, "a1")
    gi(s, 2, "a1")
    s.has_entered = True
    on_top(s, "nort_sniper nort_patrol nort_battle_tank")
    _after(s, 1, name, ENCOUNTER)
    play(s, draw_stack(s))
    assert s.cards.count(STACK) == 1 + more


@pytest.mark.parametrize(
    ("sector", "waiting", "name", "drawn"),
    [
        ("c4", "nort_pillbox_1", "reinforcements_1", 1),
        ("c4", "nort_pillbox_1 choke_vine_1", "reinforcements_1", 1),
        ("c4", "nort_pillbox_1 choke_vine_1 nort_bunker_line_1", "heavy_reinforcements_1", 2),
        ("d7", "nort_pillbox_1", "reinforcements_1", 2),
        ("d7", "nort_pillbox_1 choke_vine_1 nort_bunker_line_1", "reinforcements_1", 1),
    ],
)
def test_reinforcements_add_their_card_whatever_waits(
    sector: str, waiting: str, name: str, drawn: int
) -> None:
    """R-RT-36: max(0, rating - waiting) + 1, however many cards wait there; Heavy Reinforcements add two."""
    s = gi(gi(gi(table(), 0, sector), 1, "a1"), 2, "a1")
    on_board(s, sector, waiting)
    on_top(s, "nort_sniper nort_patrol nort_battle_tank")
    s.has_entered = True
    _after(s, 1, name, ENCOUNTER)
    play(s, draw_stack(s))
    assert s.cards.count(STACK) == len(waiting.split()) + drawn


def test_reinforcements_need_a_rating_and_no_gi_encounter() -> None:
    """9.4, 4.6.2: not in sectors of rating 0, nor on a GI making a GI Encounter, nor on one who draws no cards."""
    s = gi(gi(gi(table(), 0, "c4"), 1, "a1", hand="reinforcements_1"), 2, "a1")
    s.has_entered = True
    assert playable(s, 1, ENCOUNTER) == [card("reinforcements_1")]
    assert playable(gi(s, 0, "h4"), 1, ENCOUNTER) == []
    assert playable(gi(s, 0, "a1"), 1, ENCOUNTER) == []
    gi(s, 0, "c4")
    s.has_entered = False
    assert playable(s, 1, ENCOUNTER) == []


@pytest.mark.parametrize("n", [1, 2, 3])
def test_no_way_out(n: int) -> None:
    """B8: no evasion this turn."""
    s = gi(gi(gi(table(), 0, "c4"), 1, "a1"), 2, "a1")
    s.has_entered = True
    assert may_evade(s, 0)
    _after(s, 1, f"no_way_out_{n}", ENCOUNTER)
    assert not may_evade(s, 0)
    s.begin_turn()
    assert may_evade(s, 0)


@pytest.mark.parametrize("n", [1, 2])
def test_jammed_feed(n: int) -> None:
    """B8: no bio-chips this turn; other GIs keep theirs."""
    s = gi(gi(table(), 0, chips="rifle helmet backpack"), 1, chips="rifle")
    _after(s, 2, f"jammed_feed_{n}", ENCOUNTER)
    assert [s.has_gunnar(0), s.has_helm(0), s.has_bagman(0)] == [False] * 3
    assert s.has_gunnar(1)
    s.begin_turn()
    assert s.has_gunnar(0)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_lucky_break(n: int) -> None:
    """B8: once the stack is laid its top card is discarded, but not a Hazard or Fortification."""
    s = gi(gi(gi(table(), 0, "d7"), 1, "a1"), 2, "a1")
    s.has_entered = True
    on_top(s, "nort_patrol nort_sniper")
    _after(s, 0, f"lucky_break_{n}", ENCOUNTER)
    play(s, draw_stack(s))
    assert names(s.cards.zones[STACK]) == ["nort_patrol_1"]
    s = gi(gi(gi(table(), 0, "d7"), 1, "a1"), 2, "a1")
    on_board(s, "d7", "nort_pillbox")
    on_top(s, "nort_sniper")
    s.has_entered = True
    _after(s, 0, f"lucky_break_{n}", ENCOUNTER)
    play(s, draw_stack(s))
    assert names(s.cards.zones[STACK]) == ["nort_sniper_1", "nort_pillbox_1"]


@pytest.mark.parametrize("n", [1, 2])
def test_covering_fire(n: int) -> None:
    """B8: three dice more in the first salvo, and only there."""
    s = gi(gi(gi(table(), 0, "d7", gp=4), 1, "a1"), 2, "a1")
    s.has_entered = True
    _after(s, 0, f"covering_fire_{n}", ENCOUNTER)
    rolls: dict[str, Any] = {"enemy": [(1,)], "salvo": [(1,) * 5]}
    assert play(s, fight(s, 0, GI, 1), "salvo:gp/2", rolls).dice("salvo") == 5
    rolls = {"enemy": [(1,)], "salvo": [(1,) * 2]}
    assert play(s, fight(s, 0, GI, 1), "salvo:gp/2", rolls).dice("salvo") == 2


def _declared(seat: int, name: str) -> NuEarth:
    """The first GI declares his Contact at D4, and somebody plays a card."""
    s = gi(table(), 0, "d4", missions="contact_d4_1")
    gi(s, seat, hand=name)
    on_top(s, "voss_jaw voss_eyes tank_buster")
    return s


def _end_phase(s: NuEarth, answers: str) -> None:
    def rules() -> Any:
        yield from declare(s)
        yield from complete_mission(s)

    play(s, rules(), answers)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_dead_contact(n: int) -> None:
    """B8: the declared mission fails; discarded without reward, a new one drawn."""
    s = _declared(1, f"dead_contact_{n}")
    _end_phase(s, f"declare:contact_d4_1 rogue_end:dead_contact_{n}")
    assert s.clues(0) == []
    assert names(s.missions(0)) == ["tank_buster"]


@pytest.mark.parametrize("n", [1, 2])
def test_false_lead(n: int) -> None:
    """B8: not completed this turn; declared again in the next if still there."""
    s = _declared(1, f"false_lead_{n}")
    _end_phase(s, f"declare:contact_d4_1 rogue_end:false_lead_{n}")
    assert s.clues(0) == []
    assert names(s.missions(0)) == ["contact_d4_1"]
    s.begin_turn()
    _end_phase(s, "declare:contact_d4_1")
    assert names(s.clues(0)) == ["voss_jaw_1"]


def test_false_lead_keeps_a_genie_deed_for_the_next_turn() -> None:
    """B8, 4.6.1: an attack that was made still counts in the next turn, and not in the one after."""
    from sandtable.games.rogue_trooper.state import ATTACKED_LEFT

    s = gi(gi(table(), 0, missions="score_to_settle"), 1, hand="false_lead_1")
    s.deeds[0] = ATTACKED_LEFT
    _end_phase(s, "declare:score_to_settle rogue_end:false_lead_1")
    s.begin_turn()
    assert s.deeds[0] == ATTACKED_LEFT
    s.begin_turn()
    assert s.deeds[0] == 0


def test_double_agent() -> None:
    """B8: one extra Clue card on completing a mission. 9.2: played last, it takes the place of a Dead Contact."""
    s = _declared(0, "double_agent")
    gi(s, 1, hand="dead_contact_1")
    _end_phase(s, "declare:contact_d4_1 rogue_end:dead_contact_1 rogue_end:double_agent")
    assert names(s.clues(0)) == ["voss_jaw_1", "voss_eyes_1"]


def test_bodyguard() -> None:
    """13.2, B8: the Traitor adds two dice in this confrontation, on Milli-com too."""
    s = gi(table(), 0, "bridge", open_set="voss_brow voss_eyes voss_mouth voss_jaw")
    s.traitor, s.traitor_lives = at("bridge"), 4
    gi(s, 2, hand="bodyguard")
    play(s, declare(s), "confront:yes rogue_end:bodyguard")
    played = play(s, confront(s), dice={"traitor": [(1, 1, 1)], "bare hands": [2]})
    assert played.dice("traitor") == 3
    assert s.lives[0] == 3


def test_traitor_exposed() -> None:
    """B8: two dice more against the Traitor in this confrontation."""
    s = gi(table(), 0, "d4", gp=3, open_set="voss_brow voss_eyes voss_mouth voss_jaw", hand="traitor_exposed")
    s.traitor, s.traitor_lives = at("d4"), 4
    play(s, declare(s), "confront:yes rogue_end:traitor_exposed")
    rolls = {"enemy": [(1,) * 8], "salvo": [(6,) * 5]}
    assert play(s, confront(s), "salvo:gp/3", rolls).dice("salvo") == 5
    assert s.traitor_lives == 3


def test_the_left_player_is_first_and_the_turn_player_last() -> None:
    """9.1: clockwise from the left player."""
    s = table(4)
    s.mover = 2
    for seat in range(4):
        gi(s, seat, hand=f"bogged_down_{seat + 1}" if seat != 2 else "forced_march_1")
    played = play(
        s,
        offer_rogue_cards(s, MOVEMENT),
        "rogue_movement:pass rogue_movement:pass rogue_movement:pass rogue_movement:pass",
    )
    assert played.who("rogue_movement") == [3, 0, 1, 2]


def test_a_card_on_the_traitor_ends_the_round() -> None:
    """9.3: it works at once, earlier cards are discarded, no more may be played."""
    s = table(4)
    s.traitor, s.traitor_lives = at("bridge"), 4
    gi(gi(gi(s, 1, hand="bogged_down_1"), 2, hand="traitor_flees_1"), 3, hand="bogged_down_2")
    played = play(
        s,
        offer_rogue_cards(s, MOVEMENT),
        "rogue_movement:bogged_down_1 rogue_movement:traitor_flees_1 flee:a3",
    )
    assert played.who("rogue_movement") == [1, 2]
    assert effect_in_force(s) == ""
    assert s.traitor == at("a3")
    assert names(s.hand(3)) == ["bogged_down_2"]


def test_no_movement_cards_on_milli_com() -> None:
    """3.3, R-RT-7: only Escape, Security Clearance and cards on the Traitor."""
    s = gi(table(), 0, "gallery", hand="forced_march_1 air_lift_1 security_clearance_1")
    gi(s, 1, hand="bogged_down_1 wrong_turn_1")
    assert names(playable(s, 0, MOVEMENT)) == ["security_clearance_1"]
    assert playable(s, 1, MOVEMENT) == []


def test_both_of_two_copies_are_offered() -> None:
    """9.1: which copy is played tells nothing of whether there is another."""
    s = gi(table(), 1, hand="bogged_down_1 bogged_down_2")
    assert names(playable(s, 1, MOVEMENT)) == ["bogged_down_1", "bogged_down_2"]


def test_the_dead_play_no_cards() -> None:
    """R-RT-28: dead players play no cards."""
    s = gi(table(), 1, hand="bogged_down_1")
    s.lives[1] = 0
    assert not play(s, offer_rogue_cards(s, MOVEMENT)).was_asked("rogue_movement")


def test_a_card_lasts_for_its_phase() -> None:
    """9.1, 9.2: what was played in the Movement phase is no card in force in the Encounter phase."""
    s = gi(gi(gi(table(), 0, "c4"), 1, "a1", hand="bogged_down_1"), 2, "a1")
    s.phase = Phase.MOVEMENT
    play(s, turn(s), "rogue_movement:bogged_down_1")
    play(s, turn(s))
    assert s.phase is Phase.ENCOUNTER
    play(s, turn(s))
    assert effect_in_force(s) == ""


def test_evading_is_forbidden_where_it_is_asked() -> None:
    """4.4.1: with No Way Out the question does not offer it."""
    s = gi(gi(gi(table(), 0, "c4", gp=1), 1, "a1"), 2, "a1")
    s.has_entered, s.no_evading = True, True
    on_top(s, "nort_patrol_1")
    play(s, draw_stack(s))
    s.phase = Phase.FACING
    played = play(s, face_top(s), "face:surrender")
    assert played.options("face") == ["gp/1", "bare_hands", "surrender"]
