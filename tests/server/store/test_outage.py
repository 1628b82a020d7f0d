"""Issue "a server that one guest cannot stop", 2: after the database or Redis was away, every table goes on by itself."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from sqlalchemy import Connection, event, make_url, text

from sandtable.server.app import make_litestar
from sandtable.server.bus import Message, RedisBus
from sandtable.server.hub import Hub
from sandtable.server.people.accounts import Person
from sandtable.server.refusal import Refused
from sandtable.server.settings import Settings
from sandtable.server.store.database import DatabaseAway, Postgres, Sqlite
from sandtable.server.store.journal_writer import Addition
from sandtable.server.tables.room import Room

from ... import services
from ...ports import own_port
from ..line import Line
from ..rooms import BOTH, Seat, new_table
from ..rooms import run as run_alone


class Witness(Seat):
    """A connection without a socket that keeps every frame, and for which a test can wait."""

    def __init__(self, room: Room, person: Person, seat: str | None) -> None:
        self.heard: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        super().__init__(room, person, seat)

    def _hear(self, data: bytes) -> None:
        self.heard.append(msgspec.json.decode(data))
        super()._hear(data)
        self.news.set()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for the frame after which something is so."""
        while not is_so():
            self.news.clear()
            await self.news.wait()


class Services:
    """PostgreSQL and Redis behind lines that can be cut, and hubs on them that sweep only when told to."""

    def __init__(self, folder: Path, database: dict[str, str], lines: ExitStack) -> None:
        self.folder, self._lines = folder, lines
        self._database, self._redis = (
            make_url(database[name]) for name in ("SANDTABLE_DATABASE", "SANDTABLE_REDIS")
        )
        self.postgres = self._line(self._database.port)
        self.redis: list[Line] = []

    def _line(self, port: int | None) -> Line:
        assert port is not None
        return self._lines.enter_context(Line(port))

    def settings(self, *, redis: bool = False) -> Settings:
        if redis:
            self.redis.append(self._line(self._redis.port))
        return Settings(
            data=self.folder,
            database=self._database.set(port=self.postgres.port).render_as_string(hide_password=False),
            redis=self._redis.set(port=self.redis[-1].port).render_as_string() if redis else "",
            passwords="cheap",
            workers=1,
            sweep=3600.0,
            retry=0.01,
        )


Test = Callable[[Services, list[Hub]], Awaitable[None]]


@asynccontextmanager
async def hubs(services: Services, count: int, *, redis: bool) -> AsyncIterator[list[Hub]]:
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(count):
            hub = Hub(services.settings(redis=redis))
            await hub.start()
            stack.push_async_callback(hub.close)
            found.append(hub)
        yield found


def run(folder: Path, database: dict[str, str], test: Test, count: int = 1, *, redis: bool = False) -> None:
    async def whole(services: Services) -> None:
        async with asyncio.timeout(120) as limit:
            async with hubs(services, count, redis=redis) as found:
                await test(services, found)
        assert not limit.expired(), "something did not end when it was cancelled"

    with ExitStack() as lines:
        asyncio.run(whole(Services(folder, database, lines)))


def test_ten_tables_go_on_after_the_database_was_away(tmp_path: Path, database: dict[str, str]) -> None:
    """Whoever answers meanwhile is told that it is being tried again, and never that there is no game."""

    async def test(services: Services, hubs: list[Hub]) -> None:
        seats = []
        for _ in range(10):
            table, person = await new_table(hubs[0], "connect-four", BOTH)
            seats.append(Witness(await hubs[0].room(table), person, "red"))
        services.postgres.cut()
        for seat in seats:
            for _ in range(2):
                with pytest.raises(Refused, match="trying again") as refused:
                    await seat.answer("drop:4")
                assert refused.value.code == "away"
            assert seat.heard[-1]["t"] == "away"
            newcomer = Witness(seat.room, person, "yellow")
            assert [frame["t"] for frame in newcomer.heard] == ["seats", "away"]
        services.postgres.restore()
        for seat in seats:
            await seat.until(lambda seat=seat: seat.heard[-1]["t"] == "state")  # type: ignore[misc]
            await seat.answer("drop:4")
            assert seat.state["waiting"] == "yellow"
            assert seat.room.table is not None
            assert await hubs[0].tables.count(seat.room.id) == seat.room.table.number

    run(tmp_path, database, test)


def verdicts(seat: Witness, number: int) -> list[str]:
    """What a connection was told about its answer with this number."""
    return [frame["t"] for frame in seat.heard if number in (frame.get("ack"), frame.get("id"))]


async def is_blocked(database: dict[str, str]) -> bool:
    """Whether a transaction waits for another, asked on a line that nobody cuts."""
    own = Postgres(Settings(data=Path(), database=database["SANDTABLE_DATABASE"]))
    query = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    try:
        return bool(await own.read(lambda c: c.scalar(query)))
    finally:
        await own.close()


@pytest.mark.parametrize("how", ["lost", "unanswered"])
def test_whoever_answered_is_told_whether_it_was_stored_when_the_line_broke_in_the_commit(
    tmp_path: Path, database: dict[str, str], how: str
) -> None:
    """13: an answer used to be refused though it was stored. Now it is told once, when the rows can say: and it is stored once, whether or not
    the COMMIT arrived."""

    async def test(services: Services, hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        red, other = [Witness(await hub.room(table), person, "red") for hub in hubs]
        before = await hubs[0].tables.count(table)
        services.postgres.break_in_commit(table, how)
        await red.answer("drop:4")  # neither refused nor taken
        assert verdicts(red, 1) == []
        assert red.heard[-1]["t"] == "away"
        assert "not saved yet" in red.heard[-1]["why"]
        with pytest.raises(Refused, match="trying again"):
            await red.answer("drop:5")
        services.postgres.restore()
        await red.until(lambda: bool(verdicts(red, 1)))
        await other.until(lambda: other.state["waiting"] == "yellow")
        assert verdicts(red, 1) == ["state"]
        assert red.state["waiting"] == "yellow"
        async with red.room.lock:
            assert red.room.table is not None
            assert before < await hubs[0].tables.count(table) == red.room.table.number

    run(tmp_path, database, test, 2, redis=True)


def test_a_commit_that_arrives_late_does_not_contradict_what_was_told(
    tmp_path: Path, database: dict[str, str]
) -> None:
    """To look whether the answer is stored is not enough: its transaction may be still on its way, and then it would be stored after all."""

    async def test(services: Services, hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        red = Witness(await hubs[0].room(table), person, "red")
        services.postgres.break_in_commit(table, "late")
        await red.answer("drop:4")
        while not verdicts(red, 1) and not await is_blocked(database):
            await asyncio.sleep(0.01)
        assert verdicts(red, 1) == []  # it waits for the transaction that is on its way
        services.postgres.deliver()
        await red.until(lambda: bool(verdicts(red, 1)))
        assert verdicts(red, 1) == ["state"]
        rows = await hubs[0].tables.lines(table, 0)
        assert sum("drop:4" in row for row in rows) == 1

    run(tmp_path, database, test)


def test_an_answer_is_refused_if_another_was_stored_while_its_own_was_in_doubt(
    tmp_path: Path, database: dict[str, str]
) -> None:
    async def test(services: Services, hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        here, there = [Witness(await hub.room(table), person, "red") for hub in hubs]
        find, may_find = hubs[0]._bring_back, asyncio.Event()

        async def find_later(room: Room) -> None:
            await may_find.wait()
            await find(room)

        hubs[0]._bring_back = find_later  # type: ignore[method-assign]
        services.postgres.break_in_commit(table, "lost")
        await here.answer("drop:4")
        services.postgres.restore()
        while there.state["waiting"] == "red":  # its idle connections are dead, too
            with suppress(Refused):
                await there.answer("drop:5")
            await there.room.hub.database.check()
        may_find.set()
        await here.until(lambda: bool(verdicts(here, 1)))
        refused = next(frame for frame in here.heard if frame["t"] == "refused")
        assert "was not saved" in refused["why"]
        await here.until(lambda: here.state["waiting"] == "yellow")
        assert here.state["view"] == there.state["view"]

    run(tmp_path, database, test, 2)


def test_what_sqlite_could_not_commit_is_refused_and_not_stored(tmp_path: Path) -> None:
    """Its COMMIT is done in this process: nothing is in doubt when it fails."""

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        red = Witness(await hubs[0].room(table), person, "red")
        before, database = await hubs[0].tables.count(table), hubs[0].database
        assert isinstance(database, Sqlite)
        is_full = True

        def fail(connection: Any) -> None:
            if is_full:
                raise sqlite3.OperationalError("database or disk is full")

        event.listen(database._engine, "commit", fail)
        with pytest.raises(Refused, match="Not saved"):
            await red.answer("drop:4")
        assert await hubs[0].tables.count(table) == before
        is_full = False
        await red.until(lambda: red.heard[-1]["t"] == "state")
        assert [frame["t"] for frame in red.heard].count("away") == 1
        assert red.state["waiting"] == "red"
        await red.answer("drop:4")

    run_alone(tmp_path, test, retry=0.01)


def test_a_room_that_cannot_read_the_news_keeps_its_table_until_it_can(
    tmp_path: Path, database: dict[str, str]
) -> None:
    async def test(services: Services, hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        here, there = [Witness(await hub.room(table), person, "red") for hub in hubs]
        await here.answer("drop:4")
        services.postgres.cut()
        with pytest.raises(Refused, match="trying again"):
            await there.room.reload()
        assert there.room.table is not None
        assert there.state["waiting"] == "red"
        services.postgres.restore()
        await there.until(lambda: there.state["waiting"] == "yellow")
        assert there.state["view"] == here.state["view"]

    run(tmp_path, database, test, 2)


def test_a_bot_goes_on_after_the_database_was_away(
    tmp_path: Path,
    database: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """And its log has no traceback of it: the outage is a line of its own."""

    async def test(services: Services, hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", {"red": "me", "yellow": "bot:random"})
        red = Witness(await hubs[0].room(table), person, "red")
        append = hubs[0].tables.append

        async def breaks(addition: Addition) -> None:
            await append(addition)
            if addition.table == table:  # the sweep may go on with other tables in the same database
                monkeypatch.setattr(hubs[0].tables, "append", append)
                services.postgres.cut()  # red's answer is stored; the bot's will not be

        monkeypatch.setattr(hubs[0].tables, "append", breaks)
        await red.answer("drop:4")
        await red.until(lambda: red.heard[-1]["t"] == "away")
        services.postgres.restore()
        await red.until(lambda: red.state["waiting"] == "red" and len(red.state["log"]["lines"]) > 0)
        await red.answer("drop:4")

    run(tmp_path, database, test)
    assert not [record.message for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("when", [0, 1], ids=["before the wait", "after it"])
def test_a_notice_that_falls_into_an_outage_comes_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: int
) -> None:
    """Whoever is away would otherwise wait for it for ever: a notice comes once."""
    called = asyncio.Event()

    async def call(*words: Any) -> None:
        called.set()

    async def test(hubs: list[Hub]) -> None:
        asked = 0

        async def webhook_of(person: str) -> str:
            nonlocal asked
            asked += 1
            if asked == when + 1:
                raise DatabaseAway
            return "https://example.org/"

        monkeypatch.setattr(hubs[0].people, "webhook_of", webhook_of)
        monkeypatch.setattr(hubs[0].webhooks, "_call", call)
        await new_table(hubs[0], "connect-four", BOTH)
        await called.wait()

    run_alone(tmp_path, test, notice_after=0.0, retry=0.01)


def test_a_game_whose_last_seat_is_taken_in_an_outage_begins_after_it(
    tmp_path: Path, database: dict[str, str]
) -> None:
    async def test(services: Services, hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", {"red": "me", "yellow": "open"})
        red = Witness(await hubs[0].room(table), person, "red")
        await hubs[0].seating.join(table, "yellow", person.id)
        services.postgres.cut()
        async with red.room.lock:
            with pytest.raises(Refused, match="trying again"):
                await red.room.seats_changed()
        services.postgres.restore()
        await red.until(lambda: bool(red.frames))
        await red.answer("drop:4")

    run(tmp_path, database, test)


def test_a_database_that_swallows_everything_is_given_up(tmp_path: Path, database: dict[str, str]) -> None:
    """A line that is dead without being broken must not hold a table for ever."""

    async def test(services: Services, hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        red = Witness(await hubs[0].room(table), person, "red")
        database = hubs[0].database
        assert isinstance(database, Postgres)
        database.patience = 0.2
        services.postgres.swallow(new=True)  # a busy machine may be opening another connection
        with pytest.raises(Refused, match="trying again"):
            await red.answer("drop:4")
        services.postgres.hear()
        database.patience = 5.0
        await red.until(lambda: red.heard[-1]["t"] == "state")
        await red.answer("drop:4")

    run(tmp_path, database, test)


@pytest.mark.parametrize("verb", ["read", "write"])
def test_a_line_that_dies_before_a_transaction_ends_is_given_up(
    tmp_path: Path, database: dict[str, str], verb: str
) -> None:
    """COMMIT and ROLLBACK cannot be cancelled; on a dead line they must not wait forever either."""

    async def test(services: Services, hubs: list[Hub]) -> None:
        def do(connection: Connection) -> None:
            connection.execute(text("SELECT 1"))
            services.postgres.swallow()

        database = hubs[0].database
        assert isinstance(database, Postgres)
        database.patience = 0.2
        with pytest.raises(DatabaseAway):
            await getattr(database, verb)(do)
        database.patience = 5.0
        await database.check()

    run(tmp_path, database, test)


def test_dead_connections_are_given_up_at_once_and_not_one_after_the_other(
    tmp_path: Path, database: dict[str, str]
) -> None:
    async def test(services: Services, hubs: list[Hub]) -> None:
        database = hubs[0].database
        assert isinstance(database, Postgres)
        await asyncio.gather(
            *(database.read(lambda c: c.execute(text("SELECT pg_sleep(0.2)"))) for _ in range(4))
        )
        services.postgres.swallow()
        database.patience = 5.0
        await database.check()
        await asyncio.gather(*(database.read(lambda c: c.execute(text("SELECT 1"))) for _ in range(4)))

    run(tmp_path, database, test)


def test_a_server_stops_though_idle_connections_are_dead(tmp_path: Path, database: dict[str, str]) -> None:
    """A goodbye is a command too: nobody answers it on a dead line."""

    async def test(services: Services, hubs: list[Hub]) -> None:
        await asyncio.gather(
            *(hubs[0].database.read(lambda c: c.execute(text("SELECT pg_sleep(0.2)"))) for _ in range(10))
        )
        services.postgres.swallow()

    run(tmp_path, database, test)


def test_requests_and_sockets_in_an_outage_say_that_it_will_pass(
    tmp_path: Path, database: dict[str, str]
) -> None:
    with ExitStack() as lines:
        services = Services(tmp_path, database, lines)
        with TestClient(make_litestar(services.settings())) as client:
            client.post("/api/guest", json={"name": "Ann"})
            table = client.post("/api/tables", json={"game": "connect-four", "seats": BOTH}).json()["id"]
            services.postgres.cut()
            for path in ("/api/me", f"/api/tables/{table}", "/api/tables"):
                told = client.get(path)
                assert (told.status_code, told.json()["code"]) == (503, "away")
                assert "trying again" in told.json()["error"]
            with client.websocket_connect(f"/ws/t/{table}?seat=red") as socket:
                told = socket.receive_json()
                assert told["t"] == "bye"
                assert "trying again" in told["why"]
            services.postgres.restore()
            assert client.get(f"/api/tables/{table}").status_code == 200


# Redis


def test_what_happened_while_redis_was_away_is_read_when_it_is_back(
    tmp_path: Path, database: dict[str, str]
) -> None:
    """The process that could not hear reads the rows; chat is rows, too, and nothing comes twice."""

    async def test(services: Services, hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        here, there = [Witness(await hub.room(table), person, "red") for hub in hubs]

        def said() -> list[str]:
            return [frame["text"] for frame in there.heard if frame["t"] == "chat"]

        await here.room.chat("Ann", "before")
        await there.until(lambda: said() == ["before"])
        services.redis[1].cut()
        await here.answer("drop:4")
        await here.room.chat("Ann", "meanwhile")
        services.redis[1].restore()
        await there.until(lambda: there.state["waiting"] == "yellow" and len(said()) == 2)
        await here.room.chat("Ann", "after")
        await there.until(lambda: len(said()) == 3)
        assert said() == ["before", "meanwhile", "after"]

    run(tmp_path, database, test, 2, redis=True)


def test_what_could_not_be_told_is_told_when_redis_is_back(
    tmp_path: Path, database: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when Redis stays away for longer than its client tries by itself."""

    async def test(services: Services, hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        here, there = [Witness(await hub.room(table), person, "red") for hub in hubs]
        bus, told, failed = hubs[0].bus, asyncio.Event(), asyncio.Event()
        assert isinstance(bus, RedisBus)
        publish = bus._redis.publish

        async def watched(channel: str, message: bytes) -> None:
            what = msgspec.msgpack.decode(message, type=Message).what
            try:
                await publish(channel, message)
            except BaseException:
                if what == "lines":
                    failed.set()
                raise
            if what == "chat":
                told.set()

        monkeypatch.setattr(bus._redis, "publish", watched)
        # One word each way: after that nothing else is waiting to be told.
        await there.room.chat("Ann", "there")
        await here.until(lambda: here.heard[-1].get("text") == "there")
        await here.room.chat("Ann", "here")
        await told.wait()
        bus.patience = 0.2
        services.redis[0].cut()
        await here.answer("drop:4")  # Redis is needed for nothing that is answered here
        await failed.wait()
        assert there.state["waiting"] == "red"
        services.redis[0].restore()
        await there.until(lambda: there.state["waiting"] == "yellow")

    run(tmp_path, database, test, 2, redis=True)


# Long ones


@contextmanager
def postgres_of_our_own() -> Iterator[tuple[str, Callable[..., None]]]:
    """A PostgreSQL that a test can stop and start; its address, and pg_ctl."""
    programs = services.find_postgres()
    assert programs is not None
    with tempfile.TemporaryDirectory(prefix="sandtable-", ignore_cleanup_errors=True) as folder:
        as_postgres: list[str] = []
        if os.geteuid() == 0:  # it refuses to run as root
            shutil.chown(folder, "postgres")
            as_postgres = ["runuser", "-u", "postgres", "--"]
        data, port = f"{folder}/data", own_port()

        def run(program: str, *words: str) -> None:
            command = [*as_postgres, str(programs / program), "-D", data, *words]
            subprocess.run(command, check=True, capture_output=True, cwd=folder, timeout=120)

        def ctl(*words: str) -> None:
            run("pg_ctl", "-l", f"{folder}/log", "-w", "-o", f"-p {port} -h 127.0.0.1 -k {folder}", *words)

        run("initdb", "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8")
        ctl("start")
        try:
            yield f"postgresql+asyncpg://postgres@127.0.0.1:{port}/postgres", ctl
        finally:
            ctl("-m", "immediate", "stop")


@pytest.mark.soak
def test_ten_tables_go_on_after_postgresql_was_killed_and_started_again(tmp_path: Path) -> None:
    """The attack as it was made: people and bots play on while the database is stopped under them."""

    async def test(url: str, ctl: Callable[..., None]) -> None:
        settings = Settings(
            data=tmp_path, database=url, passwords="cheap", workers=1, sweep=3600.0, retry=0.05
        )
        hub = Hub(settings)
        await hub.start()
        try:
            seats = []
            for i in range(10):
                table, person = await new_table(
                    hub, "connect-four", {"red": "me", "yellow": "bot:random" if i % 2 else "me"}
                )
                seats.append(Witness(await hub.room(table), person, "red"))
                await seats[-1].answer("drop:4")
            for how in ("immediate", "fast"):
                stopping = asyncio.create_task(asyncio.to_thread(ctl, "-m", how, "stop"))
                while not all(seat.room.away for seat in seats):  # until everybody has met the outage
                    for seat in seats:
                        if not seat.room.away:
                            with suppress(DatabaseAway):
                                await seat.order()
                await stopping
                await asyncio.to_thread(ctl, "start")
                for seat in seats:
                    await seat.until(lambda seat=seat: seat.heard[-1]["t"] in ("state", "seats"))  # type: ignore[misc]
            for seat in seats:
                async with seat.room.lock:
                    assert seat.room.table is not None
                    assert seat.room.table.number == await hub.tables.count(seat.room.id)
        finally:
            await hub.close()

    with postgres_of_our_own() as (url, ctl):
        asyncio.run(asyncio.wait_for(test(url, ctl), 300))


async def check_rows(hubs: list[Hub], table: str) -> None:
    """Every process has the game as it is in the rows."""
    for hub in hubs:
        room = await hub.room(table)
        async with room.lock:
            await room.reload()
        assert room.table is not None
        assert room.table.number == await hub.tables.count(table)


async def play_through(
    rooms: list[Room], person: Person, taken: list[int], chance: random.Random, said: set[str]
) -> None:
    """Answer at random in either process, and note what was acknowledged and how the rest was refused."""
    for _ in range(60):
        room = chance.choice(rooms)
        asked = room.data.asked
        if room.data.state == "finished" or asked is None:
            return
        seat = Witness(room, person, asked)
        try:
            if not seat.frames:
                await asyncio.wait_for(seat.until(lambda seat=seat: bool(seat.frames)), 30)  # type: ignore[misc]
            question = seat.state["question"]
            if seat.state["waiting"] == asked and question and question.get("options"):
                await seat.answer(chance.choice(question["options"])["key"])
                await asyncio.wait_for(seat.until(lambda seat=seat: bool(verdicts(seat, 1))), 30)  # type: ignore[misc]
                said.update(kind for kind in verdicts(seat, 1) if kind != "state")
                taken += [1] * verdicts(seat, 1).count("state")
        except Refused as refused:
            said.add(refused.code)
        finally:
            room.leave(seat.watcher)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_many_outages_lose_nothing_that_was_acknowledged(
    tmp_path: Path, database: dict[str, str], seed: int
) -> None:
    """Ten tables in two processes, the database and both lines to Redis cut again and again."""
    rng = random.Random(seed)
    said: set[str] = set()

    async def test(services: Services, hubs: list[Hub]) -> None:
        games: list[tuple[str, list[int]]] = []
        ready = []
        for _ in range(10):
            table, person = await new_table(hubs[0], "connect-four", BOTH)
            rooms, taken = [await hub.room(table) for hub in hubs], list[int]()
            games.append((table, taken))
            chance = random.Random(rng.random())
            ready.append((rooms, person, taken, chance, said))
        playing = [asyncio.create_task(play_through(*each)) for each in ready]
        while not all(task.done() for task in playing):
            line = rng.choice([services.postgres, *services.redis])
            line.cut()
            await asyncio.sleep(rng.random() / 10)
            line.restore()
            while any(hub._lost for hub in hubs):
                await asyncio.sleep(0.01)
        await asyncio.gather(*playing)
        assert said <= {"away", "conflict", "refused"}
        for table, taken in games:
            rows = await hubs[0].tables.lines(table, 0)
            assert sum('"key":"drop:' in row for row in rows) == len(taken), "stored is what was acknowledged"
            await check_rows(hubs, table)

    run(tmp_path, database, test, 2, redis=True)
