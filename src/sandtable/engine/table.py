"""The table: a run with everything people need. Keys, checks, log, undo, standing orders, journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import msgspec

from .cards import lessons
from .chance import (
    Chance,
    Draw,
    Raw,
    Script,
    SeedStream,
    Shuffle,
    Source,
    is_secret,
    nested,
    seed_bytes,
    seed_hash,
)
from .errors import CannotUndo, IllegalChoice, NotFound, RuleError, RuleFailed, SandtableError
from .game import Game, Outcome, all_kinds
from .memory import Chairs, Given, Place, Sink, Undone
from .naming import Kinds
from .option import ClosedQuestion, HiddenQuestion, Option, Question, option_key, option_label
from .question import Ask, Note
from .record import (
    Answered,
    AnyLine,
    Ended,
    Entry,
    Header,
    LogLine,
    Moment,
    Published,
    StandingOrder,
    StandingOrderLine,
    Thrown,
    TookBack,
    TurnOver,
)
from .run import Run
from .telling import lines_of_turn, log_line, without_options
from .templates import render
from .walker import Odds, Policy, odds_of

#: Why undo is refused where the reason would tell a secret.
NOTHING = "There is nothing of yours to take back."


class Table:
    """A game on the table. `sandtable.new` and `sandtable.load` make one.

    Seats are named by their ids; None as a seat is a spectator. Nothing that a seat may not know leaves the table
    through `ask_for`, `view`, `log`, `transcript` or `undo_name`; `save` is the host's own record.
    """

    run: Run[Any]
    is_whole: bool

    def __init__(self, game: Game[Any], options: Any, header: Header, source: Source | None = None) -> None:
        self._lay(game, options, header, Chairs(game.seats(options)), source)
        self.is_whole = True
        self.run = Run.__new__(Run)  # the run tells this table what happens while it is being made
        try:
            self.run.__init__(game, game.begin(options), self, 0, self)  # type: ignore[misc]
        except SandtableError:
            raise
        except Exception as error:
            raise RuleFailed(error, b"", ()) from error

    @classmethod
    def resumed(cls, game: Game[Any], options: Any, moment: Moment, state: Any, source: Source) -> Table:
        """A table at a moment: the turn is run again with the answers and throws the moment holds."""
        table = cls.__new__(cls)
        table._lay(game, options, moment.header, Chairs(game.seats(options)), source)
        table.is_whole, table.drawn = False, moment.drawn
        table.run = Run.__new__(Run)
        table.run.__init__(game, state, table, moment.turn, table)  # type: ignore[misc]
        for line in moment.lines:
            if isinstance(line, Answered) and (question := table.ask) is not None:
                if question.seat != line.seat:
                    raise IllegalChoice(question.prompt, f"{line.key} of {line.seat}", question.keys)
                table._answer(question, *question.resolve(line.key), table._place(), line.by)
        table._source, table._pending = table._stream, []
        table.number, table._orders = moment.number, list(moment.orders)
        table._has_ended = table.outcome is not None
        return table

    def _lay(
        self, game: Game[Any], options: Any, header: Header, chairs: Chairs, source: Source | None = None
    ) -> None:
        """Lay an empty table."""
        self.game, self.options, self.header, self._chairs = game, options, header, chairs
        self.seats = chairs.seats
        self._stream = SeedStream(bytes.fromhex(header.seed))
        self._source: Source = self._stream if source is None else source
        self.drawn = 0
        self.number = 0
        self._lines: list[AnyLine] = []
        #: Ends of turns whose digest nobody has wanted yet, each with the state it left, which never changes.
        self._undigested: list[tuple[TurnOver, Any]] = []
        self.sink: Sink | None = None
        self._pending: list[AnyLine] = []
        #: Places on the tape that a standing order answered.
        self._ordered: list[int] = []
        self._entries: list[Entry] = []
        self._given: list[Given] = []
        self._undone: list[Undone] = []
        #: Which seats were asked in private, or had no choice among secret options, in order.
        self._asked: list[int] = []
        self._sealed: list[Entry] = []
        self._orders: list[StandingOrder] = []
        #: Every order left and (as a seat) every withdrawal, in order.
        self._told_orders: list[StandingOrder | int] = []
        self._told = False
        self._has_ended = False
        self._own_kinds: Kinds | None = None
        self._all_kinds: Kinds = {}
        self._question: Question | None = None

    def start(self) -> Table:
        """Write down what the set-up threw, once the table knows where to write."""
        self._commit()
        return self

    # What is asked

    @property
    def ask(self) -> Question | None:
        """The open question with all it holds, or None when the game is over."""
        spec = self.run.ask
        if spec is None:
            return None
        question = self._question
        if question is None or question.spec is not spec:
            if not 0 <= spec.seat < len(self.seats):
                raise RuleError(
                    f"{spec.prompt!r} is asked of seat {spec.seat}; there are {len(self.seats)}, from 0."
                )
            seat = self.seats[spec.seat].id
            question = Question(spec, self.run.values, seat, self.kinds)
            self._question = question
        return question

    def ask_for(self, seat: str | None) -> Question | HiddenQuestion | None:
        """The open question as this seat may see it."""
        question, index = self.ask, self.seat_index(seat)
        if question is None or index == question.spec.seat:
            return question
        if question.spec.private and index not in question.spec.shown_to:
            return HiddenQuestion()
        if question.spec.hide_options:
            return ClosedQuestion(without_options(question.spec), (), question.seat, question.kinds)
        return question

    @property
    def kinds(self) -> Kinds:
        """The names of everything that keys and texts speak of."""
        kinds = self.game.kinds(self.run.state)
        if kinds is not self._own_kinds:  # most games have the same names throughout
            self._own_kinds, self._all_kinds = kinds, all_kinds(kinds, self._chairs.names)
        return self._all_kinds

    def seat_index(self, seat: str | None) -> int | None:
        """The number of a seat; None stays None. An unknown seat is an error that names the possible ones."""
        if seat is None:
            return None
        index = self._chairs.index.get(seat)
        if index is None:
            raise NotFound("seat", str(seat), [s.id for s in self.seats])
        return index

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.run.outcome

    @property
    def winners(self) -> list[str]:
        """The ids of the seats that won; empty while the game goes on and when nobody did."""
        return [] if self.outcome is None else [self.seats[i].id for i in self.outcome.winners]

    @property
    def reason(self) -> str:
        """Why the game ended, in a sentence; empty while it goes on."""
        return "" if self.outcome is None else render(self.outcome.reason, self.outcome.args, self.kinds)

    @property
    def turn(self) -> int:
        return self.run.turn

    @property
    def published(self) -> Published:
        """What everybody may know of this game's header: the seed only once the game is over."""
        h = self.header
        seed = h.seed if self.outcome is not None else None
        # A pack may be given as a path of the host's, which is nobody's business.
        options = {k: h.pack.name if k == "pack" else v for k, v in h.options.items()}
        return Published(h.game, h.rules, options, h.seats, h.pack, h.seed_hash, h.secret, seed)

    def view(self, seat: str | None) -> Any:
        """What this seat may know of the state."""
        return self.game.view(self.run.state, self.seat_index(seat))

    # Answers

    def choose(self, *answers: str | Option) -> Table:
        """Answer the open question; several answers are given one after the other, all or nothing.

        An answer that is not offered raises `IllegalChoice` and changes nothing. If a rule fails, the table is as
        before and `RuleFailed` holds the failing moment. This is the way of the host, who answers for everybody; what a
        player at another machine says goes through `answer`.
        """
        self._choose(answers, None)
        return self

    def answer(self, seat: str, *answers: str | Option) -> Table:
        """Answer for one seat, as a server lets a player do: only its own questions, all or nothing.

        Of several answers, none may follow dice, anything learned or a private question of somebody else: refusing it
        would tell what had come of those.
        """
        question = self.ask
        if question is None or question.seat != seat:
            self.seat_index(seat)
            told = "The game is over." if question is None else "You are not asked now."
            raise IllegalChoice("", ", ".join(map(_shown, answers)), (), told)
        self._choose(answers, seat)
        return self

    def _check_next(self, seat: str, answer: str | Option) -> None:
        question = self.ask
        given = self._given[-1]
        others = any(asked != given.seat for asked in self._asked[given.asked :])
        if question is None or question.seat != seat or given.fixed or others:
            told = "What follows dice, something learned or somebody else's decision is answered by itself."
            raise IllegalChoice("", _shown(answer), (), told)

    def _choose(self, answers: Sequence[str | Option], seat: str | None) -> None:
        if not answers:
            if self.ask is None:
                raise IllegalChoice("", "nothing", (), "The game is over.")
            raise IllegalChoice(self.ask.prompt, "nothing", self.keys())
        question, key, value = self._resolve(answers[0])
        place = self._place()
        given, count = self._given, len(self._given)
        number, ended = self.number, self._has_ended
        try:
            self._answer(question, key, value, place)
            for answer in answers[1:]:
                if seat is not None:
                    self._check_next(seat, answer)
                self._answer(*self._resolve(answer), self._place())
            self._commit()
        except BaseException as error:
            self._go_back(place)
            del given[count:], self._pending[:]
            self._given, self.number, self._has_ended = given, number, ended
            self._raise(error, [_shown(a) for a in answers])
        if self._undone and [_shown(answer) for answer in answers] == [self._undone[-1].key]:
            self._undone.pop()  # the same answer again: what was taken back before it can still be given again
        else:
            self._undone.clear()

    def _raise(self, error: BaseException, answers: Sequence[str]) -> NoReturn:
        """An error that came while answering, once the table is as it was: a failing rule's with its moment."""
        if isinstance(error, RuleError) or (
            isinstance(error, Exception) and not isinstance(error, SandtableError)
        ):
            raise RuleFailed(error, self.moment(), answers) from error
        raise error

    def _resolve(self, answer: str | Option) -> tuple[Question, str, Any]:
        """The one place where answers are checked."""
        question = self.ask
        if question is None:
            raise IllegalChoice("", _shown(answer), (), "The game is over.")
        return question, *question.resolve(answer)

    def keys(self) -> list[str]:
        """The keys of the open question; empty when the game is over."""
        return self.ask.keys if self.ask else []

    def _answer(self, question: Question, key: str, value: Any, place: Place, by: str = "") -> None:
        """Give an answer that is known to be offered, and run on to the next open question."""
        ask, run = question.spec, self.run
        line = Answered(0, question.seat, key, by)
        asked = without_options(ask)
        before = lessons(run.state) if self.game.has_secrets else 0
        self._told = False
        self._pending.append(line)
        if by:
            self._ordered = [*self._ordered, len(run.tape)]
        if ask.private or ask.sealed:
            self._tell_answer(ask, asked, key, value)
        else:
            self._entries.append(Entry(run.turn, "answer", "", None, None, ask.seat, key, (asked, value)))
        if ask.private:
            self._asked.append(ask.seat)
        given = Given(line, ask.seat, asked, value, place, len(self._asked))
        if self._given and self._given[-1].fixed and not by and not ask.private:
            self._given = []  # nothing before it can ever be taken back
        self._given.append(given)
        run.hear = self
        run.play(value)
        if self.drawn != place.drawn:
            given.fixed = "dice were thrown or cards were shuffled after it"
        elif self._told or (self.game.has_secrets and lessons(run.state) != before):
            given.fixed = "somebody has learned something since"
        elif run.outcome is not None:
            given.fixed = "the game is over"
        if self._orders:
            self._settle()

    def _commit(self) -> None:
        """Number what happened and write it down; only then is the answer acknowledged."""
        if self.run.outcome is not None and not self._has_ended:
            outcome, self._has_ended = self.run.outcome, True
            self._pending.append(Ended(0, self.winners, self.reason))
            self._entries.append(Entry(self.run.turn, "end", outcome.reason, outcome.args, None))
        number = self.number
        for line in self._pending:
            number += 1
            line.n = number
        if self.sink is not None and self._pending:
            self._digest()
            self.sink.append(self._pending)
        self.number = number
        self._lines.extend(self._pending)
        self._pending = []

    @property
    def lines(self) -> list[AnyLine]:
        """The journal so far, line by line."""
        self._digest()
        return self._lines

    def _digest(self) -> None:
        for line, state in self._undigested:
            line.digest = state.digest()[:16]
        self._undigested = []

    def _place(self) -> Place:
        run, source = self.run, self._source
        tape, raws = run.tape, run.raws
        return Place(
            run.start,
            run.turn,
            tape,
            len(tape),
            raws,
            len(raws),
            len(self._entries),
            self.drawn,
            self._sealed,
            self._ordered,
            len(self._asked),
            self._orders,
            len(self._told_orders),
            run.outcome,
            source.taken if source.__class__ is Script else None,
        )

    def _go_back(self, place: Place) -> None:
        """Be at a place again, as if nothing had happened since."""
        if place.outcome is None:  # nothing happens after the end
            self.run.rewind(
                place.start, place.turn, place.tape[: place.tape_len], place.raws[: place.raws_len]
            )
        del self._entries[place.entries :]
        self._sealed, self._ordered = place.sealed, place.ordered
        self._orders = place.orders
        del self._asked[place.asked :]
        self.drawn = place.drawn
        if isinstance(self._source, Script) and place.script is not None:
            self._source.taken = place.script
        self._question = None

    def _kept(self) -> Callable[[], None]:
        """Remember everything, for the rare things that are not worth a cheaper way; calling the result restores it."""
        place, entries, asked = self._place(), self._entries[:], self._asked[:]
        given, told_orders, number, undone = (
            self._given[:],
            self._told_orders[:],
            self.number,
            self._undone[:],
        )

        def restore() -> None:
            self._go_back(place)
            self._entries, self._asked, self._given, self._told_orders = entries, asked, given, told_orders
            self.number, self._undone, self._pending = number, undone, []

        return restore

    # What the run tells (Listener), and where its chance comes from (Source)

    def note(self, note: Note) -> None:
        self._entries.append(Entry(self.run.turn, "note", note.text, note.args, note.to))
        self._told = self._told or note.reveals_secret

    def chance(self, chance: Chance, raw: Raw) -> None:
        self._pending.append(Thrown(0, chance.topic, nested(raw)))
        if not isinstance(chance, Shuffle):
            of = {"of": chance.of} if isinstance(chance, Draw) and chance.of else None
            name = self.game.throws.get(chance.topic, chance.topic)
            self._entries.append(Entry(self.run.turn, "roll", name, of, chance.seen_by, raw=raw))

    def forced(self, ask: Ask, value: Any) -> None:
        """A forced answer leaves no trace; but nobody may tell by what can be undone that it was forced."""
        if ask.private or ask.hide_options or ask.sealed:
            self._asked.append(ask.seat)
        if (
            ask.hide_options or ask.sealed
        ):  # whether there was a choice is nobody's business: the answer is told either way
            self._tell_answer(ask, without_options(ask), option_key(ask, value, self.kinds), value)

    def _tell_answer(self, ask: Ask, asked: Ask, key: str, value: Any) -> None:
        """Enter an answer into the log, for those who may know it."""
        to = (ask.seat,) if ask.sealed else (ask.seat, *ask.shown_to) if ask.private else None
        entry = Entry(self.run.turn, "answer", "", None, to, ask.seat, key, (asked, value))
        self._entries.append(entry)
        if ask.sealed:
            self._sealed = [*self._sealed, entry]

    def unseal(self) -> None:
        self._told = True
        for entry in self._sealed:
            self._entries.append(msgspec.structs.replace(entry, to=None, kind="opened", turn=self.run.turn))
        self._sealed = []

    def turn_over(self, *, at_once: bool) -> None:
        line = TurnOver(0, self.run.turn, "")
        self._pending.append(line)
        self._undigested.append((line, self.run.state))
        if at_once:  # the game ended inside the turn: its moment is still this turn with all its answers
            return
        self._sealed, self._ordered = [], []
        if self._orders:
            self._orders = [order for order in self._orders if order.until != "this turn"]
            self._end_orders(self.game.whose_turn(self.run.state))

    def go_on_with(self, script: Script) -> None:
        """Take chance from a script from here on, passing over what it has given to this game already."""
        for line in self._lines:
            if isinstance(line, Thrown):
                script.taken[line.topic] = script.taken.get(line.topic, 0) + 1
        self._source = script

    def raw(self, chance: Chance) -> Raw:
        self._stream.drawn = self.drawn
        raw = self._source.raw(chance)
        self.drawn += 1
        return raw

    # Standing orders

    def add_standing_order(self, seat: str, window: str = StandingOrder.ANY, until: str = "my turn") -> Table:
        """Leave a standing order: decline this window ("*": every one) until "my turn", "this turn" or "withdrawn"."""
        index = self._player(seat)
        if until not in StandingOrder.UNTIL:
            raise SandtableError(
                f"A standing order lasts until {', '.join(StandingOrder.UNTIL)}; not until {until!r}."
            )
        restore = self._kept()
        try:
            order = StandingOrder(
                index, window, until, self.run.turn, self.game.whose_turn(self.run.state) == index
            )
            self._orders = [*self._orders, order]
            self._told_orders.append(order)
            self._pending.append(StandingOrderLine(0, seat, window, until))
            self._settle()
            self._commit()
        except BaseException as error:
            restore()
            self._raise(error, [f"(a standing order for {window})"])
        self._undone.clear()
        return self

    def _player(self, seat: str | None) -> int:
        """The number of a seat that can still play."""
        index = self.seat_index(seat)
        if index is None:
            raise NotFound("seat", "None", [s.id for s in self.seats])
        if self.outcome is not None:
            raise SandtableError("The game is over; there is nothing to order any more.")
        return index

    def withdraw_standing_orders(self, seat: str) -> Table:
        """Withdraw every standing order of a seat."""
        index, restore = self._player(seat), self._kept()
        self._orders = [order for order in self._orders if order.seat != index]
        self._told_orders.append(index)
        self._pending.append(StandingOrderLine(0, seat, "", "withdrawn"))
        try:
            self._commit()
        except BaseException:
            restore()
            raise
        return self

    def standing_orders(self, seat: str) -> list[StandingOrder]:
        """The standing orders of a seat, for that seat to see."""
        index = self.seat_index(seat)
        return [order for order in self._orders if order.seat == index]

    def _end_orders(self, whose: int | None) -> None:
        """It is this seat's turn: its orders end that were left before, and those of the others have seen another's."""
        orders: list[StandingOrder] = []
        for order in self._orders:
            if order.early and whose not in (None, order.seat):
                order = msgspec.structs.replace(order, early=False)
            if order.until != "my turn" or order.seat != whose or order.early:
                orders.append(order)
        self._orders = orders

    def _settle(self) -> None:
        """Answer optional questions by standing orders, and end the orders whose time has come."""
        if self._orders and (ask := self.run.ask) is not None:
            whose = self.game.whose_turn(self.run.state)
            mine = whose == ask.seat if whose is not None else not ask.window
            if mine:
                self._end_orders(ask.seat)
            if not ask.window or ask.decline not in self.run.values:
                return
            if not any(
                o.seat == ask.seat and o.window in (StandingOrder.ANY, ask.window) for o in self._orders
            ):
                return
            question = self.ask
            assert question is not None
            self._answer(
                question, option_key(ask, ask.decline, question.kinds), ask.decline, self._place(), by="order"
            )
            return  # the answer has settled what followed it

    # Undo

    def undo_name(self, seat: str | None) -> str | None:
        """What `undo` would take back for this seat ("Rally in Sharma"), or None."""
        try:
            given = self._given[self._last_given(seat)]
        except CannotUndo:
            return None
        return option_label(given.ask, given.value, self.kinds)

    def _last_given(self, seat: str | None) -> int:
        """Which answer `undo` would take back. Why not, if not, tells nothing a seat may not know."""
        index = self.seat_index(seat)
        if index is None:
            raise CannotUndo("A spectator has nothing to take back.")
        ask = self.run.ask
        if ask is not None and ask.private and ask.seat != index and index not in ask.shown_to:
            # Others may have been passed over before whoever is asked in secret; undo must not tell whether they were.
            raise CannotUndo(NOTHING)
        return self._undoable(index, len(self._given), len(self._asked))

    def _undoable(self, seat: int, given: int, asked: int) -> int:
        """Which of the first `given` answers a seat could take back next, after the first `asked` private questions."""
        seen = [
            i
            for i, it in enumerate(self._given[:given])
            if not it.line.by and (it.seat == seat or not it.ask.private or seat in it.ask.shown_to)
        ]
        if not seen:
            raise CannotUndo(NOTHING)
        last = self._given[seen[-1]]
        if any(other != seat for other in self._asked[last.asked : asked]):
            raise CannotUndo(NOTHING)
        if last.seat != seat:
            # What was forced among secret options is told like what was chosen.
            is_told_alike = last.ask.hide_options or last.ask.sealed
            raise CannotUndo(
                NOTHING if is_told_alike else f"{NOTHING[:-1]}: somebody else has answered since."
            )
        if why := next((it.fixed for it in self._given[seen[-1] : given] if it.fixed), ""):
            raise CannotUndo(f"That cannot be taken back: {why}.")
        return seen[-1]

    def _retractable(self, seat: str) -> list[Given]:
        """The answers this seat could take back one after the other, the oldest first, with what orders answered between."""
        index = self.seat_index(seat)
        assert index is not None
        first = len(self._given)
        try:
            first = self._last_given(seat)
            while True:
                first = self._undoable(index, first, self._given[first].place.asked)
        except CannotUndo:
            return self._given[first:]

    def undo(self, seat: str) -> Table:
        """Take back this seat's last answer, with the forced ones after it.

        Never past dice, past anything somebody learned, or past another seat's answer: `CannotUndo` says which.
        """
        return self._take_back(seat, self._last_given(seat))

    def _take_back_line(self, seat: str, answer: int) -> Table:
        """Take back the answer with this number, as a journal says that it was, whatever would be offered today."""
        for last, given in enumerate(self._given):
            if given.line.n == answer and self.seats[given.seat].id == seat:
                return self._take_back(seat, last)
        return self.undo(seat)  # a table that was resumed at a moment does not know its answers' numbers

    def _take_back(self, seat: str, last: int) -> Table:
        restore = self._kept()
        given = self._given[last]
        label = option_label(given.ask, given.value, self.kinds)
        told = self._told_orders[given.place.told_orders :]
        self._go_back(given.place)
        for order in told:  # what was ordered since still stands
            if isinstance(order, StandingOrder):
                self._orders = [*self._orders, order]
            else:
                self._orders = [o for o in self._orders if o.seat != order]
        del self._given[last:]
        self._pending.append(TookBack(0, seat, given.line.n))
        try:
            self._commit()
        except BaseException:
            restore()
            raise
        self._undone.append(Undone(given.seat, given.line.key, label))
        return self

    def redo_name(self, seat: str | None) -> str | None:
        """What `redo` would give again for this seat, in the words of `undo_name`; or None."""
        index = self.seat_index(seat)
        return self._undone[-1].label if self._undone and self._undone[-1].seat == index else None

    def redo(self, seat: str) -> Table:
        """Give again what this seat took back last."""
        if self.redo_name(seat) is None:
            raise CannotUndo("There is nothing to give again.")
        return self.choose(self._undone[-1].key)

    # Log

    def log(self, seat: str | None = None, *, since: int = 0) -> list[LogLine]:
        """What has happened, as far as this seat may know it (None: a spectator): lines, dice, and the end."""
        return self._told_to(seat, since, without="answer")

    def transcript(self, seat: str | None = None, *, since: int = 0) -> list[LogLine]:
        """The log together with every answer this seat may know of. Of the first `since` lines no words are made."""
        return self._told_to(seat, since)

    def _told_to(self, seat: str | None, since: int, without: str = "") -> list[LogLine]:
        index, kinds = self.seat_index(seat), self.kinds
        out: list[LogLine] = []
        shown = passed = 0
        for entry in self._entries:
            if entry.to is None or index in entry.to:
                shown += 1
                if entry.kind != without:
                    passed += 1
                    if passed > since:
                        out.append(log_line(entry, shown, self.seats, kinds))
        return out

    # Forks, moments, saves

    def fork(self, seed: int | None = None) -> Table:
        """The same game again, with dice of its own (from `seed`, or fresh); nothing done to it ever shows here.

        A fork holds every secret of the game but its dice: it is for the host and for tests. A bot gets a `Chair`.
        """
        data = seed_bytes(seed)
        new = self._with_dice(self.run.fork(self), data, "fork")
        new.drawn, new.number = self.drawn, self.number
        new._orders, new._ordered = self._orders, self._ordered
        new._sealed, new._has_ended = self._sealed, self._has_ended
        return new

    def imagined(self, run: Run[Any], seed: bytes) -> Table:
        """A table around a run that a seat imagined: it holds no seed, no number and no answer of the real one."""
        new = self._with_dice(run, seed, "imagined")
        new.drawn = len(run.raws)
        return new

    def _before(self, given: Given) -> Run[Any]:
        """A run at the moment before an answer that could be taken back."""
        place = given.place
        run: Run[Any] = Run.__new__(Run)
        run.game, run.source, run.hear = self.game, self._stream, None
        run.rewind(place.start, place.turn, place.tape[: place.tape_len], place.raws[: place.raws_len])
        return run

    def _give_again(self, given: Given) -> bool:
        """Give an answer at an imagined table as it was given at the real one; false if it is not offered here.

        It can be taken back, but nothing of it is written down: an imagined table has no journal and no log.
        """
        question = self.ask
        if question is None or question.spec.seat != given.seat or given.value not in question.values:
            return False
        key = option_key(question.spec, given.value, question.kinds)
        self._answer(question, key, given.value, self._place(), given.line.by)
        self._entries, self._pending, self._undigested = [], [], []
        self.drawn = len(self.run.raws)
        return not self._given[-1].fixed

    def _with_dice(self, run: Run[Any], seed: bytes, chance: str) -> Table:
        """A table around another run of this game, with a seed of its own."""
        header = msgspec.structs.replace(
            self.header, seed=seed.hex(), seed_hash=seed_hash(seed), secret=is_secret(seed), chance=chance
        )
        new = Table.__new__(Table)
        new._lay(self.game, self.options, header, self._chairs)
        new.run, new.is_whole = run, False
        run.source = new
        return new

    def moment(self) -> bytes:
        """This moment as bytes: the state at the start of the turn and what was answered and thrown since."""
        run = self.run
        moment = Moment(
            header=self.header,
            turn=run.turn,
            state=msgspec.Raw(run.start.encode()),
            lines=lines_of_turn(run, self.seats, self.kinds, self._ordered),
            drawn=self.drawn - len(run.raws),
            number=self.number,
            orders=self._orders,
        )
        return msgspec.json.encode(moment)

    def save(self) -> bytes:
        """The host's own record: the whole journal, or this moment if the beginning is not known.

        It holds the seed and every secret. Never send it to a seat while the game lasts.
        """
        if not self.is_whole:
            return self.moment()
        return b"\n".join([msgspec.json.encode(self.header), *map(msgspec.json.encode, self.lines)]) + b"\n"

    def close(self) -> None:
        """Let go of the journal file, if there is one. Everything is written already."""
        if self.sink is not None:
            self.sink.close()
            self.sink = None

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # Odds

    def odds(self, answer: str | Option, policy: Policy | None = None) -> Odds:
        """The chances of an answer, as far as the asked seat can know them.

        Without a policy for the questions on the way, the walk stops at the next question.
        """
        question = self.ask
        if question is None:
            raise IllegalChoice("", _shown(answer), (), "The game is over.")
        return odds_of(self, question.value_of(answer), policy)

    def __repr__(self) -> str:
        where = repr(self.ask) if self.ask else f"over, won by {', '.join(self.winners) or 'nobody'}"
        return f"<Table {self.header.game}, turn {self.turn}: {where}>"


def _shown(answer: object) -> str:
    return answer.key if isinstance(answer, Option) else str(answer)
