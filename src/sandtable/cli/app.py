"""The command and its parts, listed in the order a newcomer meets them."""

from __future__ import annotations

import os
import sys

import click

import sandtable

from .bench import bench
from .check import check
from .front import Front
from .games import games
from .lab import lab
from .loadtest import loadtest
from .menu import menu
from .play import play, resume
from .reading import mend_terminal
from .replay import replay
from .serve import serve
from .sim import sim
from .terminal.learn import learn
from .terminal.results import results
from .terminal.rules import rules
from .verify import verify


@click.group(
    "sandtable",
    cls=Front,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(
    sandtable.__version__,
    "-V",
    "--version",
    message="%(prog)s %(version)s",
    prog_name=sandtable.__distribution__,
)
@click.pass_context
def cli(ctx: click.Context) -> int | None:
    """Science-fiction wargames at one table.

    Without a command, Sandtable opens a menu: begin a game, or continue one.

    \b
    Example:
      sandtable play surface-combat
    """
    if ctx.invoked_subcommand is not None:
        return None
    if sys.stdin.isatty():
        return menu()
    click.echo(ctx.get_help())
    return None


for command in (
    games,
    learn,
    rules,
    play,
    resume,
    serve,
    replay,
    results,
    verify,
    sim,
    lab,
    check,
    bench,
    loadtest,
):
    cli.add_command(command)


def main() -> None:
    """Run the command and leave with its exit code."""
    if sys.stdin is not None and sys.stdin.isatty():
        mend_terminal()
    here = os.getcwd()
    if here not in sys.path:  # your own games are in the current folder; installed ones come first
        sys.path.append(here)
    cli.main(prog_name="sandtable")
