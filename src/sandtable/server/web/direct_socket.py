"""A WebSocket to which frames can be written without waking up a task that sends them."""

from __future__ import annotations

from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

#: The name under which the application finds `write_text` among the extensions of its scope.
EXTENSION = "sandtable.write_text"


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with a synchronous way to write.

    ASGI's `send` is a coroutine and takes a text: for every frame of every seat a task has to be woken up, and what is encoded
    has to be decoded and encoded again.

    Frames are sent when everything else that is ready to run has run, those of all connections together: answers that are
    stored together are told together, and to send in between takes longer, because each frame then wakes up its
    reader by itself.
    """

    #: The connections of a server that have something to send.
    unsent: list[DirectProtocol]
    #: What this connection has to send.
    _texts: list[bytes]

    def handle_connect(self, event: Request) -> None:
        self._texts = []
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self.write_text

    def write_text(self, text: bytes) -> bool:
        """Send a text frame in a moment, if the socket takes it. Otherwise return false: `send` waits, or says why it cannot."""
        if self.conn.state is not OPEN or not self.writable.is_set() or self.transport.is_closing():
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

    async def send(self, message: ASGISendEvent) -> None:
        self.send_texts()  # it was written first
        await super().send(message)

    def shutdown(self) -> None:
        self.send_texts()
        super().shutdown()


def direct() -> type[DirectProtocol]:
    """The protocol class for one server, whose connections send together."""
    return type("Direct", (DirectProtocol,), {"unsent": []})


def _send_all(unsent: list[DirectProtocol]) -> None:
    protocols = unsent[:]
    unsent.clear()
    for protocol in protocols:
        protocol.send_texts()
