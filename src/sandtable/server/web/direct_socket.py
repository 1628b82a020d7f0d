"""A WebSocket to which a frame can be written at once, without waking up a task that sends it."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

#: The name under which the application finds `write_text` among the extensions of its scope.
EXTENSION = "sandtable.write_text"


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with a synchronous way to write.

    ASGI's `send` is a coroutine and takes a text: for every frame of every seat a task has to be woken up, and what is encoded
    has to be decoded and encoded again.
    """

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self.write_text

    def write_text(self, text: bytes) -> bool:
        """Write a text frame if the socket takes it at once. Otherwise return false: `send` waits, or says why it cannot."""
        if self.conn.state is not OPEN or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True
