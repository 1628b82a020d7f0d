"""Issue "a server that one guest cannot stop", 9: a request that is never finished is dropped after a while."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from ..host import Host
from ..player import Player

#: Seconds. What is finished here is finished sooner, on a busy machine too.
LIMIT = 1.5


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("unfinished"), SANDTABLE_REQUEST_WITHIN=str(LIMIT)).start()
    yield host
    host.stop()


def request(host: Host, method: str, path: str, *more: str) -> bytes:
    head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{host.port}", *more]
    return "\r\n".join([*head, "", ""]).encode()


def rest_of(connection: socket.socket) -> bytes:
    """What comes until the server ends the connection."""
    data = b""
    while part := connection.recv(65536):
        data += part
    return data


GUEST = ("Content-Type: application/json", "Content-Length: 14")


def unfinished(host: Host) -> dict[str, bytes]:
    return {
        "nothing": b"",
        "a line": b"GET / HTT",
        "headers": request(host, "GET", "/")[:-2],
        "a body": request(host, "POST", "/api/guest", *GUEST) + b'{"name"',
        "chunks": request(host, "POST", "/api/guest", GUEST[0], "Transfer-Encoding: chunked")
        + b"5\r\nabcde\r\n",
    }


def drip(connection: socket.socket) -> None:
    """Send a byte now and then, until the server ends the connection."""
    connection.settimeout(0.05)
    while True:
        try:
            connection.sendall(b"x")
            if not connection.recv(1000):
                return
        except TimeoutError:
            continue
        except ConnectionError:
            return


def test_what_is_never_finished_is_dropped(host: Host) -> None:
    """Also a second request on a connection, and one that drips: each byte is progress, and still it is no request.

    All of them at once: the test waits for the limit only once.
    """
    with ExitStack() as stack:

        def connect() -> socket.socket:
            return stack.enter_context(socket.create_connection(("127.0.0.1", host.port), 30))

        open_ones = {}
        for name, data in unfinished(host).items():
            open_ones[name] = connect()
            open_ones[name].sendall(data)
        second = connect()
        second.sendall(request(host, "GET", "/health"))
        assert second.recv(65536).startswith(b"HTTP/1.1 200 ")
        second.sendall(b"GET /")
        dripping = connect()
        dripping.sendall(b"GET / HTTP/1.1\r\nX: ")
        drip(dripping)
        for name, connection in open_ones.items():
            came = rest_of(connection)
            assert came.startswith(b"HTTP/1.1 408 ") if name != "nothing" else came == b"", name
        assert b"HTTP/1.1 408 " in rest_of(second)
    assert "Traceback" not in host.log


def test_what_is_finished_stays(host: Host) -> None:
    """A socket at a table, and a connection that is used again, outlast the limit."""
    with Player(host.url) as ann:
        table = ann.new("connect-four", {"red": "me", "yellow": "me"})["id"]
        with ann.sit(table, "red") as sitting, socket.create_connection(("127.0.0.1", host.port), 30) as late:
            sitting.look()
            rest_of(late)  # longer than the limit
            assert sitting.do("ping")["t"] == "pong"
            assert sitting.answer("drop:4")["t"] == "state"
            assert ann.get("/api/me")["name"] == "Ann"
