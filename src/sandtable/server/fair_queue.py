"""A fair queue: owners who want the same few places get them in turn, and no owner holds them all."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .refusal import Refused


class FairQueue:
    """A number of places. Waiting owners get one each, in turn; requests of one owner keep their order."""

    def __init__(self, places: int, each: int, waiting: int = 100) -> None:
        """One owner may hold `each` places and have `waiting` requests in the queue."""
        self._free, self._each, self._most_waiting = places, each, waiting
        self._held: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def place(self, owner: str) -> AsyncIterator[None]:
        """Wait for a place and hold it. An owner with too many waiting requests is refused."""
        await self._take(owner)
        try:
            yield
        finally:
            self._give_back(owner)

    async def _take(self, owner: str) -> None:
        queue = self._waiting.setdefault(owner, deque())
        if len(queue) >= self._most_waiting:
            raise Refused("often", "Too many of your requests are waiting already; try again in a moment.")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._serve()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._forget(owner, turn)
            else:  # cancelled just after its turn had come
                self._give_back(owner)
            raise

    def _forget(self, owner: str, turn: asyncio.Future[None]) -> None:
        queue = self._waiting[owner]
        queue.remove(turn)
        if not queue:
            del self._waiting[owner]

    def _give_back(self, owner: str) -> None:
        self._free += 1
        self._held[owner] -= 1
        if not self._held[owner]:
            del self._held[owner]
        self._serve()

    def _serve(self) -> None:
        """Give the free places to the owners whose last turn is longest ago."""
        while self._free:
            found = self._next()
            if found is None:
                return
            owner, turn = found
            queue = self._waiting[owner]
            queue.remove(turn)
            if queue:
                self._waiting.move_to_end(owner)
            else:
                del self._waiting[owner]
            self._free -= 1
            self._held[owner] += 1
            turn.set_result(None)

    def _next(self) -> tuple[str, asyncio.Future[None]] | None:
        """The request whose turn it is. Requests that are already cancelled are skipped."""
        for owner, queue in self._waiting.items():
            if self._held.get(owner, 0) < self._each:
                for turn in queue:
                    if not turn.done():
                        return owner, turn
        return None
