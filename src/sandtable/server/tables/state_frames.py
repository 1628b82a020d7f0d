"""State frames. `state_frame` builds all of them: for live tables, new connections, replays and a first look at a game.

The way of a frame: `Room` has changed the table and stored the change, and asks `SeatViews` what each seat that is watched sees now. A
`SeatView` has the view field by field, the question and the rest, encoded once for all who see the same; the lines of the log come from `TableLog`.
`Watcher.show` compares it with what its connection was sent last; if nothing is new, nothing is sent, except to the one who acted. Otherwise
`state_frame` puts it into a `StateFrame`: the whole view, or only the fields that have changed for a client that asked for changes.
The frame is encoded, and `web.socket.Connection.send` writes it: directly, or through the connection's outbox.

Where non-players have played on, each of their turns is a `TurnEnd` and gets a frame before the last one. A new connection has been sent nothing, so it
gets everything. A replay is recorded in a worker, and each of its steps becomes a frame in the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..wire import LogPart, SeatInfo, StateFrame
from .seat_view import NULL, Page, PageMark, QuestionText, SeatMark, SeatView, encode

if TYPE_CHECKING:
    from ..store.stored_tables import TableData
    from .room import Room


class SharedParts(msgspec.Struct, kw_only=True):
    """The parts of state frames that are the same for every connection."""

    turn: int
    seats: list[SeatInfo] | bytes
    clock: dict[str, float] | None = None
    #: The open question, if somebody can answer it now.
    question: QuestionText | None = None
    #: By the mark of a page and a page: both, and what leads from one to the other. Those who see the same are sent the same.
    _changes: dict[tuple[int, int], tuple[PageMark, Page, msgspec.Raw | None]] = {}
    #: By a seat view: it, and its mark, which all who see the same share.
    _marks: dict[int, tuple[SeatView, SeatMark]] = {}

    def changes(self, before: PageMark, now: Page) -> msgspec.Raw | None:
        """What has changed of a view; None if that cannot be told."""
        pair = id(before), id(now)
        if pair not in self._changes:
            self._changes[pair] = before, now, now.changes_since(before)
        return self._changes[pair][2]

    def mark(self, seen: SeatView) -> SeatMark:
        """What is kept of a view for those who were sent it."""
        if id(seen) not in self._marks:
            self._marks[id(seen)] = seen, seen.mark()
        return self._marks[id(seen)][1]


class Sent(msgspec.Struct):
    """What the last state frame of a connection told it."""

    seat: str | None
    seen: SeatMark
    waiting: str | None
    seats: list[SeatInfo] | bytes


def state_frame(
    shared: SharedParts,
    seen: SeatView,
    log: LogPart,
    *,
    n: int,
    seat: str | None,
    mine: list[str],
    ack: int | None = None,
    waiting: str | None = None,
    has_facts: bool = False,
    lesson: bytes = NULL,
    before: Sent | None = None,
) -> StateFrame:
    """The frame that shows what a seat sees: all of it, or only what is new since the frame `before`.

    `has_facts`: a question that is put to this seat has all its facts.
    """
    asked = shared.question if has_facts else None
    question = seen.question if asked is None or asked.seat != seat else asked.with_facts
    changes = None if before is None else shared.changes(before.seen.page, seen.page)
    is_same_drawing = is_same_seats = False
    if before is not None and changes is not None:
        is_same_drawing, is_same_seats = (
            before.seen.drawing == hash(seen.drawing),
            before.seats == shared.seats,
        )
    return StateFrame(
        n=n,
        ack=ack,
        seat=seat,
        mine=mine,
        waiting=waiting,
        view=seen.page.whole() if changes is None else changes,
        question=as_raw(question),
        log=log,
        undo=seen.undo,
        redo=seen.redo,
        standing_orders=seen.standing_orders,
        outcome=seen.outcome,
        turn=shared.turn,
        seats=[] if is_same_seats else as_raw(shared.seats),
        clock=shared.clock,
        drawing=None if is_same_drawing else as_raw(seen.drawing),
        mover=seen.mover,
        lesson=as_raw(lesson),
        since=None if changes is None else n - 1,
    )


class EncodedSeats:
    """The seats of a room for everybody, encoded once for as long as they are the same."""

    def __init__(self, room: Room) -> None:
        self._room = room
        #: What they were made from, and their encoding.
        self._made: tuple[TableData, set[str], tuple[str, float] | None, bytes] | None = None

    def encoded(self) -> bytes:
        room, made = self._room, self._made
        data, present, thinking = room.data, room.presence.seats(), room.thinker.shown
        if made is None or made[0] is not data or made[1] != present or made[2] != thinking:
            infos = room.seat_infos()
            made = self._made = (data, present, thinking, encode(infos))
        return made[3]


def as_raw(data: Any) -> Any:
    """A field of a frame: JSON that is encoded already, whatever the field's type, or a value that is not."""
    return msgspec.Raw(data) if isinstance(data, bytes) else data
