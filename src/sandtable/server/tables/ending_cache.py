"""The endings of finished games: each is told once, in a worker, and kept while there is room."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec

from sandtable.engine import Ending

from ..refusal import Refused
from ..wire import EndingInfo

if TYPE_CHECKING:
    from ..hub import Hub
    from .room import Room

#: How many endings to keep. A finished game never changes.
MOST = 200


class EndingCache:
    """The endings of finished games in this process, by table."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._told: OrderedDict[str, asyncio.Task[Ending]] = OrderedDict()

    async def get(self, room: Room) -> EndingInfo:
        """The ending of a finished game. While a game lasts there is none: it would tell its secrets."""
        data = room.data
        if data.state != "finished" or data.header is None:
            raise Refused("conflict", "The game is not over.")
        task = self._told.get(room.id)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._told[room.id] = asyncio.create_task(self._tell(room))
        self._told.move_to_end(room.id)
        while len(self._told) > MOST:
            self._told.popitem(last=False)
        ending = await asyncio.shield(task)
        players = {it.id: it.who or "" for it in room.seat_infos()}
        return EndingInfo(ending, data.created, data.updated, players)

    async def _tell(self, room: Room) -> Ending:
        data = room.data
        assert data.header is not None
        job = {
            "job": "ending",
            "journal": await self.hub.tables.journal(room.id, data.header),
            "sentence": data.outcome.reason if room.is_resigned and data.outcome is not None else "",
            "winners": data.outcome.winners if data.outcome is not None else [],
        }
        found = await self.hub.replay_pool.do(job, room.id, self.hub.settings.replay_seconds)
        return msgspec.convert(found["ending"], type=Ending)

    async def close(self) -> None:
        going = [task for task in self._told.values() if not task.done()]
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)
