"""A game as plain data, in which chance is asked for die by die and card by card.

A table cannot be copied or pickled, since Python can do neither with a generator. A position can: it holds the state at the
start of the turn, what has been sent to the rules since, and the dice of a throw that is not finished. The rules are
started again when somebody asks.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sandtable.engine import (
    Chair,
    Chance,
    Draw,
    Game,
    Imagination,
    Opposed,
    Outcome,
    Over,
    RandomSource,
    Roll,
    Run,
    SandtableError,
    Shuffle,
    Table,
)
from sandtable.engine.chance import CHANCES

from .episode import Rulebook


class _Wanted(Exception):
    """A rule asks for chance."""

    def __init__(self, chance: Chance) -> None:
        super().__init__()
        self.chance = chance


class _Stop:
    """A source that gives nothing: it stops the run where chance is asked for."""

    def raw(self, chance: Chance) -> Any:
        raise _Wanted(chance)


_STOP = _Stop()


class Position:
    """A running game between two decisions of players or of chance."""

    __slots__ = (
        "_chance",
        "_run",
        "_table",
        "game",
        "outcome",
        "picked",
        "raws",
        "seen",
        "start",
        "tape",
        "turn",
    )

    game: Game[Any]
    #: The state at the start of the turn, the number of the turn, what the rules were sent since, and what was thrown.
    start: Any
    turn: int
    tape: list[Any]
    raws: list[Any]
    outcome: Outcome | None
    #: What was picked so far for the throw that is open: places of faces or of things.
    picked: tuple[int, ...]
    #: What was worked out for this position and holds until it changes.
    seen: dict[Any, Any]
    _run: Run[Any] | None
    _chance: Chance | None
    _table: Table | None

    def __init__(self, game: Game[Any], options: Any) -> None:
        """The beginning of a game."""
        self.game, self.picked, self.outcome, self._chance = game, (), None, None
        run: Run[Any] = Run.__new__(Run)
        try:
            run.__init__(game, game.begin(options), _STOP)  # type: ignore[misc]
        except _Wanted as wanted:
            self._wait_for(run, wanted.chance)
        self._take(run)
        self._pick_forced()

    @classmethod
    def of(cls, run: Run[Any]) -> Position:
        """The position of a run at a question."""
        new = cls.__new__(cls)
        new.game, new.picked, new._chance = run.game, (), None
        run.source = _STOP
        new._take(run)
        return new

    def _take(self, run: Run[Any]) -> None:
        self._run, self._table, self.seen = run, None, {}
        self.start, self.turn, self.tape, self.raws = run.start, run.turn, run.tape, run.raws
        self.outcome = run.outcome

    def copy(self) -> Position:
        """An independent copy. The rules are not started for it until somebody asks."""
        new = Position.__new__(Position)
        new.game, new.start, new.turn, new.outcome = self.game, self.start, self.turn, self.outcome
        new.tape, new.raws, new.picked = self.tape[:], self.raws[:], self.picked
        new._run = new._chance = new._table = None
        new.seen = {}
        return new

    def __deepcopy__(self, memo: Any) -> Position:
        return self.copy()

    def __reduce__(self) -> Any:
        parts = (self.start, self.turn, self.tape, self.raws, self.picked, self.outcome)
        return _restored, (type(self.game).__module__, self.game.key, parts)

    # What is open

    @property
    def run(self) -> Run[Any]:
        if self._run is None:
            self._revive()
            assert self._run is not None
        return self._run

    @property
    def chance(self) -> Chance | None:
        """The throw, draw or shuffle that is open."""
        if self._run is None:
            self._revive()
        return self._chance

    def _revive(self) -> None:
        """Start the turn again and send it what it was sent."""
        run: Run[Any] = Run.__new__(Run)
        run.game, run.start, run.turn, run.source, run.hear = self.game, self.start, self.turn, _STOP, None
        run.tape, run.raws, run.outcome, run.ask, run.values = self.tape, self.raws, self.outcome, None, ()
        self._run = run
        if self.outcome is not None:
            run.state = self._last_state()
            return
        run.state = self.start.copy()
        run.gen = self.game.turn(run.state)
        run._send = run.gen.send
        step = run._send(None)
        for value in self.tape:
            step = run._send(value)
        if step.__class__ in CHANCES:
            self._chance = step
        else:
            run.ask = step
            run.values = step.options() if callable(step.options) else step.options

    def _last_state(self) -> Any:
        """The state in which a game ended: its last turn run again up to the end."""
        state = self.start.copy()
        send = self.game.turn(state).send
        try:
            for value in [None, *self.tape] if self.tape else ():
                send(value)
        except (Over, StopIteration):
            pass
        return state

    # Players

    @property
    def seat(self) -> int | None:
        """The seat that is asked; None at a throw and when the game is over."""
        ask = self.run.ask
        return None if ask is None else ask.seat

    def play(self, value: Any) -> None:
        """Answer the open question with one of its values."""
        self._go(self.run, value)

    def _go(self, run: Run[Any], value: Any) -> None:
        self._chance = None
        try:
            run.play(value)
        except _Wanted as wanted:
            self._wait_for(run, wanted.chance)
        self._take(run)
        self._pick_forced()

    def _wait_for(self, run: Run[Any], chance: Chance) -> None:
        run.ask, run.values, run.outcome = None, (), None
        self._chance, self.picked = chance, ()

    # Chance

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the places that can be picked next, with their probabilities."""
        return _outcomes(self._open(), self.picked)

    def _open(self) -> Chance:
        chance = self.chance
        if chance is None:
            raise SandtableError("Chance is not asked for anything now.")
        return chance

    def pick(self, place: int) -> None:
        """Pick the next face or thing of the open throw; the rules go on when it is whole."""
        self._open()
        self.picked = (*self.picked, place)
        self.seen = {}
        self._pick_forced()

    def _pick_forced(self) -> None:
        """Pick what can only be one thing, and go on once nothing is left to pick."""
        while (chance := self._chance) is not None:
            left = _outcomes(chance, self.picked)
            if len(left) > 1:
                return
            if left:
                self.picked = (*self.picked, left[0][0])
                continue
            raw = _raw(chance, self.picked)
            run = self.run
            run.raws.append(raw)
            self._chance, self.picked = None, ()
            try:
                run.play(chance.value(raw))
            except _Wanted as wanted:
                self._wait_for(run, wanted.chance)
            self._take(run)

    def name_of(self, place: int) -> str:
        """Return the name of a place of the open throw."""
        chance = self._open()
        return f"{chance.topic} {_thing(chance, self.picked, place)}"

    # Seats

    def table(self, rules: Rulebook) -> Table:
        """A table around this position, to look at."""
        if self._table is None:
            run = self.run
            self._table = rules.blank().imagined(run, bytes(32))
            run.source = _STOP
        return self._table

    def chair(self, rules: Rulebook, seat: int) -> Chair:
        return Chair(self.table(rules), rules.seats[seat])

    def imagined(self, seat: int, rng: random.Random) -> Position:
        """A position that could be the real one, as far as a seat can tell that is asked or sees somebody asked."""
        if self.run.ask is None:
            raise SandtableError("A world is imagined while somebody is asked, not in the middle of a throw.")
        return Position.of(Imagination(self.run, seat).run(rng))


def _restored(module: str, key: str, parts: tuple[Any, ...]) -> Position:
    """A position from a pickle."""
    from sandtable.games import BUILT_IN, find_game

    game = find_game(key if key in BUILT_IN else f"{module}:GAME")
    new = Position.__new__(Position)
    new.game = game
    new.start, new.turn, new.tape, new.raws, new.picked, new.outcome = parts
    new._run = new._chance = new._table = None
    new.seen = {}
    return new


# Throws, one die or one card at a time


def _rolls(chance: Roll | Opposed) -> tuple[Roll, ...]:
    return (chance,) if isinstance(chance, Roll) else (chance.ours, chance.theirs)


def _roll_at(chance: Roll | Opposed, place: int) -> Roll | None:
    """The roll that the die at this place belongs to; None once all dice are thrown."""
    for roll in _rolls(chance):
        if place < max(0, roll.dice):
            return roll
        place -= max(0, roll.dice)
    return None


def _things(chance: Draw | Shuffle) -> tuple[list[Any], Counter[Any], int]:
    """The different things in order, how many there are of each, and how many are picked in all."""
    if isinstance(chance, Draw):
        if not 0 <= chance.n <= len(chance.bin):
            chance.sample(lambda size: 0)  # raises the error that every other source raises
        return sorted(set(chance.bin)), Counter(chance.bin), chance.n
    return sorted(set(chance.items)), Counter(chance.items), len(chance.items)


def _outcomes(chance: Chance, picked: Sequence[int]) -> list[tuple[int, float]]:
    if isinstance(chance, (Roll, Opposed)):
        roll = _roll_at(chance, len(picked))
        if roll is None:
            return []
        sides = roll.die if isinstance(roll.die, int) else len(roll.die)
        return [(side, 1 / sides) for side in range(sides)]
    things, counts, wanted = _things(chance)
    if len(picked) == wanted:
        return []
    taken = Counter(picked)
    left = [counts[thing] - taken[place] for place, thing in enumerate(things)]
    total = sum(left)
    return [(place, n / total) for place, n in enumerate(left) if n]


def _raw(chance: Chance, picked: Sequence[int]) -> Any:
    """Return the throw as every source of chance gives it."""
    if isinstance(chance, (Roll, Opposed)):
        rolls, at = [], 0
        for roll in _rolls(chance):
            dice = max(0, roll.dice)
            faces = tuple([_face(roll, side) for side in picked[at : at + dice]])
            rolls.append(faces)
            at += dice
        return rolls[0] if isinstance(chance, Roll) else tuple(rolls)
    things = _things(chance)[0]
    found = [things[place] for place in picked]
    return tuple(sorted(found)) if isinstance(chance, Draw) else tuple(found)


def _face(roll: Roll, side: int) -> int:
    return side + 1 if isinstance(roll.die, int) else roll.die[side]


def _thing(chance: Chance, picked: Sequence[int], place: int) -> Any:
    if isinstance(chance, (Roll, Opposed)):
        roll = _roll_at(chance, len(picked))
        assert roll is not None
        # Two sides of a die can show the same face.
        return f"{_face(roll, place)} (side {place + 1})"
    return _things(chance)[0][place]


def sampled(position: Position, rng: random.Random) -> int:
    """A place of the open throw, drawn with its probability."""
    uniform = RandomSource(rng).below(1 << 53) / (1 << 53)
    outcomes = position.outcomes()
    for place, probability in outcomes:
        uniform -= probability
        if uniform < 0:
            return place
    return outcomes[-1][0]
