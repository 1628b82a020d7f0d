"""Ratings of players from games with any number of seats: the Bradley–Terry model, with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from math import exp, log, sqrt

import msgspec

from .interval import Z

#: Ratings are on the Elo scale: 400 points more mean odds of ten to one.
SCALE = 400 / log(10)
#: The prior: this many drawn games against an average player for everybody, so that even one who wins every game has a finite rating.
PRIOR = 1.0

#: A game: who played, and their scores. Games alike are counted, not listed.
Game = tuple[tuple[str, ...], tuple[float, ...]]


class Rating(msgspec.Struct, frozen=True):
    """The strength of a player with its 95% interval; the mean of all players is 0."""

    player: str
    rating: float
    low: float
    high: float


class Ratings(msgspec.Struct, frozen=True):
    """All ratings, the best first, and how certain the order is: for each but the last, the distance to the next in standard errors."""

    players: list[Rating]
    apart: list[float]


def rate(players: Sequence[str], games: Mapping[Game, int]) -> Ratings:
    """Rate players. In each game, every player is compared with every other: a higher score beats a lower one.

    The comparisons within a game are not independent, and the intervals allow for that.

    >>> found = rate(["a", "b"], {(("a", "b"), (1.0, 0.0)): 75, (("a", "b"), (0.0, 1.0)): 25})
    >>> [each.player for each in found.players], 170 < found.players[0].rating - found.players[1].rating < 195
    (['a', 'b'], True)
    """
    index = {player: i for i, player in enumerate(players)}
    strengths = [0.0] * len(players)
    pairs = {game: list(_pairs(game, index)) for game in games}
    for _ in range(100):  # Newton's method
        gradient, hessian = _prior(strengths)
        for game, count in games.items():
            for i, j, result in pairs[game]:
                chance = _chance(strengths[i] - strengths[j])
                gradient[i] += count * (result - chance)
                gradient[j] -= count * (result - chance)
                _add_to_hessian(hessian, i, j, count * chance * (1 - chance))
        step = _solved(hessian, gradient)
        strengths = [a + b for a, b in zip(strengths, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    return _ranked(players, strengths, _covariance(strengths, games, pairs, hessian))


def _pairs(game: Game, index: Mapping[str, int]) -> Iterable[tuple[int, int, float]]:
    players, scores = game
    for a, b in combinations(range(len(players)), 2):
        if players[a] != players[b]:
            result = 0.5 if scores[a] == scores[b] else float(scores[a] > scores[b])
            yield index[players[a]], index[players[b]], result


def _chance(lead: float) -> float:
    return 1 / (1 + exp(-lead)) if lead > -500 else 0.0


def _prior(strengths: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """Gradient and negative Hessian of the log-likelihood of the drawn games against an average player."""
    gradient = [PRIOR * (0.5 - _chance(own)) for own in strengths]
    hessian = [[0.0] * len(strengths) for _ in strengths]
    for i, own in enumerate(strengths):
        hessian[i][i] = PRIOR * _chance(own) * (1 - _chance(own))
    return gradient, hessian


def _add_to_hessian(hessian: list[list[float]], i: int, j: int, amount: float) -> None:
    hessian[i][i] += amount
    hessian[j][j] += amount
    hessian[i][j] -= amount
    hessian[j][i] -= amount


def _covariance(
    strengths: Sequence[float],
    games: Mapping[Game, int],
    pairs: Mapping[Game, list[tuple[int, int, float]]],
    hessian: list[list[float]],
) -> list[list[float]]:
    """The covariance of the strengths, by a sandwich estimator: games are independent, the pairs within one are not."""
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
    # Games that all went one way show no spread; the drawn games of the prior do.
    for i, own in enumerate(strengths):
        spread[i][i] += PRIOR * _chance(own) * (1 - _chance(own))
    columns = [_solved(hessian, [row[j] for row in spread]) for j in range(n)]
    half = [[columns[j][i] for j in range(n)] for i in range(n)]
    return [_solved(hessian, half[i]) for i in range(n)]


def _solved(matrix: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Solve a small system of linear equations by Gaussian elimination."""
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


def _ranked(players: Sequence[str], strengths: Sequence[float], covariance: list[list[float]]) -> Ratings:
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
