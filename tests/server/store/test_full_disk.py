"""Nothing can be written: the server says so, once, refuses what it cannot save, and goes on by itself."""

from __future__ import annotations

import asyncio
import resource
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from sandtable.server.health import Health
from sandtable.server.hub import Hub
from sandtable.server.refusal import Refused
from sandtable.server.settings import Settings
from sandtable.server.store import database as database_module
from sandtable.server.store.database import DatabaseAway, Postgres

from ..host import Host
from ..player import Player
from ..rooms import run


@contextmanager
def full_disk(host: Host) -> Iterator[None]:
    """No file of a server can be written, as on a full disk: it may not reach beyond its first byte."""
    before = resource.prlimit(host.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(host.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(host.pid, resource.RLIMIT_FSIZE, before)


def until_health_is(player: Player, status: int) -> None:
    player.wait_for("/api/games", lambda games: player.http.get("/health").status_code == status)


def test_a_server_with_a_full_disk_is_not_healthy_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """12: it used to say that it was well, sent the same state again and again, and wrote a line to its log each time."""
    host = Host(tmp_path, SANDTABLE_RETRY="0.05").start()
    try:
        with Player(host.url) as ann:
            table = ann.new("connect-four", {"red": "me", "yellow": "me"})["id"]
            with ann.sit(table, "red") as red, ann.sit(table) as watcher:
                red.look()
                watcher.look()
                with full_disk(host):
                    for key in ("drop:4", "drop:5"):
                        assert red.answer(key)["why"].startswith("Not saved: ")
                    assert watcher.get("away")["why"].startswith("Not saved: ")
                    ann.post("/api/guest", 503, name="Late")
                    ann.post("/api/tables", 503, game="connect-four", seats={"red": "me", "yellow": "me"})
                    ann.get(f"/api/tables/{table}")  # what can be read is shown
                    until_health_is(ann, 503)
                assert red.get("state")["waiting"] == "red"
                red.answer("drop:4")
                watcher.until(lambda frame: frame.get("view") == red.state["view"])
                assert [frame["t"] for frame in watcher.frames].count("away") == 1
                until_health_is(ann, 200)
                ann.post("/api/guest", name="Late")
    finally:
        host.stop()
    assert host.log.count("the database cannot be written") == 1
    assert host.log.count("the database is back") == 1
    assert "Traceback" not in host.log


def test_a_disk_with_hardly_any_room_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small transaction still fits when a large one has failed; a server that tries that again and again would go back and forth."""
    usage = shutil.disk_usage(tmp_path)

    async def test(hubs: list[Hub]) -> None:
        await hubs[0].database.check()
        monkeypatch.setattr(
            database_module, "disk_usage", lambda folder: usage._replace(free=database_module.ROOM - 1)
        )
        with pytest.raises(DatabaseAway):
            await hubs[0].database.check()
        assert not await hubs[0].health.is_good()

    run(tmp_path, test)


def test_a_read_only_database_is_an_outage(tmp_path: Path, database: dict[str, str]) -> None:
    """PostgreSQL refuses to write after a switch to a standby; that can be read all the while."""

    async def test() -> None:
        url = make_url(database["SANDTABLE_DATABASE"])
        shown = url.render_as_string(hide_password=False)
        found = Postgres(Settings(data=tmp_path, database=shown))
        try:
            await found.upgrade()
            await found.check()

            def refuse(connection: object) -> None:
                connection.execute(text("SET TRANSACTION READ ONLY"))  # type: ignore[attr-defined]
                connection.execute(text("DELETE FROM chat"))  # type: ignore[attr-defined]

            with pytest.raises(DatabaseAway, match="Not saved") as away:
                await found.write(refuse)
            assert not away.value.may_be_stored
            await found.check()
        finally:
            await found.close()

    asyncio.run(test())


def test_what_is_read_does_not_end_an_outage_of_what_is_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk can be read. The log used to say "down" and "back" in turn."""

    def fail(connection: object) -> None:
        raise OSError("no room")

    async def test(hubs: list[Hub]) -> None:
        database = hubs[0].database
        monkeypatch.setattr(database, "_touch", fail)
        for _ in range(3):
            with pytest.raises(DatabaseAway):
                await database.write(fail)
            await database.read(lambda c: c.execute(text("SELECT 1")))
            with pytest.raises(DatabaseAway):
                await database.check()
        monkeypatch.undo()
        assert await database.write(lambda c: 1) == 1

    run(tmp_path, test)
    told = [record.message for record in caplog.records if "database" in record.message]
    assert told == ["the database cannot be written: no room", "the database is back"]


def test_however_many_ask_for_the_health_of_a_server_it_is_checked_once_in_a_while() -> None:
    """A check writes, and anybody may ask without an account."""

    async def test(results: list[Callable[[], None]]) -> list[bool]:
        now, checks = 0.0, iter(results)

        async def check() -> None:
            await asyncio.sleep(0)
            next(checks)()

        health = Health(check, 0.5, lambda: now)
        said = await asyncio.gather(*(health.is_good() for _ in range(5)))
        now = 0.4
        said.append(await health.is_good())
        now = 0.5
        said.append(await health.is_good())
        await health.close()
        assert next(checks, None) is None
        return said

    def works() -> None:
        pass

    def fails() -> None:
        raise Refused("away", "no database")

    def breaks() -> None:
        raise RuntimeError("a mistake")

    assert asyncio.run(test([works, fails])) == [True] * 6 + [False]
    assert asyncio.run(test([breaks, works])) == [False] * 6 + [True]
