"""The findings of a run as plain data: everything a report draws or says."""

from __future__ import annotations

from typing import Any

import msgspec
import polars as pl

from sandtable.games import find_game

from ..data import RunData
from ..plan import Cell
from ..report import Share, wilson
from ..seating import who_plays
from .luck import LuckFinding, luck_of
from .time import Course, course_of
from .use import Unused, UseFinding, topics_of, unused_of, use_of

#: How many bars a histogram has.
BARS = 30


class SeatFinding(msgspec.Struct, frozen=True):
    """The results of a seat, or of a bot wherever it sat."""

    name: str
    label: str
    games: int
    wins: int
    share: Share
    score: float


class Ending(msgspec.Struct, frozen=True):
    """A reason for which games ended."""

    reason: str
    games: int
    share: Share


class Bar(msgspec.Struct, frozen=True):
    """A bar of a histogram: games from `low` up to `high`."""

    low: float
    high: float
    games: int


class Spread(msgspec.Struct, frozen=True):
    """The spread of a number over the games."""

    mean: float
    low: float
    median: float
    high: float
    least: float
    most: float
    bars: list[Bar]


class Failure(msgspec.Struct, frozen=True):
    """Games that failed in the same way, and the journal of one."""

    what: str
    where: str
    games: int
    journal: str | None


class CellFindings(msgspec.Struct, frozen=True, kw_only=True):
    """The findings of one cell. Those that need a table that was not recorded are None or empty."""

    name: str
    #: Who plays, by seat: a bot, or "non-player" where the rules of the game do.
    bots: tuple[str, ...]
    games: int
    failed: int
    draws: int
    seats: list[SeatFinding]
    #: By bot, if there are several.
    bots_found: list[SeatFinding]
    #: By place at the table: first, second and so on. None of them has an advantage if all shares are `even`: if the
    #: games that were won are shared out equally.
    places: list[SeatFinding]
    even: float
    endings: list[Ending]
    decisions: Spread
    turns: Spread
    seconds: float
    failures: list[Failure]
    course: Course | None
    use: list[UseFinding]
    things: list[UseFinding]
    unused: Unused | None
    luck: list[LuckFinding]


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """The findings of a run."""

    #: The game, by its name.
    game: str
    #: What people call it.
    title: str
    #: The version of its rules.
    rules: int
    #: The version of Sandtable that played.
    version: str
    #: The seed of the run.
    seed: int
    #: How many games were asked for.
    games: int
    #: How many of them are there.
    done: int
    #: Whether bots changed seats from game to game.
    rotate: bool
    #: Which tables were recorded besides the games.
    record: tuple[str, ...]
    #: What the answer to a question leads to, by topic.
    topics: dict[str, str]
    #: What each combination shows.
    cells: list[CellFindings]


def findings(run: RunData) -> Findings:
    """Look through a run. It may still be going on: what is there is looked at."""
    plan = run.plan
    return Findings(
        game=plan.game,
        title=plan.title,
        rules=plan.rules,
        version=plan.version,
        seed=plan.seed,
        games=plan.total,
        done=run.done,
        rotate=plan.rotate,
        record=plan.record,
        topics=topics_of(plan.game),
        cells=[_cell(run, number) for number in range(len(run.cells))],
    )


def _players(game: str, cell: Cell) -> tuple[str, ...]:
    return who_plays(list(cell.seats), cell.bots, cell.options.get(find_game(game).nonplayer_option, ()))


def _cell(run: RunData, number: int) -> CellFindings:
    cell = run.cells[number]
    games = run.games.filter(pl.col("cell") == number)
    ended = games.filter(pl.col("error").is_null())
    seats = run.seats.filter(pl.col("cell") == number)
    counts = ended.select(
        games=pl.len(), draws=(pl.col("winners").list.len() == 0).sum(), seconds=pl.col("seconds").mean()
    ).collect()
    total = int(counts["games"][0])
    failures = _failures(games)
    labels = cell.seats
    recorded = run.plan.record
    by_seat = _shares(seats, "seat", labels)
    return CellFindings(
        name=cell.name,
        bots=_players(run.plan.game, cell),
        games=total,
        failed=sum(failure.games for failure in failures),
        draws=int(counts["draws"][0] or 0) if len(labels) > 1 else 0,
        seats=by_seat,
        bots_found=_shares(seats, "bot", {}) if len(set(cell.bots)) > 1 else [],
        places=_shares(seats, "place", {str(n + 1): f"place {n + 1}" for n in range(len(labels))}),
        even=sum(seat.share.share for seat in by_seat) / len(labels),
        endings=_endings(ended, total),
        decisions=_spread(ended, "decisions"),
        turns=_spread(ended, "turns"),
        seconds=float(counts["seconds"][0] or 0.0),
        failures=failures,
        course=course_of(run, number) if "turns" in recorded and total else None,
        use=use_of(run, number) if "decisions" in recorded else [],
        things=use_of(run, number, things=True) if "decisions" in recorded else [],
        unused=unused_of(run, number) if "decisions" in recorded else None,
        luck=luck_of(run, number) if "throws" in recorded else [],
    )


def _shares(seats: pl.LazyFrame, by: str, labels: dict[str, str]) -> list[SeatFinding]:
    """Wins by seat, bot or place; the seats in the order of the table."""
    found = (
        seats.group_by(pl.col(by).cast(pl.String))
        .agg(
            games=pl.len(),
            wins=pl.col("won").sum(),
            score=pl.col("score").mean(),
            first=pl.col("place").min(),
        )
        .collect()
    )
    order = list(labels)
    rows = sorted(
        found.iter_rows(named=True),
        key=lambda row: (order.index(row[by]) if row[by] in order else len(order), row["first"], row[by]),
    )
    return [
        SeatFinding(
            row[by], labels.get(row[by], row[by]), row["games"], row["wins"], wilson(row["wins"], row["games"]), row["score"]
        )
        for row in rows
    ]  # fmt: skip


def _endings(ended: pl.LazyFrame, total: int) -> list[Ending]:
    found = (
        ended.group_by(alike("reason"))
        .agg(games=pl.len(), first=pl.col("reason").min(), last=pl.col("reason").max())
        .collect()
    )
    endings = [
        Ending(row["first"] if row["first"] == row["last"] else row["reason"], row["games"], wilson(row["games"], total))
        for row in found.iter_rows(named=True)
    ]  # fmt: skip
    return sorted(endings, key=lambda ending: (-ending.games, ending.reason))


def alike(column: str) -> pl.Expr:
    """Reasons of ending that differ in their numbers alone ("with a margin of 3") are one, written with N."""
    return pl.col(column).str.replace_all(r"-?\b\d+(\.\d+)?\b", "N")


def _spread(ended: pl.LazyFrame, column: str) -> Spread:
    numbers = ended.select(column).collect()[column]
    if not len(numbers):
        return Spread(0, 0, 0, 0, 0, 0, [])

    def at(share: float) -> float:
        return float(numbers.quantile(share) or 0.0)

    least, most = int(_number(numbers.min())), int(_number(numbers.max()))
    width = max(1, -(-(most - least + 1) // BARS))
    counts = dict(((numbers - least) // width).value_counts().iter_rows())
    bars = [
        Bar(least + n * width, least + (n + 1) * width, counts.get(n, 0))
        for n in range((most - least) // width + 1)
    ]
    return Spread(_number(numbers.mean()), at(0.1), at(0.5), at(0.9), least, most, bars)


def _number(value: Any) -> float:
    return float(value)


def _failures(games: pl.LazyFrame) -> list[Failure]:
    found = (
        games.filter(pl.col("error").is_not_null())
        .group_by("error", "error_at")
        .agg(games=pl.len(), journal=pl.col("journal").first())
        .sort(["games", "error", "error_at"], descending=[True, False, False])
        .collect()
    )
    return [
        Failure(row["error"], row["error_at"], row["games"], row["journal"])
        for row in found.iter_rows(named=True)
    ]
