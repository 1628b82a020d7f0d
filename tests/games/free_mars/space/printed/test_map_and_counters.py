"""Chapters 1 to 5: the set, the map, the counters and the cards."""

from __future__ import annotations

from sandtable.games.free_mars.space.game import GAME
from sandtable.games.free_mars.space.printed.files import ASSEMBLY, CYBER, ENERGY, WEAPONS
from sandtable.games.free_mars.space.rules.set_up import random_node

from ..kit import BOX, disrupt, point, run, squadron, unit


def test_the_set_has_forty_counters_and_eighteen_cards() -> None:
    """1.0 40 counters and 18 cards: 8 ships, 9 Pods, 6 Intercepts, 12 OPFOR and 5 others; 14 Ops and 4 Missions."""
    markers = 5  # Orbital Base, NET, AP, TF, Bombarded: kept as numbers in the state
    counters = len(BOX.ships) + len(BOX.pods) + len(BOX.intercepts) + sum(BOX.bin) + markers
    assert (counters, len(BOX.ops), len(BOX.missions)) == (40, 14, 4)


def test_one_player_against_the_system() -> None:
    """2.0 The game is for one player; the OPFOR has no seat."""
    assert [seat.id for seat in GAME.seats(None)] == ["rebels"]


def test_the_map_has_thirty_two_points() -> None:
    """3.0 B2: 12 + 12 + 6 Points on Orbitals, the Launch Point and the Close Orbit."""
    assert len(BOX.orbits.ids) == 32


def test_nodes_are_where_orbitals_and_tracks_meet() -> None:
    """3.0 11.3 The numbered Points are Nodes, those between them are not; the Launch Point counts as one."""
    nodes = {name for name in BOX.orbits.ids if BOX.orbits.is_node[point(name)]}
    assert nodes == {"lp", "co", *(f"{ring}{n}" for ring in "hml" for n in range(1, 7))}


def test_close_orbit_is_one_node_below_the_low_orbital() -> None:
    """R-SP-1 3.0 Tracks lead there from L2, L4 and L6 only, and the NET track ends at 6."""
    assert {BOX.orbits.ids[n] for n in BOX.orbits.ways[point("co")]} == {"l2", "l4", "l6"}
    assert BOX.net_max == 6


def test_faces_of_dice() -> None:
    """R-SP-3 5.0 On every line 5 and 6 are Positive; 1 is a Burnout, but not for Weapons."""
    for line in BOX.lines.values():
        assert line.positive == (5, 6)
        assert line.burnout == (() if line.id == "weapons" else (1,))


def test_distances_across_the_map() -> None:
    """C-1 and C-2: LP to CO is 5, H1 to H4 is 6 along the High ring, LP to L4 is 6."""
    distance = BOX.orbits.distance
    assert distance[point("lp")][point("co")] == 5
    assert distance[point("h1")][point("h4")] == 6
    assert distance[point("lp")][point("l4")] == 6


def test_the_random_location_table() -> None:
    """C-3 12.1 Dice 3,2 are M3, dice 6,6 are L1: the first die gives the ring, the second counts Nodes clockwise."""
    for dice, expected in ((32, "m3"), (66, "l1")):
        s = squadron("red_lance")
        told = run(random_node(s), {"random location": [(dice,)]})
        assert told.result == point(expected)


def test_neighbours_of_a_node() -> None:
    """C-4 3.0 M3 is joined to the Points before and after it on its ring, and by Tracks to H3 and L3."""
    assert {BOX.orbits.ids[n] for n in BOX.orbits.ways[point("m3")]} == {"m2_3", "m3_4", "h3", "l3"}


def test_values_come_from_the_side_that_shows() -> None:
    """4.2 Ghost Wire is 2/4/2 on its front and 1/2/1 on its Disrupted side."""
    s = squadron("ghost_wire")
    values = [s.ability(unit("ghost_wire"), n) for n in (WEAPONS, ENERGY, CYBER)]
    disrupt(s, "ghost_wire")
    flipped = [s.ability(unit("ghost_wire"), n) for n in (WEAPONS, ENERGY, CYBER)]
    assert (values, flipped) == ([2, 4, 2], [1, 2, 1])


def test_assembly_of_forge_mother_with_pod_and_marker() -> None:
    """C-5 19.2 S3 with a Nano-Assembler and the assembler marker has Assembly 2+1+1; flipped it has 1."""
    s = squadron("forge_mother+p9a+assembler_intercept")
    assert s.ability(unit("forge_mother"), ASSEMBLY) == 4
    disrupt(s, "forge_mother")
    assert s.ability(unit("forge_mother"), ASSEMBLY) == 1


def test_two_kinds_of_cards_with_different_backs() -> None:
    """5.0 Mission cards and Ops cards are told apart face down."""
    s = squadron("red_lance")
    assert {s.cards.back(c) for c in range(14)} != {s.cards.back(c) for c in range(14, 18)}
    assert sum(mission.final for mission in BOX.missions) == 1  # R-SP-2
