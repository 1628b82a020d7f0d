"""Answers of all tables are written together: acknowledged once they are stored, and a fault stays with its table."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sandtable.engine import Answered
from sandtable.server.hub import Hub
from sandtable.server.store import journal_writer
from sandtable.server.store.database import DatabaseAway
from sandtable.server.store.journal_writer import Addition, Conflict, JournalWriter, Status
from sandtable.server.wire import Outcome

from ..rooms import BOTH, Seat, new_table, run

T = TypeVar("T")


class Gate:
    """Stands before a hub's database: counts transactions, and holds them back while it is closed."""

    def __init__(self, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
        self.transactions = 0
        self.is_open = asyncio.Event()
        self.is_open.set()
        self._write = hub.database.write
        monkeypatch.setattr(hub.database, "write", self.write)

    async def write(self, do: Callable[[Connection], T]) -> T:
        self.transactions += 1
        await self.is_open.wait()
        return await self._write(do)


async def seats_at(hub: Hub, count: int) -> list[Seat]:
    """The seats that are asked, at as many tables."""
    tables = [await new_table(hub, "connect-four", BOTH) for _ in range(count)]
    return [Seat(await hub.room(table), person, "red") for table, person in tables]


def answered(table: str, n: int, **more: Any) -> Addition:
    return Addition(table, [Answered(n, "red", f"drop:{n}")], Status(n, 0, "yellow", False, 1.0, **more))


def test_answers_that_arrive_together_share_a_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: dict[str, Any]
) -> None:
    """The first is written at once; those that come meanwhile wait for the next transaction, and it is one for all."""

    async def test(hubs: list[Hub]) -> None:
        seats = await seats_at(hubs[0], 7)
        gate = Gate(hubs[0], monkeypatch)
        gate.is_open.clear()
        answers = [asyncio.create_task(seats[0].answer("drop:1"))]
        while gate.transactions == 0:
            await asyncio.sleep(0)
        answers += [asyncio.create_task(seat.answer("drop:2")) for seat in seats[1:]]
        for _ in range(20):
            await asyncio.sleep(0)
        assert all(len(seat.frames) == 1 for seat in seats), "nobody is told before it is stored"
        gate.is_open.set()
        await asyncio.gather(*answers)
        assert gate.transactions == 2
        assert all(seat.state["ack"] == 1 for seat in seats)
        for seat in seats:
            assert await hubs[0].tables.count(seat.room.id) == seat.room.data.lines

    run(tmp_path, test, **where)


def test_a_conflict_touches_its_table_only(tmp_path: Path, where: dict[str, Any]) -> None:
    async def test(hubs: list[Hub]) -> None:
        hub = hubs[0]
        tables = [(await new_table(hub, "connect-four", BOTH))[0] for _ in range(3)]
        numbers = [await hub.tables.count(table) + 1 for table in tables]
        await JournalWriter(hub.database).add(answered(tables[1], numbers[1]))  # another process was faster
        writer = JournalWriter(hub.database)
        done = await asyncio.gather(
            *(writer.add(answered(table, n)) for table, n in zip(tables, numbers, strict=True)),
            return_exceptions=True,
        )
        assert [type(each) for each in done] == [type(None), Conflict, type(None)]
        assert [await hub.tables.count(table) for table in tables] == numbers

    run(tmp_path, test, **where)


def test_a_failure_touches_its_table_only(tmp_path: Path, where: dict[str, Any]) -> None:
    """A value that the database refuses: the other tables of the batch are stored."""

    async def test(hubs: list[Hub]) -> None:
        hub = hubs[0]
        tables = [(await new_table(hub, "connect-four", BOTH))[0] for _ in range(3)]
        before = [await hub.tables.count(table) for table in tables]
        writer = JournalWriter(hub.database)
        wrong = answered(tables[0], before[0] + 1, updated=object())
        right = [answered(table, n + 1) for table, n in zip(tables[1:], before[1:], strict=True)]
        done = await asyncio.gather(*map(writer.add, [wrong, *right]), return_exceptions=True)
        assert isinstance(done[0], Exception)
        assert not isinstance(done[0], (Conflict, DatabaseAway))
        assert done[1:] == [None, None]
        assert [await hub.tables.count(table) for table in tables] == [
            before[0],
            before[1] + 1,
            before[2] + 1,
        ]

    run(tmp_path, test, **where)


def test_an_outage_is_reported_to_everybody_who_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is tried one by one then: each try would take the whole time limit."""

    async def test(hubs: list[Hub]) -> None:
        hub, tries = hubs[0], []
        tables = [(await new_table(hub, "connect-four", BOTH))[0] for _ in range(3)]
        writer = JournalWriter(hub.database)

        async def away(do: object) -> None:
            tries.append(do)
            raise DatabaseAway

        with monkeypatch.context() as patch:
            patch.setattr(hub.database, "write", away)
            done = await asyncio.gather(
                *(writer.add(answered(table, 9)) for table in tables), return_exceptions=True
            )
        assert all(isinstance(each, DatabaseAway) for each in done)
        assert len(tries) == 1
        await writer.add(answered(tables[0], await hub.tables.count(tables[0]) + 1))  # it goes on afterwards

    run(tmp_path, test)


def test_an_outage_while_a_conflict_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch that was refused is written in parts. If the database goes away then, no further part is tried."""

    async def test(hubs: list[Hub]) -> None:
        hub, tries = hubs[0], 0
        tables = sorted([(await new_table(hub, "connect-four", BOTH))[0] for _ in range(8)])
        numbers = [await hub.tables.count(table) + 1 for table in tables]
        await JournalWriter(hub.database).add(answered(tables[5], numbers[5]))  # another process was faster
        write, writer = hub.database.write, JournalWriter(hub.database)

        async def third_time_away(do: Callable[[Connection], T]) -> T:
            nonlocal tries
            tries += 1
            if tries == 3:
                raise DatabaseAway
            return await write(do)

        monkeypatch.setattr(hub.database, "write", third_time_away)
        done = await asyncio.gather(
            *(writer.add(answered(table, n)) for table, n in zip(tables, numbers, strict=True)),
            return_exceptions=True,
        )
        # All eight were refused, then the first four were written, and the others could not be tried.
        assert tries == 3
        assert done[:4] == [None] * 4
        assert all(isinstance(each, DatabaseAway) for each in done[4:])
        stored = [await hub.tables.count(table) for table in tables]
        assert stored == [n - (i in (4, 6, 7)) for i, n in enumerate(numbers)]

    run(tmp_path, test)


def test_few_transactions_find_the_one_at_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A conflict among many answers is found by halving: nobody waits for a transaction for each of them."""

    async def test(hubs: list[Hub]) -> None:
        hub = hubs[0]
        tables = sorted([(await new_table(hub, "connect-four", BOTH))[0] for _ in range(16)])
        numbers = [await hub.tables.count(table) + 1 for table in tables]
        await JournalWriter(hub.database).add(answered(tables[9], numbers[9]))
        gate, writer = Gate(hub, monkeypatch), JournalWriter(hub.database)
        done = await asyncio.gather(
            *(writer.add(answered(table, n)) for table, n in zip(tables, numbers, strict=True)),
            return_exceptions=True,
        )
        assert [i for i, each in enumerate(done) if each is not None] == [9]
        assert isinstance(done[9], Conflict)
        assert gate.transactions == 9

    run(tmp_path, test)


def test_what_was_begun_is_written_before_the_database_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(hubs: list[Hub]) -> None:
        (seat,) = await seats_at(hubs[0], 1)
        before = await hubs[0].tables.count(seat.room.id)
        gate = Gate(hubs[0], monkeypatch)
        gate.is_open.clear()
        answer = asyncio.create_task(seat.answer("drop:1"))
        while gate.transactions == 0:
            await asyncio.sleep(0)
        answer.cancel()
        closing = asyncio.create_task(hubs[0].tables.close())
        await asyncio.sleep(0)
        assert not closing.done()
        gate.is_open.set()
        await closing
        assert await hubs[0].tables.count(seat.room.id) > before

    run(tmp_path, test)


def test_the_rows_of_a_batch_are_those_of_its_answers(tmp_path: Path, where: dict[str, Any]) -> None:
    """More rows than one statement takes, statuses that leave something as it was, and moments and snapshots that replace others."""

    async def test(hubs: list[Hub]) -> None:
        hub = hubs[0]
        tables = [(await new_table(hub, "connect-four", BOTH))[0] for _ in range(3)]
        writer, first = JournalWriter(hub.database), [await hub.tables.count(table) + 1 for table in tables]

        def addition(table: str, n: int, count: int, **more: Any) -> Addition:
            lines = [Answered(n + k, "red", f"drop:{k}") for k in range(count)]
            kept = {name: more.pop(name) for name in ("moment", "snapshot") if name in more}
            return Addition(
                table, lines, Status(n + count - 1, n, "yellow", is_private=False, since=1.5, **more), **kept
            )

        counts = (150, 1, 2)
        await asyncio.gather(
            writer.add(addition(tables[0], first[0], counts[0], updated=9.25, spent={"red": 2.5})),
            writer.add(addition(tables[1], first[1], counts[1], moment=b'{"a":1}', progress="Turn 2")),
            writer.add(addition(tables[2], first[2], counts[2], snapshot=b"digest{}")),
        )
        for table, n, count in zip(tables, first, counts, strict=True):
            assert len(await hub.tables.lines(table, n - 1)) == count
            data = await hub.tables.get(table)
            assert (data.lines, data.turn, data.asked, data.since) == (n + count - 1, n, "yellow", 1.5)
            assert data.state == "playing"
        datas = [await hub.tables.get(table) for table in tables]
        assert datas[0].updated == 9.25
        assert datas[1].updated != 9.25
        assert [seat.spent for seat in datas[0].seats] == [2.5, 0.0]
        assert [data.progress for data in datas] == ["", "Turn 2", ""]
        assert [body for _, body in await hub.tables.snapshots(tables[1])] == [b'{"a":1}']
        assert [body for _, body in await hub.tables.snapshots(tables[2])] == [b"digest{}"]

        after = [n + count for n, count in zip(first, counts, strict=True)]
        over = Outcome(["red"], "Four in a row.")
        await asyncio.gather(
            writer.add(addition(tables[1], after[1], 1, outcome=over)),
            writer.add(addition(tables[2], after[2], 1, moment=b'{"b":2}')),
        )
        ended = await hub.tables.get(tables[1])
        assert (ended.state, ended.outcome) == ("finished", over)
        bodies = [body for _, body in await hub.tables.snapshots(tables[2])]
        assert sorted(bodies) == [b"digest{}", b'{"b":2}'], "a moment replaces moments, and no snapshot"

    run(tmp_path, test, **where)


def test_transactions_are_spaced_only_while_many_answers_share_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who plays alone never waits; after a full transaction the next one waits for more answers."""
    waits: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        if seconds:
            waits.append(seconds)
        await sleep(0)

    async def test(hubs: list[Hub]) -> None:
        seats = await seats_at(hubs[0], journal_writer.SHARED + 1)
        others = [Seat(seats[0].room, await hubs[0].people.make_guest("Bob"), "yellow")]
        monkeypatch.setattr(journal_writer, "SPACING", 3600.0)
        monkeypatch.setattr(asyncio, "sleep", noted)
        await seats[0].answer("drop:1")
        assert waits == []
        await asyncio.gather(*(seat.answer("drop:2") for seat in seats[1:]))
        assert waits == []
        await others[0].answer("drop:3")
        assert len(waits) == 1
        monkeypatch.setattr(asyncio, "sleep", sleep)

    run(tmp_path, test)


def test_a_transaction_that_sqlite_refuses_leaves_nothing_behind(tmp_path: Path) -> None:
    """The connection for writing is kept, so what failed must be rolled back, and the next transaction begins anew."""

    async def test(hubs: list[Hub]) -> None:
        hub = hubs[0]
        table, _ = await new_table(hub, "connect-four", BOTH)
        n = await hub.tables.count(table) + 1

        def twice(c: Connection) -> None:
            journal_writer.put(c, [answered(table, n)])
            journal_writer.put(c, [answered(table, n)])

        for _ in range(20):  # more often than there are connections in the pool
            with pytest.raises(IntegrityError, match="UNIQUE"):
                await hub.database.write(twice)
            assert await hub.tables.count(table) == n - 1
        await JournalWriter(hub.database).add(answered(table, n))
        assert await hub.tables.count(table) == n

    run(tmp_path, test)


def test_a_file_that_another_program_has_locked_counts_as_an_outage(tmp_path: Path) -> None:
    """SQLite's own errors mean what SQLAlchemy's would: nothing is written, and it goes on when the file is free."""

    async def test(hubs: list[Hub]) -> None:
        hub = hubs[0]
        table, _ = await new_table(hub, "connect-four", BOTH)
        n = await hub.tables.count(table) + 1
        await hub.database.write(lambda c: c.exec_driver_sql("PRAGMA busy_timeout=1"))
        (file,) = tmp_path.rglob("server.sqlite3")
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(DatabaseAway):
                await JournalWriter(hub.database).add(answered(table, n))
            other.execute("ROLLBACK")
        await JournalWriter(hub.database).add(answered(table, n))
        assert await hub.tables.count(table) == n

    run(tmp_path, test)
