"""Random games turn by turn, each turn with all that was asked, thrown and answered in it, to be run again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec

from ..chance import Raw, Roll, SeedStream, Shuffle, is_thrown, seed_bytes
from ..game import Game, Over
from ..run import is_open, listed
from ..secrets.cards import missing
from ..secrets.held import card_piles, secrets_of
from ..steps import Ask
from ..table import Table
from ..worlds.imagine import Learned, is_visible, known_cards, pile_of


class Played(msgspec.Struct):
    """One step of a turn, and what came back to the rule."""

    step: Any
    value: Any
    #: What was thrown, if it was chance.
    raw: Raw | None = None
    #: What could have been answered, if somebody had a choice.
    values: list[Any] | None = None


class Turn(msgspec.Struct):
    """A turn as it was played to its end."""

    number: int
    start: Any
    #: The state at its end, until the next turn is played.
    end: Any
    played: list[Played]
    #: Whether a rule has put a new `Cards` or `Hidden` in the place of another, or added or removed one.
    is_rebuilt: bool = False


def turns_of(game: Game[Any], options: Any, seed: int, answers: list[Any], at_most: int) -> Iterator[Turn]:
    """Play a random game with the dice of a seed. Every answer somebody had a choice in is entered into `answers`.

    It ends early, without a word, when a rule fails or loses a card: the plain play of the suite reports that.
    """
    rng, stream = random.Random(seed), SeedStream(seed_bytes(seed))
    state, number = game.begin(options), 0
    while game.outcome(state) is None and len(answers) < at_most:
        start, held = state.copy(), secrets_of(state)
        played: list[Played] = []
        send = game.turn(state).send
        value: Any = None
        try:
            while True:
                step = send(value)
                it = _played(step, rng, stream)
                played.append(it)
                value = it.value
                if it.values is not None:
                    answers.append(value)
        except StopIteration:
            is_over = False
        except Over:
            is_over = True
        except Exception:
            return
        if any(missing(cards) for cards in card_piles(state)):
            return
        yield Turn(number, start, state, played, list(map(id, held)) != list(map(id, secrets_of(state))))
        if is_over:
            return
        number += 1


def _played(step: Any, rng: random.Random, stream: SeedStream) -> Played:
    """Answer one step: questions at random, chance from the stream."""
    if step.__class__ is Ask:
        values = list(listed(step))
        if not is_open(step, values):
            return Played(step, values[0])
        return Played(step, values[int(rng.random() * len(values))], None, values)
    if is_thrown(step):
        raw = stream.raw(step)
        return Played(step, step.value(raw), raw)
    return Played(step, step.value(()) if hasattr(step, "dice") else None)


def replayed_to(table: Table, turn: Turn, answers: list[Any]) -> Table:
    """Give a new table the answers of a random game, up to the end of a turn."""
    for value in answers:
        ask = table.ask
        if ask is None or table.turn > turn.number:
            break
        table.choose(next(option for option in ask.options if option.value == value))
    return table


class Kept(msgspec.Struct):
    """A seat's knowledge, at the end of a turn, of what was hidden from it before."""

    #: For each `Cards` and `Hidden`: cards, or places as they were at the start of the turn.
    pinned: list[frozenset[int]]
    #: The same, but only what the seat knew at the start.
    known: list[frozenset[int]]
    #: By step of the turn, for each hidden throw: what the seat has come to know of it, by place in the throw.
    thrown: dict[int, dict[int, Any]]


def kept_by(game: Game[Any], turn: Turn, seat: int | None) -> Kept:
    """Everything that must be the same in all worlds that look the same to a seat at the end of a turn."""
    known = [known_cards(cards, seat) for cards in card_piles(turn.end)]
    state = turn.start.copy()
    learned = Learned(state, seat)
    send = game.turn(state).send
    value: Any = None
    thrown: dict[int, dict[int, Any]] = {}
    for n, played in enumerate(turn.played):
        step: Any = send(value)
        learned.look(secrets_of(state))
        if is_thrown(step) and not is_visible(step, seat):
            if step.__class__ is Shuffle:
                pile = pile_of(step, card_piles(state))
                order = enumerate(played.value)
                thrown[n] = {} if pile is None else {i: card for i, card in order if card in known[pile]}
            else:
                thrown[n] = learned.throw(step, secrets_of(state)) if step.__class__ is Roll else {}
        value = played.value
    with suppress(StopIteration, Over):
        send(value)
    learned.look(secrets_of(state))
    cards = iter(known)
    pinned = [
        learned.pinned[n] if n in learned.pinned else frozenset(next(cards))
        for n in range(len(secrets_of(turn.start)))
    ]
    before = [
        frozenset(n for n in range(len(it.known)) if it.knows(seat, n)) for it in secrets_of(turn.start)
    ]
    return Kept(pinned, before, thrown)
