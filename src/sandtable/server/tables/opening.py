"""Reading a game from its rows: from a snapshot that is checked, or by playing the whole journal again.

A snapshot has a moment and the end of the log. It only saves time: one that does not agree with the journal is dropped.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from contextlib import suppress
from enum import Enum

import msgspec

import sandtable
from sandtable.engine import (
    Header,
    JournalError,
    SandtableError,
    Table,
    decode_options,
    digest_today,
    open_journal,
    pack_stamp,
)
from sandtable.engine.saving.format import LINES, AnyLine, TurnOver
from sandtable.engine.saving.header import decode_header
from sandtable.engine.saving.replay import do_line, is_done, is_of_older_rules

from ..refusal import Refused
from ..store.stored_tables import TableData, Tables
from ..store.upgrades import Stands
from .catalogue import find
from .storing import EVERY, Collector, Snapshot, take_snapshot
from .table_log import StoredLog, TableLog
from .teaching import is_lesson

logger = logging.getLogger("sandtable.server")
_DIGEST = 64


class _OfAnyVersion(msgspec.Struct):
    """What is read of a snapshot, whichever version made it, when the journal can no longer be played."""

    moment: msgspec.Raw


class Way(Enum):
    """How the rows of a game became a table."""

    AS_STORED = "untouched"
    MIGRATED = "migrated"
    AT_LAST_MOMENT = "opened at their last moment"


class Opened(msgspec.Struct):
    """A game that was read: its table, the log before what the table tells itself, where its snapshot is, and how it was read."""

    table: Table
    log: StoredLog | None = None
    snapshot: int = 0
    how: Way = Way.AS_STORED
    #: The whole journal, if the table does not know it.
    lines: list[AnyLine] | None = None


def read_snapshot(data: bytes) -> Snapshot | None:
    """A snapshot from its row; None if it is only a moment, is damaged or was made by another version."""
    if (body := _signed(data)) is None:
        return None
    try:
        snapshot = msgspec.json.decode(body, type=Snapshot)
    except msgspec.DecodeError:
        return None
    return snapshot if snapshot.version == sandtable.__version__ else None


def _signed(data: bytes) -> bytes | None:
    """The body of a snapshot; None if its digest is not the one before it."""
    digest, body = data[:_DIGEST], data[_DIGEST:]
    return body if hashlib.sha256(body).hexdigest().encode() == digest else None


def _moment_of(data: bytes) -> bytes:
    """The moment in a row, which is nothing else or part of a snapshot."""
    body = _signed(data)
    return data if body is None else bytes(msgspec.json.decode(body, type=_OfAnyVersion).moment)


async def read_game(tables: Tables, data: TableData) -> Opened | None:
    """The game at a table; None if it has not begun.

    A game of older rules is migrated, and its rows are written anew; so are those of one whose pack has a digest of an older kind.
    Where the present rules lead somewhere else, it is opened at its last moment.
    """
    if data.header is None:
        return None
    is_old = is_outdated = False
    with suppress(JournalError):  # opening the journal says what is wrong with its header
        header = decode_header(data.header.encode())
        is_old = is_of_older_rules(header, find(header.game))
        is_outdated = is_old or _has_older_digest(header)
    rows = await tables.snapshots(data.id)
    if not is_outdated and (opened := await _from_snapshot(tables, data, rows)) is not None:
        return opened
    table = await _from_journal(tables, data.id, data.header)
    if table is None or (is_old and not await _is_where_it_was(tables, data, rows, table)):
        return await _at_last_moment(tables, data, rows, is_old=is_old)
    if is_outdated:
        text = msgspec.json.encode(table.header).decode()
        await tables.upgrades.migrate(data, text, table.lines, now := _stands(data, table))
        data.header = text
        data.stand(now)
        return Opened(table, how=Way.MIGRATED if is_old else Way.AS_STORED)
    return await _with_snapshot(tables, data.id, table)


def _stands(data: TableData, table: Table) -> Stands:
    """Where a game stands that is not where its rows say, or whose rows are written anew; `data` still says how it was stored."""
    ask = None if data.outcome is not None else table.ask
    is_private = ask is not None and ask.spec.private
    return Stands(table.number, table.turn, None if ask is None else ask.seat, is_private, table.moment())


async def _is_where_it_was(
    tables: Tables, data: TableData, rows: list[tuple[int, bytes]], migrated: Table
) -> bool:
    """Whether a game of older rules, played again under the present ones, has come to the position its players left.

    A rule that has changed may lead elsewhere although every old answer still fits, and a game may end in the same way on another board.
    """
    if not rows:
        return True
    last = await _from_moment(tables, data, rows, is_old=True)
    return not last.is_whole or last.table.run.state.digest() == migrated.run.state.digest()


def _has_older_digest(header: Header) -> bool:
    """Whether a game names its pack by a digest that is computed in another way today."""
    with suppress(SandtableError):  # opening the journal says what is wrong with its options or its pack
        game = find(header.game)
        options = decode_options(game, header.options)
        return digest_today(game, options, header.pack.digest) != header.pack.digest
    return False


async def _with_snapshot(tables: Tables, id: str, table: Table) -> Opened:
    """A game that had to be played again, with a snapshot for the next time if it is long."""
    opened, n = Opened(table), table.number
    if n >= EVERY and not is_lesson(table):
        log = TableLog([seat.id for seat in table.seats])
        body = await asyncio.to_thread(take_snapshot, table, log, table.lines)
        if body is not None:
            await tables.put_snapshot(id, n, table.turn, body)
            opened.log, opened.snapshot = log.stored_before(table.turn), n
    return opened


async def _from_snapshot(tables: Tables, data: TableData, rows: list[tuple[int, bytes]]) -> Opened | None:
    """The game from its last snapshot, with what was answered since; None if there is none, or if it is wrong."""
    found = next(((n, snapshot) for n, body in rows if (snapshot := read_snapshot(body)) is not None), None)
    if found is None:
        return None
    n, snapshot = found
    since = await tables.lines(data.id, snapshot.turn_over - 1)
    try:
        table = await asyncio.to_thread(_resumed, data, n, snapshot, since)
    except Exception as error:  # whatever is wrong with it: the journal is there
        logger.warning("table %s: its snapshot is wrong and was dropped: %s", data.id, error)
        await tables.drop_snapshot(data.id, n)
        return None
    return Opened(table, snapshot.log, n)


def _resumed(data: TableData, n: int, snapshot: Snapshot, rows: list[str]) -> Table:
    """The table of a snapshot, played on as the journal says. Raises an error if anything differs from the journal."""
    lines = decode_lines(rows)
    table = open_journal(bytes(snapshot.moment), find)
    # An older version may have written the same header in other words, or before the game had packs.
    if table.header != decode_header((data.header or "").encode()):
        raise ValueError("it is of another game")
    pack = table.header.pack.digest
    if pack and pack_stamp(table.game, table.options).digest != pack:
        raise ValueError("the pack has changed")
    end = lines[0]
    if not isinstance(end, TurnOver) or end.digest != table.run.start.digest()[:16]:
        raise ValueError("its state is not the one in the journal")
    since = [line for line in lines if line.n > n]
    table.number = n
    table.sink = sink = Collector()
    for line in since:
        if is_done(line) and line.n > table.number:
            do_line(table, line)
    if sink.take() != since:
        raise ValueError("the game does not go on from it as the journal says")
    return table


async def _from_journal(tables: Tables, id: str, header: str) -> Table | None:
    """The whole game played again; None if the rules have changed since."""
    journal = await tables.journal(id, header)
    try:
        return await asyncio.to_thread(open_journal, journal, find, stamp=pack_stamp)
    except JournalError as error:
        if error.line == 1:  # another version of a pack, or another game altogether
            raise Refused("broken", f"This game cannot be opened here: {error.why}.") from None
        logger.warning("table %s: %s", id, error)
        return None


class _Last(msgspec.Struct):
    """A game at the last moment that was stored, played on as far as its later lines fit the present rules."""

    table: Table
    #: Whether all of them fit.
    is_whole: bool


async def _from_moment(
    tables: Tables, data: TableData, rows: list[tuple[int, bytes]], *, is_old: bool
) -> _Last:
    """The game at the last moment that was stored, and what was answered since. Its log begins there."""
    if not rows:
        raise Refused("broken", "This game can no longer be opened: its rules have changed.")
    n, body = rows[0]
    since = decode_lines(await tables.lines(data.id, n))
    try:
        return await asyncio.to_thread(_played_on, _moment_of(body), n, since, is_old=is_old)
    except SandtableError as error:
        raise Refused("broken", f"This game can no longer be opened: {error}") from None


def _played_on(moment: bytes, n: int, since: list[AnyLine], *, is_old: bool) -> _Last:
    table = open_journal(moment, find)
    table.number = n
    with suppress(SandtableError):  # the turn is asked in another way today
        for line in since:
            if is_done(line) and line.n > table.number:
                do_line(table, line, of_older_rules=is_old)
    if table.number == n + len(since):
        return _Last(table, is_whole=True)
    table = open_journal(moment, find)
    table.number = n
    return _Last(table, is_whole=False)


async def _at_last_moment(
    tables: Tables, data: TableData, rows: list[tuple[int, bytes]], *, is_old: bool
) -> Opened:
    """A game whose journal no longer follows from the rules.

    One that is over can still be looked at, and keeps its result. One that is not is played on; if what was answered in this turn no
    longer fits, the turn begins again.
    """
    last = await _from_moment(tables, data, rows, is_old=is_old)
    if not last.is_whole and data.outcome is None:
        if not is_old:
            raise Refused("broken", "This game can no longer be opened: its rules have changed.")
        await tables.upgrades.cut(data, now := _stands(data, last.table))
        data.stand(now)
    return Opened(last.table, how=Way.AT_LAST_MOMENT)


def decode_lines(rows: list[str]) -> list[AnyLine]:
    return [LINES.decode(row) for row in rows]
