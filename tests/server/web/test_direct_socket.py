"""Frames that are written to a socket at once, and those that have to wait."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from uvicorn import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.uri import parse_uri

from sandtable.server.web.direct_socket import EXTENSION, DirectProtocol
from sandtable.server.web.socket import SLOW, Connection


class Socket:
    """A client's socket that takes `room` frames at once, and the rest when it is let go."""

    def __init__(self, room: int) -> None:
        self.room, self.written, self.closed = room, list[bytes](), list[int]()
        self.is_free = asyncio.Event()

    def write_at_once(self, frame: bytes) -> bool:
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
    return Connection(socket, SimpleNamespace(), SimpleNamespace(), socket.write_at_once)  # type: ignore[arg-type]


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


def test_a_client_that_does_not_read_is_disconnected() -> None:
    """Frames for it would fill the memory; it may come back and is sent everything."""

    async def test() -> list[int]:
        socket = Socket(room=0)
        connection = connection_of(socket)
        writer = asyncio.create_task(connection.write())
        for _ in range(SLOW + 3):
            connection.send(b"{}")
        socket.is_free.set()
        await asyncio.wait_for(writer, 20)
        return socket.closed

    assert asyncio.run(test()) == [4408]


class Transport(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.data, self.is_closed = b"", False

    def write(self, data: Any) -> None:
        self.data += data

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default


def test_a_protocol_writes_only_while_its_socket_is_open_and_takes_more() -> None:
    """Whatever it does not write is left to `send`, which waits until there is room and says when the client has gone."""
    offered: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            offered.append(scope["extensions"][EXTENSION])
            await send({"type": "websocket.accept"})
            await asyncio.get_running_loop().create_future()

    async def test() -> None:
        protocol = DirectProtocol(Config(app, ws=DirectProtocol, lifespan="off"), ServerState(), {})
        transport, client = Transport(), ClientProtocol(parse_uri("ws://sandtable.test/"))
        protocol.connection_made(transport)
        client.send_request(client.connect())
        protocol.data_received(b"".join(client.data_to_send()))
        assert not protocol.write_text(b"too early")
        await let_others_run()
        (write,) = offered
        assert write("Marineris\u2033".encode())
        protocol.pause_writing()
        assert not write(b"no room")
        protocol.resume_writing()
        assert write(b"room")
        client.receive_data(transport.data)
        frames = [event.data for event in client.events_received() if isinstance(event, Frame)]
        assert frames == ["Marineris\u2033".encode(), b"room"]
        protocol.shutdown()
        assert not write(b"closed")
        protocol.connection_lost(None)

    asyncio.run(test())
