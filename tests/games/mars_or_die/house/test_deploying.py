"""How the house sets up: in good order, and in a line where it has to hold out."""

from __future__ import annotations

import random

import pytest

from sandtable.engine import RandomSource, Run
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.rules.geometry.formation import LINE, stands
from sandtable.games.mars_or_die.rules.set_up import AUTO
from sandtable.games.mars_or_die.rules.sight import barrier
from sandtable.games.mars_or_die.state import DEPLOYING, Battle, on_table

from ..field import deployed, new_battle


@pytest.mark.parametrize(
    ("scenario", "side", "front"), [("s2", 0, 33_750), ("s4", 1, 24_750), ("s5", 0, 42_750), ("s5", 1, 5_250)]
)
def test_who_holds_out_or_fights_for_points_stands_in_a_line(scenario: str, side: int, front: int) -> None:
    """S2, S4, S5 The garrison, the Kanaltruppen and the Legion stand side by side, as far forward as their zones let them."""
    s = deployed(scenario, 1, at_random=False).state
    units = [u for u in s.live[side] if on_table(s, u) and not s.box.units[u].kind.is_scout]
    assert {(s.poses[u].shape, s.poses[u].y) for u in units} == {(LINE, front)}
    assert len({s.poses[u].x for u in units}) == len(units)


def test_nobody_stands_in_the_way_of_the_others() -> None:
    """S4 No stand of the Kanaltruppen has friends before it when it looks at the enemy's middle."""
    s = deployed("s4", 1, at_random=False).state
    enemy = next(v for v in s.live[0] if s.poses[v].x == 36_000)
    target = stands(s.poses[enemy])[0]
    for u in s.live[1]:
        for stand in stands(s.poses[u]):
            assert barrier(s, u, stand, enemy, target) not in s.live[1]


@pytest.mark.parametrize("scenario", ["s1", "s3", "s6"])
def test_all_others_set_up_in_good_order(scenario: str) -> None:
    """The house answers a single question for each army."""
    rng = random.Random(1)
    run: Run[Battle] = Run(GAME, new_battle(scenario), RandomSource(rng))
    asked = []
    while run.state.phase <= DEPLOYING:
        assert run.ask is not None
        answer = GAME.policy(run, rng)
        if run.ask.topic.startswith("set_up"):
            asked.append((run.ask.topic, answer))
        run.play(answer)
    assert asked == [("set_up", AUTO)] * 2
