"""R-MD-1, R-MD-2 The geometry of the table, checked against shapely: overlap, distance, arc, sight, sweeps, formations."""

from __future__ import annotations

from importlib import import_module
from math import atan2, cos, degrees, hypot, isclose, radians, sin
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from sandtable.games.mars_or_die.rules.geometry.formation import (
    COLUMN,
    LINE,
    SQUARE,
    Pose,
    about_faced,
    bodies,
    closed_up,
    depth,
    formed,
    frontage,
    full,
    hulls,
    moved,
    radius,
    stands,
    wheeled,
    without,
)
from sandtable.games.mars_or_die.rules.geometry.polygon import (
    Body,
    Polygon,
    distance,
    distance_to,
    is_crossed,
    overlaps,
    span,
)
from sandtable.games.mars_or_die.rules.geometry.sweep import inside, to_contact, to_the_edge, within
from sandtable.games.mars_or_die.rules.geometry.trig import COS, ONE, SIN, bearing, in_arc, turn
from sandtable.games.mars_or_die.rules.reach import KEEP_OFF, Obstacles, charge_contact, reach
from sandtable.games.mars_or_die.rules.sight import sees
from sandtable.games.mars_or_die.state import CONTACT

from ..field import Field

shapely: Any = import_module("shapely")  # it has no types of its own

table = settings(max_examples=60, deadline=None)

coordinate = st.integers(2_000, 14_000)
degree = st.integers(0, 359)


@st.composite
def poses(draw: st.DrawFn) -> Pose:
    """A unit somewhere near the middle, in any formation, whole or with losses."""
    shape = draw(st.sampled_from((LINE, COLUMN, SQUARE)))
    slots = 4 if shape == SQUARE else draw(st.integers(1, 4))
    mask = draw(st.integers(1, full(slots)))
    return Pose(draw(coordinate), draw(coordinate), draw(degree), shape, slots, mask)


def polygon(corners: Polygon) -> Any:
    return shapely.Polygon(corners)


def test_the_sine_table_is_the_sine() -> None:
    """Every whole degree is right to the last of six places."""
    assert all(SIN[a] == round(sin(radians(a)) * ONE) for a in range(360))
    assert all(COS[a] == round(cos(radians(a)) * ONE) for a in range(360))


@table
@given(poses(), coordinate, coordinate)
def test_the_distance_of_a_point_is_0_inside(pose: Pose, x: int, y: int) -> None:
    """R-MD-2 From a point to the nearest point of a stand, rounded up; a point inside it is at no distance."""
    for stand in stands(pose):
        real = polygon(stand.corners).distance(shapely.Point(x, y))
        assert real - 1e-6 <= distance_to(stand.corners, (x, y)) < real + 1
        assert distance_to(stand.corners, stand.centre) == 0
        assert {distance_to(stand.corners, corner) for corner in stand.corners} == {0}


@table
@given(st.integers(-50_000, 50_000), st.integers(-50_000, 50_000))
def test_a_bearing_is_the_nearest_degree(dx: int, dy: int) -> None:
    """The bearing of a vector is off by half a degree at most."""
    assume(dx or dy)
    off = (degrees(atan2(dy, dx)) - bearing(dx, dy) + 180) % 360 - 180
    assert abs(off) <= 0.5001


@table
@given(degree, degree)
def test_a_turn_is_the_shorter_way(a: int, b: int) -> None:
    """A turn leads from one facing to the other and is no more than half a circle."""
    assert (a + turn(a, b)) % 360 == b
    assert -180 < turn(a, b) <= 180


@table
@given(poses(), poses())
def test_overlap_agrees_with_shapely(a: Pose, b: Pose) -> None:
    """R-MD-15 Stands overlap if they share more than an edge."""
    for one in stands(a):
        for other in stands(b):
            p, q = polygon(one.corners), polygon(other.corners)
            expected = p.intersects(q) and not p.touches(q)
            assert overlaps(one.corners, other.corners) == expected


@table
@given(poses(), poses())
def test_distance_agrees_with_shapely(a: Pose, b: Pose) -> None:
    """R-MD-2 Distances are between nearest points, and never rounded down."""
    one, other = stands(a)[0], stands(b)[-1]
    exact = polygon(one.corners).distance(polygon(other.corners))
    measured = distance(one.corners, other.corners)
    assert exact - 1e-6 <= measured < exact + 1 + 1e-6
    assert distance(other.corners, one.corners) == measured


@table
@given(poses(), poses())
def test_the_distance_of_units_is_that_of_their_nearest_stands(a: Pose, b: Pose) -> None:
    """R-MD-2 The hull of a unbroken stretch gives the same distance as its stands, to rounding."""
    by_stand = min(distance(x.corners, y.corners) for x in stands(a) for y in stands(b))
    by_hull = min(distance(x.corners, y.corners) for x in hulls(a) for y in hulls(b))
    assert abs(by_stand - by_hull) <= 3


@table
@given(degree, st.integers(-20_000, 20_000), st.integers(-20_000, 20_000))
def test_the_arc_is_45_degrees_to_each_side(facing: int, dx: int, dy: int) -> None:
    """MD 6.6 The arc agrees with the angle, except where rounding the table could tell otherwise."""
    assume(hypot(dx, dy) > 500)
    off = abs((degrees(atan2(dy, dx)) - facing + 180) % 360 - 180)
    assume(abs(off - 45) > 0.001)
    assert in_arc(facing, dx, dy) == (off < 45)


@table
@given(poses(), coordinate, coordinate, coordinate, coordinate)
def test_sight_agrees_with_shapely(pose: Pose, ax: int, ay: int, bx: int, by: int) -> None:
    """R-MD-17 A line is blocked if it passes through the inside of a stand."""
    assume((ax, ay) != (bx, by))
    line = shapely.LineString([(ax, ay), (bx, by)])
    for stand in stands(pose):
        expected = line.relate_pattern(polygon(stand.corners), "T********")
        assert is_crossed(stand.corners, (ax, ay), (bx, by)) == expected


def slid(body: Body, heading: int, far: int) -> Any:
    dx, dy = far * COS[heading] / ONE, far * SIN[heading] / ONE
    return shapely.Polygon([(x + dx, y + dy) for x, y in body.corners])


@table
@given(poses(), poses(), degree, st.integers(0, 12_000))
def test_a_sweep_knows_where_bodies_meet(a: Pose, b: Pose, heading: int, far: int) -> None:
    """R-MD-15 At every distance: bodies overlap exactly between meeting and leaving."""
    for one in bodies(a):
        for other in bodies(b):
            met = span(one, other, COS[heading], SIN[heading], 12_000)
            shared = slid(one, heading, far).intersection(polygon(other.corners)).area
            if met is None or not met[0] < far < met[1]:
                assert shared < 20_000  # a hair along an edge
            elif met[0] + 3 < far < met[1] - 3:
                assert shared > 0


@table
@given(poses(), poses(), degree)
def test_contact_is_found_and_not_passed(a: Pose, b: Pose, heading: int) -> None:
    """R-MD-15 A body that goes as far as it can overlaps nobody, and one step further it would."""
    mine, others = bodies(a), bodies(b)
    assume(not any(overlaps(x.corners, y.corners) for x in mine for y in others))
    far = to_contact(mine, others, heading, 12_000)
    way = shapely.unary_union(
        [slid(body, heading, d) for body in mine for d in range(0, max(far, 0) + 1, 100)]
    )
    assert way.intersection(shapely.unary_union([polygon(o.corners) for o in others])).area < 20_000
    if far < 12_000:
        beyond = shapely.unary_union([slid(body, heading, far + 15) for body in mine])
        assert beyond.intersects(shapely.unary_union([polygon(o.corners) for o in others]))


@table
@given(poses(), degree)
def test_a_body_stops_at_the_edge(pose: Pose, heading: int) -> None:
    """MD 5 Nobody leaves the table."""
    area = (0, 0, 16_000, 16_000)
    assume(within(bodies(pose), area))
    far = to_the_edge(bodies(pose), area, heading, 9_000)
    grown = (-2, -2, 16_002, 16_002)
    slid_to = [slid(body, heading, far).bounds for body in bodies(pose)]
    assert all(grown[0] <= w and grown[1] <= s and e <= grown[2] and n <= grown[3] for w, s, e, n in slid_to)
    if far < 9_000:
        w, s, e, n = shapely.unary_union([slid(body, heading, far + 3) for body in bodies(pose)]).bounds
        assert w < 0 or s < 0 or e > 16_000 or n > 16_000


@table
@given(coordinate, coordinate, degree)
def test_the_stretch_of_a_way_inside_a_feature(x: int, y: int, heading: int) -> None:
    """B2 What part of a way leads through a grove or a canal."""
    area, most = (5_000, 5_000, 9_000, 8_000), 10_000
    line = shapely.LineString([(x, y), (x + most * COS[heading] / ONE, y + most * SIN[heading] / ONE)])
    expected = line.intersection(shapely.box(*area)).length
    found = inside((x, y), area, heading, most)
    assert isclose(0 if found is None else found[1] - found[0], expected, abs_tol=3)


# What the rules make of it


def ground(pose: Pose) -> Any:
    """What a unit takes up, as shapely sees it."""
    return shapely.unary_union([polygon(hull.corners) for hull in hulls(pose)])


def way_of(pose: Pose, heading: int, far: int) -> Any:
    """Everything a unit passes over on its way."""
    turned = moved(pose, heading, 0)
    return shapely.unary_union(
        [slid(body, heading, d) for body in bodies(turned) for d in (*range(0, far, 150), far)]
    )


@table
@given(poses(), poses(), poses(), degree)
def test_a_move_never_passes_an_enemy(mine: Pose, foe: Pose, friend: Pose, heading: int) -> None:
    """R-MD-15, MD 5.4 Wherever a move may stop, the way there misses the enemy, and the place is free of friends, too."""
    foes = tuple((1, body) for body in bodies(foe))
    way = Obstacles(foes, bodies(friend), (), (), (), (), (), (0, 0, 16_000, 16_000))
    turned = moved(mine, heading, 0)
    assume(ground(turned).distance(ground(foe)) > KEEP_OFF)
    stops = reach(mine, heading, 6_000, way)
    if stops:  # a tenth of an inch is kept off him; a hair aside is a miss
        assert way_of(mine, heading, stops[-1] + KEEP_OFF - 5).intersection(ground(foe).buffer(-12)).area == 0
    for far in stops:
        assert ground(moved(mine, heading, far)).intersection(ground(friend)).area < 50_000  # a hair


@table
@given(poses(), poses(), degree)
@example(
    mine=Pose(
        2_000, 2_000, 0, LINE, 4, 0b1010
    ),  # its right half hangs over the south edge, and does so on contact
    foe=Pose(3_600, 2_000, 0, LINE, 1, 0b1),
    heading=2,
)
def test_a_charge_ends_in_contact(mine: Pose, foe: Pose, heading: int) -> None:
    """MD 4 A3, R-MD-15 A charge goes exactly as far as the enemy is away on its heading, and not through him.

    MD 5 It ends on the table: where contact would leave a stand over the edge, there is no charge.
    """
    foes = tuple((1, body) for body in bodies(foe))
    way = Obstacles(foes, (), (), (), (), (), (), (0, 0, 16_000, 16_000))
    assume(ground(moved(mine, heading, 0)).distance(ground(foe)) > 100)
    met = charge_contact(mine, heading, 9_000, way)
    if met is None:
        far = to_contact(bodies(moved(mine, heading, 0)), bodies(foe), heading, 9_000)
        inner = shapely.box(20, 20, 15_980, 15_980)  # what hangs on a hair is left to the rule
        assert far >= 9_000 or not inner.covers(ground(moved(mine, heading, far)))
        return
    assert shapely.box(-20, -20, 16_020, 16_020).covers(ground(moved(mine, heading, met[1])))
    assert met[0] == 1
    assert ground(moved(mine, heading, met[1])).distance(ground(foe)) < CONTACT
    assert way_of(mine, heading, met[1]).intersection(ground(foe).buffer(-12)).area == 0


FIELD = Field([("machinegun", 20, 20, 90), ("roujeen", 40, 20, 90)], [("murk_sword", 20, 30, 270)])


@table
@given(poses(), poses(), coordinate, coordinate)
def test_who_sees_whom_agrees_with_shapely(between: Pose, target: Pose, x: int, y: int) -> None:
    """R-MD-17 The line from centre to centre may cross neither another unit nor another stand of the target's own."""
    s = FIELD.s
    s.poses[:3] = [Pose(x, y, 90), between, target]
    own = stands(s.poses[0])[0]
    for aimed in stands(target):
        line = shapely.LineString([own.centre, aimed.centre])
        others = [stand for stand in stands(target) if stand.slot != aimed.slot]
        barring = shapely.unary_union([ground(between), *(polygon(stand.corners) for stand in others)])
        thin, thick = (line.intersects(barring.buffer(by)) for by in (-15, 15))
        if line.length > 0 and thin == thick:  # what hangs on a hair is left to the rule
            assert sees(s, 0, own, 2, aimed) == (not thin)


# Formations


@table
@given(poses())
def test_a_formation_never_overlaps_itself(pose: Pose) -> None:
    """R-MD-1 Stands of a unit touch and do not overlap."""
    shapes = [polygon(stand.corners) for stand in stands(pose)]
    for i, one in enumerate(shapes):
        for other in shapes[i + 1 :]:
            assert one.intersection(other).area == 0


@table
@given(poses())
def test_stands_are_squares_of_an_inch_and_a_half(pose: Pose) -> None:
    """MD 1.1 Each stand has sides of 1.5 inches and its centre in its middle, to a thousandth."""
    for stand in stands(pose):
        shape = polygon(stand.corners)
        assert isclose(shape.area, 1_500**2, rel_tol=0.002)
        assert shape.centroid.distance(shapely.Point(stand.centre)) < 2
        assert shape.centroid.distance(shapely.Point(pose.centre)) < radius(pose)


@table
@given(poses())
def test_bodies_cover_the_stands(pose: Pose) -> None:
    """R-MD-1 What a unit takes up is its stands, less a hair."""
    ground = shapely.unary_union([polygon(body.corners) for body in bodies(pose)])
    whole = shapely.unary_union([polygon(stand.corners) for stand in stands(pose)])
    assert whole.buffer(3).covers(ground)
    assert ground.buffer(12).covers(whole)


@pytest.mark.parametrize(
    ("shape", "wide", "deep"), [(LINE, 6_000, 1_500), (COLUMN, 1_500, 6_000), (SQUARE, 3_000, 3_000)]
)
def test_frontage_and_depth(shape: int, wide: int, deep: int) -> None:
    """R-MD-1 Four stands: 6 inches of frontage in line, 1.5 in column, 3 in square."""
    pose = Pose(0, 0, 0, shape, 4, 15)
    assert (frontage(pose), depth(pose)) == (wide, deep)
    (body,) = hulls(pose)
    xs, ys = [x for x, _ in body.corners], [y for _, y in body.corners]
    assert (max(ys) - min(ys), max(xs) - min(xs)) == (wide, deep)  # it faces east


def test_where_the_stands_of_a_formation_are() -> None:
    """R-MD-1 A line is numbered from its left, a column from its front, a square by rows."""
    north = 90
    assert [stand.centre for stand in stands(Pose(0, 0, north, LINE, 4, 15))] == [
        (-2250, 0), (-750, 0), (750, 0), (2250, 0),
    ]  # fmt: skip
    assert [stand.centre for stand in stands(Pose(0, 0, north, COLUMN, 3, 7))] == [
        (0, 1500), (0, 0), (0, -1500),
    ]  # fmt: skip
    assert [stand.centre for stand in stands(Pose(0, 0, north, SQUARE, 4, 15))] == [
        (-750, 750), (750, 750), (-750, -750), (750, -750),
    ]  # fmt: skip


@table
@given(poses())
def test_an_about_face_keeps_the_ground(pose: Pose) -> None:
    """MD 4 A4 Every stand turns where it is."""
    turned = about_faced(pose)
    before = sorted(stand.centre for stand in stands(pose))
    after = sorted(stand.centre for stand in stands(turned))
    assert all(hypot(a[0] - b[0], a[1] - b[1]) <= 2 for a, b in zip(before, after, strict=True))
    assert about_faced(turned) == pose


@table
@given(poses(), st.integers(1, 18), st.booleans())
def test_a_wheel_pivots_on_a_front_corner(pose: Pose, steps: int, to_left: bool) -> None:
    """R-MD-10 The corner one wheels on stays where it is."""
    assume(pose.shape != SQUARE)
    pose = Pose(pose.x, pose.y, pose.facing, pose.shape, pose.slots, full(pose.slots))
    turned = wheeled(pose, 5 * steps if to_left else -5 * steps)
    corner = 0 if to_left else 3  # front left, front right
    (x, y), (a, b) = hulls(pose)[0].corners[corner], hulls(turned)[0].corners[corner]
    assert hypot(x - a, y - b) <= 3
    assert turn(pose.facing, turned.facing) == (5 * steps if to_left else -5 * steps)


@table
@given(poses())
def test_closing_up_keeps_the_stands_together(pose: Pose) -> None:
    """R-MD-1 After losses the stands close up on the middle of those that are left."""
    assume(pose.shape != SQUARE)
    closed = closed_up(pose)
    assert closed.mask == full(closed.slots) == full(pose.mask.bit_count())
    before, after = ([s.centre for s in stands(p)] for p in (pose, closed))
    mean = [tuple(sum(c[i] for c in centres) / len(centres) for i in (0, 1)) for centres in (before, after)]
    assert hypot(mean[0][0] - mean[1][0], mean[0][1] - mean[1][1]) < 4


def test_two_stands_at_the_end_of_a_line_stay_where_they_are() -> None:
    """R-MD-1 Nobody moves who is together already."""
    line = without(without(Pose(0, 0, 90, LINE, 4, 15), 0), 1)
    assert [stand.centre for stand in stands(closed_up(line))] == [(750, 0), (2250, 0)]


@table
@given(poses(), st.sampled_from((LINE, COLUMN)))
def test_a_new_formation_keeps_the_middle_of_its_front(pose: Pose, shape: int) -> None:
    """MD 4 A1 A change of formation gains no ground: the middle of the front edge stays."""
    assume(pose.shape != SQUARE)
    pose = closed_up(pose)
    new = formed(pose, shape)
    ahead = [
        (p.x + depth(p) * COS[p.facing] / ONE / 2, p.y + depth(p) * SIN[p.facing] / ONE / 2)
        for p in (pose, new)
    ]
    assert hypot(ahead[0][0] - ahead[1][0], ahead[0][1] - ahead[1][1]) < 3
    assert new.mask.bit_count() == pose.mask.bit_count()


@table
@given(poses(), degree, st.integers(0, 10_000))
def test_nothing_drifts(pose: Pose, heading: int, far: int) -> None:
    """A formation is its anchor, facing and shape: there and back again it is the same to a thousandth."""
    there = moved(pose, heading, far)
    back = moved(there, (heading + 180) % 360, far)
    assert hypot(back.x - pose.x, back.y - pose.y) <= 2
    assert isclose(hypot(there.x - pose.x, there.y - pose.y), far, abs_tol=1.5)
