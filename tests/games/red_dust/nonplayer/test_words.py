"""7, 9. The words of the tables: every condition, filter and metric, each with a position that fits and one that does not."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.red_dust.nonplayer.conditions import DICE, TESTS, condition_holds
from sandtable.games.red_dust.nonplayer.priorities import FILTERS, METRICS
from sandtable.games.red_dust.nonplayer.tables import CONDITIONS
from sandtable.games.red_dust.printed.map import (
    AVAILABLE,
    CORPORATIONS,
    MARS_GOV,
    NUMBER_OF,
    RECLAIMERS,
    RED_DUST,
)
from sandtable.games.red_dust.printed.pieces import KINDS
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.state import Op

from ..kit import KIND, play
from .kit import np_of, table

Position = dict[str, Any]


def pieces(**spaces: dict[str, int]) -> Position:
    return {"pieces": spaces}


def here(space: str, level: int = 0, **kinds: int) -> Position:
    """Pieces in one space, at a level of Support."""
    return {"pieces": {space: kinds}, "alignment": {space: level}}


#: Condition -> a position where it is true, and one where it is not.
CASES: dict[str, tuple[Position, Position]] = {
    "displaced_population_any": ({"displaced": 1}, {"displaced": 0}),
    "displaced_population_4_plus": ({"displaced": 4}, {"displaced": 3}),
    "eg_minus": ({"is_eg_up": False}, {"is_eg_up": True}),
    "eg_confidence_gt_4": ({"level": 6}, {"level": 5}),
    "available_corp_base": (
        pieces(),
        pieces(marth={"corp_base": 2}, radau={"corp_base": 2}, wilderness={"corp_base": 5}),
    ),
    "available_cr_base": (
        pieces(),
        pieces(marth={"cr_base": 5}, radau={"cr_base": 5}, wilderness={"cr_base": 5}),
    ),
    "labyrinth_support_rebel": (here("gandhi", 1, active_rd_rebel=1), here("marth", 1, rd_rebel=1)),
    "desert_support_rebel": (here("marth", 1, cr_rebel=1), here("gandhi", 1, cr_rebel=1)),
    "labyrinth_support_hidden_rebel": (here("gandhi", 1, rd_rebel=1), here("gandhi", 1, active_rd_rebel=1)),
    "space_without_coin_control": (
        pieces(),
        pieces(**{it: {"mg_troop": 1} for it in NUMBER_OF if NUMBER_OF[it] <= NUMBER_OF["wilderness"]}),
    ),
    "coin_control_not_active_support": (here("gandhi", 1, mg_troop=1), here("gandhi", 2, mg_troop=1)),
    "labyrinth_no_coin_control_reachable_mg": (
        pieces(sharma={"mg_troop": 1}, gandhi={"rd_rebel": 1}),
        pieces(sharma={"security": 1}, gandhi={"rd_rebel": 1}),
    ),
    "labyrinth_no_coin_control_reachable_corp": (
        pieces(sharma={"security": 1}, gandhi={"rd_rebel": 1}),
        pieces(sharma={"mg_troop": 1}, gandhi={"rd_rebel": 1}),
    ),
    "desert_without_corp_base_reachable_corp": (
        pieces(radau={"security": 1}),
        pieces(radau={"mg_troop": 1}),
    ),
    "plain_corp_base_in_desert": (here("marth", corp_base=1), here("marth", terraforming_base=1)),
    "two_plain_corp_bases_in_deserts": (
        pieces(marth={"corp_base": 1}, radau={"corp_base": 1}),
        pieces(marth={"corp_base": 1}, gandhi={"corp_base": 1}),
    ),
    "two_rich_corp_spaces": (
        pieces(marth={"corp_base": 1}, gandhi={"corp_base": 1}),
        pieces(marth={"corp_base": 1}, gandhi={"corp_base": 1, "mg_troop": 1}),
    ),
    "coin_control_security_damage": (
        {**here("marth", security=1), "damage": {"marth": 1}},
        {**here("marth", mg_troop=1), "damage": {"marth": 1}},
    ),
    "assault_mg_base_3_or_support": (
        here("gandhi", mg_troop=3, active_rd_rebel=3),
        here("gandhi", mg_troop=2, active_rd_rebel=3),
    ),
    "assault_mg_base_or_support": (
        here("gandhi", 1, mg_troop=1, active_rd_rebel=1),
        here("gandhi", mg_troop=3, active_rd_rebel=3),
    ),
    "assault_corp_base": (
        here("gandhi", security=2, active_rd_rebel=1, rd_base=1),
        here("gandhi", security=1, active_rd_rebel=1, rd_base=1),
    ),
    "assault_corp_base_or_2": (
        here("gandhi", security=2, active_rd_rebel=2),
        here("gandhi", security=2, active_rd_rebel=1),
    ),
    "rd_15_rebels_on_map": (here("gandhi", rd_rebel=15), here("gandhi", rd_rebel=14)),
    "cr_10_rebels_on_map": (here("gandhi", cr_rebel=10), here("gandhi", cr_rebel=9)),
    "fifteen_cr_rebels_and_enemy_base_in_desert": (
        here("radau", cr_rebel=15, corp_base=1),
        here("gandhi", cr_rebel=15, corp_base=1),
    ),
    "cr_forces_in_3_labyrinths": (
        pieces(gandhi={"cr_rebel": 1}, sharma={"cr_base": 1}, europa={"cr_rebel": 1}),
        pieces(gandhi={"cr_rebel": 1}, sharma={"cr_base": 1}, radau={"cr_rebel": 1}),
    ),
    "satellite_in_orbit": (pieces(orbit={"satellite": 1}), pieces(earth={"satellite": 1})),
    "rd_3_at_enemy_base": (here("gandhi", rd_rebel=3, cr_base=1), here("gandhi", rd_rebel=3, rd_base=1)),
    "rd_3_anywhere": (here("gandhi", active_rd_rebel=3), here("gandhi", rd_rebel=2)),
    "rd_3_populated_room_no_support": (here("gandhi", rd_rebel=3), here("gandhi", 1, rd_rebel=3)),
    "rd_2_populated_not_active_opposition": (
        pieces(gandhi={"rd_rebel": 1}, sharma={"rd_rebel": 1}),
        pieces(gandhi={"rd_rebel": 1}, wilderness={"rd_rebel": 1}),
    ),
    "rd_hidden_at_vulnerable_base": (
        here("gandhi", rd_rebel=1, mg_base=1, mg_troop=3),
        here("gandhi", rd_rebel=1, mg_base=1, mg_troop=4),
    ),
    "rd_rebel_pop2_not_active_opposition": (here("gandhi", -1, rd_rebel=1), here("marth", rd_rebel=1)),
    "rd_3_with_enemies": (here("gandhi", rd_rebel=3, cr_rebel=1), here("gandhi", rd_rebel=3)),
    "cr_base_without_hidden_rebel": (
        here("radau", cr_base=1, active_cr_rebel=1),
        here("radau", cr_base=1, cr_rebel=1),
    ),
    "cr_hidden_at_vulnerable_or_uncontrolled": (
        here("radau", cr_rebel=1, rd_rebel=1),
        here("radau", cr_rebel=1),
    ),
    "cr_rebel_not_neutral": (here("gandhi", -1, cr_rebel=1), here("gandhi", cr_rebel=1)),
    "cr_3_anywhere": (here("gandhi", cr_rebel=3), here("gandhi", cr_rebel=2)),
    "cr_3_enemy_base_or_uncontrolled": (here("gandhi", cr_rebel=3, mg_base=1), here("gandhi", cr_rebel=3)),
    "cr_rebel_support_opposition_population": (here("marth", cr_rebel=1), here("wilderness", cr_rebel=1)),
    "acting_is_eg_controller": ({"level": 6}, {"level": 5}),
}
#: For whom a condition is, where its name does not say it.
WHO = {
    "acting_is_eg_controller": MARS_GOV,
    "assault_corp_base": CORPORATIONS,
    "assault_corp_base_or_2": CORPORATIONS,
}


def who_of(name: str) -> int:
    for word, who in (("rd_", RED_DUST), ("cr_", RECLAIMERS), ("corp", CORPORATIONS)):
        if name.startswith(word) or f"_{word}" in name:
            return WHO.get(name, who)
    return MARS_GOV


@pytest.mark.parametrize("name", CASES)
def test_a_condition(name: str) -> None:
    fits, fails = CASES[name]
    assert TESTS[name](table(**fits), who_of(name))
    assert not TESTS[name](table(**fails), who_of(name))


def test_every_condition_has_a_case() -> None:
    about_the_game = {
        "corp_is_player",
        "two_dust_storms_left",
        "asset_total_lt_3",
        "three_rebels_activated",
        "operation_was_secure",
        "operation_was_recon",
    }
    assert set(TESTS) == {*CASES, *about_the_game}
    assert {*TESTS, *DICE} == set(CONDITIONS)


def test_conditions_about_the_game() -> None:
    """A person as CORP, Dust Storms to come, the Asset Total, and the Operation that has just been executed."""
    s = table()
    assert not TESTS["corp_is_player"](s, RECLAIMERS)
    assert TESTS["corp_is_player"](table(RECLAIMERS), RECLAIMERS)
    s.rounds = 1
    assert TESTS["two_dust_storms_left"](s, CORPORATIONS)
    s.rounds = 2
    assert not TESTS["two_dust_storms_left"](s, CORPORATIONS)
    np_of(s).asset_total = 3
    assert not TESTS["asset_total_lt_3"](s, RECLAIMERS)
    np_of(s).asset_total = 2
    assert TESTS["asset_total_lt_3"](s, RECLAIMERS)
    a = begin_operation(s, MARS_GOV, Op.SECURE)
    a.activated = 2
    assert not TESTS["three_rebels_activated"](s, MARS_GOV)
    a.activated = 3
    assert TESTS["three_rebels_activated"](s, MARS_GOV)
    assert TESTS["operation_was_secure"](s, MARS_GOV)
    assert not TESTS["operation_was_recon"](s, MARS_GOV)
    begin_operation(s, MARS_GOV, Op.RECON)
    assert TESTS["operation_was_recon"](s, MARS_GOV)
    assert not TESTS["operation_was_secure"](s, MARS_GOV)


#: Box -> how many dice, and the pieces whose Available number they must not exceed.
BOXES = {
    "dice_2d6_le_available_mg_troops": (2, ("mg_troop",)),
    "dice_1d6_le_available_mg_troops": (1, ("mg_troop",)),
    "dice_2d6_le_available_security": (2, ("security",)),
    "dice_2d6_le_available_rd_forces": (2, ("rd_rebel", "rd_base")),
    "dice_1d6_le_available_rd_bases": (1, ("rd_base",)),
    "dice_2d6_le_available_cr_forces": (2, ("cr_rebel", "cr_base")),
    "dice_1d6_le_available_cr_rebels": (1, ("cr_rebel",)),
}


@pytest.mark.parametrize("name", DICE)
def test_a_box_with_dice(name: str) -> None:
    """Not above what is Available; the errata count forces for RD and CR, but Rebels alone on card W."""
    dice, kinds = BOXES[name]
    s = table()
    for kind in KIND.values():
        s.pieces[AVAILABLE * KINDS + kind] = 0
    for piece in kinds:
        s.pieces[AVAILABLE * KINDS + KIND[piece]] = 4 // len(kinds)
    low, high = ((4,), (5,)) if dice == 1 else ((1, 3), (1, 4))
    assert play(s, condition_holds(s, MARS_GOV, name, True), dice=[low]).result is True
    assert play(s, condition_holds(s, MARS_GOV, name, True), dice=[high]).result is False


#: Filter -> the acting Faction, a position where Gandhi fits, and one where it does not.
FILTER_CASES: dict[str, tuple[int, Position, Position]] = {
    "rebels_at_support": (MARS_GOV, here("gandhi", 1, cr_rebel=1), here("gandhi", cr_rebel=1)),
    "mg_base_0_3_cubes": (
        MARS_GOV,
        here("gandhi", mg_base=1, security=3),
        here("gandhi", mg_base=1, eg_troop=4),
    ),
    "corp_base_0_3_cubes": (
        CORPORATIONS,
        here("gandhi", corp_base=1, specops=4),
        here("gandhi", corp_base=1, mg_troop=4),
    ),
    "not_active_support": (MARS_GOV, here("gandhi", 1), here("gandhi", 2)),
    "not_active_opposition": (RED_DUST, here("gandhi", -1), here("gandhi", -2)),
    "neutral": (RECLAIMERS, here("gandhi", 0), here("gandhi", 1)),
    "no_coin_control": (MARS_GOV, here("gandhi", rd_rebel=1), here("gandhi", security=1)),
    "no_own_control": (RED_DUST, here("gandhi", cr_rebel=1), here("gandhi", rd_rebel=1)),
    "rebel_base": (MARS_GOV, here("gandhi", cr_base=1), here("gandhi", cr_rebel=1)),
    "cr_base_or_cr_control": (MARS_GOV, here("gandhi", cr_rebel=1), here("gandhi", cr_rebel=1, rd_rebel=1)),
    "rebel_at_corp_base": (
        CORPORATIONS,
        here("gandhi", corp_base=1, rd_rebel=1),
        here("gandhi", mg_base=1, rd_rebel=1),
    ),
    "coin_units_lt_rebel_forces_with_corp": (
        CORPORATIONS,
        here("gandhi", corp_base=1, mg_troop=1, rd_rebel=1, rd_base=1),
        here("gandhi", mg_troop=1, rd_rebel=2),
    ),
    "labyrinth_corp_gt_mg": (
        CORPORATIONS,
        here("gandhi", security=2, mg_troop=1),
        here("gandhi", security=1, mg_troop=1),
    ),
    "conversion_center": (CORPORATIONS, here("gandhi", conversion_center=1), here("gandhi", cr_base=1)),
    "rd_base_no_hidden": (
        RED_DUST,
        here("gandhi", rd_base=1, active_rd_rebel=1),
        here("gandhi", rd_base=1, rd_rebel=1),
    ),
    "cr_base_no_hidden": (
        RECLAIMERS,
        here("gandhi", cr_base=1, active_cr_rebel=1),
        here("gandhi", cr_base=1, cr_rebel=1),
    ),
    "vulnerable_enemy_base": (
        RED_DUST,
        here("gandhi", corp_base=1, eg_troop=3),
        here("gandhi", corp_base=1, eg_troop=4),
    ),
    "own_rebels_1_2_and_base_room": (
        RED_DUST,
        here("gandhi", rd_rebel=2),
        here("gandhi", rd_rebel=2, mg_base=1, corp_base=1),
    ),
    "approaching_storm": (RECLAIMERS, {"storm": {"gandhi": "approaching"}}, {"storm": {"gandhi": "raging"}}),
}


@pytest.mark.parametrize("name", FILTER_CASES)
def test_a_filter(name: str) -> None:
    who, fits, fails = FILTER_CASES[name]
    assert FILTERS[name](table(**fits), who, NUMBER_OF["gandhi"])
    assert not FILTERS[name](table(**fails), who, NUMBER_OF["gandhi"])


def test_filters_about_the_ground() -> None:
    """The Wilderness is a Desert; a Labyrinth or an MG Base."""
    s = table(pieces={"marth": {"mg_base": 1}})
    grounds = [NUMBER_OF[it] for it in ("gandhi", "marth", "wilderness")]
    assert [FILTERS["desert"](s, MARS_GOV, it) for it in grounds] == [False, True, True]
    assert [FILTERS["labyrinth_or_mg_base"](s, MARS_GOV, it) for it in grounds] == [True, True, False]
    assert set(FILTERS) == {*FILTER_CASES, "desert", "labyrinth_or_mg_base"}


def test_metrics() -> None:
    """What rows compare, in Gandhi, which has two squares of Population and a third one Housed."""
    everybody = {
        "mg_troop": 3,
        "fortified_troop": 1,
        "mg_base": 1,
        "security": 2,
        "specops": 1,
        "eg_troop": 5,
    }
    rebels = {"rd_rebel": 2, "active_rd_rebel": 3, "dug_in_base": 1, "cr_rebel": 4, "cr_base": 1}
    s = table(pieces={"gandhi": {**everybody, **rebels}}, alignment={"gandhi": 2}, housed={"gandhi": 1})
    s.damage[NUMBER_OF["gandhi"]] = 0
    seen = {name: metric(s, RED_DUST, NUMBER_OF["gandhi"]) for name, metric in METRICS.items()}
    assert seen == {
        "support": 6,
        "opposition": 0,
        "population": 3,
        "damage": 0,
        "rebels": 9,
        "own_rebels": 5,
        "rebel_forces": 11,
        "enemy_forces": 4 + 1 + 3 + 5 + 5,
        "mg_forces": 5,
        "corp_forces": 3,
        "rd_bases": 1,
        "all_bases": 3,
    }
    s = table(alignment={"gandhi": -1}, damage={"gandhi": 1})
    assert METRICS["opposition"](s, RED_DUST, NUMBER_OF["gandhi"]) == 1
    assert METRICS["damage"](s, RED_DUST, NUMBER_OF["gandhi"]) == 1
