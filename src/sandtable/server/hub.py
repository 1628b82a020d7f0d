"""The tables in memory: opened when somebody wants them, closed when nobody uses them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from functools import partial
from pathlib import Path
from typing import Any

from sandtable.engine import RuleFailed

from .bus import Message, make_bus
from .cancelling import cancel_all
from .health import Health
from .metrics import Metrics
from .people.accounts import People
from .people.password_tries import PasswordTries
from .people.webhooks import Webhooks
from .refusal import Refused, is_missing
from .settings import Settings
from .sources import Watch
from .store.database import DatabaseAway, make_database
from .store.endings import Endings
from .store.seating import Seating
from .store.stored_tables import TableData, Tables
from .stored_games import StoredGames
from .tables import clock
from .tables.catalogue import check_installed
from .tables.clock import Time
from .tables.ending_cache import EndingCache
from .tables.opening import Way
from .tables.replay_cache import ReplayCache
from .tables.room import REMOVED, Room
from .tables.seat_view import encode
from .tables.seeds import Seeds
from .tables.watcher import AWAY, GONE, LOGGED_OUT, Watcher
from .wire import ByeFrame
from .workers.bot_jobs import BotJobs
from .workers.process_pool import ProcessPool, WorkerProcess

log = logging.getLogger("sandtable.server")
#: How many seconds the sweep waits before it retries a table that could not be opened.
RARELY = 3600.0


class Hub:
    """Everything one server process has: database, people, rooms, workers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.time = Time()
        self.metrics = Metrics()
        self.seeds = Seeds(settings.seed)
        self.database = make_database(settings)
        self.health = Health(self.database.check, settings.retry, self.time.steady)
        self.people = People(self.database, settings)
        self.password_tries = PasswordTries(settings.limits)
        self.tables = Tables(self.database)
        self.seating = Seating(self.database)
        self.endings = Endings(self.database)
        self.webhooks = Webhooks(settings, self.people, self.metrics)
        self.bus = make_bus(settings)
        self._watch = Watch()
        worker = partial(WorkerProcess, self._watch.environ)
        self.bot_jobs = BotJobs(settings, self.seeds, worker)
        #: Replays and imports need whole journals, so they run in a process in which no bot ever runs.
        self.replay_pool = ProcessPool(1, worker)
        self.replays = ReplayCache(self)
        self.ending_cache = EndingCache(self)
        self.stored_games = StoredGames(self)
        self.rooms: dict[str, Room] = {}
        self.presence_lasts = 3 * settings.sweep
        self._opening: dict[str, asyncio.Lock] = {}
        #: Rooms whose rows could not be read, and the task that retries them.
        self._lost: set[Room] = set()
        self._finder: asyncio.Task[None] | None = None
        #: Tables that cannot be opened: why, and when the sweep retries them.
        self._unopened: dict[str, tuple[str, float]] = {}
        #: Rooms that only the sweep has opened.
        self._woken: set[str] = set()
        #: The last table the sweep has looked at, and whether it is still on its first round.
        self._swept, self._is_first_round = "", True
        self._sweeper: asyncio.Task[None] | None = None
        self._upgrader: asyncio.Task[None] | None = None
        self._closing = False

    async def start(self) -> None:
        await self.database.upgrade()
        await self.people.start()
        await self.bus.start(self._hear)
        self._sweeper = asyncio.create_task(self._sweep_for_ever())
        self._upgrader = asyncio.create_task(self.stored_games.bring_up_to_date())

    async def close(self) -> None:
        self._closing = True
        await cancel_all(self._sweeper, self._finder, self._upgrader)
        bye = encode(ByeFrame("The server is going down; come back in a moment."))
        going: list[asyncio.Task[Any]] = []
        for room in self.rooms.values():
            room.tell_all(bye)
            going.extend(room.close())
        # Queries must have ended before the database is closed.
        await cancel_all(*going)
        self.webhooks.close()
        self.people.close()
        await self.bus.close()
        await self.bot_jobs.close()
        await self.replays.close()
        await self.ending_cache.close()
        await self.replay_pool.close()
        await self.tables.close()
        await self.health.close()
        await self.database.close()

    async def room(self, table: str) -> Room:
        """The room of a table, opened if necessary."""
        room = await self._room(table)
        self._woken.discard(table)
        return room

    async def open_once(self, table: str) -> Way:
        """Open a table that may be of older rules, and close it again if nobody uses it."""
        is_new = table not in self.rooms
        room = await self._room(table, retry=False)
        if is_new and room.is_idle:
            self._drop(room)
        return room.opened

    async def _room(self, table: str, *, retry: bool = True) -> Room:
        """The same. Unless it is to be retried, a table that could not be opened just now is not tried again."""
        room = self.rooms.get(table)
        if room is None:
            lock = self._opening.setdefault(table, asyncio.Lock())
            try:
                async with lock:
                    if not retry and (why := self._failed_lately(table)) is not None:
                        raise Refused("unopened", why)
                    room = self.rooms.get(table) or await self._opened(table)
            finally:
                self._opening.pop(table, None)
        room.used = self.time.steady()
        return room

    async def _opened(self, table: str) -> Room:
        room = Room(self, await self.tables.get(table))
        try:
            check_installed(room.data)
            await room.open()
        except DatabaseAway:
            raise
        except Exception as error:
            raise self._not_opened(table, error) from None
        self._unopened.pop(table, None)
        self.rooms[table] = room
        self.bus.tell(table, "who")
        room.consider()
        return room

    def _not_opened(self, table: str, error: Exception) -> Refused:
        """Remember that a table cannot be opened, and say why."""
        if isinstance(error, Refused) and is_missing(error):
            return error  # it was removed
        if isinstance(error, Refused):
            why = str(error)
            log.warning("table %s: %s", table, why)
        else:
            why = (
                "This table cannot be opened: its game failed while it was read. The host has a record of it."
            )
            log.error("table %s cannot be opened", table, exc_info=error)
        self._unopened[table] = (why, self.time.steady() + RARELY)
        return Refused("unopened", why)

    def _failed_lately(self, table: str) -> str | None:
        """Why a table could not be opened a moment ago."""
        why, until = self._unopened.get(table, (None, 0.0))
        return why if self.time.steady() < until else None

    def problem_of(self, data: TableData) -> str | None:
        """Why a table cannot be opened; None if no reason is known."""
        try:
            check_installed(data)
        except Refused as error:
            return str(error)
        return self._unopened.get(data.id, (None,))[0]

    def gauges(self) -> dict[str, float]:
        return {
            "sockets": self.metrics.sockets,
            "rooms": len(self.rooms),
            "unopened": len(self._unopened),
            "lost": len(self._lost),
            "cpu_seconds": round(time.process_time(), 3),
        }

    # When the database is down

    def lose(self, room: Room) -> None:
        """A room could not read its rows: retry it as soon as the database answers again."""
        self._lost.add(room)
        if self._finder is None and not self._closing:
            self._finder = asyncio.create_task(self._find())

    async def _find(self) -> None:
        """Retry the rooms that could not be read, one after the other."""
        while self._lost:
            await asyncio.sleep(self.settings.retry)
            try:
                await self.database.check()
                for room in list(self._lost):
                    await self._bring_back(room)
            except DatabaseAway:
                continue
            except Exception:
                log.exception("the database cannot be asked")
        self._finder = None

    async def _bring_back(self, room: Room) -> None:
        try:
            async with room.lock:
                await room.come_back()
        except DatabaseAway:
            raise
        except Exception as error:  # not the database; it is retried when somebody opens the table
            if is_missing(error):
                self._close_removed(room)
                return
            why = str(self._not_opened(room.id, error))
            for watcher in room.watchers:
                watcher.say_bye(why, AWAY)
            self._drop(room)
        self._lost.discard(room)

    def _drop(self, room: Room) -> None:
        """Close a room and forget it."""
        room.close()
        self._lost.discard(room)
        self._woken.discard(room.id)
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    def removed(self, table: str) -> None:
        """A table was removed: close its connections, here and in every other process."""
        room = self.rooms.get(table)
        if room is not None:
            self._close_removed(room)
        self.bus.tell(table, "removed")

    def _close_removed(self, room: Room) -> None:
        room.is_removed = True
        for watcher in room.watchers:
            watcher.say_bye(REMOVED, GONE)
        self._drop(room)

    # Sessions

    async def sessions_ended(self, person: str) -> None:
        """Sessions of a person have ended: close their connections, here and in every other process."""
        self.bus.tell("", "sessions", person)
        await self.close_ended([it for it in self._watchers() if it.person == person])

    async def close_ended(self, watchers: list[Watcher]) -> None:
        """Close those of these connections whose session has ended."""
        sessions = {watcher.session for watcher in watchers if watcher.session}
        if not sessions:
            return
        valid = await self.people.valid(sessions)
        for watcher in watchers:
            if watcher.session and watcher.session not in valid:
                watcher.say_bye("You have been logged out.", LOGGED_OUT)

    async def check_sessions(self, watchers: list[Watcher]) -> None:
        """The same, at the next sweep if the database is down."""
        with contextlib.suppress(DatabaseAway):
            await self.close_ended(watchers)

    def _watchers(self) -> list[Watcher]:
        return [watcher for room in self.rooms.values() for watcher in room.watchers]

    async def _hear(self, message: Message) -> None:
        """A message from another process. Only tables loaded in this process are handled here."""
        if message.what == "sessions":
            await self.check_sessions([it for it in self._watchers() if it.person == message.data])
            return
        if message.what == "back":
            for each in self.rooms.values():
                self.bus.tell(each.id, "who")
                self.lose(each)
            return
        room = self.rooms.get(message.table)
        if room is None:
            return
        try:
            await self._heard(room, message)
        except DatabaseAway:  # the room is lost, and retried when the database is back
            pass
        except Exception as error:
            if is_missing(error):
                self._close_removed(room)
            else:
                log.exception("table %s: news from another process could not be read", message.table)

    async def _heard(self, room: Room, message: Message) -> None:
        if message.what == "chat":
            room.tell_chat(*message.data)
        elif message.what == "here":
            room.presence.hear(message.by, message.data)
        elif message.what == "who":
            room.presence.say()
        elif message.what == "thinking":
            room.thinker.hear(*message.data)
        elif message.what == "stop":
            room.thinker.heard_stop()
        elif message.what == "removed":
            self._close_removed(room)
        elif message.what == "seats":
            async with room.lock:
                await room.seats_changed()
        else:
            async with room.lock:
                await room.reload()
                room.refresh()

    # Housekeeping

    async def _sweep_for_ever(self) -> None:
        while True:
            try:
                await self._sweep()
            except DatabaseAway:  # it has been logged, once; the next sweep goes on
                pass
            except Exception:
                log.exception("the sweep failed")
            await asyncio.sleep(self.settings.sweep)

    async def _sweep(self) -> None:
        """Resume games that wait for a bot or a clock, and close rooms that nobody uses."""
        await asyncio.to_thread(self._watch.look)
        await self._let_go()
        await self._wake_all()
        if not self.bus.is_alone:
            for room in list(self.rooms.values()):
                room.presence.say()
                if room.watchers:
                    await self._check_rows(room)
        await self.close_ended(self._watchers())

    async def _check_rows(self, room: Room) -> None:
        """See whether the news of a table that somebody watches was lost."""
        try:
            async with room.lock:
                await room.check_rows()
        except Refused as error:
            if not is_missing(error):
                raise
            self._close_removed(room)

    async def _wake_all(self) -> None:
        """Open the tables that are due, by id. The next sweep goes on where this one ran out of places."""
        now, sweep = self.time.now(), self.settings.sweep
        while (places := self.settings.sweep_page - len(self._woken)) > 0:
            wait = 0.0 if self._is_first_round and self.bus.is_alone else sweep
            page = await self.tables.waiting(self._swept, places)
            for game in page:
                if clock.is_due(game, now, wait, sweep):
                    await self._wake(game.id)
            if len(page) < places:
                self._swept, self._is_first_round = "", False
                return
            self._swept = page[-1].id

    async def _wake(self, table: str) -> None:
        """Resume one game. An error in it must not stop the others."""
        if self._failed_lately(table) is not None:
            return
        is_new = table not in self.rooms
        try:
            room = await self._room(table, retry=False)
            if is_new:
                self._woken.add(table)
            async with room.lock:
                if not self.bus.is_alone:
                    await room.reload()
                    room.refresh()
                room.consider()
        except DatabaseAway:
            raise
        except Refused as error:
            log.warning("table %s: %s", table, error)
        except Exception:
            log.exception("table %s could not go on", table)

    async def _let_go(self) -> None:
        """Close unused rooms; if tables wait for a place, also those that only the sweep has opened."""
        oldest = self.time.steady() - self.settings.idle
        for room in list(self.rooms.values()):
            if room.is_idle and (room.id in self._woken or room.used < oldest):
                self._drop(room)
            elif self._swept and room.id in self._woken:
                async with room.lock:  # not in the middle of an answer
                    if room.id in self._woken and not room.watchers:
                        self._drop(room)

    def keep_failure(self, table: str, error: RuleFailed) -> None:
        """Save the moment at which a rule failed, so that a developer can reproduce it."""
        log.error("table %s: %s", table, error)
        self.metrics.count("rule_failures")
        folder = Path(self.settings.data) / "failures"
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{table}-{int(time.time())}.moment").write_bytes(error.moment)
