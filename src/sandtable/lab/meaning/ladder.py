"""A ladder: bots play each other until their order is clear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from sandtable.engine import SandtableError, decode_options
from sandtable.games import find_game

from ..data import RunData
from ..plan import RunPlan
from ..runner import run
from .ratings import Game, Rating, rate

#: Neighbours on the ladder are in clear order if they are this many standard errors apart. It is looked at after every
#: round, so it has to be more than for a single look.
CLEAR = 3.0
#: How many games each line-up plays in a round, for each of its seats.
ROUND = 5


class Rung(msgspec.Struct, frozen=True):
    """A bot on the ladder: its rating, how often it has won, and the mean of its scores."""

    rating: Rating
    #: Seats it has played on.
    games: int
    wins: int
    score: float


class Ladder(msgspec.Struct, frozen=True):
    """Bots, the best first."""

    #: The game, by its name.
    game: str
    #: Each bot with its rating, the best first.
    rungs: list[Rung]
    #: Whether the order of all neighbours is beyond chance.
    is_clear: bool
    #: How many rounds were played.
    rounds: int
    #: How many games there are in all rounds.
    games: int
    #: How many of them failed.
    failed: int


def ladder(
    game: str,
    out: str | Path,
    *,
    bots: Sequence[str],
    most: int = 40,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    at_most: int = 100_000,
    jobs: int = 1,
    cluster: str | None = None,
    progress: Callable[[Ladder], None] | None = None,
) -> Ladder:
    """Rate bots by letting them play each other in rounds, until their order is clear or `most` rounds are played.

    Every round is a run in the folder `out`, so a ladder that was stopped goes on. In a game of several seats bots change
    seats from game to game; in a game of one seat all play the same games, and who scores more has won.
    """
    found = find_game(game)
    names = list(dict.fromkeys(bots))
    if len(names) < 2:
        raise SandtableError(f"A ladder needs at least two different bots, not {', '.join(names) or 'none'}.")
    if most < 1:
        raise SandtableError(f"A ladder needs at least 1 round, not {most}.")
    seats = len(found.seats(decode_options(found, dict(options or {}))))
    results: Counter[Game] = Counter()
    table = _Standings(names)
    found_so_far = table.ladder(game, results, 0)
    plan = RunPlan(
        game,
        ROUND * seats,
        options=options,
        rotate=seats > 1,
        at_most=at_most,
        vary={"bots": ["+".join(line_up) for line_up in _line_ups(names, seats)]},
    )
    for number in range(most):
        folder = Path(out) / f"round-{number:03}"
        data = run(plan, folder, seed=seed + number, jobs=jobs, cluster=cluster)
        results.update(_results(data, seats))
        table.add(data)
        found_so_far = table.ladder(game, results, number + 1)
        if progress is not None:
            progress(found_so_far)
        if found_so_far.is_clear:
            break
    return found_so_far


def _line_ups(bots: Sequence[str], seats: int) -> Iterator[tuple[str, ...]]:
    """List the line-ups: every choice of bots for the seats; if there are too few bots, some sit twice."""
    if seats <= len(bots):
        yield from combinations(bots, seats)
        return
    for first in range(len(bots)):
        yield tuple(bots[(first + n) % len(bots)] for n in range(seats))


def _results(data: RunData, seats: int) -> Iterator[Game]:
    """The games of a round. Of a game of one seat, all that were played with the same seed are one."""
    ended = data.games.filter(pl.col("error").is_null()).sort("game", "cell")
    if seats > 1:
        for row in ended.select("bots", "scores").collect().iter_rows():
            yield tuple(row[0]), tuple(row[1])
        return
    same = ended.group_by("game", maintain_order=True).agg(
        pl.col("bots").list.first(), pl.col("scores").list.first()
    )
    for _, bots, scores in same.collect().iter_rows():
        yield tuple(bots), tuple(scores)


class _Standings:
    """The results of all bots so far."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.bots = bots
        self.games, self.wins = Counter[str](), Counter[str]()
        self.scores: dict[str, float] = dict.fromkeys(bots, 0.0)
        self.done = self.failed = 0

    def add(self, data: RunData) -> None:
        self.done += data.done
        self.failed += data.failed
        sums = data.seats.group_by("bot").agg(
            games=pl.len(), wins=pl.col("won").sum(), score=pl.col("score").sum()
        )
        for row in sums.collect().iter_rows(named=True):
            self.games[row["bot"]] += row["games"]
            self.wins[row["bot"]] += row["wins"]
            self.scores[row["bot"]] += row["score"]

    def ladder(self, game: str, results: Mapping[Game, int], rounds: int) -> Ladder:
        rated = rate(self.bots, results)
        rungs = [
            Rung(
                each,
                self.games[each.player],
                self.wins[each.player],
                self.scores[each.player] / max(1, self.games[each.player]),
            )
            for each in rated.players
        ]
        is_clear = bool(rounds) and all(apart >= CLEAR for apart in rated.apart)
        return Ladder(game, rungs, is_clear, rounds, self.done, self.failed)
