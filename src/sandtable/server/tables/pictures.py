"""What people see while one answer plays on.

Non-players are part of their game: when a person has answered, the table plays their turns before it asks again. A picture
at the end of each of these turns lets the page tell them as a story, like the turns of bots.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import msgspec

from sandtable.engine import Game, Options, Table
from sandtable.engine.saving.long_games import at_each_turn, count_entries

from .chronicle import Chronicle
from .drawing import draw
from .seatview import Seen, mover_of
from .watcher import Watcher

#: The most pictures of one answer; a longer one is told in larger steps.
MOST = 120


class Picture(msgspec.Struct):
    """A table between two turns."""

    turn: int
    #: How many entries the table's log had.
    entries: int
    #: View and drawing by viewpoint, encoded.
    views: dict[str | None, tuple[bytes, bytes]]
    #: Whose turn it was.
    mover: str | None
    #: How many lines of the log each viewpoint had been told.
    told: dict[str | None, int] = {}

    def seen(self, seat: str | None) -> Seen:
        """What a viewpoint saw. Nobody is asked anything between two turns."""
        view, drawing = self.views[seat]
        return Seen(view, drawing, b"null", self.told[seat], None, None, [], None, self.mover)


class Camera:
    """Takes pictures of a table at the end of each turn, for some viewpoints: ``with Camera(table, seats).running(): ...``."""

    def __init__(self, table: Table, seats: Iterable[str | None]) -> None:
        self._table, self._seats = table, frozenset(seats)
        self._taken: list[Picture] = []

    def running(self) -> AbstractContextManager[None]:
        return at_each_turn(self._table, self._take) if self._seats else nullcontext()

    def _take(self) -> None:
        table, entries = self._table, count_entries(self._table)
        if len(self._taken) >= MOST or (self._taken and self._taken[-1].entries == entries):
            return
        views = {seat: self._look(seat) for seat in self._seats}
        self._taken.append(Picture(table.turn, entries, views, mover_of(table)))

    def _look(self, seat: str | None) -> tuple[bytes, bytes]:
        view = self._table.view(seat)
        page = self._table.game.page(view)
        return msgspec.json.encode(page), msgspec.json.encode(draw(self._table, view))

    def developed(self, log: Chronicle) -> list[Picture]:
        """The pictures that come before something more is told, with how far the log had come at each."""
        if not self._taken:
            return []
        last = count_entries(self._table)
        pictures = [picture for picture in self._taken if picture.entries < last]
        for picture in pictures:
            log.catch_up(self._table, picture.entries)
            picture.told = {seat: log.length(seat) for seat in picture.views}
        return pictures


def camera_for(table: Table, game: Game[Any], options: Options, watchers: Iterable[Watcher]) -> Camera:
    """A camera for those who are watching; it takes no pictures where no seat is played by the game itself."""
    name = game.nonplayer_option
    has_nonplayers = bool(name) and bool(getattr(options, name, ()))
    return Camera(table, {watcher.eyes.seat for watcher in watchers} if has_nonplayers else ())


def send_pictures(
    pictures: Iterable[Picture],
    watcher: Watcher,
    log: Chronicle,
    seats: bytes,
    times: dict[str, float] | None,
    lesson: bytes,
    ack: int | None,
) -> int | None:
    """Send one connection the pictures that tell it something. The first acknowledges its answer; returns what is still to be acknowledged."""
    eyes = watcher.eyes
    for picture in pictures:
        if eyes.seat not in picture.views or eyes.knows(picture.told[eyes.seat]):
            continue
        seen = picture.seen(eyes.seat)
        frame = eyes.news(seen, log, None, picture.turn, seats, times, lesson, ack)
        if frame is not None:
            watcher.send(frame)
            ack = None
    return ack
