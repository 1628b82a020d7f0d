"""MD 5: a heading is offered only if the unit can stop somewhere on it, whatever rounding does."""

from __future__ import annotations

import random

import msgspec

from sandtable.games.mars_or_die.rules.geometry.formation import (
    COLUMN,
    LINE,
    SQUARE,
    Pose,
    bodies,
    bodies_turned,
    bodies_wheeled,
    formed,
    full,
    gone,
    moved,
    wheeled,
)
from sandtable.games.mars_or_die.rules.geometry.sweep import passed_over
from sandtable.games.mars_or_die.rules.geometry.trig import COS, ONE, SIN
from sandtable.games.mars_or_die.rules.reach import STEP, Obstacles, has_way, narrowed, opened, reach

BOUNDS = (0, 0, 84_000, 36_000)


def ways(pose: Pose, heading: int, friend: Pose, most: int) -> tuple[bool, list[int]]:
    """Whether the quick look finds a way past a friend, and every place to stop that the sweep finds."""
    way = opened(Obstacles((), bodies(friend), (), (), (), (), (), BOUNDS), pose, most)
    return has_way(pose, most, way, narrowed(way, pose), heading), reach(pose, heading, most, way)


def test_a_friend_half_an_inch_ahead_leaves_no_heading_without_a_stop() -> None:
    """Met in the 693rd of 1,000 random games: the quick look saw room for the first half inch, the sweep saw none."""
    pose = Pose(x=14_042, y=13_983, facing=45, shape=LINE, slots=4, mask=15, side=1500)
    friend = Pose(x=14_718, y=16_137, facing=145, shape=COLUMN, slots=1, mask=1, side=1500)
    is_offered, stops = ways(pose, 80, friend, 2000)
    assert is_offered == bool(stops)


def test_the_quick_look_at_half_an_inch_agrees_with_the_sweep() -> None:
    """Friends that begin to be in the way a few thousandths before the first half inch, from every side."""
    rng = random.Random(5)
    looked = 0
    while looked < 4000:
        slots = rng.choice([1, 2, 4])
        pose = Pose(
            x=40_000, y=18_000, facing=rng.randrange(0, 360, 5), slots=slots, mask=full(slots), side=1500
        )
        friend = Pose(
            x=pose.x + rng.randint(-4500, 4500),
            y=pose.y + rng.randint(-4500, 4500),
            facing=rng.randrange(0, 360, 5),
            slots=1,
            mask=1,
            side=1500,
        )
        heading = rng.randrange(0, 360, 5)
        closed = passed_over(bodies(moved(pose, heading, 0)), bodies(friend), heading, 3000)
        if not closed:
            continue
        nearer = STEP - rng.randint(1, 3) - min(enter for enter, _ in closed)
        friend = msgspec.structs.replace(
            friend,
            x=friend.x + round(nearer * COS[heading] / ONE),
            y=friend.y + round(nearer * SIN[heading] / ONE),
        )
        is_offered, stops = ways(pose, heading, friend, 2 * STEP)
        looked += 1
        assert is_offered == bool(stops), (pose, friend, heading)


def test_bodies_that_are_moved_along_are_those_of_the_place() -> None:
    """Ground is worked out once for a heading and moved along it: it is the ground of the unit there, and after what it does then."""
    rng = random.Random(6)
    for _ in range(2000):
        slots = rng.choice([1, 2, 3, 4])
        pose = Pose(
            x=rng.randrange(84_000),
            y=rng.randrange(36_000),
            facing=rng.randrange(360),
            shape=rng.choice([LINE, COLUMN]),
            slots=slots,
            mask=full(slots),
            side=rng.choice([1000, 1500]),
        )
        heading, far, turn = rng.randrange(360), rng.randrange(12_000), rng.choice([-90, -35, -5, 5, 20, 90])
        assert gone(bodies_turned(pose, heading), heading, far) == bodies(moved(pose, heading, far))
        for shape in (LINE, COLUMN, SQUARE):
            ground = bodies(formed(moved(pose, heading, 0), shape))
            assert gone(ground, heading, far) == bodies(formed(moved(pose, heading, far), shape))
        assert bodies_wheeled(pose, turn) == bodies(wheeled(pose, turn))
