"""Exact chances without dice: a volley, a Challenge, a whole battle. SC 15.0, SP 16.0.

A battle is quick to work out because the player allots all hits. With a fixed order of losses each side goes down one
line of strengths, hit by hit; so a battle is a walk over pairs of numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple


class Line(NamedTuple):
    """How a side's strength falls with each hit. Once all hits of the line are taken, the side is gone.

    `Line((7, 5, 3))` fires with 7 dice, with 5 after one hit, with 3 after two, and is gone after three.
    """

    strengths: tuple[int, ...]


class Fight(NamedTuple):
    """The chances of a battle: won, lost, neither; by how many hits the player's side has taken then."""

    won: dict[int, float]
    lost: float
    stalemate: dict[int, float]

    @property
    def win(self) -> float:
        return sum(self.won.values())

    @property
    def hits(self) -> float:
        """How many hits the player's side takes in a battle that it survives, on average; 0 if it never does."""
        survived = self.win + sum(self.stalemate.values())
        taken = sum(i * p for part in (self.won, self.stalemate) for i, p in part.items())
        return taken / survived if survived else 0.0


@lru_cache(maxsize=1024)
def volley(dice: int, positive: int = 2) -> tuple[float, ...]:
    """The chances of 0, 1, 2 ... hits with this many dice, of which `positive` faces hit.

    >>> volley(1)
    (0.6666666666666666, 0.3333333333333333)
    """
    return tuple(
        comb(dice, k) * positive**k * (6 - positive) ** (dice - k) / 6**dice for k in range(dice + 1)
    )


@lru_cache(maxsize=1024)
def at_least(dice: int, positive: int = 2) -> tuple[float, ...]:
    """The chances of 0, 1, 2 ... hits or more.

    >>> at_least(1)
    (1.0, 0.3333333333333333)
    """
    chances = volley(dice, positive)
    return tuple(min(1.0, sum(chances[k:])) for k in range(dice + 1))


def any_positive(dice: int, positive: int = 2) -> Fraction:
    """The chance that a Challenge with this many dice succeeds.

    >>> any_positive(2)
    Fraction(5, 9)
    """
    return 1 - Fraction(6 - positive, 6) ** dice


@lru_cache(maxsize=64)
def edge_chance(ours: int, theirs: int) -> float:
    """The chance of the Tactical Edge with these numbers added to a die each; the player wins ties.

    >>> edge_chance(0, 0) == 21 / 36
    True
    """
    return sum(a + ours >= b + theirs for a in range(1, 7) for b in range(1, 7)) / 36


@lru_cache(maxsize=20_000)
def battle(ours: Line, theirs: Line, we_fire_first: bool, positive: int = 2) -> Fight:
    """SC 15.4, SP 16.4: the chances of a battle to its end, if nobody breaks off."""
    if not theirs.strengths:  # nobody came
        return Fight({0: 1.0}, 0.0, {})
    if we_fire_first:
        won, lost, stalemate = _duel(ours.strengths, theirs.strengths, positive)
        return Fight(_by_hits(won), sum(lost), _by_hits([sum(row) for row in stalemate]))
    lost, won, stalemate = _duel(theirs.strengths, ours.strengths, positive)
    columns = [sum(column) for column in zip(*stalemate, strict=True)]
    return Fight(_by_hits(won), sum(lost), _by_hits(columns))


def _by_hits(chances: Sequence[float]) -> dict[int, float]:
    return {hits: p for hits, p in enumerate(chances) if p}


def _duel(
    first: Sequence[int], second: Sequence[int], positive: int
) -> tuple[list[float], list[float], list[list[float]]]:
    """Who is left, with how many hits taken: the side that fires first, the other, or both without strength.

    `ready[a][b]` is the chance that a round begins with a and b hits taken; halfway through the round it
    is `half[b]`. A round without a hit is fought again, which divides by the chance that something happens.
    """
    n, m = len(first), len(second)
    ready = [[0.0] * m for _ in range(n)]
    ready[0][0] = 1.0
    first_left, second_left = [0.0] * n, [0.0] * m
    stalemate = [[0.0] * m for _ in range(n)]
    replies = [(volley(strength, positive), at_least(strength, positive)) for strength in second]
    for a in range(n):
        fire, clears = volley(first[a], positive), at_least(first[a], positive)
        half = [0.0] * (m + 1)
        for b in range(m):
            if not first[a] and not second[b]:
                stalemate[a][b] = ready[a][b]
                continue
            reply, ends = replies[b]
            chance = (ready[a][b] + reply[0] * half[b]) / (1.0 - fire[0] * reply[0])
            if not chance and not half[b]:
                continue
            half[b] += chance * fire[0]
            for hits, p in enumerate(fire[1 : m - b], b + 1):
                half[hits] += chance * p
            if len(fire) > m - b:  # more hits than the other side has left are one result
                half[m] += chance * clears[m - b]
            for hits, p in enumerate(reply[1 : n - a], a + 1):
                ready[hits][b] += half[b] * p
            if len(reply) > n - a:
                second_left[b] += half[b] * ends[n - a]
        first_left[a] = half[m]
    return first_left, second_left, stalemate


def either_edge(ours: Line, theirs: Line, has_edge: float, positive: int = 2) -> Fight:
    """A battle whose Tactical Edge is still to be rolled, with the chance that the player has it."""
    first = battle(ours, theirs, True, positive)
    second = battle(ours, theirs, False, positive)
    return mixed([(has_edge, first), (1 - has_edge, second)])


def mixed(fights: Iterable[tuple[float, Fight]]) -> Fight:
    """One of several battles, each with its chance."""
    won: dict[int, float] = {}
    stalemate: dict[int, float] = {}
    lost = 0.0
    for chance, fight in fights:
        lost += chance * fight.lost
        for into, part in ((won, fight.won), (stalemate, fight.stalemate)):
            for i, p in part.items():
                into[i] = into.get(i, 0.0) + chance * p
    return Fight(won, lost, stalemate)


def told(chance: float) -> Fraction:
    """A chance as it is told: next to none is none, and next to certain is certain.

    >>> told(1e-12), told(0.25), told(1 - 1e-12)
    (Fraction(0, 1), Fraction(1, 4), Fraction(1, 1))
    """
    return Fraction(chance).limit_denominator(10**6)
