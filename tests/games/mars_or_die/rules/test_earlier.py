"""Saved games of earlier rules: what their answers mean at the questions of today."""

from __future__ import annotations

from sandtable.engine import Answered, Migrated
from sandtable.games.mars_or_die import GAME

from ..field import COLUMN, Field, give, question

FAR = [("murk_sword", 66, 44, 180)]


def meant(field: Field, before: list[str], *answers: str) -> Migrated:
    """What old answers mean after some others."""
    asked = question(give(field.run(), *before))
    return GAME.migrate(asked, [Answered(n, "us", key) for n, key in enumerate(answers)])


def test_a_full_move_is_one_answer() -> None:
    """Up to rules 3 a distance was always asked for."""
    field = Field([("murk_sword", 20, 20, 90)], FAR)
    before = ["unit:us_murk_sword", "move"]
    assert meant(field, before, "move:90", "move_distance:3", "later") == Migrated("move:90", 2)
    assert meant(field, before, "move:90", "move_distance:2", "later") == Migrated("short", 0)


def test_a_short_move_is_told_in_steps() -> None:
    """MD 5 How far comes before which way; both old answers are used up by the last step."""
    field = Field([("murk_sword", 20, 20, 90)], FAR)
    run = give(field.run(), "unit:us_murk_sword", "move", "move:90", "move_distance:2")
    assert run.state.poses[0].y == 22_000
    before = ["unit:us_murk_sword", "move", "short"]
    assert meant(field, before, "move:90", "move_distance:2") == Migrated("move_distance:2", 0)


def test_the_only_heading_was_not_asked_for() -> None:
    """A question with one answer is not asked: cavalry that rides on has one way, or stays."""
    field = Field([("murk_cavalry", 20, 20, 90)], FAR)
    before = ["unit:us_murk_cavalry", "wheel_move", "wheel:right_90"]
    assert meant(field, before, "ride_on:0", "ride_on_distance:3") == Migrated("ride_on:0", 2)
    assert meant(field, before, "stay") == Migrated("stay", 1)


def test_a_charge_and_its_target_are_one_answer() -> None:
    """MD 4 A3 The target had no key if there was only one."""
    one = Field([("murk_sword", 20, 20, 90)], [("murk_sword", 20, 24, 270)])
    key = "action:charge/them_murk_sword"
    assert meant(one, ["unit:us_murk_sword"], "charge", "charge_heading:90") == Migrated(key, 1)
    two = Field([("murk_sword", 20, 20, 90)], [("murk_sword", 15, 23, 270), ("murk_sword", 25, 23, 270)])
    key = "action:charge/them_murk_sword_2"
    assert meant(two, ["unit:us_murk_sword"], "charge", "charge:them_murk_sword_2") == Migrated(key, 2)


def test_fire_was_stand_by_stand() -> None:
    """MD 6.1 It still can be; the target of a single stand among single stands is one answer now."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 26, 270)])
    assert meant(field, ["unit:us_earthan_infantry"], "fire") == Migrated("fire", 1)
    lone = Field(
        [("machinegun", 20, 20, 90)], [("murkleeg_melee", 18, 28, 270), ("murkleeg_melee", 22, 28, 270)]
    )
    key = "action:fire_at/them_murkleeg_melee_2"
    assert meant(lone, ["unit:us_machinegun"], "fire", "fire:them_murkleeg_melee_2_1") == Migrated(key, 2)


def test_a_card_was_named_alone() -> None:
    """MD 11.2 The key of a card on an action now says that it is played."""
    field = Field(
        [("earthan_infantry", 20, 20, 90, COLUMN)], FAR, hands=(["en_avant"], []), colours=("blue", "green")
    )
    key = "action:play/en_avant"
    assert meant(field, ["unit:us_earthan_infantry"], "action:en_avant") == Migrated(key, 1)
