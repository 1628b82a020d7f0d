"""The house's player: it answers every question, plays well, and peeks at nothing."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

import sandtable
from sandtable.engine import RandomSource, Run, decode_options
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.house.goals import must_hurry
from sandtable.games.mars_or_die.printed.files import Win
from sandtable.games.mars_or_die.state import HAND, Battle

from ..field import Field, at, house_game, keys, question

SCENARIOS = ("s1", "s2", "s3", "s4", "s5", "s6")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_house_plays_every_scenario(scenario: str) -> None:
    """Every question of a game gets a legal answer, and the game ends."""
    assert house_game(scenario, 5).outcome is not None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_units_that_wait_are_not_lost(scenario: str) -> None:
    """Before the first shot neither side is ahead, however many of its units are on the table already."""
    rng = random.Random(3)
    run: Run[Battle] = Run(GAME, GAME.begin(decode_options(GAME, {"scenario": scenario})), RandomSource(rng))
    while run.state.turn == 0:
        assert GAME.evaluate(run.state) == pytest.approx((0.5, 0.5))
        run.play(GAME.policy(run, rng))


@pytest.mark.parametrize("seat", [0, 1])
def test_the_house_beats_random_play(seat: int) -> None:
    """The house wins S6 from either side against random answers."""
    won = 0
    for seed in range(5):
        rng = random.Random(seed)
        run: Run[Battle] = Run(GAME, GAME.begin(decode_options(GAME, {"scenario": "s6"})), RandomSource(rng))
        while run.outcome is None:
            assert run.ask is not None
            mine = run.ask.seat == seat
            run.play(GAME.policy(run, rng) if mine else run.values[int(rng.random() * len(run.values))])
        won += run.outcome.winners == (seat,)
    assert won >= 4


def test_the_house_looks_into_no_other_hand() -> None:
    """The answer does not change when the other hand holds other cards."""
    rng = random.Random(9)
    run: Run[Battle] = Run(GAME, GAME.begin(decode_options(GAME, {"scenario": "s1"})), RandomSource(rng))
    for n in range(200):
        if run.outcome is not None:
            break
        assert run.ask is not None
        answer = GAME.policy(run, random.Random(n))
        other = run.fork(RandomSource(random.Random(0)))
        zones = other.state.cards.zones
        hand, deck = HAND + 1 - run.ask.seat, 2 if run.ask.seat == 1 else 0
        n_held = len(zones[hand])
        zones[hand], zones[deck] = zones[deck][:n_held], zones[hand] + zones[deck][n_held:]
        assert GAME.policy(other, random.Random(n)) == answer
        run.play(answer)


@pytest.mark.parametrize(("turn", "hurries"), [(4, False), (9, True)])
def test_the_house_goes_for_the_ground_that_counts_at_the_end(turn: int, hurries: bool) -> None:
    """S1 When there is just time, the nearest units leave what they do for a hill that nobody holds."""
    wins = [Win(when="hold", feature="hill_0")]
    field = Field(
        [("earthan_infantry", 20, 12, 90), ("machinegun", 22, 15, 90)],
        [("wagon", 20, 20, 270)],
        features=[("hill", 36, 12, 8, 8)],
        wins=(wins, wins),
    )
    field.s.turn = turn
    assert must_hurry(field.s, field.box, 0) is hurries  # 16 inches at 4 inches a turn
    field.s.poses[0] = at(field.box.units[0].kind, 36, 12, 90)
    assert not must_hurry(field.s, field.box, 0)  # it is there


def test_the_evaluation_favours_the_stronger() -> None:
    """What is left of a side decides: even at first, and better for who has lost less."""
    field = Field([("murk_sword", 20, 20, 90)] * 2, [("murk_sword", 20, 40, 270)] * 2)
    assert GAME.evaluate(field.s) == (0.5, 0.5)
    from sandtable.games.mars_or_die.rules.geometry.formation import without

    field.s.poses[2] = without(field.s.poses[2], 0)
    first, second = GAME.evaluate(field.s)
    assert first > 0.5 > second
    assert first + second == 1


def test_the_house_sees_a_unit_that_acts_closed_up() -> None:
    """R-MD-1: a unit closes up before it acts. Only then is the wagon before the gap in its line within the arc of fire (6.6)."""
    field = Field([("earthan_infantry", 30, 20, 90)], [("wagon", 30, 21.9, 90)])
    field.s.poses[0] = replace(field.s.poses[0], mask=0b1001)
    run = field.run()
    while question(run).topic != "action":
        run.play(GAME.policy(run, random.Random(1)))
    answer = run.values.index(GAME.policy(run, random.Random(1)))
    assert keys(run)[answer] == "action:fire_at/them_wagon"


@pytest.mark.parametrize("scenario", ["s1", "s4"])
def test_a_hint_has_a_reason(scenario: str) -> None:
    """Nearly every answer of the house comes with a sentence, and every sentence can be read."""
    table, rng, said, asked = sandtable.new(GAME, scenario=scenario, seed=4), random.Random(4), 0, 0
    while table.ask is not None:
        value = GAME.policy(table.run, rng)
        line = GAME.advice(table.run, value)
        asked += 1
        if line is not None:
            said += 1
            assert line.words(table.kinds).endswith(".")
        table.choose(table.ask.keys[list(table.ask.values).index(value)])
    assert said >= 0.95 * asked
