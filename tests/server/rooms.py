"""Rooms and connections inside the test's own process, without sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from sandtable.server.hub import Hub
from sandtable.server.lobby.setup import begun, lay_table
from sandtable.server.people.accounts import Person
from sandtable.server.settings import Settings
from sandtable.server.tables.room import Room
from sandtable.server.tables.watcher import Watcher
from sandtable.server.wire import NewTable

#: Only a test that fails waits this long.
GUARD = 30.0
BOTH = {"red": "me", "yellow": "me"}


class Seat:
    """A connection without a socket."""

    def __init__(self, room: Room, person: Person, seat: str | None) -> None:
        self.frames: list[dict[str, Any]] = []
        self.room = room
        self.watcher = Watcher(person.id, person.name, seat, room.data.of(person.id), self._hear)
        room.enter(self.watcher)

    def _hear(self, data: bytes) -> None:
        frame = msgspec.json.decode(data)
        if frame["t"] == "state":
            self.frames.append(frame)

    @property
    def state(self) -> dict[str, Any]:
        return self.frames[-1]

    async def answer(self, key: str) -> None:
        n = self.watcher.n
        seat = self.watcher.seat
        assert seat is not None
        await self.room.act(self.watcher, n, 1, lambda t: (t.answer(seat, key), seat)[1])

    async def order(self) -> None:
        seat = self.watcher.seat
        assert seat is not None
        await self.room.act(
            self.watcher, None, 1, lambda t: (t.add_standing_order(seat, "*", "withdrawn"), None)[1]
        )


@asynccontextmanager
async def processes(folder: Path, count: int = 1, **more: Any) -> AsyncIterator[list[Hub]]:
    """Hubs on one database that do not hear of each other, as if every message between them were lost."""
    settings = Settings(data=folder, passwords="cheap", workers=1, sweep=3600.0, **more)
    async with AsyncExitStack() as stack:
        hubs = []
        for _ in range(count):
            hub = Hub(settings)
            await hub.start()
            stack.push_async_callback(hub.close)
            hubs.append(hub)
        yield hubs


async def new_table(hub: Hub, game: str, seats: dict[str, str], **more: Any) -> tuple[str, Person]:
    """A table of a new guest, with its game begun if nobody is missing."""
    person = await hub.people.make_guest("Ann")
    table = lay_table(NewTable(game, seats, **more), person)
    await hub.tables.create(table)
    await begun(hub, table.id, person)
    return table.id, person


def run(folder: Path, test: Callable[[list[Hub]], Awaitable[None]], count: int = 1, **more: Any) -> None:
    """Run a test with hubs that are closed afterwards."""

    async def whole() -> None:
        async with asyncio.timeout(120), processes(folder, count, **more) as hubs:
            await test(hubs)

    asyncio.run(whole())


async def until(is_so: Callable[[], Any]) -> None:
    """Let everything else go on until something is so."""
    async with asyncio.timeout(GUARD):
        while not is_so():
            await asyncio.sleep(0.001)
