"""3.0 and 11.0: Points, Orbitals and Tracks, and how far a Task Force gets."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from math import cos, pi, sin

from .files import Map


class Orbits:
    """The map of a pack by numbers: a Point is its place in `ids`."""

    def __init__(self, data: Map) -> None:
        rings = [point for orbital in data.orbitals for point in orbital.ring]
        tracks = [point for track in data.tracks for point in track]
        self.ids: list[str] = list(dict.fromkeys((data.launch, *rings, *tracks)))
        named = {data.launch: "Launch Point", data.close_orbit: "Close Orbit"}
        self.labels = [named.get(point) or label_of(point) for point in self.ids]
        number = {point: n for n, point in enumerate(self.ids)}
        self.number = number
        self.launch, self.close_orbit = number[data.launch], number[data.close_orbit]
        #: By Point: its neighbours along the ring (clockwise first), then along Tracks.
        self.ways: list[list[int]] = [[] for _ in self.ids]
        #: By Point: the number of its Orbital; None on a Track and on the Launch Point.
        self.orbital: list[int | None] = [None] * len(self.ids)
        for n, orbital in enumerate(data.orbitals):
            ring = [number[point] for point in orbital.ring]
            for here, after in zip(ring, [*ring[1:], ring[0]], strict=True):
                self.orbital[here] = n
                if here != after:
                    self._join(here, after)
        for track in data.tracks:
            for a, b in pairwise(track):
                self._join(number[a], number[b])
        ends = {number[point] for track in data.tracks for point in (track[0], track[-1])}
        #: 3.0 A Node is where an Orbital and a Track meet; the Launch Point counts as one (11.3).
        self.is_node = [n in ends for n in range(len(self.ids))]
        self.random = [[number[point] for point in line] for line in data.random]
        self.distance = [self.steps_from(n) for n in range(len(self.ids))]
        self.places = self._places(data)

    def _join(self, a: int, b: int) -> None:
        if b not in self.ways[a]:
            self.ways[a].append(b)
            self.ways[b].append(a)

    def steps_from(self, start: int, stops: Collection[int] = ()) -> list[int]:
        """Steps from one Point to every other, never past a stop; as many as there are Points where no way leads."""
        steps = [len(self.ids)] * len(self.ids)
        steps[start] = 0
        edge = [start]
        while edge:
            here = edge.pop(0)
            if here in stops and here != start:
                continue
            for after in self.ways[here]:
                if steps[after] > steps[here] + 1:
                    steps[after] = steps[here] + 1
                    edge.append(after)
        return steps

    def _places(self, data: Map) -> list[tuple[float, float]]:
        """Where each Point is drawn: x to the right, y down, the planet at (0, 0), the outermost ring at 1."""
        at: dict[int, tuple[float, float]] = {}
        rings = len(data.orbitals)
        for n, orbital in enumerate(data.orbitals):
            radius = (rings - n) / rings
            for i, point in enumerate(orbital.ring):
                angle = 2 * pi * i / len(orbital.ring)
                at[self.number[point]] = (radius * sin(angle), -radius * cos(angle))
        # What lies on a Track alone is between its ends, or beyond the one that is drawn already.
        waiting = list(data.tracks)
        while waiting:
            track = next((t for t in waiting if any(self.number[point] in at for point in t)), None)
            if track is None:
                break  # no way leads there, as the check says
            waiting.remove(track)
            known = [at[p] for point in track if (p := self.number[point]) in at]
            for i, point in enumerate(track):
                if self.number[point] not in at:
                    part = i / (len(track) - 1)
                    a, b = (
                        (known[0], known[-1])
                        if len(known) > 1
                        else ((known[0][0], known[0][1] * 1.25), known[0])
                    )
                    if len(known) == 1 and i > 0:
                        a, b = b, a
                    at[self.number[point]] = (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
        return [at.get(n, (0.0, -1.25)) for n in range(len(self.ids))]

    def reach(self, start: int, energy: int, stops: Collection[int]) -> list[int]:
        """11.1 and 11.4 Where a Task Force can end its movement, its own Point first.

        Each step along a ring or a Track costs 1 Energy (R-SP-15); a Point with an Intercept marker ends the movement.
        """
        ways = self.ways
        is_new = [True] * len(ways)
        is_new[start] = False
        found = edge = [start]
        for _ in range(energy):
            beyond: list[int] = []
            for here in edge:
                for after in ways[here]:
                    if is_new[after]:
                        is_new[after] = False
                        beyond.append(after)
            found = found + beyond
            edge = [point for point in beyond if point not in stops]
        return found


def label_of(point: str) -> str:
    """The Point as people read it: H1 for a Node, H1-2 for the Point between two Nodes."""
    return point.upper().replace("_", "-")
