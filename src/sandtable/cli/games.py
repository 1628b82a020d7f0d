"""`sandtable games`: list the games, or show one."""

from __future__ import annotations

import json
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

import sandtable
from sandtable.engine import Game, Options, Scenario, Seat

from .front import as_json, print_json
from .players import Opponent, opponents
from .screen import BRASS, DIM, make_console, tell


class GameInfo(msgspec.Struct):
    """A game as `--json` prints it."""

    key: str
    title: str
    about: str
    seats: list[Seat]
    scenarios: list[Scenario]
    options: dict[str, Any]
    packs: list[str]
    has_secrets: bool
    rules_version: int
    #: The bots that people can play against, the usual one first.
    opponents: list[Opponent]


def listed_games() -> list[Game[Any]]:
    """The games to show; small ones that only serve tests and benchmarks say `listed = False`."""
    return [game for game in sandtable.all_games() if getattr(game, "listed", True)]


def info_of(game: Game[Any]) -> GameInfo:
    options = game.options_type()
    own = [name for name in game.options_type.__struct_fields__ if name not in Options.__struct_fields__]
    return GameInfo(
        game.key,
        game.title,
        game.about,
        list(game.seats(options)),
        list(game.scenarios),
        {name: msgspec.to_builtins(getattr(options, name)) for name in own},
        game.pack_names,
        game.has_secrets,
        game.rules_version,
        opponents(game),
    )


@click.command()
@click.argument("game", required=False)
@as_json
def games(game: str | None, as_json: bool) -> None:
    """List the games, or show one in detail.

    \b
    Examples:
      sandtable games
      sandtable games red-dust
    """
    infos = [info_of(sandtable.find_game(game))] if game else [info_of(g) for g in listed_games()]
    if as_json:
        print_json(infos[0] if game else infos)
    elif game:
        _detail(make_console(), infos[0], sandtable.find_game(game).options_type)
    else:
        _overview(make_console(), infos)


def _overview(console: Console, infos: list[GameInfo]) -> None:
    for info in infos:
        tell(console, Text.assemble((info.key, BRASS), "  ", (info.title, "bold")))
        tell(console, f"    {info.about}")
        seats = ", ".join(seat.id for seat in info.seats)
        scenarios = ", ".join(scenario.id for scenario in info.scenarios)
        tell(console, f"    seats: {seats}   scenarios: {scenarios}", DIM)


def _detail(console: Console, info: GameInfo, options: type[Options]) -> None:
    tell(console, Text.assemble((info.title, "bold"), f"  {info.about}"))
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for seat in info.seats:
        grid.add_row("seat", Text(seat.id, BRASS), Text(seat.label))
    for scenario in info.scenarios:
        about = f"{scenario.label}. {scenario.about}" if scenario.about else scenario.label
        grid.add_row("scenario", Text(scenario.id, BRASS), Text(about))
    for name, value in info.options.items():
        title, description = options.words(name)
        told = " ".join(f"{text.rstrip('.')}." for text in (title, description) if text)
        grid.add_row("option", Text(name, BRASS), Text(f"{told} Default: {json.dumps(value)}"))
    for rival in info.opponents:
        name = "" if rival.name.lower() == rival.spec else f"{rival.name}. "
        grid.add_row("bot", Text(rival.spec, BRASS), Text(f"{name}{rival.about}"))
    for pack in info.packs:
        grid.add_row("pack", Text(pack, BRASS), "")
    console.print(grid)
    tell(console, f"Play it: sandtable play {info.key}", DIM)
