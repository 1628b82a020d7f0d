"""What a replay costs depends on what its viewpoint saw, and on nothing else. Work is counted, not timed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.engine import Table
from sandtable.engine.saving.replay import do_line
from sandtable.server.hub import Hub
from sandtable.server.people.accounts import COOKIE
from sandtable.server.rate_limits import RateLimits
from sandtable.server.tables import recordings
from sandtable.server.tables.room import Room
from sandtable.server.web import archive
from sandtable.server.workers.process_pool import WorkerProcess
from sandtable.server.workers.worker import work

from ..rooms import GUARD, Seat, new_table, run, until


class Projector:
    """The process for replays, in this one: counts its jobs and the answers it plays again, and can be held up."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.jobs = self.answers = 0
        self.open = asyncio.Event()
        self.open.set()

        def counted(*args: Any, **options: Any) -> None:
            self.answers += 1
            do_line(*args, **options)

        async def do(worker: WorkerProcess, job: dict[str, Any], *more: Any) -> dict[str, Any]:
            self.jobs += 1
            await self.open.wait()
            return work(job)

        monkeypatch.setattr(recordings, "do_line", counted)
        monkeypatch.setattr(WorkerProcess, "do", do)

    @contextmanager
    def held_up(self) -> Iterator[None]:
        self.open.clear()
        yield
        self.open.set()


class Visit:
    """A game of secrets that one person plays, and everything that can be asked of its replay."""

    def __init__(self, hub: Hub, room: Room, seats: dict[str, Seat], cookie: str) -> None:
        self.hub, self.room, self.seats = hub, room, seats
        state = SimpleNamespace(hub=hub, rate_limits=RateLimits(0.0))
        self.eve: Any = SimpleNamespace(app=SimpleNamespace(state=state), client=None, cookies={})
        self.ann: Any = SimpleNamespace(**{**vars(self.eve), "cookies": {COOKIE: cookie}})

    async def looked_back(self) -> list[Any]:
        """What a spectator can get of the replay: its steps and its moments."""
        replay = await archive.get_replay.fn(self.eve, self.room.id, None)
        frames = [
            await archive.get_moment.fn(self.eve, self.room.id, n, None) for n in (0, len(replay.steps) - 1)
        ]
        return [replay, *(frame.content for frame in frames)]

    async def answer(self) -> bool:
        """Give an answer; whether a spectator could see that anything happened."""
        before = self.room.seen(None)
        assert self.room.data.asked is not None
        seat = self.seats[self.room.data.asked]
        await seat.answer(seat.state["question"]["options"][0]["key"])
        after = self.room.seen(None)
        return after != before

    async def settled(self) -> None:
        await until(lambda: not self.hub.replays.is_busy)


def taken_back_by(seat: str, table: Table) -> None:
    table.undo(seat)


def visit(folder: Path, monkeypatch: pytest.MonkeyPatch, test: Any) -> None:
    async def whole(hubs: list[Hub]) -> None:
        replay_pool = Projector(monkeypatch)
        table, person = await new_table(hubs[0], "stash", {"ann": "me", "bob": "me"})
        room = await hubs[0].room(table)
        seats = {seat: Seat(room, person, seat) for seat in ("ann", "bob")}
        cookie = await hubs[0].people.begin_session(person.id)
        async with asyncio.timeout(GUARD):
            await test(Visit(hubs[0], room, seats, cookie), replay_pool)

    run(folder, whole)


def test_a_hidden_answer_costs_a_spectators_replay_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither jobs nor answers played again nor a byte tells whether somebody has decided something in private."""

    async def test(it: Visit, replay_pool: Projector) -> None:
        hidden = seen = 0
        last = await it.looked_back()
        while it.room.data.state == "playing" and (hidden < 3 or seen < 3):
            is_visible = await it.answer()
            await it.settled()
            jobs, answers = replay_pool.jobs, replay_pool.answers
            now = await it.looked_back()
            assert (replay_pool.jobs, replay_pool.answers) == (jobs, answers)
            if is_visible:
                seen += 1
                assert now != last
            else:
                hidden += 1
                assert now == last
            last = now
        assert min(hidden, seen) > 0

    visit(tmp_path, monkeypatch, test)


def test_nobody_waits_for_what_a_hidden_answer_makes_of_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while the replay is being brought up to date: only for what it has seen does a viewpoint wait."""

    async def test(it: Visit, replay_pool: Projector) -> None:
        for _ in range(30):
            last = await it.looked_back()
            with replay_pool.held_up():
                if await it.answer():
                    asked = asyncio.create_task(it.looked_back())
                    await asyncio.sleep(0)
                    assert not asked.done()
                else:
                    assert await it.looked_back() == last
                    return
            assert await asked != last
        raise AssertionError("nothing was hidden")

    visit(tmp_path, monkeypatch, test)


def test_a_shared_moment_costs_what_was_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of a moment for spectators is found from two recordings that exist already."""

    async def test(it: Visit, replay_pool: Projector) -> None:
        await archive.get_shared.fn(it.ann, it.room.id, 0, "ann")
        for _ in range(6):
            await it.answer()
            await it.settled()
            jobs = replay_pool.jobs
            steps = (await archive.get_replay.fn(it.ann, it.room.id, "ann")).steps
            await archive.get_shared.fn(it.ann, it.room.id, len(steps) - 1, "ann")
            assert replay_pool.jobs == jobs

    visit(tmp_path, monkeypatch, test)


def test_a_replay_that_grew_is_the_replay_of_the_whole_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Links name steps by number, so a recording that was followed, with takebacks, has the steps of one made afterwards."""

    async def test(it: Visit, replay_pool: Projector) -> None:
        await it.looked_back()
        taken_back = 0
        for _ in range(14):
            if it.room.data.state != "playing":
                break
            asked = it.room.data.asked
            assert asked is not None
            await it.answer()
            assert it.room.table is not None
            if taken_back < 2 and it.room.table.undo_name(asked) is not None:
                taken_back += 1
                await it.room.act(it.seats[asked].watcher, None, 1, partial(taken_back_by, asked))
            await it.looked_back()
        assert taken_back == 2
        grown = await it.looked_back()
        it.hub.replays.clear()
        assert await it.looked_back() == grown

    visit(tmp_path, monkeypatch, test)


def test_a_projector_that_has_forgotten_is_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its process can be killed at any time; a replay then goes on as if nothing had happened."""

    async def test(it: Visit, replay_pool: Projector) -> None:
        from sandtable.server.workers import worker

        await it.looked_back()
        for _ in range(4):
            await it.answer()
        worker._recorders.clear()
        for _ in range(4):
            await it.answer()
        grown = await it.looked_back()
        it.hub.replays.clear()
        assert await it.looked_back() == grown

    visit(tmp_path, monkeypatch, test)
