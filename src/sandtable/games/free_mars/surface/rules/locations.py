"""How far cells are apart, random locations, and 9.3 the Nexus, which lies at one."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine import Roll, Steps, say

from ..printed.box import SurfaceBox
from ..state import Team


def place_at_random(s: Team, topic: str) -> Steps[int]:
    """R-SC-10 The random location table: the first die is the line, the second the column."""
    line: int = yield Roll(1, topic=topic)
    column: int = yield Roll(1, topic=topic)
    return s.box.random[line - 1][column - 1]


def place_nexus(s: Team) -> Steps:
    """9.3 The Nexus goes to a random location."""
    s.nexus = yield from place_at_random(s, "nexus")
    yield say("The Nexus is in {cell}.", cell=s.nexus)


@lru_cache(maxsize=1024)
def steps_from(box: SurfaceBox, start: int, stops: frozenset[int]) -> dict[int, int]:
    """11.1 How many cells it is to each cell that can be reached at all, never past a stop."""
    found, edge = {start: 0}, [start]
    while edge:
        cell = edge.pop(0)
        if cell != start and cell in stops:
            continue
        for near in box.neighbours[cell]:
            if near not in found:
                found[near] = found[cell] + 1
                edge.append(near)
    return found
