"""How far a body can go: one sweep over what stands in its way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .formation import MARGIN
from .polygon import Body, span
from .trig import COS, ONE, SIN

Rectangle = tuple[int, int, int, int]
#: Bodies that come free of each other within this way touch, and do not overlap.
TOUCH = 10
#: More than the margin between bodies and all rounding together.
ALL_ROUND = 20


def within(bodies: Iterable[Body], area: Rectangle) -> bool:
    """Whether bodies lie inside an upright rectangle given as west, south, east, north."""
    west, south, east, north = area
    for body in bodies:
        outline = body.outline
        x2, width = body.x2, outline.width
        if x2 - width < 2 * west or x2 + width > 2 * east:
            return False
        y2, height = body.y2, outline.height
        if y2 - height < 2 * south or y2 + height > 2 * north:
            return False
    return True


def to_the_edge(bodies: Iterable[Body], area: Rectangle, heading: int, most: int) -> int:
    """How far bodies can slide before one of their corners leaves the area; -1 if one is outside and stays there."""
    west, south, east, north = area
    c, n = COS[heading], SIN[heading]
    for body in bodies:
        x2, y2, outline = body.x2, body.y2, body.outline
        width, height = outline.width, outline.height
        room = east - (x2 + width) // 2 if c >= 0 else (x2 - width) // 2 - west
        if room < 0 or (c == 0 and x2 - width < 2 * west):
            return -1
        speed = c if c >= 0 else -c
        if room * ONE < most * speed:
            most = room * ONE // speed
        room = north - (y2 + height) // 2 if n >= 0 else (y2 - height) // 2 - south
        if room < 0 or (n == 0 and y2 - height < 2 * south):
            return -1
        speed = n if n >= 0 else -n
        if room * ONE < most * speed:
            most = room * ONE // speed
    return most


def to_contact(bodies: Sequence[Body], others: Iterable[Body], heading: int, most: int) -> int:
    """How far bodies can slide before they meet one of the others; -1 if they overlap one already."""
    c, n = COS[heading], SIN[heading]
    for other in others:
        x2, y2, radius = other.x2, other.y2, other.outline.radius
        for body in bodies:
            # Most are not on the way at all: `span` begins like this, too, but a call takes longer.
            dx, dy, room = x2 - body.x2, y2 - body.y2, (body.outline.radius + radius) * 2 * ONE
            if -room <= dx * n - dy * c <= room and dx * c + dy * n >= -room:
                met = span(body, other, c, n, most + MARGIN)
                if met is not None and met[1] > TOUCH and met[0] - MARGIN < most:
                    most = max(0, met[0] - MARGIN) if met[0] > -TOUCH else -1
    return most


def to_touch(hulls: Sequence[Body], others: Iterable[Body], heading: int, most: int) -> int:
    """How far hulls can slide until they touch one of the others, rounded down to a thousandth; -1 if they overlap one already."""
    c, n = COS[heading], SIN[heading]
    for other in others:
        for hull in hulls:
            met = span(hull, other, c, n, most)
            if met is not None and met[1] > TOUCH:
                most = max(0, met[0]) if met[0] > -TOUCH else -1
    return most


def passed_over(
    bodies: Sequence[Body], others: Iterable[Body], heading: int, most: int
) -> list[tuple[int, int]]:
    """Stretches of the way at which bodies overlap one of the others: they may pass there, but not stop."""
    c, n = COS[heading], SIN[heading]
    found = []
    for other in others:
        x2, y2, radius = other.x2, other.y2, other.outline.radius
        for body in bodies:
            dx, dy, room = x2 - body.x2, y2 - body.y2, (body.outline.radius + radius) * 2 * ONE
            if -room <= dx * n - dy * c <= room and dx * c + dy * n >= -room:
                met = span(body, other, c, n, most + MARGIN)
                if met is not None and met[1] > TOUCH and met[0] - MARGIN < most:
                    found.append((met[0] - MARGIN, met[1] + MARGIN))
    return found


def could_meet(bodies: Sequence[Body], others: Iterable[Body], heading: int, far: int) -> bool:
    """Whether bodies that have gone this far may be where `passed_over` does not let them stop. It may say yes too often, never too rarely."""
    x, y = 2 * far * COS[heading] // ONE, 2 * far * SIN[heading] // ONE
    for other in others:
        x2, y2, radius = other.x2 - x, other.y2 - y, other.outline.radius + ALL_ROUND
        for body in bodies:
            dx, dy, near = x2 - body.x2, y2 - body.y2, (body.outline.radius + radius) * 2
            if dx * dx + dy * dy < near * near:
                return True
    return False


def is_clear(far: int, stretches: Iterable[tuple[int, int]]) -> bool:
    """Whether one may stop here."""
    for enter, leave in stretches:  # noqa: SIM110  (a third of the time of all())
        if enter < far < leave:
            return False
    return True


def inside(point: tuple[int, int], area: Rectangle, heading: int, most: int) -> tuple[int, int] | None:
    """The stretch of a straight way that lies inside an upright rectangle: from, to; None if it never enters."""
    west, south, east, north = area
    start, end = 0, most
    for at, low, high, speed in (
        (point[0], west, east, COS[heading]),
        (point[1], south, north, SIN[heading]),
    ):
        if speed == 0:
            if not low <= at <= high:
                return None
            continue
        near, far = (low - at, high - at) if speed > 0 else (high - at, low - at)
        start = max(start, -(-near * ONE // speed))
        end = min(end, far * ONE // speed)
    return (start, end) if start <= end else None
