"""Small games and looks at a table that the tests of the engine share."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

import msgspec

import sandtable
from sandtable.engine import Ask, Cards, Game, Outcome, Seat, State, Steps, Table, open_journal

DECK, DISCARDS, HAND = 0, 1, 2


class Sheet(State):
    """A state for games that are written inside a test."""

    turns: int = 0
    mover: int = 0
    marks: list[int] = msgspec.field(default_factory=list)


class Small(Game[Sheet]):
    """A game of one rule, given `lasts` times. Seats: ann, bob, cy. Everything is open."""

    key = "small"
    title = "Small"
    state_type = Sheet
    has_secrets = False
    lasts: ClassVar[int] = 1

    def begin(self, options: Any) -> Sheet:
        return Sheet()

    def seats(self, options: Any) -> Sequence[Seat]:
        return Seat("ann", "Ann"), Seat("bob", "Bob"), Seat("cy", "Cy")

    def rule(self, s: Sheet) -> Steps[None]:
        raise NotImplementedError

    def turn(self, s: Sheet) -> Steps[None]:
        yield from self.rule(s)
        s.turns += 1

    def outcome(self, s: Sheet) -> Outcome | None:
        return Outcome.won_by([], 3, "It is over.") if s.turns >= self.lasts else None

    def whose_turn(self, s: Sheet) -> int | None:
        return s.mover

    def view(self, s: Sheet, seat: int | None) -> Any:
        return s.turns, s.mover, s.marks[:]


class Hands(State):
    """A state with cards: a deck, discards, and a hand for each of three seats."""

    cards: Cards
    turns: int = 0
    mover: int = 0
    marks: list[int] = msgspec.field(default_factory=list)


class Dealt(Game[Hands]):
    """A game of one rule with nine cards: each of ann, bob and cy has drawn two of them."""

    key = "dealt"
    title = "Dealt"
    state_type = Hands
    lasts: ClassVar[int] = 1

    def begin(self, options: Any) -> Hands:
        s = Hands(Cards.dealt([range(9), (), (), (), ()], seats=3))
        for who in range(3):
            s.cards.draw(DECK, HAND + who, by=who, n=2)
        return s

    def seats(self, options: Any) -> Sequence[Seat]:
        return Seat("ann", "Ann"), Seat("bob", "Bob"), Seat("cy", "Cy")

    def rule(self, s: Hands) -> Steps[None]:
        raise NotImplementedError

    def turn(self, s: Hands) -> Steps[None]:
        yield from self.rule(s)
        s.turns += 1

    def outcome(self, s: Hands) -> Outcome | None:
        return Outcome.won_by([], 3, "It is over.") if s.turns >= self.lasts else None

    def whose_turn(self, s: Hands) -> int | None:
        return s.mover

    def view(self, s: Hands, seat: int | None) -> Any:
        return [s.cards.seen(zone, seat) for zone in range(5)]


def state_of(table: Table) -> Any:
    """The whole state: what the host knows."""
    return table.run.state


def reopened(table: Table, game: Game[Any] | None = None) -> Table:
    """The table that the saved bytes of a table lead to."""
    return open_journal(table.save(), lambda key: game or table.game)


def resumed(table: Table, game: Game[Any] | None = None) -> Table:
    """The table that the moment of a table leads to."""
    return open_journal(table.moment(), lambda key: game or table.game)


def seat_ids(table: Table) -> list[str | None]:
    return [*(seat.id for seat in table.seats), None]


def told(table: Table, seat: str | None) -> dict[str, Any]:
    """Everything that leaves the table for one seat, as plain data."""
    ask = table.ask_for(seat)
    return {
        "view": msgspec.to_builtins(table.view(seat)),
        "ask": None if ask is None else msgspec.to_builtins(ask.plain()),
        "log": msgspec.to_builtins(table.log(seat)),
        "transcript": msgspec.to_builtins(table.transcript(seat)),
        "undo": None if seat is None else table.undo_name(seat),
        "redo": None if seat is None else table.redo_name(seat),
        "orders": [] if seat is None else msgspec.to_builtins(table.standing_orders(seat)),
        "published": msgspec.to_builtins(table.published),
        "over": table.outcome,
    }


def whole(table: Table) -> dict[str, Any]:
    """Everything there is to a table: two tables with equal wholes cannot be told apart."""
    return {
        **{f"told {seat}": told(table, seat) for seat in seat_ids(table)},
        "state": table.run.state.encode(),
        "question": None if table.ask is None else msgspec.to_builtins(table.ask.plain()),
        "save": table.save(),
        "moment": table.moment(),
        "drawn": table.drawn,
        "number": table.number,
        "turn": table.turn,
    }


def differing(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The names of what differs, for a failure that can be read."""
    return [name for name in one if one[name] != other[name]]


def random_play(table: Table, rng: random.Random, most: int = 10_000) -> Iterator[Table]:
    """Play a game with random answers; the table is given before the first and after each."""
    yield table
    while table.ask is not None and most:
        table.choose(rng.choice(table.ask.keys))
        most -= 1
        yield table


def new_random(game: str | Game[Any], seed: int, **more: Any) -> Iterator[Table]:
    return random_play(sandtable.new(game, seed=seed, **more), random.Random(seed))


def all_paths(
    make: Callable[[], Steps[Any]], most: int = 100_000
) -> Iterator[tuple[list[Ask], list[Any], Any]]:
    """Every way to answer a procedure of questions: (the questions, the answers, what it returned)."""
    stack: list[list[Any]] = [[]]
    while stack:
        answers = stack.pop()
        most -= 1
        assert most, "a procedure with too many ways, or one that never ends"
        steps = make()
        asks: list[Ask] = []
        try:
            step: Any = next(steps)
            for answer in answers:
                asks.append(step)
                step = steps.send(answer)
        except StopIteration as end:
            yield asks, answers, end.value
            continue
        assert isinstance(step, Ask)
        values = step.options() if callable(step.options) else step.options
        assert len(values) > 0, f"{step.prompt!r} has no options"
        stack.extend([*answers, value] for value in reversed(values))
