"""A client that asked for changes puts together exactly what everybody else is sent whole."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.server.hub import Hub
from sandtable.server.tables.seatview import changed_fields
from sandtable.server.tables.shelf import find

from ..rooms import BOTH, Seat, new_table, run

#: What is complete in every frame, whichever way a client is sent its view.
SAME = (
    "waiting",
    "question",
    "undo",
    "redo",
    "outcome",
    "turn",
    "mover",
    "standing_orders",
    "clock",
    "lesson",
)


class Changes(Seat):
    """A connection that is sent changes, and puts its frames together as the page does."""

    def __init__(self, *where: Any) -> None:
        self.sizes: list[int] = []
        super().__init__(*where)
        self.watcher.eyes.wants_changes = True  # the first frame is whole in any case

    def _hear(self, data: bytes) -> None:
        super()._hear(data)
        frame = self.frames[-1]
        self.sizes.append(len(msgspec.json.encode(frame["view"])))
        if frame["since"] is not None:
            before = self.frames[-2]
            assert frame["since"] == before["n"] == frame["n"] - 1
            frame["view"] = {**before["view"], **frame["view"]}
            frame["drawing"] = before["drawing"] if frame["drawing"] is None else frame["drawing"]
            frame["seats"] = frame["seats"] or before["seats"]


@pytest.mark.parametrize("game", ["red-dust", "mars-or-die", "rogue-trooper", "connect-four", "stash"])
def test_changes_add_up_to_the_whole(tmp_path: Path, game: str) -> None:
    async def test(hubs: list[Hub]) -> None:
        seats = [seat.id for seat in find(game).seats(find(game).options_type())]
        table, person = await new_table(hubs[0], game, dict.fromkeys(seats, "me"))
        room = await hubs[0].room(table)
        whole = {seat: Seat(room, person, seat) for seat in seats}
        changes = {seat: Changes(room, person, seat) for seat in seats}
        rng, sent, complete = random.Random(3), 0, 0
        for _ in range(60):
            ask = room.table.ask if room.table is not None else None
            if ask is None:
                break
            await whole[ask.seat].answer(rng.choice(ask.keys))
            for seat in seats:
                one, other = changes[seat].state, whole[seat].state
                assert one["view"] == other["view"]
                assert one["drawing"] == other["drawing"]
                assert one["seats"] == other["seats"]
                assert {name: one[name] for name in SAME} == {name: other[name] for name in SAME}
                assert one["log"]["lines"][-1:] == other["log"]["lines"][-1:]
                sent += changes[seat].sizes[-1]
                complete += len(msgspec.json.encode(other["view"]))
        assert sent < complete

    run(tmp_path, test)


def test_another_viewpoint_is_sent_whole(tmp_path: Path) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, person = await new_table(hubs[0], "connect-four", BOTH)
        seat = Changes(await hubs[0].room(table), person, "red")
        await seat.answer("drop:4")
        assert seat.state["since"] == 1
        seat.watcher.eyes.seat = "yellow"
        seat.room.show(seat.watcher)
        assert seat.state["since"] is None
        await seat.answer("drop:3")
        assert seat.state["since"] == seat.state["n"] - 1

    run(tmp_path, test)


def test_a_field_that_is_gone_is_not_left_standing() -> None:
    """Views may leave fields out; what is no object has no fields."""
    assert changed_fields(b'{"a":1,"b":[2]}', b'{"a":1,"b":[3],"c":4}') == b'{"b":[3],"c":4}'
    assert changed_fields(b'{"a":1}', b'{"a":1}') == b"{}"
    assert changed_fields(b'{"a":1,"b":2}', b'{"a":1}') is None
    assert changed_fields(b"[1]", b"[1]") is None
