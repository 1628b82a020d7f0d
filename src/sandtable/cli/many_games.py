"""The options of the commands that play many games, `sim` and `lab run`: they make up a plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

import click

import sandtable
from sandtable.bots import split_specs

from .play import OPTION, PACK, SCENARIO, read_options

if TYPE_CHECKING:
    from sandtable.lab import Keep

P = ParamSpec("P")

SEED = click.option(
    "--seed", type=int, metavar="N", default=0, show_default=True, help="The same seed, the same games."
)
JOBS = click.option("--jobs", type=int, metavar="N", default=1, show_default=True, help="How many processes.")


def plan_options(games: int, games_help: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Let a command take a game and all options that say how it is played; the command gets the `RunPlan` they make."""
    before = [
        click.argument("game"),
        click.option(
            "--games", "count", type=int, metavar="N", default=games, show_default=True, help=games_help
        ),
        SEED,
        click.option(
            "--bots",
            metavar="A,B",
            default="random",
            show_default=True,
            help="A bot for each seat in order, separated by commas; a shorter list starts over.",
        ),
        JOBS,
        click.option("--rotate", is_flag=True, help="Bots move to the next seat after each game."),
        click.option(
            "--at-most",
            type=int,
            metavar="N",
            default=100_000,
            show_default=True,
            help="Give up on a game after this many decisions.",
        ),
        click.option(
            "--keep",
            type=click.Choice(["failed", "lost", "all"]),
            default="failed",
            show_default=True,
            help="Which journals to keep: of games that fail, also of games the first bot does not win, or of all.",
        ),
        SCENARIO,
        OPTION,
        PACK,
    ]

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def planned(
            game: str,
            count: int,
            seed: int,
            bots: str,
            rotate: bool,
            at_most: int,
            keep: Keep,
            scenario: str | None,
            options: Sequence[str],
            pack: str | None,
            **others: Any,
        ) -> int:
            from sandtable.lab import RunPlan  # worker processes and all they need: only here

            wanted = read_options(sandtable.find_game(game), options, scenario, pack)
            plan = RunPlan(
                game, count, split_specs(bots), seed, wanted, rotate=rotate, at_most=at_most, keep=keep
            )
            return command(plan=plan, **others)

        for option in reversed(before):
            planned = option(planned)
        return planned

    return decorate
