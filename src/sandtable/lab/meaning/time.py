"""The course of games: the worth of positions over time, and when games are decided."""

from __future__ import annotations

import msgspec
import polars as pl

from ..data import RunData

#: Games are of different lengths: all are laid over each other in this many stretches.
STRETCHES = 20


class Point(msgspec.Struct, frozen=True):
    """A mean over games at a point of their course, from 0 (the beginning) to 1 (the end)."""

    at: float
    name: str
    #: "all games", or "won" and "lost" in a game of one seat.
    of: str
    value: float


class Course(msgspec.Struct, frozen=True):
    """The course of the games of a cell.

    `worth` is what the game thinks of the position, by seat; `columns` are its own numbers. A game is decided when the
    eventual winner takes the lead for good: `decided` holds the share of games by that point of their course, if the game can tell.
    """

    worth: list[Point]
    columns: list[Point]
    decided: list[Point]
    decided_at: float | None


def course_of(run: RunData, cell: int) -> Course:
    """Work out the course of the games of a cell."""
    seats = list(run.cells[cell].seats)
    ended = run.games.filter((pl.col("cell") == cell) & pl.col("error").is_null()).select(
        "game", "winners", "seats"
    )
    turns = (
        run.turns.filter(pl.col("cell") == cell)
        .join(ended, on="game")
        .with_columns(at=pl.col("turn") / pl.col("turn").max().over("game").clip(lower_bound=1))
        .with_columns(stretch=(pl.col("at") * STRETCHES).round().cast(pl.Int32))
        .with_columns(
            of=pl.when(pl.col("winners").list.len() > 0).then(pl.lit("won")).otherwise(pl.lit("lost"))
            if len(seats) == 1
            else pl.lit("all games")
        )
    )
    decided = _decided(turns) if len(seats) > 1 else []
    half = next((point.at for point in decided if point.value >= 0.5), None)
    return Course(_worth(turns, seats), _columns(turns, run.plan.columns), decided, half)


def _worth(turns: pl.LazyFrame, seats: list[str]) -> list[Point]:
    found = (
        turns.filter(pl.col("evaluation").is_not_null() & ~pl.col("is_over"))
        .select("stretch", "of", pl.col("seats").alias("name"), pl.col("evaluation").alias("value"))
        .explode("name", "value")
        .group_by("stretch", "of", "name")
        .agg(pl.col("value").mean())
        .sort("name", "stretch", "of")
        .collect(engine="streaming")
    )
    rows = found.iter_rows(named=True)
    points = [Point(row["stretch"] / STRETCHES, row["name"], row["of"], row["value"]) for row in rows]
    return sorted(points, key=lambda point: (seats.index(point.name), point.at))


def _columns(turns: pl.LazyFrame, columns: list[str]) -> list[Point]:
    if not columns:
        return []
    means = turns.group_by("stretch", "of").agg(pl.col(columns).mean()).sort("stretch", "of")
    return [
        Point(row["stretch"] / STRETCHES, name, row["of"], row[name])
        for row in means.collect(engine="streaming").iter_rows(named=True)
        for name in columns
        if row[name] is not None
    ]


def _decided(turns: pl.LazyFrame) -> list[Point]:
    """The share of games that are decided by each stretch."""
    worth = pl.col("evaluation")
    leader = pl.col("seats").list.get(worth.list.arg_max())
    ranked = worth.list.sort(descending=True)  # nobody leads in a tie
    leads = (leader == pl.col("winners").list.first()) & (ranked.list.get(0) > ranked.list.get(1))
    last_doubt = (
        turns.filter(
            (pl.col("winners").list.len() == 1) & pl.col("evaluation").is_not_null() & ~pl.col("is_over")
        )
        .with_columns(doubt=~leads)
        .group_by("game")
        .agg(at=pl.col("stretch").filter(pl.col("doubt")).max().fill_null(0))
        .collect(engine="streaming")["at"]
    )
    total = len(last_doubt)
    if not total:
        return []
    return [
        Point(stretch / STRETCHES, "decided", "all games", int((last_doubt <= stretch).sum()) / total)
        for stretch in range(STRETCHES + 1)
    ]
