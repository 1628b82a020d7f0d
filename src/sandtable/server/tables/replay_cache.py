"""A cache of replays, kept up to date as their games go on.

A game is played through for the first request only. Later requests cost nothing: otherwise the time they take
would tell a spectator about decisions that nobody may know of.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import msgspec

from ..wire import SeatInfo
from .recordings import Recording, RecordingUpdate
from .seat_view import SeatView

if TYPE_CHECKING:
    from ..hub import Hub
    from .room import Room

#: The size of the cache; the least recently used recordings are dropped.
MOST_BYTES = 64 * 1024 * 1024


class _Cached:
    """A recording in the cache, and the updates under way."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        #: When it was last requested.
        self.used = 0.0
        #: How many lines of the journal it will cover once all updates are done.
        self.wanted = -1
        self._seen: SeatView | None = None
        self._log = 0
        #: The last update, and the last one that shows something new. Requests wait only for the latter.
        self.last: asyncio.Task[None] | None = None
        self.due: asyncio.Task[None] | None = None

    def sees_news(self, seen: SeatView) -> bool:
        """Whether the viewpoint sees anything new since the last call."""
        before, self._seen = self._seen, seen
        return seen != before


class ReplayCache:
    """The recordings of this process, by table and seat."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._kept: OrderedDict[tuple[str, str | None], _Cached] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        """Whether a recording is being updated."""
        return bool(self._tasks)

    async def get(self, room: Room, seat: str | None) -> Recording:
        """The recording of a table from one seat, up to date."""
        if (
            not room.is_resigned
        ):  # a game that somebody has given up can be watched, though nobody plays it any more
            room.playing()
        key = (room.id, seat)
        kept = self._kept.get(key)
        if kept is None:
            seats = [SeatInfo(s.seat, s.label, "person", None) for s in room.data.seats]
            kept = self._kept[key] = _Cached(Recording(seat, seats))
        self._kept.move_to_end(key)
        kept.used = self.hub.time.steady()
        self._update(room, seat, kept)
        if kept.due is not None:
            await asyncio.shield(kept.due)
        self._make_room(key)
        return kept.recording

    def follow(self, room: Room) -> None:
        """Something has happened at a table: update its recordings, whether or not they show it."""
        if not self._kept:
            return
        for seat in (None, *(s.seat for s in room.data.seats)):
            kept = self._kept.get((room.id, seat))
            if kept is None:
                continue
            if self.hub.time.steady() - kept.used > self.hub.settings.idle:
                del self._kept[room.id, seat]
            else:
                self._update(room, seat, kept)

    def _update(self, room: Room, seat: str | None, kept: _Cached) -> None:
        if kept.wanted == room.data.lines or room.table is None:
            return
        kept.wanted = room.data.lines
        task = asyncio.create_task(self._extend(room, seat, kept, kept.wanted, kept.last))
        self._tasks.add(task)
        task.add_done_callback(self._done)
        kept.last = task
        if kept.sees_news(room.seen(seat)):
            kept.due = task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # those who await the update get the error

    async def _extend(
        self, room: Room, seat: str | None, kept: _Cached, upto: int, before: asyncio.Task[None] | None
    ) -> None:
        """Extend a recording up to a line, after the update before this one."""
        if before is not None:
            await asyncio.wait([before])
        try:
            found = await self._record(room, seat, kept.recording.lines, upto)
            if "unknown" in found:  # the worker that played it has ended, or has dropped it
                found = await self._record(room, seat, 0, upto)
            kept.recording.update(msgspec.convert(found["update"], type=RecordingUpdate))
        except BaseException:
            if self._kept.get((room.id, seat)) is kept:
                del self._kept[room.id, seat]
            raise

    async def _record(self, room: Room, seat: str | None, since: int, upto: int) -> dict[str, Any]:
        rows = await self.hub.tables.lines(room.id, since, upto)
        job: dict[str, Any] = {"job": "record", "table": room.id, "seat": seat, "since": since, "rows": rows}
        if not since:
            job["head"] = room.data.header
        return await self.hub.replay_pool.do(job, room.id, self.hub.settings.replay_seconds)

    def _make_room(self, wanted: tuple[str, str | None]) -> None:
        size = sum(kept.recording.size for kept in self._kept.values())
        for key in list(self._kept):
            if size <= MOST_BYTES:
                break
            if key != wanted:
                size -= self._kept.pop(key).recording.size

    def clear(self) -> None:
        """Forget all recordings."""
        self._kept.clear()

    async def close(self) -> None:
        going = list(self._tasks)
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)
