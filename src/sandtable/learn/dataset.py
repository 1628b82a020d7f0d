"""Recorded games as a data set for imitation: what a seat saw, what it could do, what it did, and how it ended for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import sandtable
from sandtable.bots.spec import make_lone_bot
from sandtable.engine import Answered, Chair, SandtableError, Table, played_again

from .episode import Episode, Rulebook
from .observation import Ints


class Decision(NamedTuple):
    """One answer of one seat."""

    seat: int
    #: What the seat saw, as an `Observer` writes it.
    numbers: Ints
    #: One row for each option; empty where the actions are a fixed list.
    options: Ints
    legal: list[int]
    action: int
    #: What the game was worth to the seat in the end, from -1 to 1.
    value: float


class Samples(NamedTuple):
    """Many decisions as arrays, one row each."""

    numbers: Ints
    #: The options of each, filled up with zeros to as many as the longest question among them has; nothing where the
    #: actions are a fixed list.
    options: Ints
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    values: NDArray[np.float32]


def decisions_of(table: Table, rules: Rulebook) -> Iterator[Decision]:
    """The decisions of a finished game, in order; those that were taken back are left out.

    >>> table = sandtable.new("surface-combat", seed=3)
    >>> while table.ask:
    ...     _ = table.choose(table.ask.keys[0])
    >>> rules = Rulebook("surface-combat", actions="fixed")
    >>> first = next(decisions_of(table, rules))
    >>> rules.keys[first.action] == next(line.key for line in table.lines if isinstance(line, Answered))
    True
    """
    outcome = table.outcome
    if outcome is None:
        raise SandtableError("The game is not over, so nobody knows what its decisions were worth.")
    if table.game.key != rules.game.key:
        raise SandtableError(
            f"This is a game of {table.game.title}, but the numbers are for {rules.game.title}."
        )
    if table.options != rules.options:
        raise SandtableError(
            f"The game was played with {table.options}, but the numbers are for {rules.options}."
        )
    kept: list[tuple[int, Decision]] = []
    games = played_again(table)
    again = next(games)
    lines = [line for line in table.lines if not _is_automatic(line)]
    for line in lines:
        if isinstance(line, Answered) and not line.by:
            kept.append((line.n, _decision(again, line.key, rules)))
        else:
            taken_back = getattr(line, "answer", None)
            kept = [each for each in kept if taken_back is None or each[0] < taken_back]
        next(games)
    for _, decision in kept:
        yield decision._replace(value=2.0 * outcome.scores[decision.seat] - 1.0)


def _is_automatic(line: object) -> bool:
    """Whether a line of a journal says what the table did by itself."""
    from sandtable.engine.saving.replay import is_done

    return not is_done(line)  # type: ignore[arg-type]


def _decision(table: Table, key: str, rules: Rulebook) -> Decision:
    ask = table.ask
    if ask is None:
        raise SandtableError(f"The journal answers {key!r} where nothing is asked.")
    seat = ask.spec.seat
    legal = rules.legal(ask.topic, ask.values, lambda: ask.keys)
    observer = rules.observer
    options = observer.options(ask) if not rules.keys else np.zeros((0, 0), np.int32)
    numbers = observer.numbers(Chair(table, rules.seats[seat]))
    return Decision(seat, numbers, options, legal, legal[ask.keys.index(key)], 0.0)


def read(paths: Iterable[str | Path], rules: Rulebook) -> Iterator[Decision]:
    """The decisions of journals, one file after the other."""
    for path in paths:
        yield from decisions_of(sandtable.load(path), rules)


def played(
    rules: Rulebook, bots: str | Mapping[str, str], games: int, seed: int = 0
) -> Iterator[list[Decision]]:
    """Games that bots play now, each as the list of its decisions. `bots` is one for all seats, or one for each by seat."""
    specs = dict.fromkeys(rules.seats, bots) if isinstance(bots, str) else dict(bots)
    if sorted(specs) != sorted(rules.seats):
        raise SandtableError(f"Name a bot for each seat ({', '.join(rules.seats)}), or one for all.")
    return _played(rules, specs, games, seed)


def _played(rules: Rulebook, specs: Mapping[str, str], games: int, seed: int) -> Iterator[list[Decision]]:
    for game in range(games):
        episode = Episode(rules, seed + game)
        # Two bots with the same seed would make the same random choices.
        players = [
            make_lone_bot(specs[seat], seed + game + (place << 32)) for place, seat in enumerate(rules.seats)
        ]
        found: list[Decision] = []
        while (seat := episode.seat) is not None:
            chair = episode.chairs[seat]
            key = players[seat].choose(chair)
            found.append(_decision(episode.table, key, rules))
            episode.choose(key)
        values = episode.returns()
        yield [each._replace(value=values[each.seat]) for each in found]


def arrays(decisions: Iterable[Decision], rules: Rulebook) -> Samples:
    """Decisions as arrays that a learner takes."""
    listed = list(decisions)
    if not listed:
        raise SandtableError("There is not a single decision to learn from.")
    most, width = max(len(each.options) for each in listed), listed[0].options.shape[1]
    options = np.zeros((len(listed), most, width), np.int32)
    for row, each in zip(options, listed, strict=True):
        row[: len(each.options)] = each.options
    return Samples(
        np.stack([each.numbers for each in listed]),
        options,
        np.stack([rules.mask(each.legal) for each in listed]),
        np.array([each.action for each in listed], np.int64),
        np.array([each.value for each in listed], np.float32),
    )
