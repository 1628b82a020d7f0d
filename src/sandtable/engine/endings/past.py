"""The past of a game: its journal played once more, with everything that an ending tells of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import msgspec

from ..chance import Chance, Opposed, Raw, Roll, best, total, tupled
from ..naming import Kinds
from ..saving.format import Answered, Thrown, TookBack
from ..saving.long_games import at_each_turn
from ..saving.replay import do_line, is_done
from ..state import State
from .throws import expectation, number_read

if TYPE_CHECKING:
    from ..game import Outcome, Seat
    from ..log import LogEntry
    from ..table import Table

S = TypeVar("S", bound=State)
Unit = Literal["hits", "pips", "best"]
#: Nobody's result depends on the exact expectation of more dice than this.
MOST_DICE = 60


class PastAnswer(msgspec.Struct, frozen=True):
    """An answer that somebody gave, and that was not taken back."""

    line: int  #: Its number in the journal.
    turn: int
    seat: int
    topic: str
    key: str


class Threw(msgspec.Struct, frozen=True):
    """A roll: whose it was, what for, and what came of it."""

    seat: int  #: -1: no seat's.
    roll: Roll
    topic: str
    faces: tuple[int, ...]

    @property
    def value(self) -> float | None:
        """The reading, as a number."""
        return number_read(self.roll.read, self.roll.read(self.faces))

    @property
    def expected(self) -> float:
        """The expected value."""
        return expectation(self.roll)[0]

    @property
    def unit(self) -> Unit:
        """The thing that the number counts."""
        read = self.roll.read
        if read is total:
            return "pips"
        return "best" if read is best or read.counts is None else "hits"


class Past(Generic[S]):
    """A finished game as `Game.ending` gets it. `states` are samples: at the beginning, at the start of each turn, at the end."""

    def __init__(self, table: Table) -> None:
        self.game = table.game
        self.options: Any = table.options
        self.seats: Sequence[Seat] = table.seats
        #: How the game ended; None if it was given up.
        self.outcome: Outcome | None = table.outcome
        self.kinds: Kinds = table.kinds
        #: Why the game ended, in words.
        self.reason = table.reason
        self.states: list[S] = []
        #: The turn of the table that each sample is the start of.
        self.turns: list[int] = []
        #: Every answer that was not taken back, in order.
        self.answers: list[PastAnswer] = []
        #: Every roll of dice, in order.
        self.throws: list[Threw] = []
        self.entries: Sequence[LogEntry] = ()
        self._columns: dict[str, list[float]] | None = None
        if table.is_whole:
            self._play(table)
        else:  # a moment does not know how it came about
            self.states, self.turns, self.entries = [table.run.state], [table.turn], table._recorder.entries
        self.last: S = self.states[-1]  #: The state at the end.

    def count(self, seat: int | None, *topics: str) -> int:
        """How many answers a seat (None: everybody) gave to questions of these topics."""
        return sum(it.topic in topics and seat in (None, it.seat) for it in self.answers)

    @property
    def columns(self) -> Mapping[str, Sequence[float]]:
        """The game's own numbers, by name, a value for each sample."""
        if self._columns is None:
            rows = [self.game.columns(state) for state in self.states]
            self._columns = {name: [row.get(name, 0.0) for row in rows] for name in rows[-1]}
        return self._columns

    def _play(self, table: Table) -> None:
        from ..table import Table as NewTable  # a table knows its game, and a game its ending

        dice = _Dice(table, self.throws)
        again = dice.table = NewTable(table.game, table.options, table.header, dice).start()
        self._sample(again)
        for line in list(table.lines):
            if not is_done(line):
                continue
            question, turn = again.ask, again.turn
            is_long = again.has_nonplayers and not isinstance(line, TookBack)
            with at_each_turn(again, partial(self._sample_between, again)) if is_long else nullcontext():
                do_line(again, line)
            if isinstance(line, TookBack):
                self._take_back(line.answer, again.turn)
            elif isinstance(line, Answered) and question is not None:
                self.answers.append(PastAnswer(line.n, turn, question.spec.seat, question.topic, line.key))
            self._sample(again)
        while again.is_waiting and again.number < table.number:
            self._sample(again.step())
        if len(self.states) == 1 or self.states[-1] != again.run.state:  # it ended inside a turn
            self.states.append(again.run.state)
            self.turns.append(again.turn + 1)
        self.entries = again._recorder.entries

    def _sample(self, again: Table) -> None:
        if not self.turns or again.turn > self.turns[-1]:
            self.states.append(again.run.start)
            self.turns.append(again.turn)

    def _sample_between(self, again: Table) -> None:
        """A turn is over and the game plays on: what non-players do would otherwise be told as part of the answer before."""
        self.states.append(again.run.state)
        self.turns.append(again.turn + 1)

    def _take_back(self, answer: int, turn: int) -> None:
        while self.answers and self.answers[-1].line >= answer:
            self.answers.pop()
        while len(self.turns) > 1 and self.turns[-1] > turn:
            self.turns.pop()
            self.states.pop()


class _Dice:
    """Chance as it was thrown, which remembers every roll and whose it was."""

    def __init__(self, table: Table, throws: list[Threw]) -> None:
        self.table: Table | None = None
        self._thrown = iter([tupled(line.raw) for line in table.lines if isinstance(line, Thrown)])
        self._throws = throws

    def raw(self, chance: Chance) -> Raw:
        raw = next(self._thrown)
        if isinstance(chance, Roll):
            self._note(chance, chance.topic, raw)
        elif isinstance(chance, Opposed):
            self._note(chance.ours, chance.topic, raw[0])
            self._note(chance.theirs, chance.topic, raw[1])
        return raw

    def _note(self, roll: Roll, topic: str, faces: tuple[int, ...]) -> None:
        if not 0 < roll.dice <= MOST_DICE or (roll.read.counts is None and not isinstance(roll.die, int)):
            return  # a die with signs of its own, such as places on a map, has no sum
        seat = roll.by
        if seat < 0 and roll.by_line is None and self.table is not None:
            whose = self.table.game.whose_turn(self.table.run.state)
            seat = -1 if whose is None else whose
        self._throws.append(Threw(seat, roll, topic, faces))
