"""R-MD-33, R-MD-34 Squaring off after a charge: who turns, who slides, who faces whom, and who steps back."""

from __future__ import annotations

import re

import pytest

from sandtable.engine import Run
from sandtable.games.mars_or_die.rules.geometry.formation import LINE, Pose, stands, without
from sandtable.games.mars_or_die.rules.geometry.trig import turn
from sandtable.games.mars_or_die.state import CONTACT, DESTROYED, Battle, gap

from ..field import COLUMN, SQUARE, Field, Spec, charge, give, keys, offered, orders, question
from .test_melee import IDLE, round_of


def struck(us: Spec, *them: Spec, wins: tuple[int, ...] | None = None, **more: object) -> Run[Battle]:
    """Our unit 0 charges straight ahead; nobody is hit unless `wins` says so, pair by pair."""
    field = Field([us, IDLE], list(them), **more)  # type: ignore[arg-type]
    return charge(field.run(melee=round_of(*(wins or (0,) * 4))), f"unit:us_{us[0]}")


def test_a_line_slides_half_a_stand_at_most() -> None:
    """R-MD-33 It slides so that stands face stands, and not on until the middle meets the middle."""
    run = struck(("murk_sword", 20, 20, 90), ("murk_sword", 23.4, 24, 270), wins=(0, 0))
    ours, theirs = run.state.poses[0], run.state.poses[2]
    assert (ours.x, ours.facing, theirs.x) == (20_400, 90, 23_400)
    assert run.state.locks == [(0, 2)]


def test_stands_that_face_nobody_do_not_roll() -> None:
    """R-MD-33, R-MD-22 Two of four stands overlap the enemy's line: two pairs roll, and two stands look on."""
    field = Field([("murk_sword", 20, 20, 90), IDLE], [("murk_sword", 23.4, 24, 270)])
    run = charge(field.run(melee=round_of(1, 1)), "unit:us_murk_sword")
    # Both that were faced have fallen: nobody faces anybody, and two stands of theirs have not fought at all.
    assert offered(run) == "take_ground"
    assert run.state.poses[2].mask.bit_count() == 2
    assert run.state.poses[0].mask.bit_count() == 4


@pytest.mark.parametrize(("east", "slides"), [(21.6, 100), (20.9, -600), (17.3, 300)])
def test_the_nearest_stands_are_faced(east: float, slides: int) -> None:
    """R-MD-33 The shortest slide that puts stand before stand, to either side."""
    run = struck(("murk_sword", 20, 20, 90), ("murk_sword", east, 24, 270), wins=(0,) * 4)
    # A stand is 1.5 inches wide: the middles end a whole number of stands apart.
    moved = run.state.poses[0].x - 20_000
    assert abs(moved) <= 750
    assert (run.state.poses[0].x - round(east * 1000)) % 1_500 == 0
    assert moved == pytest.approx(slides, abs=1)


def test_the_charger_turns_parallel_to_the_front_it_met() -> None:
    """R-MD-33 A line 20 degrees askew is met edge to edge, in contact along the front."""
    run = struck(("murk_sword", 20, 20, 90), ("murk_sword", 20, 25, 250), wins=(0,) * 4)
    ours, theirs = run.state.poses[0], run.state.poses[2]
    assert turn(ours.facing, theirs.facing) == 180
    assert theirs == Pose(20_000, 25_000, 250, LINE, 4, 15)
    facing = [
        (a.slot, b.slot)
        for a in stands(ours)
        for b in stands(theirs)
        if abs(a.centre[0] - b.centre[0]) + abs(a.centre[1] - b.centre[1]) < 2_100
    ]
    assert facing
    assert gap(run.state, 0, 2) <= CONTACT


def test_charge_distance_is_measured_to_first_contact() -> None:
    """R-MD-33 The corner of a line askew is in reach though the squaring off takes the charger farther."""
    # The near end of their line is 4.9 inches ahead of our front, its middle is 5.9.
    field = Field([("murk_sword", 20, 20, 90), IDLE], [("murk_sword", 21, 27.0, 250)])
    assert "charge" in orders(give(field.run(), "unit:us_murk_sword"))
    run = charge(field.run(melee=round_of(0, 0, 0, 0)), "unit:us_murk_sword")
    assert run.state.locks == [(0, 2)]


def test_a_column_that_charges_forms_line_on_its_leading_stand() -> None:
    """R-MD-33 The front of the column stays where it struck; the others come up beside it and fight."""
    run = struck(("murk_sword", 20, 20, 90, COLUMN), ("murk_sword", 20, 27, 270), wins=(0, 0, 0, 0))
    ours = run.state.poses[0]
    assert ours.shape == LINE
    assert ours.y == 27_000 - 1_520
    # The leading stand stood at x 20; it is still there, as far as the half stand of the slide.
    assert min(abs(stand.centre[0] - 20_000) for stand in stands(ours)) <= 750
    assert (ours.x - 20_000) % 1_500 == 0


def test_a_column_that_is_charged_forms_line_on_its_leading_stand() -> None:
    """R-MD-33 Charged in front, its stands come up beside the first and fight, too."""
    run = struck(("murk_sword", 20, 20, 90), ("murk_sword", 20, 27, 270, COLUMN), wins=(0, 0, 0, 0))
    theirs = run.state.poses[2]
    assert theirs.shape == LINE
    assert theirs.facing == 270
    assert theirs.y == 27_000 - 3_000 + 750  # the middle of the stand that led
    assert run.state.locks == [(0, 2)]


def test_a_column_forms_line_as_far_as_there_is_room() -> None:
    """R-MD-33 Between two friends there is no room for a line: it fights in column, with its leading stand."""
    field = Field(
        [
            ("murk_sword", 20, 20, 90, COLUMN),
            ("murk_sword", 15.2, 24.5, 90),
            ("murk_sword", 24.8, 24.5, 90),
            IDLE,
        ],
        [("murk_sword", 20, 27, 270)],
    )
    run = charge(field.run(melee=round_of(0)), "unit:us_murk_sword_1")
    assert run.state.poses[0].shape == COLUMN
    assert run.state.locks == [(0, 4)]


def test_a_line_that_touches_two_units_fights_both() -> None:
    """R-MD-33 Each stand fights the one it faces: two here, two there, in one action."""
    field = Field(
        [("murk_sword", 20, 20, 90), IDLE], [("murk_sword", 17, 24, 270), ("murk_spear", 23.01, 24, 270)]
    )
    dice = [*round_of(0, 0), *round_of(0, 0, against=4)]
    run = charge(field.run(melee=dice), "unit:us_murk_sword", whom="them_murk_sword")
    assert sorted(run.state.locks) == [(0, 2), (0, 3)]


def test_each_stand_fights_the_unit_it_faces() -> None:
    """R-MD-33 Those who win strike the unit before them, not the one that was charged first."""
    field = Field(
        [("murk_sword", 20, 20, 90), IDLE], [("murk_sword", 17, 24, 270), ("murkleeg_melee", 20.76, 24, 270)]
    )
    # The stands are nearest to each other from the left to the right; the third one has the champion before it.
    dice = [*round_of(1, 0), *round_of(1, against=7)]
    run = charge(field.run(melee=dice), "unit:us_murk_sword", whom="them_murk_sword")
    assert run.state.poses[2].mask.bit_count() == 3
    assert run.state.labels[3] == 1
    assert sorted(run.state.locks) == [(0, 2), (0, 3)]


def test_a_square_shows_two_stands_to_each_side() -> None:
    """R-MD-33, R-MD-1 Against a square two stands of a line fight."""
    field = Field([("murk_sword", 20, 20, 90), IDLE], [("earthan_infantry", 20, 25, 270, SQUARE)])
    run = charge(field.run(melee=round_of(0, 0, against=4)), "unit:us_murk_sword")
    assert run.state.locks == [(0, 2)]


def test_who_has_beaten_everybody_does_not_step_back() -> None:
    """R-MD-34, MD 7.5 Nobody steps back from an enemy who is gone: he takes the ground or stays."""
    field = Field([("murk_sword", 20, 20, 90)], [("murk_sword", 20, 24, 270), ("murk_sword", 60, 40, 270)])
    run = charge(field.run(melee=round_of(1, 1, 1, 1)), "unit:us_murk_sword")
    assert run.state.fates[1] == DESTROYED
    give(run, "take_ground:no")
    assert run.state.poses[0].y == 24_000 - 1_520


def test_a_defender_whose_attacker_is_gone_does_not_step_back() -> None:
    """R-MD-34 Nobody steps back when no enemy stand is left in the melee."""
    field = Field([("murk_sword", 20, 20, 90), ("murk_sword", 50, 10, 90)], [("murk_sword", 20, 24, 270)])
    for slot in (1, 2, 3):
        field.s.poses[0] = without(field.s.poses[0], slot)
    run = charge(field.run(melee=round_of(-1)), "unit:us_murk_sword_1")
    assert run.state.fates[0] == DESTROYED
    assert run.state.poses[2].y == 24_000


def test_a_square_never_steps_back() -> None:
    """R-MD-34, R-MD-11 The charger steps back 2 inches from it, the square stays."""
    field = Field([("murk_sword", 20, 20, 90), IDLE], [("earthan_infantry", 20, 25, 270, SQUARE)])
    run = charge(field.run(melee=round_of(1, -1, against=4)), "unit:us_murk_sword")
    assert run.state.locks == []
    assert (run.state.poses[2].x, run.state.poses[2].y) == (20_000, 25_000)
    assert run.state.poses[0].y == 25_000 - 1_500 - 20 - 750 - 2_000


# Headings


def test_a_heading_is_asked_only_where_results_differ() -> None:
    """MD 4 A3, R-MD-33 Every heading that leads to the same fight is one choice; one choice is no question."""
    field = Field([("murkleeg_melee", 20, 20, 90), IDLE], [("murkleeg_melee", 20, 24, 270)])
    run = give(field.run(melee=round_of(0, dice=7, against=7)), "unit:us_murkleeg_melee", "charge")
    # One side of a single stand can be met from here only: its front.
    assert offered(run) == "unit"
    assert run.state.locks == [(0, 2)]


def test_headings_that_are_offered_lead_to_different_places() -> None:
    """MD 4 A3 Which stands of a line are struck is the player's choice, and each choice is offered once."""
    field = Field([("murk_cavalry", 20, 20, 90), IDLE], [("murk_sword", 21, 26, 265)])
    run = give(field.run(), "unit:us_murk_cavalry", "charge")
    assert offered(run) == "charge_heading"
    ends = []
    for key in keys(run):
        after = give(field.run(), "unit:us_murk_cavalry", "charge", key)
        ends.append((after.state.poses[0].x, after.state.poses[0].y, after.state.poses[0].facing))
    assert len(ends) == len(set(ends)) > 1


def test_a_heading_says_which_stands_it_strikes() -> None:
    """MD 4 A3 The stands that are named are those that fight."""
    field = Field([("murk_cavalry", 20, 20, 90), IDLE], [("murk_sword", 21, 26, 265)])
    run = give(field.run(), "unit:us_murk_cavalry", "charge")
    said = {option.key: option.says for option in question(run).options}
    for key, note in said.items():
        after = give(field.run(melee=round_of(1, 1, 1, 1, dice=4)), "unit:us_murk_cavalry", "charge", key)
        fallen = [slot + 1 for slot in range(4) if not after.state.poses[2].mask >> slot & 1]
        assert fallen
        named = re.findall(r"\d+", note.split(".")[0])
        assert [int(n) for n in named] == fallen
    assert len(set(said.values())) > 1
