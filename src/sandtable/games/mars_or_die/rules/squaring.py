"""MD 7.2 Squaring off: a charger turns to the front it met and slides, columns form line, and stands face stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..state import CONTACT, Battle, is_locked, on_table, put, side_of
from .geometry.formation import (
    COLUMN,
    LINE,
    Pose,
    Stand,
    bodies,
    closed_up,
    frontage,
    full,
    hulls,
    moved,
    stands,
)
from .geometry.polygon import Body, Point, collide, distance
from .geometry.trig import COS, ONE, SIN, rounded, turn
from .reach import is_free

#: Units in contact are put this far apart, edge to edge.
TOUCHING = 20
#: Stands that overlap by less than this do not face each other; lengths that differ by less are equal.
HAIR, EQUAL = 50, 4


class Clash(NamedTuple):
    """How two units stand after a charge: the one that charged, and the one it met."""

    ours: Pose
    theirs: Pose


def square_off(s: Battle, u: int, v: int, struck: Pose) -> list[int]:
    """R-MD-33 Put both units where they stand when they have squared off. Returns whom the charger fights."""
    found = clash(s, u, v, struck)
    put(s, u, found.ours)
    put(s, v, found.theirs)
    others = [w for w in s.live[1 - side_of(s, u)] if w != v and on_table(s, w)]
    return [v, *(w for w in others if face_to_face(s.poses[u], s.poses[w]))]


def clash(s: Battle, u: int, v: int, struck: Pose) -> Clash:
    """R-MD-33 A unit has run into another: how both stand when they have squared off.

    The charger turns parallel to the front it met and slides by no more than half a stand. A column that charges, or is
    charged in front, forms line on its leading stand. What there is no room for is left undone.
    """
    return next(_clashes(s, u, v, struck), Clash(struck, s.poses[v]))


def charge_headings(s: Battle, u: int, v: int, able: dict[int, int]) -> list[int]:
    """MD 4 A3 The headings of a charge with different results.

    Of those that lead to the same fight, the one that puts stand before stand best, and of these the straightest.
    """
    pose = closed_up(s.poses[u])
    others = [s.poses[w] for w in s.live[1 - side_of(s, u)] if w != v and on_table(s, w)]
    best: dict[object, tuple[int, int, int]] = {}
    for heading, far in able.items():
        ours, theirs = clash(s, u, v, at_contact(pose, heading, far))
        met = [face_to_face(ours, other) for other in (theirs, *others)]
        fight = ours.facing, ours.shape, theirs, tuple(tuple(pair[1:] for pair in pairs) for pairs in met)
        askew = min(met[0], default=(0,))[0] // (EQUAL * ours.side)
        found = askew, abs(turn(pose.facing, heading)), heading
        best[fight] = min(best.get(fight, found), found)
    chosen = {heading for _, _, heading in best.values()}
    return [heading for heading in able if heading in chosen]


def most_pairs(s: Battle, u: int, v: int, able: dict[int, int]) -> int:
    """With how many stands a charge can face its target on the best of its headings."""
    pose = closed_up(s.poses[u])
    most, best = min(pose.mask.bit_count(), s.poses[v].mask.bit_count()), 0
    for heading in sorted(able, key=lambda heading: abs(turn(pose.facing, heading))):
        ours, theirs = clash(s, u, v, at_contact(pose, heading, able[heading]))
        best = max(best, len({b for _, _, b in face_to_face(ours, theirs)}))
        if best >= most:
            break
    return best


def at_contact(pose: Pose, heading: int, far: int) -> Pose:
    """A unit at the end of a charge, before it has squared off."""
    return moved(pose, heading, max(0, far - TOUCHING))


# Who faces whom


def face_to_face(ours: Pose, theirs: Pose) -> list[tuple[int, int, int]]:
    """R-MD-33 Stands of a charger and those before them: how far the middles are apart (squared), and the places of both."""
    return [
        ((a.centre[0] - b.centre[0]) ** 2 + (a.centre[1] - b.centre[1]) ** 2, a.slot, b.slot)
        for a in stands(ours)
        for b in stands(theirs)
        if is_facing(ours, a, theirs, b)
    ]


def is_facing(ours: Pose, a: Stand, theirs: Pose, b: Stand) -> bool:
    """Whether a stand has another one right before it."""
    dx, dy = b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]
    c, n = COS[ours.facing], SIN[ours.facing]
    room = (ours.side + theirs.side) // 2 - HAIR
    if dx * c + dy * n <= 0 or abs(dy * c - dx * n) >= room * ONE:
        return False
    return distance(a.corners, b.corners) <= CONTACT


def paired(s: Battle, u: int, foes: Sequence[int]) -> list[tuple[int, int, int]]:
    """R-MD-22, R-MD-33 Stands that face each other, one to one from the nearest: our place, their unit and its place.

    Units that could not square off meet with one stand each.
    """
    found = sorted(
        (apart, a, v, b) for v in foes for apart, a, b in face_to_face(s.poses[u], s.poses[v])
    ) or _nearest(s, u, foes)
    pairs: list[tuple[int, int, int]] = []
    for _, a, v, b in found:
        if all(a != one and (v, b) != (w, other) for one, w, other in pairs):
            pairs.append((a, v, b))
    return pairs


def _nearest(s: Battle, u: int, foes: Sequence[int]) -> list[tuple[int, int, int, int]]:
    return [
        min(
            (distance(a.corners, b.corners), a.slot, v, b.slot)
            for v in foes
            for a in stands(s.poses[u])
            for b in stands(s.poses[v])
        )
    ]


# Where both could stand


class Front(NamedTuple):
    """The front that was met: the side of a unit, seen from the unit's middle, and where the charger struck it."""

    at: Point
    #: Where it looks to, and how far out it is.
    face: int
    out: int
    #: Where the middle of the charger's own front is once he has turned parallel to it: to the left of the unit's
    #: middle for somebody who looks the way it faces.
    middle: int

    def aside(self, point: Point) -> int:
        """How far to the left a point is."""
        c, n = COS[(self.face + 90) % 360], SIN[(self.face + 90) % 360]
        return rounded((point[0] - self.at[0]) * c + (point[1] - self.at[1]) * n)

    def ahead(self, point: Point) -> int:
        """How far out a point is."""
        c, n = COS[self.face], SIN[self.face]
        return rounded((point[0] - self.at[0]) * c + (point[1] - self.at[1]) * n)

    def point(self, ahead: int, aside: int) -> Point:
        c, n = COS[self.face], SIN[self.face]
        return self.at[0] + rounded(ahead * c - aside * n), self.at[1] + rounded(ahead * n + aside * c)


class Row(NamedTuple):
    """A formation a charger may take, and where its middle is from that of the front he struck with."""

    shape: int
    slots: int
    shift: int


def _clashes(s: Battle, u: int, v: int, struck: Pose) -> Iterator[Clash]:
    """Every way to square off for which there is room, the best first."""
    other = s.poses[v]
    for ours, theirs in _ranked(struck, other, not s.disordered[v] and not is_locked(s, v)):
        if has_room(s, u, v, ours, theirs):
            yield Clash(ours, theirs)


@lru_cache(maxsize=1 << 10)
def _ranked(struck: Pose, other: Pose, is_free: bool) -> list[tuple[Pose, Pose]]:
    """Every way to square off, the best first; the unit that was met is free to form line or not. The same charge is weighed, declared and made."""
    front = front_met(struck, other)
    lines = lines_of(front, other) if is_free and can_form_line(other, front) else []
    found = []
    for theirs in (*lines, other):
        faced = [front.aside(b.centre) for b in stands(theirs) if is_along(front, theirs, b)]
        for row in rows_of(struck):
            own = [front.middle + row.shift + at for at in places_of(row, struck.side)]
            for slide in slides(own, faced, struck.side // 2):
                rank = _rank(row, theirs, [at + slide for at in own], faced, slide)
                found.append((rank, row, theirs, slide))
    found.sort(key=lambda one: one[0])
    return [(before(front, struck, row, slide), theirs) for _, row, theirs, slide in found]


def _rank(row: Row, theirs: Pose, own: list[int], faced: list[int], slide: int) -> tuple[int, ...]:
    """The sort key of a row: columns in line, stand right before stand, most pairs, and then the shortest way."""
    columns = (theirs.shape == COLUMN) + (row.shape == COLUMN)
    askew = min((abs(a - b) for a in own for b in faced), default=0) // EQUAL
    pairs = sum(any(abs(a - b) < theirs.side - HAIR for b in faced) for a in own)
    return columns, askew, -pairs, abs(row.shift) + abs(slide), row.shift, slide


def can_form_line(pose: Pose, front: Front) -> bool:
    """R-MD-33 Whether a unit is a column that was charged in front, and can form line if it is free to."""
    return pose.shape == COLUMN and pose.mask.bit_count() > 1 and pose.facing == front.face


def lines_of(front: Front, column: Pose) -> list[Pose]:
    """The lines that a column could form on its leading stand, which may be any of the line's."""
    lead, count = stands(column)[0].centre, column.mask.bit_count()
    ahead, aside = front.ahead(lead), front.aside(lead)
    return [
        Pose(*front.point(ahead, aside + shift), column.facing, LINE, count, full(count), column.side)
        for shift in _shifts(count, column.side)
    ]


def rows_of(struck: Pose) -> list[Row]:
    """The formations that a charger could fight in: as he is, or in line if he is a column."""
    own = Row(struck.shape, struck.slots, 0)
    if struck.shape != COLUMN or struck.slots < 2:
        return [own]
    return [*(Row(LINE, struck.slots, shift) for shift in _shifts(struck.slots, struck.side)), own]


def _shifts(count: int, side: int) -> list[int]:
    """How far the middle of a line can be from one of its stands."""
    return [side // 2 * (count - 1 - 2 * slot) for slot in range(count)]


def places_of(row: Row, side: int) -> list[int]:
    """The middles of the stands in a charger's front, from the middle of it."""
    return _shifts(row.slots, side) if row.shape == LINE else [0]


def slides(own: list[int], faced: list[int], most: int) -> list[int]:
    """R-MD-33 How far a charger may slide: to put stand before stand, or as near to it as half a stand allows."""
    ways = {b - a for a in own for b in faced}
    nearest = min(ways, key=lambda way: (abs(way), way), default=0)
    return sorted(
        {0, most, -most, max(-most, min(most, nearest)), *(way for way in ways if abs(way) <= most)}
    )


def before(front: Front, struck: Pose, row: Row, slide: int) -> Pose:
    """A charger edge to edge with the front he met."""
    deep = struck.side * (row.slots if row.shape == COLUMN else 1)
    x, y = front.point(front.out + TOUCHING + deep // 2, front.middle + row.shift + slide)
    return Pose(x, y, (front.face + 180) % 360, row.shape, row.slots, full(row.slots), struck.side)


def has_room(s: Battle, u: int, v: int, ours: Pose, theirs: Pose) -> bool:
    """Whether both could stand like this."""
    if not is_free(s, u, ours, (v,)) or any(collide(a, b) for a in bodies(ours) for b in bodies(theirs)):
        return False
    return theirs == s.poses[v] or is_free(s, v, theirs, (u,))


# What was met


def front_met(struck: Pose, other: Pose) -> Front:
    """R-MD-33 The front that a charger has met, and where he stands when he has turned parallel to it."""
    (mine,) = hulls(struck)
    hull = min(hulls(other), key=lambda body: distance(mine.corners, body.corners))
    sides = [Front(other.centre, (other.facing + by) % 360, 0, 0) for by in (0, 90, 180, 270)]
    sides = [side._replace(out=max(map(side.ahead, hull.corners))) for side in sides]
    apart = [side for side in sides if min(map(side.ahead, mine.corners)) >= side.out - EQUAL]
    front = min(apart or sides, key=lambda side: abs(turn(struck.facing, (side.face + 180) % 360)))
    return front._replace(middle=_turned(front, struck, mine, hull))


def _turned(front: Front, struck: Pose, mine: Body, hull: Body) -> int:
    """Where the middle of the charger's front comes to be when he pivots on the point of contact."""
    left, right = mine.corners[0], mine.corners[3]
    heights = front.ahead(left), front.ahead(right)
    half = frontage(struck) // 2
    if abs(heights[0] - heights[1]) <= EQUAL:
        return (front.aside(left) + front.aside(right)) // 2
    corner, to = (left, half) if heights[0] < heights[1] else (right, -half)
    ends = [front.aside(point) for point in hull.corners]
    if min(ends) <= front.aside(corner) <= max(ends):
        return front.aside(corner) + to
    # The corner of the unit he met touches his front somewhere.
    end = max(min(ends), min(max(ends), front.aside(corner)))
    x, y = front.point(front.out, end)
    c, n = COS[(struck.facing + 90) % 360], SIN[(struck.facing + 90) % 360]
    return end + rounded((x - struck.x) * c + (y - struck.y) * n)


def is_along(front: Front, pose: Pose, stand: Stand) -> bool:
    """Whether a stand is in the row that was met."""
    return abs(front.ahead(stand.centre) + pose.side // 2 - front.out) <= HAIR
