"""Reading a game from its rows: by playing the whole journal again, or from the last snapshot."""

from __future__ import annotations

import asyncio
import logging

from sandtable.engine import JournalError, SandtableError, Table, open_journal, pack_stamp
from sandtable.engine.saving.replay import do_line, is_done

from ..refusal import Refused
from ..store.tables import TableData, Tables
from .replays import decode_lines
from .shelf import find

log = logging.getLogger("sandtable.server")
#: A journal with more lines than this is opened at its last snapshot; its log then begins there.
LONG = 6000


async def read_game(tables: Tables, data: TableData) -> Table | None:
    """The game at a table; None if it has not begun."""
    if data.header is None:
        return None
    table = await _from_journal(tables, data.id, data.header) if data.lines <= LONG else None
    return table or await _from_snapshot(tables, data.id)


async def _from_journal(tables: Tables, id: str, header: str) -> Table | None:
    """The whole game played again; None if the rules have changed since."""
    journal = await tables.journal(id, header)
    try:
        return await asyncio.to_thread(open_journal, journal, find, stamp=pack_stamp)
    except JournalError as error:
        if error.line == 1:  # another version of a pack, or another game altogether
            raise Refused("broken", f"This game cannot be opened here: {error.why}.") from None
        log.warning("table %s: %s", id, error)
        return None


async def _from_snapshot(tables: Tables, id: str) -> Table:
    """The game at its last snapshot, and what was answered since."""
    kept = await tables.snapshot(id)
    if kept is None:
        raise Refused("broken", "This game can no longer be opened: its rules have changed.")
    n, moment = kept
    rows = await tables.lines(id, n)
    try:
        table = await asyncio.to_thread(open_journal, moment, find)
        table.number = n
        for line in decode_lines(rows):
            if is_done(line) and line.n > table.number:
                do_line(table, line)
    except SandtableError as error:
        raise Refused("broken", f"This game can no longer be opened: {error}") from None
    if table.number != n + len(rows):
        raise Refused("broken", "This game can no longer be opened: its rules have changed.")
    return table
