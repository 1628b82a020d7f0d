"""Writing to journals: the additions of all tables of a process are written together, in one transaction.

A transaction costs as much for fifty answers as for one. While one is being written, further answers wait for
the next, so nobody waits for more than two of them, and the busier the server is, the less each answer costs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import Connection, Double, bindparam, delete, func, select, update
from sqlalchemy.exc import IntegrityError

from sandtable.engine import AnyLine

from ..wire import Outcome
from .database import Database, DatabaseAway
from .many_rows import ManyRows
from .models import LineRow, SeatRow, SnapshotRow, TableRow, table_of

TABLE, SEAT, LINE, SNAPSHOT = map(table_of, (TableRow, SeatRow, LineRow, SnapshotRow))
#: The most answers in one transaction, so that the first of them does not wait for long.
MOST = 200
#: After a transaction that was shared by at least `SHARED` answers, the next one begins no sooner than `SPACING` seconds after it began, so
#: that more answers share that one, too: a transaction of its own costs as much as everything else about an answer. When few
#: answers arrive, nobody waits.
SHARED, SPACING = 5, 0.015


class Conflict(Exception):
    """Another process wrote first, or the game is over; nothing was written."""


class Status(msgspec.Struct):
    """Where a game stands after an answer: what the lobby and the sweep need to know."""

    lines: int
    turn: int
    asked: str | None
    is_private: bool
    since: float
    outcome: Outcome | None = None
    #: Set when something changed that everybody can see.
    updated: float | None = None
    spent: dict[str, float] = {}
    #: How far the game has come.
    progress: str = ""


class Addition(msgspec.Struct):
    """What one answer adds to the rows of its table."""

    table: str
    lines: Sequence[AnyLine]
    status: Status
    #: The moment at the end of a turn. It replaces the moment before it.
    moment: bytes | None = None
    #: A snapshot, to open the game quickly. It includes a moment, and replaces all earlier moments and snapshots.
    snapshot: bytes | None = None


INSERT_LINES = ManyRows.inserting(LINE, "table", "n", "body")
INSERT_SNAPSHOTS = ManyRows.inserting(SNAPSHOT, "table", "n", "turn", "body")
#: PostgreSQL must be told the types of a function's arguments.
_UPDATED = func.coalesce(bindparam("to_updated", type_=Double), TABLE.c.updated)
_STATUS = ManyRows(
    update(TABLE)
    .where(TABLE.c.id == bindparam("of"), TABLE.c.outcome.is_(None))
    .values(
        lines=bindparam("to_lines"),
        turn=bindparam("to_turn"),
        asked=bindparam("to_asked"),
        is_private=bindparam("to_private"),
        since=bindparam("to_since"),
        progress=bindparam("to_progress"),
        updated=_UPDATED,
    ),
    ("to_lines", "to_turn", "to_asked", "to_private", "to_since", "to_progress", "to_updated", "of"),
    """
    UPDATE tables SET
        lines = new.column1, turn = new.column2, asked = new.column3, is_private = new.column4,
        since = new.column5, progress = new.column6, updated = coalesce(new.column7, updated)
    FROM ({rows}) AS new WHERE tables.id = new.column8 AND tables.outcome IS NULL
    """,
    """
    UPDATE tables SET
        lines = ?, turn = ?, asked = ?, is_private = ?, since = ?, progress = ?, updated = coalesce(?, updated)
    WHERE id = ? AND outcome IS NULL
    """,
)
#: A statement of its own, because SQLite updates the index on `state` whenever a statement sets that column, even to the same value.
_FINISHED = ManyRows(
    update(TABLE)
    .where(TABLE.c.id == bindparam("of"))
    .values(outcome=bindparam("to_outcome"), state="finished"),
    ("to_outcome", "of"),
    """
    UPDATE tables SET outcome = new.column1, state = 'finished'
    FROM ({rows}) AS new WHERE tables.id = new.column2
    """,
)
_SPENT = ManyRows(
    update(SEAT)
    .where(SEAT.c.table == bindparam("of"), SEAT.c.seat == bindparam("at"))
    .values(spent=bindparam("to_spent")),
    ("of", "at", "to_spent"),
    """
    UPDATE seats SET spent = new.column3
    FROM ({rows}) AS new WHERE seats."table" = new.column1 AND seats.seat = new.column2
    """,
)
#: Another process may have taken the last snapshot, so only the row itself shows what it is: a moment is a JSON
#: object, and a snapshot begins with its digest.
_OLD_MOMENTS = ManyRows(
    delete(SNAPSHOT).where(SNAPSHOT.c.table == bindparam("of"), func.substr(SNAPSHOT.c.body, 1, 1) == "{"),
    ("of",),
    """DELETE FROM snapshots WHERE "table" IN ({rows}) AND substr(body, 1, 1) = '{{'""",
    """DELETE FROM snapshots WHERE "table" = ? AND substr(body, 1, 1) = '{'""",
)
_OLD_SNAPSHOTS = ManyRows(
    delete(SNAPSHOT).where(SNAPSHOT.c.table == bindparam("of")),
    ("of",),
    'DELETE FROM snapshots WHERE "table" IN ({rows})',
)


def put(c: Connection, additions: Sequence[Addition]) -> None:
    """Write additions, all or none; at most one for each table. Raises `Conflict` if one of their games is over."""
    INSERT_LINES.run(c, [(add.table, line.n, as_json(line)) for add in additions for line in add.lines])
    changed = _STATUS.run(c, [_status_row(add) for add in additions])
    if changed != len(additions) and _is_any_over(c, [add.table for add in additions]):
        raise Conflict
    _FINISHED.run(
        c, [(as_json(over), add.table) for add in additions if (over := add.status.outcome) is not None]
    )
    _SPENT.run(c, [(add.table, seat, spent) for add in additions for seat, spent in add.status.spent.items()])
    _OLD_SNAPSHOTS.run(c, [(add.table,) for add in additions if add.snapshot is not None])
    _OLD_MOMENTS.run(
        c, [(add.table,) for add in additions if add.snapshot is None and add.moment is not None]
    )
    INSERT_SNAPSHOTS.run(
        c,
        [
            (add.table, add.status.lines, add.status.turn, body.decode())
            for add in additions
            if (body := add.snapshot or add.moment) is not None
        ],
    )


def _is_any_over(c: Connection, tables: Sequence[str]) -> bool:
    """Whether one of these games has ended in the meantime, because somebody resigned. Its status was not changed, then."""
    over = select(TABLE.c.id).where(TABLE.c.id.in_(tables), TABLE.c.outcome.is_not(None))
    return c.scalar(over.limit(1)) is not None


def _status_row(add: Addition) -> tuple[Any, ...]:
    """The values of a status, in the order of its statement."""
    status = add.status
    return (
        status.lines,
        status.turn,
        status.asked,
        status.is_private,
        status.since,
        status.progress,
        status.updated,
        add.table,
    )


def as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


#: An addition, and the future that is set once it is written.
_Waiting = tuple[Addition, asyncio.Future[None]]


class JournalWriter:
    """Writes what the tables of this process add to their journals: everything that is waiting, in one batch."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None
        #: When the next transaction may begin.
        self._next = 0.0

    async def add(self, addition: Addition) -> None:
        """Write an addition, all of it or nothing. It is in the database when this returns.

        Raises `Conflict` if another process has already written a line with that number.
        """
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, written))
        if self._task is None:
            self._task = asyncio.create_task(self._write_all())
        await written

    async def close(self) -> None:
        """Wait until everything is written."""
        if self._task is not None:
            await self._task

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                if (wait := self._next - loop.time()) > 0:
                    await asyncio.sleep(wait)
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                self._next = loop.time() + SPACING if len(batch) >= SHARED else 0.0
                # All processes lock rows in the same order, so that they cannot deadlock.
                batch.sort(key=lambda waiting: waiting[0].table)
                await self._write(batch)
        finally:
            self._task = None

    async def _write(self, batch: list[_Waiting]) -> None:
        """Write a batch. If it fails, write its halves, and so on, so that only the addition at fault fails."""
        parts = [batch]
        while parts:
            part = parts.pop()
            additions = [addition for addition, _ in part]
            try:
                await self._database.write(partial(put, additions=additions))
            except DatabaseAway as error:  # each further try would take the whole time limit
                _tell(part, error)
                _tell(chain(*parts), DatabaseAway(was_write=True))  # these were not even begun
                return
            except Exception as error:
                if len(part) > 1:
                    half = len(part) // 2
                    parts += [part[half:], part[:half]]
                else:
                    _tell(part, Conflict() if isinstance(error, IntegrityError) else error)
            else:
                _tell(part)


def _tell(batch: Iterable[_Waiting], error: Exception | None = None) -> None:
    """Tell those who wait for additions that these are written, or why they are not."""
    for _, written in batch:
        if written.done():  # whoever waited was cancelled
            continue
        if error is None:
            written.set_result(None)
        else:
            written.set_exception(error)
