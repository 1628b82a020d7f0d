"""State frames are put together from parts, and are what a `StateFrame` is when it is encoded: byte for byte."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.server.hub import Hub
from sandtable.server.tables.catalogue import find
from sandtable.server.wire import Clock, StateFrame

from ..rooms import Seat, new_table, run


class Checked(Seat):
    """A connection that reads each frame as the struct, and compares it with that struct encoded."""

    def __init__(self, *where: Any) -> None:
        self.read: list[StateFrame] = []
        super().__init__(*where)

    def _hear(self, data: bytes) -> None:
        if msgspec.json.decode(data)["t"] == "state":
            frame = msgspec.json.decode(data, type=StateFrame)
            assert msgspec.json.encode(frame) == data
            self.read.append(frame)
        super()._hear(data)

    async def undo(self) -> None:
        seat = self.watcher.seat
        assert seat is not None
        await self.room.act(self.watcher, self.watcher.n, None, lambda t: (t.undo(seat), None)[1])


@pytest.mark.parametrize("game", ["red-dust", "mars-or-die", "connect-four", "stash"])
def test_a_frame_is_the_encoded_struct(tmp_path: Path, game: str) -> None:
    async def test(hubs: list[Hub]) -> None:
        ids = [seat.id for seat in find(game).seats(find(game).options_type())]
        clock = Clock(each=60, bank=600)
        table, person = await new_table(hubs[0], game, dict.fromkeys(ids, "me"), clock=clock)
        room, rng = await hubs[0].room(table), random.Random(5)
        seats: dict[str | None, Checked] = {id: Checked(room, person, id) for id in (*ids, None)}
        seats[ids[0]].watcher.wants_changes = True
        for turn in range(60):
            ask = None if room.table is None else room.table.ask
            if ask is None:
                break
            seat = seats[ask.seat]
            await seat.answer(rng.choice(ask.keys))
            if turn == 3:
                await seat.order()
            if turn % 7 == 0 and seat.state["undo"] is not None:
                await seat.undo()
        frames = [frame for seat in seats.values() for frame in seat.read]
        assert any(frame.undo is not None for frame in frames)
        assert any(frame.redo is not None for frame in frames)
        assert any(frame.standing_orders for frame in frames)
        assert any(frame.ack is None for frame in frames)
        assert any(frame.since is not None for frame in frames)
        assert any(frame.clock for frame in frames)
        assert any(frame.log.lines for frame in frames)
        assert any(frame.outcome is not None for frame in frames) or game in ("red-dust", "mars-or-die")

    run(tmp_path, test)
