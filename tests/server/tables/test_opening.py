"""Opening a stored game: quickly from a snapshot that is checked, and from the journal where the snapshot is wrong."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, update

import sandtable
from sandtable.engine.saving.long_games import can_be_resumed, count_entries, is_settled
from sandtable.server.hub import Hub
from sandtable.server.people.accounts import Person
from sandtable.server.store.stored_tables import LINE, SNAPSHOT, TABLE
from sandtable.server.tables import opening, storing
from sandtable.server.tables.room import Room

from ..rooms import Seat, new_table, run

SEATS = ["marsgov", "corporations", "red_dust", "reclaimers"]
#: Lines between two snapshots in these tests.
EVERY = 12


async def played(hub: Hub, answers: int = 40) -> tuple[Room, Person]:
    """A game of Red Dust with so many answers, or more until a snapshot has been taken."""
    table, person = await new_table(hub, "red-dust", dict.fromkeys(SEATS, "me"))
    room = await hub.room(table)
    rng = random.Random(1)
    while answers > 0 or not room._snapshots._last:
        await answer(room, person, rng)
        answers -= 1
    return room, person


async def answer(room: Room, person: Person, rng: random.Random) -> None:
    assert room.table is not None
    assert room.table.ask is not None
    seat = Seat(room, person, room.table.ask.seat)
    await seat.answer(rng.choice(room.table.keys()))
    room.leave(seat.watcher)


def shown(room: Room, person: Person) -> dict[str | None, Any]:
    """What every viewpoint is sent when it connects, undo and log included."""
    states = {}
    for viewer in (*SEATS, None):
        seat = Seat(room, person, viewer)
        room.leave(seat.watcher)
        states[viewer] = seat.state
    return states


class Replayed:
    """Counts the games that are played again from their journals."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self._read = opening._from_journal
        monkeypatch.setattr(opening, "_from_journal", self.read)
        for module in (opening, storing):
            monkeypatch.setattr(module, "EVERY", EVERY)

    async def read(self, *words: Any) -> Any:
        self.count += 1
        return await self._read(*words)


def test_a_long_game_is_opened_from_its_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody sees what they saw, the whole log included, although little was played again; and the game goes on."""
    replayed = Replayed(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        room, person = await played(hubs[0])
        again = await hubs[1].room(room.id)
        assert replayed.count == 0
        assert again.table is not None
        assert room.table is not None
        assert again.table.number == room.table.number
        assert again.table.number - again._snapshots._last < 3 * EVERY
        assert shown(again, person) == shown(room, person)
        await answer(again, person, random.Random(2))
        await room.reload()
        assert shown(again, person) == shown(room, person)

    run(tmp_path, test, 2, seed="opening")


def test_a_table_forgets_what_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its log and journal in memory do not grow with the game; what can be undone is kept."""
    Replayed(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        room, person = await played(hubs[0], 20)
        rng = random.Random(3)
        most = undoable = 0
        for _ in range(40):
            await answer(room, person, rng)
            assert room.table is not None
            most = max(most, count_entries(room.table), len(room.table.lines))
            undoable += any(room.table.undo_name(seat) for seat in SEATS)
        assert room.data.lines > 100
        assert most < 60
        assert undoable > 5

    run(tmp_path, test, seed="opening")


def test_undo_reaches_as_far_as_it_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No snapshot is taken where an answer before it could be undone: connect four has no dice, so all can."""
    Replayed(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", {"red": "me", "yellow": "me"})
        room = await hubs[0].room(table)
        rng = random.Random(1)
        for _ in range(12):
            await answer(room, person, rng)
        assert room.table is not None
        assert not is_settled(room.table)
        assert room._snapshots._last == 0
        again = await hubs[1].room(table)
        assert again.table is not None
        for seat in ("red", "yellow"):
            assert again.table.undo_name(seat) == room.table.undo_name(seat)

    run(tmp_path, test, 2, seed="opening")


async def forget_snapshots(hub: Hub, table: str) -> None:
    await hub.database.write(lambda c: c.execute(delete(SNAPSHOT).where(SNAPSHOT.c.table == table)))


def test_undo_in_a_game_that_was_opened_in_the_middle_of_a_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line of an undo names the answer. A snapshot does not number the answers of its turn, so none is taken
    while one of them can be undone: the undo would not fit the journal, and the game could never be played again."""
    Replayed(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        room, person = await played(hubs[0], 1)
        rng, who = random.Random(5), None
        while who is None:
            await answer(room, person, rng)
            table = room.table
            assert table is not None
            if is_settled(table) and not can_be_resumed(table):
                who = next((seat for seat in SEATS if table.undo_name(seat) is not None), None)
        await forget_snapshots(hubs[0], room.id)
        await hubs[1].room(room.id)  # it plays the journal again, and would take a snapshot for the next
        again = await hubs[2].room(room.id)
        seat = Seat(again, person, who)
        await again.act(seat.watcher, seat.watcher.n, 1, lambda t: (t.undo(who), None)[1])
        await forget_snapshots(hubs[0], room.id)
        assert shown(await hubs[3].room(room.id), person) == shown(again, person)

    run(tmp_path, test, 4, seed="opening")


def test_a_header_of_an_older_version_is_the_same_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A field that has got a default since is not in it. Its snapshots must not be dropped each time."""
    replayed = Replayed(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        room, person = await played(hubs[0], 1)
        header = msgspec.json.decode(room.data.header or "")
        del header["chance"]
        older = update(TABLE).where(TABLE.c.id == room.id)
        text = msgspec.json.encode(header).decode()
        await hubs[0].database.write(lambda c: c.execute(older.values(header=text)))
        again = await hubs[1].room(room.id)
        assert replayed.count == 0
        assert shown(again, person) == shown(room, person)

    run(tmp_path, test, 2, seed="opening")


def test_a_pack_with_a_digest_of_old_is_the_same_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The digest once covered the texts of a pack. Such a game is played again once, and then its rows have the present digest."""
    replayed = Replayed(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        room, person = await played(hubs[0], 1)
        text = room.data.header or ""
        pack = sandtable.find_game("red-dust").pack("default")
        older = text.replace(pack.digest, min(pack.earlier))
        assert older != text
        await hubs[0].database.write(
            lambda c: c.execute(update(TABLE).where(TABLE.c.id == room.id).values(header=older))
        )
        for n, hub in enumerate(hubs[1:]):
            again = await hub.room(room.id)
            assert again.data.header == text
            for viewer, state in shown(again, person).items():
                assert state["view"] == shown(room, person)[viewer]["view"]
            if n == 0:
                assert replayed.count == 1
                while not again._snapshots._last:
                    await answer(again, person, random.Random(2))
                room = again
        assert replayed.count == 1, "it has a snapshot like any other game"
        assert (await hubs[0].tables.get(room.id)).header == text

    run(tmp_path, test, 3, seed="opening")
    assert not caplog.messages


def test_a_snapshot_that_another_process_took_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moments that a process stores at the end of each turn replace each other, and never a snapshot."""
    replayed = Replayed(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "red-dust", dict.fromkeys(SEATS, "me"))
        rooms = [await hub.room(table) for hub in hubs[:2]]
        rng, answers, since, before = random.Random(1), 0, 0, replayed.count
        while since < 8:
            await answer(rooms[answers % 2], person, rng)
            await rooms[1 - answers % 2].reload()
            answers += 1
            rows = await hubs[0].tables.snapshots(table)
            has_snapshot = any(opening.read_snapshot(body) is not None for _, body in rows)
            assert has_snapshot or not since
            assert len(rows) <= 2
            since += has_snapshot
        await hubs[2].room(table)
        assert replayed.count == before

    run(tmp_path, test, 3, seed="opening")


def test_the_last_moment_is_found_in_a_snapshot_of_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the rules have changed, the game goes on from the last moment, even if that is part of an old snapshot."""
    replayed = Replayed(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        room, person = await played(hubs[0], 1)
        ((at, body),) = await hubs[0].tables.snapshots(room.id)
        old = (
            update(SNAPSHOT).where(SNAPSHOT.c.table == room.id).values(body=with_other_version(body).decode())
        )
        other = '{"t":"turn","n":%d,"turn":0,"digest":"of other rules"}'
        changed = update(LINE).where(LINE.c.table == room.id, LINE.c.n == 3).values(body=other % 3)
        await hubs[0].database.write(lambda c: (c.execute(old), c.execute(changed)))
        again = await hubs[1].room(room.id)
        assert replayed.count == 1
        for viewer, state in shown(again, person).items():
            assert state["view"] == shown(room, person)[viewer]["view"]
        await answer(again, person, random.Random(2))
        assert again.data.lines > at

    run(tmp_path, test, 2, seed="opening")


def signed(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode() + body


def with_other_state(body: bytes) -> bytes:
    """One Resource more, properly signed."""
    snapshot = msgspec.json.decode(body[64:])
    state = snapshot["moment"]["state"]
    state["resources"][0] += 1
    return signed(msgspec.json.encode(snapshot))


def with_other_moment(body: bytes) -> bytes:
    """A moment that is later than its number says, properly signed."""
    snapshot = msgspec.json.decode(body[64:])
    snapshot["moment"]["lines"].append({"t": "answer", "n": 0, "seat": "marsgov", "key": "nothing"})
    return signed(msgspec.json.encode(snapshot))


def with_other_version(body: bytes) -> bytes:
    snapshot = msgspec.json.decode(body[64:])
    return signed(msgspec.json.encode({**snapshot, "version": "0.0.1"}))


WRONG: dict[str, Callable[[bytes], bytes]] = {
    "torn": lambda body: body[: len(body) // 2],
    "empty": lambda body: b"",
    "damaged": lambda body: body.replace(b'"turn_over":', b'"turn_over":1', 1),
    "nonsense": lambda body: signed(b'{"version":7}'),
    "another state": with_other_state,
    "another moment": with_other_moment,
    "another version": with_other_version,
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_snapshot_is_never_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """The journal is played again, and a right snapshot takes the place of the wrong one."""
    replayed = Replayed(monkeypatch)

    async def test(hubs: list[Hub]) -> None:
        room, person = await played(hubs[0], 30)
        at = room._snapshots._last
        body = dict(await hubs[0].tables.snapshots(room.id))[at]
        wrong = update(SNAPSHOT).where(SNAPSHOT.c.table == room.id, SNAPSHOT.c.n == at)
        await hubs[0].database.write(lambda c: c.execute(wrong.values(body=WRONG[fault](body).decode())))
        again = await hubs[1].room(room.id)
        assert replayed.count == 1
        assert shown(again, person) == shown(room, person)
        if again._snapshots._last:  # it was settled, so it could be written at once
            await hubs[2].room(room.id)
            assert replayed.count == 1

    run(tmp_path, test, 3, seed="opening")
