"""R-MD-36 No action is offered that can change nothing: tried out on the actions of units in seeded random games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.engine import Ask, Note, RandomSource, Run, Unseal, Word, decode_options
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.rules.action_table import HOLD
from sandtable.games.mars_or_die.rules.actions import act
from sandtable.games.mars_or_die.rules.course import STAY
from sandtable.games.mars_or_die.state import Battle

SCENARIOS = ("s1", "s2", "s3", "s4", "s5", "s6")
#: After so many ways to go on that changed nothing, an action counts as idle.
TRIES = 300


def facts(s: Battle) -> object:
    """Place, facing and formation of all units, what was done to them, and what binds them."""
    return s.poses, s.labels, s.fates, s.locks, s.limbered, s.disordered, s.guarding, s.fears, s.generals


def acted_out(s: Battle, u: int, answers: Sequence[Any]) -> tuple[Battle, bool, list[Any]]:
    """An action with these answers: the state then, whether dice were rolled, and what can be answered next."""
    s, given, rng = s.copy(), list(answers), random.Random(1)
    steps, value, rolled = act(s, u), None, False
    while True:
        try:
            step = steps.send(value)
        except StopIteration:
            return s, rolled, []
        if isinstance(step, Ask):
            options = step.options() if callable(step.options) else step.options
            if len(options) == 1:
                value = options[0]
            elif given:
                value = given.pop(0)
            else:
                return s, rolled, list(options)
        elif isinstance(step, Note):
            value = None
        else:
            assert not isinstance(step, Unseal)
            rolled, value = True, step.value(RandomSource(rng).raw(step))


def changes_something(s: Battle, u: int, action: Word) -> bool:
    """Whether some way through an action leaves the table other than doing nothing would."""
    idle = facts(acted_out(s, u, [HOLD])[0])
    paths: list[list[Any]] = [[action]]
    for _ in range(TRIES):
        if not paths:
            return False
        path = paths.pop()
        after, rolled, options = acted_out(s, u, path)
        if rolled or facts(after) != idle:
            return True
        paths += [[*path, option] for option in sorted(options, key=lambda option: option != STAY)]
    return False


def idle_actions(scenario: str, seed: int, share: float) -> list[tuple[int, str, str]]:
    """Every action that was offered in a random game and could change nothing; a share of the units is looked at."""
    rng, looks = random.Random(f"{scenario} {seed}"), random.Random(seed)
    run: Run[Battle] = Run(GAME, GAME.begin(decode_options(GAME, {"scenario": scenario})), RandomSource(rng))
    found = []
    while run.outcome is None:
        assert run.ask is not None
        if run.ask.topic == "unit" and looks.random() < share:
            s = run.state
            u = looks.choice([value for value in run.values if isinstance(value, int)])
            offered = acted_out(s, u, [])[2]
            for action in offered:
                if isinstance(action, Word) and action != HOLD and not changes_something(s, u, action):
                    found.append((s.turn, GAME.kinds(s)["unit"].id(u), action.id))
        run.play(rng.choice(list(run.values)))
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_action_can_change_something(scenario: str) -> None:
    """R-MD-36 Place, facing, formation, fire or charge: each action that is offered can change one of them."""
    assert idle_actions(scenario, 1, 0.2) == []


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_action_can_change_something_at_length(scenario: str) -> None:
    """R-MD-36 The same over many games, with every unit that was chosen from."""
    assert [idle for seed in range(25) for idle in idle_actions(scenario, seed, 1.0)] == []
