"""MD 1 Formations: a unit on the table is an anchor, a facing and a shape; its stands follow from these.

Nothing drifts: the centre of the formation is the only thing that moves, and every stand is worked out from it anew.
The corners of neighbouring stands are the same points, so a formation never overlaps itself.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from .polygon import Body, Point, Polygon, make_body, shifted_by
from .trig import COS, HALF, ONE, SIN, rounded

#: Shapes. A line is numbered from its left, a column from its front, a square by rows.
LINE, COLUMN, SQUARE = range(3)
#: The side of a usual stand: an inch and a half.
SIDE = 1500
#: What a body is drawn in by on every side, so that units edge to edge do not count as overlapping.
INSET = 5
#: What is kept between bodies, so that rounding a place never makes them overlap.
MARGIN = 3


class Pose(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Where a unit stands: centre, facing, shape, how many places the shape has, and which of them hold a stand."""

    x: int  #: The centre of the formation, in thousandths of an inch from the west edge.
    y: int  #: The same from the south edge.
    facing: int  #: Where it faces, in degrees: 0 is east, 90 north.
    shape: int = LINE  #: Its formation: a place in `Board.shapes`.
    slots: int = 1  #: How many places the shape has.
    #: Which places hold a stand: bit i for place i. A line counts from its left, a column from its front.
    mask: int = 1
    side: int = SIDE  #: The side of one stand, in thousandths of an inch.

    @property
    def centre(self) -> Point:
        return self.x, self.y


class Stand(msgspec.Struct, frozen=True, gc=False):
    """One base: its place in the formation, its centre and its corners."""

    slot: int
    centre: Point
    corners: Polygon


#: A unit that is not on the table.
NOWHERE = Pose(-1_000_000, -1_000_000, 0, LINE, 1, 0)


#: By shape and number of places: no point is further from the centre.
_RADIUS = {
    LINE: (0, 1061, 1678, 2373, 3093),
    COLUMN: (0, 1061, 1678, 2373, 3093),
    SQUARE: (0, 2122, 2122, 2122, 2122),
}
#: No point of any formation is further from its centre.
WIDEST = max(map(max, _RADIUS.values()))


def full(slots: int) -> int:
    """The mask of a formation with all its stands."""
    return (1 << slots) - 1


def _place(pose: Pose, slot: int) -> tuple[int, int]:
    """The centre of a place relative to the centre of the formation, ahead and to the left, in half sides."""
    if pose.shape == LINE:
        return 0, pose.slots - 1 - 2 * slot
    if pose.shape == COLUMN:
        return pose.slots - 1 - 2 * slot, 0
    return 1 - 2 * (slot // 2), 1 - 2 * (slot % 2)


def _point(pose: Pose, ahead: int, left: int) -> Point:
    c, n = COS[pose.facing], SIN[pose.facing]
    x, y = ahead * c - left * n, ahead * n + left * c
    return pose.x + (x + HALF) // ONE, pose.y + (y + HALF) // ONE


def _gone(pose: Pose, heading: int, far: int) -> Point:
    """The centre after going straight in some direction."""
    return pose.x + (far * COS[heading] + HALF) // ONE, pose.y + (far * SIN[heading] + HALF) // ONE


def _box(pose: Pose, front: int, back: int, left: int, right: int) -> Polygon:
    """The corners of a rectangle given by its edges in the frame of the formation."""
    return (
        _point(pose, front, left),
        _point(pose, back, left),
        _point(pose, back, right),
        _point(pose, front, right),
    )


@lru_cache(maxsize=1 << 15)
def stands(pose: Pose) -> tuple[Stand, ...]:
    """The stands of a formation, in the order of their places."""
    half = pose.side // 2
    found = []
    for slot in range(pose.slots):
        if pose.mask >> slot & 1:
            ahead, left = _place(pose, slot)
            corners = _box(pose, (ahead + 1) * half, (ahead - 1) * half, (left + 1) * half, (left - 1) * half)
            found.append(Stand(slot, _point(pose, ahead * half, left * half), corners))
    return tuple(found)


@lru_cache(maxsize=1 << 15)
def bodies(pose: Pose) -> tuple[Body, ...]:
    """The ground a formation takes up: one body for each unbroken stretch of stands, a hair smaller than these."""
    return _bodies(pose, INSET)


@lru_cache(maxsize=1 << 15)
def hulls(pose: Pose) -> tuple[Body, ...]:
    """The same in full size, to measure distances from."""
    return _bodies(pose, 0)


def bodies_turned(pose: Pose, heading: int) -> tuple[Body, ...]:
    """The ground a formation takes up once it has turned to a heading where it stands."""
    return _bodies_at(pose, pose.x, pose.y, heading, INSET)


def hulls_turned(pose: Pose, heading: int) -> tuple[Body, ...]:
    """The same in full size."""
    return _bodies_at(pose, pose.x, pose.y, heading, 0)


def gone(bodies: tuple[Body, ...], heading: int, far: int) -> tuple[Body, ...]:
    """Bodies that have gone straight in some direction, as their formation would: its centre moves by whole thousandths."""
    x, y = (far * COS[heading] + HALF) // ONE, (far * SIN[heading] + HALF) // ONE
    return tuple([shifted_by(body, x, y) for body in bodies])


def _bodies(pose: Pose, inset: int) -> tuple[Body, ...]:
    return _bodies_at(pose, pose.x, pose.y, pose.facing, inset)


def _bodies_at(pose: Pose, x: int, y: int, facing: int, inset: int) -> tuple[Body, ...]:
    found = _bodies_at_origin(facing, pose.shape, pose.slots, pose.mask, pose.side, inset)
    if len(found) == 1:  # nearly always
        body = found[0]
        return (Body(body.x2 + 2 * x, body.y2 + 2 * y, body.outline),)
    return tuple([shifted_by(body, x, y) for body in found])


@lru_cache(maxsize=1 << 15)
def _bodies_at_origin(
    facing: int, shape: int, slots: int, mask: int, side: int, inset: int
) -> tuple[Body, ...]:
    """The bodies of a formation whose centre is at (0, 0): what is the same wherever it stands."""
    pose, half = Pose(0, 0, facing, shape, slots, mask, side), side // 2
    c, n = COS[facing], SIN[facing]
    found = []
    for first, last in _stretches(pose):
        ahead, left = _place(pose, first)
        behind, right = _place(pose, last)
        front, wide = (ahead + 1) * half - inset, (left + 1) * half - inset
        deep, across = (ahead - behind + 2) * half - 2 * inset, (left - right + 2) * half - 2 * inset
        corner = rounded(front * c - wide * n), rounded(front * n + wide * c)
        back = -rounded(deep * c), -rounded(deep * n)
        right_edge = rounded(across * n), -rounded(across * c)
        around = 2125 if first < last and shape == SQUARE else _RADIUS[LINE][last - first + 1] + 3
        found.append(make_body(corner, back, right_edge, around))
    return tuple(found)


def _stretches(pose: Pose) -> list[tuple[int, int]]:
    """First and last place of each unbroken stretch of stands."""
    if pose.mask + 1 == 1 << pose.slots:
        return [(0, pose.slots - 1)]
    taken = [slot for slot in range(pose.slots) if pose.mask >> slot & 1]
    if pose.shape == SQUARE:
        return [(slot, slot) for slot in taken]
    found: list[tuple[int, int]] = []
    for slot in taken:
        if found and found[-1][1] == slot - 1:
            found[-1] = (found[-1][0], slot)
        else:
            found.append((slot, slot))
    return found


def stand_at(pose: Pose, slot: int) -> Stand:
    """The stand in a place that holds one."""
    return next(stand for stand in stands(pose) if stand.slot == slot)


def radius(pose: Pose) -> int:
    """No point of the formation is further from its centre."""
    return _RADIUS[pose.shape][pose.slots]


def depth(pose: Pose) -> int:
    """From the front edge to the rear edge."""
    return _depth(pose.shape, pose.slots, pose.side)


def _depth(shape: int, slots: int, side: int) -> int:
    return side * (slots if shape == COLUMN else 2 if shape == SQUARE else 1)


def frontage(pose: Pose) -> int:
    """From the left edge to the right edge."""
    return pose.side * (pose.slots if pose.shape == LINE else 2 if pose.shape == SQUARE else 1)


# What a formation can do. Every one of these gives a new pose.


def placed(pose: Pose, x: int, y: int, facing: int) -> Pose:
    """The same formation elsewhere."""
    return Pose(x, y, facing % 360, pose.shape, pose.slots, pose.mask, pose.side)


def moved(pose: Pose, heading: int, far: int) -> Pose:
    """Turn to a heading and go straight that way."""
    x, y = _gone(pose, heading, far)
    return Pose(x, y, heading, pose.shape, pose.slots, pose.mask, pose.side)


def shifted(pose: Pose, heading: int, far: int) -> Pose:
    """Go straight in some direction without turning."""
    x, y = _gone(pose, heading, far)
    return Pose(x, y, pose.facing, pose.shape, pose.slots, pose.mask, pose.side)


def without(pose: Pose, slot: int) -> Pose:
    """A stand is gone; its place stays empty until the unit closes up."""
    return msgspec.structs.replace(pose, mask=pose.mask & ~(1 << slot))


def about_faced(pose: Pose) -> Pose:
    """Every stand turns round where it is: left becomes right and front becomes rear."""
    mask = sum(1 << (pose.slots - 1 - slot) for slot in range(pose.slots) if pose.mask >> slot & 1)
    return Pose(pose.x, pose.y, (pose.facing + 180) % 360, pose.shape, pose.slots, mask, pose.side)


def closed_up(pose: Pose) -> Pose:
    """R-MD-1 After losses the stands close up on the middle of those that are left."""
    left = pose.mask.bit_count()
    if left == pose.slots or pose.shape == SQUARE or not left:
        return pose
    half = pose.side // 2
    places = [_place(pose, slot) for slot in range(pose.slots) if pose.mask >> slot & 1]
    ahead, aside = (sum(place[i] for place in places) * half // left for i in (0, 1))
    x, y = _point(pose, ahead, aside)
    return Pose(x, y, pose.facing, pose.shape, left, full(left), pose.side)


def formed(pose: Pose, shape: int) -> Pose:
    """Change formation on the middle of the front edge, which stays where it is. Gaps are closed."""
    pose = closed_up(pose)
    left, facing = pose.mask.bit_count(), pose.facing
    slots = 4 if shape == SQUARE else left
    back = (depth(pose) - _depth(shape, slots, pose.side)) // 2
    x, y = _gone(pose, facing, back)
    return Pose(x, y, facing, shape, slots, full(left), pose.side)


def wheeled(pose: Pose, degrees: int) -> Pose:
    """R-MD-10 Pivot on a front corner: the left one for a wheel to the left (positive), else the right one."""
    return placed(pose, *_wheeled(pose, degrees))


def bodies_wheeled(pose: Pose, degrees: int) -> tuple[Body, ...]:
    """The ground a formation takes up once it has wheeled."""
    x, y, facing = _wheeled(pose, degrees)
    return _bodies_at(pose, x, y, facing, INSET)


def _wheeled(pose: Pose, degrees: int) -> tuple[int, int, int]:
    """Where the centre is after a wheel, and where the formation faces."""
    ahead = depth(pose) // 2
    left = frontage(pose) // 2 if degrees > 0 else -(frontage(pose) // 2)
    px, py = _point(pose, ahead, left)
    facing = (pose.facing + degrees) % 360
    c, n = COS[facing], SIN[facing]
    x, y = ahead * c - left * n, ahead * n + left * c
    return px - (x + HALF) // ONE, py - (y + HALF) // ONE, facing
