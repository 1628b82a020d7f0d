"""Adding to journals: what all tables of a process have to add is written together, in one transaction.

A transaction costs as much for fifty answers as for one. While one is being written, further answers wait for
the next, so nobody waits longer than for two of them, and the busier the server is the less each answer costs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import Connection, Double, Text, bindparam, case, delete, func, insert, update
from sqlalchemy.exc import IntegrityError

from sandtable.engine import AnyLine

from ..wire import Outcome
from .database import Database, DatabaseAway
from .models import LineRow, SeatRow, SnapshotRow, TableRow, table_of

TABLE, SEAT, LINE, SNAPSHOT = map(table_of, (TableRow, SeatRow, LineRow, SnapshotRow))
#: The most answers in one transaction, so that the first of them does not wait for long.
MOST = 200


class Conflict(Exception):
    """Another process wrote first; nothing was written."""


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
    #: What is kept to open the game quickly. It has a moment, and replaces everything that was kept before.
    snapshot: bytes | None = None


#: PostgreSQL must be told the types of values that a function takes.
_OUTCOME, _UPDATED = bindparam("to_outcome", type_=Text), bindparam("to_updated", type_=Double)
_STATUS = (
    update(TABLE)
    .where(TABLE.c.id == bindparam("of"))
    .values(
        lines=bindparam("to_lines"),
        turn=bindparam("to_turn"),
        asked=bindparam("to_asked"),
        is_private=bindparam("to_private"),
        since=bindparam("to_since"),
        progress=bindparam("to_progress"),
        outcome=func.coalesce(_OUTCOME, TABLE.c.outcome),
        state=case((_OUTCOME.is_(None), TABLE.c.state), else_="finished"),
        updated=func.coalesce(_UPDATED, TABLE.c.updated),
    )
)
_SPENT = (
    update(SEAT)
    .where(SEAT.c.table == bindparam("of"), SEAT.c.seat == bindparam("at"))
    .values(spent=bindparam("to_spent"))
)
#: Another process may have taken the last snapshot, so what a row is must be told by the row: a moment is a JSON
#: object, and a snapshot begins with its digest.
_OLD_MOMENT = delete(SNAPSHOT).where(
    SNAPSHOT.c.table == bindparam("of"), func.substr(SNAPSHOT.c.body, 1, 1) == "{"
)
_OLD_SNAPSHOTS = delete(SNAPSHOT).where(SNAPSHOT.c.table == bindparam("of"))


def put(c: Connection, additions: Sequence[Addition]) -> None:
    """Write additions, all or none. Each statement is given its rows together (the driver's `executemany`)."""
    lines = [
        {"table": add.table, "n": line.n, "body": as_json(line)} for add in additions for line in add.lines
    ]
    spent = [
        {"of": add.table, "at": seat, "to_spent": seconds}
        for add in additions
        for seat, seconds in add.status.spent.items()
    ]
    kept = [(add, body) for add in additions if (body := add.snapshot or add.moment) is not None]
    if lines:
        c.execute(insert(LINE), lines)
    c.execute(_STATUS, [_status_row(add) for add in additions])
    if spent:
        c.execute(_SPENT, spent)
    for is_snapshot, old in ((True, _OLD_SNAPSHOTS), (False, _OLD_MOMENT)):
        if of := [{"of": add.table} for add, _ in kept if (add.snapshot is not None) is is_snapshot]:
            c.execute(old, of)
    if kept:
        c.execute(insert(SNAPSHOT), [_snapshot_row(add, body) for add, body in kept])


def _status_row(add: Addition) -> dict[str, Any]:
    status = add.status
    return {
        "of": add.table,
        "to_lines": status.lines,
        "to_turn": status.turn,
        "to_asked": status.asked,
        "to_private": status.is_private,
        "to_since": status.since,
        "to_progress": status.progress,
        "to_outcome": None if status.outcome is None else as_json(status.outcome),
        "to_updated": status.updated,
    }


def _snapshot_row(add: Addition, body: bytes) -> dict[str, Any]:
    return {"table": add.table, "n": add.status.lines, "turn": add.status.turn, "body": body.decode()}


def as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


#: An addition, and what is set once it is written.
_Waiting = tuple[Addition, asyncio.Future[None]]


class JournalWriter:
    """Writes what the tables of this process add to their journals, everything that waits at once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def add(self, addition: Addition) -> None:
        """Write an addition, all of it or nothing. It is in the database when this returns.

        `Conflict`: another process has written a line with that number already.
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
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                # All processes lock rows in the same order, so that none waits for another in a circle.
                batch.sort(key=lambda waiting: waiting[0].table)
                await self._write(batch)
        finally:
            self._task = None

    async def _write(self, batch: list[_Waiting]) -> None:
        """Write a batch. If it is refused, write its halves, and so on: only the addition at fault fails."""
        parts = [batch]
        while parts:
            part = parts.pop()
            additions = [addition for addition, _ in part]
            try:
                await self._database.write(partial(put, additions=additions))
            except DatabaseAway as error:  # each further try would take the whole time limit
                _tell(chain(part, *parts), error)
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
