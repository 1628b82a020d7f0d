"""`sandtable lab`: runs of any number of games, and what they mean."""

from __future__ import annotations

import click

from .levels import measure
from .meaning import compare_runs, rate_bots, report_run
from .run import run_games
from .train import train_value


@click.group()
def lab() -> None:
    """Run very many games, and see what they mean.

    Needs the extra `lab`: pip install 'sandtable-wargames[lab]'. `sandtable sim` is the short form for a few thousand games.

    \b
    Examples:
      sandtable lab run surface-combat --games 10000 --out runs/first
      sandtable lab report runs/first
    """


for command in (run_games, report_run, compare_runs, rate_bots, train_value, measure):
    lab.add_command(command)
