"""R-MD-5 Victory: by losses, departures, ground held, and points."""

from __future__ import annotations

from importlib import import_module
from math import ceil
from typing import Any

import pytest

from sandtable.games.mars_or_die.printed.box import box_of
from sandtable.games.mars_or_die.printed.files import Win
from sandtable.games.mars_or_die.rules.geometry.formation import COLUMN, LINE, SQUARE, stands
from sandtable.games.mars_or_die.rules.geometry.polygon import Point, Polygon
from sandtable.games.mars_or_die.rules.victory import held, score, stands_near, verdict
from sandtable.games.mars_or_die.state import (
    DESTROYED,
    leave,
)

from ..field import Field, deployed

shapely: Any = import_module("shapely")  # it has no types of its own


def test_r_md_5_without_a_rule_the_side_under_half_loses() -> None:
    """R-MD-5 Without a victory rule: under half of the starting stands at the end of a turn; both, a draw."""
    field = Field([("murk_sword", 20, 20, 90)] * 2, [("murk_sword", 20, 40, 270)] * 2)
    s = field.s
    assert verdict(s) is None
    leave(s, 0, DESTROYED)
    assert verdict(s) is None  # exactly half is not under half
    leave(s, 1, DESTROYED)
    outcome = verdict(s)
    assert outcome is not None
    assert outcome.winners == (1,)
    for u in (2, 3):
        leave(s, u, DESTROYED)
    outcome = verdict(s)
    assert outcome is not None
    assert outcome.winners == ()


def test_s6_a_champion_falls() -> None:
    """S6 The enemy's murkleeg is destroyed while one's own lives."""
    s = deployed("s6", 1, at_random=False).state
    champions = [next(u for u in side if box_of(s).units[u].kind.is_champion) for side in box_of(s).sides]
    leave(s, champions[0], DESTROYED)
    outcome = verdict(s)
    assert outcome is not None
    assert outcome.winners == (1,)
    leave(s, champions[1], DESTROYED)
    assert verdict(s) is None  # nobody's lives


def test_holding_ground_counts_at_the_end() -> None:
    """S1 At the end the side with more stands on the hill wins; neither, a draw."""
    wins = [Win(when="hold", feature="hill_0")]
    field = Field(
        [("murk_sword", 20, 20, 90)],
        [("murk_sword", 40, 20, 270)],
        features=[("hill", 20, 20, 4, 4)],
        wins=(wins, wins),
    )
    s = field.s
    assert verdict(s) is None
    s.turn = 12
    outcome = verdict(s)
    assert outcome is not None
    assert outcome.winners == (0,)
    s.poses[0] = s.poses[1]
    outcome = verdict(s)
    assert outcome is not None
    assert outcome.winners == ()


@pytest.mark.parametrize(("at", "winner"), [((20, 26.6), 0), ((20, 24.5), 1)])
def test_who_holds_out_wins_otherwise(at: tuple[float, float], winner: int) -> None:
    """S2, S4 The attacker must hold the place at the end; otherwise the defender has won."""
    field = Field(
        [("murk_sword", *at, 90)],
        [("murk_sword", 60, 40, 270)],
        wins=([Win(when="hold", at=(20, 30), within=4)], [Win(when="otherwise")]),
    )
    field.s.turn = 12
    outcome = verdict(field.s)
    assert outcome is not None
    assert outcome.winners == (winner,)


def test_s5_points() -> None:
    """S5 1 for each enemy stand destroyed, 3 for each unit, 6 for the ruin (more stands within 4 inches at the end)."""
    s = deployed("s5", 1, at_random=False).state
    box = box_of(s)
    assert [score(s, side) for side in (0, 1)] == [0, 0]
    company, gun = box.sides[1][0], box.sides[1][4]
    leave(s, company, DESTROYED)
    leave(s, gun, DESTROYED)
    assert score(s, 0) == 4 + 3 + 1 + 3
    s.poses[box.sides[1][1]] = type(s.poses[0])(36_000, 22_000, 90, 0, 4, 15)
    assert score(s, 1) == 6
    s.turn = 12
    outcome = verdict(s)
    assert outcome is not None
    assert outcome.winners == (0,)


def far_from(corners: Polygon, point: Point) -> int:
    """The distance of a point from a stand, rounded up; 0 inside it."""
    return ceil(float(shapely.Polygon(corners).distance(shapely.Point(point))) - 1e-6)


@pytest.mark.parametrize("shape", [LINE, COLUMN, SQUARE])
@pytest.mark.parametrize("facing", [0, 30, 45, 90, 225])
def test_stands_near_a_place_are_measured_from_their_edges(shape: int, facing: int) -> None:
    """R-MD-2 A stand counts if its nearest point is near enough, wherever its middle and its formation are."""
    field = Field([("murk_sword", 36, 24, facing, shape)])
    four = stands(field.s.poses[0])
    assert len(four) == 4
    found = set()
    for x in range(24, 49):
        for y in range(12, 37):
            away = [far_from(stand.corners, (1000 * x, 1000 * y)) for stand in four]
            for most in (100, 1000, 4000, min(away), min(away) - 1):
                count = sum(far <= most for far in away)
                assert stands_near(field.s, 0, (x, y), most / 1000) == count, (x, y, most)
                found.add(count)
    assert found == {0, 1, 2, 3, 4}


def test_a_stand_on_a_place_is_at_no_distance_from_it() -> None:
    """R-MD-2 A place inside a stand, or on its edge, is 0 inches away from it, however far it is from there to the edge."""
    field = Field([("murkleeg_melee", 36, 24, 30)])  # one stand of an inch and a half
    assert [stands_near(field.s, 0, at, 0) for at in ((36, 24), (36.2, 24.3), (36, 25.2))] == [1, 1, 0]
    assert stands_near(field.s, 0, (36, 24), 0.5) == 1


def test_stands_in_a_feature_are_counted_at_its_edge_too() -> None:
    """S1 The middle of each stand counts; that of its formation may be outside."""
    hill = Win(when="hold", feature="hill_0")
    for x, count in ((20, 4), (21.5, 4), (22, 3), (24, 2), (25, 1), (26, 1), (26.5, 0), (30, 0)):
        field = Field([("murk_sword", x, 20, 90)], features=[("hill", 20, 20, 8, 8)], wins=([hill], [hill]))
        assert held(field.s, 0, hill) == count, x
