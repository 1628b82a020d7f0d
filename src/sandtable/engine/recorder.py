"""The recorder: it listens to a run, gives it chance, and writes down what happens for the log and for the journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from .chance import Chance, Draw, Raw, SeedStream, Shuffle, Source, is_thrown, nested, rolls_in
from .game import Game, Seating, all_kinds
from .log import LogEntry
from .naming import Kinds
from .question import Question, option_key, option_label
from .run import Run, is_open
from .saving.digests import TurnDigests
from .saving.format import Answered, AnyLine, Ended, StandingOrderLine, Thrown, TookBack, TurnOver
from .saving.starts import Codes, PackedStart
from .sources.script import Script
from .standing_orders import StandingOrders
from .steps import Ask, Note, without_options
from .templates import render
from .undo import GivenAnswer, History, Place, Undone


class Sink(Protocol):
    """Where journal lines go before an answer is acknowledged."""

    def append(self, lines: Sequence[AnyLine]) -> None: ...
    def close(self) -> None: ...


class Recorder:
    """Everything a table keeps that changes while its run goes on, so that it can go back to an earlier place."""

    __slots__ = (
        "_all_kinds",
        "_digests",
        "_own_kinds",
        "codes",
        "drawn",
        "entries",
        "game",
        "has_ended",
        "history",
        "lines",
        "number",
        "on_forced",
        "on_turn",
        "ordered",
        "pending",
        "run",
        "sealed",
        "seating",
        "sink",
        "source",
        "standing_orders",
        "stream",
        "was_told",
    )

    run: Run[Any]

    def __init__(self, game: Game[Any], seating: Seating, seed: bytes, source: Source | None = None) -> None:
        self.game, self.seating = game, seating
        self.stream = SeedStream(seed)
        self.take_chance_from(source)
        #: How many times chance was asked for.
        self.drawn = 0
        #: The number of the last line that was written down.
        self.number = 0
        self.lines: list[AnyLine] = []
        #: What happened since the last answer was acknowledged.
        self.pending: list[AnyLine] = []
        #: The encodings of the states at the start of this turn and the last.
        self.codes = Codes()
        self._digests = TurnDigests(game, self.codes)
        self.sink: Sink | None = None
        self.entries: list[LogEntry] = []
        #: Sealed answers of this turn that have not been opened.
        self.sealed: list[LogEntry] = []
        #: Places on the tape that a standing order answered.
        self.ordered: list[int] = []
        #: Whether somebody has learned a secret since the last answer.
        self.was_told = False
        self.has_ended = False
        self.on_forced: Callable[[Ask], None] | None = None
        #: Called when a turn is over and the next one begins.
        self.on_turn: Callable[[], None] | None = None
        self.history = History()
        self.standing_orders = StandingOrders()
        self._own_kinds: Kinds | None = None
        self._all_kinds: Kinds = {}

    @property
    def kinds(self) -> Kinds:
        """The names of everything that keys and texts speak of."""
        kinds = self.game.kinds(self.run.state)
        if kinds is not self._own_kinds:  # most games have the same names throughout
            self._own_kinds, self._all_kinds = kinds, all_kinds(kinds, self.seating.names)
        return self._all_kinds

    # What the run tells (Listener), and where its chance comes from (Source)

    def note(self, note: Note) -> None:
        turn, mover = self.run.turn, self.game.whose_turn(self.run.state)
        if note.is_plain:
            self.entries.append(LogEntry(turn, "note", note.text, note.said, None, mover=mover))
            return
        self.entries.append(
            LogEntry(
                turn,
                "note",
                note.text,
                note.args,
                note.to,
                sums=note.sums,
                opens=note.opens,
                tone=note.tone,
                mover=mover,
            )
        )
        self.was_told = self.was_told or note.reveals_secret

    def chance(self, chance: Chance, raw: Raw) -> None:
        self.pending.append(Thrown(0, chance.topic, nested(raw)))
        name = self.game.throws.get(chance.topic, chance.topic)
        if name and not isinstance(chance, Shuffle):
            of = {"of": chance.of} if isinstance(chance, Draw) and chance.of else None
            hits = () if isinstance(chance, Draw) else chance.hits(raw)
            self.entries.append(
                LogEntry(
                    self.run.turn,
                    "roll",
                    name,
                    of,
                    chance.seen_by,
                    raw=raw,
                    hits=hits,
                    mover=self.game.whose_turn(self.run.state),
                    rolls=rolls_in(chance),
                    counts=next(iter(self.game.counts.get(chance.topic, ())), ""),
                )
            )

    def forced(self, ask: Ask, value: Any) -> None:
        """A forced answer leaves no trace; but nobody may tell by what can be undone that it was forced."""
        if self.on_forced is not None:
            self.on_forced(ask)
        if ask.private or ask.hide_options or ask.sealed:
            self.history.asked.append(ask.seat)
        if (
            ask.hide_options or ask.sealed
        ):  # the answer is told either way, so that nobody sees whether there was a choice
            self._enter_answer(ask, without_options(ask), option_key(ask, value, self.kinds), value)

    def unseal(self) -> None:
        self.was_told = True
        for entry in self.sealed:
            self.entries.append(msgspec.structs.replace(entry, to=None, kind="opened", turn=self.run.turn))
        self.sealed = []

    def turn_over(self, *, at_once: bool) -> None:
        run, line = self.run, TurnOver(0, self.run.turn, "")
        self.pending.append(line)
        self._digests.add(line, run.start, run.tape, run.state)
        if at_once:  # the game ended inside the turn: its moment is still this turn with all its answers
            return
        self.codes.turn_over(run.start, run.tape, run.state)
        self.sealed, self.ordered = [], []
        if self.standing_orders.now:
            self.standing_orders.turn_over(self.game.whose_turn(self.run.state))
        if self.on_turn is not None:
            self.on_turn()

    def take_chance_from(self, source: Source | None) -> None:
        """Take chance from a source from here on; None is the seed."""
        self.source: Source = self.stream if source is None else source
        if isinstance(source, Script):
            source.seed_stream = self.stream

    def raw(self, chance: Chance) -> Raw:
        self.stream.drawn = self.drawn
        raw = self.source.raw(chance)
        self.drawn += 1
        return raw

    # What the table tells

    def answered(self, question: Question, key: str, value: Any, place: Place, by: str) -> GivenAnswer:
        """Write down an answer before it is given to the run."""
        ask = question.spec
        line, asked = Answered(0, question.seat, key, by), without_options(ask)
        self.was_told = False
        self.pending.append(line)
        if by:
            self.ordered = [*self.ordered, len(self.run.tape)]
        self._enter_answer(ask, asked, key, value)
        if ask.private:
            self.history.asked.append(ask.seat)
        given = GivenAnswer(line, ask.seat, asked, value, place, len(self.history.asked))
        self.history.add(given)
        return given

    def _enter_answer(self, ask: Ask, asked: Ask, key: str, value: Any) -> None:
        """Enter an answer into the log, for those who may know it."""
        to = (ask.seat,) if ask.private or ask.sealed else None
        mover = self.game.whose_turn(self.run.state)
        entry = LogEntry(self.run.turn, "answer", "", None, to, ask.seat, key, (asked, value), mover=mover)
        self.entries.append(entry)
        if ask.sealed:
            self.sealed = [*self.sealed, entry]

    @property
    def winners(self) -> list[str]:
        outcome = self.run.outcome
        return [] if outcome is None else [self.seating.seats[i].id for i in outcome.winners]

    @property
    def reason(self) -> str:
        outcome = self.run.outcome
        return "" if outcome is None else render(outcome.reason, outcome.args, self.kinds)

    def commit(self) -> None:
        """Number what happened and pass it to the sink; only then is the answer acknowledged."""
        outcome = self.run.outcome
        if outcome is not None and not self.has_ended:
            self.has_ended = True
            self.pending.append(Ended(0, self.winners, self.reason))
            self.entries.append(LogEntry(self.run.turn, "end", outcome.reason, outcome.args, None))
        number = self.number
        for line in self.pending:
            number += 1
            line.n = number
        if self.sink is not None and self.pending:
            self.digest()
            self.sink.append(self.pending)
        self.number = number
        self.lines.extend(self.pending)
        self.pending = []

    def step(self) -> None:
        """Play one turn that asks nobody anything; if it fails, all is as before."""
        restore = self.kept()
        self.run.hear = self
        try:
            self.run.step()
            self.commit()
        except BaseException:
            restore()
            raise

    def digest(self) -> None:
        """Work out the digests of the turns that have ended."""
        self._digests.work_out()

    def forget(self) -> None:
        """Keep no log and no journal of what has happened: an imagined table has neither."""
        self.entries, self.pending = [], []
        self._digests.forget()
        self.drawn = len(self.run.raws)

    # Places to come back to

    def place(self) -> Place:
        """Where the game stands now."""
        run, source = self.run, self.source
        tape, raws = run.tape, run.raws
        return Place(
            run.start,
            run.turn,
            tape,
            len(tape),
            raws,
            len(raws),
            len(self.entries),
            self.drawn,
            self.sealed,
            self.ordered,
            len(self.history.asked),
            self.standing_orders.now,
            len(self.standing_orders.told),
            run.outcome,
            source.taken if source.__class__ is Script else None,
        )

    def go_back(self, place: Place) -> None:
        """Be at a place again, as if nothing had happened since."""
        if place.outcome is None:  # nothing happens after the end
            self.run.rewind(
                self._start_of(place), place.turn, place.tape[: place.tape_len], place.raws[: place.raws_len]
            )
        del self.entries[place.entries :]
        self.sealed, self.ordered = place.sealed, place.ordered
        self.standing_orders.now = place.standing_orders
        del self.history.asked[place.asked :]
        self.drawn = place.drawn
        if isinstance(self.source, Script) and place.script is not None:
            self.source.taken = place.script

    def _start_of(self, place: Place) -> Any:
        """The state at the start of a place's turn, unpacked if it was packed to save memory."""
        if isinstance(place.start, PackedStart):
            place.start = place.start.unpacked(self.game)
        return place.start

    def kept(self) -> Callable[[], None]:
        """Remember everything, for the rare things that are not worth a cheaper way; calling the result restores it."""
        history, orders = self.history, self.standing_orders
        place, number, entries = self.place(), self.number, self.entries[:]
        asked, given, undone, told = (
            history.asked[:],
            history.given[:],
            history.undone[:],
            orders.told[:],
        )

        def restore() -> None:
            self.go_back(place)
            self.entries, self.number, self.pending = entries, number, []
            history.asked, history.given, history.undone, orders.told = asked, given, undone, told

        return restore

    def take_back(self, seat: str, last: int) -> None:
        """Take back an answer and everything that came of it; standing orders that were given since still stand."""
        restore, given = self.kept(), self.history.given[last]
        undone = Undone(given.seat, given.line.key, option_label(given.ask, given.value, self.kinds))
        self.go_back(given.place)
        self.standing_orders.give_again(self.standing_orders.told[given.place.orders_told :])
        del self.history.given[last:]
        self._write(TookBack(0, seat, given.line.n), restore)
        self.history.undone.append(undone)

    def withdraw_standing_orders(self, index: int, seat: str) -> None:
        restore = self.kept()
        self.standing_orders.withdraw(index)
        self._write(StandingOrderLine(0, seat, "", "withdrawn"), restore)

    def _write(self, line: AnyLine, restore: Callable[[], None]) -> None:
        """Write a line down; if that fails, all is as before."""
        self.pending.append(line)
        try:
            self.commit()
        except BaseException:
            restore()
            raise

    # Moments

    def run_before(self, given: GivenAnswer) -> Run[Any]:
        """A run at the moment before an answer that could be taken back."""
        place = given.place
        run: Run[Any] = Run.__new__(Run)
        run.game, run.source, run.hear = self.game, self.stream, None
        run.rewind(
            self._start_of(place), place.turn, place.tape[: place.tape_len], place.raws[: place.raws_len]
        )
        return run

    def lines_of_turn(self) -> list[AnyLine]:
        """The answers and throws of this turn, found by running it again."""
        run = self.run
        if not run.tape:
            return []
        kinds, lines = self.kinds, list[AnyLine]()
        send = run.game.turn(run.start.copy()).send
        step: Any = send(None)
        thrown = iter(run.raws)
        for at, value in enumerate(run.tape):
            if step.__class__ is Ask:
                if is_open(step):
                    by = "order" if at in self.ordered else ""
                    seat = self.seating.seats[step.seat].id
                    lines.append(Answered(0, seat, option_key(step, value, kinds), by))
            elif is_thrown(step):
                lines.append(Thrown(0, step.topic, nested(next(thrown))))
            if at + 1 < len(run.tape):
                step = send(value)
        return lines
