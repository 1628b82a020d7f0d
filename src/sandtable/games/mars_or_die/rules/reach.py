"""MD 5 Movement: how far a unit may go, and where it can."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import msgspec

from ..printed.box import Box, is_in
from ..state import (
    CONTACT,
    NOBODY,
    Battle,
    general_with,
    has_room,
    is_gap_within,
    is_single,
    kind_of,
    near,
    put,
    side_of,
    stands_left,
)
from .geometry.formation import (
    COLUMN,
    WIDEST,
    Pose,
    bodies,
    bodies_turned,
    bodies_wheeled,
    closed_up,
    gone,
    hulls,
    hulls_turned,
    radius,
    shifted,
    stands,
)
from .geometry.polygon import Body, any_collide, distance
from .geometry.sweep import (
    Rectangle,
    could_meet,
    inside,
    is_clear,
    passed_over,
    to_contact,
    to_the_edge,
    to_touch,
    within,
)
from .geometry.trig import COS, ONE, SIN

#: Distances are offered in half inches, headings in steps of five degrees.
STEP, DEGREES = 500, 5
#: A unit that does not charge keeps off its enemies.
KEEP_OFF = 100
#: More than all rounding of places together.
HAIR = 20
#: How far the ground goes on behind an edge over which units come and go.
BEYOND = 12_000


# How far


def allowance(
    s: Battle,
    u: int,
    *,
    charge: bool = False,
    half: bool = False,
    shape: int | None = None,
    limbered: bool | None = None,
    further: int = 0,
) -> int:
    """MD 5.1, R-MD-8, R-MD-14 The Move or Charge of a unit: its own rate, 2 more in column, 1 more with a general; halved for a half move."""
    kind = kind_of(s, u)
    rate = kind.charge if charge else kind.move
    if kind.is_artillery and (s.limbered[u] if limbered is None else limbered):
        rate = kind.limbered_move
    if (s.poses[u].shape if shape is None else shape) == COLUMN and stands_left(s, u) > 1:
        rate += 2000
    rate += further + general_bonus(s, u)
    return rate // 2 if half else rate


def general_bonus(s: Battle, u: int) -> int:
    """MD 9.2, MD 9.4 An inch more with a general, unless he has helped another unit to move this turn."""
    general = general_with(s, u)
    if general is None or s.general_helped[general] not in (NOBODY, u):
        return 0
    return 1000


def headings(s: Battle, u: int, pose: Pose) -> list[int]:
    """R-MD-10, R-MD-9 Up to 45 degrees to each side; a single stand turns freely before it moves."""
    if turns_freely(s, u):
        return list(range(0, 360, DEGREES))
    return [(pose.facing + turn) % 360 for turn in range(-45, 46, DEGREES)]


def turns_freely(s: Battle, u: int) -> bool:
    """R-MD-9, R-MD-37 Single stands do; an unlimbered gun turns by 45 degrees at most."""
    return is_single(s, u) and (s.limbered[u] or not kind_of(s, u).is_artillery)


# What stands in the way


class Obstacles(msgspec.Struct, frozen=True):
    """The bodies and features that a unit could meet within a certain distance."""

    enemies: tuple[tuple[int, Body], ...]
    friends: tuple[Body, ...]
    blocks: tuple[Body, ...]
    #: Impassable ground for a unit that knows how to cross it: it may pass, but not stop there.
    fords: tuple[Body, ...]
    walls: tuple[Body, ...]
    groves: tuple[Rectangle, ...]
    dry: tuple[Rectangle, ...]
    bounds: Rectangle
    #: The unit gets to no edge, whichever way it goes.
    is_inland: bool = False
    #: Nothing at all is in the way, whichever way the unit goes.
    is_open: bool = False

    @property
    def passing(self) -> tuple[Body, ...]:
        """The bodies that a unit may pass over, but not stop on."""
        return self.friends + self.fords if self.fords else self.friends


def obstacles(s: Battle, u: int, pose: Pose, most: int, ignoring: Sequence[int] = ()) -> Obstacles:
    """R-MD-15 Enemies and impassable ground bar the way; friends and fords do not, but nobody stops on them.

    A machinegun that keeps up is ignored (R-MD-36).
    """
    box = s.box
    side = box.units[u].side
    around = most + radius(pose)
    x, y = pose.x, pose.y
    enemies = tuple([(v, body) for v in near(s, 1 - side, x, y, around) for body in bodies(s.poses[v])])
    friends = tuple(
        [
            body
            for v in near(s, side, x, y, around)
            if v != u and v not in ignoring
            for body in bodies(s.poses[v])
        ]
    )
    blocks: tuple[Body, ...] = ()
    walls: tuple[Body, ...] = ()
    lore, is_cavalry = s.lore[u], box.units[u].kind.is_cavalry
    if box.blocks:
        blocks = tuple([block for block in box.blocks if is_near(block, x, y, around)])
    if box.walls:
        there = [wall.body for wall in box.walls if is_near(wall.body, x, y, around)]
        walls = tuple([wall for wall in there if not is_at(s.poses[u], wall)])
    found = Obstacles(
        enemies,
        friends,
        () if lore else blocks,
        blocks if lore else (),
        walls,
        tuple([grove.area for grove in box.groves]) if is_cavalry and not lore else (),
        () if lore else tuple([canal.area for canal in box.dry]),
        bounds(box, side, s.poses[u]),
    )
    return opened(found, pose, most)


def opened(way: Obstacles, pose: Pose, most: int) -> Obstacles:
    """The same, having noted if the unit gets to no edge, and if nothing at all is in the way."""
    west, south, east, north = way.bounds
    x, y, around = pose.x, pose.y, most + radius(pose)
    if x - around < west or x + around > east or y - around < south or y + around > north:
        return way
    is_barred = way.enemies or way.friends or way.blocks or way.fords or way.walls or way.groves or way.dry
    return msgspec.structs.replace(way, is_inland=True, is_open=not is_barred)


def is_near(block: Body, x: int, y: int, around: int) -> bool:
    """Whether upright ground begins within a distance, measured generously."""
    west, south, east, north = *block.corners[0], *block.corners[2]
    return west - around < x < east + around and south - around < y < north + around


def is_at(pose: Pose, wall: Body) -> bool:
    """Whether a unit is inside a redoubt, or in contact with its wall."""
    return any(distance(hull.corners, wall.corners) <= CONTACT for hull in hulls(pose))


def bounds(box: Box, side: int, pose: Pose) -> Rectangle:
    """The table, and the ground behind the edges over which this side comes and goes."""
    army = box.army(side)
    if army.leaves is None and army.enters is None:
        return box.table
    edges = dict(zip(("west", "south", "east", "north"), box.table, strict=True))
    for name in (army.leaves, army.enters if not within(bodies(pose), box.table) else None):
        if name is not None:
            edges[name] += BEYOND if name in ("east", "north") else -BEYOND
    return edges["west"], edges["south"], edges["east"], edges["north"]


def is_free(s: Battle, u: int, pose: Pose, ignoring: Sequence[int] = ()) -> bool:
    """Whether a unit could stand like this: on the table, on passable ground, overlapping nobody."""
    box = s.box
    mine = bodies(pose)
    if not within(mine, bounds(box, side_of(s, u), s.poses[u])):
        return False
    if box.blocks and any_collide(mine, box.blocks):
        return False
    return has_room(s, u, pose, ignoring)


class Room(msgspec.Struct):
    """Answers `is_free` for many places close together: what could be in the way is gathered only once."""

    bounds: Rectangle
    taken: list[Body]

    def is_free(self, mine: tuple[Body, ...]) -> bool:
        if not within(mine, self.bounds):
            return False
        for n, other in enumerate(self.taken):
            if any_collide(mine, (other,)):
                if n:  # what was in the way here is likely to be in the way nearby: it is tried first then
                    self.taken[0], self.taken[n] = other, self.taken[0]
                return False
        return True


def room_around(s: Battle, u: int, pose: Pose, most: int, ignoring: Sequence[int] = ()) -> Room:
    """The room for a unit that goes no further than this and changes formation before or after that."""
    box = s.box
    x, y, around = pose.x, pose.y, most + radius(pose) + WIDEST
    taken = [block for block in box.blocks if is_near(block, x, y, around)]
    for side in (0, 1):
        for v in near(s, side, x, y, around):
            if v != u and v not in ignoring:
                taken.extend(bodies(s.poses[v]))
    return Room(bounds(box, side_of(s, u), s.poses[u]), taken)


# Where to

#: For a unit and a heading: tells of a distance whether the unit fits there.
FitsOn = Callable[[Pose, int], Callable[[int], bool]]


def reach(pose: Pose, heading: int, most: int, way: Obstacles) -> list[int]:
    """MD 5 How far a unit can go on a heading: every half inch it may stop at, found by one sweep.

    A wall that stops it adds the exact distance to the wall.
    """
    if way.is_open:
        return list(range(STEP, most + 1, STEP))
    mine = bodies_turned(pose, heading)
    stops = _stops(pose, mine, heading, most, way)
    closed = passed_over(mine, way.passing, heading, stops[-1]) if stops and way.passing else []
    return [far for far in stops if is_clear(far, closed)] if closed else stops


def furthest(
    pose: Pose,
    heading: int,
    most: int,
    way: Obstacles,
    fits_on: FitsOn | None = None,
) -> int:
    """MD 5 The last place of `reach`, or the last where the unit fits; 0 if there is none. It is mostly the first that is tried."""
    if way.is_open and fits_on is None:
        return most // STEP * STEP
    mine = bodies_turned(pose, heading)
    far = _last_stop(pose, mine, heading, most, way)
    if not far:
        return 0
    fits = None if fits_on is None else fits_on(pose, heading)
    passing, sticks_out = way.passing, not (way.is_inland or within(mine, way.bounds))
    closed: list[tuple[int, int]] | None = None
    while far > 0:
        if (fits is None or fits(far)) and not (
            sticks_out and not within(gone(mine, heading, far), way.bounds)
        ):
            if passing and closed is None and could_meet(mine, passing, heading, far):
                closed = passed_over(mine, passing, heading, far)
            if closed is None or is_clear(far, closed):
                return far
        far = (far - 1) // STEP * STEP
    return 0


def _stops(pose: Pose, mine: tuple[Body, ...], heading: int, most: int, way: Obstacles) -> list[int]:
    """How far a unit that has turned to a heading can go before anything stops it: every half inch, be friends there or not."""
    last = _last_stop(pose, mine, heading, most, way)
    stops = list(range(STEP, last + 1, STEP))
    if last % STEP:
        stops.append(last)
    if stops and not way.is_inland and not within(mine, way.bounds):
        # turned on the spot it sticks out over the edge behind it
        stops = [far for far in stops if within(gone(mine, heading, far), way.bounds)]
    return stops


def _last_stop(pose: Pose, mine: tuple[Body, ...], heading: int, most: int, way: Obstacles) -> int:
    """The last of these places: a whole number of half inches, or right at a wall; 0 if there is none."""
    limit = most if way.is_inland else to_the_edge(mine, way.bounds, heading, most)
    if way.enemies and limit >= 1:
        met = to_contact(mine, [body for _, body in way.enemies], heading, limit + KEEP_OFF)
        limit = min(limit, met - KEEP_OFF)
    if way.blocks and limit >= 1:
        limit = min(limit, to_contact(mine, way.blocks, heading, limit))
    wall = to_wall(pose, heading, limit, way) if way.walls and limit >= 1 else None
    if wall is not None:
        limit = wall
    if way.dry or way.groves:
        limit = slowed(pose, heading, limit, most, way)
    if limit < 1:
        return 0
    return limit if limit == wall else limit // STEP * STEP


def to_wall(pose: Pose, heading: int, most: int, way: Obstacles) -> int | None:
    """B2 How far a unit goes until its front touches a fort wall; None if it comes to none.

    It is the exact distance of its stands. Only the wall that stops a unit is measured like that: beside it, half inches count.
    """
    far = to_touch(hulls_turned(pose, heading), way.walls, heading, most + 1)
    return far if far <= most else None


def slowed(pose: Pose, heading: int, limit: int, most: int, way: Obstacles) -> int:
    """B2 Cavalry goes half as far inside a grove; climbing out of a dry canal ends the move. The unit's centre counts."""
    for area in way.dry:
        bed = inside(pose.centre, area, heading, limit)
        if bed is not None and bed[1] < limit:
            limit = min(limit, (bed[1] // STEP + 1) * STEP)
    for area in way.groves:
        thick = inside(pose.centre, area, heading, limit)
        if thick is not None:
            start, end = thick
            spare = max(0, most - start)  # what is left at the edge of the grove goes half as far
            limit = min(limit, start + spare // 2 if spare // 2 <= end - start else most - (end - start))
    return limit


def charge_contact(pose: Pose, heading: int, most: int, way: Obstacles) -> tuple[int, int] | None:
    """MD 4 A3 The first enemy a charge on this heading runs into, and how far away he is."""
    mine = bodies_turned(pose, heading)
    limit = most if way.is_inland else to_the_edge(mine, way.bounds, heading, most)
    if way.blocks:
        limit = min(limit, to_contact(mine, way.blocks, heading, limit))
    if way.walls:  # who stands right behind the wall is reached at the wall
        wall = to_wall(pose, heading, limit, way)
        limit = limit if wall is None else min(limit, wall + CONTACT)
    if way.dry or way.groves:
        limit = slowed(pose, heading, limit, most, way)
    found: tuple[int, int] | None = None
    for v, body in way.enemies:
        met = to_contact(mine, [body], heading, limit + 1)
        if met < 0:
            return None
        if met <= limit and (found is None or met < found[1]):
            found = v, met
    if found is None:
        return None
    if not way.is_inland and not within(gone(mine, heading, found[1]), way.bounds):
        return None
    if not way.passing:
        return found
    return found if is_clear(found[1], passed_over(mine, way.passing, heading, limit + 1)) else None


def charges(s: Battle, u: int, most: int) -> dict[int, dict[int, int]]:
    """MD 4 A3 Every charge that reaches: enemy -> heading -> distance."""
    found: dict[int, dict[int, int]] = {}
    for heading, target, far in _charges(s, u, most):
        found.setdefault(target, {})[heading] = far
    return found


def can_charge(s: Battle, u: int, most: int) -> bool:
    return bool(_charges(s, u, most))


def _charges(s: Battle, u: int, most: int) -> tuple[tuple[int, int, int], ...]:
    pose = closed_up(s.poses[u])
    enemies = near(s, 1 - side_of(s, u), pose.x, pose.y, most + radius(pose))
    able = [v for v in enemies if is_gap_within(s, u, v, most) and is_on_table(s, v)]
    if not able:
        return ()
    discs = [(at.x, at.y, radius(at)) for v in able for at in (s.poses[v],)]
    turns = [heading for heading in headings(s, u, pose) if is_towards(pose, heading, discs)]
    return _contacts(pose, tuple(turns), most, obstacles(s, u, pose, most), tuple(able)) if turns else ()


@lru_cache(maxsize=1 << 11)
def _contacts(
    pose: Pose, turns: tuple[int, ...], most: int, way: Obstacles, able: tuple[int, ...]
) -> tuple[tuple[int, int, int], ...]:
    """The headings on which one of these enemies is met first, which one, and how far away. Little of it changes while others move elsewhere."""
    found = []
    for heading in turns:
        met = charge_contact(pose, heading, most, way)
        if met is not None and met[0] in able:
            found.append((heading, *met))
    return tuple(found)


def is_towards(pose: Pose, heading: int, discs: Sequence[tuple[int, int, int]]) -> bool:
    """Whether a unit that goes straight on a heading may meet any of these discs, given by middle and radius; too often, never too rarely."""
    c, n = COS[heading], SIN[heading]
    around = radius(pose) + HAIR
    for x, y, wide in discs:
        dx, dy, room = x - pose.x, y - pose.y, (around + wide) * ONE
        if -room <= dx * n - dy * c <= room and dx * c + dy * n >= -room:
            return True
    return False


def is_on_table(s: Battle, v: int) -> bool:
    """Whether any stand of a unit is on the table; those that wait to enter cannot be charged."""
    table = s.box.table
    return any(is_in(table, stand.centre) for stand in stands(s.poses[v]))


def wheels(s: Battle, u: int, ignoring: Sequence[int] = ()) -> Iterator[int]:
    """MD 4 A6 The turns by which a unit can wheel, positive to the left: it may not sweep over an enemy."""
    pose = closed_up(s.poses[u])
    way = obstacles(s, u, pose, 2 * radius(pose), ignoring)
    if way.is_open:
        yield from range(DEGREES, 91, DEGREES)
        yield from range(-DEGREES, -91, -DEGREES)
        return
    yield from _wheels(pose, way, DEGREES, 90)
    yield from _wheels(pose, way, -DEGREES, 90)


def first_wheels(pose: Pose, way: Obstacles) -> Iterator[int]:
    """The smallest wheels. They move the centre by less than a tenth of the radius, so a few obstacles are enough."""
    if way.is_open:
        yield DEGREES
    else:
        yield from _wheels(pose, way, DEGREES, DEGREES)
        yield from _wheels(pose, way, -DEGREES, DEGREES)


def _wheels(pose: Pose, way: Obstacles, step: int, most: int) -> Iterator[int]:
    barred = [*(body for _, body in way.enemies), *way.blocks, *way.walls]
    for turn in range(step, most // DEGREES * step + step, step):
        mine = bodies_wheeled(pose, turn)
        if any_collide(mine, barred):
            break
        if within(mine, way.bounds) and not any_collide(mine, way.friends):
            yield turn


# Sliding without turning


def slid(s: Battle, u: int, pose: Pose, heading: int, most: int) -> tuple[int, Pose]:
    """How far a unit can slide in a direction without turning, and where it then stands; -1 if there is no room."""
    way = obstacles(s, u, pose, most)
    mine = bodies(pose)
    limit = to_the_edge(mine, way.bounds, heading, most)
    limit = to_contact(mine, [*(body for _, body in way.enemies), *way.blocks], heading, limit)
    stretches = passed_over(mine, way.passing, heading, limit) if limit >= 0 else []
    while limit >= 0 and not is_clear(limit, stretches):
        limit = max(near for near, past in stretches if near < limit < past)
    return limit, shifted(pose, heading, max(0, limit))


def slide(s: Battle, u: int, heading: int, most: int) -> None:
    """Slide a unit in a direction without turning, as far as there is room."""
    far, place = slid(s, u, s.poses[u], heading, most)
    if far > 0:
        put(s, u, place)
