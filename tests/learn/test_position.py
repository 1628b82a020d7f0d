"""A position is plain data with explicit chance: it copies, pickles, and its throws have the right odds."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pyspiel
import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from sandtable.engine import (
    Chance,
    Draw,
    Game,
    Opposed,
    Options,
    Outcome,
    Over,
    Roll,
    SandtableError,
    Seat,
    Shuffle,
    State,
    Steps,
    at_least,
    best,
    higher,
)
from sandtable.games import BUILT_IN
from sandtable.learn import Rulebook
from sandtable.learn.position import Position, sampled
from sandtable.learn.spiel import SpielState, options_from


class Nothing(State):
    pass


class Thrower(Game[Nothing]):
    """A game that throws once and ends; what the rule got back is its reason."""

    key, title, state_type = "thrower", "Thrower", Nothing

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def begin(self, options: Any) -> Nothing:
        return Nothing()

    def seats(self, options: Any) -> tuple[Seat, ...]:
        return (Seat("one", "One"),)

    def turn(self, s: Nothing) -> Steps[None]:
        value = yield self.chance
        raise Over(Outcome((), (0.5,), repr(value)))

    def outcome(self, s: Nothing) -> Outcome | None:
        return None


def all_ends(position: Position, weight: Fraction) -> Counter[str]:
    """Every way a throw can go, die by die and card by card, with its probability."""
    if position.outcome is not None:
        return Counter({position.outcome.reason: weight})
    found: Counter[str] = Counter()
    for place, probability in position.outcomes():
        after = position.copy()
        after.pick(place)
        found.update(all_ends(after, weight * Fraction(probability).limit_denominator(1000)))
    return found


THROWS: list[Chance] = [
    Roll(2),
    Roll(3, at_least(5)),
    Roll(2, die=(0, 0, 1)),
    Roll(0),
    Opposed(Roll(2, best), Roll(1, best), higher),
    Draw([4, 4, 7, 9], 2),
    Draw([3], 1),
    Draw([1, 2], 0),
    Shuffle([1, 2, 3, 3]),
]


@pytest.mark.parametrize("chance", THROWS, ids=lambda it: type(it).__name__)
def test_throws_one_die_at_a_time_have_the_odds_of_the_whole_throw(chance: Chance) -> None:
    """Guards: a search over chance nodes sees the dice that the table rolls."""
    game = Thrower(chance)
    found = all_ends(Position(game, Options()), Fraction(1))
    outcomes, total = chance.outcomes()
    expected: Counter[str] = Counter()
    for value, weight in outcomes:
        expected[repr(value)] += Fraction(weight, total)  # type: ignore[assignment]
    assert found == expected


def walked(key: str, steps: int, seed: int = 5) -> Position:
    rules = Rulebook(key)
    rng, position = random.Random(seed), Position(rules.game, rules.options)
    for _ in range(steps):
        if position.outcome is not None:
            break
        if position.seat is None:
            position.pick(sampled(position, rng))
        else:
            position.play(rng.choice(list(position.run.values)))
    return position


def shown(position: Position) -> Any:
    run = position.run
    return run.state, position.seat, list(run.values), position.picked, position.turn


@pytest.mark.parametrize("key", BUILT_IN)
def test_copies_and_pickles_are_the_same_moment_and_independent(key: str) -> None:
    """Guards: OpenSpiel copies and serialises states, in the middle of a turn and of a throw."""
    for steps in (0, 7, 40, 90):
        position = walked(key, steps)
        before = shown(position)
        for other in (copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
            assert shown(other) == before
            if other.outcome is None:
                rng = random.Random(1)
                if other.seat is None:
                    other.pick(sampled(other, rng))
                else:
                    other.play(other.run.values[0])
        assert shown(position) == before


def test_a_copy_does_not_start_the_rules() -> None:
    """Guards: copying is cheap; a copy that is never looked at costs no rules."""
    assert walked("red-dust", 90).copy()._run is None


@pytest.mark.parametrize("key", ["red-dust", "rogue-trooper", "surface-combat"])
def test_a_resampled_state_looks_the_same_to_the_player_who_asked(key: str) -> None:
    """Guards: resampling from an information set keeps what the player knows, and draws the rest anew."""
    game = pyspiel.load_game(f"sandtable_{key.replace('-', '_')}")
    rng, state = random.Random(2), game.new_initial_state()
    different, decisions = 0, 0
    while not state.is_terminal() and decisions < 120:
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        decisions += 1
        if decisions % 12 == 0:
            player = state.current_player()
            other: SpielState = state.resample_from_infostate(player, rng.random)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.legal_actions() == state.legal_actions()
            different += other.position.run.state != state.position.run.state
        state.apply_action(rng.choice(state.legal_actions()))
    assert different


def test_nothing_is_imagined_in_the_middle_of_a_throw() -> None:
    position = Position(Thrower(Roll(2)), Options())
    with pytest.raises(SandtableError, match="middle of a throw"):
        position.imagined(0, random.Random(1))


def test_options_of_openspiel_say_what_is_wrong() -> None:
    assert options_from("players:2; short:true;scenario:standard") == {
        "players": 2,
        "short": True,
        "scenario": "standard",
    }
    with pytest.raises(SandtableError, match="name:value"):
        options_from("players=2")


def test_a_game_of_ones_own_pickles_too() -> None:
    rules = Rulebook(CONNECT_FOUR)
    position = Position(rules.game, rules.options)
    position.play(3)
    assert pickle.loads(pickle.dumps(position)).run.state == position.run.state
