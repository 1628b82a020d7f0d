"""Differences between shares of wins: confidence intervals and significance."""

from __future__ import annotations

from collections.abc import Iterable
from math import erfc, sqrt

import msgspec

#: How many standard errors a two-sided 95% interval spans to each side.
Z = 1.959963984540054


class Difference(msgspec.Struct, frozen=True):
    """A difference of two means with its 95% interval, and its p-value: how likely one this large is by chance."""

    value: float
    low: float
    high: float
    chance: float

    @property
    def reach(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def difference(value: float, error: float) -> Difference:
    """A difference from its value and its standard error.

    >>> found = difference(0.06, 0.01)
    >>> round(found.low, 3), round(found.high, 3), found.chance < 0.001
    (0.04, 0.08, True)
    """
    if error <= 0:
        return Difference(value, value, value, 1.0 if value == 0 else 0.0)
    return Difference(value, value - Z * error, value + Z * error, erfc(abs(value) / error / sqrt(2)))


def share_difference(wins: int, games: int, other_wins: int, other_games: int) -> Difference:
    """The difference of two shares of wins in separate games. One half-won game is added to each side, as few games say little.

    >>> share_difference(60, 100, 40, 100).low > 0, share_difference(3, 4, 1, 4).low > 0
    (True, False)
    """
    a, n = (wins + 0.5) / (games + 1), games + 1
    b, m = (other_wins + 0.5) / (other_games + 1), other_games + 1
    return difference(a - b, sqrt(a * (1 - a) / n + b * (1 - b) / m))


def within(strata: Iterable[tuple[int, int, int, int]]) -> Difference:
    """The difference of two shares of wins within strata that may differ anyway, each given as (wins, games, other wins, other games).

    Strata are weighted as by Mantel and Haenszel. A kind that was played mostly where everybody wins is not better for that:

    >>> found = within([(90, 100, 9, 10), (1, 10, 10, 100)])
    >>> abs(found.value) < 0.05
    True
    """
    total = value = variance = 0.0
    for wins, games, other_wins, other_games in strata:
        if games and other_games:
            weight = games * other_games / (games + other_games)
            found = share_difference(wins, games, other_wins, other_games)
            total += weight
            value += weight * found.value
            variance += (weight * found.reach / Z) ** 2
    if not total:
        return Difference(0.0, -1.0, 1.0, 1.0)
    return difference(value / total, sqrt(variance) / total)


def holm(chances: list[float], level: float) -> list[bool]:
    """Which of several findings are significant together, by the Holm–Bonferroni method: the chance that any is false is at most `level`.

    >>> holm([0.001, 0.04, 0.02], 0.05)
    [True, True, True]
    >>> holm([0.001, 0.04, 0.03], 0.05)
    [True, False, False]
    """
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    found = [False] * len(chances)
    for rank, i in enumerate(order):
        if chances[i] > level / (len(chances) - rank):
            break
        found[i] = True
    return found


def wins(label: str) -> str:
    """The label of a seat with its verb, singular or plural.

    >>> wins("Red Dust"), wins("Corporations")
    ('Red Dust wins', 'Corporations win')
    """
    return f"{label} {'win' if label.endswith('s') else 'wins'}"
