"""MD 6 Firing: range, arc, sight, cover, combined fire, second shots, labels."""

from __future__ import annotations

import pytest

from sandtable.games.mars_or_die.rules.action_table import Action
from sandtable.games.mars_or_die.rules.combat import attack_dice, defend_dice
from sandtable.games.mars_or_die.rules.geometry.formation import stands, without
from sandtable.games.mars_or_die.rules.sight import can_fire, enemies_in_range, firing_stands, targets
from sandtable.games.mars_or_die.state import DESTROYED, find_stand

from ..field import COLUMN, SQUARE, Field, give, keys, offered, orders, question


def volley(attack: int, defend: int, is_hit: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dice of a shot that hits, or does not."""
    return ((6,) * attack, (1,) * defend) if is_hit else ((1,) * attack, (6,) * defend)


def seen(field: Field, u: int = 0, further: int = 0) -> set[int]:
    """The stands, as unit * 4 + place, that any stand of a unit can shoot at."""
    enemies = enemies_in_range(field.s, u, further)
    return {t for stand in firing_stands(field.s, u) for t in targets(field.s, u, stand, enemies, further)}


@pytest.mark.parametrize(
    ("kind", "attack", "second", "reach", "defend", "labels"),
    [
        ("murk_spear", 2, 0, 3, 4, 0), ("murk_sword", 0, 0, 0, 4, 0), ("murk_archer", 4, 0, 8, 4, 0),
        ("murkleeg_melee", 0, 0, 0, 6, 2), ("murkleeg_archer", 7, 0, 12, 6, 2), ("roujeen", 5, 0, 10, 4, 0),
        ("earthan_infantry", 6, 0, 12, 4, 0), ("earthan_cavalry", 5, 0, 9, 4, 0), ("machinegun", 8, 6, 15, 6, 1),
        ("artillery", 10, 7, 24, 5, 1), ("murk_cavalry", 0, 0, 0, 4, 0), ("scout", 5, 0, 12, 4, 0), ("wagon", 0, 0, 0, 4, 1),
    ],
)  # fmt: skip
def test_the_table_of_strengths(
    kind: str, attack: int, second: int, reach: int, defend: int, labels: int
) -> None:
    """MD 6, R-MD-21, B1 Attack, second shot, range, defend and labels of each kind."""
    field = Field([(kind, 20, 20, 90)])
    it = field.box.units[0].kind
    assert (it.attack, it.second, it.range, it.defend) == (attack, second, reach * 1000, defend)
    assert field.s.labels[0] == labels


def test_md_6_1_a10_a_stand_fires_at_a_stand() -> None:
    """MD 6.1, MD 4 A10 Every stand aims for itself; who has Attack 0 cannot fire at all."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 26, 270)])
    run = field.run(shot=[volley(6, 4, True), volley(6, 4, False), volley(6, 4, True), volley(6, 4, False)])
    give(run, "unit:us_earthan_infantry", "fire", *[f"fire:them_murk_sword_{n}" for n in (4, 3, 2, 1)])
    assert run.state.poses[1].mask == 0b0101  # the stands 4 and 2 are hit
    swords = Field([("murk_sword", 20, 20, 90)], [("murk_sword", 20, 26, 270)])
    assert "fire_at" not in orders(give(swords.run(), "unit:us_murk_sword"))


def test_md_8_3_only_the_target_can_be_hit() -> None:
    """MD 8.1, MD 8.3 Attack dice against defend dice; who shoots worse than the target defends loses nothing."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murkleeg_melee", 20, 26, 270)])
    run = field.run(shot=[volley(6, 6, False)])
    give(run, "unit:us_earthan_infantry", "fire", "fire:them_murkleeg_melee_1", *["no_shot"] * 3)
    assert (run.state.poses[0].mask, run.state.labels[1]) == (0b1111, 2)


@pytest.mark.parametrize(("y", "in_range"), [(33.5, True), (33.52, False)])
def test_range_is_between_nearest_points(y: float, in_range: bool) -> None:
    """R-MD-2 Earthan infantry reaches 12 inches, edge to edge: centres 13.5 apart."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, y, 270)])
    assert can_fire(field.s, 0) is in_range


def test_the_arc() -> None:
    """MD 6.6 45 degrees to each side of straight ahead, from each stand."""
    one = Field([("earthan_infantry", 20, 20, 90)], [("murkleeg_melee", 28.2, 26, 270)])
    # From the rightmost stand (22.25, 20) the target is 5.95 to the right and 6 ahead; from the others it is too far aside.
    assert [bool(list(targets(one.s, 0, stand, [1]))) for stand in stands(one.s.poses[0])] == [
        False,
        False,
        False,
        True,
    ]
    assert seen(Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 12, 90)])) == set()


def test_r_md_9_single_stands_turn_to_fire() -> None:
    """R-MD-9 A machinegun fires to all sides and then faces its target; an unlimbered gun turns up to 45 degrees."""
    field = Field([("machinegun", 20, 20, 90)], [("murkleeg_melee", 20, 10, 90)])
    run = give(field.run(shot=[volley(8, 6, False)]), "unit:us_machinegun", "fire")
    assert run.state.poses[0].facing == 270
    gun = Field([("artillery", 20, 20, 90)], [("murkleeg_melee", 30, 20.2, 90)])
    run = give(gun.run(shot=[volley(10, 6, False)]), "unit:us_artillery", "fire")
    assert (
        run.state.poses[0].facing == 46
    )  # the target bears 1 degree: 44 degrees of turn bring it into the arc
    assert not can_fire(Field([("artillery", 20, 20, 90)], [("murkleeg_melee", 30, 19, 90)]).s, 0)


def test_r_md_37_a_second_shot_turns_the_gun_no_further() -> None:
    """R-MD-37, R-MD-20 It has turned 45 degrees for its first shot: what lies beyond its arc then is out of it."""
    field = Field([("artillery", 20, 20, 0)], [("murk_sword", 20, 30, 270)])
    run = field.run(shot=[((6,) * 10, (1,) * 4)])
    # The stands bear 78, 86, 94 and 103 degrees; the gun may turn to 45 and fires 45 degrees to each side of that.
    give(run, "unit:us_artillery", "fire")
    assert keys(run) == ["fire:them_murk_sword_1", "fire:them_murk_sword_2"]
    give(run, "fire:them_murk_sword_2")
    assert keys(run) == ["second:them_murk_sword_1", "no_shot"]


def test_r_md_18_who_fires() -> None:
    """R-MD-18 All stands of a line, the first of a column, every stand of a square in any direction."""

    def firing(shape: int) -> int:
        field = Field([("earthan_infantry", 20, 20, 90, shape)], [("murk_sword", 20, 28, 270)])
        return len(firing_stands(field.s, 0))

    assert (firing(0), firing(COLUMN), firing(SQUARE)) == (4, 1, 4)
    behind = Field([("earthan_infantry", 20, 20, 90, SQUARE)], [("murk_sword", 20, 12, 90)])
    assert len(seen(behind)) == 4


def test_other_stands_block_sight() -> None:
    """R-MD-17 A straight line between centres may not cross another stand, of either side."""
    behind = Field(
        [("machinegun", 20, 20, 90)],
        [("murkleeg_melee", 40, 40, 90), ("murk_sword", 20, 30, 270), ("murk_sword", 20, 26, 270)],
    )
    assert {t // 4 for t in seen(behind)} == {3}
    friend = Field([("machinegun", 20, 20, 90), ("earthan_infantry", 20, 24, 90)], [("wagon", 20, 28, 270)])
    assert seen(friend) == set()
    column = Field([("machinegun", 20, 20, 90)], [("murk_sword", 20, 28, 270, COLUMN)])
    assert seen(column) == {4}  # its first stand hides the others


def test_md_6_5_champions_are_shot_over_others() -> None:
    """MD 6.5 Murkleegs may be shot at over other units, and archer murkleegs shoot over them."""
    over = Field(
        [("machinegun", 20, 20, 90), ("earthan_infantry", 20, 24, 90)], [("murkleeg_melee", 20, 28, 270)]
    )
    assert seen(over) == {8}
    archer = Field([("murkleeg_archer", 20, 20, 90), ("murk_sword", 20, 24, 90)], [("wagon", 20, 28, 270)])
    assert seen(archer) == {8}


def test_hills_see_over_stands() -> None:
    """R-MD-17 (c) From or to a hill one sees over stands that are not on it."""
    hill = [("hill", 20, 29, 6, 4)]
    field = Field(
        [("machinegun", 20, 20, 90), ("earthan_infantry", 20, 24, 90)],
        [("wagon", 20, 29, 270)],
        features=hill,
    )
    assert seen(field) == {8}
    both = Field(
        [("machinegun", 20, 20, 90), ("earthan_infantry", 20.5, 28, 90)],
        [("wagon", 20, 30.5, 270)],
        features=hill,
    )
    assert seen(both) == set()  # who stands on the hill, too, blocks


def test_ruins_block_sight_through_them() -> None:
    """B2 A ruin or village blocks sight through it, not into it or out of it."""
    through = Field([("machinegun", 20, 20, 90)], [("wagon", 20, 30, 270)], features=[("ruin", 20, 25, 4, 3)])
    assert seen(through) == set()
    into = Field([("machinegun", 20, 20, 90)], [("wagon", 20, 25, 270)], features=[("village", 20, 25, 4, 3)])
    assert seen(into) == {4}


def test_scouts_shoot_past_others_from_cover() -> None:
    """B1 Other stands do not block a scout that fires from inside a feature."""
    units = [("scout", 20, 20, 90), ("earthan_infantry", 20, 24, 90)]
    assert seen(Field(units, [("wagon", 20, 28, 270)])) == set()
    assert seen(Field(units, [("wagon", 20, 28, 270)], features=[("rocks", 20, 20, 3, 3)])) == {8}


def test_locked_targets_are_not_shot_at() -> None:
    """R-MD-17 A target locked in melee may not be shot at."""
    field = Field([("machinegun", 20, 20, 90), ("murk_sword", 40, 28, 90)], [("murk_sword", 20, 28, 270)])
    assert seen(field)
    field.s.locks = [(1, 2)]
    assert seen(field) == set()


@pytest.mark.parametrize(
    ("ours", "theirs", "extra"), [(True, False, 2), (False, True, -2), (True, True, 0), (False, False, 0)]
)
def test_md_6_4_hills_and_range(ours: bool, theirs: bool, extra: float) -> None:
    """MD 6.4, R-MD-19 2 inches more from a hill, 2 less up to one; both on hills, no change."""
    hills = [("hill", 20, 20, 4, 4)] * ours + [("hill", 20, 34, 4, 6)] * theirs
    features = [(kind, x, y, w, h) for kind, x, y, w, h in hills]

    def reaches(inches: float) -> bool:
        field = Field(
            [("machinegun", 20, 20, 90)], [("wagon", 20, 20 + 1.5 + inches, 270)], features=features
        )
        return can_fire(field.s, 0)

    assert reaches(15 + extra)
    assert not reaches(15.01 + extra)


def test_md_6_2_w11_combined_fire() -> None:
    """MD 6.2, W-11: 1, 2, 3, 4 earthan platoons combine to 6, 11, 16, 21 dice."""
    field = Field([("earthan_infantry", 20, 20, 90)])
    assert [attack_dice(field.s, Action(0, 0), 6, n) for n in (1, 2, 3, 4)] == [6, 11, 16, 21]


def test_platoons_may_join_a_declared_shot() -> None:
    """MD 6.2 Platoons of one company may fire together at a stand that one of them aims at."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murkleeg_melee", 20, 26, 270)])
    run = give(
        field.run(shot=[((6,) * 21, (1,) * 6)]),
        "unit:us_earthan_infantry",
        "fire",
        "fire:them_murkleeg_melee_1",
    )
    assert keys(run) == ["fire:them_murkleeg_melee_1", "fire:with_1/them_murkleeg_melee_1", "no_shot"]
    for _ in range(3):
        give(run, "fire:with_1/them_murkleeg_melee_1")
    assert run.state.labels[1] == 1  # one shot of 21 dice, one hit


def test_cavalry_does_not_combine() -> None:
    """MD 6.2 Platoons are infantry stands."""
    field = Field([("earthan_cavalry", 20, 20, 90)], [("murkleeg_melee", 20, 26, 270)])
    run = give(field.run(), "unit:us_earthan_cavalry", "fire", "fire:them_murkleeg_melee_1")
    assert not any("with" in key for key in keys(run))


def test_r_md_19_all_who_combine_need_range_and_arc() -> None:
    """R-MD-19 A platoon that cannot hit the target itself cannot join."""
    field = Field(
        [("earthan_infantry", 20, 20, 90)],
        [("murkleeg_melee", 28.2, 26, 270), ("murkleeg_melee", 14, 26, 270)],
    )
    run = give(field.run(), "unit:us_earthan_infantry", "fire", "fire:them_murkleeg_melee_2_1")
    while offered(run) == "fire":
        last = keys(run)
        give(run, "no_shot")
    assert last == ["fire:them_murkleeg_melee_1_1", "no_shot"]


def test_r_md_18_a_vanished_target_is_replaced() -> None:
    """R-MD-18 All declare, then resolve one by one; who has lost his target may choose another."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 26, 270)])
    shots = [volley(6, 4, True)] * 4
    run = give(field.run(shot=shots), "unit:us_earthan_infantry", "fire", *["fire:them_murk_sword_2"] * 4)
    assert offered(run) == "fire_instead"
    assert keys(run) == [f"fire_instead:them_murk_sword_{n}" for n in (1, 3, 4)] + ["no_shot"]
    give(run, "fire_instead:them_murk_sword_1", "no_shot", "no_shot")
    assert run.state.poses[1].mask == 0b1100


def test_md_6_3_cover_adds_a_die() -> None:
    """MD 6.3 Being within a terrain feature that gives cover adds one die to the defence; a bare hill does not (R-MD-2)."""

    def dice(kind: str | None) -> int:
        features = [] if kind is None else [(kind, 20, 20, 8, 3)]
        field = Field([("murk_sword", 20, 20, 90)], features=features)
        return defend_dice(field.s, 0, stands(field.s.poses[0])[1])

    assert dice(None) == 4
    assert [dice(kind) for kind in ("rocks", "ruin", "redoubt", "village", "dry_canal", "grove")] == [5] * 6
    assert [dice(kind) for kind in ("hill", "crossing")] == [4, 4]


def test_cover_counts_stand_by_stand() -> None:
    """R-MD-2 A stand is in a feature if its centre is."""
    field = Field([("murk_sword", 20, 20, 90)], features=[("rocks", 17, 20, 2, 3)])  # x 16 to 18
    assert [defend_dice(field.s, 0, stand) for stand in stands(field.s.poses[0])] == [5, 4, 4, 4]


def test_md_6_7_w13_second_shots() -> None:
    """MD 6.7, W-13: a machinegun that hits has a second shot of 6 dice at an adjacent stand; one that misses has none."""
    field = Field([("machinegun", 20, 20, 90)], [("murk_sword", 20, 28, 270)])
    run = field.run(shot=[volley(8, 4, True), volley(6, 4, True)])
    give(run, "unit:us_machinegun", "fire", "fire:them_murk_sword_2")
    assert offered(run) == "second"
    assert keys(run) == ["second:them_murk_sword_1", "second:them_murk_sword_3", "no_shot"]
    give(run, "second:them_murk_sword_3")
    assert run.state.poses[1].mask == 0b1001
    missed = field.run(shot=[volley(8, 4, False)])
    give(missed, "unit:us_machinegun", "fire", "fire:them_murk_sword_2")
    assert missed.state.poses[1].mask == 0b1111
    assert missed.state.acted[0]


def test_the_second_shot_may_go_to_the_same_stand() -> None:
    """MD 6.7 Or a second shot at an undestroyed stand; R-MD-20: there is no third shot."""
    field = Field([("artillery", 20, 20, 90)], [("murkleeg_melee", 20, 40, 270)])
    run = field.run(shot=[volley(10, 6, True), volley(7, 6, True)])
    give(run, "unit:us_artillery", "fire")
    assert keys(run) == ["second:them_murkleeg_melee_1", "no_shot"]
    give(run, "second:them_murkleeg_melee_1")
    assert run.state.labels[1] == 0
    assert run.state.acted[0]


def test_r_md_20_adjacent_is_within_an_inch() -> None:
    """R-MD-20 Another enemy stand within 1 inch of the first target, in range and arc; of any unit."""
    units = [
        ("murkleeg_melee", 20, 30, 270),
        ("murkleeg_melee", 22.5, 30, 270),
        ("murkleeg_melee", 17.4, 30, 270),
    ]
    run = Field([("machinegun", 20, 20, 90)], units).run(shot=[volley(8, 6, True)])
    give(run, "unit:us_machinegun", "fire", "fire:them_murkleeg_melee_1_1")
    assert keys(run) == ["second:them_murkleeg_melee_1_1", "second:them_murkleeg_melee_2_1", "no_shot"]


def test_a_limbered_gun_does_not_fire() -> None:
    """R-MD-20 Only an unlimbered gun may fire; A11 fires and limbers."""
    field = Field([("artillery", 20, 20, 90)], [("murkleeg_melee", 20, 40, 270)])
    assert {"fire_at", "fire_limber"} <= set(orders(give(field.run(), "unit:us_artillery")))
    run = give(field.run(shot=[volley(10, 6, False)]), "unit:us_artillery", "fire_limber")
    assert run.state.limbered[0]
    field.s.limbered[0] = True
    assert not {"fire_at", "fire_limber"} & set(orders(give(field.run(), "unit:us_artillery")))


def test_md_6_8_w14_labels() -> None:
    """MD 6.8, R-MD-16, W-14: a murkleeg stands two hits without labels and is removed by the third; others by the first."""
    field = Field([("roujeen", 20, 20, 90)], [("murkleeg_melee", 20, 26, 270)])
    run = field.run(shot=[volley(5, 6, True)] * 2)
    give(run, "unit:us_roujeen", "fire", *["fire:them_murkleeg_melee_1"] * 2, "no_shot", "no_shot")
    assert run.state.labels[1] == 0
    assert find_stand(run.state, 4) is not None
    field = Field([("roujeen", 20, 20, 90)], [("murkleeg_melee", 20, 26, 270), ("murk_sword", 60, 40, 270)])
    run = field.run(shot=[volley(5, 6, True)] * 3)
    give(run, "unit:us_roujeen", "fire", *["fire:them_murkleeg_melee_1"] * 3, "no_shot")
    assert run.state.fates[1] == DESTROYED


def test_a_unit_is_gone_with_its_last_stand() -> None:
    """MD 1.3 Stands are hit and removed singly."""
    field = Field([("roujeen", 20, 20, 90)], [("murk_sword", 20, 26, 270), ("murk_sword", 60, 40, 270)])
    for slot in (0, 2, 3):
        field.s.poses[1] = without(field.s.poses[1], slot)
    run = field.run(shot=[volley(5, 4, True)])
    give(run, "unit:us_roujeen", "fire", "fire:them_murk_sword_1_2", *["no_shot"] * 3)
    assert run.state.fates[1] == DESTROYED
    assert run.state.live[1] == [2]


# A whole unit at a whole unit


def test_all_fire_here() -> None:
    """MD 6.1, R-MD-18 One order: every stand that can fires at the unit, and takes its next stand when its target is gone."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 26, 270)])
    run = field.run(shot=[volley(6, 4, True)] * 4)
    give(run, "unit:us_earthan_infantry", "action:fire_at/them_murk_sword")
    assert run.state.acted[0]
    assert run.state.fates[1] == DESTROYED


def test_all_fire_here_takes_the_easiest_stand_first() -> None:
    """MD 6.3 A stand in the rocks defends itself with one more die, so the others are shot at before it."""
    field = Field(
        [("machinegun", 20, 20, 90)], [("murk_sword", 20, 28, 270)], features=[("rocks", 18.5, 28, 3, 2)]
    )
    run = field.run(shot=[volley(8, 4, False)])  # five dice would not fit the script
    give(run, "unit:us_machinegun", "action:fire_at/them_murk_sword")
    assert run.state.acted[0]


def test_stands_that_cannot_hit_it_are_asked_together() -> None:
    """MD 6.6 Those for whom the unit is out of arc or range may fire at another; nobody decides that for the player."""
    field = Field(
        [("murk_spear", 20, 20, 90)], [("murkleeg_melee", 17, 23.5, 270), ("murkleeg_melee", 24, 23.5, 270)]
    )
    run = give(field.run(), "unit:us_murk_spear", "action:fire_at/them_murkleeg_melee_1")
    assert offered(run) == "fire_at"
    assert keys(run) == ["fire_at:them_murkleeg_melee_2", "no_shot"]


def test_who_destroys_the_unit_too_soon_is_asked_once() -> None:
    """R-MD-18 A stand whose target has vanished may choose another: all that are left choose together."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("wagon", 20, 26, 270), ("murk_sword", 24, 30, 270)])
    field.s.labels[1] = 0
    run = field.run(shot=[volley(6, 4, True)] * 4)
    give(run, "unit:us_earthan_infantry", "action:fire_at/them_wagon")
    assert offered(run) == "fire_at"
    give(run, "fire_at:them_murk_sword")
    assert run.state.acted[0]
    assert run.state.poses[2].mask.bit_count() == 1


def test_single_stands_on_request() -> None:
    """MD 6.1 Who wants to aim stand by stand still does."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 26, 270)])
    run = give(field.run(), "unit:us_earthan_infantry", "fire")
    assert offered(run) == "fire"
    assert question(run).about["place"] == 0
