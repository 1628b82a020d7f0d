"""SC 1.0 to 5.0, 10.0: what is in the box, as the default pack has it."""

from __future__ import annotations

import pytest

from sandtable.games.free_mars.surface.printed.box import Kind, neighbours_of
from sandtable.games.free_mars.surface.rules.movement import reach
from sandtable.games.free_mars.surface.rules.reasons import CRASHED
from sandtable.games.free_mars.surface.state import BACK, FRONT, OUT

from ..kit import BOX, Desk, cell, names, showing, team


def cells(*numbers: int) -> str:
    return " ".join(sorted(BOX.cells[n] for n in numbers))


def test_1_0_the_set_has_forty_counters_and_eighteen_cards() -> None:
    """1.0, C-10: 5 markers, 6 Installations, 8 Cadres, 6 Gear, 3 Vehicles, 2 Special Units, 10 OPFOR; 14 + 4 cards."""
    kinds = [sum(kind is k for kind in BOX.kind) for k in Kind]
    assert kinds == [8, 6, 3, 2]
    markers = 3 + BOX.scenario.taz  # Team, NET, Nexus, and the TAZ markers
    assert (markers, len(BOX.installations), sum(BOX.bin)) == (5, 6, 10)
    assert markers + len(BOX.installations) + sum(kinds) + sum(BOX.bin) == 40
    assert (len(BOX.ops), len(BOX.missions)) == (14, 4)


def test_2_0_one_player_commands_and_missions_can_be_linked() -> None:
    """2.0: solitaire; a single Mission or a campaign of linked ones."""
    from sandtable.games.free_mars.surface import GAME, SurfaceOptions

    assert len(GAME.seats(SurfaceOptions())) == 1
    assert [scenario.id for scenario in GAME.scenarios] == ["mission", "campaign"]


def test_3_0_the_map_has_63_cells_and_a_chart_for_each_terrain() -> None:
    """3.0: every cell's type is on the Terrain Effects Chart; the NET track has six spaces (R-SC-2)."""
    assert len(BOX.cells) == 63
    stops = {terrain.id: terrain.stop for terrain in BOX.terrain}
    assert stops == {
        "plain": False, "rough": True, "volcano": True, "canyon": True, "dunes": True, "settlement": False
    }  # fmt: skip
    edges = {t.id: (t.team_edge, t.opfor_edge) for t in BOX.terrain}
    assert edges == {
        "plain": (0, 0), "rough": (1, 0), "volcano": (0, 1), "canyon": (1, 0), "dunes": (0, 0), "settlement": (0, 2)
    }  # fmt: skip
    assert [t.id for t in BOX.terrain if t.recruit] == ["settlement"] * 5
    assert BOX.net_max == 6


def test_c_1_and_c_2_neighbours() -> None:
    """C-1, C-2: the neighbours of E4 (a shifted row) and of E5."""
    near = {BOX.cells[n]: cells(*BOX.neighbours[n]) for n in range(63)}
    assert near["e4"] == "d4 e3 e5 f3 f4 f5"
    assert near["e5"] == "d4 d5 d6 e4 e6 f5"
    assert near["a1"] == "a2 b1"


def test_neighbours_are_mutual_in_every_layout() -> None:
    """3.0: whichever rows or columns are shifted, six cells lie around a cell, and each has it as a neighbour."""
    for shifted in ("even rows", "odd rows", "even columns", "odd columns"):
        for place in [(4, 4), (4, 5), (5, 4), (5, 5)]:
            near = neighbours_of(*place, shifted)
            assert len(set(near)) == 6
            assert all(place in neighbours_of(*other, shifted) for other in near)


def test_c_3_to_c_5_reach() -> None:
    """C-3 on foot from A4, C-4 on foot from E5, C-5 with a Crawler from E5; movement 2, all Installations OPFOR."""
    none = (0,) * 6

    def reached(start: str, rides: bool) -> str:
        at = BOX.cells.index(start)
        return cells(at, *reach(BOX, at, 2, rides, none))

    assert reached("a4", False) == "a2 a3 a4 a5 a6 b3 b4 b5 c3 c4 c5"
    assert reached("e5", False) == "c4 d3 d4 d5 d6 e3 e4 e5 e6 e7 f5 f6 f7"
    rider = names("c4 d3 d4 d5 d6 e3 e4 e5 e6 e7 f5 f6 f7 c5 c6 f3 f4 g5")
    assert set(reached("e5", True).split()) == rider


def test_c_6_random_location() -> None:
    """C-6, R-SC-10: dice 3,6 are G3 and dice 6,5 are H6; the first die is the line."""
    assert BOX.cells[BOX.random[2][5]] == "g3"
    assert BOX.cells[BOX.random[5][4]] == "h6"


def test_4_0_all_values_are_read_from_the_side_showing() -> None:
    """4.0, C-7, C-8: five units have strength 7 and L2 C2 N2; only a crashed Netrunner has strength 0, C1, movement 1."""
    s = team("firebrand", "netrunner", "nanosmith", "rail_carbine", "launcher")
    assert (s.strength, s.value("leader"), s.value("cyber"), s.value("nano")) == (7, 2, 2, 2)
    cost = sum(BOX.costs[item] for item, (unit, side) in enumerate(BOX.items) if s.units[unit] == side)
    assert cost == 8
    crashed = team("netrunner_crashed")
    assert (crashed.strength, crashed.value("cyber")) == (0, 1)
    assert Desk(crashed).s is not None
    from sandtable.games.free_mars.surface.rules.movement import movement

    assert movement(crashed) == 1


def test_4_3_gear_has_two_items_and_no_crashed_state() -> None:
    """4.3: the two sides of a Gear counter are two items; neither counts as crashed."""
    s = team("firebrand", "medi_pack")
    unit = next(u for u in s.team() if BOX.kind[u] is Kind.GEAR)
    assert (s.units[unit], CRASHED.all(s), s.is_effective(unit)) == (BACK, [], True)
    assert s.value("nano") == 1
    s.hit(unit)
    assert showing(s) == ["firebrand"]


def test_4_4_installations_have_an_opfor_and_a_friendly_side() -> None:
    """4.4, 19.0: a Friendly NET Control shows its Cyber icon, an OPFOR one shows nothing to the player."""
    assert team("firebrand").value("cyber") == 0
    assert team("firebrand", friendly=["net_control"]).value("cyber") == 1


def test_5_0_two_decks() -> None:
    """5.0: Ops cards and Mission cards have different backs and are never mixed."""
    s = team("firebrand")
    assert {s.cards.back(n) for n in range(14)} == {0}
    assert {s.cards.back(n) for n in range(14, 18)} == {1}


def test_10_0_the_team_is_one_body() -> None:
    """10.1, 10.2, 10.3, 10.4: one Team in one cell, of any size; it moves as a whole, and nothing is left behind."""
    everybody = [BOX.printed[u][0].id for u in range(len(BOX.units))]
    desk = Desk(team(*everybody, cell="c6"))
    desk.choose("move:d7")
    assert cell(desk.s) == "d7"
    assert len(desk.s.team()) == 19


@pytest.mark.parametrize("kind", ["firebrand", "crawler", "miners_militia"])
def test_4_2_front_crashed_eliminated(kind: str) -> None:
    """4.2, 15.5: Cadres, Vehicles and Special Units crash with the first hit and are eliminated with the second."""
    s = team("netrunner", kind)
    unit = next(u for u in s.team() if BOX.printed[u][0].id == kind)
    places = []
    for _ in range(2):
        s.hit(unit)
        places.append(s.units[unit])
    assert places == [BACK, OUT]
    assert s.units[unit] != FRONT
