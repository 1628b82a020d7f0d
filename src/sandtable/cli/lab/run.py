"""`sandtable lab run`: any number of games into a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandtable.engine import SandtableError

from ..front import FAILED, INTERRUPTED, as_json, print_json
from ..many_games import plan_options
from ..screen import DIM, RUST, make_console, tell

if TYPE_CHECKING:
    from sandtable.lab import RunData, RunPlan

RUN_FOLDER = click.Path(file_okay=False, path_type=Path)
CLUSTER = click.option(
    "--cluster", metavar="WHERE", help="A Dask cluster: local:4, or the address of a scheduler (tcp://host:8786)."
)  # fmt: skip


@click.command("run")
@plan_options(1000, "How many games each combination has.")
@click.option(
    "--out",
    type=RUN_FOLDER,
    required=True,
    metavar="FOLDER",
    help="The folder of the results; a run that is already there continues.",
)
@click.option(
    "--vary",
    multiple=True,
    metavar="K=A,B",
    help="Play every value of an option, a pack, a scenario or bots (bots=house,search:50; house+random for two seats).",
)
@click.option("--record", metavar="WHAT", default="", help="More tables: turns,decisions,throws.")
@CLUSTER
@click.option(
    "--batch",
    type=int,
    metavar="N",
    help="How many games a worker plays at a time (about 3 seconds of them).",
)
@as_json
def run_games(
    plan: RunPlan,
    jobs: int,
    out: Path,
    vary: Sequence[str],
    record: str,
    cluster: str | None,
    batch: int | None,
    as_json: bool,
) -> int:
    """Play many games of GAME into a folder of Parquet files.

    Stop it whenever you like: the same command continues where it stopped, and no game is counted twice.

    \b
    Examples:
      sandtable lab run surface-combat --games 100000 --bots house --out runs/surface --jobs 2
      sandtable lab run red-dust --vary pack=default,./mine --record turns,decisions --out runs/mine
    """
    from sandtable.lab import run  # data frames and all they need: only here

    tables = [word.strip() for word in record.split(",") if word.strip()]
    with _progress(str(plan.game), quiet=as_json) as progress:
        try:
            data = run(
                plan,
                out,
                vary=_varied(vary),
                record=tables,
                jobs=jobs,
                cluster=cluster,
                batch=batch,
                progress=progress,
                page=None
                if as_json
                else lambda address: click.echo(f"Dask's dashboard: {address}", err=True),
            )
        except KeyboardInterrupt:
            click.echo(
                f"sandtable: Stopped. All finished games are in {out}; the same command continues.", err=True
            )
            return INTERRUPTED
    if as_json:
        print_json({"folder": str(out), "games": data.done, "failed": data.failed})
    else:
        _told_run(data, out)
    return FAILED if data.failed else 0


def _varied(words: Sequence[str]) -> dict[str, Sequence[str]]:
    from sandtable.lab.plan import split_values

    found: dict[str, Sequence[str]] = {}
    for word in words:
        name, equals, values = word.partition("=")
        if not equals or name in found:
            raise SandtableError(
                f"{word!r} varies nothing: write each name once, as in --vary pack=default,mine."
            )
        found[name] = split_values(name, values)
    return found


@contextmanager
def _progress(name: str, *, quiet: bool) -> Iterator[Callable[[int, int, int], None] | None]:
    """Show the progress, speed and remaining time of a run on stderr, if that is a terminal."""
    console = make_console(stderr=True)
    if quiet or not console.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, speed_estimate_period=120) as bar:
        task = bar.add_task(name, total=None, rate="")

        def tell_progress(done: int, failed: int, total: int) -> None:
            bar.update(task, completed=done, total=total)
            speed = next(each.speed for each in bar.tasks if each.id == task)
            rate = f"{speed:,.0f} games/s" if speed else ""
            bar.update(task, rate=f"{rate}, {failed:,} failed" if failed else rate)

        yield tell_progress


def _told_run(data: RunData, out: Path) -> None:
    console = make_console()
    each = f", {data.plan.games:,} of each of {len(data.cells)}" if len(data.cells) > 1 else ""
    tell(console, f"{data.plan.title}: {data.done:,} games{each}, in {out}")
    if data.failed:
        tell(console, f"{data.failed:,} games failed; their journals are in {out / 'journals'}.", RUST)
    tell(console, f"What they mean: sandtable lab report {out}", DIM)
