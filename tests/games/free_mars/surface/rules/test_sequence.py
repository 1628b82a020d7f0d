"""SC 6.0 Winning and losing, 8.0 Sequence of play."""

from __future__ import annotations

from sandtable.games.free_mars.surface.rules.sequence_of_play import PHASES
from sandtable.games.free_mars.surface.state import Phase

from ..kit import Desk, kinds, team

TEAM = ("firebrand", "netrunner", "nanosmith", "rail_carbine")


def test_8_1_an_op_has_five_phases_in_this_order() -> None:
    """8.1: movement, Ops card, combat, special actions, Mission Resolution; then the next Op."""
    desk = Desk(
        team(*TEAM, cell="e7", nexus="e7", ops=["overwatch", "walkout", "dust_storm"]),
        {"opfor": [kinds("patrol")], "edge": [((6,), (1,))], "fire": [(6, 6, 1, 1, 1)], "netrun": [(2, 2)]},
    )
    seen = []
    for answer in ("stay", "gain:ops", "netrun", "attempt:no"):
        seen.append(desk.topic)
        desk.choose(answer)
    assert [*seen, desk.topic] == ["move", "gain", "action", "attempt", "move"]
    assert desk.thrown == ["opfor", "edge", "fire", "netrun"]


def test_8_1_every_phase_has_its_rule() -> None:
    """8.1: no phase without a rule, no rule without a phase."""
    assert set(PHASES) == set(Phase)


def test_8_2_no_card_left_at_the_end_of_an_op_loses() -> None:
    """6.2a, 8.2, R-SC-9: the Op of the last card is played to its end, then the Mission is lost."""
    desk = Desk(team(*TEAM, cell="e7", phase=Phase.CARD, ops=["walkout"]))
    assert desk.topic == "action"
    assert desk.choose("pass").is_won is False


def test_8_2_a_breakoff_in_the_last_op_loses_too() -> None:
    """R-SC-9: a Breakoff that cuts the last Op short ends it."""
    s = team(*TEAM, cell="e7", phase=Phase.ROUND, opfor=["patrol"], ops=[], has_edge=True)
    desk = Desk(s, {"fire": [(1,) * 5], "opfor fire": [1], "breakoff": [1], "escape": [1, 1]})
    assert desk.choose("breakoff:firebrand").is_won is False


def test_6_1_the_mission_can_be_won_in_the_last_op() -> None:
    """6.1, R-SC-5, R-SC-9: drawing the last card does not end the game; a success in that Op wins."""
    s = team("firebrand", "netrunner", cell="e7", nexus="e7", phase=Phase.OBJECTIVE, ops=[], net=3)
    desk = Desk(s, {"objective": [(6, 6), (6, 6)]})
    assert desk.is_won is True


def test_6_2_losing_all_cadres_loses_at_any_instant() -> None:
    """6.2b, R-SC-4: also when a card's effects, and not a battle, leave none; here the last one falls in battle."""
    s = team(
        "firebrand_crashed", "rail_carbine", cell="e7", phase=Phase.ROUND, opfor=["patrol"], has_edge=False
    )
    desk = Desk(s, {"opfor fire": [6]})
    assert desk.choose("loss:firebrand_crashed").is_won is False


def test_8_3_cards_overrule_the_rules() -> None:
    """8.3, R-SC-1: Supply Convoy gives points for a battle won, which no rule does; a card without text changes nothing."""
    dice: dict[str, list[object]] = {
        "opfor": [kinds("patrol")],
        "edge": [((6,), (1,))],
        "fire": [(6, 6, 1, 1, 1)],
    }
    convoy = Desk(team(*TEAM, phase=Phase.CARD, ops=["supply_convoy", "walkout", "informer"]), dice)
    plain = Desk(team(*TEAM, phase=Phase.CARD, ops=["overwatch", "walkout", "informer"]), dice)
    assert convoy.choose("may:yes").s.points == 2
    assert plain.choose("gain:ops").s.points == 0
