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
    from ..hub import Hub

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


class Elsewhere:
    """Who is watching a table in other processes, according to the latest report of each. Old ones are ignored: it may have ended."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        #: Process -> (seats whose player is present, whether anybody is watching, when it said so).
        self._reports: dict[str, tuple[list[str], bool, float]] = {}

    def hear(self, process: str, seats: list[str], *, is_watched: bool) -> None:
        self._reports[process] = (seats, is_watched, self._hub.time.steady())

    def seats(self) -> set[str]:
        """Seats whose player is present."""
        if not self._reports:  # there is only this process, or nobody has come to another
            return set()
        return {seat for seats, _ in self._recent() for seat in seats}

    @property
    def is_watched(self) -> bool:
        """Whether anybody is watching."""
        return any(is_watched for _, is_watched in self._recent())

    def _recent(self) -> Iterator[tuple[list[str], bool]]:
        oldest = self._hub.time.steady() - self._hub.presence_lasts
        return ((seats, is_watched) for seats, is_watched, when in self._reports.values() if when > oldest)
