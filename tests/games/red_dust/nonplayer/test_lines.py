"""11, 19. Every keep and get line of the move priorities and of Redeploy, each alone, and steps A, B and C."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.red_dust.nonplayer import moves, rounds
from sandtable.games.red_dust.nonplayer.moves import brought, held_back, moveable
from sandtable.games.red_dust.printed.map import (
    COIN,
    CORPORATIONS,
    MARS_GOV,
    NUMBER_OF,
    RECLAIMERS,
    RED_DUST,
)
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.redeploy import begin_redeploy, redeploy_cr_rebels, redeploy_marsgov
from sandtable.games.red_dust.rules.special_activities.transport import transport
from sandtable.games.red_dust.state import Mars, Op

from ..kit import KIND, play
from .kit import left_to_chance, np_of, operated, operation, table
from .test_rounds import whole

GANDHI = NUMBER_OF["gandhi"]


def at(s: Mars, space: str, piece: str) -> int:
    return s.at(NUMBER_OF[space], KIND[piece])


def position(level: int = 0, space: str = "gandhi", **more: Any) -> Mars:
    kinds = {name: n for name, n in more.items() if name in KIND}
    rest = {name: value for name, value in more.items() if name not in KIND}
    return table(pieces={space: kinds}, alignment={space: level}, **rest)


#: Keep line -> Faction, position, and how many of its units stay for this line alone.
KEPT: list[tuple[str, int, Mars, int]] = [
    ("keep_control", MARS_GOV, position(mg_troop=4, rd_rebel=2), 3),
    ("keep_control", RED_DUST, position(rd_rebel=4, mg_troop=2), 3),
    ("keep_cubes_vs_active", MARS_GOV, position(mg_troop=4, active_rd_rebel=2), 2),
    ("keep_cubes_vs_active", MARS_GOV, position(mg_troop=2, active_rd_rebel=3), 0),
    ("keep_mg_ge_corp", MARS_GOV, position(1, mg_troop=4, corp_base=1, security=1), 2),
    ("keep_mg_ge_corp", MARS_GOV, position(0, mg_troop=4, corp_base=1, security=1), 0),
    ("keep_corp_gt_mg", CORPORATIONS, position(security=4, corp_base=1, mg_troop=2), 2),
    ("keep_corp_gt_mg", CORPORATIONS, position(space="wilderness", security=4, corp_base=1, mg_troop=2), 0),
    ("keep_cubes_population", MARS_GOV, position(mg_troop=4), 2),
    ("keep_cubes_population", MARS_GOV, position(mg_troop=4, security=1), 1),
    ("keep_4_mg_base", MARS_GOV, position(mg_troop=6, mg_base=1), 4),
    ("keep_4_mg_base", MARS_GOV, position(mg_troop=6), 0),
    ("keep_4_corp_base", CORPORATIONS, position(security=6, corp_base=1), 4),
    ("keep_4_corp_base", CORPORATIONS, position(security=6), 0),
    ("keep_1_hidden", RED_DUST, position(rd_rebel=3, rd_base=1), 1),
    ("keep_1_hidden", RED_DUST, position(active_rd_rebel=3, rd_base=1), 0),
    ("keep_3_rebels", RED_DUST, position(rd_rebel=5), 3),
    ("keep_3_rebels", RED_DUST, position(rd_rebel=2), 0),
    ("keep_3_rebels", RECLAIMERS, position(cr_rebel=5, mg_base=1, corp_base=1), 0),
    ("keep_1_rd_pop2", RED_DUST, position(-1, rd_rebel=3), 1),
    ("keep_1_rd_pop2", RED_DUST, position(-2, rd_rebel=3), 0),
    ("keep_1_rd_pop2", RED_DUST, position(space="marth", rd_rebel=3), 0),
    ("keep_1_cr_populated", RECLAIMERS, position(cr_rebel=3), 1),
    ("keep_1_cr_populated", RECLAIMERS, position(space="wilderness", cr_rebel=3), 0),
]


@pytest.mark.parametrize(("line", "who", "s", "stay"), KEPT)
def test_a_keep_line(line: str, who: int, s: Mars, stay: int) -> None:
    space = next(it for it in range(24) if any(s.at(it, kind) for kind in moves.units_of(s, who)))
    there = {kind: s.at(space, kind) for kind in moves.units_of(s, who) if s.at(space, kind)}
    left = held_back(s, who, space, there, [moves.KEEP[line]])
    assert sum(there.values()) - sum(left.values()) == stay


def test_every_line_has_a_case() -> None:
    assert {it[0] for it in KEPT} == set(moves.KEEP)
    assert {it[0] for it in GOT} == set(moves.GET)
    assert {it[0] for it in REDEPLOY_KEPT} == set(rounds.KEEP)
    assert {it[0] for it in REDEPLOY_NEEDS} == set(rounds.GET)


#: Get line -> Faction, position, and how many pieces are still missing for this line alone.
GOT: list[tuple[str, int, Mars, int]] = [
    ("get_1_base", RECLAIMERS, position(space="marth"), 1),
    ("get_1_base", RECLAIMERS, position(space="marth", cr_base=1), 0),
    ("get_1_unit", RED_DUST, position(), 1),
    ("get_1_unit", RED_DUST, position(active_rd_rebel=1), 0),
    ("get_hidden_rebels", MARS_GOV, position(rd_rebel=2, cr_rebel=1, active_rd_rebel=5, mg_troop=1), 2),
    ("get_twice_hidden_rebels", CORPORATIONS, position(space="wilderness", cr_rebel=2, security=1), 3),
    ("get_mg_ge_corp", MARS_GOV, position(1, corp_base=1, security=2, mg_troop=1), 2),
    ("get_coin_control", MARS_GOV, position(rd_rebel=2, cr_rebel=1, security=1), 3),
    ("get_cubes_population", MARS_GOV, position(security=1), 1),
    ("get_corp_gt_mg", CORPORATIONS, position(corp_base=1, mg_troop=2), 2),
    ("get_4_mg_base", MARS_GOV, position(mg_base=1, mg_troop=1), 3),
    ("get_4_corp_base", CORPORATIONS, position(corp_base=1, mg_troop=1), 3),
    ("get_max_hidden", RED_DUST, position(1), 99),
    ("get_1_hidden", RED_DUST, position(rd_base=1, active_rd_rebel=2), 1),
    ("get_3_rebels", RED_DUST, position(rd_rebel=1), 2),
    ("get_3_security", CORPORATIONS, position(security=1), 2),
    ("get_1_security", CORPORATIONS, position(damage={"gandhi": 1}), 1),
    ("get_1_specops", CORPORATIONS, position(security=1), 1),
    ("get_own_control", RECLAIMERS, position(rd_rebel=1, mg_troop=1, cr_base=1), 2),
]


@pytest.mark.parametrize(("line", "who", "s", "missing"), GOT)
def test_a_get_line(line: str, who: int, s: Mars, missing: int) -> None:
    places = ("gandhi", "marth", "wilderness")
    space = next((NUMBER_OF[it] for it in places if s.forces(NUMBER_OF[it])), GANDHI)
    if line == "get_1_base":
        space = NUMBER_OF["marth"]
    need = moves.GET[line](s, who, space, {})
    assert need is not None
    assert need.n - s.count(space, need.kinds) == missing


@pytest.mark.parametrize(
    ("line", "who", "s"),
    [
        ("get_1_base", RECLAIMERS, position()),  # a Labyrinth
        ("get_twice_hidden_rebels", CORPORATIONS, position(cr_rebel=2)),
        ("get_mg_ge_corp", MARS_GOV, position(0, corp_base=1)),
        ("get_corp_gt_mg", CORPORATIONS, position(mg_troop=2)),
        ("get_4_mg_base", MARS_GOV, position(corp_base=1)),
        ("get_4_corp_base", CORPORATIONS, position(mg_base=1)),
        ("get_max_hidden", RED_DUST, position(0)),
        ("get_1_hidden", RED_DUST, position(cr_base=1)),
        ("get_3_rebels", RED_DUST, position(mg_base=1, corp_base=1)),
        ("get_3_security", CORPORATIONS, position(corp_base=1)),
        ("get_1_security", CORPORATIONS, position()),
    ],
)
def test_a_get_line_asks_for_nothing_where_its_condition_fails(line: str, who: int, s: Mars) -> None:
    assert moves.GET[line](s, who, GANDHI, {}) is None


#: Keep line of Redeploy -> Faction, position, how many units stay.
REDEPLOY_KEPT: list[tuple[str, int, Mars, int]] = [
    ("mg_above_corp", MARS_GOV, position(1, mg_troop=5, corp_base=1, security=1), 3),
    ("mg_three_cubes", MARS_GOV, position(1, mg_troop=5), 3),
    ("mg_control", MARS_GOV, position(mg_troop=5, rd_rebel=1), 2),
    ("rd_three_rebels", RED_DUST, position(rd_rebel=5), 3),
    ("rd_one_rebel", RED_DUST, position(-1, rd_rebel=5), 1),
    ("cr_three_rebels", RECLAIMERS, position(cr_rebel=5), 3),
    ("cr_one_rebel", RECLAIMERS, position(cr_rebel=5), 1),
    ("cr_control", RECLAIMERS, position(cr_rebel=5, cr_base=1, rd_rebel=2), 2),
]


@pytest.mark.parametrize(("line", "who", "s", "stay"), REDEPLOY_KEPT)
def test_a_keep_line_of_redeploy(line: str, who: int, s: Mars, stay: int) -> None:
    there = {kind: n for kind in rounds._units(who) if (n := s.at(GANDHI, kind))}
    left = held_back(s, who, GANDHI, there, [rounds.KEEP[line]])
    assert sum(there.values()) - sum(left.values()) == stay


#: Get line of Redeploy -> position, how many units are missing in Gandhi.
REDEPLOY_NEEDS: list[tuple[str, Mars, int]] = [
    ("mg_outnumber_rebels", position(mg_base=1, rd_rebel=2, cr_rebel=1), 3),
    ("mg_four_cubes", position(mg_base=1), 0),  # a Labyrinth
    ("mg_outnumber_corp", position(1, corp_base=1, security=1, mg_troop=1), 2),
    ("mg_outnumber_corp", position(0, corp_base=1, security=1, mg_troop=1), 0),
    ("rd_one_at_bases", position(rd_base=1), 1),
    ("rd_three_for_base", position(rd_base=1, rd_rebel=1), 2),
    ("rd_three_for_base", position(rd_base=2), 0),
    ("cr_one_at_bases", position(cr_base=1), 1),
    ("cr_three_for_base", position(cr_base=1, active_cr_rebel=1), 2),
]


@pytest.mark.parametrize(("line", "s", "missing"), REDEPLOY_NEEDS)
def test_a_get_line_of_redeploy(line: str, s: Mars, missing: int) -> None:
    assert max(0, rounds.GET[line](s, GANDHI) or 0) == missing


def test_four_cubes_in_a_desert_with_a_base() -> None:
    """Redeploy (2), only against a person as CR."""
    s = position(space="marth", mg_base=1, security=1)
    assert rounds.GET["mg_four_cubes"](s, NUMBER_OF["marth"]) == 3


def test_one_origin_is_used_as_far_as_it_goes() -> None:
    """19 The two Troops still missing both come from one space of two with as many."""
    s = table(
        pieces={
            "gandhi": {"mg_troop": 1, "corp_base": 1, "security": 1},
            "europa": {"mg_troop": 5},
            "tenzing": {"mg_troop": 5},
        },
        alignment={"gandhi": 1},
    )
    play(s, begin_redeploy(s))
    whole(s, redeploy_marsgov, dice=[(NUMBER_OF["europa"],)])
    assert (at(s, "gandhi", "mg_troop"), at(s, "europa", "mg_troop")) == (3, 3)


def test_reclaimers_fill_bases_from_the_largest_group() -> None:
    """19 (2) one at each CR Base, (3) three where a Base has room, from the space with the most."""
    s = table(pieces={"radau": {"cr_rebel": 6}, "marth": {"cr_base": 1}, "gandhi": {"cr_rebel": 2}})
    play(s, begin_redeploy(s))
    whole(s, redeploy_cr_rebels)
    assert at(s, "marth", "cr_rebel") == 3
    assert at(s, "radau", "cr_rebel") == 3


# Steps A, B and C


def test_the_largest_group_moves_first_until_there_is_control() -> None:
    """MG: another origin only while the destination lacks COIN Control."""
    s = table(
        pieces={"gandhi": {"rd_rebel": 1}, "sharma": {"mg_troop": 5}, "coronae_montes": {"mg_troop": 4}},
        alignment={"sharma": 2},
    )
    operated(s, MARS_GOV, Op.SECURE, side="AA", limited=True)
    assert at(s, "gandhi", "mg_troop") == 2
    assert at(s, "sharma", "mg_troop") + at(s, "coronae_montes", "mg_troop") == 7
    s = table(
        pieces={"gandhi": {"rd_rebel": 5}, "sharma": {"mg_troop": 5}, "coronae_montes": {"mg_troop": 4}},
        alignment={"sharma": 2},
    )
    operated(s, MARS_GOV, Op.SECURE, side="AA", limited=True)
    assert s.control[GANDHI] == COIN


def test_a_reclaimer_base_that_could_travel_counts_for_control() -> None:
    """11 Enough forces stay that Control does not change: with the Base gone, two Rebels must outnumber one Security."""
    s = table(pieces={"radau": {"cr_base": 1, "cr_rebel": 4, "security": 1}})
    there = {KIND["cr_rebel"]: 4, KIND["cr_base"]: 1}
    left = held_back(s, RECLAIMERS, NUMBER_OF["radau"], there, [moves.KEEP["keep_control"]])
    assert left == {KIND["cr_rebel"]: 2, KIND["cr_base"]: 1}


def test_a_destination_can_be_fed_from_two_origins() -> None:
    """11 CR: step B chooses the destination by its column for every new origin; each of the two can spare one Rebel."""
    s = table(
        pieces={
            "radau": {"cr_rebel": 2},
            "rutherford": {"cr_rebel": 2},
            "marth": {"corp_base": 1, "security": 3, "cr_base": 1},
        },
        damage={"radau": 1, "rutherford": 1},
    )
    operated(s, RECLAIMERS, Op.TRAVEL, side="UU")
    assert at(s, "marth", "cr_rebel") == 2


def test_a_new_destination_from_the_same_origin() -> None:
    """11 CR: while moveable Rebels remain in the origin another destination follows without a roll."""
    s = table(pieces={"wilderness": {"cr_rebel": 6}, "radau": {"corp_base": 1}, "marth": {"corp_base": 1}})
    played = operation(s, RECLAIMERS, Op.TRAVEL, side="UU", dice=[(NUMBER_OF["radau"],)])
    assert at(s, "radau", "cr_rebel") == 3
    assert at(s, "marth", "cr_rebel") == 0 or "activation" not in " ".join(played.log)


def test_drop_pods_reach_a_labyrinth_that_nobody_else_can() -> None:
    """11 The EG Controller spends a Satellite when that is what a line needs, and only then."""
    pieces = {"phobos": {"eg_troop": 6}, "orbit": {"satellite": 1}, "gandhi": {"cr_rebel": 2, "corp_base": 1}}
    s = table(pieces=pieces, storm=dict.fromkeys(OTHER_LABYRINTHS, "raging"), level=4)
    s.storm[GANDHI] = 2
    operation(s, CORPORATIONS, Op.SECURE, side="JJ")
    assert at(s, "gandhi", "eg_troop") == 4
    assert at(s, "gandhi", "satellite") == 1


OTHER_LABYRINTHS = ("europa", "tenzing", "tereshkova", "shepard", "new_cordoba", "shenzhou", "sharma")


def test_no_drop_pods_once_there_is_control() -> None:
    """11 Step C: with COIN Control a new destination follows, so nothing more is brought."""
    s = table(
        pieces={
            "sharma": {"security": 2},
            "phobos": {"eg_troop": 6},
            "orbit": {"satellite": 1},
            "gandhi": {"corp_base": 1},
        },
        damage=dict.fromkeys(("gandhi", "sharma"), 1),
        level=4,
    )
    operation(s, CORPORATIONS, Op.SECURE, side="JJ", limited=True)
    assert at(s, "orbit", "satellite") == 1


def test_beacons_open_a_raging_storm() -> None:
    """11 Navigation Beacons are spent when that is what a line needs."""
    deserts = [
        it for it, n in NUMBER_OF.items() if n < 24 and it not in (*OTHER_LABYRINTHS, "gandhi", "marth")
    ]
    s = table(
        pieces={"shenzhou": {"security": 4}, "orbit": {"satellite": 1}},
        storm=dict.fromkeys([*deserts, "marth"], "raging"),
        damage={"shenzhou": 3},
        level=4,
    )
    operated(s, CORPORATIONS, Op.RECON, side="KK")
    assert at(s, "marth", "satellite") + sum(at(s, it, "satellite") for it in deserts) == 1


def test_transport_takes_its_extra_space_when_it_needs_one() -> None:
    """13 Phobos, the MG Bases and one more space: the extra one need not be in the first group."""
    s = table(
        pieces={"tenzing": {"mg_base": 1, "rd_rebel": 2}, "phobos": {"mg_troop": 12}},
        alignment={"shenzhou": 2},
    )
    begin_operation(s, MARS_GOV, Op.TRAIN, special=True)
    left_to_chance(s, transport(s, s.action), wanted=[NUMBER_OF["europa"]])
    assert at(s, "tenzing", "mg_troop") == 3  # cubes equal to Population
    assert at(s, "europa", "mg_troop") == 2
    assert at(s, "phobos", "mg_troop") == 7
    assert np_of(s).path == []


def test_a_limited_operation_has_one_destination() -> None:
    """11 MG, CORP and RD: one destination, several origins."""
    s = table(
        pieces={"gandhi": {"rd_rebel": 4}, "sharma": {"rd_rebel": 4}, "coronae_montes": {"mg_troop": 5}}
    )
    operated(s, RED_DUST, Op.MARCH, side="NN", limited=True)
    assert len(s.action.chosen) == 1


def test_what_nobody_can_move_stays() -> None:
    s = table(pieces={"gandhi": {"rd_rebel": 3}})
    assert moveable(s, RED_DUST, GANDHI, {KIND["rd_rebel"]: 3}) == {}
    assert brought(s, RED_DUST, GANDHI, {}) == {}


def test_the_only_origin_of_a_march_sends_what_the_lines_need() -> None:
    """11 Where a question has one answer only, the group is the one of the get lines all the same."""
    s = table(
        pieces={"gandhi": {"rd_rebel": 9, "rd_base": 1}}, storm=dict.fromkeys(("coronae_montes",), "raging")
    )
    operated(s, RED_DUST, Op.MARCH, side="NN", die=1)
    assert at(s, "sharma", "rd_rebel") == 3  # three where a Base has room
