"""Watchers: connections that show a table."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from ..store.tables import CHATS
from ..wire import ByeFrame, ChatFrame
from .seatview import Eyes, encode


class Watcher:
    """A connection that shows a table."""

    def __init__(self, person: str | None, name: str, eyes: Eyes, send: Callable[[bytes], None]) -> None:
        self.person, self.name, self.eyes, self.send = person, name, eyes, send
        #: Closes the connection and says why.
        self.say_bye: Callable[[str], None] = lambda why: send(encode(ByeFrame(why)))
        #: The numbers of the chat lines it was sent lately, because the same line can arrive twice.
        self._chats: deque[int] = deque(maxlen=2 * CHATS)

    def hear_chat(self, number: int, name: str, text: str, at: float) -> None:
        """Send a line of chat, once."""
        if number not in self._chats:
            self._chats.append(number)
            self.send(encode(ChatFrame(name, text, at)))
