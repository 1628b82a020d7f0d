"""Sandtable: a digital sand table for science-fiction wargames.

>>> import sandtable
>>> table = sandtable.new("connect-four", seed=7)
>>> table.ask.seat, table.ask.prompt
('red', 'Which column?')
>>> [option.key for option in table.ask.options]
['drop:1', 'drop:2', 'drop:3', 'drop:4', 'drop:5', 'drop:6', 'drop:7']
>>> table.choose("drop:4").ask.seat
'yellow'
>>> table.undo_name("red")
'Drop in column 4'
>>> table.undo("red").ask.seat
'red'
>>> sandtable.load(table.save()).ask.prompt
'Which column?'
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import UNSET as _UNSET

from sandtable import engine as _engine
from sandtable.engine import (
    CannotUndo,
    Chair,
    Diverged,
    Game,
    IllegalChoice,
    JournalError,
    LogLine,
    NotFound,
    Odds,
    Option,
    Outcome,
    PackError,
    Question,
    RuleFailed,
    SandtableError,
    Script,
    Table,
)
from sandtable.engine.errors import expect as _expect
from sandtable.games import all_games, find_game

__version__ = "0.1.0"
#: What to install. `sandtable` on the package index is another program.
__distribution__ = "sandtable-wargames"


def new(
    game: str | Game[Any],
    *,
    seed: int | str | bytes | None = None,
    scenario: str | None = None,
    seats: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | _engine.Options | None = None,
    script: Script | None = None,
    position: Any = None,
    journal: str | Path | None = None,
) -> Table:
    """Begin a game.

    `seed` is a number, 64 hexadecimal digits, or nothing for a fresh secret one. `seats` says who plays a seat, for
    the record ("person", "bot:search", a name). `options` are the game's own. `script` gives chance by topic, for tests
    and tutorials. `position` is a state to begin from instead of the set-up, such as `Table.position`. `journal` is a file to which every answer is written before it is acknowledged.
    """
    found = _game(game)
    name = game if isinstance(game, str) else None
    wanted = _options(options)
    if scenario is not None:
        wanted["scenario"] = scenario
    _check_script(script)
    chosen = _engine.decode_options(found, wanted)
    built = _UNSET if position is None else _engine.read_position(found, chosen, position)
    header = _engine.make_header(
        found,
        chosen,
        seats,
        seed,
        _engine.pack_stamp(found, chosen),
        "script" if script else "seed",
        name,
        built,
    )
    try:
        table = Table(found, chosen, header, script).start()
    except RuleFailed as error:
        if position is None:
            raise
        raise _engine.bad_position(found, error.cause) from error
    if position is not None and table.outcome is not None:
        raise _engine.bad_position(found, "the game ends in it before anybody is asked")
    if journal is not None:
        _engine.JournalFile.create(_path(journal, "journal"), table)
    return table


def _game(given: Any) -> Game[Any]:
    """A game that somebody gave, or named by its key."""
    if isinstance(given, str):
        return find_game(given)
    if not isinstance(given, Game):
        keys = ", ".join(game.key for game in all_games() if game.listed)
        if isinstance(given, type) and issubclass(given, Game):
            _engine.check_game(given)
        raise SandtableError(f"A game is a key ({keys}) or a Game of your own, not {given!r}.")
    _engine.check_game(given)
    return given


def _options(given: Any) -> dict[str, Any]:
    if isinstance(given, _engine.Options):
        return _engine.plain_options(given)
    _expect(given, (Mapping, type(None)), "options= maps names to values, as in {'pack': 'default'}")
    return dict(given or {})


def _check_script(given: Any) -> None:
    if given is not None and not isinstance(given, Script):
        hint = f" Write Script({given!r})." if isinstance(given, Mapping) else ""
        raise SandtableError(f"script= takes a Script, not {type(given).__name__}.{hint}")


def _path(given: Any, argument: str) -> Path:
    _expect(given, (str, Path), f"{argument}= takes the path of a file")
    return Path(given)


def load(
    data: bytes | bytearray | memoryview | str | Path,
    *,
    game: str | Game[Any] | None = None,
    script: Script | None = None,
) -> Table:
    """Open a saved game: the bytes of `Table.save()` or `Table.moment()`, or the path of a journal.

    The game is found by the name in the file, or is the one you give. A scripted game goes on with the rest of its
    `script`, if you give it, and otherwise with dice of its seed.

    A damaged file raises `JournalError` and one that no longer fits the rules raises `Diverged`; both name the line,
    and their `table` is the game as far as it is sound.
    """
    _check_script(script)
    if isinstance(data, str) and data.lstrip().startswith("{"):
        data = data.encode()
    if isinstance(data, bytearray | memoryview):
        data = bytes(data)
    if not isinstance(data, bytes):
        _expect(data, (str, Path), "A saved game is bytes, such as table.save(), or the path of a journal")
        try:
            data = Path(data).read_bytes()
        except OSError as error:
            raise SandtableError(f"{data!s} cannot be read: {error.strerror}.") from None
    given = None if game is None else _game(game)

    def find(name: str) -> Game[Any]:
        if given is not None and name != given.key and ":" not in name:
            raise SandtableError(f"This is a saved game of {name!r}, not of {given.key!r} ({given.title}).")
        return find_game(name) if given is None else given

    table = _engine.open_journal(data, find, stamp=_engine.pack_stamp)
    if script is not None:
        table.go_on_with(script)
    return table


__all__ = [
    "CannotUndo",
    "Chair",
    "Diverged",
    "Game",
    "IllegalChoice",
    "JournalError",
    "LogLine",
    "NotFound",
    "Odds",
    "Option",
    "Outcome",
    "PackError",
    "Question",
    "RuleFailed",
    "SandtableError",
    "Script",
    "Table",
    "all_games",
    "find_game",
    "load",
    "new",
]
