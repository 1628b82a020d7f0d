"""MD 10 Flyers."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Run
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.rules.flyers import needed
from sandtable.games.mars_or_die.rules.geometry.formation import Pose
from sandtable.games.mars_or_die.state import DRIVEN_OFF, FAR_AWAY, NOBODY, SECOND, STARTING, Battle

from ..field import COLUMN, SQUARE, Field, Spec, give, keys, lengths, offered, orders


def flown(them: list[Spec], **more: object) -> Field:
    """A table with a flyer of ours that waits."""
    field = Field([("flyer_mg", 0, 0, 0), ("roujeen", 60, 6, 90)], them, **more)  # type: ignore[arg-type]
    field.s.poses[0] = FAR_AWAY
    return field


def test_md_10_1_flyers_come_by_scenario() -> None:
    """MD 10.1, R-MD-29 Only S4 has one; it carries a machinegun, or one stand with the rifles of its race."""
    pack = GAME.pack("default")
    types = {unit.id: unit for unit in pack["units"]}
    has = {
        field.id
        for field in pack["scenarios"]
        for army in field.side
        for force in army.units
        if types[force.type].arm == "flyer"
    }
    assert has == {"s4"}
    gun, boat = types["machinegun"], types["flyer_mg"]
    assert (boat.attack, boat.second, boat.range) == (gun.attack, gun.second, gun.range) == (8, 6, 15)
    for race, line in (("earthan", "earthan_infantry"), ("roujeen", "roujeen")):
        rifles = types[f"flyer_rifles_{race}"]
        assert (rifles.race, rifles.attack, rifles.range) == (race, types[line].attack, types[line].range)


def test_md_10_3_what_each_race_needs() -> None:
    """MD 10.3 Murks 6, roujeens 5, earthans 4, murkleegs 3."""
    units = ("murk_spear", "roujeen", "earthan_infantry", "murkleeg_archer")
    field = Field([(unit, 10 + 10 * n, 20, 90) for n, unit in enumerate(units)])
    assert [needed(field.box.units[u].kind) for u in range(4)] == [6, 5, 4, 3]


@pytest.mark.parametrize(
    ("unit", "fort", "die", "scatters"),
    [
        ("roujeen", True, 4, False),
        ("earthan_infantry", False, 3, True),
        ("earthan_infantry", False, 4, False),
    ],
)
def test_w20_checks(unit: str, fort: bool, die: int, scatters: bool) -> None:
    """MD 10.3, W-20: roujeens in a fort roll 4, which is 5 and passes; earthans in the open roll 3 and must scatter."""
    features = [("redoubt", 20, 30, 10, 6)] if fort else []
    field = flown([(unit, 20, 30, 270)], features=features)
    run = field.run({"flyer check": [(die,)], "shot": [((1,) * 8, (6,) * (5 if fort else 4))]})
    give(
        run,
        "unit:us_flyer_mg",
        "place_flyer",
        "flyer_x:20",
        "flyer_y:20",
        "flyer_facing:90",
        f"fire:them_{unit}_2",
    )
    assert (run.state.fears[2] == 0) is scatters


def test_a_guard_is_in_a_defensive_position() -> None:
    """R-MD-29 A guard stand adds 1 like a unit in cover."""
    field = flown([("roujeen", 20, 30, 270)])
    field.s.guarding[2] = True
    run = field.run({"flyer check": [(4,)]})
    give(run, "unit:us_flyer_mg", "place_flyer", "flyer_x:20", "flyer_y:20", "flyer_facing:90", "no_shot")
    assert run.state.fears[2] == NOBODY


def test_md_10_3_only_who_is_before_it_rolls() -> None:
    """MD 10.3 Within 12 inches of its front and 45 degrees to each side."""
    them: list[Spec] = [
        ("murk_sword", 20, 30, 270),  # before it
        ("murk_sword", 20, 12, 270),  # behind it
        ("murk_sword", 20, 36, 270),  # too far
        ("murk_sword", 40, 22, 270),  # aside
    ]
    field = flown(them)
    run = field.run({"flyer check": [(1,)]})
    give(run, "unit:us_flyer_mg", "place_flyer", "flyer_x:20", "flyer_y:20", "flyer_facing:90", "no_shot")
    assert [run.state.fears[u] for u in (2, 3, 4, 5)] == [0, NOBODY, NOBODY, NOBODY]


def locked_under_a_flyer(**more: Any) -> Field:
    """A flyer of ours, and a murkleeg of theirs (unit 3) that is locked with one of ours."""
    field = Field(
        [("flyer_mg", 0, 0, 0), ("murkleeg_melee", 20, 28.48, 90), ("roujeen", 60, 6, 90)],
        [("murkleeg_melee", 20, 30, 270), ("murk_archer", 66, 44, 270)],
        **more,
    )
    field.s.poses[0] = FAR_AWAY
    field.s.locks = [(1, 3)]
    return field


PASS_OVER = ("unit:us_flyer_mg", "place_flyer", "flyer_x:20", "flyer_y:20", "flyer_facing:90")
LOST = ((1,) * 7, (6,) + (1,) * 6)


def test_r_md_35_a_locked_unit_rolls() -> None:
    """R-MD-35, MD 10.3 Every enemy unit before the flyer rolls, locked in melee or not."""
    run = give(locked_under_a_flyer().run({"flyer check": [(2,)]}), *PASS_OVER)
    assert run.state.fears[3] == 0
    passed = give(locked_under_a_flyer().run({"flyer check": [(3,)]}), *PASS_OVER)
    assert passed.state.fears[3] == NOBODY


def to_turn_3(run: Run[Battle]) -> Run[Battle]:
    """Nobody else does anything this turn."""
    while run.state.turn == 2:
        give(run, keys(run)[-1])
    return give(run, "wall_of_lead:no")


def test_r_md_35_who_is_free_again_scatters() -> None:
    """R-MD-35 It failed in melee, and the lock has ended before its next action: it must scatter."""
    field = locked_under_a_flyer()
    field.s.acted[3] = True  # its next action comes in the next turn
    field.s.labels[1] = 0
    run = field.run({"flyer check": [(1,)], "initiative": [(1,), (6,)], "melee": [LOST]})
    to_turn_3(give(run, *PASS_OVER))
    assert run.state.locks == []
    give(run, "unit:them_murkleeg_melee")
    assert run.state.poses[3].y == 34_000  # away from the flyer, at its full rate
    assert run.state.fears[3] == NOBODY


def test_r_md_35_who_is_still_locked_at_its_next_action_stays() -> None:
    """R-MD-35 Its time to act has come and it is locked: the order to scatter has lapsed, also when it is free later."""
    field = locked_under_a_flyer()
    field.s.labels[1] = 0
    run = field.run({"flyer check": [(1,)], "initiative": [(1,), (6,)], "melee": [LOST]})
    give(run, *PASS_OVER)
    assert run.state.fears[3] == 0
    to_turn_3(run)
    assert run.state.locks == []
    assert run.state.fears[3] == NOBODY
    assert "fire" not in keys(give(run, "unit:them_murkleeg_melee"))
    assert "hold" in keys(run)


def test_r_md_35_the_next_action_is_the_one_to_come() -> None:
    """R-MD-35 Who has acted already this turn keeps the order until his side acts again."""
    field = locked_under_a_flyer()
    field.s.acted[3] = True
    run = to_turn_3(give(field.run({"flyer check": [(1,)]}), *PASS_OVER))
    assert run.state.fears[3] == 0


def test_md_10_2_it_fires_over_everybody_without_a_bonus_for_height() -> None:
    """MD 10.2, R-MD-17 (d), R-MD-29 A machinegun of 8 dice, then 6, at 15 inches, to its front, over all stands."""
    field = flown([("murk_sword", 20, 26, 270), ("murk_sword", 20, 30, 270)])
    run = field.run({"shot": [((6,) * 8, (1,) * 4), ((6,) * 6, (1,) * 4)], "flyer check": [(6,), (6,)]})
    give(run, "unit:us_flyer_mg", "place_flyer", "flyer_x:20", "flyer_y:20", "flyer_facing:90")
    assert "fire_at:them_murk_sword_2" in keys(run)
    give(run, "singly")
    assert "fire:them_murk_sword_2_3" in keys(run)
    give(run, "fire:them_murk_sword_2_3", "second:them_murk_sword_2_2")
    assert run.state.poses[3].mask == 0b1001


def test_md_10_2_it_may_be_put_anywhere() -> None:
    """MD 10.2 Every inch of the table, facing any way; R-MD-29: it bars nobody's way and cannot be shot at."""
    field = flown([("murk_archer", 20, 30, 270)])
    run = give(field.run(), "unit:us_flyer_mg", "place_flyer")
    assert len(keys(run)) == 73
    give(run, "flyer_x:20")
    assert len(keys(run)) == 49
    give(run, "flyer_y:26")
    assert len(keys(run)) == 72
    give(run, "flyer_facing:0", "later")
    assert run.state.phase == SECOND
    give(run, "unit:them_murk_archer")
    assert not {"fire_at", "charge"} & set(orders(run))
    assert lengths(give(run, "move"), "move:270")[-1] == 3


def test_md_10_6_it_may_wait() -> None:
    """MD 10.6 The flyer may delay its entry; a scenario may forbid the first turns (S4: from turn 2)."""
    field = flown([("murk_sword", 20, 30, 270)])
    run = give(field.run(), "unit:us_flyer_mg", "hold")
    assert run.state.poses[0] == FAR_AWAY
    from sandtable.engine import decode_options
    from sandtable.games.mars_or_die.printed.box import box_of

    s = GAME.begin(decode_options(GAME, {"scenario": "s4"}))
    assert [unit.enters for unit in box_of(s).units if unit.kind.is_flyer and unit.guard_of is None] == [2]


def scared(unit: Spec, **more: Any) -> Field:
    """A unit of theirs that must scatter from a flyer at (20, 20), and acts now."""
    field = Field(
        [("flyer_mg", 20, 20, 90), ("roujeen", 60, 6, 90)], [unit, ("murk_archer", 66, 44, 270)], **more
    )
    field.s.fears[2] = 0
    field.s.phase = SECOND
    return field


def test_md_10_4_a_shaken_unit_moves_away() -> None:
    """MD 10.4, R-MD-29 Its full rate directly away from the flyer, into disorder; no firing, no staying."""
    run = scared(("roujeen", 20, 30, 270)).run()
    assert "no_more" not in keys(run)  # it must act
    give(run, "unit:them_roujeen")
    pose = run.state.poses[2]
    assert (pose.x, pose.y, pose.facing) == (20_000, 34_000, 90)
    assert run.state.disordered[2]
    assert run.state.fears[2] == NOBODY


def test_a_column_scatters_at_its_own_rate() -> None:
    """R-MD-29 The column bonus counts."""
    run = give(scared(("roujeen", 20, 30, 270, COLUMN)).run(), "unit:them_roujeen")
    assert run.state.poses[2].y == 36_000


def test_a_square_breaks_up() -> None:
    """R-MD-11 A square that must scatter breaks up."""
    run = give(scared(("earthan_infantry", 20, 30, 270, SQUARE)).run(), "unit:them_earthan_infantry")
    assert run.state.poses[2].shape != SQUARE
    assert run.state.disordered[2]


def test_single_stands_are_not_disordered() -> None:
    """R-MD-12 Single-stand units scatter without becoming disordered."""
    run = give(scared(("machinegun", 20, 30, 270)).run(), "unit:them_machinegun")
    assert run.state.poses[2].y == 34_000
    assert not run.state.disordered[2]


@pytest.mark.parametrize(
    ("facing", "limbered", "faces", "north"),
    [(270, False, 270, 31), (50, False, 90, 31), (40, False, 40, 31), (270, True, 90, 35)],
)
def test_r_md_37_a_gun_scatters_without_turning_further(
    facing: int, limbered: bool, faces: int, north: int
) -> None:
    """R-MD-37, MD 10.4 An unlimbered gun turns by 45 degrees at most, also when it flees; else it is drawn off as it faces."""
    field = scared(("artillery", 20, 30, facing))
    field.s.limbered[2] = limbered
    pose = give(field.run(), "unit:them_artillery").state.poses[2]
    assert (pose.facing, pose.y) == (faces, 1000 * north)


def test_a_guard_gives_up_its_post() -> None:
    """R-MD-29 It flees at its line rate and is an ordinary unit from then on."""
    field = scared(("roujeen", 20, 30, 270))
    field.s.guarding[2] = True
    field.s.poses[2] = Pose(20_000, 30_000, 270)
    run = give(field.run(), "unit:them_roujeen")
    assert not run.state.guarding[2]
    assert run.state.poses[2].y == 34_000


def test_who_scatters_stops_at_the_edge() -> None:
    """MD 10.4, R-MD-26 As far as there is room."""
    run = give(scared(("roujeen", 20, 46, 270)).run(), "unit:them_roujeen")
    assert run.state.poses[2].y == pytest.approx(47_250, abs=10)


def walled() -> Field:
    field = Field([("roujeen", 20, 20, 90)], [("flyer_mg", 30, 30, 270), ("murk_archer", 60, 40, 270)])
    field.s.phase = STARTING
    return field


def test_md_10_5_the_wall_of_lead() -> None:
    """MD 10.5, R-MD-30 A side gives up its actions for a turn; the flyer does not act and is gone at its end."""
    run = walled().run()
    assert offered(run) == "wall_of_lead"
    give(run, "wall_of_lead:yes")
    assert keys(run) == ["unit:them_murk_archer", "no_more"]  # neither our roujeens nor the flyer
    give(run, "no_more")
    assert run.state.fates[1] == DRIVEN_OFF
    assert run.state.turn == 3


def test_units_that_must_flee_still_flee() -> None:
    """MD 10.5 All units that are not fleeing do nothing; those that must still flee."""
    field = walled()
    field.s.fears[0] = 1
    run = give(field.run(), "wall_of_lead:yes")
    assert keys(run) == ["unit:us_roujeen", "later"]


def test_a_flyer_that_is_not_there_cannot_be_driven_off() -> None:
    """MD 10.5 The wall is put up against a flyer over the field."""
    field = walled()
    field.s.poses[1] = FAR_AWAY
    assert offered(field.run()) == "unit"
