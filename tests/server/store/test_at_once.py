"""Two things that happen to one table at once, in two processes: each decides by what is true when it writes.

One of them is held between its look at the table and its transaction until the other one is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, text, update
from sqlalchemy.util import await_only

from sandtable.server.hub import Hub
from sandtable.server.lobby.setup import begun, claim, rematch_of, reseated
from sandtable.server.people.accounts import Person
from sandtable.server.refusal import Refused
from sandtable.server.store.stored_tables import SEAT, TableData
from sandtable.server.tables.room import Room
from sandtable.server.tables.watcher import GONE
from sandtable.server.wire import Outcome

from ..rooms import BOTH, Seat, new_table, run, until

Where = dict[str, str]
OPEN = {"red": "me", "yellow": "open"}


def first(
    monkeypatch: pytest.MonkeyPatch, owner: object, method: str, other: Callable[[], Awaitable[Any]]
) -> None:
    """Before the next call of a method, something else happens from beginning to end."""
    call = getattr(owner, method)

    async def late(*words: Any, **more: Any) -> Any:
        monkeypatch.setattr(owner, method, call)
        await other()
        return await call(*words, **more)

    monkeypatch.setattr(owner, method, late)


async def full_table(hub: Hub, **more: Any) -> tuple[str, Person, Person]:
    """A table at which Ann, its host, and Bob sit, and which somebody has to begin."""
    table, ann = await new_table(hub, "connect-four", OPEN, begins="ready", **more)
    bob = await hub.people.make_guest("Bob")
    await hub.seating.join(table, "yellow", bob.id)
    await reseated(hub, await hub.room(table), bob)
    return table, ann, bob


async def game_of_two(hub: Hub) -> tuple[str, Person, Person]:
    table, ann, bob = await full_table(hub)
    assert (await begun(hub, table, ann, "host")).state == "playing"
    return table, ann, bob


def kinds(data: TableData) -> list[str]:
    return [seat.kind for seat in data.seats]


def lost(winner: str) -> Callable[[TableData], Outcome]:
    return lambda _: Outcome([winner], "They have resigned.", None, [])


# Beginning against leaving


@pytest.mark.parametrize("cause", ["host", "ready"])
def test_a_game_does_not_begin_when_somebody_leaves_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where, cause: Any
) -> None:
    """No game begins with an empty seat: its board would stand still for ever."""

    async def test(hubs: list[Hub]) -> None:
        table, ann, bob = await full_table(hubs[0])
        await hubs[0].seating.be_ready(table, bob.id, ready=True)
        await reseated(hubs[0], await hubs[0].room(table), bob)
        first(monkeypatch, hubs[0].tables, "begin", lambda: hubs[1].seating.leave(table, bob.id))
        assert (await begun(hubs[0], table, ann, cause)).state == "waiting"
        assert kinds(await hubs[1].tables.get(table)) == ["person", "open"]
        assert kinds((await hubs[0].room(table)).data) == ["person", "open"]

    run(tmp_path, test, 2, **where)


def test_nobody_leaves_a_game_that_has_begun_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where
) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, ann, bob = await full_table(hubs[0])
        first(monkeypatch, hubs[1].seating, "leave", lambda: begun(hubs[0], table, ann, "host"))
        with pytest.raises(Refused, match="nobody can leave it now"):
            await hubs[1].seating.leave(table, bob.id)
        data = await hubs[1].tables.get(table)
        assert (data.state, kinds(data)) == ("playing", ["person", "person"])

    run(tmp_path, test, 2, **where)


def test_a_game_is_made_for_those_who_sit_there_when_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where
) -> None:
    """Its journal tells who began it, and the House may be a printed non-player: both follow the seats."""

    async def test(hubs: list[Hub]) -> None:
        table, ann = await new_table(hubs[0], "connect-four", BOTH | {"yellow": "open"}, begins="ready")
        given = (await hubs[0].tables.get(table)).seat("yellow")
        given.kind, given.bot = "bot", "random"
        await hubs[0].seating.give(table, ann.id, given)
        room = await hubs[0].room(table)
        await reseated(hubs[0], room, ann)

        async def other() -> None:
            mine = (await hubs[1].tables.get(table)).seat("yellow")
            mine.kind, mine.bot, mine.person, mine.ready = "person", "", ann.id, True
            await hubs[1].seating.give(table, ann.id, mine)

        first(monkeypatch, hubs[0].tables, "begin", other)
        assert (await begun(hubs[0], table, ann, "host")).state == "playing"
        assert room.table is not None
        assert room.table.header.seats == {"red": "person", "yellow": "person"}

    run(tmp_path, test, 2, **where)


def test_a_game_begins_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, ann, _ = await full_table(hubs[0])
        await hubs[1].room(table)
        first(monkeypatch, hubs[0].tables, "begin", lambda: begun(hubs[1], table, ann, "host"))
        assert (await begun(hubs[0], table, ann, "host")).state == "playing"
        one, two = [(await hub.room(table)).table for hub in hubs]
        assert one is not None
        assert two is not None
        assert one.header.seed_hash == two.header.seed_hash

    run(tmp_path, test, 2, **where)


# Joining


def test_nobody_joins_a_game_that_has_begun_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where
) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, ann = await new_table(hubs[0], "connect-four", OPEN, begins="ready")
        eve = await hubs[1].people.make_guest("Eve")

        async def bot_and_start() -> None:
            given = (await hubs[0].tables.get(table)).seat("yellow")
            given.kind, given.bot = "bot", "random"
            await hubs[0].seating.give(table, ann.id, given)
            await reseated(hubs[0], await hubs[0].room(table), ann)
            await begun(hubs[0], table, ann, "host")

        first(monkeypatch, hubs[1].seating, "join", bot_and_start)
        with pytest.raises(Refused, match="The game has begun"):
            await hubs[1].seating.join(table, "yellow", eve.id)
        assert (await hubs[1].tables.get(table)).of(eve.id) == []

    run(tmp_path, test, 2, **where)


async def empty_seat(hub: Hub, table: str, link: str | None) -> None:
    """The yellow seat of a running game as an older server could leave it: nobody sits there."""
    kind = "link" if link else "open"
    gone = update(SEAT).where(SEAT.c.table == table, SEAT.c.seat == "yellow")
    await hub.database.write(lambda c: c.execute(gone.values(kind=kind, person=None, link=link)))


def test_the_house_plays_for_a_seat_that_is_empty_and_a_stranger_does_not_get_it(
    tmp_path: Path, where: Where
) -> None:
    """Such games were stored: the board stood still for ever, and whoever joined saw that seat's secrets."""

    async def test(hubs: list[Hub]) -> None:
        table, ann, _ = await game_of_two(hubs[0])
        await empty_seat(hubs[0], table, None)
        room = await hubs[1].room(table)
        assert [info.who for info in room.seat_infos()] == ["Ann", "Veteran"]
        eve = await hubs[1].people.make_guest("Eve")
        with pytest.raises(Refused, match="The game has begun"):
            await hubs[1].seating.join(table, "yellow", eve.id)
        red = Seat(room, ann, "red")
        await red.answer("drop:4")
        await until(lambda: red.state["waiting"] == "red")
        assert room.data.of(eve.id) == []

    run(tmp_path, test, 2, **where)


def test_the_sweep_wakes_a_game_that_waits_for_an_empty_seat(tmp_path: Path, where: Where) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, ann, _ = await game_of_two(hubs[0])
        await Seat(await hubs[0].room(table), ann, "red").answer("drop:4")
        await empty_seat(hubs[0], table, None)
        assert table in [game.id for game in await hubs[0].tables.waiting("", 10_000)]

    run(tmp_path, test, 1, **where)


def test_the_owner_of_an_empty_seat_comes_back_by_its_link(tmp_path: Path, where: Where) -> None:
    """The House plays for them only until then."""

    async def test(hubs: list[Hub]) -> None:
        table, _, bob = await game_of_two(hubs[0])
        secret = f"secret-of-{table}"
        await empty_seat(hubs[0], table, secret)
        told = await claim(hubs[1], secret, bob)
        assert [(seat.kind, seat.who) for seat in told.seats] == [("person", "Ann"), ("person", "Bob")]
        eve = await hubs[1].people.make_guest("Eve")
        with pytest.raises(Refused, match="taken this seat"):
            await claim(hubs[1], secret, eve)

    run(tmp_path, test, 2, **where)


def test_one_of_two_people_with_the_same_link_gets_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where
) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, _ = await new_table(hubs[0], "connect-four", OPEN | {"yellow": "link"}, begins="ready")
        secret = (await hubs[0].tables.get(table)).seat("yellow").link
        assert secret is not None
        bob, eve = await hubs[0].people.make_guest("Bob"), await hubs[1].people.make_guest("Eve")
        first(monkeypatch, hubs[1].seating, "claim", lambda: claim(hubs[0], secret, bob))
        with pytest.raises(Refused, match="taken this seat"):
            await claim(hubs[1], secret, eve)
        assert (await hubs[1].tables.get(table)).of(bob.id) == ["yellow"]

    run(tmp_path, test, 2, **where)


# Removing


def test_a_table_that_somebody_has_joined_meanwhile_is_not_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where
) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, ann = await new_table(hubs[0], "connect-four", OPEN)
        bob = await hubs[1].people.make_guest("Bob")
        first(monkeypatch, hubs[0].endings, "remove", lambda: hubs[1].seating.join(table, "yellow", bob.id))
        with pytest.raises(Refused, match="Others play here too"):
            await hubs[0].endings.remove(table, ann.id)
        assert (await hubs[1].tables.get(table)).of(bob.id) == ["yellow"]

    run(tmp_path, test, 2, **where)


def test_a_table_that_its_host_leaves_stays_for_those_who_have_joined_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where
) -> None:
    """A table that its host leaves is removed if nobody else sits there."""

    async def test(hubs: list[Hub]) -> None:
        table, ann = await new_table(hubs[0], "connect-four", OPEN, begins="ready")
        bob = await hubs[1].people.make_guest("Bob")
        first(monkeypatch, hubs[0].seating, "leave", lambda: hubs[1].seating.join(table, "yellow", bob.id))
        assert not await hubs[0].seating.leave(table, ann.id)
        assert (await hubs[1].tables.get(table)).of(bob.id) == ["yellow"]
        await hubs[1].seating.leave(table, bob.id)
        assert await hubs[0].seating.leave(table, ann.id)

    run(tmp_path, test, 2, **where)


def test_nobody_joins_a_table_that_was_removed_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where
) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, ann = await new_table(hubs[0], "connect-four", OPEN)
        await hubs[1].room(table)
        bob = await hubs[1].people.make_guest("Bob")
        first(monkeypatch, hubs[1].seating, "join", lambda: hubs[0].endings.remove(table, ann.id))
        with pytest.raises(Refused, match="no such table"):
            await hubs[1].seating.join(table, "yellow", bob.id)

    run(tmp_path, test, 2, **where)


def byes(room: Room, person: Person) -> list[tuple[str, int]]:
    """What a new connection is told when it is closed."""
    told: list[tuple[str, int]] = []
    Seat(room, person, "red").watcher.say_bye = lambda why, code: told.append((why, code))
    return told


@pytest.mark.parametrize("seats", [BOTH, OPEN], ids=["playing", "waiting"])
def test_a_process_that_missed_the_removal_closes_the_sockets_at_its_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where, seats: dict[str, str]
) -> None:
    """The message from the other process is only a hint; the rows decide."""

    async def test(hubs: list[Hub]) -> None:
        table, ann = await new_table(hubs[0], "connect-four", seats)
        told = byes(await hubs[1].room(table), ann)
        await hubs[0].endings.remove(table, ann.id)
        hubs[0].removed(table)
        assert told == []
        monkeypatch.setattr(type(hubs[1].bus), "is_alone", False)
        await hubs[1]._sweep()
        assert told == [("The host has removed this table.", GONE)]
        assert table not in hubs[1].rooms

    run(tmp_path, test, 2, **where)


def test_a_socket_that_opens_while_the_table_is_removed_is_closed(tmp_path: Path, where: Where) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, ann = await new_table(hubs[0], "connect-four", BOTH)
        room = await hubs[0].room(table)
        await hubs[0].endings.remove(table, ann.id)
        hubs[0].removed(table)
        with pytest.raises(Refused, match="removed this table") as refused:
            await room.check_rows()
        assert refused.value.code == "gone"

    run(tmp_path, test, 1, **where)


# The end


def test_of_two_who_resign_at_once_the_first_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where
) -> None:
    """Both are told the same result."""

    async def test(hubs: list[Hub]) -> None:
        table, ann, bob = await game_of_two(hubs[0])

        def resign(hub: Hub, person: Person, winner: str) -> Awaitable[bool]:
            return hub.endings.resign(table, person.id, lost(winner), "house", 1.0)

        first(monkeypatch, hubs[0].endings, "resign", lambda: resign(hubs[1], bob, "red"))
        assert not await resign(hubs[0], ann, "yellow")
        for hub in hubs:
            outcome = (await hub.tables.get(table)).outcome
            assert outcome is not None
            assert outcome.winners == ["red"]

    run(tmp_path, test, 2, **where)


def test_an_answer_does_not_change_a_game_that_was_resigned_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where
) -> None:
    """It was stored behind the end; one that ended the game by its rules even changed who had won."""

    async def test(hubs: list[Hub]) -> None:
        table, ann, bob = await game_of_two(hubs[0])
        red = Seat(await hubs[0].room(table), ann, "red")
        lines = await hubs[0].tables.count(table)
        over = lost("red")
        first(
            monkeypatch,
            hubs[0].tables,
            "append",
            lambda: hubs[1].endings.resign(table, bob.id, over, "house", 1.0),
        )
        with pytest.raises(Refused, match="look again"):
            await red.answer("drop:4")
        data = await hubs[1].tables.get(table)
        assert await hubs[1].tables.count(table) == data.lines == lines
        assert (data.state, data.asked, data.outcome) == ("finished", None, over(data))
        assert red.state["outcome"]["winners"] == ["red"]

    run(tmp_path, test, 2, **where)


def test_a_game_has_one_rematch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where) -> None:
    """Whoever asks for it once more is led to the same table."""

    async def test(hubs: list[Hub]) -> None:
        table, ann, bob = await game_of_two(hubs[0])
        await hubs[0].endings.resign(table, ann.id, lost("yellow"), "house", 1.0)
        data, made = await hubs[0].tables.get(table), list[str]()

        async def other() -> None:
            made.append(await hubs[1].tables.create_rematch(rematch_of(data, bob)))

        first(monkeypatch, hubs[0].tables, "create_rematch", other)
        made.append(await hubs[0].tables.create_rematch(rematch_of(data, ann)))
        assert made[0] == made[1] == await hubs[0].tables.after(table)
        tables = await asyncio.gather(*(begun(hub, made[0], ann) for hub in hubs))
        assert {info.state for info in tables} == {"playing"}

    run(tmp_path, test, 2, **where)


def test_a_table_that_is_held_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: dict[str, str]
) -> None:
    """PostgreSQL runs transactions side by side: a second click on "archive" found no row, and then one of its own."""

    async def test(hubs: list[Hub]) -> None:
        table, ann = await new_table(hubs[0], "connect-four", BOTH)
        write, may_commit = hubs[0].database.write, asyncio.Event()
        is_written = asyncio.Event()

        def slowly(do: Callable[[Connection], Any]) -> Callable[[Connection], Any]:
            def done(c: Connection) -> Any:
                found = do(c)
                is_written.set()
                await_only(may_commit.wait())
                return found

            return done

        monkeypatch.setattr(hubs[0].database, "write", lambda do: write(slowly(do)))
        one = asyncio.create_task(hubs[0].endings.archive(table, ann.id, archived=True))
        await is_written.wait()
        two = asyncio.create_task(hubs[1].endings.archive(table, ann.id, archived=True))
        waits = select(func.count()).select_from(text("pg_locks")).where(text("NOT granted"))
        while not two.done() and not await hubs[1].database.read(lambda c: c.scalar(waits)):
            pass
        assert not two.done()
        may_commit.set()
        await asyncio.gather(one, two)
        assert table in [data.id for data in await hubs[1].tables.listed("archived", ann.id)]

    run(tmp_path, test, 2, database=database["SANDTABLE_DATABASE"])
