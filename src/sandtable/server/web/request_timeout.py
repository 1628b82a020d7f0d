"""A time limit for incomplete requests, for which uvicorn would wait for ever."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as _Protocol
else:
    _Protocol = AutoHTTPProtocol

TOO_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\n"
    b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%s"
)
WHY = b'{"error": "The request was not finished in time.", "code": "late"}'


class PatientProtocol(_Protocol):
    """A connection whose next request must arrive completely, headers and body, within `seconds`.

    Between requests uvicorn's own limit for idle connections applies; a WebSocket has none.
    """

    seconds = 30.0
    _timer: asyncio.TimerHandle | None = None
    _finished: Any = None
    _has_begun = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begin_waiting()

    def data_received(self, data: bytes) -> None:
        if self._timer is None:
            self._begin_waiting()
        self._has_begun = True
        super().data_received(data)
        cycle = self._current()
        if cycle is not None and cycle is not self._finished and not cycle.more_body:
            self._finished, self._has_begun = cycle, False
            self._end_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_waiting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, *request: Any) -> None:
        self._end_waiting()
        super().handle_websocket_upgrade(*request)
        self._timer = None

    def _current(self) -> Any:
        """The latest request whose headers have arrived; None before the first."""
        return self.cycle

    def _begin_waiting(self) -> None:
        self._timer = self.loop.call_later(self.seconds, self._too_late)

    def _end_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_late(self) -> None:
        self._timer = None
        cycle = self._current()
        if cycle is not None and cycle is self._finished and not cycle.response_complete:
            self._begin_waiting()  # the next request has begun while the previous one is being answered
            return
        is_answered = cycle is not None and cycle is not self._finished and cycle.response_started
        # Browsers open connections in advance, and expect no response to a request they have not sent.
        if self._has_begun and not is_answered and not self.transport.is_closing():
            self.transport.write(TOO_LATE % (len(WHY), WHY))
        self.transport.close()


def patient(seconds: float) -> type[asyncio.Protocol]:
    """The protocol class with this time limit."""
    return type("Patient", (PatientProtocol,), {"seconds": seconds})
