"""The socket of a table while it is being opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from sandtable.server.hub import Hub
from sandtable.server.rate_limits import RateLimits
from sandtable.server.web import socket
from sandtable.server.web.socket import Connection

from ..rooms import new_table, run


def test_a_person_who_sits_down_while_their_socket_opens_has_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of the waiting room does both at once. It used to be told that the seat was not its own, and waited for ever."""
    had: list[list[str]] = []

    async def test(hubs: list[Hub]) -> None:
        hub = hubs[0]
        table, _ = await new_table(hub, "connect-four", {"red": "me", "yellow": "open"}, begins="ready")
        room, bob = await hub.room(table), await hub.people.make_guest("Bob")
        connection = Connection(None, hub, room)  # type: ignore[arg-type]
        connection.watcher.person, connection.watcher.name = bob.id, bob.name

        async def chats(table: str) -> list[Any]:
            await hub.seating.join(table, "yellow", bob.id)
            async with room.lock:
                await room.seats_changed()
            return []

        async def read(self: Connection, limits: RateLimits) -> None:
            had.append(self.watcher.eyes.mine)
            raise WebSocketDisconnect(detail="enough")

        async def write(self: Connection) -> None:
            """There is no socket to write to."""

        monkeypatch.setattr(hub.tables, "chats", chats)
        monkeypatch.setattr(Connection, "write", write)
        monkeypatch.setattr(Connection, "read", read)
        await socket._serve(connection, RateLimits(0.0))

    run(tmp_path, test)
    assert had == [["yellow"]]
