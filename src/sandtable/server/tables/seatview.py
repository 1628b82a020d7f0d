"""What one viewpoint may see of a table, encoded once, and what of it a connection has not been sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.engine import Question, QuestionView, Table
from sandtable.engine.templates import render

from ..refusal import Refused
from ..wire import Outcome, StandingOrderView
from .chronicle import LOG_LINES, Chronicle
from .drawing import draw, plans_of

if TYPE_CHECKING:
    from .room import Room

NULL = b"null"
#: Fields of a state frame, after the lines of the log; most seats have none of them.
WAYS = b']},"undo":%b,"redo":%b,"standing_orders":%b,"outcome":%b'
NO_WAYS = WAYS % (NULL, NULL, b"[]", NULL)
_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])
#: Encodes a frame, or a part of one.
encode = msgspec.json.Encoder().encode


class QuestionText:
    """The open question, encoded once for everybody who sees the same of it.

    Only the seat that must answer is sent the options, and only a client that wants them is sent the facts that are made
    when somebody looks: they take longer than everything else.
    """

    def __init__(self) -> None:
        self._question: Question | None = None
        self._made: dict[str, bytes] = {}

    def for_seat(self, table: Table, seat: str | None) -> bytes:
        """What a viewpoint sees: the asked seat everything, others that it is asked, and what."""
        question = table.ask
        if question is None:
            return NULL
        if seat == question.seat:
            return self._text(question, "brief", question.brief)
        return self._text(question, "outline", lambda: _outline(table))

    def with_facts(self, question: Question) -> bytes:
        """Everything, for the seat that is asked."""
        return self._text(question, "plain", question.plain)

    def _text(self, question: Question, what: str, make: Callable[[], QuestionView]) -> bytes:
        if self._question is not question:
            self._question, self._made = question, {}
        found = self._made.get(what)
        if found is None:
            found = self._made[what] = encode(make())
        return found


def _outline(table: Table) -> QuestionView:
    """What everybody sees of the open question who is not asked: the same as a spectator."""
    asked = table.ask_for(None)
    assert asked is not None
    return asked.outline()


class Seen(msgspec.Struct):
    """What a viewpoint sees now. If two of these are equal, the viewpoint can tell no difference."""

    view: bytes
    #: Made from the view alone, so it is equal when the view is.
    drawing: bytes
    question: bytes
    #: How many lines of the log it has been told.
    told: int
    undo: str | None
    redo: str | None
    standing_orders: list[StandingOrderView]
    outcome: Outcome | None
    mover: str | None = None

    def looks_like(self, other: Seen) -> bool:
        return (
            self.told == other.told
            and self.view == other.view
            and self.question == other.question
            and self.undo == other.undo
            and self.redo == other.redo
            and self.standing_orders == other.standing_orders
            and self.outcome == other.outcome
            and self.mover == other.mover
        )

    def ways(self) -> bytes:
        """The fields of a state frame that say what can be taken back or given again, what stands, and how the game ended."""
        if self.undo is None and self.redo is None and not self.standing_orders and self.outcome is None:
            return NO_WAYS
        return WAYS % (*map(encode, (self.undo, self.redo, self.standing_orders, self.outcome)),)

    def end(self, outcome: Outcome | None) -> None:
        """The game was ended from outside: nothing is asked any more."""
        self.question, self.undo, self.redo, self.outcome, self.mover = b"null", None, None, outcome, None


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


def look(table: Table, seat: str | None, told: int, question: QuestionText) -> Seen:
    """Everything this viewpoint may see, taken only from the engine's views for that seat."""
    view = table.view(seat)
    text, drawing, asked = (
        encode(table.game.page(view)),
        encode(draw(table, view)),
        question.for_seat(table, seat),
    )
    return _seen(table, seat, text, drawing, asked, told, outcome_of(table), mover_of(table))


def look_live(
    table: Table,
    seats: Sequence[str | None],
    told: Callable[[str | None], int],
    question: QuestionText,
    before: Mapping[str | None, Seen],
) -> list[Seen]:
    """The same for several viewpoints of a game in progress, without what a page has to ask for. `before`: those who have looked."""
    views = table.views(seats)
    pages = table.game.live_pages(views)
    outcome, mover, plans = outcome_of(table), mover_of(table), plans_of(table)
    found: list[Seen] = []
    for seat, view, page in zip(seats, views, pages, strict=True):
        # Most see the same: it is encoded and kept once.
        for other, seen in zip(views, found, strict=False):
            if other == view:
                text, drawing = seen.view, seen.drawing
                break
        else:
            text, drawing = encode(page), NULL if plans.has_own_board else encode(draw(table, view, plans))
            for seen in (*found, *before.values()):
                if seen.view == text:
                    text = seen.view
        asked = question.for_seat(table, seat)
        found.append(_seen(table, seat, text, drawing, asked, told(seat), outcome, mover))
    return found


def _seen(
    table: Table,
    seat: str | None,
    view: bytes,
    drawing: bytes,
    asked: bytes,
    told: int,
    outcome: Outcome | None,
    mover: str | None,
) -> Seen:
    if seat is None:  # a spectator has nothing to take back and leaves no orders
        return Seen(view, drawing, asked, told, None, None, [], outcome, mover)
    orders = [StandingOrderView(it.window, it.until) for it in table.standing_orders(seat)]
    undo, redo = table.undo_name(seat), table.redo_name(seat)
    return Seen(view, drawing, asked, told, undo, redo, orders, outcome, mover)


def glance(table: Table, seat: str | None, told: int) -> Seen:
    """What a viewpoint sees between two turns, while the game plays on: nobody is asked anything."""
    view = table.view(seat)
    page, drawing = msgspec.json.encode(table.game.page(view)), msgspec.json.encode(draw(table, view))
    return Seen(page, drawing, b"null", told, None, None, [], None, mover_of(table))


def is_secret(table: Table) -> bool:
    """Whether others may see nothing of an answer that is given now."""
    ask = table.ask
    return ask is None or ask.spec.private or ask.spec.sealed


class Eyes:
    """What a connection has been sent, so that it is sent only what is new."""

    __slots__ = (
        "_seat",
        "_seats",
        "_seen",
        "_sent",
        "_skipped",
        "_waiting",
        "has_facts",
        "mine",
        "n",
        "seat",
        "wants_changes",
    )

    def __init__(
        self, seat: str | None, mine: list[str], *, has_facts: bool = False, wants_changes: bool = False
    ) -> None:
        self.seat, self.mine = seat, mine
        #: Whether it is sent all facts of its questions.
        self.has_facts = has_facts
        #: Whether it is sent only what has changed of the view.
        self.wants_changes = wants_changes
        #: The seats as they were last sent in a state frame.
        self._seats = b""
        #: How many state frames were sent. It counts nothing hidden, so it reveals nothing.
        self.n = 0
        self._seen: Seen | None = None
        self._seat: str | None = None
        self._waiting: str | None = None
        #: How many lines of the log it has, counted from the first one that was ever told.
        self._sent = 0
        #: How many of the first log lines this connection was never sent.
        self._skipped = 0

    def knows(self, told: int) -> bool:
        """Whether it has been sent this many lines of the log."""
        return self._seat == self.seat and self._sent >= told

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

    def sit(self, mine: list[str]) -> None:
        """These seats are its own now. Whoever has lost the seat they looked from watches from then on."""
        self.mine = mine
        self.seat = self.seat if self.seat in mine else None

    def cut(self, length: int) -> None:
        """The log has lost all its lines but this many; those that are told instead must be sent."""
        self._sent = min(self._sent, length)
        self._skipped = min(self._skipped, self._sent)

    def compare(self, old: Chronicle, new: Chronicle) -> None:
        """The log was read anew: what is the same in both need not be sent again."""
        if self._seen is not None:
            self.cut(new.shared_with(old, self._seat))

    def news(
        self,
        seen: Seen,
        log: Chronicle,
        waiting: str | None,
        turn: int,
        seats: bytes,
        clock: bytes = NULL,
        lesson: bytes = NULL,
        ack: int | None = None,
        *,
        question: bytes | None = None,
        always: bool = False,
    ) -> bytes | None:
        """The next state frame, or None if nothing this connection may see has changed. `question`: the one to send instead.

        It is what `encode` makes of a `StateFrame`, put together from parts that are encoded already, in the order of its fields.
        """
        seat, sent, told = self.seat, self._sent, seen.told
        before = self._seen if self._seat == seat else None
        if (
            not always
            and before is not None
            and sent == told
            and self._waiting == waiting
            and seen.looks_like(before)
        ):
            return None
        if before is None or sent < log.kept_from(seat):
            sent = self._skipped = max(log.kept_from(seat), told - LOG_LINES)
        if self.wants_changes:
            view, drawing, told_seats, since = self._changes(before, seen, seats)
        else:
            view, drawing, told_seats, since = seen.view, seen.drawing, seats, NULL
        self.n += 1
        self._seen, self._seat, self._waiting, self._sent = seen, seat, waiting, told
        acked, mover = NULL if ack is None else b"%d" % ack, _name(seen.mover)
        whose = _whose(seat, tuple(self.mine))
        return b"".join(
            (
                b'{"t":"state","n":%d,"ack":%b%b,"waiting":%b,"view":'
                % (self.n, acked, whose, _name(waiting)),
                view,
                b',"question":',
                question or seen.question,
                b',"log":{"keep":%d,"lines":[' % (sent - self._skipped),
                log.text(seat, sent, told),
                seen.ways(),
                b',"turn":%d,"seats":' % turn,
                told_seats,
                b',"clock":%b,"drawing":' % clock,
                drawing,
                b',"mover":%b,"lesson":%b,"since":%b}' % (mover, lesson, since),
            )
        )

    def _changes(self, before: Seen | None, seen: Seen, seats: bytes) -> tuple[bytes, bytes, bytes, bytes]:
        """What is sent of view, drawing and seats, and the frame that it builds on: whatever has changed, or everything."""
        told, self._seats = self._seats, seats
        changes = None if before is None else changed_fields(before.view, seen.view)
        if before is None or changes is None:
            return seen.view, seen.drawing, seats, NULL
        drawing = NULL if seen.drawing == before.drawing else seen.drawing
        return changes, drawing, b"[]" if seats == told else seats, b"%d" % self.n


def changed_fields(before: bytes, now: bytes) -> bytes | None:
    """The fields of an encoded object that have changed; None if one is gone, or if it is no object at all."""
    if not (before.startswith(b"{") and now.startswith(b"{")):
        return None
    old, new = _FIELDS.decode(before), _FIELDS.decode(now)
    if not old.keys() <= new.keys():
        return None
    return msgspec.json.encode({name: value for name, value in new.items() if old.get(name) != value})


@lru_cache(maxsize=1024)
def _name(seat: str | None) -> bytes:
    """The id of a seat, or null, encoded."""
    return encode(seat)


@lru_cache(maxsize=1024)
def _whose(seat: str | None, mine: tuple[str, ...]) -> bytes:
    """The fields of a state frame that say from where it is seen."""
    return b',"seat":%b,"mine":%b' % (encode(seat), encode(mine))


def encoded(data: bytes) -> Any:
    """Encoded JSON that stands for the value of a frame's field, whatever the field's type."""
    return msgspec.Raw(data)


class Sights:
    """What viewpoints see, kept until something happens."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._seen: dict[str | None, Seen] = {}
        self._question = QuestionText()

    def clear(self) -> None:
        """Something has happened."""
        self._seen.clear()
        self._question = QuestionText()

    def of(self, seat: str | None, table: Table, chronicle: Chronicle) -> Seen:
        """What a viewpoint sees now."""
        found = self._seen.get(seat)
        if found is None:
            chronicle.catch_up(table)
            # Whoever is watching will be shown the same moment: look from everywhere at once.
            seats = [seat]
            for watcher in self._room.watchers:
                other = watcher.eyes.seat
                if other not in seats and other not in self._seen:
                    seats.append(other)
            looks = look_live(table, seats, chronicle.length, self._question, self._seen)
            if self._room.is_resigned:
                for seen in looks:
                    seen.end(self._room.data.outcome)
            self._seen.update(zip(seats, looks, strict=True))
            found = looks[0]
        return found

    def facts(self, question: Question) -> bytes:
        """The open question with all its facts, for the seat that is asked."""
        return self._question.with_facts(question)
