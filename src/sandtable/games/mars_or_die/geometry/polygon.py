"""Convex polygons with whole coordinates: overlap, distance, sight, and how far one can slide before it meets another."""

from __future__ import annotations

from math import isqrt

import msgspec

from .trig import ONE

Point = tuple[int, int]
#: Corners in order, counter-clockwise.
Polygon = tuple[Point, ...]


def overlaps(p: Polygon, q: Polygon) -> bool:
    """Whether two polygons share more than their edges."""
    return not (_is_apart(p, q) or _is_apart(q, p))


def _is_apart(p: Polygon, q: Polygon) -> bool:
    """Whether an edge of p has all of q on its outer side."""
    ax, ay = p[-1]
    for bx, by in p:
        ex, ey = bx - ax, by - ay
        if all(ex * (y - ay) - ey * (x - ax) <= 0 for x, y in q):
            return True
        ax, ay = bx, by
    return False


def distance(p: Polygon, q: Polygon) -> int:
    """The distance between the nearest points, in whole thousandths of an inch, rounded up.

    Rounded up, because then "within 12 inches" is asked exactly: the distance is at most 12000 or it is not.
    """
    if overlaps(p, q):
        return 0
    return min(_corners_to_edges(p, q), _corners_to_edges(q, p))


def _corners_to_edges(p: Polygon, q: Polygon) -> int:
    return min(distance_to_edge(x, y, *q[i - 1], *q[i]) for x, y in p for i in range(len(q)))


def distance_to_edge(x: int, y: int, ax: int, ay: int, bx: int, by: int) -> int:
    """The distance of a point from the stretch from a to b, rounded up."""
    ex, ey, px, py = bx - ax, by - ay, x - ax, y - ay
    along, length2 = px * ex + py * ey, ex * ex + ey * ey
    if along <= 0:
        return _root_up(px * px + py * py)
    if along >= length2:
        return _root_up((x - bx) ** 2 + (y - by) ** 2)
    across = ex * py - ey * px
    return _root_up(-(-across * across // length2))


def _root_up(square: int) -> int:
    """The square root, rounded up."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def apart(a: Point, b: Point) -> int:
    """The distance between two points, rounded up."""
    return _root_up((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def contains(p: Polygon, point: Point) -> bool:
    """Whether a point is inside; the edge counts."""
    x, y = point
    ax, ay = p[-1]
    for bx, by in p:
        if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0:
            return False
        ax, ay = bx, by
    return True


def is_crossed(p: Polygon, a: Point, b: Point) -> bool:
    """Whether the stretch from a to b passes through the inside; touching an edge or a corner does not count."""
    (ax, ay), (bx, by) = a, b
    ex, ey = bx - ax, by - ay
    sides = [ex * (y - ay) - ey * (x - ax) for x, y in p]
    if min(sides) >= 0 or max(sides) <= 0:
        return False
    return not _is_apart(p, (a, b))


# Bodies


class Body(msgspec.Struct, frozen=True, gc=False):
    """A parallelogram that moves as one: its corners, its middle, and how far the corners are from it."""

    corners: Polygon
    x: int
    y: int
    radius: int


def make_body(corner: Point, one: Point, other: Point) -> Body:
    """A body from a corner and its two edges. Opposite edges are exactly parallel, so two normals are enough for it."""
    (x, y), (ax, ay), (bx, by) = corner, one, other
    middle = x + (ax + bx) // 2, y + (ay + by) // 2
    corners = (x, y), (x + ax, y + ay), (x + ax + bx, y + ay + by), (x + bx, y + by)
    longest = max((ax + bx) ** 2 + (ay + by) ** 2, (ax - bx) ** 2 + (ay - by) ** 2)
    return Body(corners, *middle, isqrt(longest) // 2 + 2)


def collide(p: Body, q: Body) -> bool:
    """Whether two bodies share more than their edges."""
    far = p.radius + q.radius
    if (p.x - q.x) ** 2 + (p.y - q.y) ** 2 >= far * far:
        return False
    return overlaps(p.corners, q.corners)


def span(p: Body, q: Body, c: int, n: int, most: int) -> tuple[int, int] | None:
    """How far p slides in the direction (c, n) until it meets q, and until it is past it; None if it never does.

    p overlaps q from just after the first distance to just before the second. Both are rounded outwards. What lies
    behind p, or further ahead than `most`, is not met.
    """
    dx, dy = q.x - p.x, q.y - p.y
    room = (p.radius + q.radius) * ONE
    aside, ahead = dx * n - dy * c, dx * c + dy * n
    if aside > room or aside < -room or ahead < -room or ahead > room + most * ONE:
        return None
    enter, leave = -(1 << 60), 1 << 60
    mine, theirs = p.corners, q.corners
    for a, b, d in ((mine[0], mine[1], mine[3]), (mine[1], mine[2], mine[0])):
        nx, ny = b[1] - a[1], a[0] - b[0]
        low, high = nx * a[0] + ny * a[1], nx * d[0] + ny * d[1]
        if low > high:
            low, high = high, low
        reached = _axis(theirs, nx, ny, low, high, nx * c + ny * n)
        if reached is None:
            return None
        enter, leave = max(enter, reached[0]), min(leave, reached[1])
    for a, b, d in ((theirs[0], theirs[1], theirs[3]), (theirs[1], theirs[2], theirs[0])):
        nx, ny = b[1] - a[1], a[0] - b[0]
        low, high = nx * a[0] + ny * a[1], nx * d[0] + ny * d[1]
        if low > high:
            low, high = high, low
        # Seen from p, q slides the other way.
        reached = _axis(mine, nx, ny, low, high, -(nx * c + ny * n))
        if reached is None:
            return None
        enter, leave = max(enter, reached[0]), min(leave, reached[1])
    return (enter, leave) if enter < leave else None


def _axis(other: Polygon, nx: int, ny: int, low: int, high: int, speed: int) -> tuple[int, int] | None:
    """Along one normal: when what reaches from low to high and moves at a speed overlaps the other, and when no more."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = other
    one, two, three, four = nx * ax + ny * ay, nx * bx + ny * by, nx * cx + ny * cy, nx * dx + ny * dy
    near, far = min(one, two, three, four), max(one, two, three, four)
    if speed > 0:
        return (near - high) * ONE // speed, -((low - far) * ONE // speed)
    if speed < 0:
        return (far - low) * ONE // speed, -((high - near) * ONE // speed)
    return (-(1 << 60), 1 << 60) if near < high and low < far else None
