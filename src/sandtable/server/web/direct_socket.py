"""A WebSocket to which frames can be written without waking up a task that sends them.

It relies on how one class of uvicorn works inside; docs/decisions/direct-sockets.md says why, and what to do when that changes.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import inspect
import logging
import socket
import struct
from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

from .socket import EXTENSION

#: The versions of uvicorn that this was tried with, by the digest of the source of the class that is extended here.
TRIED = {"0bbcec98938432f7": "0.54.0"}
log = logging.getLogger("sandtable.server")
#: The close code of the WebSocket protocol for a text that is none.
NOT_UTF_8 = 1007
#: Reset a connection when it is closed, so that the kernel does not keep what nobody reads.
_RESET = struct.pack("ii", 1, 0)


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with a way to write that nobody waits for.

    ASGI's `send` is a coroutine and takes a text: for every frame of every seat a task has to be woken up, and what is encoded
    has to be decoded and encoded again.

    Frames are sent when everything else that is ready to run has run, those of all connections together: answers that are
    stored together are told together, and to send in between takes longer, because each frame then wakes up its
    reader by itself.

    Nothing ever waits for a client: what its socket does not take at once is in the transport's buffer. If that has not been empty for
    `seconds`, or has more than `most` bytes, the connection is aborted. A closing handshake would only be queued behind the rest.
    """

    #: The connections of a server that have something to send.
    unsent: list[DirectProtocol]
    seconds: float
    most: int
    #: What this connection has to send.
    _texts: list[bytes]
    _giving_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._texts = []
        self.transport.set_write_buffer_limits(0)  # pause as soon as anything waits, resume when nothing does

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._giving_up = self.loop.call_later(self.seconds, self.abort)

    def resume_writing(self) -> None:
        self._stop_timer()
        super().resume_writing()

    def _stop_timer(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None

    def abort(self) -> None:
        """Drop the connection, and everything that waits to be sent."""
        with contextlib.suppress(OSError, AttributeError):  # not every transport has a socket
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        self.transport.abort()

    def _abort_if_too_much_waits(self) -> None:
        if self.transport.get_write_buffer_size() > self.most:
            self.abort()

    def handle_ping(self) -> None:
        super().handle_ping()
        self._abort_if_too_much_waits()

    def send_receive_event_to_app(self) -> None:
        """A text that is not UTF-8 is the client's mistake; uvicorn's own answer is the same, with a traceback in the log."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                log.warning("a connection is closed because it sent a text frame that is not UTF-8")
                self.conn.send_close(NOT_UTF_8)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self.write_text

    def write_text(self, text: bytes) -> bool:
        """Send a text frame in a moment. Returns false unless the socket is open; `send` says why it cannot."""
        if self.conn.state is not OPEN or self.transport.is_closing():
            return False
        if not self._texts:
            if not self.unsent:
                self.loop.call_soon(_send_all, self.unsent)
            self.unsent.append(self)
        self._texts.append(text)
        return True

    def send_texts(self) -> None:
        """Send what was written. If the client has gone meanwhile, nobody misses it."""
        texts, self._texts = self._texts, []
        if texts and self.conn.state is OPEN and not self.transport.is_closing():
            for text in texts:
                self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self._abort_if_too_much_waits()

    async def send(self, message: ASGISendEvent) -> None:
        self.send_texts()  # it was written first
        await super().send(message)

    def shutdown(self) -> None:
        self.send_texts()
        super().shutdown()


def direct(seconds: float = 20.0, most: int = 1_000_000) -> type[DirectProtocol]:
    """The protocol class for one server, whose connections send together. Whoever does not read for so long or leaves so much is cut off."""
    return type("Direct", (DirectProtocol,), {"unsent": [], "seconds": seconds, "most": most})


def is_as_tried(base: type = WebSocketsSansIOProtocol) -> bool:
    """Whether uvicorn's class is one that this was tried with."""
    try:
        source = inspect.getsource(base)
    except (OSError, TypeError):
        return False
    return hashlib.sha256(source.encode()).hexdigest()[:16] in TRIED


def _send_all(unsent: list[DirectProtocol]) -> None:
    """Send what every connection has to send. One that fails is dropped, and holds up nobody."""
    protocols = unsent[:]
    unsent.clear()
    for protocol in protocols:
        try:
            protocol.send_texts()
        except Exception as error:
            log.warning("a connection is dropped because a frame could not be sent: %r", error)
            protocol.abort()
