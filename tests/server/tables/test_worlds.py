"""What goes through the pipe to a bot's process: a world its seat could be in, without the seed or anybody's secret."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.engine import Chair, Table, open_journal
from sandtable.engine.worlds.imagine import Imagination
from sandtable.server.hub import Hub
from sandtable.server.tables.catalogue import find
from sandtable.server.tables.room import Room
from sandtable.server.tables.seeds import Seeds
from sandtable.server.web.socket import Connection
from sandtable.server.wire import AskHint, AskOdds, AskPreview
from sandtable.server.workers import bot_jobs
from sandtable.server.workers.process_pool import WorkerProcess
from sandtable.server.workers.worker import LENGTH, work

from ..rooms import Seat, new_table, run, until


class Pipe:
    """A process that is none: what is written to it is kept, and answered at once."""

    returncode = None

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.room: Room | None = None
        #: For each job: what went through the pipe, and the real state at that moment.
        self.jobs: list[tuple[bytes, dict[str, Any], Any]] = []
        self.stdin = self
        self.stdout = asyncio.StreamReader()

    def write(self, data: bytes) -> None:
        job = msgspec.msgpack.decode(data[LENGTH.size :])
        assert self.room is not None
        assert self.room.table is not None
        self.jobs.append((data, job, self.room.table.run.start))
        answer = msgspec.msgpack.encode(work(job))
        self.stdout.feed_data(LENGTH.pack(len(answer)) + answer)

    async def drain(self) -> None:
        pass

    def close(self) -> None:
        pass

    def kill(self) -> None:
        pass

    async def wait(self) -> None:
        pass


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> list[Pipe]:
    made: list[Pipe] = []

    async def started(worker: WorkerProcess) -> Any:
        if not made:
            made.append(Pipe())
        return made[0]

    monkeypatch.setattr(WorkerProcess, "_started", started)
    return made


def answered(seat: str, key: str, table: Table) -> str:
    table.answer(seat, key)
    return seat


def check_without_secrets(pipe: Pipe, room: Room) -> None:
    assert room.table is not None
    header = room.table.header
    seed = bytes.fromhex(header.seed)
    differ = 0
    for data, job, start in pipe.jobs:
        assert header.seed.encode() not in data
        assert header.seed_hash.encode() not in data
        assert seed not in data
        moment = msgspec.json.decode(next(v for k, v in job.items() if k in ("world", "moment")))
        differ += moment["state"] != msgspec.json.decode(start.encode())
        assert (moment["number"], moment["drawn"]) == (0, 0)
    assert differ > 0, "every world had the real cards"


@pytest.mark.parametrize(
    ("game", "me", "bots"), [("stash", "ann", ["bob"]), ("rogue-trooper", "red", ["blue", "green"])]
)
def test_no_seed_and_no_secret_goes_to_a_bots_process(
    game: str, me: str, bots: list[str], tmp_path: Path, pipe: list[Pipe]
) -> None:
    """DESIGN, Secrets: what is sent to a worker process is an imagined world, without seed or secret."""

    async def test(hubs: list[Hub]) -> None:
        pipe.append(Pipe())
        seats = {me: "me", **dict.fromkeys(bots, "bot:house")}
        options = {"players": 3} if game == "rogue-trooper" else {}
        table, person = await new_table(hubs[0], game, seats | {me: "open"}, options=options)
        room = pipe[0].room = await hubs[0].room(table)
        await hubs[0].seating.join(table, me, person.id)
        async with room.lock:
            await room.seats_changed()
        mine = Seat(room, person, me)
        rng = random.Random(game)
        for _ in range(12):
            await until(lambda: mine.state["waiting"] == me or mine.state["outcome"])
            if mine.state["outcome"]:
                break
            await mine.answer(rng.choice(mine.state["question"]["options"])["key"])
        await until(lambda: mine.state["waiting"] == me or mine.state["outcome"])
        assert len(pipe[0].jobs) >= 5
        check_without_secrets(pipe[0], room)

    run(tmp_path, test)


def test_hints_odds_and_previews_are_worked_out_in_an_imagined_world_too(
    tmp_path: Path, pipe: list[Pipe]
) -> None:
    async def test(hubs: list[Hub]) -> None:
        pipe.append(Pipe())
        table, person = await new_table(hubs[0], "stash", {"ann": "me", "bob": "me"})
        room = pipe[0].room = await hubs[0].room(table)
        for _ in range(8):
            if room.data.asked is None:
                break
            connection = Connection(None, hubs[0], room)  # type: ignore[arg-type]  # nothing is sent
            connection.watcher.person = person.id
            connection.watcher.seat, connection.watcher.mine = room.data.asked, room.data.of(person.id)
            room.enter(connection.watcher)
            assert room.table is not None
            key = room.table.keys()[0]
            n = connection.watcher.n
            await connection._hint(AskHint(n=n))
            await connection._odds(AskOdds(n=n, key=key))
            await connection._preview(AskPreview(n=n, key=key))
            seat = room.data.asked
            await room.act(connection.watcher, n, 1, partial(answered, seat, key))
            room.leave(connection.watcher)
        assert {job["job"] for _, job, _ in pipe[0].jobs} == {"hint", "odds", "preview"}
        check_without_secrets(pipe[0], room)

    run(tmp_path, test)


def test_a_bots_answer_imagines_once(
    tmp_path: Path, pipe: list[Pipe], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room imagines; the house plays on the world it is sent, and on no other."""
    made: list[Imagination] = []
    begin = Imagination.__init__

    def counted(self: Imagination, *args: Any) -> None:
        made.append(self)
        begin(self, *args)

    monkeypatch.setattr(Imagination, "__init__", counted)

    async def test(hubs: list[Hub]) -> None:
        pipe.append(Pipe())
        table, person = await new_table(hubs[0], "stash", {"ann": "open", "bob": "bot:house"})
        room = pipe[0].room = await hubs[0].room(table)
        await hubs[0].seating.join(table, "ann", person.id)
        async with room.lock:
            await room.seats_changed()
        mine = Seat(room, person, "ann")
        for _ in range(4):
            await until(lambda: mine.state["waiting"] == "ann")
            await mine.answer(mine.state["question"]["options"][0]["key"])
        await until(lambda: mine.state["waiting"] == "ann")
        assert len(pipe[0].jobs) == len(made) >= 3

    run(tmp_path, test)


def test_a_world_that_is_hard_to_find_does_not_hold_up_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the first tries fail, the rest are made on a copy, which stays as it was while the table goes on."""
    monkeypatch.setattr(bot_jobs, "TRIES_AT_ONCE", 0)
    table = sandtable.new(find("stash"), seed=3)
    assert table.ask is not None
    seat, keys = table.ask.seat, table.keys()
    world = bot_jobs.World(table, seat, Seeds())
    assert not world.is_ready
    table.choose(keys[0])
    opened = open_journal(world.moment(), find)
    assert world.is_ready
    assert opened.ask is not None
    assert (opened.ask.seat, opened.keys()) == (seat, keys)


@pytest.mark.parametrize("key", ["stash", "rogue-trooper", "red-dust"])
def test_what_is_sent_depends_on_what_the_seat_knows(key: str) -> None:
    """Two worlds that look alike to a seat are the same bytes to its bot, given the same random numbers."""
    table = sandtable.new(find(key), seed=3)
    assert table.ask is not None
    seat = table.ask.seat
    other = Chair(table, seat).imagine(random.Random(5))
    sent = [bot_jobs.imagined(one, seat, random.Random(9)) for one in (table, other)]
    assert sent[0] == sent[1]
