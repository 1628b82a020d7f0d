"""The menu that `sandtable` alone opens: begin a game, or continue one."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

import sandtable
from sandtable.engine import Game, JournalError, Options, SandtableError, Seat, Table, decode_options

from . import reading
from .answer import NotUnderstood, Row, Rows, find
from .folder import call_name, unfinished_journals
from .front import INTERRUPTED, told
from .games import listed_games
from .play import begin, continue_game
from .players import PERSON, Opponent, bot_name, default_players, opponents
from .screen import BRASS, DIM, RUST, make_console, tell, tell_at_length

#: How many unfinished games the menu offers; `sandtable resume FILE` opens the others.
OFFERED = 9
HOT, EACH = "hot", "each"


class MenuItem(NamedTuple):
    """A line of a menu: its value for the program, and its label."""

    value: Any
    key: str
    label: str
    about: str = ""


class Back(Exception):
    """Somebody typed q to leave this list."""


def menu() -> int:
    """Show the menu until somebody leaves; the exit code."""
    console = make_console()
    tell(console, Text.assemble(("Sandtable", "bold"), "  wargames at one table"))
    try:
        while True:
            code = _once(console)
            if code == INTERRUPTED:
                return code
    except (Back, EOFError):
        return 0
    except KeyboardInterrupt:
        tell(console, "")
        return INTERRUPTED


def _once(console: Console) -> int:
    """Choose once, and play."""
    games = [MenuItem(game, game.key, game.title, game.about) for game in listed_games()]
    kept = [_kept(path) for path in unfinished_journals()[:OFFERED]]
    parts = [("Begin", games), ("Continue", kept)]
    chosen = _choose(console, [part for part in parts if part[1]])
    try:
        if isinstance(chosen, Path):
            return continue_game(chosen)
        return _begin(console, chosen)
    except Back:
        return 0
    except SandtableError as error:  # reported here; the menu stays open
        tell(console, told(error)[0], RUST)
        return 1


def _begin(console: Console, game: Game[Any]) -> int:
    """Ask what a new game needs, and play it."""
    options: dict[str, Any] = {}
    if len(game.scenarios) > 1:
        scenarios = [MenuItem(s.id, s.id, s.label, s.about) for s in game.scenarios]
        options["scenario"] = _choose(console, [("Scenario", scenarios)], default=scenarios[0])
    options.update(_own_options(console, game, options))
    seats = game.seats(decode_options(game, options))
    players = _who_plays(console, game, seats, options.get("scenario"))
    return begin(game.key, options, [f"{seat}={who}" for seat, who in players.items()], None, None)


def _own_options(console: Console, game: Game[Any], chosen: dict[str, Any]) -> dict[str, Any]:
    """The game's own options, asked one by one if the player wants to change them."""
    options: Options = decode_options(game, chosen)
    fields = [
        it
        for it in own_fields(game)
        if it.name != game.nonplayer_option and _offers(game, it, options) != {}  # who plays is asked later
    ]
    if not fields:
        return {}
    usual = ", ".join(f"{options.words(it.name)[0].lower()}: {_usual(game, it, options)}" for it in fields)
    ways = [MenuItem(False, "usual", "As usual", usual), MenuItem(True, "change", "Change something")]
    if not _choose(console, [("Options", ways)], default=ways[0]):
        return {}
    return {
        it.name: _option(console, it, *options.words(it.name), _offers(game, it, options)) for it in fields
    }


def _offers(game: Game[Any], field: msgspec.structs.FieldInfo, options: Options) -> Mapping[str, str] | None:
    """The possible values of an option that is a word; None if it is not one, or may be any word."""
    return game.offers(field.name, options) if isinstance(field.default, str) else None


def _usual(game: Game[Any], field: msgspec.structs.FieldInfo, options: Options) -> str:
    return (_offers(game, field, options) or {}).get(field.default) or _shown(field.default)


def own_fields(game: Game[Any]) -> list[msgspec.structs.FieldInfo]:
    """The fields of a game's options beyond those every game has."""
    common = {field.name for field in msgspec.structs.fields(Options)}
    return [field for field in msgspec.structs.fields(game.options_type) if field.name not in common]


def _option(
    console: Console,
    field: msgspec.structs.FieldInfo,
    title: str,
    about: str,
    offers: Mapping[str, str] | None,
) -> Any:
    """One option: yes or no, one of a list, or any text the game accepts."""
    if offers:
        ways = [MenuItem(value, value or "any", label) for value, label in offers.items()]
        usual = next((way for way in ways if way.value == field.default), ways[0])
        return _choose(console, [(f"{title}. {about}" if about else title, ways)], default=usual)
    if isinstance(field.default, bool):
        ways = [MenuItem(True, "yes", "Yes", about), MenuItem(False, "no", "No")]
        return _choose(console, [(title, ways)], default=ways[0 if field.default else 1])
    tell(console, f"\n{title}", "bold")
    if about:
        tell_at_length(console, about)
    tell(console, f"Enter: {_shown(field.default)}. q leaves.", DIM)
    while True:
        typed = reading.line("> ", echo=not sys.stdin.isatty()).strip()
        if typed.casefold() in ("q", "quit", "exit"):
            raise Back
        if not typed:
            return field.default
        try:
            return msgspec.convert(typed, field.type, strict=False)
        except msgspec.ValidationError as error:
            tell(console, f"{typed!r} does not fit: {error}.")


def _shown(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _who_plays(
    console: Console, game: Game[Any], seats: Sequence[Seat], scenario: str | None
) -> dict[str, str]:
    """One person against bots, people at one keyboard, or seat by seat."""
    usual = default_players(game, seats, scenario)
    if len(seats) == 1:
        return usual
    rivals = opponents(game, scenario)
    bot = rivals[0].spec
    rest = f"the rest are bots ({rivals[0].name})" if len(rivals) == 1 else "the rest are bots"
    ways = [
        MenuItem(seat.id, seat.id, f"You are {seat.label}", rest if not i else "")
        for i, seat in enumerate(seats)
    ]
    ways += [
        MenuItem(HOT, HOT, "Hot seat", "people play every seat, at this keyboard"),
        MenuItem(EACH, EACH, "Seat by seat", "say who plays each"),
    ]
    way = _choose(console, [("Who plays?", ways)], default=ways[0])
    if way == HOT:
        return dict.fromkeys(usual, PERSON)
    if way == EACH:
        return {seat.id: _player(console, seat, usual[seat.id], rivals) for seat in seats}
    if len(rivals) > 1:
        bot = _choose(console, [("Against whom?", _bots(rivals))], default=_bots(rivals)[0])
    return {seat.id: PERSON if seat.id == way else bot for seat in seats}


def _bots(rivals: Sequence[Opponent]) -> list[MenuItem]:
    return [MenuItem(it.spec, it.name.lower(), it.name, it.about) for it in rivals]


def _player(console: Console, seat: Seat, usual: str, rivals: Sequence[Opponent]) -> str:
    players = [MenuItem(PERSON, PERSON, "A person", "at this keyboard"), *_bots(rivals)]
    default = next(player for player in players if player.value == usual)
    who: str = _choose(console, [(f"Who plays {seat.label}?", players)], default=default)
    return who


def _choose(
    console: Console, parts: Sequence[tuple[str, Sequence[MenuItem]]], default: MenuItem | None = None
) -> Any:
    """Show lists with one numbering, and read until something is chosen."""
    choices = [choice for _, part in parts for choice in part]
    rows = Rows([Row(str(i), c.key, c.label) for i, c in enumerate(choices, 1)], by_place=True)
    number = iter(range(1, len(choices) + 1))
    for title, part in parts:
        tell(console, f"\n{title}", "bold")
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for choice in part:
            grid.add_row(Text(f"{next(number):>4}", BRASS), Text(choice.label), Text(choice.about, DIM))
        console.print(grid)
    enter = "" if default is None else f" Enter: {default.label}."
    tell(console, f"A number or a name.{enter} q leaves.", DIM)
    while True:
        typed = reading.line("> ", echo=not sys.stdin.isatty()).strip()
        if typed.casefold() in ("q", "quit", "exit"):
            raise Back
        if not typed:
            if default is not None:
                return default.value
            continue
        try:
            key = find(typed, rows)
        except NotUnderstood as line:
            tell(console, str(line).replace("; ? helps", ""))
            continue
        return next(choice.value for choice in choices if choice.key == key)


def _kept(path: Path) -> MenuItem:
    """An unfinished game: which, where it stands, and when it was played last."""
    when = ago(datetime.now().timestamp() - path.stat().st_mtime)
    try:
        table = sandtable.load(path)
    except JournalError as error:
        return MenuItem(path, call_name(path), path.name, f"cannot be opened (line {error.line}), {when}")
    except SandtableError as error:
        return MenuItem(path, call_name(path), path.name, f"{error} {when}")
    about = f"turn {table.turn}, {_whose(table)}, {when}, against {_others(table)} ({call_name(path)})"
    return MenuItem(path, call_name(path), table.game.title, about)


def _others(table: Table) -> str:
    """Return the players besides the first person, as the journal has them."""
    players = list(table.header.seats.values())
    if PERSON in players:
        players.remove(PERSON)
    players = [who if who == PERSON else bot_name(who.removeprefix("bot:"), table.game) for who in players]
    return ", ".join(dict.fromkeys(players)) or "nobody"


def _whose(table: Table) -> str:
    ask = table.ask_for(None)
    if ask is None:
        return "over"
    name = next((seat.label for seat in table.seats if seat.id == ask.seat), None)
    return "somebody is deciding" if name is None else f"{name} to move"


def ago(seconds: float) -> str:
    """Roughly how long ago. If the clock was set back, "just now" and never the future.

    >>> ago(20), ago(130), ago(7300), ago(200_000), ago(-5)
    ('just now', '2 minutes ago', '2 hours ago', '2 days ago', 'just now')
    """
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        count = int(seconds // size)
        if count > 0:
            return f"{count} {name}{'s' if count > 1 else ''} ago"
    return "just now"
