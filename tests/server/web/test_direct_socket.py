"""Frames that are written to a socket without a task, and those that have to wait."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Close, Frame, Opcode
from websockets.uri import parse_uri

from sandtable.server import serving
from sandtable.server.loadtest.measuring import run_rate
from sandtable.server.loadtest.play import Load
from sandtable.server.loadtest.servers import own_servers
from sandtable.server.settings import Settings
from sandtable.server.web import direct_socket
from sandtable.server.web.direct_socket import TRIED, DirectProtocol, direct, is_as_tried
from sandtable.server.web.socket import EXTENSION, Connection

ROOT = Path(__file__).parents[3]


class Socket:
    """A client's socket that takes `room` frames at once, and the rest when it is let go."""

    def __init__(self, room: int) -> None:
        self.room, self.written, self.closed = room, list[bytes](), list[int]()
        self.is_free = asyncio.Event()

    def write_soon(self, frame: bytes) -> bool:
        if len(self.written) >= self.room:
            return False
        self.written.append(frame)
        return True

    async def send(self, message: dict[str, Any]) -> None:
        await self.is_free.wait()
        self.written.append(message["text"].encode())

    async def close(self, code: int, reason: str) -> None:
        self.closed.append(code)


def connection_of(socket: Socket) -> Connection:
    return Connection(socket, SimpleNamespace(), SimpleNamespace(), socket.write_soon)  # type: ignore[arg-type]


async def let_others_run() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_no_frame_overtakes_one_that_is_still_being_sent() -> None:
    """The client builds each state on the one before, so frames arrive in the order in which they were sent."""

    async def test() -> list[bytes]:
        socket = Socket(room=1)
        connection = connection_of(socket)
        writer = asyncio.create_task(connection.write())
        connection.send(b"1")
        connection.send(b"2")
        await let_others_run()
        socket.room = 10  # there is room again, but the second frame has not been sent yet
        connection.send(b"3")
        socket.is_free.set()
        await let_others_run()
        connection.send(b"4")
        writer.cancel()
        return socket.written

    assert asyncio.run(test()) == [b"1", b"2", b"3", b"4"]


class Transport(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.data, self.is_closed, self.is_aborted = b"", False, asyncio.Event()
        #: How much of what is written the client has not read.
        self.unread = 0
        self.limits: list[int | None] = []

    def write(self, data: Any) -> None:
        self.data += data

    def pause_reading(self) -> None:
        """The application reads later."""

    def abort(self) -> None:
        self.is_closed = True
        self.is_aborted.set()

    def get_write_buffer_size(self) -> int:
        return self.unread

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self.limits.append(high)

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default


class Site:
    """Connections to a server that accepts every one of them, as far as the protocol: nothing goes through a network."""

    def __init__(self, seconds: float = 3600.0, most: int = 1000) -> None:
        self.protocol, self.sends = direct(seconds, most), list[Any]()
        self.config = Config(self.app, interface="asgi3", ws=self.protocol, lifespan="off")

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            assert scope["extensions"][EXTENSION]
            self.sends.append(send)
            await send({"type": "websocket.accept"})
            await asyncio.get_running_loop().create_future()

    def connect(self) -> tuple[DirectProtocol, Transport, ClientProtocol]:
        protocol, transport = self.protocol(self.config, ServerState(), {}), Transport()
        client = ClientProtocol(parse_uri("ws://sandtable.test/"))
        protocol.connection_made(transport)
        client.send_request(client.connect())
        protocol.data_received(b"".join(client.data_to_send()))
        return protocol, transport, client


def frames(transport: Transport, client: ClientProtocol) -> list[str]:
    """The texts, and the codes of closing, that a client has been sent since the last time."""
    data, transport.data = transport.data, b""
    client.receive_data(data)
    found = [event for event in client.events_received() if isinstance(event, Frame)]
    return [
        str(Close.parse(it.data).code) if it.opcode is Opcode.CLOSE else bytes(it.data).decode()
        for it in found
    ]


def test_a_protocol_writes_only_while_its_socket_is_open() -> None:
    """Whatever it does not write is left to `send`, which says when the client has gone."""

    async def test() -> None:
        protocol, transport, client = Site().connect()
        assert not protocol.write_text(b"too early")
        await let_others_run()
        assert protocol.write_text("Marineris\u2033".encode())
        protocol.pause_writing()
        assert protocol.write_text(b"waits")  # in the transport's buffer, where it counts as unread
        await let_others_run()
        assert frames(transport, client) == ["Marineris\u2033", "waits"]
        protocol.shutdown()
        assert not protocol.write_text(b"closed")
        protocol.connection_lost(None)

    asyncio.run(test())


def test_a_client_is_cut_off_when_a_frame_has_waited_too_long() -> None:
    """protocol.md: a client that does not read is cut off. The buffer tells as soon as anything waits, and when nothing does."""

    async def test() -> None:
        protocol, transport, _ = Site(seconds=0.0).connect()
        assert transport.limits == [0]
        await let_others_run()
        protocol.pause_writing()
        protocol.resume_writing()
        await let_others_run()
        assert not transport.is_aborted.is_set()  # it has read everything in time
        protocol.pause_writing()
        transport.close()  # it would wait for the client to read the rest, for ever
        await asyncio.wait_for(transport.is_aborted.wait(), 20)

    asyncio.run(test())


def test_a_client_is_cut_off_when_too_much_is_queued() -> None:
    """Whatever fills the buffer, also answers to its own pings, which no rate limit delays."""

    async def test() -> None:
        site = Site(most=1000)
        for fill in (
            lambda protocol, client: protocol.write_text(b"x"),
            lambda protocol, client: (
                client.send_ping(b""),
                protocol.data_received(client.data_to_send()[0]),
            ),
        ):
            protocol, transport, client = site.connect()
            await let_others_run()
            assert frames(transport, client) == []
            for unread, is_cut in ((1000, False), (1001, True)):
                transport.unread = unread
                fill(protocol, client)
                await let_others_run()
                assert transport.is_aborted.is_set() == is_cut

    asyncio.run(test())


def test_a_connection_that_raises_does_not_hold_up_the_others(caplog: pytest.LogCaptureFixture) -> None:
    """Frames of all connections are sent in one go: those after the one at fault used to be lost."""

    async def test() -> None:
        site = Site()
        (ann, to_ann, _), (bob, to_bob, at_bob) = site.connect(), site.connect()
        await let_others_run()
        frames(to_bob, at_bob)

        def fail(text: bytes) -> None:
            raise RuntimeError("no memory")

        ann.conn.send_text = fail  # type: ignore[method-assign,assignment]
        assert ann.write_text(b"1")
        assert bob.write_text(b"1")
        await let_others_run()
        assert to_ann.is_aborted.is_set()
        assert frames(to_bob, at_bob) == ["1"]
        assert bob.write_text(b"2")  # and the next round begins
        await let_others_run()
        assert frames(to_bob, at_bob) == ["2"]

    with caplog.at_level(logging.WARNING, "sandtable.server"):
        asyncio.run(test())
    assert [record.exc_info for record in caplog.records] == [None]
    assert "no memory" in caplog.text


def test_frames_of_all_connections_are_sent_together_in_order() -> None:
    """Nothing is sent while others still run, and a connection that has gone holds up nobody."""

    async def test() -> None:
        site = Site()
        (ann, to_ann, at_ann), (bob, to_bob, at_bob), (eve, to_eve, _) = (site.connect() for _ in range(3))
        await let_others_run()
        for transport, client in ((to_ann, at_ann), (to_bob, at_bob)):
            assert frames(transport, client) == []  # it has been accepted
        to_eve.data = b""
        for text in (b"1", b"2"):
            assert all(protocol.write_text(text) for protocol in (eve, ann, bob))
        assert (to_ann.data, to_bob.data) == (b"", b"")
        to_eve.is_closed = True
        await let_others_run()
        assert frames(to_ann, at_ann) == frames(to_bob, at_bob) == ["1", "2"]
        assert not to_eve.data
        assert ann.write_text(b"3")
        await let_others_run()
        assert frames(to_ann, at_ann) == ["3"]

    asyncio.run(test())


def test_what_was_written_comes_before_what_is_sent_later() -> None:
    """A frame that says why a connection is closed must arrive before the end of it."""

    async def test() -> None:
        site = Site()
        (ann, to_ann, at_ann), (bob, to_bob, at_bob) = site.connect(), site.connect()
        await let_others_run()
        assert ann.write_text(b"why")
        await site.sends[0]({"type": "websocket.close", "code": 4403})
        assert frames(to_ann, at_ann) == ["why", "4403"]
        assert bob.write_text(b"last words")
        bob.shutdown()
        assert frames(to_bob, at_bob) == ["last words", "1012"]

    asyncio.run(test())


@pytest.mark.parametrize("parts", [[b"\xff"], [b"\xe2\x80", b"\x28"]], ids=["whole", "in fragments"])
def test_a_text_that_is_not_utf_8_closes_its_connection_with_one_line_in_the_log(
    parts: list[bytes], caplog: pytest.LogCaptureFixture
) -> None:
    """14: it wrote a traceback each time. RFC 6455, 8.1: the code is 1007."""

    async def test() -> list[str]:
        protocol, transport, client = Site().connect()
        await let_others_run()
        assert frames(transport, client) == []
        for i, part in enumerate(parts):
            is_last = i == len(parts) - 1
            (client.send_text if i == 0 else client.send_continuation)(part, is_last)
        protocol.data_received(b"".join(client.data_to_send()))
        await let_others_run()
        assert transport.is_closed
        return frames(transport, client)

    assert asyncio.run(test()) == ["1007"]
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("WARNING", None)]


def test_a_character_in_two_fragments_is_one(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        protocol, transport, client = Site().connect()
        await let_others_run()
        assert frames(transport, client) == []
        client.send_text("Marineris\u2033".encode()[:-1], False)
        client.send_continuation("\u2033".encode()[-1:], True)
        protocol.data_received(b"".join(client.data_to_send()))
        assert not transport.is_closed

    asyncio.run(test())
    assert not caplog.records


def test_uvicorn_is_one_that_direct_sockets_were_tried_with() -> None:
    """If this fails, uvicorn was updated: read what has changed in its class, run these tests and `sandtable loadtest`, and add the version.

    docs/decisions/direct-sockets.md names the same versions.
    """
    assert is_as_tried(), f"direct sockets were not tried with uvicorn {uvicorn.__version__}"
    page = (ROOT / "docs" / "decisions" / "direct-sockets.md").read_text(encoding="utf-8")
    assert all(version in page for version in TRIED.values())


def test_an_ordinary_socket_takes_over_from_another_uvicorn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whether its class has changed, its source cannot be read, or it is gone."""
    settings = Settings(data=tmp_path)
    assert issubclass(cast(type, serving.sockets_of(settings)), DirectProtocol)
    assert not is_as_tried(type("Other", (), {}))
    monkeypatch.setattr(direct_socket, "TRIED", {})
    assert serving.sockets_of(settings) == "auto"
    monkeypatch.setitem(sys.modules, "sandtable.server.web.direct_socket", None)
    assert serving.sockets_of(settings) == "auto"
    assert "not tried with uvicorn" in caplog.text


def test_a_game_is_played_through_ordinary_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames then go through the outbox of the connection, and say the same."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    untried = "import sandtable.server.web.direct_socket as it\nit.TRIED = {}\n"
    (tmp_path / "sitecustomize.py").write_text(untried)
    with own_servers() as servers:
        load = Load("connect-four", tables=2)
        found = asyncio.run(run_rate([servers[0].url], load, 100.0, 0.0, least=20))
    assert found.answers >= 20
    assert found.refused == 0
