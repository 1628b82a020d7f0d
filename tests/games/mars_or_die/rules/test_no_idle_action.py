"""R-MD-36 No action is offered that can change nothing: tried out on the actions of units in seeded random games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.engine import Ask, Note, RandomSource, Run, Unseal, Word, decode_options
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.rules.action_table import HOLD
from sandtable.games.mars_or_die.rules.actions import MAY_COME_TO_NOTHING, act
from sandtable.games.mars_or_die.rules.course import STAY
from sandtable.games.mars_or_die.rules.firing.aims import NO_SHOT
from sandtable.games.mars_or_die.rules.geometry.formation import without
from sandtable.games.mars_or_die.state import Battle, is_single

from ..field import Field, give, keys, offered, question

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


# Giving an action up halfway --------------------------------------------------------------------------------

FAR = [("murk_sword", 66, 44, 180)]


def is_undone(run: Run[Battle], order: str) -> bool:
    """Whether the unit stands at its choice of action again, without the order it gave up."""
    return offered(run) == "action" and order not in keys(run) and not any(run.state.acted)


def test_who_wheels_and_stays_chooses_another_action() -> None:
    """R-MD-36 Infantry that is told to wheel and then stays has done nothing: it goes back to its choice of action."""
    run = give(Field([("murk_sword", 20, 20, 90)], FAR).run(), "unit:us_murk_sword", "wheel", "stay")
    assert is_undone(run, "wheel")
    whys = {view.label: view.why for view in question(run).refused}
    assert whys["Wheel"] == "You have just decided against it. Take that back to choose it after all."
    give(run, "move", "move:90")
    assert run.state.poses[0].y == 23_000


def test_cavalry_that_neither_wheels_nor_rides_chooses_another_action() -> None:
    """R-MD-36 Riding on without a wheel is something; staying twice is nothing."""
    field = Field([("murk_cavalry", 20, 20, 90)], FAR)
    run = give(field.run(), "unit:us_murk_cavalry", "wheel_move", "stay", "stay")
    assert is_undone(run, "wheel_move")
    field = Field([("murk_cavalry", 20, 20, 90)], FAR)
    run = give(field.run(), "unit:us_murk_cavalry", "wheel_move", "stay", "ride_on:90")
    assert (run.state.poses[0].y, run.state.acted[0]) == (23_000, True)


def test_who_holds_all_fire_chooses_another_action() -> None:
    """R-MD-36 Fire stand by stand in which nobody fires is nothing; the unit may still fire as a whole."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 26, 270)])
    run = give(field.run(), "unit:us_earthan_infantry", "fire", *["no_shot"] * 4)
    assert is_undone(run, "fire")
    assert "action:fire_at/them_murk_sword" in keys(run)


def test_who_gives_an_action_up_can_still_let_another_unit_go_first() -> None:
    """R-MD-1, R-MD-7 Nothing has been done with the unit: it has not even closed up, and another one may act."""
    field = Field([("murk_sword", 20, 20, 90), ("murk_sword", 40, 20, 90)], FAR)
    field.s.in_order = True
    field.s.poses[1] = gap = without(field.s.poses[1], 1)  # the foremost, since it is nearer to the enemy
    run = give(field.run(), "wheel", "stay")
    assert "another" in keys(run)
    give(run, "another")
    assert (offered(run), run.state.poses[1]) == ("unit", gap)


def test_what_was_given_up_is_open_again_after_a_card() -> None:
    """R-MD-36 A card may change what the action is worth, so that nothing stays closed behind it."""
    field = Field([("earthan_infantry", 20, 20, 90)], FAR, hands=(["en_avant"], []))
    run = give(field.run(), "unit:us_earthan_infantry", "wheel", "stay")
    assert "wheel" not in keys(run)
    give(run, "en_avant")
    assert "wheel" in keys(run)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_action_is_spent_on_nothing(scenario: str) -> None:
    """R-MD-36 A player who gives up whatever can be given up is back at the choice of action each time, and the game ends.

    Where nothing is left but to do nothing, there is no choice. A single stand that is to fire does fire.
    """
    rng, given_up = random.Random(scenario), 0
    run: Run[Battle] = Run(GAME, GAME.begin(decode_options(GAME, {"scenario": scenario})), RandomSource(rng))
    while run.ask is not None:
        unit, s = (run.ask.about or {}).get("unit", -1), run.state
        orders = [value for value in run.values if value in MAY_COME_TO_NOTHING]
        if run.ask.topic != "action" or not orders or is_single(s, unit) or len(run.values) < 3 + len(orders):
            run.play(rng.choice([value for value in run.values if value not in orders]))
            continue
        before = facts(s), [*s.acted]
        run.play(orders[0])
        while run.ask.topic in ("wheel", "ride_on", "fire"):
            run.play(next(value for value in run.values if value in (STAY, NO_SHOT)))
        given_up += 1
        assert (run.ask.topic, run.ask.about) == ("action", {"unit": unit})
        assert orders[0] not in run.values
        assert (facts(run.state), run.state.acted) == before
    assert given_up > 5


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_action_can_change_something_at_length(scenario: str) -> None:
    """R-MD-36 The same over many games, with every unit that was chosen from."""
    assert [idle for seed in range(25) for idle in idle_actions(scenario, seed, 1.0)] == []
