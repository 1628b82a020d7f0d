"""What one viewpoint may see of a table, encoded once, and what of it a connection has not been sent."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.engine import Table

from ..refusal import Refused
from ..wire import LogPart, Outcome, SeatInfo, StandingOrderView, StateFrame
from .drawing import draw

#: How many lines of the log a new connection is sent.
LOG_LINES = 400


class SeatLog:
    """The log of one viewpoint in words, extended as the game goes on."""

    __slots__ = ("lines", "turns")

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.turns: list[int] = []

    def cut(self, turn: int) -> None:
        """Drop everything from this turn on: some of it may have been taken back."""
        while self.turns and self.turns[-1] >= turn:
            self.turns.pop()
            self.lines.pop()

    def catch_up(self, table: Table, seat: str | None) -> None:
        for line in table.transcript(seat, since=len(self.lines)):
            self.lines.append(msgspec.json.encode(line))
            self.turns.append(line.turn)


class Seen(msgspec.Struct):
    """What a viewpoint sees now. If two of these are equal, the viewpoint can tell no difference."""

    view: bytes
    #: Made from the view alone, so it is equal when the view is.
    drawing: bytes
    question: bytes
    log: list[bytes]
    undo: str | None
    redo: str | None
    standing_orders: list[StandingOrderView]
    outcome: Outcome | None

    def looks_like(self, other: Seen) -> bool:
        return (
            self.view == other.view
            and self.question == other.question
            and self.undo == other.undo
            and self.redo == other.redo
            and self.standing_orders == other.standing_orders
            and self.outcome == other.outcome
        )


def look(table: Table, seat: str | None, log: SeatLog) -> Seen:
    """Everything this viewpoint may see, taken only from the engine's views for that seat."""
    log.catch_up(table, seat)
    ask, view = table.ask_for(seat), table.view(seat)
    return Seen(
        view=msgspec.json.encode(table.game.page(view)),
        drawing=msgspec.json.encode(draw(table, view)),
        question=b"null" if ask is None else msgspec.json.encode(ask.plain()),
        log=log.lines,
        undo=table.undo_name(seat),
        redo=table.redo_name(seat),
        standing_orders=[]
        if seat is None
        else [StandingOrderView(o.window, o.until) for o in table.standing_orders(seat)],
        outcome=None if table.outcome is None else Outcome(table.winners, table.reason),
    )


class Eyes:
    """What a connection has been sent, so that it is sent only what is new."""

    __slots__ = ("_log", "_seat", "_seen", "_skipped", "_waiting", "mine", "n", "seat")

    def __init__(self, seat: str | None, mine: list[str]) -> None:
        self.seat, self.mine = seat, mine
        #: How many state frames were sent. It counts nothing hidden, so it reveals nothing.
        self.n = 0
        self._seen: Seen | None = None
        self._seat: str | None = None
        self._waiting: str | None = None
        self._log: list[bytes] = []
        #: How many of the first log lines this connection was never sent.
        self._skipped = 0

    def asked_seat(self, table: Table) -> str:
        """The seat this connection may answer for now: one of its own, whose question its viewpoint can see.

        Nothing else checks this. It goes by what the engine shows the viewpoint, so that an answer, a hint or
        odds can never be given for a question that was not shown.
        """
        question = table.ask
        if question is None:
            raise Refused("conflict", "The game is over.")
        if question.seat not in self.mine or table.ask_for(self.seat) is not question:
            raise Refused("forbidden", "You are not asked now.")
        return question.seat

    def news(
        self,
        seen: Seen,
        waiting: str | None,
        turn: int,
        seats: list[SeatInfo],
        clock: dict[str, float] | None,
        ack: int | None = None,
        *,
        always: bool = False,
    ) -> bytes | None:
        """The next state frame, or None if nothing this connection may see has changed."""
        keep = self._keep(seen.log)
        before = self._seen
        same = (
            before is not None
            and self._seat == self.seat
            and self._waiting == waiting
            and keep == len(self._log) == len(seen.log)
            and seen.looks_like(before)
        )
        if same and not always:
            return None
        fresh = before is None or self._seat != self.seat
        start = max(0, len(seen.log) - LOG_LINES) if fresh else keep
        lines = seen.log[start:]
        had = 0 if fresh else keep - self._skipped
        self.n += 1
        frame = StateFrame(
            n=self.n,
            ack=ack,
            seat=self.seat,
            mine=self.mine,
            waiting=waiting,
            view=encoded(seen.view),
            question=encoded(seen.question),
            log=LogPart(max(0, had), [encoded(line) for line in lines]),
            undo=seen.undo,
            redo=seen.redo,
            standing_orders=seen.standing_orders,
            outcome=seen.outcome,
            turn=turn,
            seats=seats,
            clock=clock,
            drawing=encoded(seen.drawing),
        )
        if fresh:
            self._log, self._skipped = [b""] * start, start
        else:
            del self._log[keep:]
        self._log.extend(lines)
        # `seen.log` goes on growing; `_log` is the part that was sent.
        self._seen, self._seat, self._waiting = seen, self.seat, waiting
        return encode(frame)

    def _keep(self, log: list[bytes]) -> int:
        """How many of the lines that were sent are still valid."""
        sent = self._log
        if len(sent) <= len(log) and (not sent or sent[-1] is log[len(sent) - 1]):
            return len(sent)
        most = min(len(sent), len(log))
        for i in range(most):
            if sent[i] and sent[i] != log[i]:
                return i
        return most


def encoded(data: bytes) -> Any:
    """Encoded JSON that stands for the value of a frame's field, whatever the field's type."""
    return msgspec.Raw(data)


def encode(frame: Any) -> bytes:
    return msgspec.json.encode(frame)
