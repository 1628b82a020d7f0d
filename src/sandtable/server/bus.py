"""Messages between server processes about what happened at which table, sent through Redis.

A server that runs as a single process needs none.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from sandtable.engine import SandtableError

from .cancelling import cancel_all
from .settings import Settings

log = logging.getLogger("sandtable.server")
CHANNEL = "sandtable:tables"
#: How many messages to keep while Redis is down; beyond that the oldest are dropped.
MOST_WAITING = 10_000


class Message(msgspec.Struct, omit_defaults=True):
    """What happened at a table, or to a person's sessions.

    `what` is lines, seats, removed, chat, here (who is present), who (asks for that), thinking (a bot is) or
    stop (stop it). "sessions", with an empty `table`, says that sessions of a person have ended. "back", with an empty `table`, is made by the bus itself: Redis was down and messages may have
    been lost.
    """

    table: str
    what: str
    by: str = ""
    data: Any = None


Listen = Callable[[Message], Awaitable[None]]


class Bus:
    """The bus of a single process: there is nobody to tell."""

    def __init__(self) -> None:
        #: How other processes know this one.
        self.me = secrets.token_hex(4)

    @property
    def is_alone(self) -> bool:
        return True

    async def check(self) -> None:
        """Raise an error if the bus cannot be used."""

    async def start(self, listen: Listen) -> None:
        pass

    def tell(self, table: str, what: str, data: Any = None) -> None:
        pass

    async def close(self) -> None:
        pass


class RedisBus(Bus):
    """The bus of several processes.

    A lost message does no harm: the database decides, and a conflict makes a process read it again. While
    Redis is down, outgoing messages wait. When it is back, the listener is told that it may have missed some.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        from redis.asyncio import Redis

        self._retry, self.patience = settings.retry, settings.redis_seconds
        #: What does not work at the moment: sending, listening.
        self._failing: set[str] = set()
        try:
            self._redis = Redis.from_url(
                settings.redis, socket_connect_timeout=self.patience, socket_keepalive=True
            )
        except ValueError as error:
            raise SandtableError(f"SANDTABLE_REDIS is not the address of a Redis server: {error}") from None
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_alone(self) -> bool:
        return False

    async def check(self) -> None:
        try:
            await self._redis.ping()
        except Exception as error:
            raise SandtableError(f"Redis (SANDTABLE_REDIS) cannot be used: {error}") from None

    async def start(self, listen: Listen) -> None:
        await self.check()
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(listen, ready)),
            asyncio.create_task(self._send()),
        ]
        await asyncio.wait_for(ready.wait(), 10)

    def tell(self, table: str, what: str, data: Any = None) -> None:
        if self._outbox.qsize() >= MOST_WAITING:
            self._outbox.get_nowait()  # a process that misses it reads the rows at the next conflict or sweep
        self._outbox.put_nowait(msgspec.msgpack.encode(Message(table, what, self.me, data)))

    async def _send(self) -> None:
        while True:
            message = await self._outbox.get()
            while not await self._published(message):
                await asyncio.sleep(self._retry)

    async def _published(self, message: bytes) -> bool:
        for is_last in (False, True):  # after an outage the first connection of its pool may be dead
            try:
                async with asyncio.timeout(self.patience):
                    await self._redis.publish(CHANNEL, message)
            except Exception as error:
                if is_last:
                    self._fails("sending", error)
            else:
                self._works("sending")
                return True
        return False

    def _fails(self, what: str, error: Exception) -> None:
        """Log it once for each outage."""
        if not self._failing:
            log.warning("Redis is down: %s", str(error) or type(error).__name__)
        self._failing.add(what)

    def _works(self, what: str) -> None:
        if self._failing:
            self._failing.discard(what)
            if not self._failing:
                log.warning("Redis is back")

    async def _listen(self, listen: Listen, ready: asyncio.Event) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    # The Redis client may reconnect by itself; then it subscribes once more.
                    async for raw in pubsub.listen():
                        if raw["type"] == "subscribe":
                            self._works("listening")
                            if ready.is_set():
                                await listen(Message("", "back"))
                            ready.set()
                        elif raw["type"] == "message":
                            message = msgspec.msgpack.decode(raw["data"], type=Message)
                            if message.by != self.me:
                                await listen(message)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                self._fails("listening", error)
                await asyncio.sleep(self._retry)

    async def close(self) -> None:
        await cancel_all(*self._tasks)
        await self._redis.aclose()


def make_bus(settings: Settings) -> Bus:
    return RedisBus(settings) if settings.redis else Bus()
