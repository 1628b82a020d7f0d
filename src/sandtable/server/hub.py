"""All tables in memory: loaded when somebody wants them, let go when nobody does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from pathlib import Path
from typing import Any

from sandtable.engine import RuleFailed

from .bots import Pool
from .bus import Message, make_bus
from .database import make_database
from .films import Films
from .guesses import Guesses
from .luck import Luck
from .metrics import Metrics
from .minds import Minds
from .notices import Notices
from .people import People
from .refusal import Refused
from .room import Room
from .seatview import encode
from .settings import Settings
from .tables import Tables
from .wire import ByeFrame, ChatFrame

log = logging.getLogger("sandtable.server")


class Hub:
    """Everything one server process has: database, people, rooms, workers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.luck = Luck(settings.seed)
        self.database = make_database(settings)
        self.people = People(self.database, settings)
        self.guesses = Guesses(settings.limits)
        self.tables = Tables(self.database)
        self.notices = Notices(settings, self.people, self.metrics)
        self.bus = make_bus(settings.redis)
        self.minds = Minds(settings, self.luck)
        #: Replays and imports have a process of their own, in which no bot thinks: they need whole journals.
        self.projector = Pool(1)
        self.films = Films(self)
        self.rooms: dict[str, Room] = {}
        self.presence_lasts = 3 * settings.sweep
        self._opening: dict[str, asyncio.Lock] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._closing = False

    async def start(self) -> None:
        await self.database.upgrade()
        await self.people.start()
        await self.bus.start(self._hear)
        self._sweeper = asyncio.create_task(self._sweep_for_ever())

    async def close(self) -> None:
        self._closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
        bye = encode(ByeFrame("The server is going down; come back in a moment."))
        going: list[asyncio.Task[Any]] = []
        for room in self.rooms.values():
            room.tell_all(bye)
            going.extend(room.close())
        # Whatever is in the middle of a query must be out of it before the database goes.
        await asyncio.gather(*going, return_exceptions=True)
        self.notices.close()
        self.people.close()
        await self.bus.close()
        await self.minds.close()
        await self.films.close()
        await self.projector.close()
        await self.database.close()

    async def room(self, table: str) -> Room:
        """The room of a table, opened if need be."""
        room = self.rooms.get(table)
        if room is None:
            lock = self._opening.setdefault(table, asyncio.Lock())
            try:
                async with lock:
                    room = self.rooms.get(table) or await self._opened(table)
            finally:
                self._opening.pop(table, None)
        room.used = time.monotonic()
        return room

    async def _opened(self, table: str) -> Room:
        room = Room(self, await self.tables.get(table))
        await room.open()
        self.rooms[table] = room
        self.bus.tell(table, "who")
        room.consider()
        return room

    async def _hear(self, message: Message) -> None:
        """Another process tells of a table; what is not in memory here is nobody's business here."""
        room = self.rooms.get(message.table)
        if room is None:
            return
        try:
            await self._heard(room, message)
        except Exception:
            log.exception("table %s: news from another process could not be read", message.table)

    async def _heard(self, room: Room, message: Message) -> None:
        if message.what == "chat":
            name, text, at = message.data
            room.tell_all(encode(ChatFrame(name, text, at)))
        elif message.what == "here":
            room.heard_here(message.by, message.data)
        elif message.what == "who":
            room.say_here()
        elif message.what == "thinking":
            room.thinker.hear(*message.data)
        elif message.what == "stop":
            room.thinker.heard_stop()
        elif message.what == "seats":
            async with room.lock:
                await room.seats_changed()
        else:
            async with room.lock:
                await room.reload()
                room.refresh()

    # Housekeeping

    async def _sweep_for_ever(self) -> None:
        first = True
        while True:
            try:
                await self._sweep(first=first)
            except Exception:
                log.exception("the sweep failed")
            first = False
            await asyncio.sleep(self.settings.sweep)

    async def _sweep(self, *, first: bool) -> None:
        """Go on with games that wait for a bot or a clock, and let go of rooms that nobody uses."""
        wait = 0.0 if first and self.bus.is_alone else self.settings.sweep
        for table in await self.tables.to_sweep(time.time() - wait):
            try:
                room = await self.room(table)
                async with room.lock:
                    if not self.bus.is_alone:
                        await room.reload()
                        room.refresh()
                    room.consider()
            except Refused as error:
                log.warning("table %s: %s", table, error)
        oldest = time.monotonic() - self.settings.idle
        for room in list(self.rooms.values()):
            if room.is_idle and room.used < oldest:
                room.close()
                del self.rooms[room.id]
            elif not self.bus.is_alone:
                room.say_here()
                if room.watchers and await self.tables.count(room.id) != room.data.lines:
                    async with room.lock:  # a message was lost
                        await room.reload()
                        room.refresh()

    def keep_failure(self, table: str, error: RuleFailed) -> None:
        """Write down the moment at which a rule failed, for whoever can mend it."""
        log.error("table %s: %s", table, error)
        self.metrics.count("rule_failures")
        folder = Path(self.settings.data) / "failures"
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{table}-{int(time.time())}.moment").write_bytes(error.moment)
