"""SC 20.0 The campaign."""

from __future__ import annotations

import msgspec

from sandtable.games.free_mars.common.state import MISSION, MISSIONS, OPS, RESERVE, WON
from sandtable.games.free_mars.surface.rules.deployment import deployment_count
from sandtable.games.free_mars.surface.state import Phase

from ..conftest import ChangeBox
from ..kit import BOX, MISSION_NUMBER, Desk, cell, showing, team


def after(won: bool, /, *units: str, dice: dict[str, list[object]] | None = None, **more: object) -> Desk:
    """The debrief of a campaign Mission, up to the next question."""
    settings: dict[str, object] = {
        "phase": Phase.DEBRIEF,
        "is_mission_won": won,
        "cell": "e7",
        "ops": 4,
        **more,
    }
    s = team(*(units or ("firebrand",)), campaign=True, **settings)  # type: ignore[arg-type]
    return Desk(s, {"gather": [1, 1], **(dice or {})})


def test_20_1_a_mission_that_ends_leads_to_the_next() -> None:
    """20.1: in a campaign a Mission won is not the end of the game."""
    s = team(
        "firebrand", "netrunner", campaign=True, cell="e7", nexus="e7", phase=Phase.OBJECTIVE, ops=4, net=2
    )
    desk = Desk(s, {"objective": [(6, 6), (6, 6)], "gather": [1, 1]})
    assert desk.is_won is None
    assert desk.s.won == 1


def test_20_2_1_the_nexus_is_removed_and_20_2_2_markers_stay() -> None:
    """20.2: no Nexus; Installations and TAZ stay after a win."""
    desk = after(True, nexus="a4", friendly=["spaceport"], taz=["a1"])
    assert desk.s.nexus == -1
    assert desk.s.taz == (BOX.cells.index("a1"),)
    assert desk.s.control[1] == 1


def test_20_2_3_and_20_2_4_units() -> None:
    """20.2, R-SC-39: the eliminated are in the Recruit Box, the Team is kept and effective, Special Units go back."""
    s = team(
        "firebrand_crashed", "netrunner_crashed", "crawler_crashed", "medi_pack", "miners_militia", "sleeper_cell_crashed",
        campaign=True, phase=Phase.DEBRIEF, is_mission_won=True, points=9,
    )  # fmt: skip
    s.hit(next(u for u in s.team() if BOX.units[u] == "netrunner"))
    desk = Desk(s, {"gather": [1, 1]})
    assert showing(desk.s) == ["firebrand", "medi_pack", "crawler"]
    assert "recruit_unit:netrunner" in desk.keys
    assert 3 not in desk.s.units


def test_20_2_4_the_team_gathers_at_a_friendly_installation_or_taz() -> None:
    """20.2.4: any one, which the player selects; with none, a random location."""
    desk = after(True, friendly=["spaceport", "ice_refinery"], taz=["a1"])
    assert sorted(desk.keys) == ["gather:a1", "gather:d6", "gather:f4"]
    assert cell(desk.choose("gather:d6").s) == "d6"
    assert cell(after(True).s) == "b1"


def test_20_2_5_the_next_mission_is_set_up() -> None:
    """20.2.5, R-SC-41: a new Mission card, a whole new Ops deck and Reserve; units may be bought."""
    desk, dealt = after(True, points=3), BOX.scenario.ops
    cards = desk.s.cards
    assert (cards.count(MISSION), cards.count(OPS), cards.count(RESERVE)) == (1, dealt, 14 - dealt)
    assert not any(cards.knows(0, card) for card in cards.zones[OPS])
    assert desk.topic == "recruit_unit"
    assert not desk.s.is_revealed


def test_20_3_1_a_won_card_stays_and_enhances() -> None:
    """20.3.1: its icons add to the Team's values, cumulatively; it is not drawn again."""
    desk = after(True, "throttle", mission="blackout", won=["airwaves"])
    assert desk.s.cards.zones[WON] == [MISSION_NUMBER["airwaves"], MISSION_NUMBER["blackout"]]
    assert (desk.s.value("cyber"), desk.s.value("leader")) == (1, 1)


def test_20_3_2_the_net_level_stays_after_a_win() -> None:
    """20.3.2, R-SC-39: set-up does not put it back to 1."""
    assert after(True, net=4).s.net == 4


def test_w_20_points_after_a_win(changed_box: ChangeBox) -> None:
    """20.3.4, R-SC-40, W-20: 1 TP, 4 Ops cards left and a refit of 3: 8 TP; later battles pick one more unit."""
    grant = msgspec.structs.replace(BOX.scenario.grant, won=3)
    changed_box(scenario=msgspec.structs.replace(BOX.scenario, grant=grant))
    desk = after(True, points=1, ops=4)
    assert desk.s.points == 8
    deploy = BOX.deploys[0]
    assert deployment_count(desk.s, deploy) == max(deploy.least, desk.s.net + deploy.plus) + 1


def test_the_sets_own_grants() -> None:
    """R-SC-40 as this set has it: nothing after a win but the Ops cards left, 2 after a loss, 8 without a Cadre."""
    grant = BOX.scenario.grant
    assert (grant.won, grant.lost, grant.no_cadre) == (0, 2, 8)
    assert after(True, points=1, ops=4).s.points == 5
    assert after(False, points=1, ops=4).s.points == 3
    alone = after(False, "rail_carbine", points=1, ops=4)
    assert alone.s.points == 9


def test_20_3_5_every_battle_picks_one_more_per_mission_won() -> None:
    """20.3.5, R-SC-42: two won, two more."""
    s = team("firebrand", cell="e7", net=2, won=["airwaves", "skyhook"], mission="blackout")
    assert deployment_count(s, BOX.deploys[0]) == 4


def test_20_4_a_mission_that_is_not_won() -> None:
    """20.4: the card goes back, NET -1 (never under 1), all Installations turn OPFOR, TP are kept; TAZ stay (R-SC-39)."""
    desk = after(False, net=3, friendly=["spaceport"], taz=["a1"], points=2)
    assert (desk.s.net, desk.s.control, desk.s.enhancers) == (2, (0,) * 6, [0] * 5)
    assert desk.s.taz == (BOX.cells.index("a1"),)
    assert cell(desk.s) == "a1"  # the only place to gather
    assert desk.s.cards.count(MISSIONS) == 3
    assert after(False, net=1).s.net == 1


def test_20_4_1_a_lost_mission_can_be_picked_again() -> None:
    """20.4.1: all four cards are in the draw."""
    order = (
        MISSION_NUMBER["blackout"],
        MISSION_NUMBER["skyhook"],
        MISSION_NUMBER["rising"],
        MISSION_NUMBER["airwaves"],
    )
    desk = after(False, mission="airwaves", dice={"mission deck": [order]})
    assert desk.s.cards.zones[MISSION] == [MISSION_NUMBER["airwaves"]]


def test_20_5_all_missions_won_win_the_campaign() -> None:
    """20.5: the fourth."""
    desk = after(True, mission="rising", won=["airwaves", "blackout", "skyhook"])
    assert desk.is_won is True


def test_20_6_two_lost_in_a_row_lose_it() -> None:
    """20.6: one lost does not, and a win in between counts anew."""
    assert after(False).is_won is None
    assert after(False, losses=1).is_won is False
    assert after(True, losses=1).s.losses == 0


def test_r_sc_6_the_next_mission_needs_a_cadre() -> None:
    """R-SC-6, R-SC-40: a Team that lost all its Cadres buys one first."""
    desk = after(False, "rail_carbine")
    assert "done" not in desk.keys


def test_13_4_the_look_comes_before_the_force_is_bought() -> None:
    """13.4, 20.3.2: NET stays at 6 after a win, and while it is there the new Ops deck may be seen before TP are spent."""
    desk = after(True, net=6, points=5)
    assert desk.topic == "recruit_unit"
    assert all(desk.s.cards.knows(0, card) for card in desk.s.cards.zones[OPS])
    below = after(True, net=5, points=5)
    assert below.topic == "recruit_unit"
    assert not any(below.s.cards.knows(0, card) for card in below.s.cards.zones[OPS])
