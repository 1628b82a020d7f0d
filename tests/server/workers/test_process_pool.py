"""The processes that think: short jobs never wait for long thoughts, owners take turns, and waiting counts."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from sandtable.server.hub import Hub
from sandtable.server.refusal import Refused
from sandtable.server.store.stored_tables import TABLE
from sandtable.server.tables.bot_levels import advisor
from sandtable.server.tables.catalogue import find
from sandtable.server.wire import Clock
from sandtable.server.workers.process_pool import ProcessPool, WorkerProcess
from sandtable.server.workers.worker import work

from ..host import Host
from ..player import Player
from ..rooms import GUARD, Seat, new_table, run, until


class Bench(WorkerProcess):
    """A worker that has no process: it writes down what it is given and is done when the test says so."""

    def __init__(self, served: list[Any], go_on: asyncio.Semaphore) -> None:
        super().__init__()
        self.served, self.go_on = served, go_on

    async def do(self, job: dict[str, Any], *more: Any) -> dict[str, Any]:
        self.served.append(job["name"])
        await self.go_on.acquire()
        return job


def has_served(served: list[Any], count: int) -> bool:
    return len(served) == count


def benches(workers: int) -> tuple[ProcessPool, list[Any], asyncio.Semaphore]:
    served: list[Any] = []
    go_on = asyncio.Semaphore(0)
    return ProcessPool(workers, lambda: Bench(served, go_on)), served, go_on


def test_owners_take_turns() -> None:
    """Whoever comes with one job is served after one job of whoever came with five."""

    async def test() -> None:
        pool, served, go_on = benches(1)
        jobs = [("Mallory", i) for i in range(5)] + [("Ann", 0), ("Bob", 0), ("Ann", 1)]
        tasks = []
        for owner, i in jobs:
            tasks.append(asyncio.create_task(pool.do({"name": f"{owner} {i}"}, owner, 3600.0)))
            await asyncio.sleep(0)
        for n in range(len(jobs)):
            await until(partial(has_served, served, n + 1))
            go_on.release()
        await asyncio.gather(*tasks)
        assert served == [
            "Mallory 0", "Mallory 1", "Ann 0", "Bob 0", "Mallory 2", "Ann 1", "Mallory 3", "Mallory 4",
        ]  # fmt: skip

    asyncio.run(test())


def test_no_owner_has_all_workers() -> None:
    """Where there are several workers, one is left for somebody else."""

    async def test() -> None:
        pool, served, go_on = benches(3)
        tasks = [asyncio.create_task(pool.do({"name": "Mallory"}, "Mallory", 3600.0)) for _ in range(9)]
        await until(lambda: served == ["Mallory"] * 2)
        tasks.append(asyncio.create_task(pool.do({"name": "Ann"}, "Ann", 3600.0)))
        await until(lambda: served == ["Mallory", "Mallory", "Ann"])
        for _ in tasks:
            go_on.release()
        await asyncio.gather(*tasks)

    asyncio.run(test())


def test_waiting_for_a_worker_counts_against_patience() -> None:
    """A job whose time is up before its turn comes is never begun."""

    async def test() -> None:
        pool, served, go_on = benches(1)
        first = asyncio.create_task(pool.do({"name": "long"}, "Mallory", 3600.0))
        await until(lambda: served)
        async with asyncio.timeout(GUARD):
            with pytest.raises(Refused, match="too long"):
                await pool.do({"name": "late"}, "Ann", 0.01)
        go_on.release()
        await first
        go_on.release()
        await pool.do({"name": "next"}, "Bob", 3600.0)
        assert served == ["long", "next"]

    asyncio.run(test())


def test_who_is_no_longer_wanted_leaves_the_queue() -> None:
    """A job that is cancelled while it waits, or just when its turn has come, leaves its place to the next."""

    async def test() -> None:
        pool, served, go_on = benches(1)
        tasks = [
            asyncio.create_task(pool.do({"name": name}, name, 3600.0)) for name in ("one", "two", "three")
        ]
        await until(lambda: served)
        tasks[1].cancel()
        go_on.release()
        await tasks[0]
        await until(lambda: len(served) == 2)
        go_on.release()
        await tasks[2]
        assert served == ["one", "three"]

    asyncio.run(test())


class Workers:
    """In place of all workers: long searches never end, and the rest is answered at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bots: list[str] = []
        workers = self

        async def do(worker: WorkerProcess, job: dict[str, Any], *more: Any) -> dict[str, Any]:
            workers.bots.append(job["bot"])
            if job["bot"].startswith("search:10000ms"):
                await asyncio.Event().wait()
            return {"key": "none of these", "label": "", "by": ""}

        monkeypatch.setattr(WorkerProcess, "do", do)


SEARCHES = {"red": "bot:search:10000ms", "yellow": "bot:search:10000ms"}


def test_a_clock_is_answered_while_others_think_at_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve tables of one guest think at length; somebody whose time is up at another table does not wait for them."""
    workers = Workers(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        for _ in range(12):
            table, person = await new_table(hubs[0], "connect-four", SEARCHES)
            Seat(await hubs[0].room(table), person, None)
        await until(lambda: "search:10000ms" in workers.bots)
        table, person = await new_table(
            hubs[0], "connect-four", {"red": "me", "yellow": "me"}, clock=Clock(each=3600)
        )
        room = await hubs[0].room(table)
        red = Seat(room, person, "red")
        room.data.since -= 7200.0  # time is up
        room.consider()
        await until(lambda: red.state["waiting"] == "yellow")

    run(tmp_path, test)


def test_a_hint_and_the_house_do_not_wait_for_long_thoughts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that plays at once has the workers for short jobs."""
    workers = Workers(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", SEARCHES)
        Seat(await hubs[0].room(table), person, None)
        await until(lambda: workers.bots == ["search:10000ms"])
        table, person = await new_table(hubs[0], "connect-four", {"red": "bot:house", "yellow": "me"})
        yellow = Seat(await hubs[0].room(table), person, "yellow")
        await until(lambda: yellow.state["waiting"] == "yellow")

    run(tmp_path, test)


def test_nobody_thinks_at_length_where_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At an abandoned table the house answers for a bot that searches, until somebody looks again."""
    workers = Workers(monkeypatch)
    house = advisor(find("connect-four"))

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", SEARCHES)
        await until(lambda: len(workers.bots) >= 3)
        assert set(workers.bots) == {house}
        Seat(await hubs[0].room(table), person, None)
        await until(lambda: workers.bots[-1] == "search:10000ms")

    run(tmp_path, test, unwatched=0.0)


def test_a_bot_waits_for_its_first_watcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sets up a table looks at it a moment later: the first answer is the bot's own."""
    workers = Workers(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(
            hubs[0], "connect-four", {"red": "bot:search:10000ms", "yellow": "me"}
        )
        room = await hubs[0].room(table)
        await until(lambda: room.thinker.is_waiting)
        assert not workers.bots
        Seat(room, person, "yellow")
        await until(lambda: workers.bots == ["search:10000ms"])

    run(tmp_path, test, unwatched=3600.0)


def test_a_question_that_has_waited_long_enough_waits_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that the sweep opens again goes on at once: nobody has looked since its bot was asked."""
    workers = Workers(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        table, _ = await new_table(hubs[0], "connect-four", {"red": "bot:search:10000ms", "yellow": "me"})
        room = await hubs[0].room(table)
        await until(lambda: room.thinker.is_waiting)
        await asyncio.gather(*hubs[0].rooms.pop(table).close(), return_exceptions=True)
        long_ago = update(TABLE).where(TABLE.c.id == table).values(since=1.0)
        await hubs[0].database.write(lambda c: c.execute(long_ago))
        again = await hubs[0].room(table)
        await until(lambda: again.data.asked == "yellow")
        assert workers.bots == [advisor(find("connect-four"))]

    run(tmp_path, test, unwatched=3600.0)


def test_a_watcher_in_another_process_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one who only looks on. When its process says no more, the table counts as abandoned."""
    workers = Workers(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        table, _ = await new_table(hubs[0], "connect-four", {"red": "bot:search:10000ms", "yellow": "me"})
        room = await hubs[0].room(table)
        assert not room.presence.is_watched
        room.presence.hear("another", ([], True))
        assert room.presence.is_watched
        await until(lambda: workers.bots == ["search:10000ms"])
        room.presence.hear("another", ([], False))
        assert not room.presence.is_watched

    run(tmp_path, test, unwatched=3600.0)


def test_a_thought_that_waits_too_long_is_the_houses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When its patience is over, a bot plays as the house would, and not at random."""
    workers = Workers(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(
            hubs[0], "connect-four", {"red": "bot:search:10000ms", "yellow": "me"}
        )
        yellow = Seat(await hubs[0].room(table), person, "yellow")
        await until(lambda: yellow.state["waiting"] == "yellow")
        assert workers.bots[-1] == advisor(find("connect-four"))

    run(tmp_path, test, patience=0.05)


def test_a_search_by_tries_is_bounded_in_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """5,000 tries of a large game could take minutes: no bot of the server thinks longer than a search by time may."""
    import sandtable
    from sandtable.server.workers import worker

    monkeypatch.setattr(worker, "MOST_MILLISECONDS", 1)
    world = sandtable.new(find("connect-four"), seed=1).moment()
    answer = work({"job": "choose", "world": world, "seat": "red", "bot": "search:1000000000", "seed": 1})
    assert answer["key"].startswith("drop:")


def test_a_worker_process_is_started_quickly() -> None:
    """Somebody waits for the first hint: a process that thinks loads neither the database's library nor the web framework."""
    code = "import sys, sandtable.server.workers.worker; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"sqlalchemy", "alembic", "litestar", "uvicorn"} & set(done.stdout.split())


@pytest.mark.soak
def test_a_guest_with_twelve_searching_tables_does_not_stop_a_clock(tmp_path: Path) -> None:
    """The same with real processes."""
    host = Host(tmp_path).start()
    try:
        with Player(host.url, "Mallory") as mallory, Player(host.url, "Victim") as victim:
            watching = []
            for _ in range(12):
                table = mallory.new("connect-four", SEARCHES)["id"]
                watching.append(mallory.sit(table))
            watching[0].get("thinking")
            table = victim.new("rogue-trooper", {"red": "me", "blue": "bot:house"}, options={"players": 2}, clock={"each": 1, "bank": 0})  # fmt: skip
            with victim.sit(table["id"], "red") as red:
                red.until_asked()
                asked = red.state["n"]
                red.until(lambda f: f["t"] == "state" and f["n"] > asked)
            for sitting in watching:
                sitting.__exit__(None, None, None)
    finally:
        host.stop()
