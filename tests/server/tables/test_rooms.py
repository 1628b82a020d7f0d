"""Rooms: what happens between memory and rows when something goes wrong, tried inside one process."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.engine import RuleError, Table
from sandtable.engine.saving.long_games import let_go
from sandtable.server.bus import Bus
from sandtable.server.hub import Hub
from sandtable.server.refusal import Refused
from sandtable.server.tables import storing
from sandtable.server.tables.thinking import BotQuestion
from sandtable.server.web import socket

from ..rooms import BOTH, Seat, new_table, run, until

RED_DUST = ["marsgov", "corporations", "red_dust", "reclaimers"]


def test_a_process_that_missed_the_news_finds_out_when_it_answers(tmp_path: Path) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        here, there = [Seat(await hub.room(table), person, "red") for hub in hubs]
        await here.answer("drop:4")
        assert there.state["waiting"] == "red"  # it has heard nothing
        with pytest.raises(Refused, match="look again"):
            await there.answer("drop:5")
        assert there.state["view"] == here.state["view"]
        assert await hubs[0].tables.count(table) == here.room.data.lines

    run(tmp_path, test, 2)


def test_an_answer_is_given_again_where_nothing_seen_has_changed(tmp_path: Path) -> None:
    """Another process has written something this seat cannot see; it must not notice."""

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "stash", {"ann": "me", "bob": "me"})
        asked = (await hubs[0].room(table)).data.asked
        assert asked is not None
        other = "bob" if asked == "ann" else "ann"
        here, there = (
            Seat(await hubs[0].room(table), person, other),
            Seat(await hubs[1].room(table), person, asked),
        )
        for seat in (here, there):
            seat.watcher.mine = [str(seat.watcher.seat)]
        await here.order()
        before = len(there.frames)
        await there.answer(there.state["question"]["options"][0]["key"])
        assert len(there.frames) == before + 1
        assert there.state["ack"] == 1

    run(tmp_path, test, 2)


def test_an_answer_that_cannot_be_stored_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        red = Seat(await hubs[0].room(table), person, "red")
        append = hubs[0].tables.append

        async def fail(*words: object, **more: object) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr(hubs[0].tables, "append", fail)
        with pytest.raises(Refused, match="not taken"):
            await red.answer("drop:4")
        monkeypatch.setattr(hubs[0].tables, "append", append)
        assert len(red.frames) == 1
        await red.answer("drop:4")
        assert red.state["n"] == 2

    run(tmp_path, test)


@pytest.mark.parametrize("where", ["_status", "_cut", "_snapshots.next"])
def test_an_answer_after_which_something_fails_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Whatever fails between the rules and the rows: the table goes back, or the next line would leave a gap."""

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        red = Seat(await hubs[0].room(table), person, "red")
        await red.answer("drop:4")

        def fail(*words: object, **more: object) -> None:
            raise RuleError("seat 7 is asked")

        with monkeypatch.context() as patch:
            patch.setattr(f"sandtable.server.tables.{MODULES[where]}", fail)
            with pytest.raises(Refused, match="not taken"):
                await red.room.act(red.watcher, None, 1, lambda t: (t.undo("red"), None)[1])
        assert red.room.table is not None
        assert red.room.table.number == await hubs[0].tables.count(table)
        await red.room.act(red.watcher, None, 1, lambda t: (t.undo("red"), None)[1])
        again = await hubs[1].room(table)
        assert again.table is not None
        assert again.table.number == red.room.table.number

    run(tmp_path, test, 2)


#: Where something can fail after the rules have been played.
MODULES = {
    "_status": "room.Room._status",
    "_cut": "room.Room._cut",
    "_snapshots.next": "storing.Snapshots.next",
}


def test_an_answer_whose_writing_nobody_waits_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be stored or not: the table is read again, so that the next line follows the last one that is stored."""

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        red = Seat(await hubs[0].room(table), person, "red")
        lines, is_writing = await hubs[0].tables.count(table), asyncio.Event()

        async def never(*words: object) -> None:
            is_writing.set()
            await asyncio.Event().wait()

        with monkeypatch.context() as patch:
            patch.setattr(hubs[0].tables, "append", never)
            answer = asyncio.create_task(red.answer("drop:4"))
            await is_writing.wait()
            answer.cancel()
            await asyncio.gather(answer, return_exceptions=True)
        with pytest.raises(Refused, match="cannot read this game"):
            await red.answer("drop:5")
        await until(lambda: len(red.frames) == 2)
        await red.answer("drop:5")
        stored = await hubs[0].tables.lines(table, lines)
        assert [msgspec.json.decode(line)["key"] for line in stored[:1]] == ["drop:5"]
        assert (await hubs[1].room(table)).data.lines == red.room.data.lines

    run(tmp_path, test, 2, retry=0.01)


def test_a_process_that_only_reads_forgets_what_is_stored(tmp_path: Path) -> None:
    """A table somebody watches there takes no more memory than where it is played."""

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "red-dust", dict.fromkeys(RED_DUST, "me"))
        room, other = [await hub.room(table) for hub in hubs]
        most, rng = 0, random.Random(1)
        for _ in range(25):
            assert room.table is not None
            assert room.table.ask is not None
            seat = Seat(room, person, room.table.ask.seat)
            await seat.answer(rng.choice(room.table.keys()))
            room.leave(seat.watcher)
            await other.reload()
            assert other.table is not None
            most = max(most, len(other.table.lines))
        assert most < room.data.lines
        for viewer in (*RED_DUST, None):
            states = [Seat(each, person, viewer).state for each in (room, other)]
            assert states[0]["log"] == states[1]["log"]
            assert states[0]["undo"] == states[1]["undo"]

    run(tmp_path, test, 2, seed="rooms")


def test_why_undo_is_refused_does_not_tell_what_is_forgotten(tmp_path: Path) -> None:
    """When a table forgets its past depends on lines that nobody may know of, so the words must not depend on it."""

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        room = await hubs[0].room(table)
        red = Seat(room, person, "red")
        await red.answer("drop:4")
        assert room.table is not None
        room.table._recorder.history.given[-1].fixed = "dice were thrown"
        said = []
        for _ in range(2):
            connection = socket.Connection(None, hubs[0], room)  # type: ignore[arg-type]  # it needs no socket
            connection.watcher.seat, connection.watcher.mine = "red", ["red"]
            room.show(connection.watcher)
            await connection.hear(b'{"t":"undo","id":1,"n":1}')
            said.append([connection.outbox.get_nowait() for _ in range(connection.outbox.qsize())][-1])
            let_go(room.table)
            room.table._recorder.history.given.clear()
        assert msgspec.json.decode(said[0] or b"")["t"] == "refused"
        assert said[0] == said[1]

    run(tmp_path, test)


def test_a_table_that_nobody_looks_at_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        red = Seat(await hubs[0].room(table), person, "red")
        await red.answer("drop:4")
        await hubs[0]._sweep()
        assert table in hubs[0].rooms  # somebody looks
        red.room.leave(red.watcher)
        await asyncio.gather(*red.room._tasks)
        await hubs[0]._sweep()
        assert table not in hubs[0].rooms
        back = Seat(await hubs[0].room(table), person, "yellow")
        assert back.state["view"] == red.state["view"]
        assert back.state["waiting"] == "yellow"

    run(tmp_path, test, idle=-1.0)


def test_a_slow_reader_gets_the_log_in_parts_that_add_up(tmp_path: Path) -> None:
    """Frames say how many lines to keep, whatever was taken back in between."""

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        room = await hubs[0].room(table)
        red, yellow = Seat(room, person, "red"), Seat(room, person, "yellow")
        await red.answer("drop:1")
        await room.act(red.watcher, None, 2, lambda t: (t.undo("red"), None)[1])
        await red.answer("drop:2")
        await yellow.answer("drop:3")
        for seat in (red, yellow):
            log: list[Any] = []
            for frame in seat.frames:
                log = [*log[: frame["log"]["keep"]], *frame["log"]["lines"]]
            assert room.table is not None
            assert [line["text"] for line in log] == [
                line.text for line in room.table.transcript(seat.watcher.seat)
            ]

    run(tmp_path, test)


def test_a_bot_thinks_on_when_others_do_something_it_cannot_see(tmp_path: Path) -> None:
    """Otherwise people could tell by a bot that begins anew that somebody has left a hidden order."""

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "stash", {"ann": "me", "bob": "me"})
        room = await hubs[0].room(table)
        asked = room.data.asked
        assert asked is not None
        async with room.lock:
            question = BotQuestion(room, asked)
        other = Seat(room, person, "bob" if asked == "ann" else "ann")
        await other.order()
        assert question.is_open(room)
        mine = Seat(room, person, asked)
        await mine.answer(mine.state["question"]["options"][0]["key"])
        assert not question.is_open(room)

    run(tmp_path, test)


class Deaf(Bus):
    """A way between processes on which every message is lost."""

    @property
    def is_alone(self) -> bool:
        return False


def test_what_a_lost_message_would_have_told_is_found_at_the_next_sweep(tmp_path: Path) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        hubs[1].bus = Deaf()
        here, there = [Seat(await hub.room(table), person, "red") for hub in hubs]
        await here.answer("drop:4")
        assert len(there.frames) == 1
        await hubs[1]._sweep()
        assert there.state["view"] == here.state["view"]

    run(tmp_path, test, 2)


def test_a_bot_that_is_no_longer_asked_is_not_seen_thinking(tmp_path: Path) -> None:
    """Another process may say so too late, and whoever takes an answer back does not wait for a bot."""

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(
            hubs[0], "connect-four", {"red": "me", "yellow": "bot:search:10000ms"}
        )
        room = await hubs[0].room(table)
        red = Seat(room, person, "red")
        room.thinker.hear("yellow", 1.0)
        assert room.thinker.shown is None
        await red.answer("drop:4")
        room.thinker.hear("yellow", 1.0)
        assert room.thinker.shown == ("yellow", 1.0)
        await room.act(red.watcher, None, 1, lambda t: (t.undo("red"), None)[1])
        assert not any(seat["thinking"] for seat in red.state["seats"])
        assert room.thinker.shown is None

    run(tmp_path, test)


def test_a_thought_ends_when_another_process_has_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that is told so does not let its bot think on for nothing."""
    ended = asyncio.Event()

    async def think(*words: Any, **more: Any) -> Any:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(
            hubs[0], "connect-four", {"red": "me", "yellow": "bot:search:10000ms"}
        )
        monkeypatch.setattr(hubs[0].bot_jobs, "choose", think)
        room, other = [await hub.room(table) for hub in hubs]
        await Seat(room, person, "red").answer("drop:4")
        while room.thinker._job is None:
            await asyncio.sleep(0)
        async with other.lock:
            await other.reload()
            await other.answer_for("yellow", "drop:4")
        async with room.lock:
            await room.reload()
        await ended.wait()

    run(tmp_path, test, 2)


def test_somebody_who_is_away_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often the room looks while the address of the webhook is still being read."""
    told: list[str] = []

    async def test(hubs: list[Hub]) -> None:
        async def call(person: str, *words: Any) -> None:
            told.append(person)

        monkeypatch.setattr(hubs[0].webhooks, "_call", call)
        table, person = await new_table(hubs[0], "connect-four", {"red": "me", "yellow": "open"})
        await hubs[0].people.set_webhook(person.id, "https://example.org/")
        await hubs[0].seating.join(table, "yellow", person.id)
        room = await hubs[0].room(table)
        async with room.lock:
            await room.seats_changed()
            room.consider()
            room.consider()
        await asyncio.gather(*room._tasks)
        await hubs[0].webhooks.settled()
        assert told == [person.id]

    run(tmp_path, test, notice_after=0.0)


def taken_back(seat: str, table: Table) -> None:
    table.undo(seat)


def test_a_room_remembers_the_turns_that_somebody_would_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long a game without dice lasts; another process that reads the undo comes to the same rows."""
    monkeypatch.setattr(storing, "UNDO_TURNS", 3)
    monkeypatch.setattr(storing, "AT_A_TIME", 1)

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        seats = {seat: Seat(await hubs[0].room(table), person, seat) for seat in BOTH}
        there = Seat(await hubs[1].room(table), person, "red")
        keys = ["drop:1", "drop:2", "drop:3", "drop:4", "drop:5", "drop:6"]
        movers = [seat for _ in range(3) for seat in BOTH]
        for mover, key in zip(movers, keys, strict=True):
            await seats[mover].answer(key)
        room = seats["red"].room
        await there.room.reload()
        for mover in reversed(movers[3:]):
            watcher = seats[mover].watcher
            await room.act(watcher, watcher.n, 1, partial(taken_back, mover))
        assert room.table is not None
        assert all(room.table.undo_name(seat) is None for seat in BOTH)
        await there.room.reload()
        there.room.refresh()
        assert there.state["view"] == seats["red"].state["view"]
        assert there.room.data.lines == room.data.lines

    run(tmp_path, test, 2)


def fails(*words: Any, **more: Any) -> bool:
    raise RuntimeError("a view fails")


def test_a_connection_whose_frame_fails_does_not_keep_the_others_from_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is stored: everybody who can be shown it is shown it, and whoever cannot is told and comes back."""

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        room = await hubs[0].room(table)
        seats = [Seat(room, person, "red") for _ in range(5)]
        byes: list[str] = []
        broken = seats[2].watcher
        broken.say_bye = lambda why, code: byes.append(why)
        monkeypatch.setattr(broken, "show", fails)
        await seats[0].answer("drop:4")
        assert [seat.state["waiting"] for seat in seats] == ["yellow", "yellow", "red", "yellow", "yellow"]
        assert len(byes) == 1
        assert await hubs[0].tables.count(table) == room.data.lines

    run(tmp_path, test)
