"""Bots, hints and odds: the room imagines a world, once, and a worker process works on it.

The worker gets a moment of a world the seat could be in: no seed of the real game, and nothing the seat may
not know.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sandtable.engine import CannotImagine, Table
from sandtable.engine.worlds.imagine import Imagination

from ..fair_queue import FairQueue
from ..refusal import Refused
from ..settings import Settings
from ..tables.bot_levels import is_quick
from ..tables.seeds import Seeds
from .process_pool import WAITING, ProcessPool, WorkerProcess

#: How many worlds to try while the room is locked. Nearly always the first one fits, within a millisecond.
TRIES_AT_ONCE = 2
#: How many more to try in a thread.
TRIES = 400


def imagined(table: Table, seat: str, rng: random.Random, tries: int = TRIES) -> bytes:
    """The moment of a world that fits everything the seat has seen, with dice of its own."""
    index = table.seat_index(seat)
    run = Imagination(table.run, index).run(rng, tries)
    return table.imagined(run, rng.getrandbits(256).to_bytes(32, "big")).moment()


class World:
    """A world for one question. Create it while holding the room's lock.

    If the first tries fail, it keeps a copy of the table, and the rest are made in a thread: no table waits
    for them.
    """

    def __init__(self, table: Table, seat: str, seeds: Seeds) -> None:
        self.seat, self._rng, self.bot_seed = seat, seeds.for_world(table), seeds.for_bot(table)
        self._moment: bytes | None = None
        self._copy: Table | None = None
        try:
            self._moment = imagined(table, seat, self._rng, TRIES_AT_ONCE)
        except CannotImagine:
            self._copy = table.fork()

    @property
    def is_ready(self) -> bool:
        return self._moment is not None

    def moment(self) -> bytes:
        """The world as it is sent to a worker. This may take long unless `is_ready`."""
        if self._moment is None:
            assert self._copy is not None
            try:
                self._moment = imagined(self._copy, self.seat, self._rng)
            except CannotImagine:
                raise Refused("bad", "This position cannot be worked out.") from None
        return self._moment


class BotJobs:
    """Two process pools: one for long thoughts, one for short jobs. In both, owners of jobs take turns."""

    def __init__(
        self, settings: Settings, seeds: Seeds, make: Callable[[], WorkerProcess] = WorkerProcess
    ) -> None:
        self.settings, self.seeds = settings, seeds
        self._long, self._quick = (
            ProcessPool(settings.workers, make),
            ProcessPool(settings.quick_workers, make),
        )
        self._imagining = ThreadPoolExecutor(1, "imagine")
        self._turns = FairQueue(1, 1, WAITING)

    def world(self, table: Table, seat: str) -> World:
        """A world for the question a seat is asked now."""
        return World(table, seat, self.seeds)

    async def choose(self, world: World, bot: str, owner: str, *, at_once: bool = False) -> str:
        """The key of what a bot would answer. `owner` takes turns with other owners.

        `at_once`: somebody waits for it, so it is a short job whichever bot it is, and has less time.
        """
        found = await self._answered("choose", world, bot, owner, at_once=at_once)
        return str(found["key"])

    async def hint(self, world: World, bot: str, owner: str, *, at_once: bool = False) -> dict[str, Any]:
        """The same with its words, its chances, who would give it, and why."""
        return await self._answered("hint", world, bot, owner, at_once=at_once)

    async def _answered(
        self, job: str, world: World, bot: str, owner: str, *, at_once: bool
    ) -> dict[str, Any]:
        pool = self._quick if at_once or is_quick(bot) else self._long
        patience = self.settings.quick_patience if at_once else self.settings.patience
        return await self._do(pool, {"job": job, "bot": bot}, world, owner, patience)

    async def odds(self, world: World, key: str, owner: str) -> dict[str, Any]:
        """The chances of an answer."""
        return await self._do(
            self._quick, {"job": "odds", "key": key}, world, owner, self.settings.quick_patience
        )

    async def preview(self, world: World, key: str, number: int | None, owner: str) -> bytes:
        """What an answer would lead to, as a frame."""
        job = {"job": "preview", "key": key, "id": number}
        found = await self._do(self._quick, job, world, owner, self.settings.quick_patience)
        frame: bytes = found["frame"]
        return frame

    async def _do(
        self, pool: ProcessPool, job: dict[str, Any], world: World, owner: str, patience: float
    ) -> dict[str, Any]:
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        if not world.is_ready:
            await self._imagine(world, owner, until)
        sent = {**job, "seat": world.seat, "world": world.moment(), "seed": world.bot_seed}
        return await pool.do(sent, owner, until - loop.time())

    async def _imagine(self, world: World, owner: str, until: float) -> None:
        try:
            async with asyncio.timeout_at(until), self._turns.place(owner):
                await asyncio.get_running_loop().run_in_executor(self._imagining, world.moment)
        except TimeoutError:
            raise Refused("bad", "That took too long and was stopped.") from None

    async def close(self) -> None:
        self._imagining.shutdown(wait=False, cancel_futures=True)
        await asyncio.gather(self._long.close(), self._quick.close())
