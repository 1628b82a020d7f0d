"""A first look at a game that has not begun: the board, set up as it might be, as a spectator would see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.engine import Table, decode_options, make_header, pack_stamp

from ..tables.catalogue import find
from ..tables.drawing import board_for
from ..tables.room import Room
from ..tables.seat_view import QuestionText, look
from ..tables.state_frames import SharedParts, as_raw, state_frame
from ..tables.table_log import TableLog
from ..wire import LogPart

if TYPE_CHECKING:
    from ..hub import Hub
    from ..store.stored_tables import TableData


def first_look(hub: Hub, data: TableData) -> dict[str, Any]:
    """The board and a state frame. Cards and dice are others than those of the game to come: the seed is thrown away."""
    game = find(data.game)
    options = decode_options(game, data.options)
    seats = {s.seat: "person" for s in data.seats}
    table = Table(game, options, make_header(game, options, seats, None, pack_stamp(game, options)))
    table.start()
    log = TableLog([seat.id for seat in table.seats])
    log.catch_up(table)
    seen = look(table, [None], log.length, QuestionText(table))[0]
    shared = SharedParts(turn=table.turn, seats=Room(hub, data).seat_infos())
    lines = LogPart(0, [as_raw(line) for line in log.lines(None, 0)])
    frame = state_frame(shared, seen, lines, n=1, seat=None, mine=[])
    return {"board": board_for(game, options), "state": frame}
