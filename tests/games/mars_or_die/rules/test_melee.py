"""MD 7 Melee: charging, squaring off, pairs, locks, step-backs and bonuses."""

from __future__ import annotations

import pytest

from sandtable.games.mars_or_die.rules.geometry.formation import stands
from sandtable.games.mars_or_die.rules.geometry.polygon import distance
from sandtable.games.mars_or_die.rules.geometry.trig import turn
from sandtable.games.mars_or_die.rules.melee import defence_dice, melee_dice
from sandtable.games.mars_or_die.rules.squaring import paired
from sandtable.games.mars_or_die.state import CONTACT, DESTROYED, gap, is_locked

from ..field import Field, charge, give, offered, orders

#: Somebody who has nothing to do, so that the turn does not end at once.
IDLE = ("murk_archer", 60, 6, 90)
Faces = tuple[tuple[int, ...], tuple[int, ...]]


def round_of(*results: int, dice: int = 3, against: int = 3) -> list[Faces]:
    """The dice of one pair after the other: 1 the charging stand wins, -1 it loses, 0 nothing."""
    faces = {1: (6, 1), -1: (1, 6), 0: (4, 4)}
    return [((faces[r][0],) + (1,) * (dice - 1), (faces[r][1],) + (1,) * (against - 1)) for r in results]


def dice_of(us: str, them: str) -> int:
    return melee_dice(Field([(us, 20, 20, 90)], [(them, 20, 30, 270)]).s, 0, 1)


@pytest.mark.parametrize(
    ("kind", "dice"),
    [
        ("murk_spear", 3), ("murk_sword", 3), ("murk_archer", 3), ("murkleeg_melee", 7), ("murkleeg_archer", 5),
        ("roujeen", 4), ("earthan_infantry", 4), ("earthan_cavalry", 5), ("machinegun", 3), ("artillery", 2),
        ("murk_cavalry", 4), ("scout", 2), ("wagon", 1),
    ],
)  # fmt: skip
def test_the_table_of_melee_dice(kind: str, dice: int) -> None:
    """MD 7, R-MD-21, B1 Against earthan infantry, which has bayonets."""
    assert dice_of(kind, "earthan_infantry") == dice


def test_w10_spears() -> None:
    """MD 7, R-MD-24, W-10: spears roll 4 against roujeens, 3 against earthan infantry, spears and murkleegs."""
    against = ("roujeen", "earthan_infantry", "murk_spear", "murkleeg_melee")
    assert [dice_of("murk_spear", them) for them in against] == [4, 3, 3, 3]
    assert [
        dice_of("murk_spear", them) for them in ("earthan_cavalry", "machinegun", "artillery", "murk_sword")
    ] == [4] * 4


def test_md_7_1_a_charge_is_fought_at_once() -> None:
    """MD 7.1, MD 8.4 Contact and the first round are one action; in each pair only the lower is hit."""
    field = Field([("murk_sword", 20, 20, 90), IDLE], [("murk_sword", 20, 24, 270)])
    run = charge(field.run(melee=round_of(1, -1, 1, 0)), "unit:us_murk_sword")
    assert run.state.acted[0]
    assert offered(run) == "unit"
    assert run.state.poses[0].mask.bit_count() + run.state.poses[2].mask.bit_count() == 8 - 3


def test_md_7_2_squaring_off() -> None:
    """MD 7.2 On contact the charging unit faces what it struck, edge to edge, stand before stand."""
    field = Field([("murk_sword", 20, 20, 90), IDLE], [("murk_sword", 20.4, 24.5, 265)])
    run = charge(field.run(melee=round_of(0, 0, 0, 0)), "unit:us_murk_sword")
    ours, theirs = run.state.poses[0], run.state.poses[2]
    assert turn(ours.facing, theirs.facing) == 180
    assert gap(run.state, 0, 2) <= CONTACT
    pairs = paired(run.state, 0, [2])
    assert sorted(pairs) == [(0, 2, 3), (1, 2, 2), (2, 2, 1), (3, 2, 0)]  # left against right
    for a, _, b in pairs:
        assert distance(stands(ours)[a].corners, stands(theirs)[b].corners) <= CONTACT


def test_a_flank_that_is_struck_is_faced() -> None:
    """MD 7.2 Who strikes a flank turns to that flank. There is no bonus for it (MD 13)."""
    field = Field([("murk_sword", 20, 20, 90)], [("murk_sword", 20, 26, 0)])
    run = charge(field.run(melee=round_of(0, 0, 0, 0)), "unit:us_murk_sword")
    assert run.state.poses[0].facing == 90
    assert melee_dice(run.state, 0, 1) == melee_dice(run.state, 1, 0) == 3


def test_r_md_22_pairs_from_the_nearest() -> None:
    """R-MD-22 Stands are paired one to one; who is left over does not roll."""
    field = Field([("murkleeg_melee", 20, 20, 90)], [("murk_sword", 20, 21.52, 270)])
    assert len(paired(field.s, 0, [1])) == 1  # it touches two of them
    field = Field([("murk_sword", 20.3, 20, 90)], [("murk_sword", 20, 21.52, 270)])
    assert sorted(paired(field.s, 0, [1])) == [(0, 1, 3), (1, 1, 2), (2, 1, 1), (3, 1, 0)]


def test_md_7_3_survivors_are_locked() -> None:
    """MD 7.3, R-MD-23 One pair in which both survive locks the whole units."""
    field = Field([("murk_sword", 20, 20, 90), IDLE], [("murk_sword", 20, 24, 270)])
    run = charge(field.run(melee=round_of(1, -1, 1, 0)), "unit:us_murk_sword")
    assert run.state.locks == [(0, 2)]
    assert is_locked(run.state, 0)
    assert (run.state.poses[0].mask.bit_count(), run.state.poses[2].mask.bit_count()) == (3, 2)


def test_md_7_3_otherwise_both_step_back() -> None:
    """MD 7.3 Nobody faces anybody: both sides back up 2 inches."""
    field = Field([("murk_sword", 20, 20, 90)], [("murk_sword", 20, 24, 270)])
    run = charge(field.run(melee=round_of(1, -1, 1, -1)), "unit:us_murk_sword")
    assert run.state.locks == []
    assert run.state.poses[1].y == 26_000
    assert run.state.poses[0].y == 24_000 - 1_520 - 2_000
    assert 3_990 <= gap(run.state, 0, 1) <= 4_030 + 1_500


def test_md_7_3_a_defender_at_a_feature_stays() -> None:
    """MD 7.3 A defender at a terrain feature does not step back."""
    field = Field(
        [("murk_sword", 20, 20, 90)], [("murk_sword", 20, 24, 270)], features=[("rocks", 20, 24, 8, 2)]
    )
    dice = round_of(1, -1, 1, -1, against=4)
    run = charge(field.run(melee=dice), "unit:us_murk_sword")
    assert run.state.poses[1].y == 24_000
    assert run.state.poses[0].y == 24_000 - 1_520 - 2_000


def test_r_md_26_step_back_as_far_as_there_is_room() -> None:
    """R-MD-26 A unit that would step back into an obstacle steps as far as it can."""
    field = Field([("murk_sword", 20, 20, 90)], [("murk_sword", 20, 46, 270)])
    field.s.poses[0] = type(field.s.poses[0])(20_000, 42_000, 90, 0, 4, 15)
    run = charge(field.run(melee=round_of(1, -1, 1, -1)), "unit:us_murk_sword")
    assert run.state.poses[1].y == pytest.approx(47_250, abs=10)  # the edge of the table


@pytest.mark.parametrize("takes", [True, False])
def test_md_7_5_the_victor_may_take_the_ground(takes: bool) -> None:
    """MD 7.5, R-MD-34 An attacker who wins may move up onto the ground the defender held; or he stays where he is."""
    field = Field([("murk_sword", 20, 20, 90)], [("murk_sword", 20, 24, 270), ("murk_sword", 60, 40, 270)])
    run = charge(field.run(melee=round_of(1, 1, 1, 1)), "unit:us_murk_sword")
    assert run.state.fates[1] == DESTROYED
    assert offered(run) == "take_ground"
    give(run, "take_ground:yes" if takes else "take_ground:no")
    assert run.state.poses[0].y == (24_000 if takes else 24_000 - 1_520)


def test_r_md_25_victory_is_against_those_in_contact() -> None:
    """R-MD-25 Victorious: no stand of the defender is left in contact, though he may have others."""
    field = Field([("murkleeg_melee", 20, 20, 90)], [("murk_sword", 20, 24, 270)])
    run = charge(field.run(melee=round_of(1, dice=7)), "unit:us_murkleeg_melee")
    assert offered(run) == "take_ground"
    assert run.state.poses[1].y == 26_000  # three stands are left and step back


def test_md_7_4_a_defender_of_a_feature_has_a_die_in_the_first_round() -> None:
    """MD 7.4 First round only."""
    field = Field(
        [("murk_sword", 20, 20, 90), IDLE], [("murk_sword", 20, 24, 270)], features=[("rocks", 20, 24, 8, 2)]
    )
    stand = stands(field.s.poses[2])[0]
    assert defence_dice(field.s, 0, 2, stand) == 1
    # The script fits 3 dice against 4 in the first round and 3 against 3 in the second.
    dice = [*round_of(0, 0, 0, 0, against=4), *round_of(0, 0, 0, 0)]
    run = charge(field.run(melee=dice), "unit:us_murk_sword")
    give(run, "unit:us_murk_archer", "hold")
    assert run.state.turn == 3
    assert run.state.locks == [(0, 2)]


def test_md_7_7_who_has_not_acted_has_a_die() -> None:
    """MD 7.7, R-MD-25 The side without initiative charges a unit that has not acted: one die, added to that of cover."""

    def dice(initiative: int, acted: bool, rocks: bool) -> int:
        features = [("rocks", 20, 24, 8, 2)] if rocks else []
        field = Field(
            [("murk_sword", 20, 20, 90)],
            [("murk_sword", 20, 24, 270)],
            initiative=initiative,
            features=features,
        )
        field.s.acted[1] = acted
        return defence_dice(field.s, 0, 1, stands(field.s.poses[1])[0])

    assert dice(initiative=1, acted=False, rocks=False) == 1
    assert dice(initiative=1, acted=True, rocks=False) == 0
    assert dice(initiative=0, acted=False, rocks=False) == 0
    assert dice(initiative=1, acted=False, rocks=True) == 2


def test_md_7_6_several_melees_in_a_turn() -> None:
    """MD 7.6 A unit may be charged again while it is locked, and fights each melee."""
    field = Field(
        [("murk_sword", 20, 20, 90), ("murkleeg_melee", 20, 30, 270)],
        [("murk_sword", 20, 24, 270), ("murk_sword", 60, 40, 270)],
    )
    dice = [*round_of(0, 0, 0, 0), *round_of(0, dice=7)]
    run = charge(field.run(melee=dice), "unit:us_murk_sword")
    charge(run, "unit:us_murkleeg_melee")
    assert run.state.locks == [(0, 2), (1, 2)]


def test_a_unit_that_is_still_locked_does_not_step_back() -> None:
    """MD 7.3, R-MD-23 Who is locked with somebody else stays where he is."""
    field = Field(
        [("murk_sword", 20, 20, 90), ("murkleeg_melee", 20, 30, 270)],
        [("murk_sword", 20, 24, 270), ("murk_sword", 60, 40, 270)],
    )
    dice = [*round_of(0, 0, 0, 0), *round_of(1, dice=7)]
    run = charge(field.run(melee=dice), "unit:us_murk_sword")
    charge(run, "unit:us_murkleeg_melee")
    assert run.state.locks == [(0, 2)]
    assert run.state.poses[2].y == 24_000


def test_labels_in_melee() -> None:
    """MD 6.8, W-14 A murkleeg that is hit loses a label and fights on: the pair survives and is locked."""
    field = Field([("murkleeg_melee", 20, 20, 90), IDLE], [("murk_sword", 20, 24, 270)])
    run = charge(field.run(melee=round_of(-1, dice=7)), "unit:us_murkleeg_melee")
    assert run.state.labels[0] == 1
    assert run.state.locks == [(0, 2)]


def test_a_fort_is_charged_at_its_wall() -> None:
    """B2 Who stands right behind a wall is reached at the wall; who stands deeper inside is not."""
    fort = [("redoubt", 20, 30, 16, 10)]  # its south wall is at y 25
    at_wall = Field([("murk_sword", 20, 21, 90)], [("earthan_infantry", 20, 25.75, 270)], features=fort)
    assert "charge" in orders(give(at_wall.run(), "unit:us_murk_sword"))
    deeper = Field([("murk_sword", 20, 21, 90)], [("earthan_infantry", 20, 27, 270)], features=fort)
    assert "charge" not in orders(give(deeper.run(), "unit:us_murk_sword"))
    over = Field([("murk_sword", 20, 24.25, 90)], [("earthan_infantry", 20, 27, 270)], features=fort)
    assert "charge" in orders(give(over.run(), "unit:us_murk_sword"))
