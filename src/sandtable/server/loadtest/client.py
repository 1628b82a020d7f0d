"""A client that costs little: a WebSocket of which only what a load needs is read.

With a whole client for every seat, the clients would need more of the machine than the server that is measured.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec

from sandtable.engine import SandtableError

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class _Option(msgspec.Struct):
    key: str


class _Question(msgspec.Struct):
    options: list[_Option] = []


class _Log(msgspec.Struct):
    lines: list[msgspec.Raw]


class Line(msgspec.Struct):
    """The number of a line of the log."""

    n: int


class HeardFrame(msgspec.Struct):
    """The part of a state frame that this client reads."""

    t: str
    n: int = 0
    waiting: str | None = None
    question: _Question | None = None
    log: _Log | None = None
    outcome: Any = None
    why: str = ""


FRAMES = msgspec.json.Decoder(HeardFrame)
LINES = msgspec.json.Decoder(Line)


class Guest:
    """A guest, who can set up tables."""

    def __init__(self, server: str, name: str) -> None:
        self.server, self.cookie = server, ""
        self.call("/api/guest", {"name": name})

    def call(self, path: str, data: Any) -> Any:
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        with urlopen(Request(self.server + path, msgspec.json.encode(data), headers), timeout=60) as answer:
            self.cookie = (answer.headers["Set-Cookie"] or self.cookie).split(";")[0]
            return msgspec.json.decode(answer.read())


class Client(asyncio.Protocol):
    """One seat at one table, with a socket of its own."""

    def __init__(self, seat: str, hear: Callable[[Client, HeardFrame], None]) -> None:
        self.seat, self._hear = seat, hear
        #: The last line of the log that this seat was sent, and its number.
        self.last: bytes = b""
        self.count = 0
        self.is_closed = True
        self._buffer = bytearray()
        self._opened: asyncio.Future[None] | None = None
        self._transport: asyncio.Transport | None = None

    async def open(self, server: str, table: str, cookie: str, *, is_plain: bool = False) -> None:
        """Connect, and return once the server has agreed to speak WebSocket."""
        loop, where = asyncio.get_running_loop(), urlsplit(server)
        self._opened = loop.create_future()
        self._buffer.clear()
        await loop.create_connection(lambda: self, where.hostname or "", where.port or 80)
        assert self._transport is not None
        wanted = "" if is_plain else "&facts=all&view=changes"
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET /ws/t/{table}?seat={self.seat}{wanted} HTTP/1.1\r\nHost: {where.netloc}\r\nCookie: {cookie}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await self._opened

    def answer(self, n: int, key: str) -> None:
        """Answer the question of a frame."""
        self._write(TEXT, msgspec.json.encode({"t": "answer", "n": n, "keys": [key]}))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _write(self, kind: int, data: bytes) -> None:
        """Write a frame. A client must mask what it sends; a mask of zeros leaves it as it is."""
        size = len(data)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254, *size.to_bytes(2)])
        if self._transport is not None:
            self._transport.write(head + b"\0\0\0\0" + data)

    # What asyncio tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # That of another event loop need not be a subclass.
        self._transport, self.is_closed = cast(asyncio.Transport, transport), False

    def connection_lost(self, error: Exception | None) -> None:
        self.is_closed = True
        if self._opened is not None and not self._opened.done():
            self._opened.set_exception(
                SandtableError("The server closed a connection that was being opened.")
            )

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self._opened is not None and not self._opened.done():
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            status = self._buffer.split(b"\r\n", 1)[0].decode(errors="replace")
            if " 101 " not in status:
                self._opened.set_exception(SandtableError(f"The server refused a socket: {status}"))
                return
            del self._buffer[: end + 4]
            self._opened.set_result(None)
        while self._read_frame():
            pass

    def _read_frame(self) -> bool:
        """Handle the first frame of the buffer; false if it is not there as a whole."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, at = buffer[1] & 127, 2
        if size > 125:
            at = 4 if size == 126 else 10
            if len(buffer) < at:
                return False
            size = int.from_bytes(buffer[2:at])
        if len(buffer) < at + size:
            return False
        kind, data = buffer[0] & 15, bytes(buffer[at : at + size])
        del buffer[: at + size]
        if kind == TEXT:
            self._hear(self, FRAMES.decode(data))
        elif kind == PING:
            self._write(PONG, data)
        elif kind == CLOSE:
            self.close()
        return True

    # The log

    def lost_lines(self, frame: HeardFrame) -> bool:
        """Whether the first frame of a new connection lacks the last line that was sent on the one before."""
        if not self.count:
            return False
        lines = [] if frame.log is None else [bytes(line) for line in frame.log.lines]
        return self.last not in lines

    def read_log(self, frame: HeardFrame) -> None:
        if frame.log is not None and frame.log.lines:
            self.last = bytes(frame.log.lines[-1])
            self.count = LINES.decode(self.last).n
