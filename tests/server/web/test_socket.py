"""The socket of a table while it is being opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from sandtable.server.hub import Hub
from sandtable.server.rate_limits import RateLimits
from sandtable.server.tables.watcher import LOGGED_OUT
from sandtable.server.web import socket
from sandtable.server.web.socket import Connection

from ..rooms import BOTH, new_table, run


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

        monkeypatch.setattr(hub.tables, "chats", chats)
        had.extend(await served(connection, monkeypatch))

    run(tmp_path, test)
    assert had == [["yellow"]]


def test_a_socket_whose_session_ends_while_it_opens_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever ends a session closes the sockets that are open; this one is not among them yet."""
    byes: list[tuple[str, int]] = []

    async def test(hubs: list[Hub]) -> None:
        hub = hubs[0]
        table, ann = await new_table(hub, "connect-four", BOTH)
        person = await hub.people.of_cookie(await hub.people.begin_session(ann.id))
        assert person is not None
        connection = Connection(None, hub, await hub.room(table))  # type: ignore[arg-type]
        connection.watcher.person, connection.watcher.session = person.id, person.session
        connection.watcher.say_bye = lambda why, code: byes.append((why, code))

        async def chats(table: str) -> list[Any]:
            await hub.people.end_sessions(person.id)
            await hub.sessions_ended(person.id)
            return []

        monkeypatch.setattr(hub.tables, "chats", chats)
        await served(connection, monkeypatch)

    run(tmp_path, test)
    assert byes == [("You have been logged out.", LOGGED_OUT)]


async def served(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Serve a connection without a socket until its first frame would be read. Returns its seats then."""
    had: list[list[str]] = []

    async def read(self: Connection, limits: RateLimits) -> None:
        had.append(self.watcher.mine)
        raise WebSocketDisconnect(detail="enough")

    async def write(self: Connection) -> None:
        """There is no socket to write to."""

    monkeypatch.setattr(Connection, "write", write)
    monkeypatch.setattr(Connection, "read", read)
    await socket._serve(connection, RateLimits(0.0))
    return had
