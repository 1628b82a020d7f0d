"""B3 A plan of the station, made only from which space adjoins which."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

import msgspec

#: The widest a room beyond the first ring is, in degrees.
WIDEST = 44.0


class Room(msgspec.Struct):
    """Where a room lies: its ring, from and to, and its middle."""

    ring: int
    start: float
    end: float
    x: float
    y: float


def rooms_of(near: Sequence[Sequence[int]]) -> list[Room]:
    """A plan made only from which space adjoins which: rings of rooms around the one with most doors."""
    hub = max(range(len(near)), key=lambda n: len(near[n]))
    rings = _rings(near, hub)
    parts: dict[int, tuple[float, float]] = {hub: (0.0, 360.0)}
    for depth, ring in enumerate(rings[1:], 1):
        parts |= _inner_ring(near, ring, hub) if depth == 1 else _outer_ring(near, ring, parts)
    return [
        _room(depth, *parts[n]) for n in range(len(near)) for depth, ring in enumerate(rings) if n in ring
    ]


def _rings(near: Sequence[Sequence[int]], hub: int) -> list[list[int]]:
    """How many doors from the hub; what no door leads to comes last."""
    rings, seen = [[hub]], {hub}
    while len(seen) < len(near):
        ring = sorted({other for n in rings[-1] for other in near[n]} - seen)
        rings.append(ring or [n for n in range(len(near)) if n not in seen])
        seen.update(rings[-1])
    return rings


def _inner_ring(
    near: Sequence[Sequence[int]], ring: Sequence[int], hub: int
) -> dict[int, tuple[float, float]]:
    """Rooms that lead further out side by side at the top; the others follow clockwise."""
    leading = [n for n in ring if set(near[n]) - {hub, *ring}]
    width = 360 / len(ring)
    begin = -len(leading) * width / 2
    rooms = [*leading, *(n for n in ring if n not in leading)]
    return {space: (begin + n * width, begin + (n + 1) * width) for n, space in enumerate(rooms)}


def _outer_ring(
    near: Sequence[Sequence[int]], ring: Sequence[int], parts: dict[int, tuple[float, float]]
) -> dict[int, tuple[float, float]]:
    """Each room near those further in that it adjoins; then near those beside it."""
    inner = {n: _mean([sum(parts[other]) / 2 for other in near[n] if other in parts]) for n in ring}
    pull = {n: (inner[n] + _mean([inner[other] for other in near[n] if other in inner])) / 2 for n in ring}
    width = min(WIDEST, 360 / len(ring))
    begin = (min(inner.values()) + max(inner.values()) - width * len(ring)) / 2
    rooms = sorted(ring, key=lambda n: (pull[n], n))
    return {space: (begin + n * width, begin + (n + 1) * width) for n, space in enumerate(rooms)}


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _room(ring: int, start: float, end: float) -> Room:
    at = radians((start + end) / 2)
    return Room(ring, round(start, 2), round(end, 2), round(ring * sin(at), 4), round(-ring * cos(at), 4))
