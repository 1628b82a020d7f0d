"""The player that looks ahead: better answers than the House's where there are any, and nothing that its seat cannot know."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import sandtable
from sandtable import Chair
from sandtable.bots.ahead import AheadBot
from sandtable.bots.levels import RecruitBot
from sandtable.bots.lookahead import Comparison, Sight, look_ahead
from sandtable.engine import Game, Outcome, RandomSource, Roll, Run, Seat, State, Steps, Word
from sandtable.engine.asking import Topic, pick

SAFE, BOLD, MAD = Word("safe", "Safe"), Word("bold", "Bold"), Word("mad", "Mad")
#: Of six faces, how many win after each answer.
WINS = {SAFE: 2, BOLD: 4, MAD: 1}
WAY = Topic("way", "1.0", "How to go on.")


class Trail(State, kw_only=True):
    step: int = 0
    points: int = 0


class Trails(Game[Trail]):
    """Four choices, each with a throw; who has three points of four wins. The House is always careful."""

    key, title = "trails", "Trails"
    state_type = Trail

    def seats(self, options: Any) -> Sequence[Seat]:
        return (Seat("walker", "Walker"),)

    def begin(self, options: Any) -> Trail:
        return Trail()

    def turn(self, s: Trail) -> Steps[None]:
        way = yield pick(0, WAY, "Which way?", [SAFE, BOLD, MAD])
        thrown = yield Roll(1, topic="luck")
        s.points += thrown <= WINS[way]
        s.step += 1

    def outcome(self, s: Trail) -> Outcome | None:
        return None if s.step < 4 else Outcome.won_by([0] if s.points >= 3 else [], 1)

    def view(self, s: Trail, seat: int | None) -> Any:
        return {"points": s.points}

    def policy(self, run: Run[Any], rng: random.Random) -> Any:
        return SAFE

    def moment(self, s: Trail) -> int:
        return s.step

    def evaluate(self, s: Trail) -> Sequence[float] | None:
        return (s.points / 4,)


class NoValue(Trails):
    """The same without a value: worlds are played to their ends."""

    key, title = "no-value", "No value"
    evaluate = Game.evaluate


def run_of(game: Game[Any], seed: int = 1) -> Run[Any]:
    return Run(game, game.begin(None), RandomSource(random.Random(seed)))


@pytest.mark.parametrize("game", [Trails(), NoValue()])
def test_it_leaves_the_house_for_a_better_answer(game: Game[Any]) -> None:
    """Guards that answers are compared at the next moment, or at the end for a game without a value."""
    run = run_of(game)
    found = look_ahead(
        game, 0, [SAFE, BOLD, MAD], SAFE, lambda rng: run.fork(RandomSource(rng)), Sight(leaves=900), random.Random(1)
    )  # fmt: skip
    assert (found.value, found.house) == (BOLD, SAFE)
    assert found.gain > 0


def test_it_stays_with_the_house_where_nothing_is_better() -> None:
    """Guards that noise alone never changes an answer that is the best already."""
    run, game = run_of(Trails()), Trails()
    for seed in range(20):
        found = look_ahead(
            game, 0, [BOLD, MAD, SAFE], BOLD, lambda rng: run.fork(RandomSource(rng)), Sight(leaves=60), random.Random(seed)
        )  # fmt: skip
        assert found.value == BOLD


def test_both_answers_meet_the_same_dice() -> None:
    """Guards the pairing: an answer that is the same in all but name never looks better or worse."""
    twin = Word("twin", "Twin")
    game = Trails()
    run = run_of(game)

    class Twins(Trails):
        def turn(self, s: Trail) -> Steps[None]:
            yield pick(0, WAY, "Which way?", [SAFE, twin])
            s.points += (yield Roll(1, topic="luck")) <= 3
            s.step += 1

    game = Twins()
    run = run_of(game)
    found = look_ahead(
        game, 0, [SAFE, twin], SAFE, lambda rng: run.fork(RandomSource(rng)), Sight(leaves=40), random.Random(3)
    )  # fmt: skip
    assert found.others[0].n > 1
    assert found.others[0].squares == 0.0


def test_a_number_of_leaves_is_kept() -> None:
    """Guards the budget: no more positions than were allowed, and at least one world of each answer."""
    run, game = run_of(Trails()), Trails()
    found = look_ahead(
        game, 0, [SAFE, BOLD, MAD], SAFE, lambda rng: run.fork(RandomSource(rng)), Sight(leaves=30), random.Random(1)
    )  # fmt: skip
    assert found.leaves <= 30
    assert all(it.n > 0 for it in found.others)


def test_a_player_with_few_options_overlooks_the_others() -> None:
    """Guards `options`: the House's answer and so many others are compared, chosen by the seed."""
    run, game = run_of(Trails()), Trails()
    found = look_ahead(
        game, 0, [SAFE, BOLD, MAD], SAFE, lambda rng: run.fork(RandomSource(rng)), Sight(leaves=60, options=2), random.Random(1)
    )  # fmt: skip
    assert len(found.others) == 1


class Boastful(Trails):
    """The value has it the wrong way round: points are bad."""

    key, title = "boastful", "Boastful"

    def evaluate(self, s: Trail) -> Sequence[float] | None:
        return (1 - s.points / 4,)


def test_games_played_to_the_end_correct_what_the_value_claims() -> None:
    """DESIGN "Levels": leaving the House's answer must be worth more than the error of the value."""
    run, game = run_of(Boastful()), Boastful()
    found = [
        look_ahead(
            game, 0, [SAFE, BOLD, MAD], SAFE, lambda rng: run.fork(RandomSource(rng)),
            Sight(leaves=600, plays=plays, spread=0.2), random.Random(1),
        )
        for plays in (0, 400)
    ]  # fmt: skip
    assert [it.value for it in found] == [MAD, SAFE]
    (mad,) = found[1].finalists
    assert mad.claimed.value == MAD
    assert mad.gain < 0 < mad.prior
    assert found[1].gain_of(MAD) == mad.gain


def test_a_recruit_overlooks_the_best_and_takes_what_looks_good() -> None:
    """Guards that lower levels err as people do: two of three answers are noticed, and never the worst of those given for the House's."""
    game, given = Trails(), Counter[str]()
    for seed in range(120):
        table = sandtable.new(game, seed=seed)
        given[RecruitBot(seed).choose(Chair(table, "walker"))] += 1
    assert 60 < given["safe"] < 100, "the House's answer, whenever it is noticed"
    assert given["bold"] > 2 * given["mad"], "or else what looks better in two worlds"


def test_an_error_shrinks_with_the_worlds() -> None:
    """Guards the standard error that decides whether a gain is beyond chance."""
    it = Comparison("a")
    for n in range(100):
        it.add(n % 2)
    assert it.gain == 0.5
    assert it.error == pytest.approx(0.05, abs=0.001)


def test_the_same_seed_gives_the_same_answers_at_a_table() -> None:
    """Guards that with a number of leaves the bot depends on its seed and on what its seat can see, and on nothing else."""
    keys = []
    for _ in range(2):
        table, bot, given = sandtable.new("space-combat", seed=4), AheadBot(9, Sight(leaves=20)), []
        for _ in range(12):
            assert table.ask is not None
            given.append(bot.choose(Chair(table, table.ask.seat)))
            table.choose(given[-1])
        keys.append(given)
    assert keys[0] == keys[1]
