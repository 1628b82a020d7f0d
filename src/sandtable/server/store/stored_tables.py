"""Tables in the database: their set-up, their seats, and their journals as rows that are only ever added."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from sandtable.engine import AnyLine

from ..refusal import Refused
from ..wire import Clock, Outcome
from .database import Database
from .journal_writer import INSERT_SNAPSHOTS, Addition, Conflict, JournalWriter, Status, as_json, put
from .models import (
    ArchivedRow,
    ChatRow,
    LineRow,
    NoteRow,
    PersonRow,
    SeatRow,
    SnapshotRow,
    TableRow,
    table_of,
)
from .upgrades import Stands, Upgrades

TABLE, SEAT, LINE, SNAPSHOT = map(table_of, (TableRow, SeatRow, LineRow, SnapshotRow))
CHAT, NOTE, PERSON, ARCHIVED = map(table_of, (ChatRow, NoteRow, PersonRow, ArchivedRow))
#: The most tables a list shows.
PAGE = 100
#: How many lines of chat a new connection is sent.
CHATS = 50
#: The kinds of a seat that somebody may take before the game begins.
FREE = ("open", "link")
NO_TABLE = "There is no such table."
NO_SEAT = "This link leads to no seat."


class SeatData(msgspec.Struct):
    """A seat as stored, with the name of the person in it."""

    seat: str
    label: str
    kind: str
    person: str | None = None
    #: Empty in a running game: nobody sits here, and the House plays until somebody comes back with the seat's link.
    bot: str = ""
    link: str | None = None
    spent: float = 0.0
    name: str | None = None
    ready: bool = False


class TableData(msgspec.Struct):
    """A table as stored, without its journal."""

    id: str
    title: str
    game: str
    options: dict[str, Any]
    owner: str
    public: bool
    clock: Clock | None
    created: float
    updated: float
    seats: list[SeatData]
    state: str = "waiting"
    header: str | None = None
    lines: int = 0
    turn: int = 0
    asked: str | None = None
    is_private: bool = False
    since: float = 0.0
    outcome: Outcome | None = None
    #: The table this one is a rematch of.
    before: str | None = None
    progress: str = ""
    begins: str = "full"
    #: The name of its owner.
    host: str = ""

    def of(self, person: str | None) -> list[str]:
        """The seats of a person."""
        return [s.seat for s in self.seats if person is not None and s.person == person]

    @property
    def free(self) -> list[SeatData]:
        """The seats that somebody may take before the game begins."""
        return [s for s in self.seats if s.kind in FREE]

    def seat(self, seat: str) -> SeatData:
        found = next((s for s in self.seats if s.seat == seat), None)
        if found is None:
            raise Refused("bad", f"There is no seat {seat!r} at this table.")
        return found

    def stand(self, now: Stands) -> None:
        """Take over where the game stands under the present rules."""
        self.lines, self.turn, self.asked, self.is_private = now.lines, now.turn, now.asked, now.is_private

    def keep(self, status: Status) -> None:
        """Take over what was stored with an answer."""
        self.lines, self.turn, self.since = status.lines, status.turn, status.since
        self.asked, self.is_private, self.outcome = status.asked, status.is_private, status.outcome
        self.updated, self.progress = status.updated or self.updated, status.progress
        if status.outcome is not None:
            self.state = "finished"
        for seat, spent in status.spent.items():
            self.seat(seat).spent = spent


class Waiting(msgspec.Struct, frozen=True):
    """A game in which no person is asked or a clock runs: just enough to tell whether it must be opened."""

    id: str
    since: float
    clock: Clock | None
    is_private: bool
    #: The kind of the seat that is asked, and how much of its bank is used up.
    kind: str
    spent: float


def new_id() -> str:
    return secrets.token_hex(8)


class Tables:
    """All tables of the database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.upgrades = Upgrades(database)
        self._writer = JournalWriter(database)
        #: Adds what an answer adds to a journal, all or nothing. `Conflict`: another process has written a line with that number already.
        self.append = self._writer.add

    async def close(self) -> None:
        """Wait until everything that was to be added to journals is written."""
        await self._writer.close()

    # Setting up

    async def create(self, table: TableData) -> None:
        await self.database.write(lambda c: _create(c, table))

    async def create_rematch(self, table: TableData) -> str:
        """Store the rematch of a finished game, unless it has one. Returns the id of its one rematch."""
        assert table.before is not None
        before = table.before

        def create_rematch(c: Connection) -> str:
            hold(c, before)
            found: str | None = c.scalar(select(TABLE.c.id).where(TABLE.c.before == before))
            if found is not None:
                return found
            _create(c, table)
            return table.id

        return await self.database.write(create_rematch)

    async def begin(
        self, table: TableData, header: str, lines: Sequence[AnyLine], status: Status, moment: bytes
    ) -> None:
        """Store the beginning of a game.

        `Conflict`: it has begun already, or its seats are no longer those that the game was made for.
        """

        def begin(c: Connection) -> None:
            held = hold(c, table.id)
            if held.header is not None or _sitting(held) != _sitting(table):
                raise Conflict
            begun = update(TABLE).where(TABLE.c.id == table.id)
            c.execute(begun.values(header=header, state="playing"))
            put(c, [Addition(table.id, lines, status, moment)])

        await self.database.write(begin)

    # Looking up

    async def get(self, table: str) -> TableData:
        found = await self._read(select(TABLE).where(TABLE.c.id == table))
        if not found:
            raise Refused("missing", NO_TABLE)
        return found[0]

    async def by_link(self, secret: str) -> tuple[str, str]:
        """The table and seat that a secret link leads to."""
        if "\x00" in secret:  # PostgreSQL allows no NUL in a query
            raise Refused("bad", "A link holds no NUL.")
        query = select(SEAT.c.table, SEAT.c.seat).where(SEAT.c.link == secret)
        row = await self.database.read(lambda c: c.execute(query).first())
        if row is None:
            raise Refused("missing", NO_SEAT)
        return row[0], row[1]

    async def owned(self, person: str) -> int:
        """How many unfinished tables somebody hosts."""
        query = (
            select(func.count())
            .select_from(TABLE)
            .where(TABLE.c.owner == person, TABLE.c.state != "finished")
        )
        found: int | None = await self.database.read(lambda c: c.scalar(query))
        return found or 0

    async def after(self, table: str) -> str | None:
        """The rematch of a table."""
        query = select(TABLE.c.id).where(TABLE.c.before == table)
        found: str | None = await self.database.read(lambda c: c.scalar(query))
        return found

    async def listed(self, which: str, person: str | None) -> list[TableData]:
        """Tables to show. open: public and unfinished; mine: where one plays or is the host; finished; archived."""
        mine = or_(
            TABLE.c.owner == person, TABLE.c.id.in_(select(SEAT.c.table).where(SEAT.c.person == person))
        )
        archived = TABLE.c.id.in_(select(ARCHIVED.c.table).where(ARCHIVED.c.person == person))
        if which == "mine":
            where = and_(mine, TABLE.c.state != "finished", ~archived)
        elif which == "finished":
            return await self._finished(mine, ~archived, person)
        elif which == "archived":
            where = archived
        else:
            where = and_(TABLE.c.public, TABLE.c.state != "finished")
        return await self._page(where)

    async def _finished(
        self, mine: ColumnElement[bool], shown: ColumnElement[bool], person: str | None
    ) -> list[TableData]:
        """Finished games, a page of one's own and one of others': strangers' games push out nobody's own."""
        over = and_(TABLE.c.state == "finished", shown)
        if person is None:
            return await self._page(and_(TABLE.c.public, over))
        found = await self._page(and_(mine, over)) + await self._page(and_(TABLE.c.public, ~mine, over))
        return sorted(found, key=lambda table: table.updated, reverse=True)

    async def _page(self, where: ColumnElement[bool]) -> list[TableData]:
        """The tables that were changed last."""
        return await self._read(select(TABLE).where(where).order_by(TABLE.c.updated.desc()).limit(PAGE))

    async def finished_by(self, person: str) -> list[TableData]:
        """The finished games in which somebody had a seat, the latest first, archived ones too."""
        played = TABLE.c.id.in_(select(SEAT.c.table).where(SEAT.c.person == person))
        return await self._page(and_(played, TABLE.c.state == "finished"))

    async def waiting(self, after: str, limit: int) -> list[Waiting]:
        """The next games, in the order of their ids, in which no person is asked or a clock runs."""
        query = (
            select(TABLE.c.id, TABLE.c.since, TABLE.c.clock, TABLE.c.is_private, SEAT.c.kind, SEAT.c.spent)
            .join(SEAT, and_(SEAT.c.table == TABLE.c.id, SEAT.c.seat == TABLE.c.asked))
            .where(
                TABLE.c.state == "playing",
                TABLE.c.id > after,
                or_(SEAT.c.kind != "person", TABLE.c.clock.is_not(None)),
            )
            .order_by(TABLE.c.id)
            .limit(limit)
        )
        rows = await self.database.read(lambda c: c.execute(query).all())
        return [Waiting(r[0], r[1], _clock(r[2]), r[3], r[4], r[5]) for r in rows]

    async def _read(self, query: Select[Any]) -> list[TableData]:
        return await self.database.read(lambda c: _found(c, query))

    async def journal(self, table: str, header: str, upto: int | None = None) -> bytes:
        """The journal as the engine reads it."""
        lines = await self.lines(table, 0, upto)
        return "\n".join([header, *lines, ""]).encode()

    async def lines(self, table: str, since: int, upto: int | None = None) -> list[str]:
        query = select(LINE.c.body).where(LINE.c.table == table, LINE.c.n > since).order_by(LINE.c.n)
        if upto is not None:
            query = query.where(LINE.c.n <= upto)
        return await self.database.read(lambda c: list(c.execute(query).scalars()))

    async def count(self, table: str) -> int:
        """The number of a table's last line."""
        last = select(func.max(LINE.c.n)).where(LINE.c.table == table).scalar_subquery()
        query = select(func.coalesce(last, 0)).where(TABLE.c.id == table)
        found: int | None = await self.database.read(lambda c: c.scalar(query))
        if found is None:
            raise Refused("missing", NO_TABLE)
        return found

    async def snapshots(self, table: str) -> list[tuple[int, bytes]]:
        """What was kept to open the game quickly, newest first: the number of the line before it, and its body."""
        query = select(SNAPSHOT.c.n, SNAPSHOT.c.body).where(SNAPSHOT.c.table == table)
        newest = query.order_by(SNAPSHOT.c.n.desc())
        rows = await self.database.read(lambda c: c.execute(newest).all())
        return [(row[0], row[1].encode()) for row in rows]

    async def put_snapshot(self, table: str, n: int, turn: int, body: bytes) -> None:
        """Keep a snapshot in the place of all older ones, unless another process has kept a newer one meanwhile."""

        def put_snapshot(c: Connection) -> None:
            c.execute(delete(SNAPSHOT).where(SNAPSHOT.c.table == table, SNAPSHOT.c.n <= n))
            INSERT_SNAPSHOTS.run(c, [(table, n, turn, body.decode())])

        with suppress(IntegrityError):
            await self.database.write(put_snapshot)

    async def drop_snapshot(self, table: str, n: int) -> None:
        """Remove a snapshot that was found to be wrong."""
        wrong = delete(SNAPSHOT).where(SNAPSHOT.c.table == table, SNAPSHOT.c.n == n)
        await self.database.write(lambda c: c.execute(wrong))

    # Chat and notes

    async def say(self, table: str, name: str, text: str, at: float) -> int:
        """Store a line of chat. Returns its number."""
        said = insert(CHAT).values(table=table, name=name, text=text, at=at)
        return await self.database.write(lambda c: int(c.execute(said.returning(CHAT.c.id)).scalar_one()))

    async def chats(self, table: str) -> list[tuple[int, str, str, float]]:
        """The last lines of chat: number, name, text and time."""
        query = select(CHAT.c.id, CHAT.c.name, CHAT.c.text, CHAT.c.at).where(CHAT.c.table == table)
        last = query.order_by(CHAT.c.id.desc()).limit(CHATS)
        rows = await self.database.read(lambda c: c.execute(last).all())
        return [(row[0], row[1], row[2], row[3]) for row in reversed(rows)]

    async def notes(self, table: str, person: str) -> str:
        query = select(NOTE.c.text).where(NOTE.c.table == table, NOTE.c.person == person)
        return str(await self.database.read(lambda c: c.scalar(query)) or "")

    async def keep_notes(self, table: str, person: str, text: str) -> None:
        mine = and_(NOTE.c.table == table, NOTE.c.person == person)

        def keep(c: Connection) -> None:
            if c.execute(update(NOTE).where(mine).values(text=text)).rowcount == 0:
                c.execute(insert(NOTE).values(table=table, person=person, text=text))

        await self.database.write(keep)


def _create(c: Connection, table: TableData) -> None:
    c.execute(
        insert(TABLE).values(
            id=table.id,
            title=table.title,
            game=table.game,
            options=as_json(table.options),
            owner=table.owner,
            public=table.public,
            clock=None if table.clock is None else as_json(table.clock),
            state=table.state,
            lines=0,
            turn=0,
            is_private=False,
            since=0.0,
            created=table.created,
            updated=table.updated,
            before=table.before,
            begins=table.begins,
        )
    )
    rows = [
        {
            "table": table.id,
            "seat": s.seat,
            "place": i,
            "label": s.label,
            "kind": s.kind,
            "person": s.person,
            "bot": s.bot,
            "link": s.link,
            "spent": 0.0,
            "ready": s.ready,
        }
        for i, s in enumerate(table.seats)
    ]
    c.execute(insert(SEAT), rows)


def hold(c: Connection, table: str) -> TableData:
    """A table that nobody else can change, begin, end or remove before this transaction ends.

    Whoever changes the life of a table (its seats, its beginning, its end) holds it first and decides by what it then reads.
    PostgreSQL locks the row; SQLite has one writer anyway.
    """
    found = _found(c, select(TABLE).where(TABLE.c.id == table).with_for_update())
    if not found:
        raise Refused("missing", NO_TABLE)
    return found[0]


def _sitting(table: TableData) -> list[tuple[str, str, str | None, str, bool]]:
    """Who sits where, and is ready."""
    return [(s.seat, s.kind, s.person, s.bot, s.ready) for s in table.seats]


def _found(c: Connection, query: Select[Any]) -> list[TableData]:
    """The tables of a query, with their seats."""
    rows = c.execute(query).mappings().all()
    by_table: dict[str, list[SeatData]] = {row["id"]: [] for row in rows}
    if rows:
        seats = (
            select(SEAT, PERSON.c.name)
            .join(PERSON, PERSON.c.id == SEAT.c.person, isouter=True)
            .where(SEAT.c.table.in_(by_table))
            .order_by(SEAT.c.table, SEAT.c.place)
        )
        for s in c.execute(seats).mappings():
            by_table[s["table"]].append(SeatData(**{name: s[name] for name in SeatData.__struct_fields__}))
    owners = select(PERSON.c.id, PERSON.c.name).where(PERSON.c.id.in_({row["owner"] for row in rows}))
    hosts = {row[0]: row[1] for row in c.execute(owners)} if rows else {}
    return [_table_data(row, by_table[row["id"]], hosts.get(row["owner"], "")) for row in rows]


def _table_data(row: Mapping[Any, Any], seats: list[SeatData], host: str) -> TableData:
    if row["state"] == "playing":  # an older server could begin a game with an empty seat
        for seat in seats:
            seat.kind, seat.bot = ("bot", "") if seat.kind in FREE else (seat.kind, seat.bot)
    return TableData(
        id=row["id"],
        title=row["title"],
        game=row["game"],
        options=msgspec.json.decode(row["options"]),
        owner=row["owner"],
        public=row["public"],
        clock=_clock(row["clock"]),
        state=row["state"],
        header=row["header"],
        lines=row["lines"],
        turn=row["turn"],
        asked=row["asked"],
        is_private=row["is_private"],
        since=row["since"],
        outcome=None if row["outcome"] is None else msgspec.json.decode(row["outcome"], type=Outcome),
        created=row["created"],
        updated=row["updated"],
        before=row["before"],
        progress=row["progress"],
        begins=row["begins"],
        host=host,
        seats=seats,
    )


def _clock(body: str | None) -> Clock | None:
    return None if body is None else msgspec.json.decode(body, type=Clock)
