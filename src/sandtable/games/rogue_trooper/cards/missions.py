"""RT 8, B7 The demands of the tasks of Genie missions beyond the general rule."""

from __future__ import annotations

from sandtable.engine import Roll, Steps, say

from ..state import NuEarth


def is_left_dead(s: NuEarth, seat: int) -> bool:
    """R-RT-4 The player on the left is dead, so nobody can attack him."""
    return not s.is_alive((seat + 1) % s.players)


def is_last(s: NuEarth, seat: int) -> bool:
    """R-RT-4 There is nobody else to attack."""
    return sum(life > 0 for life in s.lives) < 2


def find_data(s: NuEarth, seat: int) -> Steps[bool]:
    """8.3 Borrowed data. Without Helm a die must find it."""
    if s.has_helm(seat) or (yield Roll(1, topic="borrowed data", by=seat)) >= 5:
        return True
    yield say("{who:seat} finds no data.", who=seat)
    return False
