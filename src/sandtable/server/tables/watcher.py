"""Watchers: connections that show a table, here and in other processes."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..store.tables import CHATS
from ..wire import ByeFrame, ChatFrame
from .seatview import Eyes, encode

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("sandtable.server")


#: Close codes: this browser was logged out; the table was removed; it cannot be opened at the moment.
LOGGED_OUT, GONE, AWAY = 4401, 4410, 4503


class Watcher:
    """A connection that shows a table."""

    def __init__(self, person: str | None, name: str, eyes: Eyes, send: Callable[[bytes], None]) -> None:
        self.person, self.name, self.eyes, self.send = person, name, eyes, send
        #: The session it was opened with. It lives no longer than that.
        self.session = ""
        #: Closes the connection with a code and says why.
        self.say_bye: Callable[[str, int], None] = lambda why, code: send(encode(ByeFrame(why)))
        #: The numbers of the chat lines it was sent lately, because the same line can arrive twice.
        self._chats: deque[int] = deque(maxlen=2 * CHATS)

    @contextmanager
    def dropped_if_it_fails(self, table: str) -> Iterator[None]:
        """What is made for this connection in here concerns no other: if that fails, it is closed, and the others go on."""
        try:
            yield
        except Exception:
            log.exception("table %s: a connection cannot be shown how it stands", table)
            self.say_bye("The server failed to show you this table; the host has a record of it.", AWAY)

    def hear_chat(self, number: int, name: str, text: str, at: float) -> None:
        """Send a line of chat, once."""
        if number not in self._chats:
            self._chats.append(number)
            self.send(encode(ChatFrame(name, text, at)))


class Presence:
    """Who is watching a table: here, and in other processes according to the latest report of each. Old ones are ignored: it may have ended."""

    def __init__(self, room: Room) -> None:
        self._room, self._hub = room, room.hub
        #: Process -> (seats whose player is present, whether anybody is watching, when it said so).
        self._reports: dict[str, tuple[list[str], bool, float]] = {}

    def seats(self) -> set[str]:
        """Seats whose player is watching now."""
        present = self._elsewhere()
        for watcher in self._room.watchers:
            present.update(watcher.eyes.mine)
        return present

    def has(self, seat: str) -> bool:
        """Whether the player of a seat is watching now."""
        return any(seat in it.eyes.mine for it in self._room.watchers) or seat in self._elsewhere()

    @property
    def is_watched(self) -> bool:
        """Whether anybody is watching now."""
        return bool(self._room.watchers) or any(is_watched for _, is_watched in self._recent())

    def say(self) -> None:
        """Tell the other processes who is watching here."""
        mine = sorted({seat for watcher in self._room.watchers for seat in watcher.eyes.mine})
        self._hub.bus.tell(self._room.id, "here", [mine, bool(self._room.watchers)])

    def hear(self, process: str, said: tuple[list[str], bool]) -> None:
        """Who is watching in another process."""
        before = self.seats()
        seats, is_watched = said
        self._reports[process] = (seats, is_watched, self._hub.time.steady())
        if self.seats() != before:
            self._room.tell_seats()
        if is_watched:
            self._room.thinker.looked()

    def _elsewhere(self) -> set[str]:
        if not self._reports:  # there is only this process, or nobody has come to another
            return set()
        return {seat for seats, _ in self._recent() for seat in seats}

    def _recent(self) -> Iterator[tuple[list[str], bool]]:
        oldest = self._hub.time.steady() - self._hub.presence_lasts
        return ((seats, is_watched) for seats, is_watched, when in self._reports.values() if when > oldest)
