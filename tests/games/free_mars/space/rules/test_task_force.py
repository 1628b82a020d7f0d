"""Chapters 10 to 12: Task Forces, movement, Intercept Points."""

from __future__ import annotations

from sandtable.games.free_mars.space.rules.actions import special_phase
from sandtable.games.free_mars.space.rules.intercepts import REVEALABLE
from sandtable.games.free_mars.space.rules.task_force import declare, move
from sandtable.games.free_mars.space.state import GONE, Phase

from ..kit import BOX, disrupt, mark, point, run, squadron, unit

#: No card is drawn in these tests; markers show what they give by their ids.
FUEL = "fuel_intercept"


def test_any_ships_of_one_point_form_the_task_force() -> None:
    """W-2 10.1 Of three ships in a Point two may be the Task Force; the third stays and does nothing (R-SP-14)."""
    s = squadron("red_lance", "sand_viper", "wadi_runner")
    run(declare(s))
    run(move(s), answers=["leave", "leave:sand_viper", "all", "move:h1"])
    assert s.tf == (unit("red_lance"), unit("wadi_runner"))
    assert (s.at[unit("sand_viper")], s.at[unit("red_lance")]) == (point("lp"), point("h1"))


def test_the_player_chooses_between_groups() -> None:
    """10.1 A Task Force comes from one Point; with ships in two the player says which."""
    s = squadron("red_lance", "sand_viper")
    s.at[unit("sand_viper")] = point("m1")
    told = run(declare(s), answers=["declare:m1"])
    assert told.keys("declare") == ["declare:lp", "declare:m1"]
    assert s.tf == (unit("sand_viper"),)


def test_at_least_one_ship_goes() -> None:
    """10.1 Not every ship of the group can be left behind."""
    s = squadron("red_lance", "sand_viper")
    run(declare(s))
    told = run(move(s), answers=["leave", "leave:red_lance", "stay"])
    assert told.topics == ["move", "leave", "move"]
    assert s.tf == (unit("sand_viper"),)


def test_nobody_is_asked_who_stays_behind() -> None:
    """10.1 19.3 All ships go with their Pods; leaving ships and shifting Pods are options beside the places to go."""
    s = squadron("sand_viper+p1b", "red_lance")
    assert run(declare(s)).topics == ["declare"]
    told = run(move(s), answers=["move:h1"])
    assert told.topics == ["move"]
    assert told.keys("move")[-4:] == ["stay", "leave", "shift", "shift_after"]


def test_ships_are_left_before_pods_are_shifted() -> None:
    """10.1 19.3 The declaration comes first: who has shifted Pods leaves nobody behind any more."""
    s = squadron("sand_viper+p1b", "red_lance", "wadi_runner")
    told = run(move(s), answers=["shift", "stow:red_lance", "shift_after", "stay", "stow:wadi_runner"])
    options = [keys for topic, keys in told.asked if topic == "move"]
    assert "leave" in options[0]
    assert [key for key in options[1] if ":" not in key] == ["stay", "shift_after"]
    assert [key for key in options[2] if ":" not in key] == ["stay"]
    assert s.cargo[unit("wadi_runner")] == (unit("p1b"),)


def test_a_single_ship_leaves_nobody_and_shifts_nothing() -> None:
    """10.1 19.3 One ship cannot leave itself, nor hand its Pods to another."""
    told = run(move(squadron("sand_viper+p1b")), answers=["stay"])
    assert told.keys("move")[-1] == "stay"


def test_pods_are_shifted_only_where_another_ship_could_carry_them() -> None:
    """19.2 19.3 With nothing aboard there is nothing to shift."""
    told = run(move(squadron("sand_viper", "red_lance")), answers=["stay"])
    assert told.keys("move")[-2:] == ["stay", "leave"]


def test_no_limit_to_ships_in_a_point() -> None:
    """10.2 All eight ships may be in one Point."""
    s = squadron(*(ship.id for ship in BOX.ships))
    run(declare(s))
    assert len(s.tf) == 8


def test_the_slowest_ship_sets_the_pace() -> None:
    """W-1 11.1 With Energy 2 and 3 the Task Force moves 0, 1 or 2 Points."""
    s = squadron("forge_mother", "sand_viper", at="h1")
    told = run(move(s), answers=["stay"])
    reached = {key.removeprefix("move:") for key in told.keys("move") if key != "leave"}
    near = {i for i, n in zip(BOX.orbits.ids, BOX.orbits.distance[point("h1")], strict=True) if 0 < n <= 2}
    assert reached == near | {"stay"}


def test_movement_and_edge_read_different_ships() -> None:
    """C-6 11.1 Ghost Wire and Red Lance move with Energy 3, the slower one's."""
    s = squadron("ghost_wire", "red_lance", at="h1")
    told = run(move(s), answers=["stay"])
    reach = {point(key.removeprefix("move:")) for key in told.keys("move") if ":" in key}
    assert max(BOX.orbits.distance[point("h1")][p] for p in reach) == 3


def test_without_energy_nothing_moves() -> None:
    """11.2 R-SP-16 A ship with Energy 0 in the Task Force keeps it where it is."""
    assert BOX.orbits.reach(point("h1"), 0, ()) == [point("h1")]


def test_orbitals_are_changed_at_nodes() -> None:
    """11.3 From a Point between Nodes there is no way to another Orbital; from a Node, and from the Launch Point, there is."""
    between = BOX.orbits.reach(point("h1_2"), 1, ())
    node = BOX.orbits.reach(point("h2"), 1, ())
    launch = BOX.orbits.reach(point("lp"), 1, ())
    assert {BOX.orbits.ids[p] for p in between} == {"h1_2", "h1", "h2"}
    assert {BOX.orbits.ids[p] for p in node} == {"h2", "h1_2", "h2_3", "m2"}
    assert {BOX.orbits.ids[p] for p in launch} == {"lp", "h1"}


def test_a_marker_ends_movement() -> None:
    """11.4 12.2 With a marker at H1 the Launch Point leads no further; a later turn may go on from there."""
    s = squadron("ghost_wire")
    mark(s, "h1", "fuel")
    told = run(move(s), answers=["move:h1"])
    assert told.keys("move") == ["move:h1", "stay"]
    onward = BOX.orbits.reach(point("h1"), 1, s.sites)
    assert {BOX.orbits.ids[p] for p in onward} == {"h1", "h1_2", "h6_1", "m1", "lp"}


def test_a_revealed_marker_is_placed_with_a_ship() -> None:
    """W-9 12.4 R-SP-18 Entering brings the marker aboard and 1 AP, no NET Run; the special action is still free."""
    s = squadron("sand_viper", "wadi_runner")
    mark(s, "h1", "fuel", revealed=True)
    told = run(move(s), answers=["move:h1", "capture:sand_viper"])
    assert told.keys("capture") == ["capture:sand_viper", "capture:wadi_runner", "remove"]
    assert s.cargo[unit("sand_viper")] == (unit(FUEL),)
    assert (s.points, s.sites, s.captured) == (1, (), 1)
    assert s.phase is Phase.OPS_CARD
    s.phase = Phase.SPECIAL
    assert "special" in run(special_phase(s), answers=["nothing"]).topics


def test_a_revealed_marker_may_be_removed() -> None:
    """12.4 Instead of being placed the marker may be removed; that brings no AP."""
    s = squadron("sand_viper")
    mark(s, "h1", "fuel", revealed=True)
    run(move(s), answers=["move:h1", "remove"])
    assert (s.points, s.sites, s.cargo[unit("sand_viper")]) == (0, (), ())


def test_a_full_ship_discards_a_pod_or_the_marker() -> None:
    """R-SP-19 With no room a Pod may be discarded for the marker, or the marker removed."""
    for answer, cargo, points in (("discard:p1b", (unit(FUEL),), 1), ("remove", (unit("p1b"),), 0)):
        s = squadron("sand_viper+p1b")
        mark(s, "h1", "fuel", revealed=True)
        run(move(s), answers=["move:h1", answer])
        assert (s.cargo[unit("sand_viper")], s.points) == (cargo, points)


def test_a_held_marker_can_make_room_too() -> None:
    """R-SP-19 12.5 A marker is treated as a Pod: one that is held may be discarded for the new one."""
    s = squadron("sand_viper+cyber_intercept")
    mark(s, "h1", "fuel", revealed=True)
    run(move(s), answers=["move:h1", "discard:cyber_intercept"])
    assert s.cargo[unit("sand_viper")] == (unit(FUEL),)
    assert s.markers.where[unit("cyber_intercept") - BOX.first_marker] == GONE


def test_hidden_marker_captured_by_a_net_run() -> None:
    """W-6 12.3 Cyber dice 5,1 and NET dice 6,2: marker and 1 AP, one more outcome, one Burnout on the runner."""
    s = squadron("ghost_wire", net=2, at="m3", phase=Phase.SPECIAL)
    mark(s, "m3", "weapons")
    dice = {"net_run": [(5, 1)], "net dice": [(6, 2)]}
    told = run(special_phase(s), dice, answers=["reveal"])
    assert (s.points, s.captured, s.sites) == (1, 1, ())
    assert s.is_revealed
    assert told.keys("burnout") == ["burnout:ghost_wire"]
    assert s.is_flipped[unit("ghost_wire")]


def test_hidden_marker_lost_by_a_failed_run() -> None:
    """W-7 12.3 A run of 2s to 4s removes the marker unseen; it counts for Clear and brings no AP."""
    s = squadron("ghost_wire", at="m3", phase=Phase.SPECIAL)
    for at, marker in (("m3", "weapons"), ("h5", "fuel"), ("l1", "cyber")):
        mark(s, at, marker)
    before = s.cleared()
    run(special_phase(s), {"net_run": [(2, 4)], "net dice": [(3,)]})
    assert (s.cleared() - before, s.points, point("m3") in s.sites) == (1, 0, False)
    assert s.markers.known[0] == 0  # the weapons marker was never seen


def test_a_task_force_without_cyber_has_failed() -> None:
    """W-8 R-SP-17 12.3 No Cyber, no run: the marker is removed, and that was the special action."""
    s = squadron("sand_viper", at="m3", phase=Phase.SPECIAL)
    mark(s, "m3", "weapons")
    told = run(special_phase(s))
    assert (s.sites, s.points, told.topics) == ((), 0, [])
    assert s.phase is Phase.DECLARE


def test_the_duty_waits_for_ships_that_broke_off() -> None:
    """R-SP-17 12.3 If every ship has broken off, the marker stays hidden."""
    s = squadron("ghost_wire", at="m3", phase=Phase.SPECIAL)
    mark(s, "m3", "weapons")
    s.off = s.tf
    run(special_phase(s))
    assert s.sites == (point("m3"),)


def test_what_each_marker_gives() -> None:
    """12.5 12.6 A held marker adds 1 of its kind to its ship and takes a Pod's place; a Disrupted ship gets nothing."""
    gives = {"weapons": 0, "fuel": 1, "cyber": 2, "assembler": 3, "bombardment": 4, "trooper": 5}
    for name, ability in gives.items():
        bare = squadron("sand_viper").ability(unit("sand_viper"), ability)
        s = squadron(f"sand_viper+{name}_intercept")
        assert s.ability(unit("sand_viper"), ability) == bare + 1
        assert s.room(unit("sand_viper")) == 0
        disrupt(s, "sand_viper")
        assert s.ability(unit("sand_viper"), ability) == BOX.ship_values[unit("sand_viper")][1][ability]


def test_only_markers_elsewhere_can_be_revealed() -> None:
    """R-SP-18 An effect reveals a hidden marker in a Point without friendly ships."""
    s = squadron("ghost_wire", at="m3")
    mark(s, "m3", "weapons")
    mark(s, "h5", "fuel")
    mark(s, "l1", "cyber", revealed=True)
    assert REVEALABLE.all(s) == [point("h5")]
