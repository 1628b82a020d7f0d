"""`sandtable lab levels`: how strong the levels of a game's bots are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table as Grid

from ..front import INTERRUPTED, as_json, print_json
from ..many_games import JOBS, SEED
from ..screen import make_console, percent, tell
from .run import CLUSTER, RUN_FOLDER

if TYPE_CHECKING:
    from rich.console import Console

    from sandtable.bots.levels import Strengths


@click.command("levels")
@click.argument("game")
@click.option(
    "--out", type=RUN_FOLDER, required=True, metavar="FOLDER",
    help="The folder of the games; a measurement that is already there continues.",
)  # fmt: skip
@click.option(
    "--games", type=int, metavar="N", default=400, show_default=True, help="Games of each pair of neighbours."
)
@click.option(
    "--highest", type=click.IntRange(2, 4), metavar="LEVEL", default=4, show_default=True,
    help="The highest level to measure; the higher ones take long.",
)  # fmt: skip
@click.option(
    "--keep", is_flag=True, help="Write the figures into the game: the lobby shows them, and offers what is in order."
)  # fmt: skip
@SEED
@JOBS
@CLUSTER
@as_json
def measure(
    game: str,
    out: Path,
    games: int,
    highest: int,
    keep: bool,
    seed: int,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Measure the levels of GAME: each plays the one below it, in all seats and set-ups.

    In a game for one, both play the same games. Stop it whenever you like: the same command continues.

    \b
    Example:
      sandtable lab levels space-combat --out runs/levels --jobs 2
    """
    from sandtable.games import find_game
    from sandtable.lab.levels import keep_strengths, measure_levels
    from sandtable.lab.runner import workers_for

    found = find_game(game)
    is_terminal = make_console(stderr=True).is_terminal and not as_json

    def told(done: int, total: int) -> None:
        if is_terminal:
            click.echo(f"\r{done:,} of {total:,} games", nl=False, err=True)

    try:
        strengths = measure_levels(found.key, out, games, seed, workers_for(jobs, cluster), told, highest)
    except KeyboardInterrupt:
        click.echo(
            f"\nsandtable: Stopped. All finished games are in {out}; the same command continues.", err=True
        )
        return INTERRUPTED
    if is_terminal:
        click.echo(err=True)
    if keep:
        keep_strengths(found, strengths)
    if as_json:
        print_json(strengths)
    else:
        _show(make_console(), strengths, found.title)
    return 0


def _show(console: Console, found: Strengths, title: str) -> None:
    from sandtable.bots.levels import LEVELS

    tell(console, f"{title}: each level against the one below")
    grid = Grid(box=None, pad_edge=False)
    for name in ("level", "games", "score", "below", "95% interval", "Elo", "95% of answers"):
        grid.add_column(name, justify="left" if name == "level" else "right", header_style="bold")
    for pair in found.pairs:
        grid.add_row(
            LEVELS[pair.level - 1].name,
            f"{pair.games:,}",
            percent(pair.score),
            percent(pair.below),
            f"{pair.low:+.3f} to {pair.high:+.3f}",
            f"{pair.elo:+d}",
            f"{pair.seconds:.2f} s",
        )
    console.print(grid)
