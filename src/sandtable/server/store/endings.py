"""How tables come to an end other than by the rules: resigned, put away, removed. Each holds its table while it decides."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, delete, insert, update

from ..refusal import Refused
from ..wire import Outcome
from .database import Database
from .journal_writer import as_json
from .models import ArchivedRow, SeatRow, TableRow, table_of
from .stored_tables import TableData, hold

TABLE, SEAT, ARCHIVED = map(table_of, (TableRow, SeatRow, ArchivedRow))


class Endings:
    """Ends, removes and archives the tables of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def resign(
        self, table: str, person: str, result: Callable[[TableData], Outcome | None], bot: str, now: float
    ) -> bool:
        """Let a player resign: with the result the game is over, without one a bot takes the player's seats.

        True if a bot does. A game that is over stays as it ended, whoever resigns: of two who do so at once, the first counts.
        """

        def resign(c: Connection) -> bool:
            data = hold(c, table)
            if not data.of(person):
                raise Refused("forbidden", "You do not play here.")
            if data.state == "waiting":
                raise Refused("conflict", "There is no game to resign.")
            if data.state == "finished":
                return False
            over = result(data)
            if over is not None:
                _finish(c, table, over, now)
                return False
            mine = update(SEAT).where(SEAT.c.table == table, SEAT.c.person == person)
            c.execute(mine.values(kind="bot", person=None, bot=bot, link=None))
            return True

        return await self._database.write(resign)

    async def remove(self, table: str, person: str) -> None:
        """Remove a table with everything that belongs to it, as its host, if nobody else plays there."""

        def remove(c: Connection) -> None:
            data = hold(c, table)
            if data.owner != person:
                raise Refused("forbidden", "Only the host can remove a table.")
            if any(s.person not in (None, person) for s in data.seats):
                raise Refused("conflict", "Others play here too. You can archive the table instead.")
            c.execute(delete(TABLE).where(TABLE.c.id == table))

        await self._database.write(remove)

    async def archive(self, table: str, person: str, *, archived: bool) -> TableData:
        """Take a table out of somebody's lists, or put it back."""

        def archive(c: Connection) -> TableData:
            data = hold(c, table)
            if data.owner != person and not data.of(person):
                raise Refused("forbidden", "That table is not yours.")
            c.execute(delete(ARCHIVED).where(ARCHIVED.c.table == table, ARCHIVED.c.person == person))
            if archived:
                c.execute(insert(ARCHIVED).values(table=table, person=person))
            return data

        return await self._database.write(archive)


def _finish(c: Connection, table: str, outcome: Outcome, now: float) -> None:
    """End a running game. Its journal stays as it is."""
    over = update(TABLE).where(TABLE.c.id == table)
    c.execute(over.values(state="finished", outcome=as_json(outcome), asked=None, updated=now))
