"""The guards that do not need pytest: agreement of options and reasons, and traces. Both are prepared once, with all conditions in place."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import sandtable
from sandtable.engine import RandomSource, Run, Table
from sandtable.engine.contract.reasons import disagreement
from sandtable.engine.run import listed
from sandtable.engine.saving.header import decode_options
from sandtable.games import find_game

from ..trace import MOST, Recording, set_up
from .switches import Switches

#: How many questions with reasons are looked at in all, and the share of a game's questions that are.
QUESTIONS, SHARE = 4000, 0.15
#: How many games of each kind are played.
GAMES = 60


class Position(NamedTuple):
    """A question of a random game, and the conditions that make a difference to its options and reasons."""

    table: Table
    run: Run[Any]
    seen: frozenset[int]


class Traced(NamedTuple):
    """A random game, what happened in it line by line, and the conditions that make a difference somewhere in it."""

    key: str
    seed: int
    lines: list[str]
    seen: frozenset[int]


def _split(key: str) -> tuple[str, int]:
    name, _, nonplayers = key.partition("+")
    return name, int(nonplayers or 0)


# Agreement


def positions(keys: Sequence[str], switches: Switches, most: int = QUESTIONS) -> list[Position]:
    """Questions of random games that give reasons, in which some condition makes a difference."""
    found, looked, seed = list[Position](), 0, 0
    rng = random.Random(0)
    while looked < most:
        seed += 1
        name, nonplayers = _split(keys[seed % len(keys)])
        game = find_game(name)
        table = sandtable.new(game, seed=seed, options=set_up(game, seed, nonplayers))
        while (question := table.ask) is not None and looked < most:
            if question.spec.why is not None and rng.random() < SHARE:
                looked += 1
                fork = table.run.fork(RandomSource(random.Random(0)))
                switches.seen = set()
                wrong = _disagreement(table, fork)
                assert not wrong, wrong
                if switches.seen:
                    found.append(Position(table, fork, frozenset(switches.seen)))
                switches.seen = None
            values = table.run.values
            table.choose(question.options[int(rng.random() * len(values))])
    return found


def _disagreement(table: Table, run: Run[Any]) -> str:
    """Where the options of a position and its reasons say different things."""
    assert run.ask is not None
    run.values = listed(run.ask)
    there = table.imagined(run, bytes(32))
    question = there.ask
    assert question is not None
    return disagreement(there, question)


def disagrees(where: Sequence[Position], dropped: int) -> str:
    """The first disagreement with a condition dropped; empty if there is none.

    The turn is run again, so that the options are those of the rules without the condition.
    """
    for position in where:
        if dropped in position.seen:
            try:
                run = position.run.fork(RandomSource(random.Random(0)))
                wrong = run.ask is not None and _disagreement(position.table, run)
            except Exception as error:  # a rule that lacks a condition can fail in any way
                wrong = f"{type(error).__name__}: {error}"
            if wrong:
                return str(wrong)
    return ""


# Traces


class _Differs(Exception):
    """A game goes another way than it was recorded."""


class _Compared(list[str]):
    """The lines of a trace, compared with the recorded ones as they come."""

    def __init__(self, recorded: Sequence[str]) -> None:
        super().__init__()
        self._recorded = recorded

    def append(self, line: str) -> None:
        at = len(self)
        if at >= len(self._recorded) or self._recorded[at] != line:
            raise _Differs
        super().append(line)


def play(key: str, seed: int, lines: list[str]) -> list[str]:
    """Play one random game, as `benchmarks.trace` does, and write down what happens."""
    name, nonplayers = _split(key)
    game, rng = find_game(name), random.Random(seed)
    options = decode_options(game, set_up(game, seed, nonplayers))
    run: Run[Any] = Run(game, game.begin(options), Recording(rng, lines))
    while run.is_waiting:
        run.step()
    for _ in range(MOST):
        if run.ask is None:
            break
        at = int(rng.random() * len(run.values))
        lines.append(f"ask {run.ask.seat} {len(run.values)} {at}")
        run.play(run.values[at])
    lines.append(f"scores {run.outcome.scores if run.outcome else None}")
    return lines


def traces(keys: Sequence[str], switches: Switches, games: int = GAMES) -> Iterator[Traced]:
    """Random games of each kind; the kinds take turns."""
    for seed in range(games):
        for key in keys:
            switches.seen = set()
            lines = play(key, seed, [])
            yield Traced(key, seed, lines, frozenset(switches.seen))
            switches.seen = None


def differs(games: Sequence[Traced], dropped: int) -> str:
    """The first game that goes another way with a condition dropped; empty if none does."""
    for game in games:
        if dropped in game.seen:
            try:
                now = play(game.key, game.seed, _Compared(game.lines))
            except Exception:  # it differs, or a rule fails
                return f"{game.key} {game.seed}"
            if len(now) != len(game.lines):
                return f"{game.key} {game.seed}"
    return ""
