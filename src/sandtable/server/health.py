"""Whether this process can serve, for those who ask often."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from .refusal import Refused

log = logging.getLogger("sandtable.server")


class Health:
    """Checks the database at most once every so many seconds, however many ask: a check writes, and anybody may ask."""

    def __init__(self, check: Callable[[], Awaitable[None]], every: float, now: Callable[[], float]) -> None:
        self._check, self._every, self._now = check, every, now
        self._task: asyncio.Task[bool] | None = None
        self._next = 0.0

    async def is_good(self) -> bool:
        """Whether the database can be written, as of the last check."""
        if self._task is None or (self._task.done() and self._now() >= self._next):
            self._next = self._now() + self._every
            self._task = asyncio.create_task(self._checked())
        return await asyncio.shield(self._task)

    async def _checked(self) -> bool:
        try:
            await self._check()
        except Refused:  # the database has logged it
            return False
        except Exception:
            log.exception("the database cannot be checked")
            return False
        return True

    async def close(self) -> None:
        if self._task is not None:
            await self._task
