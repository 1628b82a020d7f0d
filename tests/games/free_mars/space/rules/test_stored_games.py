"""Games stored under older rules: what their answers mean at the questions of today."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sandtable.engine import Answered, Ask, Migrated, Question, Steps
from sandtable.games.free_mars.space.rules.combat import battle_round, launch_swarms
from sandtable.games.free_mars.space.rules.stored_games import stored_answer
from sandtable.games.free_mars.space.rules.task_force import move
from sandtable.games.free_mars.space.state import Phase, Squadron

from ..kit import KINDS, mark, opfor, squadron


def first(steps: Steps) -> Question:
    """The first question of a rule."""
    ask = next(step for step in steps if isinstance(step, Ask))
    values: Sequence[object] = ask.options() if callable(ask.options) else ask.options
    return Question(ask, values, "rebels", KINDS)


def old(*keys: str) -> list[Answered]:
    return [Answered(n=n, seat="rebels", key=key) for n, key in enumerate(keys)]


def pair() -> Squadron:
    s = squadron("sand_viper+p1b", "red_lance", "wadi_runner")
    mark(s, "h1", "fuel", revealed=True)
    return s


@pytest.mark.parametrize(
    ("keys", "meant"),
    [
        (("all", "keep", "move:h1"), Migrated(None)),  # nobody stays behind
        (("keep", "move:h1"), Migrated(None)),  # nothing is shifted
        (("leave:sand_viper", "all"), Migrated("leave", used=0)),  # asked for first
        (("shift:p1b", "keep", "stow:red_lance"), Migrated("shift", used=0)),
        (("move:h1", "capture:red_lance", "keep"), Migrated("move:h1")),
        (("move:h1", "capture:red_lance", "shift:p1b"), Migrated("shift_after", used=0)),
        (("look:yes", "all"), Migrated(None)),
    ],
)
def test_what_was_asked_before_the_move(keys: tuple[str, ...], meant: Migrated) -> None:
    """10.1 19.3 14.4 Who stays, which Pods are shifted and whether to look were questions of their own."""
    assert stored_answer(first(move(pair())), old(*keys)) == meant


@pytest.mark.parametrize(
    ("ships", "keys", "meant"),
    [
        (("sand_viper", "red_lance"), ("fire",), Migrated("fire")),
        (("sand_viper", "red_lance"), ("break-off:sand_viper", "fire"), Migrated("break_off", used=0)),
        (("sand_viper",), ("break_off:sand_viper",), Migrated("break_off")),  # nobody is asked which ship
    ],
)
def test_what_was_asked_before_a_volley(
    ships: tuple[str, ...], keys: tuple[str, ...], meant: Migrated
) -> None:
    """16.4.3 Firing and breaking off were one question."""
    s = squadron(*ships, phase=Phase.ROUND)
    opfor(s, "attack_craft_front")
    launch_swarms(s, s.in_battle())
    s.has_edge = True
    assert stored_answer(first(battle_round(s)), old(*keys)) == meant
