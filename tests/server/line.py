"""A TCP line on loopback that a test can cut, restore, or make deaf."""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType

from ..ports import own_port


class Line:
    """Leads from a port of its own to another one on this machine."""

    def __init__(self, to: int) -> None:
        self.to, self.port = to, own_port()
        self._listening: socket.socket | None = None
        self._open: set[socket.socket] = set()
        self._deaf: set[socket.socket] = set()
        self._new_are_deaf = False
        #: What happens to the next COMMIT of a transaction that names this, and the connections that have named it: "lost", "late" or "unanswered".
        self._commit, self._name, self._named = "", b"", set[socket.socket]()
        #: A connection whose COMMIT was sent and whose answer is not passed on.
        self._unanswered: socket.socket | None = None
        self._late: tuple[socket.socket, bytes] | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Line:
        self.restore()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()

    def restore(self) -> None:
        """Take connections from now on."""
        listening = self._listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", self.port))
        listening.listen(100)
        threading.Thread(target=self._accept, args=(listening,), daemon=True).start()

    def cut(self) -> None:
        """Break every connection, and refuse new ones."""
        listening, self._listening = self._listening, None
        with self._lock:
            going = list(self._open)
        for found in (*([listening] if listening else []), *going):
            with contextlib.suppress(OSError):
                found.shutdown(socket.SHUT_RDWR)
            found.close()

    def swallow(self, *, new: bool = False) -> None:
        """Half-open: whatever is sent on the present connections, either way, is lost.

        New ones work, or are deaf, too, until `hear` is called.
        """
        with self._lock:
            self._deaf |= self._open
            self._new_are_deaf = new

    def hear(self) -> None:
        """New connections work again."""
        self._new_are_deaf = False

    def break_in_commit(self, of: str, how: str) -> None:
        """Cut the line at the next COMMIT of a transaction about something: before it arrives ("lost"), or before it is answered ("unanswered").

        Or break only that connection at its near end, and keep the COMMIT until `deliver` is called ("late").
        """
        self._commit, self._name = how, of.encode()

    def deliver(self) -> None:
        """A COMMIT that was late arrives."""
        assert self._late is not None
        sink, data = self._late
        sink.sendall(data)

    def _meet_commit(self, source: socket.socket, sink: socket.socket, data: bytes) -> bool:
        """Whether this was the COMMIT at which the line is to break, or the answer to it; then it is not passed on."""
        if source is self._unanswered:
            self.cut()
            return True
        if self._commit and self._name in data:
            self._named.add(source)
        is_named = source in self._named
        if b"COMMIT" in data or b"ROLLBACK" in data:
            self._named.discard(source)
        if not self._commit or not is_named or b"COMMIT" not in data:
            return False
        how, self._commit = self._commit, ""
        if how == "lost":
            self.cut()
        elif how == "late":
            self._late = (sink, data)
            with self._lock:
                self._deaf.add(sink)  # it stays open at the far end
            source.shutdown(socket.SHUT_RDWR)
        else:
            self._unanswered = sink
            sink.sendall(data)
        return True

    def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                here, _ = listening.accept()
            except OSError:
                return
            try:
                there = socket.create_connection(("127.0.0.1", self.to), 10)
            except OSError:
                here.close()
                continue
            there.settimeout(None)
            with self._lock:
                self._open |= {here, there}
                if self._new_are_deaf:
                    self._deaf |= {here, there}
            if self._listening is not listening:  # cut meanwhile
                here.close()
                there.close()
            for a, b in ((here, there), (there, here)):
                threading.Thread(target=self._carry, args=(a, b), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if source not in self._deaf and not self._meet_commit(source, sink, data):
                    sink.sendall(data)
        if source in self._deaf or sink in self._deaf:
            return
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        with self._lock:
            self._open -= {source, sink}
