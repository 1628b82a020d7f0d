"""Thinking for seats: a world is imagined here, and what is asked about it is worked out in another process.

What goes to that process is a world its seat could be in: no seed of the real game, and nothing the seat may not know.
"""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sandtable.engine import CannotImagine, Chair, Table

from .luck import Luck
from .process_pool import WAITING, ProcessPool
from .refusal import Refused
from .settings import Settings
from .sharing import Share
from .shelf import is_quick


def imagined(table: Table, seat: str, rng: random.Random) -> bytes:
    """A world that fits everything the seat has seen, with dice of its own, as it is sent to another process."""
    try:
        return Chair(table, seat).imagine(rng).moment()
    except CannotImagine:
        raise Refused("bad", "Nothing can be said about this position.") from None


class Minds:
    """Workers for long thoughts and workers for short jobs. In both, owners of jobs take turns."""

    def __init__(self, settings: Settings, luck: Luck) -> None:
        self.settings, self.luck = settings, luck
        self._long, self._quick = ProcessPool(settings.workers), ProcessPool(settings.quick_workers)
        # A world is imagined in a millisecond as a rule; some take many attempts, for which no table may wait.
        self._imagining = ThreadPoolExecutor(1, "imagine")
        self._turns = Share(1, 1, WAITING)

    async def choose(
        self, copy: Table, seat: str, bot: str, owner: str, *, at_once: bool = False
    ) -> dict[str, Any]:
        """What a bot would answer. `copy` is a fork of the table that nobody else uses; `owner` takes turns with others.

        `at_once`: somebody waits for it, so it is a short job whichever bot it is, and has less time.
        """
        pool = self._quick if at_once or is_quick(bot) else self._long
        patience = self.settings.quick_patience if at_once else self.settings.patience
        return await self._do(pool, {"job": "choose", "seat": seat, "bot": bot}, copy, owner, patience)

    async def odds(self, copy: Table, seat: str, key: str, owner: str) -> dict[str, Any]:
        """The chances of an answer."""
        job = {"job": "odds", "seat": seat, "key": key}
        return await self._do(self._quick, job, copy, owner, self.settings.quick_patience)

    async def _do(
        self, pool: ProcessPool, job: dict[str, Any], copy: Table, owner: str, patience: float
    ) -> dict[str, Any]:
        until = asyncio.get_running_loop().time() + patience
        world = await self._world(copy, job["seat"], owner, until)
        sent = {**job, "world": world, "seed": self.luck.for_bot(copy)}
        return await pool.do(sent, owner, until - asyncio.get_running_loop().time())

    async def _world(self, copy: Table, seat: str, owner: str, until: float) -> bytes:
        rng = self.luck.for_world(copy)
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout_at(until), self._turns.place(owner):
                return await loop.run_in_executor(self._imagining, imagined, copy, seat, rng)
        except TimeoutError:
            raise Refused("bad", "That took too long and was stopped.") from None

    async def close(self) -> None:
        self._imagining.shutdown(wait=False, cancel_futures=True)
        await asyncio.gather(self._long.close(), self._quick.close())
