"""How tables come to an end other than by the rules: resigned, put away, removed."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, update

from ..wire import Outcome
from .database import Database
from .journal_writer import as_json
from .models import ArchivedRow, SeatRow, TableRow, table_of

TABLE, SEAT, ARCHIVED = map(table_of, (TableRow, SeatRow, ArchivedRow))


class Endings:
    """Ends, removes and archives the tables of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def finish(self, table: str, outcome: Outcome, now: float) -> bool:
        """End a game by a resignation; false if it is over already. Its journal stays as it is."""
        playing = update(TABLE).where(TABLE.c.id == table, TABLE.c.state == "playing")
        over = playing.values(state="finished", outcome=as_json(outcome), asked=None, updated=now)
        done = await self._database.write(lambda c: c.execute(over))
        return done.rowcount == 1

    async def hand_over(self, table: str, person: str, bot: str) -> bool:
        """Give all seats of a person to a bot; false if they have none."""
        mine = update(SEAT).where(SEAT.c.table == table, SEAT.c.person == person)
        given = mine.values(kind="bot", person=None, bot=bot, link=None)
        done = await self._database.write(lambda c: c.execute(given))
        return done.rowcount > 0

    async def remove(self, table: str) -> None:
        """Remove a table with everything that belongs to it."""
        gone = delete(TABLE).where(TABLE.c.id == table)
        await self._database.write(lambda c: c.execute(gone))

    async def archive(self, table: str, person: str, *, archived: bool) -> None:
        """Take a table out of somebody's lists, or put it back."""
        row = {"table": table, "person": person}

        def archive(c: Connection) -> None:
            c.execute(delete(ARCHIVED).where(ARCHIVED.c.table == table, ARCHIVED.c.person == person))
            if archived:
                c.execute(insert(ARCHIVED).values(**row))

        await self._database.write(archive)
