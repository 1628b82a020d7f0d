"""Undo: which answers can be taken back, by whom, and places in a game to come back to."""

from __future__ import annotations

from typing import Any

import msgspec

from .chance import Raw
from .errors import CannotUndo
from .game import Outcome
from .log import LogEntry
from .saving.format import Answered
from .standing_orders import StandingOrder
from .steps import Ask

#: Why undo is refused where the reason would tell a secret.
NOTHING = "There is nothing of yours to take back."
_SOMEBODY_ELSE = f"{NOTHING[:-1]}: somebody else has answered since."


class Place(msgspec.Struct, gc=False):
    """A place in a game to come back to: cheap, because starts of turns never change and tapes only grow."""

    #: The state at the start of the turn, or a `PackedStart` (`saving.long_games.pack_starts`).
    start: Any
    turn: int
    tape: list[Any]
    tape_len: int
    raws: list[Raw]
    raws_len: int
    entries: int
    drawn: int
    sealed: list[LogEntry]
    ordered: list[int]
    asked: int
    standing_orders: list[StandingOrder]
    orders_told: int
    outcome: Outcome | None
    script: dict[str, int] | None


class GivenAnswer(msgspec.Struct, gc=False):
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


class History:
    """The answers that were given and those that were taken back, the last one last."""

    __slots__ = ("asked", "given", "undone")

    def __init__(self) -> None:
        self.given: list[GivenAnswer] = []
        self.undone: list[Undone] = []
        #: Which seats were asked in private, or had no choice among secret options, in order.
        self.asked: list[int] = []

    def add(self, given: GivenAnswer) -> None:
        if self.given and self.given[-1].fixed and not given.line.by and not given.ask.private:
            self.given = []  # nothing before it can ever be taken back
        self.given.append(given)

    def forget_undone(self, answers: list[str]) -> None:
        """Answers were given. If they repeat the one that was taken back, those before it can still be given again."""
        if self.undone and answers == [self.undone[-1].key]:
            self.undone.pop()
        else:
            self.undone.clear()

    def others_were_asked(self, given: GivenAnswer) -> bool:
        """Whether somebody else was asked in private since an answer."""
        return any(asked != given.seat for asked in self.asked[given.asked :])

    def last_of(self, seat: int | None, ask: Ask | None) -> int:
        """Which answer `undo` would take back. Why not, if not, tells nothing a seat may not know."""
        place = self.undoable(seat, ask)
        if isinstance(place, str):
            raise CannotUndo(place)
        return place

    def undoable(self, seat: int | None, ask: Ask | None) -> int | str:
        """The same; why not, if not. Every seat is told after every answer, and most have nothing to take back."""
        if seat is None:
            return "A spectator has nothing to take back."
        if ask is not None and ask.private and ask.seat != seat:
            # Others may have been passed over before the seat that is asked in secret; undo must not reveal whether they were.
            return NOTHING
        return self._undoable(seat, len(self.given), len(self.asked))

    def _undoable(self, seat: int, given: int, asked: int) -> int | str:
        """Which of the first `given` answers a seat could take back next, after the first `asked` private questions."""
        answers, place = self.given, given - 1
        while place >= 0:
            last = answers[place]
            if not last.line.by and (last.seat == seat or not last.ask.private):
                break
            place -= 1
        else:
            return NOTHING
        for other in self.asked[last.asked : asked]:
            if other != seat:
                return NOTHING
        if last.seat != seat:
            # What was forced among secret options is told like what was chosen.
            is_told_alike = last.ask.hide_options or last.ask.sealed
            return NOTHING if is_told_alike else _SOMEBODY_ELSE
        for it in answers[place:given]:
            if it.fixed:
                return f"That cannot be taken back: {it.fixed}."
        return place

    def retractable(self, seat: int, ask: Ask | None) -> list[GivenAnswer]:
        """The answers a seat could take back one after the other, the oldest first, with what orders answered between."""
        first = len(self.given)
        place = self.undoable(seat, ask)
        while not isinstance(place, str):
            first = place
            place = self._undoable(seat, first, self.given[first].place.asked)
        return self.given[first:]
