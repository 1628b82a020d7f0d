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
from sandtable.games import all_games, find_game

__version__ = "0.1.0"


def new(
    game: str | Game[Any],
    *,
    seed: int | str | bytes | None = None,
    scenario: str | None = None,
    seats: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    script: Script | None = None,
    journal: str | Path | None = None,
) -> Table:
    """Begin a game.

    `seed` is a number, 64 hexadecimal digits, or nothing for a fresh secret one. `seats` says who plays a seat, for
    the record ("person", "bot:search", a name). `options` are the game's own. `script` gives chance by topic, for tests
    and tutorials. `journal` is a file to which every answer is written before it is acknowledged.
    """
    found = find_game(game) if isinstance(game, str) else game
    name = game if isinstance(game, str) else None
    wanted = dict(options or {})
    if scenario is not None:
        wanted["scenario"] = scenario
    chosen = _engine.decode_options(found, wanted)
    chance = "script" if script else "seed"
    header = _engine.make_header(found, chosen, seats, seed, _engine.pack_stamp(found, chosen), chance, name)
    table = Table(found, chosen, header, script).start()
    if journal is not None:
        _engine.JournalFile.create(journal, table)
    return table


def load(data: bytes | str | Path, *, game: Game[Any] | None = None, script: Script | None = None) -> Table:
    """Open a saved game: the bytes of `Table.save()` or `Table.moment()`, or the path of a journal.

    The game is found by the name in the file, or is the one you give. A scripted game goes on with the rest of its
    `script`, if you give it, and otherwise with dice of its seed.

    A damaged file raises `JournalError` and one that no longer fits the rules raises `Diverged`; both name the line,
    and their `table` is the game as far as it is sound.
    """
    if isinstance(data, str) and data.lstrip().startswith("{"):
        data = data.encode()
    if not isinstance(data, bytes):
        try:
            data = Path(data).read_bytes()
        except OSError as error:
            raise SandtableError(f"{data!s} cannot be read: {error.strerror}.") from None
    find = find_game if game is None else lambda name: game
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
