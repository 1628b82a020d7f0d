"""The odds a player can ask for: ten listed fights, special actions, a whole Mission attempt."""

from __future__ import annotations

import random
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

import sandtable
from sandtable.engine import Ask, Note, RandomSource, Roll, Steps, Unseal, walk
from sandtable.games.free_mars.common.state import MissionEnded
from sandtable.games.free_mars.space.game import GAME
from sandtable.games.free_mars.space.house.chances import attempt, fight_on, fight_with, forces, to_the_end
from sandtable.games.free_mars.space.rules.combat import battle_round
from sandtable.games.free_mars.space.rules.resolution import objective_phase, resolution_phase
from sandtable.games.free_mars.space.state import Phase, Squadron

from ..fights import FIGHTS, Listed, set_fight
from ..kit import BOX, squadron, unit

#: How a battle ended, as `a_round` notes it.
WON, LOST = 1, -1


def a_round(s: Squadron) -> Steps:
    """16.4.2 A round; how a battle ended is noted in the AP, so that the walk can read it."""
    steps, value = battle_round(s), None
    try:
        while True:
            step = steps.send(value)
            if isinstance(step, Note) and step.text == "The battle is won.":
                s.points = WON
            value = yield step
    except StopIteration:
        pass
    except MissionEnded:
        s.points = LOST


@pytest.mark.parametrize("name", [n for n in FIGHTS if n != "grand_battle"])
def test_the_battle_table_agrees_with_the_walker(name: str) -> None:
    """16.4 The reckoned chances to win, to lose and of a stalemate are those of walking the real rule, to 12 digits."""
    s = set_fight(FIGHTS[name])
    reckoned = fight_on(s)
    walked = walk(
        a_round,
        s,
        lambda after: after.points,
        policy=to_the_end,
        until=lambda after: after.points != 0 or after.phase is not Phase.ROUND,
    )
    assert float(walked[WON]) == pytest.approx(reckoned.win, abs=1e-12)
    assert float(walked[LOST]) == pytest.approx(reckoned.lost, abs=1e-12)
    assert float(walked[0]) == pytest.approx(sum(reckoned.stalemate.values()), abs=1e-12)


def test_a_duel_by_hand() -> None:
    """16.4 Disrupted Sand Viper (1 die) fires first at a Disrupted Escort (no die): only hits count, so it wins for sure."""
    s = set_fight(Listed(("-sand_viper",), ("escort_back",)))
    assert fight_on(s).win == pytest.approx(1)


def test_a_duel_of_two_hits_by_hand() -> None:
    """16.4 Both need one hit with one die each, we fire first: 1/3 / (1 - 2/3 * 2/3) = 3/5."""
    s = set_fight(Listed(("-sand_viper",), ("attack_craft_back",)))
    assert fight_on(s).win == pytest.approx(0.6)


def test_a_stalemate_is_counted() -> None:
    """R-SP-28 Clay Hand has no weapons, and neither has a Disrupted Escort: neither side wins."""
    s = set_fight(Listed(("clay_hand",), ("escort_back",)))
    assert sum(fight_on(s).stalemate.values()) == pytest.approx(1)


def play_out(steps: Steps[Any], s: Squadron, source: RandomSource) -> list[str]:
    """Run a rule with dice of its own and the policy of the odds; returns what was said."""
    said: list[str] = []
    value: Any = None
    while True:
        try:
            step = steps.send(value)
        except StopIteration:
            return said
        if isinstance(step, Ask):
            values = step.options() if callable(step.options) else step.options
            value = values[0] if len(values) == 1 else to_the_end(step, values, s)
        elif isinstance(step, Note):
            said.append(step.text)
            value = None
        elif isinstance(step, Roll) and step.dice < 1:
            value = step.value(())
        else:
            assert not isinstance(step, Unseal)
            value = step.value(source.raw(step))


def simulate(start: Squadron, runs: int, seed: int) -> float:
    """How often a battle is won."""
    source = RandomSource(random.Random(seed))
    won = 0
    for _ in range(runs):
        s = start.copy()
        try:
            while s.phase is Phase.ROUND:
                won += "The battle is won." in play_out(battle_round(s), s, source)
        except MissionEnded:
            pass
    return won / runs


def within(chance: float, found: float, runs: int, sigmas: float = 2.576) -> bool:
    """Whether a simulation agrees with a chance, by its 99% interval."""
    return abs(found - chance) <= sigmas * sqrt(chance * (1 - chance) / runs) + 1e-9


@pytest.mark.parametrize("name", FIGHTS)
def test_fights_agree_with_a_short_simulation(name: str) -> None:
    """16.4 The win chance of each listed fight lies within five deviations of 400 simulated ones."""
    s = set_fight(FIGHTS[name])
    assert within(fight_on(s).win, simulate(s, 400, seed=3), 400, sigmas=5)


@pytest.mark.soak
@pytest.mark.parametrize("name", FIGHTS)
def test_fights_agree_with_a_long_simulation(name: str) -> None:
    """Odds: the win chance of each listed fight lies within the 99% interval of 100,000 simulated ones."""
    s = set_fight(FIGHTS[name])
    assert within(fight_on(s).win, simulate(s, 100_000, seed=11), 100_000)


def test_forces_from_the_bin() -> None:
    """16.3 One unit from the full Bin: 3 of 12 are Swarms, half of which show the back; the Cyborg adds 4 + 2."""
    one = forces("default", BOX.bin, 1)
    assert sum(chance for _, _, chance in one) == pytest.approx(1)
    assert sum(chance for edge, _, chance in one if edge == 6) == pytest.approx(1 / 12)
    assert sum(chance for edge, _, chance in one if edge == 0) == pytest.approx(3 / 12)


def attempting() -> Squadron:
    s = squadron(
        "wadi_runner", "red_lance", "hammerfall", at="co", net=3, mission="silence_the_guns", revealed=True
    )
    s.phase = Phase.RESOLUTION
    return s


def simulate_attempt(runs: int, seed: int) -> float:
    source = RandomSource(random.Random(seed))
    done = 0
    for _ in range(runs):
        s = attempting()
        try:
            play_out(_resolve(s), s, source)
            while s.phase is Phase.ROUND:
                play_out(battle_round(s), s, source)
            play_out(objective_phase(s), s, source)
        except MissionEnded as ended:
            done += ended.won
    return done / runs


def _resolve(s: Squadron) -> Steps:
    """9.3 Mission Resolution, with Yes as the answer to whether it begins."""
    steps = resolution_phase(s)
    next(steps)
    step = steps.send(True)
    while True:
        value = yield step
        try:
            step = steps.send(value)
        except StopIteration:
            return


def test_a_mission_attempt_agrees_with_simulation() -> None:
    """9.3 The reckoned chance of Silence the Guns lies within five deviations of 300 played attempts."""
    chance = attempt(attempting())
    assert chance.done + chance.lost + chance.failed == pytest.approx(1)
    assert within(chance.done, simulate_attempt(300, seed=5), 300, sigmas=5)


@pytest.mark.soak
def test_a_mission_attempt_agrees_with_a_long_simulation() -> None:
    """9.3 The same with 20,000 attempts and the 99% interval."""
    assert within(attempt(attempting()).done, simulate_attempt(20_000, seed=6), 20_000)


def test_more_opfor_make_a_battle_harder() -> None:
    """16.3 The chance to win falls with every further unit."""
    s = attempting()
    chances = [fight_with(s, n).win for n in range(1, 7)]
    assert chances == sorted(chances, reverse=True)


def test_what_the_table_tells_a_player() -> None:
    """15.2 16.4 The odds of a NET Run are exact fractions; those of fighting on add up to 1."""
    table = sandtable.new(GAME, seed=7)
    for key in (
        "assemble:ghost_wire",
        "assemble:red_lance",
        "assemble:forge_mother",
        "assemble:sand_viper",
    ):
        table.choose(key)
    while table.ask is not None and table.ask.topic not in ("special", "fight"):
        table.choose(table.ask.keys[0])
    assert table.ask is not None
    if table.ask.topic == "fight":
        odds = table.odds("fire")
        assert float(sum(odds.values())) == pytest.approx(1, abs=1e-4)
        assert any(str(result).startswith("won") for result in odds)
    while table.ask is not None and "net_run" not in table.ask.keys:
        table.choose(table.ask.keys[0])
    odds = table.odds("net_run")
    assert sum(odds.values()) == 1
    dice = table.run.state.value("cyber") + table.run.state.net
    none = sum(chance for result, chance in odds.items() if str(result).startswith("no Positive"))
    assert none == Fraction(2, 3) ** dice
    assert unit("ghost_wire") in table.run.state.tf
