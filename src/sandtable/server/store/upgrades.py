"""Stored games after a change of the rules: rows that are written anew, and what the server remembers of it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, Update, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from sandtable.engine import AnyLine

from .database import Database
from .journal_writer import INSERT_LINES, INSERT_SNAPSHOTS, Conflict, as_json
from .models import LineRow, SettingRow, SnapshotRow, TableRow, table_of

TABLE, LINE, SNAPSHOT, SETTING = map(table_of, (TableRow, LineRow, SnapshotRow, SettingRow))
#: How many games are read at once.
PAGE = 100


class Stored(Protocol):
    """What is known of a game that was read."""

    id: str
    header: str | None
    lines: int


class Stands(msgspec.Struct, frozen=True):
    """Where a stored game stands under the present rules."""

    lines: int
    turn: int
    asked: str | None
    is_private: bool
    moment: bytes

    def columns(self) -> dict[str, Any]:
        """What is said of it in the row of its table."""
        return {
            "lines": self.lines,
            "turn": self.turn,
            "asked": self.asked,
            "is_private": self.is_private,
        }


class Upgrades:
    """The games of a database that were stored under older rules."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def migrate(self, table: Stored, header: str, lines: Sequence[AnyLine], now: Stands) -> None:
        """Put a game that was migrated to the present rules in the place of the old one, all or nothing.

        If another process has done it meanwhile, nothing is written: it has come to the same lines.
        """

        def migrate(c: Connection) -> None:
            if c.execute(_as_read(table).values(header=header, **now.columns())).rowcount != 1:
                return
            c.execute(delete(LINE).where(LINE.c.table == table.id))
            INSERT_LINES.run(c, [(table.id, line.n, as_json(line)) for line in lines])
            c.execute(delete(SNAPSHOT).where(SNAPSHOT.c.table == table.id))
            INSERT_SNAPSHOTS.run(c, [(table.id, now.lines, now.turn, now.moment.decode())])

        await self.database.write(migrate)

    async def cut(self, table: Stored, now: Stands) -> None:
        """Forget the last lines of a game, which no longer follow from its rules. `Conflict`: another process has changed the rows."""

        def cut(c: Connection) -> None:
            if c.execute(_as_read(table).values(**now.columns())).rowcount != 1:
                raise Conflict
            c.execute(delete(LINE).where(LINE.c.table == table.id, LINE.c.n > now.lines))

        await self.database.write(cut)

    async def games(self) -> list[str]:
        """The games of which any is stored."""
        query = select(TABLE.c.game).where(TABLE.c.header.is_not(None)).distinct().order_by(TABLE.c.game)
        return await self.database.read(lambda c: list(c.execute(query).scalars()))

    async def headers(self, after: str) -> list[tuple[str, str]]:
        """A page of games with their headers, by id."""
        query = (
            select(TABLE.c.id, TABLE.c.header)
            .where(TABLE.c.header.is_not(None), TABLE.c.id > after)
            .order_by(TABLE.c.id)
            .limit(PAGE)
        )
        return await self.database.read(lambda c: [(row[0], row[1]) for row in c.execute(query)])

    async def kept(self, name: str) -> str | None:
        """A value of the server's own."""
        query = select(SETTING.c.value).where(SETTING.c.name == name)
        return await self.database.read(lambda c: c.execute(query).scalar())

    async def keep(self, name: str, value: str) -> None:
        """Store a value of the server's own in the place of the one before."""

        def keep(c: Connection) -> None:
            if c.execute(update(SETTING).where(SETTING.c.name == name).values(value=value)).rowcount == 0:
                c.execute(insert(SETTING).values(name=name, value=value))

        with suppress(IntegrityError):  # another process has started at the same time and stored the same
            await self.database.write(keep)


def _as_read(table: Stored) -> Update:
    """An update of a table that changes nothing if its game has gone on since it was read."""
    return update(TABLE).where(
        TABLE.c.id == table.id, TABLE.c.header == table.header, TABLE.c.lines == table.lines
    )
