"""MD 9 Generals."""

from __future__ import annotations

import pytest

from sandtable.games.mars_or_die.rules.action_table import Action
from sandtable.games.mars_or_die.rules.combat import attack_dice, defend_dice
from sandtable.games.mars_or_die.rules.geometry.formation import stands, without
from sandtable.games.mars_or_die.rules.melee import melee_dice
from sandtable.games.mars_or_die.rules.reach import allowance
from sandtable.games.mars_or_die.rules.sight import can_fire
from sandtable.games.mars_or_die.state import NOBODY

from ..field import Field, give, keys, lengths

FAR = [("murk_sword", 66, 44, 180)]


def test_md_9_1_a_die_in_every_combat() -> None:
    """MD 9.1, R-MD-28 One die more in fire, defence and melee; once to a combined shot."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 28, 270)], generals=(0, None))
    s = field.s
    assert [attack_dice(s, Action(0, 0), 6, n) for n in (1, 4)] == [7, 22]
    assert defend_dice(s, 0, stands(s.poses[0])[0]) == 5
    assert melee_dice(s, 0, 1) == 5
    assert melee_dice(s, 1, 0) == 3


def test_r_md_28_he_lends_no_shot() -> None:
    """R-MD-28 A type with Attack 0 still cannot fire."""
    field = Field([("murk_sword", 20, 20, 90)], [("murk_sword", 20, 24, 270)], generals=(0, None))
    assert not can_fire(field.s, 0)


def test_md_9_2_an_inch_more() -> None:
    """MD 9.2, R-MD-28 On Move and Charge, halved with the move."""
    field = Field([("roujeen", 20, 20, 90)], FAR, generals=(0, None))
    assert allowance(field.s, 0) == 5000
    assert allowance(field.s, 0, charge=True) == 7000
    assert allowance(field.s, 0, half=True) == 2500


def test_md_9_3_he_joins_another_unit_within_9_inches() -> None:
    """MD 9.3, R-MD-28 Just before the joined unit's action; 9 inches between the units, once a turn."""
    units = [("roujeen", 20, 20, 90), ("roujeen", 35, 20, 90), ("roujeen", 51, 20, 90)]
    run = Field(units, FAR, generals=(0, None)).run()
    give(run, "unit:us_roujeen_3")
    assert "join" not in keys(run)
    give(run, "hold", "unit:us_roujeen_2", "join")  # exactly 9 inches from edge to edge
    assert run.state.generals == [1]
    give(run, "hold", "unit:us_roujeen_1")
    assert "join" not in keys(run)  # one transfer per turn


def test_md_9_4_he_helps_one_unit_to_move_in_a_turn() -> None:
    """MD 9.4 He may not help the movement of two units in one turn, but his die goes with him."""
    field = Field([("roujeen", 20, 20, 90), ("roujeen", 28, 20, 90)], FAR, generals=(0, None))
    run = give(field.run(), "unit:us_roujeen_1", "move", "move:90", "move_distance:5")
    give(run, "unit:us_roujeen_2", "join")
    assert allowance(run.state, 1) == 4000
    assert melee_dice(run.state, 1, 2) == 5
    assert lengths(give(run, "move"), "move:90")[-1] == 4


@pytest.mark.parametrize(("die", "near", "place"), [(3, True, NOBODY), (4, True, 2), (6, False, NOBODY)])
def test_r_md_28_a_general_whose_unit_is_destroyed(die: int, near: bool, place: int) -> None:
    """R-MD-28 Lost on 1 to 3; else with the nearest friendly unit within 9 inches, or lost if there is none."""
    others = [("roujeen", 20 if near else 40, 40, 270), ("roujeen", 60, 40, 270)]
    field = Field([("machinegun", 20, 20, 90)], [("roujeen", 20, 30, 270), *others], generals=(None, 0))
    for slot in (0, 2, 3):
        field.s.poses[1] = without(field.s.poses[1], slot)
    run = field.run({"shot": [((6,) * 8, (1,) * 5)], "general": [(die,)]})
    give(run, "unit:us_machinegun", "fire")
    assert run.state.generals == [place]
