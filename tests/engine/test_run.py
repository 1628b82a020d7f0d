"""The quick path: runs, their forks and playouts."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from benchmarks.connect_four import GAME as CONNECT_FOUR
from benchmarks.connect_four import Board, ConnectFour
from benchmarks.stash import GAME as STASH
from sandtable.engine import (
    DONE,
    Game,
    Options,
    Outcome,
    Over,
    RandomSource,
    Roll,
    RuleError,
    Run,
    Steps,
    playout,
    say,
)
from sandtable.engine.asking import Topic, pick

from .small import Sheet, Small

GAMES: list[Game[Any]] = [CONNECT_FOUR, STASH]


def fresh(game: Game[Any], seed: int) -> Run[Any]:
    return Run(game, game.begin(Options()), RandomSource(random.Random(seed)))


@pytest.mark.parametrize("game", GAMES, ids=repr)
@given(st.integers(0, 2**32))
def test_a_playout_ends_and_counts_its_decisions(game: Game[Any], seed: int) -> None:
    """Random play ends; a playout says how many decisions it took, and leaves the outcome."""
    run = fresh(game, seed)
    decisions = playout(run, random.Random(seed))
    assert run.outcome is not None
    assert run.ask is None
    assert len(run.values) == 0
    assert decisions > 0
    assert playout(run, random.Random(seed)) == 0, "there is nothing to play after the end"
    if game is CONNECT_FOUR:
        assert decisions <= run.state.moves <= 42


def test_a_playout_can_stop_early() -> None:
    """A playout takes at most so many decisions and stands at the next question."""
    run = fresh(CONNECT_FOUR, 1)
    assert playout(run, random.Random(1), at_most=3) == 3
    assert run.outcome is None
    assert run.state.moves == 3
    assert run.ask is not None
    assert list(run.values) == list(range(7))


def test_a_playout_can_stop_after_some_turns() -> None:
    """A playout stops after `turns` turns, between two of them, and can be played on to its end."""
    run = fresh(CONNECT_FOUR, 1)
    assert playout(run, random.Random(1), turns=3) == 3
    assert (run.turn, run.outcome, run.ask) == (3, None, None)
    assert run.state.moves == 3
    assert playout(run, random.Random(1), turns=2) == 2
    assert run.state.moves == 5
    playout(run, random.Random(1))
    assert run.outcome is not None


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_playout_that_stopped_inside_a_turn_can_be_played_on(game: Game[Any]) -> None:
    """The turn stays open: answers go on where the playout stopped, and a playout in one go ends alike."""
    for stop in range(1, 12):
        rng = random.Random(5)
        whole = Run(game, game.begin(Options()), RandomSource(rng))
        playout(whole, rng)
        rng = random.Random(5)
        run = Run(game, game.begin(Options()), RandomSource(rng))
        playout(run, rng, at_most=stop)
        while run.outcome is None:
            run.play(run.values[int(rng.random() * len(run.values))])
        assert (run.state, run.turn) == (whole.state, whole.turn)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_playing_by_values_is_playing_by_keys(game: Game[Any]) -> None:
    """The quick path and the table play the same game: equal states after equal answers and dice."""
    for seed in range(3):
        table = sandtable.new(game, seed=seed)
        run = Run(game, game.begin(Options()), sandtable.engine.SeedStream(sandtable.engine.seed_bytes(seed)))
        rng = random.Random(seed)
        while table.ask is not None:
            option = rng.choice(table.ask.options)
            assert run.ask is not None
            assert list(run.values) == [o.value for o in table.ask.options]
            table.choose(option.key)
            run.play(option.value)
            assert run.state == table.run.state
            assert run.turn == table.turn
        assert run.outcome == table.outcome


@pytest.mark.parametrize("game", GAMES, ids=repr)
@given(st.integers(0, 2**32), st.integers(0, 30))
def test_a_forked_run_stands_where_its_origin_stands(game: Game[Any], seed: int, decisions: int) -> None:
    """A fork copies the state at the turn's start and gives its few answers again; the origin never changes."""
    rng = random.Random(seed)
    run = fresh(game, seed)
    for _ in range(decisions):
        if run.outcome is None:
            run.play(rng.choice(run.values))
    before = run.state.encode(), run.start.encode(), list(run.tape), list(run.values), run.turn
    fork = run.fork(RandomSource(random.Random(0)))
    assert fork.state == run.state
    assert list(fork.values) == list(run.values)
    assert fork.outcome == run.outcome
    assert (fork.ask is None) == (run.ask is None)
    playout(fork, random.Random(seed))
    assert fork.outcome is not None
    assert (run.state.encode(), run.start.encode(), list(run.tape), list(run.values), run.turn) == before


def test_a_run_and_its_fork_play_alike_with_equal_dice() -> None:
    """A fork is the same game: the same answers and dice lead to the same state."""
    rng = random.Random(4)
    run = fresh(STASH, 9)
    for _ in range(6):
        run.play(rng.choice(run.values))
    one, other = [run.fork(RandomSource(random.Random(33))) for _ in range(2)]
    while one.outcome is None:
        value = rng.choice(one.values)
        one.play(value)
        other.play(value)
        assert one.state == other.state
    assert one.outcome == other.outcome


def test_rules_that_never_ask_are_stopped() -> None:
    """Rules that go on for ever without a question are an error, not a table that hangs."""

    class Endless(Small):
        lasts = 10**9

        def rule(self, s: Sheet) -> Steps[None]:
            s.turns = 0
            yield say("Nothing happens.")

    with pytest.raises(RuleError, match="never end"):
        Run(Endless(), Sheet(), RandomSource(random.Random(1)))


def test_a_step_that_is_none_is_an_error_of_the_rule() -> None:
    """A rule may yield questions, chance, log lines and UNSEAL; anything else is an error that shows it."""

    class Odd(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            yield 42  # type: ignore[misc]

    with pytest.raises(RuleError, match="42"):
        Run(Odd(), Sheet(), RandomSource(random.Random(1)))


def test_a_game_may_end_in_its_set_up() -> None:
    """A rule may end the game before anybody was asked; a state may be over from the start."""

    class Sudden(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            yield Roll(1)
            raise Over(Outcome.won_by([0], 3))

    class OverAlready(Small):
        lasts = 0

    for game, winners in ((Sudden(), (0,)), (OverAlready(), ())):
        table = sandtable.new(game, seed=1)
        assert table.ask is None
        assert table.outcome is not None
        assert table.outcome.winners == winners
        assert playout(table.fork().run, random.Random(1)) == 0


HOW_MANY = Topic("n", "1", "So many are counted.", "number")


def test_locals_live_as_long_as_a_turn_and_state_for_ever() -> None:
    """A turn starts from the state alone: after a turn only the state is left."""

    class Counting(Small):
        lasts = 3

        def rule(self, s: Sheet) -> Steps[None]:
            here = 0
            for _ in range(2):
                here += yield pick(0, HOW_MANY, "How many?", [1, 2])
            s.marks.append(here)

    table = sandtable.new(Counting(), seed=1).choose("n:1", "n:2", "n:2")
    assert table.run.start.marks == [3]
    assert table.run.tape == [2]
    assert table.turn == 1


class NoTurn(ConnectFour):
    """A turn that forgets to return its steps."""

    def turn(self, s: Board) -> Any:
        super().turn(s)


IS_DONE = Topic("done", "1", "The turn ends.")


class Forever(ConnectFour):
    """A loop that never offers more than one answer."""

    def turn(self, s: Board) -> Any:
        while True:
            yield pick(0, IS_DONE, "Done?", [DONE])


@pytest.mark.parametrize(("game", "told"), [(NoTurn(), "no steps"), (Forever(), r"asked for ever.*rule 1")])
def test_rules_that_never_get_to_a_question_are_named(game: ConnectFour, told: str) -> None:
    """A rule that breaks a promise of the engine gets an error that says which, and never hangs."""
    with pytest.raises(RuleError, match=told):
        Run(game, game.begin(None), RandomSource(random.Random(0)))
