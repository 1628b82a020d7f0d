"""13 The Flashpoint Round, phase by phase."""

from __future__ import annotations

import pytest

from sandtable.engine import Steps
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, NOBODY, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.flashpoint import (
    PHASES,
    attrition_phase,
    confidence_phase,
    corporate_casualties,
    cycler_phase,
    storm_phase,
    terraforming_phase,
)
from sandtable.games.red_dust.state import APPROACHING, NO_STORM, RAGING, Mars, Phase

from ..kit import at, mars, n, play


def only(s: Mars, phase: object) -> Steps[None]:
    """One phase of the Round, as a turn of the game."""
    s.phase, s.step = Phase.FLASHPOINT, PHASES.index(phase)
    yield from GAME.turn(s)


def whole(s: Mars) -> Steps[None]:
    """The whole Round."""
    s.phase, s.step, s.flashpoint = Phase.FLASHPOINT, 0, 5
    while s.phase is Phase.FLASHPOINT:
        yield from GAME.turn(s)


# 13.1 Aldrin Cycler


def test_what_is_in_transit_arrives() -> None:
    """13.1 (a), (b): units reach Phobos, Satellites Orbit, Population is displaced, each Supply gives MG 3."""
    s = mars({"transit": {"eg_troop": 2, "security": 1, "specops": 1, "satellite": 1}}, displaced=1, level=0)
    s.supply_in_transit, s.population_in_transit = 2, 1
    play(s, only(s, cycler_phase))
    assert [at(s, "phobos", kind) for kind in ("eg_troop", "security", "specops")] == [2, 1, 1]
    assert (at(s, "phobos", "satellite"), at(s, "orbit", "satellite")) == (0, 1)
    assert (s.displaced, s.population_in_transit) == (2, 0)
    assert (s.resources[MARS_GOV], s.supply_in_transit) == (26, 0)


def test_one_population_leaves_earth() -> None:
    """13.1 (c): one Population from Earth to Transit, by itself."""
    s = mars(level=0)
    s.population_on_earth = 3
    assert not play(s, only(s, cycler_phase)).asked
    assert (s.population_on_earth, s.population_in_transit) == (2, 1)


@pytest.mark.parametrize(("level", "who"), [(3, CORPORATIONS), (6, MARS_GOV)])
def test_the_controller_must_send_five_pieces(level: int, who: int) -> None:
    """13.1 (d): the Controller chooses five others: of 3 Troops, 2 Security, 1 Satellite and 2 Supply."""
    s = mars({"earth": {"eg_troop": 3, "security": 2, "satellite": 1}}, level=level, resources=(0, 0, 0))
    s.supply_on_earth = 2
    played = play(s, only(s, cycler_phase), "cycler:eg_troop/1 cycler:security/2 cycler:supply/2")
    assert {seat for seat, _, _ in played.asked} == {who}
    assert (at(s, "transit", "eg_troop"), at(s, "transit", "security"), s.supply_in_transit) == (1, 2, 2)
    assert (at(s, "earth", "eg_troop"), at(s, "earth", "satellite"), s.supply_on_earth) == (2, 1, 0)


def test_fewer_than_five_all_go() -> None:
    """13.1 (d): or all if there are fewer; nobody has to choose."""
    s = mars({"earth": {"eg_troop": 2, "specops": 1}}, resources=(0, 0, 0))
    s.supply_on_earth = 1
    assert not play(s, only(s, cycler_phase)).asked
    assert (at(s, "transit", "eg_troop"), at(s, "transit", "specops"), s.supply_in_transit) == (2, 1, 1)


def test_without_a_controller_nothing_is_sent() -> None:
    """13.1 (d): no Controller, none; but Population goes, and CORP may still pay for pieces (e)."""
    s = mars({"earth": {"security": 2}}, level=0)
    s.population_on_earth = 1
    play(s, only(s, cycler_phase), "cycler_extra:security/1")
    assert (at(s, "transit", "security"), s.population_in_transit) == (1, 1)
    assert s.resources[CORPORATIONS] == 19


def test_the_corporations_may_send_more_whoever_controls() -> None:
    """13.1 (e): CORP may move further pieces at 1 Profit each, though MG is Controller; no Population."""
    s = mars({"earth": {"eg_troop": 7}}, level=7, resources=(0, 2, 0))
    s.population_on_earth, s.supply_on_earth = 2, 1
    played = play(s, only(s, cycler_phase), "cycler:eg_troop/5 cycler_extra:eg_troop/1 cycler_extra:supply/1")
    assert played.who("cycler_extra") == CORPORATIONS
    assert played.options("cycler_extra") == ["eg_troop/2", "eg_troop/1", "supply/1", "done"]
    assert (at(s, "transit", "eg_troop"), s.supply_in_transit, s.population_in_transit) == (6, 1, 1)
    assert s.resources[CORPORATIONS] == 0


# 13.2 Corporate Casualties


@pytest.mark.parametrize(
    ("lost", "profits"),
    [({"corp_base": 2, "security": 3, "specops": 4}, 17), ({"security": 1}, 20), ({"specops": 2}, 20)],
)
def test_corporate_casualties_cost_profits(lost: dict[str, int], profits: int) -> None:
    """13.2: −1 for each Base, −1 for two Security rounded down, SpecOps nothing; all are Available again."""
    s = mars({"casualties": {**lost, "eg_troop": 2, "satellite": 1}})
    play(s, only(s, corporate_casualties))
    assert s.resources[CORPORATIONS] == profits
    for kind, total in (("corp_base", 9), ("security", 16), ("specops", 8)):
        assert at(s, "available", kind) == total
    assert (at(s, "casualties", "eg_troop"), at(s, "casualties", "satellite")) == (2, 1)


# 13.3 EarthGov Confidence


def test_satellites_return_to_orbit() -> None:
    """13.3: Satellites on Mars return; those on Earth and in Transit do not move."""
    s = mars({"gandhi": {"satellite": 1}, "radau": {"satellite": 1}, "earth": {"satellite": 1}})
    play(s, only(s, confidence_phase))
    assert (at(s, "orbit", "satellite"), at(s, "earth", "satellite")) == (2, 1)


@pytest.mark.parametrize(
    ("level", "is_up", "after", "troops", "supply", "population"),
    [
        (3, True, 4, 4, 2, 1),
        (3, False, 2, 6, 1, 0),
        (5, True, 6, 2, 2, 2),
        (7, True, 8, 0, 3, 3),
        (8, True, 8, 0, 3, 3),
        (1, False, 0, 0, 0, 0),
        (0, False, 0, 0, 0, 0),
        (0, True, 1, 6, 1, 0),
    ],
)
def test_the_level_moves_and_earth_sends_what_the_new_one_shows(
    level: int, is_up: bool, after: int, troops: int, supply: int, population: int
) -> None:
    """8.1, 13.3: one step by the marker, which keeps its side; then Troops, Supply and Population of the new level."""
    s = mars(level=level, is_eg_up=is_up)
    play(s, only(s, confidence_phase))
    assert (s.level, s.is_eg_up) == (after, is_up)
    assert (at(s, "earth", "eg_troop"), s.supply_on_earth, s.population_on_earth) == (
        troops,
        supply,
        population,
    )


def test_troops_come_as_far_as_available() -> None:
    """13.3: of four Troops only the two that are Available come."""
    s = mars({"phobos": {"eg_troop": 14}}, is_eg_up=True)
    play(s, only(s, confidence_phase))
    assert at(s, "earth", "eg_troop") == 2


def test_level_zero_takes_earthgov_home() -> None:
    """8.1, ruling 12: EG Troops of Mars, Phobos, Transit and Earth are Available, all Satellites on Earth."""
    s = mars(
        {
            "gandhi": {"eg_troop": 2, "rd_rebel": 1, "satellite": 1},
            "phobos": {"eg_troop": 1},
            "transit": {"eg_troop": 1, "satellite": 1},
            "earth": {"eg_troop": 1},
            "orbit": {"satellite": 1},
            "casualties": {"eg_troop": 3},
        },
        level=1,
    )
    play(s, only(s, confidence_phase))
    assert (at(s, "available", "eg_troop"), at(s, "casualties", "eg_troop")) == (13, 3)
    assert (at(s, "earth", "satellite"), at(s, "transit", "satellite")) == (3, 0)
    assert s.control[n("gandhi")] == RED_DUST
    assert s.controller() == NOBODY


def test_a_new_controller_takes_over() -> None:
    """8.1: at level 6 MG is Controller, at level 5 CORP is."""
    s = mars(level=5, is_eg_up=True)
    assert s.controller() == CORPORATIONS
    play(s, only(s, confidence_phase))
    assert s.controller() == MARS_GOV


# 13.4 Terraforming


def test_terraforming_pays_by_desert() -> None:
    """13.4: 2 for the first Terraforming Base of a Desert and 1 for the second: 3 + 2; basic Bases bring nothing."""
    s = mars(
        {
            "radau": {"terraforming_base": 2},
            "marth": {"terraforming_base": 1, "corp_base": 1},
            "rutherford": {"corp_base": 1},
        }
    )
    play(s, only(s, terraforming_phase))
    assert s.resources[CORPORATIONS] == 25


def test_conversion_centers_in_deserts_cost_profits() -> None:
    """13.4: −1 for each in a Desert, the Wilderness included; in a Labyrinth, or basic, it costs nothing."""
    s = mars(
        {
            "radau": {"conversion_center": 2},
            "wilderness": {"conversion_center": 1, "cr_base": 2},
            "gandhi": {"conversion_center": 1},
        }
    )
    play(s, only(s, terraforming_phase))
    assert s.resources[CORPORATIONS] == 17


@pytest.mark.parametrize(("before", "after"), [(49, 49), (0, 1), (48, 49)])
def test_the_gain_comes_before_the_loss(before: int, after: int) -> None:
    """10, 13.4: first +2, lost above 50, then −1."""
    s = mars({"radau": {"terraforming_base": 1}, "marth": {"conversion_center": 1}}, resources=(0, before, 0))
    play(s, only(s, terraforming_phase))
    assert s.resources[CORPORATIONS] == after


# 13.5 Dust Storms


def test_storms_pass_and_begin_to_rage() -> None:
    """13.5: Raging Storms go, Approaching ones rage; a Next Event of value 0 brings no roll."""
    s = mars(storm={"radau": "raging", "gandhi": "approaching"}, following=13)
    play(s, only(s, storm_phase))
    assert (s.storm[n("radau")], s.storm[n("gandhi")]) == (NO_STORM, RAGING)


def test_as_many_rolls_as_the_next_event_shows() -> None:
    """9.1, 13.5: Event 5 has value 2: white 1 black 3 is Radau, white 6 black 4 Hellas Chaos."""
    s = mars(following=5)
    play(s, only(s, storm_phase), dice=[(1,), (3,), (6,), (4,)])
    assert (s.storm[n("radau")], s.storm[n("hellas_chaos")]) == (APPROACHING, APPROACHING)


def test_a_roll_on_a_storm_lets_the_church_strike() -> None:
    """9.1, 13.5: the Storm that has just turned Raging is hit again: CR may remove an enemy, Bases last."""
    pieces = {"radau": {"security": 1, "corp_base": 1, "rd_rebel": 1}}
    s = mars(pieces, storm={"radau": "approaching"}, following=2)
    played = play(s, only(s, storm_phase), "storm_strike:security", dice=[(2,), (3,)])
    assert played.options("storm_strike") == ["security", "rd_rebel", "done"]
    assert played.who("storm_strike") == RECLAIMERS
    assert at(s, "casualties", "security") == 1
    assert s.storm[n("radau")] == RAGING


def test_rolls_stop_at_six_markers() -> None:
    """9.1: with five Storms left one roll places the sixth, and the second is not made."""
    spaces = ("gandhi", "sharma", "europa", "tenzing", "shepard")
    s = mars(storm=dict.fromkeys(spaces, "approaching"), following=5)
    play(s, only(s, storm_phase), dice=[(1,), (3,)])
    assert sum(1 for storm in s.storm if storm) == 6


# 13.6 Attrition, then Conversion


def test_attrition_in_unpopulated_and_raging_deserts() -> None:
    """13.6: Unpopulated Deserts, the Wilderness and Raging Storms: one MG Troop, one Security and one RD Rebel each."""
    forces = {"mg_troop": 2, "security": 2, "rd_rebel": 2}
    spaces = ("radau", "wilderness", "marth", "trouvelot", "gandhi")
    s = mars(
        dict.fromkeys(spaces, forces),
        damage={"radau": 1, "gandhi": 2},
        storm={"marth": "raging", "trouvelot": "approaching"},
    )
    play(s, only(s, attrition_phase))
    left = [[at(s, space, kind) for kind in forces] for space in spaces]
    assert left == [[1, 1, 1], [1, 1, 1], [1, 1, 1], [2, 2, 2], [2, 2, 2]]
    assert at(s, "casualties", "security") == 3  # ruling 13


def test_earthgov_specops_and_church_suffer_nothing() -> None:
    """13.6: EG Troops, SpecOps and CR Rebels never suffer."""
    forces = {"eg_troop": 1, "specops": 1, "active_specops": 1, "cr_rebel": 1}
    s = mars({"wilderness": forces})
    play(s, only(s, attrition_phase))
    assert {kind: at(s, "wilderness", kind) for kind in forces} == forces


@pytest.mark.parametrize(("answer", "left"), [("mg_troop", [0, 1]), ("fortified_troop", [1, 0])])
def test_marsgov_picks_the_troop_it_loses(answer: str, left: list[int]) -> None:
    """4.6, 13.6: an ordinary Troop or a Fortified one, the loser's choice."""
    s = mars({"radau": {"mg_troop": 1, "fortified_troop": 1}}, storm={"radau": "raging"})
    played = play(s, only(s, attrition_phase), f"attrition:{answer}")
    assert played.who("attrition") == MARS_GOV
    assert [at(s, "radau", kind) for kind in ("mg_troop", "fortified_troop")] == left


def test_red_dust_picks_the_rebel_it_loses() -> None:
    """4.6, 13.6: Hidden or Active, the loser's choice."""
    s = mars({"wilderness": {"rd_rebel": 1, "active_rd_rebel": 1}})
    played = play(s, only(s, attrition_phase), "attrition:active_rd_rebel")
    assert played.who("attrition") == RED_DUST
    assert at(s, "wilderness", "rd_rebel") == 1


@pytest.mark.parametrize(
    ("base", "left"),
    [
        ("mg_base", [1, 1, 0]),
        ("corp_base", [1, 1, 0]),
        ("terraforming_base", [1, 1, 0]),
        ("rd_base", [0, 0, 1]),
        ("dug_in_base", [0, 0, 1]),
        ("cr_base", [0, 0, 0]),
    ],
)
def test_a_base_shelters_its_side(base: str, left: list[int]) -> None:
    """13.6: any COIN Base saves MG and CORP alike, an RD Base the Rebels; a CR Base saves nobody."""
    s = mars({"wilderness": {base: 1, "mg_troop": 1, "security": 1, "rd_rebel": 1}})
    play(s, only(s, attrition_phase))
    assert [at(s, "wilderness", kind) for kind in ("mg_troop", "security", "rd_rebel")] == left


def test_conversion_centers_bring_rebels() -> None:
    """13.6: one CR Rebel in each Populated space with a Conversion Center, one for a space with two."""
    s = mars(
        {
            "gandhi": {"conversion_center": 2},
            "radau": {"conversion_center": 1},
            "wilderness": {"conversion_center": 1},
            "marth": {"cr_base": 1},
        }
    )
    play(s, only(s, attrition_phase))
    rebels = [at(s, space, "cr_rebel") for space in ("gandhi", "radau", "wilderness", "marth")]
    assert rebels == [1, 1, 0, 0]


def test_the_reclaimers_choose_where_conversion_brings_rebels() -> None:
    """13.6, ruling 37: one Rebel is Available for three Conversion Centers; the Reclaimers say which space gets it."""
    s = mars(
        {
            **{key: {"conversion_center": 1} for key in ("gandhi", "radau", "europa")},
            "out_of_game": {"cr_rebel": 19},
        }
    )
    played = play(s, only(s, attrition_phase), "conversion:radau take_from_map:done take_from_map:done")
    assert played.who("conversion") == RECLAIMERS
    assert sorted(played.options("conversion")) == ["europa", "gandhi", "radau"]
    assert [at(s, space, "cr_rebel") for space in ("gandhi", "radau", "europa")] == [0, 1, 0]


def test_conversion_is_no_question_while_rebels_last() -> None:
    """13.6, ruling 37: two Rebels for two spaces leave nothing to choose."""
    s = mars(
        {**{key: {"conversion_center": 1} for key in ("gandhi", "radau")}, "out_of_game": {"cr_rebel": 18}}
    )
    assert play(s, only(s, attrition_phase)).asked == []
    assert [at(s, space, "cr_rebel") for space in ("gandhi", "radau")] == [1, 1]


def test_conversion_may_draw_on_the_map() -> None:
    """4.3, 13.6, ruling 37: when the pool is empty the Reclaimers may take Rebels from elsewhere, or leave it."""
    s = mars(
        {"gandhi": {"conversion_center": 1}, "radau": {"conversion_center": 1}, "marth": {"cr_rebel": 19}}
    )
    played = play(s, only(s, attrition_phase), "conversion:radau take_from_map:marth/cr_rebel")
    assert played.who("take_from_map") == RECLAIMERS
    assert [at(s, space, "cr_rebel") for space in ("gandhi", "radau", "marth")] == [1, 1, 18]


# The whole Round


def test_the_phases_come_in_their_order() -> None:
    """13: casualties cost Profits before Terraforming brings any; the Storm that rages now causes Attrition; marker to 0."""
    s = mars(
        {
            "casualties": {"corp_base": 3},
            "radau": {"terraforming_base": 1},
            "marth": {"rd_rebel": 2, "mg_troop": 1},
        },
        resources=(0, 1, 0),
        storm={"marth": "approaching"},
        following=13,
    )
    play(s, whole(s))
    assert s.resources[CORPORATIONS] == 2
    assert (at(s, "marth", "rd_rebel"), at(s, "marth", "mg_troop")) == (1, 0)
    assert (s.flashpoint, s.step, s.phase) == (0, 0, Phase.BIDS)


def test_the_cycler_moves_before_earth_is_stocked() -> None:
    """13.1, 13.3: what confidence sends to Earth waits for the next Cycler."""
    s = mars(is_eg_up=True, resources=(0, 0, 0), following=13)
    play(s, whole(s))
    assert (at(s, "earth", "eg_troop"), at(s, "transit", "eg_troop")) == (4, 0)
    assert (s.population_on_earth, s.population_in_transit, s.supply_on_earth) == (1, 0, 2)
