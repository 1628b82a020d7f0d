"""Beginning a game: once, and only with somebody in every seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from ..store.journal_writer import Conflict
from ..store.stored_tables import TableData

if TYPE_CHECKING:
    from ..tables.room import Room

#: Why a game begins: its last seat was taken, somebody got ready, or its host wants it to.
Cause = Literal["seats", "ready", "host"]


def may_begin(data: TableData, cause: Cause) -> bool:
    """Whether a table can begin now."""
    if data.state != "waiting" or data.free:
        return False
    if cause == "ready":
        return all(s.kind == "bot" or s.ready for s in data.seats)
    return cause == "host" or data.begins == "full"


async def begin(room: Room, cause: Cause = "seats") -> None:
    """Begin the game of a room if it may. The caller holds the room's lock.

    The beginning is stored only if the seats are still those that the game was made for. Otherwise they are
    read again, and so is a game that another process has begun.
    """
    while room.table is None and may_begin(room.data, cause):
        table, lines, status = room.new_table()
        header = msgspec.json.encode(table.header).decode()
        try:
            await room.hub.tables.begin(room.data, header, lines, status, table.moment())
            data = await room.hub.tables.get(room.id)
        except Conflict:
            await room.reload()
        except Exception as error:
            room.lose(error)
            raise
        else:
            room.lay_new(table, data)
