"""A batch of a run: played in whatever process or machine, and written as Parquet into the folder of the run."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import polars as pl

from sandtable.engine import SandtableError, digest_today, pack_stamp

from .match import Series
from .plan import Batch, Cell, ResolvedPlan
from .records import Records
from .result import Result
from .schema import DECISIONS, GAMES, NAMES, THROWS, TURNS

#: Where workers write; nothing there counts until it was committed.
STAGING = "staging"
JOURNALS = "journals"


class RunBatch(msgspec.Struct, frozen=True):
    """A batch to play, with everything a worker needs to know."""

    #: The plan of the run without its cells: a worker needs one of them only.
    plan: ResolvedPlan
    cell: Cell
    batch: Batch
    #: The folder of the run.
    folder: str

    @classmethod
    def of(cls, plan: ResolvedPlan, batch: Batch, folder: Path) -> RunBatch:
        """The part of a run that one batch is."""
        return cls(msgspec.structs.replace(plan, cells=[]), plan.cells[batch.cell], batch, str(folder))


class StagedBatch(msgspec.Struct, frozen=True):
    """A batch that was played and written: its files, by table, are staged and wait to be committed."""

    batch: Batch
    files: dict[str, str]
    failed: int
    seconds: float


def play_run_batch(part: RunBatch) -> StagedBatch:
    """Play a batch and stage its files."""
    plan, batch = part.plan, part.batch
    os.environ.update(plan.modules)
    begun = perf_counter()
    series = Series(plan.for_cell(part.cell), str(Path(part.folder, JOURNALS, f"{batch.cell:03}")))
    _check_same_game(part, series)
    records = Records(batch.cell, plan.record, plan.columns) if plan.record else None
    results = [series.play(number, records) for number in range(batch.first, batch.last)]
    frames = {"games": games_frame(part, results)}
    if records is not None:
        frames |= _record_frames(part, records)
    # A batch may be played twice at the same time, when its worker was only thought to be lost.
    staging = Path(part.folder, STAGING, f"{batch.name}-{secrets.token_hex(4)}")
    staging.mkdir(parents=True)
    files = {}
    for name, frame in frames.items():
        path = staging / f"{name}.parquet"
        made = BytesIO()
        frame.write_parquet(made, compression="zstd")
        # Written by Python, not by polars, which has no error of its own for a full disk.
        with path.open("xb") as file:
            file.write(made.getbuffer())
            file.flush()
            os.fsync(file.fileno())
        files[name] = str(path.relative_to(part.folder))
    failed = sum(result.error is not None for result in results)
    return StagedBatch(batch, files, failed, perf_counter() - begun)


def _check_same_game(part: RunBatch, series: Series) -> None:
    """A worker on another machine may have another Sandtable or another pack: what it plays would be other games."""
    if series.game.rules_version != part.plan.rules:
        raise SandtableError(
            f"A worker has version {series.game.rules_version} of the rules of {series.game.title}, and the run was begun "
            f"with version {part.plan.rules}. Install the same Sandtable everywhere."
        )
    begun_with = digest_today(series.game, series.options, part.cell.pack_digest)
    if pack_stamp(series.game, series.options).digest != begun_with:
        raise SandtableError(
            f"A worker has another version of the pack {part.cell.pack!r} than the run was begun with. All need the same."
        )


def games_frame(part: RunBatch, results: Sequence[Result]) -> pl.DataFrame:
    """Results as rows. Many quick games end alike, so lists and texts are made once for each way to end."""
    ways: dict[Any, int] = {}
    way = [ways.setdefault((r.seats, r.bots, r.winners, r.scores, r.reason), len(ways)) for r in results]
    texts = {name: GAMES[name] for name in ("seats", "bots", "winners", "scores", "reason")}
    endings = pl.DataFrame(
        {name: [w[i] for w in ways] for i, name in enumerate(texts)}, schema=texts, orient="col", strict=False
    )
    options = msgspec.json.encode(part.cell.options, order="sorted").decode()
    frame = pl.DataFrame(
        {
            "game": [r.number for r in results],
            "seed": [r.seed for r in results],
            "decisions": [r.decisions for r in results],
            "turns": [r.turns for r in results],
            "seconds": [r.seconds for r in results],
            "error": [None if r.error is None else r.error.what for r in results],
            "error_at": [None if r.error is None else r.error.where for r in results],
            "journal": [_inside(part.folder, r.journal) for r in results],
        },
        schema={
            name: GAMES[name]
            for name in ("game", "seed", "decisions", "turns", "seconds", "error", "error_at", "journal")
        },
    )
    same = {
        "cell": part.batch.cell,
        "scenario": part.cell.scenario,
        "pack": part.cell.pack,
        "options": options,
    }
    constant = [pl.lit(value, dtype=GAMES[name]).alias(name) for name, value in same.items()]
    return frame.hstack(endings[way]).with_columns(constant).select(*GAMES)


def _inside(folder: str, journal: str | None) -> str | None:
    return None if journal is None else str(Path(journal).relative_to(folder))


def _record_frames(part: RunBatch, records: Records) -> dict[str, pl.DataFrame]:
    own = dict.fromkeys(part.plan.columns, pl.Float64)
    names = [(topic, key, *rest) for (topic, key), rest in sorted(records.names.items())]
    tables: dict[str, tuple[Sequence[Any], Any]] = {
        "turns": (records.turns, {**TURNS, **own}),
        "decisions": (records.decisions, DECISIONS),
        "throws": (records.throws, THROWS),
        "names": (names, NAMES),
    }
    wanted = {*part.plan.record, *(["names"] if "decisions" in part.plan.record else [])}
    return {
        name: pl.DataFrame(rows, schema=schema, orient="row", strict=False)
        for name, (rows, schema) in tables.items()
        if name in wanted
    }
