"""A room: one table in memory, with everybody who is watching it. One thing happens at a time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from sandtable.engine import (
    AnyLine,
    Game,
    RuleFailed,
    SandtableError,
    Table,
    open_journal,
)
from sandtable.engine.saving.format import TookBack
from sandtable.engine.saving.replay import do_line, is_done

from ..lobby.beginning import begin
from ..lobby.seating import seat_infos
from ..refusal import Refused
from ..store.database import DatabaseAway
from ..store.journal_writer import Addition, Conflict, Status
from ..store.stored_tables import TableData
from ..store.unsure import Unsure
from ..wire import AwayFrame, RefusedFrame, SeatInfo, SeatsFrame
from . import clock
from .catalogue import find
from .opening import Opened, Way, decode_lines, read_game
from .seat_view import SeatView, SeatViews, encode, is_secret
from .state_frames import EncodedSeats, SharedParts
from .storing import Collector, Snapshots, forget_stored, status_of
from .table_log import TableLog
from .teaching import Teaching, first_table
from .thinking import Thinker
from .turn_ends import TurnEnd, TurnEnds
from .turn_notices import TurnNotices
from .watcher import Presence, Watcher

if TYPE_CHECKING:
    from ..hub import Hub
    from ..workers.importing import Imported

logger = logging.getLogger("sandtable.server")
UNREADABLE = "The server cannot read this game at the moment; trying again."
UNSAVED = (
    "The last answer is not saved yet: the server cannot write to its database at the moment; trying again."
)
NOT_STORED = "The server lost its database while it was saving your answer. It was not saved: answer again."
STALE = "Something has happened since: look again."
REMOVED = "The host has removed this table."


class Room:
    """A table in memory. Hold the lock to change it or to look at it."""

    def __init__(self, hub: Hub, data: TableData) -> None:
        self.hub, self.data, self.id = hub, data, data.id
        self.table: Table | None = None
        #: Why the rows cannot be read at the moment; None while the table agrees with them.
        self.away: str | None = None
        #: The last answer, if it is not known whether it is stored.
        self._unsure: Unsure | None = None
        self.is_removed = False
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.used = self.hub.time.steady()
        #: How the game was read when the room was opened.
        self.opened = Way.AS_STORED
        self._sink = Collector()
        self._log = TableLog([])
        self._snapshots = Snapshots()
        self._views = SeatViews(self)
        #: The turns that the last answer played through, until everybody has been shown them.
        self._turn_ends: list[TurnEnd] = []
        self.presence = Presence(self)
        self.thinker = Thinker(self)
        self.teaching = Teaching()
        self._tasks: set[asyncio.Task[None]] = set()
        self._notices, self._seats = TurnNotices(self), EncodedSeats(self)

    @property
    def game(self) -> Game[Any]:
        return find(self.data.game)

    # Opening: everything is read first, and then replaces what was there

    async def open(self) -> None:
        """Read the game from its rows, if it has begun."""
        opened = await read_game(self.hub.tables, self.data)
        if opened is not None:
            self.opened = opened.how
        self._lay(opened)

    def _lay(self, opened: Opened | None) -> None:
        """Put a table into the room, and forget everything about the one before."""
        self.table, self.away = None if opened is None else opened.table, None
        self._views.clear()
        if opened is not None:
            opened.table.sink = self._sink
            self.teaching.open(opened.table, opened.lines or opened.table.lines)
            seats = [seat.id for seat in opened.table.seats]
            old, self._log = self._log, TableLog(seats, opened.log)
            self._snapshots = Snapshots(opened.snapshot)
            self._log.catch_up(opened.table)
            for watcher in self.watchers:
                watcher.compare_logs(old, self._log)

    async def reload(self) -> None:
        """Another process has changed the rows: read the new ones, or all of them if those do not fit."""
        try:
            data = await self.hub.tables.get(self.id)
            table, rows = self.table, []
            if table is not None:
                rows = await self.hub.tables.lines(self.id, table.number)
            if table is None or not self._catch_up(table, rows):
                if table is not None:
                    self.hub.metrics.count("reloads")
                    self.table = None  # it does not agree with the rows
                self._lay(await read_game(self.hub.tables, data))
        except Exception as error:
            self.lose(error)
            raise
        self.data = data
        self.thinker.reloaded()

    def lose(self, error: BaseException) -> None:
        """The rows cannot be read. Keep the table if it agrees with what was last read; else drop it."""
        if self.table is None and self.away is None:  # everybody is told once
            why = str(error) if isinstance(error, Refused) else UNREADABLE
            self.away = why if self._unsure is None else UNSAVED
            self.tell_all(encode(AwayFrame(self.away)))
        self.hub.lose(self)

    async def check_rows(self) -> None:
        """Reload if another process has changed the rows and its message was lost or is still on its way."""
        if self.is_removed:
            raise Refused("gone", REMOVED)
        if not self.hub.bus.is_alone and await self.hub.tables.count(self.id) != self.data.lines:
            await self.reload()
            self.refresh()

    async def come_back(self) -> None:
        """Read the rows after an outage and show everybody how the game stands. Call this with the lock."""
        shown = {} if self.away is None else {watcher: watcher.n for watcher in self.watchers}
        unsure = self._unsure
        is_stored = unsure is not None and await unsure.is_stored(self.hub.tables)
        await self.seats_changed()
        await self.reload()
        if unsure is not None:
            self._unsure = None
            self.hub.bus.tell(self.id, "lines")
            unsure.tell(is_stored)
        self.refresh()
        for watcher, n in shown.items():
            if watcher.n == n:  # it was sent an "away" frame, and nothing else changed for it
                self.show(watcher)
        for line in await self.hub.tables.chats(self.id):
            self.tell_chat(*line)
        self.consider()

    def _catch_up(self, table: Table, rows: list[str]) -> bool:
        """Apply the new rows; false if they do not fit this table."""
        self._sink.take()
        lines = decode_lines(rows)
        try:
            for line in lines:
                if is_done(line) and line.n > table.number:
                    do_line(table, line)
                    if isinstance(line, TookBack):
                        self._cut(table)
        except SandtableError:
            self._sink.take()
            return False
        self._views.clear()
        if self._sink.take() != lines:
            return False
        self.teaching.hear(lines)
        forget_stored(table, self._log)
        return True

    def _cut(self, table: Table) -> None:
        """Something was taken back: drop what was told of it."""
        self._log.cut(table)
        for watcher in self.watchers:
            watcher.cut_log(self._log.length(watcher.seat))

    # Beginning

    def lay_new(self, table: Table, data: TableData) -> None:
        """Put the table of a game into the room that has just begun, and is stored."""
        self._lay(Opened(table))
        self.data = data
        self.hub.metrics.count("games_begun")
        self.hub.bus.tell(self.id, "seats")

    def new_table(self) -> tuple[Table, list[AnyLine], Status]:
        """The table of a game that begins now, with its first lines and how it stands."""
        table = first_table(self)
        table.sink = self._sink
        table.start()
        return table, self._sink.take(), self._status(table)

    async def adopt(self, game: Imported) -> None:
        """Take over an imported game."""
        await self.hub.tables.begin(self.data, game.header, game.lines, game.status, game.moment)
        self.data = await self.hub.tables.get(self.id)
        self._lay(Opened(open_journal(game.moment, find), game.log, lines=game.lines))

    async def seats_changed(self) -> None:
        """Somebody sat down or stood up, here or in another process."""
        was = self.data.state
        try:
            data = await self.hub.tables.get(self.id)
            opened = await read_game(self.hub.tables, data) if self.table is None else None
        except Exception as error:
            self.lose(error)
            raise
        self.data = data
        for watcher in self.watchers:
            watcher.sit(self.data.of(watcher.person))
        if self.table is None:
            self._lay(opened)
            await begin(self)
        self.tell_seats()
        if was != self.data.state:
            self._views.clear()
        self.refresh()
        self.consider()

    # Looking

    def seen(self, seat: str | None) -> SeatView:
        """What a viewpoint sees now, cached until something happens."""
        assert self.table is not None
        return self._views.of(seat, self.table, self._log)

    def seat_infos(self, *, for_owner: bool = False, person: str | None = None) -> list[SeatInfo]:
        return seat_infos(self, for_owner=for_owner, person=person)

    def refresh(self, actor: Watcher | None = None, ack: int | None = None) -> None:
        """Send every connection what is new to it. The one that acted always gets a frame."""
        if self.table is None:
            return
        self.hub.replays.follow(self)  # a replay that somebody watches grows with its game
        turn_ends, self._turn_ends = self._turn_ends, []
        self._show(self.watchers, actor, ack, turn_ends)
        self._views.clear()  # everybody has been sent them, and the next change needs new ones

    def _show(
        self, to: Iterable[Watcher], actor: Watcher | None, ack: int | None, turn_ends: Sequence[TurnEnd] = ()
    ) -> None:
        table, log = self.table, self._log
        assert table is not None
        shared = SharedParts(
            turn=table.turn,
            seats=self._seats.encoded(),
            clock=None if self.data.clock is None else clock.shown(self.data, self.hub.time.now()),
            question=None if self.is_resigned else self._views.question(table),
        )
        for watcher in to:
            with watcher.dropped_if_it_fails(self.id):
                is_actor = watcher is actor
                own, lesson = ack if is_actor else None, self.teaching.view(watcher.seat)
                for end in turn_ends:
                    between = end.seen.get(watcher.seat)
                    if between is not None and not watcher.has_lines(between.log_length):
                        then = SharedParts(turn=end.turn, seats=shared.seats, clock=shared.clock)
                        if watcher.show(between, log, then, ack=own, lesson=lesson):
                            own = None  # the first of them acknowledges the answer
                seen = self._views.of(watcher.seat, table, log)
                watcher.show(seen, log, shared, ack=own, lesson=lesson, always=is_actor)

    def show(self, watcher: Watcher, ack: int | None = None) -> None:
        """Send one connection a frame, whether or not anything is new to it."""
        if self.table is None:
            watcher.send(self._seats_frame())
            if self.away is not None:
                watcher.send(encode(AwayFrame(self.away)))
            return
        self._show([watcher], watcher, ack)
        self._views.clear()

    def _seats_frame(self) -> bytes:
        return encode(SeatsFrame(self.seat_infos(), self.data.state))  # type: ignore[arg-type]

    def tell_seats(self) -> None:
        self.tell_all(self._seats_frame())

    def tell_all(self, frame: bytes) -> None:
        for watcher in self.watchers:
            watcher.send(frame)

    # Coming and going

    def enter(self, watcher: Watcher) -> None:
        before = self.presence.seats()
        self.watchers.add(watcher)
        if watcher.person is not None:
            self._notices.forget(watcher.person)
        self.show(watcher)
        self._presence(before, watcher)
        self.thinker.looked()

    def leave(self, watcher: Watcher) -> None:
        before = self.presence.seats()
        self.watchers.discard(watcher)
        if not self.watchers:
            self._views.clear()
        self.used = self.hub.time.steady()
        self._presence(before, watcher)

    def _presence(self, before: set[str], who: Watcher) -> None:
        if self.presence.seats() != before:
            frame = self._seats_frame()
            for watcher in self.watchers - {who}:  # a newcomer has just been sent everything
                watcher.send(frame)
        self.presence.say()

    # Acting

    def playing(self) -> Table:
        if self.away is not None or self._unsure is not None:
            raise Refused("away", self.away or UNREADABLE)
        if self.table is None:
            raise Refused("conflict", "The game has not begun.")
        if self.is_resigned:
            raise Refused("conflict", "The game is over.")
        return self.table

    @property
    def is_resigned(self) -> bool:
        """Whether the game was ended by somebody who resigned, and not by its rules."""
        return self.data.outcome is not None and self.table is not None and self.table.outcome is None

    async def act(
        self, watcher: Watcher, n: int | None, ack: int | None, do: Callable[[Table], str | None]
    ) -> None:
        """Do what a connection wants, if it has seen the latest state. `do` returns the seat that answered.

        If another process was quicker, read its rows. If this connection sees no difference, try again.
        """
        is_order = n is None
        async with self.lock:
            self.used = self.hub.time.steady()
            self.playing()
            for _ in range(5):
                if n is not None and n != watcher.n:
                    raise Refused("conflict", STALE)
                try:
                    await self._do(do, is_order=is_order)
                    break
                except Conflict:
                    n = watcher.n if n is None else n
                    await self.reload()
                    self.refresh()
                except DatabaseAway:
                    if self._unsure is None:
                        raise
                    self._unsure.tell = partial(self._settle, watcher, ack)
                    return  # it is told what came of it when the database is back
            else:
                raise Refused("conflict", STALE)
            self.refresh(watcher, ack)
            self.consider()

    def _settle(self, watcher: Watcher, ack: int | None, is_stored: bool) -> None:
        """Tell a connection what came of an answer of which that was not known."""
        if is_stored:
            self.refresh(watcher, ack)
        else:
            watcher.send(encode(RefusedFrame(ack, NOT_STORED)))

    async def _do(self, do: Callable[[Table], str | None], *, is_order: bool = False) -> None:
        """Change the table and store the change. Nobody is told before it is stored."""
        table, started = self.playing(), time.perf_counter()
        before = (
            self.seen(None) if is_order or is_secret(table) else None
        )  # any other change is seen by everybody
        self._sink.take()
        self._turn_ends, ends = [], None
        if table.has_nonplayers:
            ends = TurnEnds(table, {watcher.seat for watcher in self.watchers})
        try:
            with nullcontext() if ends is None else ends.watched():
                seat = do(table)
        except RuleFailed as error:
            self._views.clear()
            self.hub.keep_failure(self.id, error)
            raise Refused(
                "broken", "A rule failed here; nothing was changed. The host has a record of it."
            ) from None
        lines = self._sink.take()
        self._views.clear()
        try:  # from here on the table is ahead of its rows
            if TookBack in map(type, lines):
                self._cut(table)
            elif ends is not None:
                self._turn_ends = ends.told(self._log)
            changed = before is None or self.seen(None) != before
            status = self._status(table, seat, changed=changed)
            kept = self._snapshots.next(table, self._log, lines, self.data.turn)
            addition = Addition(self.id, lines, status, *kept)
            await self.hub.tables.append(addition)
        except Conflict:
            self.hub.metrics.count("conflicts")
            await self._forget()
            raise
        except (DatabaseAway, asyncio.CancelledError) as error:  # only the rows tell whether it was written
            if isinstance(error, DatabaseAway) and error.may_be_stored:
                self._unsure = Unsure(addition)
            self.table = None
            self.lose(error)
            raise
        except Exception:
            logger.exception("table %s: an answer could not be stored", self.id)
            await self._forget()
            raise Refused("broken", "The answer could not be stored and was not taken. Try again.") from None
        self.data.keep(status)
        self.teaching.hear(lines)
        self.hub.bus.tell(self.id, "lines")
        self.hub.metrics.observe("answer_seconds", time.perf_counter() - started)
        self.hub.metrics.count("answers")

    async def _forget(self) -> None:
        """The change was not stored: go back to what the rows say."""
        self.table = None
        await self.reload()

    def _status(self, table: Table, seat: str | None = None, *, changed: bool = True) -> Status:
        return status_of(self.data, table, self.hub.time.now(), seat, changed=changed)

    # What happens by itself

    def consider(self) -> None:
        """Start whatever is due: a bot, a clock or a webhook."""
        ask = None if self.table is None or self.is_resigned else self.table.ask
        asked = None if ask is None else self.data.seat(ask.seat)
        self.thinker.consider(asked)
        if asked is not None and asked.person is not None and not self.presence.has(asked.seat):
            self.spawn(self._notices.tell(asked.person))

    def spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, DatabaseAway):
            logger.error("table %s: something failed", self.id, exc_info=error)

    async def answer_for(self, seat: str, key: str) -> None:
        """Answer for a bot, or for a person whose time is up. The caller holds the lock."""
        try:
            await self._do(lambda t: (t.answer(seat, key), seat)[1])
        except Conflict:
            await self.reload()
        self.refresh()
        self.consider()

    # Chat

    async def chat(self, name: str, text: str) -> None:
        at = self.hub.time.now()
        number = await self.hub.tables.say(self.id, name, text, at)
        self.tell_chat(number, name, text, at)
        self.hub.bus.tell(self.id, "chat", [number, name, text, at])

    def tell_chat(self, number: int, name: str, text: str, at: float) -> None:
        for watcher in self.watchers:
            watcher.hear_chat(number, name, text, at)

    # The end

    @property
    def is_idle(self) -> bool:
        return not self.watchers and not self.thinker.is_busy and not self.lock.locked() and not self._tasks

    def close(self) -> list[asyncio.Task[Any]]:
        """Stop everything. Returns the tasks that are still ending."""
        for task in self._tasks:
            task.cancel()
        return [*self.thinker.close(), *self._tasks]
