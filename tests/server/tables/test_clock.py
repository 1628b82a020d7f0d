"""Issue "a server that one guest cannot stop", 13: whoever sets the machine's clock neither loses an alarm nor gives anybody more time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.server.hub import Hub
from sandtable.server.lobby.setup import begun, lay_table
from sandtable.server.refusal import Refused
from sandtable.server.tables.clock import Time
from sandtable.server.tables.room import Room
from sandtable.server.wire import Clock, NewTable
from sandtable.server.workers.process_pool import ProcessPool

from ..rooms import BOTH, Seat, new_table, run


@pytest.fixture(autouse=True)
def any_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house answers at once, and anything: no process is started to think about it."""

    async def nobody(*job: object, **more: object) -> None:
        raise Refused("broken", "Nobody thinks here.")

    monkeypatch.setattr(ProcessPool, "do", nobody)


class Alarm:
    def __init__(self, at: float, do: Callable[[], object]) -> None:
        self.at, self.do, self.is_set = at, do, True

    def cancel(self) -> None:
        self.is_set = False


class Watch(Time):
    """A time that passes when a test says so. The machine's clock can be set; time itself cannot."""

    def __init__(self) -> None:
        self.wall, self.passed = 1_000_000.0, 0.0
        self.alarms: list[Alarm] = []
        self.rung = 0

    def now(self) -> float:
        return self.wall

    def steady(self) -> float:
        return self.passed

    def call_later(self, seconds: float, do: Callable[[], object]) -> Alarm:
        self.alarms.append(Alarm(self.passed + seconds, do))
        return self.alarms[-1]

    def pass_by(self, seconds: float) -> None:
        self.wall += seconds
        self.passed += seconds
        due = [alarm for alarm in self.alarms if alarm.is_set and alarm.at <= self.passed]
        for alarm in due:
            alarm.is_set = False
            self.rung += 1
            alarm.do()


async def seated(hub: Hub, watch: Watch) -> tuple[Room, Seat]:
    """A game in which everybody has ten seconds for each answer."""
    hub.time = watch
    person = await hub.people.make_guest("Ann")
    table = lay_table(NewTable("connect-four", BOTH, clock=Clock(each=10)), person)
    await hub.tables.create(table)
    await begun(hub, table.id, person)
    room = await hub.room(table.id)
    return room, Seat(room, person, "red")


async def answered(room: Room) -> None:
    while room.data.asked != "yellow":
        await asyncio.sleep(0.005)


@pytest.mark.parametrize("step", [-0.5, -3600.0, 3600.0])
def test_an_alarm_rings_when_the_time_is_up_however_the_clock_was_set(tmp_path: Path, step: float) -> None:
    async def test(hubs: list[Hub]) -> None:
        watch = Watch()
        room, red = await seated(hubs[0], watch)
        watch.pass_by(4)
        watch.wall += step
        async with room.lock:
            room.consider()  # as whenever somebody comes, or the sweep comes by
        watch.pass_by(5.9)
        assert watch.rung == 0
        watch.pass_by(0.2)
        await answered(room)
        assert red.state["waiting"] == "yellow"

    run(tmp_path, test)


def test_a_game_that_is_opened_after_the_clock_was_set_back_gives_no_more_than_all_the_time(
    tmp_path: Path,
) -> None:
    async def test(hubs: list[Hub]) -> None:
        watch = Watch()
        room, _ = await seated(hubs[0], watch)
        watch.wall -= 3600
        hubs[1].time = other = Watch()
        other.wall = watch.wall
        again = await hubs[1].room(room.id)
        other.pass_by(10.1)
        await answered(again)

    run(tmp_path, test, 2)


def test_a_table_is_kept_in_memory_for_as_long_as_the_settings_say(tmp_path: Path) -> None:
    """By the same clock as everything else that waits; the wall clock has no say in it."""

    async def test(hubs: list[Hub]) -> None:
        hub = hubs[0]
        hub.time = watch = Watch()
        table, person = await new_table(hub, "connect-four", BOTH)
        room = await hub.room(table)
        room.leave(Seat(room, person, "red").watcher)
        await asyncio.gather(*room._tasks)
        watch.wall += 1e6
        watch.passed += 60.0
        await hub._sweep()
        assert room.id in hub.rooms
        watch.passed += 0.1
        await hub._sweep()
        assert room.id not in hub.rooms

    run(tmp_path, test, idle=60.0)


def test_who_looks_in_another_process_is_forgotten_when_that_process_says_no_more(tmp_path: Path) -> None:
    async def test(hubs: list[Hub]) -> None:
        watch = Watch()
        room, red = await seated(hubs[0], watch)
        room.leave(red.watcher)
        room.presence.hear("another", (["red"], True))
        watch.passed += hubs[0].presence_lasts - 0.1
        assert room.presence.is_watched
        assert room.presence.seats() == {"red"}
        watch.passed += 0.2
        assert not room.presence.is_watched
        assert not room.presence.seats()

    run(tmp_path, test)
