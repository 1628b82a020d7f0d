"""Telling other processes: what happened at which table. Redis carries it; a process alone tells nobody."""

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
#: How many messages wait while Redis is away; then the oldest are dropped.
MOST_WAITING = 10_000


class Message(msgspec.Struct, omit_defaults=True):
    """`what` is lines, seats, chat, here (who is present), who (asks that), thinking (a bot) or stop (it).

    With an empty `table` and `what` "back" it is no message: some may have been lost.
    """

    table: str
    what: str
    by: str = ""
    data: Any = None


Listen = Callable[[Message], Awaitable[None]]


class Bus:
    """One process alone."""

    def __init__(self) -> None:
        #: The name of this process among the others.
        self.me = secrets.token_hex(4)

    @property
    def is_alone(self) -> bool:
        return True

    async def check(self) -> None:
        """Make sure that it works."""

    async def start(self, listen: Listen) -> None:
        pass

    def tell(self, table: str, what: str, data: Any = None) -> None:
        pass

    async def close(self) -> None:
        pass


class RedisBus(Bus):
    """Several processes. A message that is lost does no harm: rows decide, and a conflict makes a process read them.

    While Redis is away, what is to be told waits. Whoever could not hear is told so when it is back.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        from redis.asyncio import Redis

        self._retry, self.patience, self._is_away = settings.retry, settings.redis_seconds, False
        try:
            self._redis = Redis.from_url(
                settings.redis, socket_connect_timeout=self.patience, socket_keepalive=True
            )
        except ValueError as error:
            raise SandtableError(f"SANDTABLE_REDIS is no address of a Redis: {error}") from None
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
            self._outbox.get_nowait()  # whoever misses it reads the rows at the next conflict or sweep
        self._outbox.put_nowait(msgspec.msgpack.encode(Message(table, what, self.me, data)))

    async def _send(self) -> None:
        while True:
            message = await self._outbox.get()
            while not await self._published(message):
                await asyncio.sleep(self._retry)

    async def _published(self, message: bytes) -> bool:
        try:
            async with asyncio.timeout(self.patience):
                await self._redis.publish(CHANNEL, message)
        except Exception as error:
            self._say_away(error)
            return False
        return True

    def _say_away(self, error: Exception) -> None:
        """Once for each time that Redis goes away."""
        if not self._is_away:
            log.warning("Redis is away: %s", error)
        self._is_away = True

    async def _listen(self, listen: Listen, ready: asyncio.Event) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    # Redis' own client may come back by itself: then it has subscribed once more.
                    async for raw in pubsub.listen():
                        if raw["type"] == "subscribe":
                            if ready.is_set():
                                log.warning("Redis is back")
                                await listen(Message("", "back"))
                            ready.set()
                            self._is_away = False
                        elif raw["type"] == "message":
                            message = msgspec.msgpack.decode(raw["data"], type=Message)
                            if message.by != self.me:
                                await listen(message)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                self._say_away(error)
                await asyncio.sleep(self._retry)

    async def close(self) -> None:
        await cancel_all(*self._tasks)
        await self._redis.aclose()


def make_bus(settings: Settings) -> Bus:
    return RedisBus(settings) if settings.redis else Bus()
