"""What people see while one answer plays on.

Non-players are part of their game: when a person has answered, the table plays their turns before it asks again. A picture
at the end of each of these turns lets the page tell them as a story, like the turns of bots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import msgspec

from sandtable.engine import Table
from sandtable.engine.saving.long_games import at_each_turn, count_entries

from .seatview import Seen, glance

if TYPE_CHECKING:  # worker processes make replays, and load nothing of the rest
    from .chronicle import Chronicle
    from .watcher import Watcher

#: The most pictures of one answer; a longer one is told in larger steps.
MOST = 120


class Picture(msgspec.Struct):
    """A table between two turns."""

    turn: int
    #: How many entries the table's log had.
    entries: int
    #: What each viewpoint saw; how much of the log it had been told is filled in when the picture is developed.
    seen: dict[str | None, Seen]


class Camera:
    """Takes pictures of a table at the end of each turn, for some viewpoints."""

    def __init__(self, table: Table, seats: Iterable[str | None]) -> None:
        self._table, self._seats = table, frozenset(seats)
        self._taken: list[Picture] = []

    def film(self, do: Callable[[Table], str | None]) -> str | None:
        """Do something at the table while pictures are taken; returns the same as that."""
        with at_each_turn(self._table, self._take):
            return do(self._table)

    def _take(self) -> None:
        table, entries = self._table, count_entries(self._table)
        if len(self._taken) >= MOST or (self._taken and self._taken[-1].entries == entries):
            return
        self._taken.append(
            Picture(table.turn, entries, {seat: glance(table, seat, 0) for seat in self._seats})
        )

    def developed(self, log: Chronicle) -> list[Picture]:
        """The pictures that come before something more is told, with how far the log had come at each."""
        if not self._taken:
            return []
        last = count_entries(self._table)
        pictures = [picture for picture in self._taken if picture.entries < last]
        for picture in pictures:
            log.catch_up(self._table, picture.entries)
            for seat, seen in picture.seen.items():
                seen.told = log.length(seat)
        return pictures


def camera_for(table: Table, watchers: Iterable[Watcher]) -> Camera | None:
    """A camera for those who are watching; None if nobody is, or if no seat is played by the game itself."""
    seats = {watcher.eyes.seat for watcher in watchers} if table.has_nonplayers else set()
    return Camera(table, seats) if seats else None


def send_pictures(
    pictures: Iterable[Picture],
    watcher: Watcher,
    log: Chronicle,
    seats: bytes,
    times: bytes,
    lesson: bytes,
    ack: int | None,
) -> int | None:
    """Send one connection the pictures that tell it something. The first acknowledges its answer; returns what is still to be acknowledged."""
    eyes = watcher.eyes
    for picture in pictures:
        seen = picture.seen.get(eyes.seat)
        if seen is None or eyes.knows(seen.told):
            continue
        frame = eyes.news(seen, log, None, picture.turn, seats, times, lesson, ack)
        if frame is not None:
            watcher.send(frame)
            ack = None
    return ack
