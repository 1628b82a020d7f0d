"""Opening a run: its plan, and its tables from the batches that its manifest lists."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import polars as pl

from sandtable.engine import SandtableError

from .folder import ManifestEntry, read_manifest, read_plan
from .plan import Cell, ResolvedPlan
from .schema import TABLES


class RunData:
    """An opened run, finished or not. Its tables are lazy frames of Polars; `collect()` reads them."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.plan: ResolvedPlan = read_plan(self.path)
        self._lines: list[ManifestEntry] = read_manifest(self.path)

    @property
    def cells(self) -> list[Cell]:
        """The combinations that were played; one cell called "all" if nothing was varied."""
        return self.plan.cells

    @property
    def done(self) -> int:
        """The number of games played so far."""
        return sum(line.last - line.first for line in self._lines)

    @property
    def failed(self) -> int:
        """The number of games that failed."""
        return sum(line.failed for line in self._lines)

    @property
    def is_complete(self) -> bool:
        """Whether every game of its plan has been played."""
        return self.done == self.plan.total

    @cached_property
    def games(self) -> pl.LazyFrame:
        """One row per game."""
        return self._table("games")

    @cached_property
    def turns(self) -> pl.LazyFrame:
        """One row per turn, if turns were recorded."""
        return self._table("turns")

    @cached_property
    def decisions(self) -> pl.LazyFrame:
        """One row per decision, if decisions were recorded."""
        return self._table("decisions")

    @cached_property
    def throws(self) -> pl.LazyFrame:
        """One row per throw, if throws were recorded."""
        return self._table("throws")

    @cached_property
    def names(self) -> pl.LazyFrame:
        """The meaning of option keys, if decisions were recorded."""
        return self._table("names").unique(["topic", "key"], keep="first", maintain_order=True)

    @cached_property
    def seats(self) -> pl.LazyFrame:
        """One row per game and seat: its place, its bot, its score, and whether it won. Games that failed are left out."""
        return (
            self.games.filter(pl.col("error").is_null())
            .select(
                "cell",
                "game",
                "seed",
                "winners",
                "decisions",
                "turns",
                pl.int_ranges(1, pl.col("seats").list.len() + 1, dtype=pl.Int32).alias("place"),
                pl.col("seats").alias("seat"),
                pl.col("bots").alias("bot"),
                pl.col("scores").alias("score"),
            )
            .explode("place", "seat", "bot", "score")
            .with_columns(pl.col("winners").list.contains(pl.col("seat")).alias("won"))
            .drop("winners")
        )

    def _table(self, name: str) -> pl.LazyFrame:
        if (
            name in self.plan.record
            or name == "games"
            or (name == "names" and "decisions" in self.plan.record)
        ):
            files = [self.path / name / f"{line.name}.parquet" for line in sorted(self._lines, key=_place)]
            for file in files:
                if not file.exists():
                    raise SandtableError(
                        f"{file} is missing. Repeat the command that made the run: it plays these games again."
                    )
            if files:
                return pl.scan_parquet(files)
            own = dict.fromkeys(self.plan.columns, pl.Float64) if name == "turns" else {}
            return pl.LazyFrame(schema={**TABLES[name], **own})
        raise SandtableError(
            f"{self.path} has no {name}: they are recorded by `sandtable lab run --record {name}`."
        )

    def __repr__(self) -> str:
        return f"<Run of {self.plan.title}: {self.done:,} of {self.plan.total:,} games in {self.path}>"


def _place(line: ManifestEntry) -> tuple[int, int]:
    return line.cell, line.batch


def open_run(path: str | Path) -> RunData:
    """Open a run: ``sandtable.lab.open("runs/x").games.collect()``."""
    return RunData(path)
