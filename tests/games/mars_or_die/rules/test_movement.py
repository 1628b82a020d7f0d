"""MD 5 Movement, and MD 4: what each action does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.games.mars_or_die.rules.geometry.trig import turn
from sandtable.games.mars_or_die.rules.reach import allowance, charges, headings, obstacles, reach
from sandtable.games.mars_or_die.state import IN_PLAY

from ..field import COLUMN, LINE, SQUARE, Field, Spec, give, keys, lengths, orders

FAR = [("murk_sword", 66, 44, 180)]


def rate(
    kind: str, *, charge: bool = False, shape: int = LINE, general: bool = False, half: bool = False
) -> float:
    field = Field([(kind, 20, 20, 90, shape)], FAR, generals=(0 if general else None, None))
    return allowance(field.s, 0, charge=charge, half=half) / 1000


@pytest.mark.parametrize(
    ("kind", "move", "charge"),
    [
        ("murk_spear", 3, 5), ("murk_sword", 3, 5), ("murk_archer", 3, 5), ("murk_cavalry", 6, 9),
        ("murkleeg_melee", 4, 7), ("murkleeg_archer", 4, 7), ("roujeen", 4, 6), ("earthan_infantry", 4, 6),
        ("earthan_cavalry", 7, 10),
    ],
)  # fmt: skip
def test_the_table_of_rates(kind: str, move: float, charge: float) -> None:
    """MD 5 Move and Charge of each kind, in line."""
    assert (rate(kind), rate(kind, charge=True)) == (move, charge)


def test_a_machinegun_moves_four_inches() -> None:
    """R-MD-13 2 + 2 if it does not fire."""
    assert rate("machinegun") == 4


def test_a_gun_moves_1_unlimbered_and_5_limbered() -> None:
    """MD 5 Artillery."""
    field = Field([("artillery", 20, 20, 90)], FAR)
    assert allowance(field.s, 0) == 1000
    field.s.limbered[0] = True
    assert allowance(field.s, 0) == 5000


def test_w16_column_and_general() -> None:
    """MD 5.1, MD 9.2, W-16: earthan infantry in column with a general moves 4 + 2 + 1."""
    assert rate("earthan_infantry", shape=COLUMN, general=True) == 7


def test_w17_half_of_a_column() -> None:
    """R-MD-8, W-17: murk infantry forms column and moves up to (3 + 2) / 2."""
    run = give(Field([("murk_sword", 20, 20, 90)], FAR).run(), "unit:us_murk_sword", "form_move")
    assert lengths(run, "half_move:90")[-1] == 2.5


def test_the_column_bonus_holds_for_charges_too() -> None:
    """R-MD-14 2 inches more on Move and Charge, halved with the move."""
    assert rate("roujeen", charge=True, shape=COLUMN) == 8
    assert rate("roujeen", shape=COLUMN, half=True) == 3


def test_a_last_stand_moves_at_the_line_rate() -> None:
    """MD 1.5 A four-stand unit down to one stand has no column bonus."""
    field = Field([("roujeen", 20, 20, 90, COLUMN)], FAR)
    from sandtable.games.mars_or_die.rules.geometry.formation import without

    for slot in (1, 2, 3):
        field.s.poses[0] = without(field.s.poses[0], slot)
    assert allowance(field.s, 0) == 4000


def test_headings_within_45_degrees_in_fives() -> None:
    """R-MD-10 Straight ahead with up to 45 degrees of turn; single stands turn freely (R-MD-9)."""
    field = Field([("murk_sword", 20, 20, 90), ("murkleeg_melee", 40, 20, 90)], FAR)
    assert headings(field.s, 0, field.s.poses[0]) == list(range(45, 136, 5))
    assert headings(field.s, 1, field.s.poses[1]) == list(range(0, 360, 5))


def test_a3_a_move_ends_facing_its_heading() -> None:
    """MD 4 A3 Turn, go straight, and face that way; half inches up to the full rate."""
    run = give(Field([("murk_sword", 20, 20, 90)], FAR).run(), "unit:us_murk_sword", "move")
    assert lengths(run, "move:90") == [0.5, 1, 1.5, 2, 2.5, 3]
    pose = give(run, "move:90").state.poses[0]
    assert (pose.x, pose.y, pose.facing) == (20_000, 23_000, 90)


def test_a1_forms_first_and_a2_moves_first() -> None:
    """MD 4 A1, A2, R-MD-8 Half of the rate of the formation one moves in: column 2.5, line 1.5."""
    first = give(
        Field([("murk_sword", 20, 20, 90)], FAR).run(),
        "unit:us_murk_sword",
        "form_move",
        "half_move:90",
        "half_move_distance:2.5",
    )
    # The front edge was at 20.75; the column forms behind it and goes 2.5 inches.
    pose = first.state.poses[0]
    assert (pose.shape, pose.y) == (COLUMN, 20_750 - 3_000 + 2_500)
    run = give(Field([("murk_sword", 20, 20, 90)], FAR).run(), "unit:us_murk_sword", "move_form")
    assert lengths(run, "move_then_form:90")[-1] == 1.5
    pose = give(run, "move_then_form:90").state.poses[0]
    assert (pose.shape, pose.y) == (COLUMN, 20_750 + 1_500 - 3_000)


def test_a_change_of_formation_may_go_without_a_move() -> None:
    """MD 4 A unit may do less than it is allowed."""
    run = give(
        Field([("murk_sword", 20, 20, 90, COLUMN)], FAR).run(), "unit:us_murk_sword", "form_move", "stay"
    )
    assert (run.state.poses[0].shape, run.state.poses[0].y) == (LINE, 20_000 + 3_000 - 750)


def test_a4_and_a5_about_face() -> None:
    """MD 4 A4 turns first, A5 turns last; both move half."""
    run = give(
        Field([("roujeen", 20, 20, 90)], FAR).run(),
        "unit:us_roujeen",
        "about_move",
        "half_move:270",
        "half_move_distance:2",
    )
    assert (run.state.poses[0].y, run.state.poses[0].facing) == (18_000, 270)
    run = give(
        Field([("roujeen", 20, 20, 90)], FAR).run(),
        "unit:us_roujeen",
        "move_about",
        "move_then_about:90",
        "move_then_about_distance:2",
    )
    assert (run.state.poses[0].y, run.state.poses[0].facing) == (22_000, 270)


def test_a6_infantry_wheels_and_stays() -> None:
    """MD 4 A6 A wheel to the left by 90 degrees pivots on the left front corner."""
    run = give(Field([("murk_sword", 20, 20, 90)], FAR).run(), "unit:us_murk_sword", "wheel", "wheel:left_90")
    pose = run.state.poses[0]
    # The left front corner (17, 20.75) stays; the line now faces west, north of it.
    assert (pose.x, pose.y, pose.facing) == (17_000 + 750, 20_750 + 3_000, 180)


def test_a7_cavalry_wheels_and_goes_on_three_inches() -> None:
    """MD 4 A7 After the wheel up to 3 inches straight ahead."""
    run = give(
        Field([("murk_cavalry", 20, 20, 90)], FAR).run(),
        "unit:us_murk_cavalry",
        "wheel_move",
        "wheel:right_90",
    )
    assert keys(run) == ["stay", "ride_on:0", "short"]
    assert lengths(run, "ride_on:0")[-1] == 3
    pose = give(run, "ride_on:0").state.poses[0]
    assert (pose.x, pose.y, pose.facing) == (23_000 - 750 + 3_000, 20_750 + 3_000, 0)


def test_a8_and_a9_limber_and_unlimber() -> None:
    """MD 4 A8, A9, R-MD-8 Half of the limbered rate."""
    run = give(Field([("artillery", 20, 20, 90)], FAR).run(), "unit:us_artillery", "limber_move")
    assert lengths(run, "half_move:0")[-1] == 2.5
    assert give(run, "half_move:0").state.limbered[0]
    field = Field([("artillery", 20, 20, 90)], FAR)
    field.s.limbered[0] = True
    run = give(
        field.run(),
        "unit:us_artillery",
        "move_unlimber",
        "move_then_unlimber:180",
        "move_then_unlimber_distance:1",
    )
    assert not run.state.limbered[0]
    assert (run.state.poses[0].x, run.state.poses[0].facing) == (19_000, 180)


def test_r_md_37_an_unlimbered_gun_turns_45_degrees() -> None:
    """R-MD-37 By moving as by firing; limbered it turns freely (R-MD-9), and so it does once it has limbered."""
    field = Field([("artillery", 20, 20, 90)], FAR)
    run = give(field.run(), "unit:us_artillery", "move")
    assert keys(run) == [*(f"move:{heading}" for heading in range(45, 136, 5)), "short"]
    assert len(keys(give(field.run(), "unit:us_artillery", "limber_move"))) == 74  # all round, or to stay
    field.s.limbered[0] = True
    assert len(keys(give(field.run(), "unit:us_artillery", "move"))) == 73


def test_r_md_37_a_gun_does_not_turn_about() -> None:
    """R-MD-37, MD 4 A4, A5 An about face is more than 45 degrees."""
    actions = keys(give(Field([("artillery", 20, 20, 90)], FAR).run(), "unit:us_artillery"))
    assert not {"about_move", "move_about"} & set(actions)


# No action that can change nothing (R-MD-36)


def actions_of(*us: Spec, them: Sequence[Spec] = FAR, **more: Any) -> list[str]:
    """The actions offered to our first unit."""
    field = Field(us, them, **more)
    first = field.box.units[0].id
    return keys(give(field.run(), f"unit:{first}"))


@pytest.mark.parametrize("kind", ["machinegun", "murkleeg_melee", "scout", "wagon"])
def test_r_md_36_who_turns_freely_needs_no_about_face(kind: str) -> None:
    """R-MD-36, R-MD-9 A single stand turns as it likes with every move: half a move with an about face adds nothing."""
    assert not {"about_move", "move_about"} & set(actions_of((kind, 20, 20, 90)))
    assert "move" in actions_of((kind, 20, 20, 90))


def test_r_md_36_no_wheel_without_room() -> None:
    """R-MD-36, MD 4 A6 A wheel is offered only if there is room for 5 degrees to one side."""
    beside = [("murk_sword", 20, 20, 90), ("murk_spear", 20, 21.52, 90), ("murk_archer", 20, 18.48, 90)]
    flanks = [("murk_cavalry", 26.02, 20, 90), ("murk_cavalry", 13.98, 20, 90)]
    assert "wheel" not in actions_of(*beside, *flanks)
    assert "wheel" in actions_of(beside[0])


def test_r_md_36_no_change_of_formation_without_room() -> None:
    """R-MD-36, MD 4 A1, A2 Where neither the place nor the formation can change, no change is offered."""
    beside = [("murk_sword", 20, 20, 90), ("murk_spear", 20, 21.52, 90), ("murk_archer", 20, 18.48, 90)]
    flanks = [("murk_cavalry", 26.02, 20, 90), ("murk_cavalry", 13.98, 20, 90)]
    assert not {"move", "form_move", "move_form"} & set(actions_of(*beside, *flanks))
    assert {"form_move", "move_form"} <= set(actions_of(beside[0]))


def test_r_md_36_a_square_without_room_is_not_left() -> None:
    """R-MD-36, R-MD-11 Line and column need 3 inches to two sides of its middle; with friends close by there is no way out."""
    square = ("earthan_infantry", 20, 20, 90, SQUARE)
    before, beside = ("roujeen", 20, 22.27, 90), ("murk_cavalry", 22.27, 18, 90, COLUMN)
    assert actions_of(square, before) == ["hold", "leave_square"]
    run = give(Field([square, before, beside], FAR).run(), "unit:us_earthan_infantry")
    assert run.state.acted[0]  # to hold was its only action, and nobody was asked
    assert "leave_square" not in keys(run)


def test_r_md_36_a_last_stand_has_no_formation_to_change() -> None:
    """R-MD-36, MD 1.5 One stand is neither line nor column."""
    from sandtable.games.mars_or_die.rules.geometry.formation import without

    field = Field([("roujeen", 20, 20, 90)], FAR)
    for slot in (1, 2, 3):
        field.s.poses[0] = without(field.s.poses[0], slot)
    assert not {"form_move", "move_form"} & set(keys(give(field.run(), "unit:us_roujeen")))


def test_r_md_36_a_machinegun_does_not_block_its_company() -> None:
    """R-MD-36, MD 5.3 The machinegun stands where the line will: the company forms it and the gun keeps up."""
    field = Field([("earthan_infantry", 20, 20, 90, COLUMN), ("machinegun", 21.52, 22.25, 90)], FAR)
    run = give(field.run(), "unit:us_earthan_infantry")
    assert "form_move" in keys(run)
    give(run, "form_move")
    # It cannot stay where it is, so only its new place is asked for.
    assert keys(run) == ["left_flank", "right_flank", "rear"]
    give(run, "right_flank", "stay")
    assert run.state.poses[0].shape == LINE
    assert run.state.acted[1]
    assert (run.state.poses[1].x, run.state.poses[1].y) == (20_000 + 3_000 + 750 + 10, 22_250)


def test_r_md_36_a_machinegun_behind_a_column_lets_it_form_column() -> None:
    """R-MD-36 The same the other way: a line with its machinegun close behind forms column."""
    field = Field([("earthan_infantry", 20, 20, 90), ("machinegun", 20, 18.45, 90)], FAR)
    run = give(field.run(), "unit:us_earthan_infantry", "form_move", "rear", "stay")
    assert run.state.poses[0].shape == COLUMN
    assert run.state.poses[1].y == 20_750 - 6_000 - 10 - 750


def test_r_md_36_a_company_moves_onto_its_machineguns_ground() -> None:
    """R-MD-36 The gun before its company is no obstacle: it keeps up, and every distance is open."""
    field = Field([("earthan_infantry", 20, 20, 90), ("machinegun", 20, 21.55, 90)], FAR)
    run = give(field.run(), "unit:us_earthan_infantry", "move")
    assert lengths(run, "move:90") == [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]


def test_r_md_36_a_machinegun_goes_beside_a_square() -> None:
    """R-MD-36, R-MD-11 Forming square is a change of formation: the gun close behind the line makes way."""
    field = Field([("earthan_infantry", 20, 20, 90), ("machinegun", 20, 18.45, 90)], FAR)
    run = give(field.run(), "unit:us_earthan_infantry", "form_square", "right_flank")
    assert run.state.poses[0].shape == SQUARE
    # Its front is where the line's was; 1.5 inches to the side of its middle is its edge.
    assert (run.state.poses[1].x, run.state.poses[1].y) == (20_000 + 1_500 + 750 + 10, 20_750 - 1_500)


def test_r_md_36_a_company_wheels_over_its_machineguns_ground() -> None:
    """R-MD-36, MD 4 A6 The gun before the left of the line stands where the line will be: it keeps up with the wheel."""
    field = Field([("earthan_infantry", 20, 20, 90), ("machinegun", 18, 22.4, 90)], FAR)
    run = give(field.run(), "unit:us_earthan_infantry", "wheel", "wheel:left_90")
    assert keys(run) == ["left_flank", "right_flank", "rear"]
    give(run, "rear")
    assert (run.state.poses[0].x, run.state.poses[0].facing) == (17_750, 180)
    assert run.state.poses[1].x == 18_500 + 10 + 750


def test_r_md_36_a_machinegun_makes_way_for_a_line_after_the_move() -> None:
    """R-MD-36, MD 4 A2 The gun beside the head of a column closes none of the distances after which the line is formed."""
    field = Field([("earthan_infantry", 20, 20, 90, COLUMN), ("machinegun", 18.4, 23.2, 90)], FAR)
    run = give(field.run(), "unit:us_earthan_infantry", "move_form")
    assert lengths(run, "move_then_form:90") == [0.5, 1, 1.5, 2, 2.5, 3]
    give(run, "move_then_form:90", "move_then_form_distance:0.5", "rear")
    assert run.state.poses[0].shape == LINE
    assert (run.state.poses[1].x, run.state.poses[1].y) == (20_000, 23_500 - 1_500 - 10 - 750)


def test_r_md_36_a_machinegun_that_has_fired_stays_where_it_is() -> None:
    """MD 5.3 It keeps up only in a turn without firing: then it stands in the way like any friend."""
    field = Field([("earthan_infantry", 20, 20, 90), ("machinegun", 20, 21.55, 90)], FAR)
    field.s.acted[1] = True
    run = give(field.run(), "unit:us_earthan_infantry", "move")
    assert lengths(run, "move:90") == [3.5, 4]


def test_r_md_11_squares() -> None:
    """MD 5.2, R-MD-11 Forming square is a whole action, for earthan infantry only; a square does not move."""
    run = give(
        Field([("earthan_infantry", 20, 20, 90)], FAR).run(), "unit:us_earthan_infantry", "form_square"
    )
    assert run.state.poses[0].shape == SQUARE
    assert run.state.acted[0]
    field = Field([("earthan_infantry", 20, 20, 90, SQUARE)], FAR)
    assert keys(give(field.run(), "unit:us_earthan_infantry")) == ["hold", "leave_square"]
    run = give(field.run(), "unit:us_earthan_infantry", "leave_square", "to_column")
    assert keys(run) == ["facing:0", "facing:90", "facing:180", "facing:270"]
    pose = give(run, "facing:180").state.poses[0]
    assert (pose.shape, pose.facing, pose.x, pose.y) == (COLUMN, 180, 20_000, 20_000)
    assert "form_square" not in keys(give(Field([("roujeen", 20, 20, 90)], FAR).run(), "unit:us_roujeen"))


def test_r_md_12_disorder() -> None:
    """R-MD-12 A disordered unit may not fire or charge until A1 has restored line or column."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 25, 270)])
    field.s.disordered[0] = True
    run = give(field.run(), "unit:us_earthan_infantry")
    assert not {"fire_at", "charge", "move_form", "form_square"} & set(orders(run))
    give(run, "form_move")
    assert keys(run) == ["to_line", "to_column"]
    assert not give(run, "to_line", "stay").state.disordered[0]


# What is in the way


def stops(field: Field, heading: int, most: int) -> list[int]:
    pose = field.s.poses[0]
    return reach(pose, heading, most, obstacles(field.s, 0, pose, most))


def test_an_enemy_is_not_passed() -> None:
    """R-MD-15 A move stops short of an enemy; contact is for charges."""
    field = Field([("murkleeg_melee", 20, 20, 90)], [("murk_sword", 20, 24, 270)])
    assert stops(field, 90, 4000) == [500, 1000, 1500, 2000]  # 2.5 inches between the edges


def test_friends_are_passed_but_not_stopped_on() -> None:
    """MD 5.4 Friendly units may pass through each other; a move ends without overlapping."""
    field = Field([("murk_cavalry", 20, 20, 90), ("murk_sword", 20, 23, 90)], FAR)
    assert stops(field, 90, 6000) == [500, 1000, 1500, 4500, 5000, 5500, 6000]


def test_nobody_leaves_the_table() -> None:
    """MD 5 The edge of the table ends a move."""
    field = Field([("murkleeg_melee", 20, 46, 90)], [("murk_sword", 60, 10, 90)])
    assert stops(field, 90, 4000) == [500, 1000]


def test_impassable_ground_blocks_and_crossings_let_through() -> None:
    """B2 A wet canal is crossed at a bridge or lock of 3 inches only."""
    ground = [("wet_canal", 36, 24, 72, 2), ("crossing", 20, 24, 3, 2)]
    field = Field([("roujeen", 20, 20, 90, COLUMN), ("roujeen", 40, 20, 90, COLUMN)], FAR, features=ground)
    assert stops(field, 90, 6000)[-1] == 6000
    pose = field.s.poses[1]
    assert reach(pose, 90, 6000, obstacles(field.s, 1, pose, 6000)) == []  # the front is at the bank already
    line = Field([("roujeen", 20, 20, 90)], FAR, features=ground)
    assert stops(line, 90, 6000)[-1] == 2000  # a line of 6 inches does not fit through


def test_a_wall_stops_who_comes_from_outside() -> None:
    """B2 At a fort wall attackers stop on contact, with the exact distance; next time they go on."""
    fort = [("redoubt", 20, 30, 16, 10)]
    field = Field([("murk_cavalry", 20, 20.2, 90)], FAR, features=fort)
    assert stops(field, 90, 6000)[-2:] == [4000, 4050]  # the front at 20.95, the wall at 25
    at_wall = Field([("murk_cavalry", 20, 24.25, 90)], FAR, features=fort)
    assert stops(at_wall, 90, 6000)[-1] == 6000
    within = Field([("murk_cavalry", 20, 30, 90)], FAR, features=fort)
    assert stops(within, 90, 6000)[-1] == 6000


def test_the_distance_to_a_wall_is_exact() -> None:
    """B2 The front touches the wall: no hair further, and a whole number of half inches is one choice."""
    fort = [("redoubt", 20, 30, 16, 10)]
    field = Field([("murk_cavalry", 20, 20.25, 90)], FAR, features=fort)
    assert stops(field, 90, 6000) == list(range(500, 4001, 500))  # the front at 21, the wall at 25
    field = Field([("murk_cavalry", 20, 22.3, 90)], FAR, features=fort)
    assert stops(field, 90, 6000) == [500, 1000, 1500, 1950]


def test_beside_a_wall_distances_are_half_inches() -> None:
    """B2, R-MD-10 The exact distance is for the wall that stops a unit. An enemy stops it at a half inch, wall or no wall."""
    us, them = [("murk_cavalry", 32, 22, 90)], [("murk_sword", 32, 27, 270)]
    beside = Field(us, them, features=[("redoubt", 20, 30, 16, 10)])  # the wall ends an inch to its left
    assert stops(beside, 90, 6000) == [500, 1000, 1500, 2000, 2500, 3000]  # 3.5 inches between the edges
    assert stops(Field(us, them), 90, 6000) == stops(beside, 90, 6000)


def test_climbing_out_of_a_dry_canal_ends_the_move() -> None:
    """B2 Dry canal: the move ends as soon as the unit is out of the bed."""
    field = Field([("roujeen", 20, 20, 90, COLUMN)], FAR, features=[("dry_canal", 36, 20, 72, 3)])
    assert stops(field, 90, 6000) == [500, 1000, 1500, 2000]  # the bed ends after 1.5 inches
    before = Field([("roujeen", 20, 17.5, 90, COLUMN)], FAR, features=[("dry_canal", 36, 20, 72, 3)])
    assert stops(before, 90, 6000)[-1] == 4500


def test_cavalry_goes_half_as_far_inside_a_grove() -> None:
    """B2 Fungus grove: each inch inside costs cavalry two; infantry is not slowed."""
    grove = [("grove", 20, 24, 8, 6)]  # from y 21 to y 27
    riders = Field([("murk_cavalry", 20, 19, 90)], FAR, features=grove)
    assert stops(riders, 90, 6000)[-1] == 4000  # 2 inches to the edge, the other 4 take it 2 inches in
    through = Field([("murk_cavalry", 20, 26, 90)], FAR, features=grove)
    assert stops(through, 90, 6000)[-1] == 5000  # 1 inch inside for 2, then 4 more
    walkers = Field([("murk_sword", 20, 19, 90)], FAR, features=grove)
    assert stops(walkers, 90, 3000)[-1] == 3000


def test_a_wheel_may_not_sweep_over_an_enemy() -> None:
    """MD 4 A6, R-MD-15 A wheel ends before it touches an enemy."""
    field = Field([("murk_sword", 20, 20, 90)], [("murkleeg_melee", 20, 24, 270)])
    run = give(field.run(), "unit:us_murk_sword", "wheel")
    left = [int(key.rpartition("_")[2]) for key in keys(run) if "left" in key]
    right = [int(key.rpartition("_")[2]) for key in keys(run) if "right" in key]
    assert max(left) < 60
    assert max(right) < 60
    free = give(Field([("murk_sword", 20, 20, 90)], FAR).run(), "unit:us_murk_sword", "wheel")
    assert len(keys(free)) == 37  # 18 to each side, and to stay


# Charges


def test_charges_that_reach() -> None:
    """MD 4 A3, R-MD-25 A charge is offered only if somebody is in reach, with the headings that hit him first."""
    near = Field([("murk_sword", 20, 20, 90)], [("murk_sword", 20, 26, 270)])
    assert set(charges(near.s, 0, 5000)) == {1}
    assert all(abs(turn(90, heading)) <= 45 for heading in charges(near.s, 0, 5000)[1])
    assert charges(near.s, 0, 5000)[1][90] == pytest.approx(4510, abs=10)
    far = Field([("murk_sword", 20, 20, 90)], [("murk_sword", 20, 27, 270)])
    assert charges(far.s, 0, 5000) == {}
    behind = Field([("murk_sword", 20, 20, 90)], [("murk_sword", 20, 15, 90)])
    assert charges(behind.s, 0, 5000) == {}


def test_a_charge_hits_the_first_in_its_way() -> None:
    """R-MD-15 Nobody is charged through somebody else."""
    field = Field([("murk_cavalry", 20, 20, 90)], [("murk_sword", 20, 25, 270), ("murk_sword", 20, 28, 270)])
    assert set(charges(field.s, 0, 9000)) == {1}


def test_who_never_charges() -> None:
    """R-MD-25, B1 Machineguns, guns, scouts, wagons and guards never charge."""
    for kind in ("machinegun", "artillery", "scout", "wagon"):
        run = give(Field([(kind, 20, 20, 90)], [("murk_sword", 20, 23, 270)]).run(), f"unit:us_{kind}")
        assert "charge" not in orders(run)
    guard = Field([("roujeen", 20, 20, 90)], [("murk_sword", 20, 23, 270)])
    guard.s.guarding[0] = True
    assert not {"charge", "move", "wheel"} & set(orders(give(guard.run(), "unit:us_roujeen")))


# Guards and machineguns


def test_md_1_4_a_guard_stays_behind() -> None:
    """MD 1.4, R-MD-3 A stand inside a feature may stay as a guard: it moves no more and faces all round."""
    field = Field(
        [("roujeen", 20, 20, 90)], [("murk_sword", 20, 12, 90)], features=[("rocks", 18, 20, 2.5, 3)]
    )
    run = give(field.run(), "unit:us_roujeen", "guard")
    assert keys(run) == ["guard:1", "guard:2"]  # those with their centre in the rocks, x 16.75 to 19.25
    give(run, "guard:2")
    assert run.state.guarding[2]
    assert (run.state.poses[2].x, run.state.fates[2]) == (19_250, IN_PLAY)
    assert run.state.poses[0].mask.bit_count() == 3
    give(run, "hold")
    assert "unit:us_roujeen_guard" in keys(run)
    give(run, "unit:us_roujeen_guard")
    assert "fire_at" in orders(run)  # the enemy is behind its unit
    assert not {"move", "wheel", "about_move"} & set(keys(run))


def test_only_one_guard() -> None:
    """MD 1.4 One stand of a unit may be left."""
    field = Field([("roujeen", 20, 20, 90)], FAR, features=[("rocks", 20, 20, 8, 3)])
    run = give(field.run(), "unit:us_roujeen", "guard", "guard:1")
    assert "guard" not in keys(run)


def test_md_5_3_a_machinegun_keeps_up() -> None:
    """MD 5.3, R-MD-13 A machinegun beside a company moves with it, and has then acted."""
    field = Field([("earthan_infantry", 20, 20, 90), ("machinegun", 24, 20, 90)], FAR)
    run = give(
        field.run(), "unit:us_earthan_infantry", "move", "move:90", "move_distance:4", "keep_up:us_machinegun"
    )
    assert "right_flank" in keys(run)
    give(run, "right_flank")
    gun = run.state.poses[1]
    assert (gun.x, gun.y) == (20_000 + 3_000 + 750 + 10, 24_000)
    assert run.state.acted[1]


def test_a_machinegun_stays_if_it_likes() -> None:
    """MD 5.3 It may keep up; it need not."""
    field = Field([("earthan_infantry", 20, 20, 90), ("machinegun", 24, 20, 90)], FAR)
    run = give(field.run(), "unit:us_earthan_infantry", "move", "move:90", "move_distance:4", "pass")
    assert run.state.poses[1].y == 20_000
    assert not run.state.acted[1]


def test_r_md_1_a_unit_closes_up_at_its_next_action() -> None:
    """R-MD-1 Gaps stay until the unit acts, and longer if somebody stands in them."""
    from sandtable.games.mars_or_die.rules.geometry.formation import stands, without

    field = Field([("murk_sword", 20, 20, 90)], FAR)
    for slot in (1, 2):
        field.s.poses[0] = without(field.s.poses[0], slot)
    assert [stand.centre[0] for stand in stands(field.s.poses[0])] == [17_750, 22_250]
    run = give(field.run(), "unit:us_murk_sword", "hold")
    assert [stand.centre[0] for stand in stands(run.state.poses[0])] == [19_250, 20_750]
    blocked = Field([("murk_sword", 20, 20, 90), ("murkleeg_melee", 20, 20, 90)], FAR)
    for slot in (1, 2):
        blocked.s.poses[0] = without(blocked.s.poses[0], slot)
    run = give(blocked.run(), "unit:us_murk_sword", "hold")
    assert [stand.centre[0] for stand in stands(run.state.poses[0])] == [17_750, 22_250]
