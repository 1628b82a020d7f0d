"""The table: a run with everything people need. Keys, checks, log, undo, standing orders, journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import msgspec

from .chance import Source, seed_bytes
from .errors import CannotUndo, IllegalChoice, NotFound, RuleError, RuleFailed, SandtableError
from .game import Game, Outcome, Seating
from .log import LogLine, read_log
from .naming import Kinds
from .question import ClosedQuestion, HiddenQuestion, Option, Question, option_key, option_label
from .recorder import Recorder, Sink
from .run import Run
from .saving.format import Answered, AnyLine, Header, Moment, Published, StandingOrderLine, Thrown, published
from .saving.header import with_dice
from .saving.position import first_state
from .secrets.held import lessons
from .sources.script import Script
from .standing_orders import StandingOrder
from .steps import Ask, without_options
from .undo import Place
from .walker import Odds, Policy, odds_of

Resolve = Callable[[Question, str], tuple[str, Any]]


class Table:
    """A game on the table. `sandtable.new` and `sandtable.load` make one. `game`, `options`, `header` and `seats` never change.

    Seats are named by their ids; None as a seat is a spectator. Nothing that a seat may not know leaves the table
    through `ask_for`, `view`, `log`, `transcript` or `undo_name`; `save` is the host's own record.
    """

    run: Run[Any]  #: The fast interface: values without keys, words, log or checks.
    is_whole: bool  #: Whether the journal begins at the start of the game.

    def __init__(
        self,
        game: Game[Any],
        options: Any,
        header: Header,
        source: Source | None = None,
        on_forced: Callable[[Ask], None] | None = None,
    ) -> None:
        """`on_forced` is called for each forced answer."""
        self._lay(game, options, header, Seating(game.seats(options)), source)
        self._recorder.on_forced = on_forced
        self.is_whole = True
        try:
            self._begin_run(first_state(game, options, header), 0)
        except SandtableError:
            raise
        except Exception as error:
            raise RuleFailed(error, b"", ()) from error

    @classmethod
    def resumed(
        cls,
        game: Game[Any],
        options: Any,
        moment: Moment,
        state: Any,
        source: Source,
        resolve: Resolve = Question.resolve,
    ) -> Table:
        """A table at a moment: the turn is run again with the answers and throws the moment holds."""
        table = cls.__new__(cls)
        table._lay(game, options, moment.header, Seating(game.seats(options)), source)
        table.is_whole = False
        record = table._recorder
        record.drawn = moment.drawn
        table._begin_run(state, moment.turn)
        for line in moment.lines:
            if isinstance(line, Answered) and (question := table.ask) is not None:
                if question.seat != line.seat:
                    raise IllegalChoice(question.prompt, f"{line.key} of {line.seat}", question.keys)
                table._answer(question, *resolve(question, line.key), record.place(), line.by)
        record.pending = []
        record.number, record.standing_orders.now = moment.number, list(moment.orders)
        record.has_ended = table.outcome is not None
        table.take_chance_from(None)
        return table

    def _lay(
        self, game: Game[Any], options: Any, header: Header, seating: Seating, source: Source | None = None
    ) -> None:
        """Lay an empty table."""
        self.game, self.options, self.header, self._seating = game, options, header, seating
        self.seats = seating.seats
        #: Whether the game itself plays a seat, so that several turns may follow one answer.
        self.has_nonplayers = bool(game.nonplayer_option and getattr(options, game.nonplayer_option, ()))
        self._recorder = Recorder(game, seating, bytes.fromhex(header.seed), source)
        self._question: Question | None = None

    def _begin_run(self, state: Any, turn: int) -> None:
        record = self._recorder
        # The run tells the recorder what happens while it is being made.
        self.run = record.run = Run.__new__(Run)
        self.run.__init__(self.game, state, record, turn, record)  # type: ignore[misc]

    def start(self) -> Table:
        """Write down what the set-up threw, once the table knows where to write."""
        self._recorder.commit()
        return self

    # What is asked

    @property
    def ask(self) -> Question | None:
        """The open question with all it holds, or None when the game is over (or plays itself: see `step`)."""
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
        if question.spec.private:
            return HiddenQuestion()
        if question.spec.hide_options:
            return ClosedQuestion(without_options(question.spec), (), question.seat, question.kinds)
        return question

    @property
    def kinds(self) -> Kinds:
        """The names of everything that keys and texts speak of."""
        return self._recorder.kinds

    def seat_index(self, seat: str | None) -> int | None:
        """The number of a seat; None stays None. An unknown seat is an error that names the possible ones."""
        if seat is None:
            return None
        index = self._seating.index.get(str(seat))
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
        return self._recorder.winners

    @property
    def reason(self) -> str:
        """Why the game ended, in a sentence; empty while it goes on."""
        return self._recorder.reason

    @property
    def turn(self) -> int:
        """The number of the turn being played. A turn is a stretch of rules, not a round of the rulebook."""
        return self.run.turn

    @property
    def position(self) -> Any:
        """A copy of the state at the start of this turn, to begin another game from. It holds every secret."""
        # Whoever gets it may change it in any way, so it shares nothing with the table.
        start = self.run.start
        return msgspec.json.decode(start.encode(), type=type(start))

    @property
    def published(self) -> Published:
        """The public part of this game's header: the seed only once the game is over."""
        return published(self.header, is_over=self.outcome is not None)

    def view(self, seat: str | None) -> Any:
        """The state as this seat may know it."""
        return self.game.view(self.run.state, self.seat_index(seat))

    def views(self, seats: Sequence[str | None]) -> list[Any]:
        """The views of these seats, to be read only: they may share what lies open to everybody."""
        indexes = [self.seat_index(seat) for seat in seats]
        return self.game.views(self.run.state, indexes) if len(seats) > 1 else [self.view(seats[0])]

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
            raise IllegalChoice("", ", ".join(map(Option.shown, answers)), (), told)
        self._choose(answers, seat)
        return self

    def _check_next(self, seat: str, answer: str | Option) -> None:
        question, history = self.ask, self._recorder.history
        given = history.given[-1]
        if question is None or question.seat != seat or given.fixed or history.others_were_asked(given):
            told = "What follows dice, something learned or somebody else's decision is answered by itself."
            raise IllegalChoice("", Option.shown(answer), (), told)

    def _choose(self, answers: Sequence[str | Option], seat: str | None) -> None:
        if not answers:
            if self.ask is None:
                raise IllegalChoice("", "nothing", (), "The game is over.")
            raise IllegalChoice(self.ask.prompt, "nothing", self.keys())
        question, key, value = self._resolve(answers[0])
        record = self._recorder
        place, history = record.place(), record.history
        given, count = history.given, len(history.given)
        number, ended = record.number, record.has_ended
        try:
            self._answer(question, key, value, place)
            for answer in answers[1:]:
                if seat is not None:
                    self._check_next(seat, answer)
                self._answer(*self._resolve(answer), record.place())
            record.commit()
        except BaseException as error:
            record.go_back(place)
            del given[count:], record.pending[:]
            history.given, record.number, record.has_ended = given, number, ended
            self._raise(error, [Option.shown(a) for a in answers])
        history.forget_undone([Option.shown(answer) for answer in answers])

    @property
    def is_waiting(self) -> bool:
        """Whether the game plays itself and waits for `step`: it is not over, but nobody is asked anything."""
        return self.run.is_waiting

    def step(self) -> Table:
        """Play one turn of a game that asks nobody anything, such as one of four non-players."""
        if not self.is_waiting:
            told = "Somebody is asked: answer with `choose`." if self.outcome is None else "The game is over."
            raise SandtableError(f"There is no turn to play by itself. {told}")
        try:
            self._recorder.step()
        except BaseException as error:
            self._raise(error, ["(a turn by itself)"])
        return self

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
            raise IllegalChoice("", Option.shown(answer), (), "The game is over.")
        return question, *question.resolve(answer)

    def keys(self) -> list[str]:
        """The keys of the open question; empty when the game is over."""
        return self.ask.keys if self.ask else []

    def _answer(self, question: Question, key: str, value: Any, place: Place, by: str = "") -> None:
        """Give an answer that is known to be offered, and run on to the next open question."""
        record, run = self._recorder, self.run
        before = lessons(run.state) if self.game.has_secrets else 0
        given = record.answered(question, key, value, place, by)
        run.hear = record
        run.play(value)
        if record.drawn != place.drawn:
            given.fixed = "dice were thrown or cards were shuffled after it"
        elif record.was_told or (self.game.has_secrets and lessons(run.state) != before):
            given.fixed = "somebody has learned something since"
        elif run.outcome is not None:
            given.fixed = "the game is over"
        if record.standing_orders.now:
            self._answer_by_order()

    # The journal

    @property
    def lines(self) -> list[AnyLine]:
        """The journal so far, line by line."""
        self._recorder.digest()
        return self._recorder.lines

    @property
    def number(self) -> int:
        """The number of the last line of the journal."""
        return self._recorder.number

    @number.setter
    def number(self, number: int) -> None:
        self._recorder.number = number

    @property
    def sink(self) -> Sink | None:
        """Where the lines of the journal are written before an answer is acknowledged."""
        return self._recorder.sink

    @sink.setter
    def sink(self, sink: Sink | None) -> None:
        self._recorder.sink = sink

    # Chance

    @property
    def drawn(self) -> int:
        """How many times chance was asked for."""
        return self._recorder.drawn

    def take_chance_from(self, source: Source | None) -> None:
        """Take dice and cards from a source from here on, such as the journal of this game; None is its seed, as at every new table."""
        self._recorder.take_chance_from(source)

    def go_on_with(self, script: Script) -> None:
        """Take chance from a script from here on, passing over what it has given to this game already."""
        script.pass_over(line.topic for line in self._recorder.lines if isinstance(line, Thrown))
        self._recorder.take_chance_from(script)

    # Standing orders

    def add_standing_order(self, seat: str, window: str = StandingOrder.ANY, until: str = "my turn") -> Table:
        """Leave a standing order: decline this window ("*": every one) until "my turn", "this turn" or "withdrawn"."""
        index = self._player(seat)
        if until not in StandingOrder.UNTIL:
            raise SandtableError(
                f"A standing order lasts until {', '.join(StandingOrder.UNTIL)}; not until {until!r}."
            )
        restore, record = self._recorder.kept(), self._recorder
        try:
            is_own_turn = self.game.whose_turn(self.run.state) == index
            record.standing_orders.add(StandingOrder(index, window, until, self.run.turn, is_own_turn))
            record.pending.append(StandingOrderLine(0, seat, window, until))
            self._answer_by_order()
            self._recorder.commit()
        except BaseException as error:
            restore()
            self._raise(error, [f"(a standing order for {window})"])
        record.history.undone.clear()
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
        self._recorder.withdraw_standing_orders(self._player(seat), seat)
        return self

    def standing_orders(self, seat: str) -> list[StandingOrder]:
        """The standing orders of a seat, for that seat to see."""
        return self._recorder.standing_orders.of(self.seat_index(seat))

    def _answer_by_order(self) -> None:
        """Decline the open question if a standing order says so; the answer does the same for the next question."""
        record, ask = self._recorder, self.run.ask
        if not record.standing_orders.now or ask is None:
            return
        whose = self.game.whose_turn(self.run.state)
        if record.standing_orders.decline(ask, self.run.values, whose):
            question = self.ask
            assert question is not None
            key = option_key(ask, ask.decline, question.kinds)
            self._answer(question, key, ask.decline, record.place(), by="order")

    # Undo

    def undo_name(self, seat: str | None) -> str | None:
        """The name of what `undo` would take back for this seat ("Rally in Sharma"), or None."""
        history = self._recorder.history
        place = history.undoable(self.seat_index(seat), self.run.ask)
        if isinstance(place, str):
            return None
        given = history.given[place]
        return option_label(given.ask, given.value, self.kinds)

    def _last_given(self, seat: str | None) -> int:
        return self._recorder.history.last_of(self.seat_index(seat), self.run.ask)

    def undo(self, seat: str) -> Table:
        """Take back this seat's last answer, with the forced ones after it.

        Never past dice, past anything somebody learned, or past another seat's answer: `CannotUndo` says which.
        """
        self._recorder.take_back(seat, self._last_given(seat))
        return self

    def undo_line(self, seat: str, answer: int) -> Table:
        """Take back the answer with this number, as a journal says that it was, whatever would be offered today."""
        for last, given in enumerate(self._recorder.history.given):
            if given.line.n == answer and self.seats[given.seat].id == seat:
                self._recorder.take_back(seat, last)
                return self
        return self.undo(seat)  # a table that was resumed at a moment does not know its answers' numbers

    def redo_name(self, seat: str | None) -> str | None:
        """The name of what `redo` would give again for this seat, in the words of `undo_name`; or None."""
        index, undone = self.seat_index(seat), self._recorder.history.undone
        return undone[-1].label if undone and undone[-1].seat == index else None

    def redo(self, seat: str) -> Table:
        """Give again what this seat took back last."""
        if self.redo_name(seat) is None:
            raise CannotUndo("There is nothing to give again.")
        return self.choose(self._recorder.history.undone[-1].key)

    # Log

    def log(self, seat: str | None = None, *, since: int = 0) -> list[LogLine]:
        """The log as far as this seat may know it (None: a spectator): lines, dice, and the end."""
        return self._read_log(seat, since, without="answer")

    def transcript(self, seat: str | None = None, *, since: int = 0) -> list[LogLine]:
        """The log together with every answer this seat may know of. Of the first `since` lines no words are made."""
        return self._read_log(seat, since)

    def _read_log(self, seat: str | None, since: int, without: str = "") -> list[LogLine]:
        return read_log(self._recorder.entries, self.seat_index(seat), self.seats, self.kinds, since, without)

    # Forks, moments, saves

    def fork(self, seed: int | None = None) -> Table:
        """The same game again, with dice of its own (from `seed`, or fresh); nothing done to it ever shows here.

        A fork holds every secret of the game but its dice: it is for the host and for tests. A bot gets a `Chair`.
        """
        data, old = seed_bytes(seed), self._recorder
        new = self._with_dice(self.run.fork(old), data, "fork")
        record = new._recorder
        record.drawn, record.number = old.drawn, old.number
        record.standing_orders.now, record.ordered = old.standing_orders.now, old.ordered
        record.sealed, record.has_ended = old.sealed, old.has_ended
        return new

    def imagined(self, run: Run[Any], seed: bytes) -> Table:
        """A table around a run that a seat imagined: it holds no seed, no number and no answer of the real one."""
        new = self._with_dice(run, seed, "imagined")
        new._recorder.drawn = len(run.raws)
        return new

    def _with_dice(self, run: Run[Any], seed: bytes, chance: str) -> Table:
        """A table around another run of this game, with a seed of its own."""
        header = with_dice(self.header, seed, chance)
        new = Table.__new__(Table)
        new._lay(self.game, self.options, header, self._seating)
        new.run, new.is_whole = run, False
        new._recorder.run, run.source = run, new._recorder
        return new

    def moment(self) -> bytes:
        """This moment as bytes: the state at the start of the turn and what was answered and thrown since."""
        run, record = self.run, self._recorder
        start, lines = msgspec.Raw(record.codes.of(run.start)), record.lines_of_turn()
        drawn, orders = record.drawn - len(run.raws), record.standing_orders.now
        moment = Moment(self.header, run.turn, start, lines, drawn, record.number, orders)
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
        return odds_of(self, self._resolve(answer)[2], policy)

    def __repr__(self) -> str:
        where = repr(self.ask) if self.ask else f"over, won by {', '.join(self.winners) or 'nobody'}"
        return f"<Table {self.header.game}, turn {self.turn}: {where}>"
