"""What a table keeps in mind: places to come back to, answers that can be taken back, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from .chance import Raw
from .game import Outcome, Seat
from .naming import Names
from .question import Ask
from .record import Answered, AnyLine, Entry, StandingOrder


class Sink(Protocol):
    """Where journal lines go before an answer is acknowledged."""

    def append(self, lines: Sequence[AnyLine]) -> None: ...
    def close(self) -> None: ...


class Place(msgspec.Struct, gc=False):
    """A place in a game to come back to: cheap, because starts of turns never change and tapes only grow."""

    start: Any
    turn: int
    tape: list[Any]
    tape_len: int
    raws: list[Raw]
    raws_len: int
    entries: int
    drawn: int
    sealed: list[Entry]
    ordered: list[int]
    asked: int
    orders: list[StandingOrder]
    told_orders: int
    outcome: Outcome | None
    script: dict[str, int] | None


class Given(msgspec.Struct, gc=False):
    """An answer that was given, by a seat or by its standing order."""

    line: Answered
    seat: int
    ask: Ask
    value: Any
    place: Place
    #: How many private questions had been asked when it was given.
    asked: int
    #: Why it cannot be taken back; empty while it can.
    fixed: str = ""


class Undone(msgspec.Struct):
    """An answer that was taken back and can be given again."""

    seat: int
    key: str
    label: str


class Chairs:
    """The seats of a table with their numbers and names; forks share it."""

    __slots__ = ("index", "names", "seats")

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.seats = tuple(seats)
        self.index = {seat.id: i for i, seat in enumerate(self.seats)}
        self.names = Names([seat.id for seat in seats], [seat.label for seat in seats])
