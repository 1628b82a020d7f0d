"""Random locations, and 9.3 the Nexus, which lies at one."""

from __future__ import annotations

from sandtable.engine import Roll, Steps, say

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
