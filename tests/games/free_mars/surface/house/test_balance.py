"""The numbers of the default set: waiting loses to going, every Mission can go either way, and Cadres are at stake."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair, RandomSource, Run
from sandtable.games.free_mars.surface import GAME, SurfaceOptions
from sandtable.games.free_mars.surface.state import NO_CADRE, Phase, Team

from ..kit import BOX, Desk, team
from ..turtle import Turtle, turtle

HUNTER_CELL = next(i for i, deploy in enumerate(BOX.deploys) if deploy.win_lose == 2)
Policy = Callable[[Run[Team], random.Random], Any]


def ends(policy: Policy, games: int, scenario: str = "mission", mission: str = "") -> Counter[str]:
    """How so many games end: "won", or the reason why they are lost."""
    found: Counter[str] = Counter()
    for seed in range(games):
        rng = random.Random(f"{seed} {scenario} {mission}")
        options = SurfaceOptions(scenario=scenario, mission=mission)
        run: Run[Team] = Run(GAME, GAME.begin(options), RandomSource(rng))
        while run.ask is not None:
            run.play(policy(run, rng))
        assert run.outcome is not None
        found["won" if run.outcome.winners else run.outcome.reason] += 1
    return found


def test_waiting_loses_to_going() -> None:
    """A taste of the soak: of 100 Missions with the same seeds the turtle wins far fewer than the house player."""
    assert ends(turtle, 100)["won"] + 10 < ends(GAME.policy, 100)["won"]


@pytest.mark.soak
def test_waiting_loses_clearly_to_going() -> None:
    """Of 1,000 Missions the turtle wins at most two thirds of what the house player wins; of 300 campaigns fewer."""
    for scenario, games, most in (("mission", 1000, 2 / 3), ("campaign", 300, 1.0)):
        house, waiting = ends(GAME.policy, games, scenario)["won"], ends(turtle, games, scenario)["won"]
        assert waiting < house * most, (scenario, house, waiting)


@pytest.mark.soak
@pytest.mark.parametrize("mission", [card.id for card in BOX.missions])
def test_every_mission_goes_either_way(mission: str) -> None:
    """The house player wins about two thirds of each Mission (60 to 76 of 100 in 1,000 games). It was half, before it learned."""
    assert 600 <= ends(GAME.policy, 1000, mission=mission)["won"] <= 760


@pytest.mark.soak
def test_two_thirds_are_won_and_a_third_of_the_losses_come_by_cadres() -> None:
    """Of 1,000 Missions picked at random 61 to 71 of 100 are won; a quarter to two fifths of the others end without a Cadre."""
    found = ends(GAME.policy, 1000)
    assert 610 <= found["won"] <= 710
    assert 0.25 < found[NO_CADRE] / (1000 - found["won"]) < 0.42


# The turtle


def test_the_turtle_waits_in_a_settlement() -> None:
    """It stays where it can recruit, recruits, attempts nothing while it is weak, and takes Ops for a battle won."""
    weak: dict[str, Any] = {"cell": "c6", "ops": 8, "nexus": "c6"}
    assert answer(team("firebrand", "netrunner", **weak)) == "stay"
    assert answer(team("firebrand", "netrunner", phase=Phase.ACTION, **weak)) == "recruit"
    assert answer(team("firebrand", "netrunner", phase=Phase.MISSION, **weak)) == "attempt:no"
    battle = {"phase": Phase.ROUND, "opfor": ["patrol"], "has_edge": True, "deployed": (HUNTER_CELL,)}
    won = Desk(team("breaker", **{**weak, **battle}), {"fire": [(6, 6, 6)]})
    assert won.topic == "gain"
    assert won.keys[list(won.run.values).index(turtle(won.run, random.Random(1)))] == "gain:ops"


def test_the_turtle_goes_when_it_is_strong_or_time_is_short() -> None:
    """Then it plays as the house player does."""
    late = team("firebrand", "netrunner", cell="c6", ops=3, nexus="d5")
    assert answer(late) == "move:d5"


def answer(s: Team) -> str:
    """What the turtle answers to the question of a position."""
    desk = Desk(s)
    return desk.keys[list(desk.run.values).index(turtle(desk.run, random.Random(1)))]


def test_the_turtle_plays_in_a_chair() -> None:
    """As a bot it answers with keys, a whole game long, from what its seat may know."""
    table, bot = sandtable.new(GAME, seed=3), Turtle(3)
    while table.ask is not None:
        table.choose(bot.choose(Chair(table, "commander")))
    assert table.outcome is not None


def test_the_turtle_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """`sandtable sim --bots turtle` works with the environment variable that docs/play/surface-combat.md names."""
    monkeypatch.setenv("SANDTABLE_BOTS", "tests.games.free_mars.surface.turtle")
    assert make_bot("turtle", 1).name == "turtle"
