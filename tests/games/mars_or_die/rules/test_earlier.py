"""Games stored under rules 4: what their answers mean at the questions of today."""

from __future__ import annotations

import pytest

from sandtable.engine import Answered, Migrated
from sandtable.games.mars_or_die import GAME

from ..field import Field, give, question

FAR = [("murk_sword", 66, 44, 180)]


def meant(field: Field, before: list[str], *answers: str) -> Migrated:
    """What old answers mean after some others."""
    asked = question(give(field.run(), *before))
    return GAME.migrate(asked, [Answered(n, "us", key) for n, key in enumerate(answers)])


@pytest.mark.parametrize(
    ("kind", "answers", "means"),
    [
        ("murk_sword", ["wheel", "stay", "later"], Migrated("hold", 2)),
        ("murk_sword", ["wheel", "stay"], Migrated("hold", 2)),
        ("murk_sword", ["wheel", "wheel:left_30", "later"], Migrated("wheel", 1)),
        ("murk_cavalry", ["wheel_move", "stay", "stay", "later"], Migrated("hold", 3)),
        ("murk_cavalry", ["wheel_move", "stay", "ride_on:90", "later"], Migrated("wheel_move", 1)),
        ("murk_cavalry", ["wheel_move", "stay", "short", "ride_on_distance:1"], Migrated("wheel_move", 1)),
        ("murk_cavalry", ["wheel_move", "stay", "unit:us_murk_sword"], Migrated("hold", 2)),
        ("murk_cavalry", ["wheel_move", "stay"], Migrated("wheel_move", 1)),
        ("murk_cavalry", ["wheel_move", "wheel:left_30", "stay"], Migrated("wheel_move", 1)),
    ],
)
def test_a_wheel_with_nothing_done_is_to_do_nothing(kind: str, answers: list[str], means: Migrated) -> None:
    """R-MD-36 It used the action up. A journal that ends before cavalry has said whether it rides on is asked that again."""
    assert meant(Field([(kind, 20, 20, 90)], FAR), [f"unit:us_{kind}"], *answers) == means


@pytest.mark.parametrize(
    ("answers", "means"),
    [
        (["fire", "no_shot", "no_shot", "no_shot", "no_shot", "later"], Migrated("hold", 5)),
        (["fire", "no_shot", "fire:them_murk_sword_1", "no_shot"], Migrated("fire", 1)),
        (["fire", "fire:them_murk_sword_1", "no_shot"], Migrated("fire", 1)),
        (["fire", "no_shot"], Migrated("fire", 1)),  # the journal ends while the stands declare
    ],
)
def test_fire_without_a_shot_is_to_do_nothing(answers: list[str], means: Migrated) -> None:
    """R-MD-36 Stand by stand, and every stand held its fire."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 26, 270)])
    assert meant(field, ["unit:us_earthan_infantry"], *answers) == means


def test_a_stop_just_short_of_a_wall_is_a_stop_at_it() -> None:
    """B2 Under rules 4 the wall was a hair further away than it is, so that 4 inches of 4 were short of it."""
    fort = [("redoubt", 20, 30, 16, 10)]
    field = Field([("murk_cavalry", 20, 20.25, 90)], FAR, features=fort)  # the front at 21, the wall at 25
    before = ["unit:us_murk_cavalry", "move"]
    old = ["short", "move_distance:4", "move:90", "later"]
    assert meant(field, before, *old) == Migrated("move:90", 3)
    assert meant(field, before, "short", "move_distance:3", "move:90") == Migrated("short", 1)
