"""Convex polygons with whole coordinates: overlap, distance, sight, and how far one can slide before it meets another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt

import msgspec

from .trig import ONE

Point = tuple[int, int]
#: Corners in order, counter-clockwise.
Polygon = tuple[Point, ...]
#: Further than anything on any table.
EVER = 1 << 60


def overlaps(p: Polygon, q: Polygon) -> bool:
    """Whether two polygons share more than their edges."""
    return not (_is_apart(p, q) or _is_apart(q, p))


def _is_apart(p: Polygon, q: Polygon) -> bool:
    """Whether an edge of p has all of q on its outer side."""
    ax, ay = p[-1]
    for bx, by in p:
        ex, ey = bx - ax, by - ay
        for x, y in q:
            if ex * (y - ay) > ey * (x - ax):
                break
        else:
            return True
        ax, ay = bx, by
    return False


def distance(p: Polygon, q: Polygon) -> int:
    """The distance between the nearest points, in whole thousandths of an inch, rounded up.

    Rounded up, because then "within 12 inches" is asked exactly: the distance is at most 12000 or it is not.
    """
    if overlaps(p, q):
        return 0
    return _root_up(min(_corners_to_edges(p, q), _corners_to_edges(q, p)))


def distance_to(p: Polygon, point: Point) -> int:
    """The distance of a point from the nearest point of a polygon, rounded up: 0 for a point inside it or on its edge."""
    x, y = point
    ax, ay = p[-1]
    for bx, by in p:
        if (bx - ax) * (y - ay) < (by - ay) * (x - ax):
            return _root_up(_corners_to_edges((point,), p))
        ax, ay = bx, by
    return 0


def _corners_to_edges(p: Polygon, q: Polygon) -> int:
    """The square of the distance between a corner of p and an edge of q, whichever are nearest, rounded up."""
    nearest = 1 << 60
    ax, ay = q[-1]
    for bx, by in q:
        ex, ey = bx - ax, by - ay
        length2 = ex * ex + ey * ey
        for x, y in p:
            px, py = x - ax, y - ay
            along = px * ex + py * ey
            if along <= 0:
                square = px * px + py * py
            elif along >= length2:
                square = (x - bx) ** 2 + (y - by) ** 2
            else:
                across = ex * py - ey * px
                square = -(-across * across // length2)
            if square < nearest:
                nearest = square
        ax, ay = bx, by
    return nearest


def _root_up(square: int) -> int:
    """The square root, rounded up."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def apart(a: Point, b: Point) -> int:
    """The distance between two points, rounded up."""
    return _root_up((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def is_crossed(p: Polygon, a: Point, b: Point) -> bool:
    """Whether the stretch from a to b passes through the inside; touching an edge or a corner does not count."""
    (ax, ay), (bx, by) = a, b
    ex, ey = bx - ax, by - ay
    sides = [ex * (y - ay) - ey * (x - ax) for x, y in p]
    if min(sides) >= 0 or max(sides) <= 0:
        return False
    return not _is_apart(p, (a, b))


# Bodies


class Outline(msgspec.Struct, frozen=True, gc=False):
    """The shape of a body wherever it stands: how far its corners are from its middle, its edges, its area and its extent.

    Opposite edges are exactly parallel, so that two normals are enough for it.
    """

    radius: int
    ax: int
    ay: int
    bx: int
    by: int
    area: int
    #: From its westernmost to its easternmost corner, and from south to north.
    width: int
    height: int


class Body(msgspec.Struct, frozen=True, gc=False):
    """A parallelogram that moves as one. Its middle may fall between two thousandths: `x2` and `y2` are twice the middle."""

    x2: int
    y2: int
    outline: Outline

    @property
    def corners(self) -> Polygon:
        """Worked out when they are needed: most bodies are far from everything, and their middle says so."""
        outline = self.outline
        ax, ay, bx, by = outline.ax, outline.ay, outline.bx, outline.by
        x, y = (self.x2 - ax - bx) // 2, (self.y2 - ay - by) // 2
        return (x, y), (x + ax, y + ay), (x + ax + bx, y + ay + by), (x + bx, y + by)


def make_body(corner: Point, one: Point, other: Point, radius: int = 0) -> Body:
    """A body from a corner and its two edges. No corner may be further from the middle than the radius, if it is given."""
    (x, y), (ax, ay), (bx, by) = corner, one, other
    if not radius:
        radius = isqrt(max((ax + bx) ** 2 + (ay + by) ** 2, (ax - bx) ** 2 + (ay - by) ** 2)) // 2 + 2
    x2, y2 = 2 * x + ax + bx, 2 * y + ay + by
    area, width, height = abs(ax * by - ay * bx), abs(ax) + abs(bx), abs(ay) + abs(by)
    return Body(x2, y2, Outline(radius, ax, ay, bx, by, area, width, height))


def shifted_by(body: Body, x: int, y: int) -> Body:
    """The same body elsewhere."""
    return Body(body.x2 + 2 * x, body.y2 + 2 * y, body.outline)


def any_collide(bodies: Sequence[Body], others: Iterable[Body]) -> bool:
    """Whether any of these bodies overlaps any of the others."""
    for other in others:
        x2, y2, radius = other.x2, other.y2, other.outline.radius
        for body in bodies:
            dx, dy, far = x2 - body.x2, y2 - body.y2, (body.outline.radius + radius) * 2
            if dx * dx + dy * dy < far * far and collide(body, other):
                return True
    return False


def collide(p: Body, q: Body) -> bool:
    """Whether two bodies share more than their edges: along every normal their middles are too near for both to fit."""
    dx, dy = q.x2 - p.x2, q.y2 - p.y2
    one, other = p.outline, q.outline
    far = (one.radius + other.radius) * 2
    if dx * dx + dy * dy >= far * far:
        return False
    ax, ay, bx, by = one.ax, one.ay, one.bx, one.by
    ex, ey, fx, fy = other.ax, other.ay, other.bx, other.by
    own, ae, af = one.area, abs(ex * ay - ey * ax), abs(fx * ay - fy * ax)
    if abs(dx * ay - dy * ax) >= own + ae + af:
        return False
    be, bf = abs(ex * by - ey * bx), abs(fx * by - fy * bx)
    if abs(dx * by - dy * bx) >= own + be + bf:
        return False
    own = other.area
    return abs(dx * ey - dy * ex) < own + ae + be and abs(dx * fy - dy * fx) < own + af + bf


def span(p: Body, q: Body, c: int, n: int, most: int) -> tuple[int, int] | None:
    """How far p slides in the direction (c, n) until it meets q, and until it is past it; None if it never does.

    p overlaps q from just after the first distance to just before the second. Both are rounded outwards. What lies
    behind p, or further ahead than `most`, is not met.
    """
    dx, dy = q.x2 - p.x2, q.y2 - p.y2
    one, other = p.outline, q.outline
    room = (one.radius + other.radius) * 2 * ONE
    aside, ahead = dx * n - dy * c, dx * c + dy * n
    if aside > room or aside < -room or ahead < -room or ahead > room + 2 * most * ONE:
        return None
    ax, ay, bx, by = one.ax, one.ay, one.bx, one.by
    ex, ey, fx, fy = other.ax, other.ay, other.bx, other.by
    # An edge of p comes first: if p goes the way it faces, that is where they are beside each other if they are.
    ae, af = abs(ex * ay - ey * ax), abs(fx * ay - fy * ax)
    enter, leave = _too_near(dx * ay - dy * ax, c * ay - n * ax, one.area + ae + af)
    if enter >= leave or enter >= most or leave <= 0:
        return None
    be, bf = abs(ex * by - ey * bx), abs(fx * by - fy * bx)
    start, end = _too_near(dx * by - dy * bx, c * by - n * bx, one.area + be + bf)
    enter, leave = start if start > enter else enter, end if end < leave else leave
    if enter >= leave or enter >= most or leave <= 0:
        return None
    area = other.area
    start, end = _too_near(dx * ey - dy * ex, c * ey - n * ex, area + ae + be)
    enter, leave = start if start > enter else enter, end if end < leave else leave
    if enter >= leave or enter >= most or leave <= 0:
        return None
    start, end = _too_near(dx * fy - dy * fx, c * fy - n * fx, area + af + bf)
    enter, leave = start if start > enter else enter, end if end < leave else leave
    return None if enter >= leave or enter >= most or leave <= 0 else (enter, leave)


def _too_near(gap: int, speed: int, both: int) -> tuple[int, int]:
    """From where to where two bodies are too near to each other along the normal of an edge.

    `gap` says how far their middles are apart there, `speed` how fast they come nearer, `both` how near they may come.
    """
    if speed == 0:
        return (-EVER, EVER) if -both < gap < both else (EVER, -EVER)
    if speed < 0:
        gap, speed = -gap, -speed
    speed *= 2
    return (gap - both) * ONE // speed, -((-gap - both) * ONE // speed)
