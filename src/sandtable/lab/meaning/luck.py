"""Luck: what was thrown against what should have been, and what it was worth."""

from __future__ import annotations

from math import sqrt

import msgspec
import polars as pl

from sandtable.games import find_game

from ..data import RunData
from .interval import Difference, difference


class LuckFinding(msgspec.Struct, frozen=True):
    """The throws of one topic: their mean reading against the expected one, in standard errors as `off`.

    `wins` says how much better the throws of winners were than those of others, in standard deviations of a game's throws: what
    dice decide. None if there are no winners or no others.
    """

    topic: str
    label: str
    throws: int
    mean: float
    expected: float
    off: float
    wins: Difference | None


def luck_of(run: RunData, cell: int) -> list[LuckFinding]:
    """Luck by topic; only throws that are read as a number."""
    throws = run.throws.filter((pl.col("cell") == cell) & pl.col("value").is_not_null())
    found = (
        throws.group_by("topic")
        .agg(
            throws=pl.len(),
            mean=pl.col("value").mean(),
            expected=pl.col("expected").mean(),
            more=(pl.col("value") - pl.col("expected")).sum(),
            spread=(pl.col("deviation") ** 2).sum(),
        )
        .sort("topic")
        .collect(engine="streaming")
    )
    worth = _worth(run, cell, throws)
    names = find_game(run.plan.game).throws
    return [
        LuckFinding(
            row["topic"],
            names.get(row["topic"], row["topic"].replace("_", " ")),
            row["throws"],
            row["mean"],
            row["expected"],
            row["more"] / sqrt(row["spread"]) if row["spread"] else 0.0,
            worth.get(row["topic"]),
        )
        for row in found.iter_rows(named=True)
    ]


def _worth(run: RunData, cell: int, throws: pl.LazyFrame) -> dict[str, Difference]:
    won = run.seats.filter(pl.col("cell") == cell).select("game", "seat", "won")
    sides = (
        throws.group_by("game", "seat", "topic")
        .agg(more=(pl.col("value") - pl.col("expected")).sum(), spread=(pl.col("deviation") ** 2).sum())
        .filter(pl.col("spread") > 0)
        .select("game", "seat", "topic", luck=pl.col("more") / pl.col("spread").sqrt())
        .join(won, on=["game", "seat"])
        .group_by("topic", "won")
        .agg(n=pl.len(), mean=pl.col("luck").mean(), variance=pl.col("luck").var())
        .collect(engine="streaming")
    )
    by = {(row["topic"], row["won"]): row for row in sides.iter_rows(named=True)}
    found = {}
    for topic, was_won in by:
        won_side, other = by.get((topic, True)), by.get((topic, False))
        if was_won and won_side and other and min(won_side["n"], other["n"]) > 1:
            error = sqrt(won_side["variance"] / won_side["n"] + other["variance"] / other["n"])
            found[topic] = difference(won_side["mean"] - other["mean"], error)
    return found
