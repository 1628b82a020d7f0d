"""Issue "a server that one guest cannot stop", 4 and 5: the sweep reaches every table, in bounded memory, whatever is wrong with one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from sandtable.server.app import make_litestar
from sandtable.server.hub import Hub
from sandtable.server.lobby import setup
from sandtable.server.lobby.setup import begun, lay_table
from sandtable.server.settings import Settings
from sandtable.server.tables import catalogue
from sandtable.server.tables.room import Room
from sandtable.server.web import lobby
from sandtable.server.wire import Clock, NewTable

from ..rooms import processes

BOTS = {"red": "bot:random", "yellow": "bot:random"}
Step = Callable[[Hub], Awaitable[None]]


async def store(hub: Hub, ids: list[str], game: str = "connect-four", **more: Any) -> None:
    """Tables whose games have begun, and which are in nobody's memory."""
    person = await hub.people.make_guest("Ann")
    for table in ids:
        data = lay_table(NewTable(game, **more), person)
        data.id = table
        await hub.tables.create(data)
        await begun(hub, table, person)
        room = hub.rooms.pop(table)
        async with room.lock:
            going = room.close()
        await asyncio.gather(*going, return_exceptions=True)


def run(folder: Path, before: Step, after: Step, **more: Any) -> None:
    """Store tables in one process, and sweep them in a new one, which does so only when told to."""

    async def whole() -> None:
        async with asyncio.timeout(120), processes(folder, **more) as (hub,):
            await before(hub)
            again = Hub(hub.settings)
            await again.start()
            assert again._sweeper is not None
            again._sweeper.cancel()  # before its first step
            try:
                await after(again)
            finally:
                await again.close()

    asyncio.run(whole())


async def counts(hub: Hub, tables: list[str]) -> dict[str, int]:
    return {table: await hub.tables.count(table) for table in tables}


async def moved(hub: Hub, table: str, lines: int) -> None:
    """Wait until a table has more lines than it had."""
    while await hub.tables.count(table) <= lines:
        await asyncio.sleep(0.005)


def test_every_table_moves_after_a_restart_a_page_at_a_time(tmp_path: Path) -> None:
    """5: ten tables and a page of three: no table is left out, and never more than three are in memory."""
    ids = [f"{n:016x}" for n in range(10)]

    async def before(hub: Hub) -> None:
        await store(hub, ids[::-1], seats=BOTS)  # in the order of their ids, not in that of their rows

    async def after(hub: Hub) -> None:
        lines = await counts(hub, ids)
        seen: list[str] = []
        for _ in range(4):
            await hub._sweep()
            assert len(hub.rooms) <= 3
            for table in list(hub.rooms):
                await moved(hub, table, lines[table])
            seen += sorted(hub.rooms)
        assert seen == ids

    run(tmp_path, before, after, sweep_page=3)


def test_tables_that_wait_for_nobody_stay_where_they_are(tmp_path: Path) -> None:
    """5: a week's clock is no reason to read a game every ten seconds; one that runs out before the next sweep is."""
    mine = {"red": "me", "yellow": "me"}

    async def before(hub: Hub) -> None:
        await store(hub, ["1", "2"], seats=mine, clock=Clock(each=7 * 86400))
        await store(hub, ["3"], seats=mine, clock=Clock(each=1800))
        await store(hub, ["4"], seats=mine)

    async def after(hub: Hub) -> None:
        await hub._sweep()
        assert list(hub.rooms) == ["3"]

    run(tmp_path, before, after, sweep_page=3)


def test_a_table_that_the_sweep_has_opened_leaves_the_memory_when_it_is_done(tmp_path: Path) -> None:
    """5: unless somebody has come to look at it since."""

    async def before(hub: Hub) -> None:
        await store(hub, ["1", "2"], seats={"red": "bot:random", "yellow": "me"})

    async def after(hub: Hub) -> None:
        lines = await counts(hub, ["1", "2"])
        await hub._sweep()
        for room in list(hub.rooms.values()):
            await moved(hub, room.id, lines[room.id])
            while not room.is_idle:
                await asyncio.sleep(0.005)
        await hub.room("2")
        await hub._sweep()
        assert list(hub.rooms) == ["2"]

    run(tmp_path, before, after)


def without(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """As if a game were no longer installed."""
    rest = {name: game for name, game in catalogue.installed_games().items() if name != key}
    for module in (catalogue, setup, lobby):
        monkeypatch.setattr(module, "installed_games", lambda: rest)


def test_a_table_that_cannot_be_opened_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """4: its game is no longer installed; the sweep goes on, counts it, and does not try it each time."""
    tried: list[str] = []

    async def before(hub: Hub) -> None:
        await store(hub, ["0"], "stash", seats={"ann": "bot:random", "bob": "bot:random"})
        await store(hub, ["1", "2"], seats=BOTS)

    async def after(hub: Hub) -> None:
        lines = await counts(hub, ["1", "2"])
        without(monkeypatch, "stash")
        opened = hub._opened

        async def counted(table: str) -> Room:
            tried.append(table)
            return await opened(table)

        monkeypatch.setattr(hub, "_opened", counted)
        await hub._sweep()
        for table, count in lines.items():
            await moved(hub, table, count)
        await hub._sweep()
        assert tried.count("0") == 1
        assert "sandtable_unopened 1\n" in hub.metrics.text(hub.gauges())

    run(tmp_path, before, after)


def test_a_table_that_fails_while_it_is_opened_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """4: whatever goes wrong in one table stays there."""

    async def before(hub: Hub) -> None:
        await store(hub, ["0", "1"], seats=BOTS)

    async def after(hub: Hub) -> None:
        lines = await counts(hub, ["1"])
        journal = hub.tables.journal

        async def fails(table: str, *words: Any) -> bytes:
            if table == "0":
                raise KeyError("a rule")
            return await journal(table, *words)

        monkeypatch.setattr(hub.tables, "journal", fails)
        await hub._sweep()
        await moved(hub, "1", lines["1"])

    run(tmp_path, before, after)


def test_a_table_that_cannot_be_opened_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """4: what is wrong is shown on the table, to those who may see it, and in the list of one's own tables."""
    with TestClient(make_litestar(Settings(data=tmp_path, workers=1, passwords="cheap"))) as client:
        client.post("/api/guest", json={"name": "Ann"})
        wanted = {"game": "stash", "seats": {"ann": "me", "bob": "me"}, "public": False}
        table = client.post("/api/tables", json=wanted).json()["id"]
        client.app.state.hub.rooms.clear()
        without(monkeypatch, "stash")
        told = client.get(f"/api/tables/{table}")
        assert told.status_code == 200
        assert "stash" in told.json()["problem"]
        assert "not installed" in told.json()["problem"]
        mine = client.get("/api/tables?which=mine").json()
        assert [(info["id"], info["problem"]) for info in mine] == [(table, told.json()["problem"])]
        assert client.get("/api/tables?which=open").json() == []
        board = client.get(f"/api/tables/{table}/board")
        assert (board.status_code, board.json()["code"]) == (503, "unopened")
        with client.websocket_connect(f"/ws/t/{table}") as socket:
            assert socket.receive_json() == {"t": "bye", "why": told.json()["problem"]}
        client.cookies.clear()
        assert client.get(f"/api/tables/{table}").status_code == 403
