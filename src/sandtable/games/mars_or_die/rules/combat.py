"""MD 8 Combat resolution: opposed rolls, and their exact chances from a closed formula."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from sandtable.engine import Opposed, Roll, best, higher


def opposed(ours: int, theirs: int, topic: str) -> Opposed:
    """MD 8.2 The highest die wins; if both have it, who has more of it. 1, 0 or -1 for the first side."""
    return Opposed(Roll(max(0, ours), best), Roll(max(0, theirs), best), higher, topic=topic)


@lru_cache(maxsize=4096)
def chance_to_beat(ours: int, theirs: int) -> Fraction:
    """R-MD-27 The chance that our dice beat theirs, scored as pairs (highest face, how many show it).

    Of n dice, comb(n, k) * (f - 1) ** (n - k) rolls score exactly (f, k). The others score less if fewer than k of
    them show f and none shows more.
    """
    ours, theirs = max(0, ours), max(0, theirs)
    wins = 0
    for face in range(1, 7):
        less = 0
        for many in range(1, ours + 1):
            if many - 1 <= theirs:
                less += comb(theirs, many - 1) * (face - 1) ** (theirs - many + 1)
            wins += comb(ours, many) * (face - 1) ** (ours - many) * less
    return Fraction(wins, 6 ** (ours + theirs))


@lru_cache(maxsize=4096)
def chance(ours: int, theirs: int) -> float:
    """The same as a float, for bots."""
    return float(chance_to_beat(ours, theirs))
