"""Reading a game from its rows: by playing the whole journal again, or from the last snapshot."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import msgspec

from sandtable.engine import JournalError, SandtableError, Table, open_journal, pack_stamp
from sandtable.engine.saving.header import decode_header
from sandtable.engine.saving.replay import do_line, is_done, is_of_older_rules

from ..refusal import Refused
from ..store.tables import TableData, Tables
from .replays import decode_lines
from .shelf import find

log = logging.getLogger("sandtable.server")
#: A journal with more lines than this is opened at its last snapshot; its log then begins there.
LONG = 6000


async def read_game(tables: Tables, data: TableData) -> Table | None:
    """The game at a table; None if it has not begun. A game of older rules is migrated, and its rows are written anew."""
    if data.header is None:
        return None
    is_old = False
    with suppress(JournalError):  # opening the journal says what is wrong with its header
        header = decode_header(data.header.encode())
        is_old = is_of_older_rules(header, find(header.game))
    table = await _from_journal(tables, data.id, data.header) if is_old or data.lines <= LONG else None
    if table is None:
        return await _from_snapshot(tables, data.id, is_old=is_old)
    if is_old:
        text = msgspec.json.encode(table.header).decode()
        await tables.migrate(data.id, data.header, text, table.lines, table.moment())
        data.header = text
    return table


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


async def _from_snapshot(tables: Tables, id: str, *, is_old: bool) -> Table:
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
                do_line(table, line, of_older_rules=is_old)
    except SandtableError as error:
        raise Refused("broken", f"This game can no longer be opened: {error}") from None
    if table.number != n + len(rows):
        raise Refused("broken", "This game can no longer be opened: its rules have changed.")
    return table
