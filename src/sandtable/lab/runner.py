"""Runs: any number of games, on this machine or a cluster, that can be stopped at any time and continued."""

from __future__ import annotations

import errno
from collections.abc import Callable
from contextlib import closing
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from sandtable.engine import SandtableError

from .data import RunData
from .folder import RunFolder
from .match import Series
from .plan import Cell, ResolvedPlan, RunFields, RunPlan, check_counts, plan_of
from .records import Records
from .run_batches import RunBatch, play_run_batch
from .workers import Processes, ThisProcess, Workers

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: How long a batch should take. What is being played when a worker is lost is played again, so it must not be long.
BATCH_SECONDS = 3.0
#: How long games are played to find out how long they take.
TRIAL_SECONDS = 0.4
#: There are at least this many batches for each worker, so that all have something to do until the end.
BATCHES_EACH = 4
MOST_IN_A_BATCH = 50_000
#: Errors after which nothing more can be written, and how they are told.
FULL = {
    errno.ENOSPC: "The disk is full",
    errno.EDQUOT: "Your disk quota is used up",
    errno.EFBIG: "A file would be larger than the limit for files",
}

#: Is told how many games are done, how many of them have failed, and how many there are in all.
Progress = Callable[[int, int, int], None]


def run(
    plan: RunPlan | str,
    out: str | Path,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    batch: int | None = None,
    progress: Progress | None = None,
    page: Callable[[str], None] | None = None,
    **fields: Unpack[RunFields],
) -> RunData:
    """Play games into a folder, as Parquet files; if some of them are there already, play the others.

    `plan` says which games: a `RunPlan`, or the name of a game with the fields of one, as in
    ``run("connect-four", "runs/first", games=500, bots=["house", "random"])``. `jobs` is a number of processes, `cluster`
    a Dask cluster ("local:4", or the address of a scheduler). `batch` is the number of games a worker plays at a time; by
    default about three seconds of them. `progress` is told how far the run is, `page` the address of Dask's dashboard.
    docs/lab/ has more.
    """
    wanted = plan_of(plan, **fields).resolved()
    check_counts(jobs=jobs, batch=batch)
    path = Path(out).absolute()
    with RunFolder(path).opened() as folder:
        begun = folder.plan()
        if begun is not None:
            _check_same(path, begun, wanted)
        workers = workers_for(jobs, cluster, page)
        if begun is None:
            begun = _with_batches(wanted, workers.count, batch)
            folder.begin(begun)
        _play(begun, folder, workers, progress)
    return RunData(path)


def workers_for(jobs: int, cluster: str | None, page: Callable[[str], None] | None = None) -> Workers:
    """This process, processes of this machine, or a cluster."""
    if cluster is not None:
        from .cluster import Cluster

        return Cluster(cluster, page)
    return Processes(jobs) if jobs > 1 else ThisProcess()


def _check_same(path: Path, begun: ResolvedPlan, plan: ResolvedPlan) -> None:
    differences = begun.differences(plan)
    if differences:
        raise SandtableError(
            f"{path} holds another run: {'; '.join(differences)}. Continue that one, or write this one elsewhere."
        )


def _with_batches(plan: ResolvedPlan, workers: int, batch: int | None) -> ResolvedPlan:
    """Return the plan with the size of its batches. It is chosen once: a run that is continued needs the same batches."""
    most = max(1, min(MOST_IN_A_BATCH, ceil(plan.total / (workers * BATCHES_EACH))))
    sizes = [
        batch or max(1, min(most, round(BATCH_SECONDS / _seconds_a_game(plan, cell)))) for cell in plan.cells
    ]
    cells = [msgspec.structs.replace(cell, batch=size) for cell, size in zip(plan.cells, sizes, strict=True)]
    return msgspec.structs.replace(plan, cells=cells)


def _seconds_a_game(plan: ResolvedPlan, cell: Cell) -> float:
    """Measure how long a game of a cell takes by playing some; the first also loads data, and counts only if it must."""
    series = Series(plan.for_cell(cell))
    records = Records(0, plan.record, plan.columns) if plan.record else None
    end = perf_counter() + TRIAL_SECONDS
    times = []
    for number in range(plan.games):
        begun = perf_counter()
        series.play(number, records)
        times.append(perf_counter() - begun)
        if perf_counter() >= end:
            break
    counted = times[1:] or times
    return max(1e-6, sum(counted) / len(counted))


def _play(plan: ResolvedPlan, folder: RunFolder, workers: Workers, progress: Progress | None) -> None:
    tell = progress or (lambda done, failed, total: None)
    tell(folder.games, folder.failed, plan.total)
    parts = (RunBatch.of(plan, batch, folder.path) for batch in plan.batches() if not folder.is_done(batch))
    try:
        with closing(workers.each(play_run_batch, parts)) as results:
            for written in results:
                folder.commit(written)
                tell(folder.games, folder.failed, plan.total)
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise SandtableError(
            f"{FULL[error.errno]}. {folder.games:,} of {plan.total:,} games are in {folder.path}; make room, and the "
            "same command continues from there."
        ) from None
