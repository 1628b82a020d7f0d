"""A game that asks nobody anything waits before every turn until somebody steps on."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sandtable
from sandtable.engine import (
    Game,
    Outcome,
    RandomSource,
    Roll,
    Run,
    SandtableError,
    State,
    Steps,
    playout,
    say,
)


class Race(State):
    """Two snails."""

    at: list[int]
    turns: int = 0


class SnailRace(Game[Race]):
    """Both roll; the first to reach ten wins. Nobody decides anything."""

    key = "snails"
    title = "Snail Race"
    state_type = Race
    has_secrets = False
    listed = False

    def begin(self, options: Any) -> Race:
        return Race([0, 0])

    def turn(self, s: Race) -> Steps[None]:
        for snail in (0, 1):
            if s.turns == 3 and snail == 1 and s.at[0] < 0:
                raise ValueError("a snail went backwards")
            s.at[snail] += yield Roll(1, topic="crawl")
        s.turns += 1
        yield say("Turn {n:number} is over.", n=s.turns)

    def outcome(self, s: Race) -> Outcome | None:
        return Outcome.won_by([s.at.index(max(s.at))], 2) if max(s.at) >= 10 else None

    def view(self, s: Race, seat: int | None) -> Any:
        return list(s.at)

    def plays_itself(self, s: Race) -> bool:
        return True


GAME = SnailRace()


def test_a_new_table_waits_before_its_first_turn() -> None:
    table = sandtable.new(GAME, seed=1)
    assert table.is_waiting
    assert table.ask is None
    assert table.outcome is None
    assert table.log() == []


def test_a_step_is_a_turn() -> None:
    table = sandtable.new(GAME, seed=1).step()
    assert table.turn == 1
    assert table.log()[-1].text == "Turn 1 is over."


def test_every_moment_can_be_saved_forked_and_loaded() -> None:
    table = sandtable.new(GAME, seed=2)
    while table.is_waiting:
        again = sandtable.load(table.moment(), game=GAME)
        whole = sandtable.load(table.save(), game=GAME)
        assert again.run.state == whole.run.state == table.run.state == table.fork().run.state
        assert (again.turn, whole.turn) == (table.turn, table.turn)
        assert again.step().run.state == table.step().run.state
    assert table.winners
    assert sandtable.load(table.save(), game=GAME).save() == table.save()


def test_the_same_seed_is_the_same_game() -> None:
    first, second = sandtable.new(GAME, seed=3), sandtable.new(GAME, seed=3)
    while first.is_waiting:
        assert first.step().run.state == second.step().run.state


def test_nothing_can_be_stepped_through_when_it_is_over() -> None:
    table = sandtable.new(GAME, seed=4)
    while table.is_waiting:
        table.step()
    with pytest.raises(SandtableError, match="The game is over"):
        table.step()


def test_a_turn_that_fails_leaves_the_table_as_it_was() -> None:
    table = sandtable.new(GAME, seed=5)
    for _ in range(2):
        table.step()
    table.run.start.turns = table.run.state.turns = 3
    table.run.start.at[0] = table.run.state.at[0] = -50
    before, number = table.run.state.encode(), table.number
    with pytest.raises(sandtable.engine.RuleFailed, match="backwards"):
        table.step()
    assert table.run.state.encode() == before
    assert (table.number, table.is_waiting) == (number, True)


def test_a_playout_plays_it_to_its_end() -> None:
    rng = random.Random(1)
    run = Run(GAME, GAME.begin(None), RandomSource(rng))
    assert run.is_waiting
    assert playout(run, rng) == 0
    assert run.outcome is not None
