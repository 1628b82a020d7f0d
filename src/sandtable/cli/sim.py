"""`sandtable sim`: many games between bots, and what they show."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table as Grid

from .folder import data_folder
from .front import FAILED, as_json, print_json
from .many_games import plan_options
from .screen import DIM, RUST, make_console, percent, progress_bar, tell

if TYPE_CHECKING:
    from sandtable.lab import Report, RunPlan, Share
    from sandtable.lab.report import GameError

#: How many different errors are listed.
ERRORS = 10


@click.command()
@plan_options(100, "How many games.")
@click.option("--coverage", is_flag=True, help="Count what was asked and answered (slower).")
@click.option(
    "--journals",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where to put the journals that are kept (a folder in the data folder).",
)
@as_json
def sim(plan: RunPlan, jobs: int, coverage: bool, journals: Path | None, as_json: bool) -> int:
    """Let bots play GAME many times and count.

    \b
    Examples:
      sandtable sim surface-combat --games 1000
      sandtable sim mars-or-die --games 20 --bots house,random --rotate --jobs 2
    """
    from sandtable.lab import simulate

    kept = journals or data_folder() / ("failures" if plan.keep == "failed" else "simulated")
    with progress_bar(plan.games, str(plan.game), quiet=as_json) as progress:
        report = simulate(plan, jobs=jobs, coverage=coverage, journals=kept).report(progress)
    if as_json:
        print_json(report)
    else:
        _show(make_console(), report, plan.find_game().title)
    return FAILED if report.errors else 0


def _show(console: Console, report: Report, title: str) -> None:
    others = f"and {report.of_nonplayers:,} of non-players " if report.of_nonplayers else ""
    tell(
        console,
        f"{title}, {report.scenario}: {report.games:,} games, seed {report.seed}, {report.decisions:,} decisions {others}"
        f"in {report.seconds:.1f} s ({report.decisions_per_second:,.0f} a second)",
    )
    tell(
        console,
        f"{report.mean_length:.1f} decisions a game ({report.min_length} to {report.max_length}), "
        f"{report.mean_turns:.1f} turns, "
        + (f"{report.losses:,} lost" if len(report.wins) == 1 else f"{report.draws:,} without a winner"),
        DIM,
    )
    for why, n in report.lost_by.items():
        tell(console, f"lost {n:,} ({percent(n / report.losses)}): {why}", DIM)
    if len(report.errors) < report.games:
        _show_seats(console, report)
        if len(report.bots) > len(report.wins_by_bot) > 1 or (report.rotate and len(report.wins_by_bot) > 1):
            _show_bots(console, report)
    if report.topics:
        _show_topics(console, report)
    _show_errors(console, report.errors)


def _show_errors(console: Console, errors: Sequence[GameError]) -> None:
    """Every error once, however many games it ended: the same mistake usually ends them all."""
    alike: dict[tuple[str, str], list[GameError]] = {}
    for error in errors:
        alike.setdefault((error.where, error.what), []).append(error)
    for (where, what), games in list(alike.items())[:ERRORS]:
        first = games[0]
        who = f"Game {first.number}" if len(games) == 1 else f"{len(games):,} games"
        at = f" at {where}" if where else ""
        which = "It is" if len(games) == 1 else f"The first, game {first.number}, is"
        kept = f" {which} kept in {first.file}." if first.file else ""
        tell(console, f"{who} failed{at}: {what.rstrip('.')}.{kept}", RUST)
    if more := sum(len(games) for games in list(alike.values())[ERRORS:]):
        tell(console, f"{more:,} more games failed with other errors.", RUST)


def _grid(*titles: str) -> Grid:
    grid = Grid(box=None, pad_edge=False, show_header=True)
    for i, title in enumerate(titles):
        grid.add_column(title, justify="right" if i else "left", header_style="bold")
    return grid


def _interval(share: Share) -> str:
    return f"{percent(share.low)} to {percent(share.high)}"


def _show_seats(console: Console, report: Report) -> None:
    from sandtable.lab.seating import NON_PLAYER  # the lab has been loaded by now

    grid = _grid("seat", "bot", "wins", "share", "95% interval", "mean score")
    for i, (seat, wins) in enumerate(report.wins.items()):
        share = report.win_share[seat]
        bot = "in turn" if report.rotate and report.bots[i] != NON_PLAYER else report.bots[i]
        grid.add_row(
            seat, bot, f"{wins:,}", percent(share.share), _interval(share), f"{report.scores[seat]:.3f}"
        )
    console.print(grid)


def _show_bots(console: Console, report: Report) -> None:
    grid = _grid("bot", "wins", "share", "95% interval", "mean score")
    for bot, wins in report.wins_by_bot.items():
        share = report.win_share_by_bot[bot]
        grid.add_row(
            bot, f"{wins:,}", percent(share.share), _interval(share), f"{report.scores_by_bot[bot]:.3f}"
        )
    tell(console, "")
    console.print(grid)
    if len({report.bots.count(bot) for bot in report.wins_by_bot}) > 1:
        tell(
            console,
            "Wins and share count every seat of a bot together; the mean score is that of one seat.",
            DIM,
        )


def _show_topics(console: Console, report: Report) -> None:
    grid = _grid("topic", "asked", "forced", "options", "answers", "most frequent")
    for topic, use in report.topics.items():
        chosen = ", ".join(f"{key} {n:,}" for key, n in list(use.chosen.items())[:3])
        grid.add_row(
            topic or "(none)",
            f"{use.asked:,}",
            f"{use.forced:,}",
            f"{use.mean_options:.1f}",
            str(use.answers),
            chosen,
        )
    tell(console, "")
    console.print(grid)
