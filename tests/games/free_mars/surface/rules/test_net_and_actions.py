"""SC 13.0 NET, 14.0 NET Runs, 16.0 Special actions, 17.0 Recruiting, 18.0 Repair, 19.0 Installations."""

from __future__ import annotations

import pytest

from sandtable.games.free_mars.common.rules.net import shift_net
from sandtable.games.free_mars.common.state import OPS, RESERVE
from sandtable.games.free_mars.surface.rules.combat import team_edge
from sandtable.games.free_mars.surface.state import Moved, Phase

from ..kit import BOX, Desk, cell, showing, team

TEAM = ("firebrand", "netrunner", "nanosmith")


def acting(*units: str, dice: dict[str, list[object]] | None = None, **more: object) -> Desk:
    """The Special Actions phase, on a plain cell."""
    settings: dict[str, object] = {
        "phase": Phase.ACTION, "cell": "e7", "ops": ["system_purge", "walkout"], **more
    }  # fmt: skip
    return Desk(team(*(units or TEAM), **settings), dice)  # type: ignore[arg-type]


# 13.0


@pytest.mark.parametrize(("net", "by", "after"), [(1, -1, 1), (6, 1, 6), (5, 3, 6), (3, -2, 1), (2, 1, 3)])
def test_13_1_the_marker_stays_on_the_track(net: int, by: int, after: int) -> None:
    """13.1, 13.2: never below 1, never above the maximum."""
    s = team(*TEAM, net=net)
    for step in shift_net(s, by):
        if hasattr(step, "seat"):
            break
    assert s.net == after


def test_13_3_what_the_net_level_does() -> None:
    """13.3: (a) it is added to the Team's edge, (b) so many OPFOR are picked, (c) bonus dice (see the Mission)."""
    assert team_edge(team("netrunner", cell="e7", net=4)) == 4
    desk = Desk(
        team(*TEAM, net=4, phase=Phase.CARD, cell="e7", ops=["patrol_sweep", "walkout"]),
        {"edge": [((6,), (1,))], "fire": [(1,) * 3]},
    )
    assert sum(BOX.bin) - sum(desk.s.bin) == 4


def test_13_4_full_system_awareness() -> None:
    """13.4: on the highest space the player looks through the Ops deck, unasked; its order is kept."""
    s = team(*TEAM, net=6, ops=["walkout", "dust_storm", "informer"])
    before = s.cards.zones[OPS][:]
    desk = Desk(s)
    assert desk.topic == "move"
    assert all(desk.s.cards.knows(0, card) for card in before)
    assert not any(desk.s.cards.knows(None, card) for card in before)
    assert desk.s.cards.zones[OPS] == before
    assert desk.notes[-1] == (
        "Full System Awareness. The Ops deck, from the top: Walkout, Dust Storm and Informer."
    )


def test_13_4_the_look_comes_when_the_marker_gets_there_and_when_cards_are_gained() -> None:
    """13.4 "at any time": on reaching the top, and again when unknown cards join the deck; not below the top."""

    def knows(desk: Desk) -> set[bool]:
        return {desk.s.cards.knows(0, card) for card in desk.s.cards.zones[OPS]}

    assert knows(Desk(team(*TEAM, net=5))) == {False}
    assert knows(acting(dice={"netrun": [(6, 2)]}, net=5).choose("netrun", "net_up")) == {True}
    more = acting(dice={"netrun": [(6, 2)]}, net=6)
    more.s.cards.look(more.s.cards.zones[OPS], 0)
    assert knows(more.choose("netrun", "gain_op")) == {True}


# 14.0


def test_14_1_who_can_run() -> None:
    """14.1: a Team unit with Cyber, or a Friendly Installation with Cyber anywhere; otherwise nobody."""
    assert "netrun" in acting("netrunner", "nanosmith").keys
    assert "netrun" in acting("throttle", friendly=["ice_refinery"]).keys
    assert "netrun" not in acting("throttle").keys


def test_14_1_a_card_may_allow_a_run() -> None:
    """14.1.3: the word `net_run` on a card is an additional run, at once."""
    from sandtable.games.free_mars.common.cards.effects import NetRun
    from sandtable.games.free_mars.surface.cards.words import WORDS

    s = team("netrunner")
    assert WORDS.can(s, [NetRun()])
    assert not WORDS.can(team("throttle"), [NetRun()])
    steps = WORDS.resolve(s, [NetRun()])
    assert next(steps).topic == "netrun"  # type: ignore[union-attr]


def test_w_4_strength_of_a_run() -> None:
    """14.2, 19.2, W-4: a Friendly NET CONTROL anywhere (Cyber 1) and Team Cyber 2 make 3 dice."""
    s = team("netrunner", friendly=["net_control"], cell="a7")
    assert s.value("cyber") == 3


def test_w_16_two_positives_and_a_burnout() -> None:
    """14.3, R-SC-23, 16.6, W-16: dice 1,5,6: two outcomes, then the player flips the Cadre or removes the Gear."""
    desk = acting("netrunner", "deck_rig", dice={"netrun": [(1, 5, 6)], "nexus": [3, 6]})
    desk.choose("netrun")
    assert "reveal" in desk.keys
    desk.choose("reveal")
    assert BOX.cells[desk.s.nexus] == "g3"
    assert desk.topic == "netrun"
    desk.choose("net_up")
    assert desk.keys == ["burnout:netrunner", "burnout:deck_rig"]
    assert showing(desk.choose("burnout:deck_rig").s) == ["netrunner"]


def test_14_3_the_outcomes() -> None:
    """14.3, B6: reveal, NET up or down, the Installation here, one Ops card, one TP, a TAZ; each only where it can be."""
    keys = acting(dice={"netrun": [(6, 6)]}, net=2).choose("netrun").keys
    assert keys == ["reveal", "net_up", "net_down", "gain_op", "tp", "net_taz", "done"]
    there = acting(dice={"netrun": [(6, 6)]}, cell="f4", nexus="a4").choose("netrun").keys
    assert there == ["net_up", "seize", "gain_op", "tp", "done"]


def test_14_3_outcomes_are_applied_one_after_the_other_and_may_repeat() -> None:
    """R-SC-23: NET +1 twice; the Ops card and the TP once in a Mission (the set's own limit)."""
    desk = acting(dice={"netrun": [(6, 6)]}).choose("netrun", "net_up", "net_up")
    assert desk.s.net == 3
    once = acting(dice={"netrun": [(6, 6)]}).choose("netrun", "gain_op")
    assert "gain_op" not in once.keys
    again = acting(dice={"netrun": [(6, 6)]}, spent=("gain_op",)).choose("netrun")
    assert "gain_op" not in again.keys
    assert "tp" in again.keys


def test_14_3_each_outcome_does_what_it_says() -> None:
    """B6: one Positive each."""
    dice: dict[str, list[object]] = {"netrun": [(6, 2)]}
    assert acting(dice=dice).choose("netrun", "tp").s.points == 1
    assert acting(dice=dice, net=3).choose("netrun", "net_down").s.net == 2
    assert acting(dice=dice).choose("netrun", "net_taz").s.taz == (BOX.cells.index("e7"),)
    gained = acting(dice=dice, reserve=3).choose("netrun", "gain_op")
    assert gained.s.cards.count(RESERVE) == 2
    assert acting(dice=dice).choose("netrun", "done").s.points == 0


def test_w_14_a_card_gained_in_the_last_op_keeps_the_game_alive() -> None:
    """8.2, R-SC-9, W-14: the last card is drawn; in the same Op a NET Run gains one: the game goes on."""
    desk = Desk(
        team(*TEAM, cell="e7", phase=Phase.CARD, ops=["trace_program"], reserve=["walkout"]),
        {"net check": [6], "netrun": [(5, 2)]},
    )
    desk.choose("netrun", "gain_op")
    assert (desk.is_won, desk.s.ops_left, desk.topic) == (None, 1, "move")


# 16.0


def test_16_1_one_special_action_in_a_phase_and_it_may_be_passed() -> None:
    """16.1: after one action the Op goes on; the player may pass."""
    desk = acting(dice={"netrun": [(2, 2)]})
    assert desk.keys == ["netrun", "pass"]
    assert desk.choose("netrun").topic == "move"
    assert acting().choose("pass").topic == "move"


def test_16_1_what_each_action_needs() -> None:
    """16.1: Cyber, Leader at a recruiting place, Nano-Morph and somebody crashed, Hot Pilot."""
    everything = acting("firebrand", "netrunner_crashed", "nanosmith", "throttle", cell="c6")
    assert everything.keys == ["netrun", "recruit", "repair", "enhanced_move", "pass"]
    nothing = acting("breaker", "marksman")
    assert nothing.topic == "move"  # only Pass was left


def test_16_2_and_16_3_all_icons_are_rolled() -> None:
    """16.2, 16.3: one die an icon; a unit with two icons counts two."""
    desk = acting("netrunner", "ghost", "deck_rig", dice={"netrun": [(2, 2, 2, 2)]})
    assert desk.s.value("cyber") == 4
    assert desk.choose("netrun").thrown[0] == "netrun"


def test_16_4_enhancers() -> None:
    """16.4: Friendly Installations anywhere, and in the Campaign won Mission cards."""
    s = team("organiser", friendly=["broadcast_spire", "nano_works"], won=["rising"], cell="a7")
    assert (s.value("leader"), s.value("nano")) == (1 + 1, 1 + 1 + 1)


def test_16_5_a_combined_action_needs_every_icon() -> None:
    """16.5: Free Mars Radio (Leader and Cyber) is offered only to a Team with both."""
    assert "radio" in acting(combined=0).keys
    assert "radio" not in acting("netrunner", "nanosmith", combined=0).keys


@pytest.mark.parametrize(
    ("leader", "cyber", "gained"), [((5, 2), (6, 2), 2), ((5, 2), (4, 2), 0), ((4, 2), (6, 6), 0)]
)
def test_16_5_all_must_succeed(leader: tuple[int, int], cyber: tuple[int, int], gained: int) -> None:
    """16.5: each icon is rolled; one failure and nothing happens."""
    desk = acting(combined=0, dice={"combined": [leader, cyber]})
    before = desk.s.ops_left
    assert desk.choose("radio").s.ops_left == before + gained
    assert desk.thrown[:2] == ["combined", "combined"]


def test_16_5_one_unit_may_serve_both() -> None:
    """16.5: the Sleeper Cell and the Militia aside, a single unit with both icons is enough for a combined action."""
    from sandtable.games.free_mars.common.rules.actions import can_combine

    s = team("organiser", friendly=["net_control"], combined=0)
    assert can_combine(s)


def test_16_5_burnout_of_a_combined_action() -> None:
    """16.5, 16.6: one unit at most, among those that show an icon whose dice burnt out."""
    desk = acting(combined=0, dice={"combined": [(1, 5), (1, 5)]}).choose("radio")
    assert desk.keys == ["burnout:firebrand", "burnout:netrunner"]
    only = acting(combined=0, dice={"combined": [(2, 5), (1, 5)]}).choose("radio")
    assert "netrunner_crashed" in showing(only.s)


def test_16_5_the_action_is_open_in_that_op_only() -> None:
    """16.5, O14: at the end of the Op it is gone."""
    assert acting(combined=0).choose("pass").s.combined == -1


def test_16_6_burnout_flips_a_cadre_or_removes_gear() -> None:
    """16.6, R-SC-33: one unit, however many dice show 1; a crashed one cannot be burnt out."""
    desk = acting("netrunner", dice={"netrun": [(1, 1)]}).choose("netrun")
    assert showing(desk.s) == ["netrunner_crashed"]
    safe = acting("netrunner_crashed", "throttle", dice={"netrun": [1]}).choose("netrun")
    assert showing(safe.s) == ["netrunner_crashed", "throttle"]
    gear = acting("throttle", "deck_rig", dice={"netrun": [1]}).choose("netrun")
    assert showing(gear.s) == ["throttle"]


def test_16_6_vehicles_and_special_units_burn_out_like_cadres() -> None:
    """R-SC-33."""
    desk = acting("firebrand", "skimmer", dice={"enhanced_move": [1]}).choose("enhanced_move")
    assert "skimmer_crashed" in showing(desk.s)
    cell_ = acting("firebrand", "sleeper_cell", dice={"netrun": [(1, 2)]}).choose("netrun")
    assert "sleeper_cell_crashed" in showing(cell_.s)


def test_16_6_an_installation_cannot_burn_out() -> None:
    """R-SC-33: with no eligible unit there is no effect."""
    desk = acting("throttle", friendly=["net_control"], dice={"netrun": [1]}).choose("netrun")
    assert showing(desk.s) == ["throttle"]
    assert desk.s.control[0] == 1


def test_16_1_enhanced_move() -> None:
    """16.1, B6: one Positive is an extra move with STOP; two or more and terrain does not stop it; none is nothing."""
    one = acting("throttle", cell="e5", dice={"enhanced_move": [(6, 2)]}).choose("enhanced_move")
    assert "extra_move:f4" not in one.keys
    two = acting("throttle", cell="e5", dice={"enhanced_move": [(6, 5)]}).choose("enhanced_move")
    assert "extra_move:f4" in two.keys
    two.choose("extra_move:f4")
    assert cell(two.s) == "f4"
    none = acting("throttle", cell="e5", dice={"enhanced_move": [(2, 3)]}).choose("enhanced_move")
    assert cell(none.s) == "e5"


def test_16_1_the_spaceports_pilot_moves_the_team_too() -> None:
    """16.4, B3: a Friendly Spaceport shows a Hot Pilot icon."""
    assert "enhanced_move" in acting("firebrand", friendly=["spaceport"]).keys
    assert "enhanced_move" not in acting("firebrand", friendly=["spaceport"], moved=Moved.HOPPED).keys


# 17.0


@pytest.mark.parametrize(
    ("place", "friendly", "taz", "able"),
    [
        ("c6", [], [], True),
        ("e7", [], [], False),
        ("d6", ["ice_refinery"], [], True),
        ("d6", [], [], False),
        ("e7", [], ["e7"], True),
    ],
)
def test_r_sc_36_where_one_can_recruit(place: str, friendly: list[str], taz: list[str], able: bool) -> None:
    """17.3, R-SC-36: a Settlement, a Friendly Installation or a TAZ."""
    desk = acting("firebrand", "netrunner", cell=place, friendly=friendly, taz=taz)
    assert ("recruit" in desk.keys) is able


def test_17_3_recruit_in_play() -> None:
    """17.3, R-SC-35: a Positive brings TP (2 in this set, once a Mission); with those saved, units are bought at once."""
    desk = acting("firebrand", cell="c6", points=1, dice={"recruit": [(6, 2)]}).choose(
        "recruit", "recruit_tp"
    )
    assert desk.topic == "recruit_unit"
    assert desk.s.points == 3
    desk.choose("recruit_unit:crawler")
    assert showing(desk.s) == ["firebrand", "crawler"]


def test_r_sc_35_points_may_be_spent_without_a_positive() -> None:
    """R-SC-35: spending is part of the action, whatever the dice say; and no more than there are."""
    desk = acting("firebrand", cell="c6", points=1, dice={"recruit": [(2, 2)]}).choose("recruit")
    assert all(BOX.costs[value] == 1 for value in desk.run.values if isinstance(value, int))
    desk.choose("recruit_unit:scope")
    assert "scope" in showing(desk.s)


def test_17_3_a_recruit_positive_may_place_a_taz() -> None:
    """R-SC-38: at a Settlement without a TAZ."""
    desk = acting("firebrand", cell="c6", dice={"recruit": [(6, 2)]}).choose("recruit", "recruit_taz")
    assert desk.s.taz == (BOX.cells.index("c6"),)


@pytest.mark.parametrize(
    ("points", "says"),
    [
        (1, "A Positive can buy nothing here now: you can only spend your points."),
        (0, "Brings nothing now: no Positive can buy anything here, and you have no points."),
    ],
)
def test_17_3_recruiting_in_vain_is_announced(points: int, says: str) -> None:
    """17.3: TP come once a Mission in this set and a TAZ once in a cell; who has had both is told before choosing."""
    desk = acting("firebrand", cell="c6", points=points, taz=["c6"], dice={"recruit": [(6, 2)]})
    desk.s.spent = ("recruit_tp",)
    option = next(it for it in desk.question.options if it.key == "recruit")
    assert option.says == says
    desk.choose("recruit")
    assert "There is nothing to buy: a Positive is lost." in desk.notes


def test_17_4_recruit_value() -> None:
    """17.4: Leader icons on units and Friendly Installations."""
    assert team("firebrand", "organiser", friendly=["broadcast_spire"]).value("leader") == 2 + 1 + 1


def test_17_5_cards_give_units_without_points() -> None:
    """17.5, 12.2: the word `reinforce` with a kind lets the player select; nothing is paid."""
    from sandtable.engine import Ask
    from sandtable.games.free_mars.common.cards.effects import Reinforce
    from sandtable.games.free_mars.surface.cards.words import WORDS

    s = team("firebrand", points=0)
    steps = WORDS.resolve(s, [Reinforce(kind="gear")])
    ask = next(steps)
    assert isinstance(ask, Ask)
    items = ask.options()
    assert len(items) == 12
    steps.send(items[0])
    assert showing(s) == ["firebrand", "rail_carbine"]


# 18.0


def test_18_1_repair_can_be_done_anywhere() -> None:
    """18.1: on a plain cell too."""
    assert "repair" in acting("nanosmith", "firebrand_crashed", cell="e7").keys


def test_w_18_repair() -> None:
    """18.2, W-18: value 3, dice 6,5,5, two crashed units: both are repaired, the third Positive is lost."""
    desk = acting(
        "nanosmith",
        "firebrand_crashed",
        "crawler_crashed",
        friendly=["nano_works"],
        dice={"repair": [(6, 5, 5)]},
    )
    assert desk.s.value("nano") == 3
    desk.choose("repair", "repair_unit:crawler_crashed")
    assert showing(desk.s) == ["firebrand", "nanosmith", "crawler"]


def test_18_2_special_units_are_repaired_too() -> None:
    """18.2: Cadre, Vehicle or Special Unit."""
    desk = acting("nanosmith", "miners_militia_crashed", dice={"repair": [(6, 2)]}).choose("repair")
    assert "miners_militia" in showing(desk.s)


# 19.0


def test_19_1_control_is_gained_by_a_run_in_the_cell() -> None:
    """19.1: only the OPFOR Installation where the Team is."""
    desk = acting("netrunner", cell="g3", dice={"netrun": [(6, 2)]}).choose("netrun", "seize")
    assert desk.s.control == (1, 0, 0, 0, 0, 0)
    assert desk.s.value("cyber") == 3
    assert (
        "seize"
        not in acting("netrunner", cell="g3", friendly=["net_control"], dice={"netrun": [(6, 2, 2)]})
        .choose("netrun")
        .keys
    )


def test_19_2_and_19_3_only_friendly_installations_help() -> None:
    """19.2, 19.3: wherever the Team is; an OPFOR one gives nothing, even in its cell."""
    assert team("throttle", cell="g3").value("cyber") == 0
    assert team("throttle", cell="a1", friendly=["net_control", "ice_refinery"]).value("cyber") == 2


def test_19_4_combat_does_not_touch_installations() -> None:
    """19.4: a battle won at an Installation leaves it as it is."""
    desk = Desk(
        team(
            *TEAM, cell="g3", phase=Phase.ROUND, opfor=["patrol"], has_edge=True, ops=["walkout", "informer"]
        ),
        {"fire": [(6, 6, 1)]},
    )
    assert desk.s.control == (0,) * 6


def test_r_sc_38_taz_markers_are_few_and_not_on_installations() -> None:
    """R-SC-38: two in the set, not in an Installation's cell, not twice in a cell; no Installation, so no edge bonus."""
    dice: dict[str, list[object]] = {"netrun": [(6, 2)]}
    assert "net_taz" not in acting(dice=dice, taz=["a1", "b1"]).choose("netrun").keys
    assert "net_taz" not in acting(dice=dice, cell="f4").choose("netrun").keys
    assert "net_taz" not in acting(dice=dice, taz=["e7"]).choose("netrun").keys
    assert team_edge(team("netrunner", cell="e7", taz=["e7"])) == team_edge(team("netrunner", cell="e7"))
