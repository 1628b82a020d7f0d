"""Games that were stored under older rules: migrated, or opened at their last moment, and what the host is told."""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, select, update

from sandtable.engine import SandtableError
from sandtable.games import find_game
from sandtable.server.hub import Hub
from sandtable.server.people.accounts import Person
from sandtable.server.store.stored_tables import LINE, TABLE
from sandtable.server.store.upgrades import Stands
from sandtable.server.tables.opening import Way
from sandtable.server.tables.recordings import OTHER_RULES
from sandtable.server.tables.room import Room

from .rooms import BOTH, Seat, new_table, processes, run

RED_DUST = ["marsgov", "corporations", "red_dust", "reclaimers"]
Change = Callable[[str], str]
#: Four in a row for red, and the moves of a game that is not over.
WON = (4, 5, 4, 6, 4, 5, 4)
BEGUN = (4, 5, 4, 6)


def renamed(body: str) -> str:
    """The same answers under other names."""
    return body.replace('"drop:', '"drop-it:')


def unfit(body: str) -> str:
    """The first answer of yellow is one that no rule knows today."""
    return renamed(body).replace('-it:5"', '-it:17"')


def elsewhere(body: str) -> str:
    """Every answer still fits, but yellow's first disc falls somewhere else."""
    return renamed(body).replace('-it:5"', '-it:1"')


async def make_older(hub: Hub, table: str, change: Change = renamed) -> None:
    """Rewrite the rows of a game as an older version of its rules would have written them."""

    def write(c: Connection) -> None:
        header = c.execute(select(TABLE.c.header).where(TABLE.c.id == table)).scalar_one()
        decoded = msgspec.json.decode(header)
        older = msgspec.json.encode({**decoded, "rules": decoded["rules"] - 1}).decode()
        c.execute(update(TABLE).where(TABLE.c.id == table).values(header=older))
        for n, body in c.execute(select(LINE.c.n, LINE.c.body).where(LINE.c.table == table)).all():
            body = change(body).replace('"digest":"', '"digest":"0')
            c.execute(update(LINE).where(LINE.c.table == table, LINE.c.n == n).values(body=body))

    await hub.tables.database.write(write)


async def played(hub: Hub, columns: tuple[int, ...]) -> tuple[Seat, Person]:
    """A game of connect four after these moves, as red sees it."""
    table, person = await new_table(hub, "connect-four", BOTH)
    red, yellow = [Seat(await hub.room(table), person, seat) for seat in ("red", "yellow")]
    for n, column in enumerate(columns):
        await (yellow if n % 2 else red).answer(f"drop:{column}")
    return red, person


def test_a_game_of_older_rules_is_migrated_in_its_rows(tmp_path: Path) -> None:
    """It is opened under the present rules, its rows are written anew, and it goes on like any other game."""

    async def test(hubs: list[Hub]) -> None:
        here, person = await played(hubs[0], BEGUN)
        table, header = here.room.id, here.room.data.header
        assert header is not None
        rows = await hubs[0].tables.lines(table, 0)
        await make_older(hubs[0], table)
        there = Seat(await hubs[1].room(table), person, "red")
        assert there.room.opened is Way.MIGRATED
        assert there.state["view"] == here.state["view"]
        assert there.room.data.header == header
        assert (await hubs[1].tables.get(table)).header == header
        assert await hubs[1].tables.lines(table, 0) == rows
        assert [n for n, _ in await hubs[1].tables.snapshots(table)] == [len(rows)]
        await there.answer("drop:4")
        assert await hubs[1].tables.count(table) > len(rows)

    run(tmp_path, test, 2)


def test_a_migrated_game_may_have_fewer_lines(tmp_path: Path) -> None:
    """What was asked then and is not asked now leaves no line behind: the next answer is stored after the last of the new ones."""

    async def test(hubs: list[Hub]) -> None:
        here, person = await played(hubs[0], BEGUN)
        table, room = here.room.id, here.room
        assert room.table is not None
        now = opened_as(room)
        old = room.data.lines
        more = 'INSERT INTO lines ("table", n, body) VALUES (?, ?, ?)'
        await hubs[0].tables.database.write(
            lambda c: (
                c.exec_driver_sql(more, (table, old + 1, "{}")),
                c.execute(update(TABLE).where(TABLE.c.id == table).values(lines=old + 1)),
            )
        )
        data = await hubs[0].tables.get(table)
        await hubs[0].tables.upgrades.migrate(data, str(data.header), room.table.lines, now)
        assert await hubs[0].tables.count(table) == len(await hubs[0].tables.lines(table, 0)) == old
        there = Seat(await hubs[1].room(table), person, "red")
        await there.answer("drop:4")
        assert there.room.data.lines > old

    run(tmp_path, test, 2)


def opened_as(room: Room) -> Stands:
    assert room.table is not None
    return Stands(
        room.table.number, room.table.turn, room.data.asked, room.data.is_private, room.table.moment()
    )


def test_a_game_that_cannot_be_migrated_is_opened_at_its_last_moment(tmp_path: Path) -> None:
    """The changelog may promise no more: what was kept last is played on, and the old rows stay as they are."""

    async def test(hubs: list[Hub]) -> None:
        here, person = await played(hubs[0], BEGUN)
        await make_older(hubs[0], here.room.id, unfit)
        rows = await hubs[0].tables.lines(here.room.id, 0)
        there = Seat(await hubs[1].room(here.room.id), person, "red")
        assert there.room.opened is Way.AT_LAST_MOMENT
        assert there.state["view"] == here.state["view"]
        assert await hubs[1].tables.lines(here.room.id, 0) == rows
        await there.answer("drop:4")
        again = Seat(await hubs[2].room(here.room.id), person, "red")
        assert again.state["view"] == there.state["view"]

    run(tmp_path, test, 3)


def test_a_game_is_never_migrated_to_another_position(tmp_path: Path) -> None:
    """Every old answer may still fit and yet lead elsewhere: then the players find the position they left."""

    async def test(hubs: list[Hub]) -> None:
        here, person = await played(hubs[0], BEGUN)
        await make_older(hubs[0], here.room.id, elsewhere)
        there = Seat(await hubs[1].room(here.room.id), person, "red")
        assert there.room.opened is Way.AT_LAST_MOMENT
        assert there.state["view"] == here.state["view"]

    run(tmp_path, test, 2)


def test_a_finished_game_is_never_migrated_to_another_position(tmp_path: Path) -> None:
    """The present rules may end it in the same way and yet leave another board: it shows the one that the players saw last."""

    async def test(hubs: list[Hub]) -> None:
        here, person = await played(hubs[0], WON)
        await make_older(hubs[0], here.room.id, elsewhere)
        rows = await hubs[0].tables.lines(here.room.id, 0)
        there = Seat(await hubs[1].room(here.room.id), person, "red")
        assert there.room.opened is Way.AT_LAST_MOMENT
        assert there.state["view"] == here.state["view"]
        assert there.state["outcome"] == here.state["outcome"]
        assert await hubs[1].tables.lines(here.room.id, 0) == rows
        assert (await hubs[1].replays.get(there.room, None)).steps()

    run(tmp_path, test, 2)


def test_a_finished_game_that_no_longer_fits_keeps_its_result(tmp_path: Path) -> None:
    """It can be looked at, says who has won, and its replay goes as far as the present rules go."""

    async def test(hubs: list[Hub]) -> None:
        here, person = await played(hubs[0], WON)
        before = here.state
        assert before["outcome"]["winners"] == ["red"]
        await make_older(hubs[0], here.room.id, unfit)
        room = await hubs[1].room(here.room.id)
        there = Seat(room, person, "red")
        assert (there.state["outcome"], there.state["question"]) == (before["outcome"], None)
        assert there.state["view"] == before["view"]
        with pytest.raises(SandtableError, match="over"):
            await there.answer("drop:1")
        steps = (await hubs[1].replays.get(room, None)).steps()
        assert steps[-1].text == OTHER_RULES
        assert len(steps) == 3, "the start, red's first disc, and where the replay ends"

    run(tmp_path, test, 2)


def test_a_turn_that_is_asked_in_another_way_begins_again(tmp_path: Path) -> None:
    """The game goes on from the start of the turn, and the lines of that turn are forgotten in every process."""

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "red-dust", dict.fromkeys(RED_DUST, "me"))
        room = await hubs[0].room(table)
        rng, start, last = random.Random(1), 0, ""
        while room.data.lines < 60 or room.data.lines - start < 3 or '"t":"answer"' not in last:
            assert room.table is not None
            assert room.table.ask is not None
            await Seat(room, person, room.table.ask.seat).answer(rng.choice(room.table.ask.keys))
            start = (await hubs[0].tables.snapshots(table))[0][0]
            last = (await hubs[0].tables.lines(table, room.data.lines - 1))[0]
        await make_older(
            hubs[0],
            table,
            lambda body: re.sub('"key":"[^"]*"', '"key":"no_rule_of_today"', body) if body == last else body,
        )
        again = await hubs[1].room(table)
        assert again.opened is Way.AT_LAST_MOMENT
        assert again.data.lines == start == await hubs[1].tables.count(table)
        assert again.table is not None
        assert again.table.ask is not None
        assert again.data.asked == again.table.ask.seat == (await hubs[1].tables.get(table)).asked
        await Seat(again, person, again.table.ask.seat).answer(again.table.ask.keys[0])
        assert again.data.lines > start

    run(tmp_path, test, 2, seed="stored games")


def test_the_host_is_told_once_what_became_of_the_stored_games(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change of rules: how many were found, untouched, migrated, opened at their last moment."""

    async def started() -> Hub:
        async with processes(tmp_path) as (hub,):
            assert hub._upgrader is not None
            await hub._upgrader
            return hub

    async def stored() -> None:
        async with processes(tmp_path) as (hub,):
            for columns, change in ((BEGUN, renamed), (WON, renamed), (WON, unfit), (BEGUN, None)):
                here, _ = await played(hub, columns)
                if change is not None:
                    await make_older(hub, here.room.id, change)

    asyncio.run(stored())
    with caplog.at_level(logging.WARNING):
        hub = asyncio.run(started())
        assert hub.stored_games.report() == (
            "Stored games after the change of rules: 4 found, 1 untouched, 2 migrated, 1 opened at their last moment."
        )
        told = [record.message for record in caplog.records if record.message.startswith("Stored games")]
        assert told == [hub.stored_games.report()]
        caplog.clear()
        assert not asyncio.run(started()).stored_games.ways, "nothing has changed since"
        monkeypatch.setattr(type(find_game("connect-four")), "rules_version", 2)
        ways = asyncio.run(started()).stored_games.ways
    assert ways.total() == 4, "the rules have changed again"


def test_a_server_whose_rules_have_not_changed_reports_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The first game of a new server is no change of rules, and neither is the first of another game."""

    async def started(*games: str) -> Hub:
        async with processes(tmp_path) as (hub,):
            assert hub._upgrader is not None
            await hub._upgrader
            for game in games:
                await new_table(hub, game, dict.fromkeys(BOTH if game == "connect-four" else RED_DUST, "me"))
            return hub

    with caplog.at_level(logging.WARNING):
        for games in (["connect-four"], ["red-dust"], []):
            asyncio.run(started(*games))
    assert [record.message for record in caplog.records if record.message.startswith("Stored games")] == []
