"""What a seat sees of a table, taken only from the engine's views for it, and encoded once for everybody who sees the same."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.engine import Table
from sandtable.engine.templates import render

from ..wire import Outcome, StandingOrderView
from .drawing import draw, plans_of
from .table_log import TableLog

if TYPE_CHECKING:
    from .room import Room

NULL = b"null"
#: Encodes a frame, or a part of one.
encode = msgspec.json.Encoder().encode


class PageMark(msgspec.Struct, frozen=True):
    """What is kept of a page that was sent: its names, and eight bytes for each field, enough to see that it has changed."""

    names: tuple[str, ...]
    hashes: bytes

    @property
    def is_object(self) -> bool:
        return len(self.hashes) == 8 * len(self.names)


class Page(msgspec.Struct, frozen=True):
    """A view, encoded field by field. A view that is no object has a value and no names.

    Fields are compared when they are encoded, because a game may show a list of its state itself, which changes later.
    """

    names: tuple[str, ...]
    values: tuple[bytes, ...]

    def mark(self) -> PageMark:
        return PageMark(self.names, array("q", map(hash, self.values)).tobytes())

    def whole(self) -> msgspec.Raw:
        if len(self.names) != len(self.values):
            return msgspec.Raw(self.values[0])
        return msgspec.Raw(encode(dict(zip(self.names, map(msgspec.Raw, self.values), strict=True))))

    def changes_since(self, before: PageMark) -> msgspec.Raw | None:
        """The fields that have changed; None if one of them is gone, or if a view has no fields."""
        if len(self.names) != len(self.values) or not before.is_object:
            return None
        had = dict(zip(before.names, array("q", before.hashes), strict=True))
        if self.names is not before.names and not had.keys() <= set(self.names):
            return None
        fields = zip(self.names, self.values, strict=True)
        return msgspec.Raw(
            encode({name: msgspec.Raw(now) for name, now in fields if had.get(name) != hash(now)})
        )


class PageEncoder:
    """Encodes views of one moment. What several of them share is encoded once."""

    def __init__(self) -> None:
        #: By the id of a value: the value, so that its id stays its own, and its encoding.
        self._made: dict[int, tuple[Any, bytes]] = {}

    def page(self, view: Any) -> Page:
        config = getattr(view, "__struct_config__", None)
        if config is not None and not (config.array_like or config.omit_defaults or config.tag):
            values = msgspec.structs.astuple(view)
            if msgspec.UNSET not in values:
                return self._page(view.__struct_encode_fields__, values)
        plain = None if isinstance(view, msgspec.Raw) else msgspec.to_builtins(view, str_keys=True)
        return (
            self._page(tuple(plain), plain.values()) if isinstance(plain, dict) else Page((), (encode(view),))
        )

    def _page(self, names: tuple[str, ...], values: Iterable[Any]) -> Page:
        return Page(names, tuple([self._encoded(value) for value in values]))

    def _encoded(self, value: Any) -> bytes:
        made = self._made.get(id(value))
        if made is None:
            made = self._made[id(value)] = (value, encode(value))
        return made[1]


class QuestionText:
    """The open question, encoded once for everybody who sees the same of it."""

    def __init__(self, table: Table) -> None:
        self._table, self._asked = table, table.ask
        #: The seat that is asked.
        self.seat = None if self._asked is None else self._asked.seat

    def seen_by(self, seat: str | None) -> bytes:
        """The asked seat is sent the options; others see as much as a spectator."""
        return self._brief if seat is not None and seat == self.seat else self._outline

    @cached_property
    def with_facts(self) -> bytes:
        """With the facts that are made when somebody looks. They take longer than everything else: only a client that wants them is sent them."""
        return NULL if self._asked is None else encode(self._asked.plain())

    @cached_property
    def _brief(self) -> bytes:
        return NULL if self._asked is None else encode(self._asked.brief())

    @cached_property
    def _outline(self) -> bytes:
        shown = self._table.ask_for(None)
        return NULL if shown is None else encode(shown.outline())


class SeatMark(msgspec.Struct, frozen=True):
    """What is kept of a seat view that was sent. If two of these are equal, so are the views."""

    page: PageMark
    drawing: int
    offered: int
    ordered: bytes
    log_length: int


class SeatView(msgspec.Struct):
    """What a seat sees, or a spectator. If two of these are equal, the seat can tell no difference."""

    #: How many lines of the log it has been told.
    log_length: int
    page: Page
    drawing: bytes
    question: bytes = NULL
    undo: str | None = None
    redo: str | None = None
    standing_orders: list[StandingOrderView] = []
    outcome: Outcome | None = None
    mover: str | None = None

    def mark(self) -> SeatMark:
        """What is kept of it for each connection that was sent it."""
        return SeatMark(
            self.page.mark(),
            hash(self.drawing),
            hash((self.question, self.undo, self.redo, self.mover)),
            encode((self.standing_orders, self.outcome)),
            self.log_length,
        )

    def end(self, outcome: Outcome | None) -> None:
        """The game was ended from outside: nothing is asked any more."""
        self.question, self.undo, self.redo, self.outcome, self.mover = NULL, None, None, outcome, None


def look(
    table: Table,
    seats: Sequence[str | None],
    log_length: Callable[[str | None], int],
    question: QuestionText | None = None,
    *,
    is_live: bool = False,
) -> list[SeatView]:
    """What these seats see now. Without a question: between two turns, while the game plays on and nobody is asked anything.

    `is_live`: without the fields that a page asks for (`Game.measures`).
    """
    views, game = table.views(seats), table.game
    pages = game.live_pages(views) if is_live else [game.page(view) for view in views]
    encoder, plans, mover, outcome = PageEncoder(), plans_of(table), mover_of(table), outcome_of(table)
    found: list[SeatView] = []
    for seat, view, page in zip(seats, views, pages, strict=True):
        same = next((seen for other, seen in zip(views, found, strict=False) if other == view), None)
        if same is None:
            seen = SeatView(
                log_length(seat), encoder.page(page), encode(draw(table, view, plans)), mover=mover
            )
        else:
            seen = SeatView(log_length(seat), same.page, same.drawing, mover=mover)
        if question is not None:
            seen.question, seen.outcome = question.seen_by(seat), outcome
            if seat is not None:  # a spectator has nothing to take back and leaves no orders
                seen.undo, seen.redo = table.undo_name(seat), table.redo_name(seat)
                orders = table.standing_orders(seat)
                seen.standing_orders = [StandingOrderView(it.window, it.until) for it in orders]
        found.append(seen)
    return found


def progress_of(table: Table) -> str:
    """How far a game has come, in words for everybody."""
    line = table.game.progress(table.run.state)
    return "" if line is None else render(line.text, line.args, table.kinds)[:80]


def mover_of(table: Table) -> str | None:
    """The seat whose turn it is."""
    mover = None if table.outcome is not None else table.game.whose_turn(table.run.state)
    return None if mover is None else table.seats[mover].id


def outcome_of(table: Table) -> Outcome | None:
    """How the game ended; None while it lasts."""
    return None if table.outcome is None else Outcome(table.winners, table.reason, table.outcome.score)


def is_secret(table: Table) -> bool:
    """Whether others may see nothing of an answer that is given now."""
    ask = table.ask
    return ask is None or ask.spec.private or ask.spec.sealed


class SeatViews:
    """What the seats of a room see, kept until something happens."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._seen: dict[str | None, SeatView] = {}
        self._question: QuestionText | None = None

    def clear(self) -> None:
        """Something has happened."""
        self._seen.clear()
        self._question = None

    def question(self, table: Table) -> QuestionText:
        """The open question."""
        if self._question is None:
            self._question = QuestionText(table)
        return self._question

    def of(self, seat: str | None, table: Table, log: TableLog) -> SeatView:
        """What a seat sees now, or a spectator."""
        if seat not in self._seen:
            log.catch_up(table)
            # Whoever is watching will be shown the same moment: look from everywhere at once.
            others = {watcher.seat for watcher in self._room.watchers} - self._seen.keys() - {seat}
            seats = [seat, *others]
            looks = look(table, seats, log.length, self.question(table), is_live=True)
            if self._room.is_resigned:
                for seen in looks:
                    seen.end(self._room.data.outcome)
            self._seen.update(zip(seats, looks, strict=True))
        return self._seen[seat]
