"""What nobody looks at is not made; and forks, which share nothing with their origin."""

from __future__ import annotations

import random
from typing import Any, NoReturn

import pytest

import sandtable
from sandtable.engine import (
    Kinds,
    Names,
    Roll,
    Steps,
    say,
)
from sandtable.engine.asking import Topic, pick

from .small import Sheet, Small, differing, new_random, state_of, whole

WELL = Topic("n", "1", "Whatever the answer, play goes on.", "number")


# Laziness -------------------------------------------------------------------------------------------


def looked_at(value: Any) -> NoReturn:
    raise AssertionError(f"somebody looked at the name of {value!r}")


GO = Topic("go", "1", "Your army stands there afterwards.", "space")


class Unlooked(Small):
    """Names that must not be called: a fork never looks."""

    lasts = 3
    armed = False
    listings = 0

    def kinds(self, s: Sheet) -> Kinds:
        return {"space": Names(looked_at, looked_at) if self.armed else Names(str)}

    def spaces(self, s: Sheet) -> list[int]:
        self.listings += 1
        return [0, 1, 2]

    def rule(self, s: Sheet) -> Steps[None]:
        for _ in range(3):
            goal = yield pick(
                0, GO, "Where, {space}?", lambda: self.spaces(s), label="Go to {it}", about={"space": 1}
            )
            s.marks.append(goal)
            yield say("{who:seat} goes to {space}.", who=0, space=goal)
            s.marks.append((yield Roll(1)))


def test_a_fork_never_looks_at_names_or_options() -> None:
    """Options are lazy: a re-run inside a fork never looks: no key, no label, no listing of options."""
    game = Unlooked()
    table = sandtable.new(game, seed=1).choose("go:1").choose("go:2")
    game.armed, game.listings = True, 0
    forks = [table.fork() for _ in range(10)]
    assert game.listings == 0
    assert all(fork.run.state == table.run.state for fork in forks)
    assert all(list(fork.run.values) == [0, 1, 2] for fork in forks)


def test_a_playout_never_looks_at_names() -> None:
    """Playing on option values, nobody looks at keys or labels."""
    game = Unlooked()
    table = sandtable.new(game, seed=1).choose("go:1")
    game.armed = True
    run = table.fork().run
    decisions = sandtable.engine.playout(run, random.Random(1))
    assert decisions == 8
    assert run.outcome is not None
    other = table.fork().run
    while other.outcome is None:
        other.play(other.values[0])


def test_a_new_game_looks_at_nothing() -> None:
    """Keys, labels and targets are made only when somebody looks."""
    game = Unlooked()
    game.armed = True
    table = sandtable.new(game, seed=1)
    assert table.ask is not None
    assert table.ask.seat == "ann"
    with pytest.raises(AssertionError, match="somebody looked"):
        _ = table.ask.options


def test_log_lines_are_made_when_somebody_reads_them() -> None:
    """Templates cost nothing until shown."""
    game = Unlooked()
    table = sandtable.new(game, seed=1)
    table.choose("go:1")
    game.armed = True
    assert len(table.fork().log(None)) == 0
    with pytest.raises(AssertionError, match="somebody looked"):
        table.log(None)


# Forks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["connect-four", "stash"])
def test_forks_never_touch_their_origin(game: str) -> None:
    """Forks never touch their origin, and stand where it stands."""
    rng = random.Random(3)
    for seed in range(3):
        for table in new_random(game, seed):
            before = whole(table)
            fork = table.fork(seed)
            assert fork.run.state == table.run.state
            assert (fork.ask is None) == (table.ask is None)
            if fork.ask is not None and table.ask is not None:
                assert fork.ask.plain() == table.ask.plain()
                fork.choose(rng.choice(fork.ask.keys))
                while fork.ask is not None and rng.random() < 0.8:
                    fork.choose(rng.choice(fork.ask.keys))
            assert differing(before, whole(table)) == []


def test_a_fork_has_dice_of_its_own() -> None:
    """A fork answers from its own stream, so that no bot sees the future."""

    class Dice(Small):
        lasts = 100

        def rule(self, s: Sheet) -> Steps[None]:
            yield pick(0, WELL, "Roll?", [1, 2])
            s.marks.append((yield Roll(5, topic="five")))
            s.marks[:] = s.marks[-3:]

    table = sandtable.new(Dice(), seed=6).choose("n:1")
    futures = set()
    for seed in range(5):
        fork = table.fork(seed)
        for _ in range(4):
            fork.choose("n:1")
        futures.add(tuple(state_of(fork).marks))
    for _ in range(4):
        table.choose("n:1")
    assert len(futures) == 5
    assert tuple(state_of(table).marks) not in futures
    one, other = table.fork(9), table.fork(9)
    assert state_of(one.choose("n:2")) == state_of(other.choose("n:2")), "a fork's seed decides its dice"


def test_a_fork_of_a_fork() -> None:
    """A fork can be forked, undone and saved like any table."""
    table = sandtable.new("connect-four", seed=1).choose("drop:1")
    fork = table.fork().choose("drop:2")
    deeper = fork.fork().choose("drop:3")
    assert (table.run.state.moves, fork.run.state.moves, deeper.run.state.moves) == (1, 2, 3)
    fork.undo("yellow")
    assert fork.run.state == table.run.state
    assert deeper.run.state.moves == 3
    assert sandtable.load(deeper.save()).run.state == deeper.run.state
