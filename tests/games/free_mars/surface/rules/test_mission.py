"""SC 9.0 Mission cards, Nexus and Mission Resolution."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from sandtable.games.free_mars.common.cards.effects import LoseOps, Net, Reinforce
from sandtable.games.free_mars.surface.house.chances import attempt
from sandtable.games.free_mars.surface.rules.combat import opfor_edge
from sandtable.games.free_mars.surface.rules.missions import mission_battle
from sandtable.games.free_mars.surface.state import Phase

from ..conftest import ChangeBox
from ..kit import BOX, Desk, cell, kinds, opfor, showing, team

OPS = ["system_purge", "walkout", "dust_storm"]


@pytest.fixture
def example_mission(changed_box: ChangeBox) -> None:
    """The Mission of the rulebook's example: Leader 1, Pilot 1, total 3."""
    card = msgspec.structs.replace(BOX.missions[0], needs={"leader": 1, "pilot": 1}, total=3)
    changed_box(missions=(card, *BOX.missions[1:]))


def at_the_objective(*units: str, dice: dict[str, list[object]] | None = None, **more: object) -> Desk:
    """After the mission battle, at the Objective."""
    settings: dict[str, object] = {
        "phase": Phase.OBJECTIVE, "cell": "e7", "nexus": "e7", "ops": OPS, "net": 3, **more
    }  # fmt: skip
    return Desk(team(*(units or ("firebrand", "throttle")), **settings), dice)  # type: ignore[arg-type]


def test_9_1_to_9_3_the_mission_is_revealed_by_a_run_and_the_nexus_placed() -> None:
    """9.2, 9.3: a Positive turns the card up; the Nexus goes to a random location at once."""
    s = team("netrunner", phase=Phase.ACTION, cell="e7", ops=OPS)
    assert not s.is_revealed
    desk = Desk(s, {"netrun": [(5, 2)], "nexus": [6, 5]}).choose("netrun", "reveal")
    assert desk.s.is_revealed
    assert BOX.cells[desk.s.nexus] == "h6"
    assert "The Mission is Seize the Airwaves." in desk.notes


def test_r_sc_10_any_result_of_the_random_location_is_valid() -> None:
    """R-SC-10: also the Team's own cell; the Mission can then be attempted in this Op."""
    s = team("netrunner", phase=Phase.ACTION, cell="e5", ops=OPS)
    desk = Desk(s, {"netrun": [(5, 2)], "nexus": [5, 3]}).choose("netrun", "reveal")
    assert desk.topic == "attempt"


def test_9_4_the_nexus_only_marks_a_place() -> None:
    """9.4: standing there changes neither movement nor battles."""
    there, elsewhere = team("netrunner", cell="e7", nexus="e7"), team("netrunner", cell="e7", nexus="a1")
    assert Desk(there).keys == Desk(elsewhere).keys


def test_9_5_an_attempt_needs_the_nexus_and_a_revealed_mission_and_may_be_declined() -> None:
    """9.5, 8.1: asked in phase 5 in the Nexus cell only; declining goes on to the next Op."""
    assert Desk(team("firebrand", phase=Phase.MISSION, cell="e7", nexus="e7", ops=OPS)).topic == "attempt"
    assert Desk(team("firebrand", phase=Phase.MISSION, cell="e7", nexus="a1", ops=OPS)).topic == "move"
    assert Desk(team("firebrand", phase=Phase.MISSION, cell="e7", ops=OPS)).topic == "move"
    declined = Desk(team("firebrand", phase=Phase.MISSION, cell="e7", nexus="e7", ops=OPS)).choose(
        "attempt:no"
    )
    assert declined.topic == "move"


def test_9_5_1_the_missions_battle(changed_box: ChangeBox) -> None:
    """9.5.1: a Mission with NET+1; at NET 2 three units are fought, besides any battle of phase 3."""
    plain = msgspec.structs.replace(BOX.missions[0], plus=1, including=())
    changed_box(missions=(plain, *BOX.missions[1:]))
    s = team("firebrand", "breaker", phase=Phase.MISSION, cell="e7", nexus="e7", net=2, ops=OPS)
    desk = Desk(
        s,
        {
            "opfor": [kinds("patrol", "drones", "agent")],
            "edge": [((6,), (1,))],
            "fire": [(1,) * 4],
            "opfor fire": [(1,) * 5],
        },
    )
    desk.choose("attempt:yes")
    assert sorted(opfor(desk.s)) == ["agent", "drones", "patrol"]
    assert desk.topic == "breakoff"


def test_r_sc_11_only_the_campaigns_extra_is_added(changed_box: ChangeBox) -> None:
    """R-SC-11, R-SC-42: no Installation number, no TAZ; one more per Mission won; not more than the Bin holds."""
    plain = msgspec.structs.replace(BOX.missions[0], plus=1, including=())
    changed_box(missions=(plain, *BOX.missions[1:]))
    for settings, units in (
        ({"cell": "f4", "nexus": "f4"}, 2),
        ({"cell": "e7", "nexus": "e7", "taz": ["e7"]}, 2),
        ({"cell": "e7", "nexus": "e7", "won": ["blackout", "rising"]}, 4),
    ):
        s = team("firebrand", **settings)
        _, pick = itertools.islice(mission_battle(s), 2)
        assert pick.n == units  # type: ignore[union-attr]


def test_r_sc_14_a_breakoff_is_no_failure() -> None:
    """R-SC-14: the Objective is not tried, the Nexus stays, nothing is lost but the Op."""
    s = team(
        "firebrand",
        phase=Phase.ROUND,
        cell="e7",
        nexus="e7",
        ops=OPS,
        opfor=["patrol"],
        is_mission_battle=True,
        has_edge=True,
    )
    desk = Desk(s, {"fire": [1], "opfor fire": [1], "breakoff": [2], "escape": [1, 1]})
    desk.choose("breakoff:firebrand")
    assert (cell(desk.s), BOX.cells[desk.s.nexus], desk.topic, desk.s.ops_left) == ("b1", "e7", "move", 3)
    assert not desk.s.is_mission_battle


@pytest.mark.usefixtures("example_mission")
@pytest.mark.parametrize(
    ("bonus", "won", "rolled"), [((6, 5), True, 2), ((6, 3, 2), False, 3), ((2, 3), False, 2)]
)
def test_w_3_the_rulebooks_example(bonus: tuple[int, ...], won: bool, rolled: int) -> None:
    """9.5.2, W-3: L1, P1, total 3; L 5,2; P 3,4; NET 3. All bonus dice for Pilot: 6,5,2 succeed; 6,3,2 fall short of the total; 2,3,4 of Pilot.

    Dice that can change nothing any more are not asked for: after 6,5 the Objective is met, after 2,3 it cannot be.
    """
    desk = at_the_objective(dice={"objective": [(5, 2), (3, 4)], "bonus": list(bonus)})
    desk.choose(*["bonus:pilot"] * rolled)
    assert desk.is_won is (True if won else None)
    if not won:
        assert desk.topic == "move"
        assert sum(note.startswith("The attempt fails: ") for note in desk.notes) == 1


@pytest.mark.usefixtures("example_mission")
def test_9_5_2_5_nobody_is_asked_for_the_order() -> None:
    """9.5.2.5: each icon is rolled on its own. In which order changes nothing, so it is that of the card: Leader, then Pilot."""
    desk = at_the_objective(dice={"objective": [(5, 2), (3, 4)]})
    assert desk.topic == "bonus"
    assert desk.s.scored[BOX.icon["leader"]] == 1
    assert desk.s.scored[BOX.icon["pilot"]] == 0


@pytest.mark.usefixtures("example_mission")
def test_9_5_2_6_bonus_dice_are_declared_one_by_one_and_may_be_left() -> None:
    """9.5.2.6, R-SC-12: NET Level dice in all, each for an icon that is named before it is rolled."""
    desk = at_the_objective(dice={"objective": [(5, 2), (3, 4)], "bonus": [2]})
    assert desk.keys == ["bonus:leader", "bonus:pilot", "done"]
    assert desk.question.prompt.startswith("3 NET bonus dice, 2 Positives to go.")
    assert desk.choose("bonus:leader").question.prompt.startswith("2 NET bonus dice, 2 Positives to go.")
    assert desk.choose("done").topic == "move"


@pytest.mark.usefixtures("example_mission")
def test_9_5_2_2_installations_count_for_the_challenge_value() -> None:
    """9.5.2.2: icons on units, Gear and Vehicles, and on Friendly Installations anywhere."""
    desk = at_the_objective(
        "firebrand", "banner", "skimmer", friendly=["spaceport"], dice={"objective": [(5, 6, 6), (5, 2)]}
    )
    assert desk.is_won is True


@pytest.mark.usefixtures("example_mission")
def test_9_5_2_4_every_number_must_be_reached() -> None:
    """9.5.2.4: four Positives of one icon do not replace the other's one."""
    desk = at_the_objective(
        "firebrand", "organiser", "banner", "throttle", net=1,
        dice={"objective": [(5, 6, 6, 5), (2, 4)], "bonus": [4]},
    )  # fmt: skip
    desk.choose("bonus:pilot")
    assert desk.is_won is None
    assert sum(note.startswith("The attempt fails: ") for note in desk.notes) == 1


@pytest.mark.usefixtures("example_mission")
def test_w_5_without_an_icon_no_dice_are_rolled() -> None:
    """R-SC-13, W-5: no Pilot icon in play: the attempt fails without objective dice, and the Nexus moves."""
    desk = at_the_objective("firebrand", "netrunner", dice={"nexus": [1, 1]})
    assert desk.thrown[:2] == ["nexus", "nexus"]
    assert BOX.cells[desk.s.nexus] == "b1"


def test_9_6_success_wins_the_mission() -> None:
    """9.6, 6.1, R-SC-5: the game ends at once."""
    desk = at_the_objective("firebrand", "netrunner", dice={"objective": [(6, 6), (6, 6)]})
    assert desk.is_won is True
    assert desk.run.outcome is not None
    assert desk.run.outcome.reason == "The Mission is fulfilled."


def test_9_7_failure_moves_the_nexus_at_once() -> None:
    """9.7: by the random procedure; the Mission can be tried again there, against its OPFOR again."""
    desk = at_the_objective(
        "firebrand", "netrunner", net=1, dice={"objective": [(2, 2), (2, 2)], "nexus": [1, 6]}
    )
    assert BOX.cells[desk.s.nexus] == "a2"
    assert desk.s.is_revealed


def test_9_8_bonuses_are_for_the_campaign_only() -> None:
    """9.8: a Mission card that is not won gives no icons."""
    assert team("throttle", mission="blackout").value("cyber") == 0


def test_r_sc_15_burnout_of_the_objective() -> None:
    """R-SC-15, 16.6: one unit at most, after all objective dice; bonus dice cannot burn out."""
    desk = at_the_objective(
        "firebrand", "netrunner", net=2, dice={"objective": [(1, 5), (1, 2)], "bonus": [1], "nexus": [1, 1]}
    ).choose("bonus:leader")
    assert desk.keys == ["burnout:firebrand", "burnout:netrunner"]
    desk.choose("burnout:netrunner")
    assert showing(desk.s) == ["firebrand", "netrunner_crashed"]


def test_r_sc_15_burnout_also_comes_with_success_in_a_campaign() -> None:
    """R-SC-15: a Mission won in the campaign still costs the Gear."""
    desk = at_the_objective(
        "firebrand",
        "deck_rig",
        "netrunner_crashed",
        campaign=True,
        dice={"objective": [(6, 6), (1, 6)]},
    )
    assert "deck_rig" not in showing(desk.s)
    assert desk.s.won == 1


def test_r_sc_29_a_stalemate_in_the_mission_battle_goes_on_to_the_objective(changed_box: ChangeBox) -> None:
    """R-SC-29: the Mission Resolution continues."""
    changed_box(sides=tuple(msgspec.structs.replace(side, combat=0) for side in BOX.sides))
    s = team(
        "netrunner_crashed",
        "banner",
        phase=Phase.ROUND,
        cell="e7",
        nexus="e7",
        ops=OPS,
        opfor=["patrol"],
        is_mission_battle=True,
    )
    assert Desk(s).s.phase != Phase.ROUND


def test_a_mission_card_may_print_win_lose(changed_box: ChangeBox) -> None:
    """R-SC-14: a mission battle has no Win/Lose award unless the card prints one."""
    settings: dict[str, object] = {
        "phase": Phase.ROUND, "cell": "e7", "nexus": "e7", "ops": OPS, "opfor": ["patrol"], "is_mission_battle": True, "has_edge": True
    }  # fmt: skip
    plain = Desk(team("breaker", "firebrand", **settings), {"fire": [(6, 6, 1, 1)]})  # type: ignore[arg-type]
    assert plain.topic != "gain"
    changed_box(missions=(msgspec.structs.replace(BOX.missions[0], win_lose=1), *BOX.missions[1:]))
    printed = Desk(team("breaker", "firebrand", **settings), {"fire": [(6, 6, 1, 1)]})  # type: ignore[arg-type]
    assert printed.topic == "gain"


# What a Mission card says of its own


@pytest.fixture
def own_mission(changed_box: ChangeBox) -> None:
    """A Mission with everything that can be printed besides its numbers."""
    card = msgspec.structs.replace(
        BOX.missions[0],
        including=("gunship",),
        edge=2,
        revealed=(Reinforce(units=("miners_militia",)), Net(1)),
        failed=(LoseOps(),),
        text="The Militia joins you.",
    )
    changed_box(missions=(card, *BOX.missions[1:]))


@pytest.mark.usefixtures("own_mission")
def test_9_5_1_a_mission_may_name_units_of_its_battle() -> None:
    """9.5.1, 8.3: the Gunship that the card names is among the NET+1, and its edge is added (15.4.1)."""
    s = team("firebrand", "breaker", phase=Phase.MISSION, cell="e7", nexus="e7", net=2, ops=OPS)
    desk = Desk(
        s,
        {
            "opfor": [kinds("patrol", "drones")],
            "edge": [((1,), (1,))],
            "fire": [(1,) * 4],
            "opfor fire": [(1,) * 7],
        },
    )
    desk.choose("attempt:yes")
    assert sorted(opfor(desk.s)) == ["drones", "gunship", "patrol"]
    assert not desk.s.has_edge  # 1 + NET 2 + 2 Leader icons against 1 + 3 of the Gunship + 2 of the card
    assert opfor_edge(desk.s) == 5


@pytest.mark.usefixtures("own_mission")
def test_9_2_a_mission_may_say_what_follows_when_it_is_revealed() -> None:
    """9.2, 9.3, 8.3: after the Nexus is placed the card's own words are carried out."""
    s = team("netrunner", phase=Phase.ACTION, cell="e7", ops=OPS)
    desk = Desk(s, {"netrun": [(5, 2)], "nexus": [6, 5]}).choose("netrun", "reveal")
    assert "miners_militia" in showing(desk.s)
    assert desk.s.net == 2


@pytest.mark.usefixtures("own_mission")
def test_9_7_a_mission_may_say_what_follows_a_failure() -> None:
    """9.7, 8.3: an Objective that is not met moves the Nexus, and the card's own words are carried out."""
    desk = at_the_objective(
        "firebrand", "netrunner", net=1, dice={"objective": [(2, 2), (2, 2)], "nexus": [6, 5]}
    )
    assert desk.s.ops_left == 2
    assert BOX.cells[desk.s.nexus] == "h6"


@pytest.mark.usefixtures("own_mission")
def test_the_chances_of_an_attempt_know_the_units_named() -> None:
    """9.5: what `odds` says of an attempt agrees with the units that are certain to come."""
    s = team("firebrand", "netrunner", "breaker", phase=Phase.MISSION, cell="e7", nexus="e7", net=1, ops=OPS)
    named = attempt(s, BOX.missions[0])
    plain = attempt(s, msgspec.structs.replace(BOX.missions[0], including=(), edge=0))
    assert named.lost > plain.lost
    assert named.success + named.lost + named.failure == pytest.approx(1)


# What the Mission cards of the set say


@pytest.mark.parametrize(("mission", "named", "edge"), [("airwaves", "agent", 5), ("skyhook", "gunship", 4)])
def test_the_set_names_units_of_two_mission_battles(mission: str, named: str, edge: int) -> None:
    """9.5.1, B8: Seize the Airwaves brings the Agent (edge 3) and 2 more edge, Skyhook the Gunship (3) and 1 more."""
    s = team("firebrand", "breaker", phase=Phase.MISSION, cell="e7", nexus="e7", ops=OPS, mission=mission)
    fires: dict[str, list[object]] = {
        "fire": [(1,) * 4],
        "opfor fire": [(1,) * (3 if named == "agent" else 5)],
    }
    desk = Desk(s, {"opfor": [kinds("patrol")], "edge": [((6,), (1,))], **fires}).choose("attempt:yes")
    assert sorted(opfor(desk.s)) == sorted([named, "patrol"])
    assert opfor_edge(desk.s) == edge


def test_blackout_loses_net_when_its_objective_is_not_met() -> None:
    """9.7, B8: the grid comes back, NET -1."""
    desk = at_the_objective(
        "netrunner",
        "nanosmith",
        mission="blackout",
        net=3,
        dice={"objective": [(2, 2), (2, 2)], "nexus": [6, 5]},
    ).choose("done")
    assert desk.s.net == 2


def test_general_rising_brings_the_militia_when_it_is_revealed() -> None:
    """9.2, B8: the Miners' Militia joins at once."""
    s = team("netrunner", phase=Phase.ACTION, cell="e7", ops=OPS, mission="rising")
    desk = Desk(s, {"netrun": [(5, 2)], "nexus": [6, 5]}).choose("netrun", "reveal")
    assert "miners_militia" in showing(desk.s)
