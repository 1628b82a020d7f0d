"""`sandtable lab report`, `compare` and `ladder`: what runs mean."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table as Grid

import sandtable
from sandtable.bots import split_specs
from sandtable.engine import SandtableError

from ..front import FAILED, INTERRUPTED, as_json, print_json
from ..many_games import JOBS, SEED
from ..play import OPTION, PACK, SCENARIO, read_options
from ..screen import DIM, make_console, percent, tell
from .run import CLUSTER, RUN_FOLDER

if TYPE_CHECKING:
    from sandtable.lab import Comparison, Ladder, RunData


@click.command("report")
@click.argument("folder", type=RUN_FOLDER)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The page (FOLDER/report.html).",
)
@click.option("--png", type=RUN_FOLDER, metavar="FOLDER", help="Write the plots as PNG files, too.")
@as_json
def report_run(folder: Path, out: Path | None, png: Path | None, as_json: bool) -> None:
    """Write what a run shows into one HTML file that works offline.

    \b
    Example:
      sandtable lab report runs/surface
    """
    from sandtable.lab import findings, open, write_report

    run = open(folder)
    if as_json:
        if out is not None or png is not None:
            write_report(run, out, pictures=png)
        print_json(findings(run))
        return
    console = make_console()
    tell(console, f"{write_report(run, out, pictures=png)}")
    if png is not None:
        tell(console, f"{png}", DIM)


@click.command("compare")
@click.argument("first")
@click.argument("second")
@click.option("--all", "everything", is_flag=True, help="Show what does not differ, too.")
@as_json
def compare_runs(first: str, second: str, everything: bool, as_json: bool) -> None:
    """Say what differs between two runs, beyond chance.

    Games with the same seed are compared with each other. Of a run with several combinations, name one by its number: runs/x#1.

    \b
    Examples:
      sandtable lab compare runs/default runs/mine
      sandtable lab compare runs/grid#0 runs/grid#1
    """
    from sandtable.lab import compare

    (run, cell), (other, other_cell) = _cell(first), _cell(second)
    found = compare(run, other, cells=(cell, other_cell))
    if as_json:
        print_json({"sentence": found.sentence, "comparison": found})
    else:
        _show_comparison(make_console(), found, everything)


def _cell(text: str) -> tuple[RunData, int | None]:
    from sandtable.lab import open

    folder, mark, number = text.rpartition("#")
    if not mark or Path(text).exists():
        return open(Path(text)), None
    if not number.isdecimal():
        raise SandtableError(f"{text!r}: after # comes the number of a combination, as in {folder}#1.")
    return open(Path(folder)), int(number)


def _show_comparison(console: Console, found: Comparison, everything: bool) -> None:
    tell(console, found.sentence)
    pairs = f"{found.paired:,} pairs of the same seed" if found.paired else "with different seeds"
    tell(console, f"{found.games[0]:,} and {found.games[1]:,} games, {pairs}", DIM)
    shown = found.findings if everything else found.differing
    if not shown:
        return
    grid = Grid(box=None, pad_edge=False)
    for title in ("", "first", "second", "difference", "95% interval"):
        grid.add_column(title, justify="right" if title else "left", header_style="bold")
    for each in shown:
        change = each.difference
        interval = f"{change.low:+.3f} to {change.high:+.3f}"
        grid.add_row(
            f"{each.kind} {each.what}",
            f"{each.first:.3f}",
            f"{each.second:.3f}",
            f"{change.value:+.3f}",
            interval,
        )
    console.print(grid)


@click.command("ladder")
@click.argument("game")
@click.option("--bots", metavar="A,B,C", required=True, help="The bots to rate, separated by commas.")
@click.option(
    "--out",
    type=RUN_FOLDER,
    required=True,
    metavar="FOLDER",
    help="The folder of the games; a ladder that is already there continues.",
)
@click.option(
    "--rounds",
    type=int,
    metavar="N",
    default=40,
    show_default=True,
    help="Stop after this many rounds at the latest.",
)
@SEED
@JOBS
@CLUSTER
@SCENARIO
@OPTION
@PACK
@as_json
def rate_bots(
    game: str,
    bots: str,
    out: Path,
    rounds: int,
    seed: int,
    jobs: int,
    cluster: str | None,
    scenario: str | None,
    options: Sequence[str],
    pack: str | None,
    as_json: bool,
) -> int:
    """Rate bots of GAME: they play each other until their order is clear.

    Stop it whenever you like: the same command continues.

    \b
    Example:
      sandtable lab ladder rogue-trooper --bots house,random,search:20 --out runs/ladder --jobs 2
    """
    from sandtable.lab import ladder

    found = sandtable.find_game(game)
    wanted = read_options(found, options, scenario, pack)
    errors = make_console(stderr=True)

    def told(now: Ladder) -> None:
        if not as_json and errors.is_terminal:
            order = ", ".join(f"{rung.rating.player} {rung.rating.rating:+.0f}" for rung in now.rungs)
            tell(errors, f"round {now.rounds}: {order}", DIM)

    try:
        rated = ladder(
            game,
            out,
            bots=split_specs(bots),
            most=rounds,
            seed=seed,
            options=wanted,
            jobs=jobs,
            cluster=cluster,
            progress=told,
        )
    except KeyboardInterrupt:
        click.echo(
            f"sandtable: Stopped. All finished games are in {out}; the same command continues.", err=True
        )
        return INTERRUPTED
    if as_json:
        print_json(rated)
    else:
        _show_ladder(make_console(), rated, found.title)
    return FAILED if rated.failed else 0


def _show_ladder(console: Console, found: Ladder, title: str) -> None:
    clear = "the order is clear" if found.is_clear else "the order is not clear yet"
    tell(console, f"{title}: {found.games:,} games in {found.rounds} rounds; {clear}")
    grid = Grid(box=None, pad_edge=False)
    for name in ("bot", "rating", "95% interval", "seats", "won", "mean score"):
        grid.add_column(name, justify="left" if name == "bot" else "right", header_style="bold")
    for rung in found.rungs:
        each = rung.rating
        grid.add_row(
            each.player,
            f"{each.rating:+.0f}",
            f"{each.low:+.0f} to {each.high:+.0f}",
            f"{rung.games:,}",
            percent(rung.wins / max(1, rung.games)),
            f"{rung.score:.3f}",
        )
    console.print(grid)
