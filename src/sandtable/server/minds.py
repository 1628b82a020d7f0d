"""Thinking for seats: a world is imagined here, and what is asked about it is worked out in another process.

What goes to that process is a world its seat could be in: no seed of the real game, and nothing the seat may not know.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sandtable.engine import CannotImagine, Chair, Table

from .bots import Pool
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

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._long, self._quick = Pool(settings.workers), Pool(settings.quick_workers)
        # A world is imagined in a millisecond as a rule; some take many attempts, for which no table may wait.
        self._imagining = ThreadPoolExecutor(1, "imagine")
        self._turns = Share(1, 1)

    async def choose(
        self, copy: Table, seat: str, bot: str, owner: str, *, quick: bool = False
    ) -> dict[str, Any]:
        """What a bot would answer. `copy` is a fork of the table, which nobody else uses; `owner` is who must share."""
        job = {"job": "choose", "seat": seat, "bot": bot}
        return await self._do(job, copy, owner, quick=quick or is_quick(bot))

    async def odds(self, copy: Table, seat: str, key: str, owner: str) -> dict[str, Any]:
        """The chances of an answer."""
        return await self._do({"job": "odds", "seat": seat, "key": key}, copy, owner, quick=True)

    async def _do(self, job: dict[str, Any], copy: Table, owner: str, *, quick: bool) -> dict[str, Any]:
        pool = self._quick if quick else self._long
        patience = self.settings.quick_patience if quick else self.settings.patience
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        async with self._turns.place(owner):
            rng = random.Random(secrets.randbits(256))
            world = await loop.run_in_executor(self._imagining, imagined, copy, job["seat"], rng)
        sent = {**job, "world": world, "seed": secrets.randbits(48)}
        return await pool.do(sent, owner, until - loop.time())

    async def close(self) -> None:
        self._imagining.shutdown(wait=False, cancel_futures=True)
        await asyncio.gather(self._long.close(), self._quick.close())
