"""Ratings of players out of games of any number of seats: Bradley and Terry's model, with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from math import exp, log, sqrt

import msgspec

from .interval import Z

#: Ratings are told on the scale of Elo: 400 points more mean ten wins to one.
SCALE = 400 / log(10)
#: Every player has drawn this many games against an average one, so that who wins everything has a rating all the same.
PRIOR = 1.0

#: A game: who played, and their scores. How many games went like this is counted.
Game = tuple[tuple[str, ...], tuple[float, ...]]


class Rating(msgspec.Struct, frozen=True):
    """The strength of a player with its 95% interval; the mean of all players is 0."""

    player: str
    rating: float
    low: float
    high: float


class Ratings(msgspec.Struct, frozen=True):
    """All ratings, the best first, and how sure the order is: for each but the last, the distance to the next in standard errors."""

    players: list[Rating]
    apart: list[float]


def rate(players: Sequence[str], games: Mapping[Game, int]) -> Ratings:
    """Rate players. In a game each is compared with each other one: a higher score beats a lower one.

    The comparisons of one game hang together, and the intervals allow for that.

    >>> found = rate(["a", "b"], {(("a", "b"), (1.0, 0.0)): 75, (("a", "b"), (0.0, 1.0)): 25})
    >>> [each.player for each in found.players], 170 < found.players[0].rating - found.players[1].rating < 195
    (['a', 'b'], True)
    """
    index = {player: i for i, player in enumerate(players)}
    strengths = [0.0] * len(players)
    pairs = {game: list(_pairs(game, index)) for game in games}
    for _ in range(100):
        slope, curve = _prior(strengths)
        for game, count in games.items():
            for i, j, result in pairs[game]:
                chance = _chance(strengths[i] - strengths[j])
                slope[i] += count * (result - chance)
                slope[j] -= count * (result - chance)
                _bend(curve, i, j, count * chance * (1 - chance))
        step = _solved(curve, slope)
        strengths = [a + b for a, b in zip(strengths, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    return _told(players, strengths, _covariance(strengths, games, pairs, curve))


def _pairs(game: Game, index: Mapping[str, int]) -> Iterable[tuple[int, int, float]]:
    players, scores = game
    for a, b in combinations(range(len(players)), 2):
        if players[a] != players[b]:
            result = 0.5 if scores[a] == scores[b] else float(scores[a] > scores[b])
            yield index[players[a]], index[players[b]], result


def _chance(lead: float) -> float:
    return 1 / (1 + exp(-lead)) if lead > -500 else 0.0


def _prior(strengths: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """Slope and curvature of the drawn games against an average player."""
    slope = [PRIOR * (0.5 - _chance(own)) for own in strengths]
    curve = [[0.0] * len(strengths) for _ in strengths]
    for i, own in enumerate(strengths):
        curve[i][i] = PRIOR * _chance(own) * (1 - _chance(own))
    return slope, curve


def _bend(curve: list[list[float]], i: int, j: int, amount: float) -> None:
    curve[i][i] += amount
    curve[j][j] += amount
    curve[i][j] -= amount
    curve[j][i] -= amount


def _covariance(
    strengths: Sequence[float],
    games: Mapping[Game, int],
    pairs: Mapping[Game, list[tuple[int, int, float]]],
    curve: list[list[float]],
) -> list[list[float]]:
    """The covariance of the strengths, from how much the games disagree: games are independent, not the pairs in them."""
    n = len(strengths)
    spread = [[0.0] * n for _ in range(n)]
    for game, count in games.items():
        push = [0.0] * n
        for i, j, result in pairs[game]:
            surprise = result - _chance(strengths[i] - strengths[j])
            push[i] += surprise
            push[j] -= surprise
        for i in range(n):
            if push[i]:
                for j in range(n):
                    spread[i][j] += count * push[i] * push[j]
    # Games that all went one way do not disagree; the drawn games of the prior do.
    for i, own in enumerate(strengths):
        spread[i][i] += PRIOR * _chance(own) * (1 - _chance(own))
    columns = [_solved(curve, [row[j] for row in spread]) for j in range(n)]
    half = [[columns[j][i] for j in range(n)] for i in range(n)]
    return [_solved(curve, half[i]) for i in range(n)]


def _solved(matrix: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Solve a small system of equations by elimination."""
    n = len(values)
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    for i in range(n):
        best = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for r in range(i + 1, n):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    found = [0.0] * n
    for i in reversed(range(n)):
        known = sum(rows[i][j] * found[j] for j in range(i + 1, n))
        found[i] = (rows[i][n] - known) / rows[i][i]
    return found


def _told(players: Sequence[str], strengths: Sequence[float], covariance: list[list[float]]) -> Ratings:
    n = len(players)
    mean = sum(strengths) / n
    order = sorted(range(n), key=lambda i: (-strengths[i], i))
    ratings = []
    for i in order:
        weights = [(j == i) - 1 / n for j in range(n)]
        error = sqrt(
            max(0.0, sum(weights[a] * weights[b] * covariance[a][b] for a in range(n) for b in range(n)))
        )
        value = strengths[i] - mean
        ratings.append(
            Rating(players[i], SCALE * value, SCALE * (value - Z * error), SCALE * (value + Z * error))
        )
    apart = []
    for i, j in pairwise(order):
        variance = covariance[i][i] + covariance[j][j] - 2 * covariance[i][j]
        apart.append((strengths[i] - strengths[j]) / sqrt(variance) if variance > 0 else 0.0)
    return Ratings(ratings, apart)
