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
from sandtable.games.mars_or_die.rules.reach import STEP, FitsOn, Obstacles, furthest, opened, reach

BOUNDS = (0, 0, 84_000, 36_000)


def ways(pose: Pose, heading: int, friend: Pose, most: int) -> tuple[bool, list[int]]:
    """Whether the quick look finds a way past a friend, and every place to stop that the sweep finds."""
    way = opened(Obstacles((), bodies(friend), (), (), (), (), (), BOUNDS), pose, most)
    return furthest(pose, heading, most, way) > 0, reach(pose, heading, most, way)


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


def somebody(rng: random.Random, pose: Pose, around: int) -> Pose:
    """A unit somewhere around another."""
    slots = rng.choice([1, 2, 4])
    x, y = pose.x + rng.randint(-around, around), pose.y + rng.randint(-around, around)
    return Pose(x, y, rng.randrange(0, 360, 5), rng.choice([LINE, COLUMN]), slots, full(slots))


def every(n: int) -> FitsOn:
    """Fits at every n-th half inch."""
    return lambda *_: lambda far: far // STEP % n == 1


def test_the_furthest_place_is_the_last_that_the_sweep_finds() -> None:
    """Among friends and enemies, at edges, walls, fords and groves; and the last where the unit fits."""
    rng = random.Random(7)
    found = 0
    for _ in range(6000):
        pose = somebody(rng, Pose(42_000, 18_000, 0), 17_500)
        pose = msgspec.structs.replace(pose, y=rng.choice([pose.y, rng.randint(200, 4000)]))
        friends = [somebody(rng, pose, 7000) for _ in range(rng.randint(0, 2))]
        foes = [somebody(rng, pose, 8000) for _ in range(rng.choice([0, 0, 1]))]
        block, ford, wall = (
            bodies(somebody(rng, pose, 8000)) if rng.random() < 0.1 else () for _ in range(3)
        )
        grove = (pose.x + rng.randint(-3000, 3000), 0, 50_000, 36_000)
        most = rng.choice([500, 1000, 2500, 3000, 5750, 6000, 9000])
        way = Obstacles(
            tuple((0, body) for foe in foes for body in bodies(foe)),
            tuple(body for friend in friends for body in bodies(friend)),
            block,
            ford,
            wall,
            (grove,) if rng.random() < 0.05 else (),
            (grove,) if rng.random() < 0.05 else (),
            BOUNDS,
        )
        heading, modulus = rng.randrange(0, 360, 5), rng.choice([3, 5, 7])
        noted = opened(way, pose, most)
        stops = reach(pose, heading, most, way)
        assert reach(pose, heading, most, noted) == stops
        assert furthest(pose, heading, most, noted) == (stops[-1] if stops else 0)
        fits_on = every(modulus)
        fitting = [*filter(fits_on(pose, heading), stops)]
        last = furthest(pose, heading, most, noted, fits_on)
        assert last == (fitting[-1] if fitting else 0)
        found += bool(fitting)
    assert found > 2000


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
