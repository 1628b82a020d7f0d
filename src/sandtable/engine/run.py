"""The quick path: one game being run, with values and nothing that is only for people.

A run is the state at the start of the turn, the tape of what has been sent to the turn's generator since, and the
generator itself. Forking copies the state and sends the tape again; nothing on the tape is looked at or checked.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from .chance import CHANCES, Chance, Raw, Roll, Source
from .errors import RuleError
from .game import Game, Outcome, Over
from .playouts import ENDLESS, endless_question, endless_turns, no_options, play_out
from .state import State
from .steps import Ask, Note, Unseal

S = TypeVar("S", bound=State)


class Listener(Protocol):
    """Who wants to hear what happens between two questions: the table, which keeps the log and the journal."""

    def note(self, note: Note) -> None: ...
    def chance(self, chance: Chance, raw: Raw) -> None: ...
    def forced(self, ask: Ask, value: Any) -> None: ...
    def unseal(self) -> None: ...
    def turn_over(self, *, at_once: bool) -> None: ...


class Run(Generic[S]):
    """A running game. `ask` is the open question and `values` its answers; both are None and empty when it is over."""

    __slots__ = (
        "_send",
        "_turns",
        "ask",
        "game",
        "gen",
        "hear",
        "outcome",
        "raws",
        "source",
        "start",
        "state",
        "tape",
        "turn",
        "values",
    )

    game: Game[S]  #: The game.
    state: S  #: The state now.
    start: S  #: The state at the start of the turn.
    tape: list[Any]  #: What was sent to the turn's rule since.
    #: What was thrown, drawn and shuffled in this turn, in order.
    raws: list[Raw]
    turn: int  #: The number of the turn.
    source: Source  #: Where chance comes from.
    ask: Ask | None  #: The open question; None when the game is over.
    values: Sequence[Any]  #: The values that answer it.
    outcome: Outcome | None  #: How the game ended; None while it goes on.
    hear: Listener | None  #: Who is told what happens between two questions.
    #: The loop of a playout that was stopped inside a turn: without it Python would close the turn.
    _turns: Any

    def __init__(
        self, game: Game[S], state: S, source: Source, turn: int = 0, hear: Listener | None = None
    ) -> None:
        """Run a game on from a state between turns, up to its first open question."""
        self.game, self.source, self.turn, self.hear = game, source, turn, hear
        self.start = self.state = state
        self.tape, self.raws, self.ask, self.values = [], [], None, ()
        self.gen: Any = None
        self._send: Any = None
        self.outcome = game.outcome(state)
        if self.outcome is None:
            self._begin_turn()
            if not game.plays_itself(state):
                self._go(None)

    @property
    def is_waiting(self) -> bool:
        """Whether the run has stopped before a turn of a game that plays itself."""
        return self.ask is None and self.outcome is None

    def step(self) -> None:
        """Play one turn of a game that plays itself."""
        self._go(None)

    def play(self, value: Any) -> None:
        """Answer the open question with one of its values. Nothing is checked: the table does that."""
        self.tape.append(value)
        self._go(value)

    def fork(self, source: Source) -> Run[S]:
        """The same game again, with chance of its own; nothing done to it ever shows here."""
        new: Run[S] = Run.__new__(Run)
        new.game, new.start, new.turn, new.source, new.hear = self.game, self.start, self.turn, source, None
        new.outcome = self.outcome
        tape = self.tape
        new.tape, new.raws = tape[:], self.raws[:]
        state = new.state = self.start.copy()
        gen = new.gen = self.game.turn(state)
        send = new._send = gen.send
        if self.ask is not None:
            ask: Any = send(None)
            for value in tape:
                ask = send(value)
            new.ask = ask
            options = ask.options
            new.values = options if options.__class__ is list else self.values
        else:  # it waits for `step`, or it is over
            new.ask, new.values = None, ()
            if self.outcome is not None:
                new.state = self.state.copy()
        return new

    def rewind(self, start: S, turn: int, tape: Sequence[Any], raws: Sequence[Raw]) -> None:
        """Go (back) to a moment: a state between turns, the tape of that turn, and what was thrown in it."""
        self.start, self.turn, self.tape, self.outcome = start, turn, list(tape), None
        self.raws = list(raws)
        self.state = start.copy()
        self.gen = self.game.turn(self.state)
        self._send = self.gen.send
        if self.game.plays_itself(start):
            self.ask, self.values = None, ()
            return
        ask = self._send(None)
        for value in self.tape:
            ask = self._send(value)
        self.ask, self.values = ask, listed(ask)

    def _begin_turn(self) -> None:
        self.start = self.state
        self.state = self.start.copy()
        self.tape, self.raws = [], []
        self.gen = self.game.turn(self.state)
        try:
            self._send = self.gen.send
        except AttributeError:
            raise RuleError(
                f"The turn gave {self.gen!r} and no steps. A turn is a generator: it yields, or returns one that does."
            ) from None

    def _go(self, value: Any) -> None:  # noqa: C901  (one loop, because it is the hot one)
        """Send an answer and run on: chance is answered, single options are taken, until somebody must decide."""
        hear, source, game = self.hear, self.source, self.game
        tape, send = self.tape, self._send
        idle = 0
        try:
            while True:
                try:
                    step = send(value)
                except StopIteration:
                    if hear is not None:
                        hear.turn_over(at_once=False)
                    self.turn += 1
                    outcome = game.outcome(self.state)
                    if outcome is not None:
                        self.start, self.tape, self.raws = self.state, [], []
                        self._end(outcome)
                        return
                    idle += 1
                    if idle > ENDLESS:
                        raise endless_turns() from None
                    self._begin_turn()
                    if game.plays_itself(self.state):
                        return  # the next turn waits for `step`
                    tape, send, value = self.tape, self._send, None
                    continue
                kind = step.__class__
                if kind is Ask:
                    values = step.options
                    if values.__class__ is not list and values.__class__ is not tuple and callable(values):
                        values = values()
                    if len(values) > 1 or (step.even_if_forced and values):
                        self.ask, self.values = step, values
                        return
                    if not values:
                        raise no_options(step)
                    value = values[0]
                    idle += 1
                    if idle > ENDLESS:
                        raise endless_question(step)
                    if hear is not None:
                        hear.forced(step, value)
                elif kind is Note:
                    value = None
                    if hear is not None:
                        hear.note(step)
                elif kind in CHANCES:
                    if kind is Roll and step.dice < 1:
                        value = step.value(())
                    else:
                        raw = source.raw(step)
                        value = step.value(raw)
                        self.raws.append(raw)
                        if hear is not None:
                            hear.chance(step, raw)
                elif kind is Unseal:
                    value = None
                    if hear is not None:
                        hear.unseal()
                else:
                    raise RuleError(
                        f"A rule yielded {step!r}; it may yield questions, chance, log lines and UNSEAL."
                    )
                tape.append(value)
        except Over as over:
            if hear is not None:
                hear.turn_over(at_once=True)
            self._end(over.outcome)

    def _end(self, outcome: Outcome) -> None:
        self.outcome, self.ask, self.values = outcome, None, ()


def is_open(ask: Ask, values: Sequence[Any] | None = None) -> bool:
    """Whether the table waits for an answer: there are two or more, or the seat is always asked."""
    return ask.even_if_forced or len(listed(ask) if values is None else values) > 1


def listed(ask: Ask) -> Sequence[Any]:
    """The values of a question, made if need be."""
    values = ask.options
    made: Sequence[Any] = values() if callable(values) else values
    return made


def playout(
    run: Run[Any],
    rng: random.Random,
    at_most: int = 1_000_000,
    policy: Callable[[Run[Any], random.Random], Any] | None = None,
    turns: int = 1_000_000,
) -> int:
    """Play a run to its end with nobody listening, or for `at_most` decisions or `turns`. Returns how many decisions it took.

    Answers are random, or what `policy` says. No copies are kept at the starts of turns: a run that was stopped before
    its end can be played on, but not forked or rewound.
    """
    decisions = play_out(run, rng, at_most, policy, run.turn + turns)
    run.start, run.tape, run.raws = run.state, [], []
    return decisions
