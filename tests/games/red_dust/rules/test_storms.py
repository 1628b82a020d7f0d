"""9 Dust Storms: what they stop, what they do not, and Storm rolls."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, ON_MARS, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.dust_storm import pacify_phase
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.special_activities.take import specials
from sandtable.games.red_dust.rules.storms import roll_storms
from sandtable.games.red_dust.state import APPROACHING, NO_STORM, RAGING, Mars, Op

from ..kit import Played, at, mars, n, operation, play, spaces_for

M, C, D, R = MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS
Pieces = dict[str, int]

#: Operations, and what lets them choose a space.
CHOSEN: list[tuple[int, Op, Pieces]] = [
    (M, Op.TRAIN, {"mg_base": 1, "mg_troop": 1}),
    (M, Op.ASSAULT, {"mg_troop": 1, "active_rd_rebel": 1}),
    (C, Op.ASSAULT, {"security": 1, "active_rd_rebel": 1}),
    (D, Op.RALLY, {}),
    (R, Op.RALLY, {}),
    (D, Op.ATTACK, {"rd_rebel": 1, "mg_troop": 1}),
    (R, Op.ATTACK, {"cr_rebel": 1, "mg_troop": 1}),
    (D, Op.CAMPAIGN, {"rd_rebel": 1}),
    (R, Op.PREACH, {"cr_rebel": 1}),
]
#: Special Activities, an Operation they go with, and what lets them choose a space.
ACTIVITIES: list[tuple[int, Op, str, Pieces]] = [
    (M, Op.TRAIN, "entrench", {"mg_troop": 1}),
    (C, Op.SECURE, "public_relations", {"security": 2}),
    (C, Op.LOGISTICS, "exploit", {"corp_base": 1}),
    (C, Op.SECURE, "raid", {"specops": 1, "rd_rebel": 1}),
    (D, Op.RALLY, "redistribute", {"rd_rebel": 1}),
    (D, Op.RALLY, "coordinate", {"rd_rebel": 1}),
    (R, Op.RALLY, "purify", {"cr_rebel": 2, "security": 1}),
]


def name(case: object) -> str | None:
    return case.name.lower() if isinstance(case, Op) else None


# What Storms stop


@pytest.mark.parametrize(("who", "op", "pieces"), CHOSEN, ids=name)
@pytest.mark.parametrize(
    ("space", "storm", "open_to_all"),
    [("radau", "raging", False), ("radau", "approaching", True), ("gandhi", "raging", True)],
)
def test_operations(who: int, op: Op, pieces: Pieces, space: str, storm: str, open_to_all: bool) -> None:
    """9 A Desert with a Raging Storm cannot be selected; one with an Approaching Storm can, and so can a Labyrinth."""
    s = mars({space: pieces}, storm={space: storm}, hand=[7])
    assert (space in spaces_for(s, who, op)) is open_to_all


@pytest.mark.parametrize(
    ("space", "storm", "may"), [("radau", "raging", False), ("radau", "approaching", True)]
)
def test_logistics(space: str, storm: str, may: bool) -> None:
    """9, 16.2 No Base turns to Terraforming under a Raging Storm."""
    s = mars({space: {"corp_base": 1}}, storm={space: storm})
    assert (space in spaces_for(s, CORPORATIONS, Op.LOGISTICS)) is may


@pytest.mark.parametrize(("who", "op", "activity", "pieces"), ACTIVITIES, ids=name)
@pytest.mark.parametrize(
    ("space", "storm", "may"),
    [("radau", "raging", False), ("radau", "approaching", True), ("gandhi", "raging", True)],
)
def test_special_activities(
    who: int, op: Op, activity: str, pieces: Pieces, space: str, storm: str, may: bool
) -> None:
    """9 The same holds for Special Activities."""
    s = mars({space: pieces}, storm={space: storm}, displaced=1)
    found = specials(s, begin_operation(s, who, op, special=True))
    assert (activity in [it.name.lower() for it in found]) is may


@pytest.mark.parametrize(("space", "storm", "may"), [("radau", "raging", False), ("gandhi", "raging", True)])
def test_ransack(space: str, storm: str, may: bool) -> None:
    """9, 17.11 Nor is a stormy Desert Ransacked."""
    s = mars({space: {"cr_rebel": 1}}, storm={space: storm}, damage={space: 1})
    found = specials(s, begin_operation(s, RECLAIMERS, Op.RALLY, special=True))
    assert ("ransack" in [it.name.lower() for it in found]) is may


@pytest.mark.parametrize(("stormy", "labyrinth"), [("arsia_mons", "tenzing"), ("tenzing", "europa")])
@pytest.mark.parametrize(("storm", "leaves"), [("approaching", True), ("raging", False)])
def test_nobody_leaves_a_raging_storm(stormy: str, labyrinth: str, storm: str, leaves: bool) -> None:
    """9 Neither a Desert nor a Labyrinth; Secure, Recon and March alike."""
    pieces = {stormy: {"mg_troop": 2, "rd_rebel": 1}}
    s = mars(pieces, storm={stormy: storm}, resources=(3, 0, 0))
    assert ("pavonis_mons" in spaces_for(s, RED_DUST, Op.MARCH)) is leaves
    for op, goal in ((Op.SECURE, labyrinth), (Op.RECON, "pavonis_mons")):
        s = mars(pieces, storm={stormy: storm}, resources=(3, 0, 0))
        played = operation(s, MARS_GOV, op, goal + " done" * leaves)
        assert played.was_asked(f"{op.name.lower()}_from") is leaves


@pytest.mark.parametrize("stormy", ["arsia_mons", "tenzing"])
def test_nobody_enters_a_raging_storm(stormy: str) -> None:
    """9 No March and no Recon into it; a Labyrinth may be Secured, but no Troop gets there."""
    s = mars({"pavonis_mons": {"rd_rebel": 1, "mg_troop": 3}}, storm={stormy: "raging"}, resources=(3, 0, 0))
    assert stormy not in spaces_for(s, RED_DUST, Op.MARCH)
    assert stormy not in spaces_for(s, MARS_GOV, Op.RECON)
    if stormy == "tenzing":
        assert not operation(s, MARS_GOV, Op.SECURE, "secure:tenzing").was_asked("secure_from")


def test_nobody_passes_through_a_raging_storm() -> None:
    """9 Tenzing bars the Maglev from Shepard to Europa."""
    pieces = {"shepard": {"mg_troop": 2, "rd_rebel": 1}}
    for storm, passes in (("approaching", True), ("raging", False)):
        s = mars(pieces, damage={"shepard": 1}, storm={"tenzing": storm}, resources=(3, 0, 0))
        played = operation(s, MARS_GOV, Op.SECURE, "secure:europa" + " done" * passes)
        assert played.was_asked("secure_from") is passes
        assert ("europa" in spaces_for(s, RED_DUST, Op.MARCH)) is passes


def test_pieces_are_placed_in_a_stormy_labyrinth() -> None:
    """9 May be selected, and pieces may be placed there."""
    s = mars({"gandhi": {"mg_troop": 1}}, storm={"gandhi": "raging"}, resources=(3, 0, 0))
    operation(s, MARS_GOV, Op.TRAIN, "train:gandhi 4")
    assert at(s, "gandhi", "mg_troop") == 5


def test_travel_ignores_storms() -> None:
    """9, 16.8 CR leaves, crosses and enters Raging Storms."""
    s = mars(
        {"radau": {"cr_rebel": 1}, "marth": {"cr_base": 1}},
        storm={"radau": "raging", "marth": "raging", "shenzhou": "raging"},
        hand=[7],
        resources=(0, 0, 0),
    )
    operation(s, RECLAIMERS, Op.TRAVEL, "travel:radau travel_to:marth travel_on:shenzhou done")
    assert at(s, "shenzhou", "cr_rebel") == 1


def test_a_storm_in_the_wilderness_obeys_the_same_rules() -> None:
    """Ruling 19 A marker in the Wilderness (Event 47) stops what Storms stop."""
    s = mars({"wilderness": {"cr_rebel": 1, "mg_troop": 1}}, storm={"wilderness": "raging"}, hand=[7])
    assert "wilderness" not in spaces_for(s, RECLAIMERS, Op.ATTACK)
    assert "wilderness" not in spaces_for(s, MARS_GOV, Op.RECON)
    assert "wilderness" in spaces_for(s, RECLAIMERS, Op.TRAVEL)


def test_rounds_work_normally_in_storms() -> None:
    """9, ruling 21 The Support Phase reaches a Desert with a Raging Storm."""
    s = mars({"radau": {"mg_troop": 1}}, storm={"radau": "raging"}, resources=(3, 0, 0))
    play(s, pacify_phase(s), "radau/shift")
    assert s.alignment[n("radau")] == 1


# 9.1 Storm rolls


def roll(s: Mars, *dice: tuple[int, int], rolls: int = 0, answers: str = "") -> Played:
    """Storm rolls, white die first."""
    thrown = [(die,) for pair in dice for die in pair]
    return play(s, roll_storms(s, rolls or len(dice)), answers, dice=thrown)


WHITE = {
    1: "new_cordoba rutherford radau trouvelot marth shenzhou",
    2: "new_cordoba rutherford radau trouvelot marth shenzhou",
    3: "ascraeus_mons tharsis_tholus noctis_labyrinthus sinai_planum daedalia_planum arsia_mons",
    4: "europa tenzing pavonis_mons syria_planum tereshkova shepard",
    5: "alpheus_colles coronae_montes hellas_chaos hellas_chaos gandhi sharma",
    6: "alpheus_colles coronae_montes hellas_chaos hellas_chaos gandhi sharma",
}


@pytest.mark.parametrize("white", WHITE)
def test_where_a_storm_comes(white: int) -> None:
    """9.1 The white die is the Sector, the black die the space; an Approaching Storm is placed there."""
    for black, space in enumerate(WHITE[white].split(), 1):
        s = mars()
        roll(s, (white, black))
        assert [s.storm[it] for it in ON_MARS if s.storm[it]] == [APPROACHING]
        assert s.storm[n(space)] == APPROACHING


def test_a_second_roll_turns_it_raging_and_cr_strikes() -> None:
    """9.1 CR may remove one enemy force there: any but its own, a Base only without its units."""
    pieces = {"rd_rebel": 1, "rd_base": 1, "security": 1, "corp_base": 1, "cr_rebel": 1, "specops": 1}
    s = mars({"radau": pieces}, storm={"radau": "approaching"})
    played = roll(s, (1, 3), answers="security")
    assert played.who("storm_strike") == RECLAIMERS
    assert sorted(played.options("storm_strike")) == ["done", "rd_rebel", "security", "specops"]
    assert s.storm[n("radau")] == RAGING
    assert (at(s, "radau", "security"), at(s, "casualties", "security")) == (0, 1)


def test_the_strike_is_optional() -> None:
    """9.1 "May"."""
    s = mars({"radau": {"rd_rebel": 1}}, storm={"radau": "approaching"})
    roll(s, (1, 3), answers="done")
    assert at(s, "radau", "rd_rebel") == 1


def test_a_third_roll_strikes_again() -> None:
    """9.1 A marker that rages already stays, and CR strikes once more; EG Troops go to Casualties."""
    s = mars({"radau": {"eg_troop": 2}}, storm={"radau": "raging"})
    roll(s, (2, 3), answers="eg_troop")
    assert (s.storm[n("radau")], at(s, "radau", "eg_troop"), at(s, "casualties", "eg_troop")) == (
        RAGING,
        1,
        1,
    )


def test_a_strike_takes_a_lone_base() -> None:
    """9.1 Bases last: with no unit left, the Base."""
    s = mars({"radau": {"terraforming_base": 1}}, storm={"radau": "approaching"})
    roll(s, (1, 3), answers="terraforming_base")
    assert at(s, "casualties", "corp_base") == 1


def test_nobody_is_asked_where_no_enemy_is() -> None:
    """9.1 CR's own pieces are safe."""
    s = mars({"radau": {"cr_rebel": 1, "cr_base": 1}}, storm={"radau": "approaching"})
    assert not roll(s, (1, 3)).was_asked("storm_strike")


def test_rolling_stops_at_six_markers() -> None:
    """9, 9.1 One marker a space, six in all: the seventh roll is not made."""
    s = mars(storm=dict.fromkeys(("europa", "tenzing", "gandhi", "sharma"), "approaching"))
    roll(s, (3, 1), (3, 1), (3, 2), rolls=7)
    assert sum(storm != NO_STORM for storm in s.storm) == 6
    assert s.storm[n("ascraeus_mons")] == RAGING
