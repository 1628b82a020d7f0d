"""The house player: it plays sensibly, with any pack, and better than chance."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.guidance import answers
from sandtable.engine import Ask, RandomSource, Run, decode_options, playout
from sandtable.engine.question import option_key
from sandtable.games.free_mars.space.game import GAME
from sandtable.games.free_mars.space.house.chances import typical
from sandtable.games.free_mars.space.house.losses import best_hit, least_loss, opfor_line, our_line
from sandtable.games.free_mars.space.house.policy import ANSWERS
from sandtable.games.free_mars.space.rules.sequence_of_play import turn
from sandtable.games.free_mars.space.state import Phase, Squadron

from ..kit import BOX, KINDS, disrupt, opfor, point, side, squadron, unit


def answer(s: Squadron) -> str:
    """The key of what the house player answers to the first question of a phase that begins without dice."""
    steps, value = turn(s), None
    while True:
        step = steps.send(value)
        value = None
        if isinstance(step, Ask):
            values = step.options() if callable(step.options) else step.options
            if len(values) > 1:
                return option_key(step, ANSWERS[step.topic](s, values), KINDS)
            value = values[0]


def won(policy: Any, games: int) -> int:
    options = decode_options(GAME, {})
    wins = 0
    for seed in range(games):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(options), RandomSource(rng))
        playout(run, rng, policy=policy)
        assert run.outcome is not None
        wins += bool(run.outcome.winners)
    return wins


def test_the_house_player_wins_far_more_often_than_chance() -> None:
    """Of 100 Missions it wins at least 35; random answers win at most 5."""
    assert won(GAME.policy, 100) >= 35
    assert won(None, 100) <= 5


def test_a_first_positive_reveals_the_mission() -> None:
    """9.2 Nothing else is worth as much while nobody knows what to do."""
    s = squadron("ghost_wire", phase=Phase.SPECIAL)
    assert answer(s) == "net_run"
    outcomes = [way.word for way in BOX.lines["net_run"].outcomes]
    assert ANSWERS["net_run"](s, outcomes).id == "reveal"


def test_net_is_raised_only_in_orbit() -> None:
    """14.3 Anchor Point needs NET 3: on the way there a Positive brings an Ops card, in Low Orbit it raises the NET."""
    outcomes = [way.word for way in BOX.lines["net_run"].outcomes]
    far = squadron("ghost_wire", at="h3", points=3, revealed=True)
    near = squadron("ghost_wire", at="l3", points=3, revealed=True)
    assert ANSWERS["net_run"](far, outcomes).id == "op"
    assert ANSWERS["net_run"](near, outcomes).id == "net_up"


def test_hits_go_where_they_take_most_fire_away() -> None:
    """16.6 An Attack Craft loses 2 Weapons by a hit, a Swarm showing 2 is gone by one, an Escort loses 1."""
    s = squadron("sand_viper")
    opfor(s, "escort_front", "attack_craft_front")
    assert best_hit("default", s.opfor) == side("attack_craft_front")
    opfor(s, "swarm_back")
    assert best_hit("default", s.opfor) == side("swarm_back")  # the same fire, and the unit is gone
    assert opfor_line("default", tuple(s.opfor)).strengths == (6, 4, 2, 1, 0)


def test_losses_are_taken_where_they_cost_least() -> None:
    """16.6 A Swarm before a ship, an effective ship before one that would be lost."""
    s = squadron("sand_viper", "red_lance")
    s.loose = (unit("p1b"),)
    disrupt(s, "sand_viper")
    assert least_loss(s, [unit("red_lance"), unit("sand_viper"), unit("p1b")]) == unit("p1b")
    assert least_loss(s, [unit("red_lance"), unit("sand_viper")]) == unit("red_lance")
    assert our_line(s, s.in_battle()).strengths == (5, 4, 2, 1)


def test_a_typical_force_is_spread_over_the_bin() -> None:
    """16.3 All twelve counters are the whole Bin; fewer are spread from the weakest to the strongest."""
    assert sum(typical("default", 12)) == 12
    strengths = [BOX.sides[n].combat for n, k in enumerate(typical("default", 2)) for _ in range(k)]
    assert min(strengths) < max(strengths)


def test_it_goes_where_the_mission_is_done() -> None:
    """9.3 11.1 With Silence the Guns revealed the squadron at L2 moves into Close Orbit."""
    s = squadron("red_lance", at="l2", mission="silence_the_guns", revealed=True, phase=Phase.MOVE)
    assert answer(s) == "move:co"


def test_fast_ships_bring_the_return_home() -> None:
    """R-SP-12 Marked Return, three steps from the Launch Point, the slow ship stays behind and the fast one flies."""
    s = squadron("forge_mother", "wadi_runner", at="l1", mission="sweep_the_rings", revealed=True)
    s.is_returning = True
    s.phase = Phase.MOVE
    assert answer(s) == "leave"
    s.tf, s.phase, s.point = (unit("wadi_runner"),), Phase.MOVE, point("l1")
    assert answer(s) == "move:lp"


def test_a_game_takes_a_quarter_fewer_answers() -> None:
    """Under version 3 of the rules the same 30 games took 136.6 answers each, 158 keys; the house won 12 of them."""
    counted = answers(GAME, 30)
    assert counted.given / counted.games <= 0.75 * 136.6


def test_the_house_gives_its_reason() -> None:
    """Nine answers in ten come with a sentence."""
    told = asked = 0
    for seed in range(3):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(decode_options(GAME, {})), RandomSource(rng))
        while run.ask is not None:
            value = GAME.policy(run, rng)
            line = GAME.advice(run, value)
            asked, told = asked + 1, told + (line is not None)
            assert line is None or line.words(KINDS).endswith(".")
            run.play(value)
    assert told >= 0.9 * asked
