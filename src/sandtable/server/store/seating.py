"""Who sits where before a game begins. Each change holds its table, so that none of them meets a game that has begun meanwhile."""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, update

from ..refusal import Refused
from .database import Database
from .models import SeatRow, TableRow, table_of
from .stored_tables import NO_SEAT, SeatData, hold

TABLE, SEAT = map(table_of, (TableRow, SeatRow))
BEGUN = "The game has begun."
NOT_SITTING = "You do not sit at this table."


class Seating:
    """Changes who sits at the tables of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def join(self, table: str, seat: str, person: str) -> None:
        """Take an open seat of a game that has not begun."""

        def join(c: Connection) -> None:
            data = hold(c, table)
            held = data.seat(seat)
            if data.state != "waiting":
                raise Refused("conflict", BEGUN)
            if held.kind != "open":
                raise Refused("conflict", "That seat is not open.")
            _sit(c, table, seat, person)

        await self._database.write(join)

    async def claim(self, table: str, seat: str, link: str, person: str) -> bool:
        """Take the seat that a link is for; false if this person sits there already.

        A seat that was left empty in a running game is given back this way.
        """

        def claim(c: Connection) -> bool:
            data = hold(c, table)
            held = data.seat(seat)
            if held.person == person:
                return False
            if held.link != link:
                raise Refused("missing", NO_SEAT)
            if held.person is not None:
                raise Refused("conflict", "Somebody has taken this seat already.")
            if data.state == "finished":
                raise Refused("gone", "This game is over.")
            _sit(c, table, seat, person)
            return True

        return await self._database.write(claim)

    async def give(self, table: str, host: str, seat: SeatData) -> None:
        """Say who is to sit in a seat, as the host."""
        values = {
            "kind": seat.kind,
            "person": seat.person,
            "bot": seat.bot,
            "link": seat.link,
            "ready": seat.ready,
        }

        def give(c: Connection) -> None:
            data = hold(c, table)
            if data.state != "waiting":
                raise Refused("conflict", BEGUN)
            if data.seat(seat.seat).person not in (None, host):
                raise Refused("conflict", "That seat is taken.")
            c.execute(update(SEAT).where(SEAT.c.table == table, SEAT.c.seat == seat.seat).values(**values))

        await self._database.write(give)

    async def be_ready(self, table: str, person: str, *, ready: bool) -> None:
        """Say that somebody is ready to begin, or is not."""

        def be_ready(c: Connection) -> None:
            data = hold(c, table)
            if data.state != "waiting":
                raise Refused("conflict", BEGUN)
            if not data.of(person):
                raise Refused("conflict", NOT_SITTING)
            c.execute(update(SEAT).where(SEAT.c.table == table, SEAT.c.person == person).values(ready=ready))

        await self._database.write(be_ready)

    async def leave(self, table: str, person: str) -> bool:
        """Leave every seat before the game begins. A seat that was taken by link can be taken by link again.

        A table that its host leaves and at which nobody else sits is removed; true if it was.
        """

        def leave(c: Connection) -> bool:
            data = hold(c, table)
            if data.state != "waiting":
                raise Refused("conflict", "The game has begun; nobody can leave it now.")
            if not data.of(person) and data.owner != person:
                raise Refused("conflict", NOT_SITTING)
            if data.owner == person and all(s.person in (None, person) for s in data.seats):
                c.execute(delete(TABLE).where(TABLE.c.id == table))
                return True
            mine, nobody = (
                and_(SEAT.c.table == table, SEAT.c.person == person),
                {"person": None, "ready": False},
            )
            c.execute(update(SEAT).where(mine, SEAT.c.link.is_not(None)).values(kind="link", **nobody))
            c.execute(update(SEAT).where(mine).values(kind="open", **nobody))
            return False

        return await self._database.write(leave)


def _sit(c: Connection, table: str, seat: str, person: str) -> None:
    free = update(SEAT).where(SEAT.c.table == table, SEAT.c.seat == seat)
    c.execute(free.values(kind="person", person=person))
