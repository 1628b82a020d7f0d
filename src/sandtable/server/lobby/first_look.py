"""A first look at a game that has not begun: the board, set up as it might be, as a spectator would see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.engine import Table, decode_options, make_header, pack_stamp

from ..tables.chronicle import Chronicle
from ..tables.drawing import board_for
from ..tables.room import Room
from ..tables.seatview import Eyes, QuestionText, encode, encoded, look
from ..tables.shelf import find

if TYPE_CHECKING:
    from ..hub import Hub
    from ..store.tables import TableData


def first_look(hub: Hub, data: TableData) -> dict[str, Any]:
    """The board and a state frame. Cards and dice are others than those of the game to come: the seed is thrown away."""
    game = find(data.game)
    options = decode_options(game, data.options)
    seats = {s.seat: "person" for s in data.seats}
    table = Table(game, options, make_header(game, options, seats, None, pack_stamp(game, options)))
    table.start()
    chronicle = Chronicle([seat.id for seat in table.seats])
    chronicle.catch_up(table)
    seen = look(table, None, chronicle.length(None), QuestionText())
    infos = encode(Room(hub, data).seat_infos())
    frame = Eyes(None, []).news(seen, chronicle, None, table.turn, infos, always=True)
    assert frame is not None
    return {"board": board_for(game, options), "state": encoded(frame)}
