"""A client that asked for changes puts together exactly what everybody else is sent whole."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.server.hub import Hub
from sandtable.server.tables.catalogue import find
from sandtable.server.tables.seat_view import Page, PageEncoder

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
        self.watcher.wants_changes = True  # the first frame is whole in any case

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
        seat.watcher.seat = "yellow"
        seat.room.show(seat.watcher)
        assert seat.state["since"] is None
        await seat.answer("drop:3")
        assert seat.state["since"] == seat.state["n"] - 1

    run(tmp_path, test)


def page(view: Any) -> Page:
    return PageEncoder().page(view)


def test_a_field_that_is_gone_is_not_left_standing() -> None:
    """Views may leave fields out; what is no object has no fields."""
    changes = page({"a": 1, "b": [3], "c": 4}).changes_since(page({"a": 1, "b": [2]}).mark())
    assert changes == msgspec.Raw(b'{"b":[3],"c":4}')
    assert page({"a": 1}).changes_since(page({"a": 1}).mark()) == msgspec.Raw(b"{}")
    assert page({"a": 1}).changes_since(page({"a": 1, "b": 2}).mark()) is None
    assert page([1]).changes_since(page([1]).mark()) is None
    assert page([1]).changes_since(page({}).mark()) is None
    assert page({}).changes_since(page([1]).mark()) is None


class Renamed(msgspec.Struct, rename="camel"):
    of_state: list[int]
    is_open: bool | int = False


class Sparse(msgspec.Struct, omit_defaults=True):
    a: int = 0
    b: int | msgspec.UnsetType = msgspec.UNSET


class Unset(msgspec.Struct):
    a: int = 0
    b: int | msgspec.UnsetType = msgspec.UNSET


class Tagged(msgspec.Struct, tag="tagged"):
    a: int = 0


class Row(msgspec.Struct, array_like=True):
    a: int = 0


@pytest.mark.parametrize(
    "view",
    [
        Renamed([1]),
        Sparse(),
        Sparse(a=2, b=0),
        Unset(),
        Tagged(),
        Row(),
        {"a": {1: 2}},
        {},
        [1],
        None,
        7,
        msgspec.Raw(b"{}"),
    ],
)
def test_a_page_is_its_view_encoded(view: Any) -> None:
    """Field by field or whole, whatever a game of one's own shows."""
    assert bytes(page(view).whole()) == msgspec.json.encode(view)


def test_a_list_of_the_state_itself_is_seen_to_change() -> None:
    """A game of one's own may show what its rules change later; and True is not 1."""
    state = [1, 2]
    before = page(Renamed(state, is_open=1)).mark()
    state[0] = 3
    assert page(Renamed(state, is_open=True)).changes_since(before) == msgspec.Raw(
        b'{"ofState":[3,2],"isOpen":true}'
    )
