"""Throws as numbers: what was read, and what was to be expected."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import Any

from ..chance import Chance, Reading, Roll, faces


def leading(value: Any) -> float | None:
    """The reading of a throw, as a number: the first of several numbers, because readings name what matters first.

    >>> leading(3), leading((2, 5)), leading("ace")
    (3.0, 2.0, None)
    """
    if isinstance(value, tuple) and value:
        value = value[0]
    return float(value) if isinstance(value, (int, float)) else None


def number_read(read: Reading[Any], value: Any) -> float | None:
    """The reading of a roll, as a number. Of a reading that keeps all faces and knows hits, how many there are."""
    if read.step is faces.step and read.counts is not None:
        return float(sum(read.counts(face, value) for face in value))
    return leading(value)


def expectation(chance: Chance) -> tuple[float, float]:
    """The mean and the standard deviation of what a throw is read as.

    >>> from sandtable.engine import at_least
    >>> expectation(Roll(6, at_least(5)))[0]
    2.0
    """
    if isinstance(chance, Roll):
        return _of_roll(chance.dice, chance.read, chance.die)
    return _moments(chance, leading)


@lru_cache(maxsize=4096)
def _of_roll(dice: int, read: Reading[Any], die: int | tuple[int, ...]) -> tuple[float, float]:
    return _moments(Roll(dice, read, die), lambda value: number_read(read, value))


def _moments(chance: Chance, number: Callable[[Any], float | None]) -> tuple[float, float]:
    outcomes, total = chance.outcomes()
    values = [(number(value) or 0.0, weight / total) for value, weight in outcomes]
    mean = sum(value * p for value, p in values)
    return mean, sqrt(max(0.0, sum(p * (value - mean) ** 2 for value, p in values)))
