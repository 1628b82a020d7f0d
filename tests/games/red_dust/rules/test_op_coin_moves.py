"""16.3 Secure and 16.4 Recon, with Drop Pods and Navigation Beacons (8.3)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV
from sandtable.games.red_dust.rules.operations.run import can_operate
from sandtable.games.red_dust.state import Op

from ..kit import Played, at, mars, n, operation, spaces_for
from ..op_kit import offered

M, C = MARS_GOV, CORPORATIONS
Pieces = dict[str, dict[str, int]]
LABYRINTHS = ["europa", "gandhi", "new_cordoba", "sharma", "shenzhou", "shepard", "tenzing", "tereshkova"]
DUST_STORM = 49


def origins(pieces: Pieces, who: int, op: Op, goal: str, **position: Any) -> list[str]:
    """From where units can move to a destination."""
    s = mars(pieces, resources=(3, 0, 0), **position)
    found = offered(s, who, op, goal, f"{op.name.lower()}_from", most=1)
    return sorted(space for space in found if space != "done")


def secure_from(pieces: Pieces, goal: str, **position: Any) -> list[str]:
    return origins(pieces, MARS_GOV, Op.SECURE, goal, **position)


# 16.3 Where


def test_secure_where() -> None:
    """16.3 Any Labyrinth, Phobos included, whoever is there."""
    s = mars({"gandhi": {"rd_rebel": 5}}, storm={"sharma": "raging"})
    assert sorted(spaces_for(s, MARS_GOV, Op.SECURE)) == sorted([*LABYRINTHS, "phobos"])


def test_a_destination_only_to_activate_costs_3_too() -> None:
    """16.3 Moved into or not; Labyrinths merely passed through cost nothing."""
    s = mars(
        {"europa": {"mg_troop": 3}, "gandhi": {"mg_troop": 1, "rd_rebel": 1}},
        damage={"europa": 1},
        resources=(6, 0, 0),
    )
    operation(
        s,
        MARS_GOV,
        Op.SECURE,
        "secure:shepard secure_from:europa 3 secure:gandhi done",
    )
    assert at(s, "shepard", "mg_troop") == 3, "through Tenzing, which is not paid for"
    assert at(s, "gandhi", "active_rd_rebel") == 1
    assert s.resources[MARS_GOV] == 0


# 16.3 Units


@pytest.mark.parametrize(
    ("who", "level", "unit", "moves"),
    [
        (M, 3, "mg_troop", True),
        (M, 3, "security", False),
        (M, 3, "eg_troop", False),
        (M, 6, "eg_troop", True),
        (C, 3, "mg_troop", False),
        (C, 3, "security", True),
        (C, 3, "specops", True),
        (C, 3, "active_specops", True),
        (C, 3, "eg_troop", True),
        (C, 6, "eg_troop", False),
    ],
)
@pytest.mark.parametrize(
    ("op", "origin", "goal"), [(Op.SECURE, "tenzing", "europa"), (Op.RECON, "tenzing", "arsia_mons")]
)
def test_who_moves_what(who: int, level: int, unit: str, moves: bool, op: Op, origin: str, goal: str) -> None:
    """16.3, 16.4, 8.2 MG its Troops, CORP Security and SpecOps, the Controller also EG Troops."""
    s = mars({origin: {unit: 2}}, level=level, resources=(3, 0, 0))
    assert operation(s, who, op, goal + " done" * moves, most=1).was_asked(f"{op.name.lower()}_from") is moves


# 16.3 Movement

ONE = {"mg_troop": 1}


@pytest.mark.parametrize(
    ("pieces", "goal", "found"),
    [
        ({"arsia_mons": ONE}, "tenzing", ["arsia_mons"]),
        ({"gandhi": ONE}, "sharma", ["gandhi"]),
        ({"europa": ONE}, "tenzing", ["europa"]),
        ({"radau": ONE}, "tenzing", []),
        ({"europa": ONE}, "shepard", ["europa"]),
        ({"ascraeus_mons": ONE}, "tereshkova", ["ascraeus_mons"]),
        ({"europa": ONE}, "gandhi", []),
        ({"europa": ONE, "gandhi": ONE}, "gandhi", ["europa"]),
        ({"europa": ONE, "gandhi": ONE}, "sharma", ["europa", "gandhi"]),
        ({"phobos": ONE}, "gandhi", []),
        ({"phobos": ONE, "gandhi": ONE}, "gandhi", ["phobos"]),
        ({"phobos": ONE, "shenzhou": ONE}, "new_cordoba", ["phobos", "shenzhou"]),
        ({"europa": ONE}, "phobos", ["europa"]),
        ({"europa": {"mg_troop": 1, "rd_rebel": 1}}, "phobos", []),
        ({"radau": ONE}, "phobos", []),
        ({"tenzing": {"mg_troop": 1, "rd_rebel": 4}}, "europa", ["tenzing"]),
    ],
)
def test_secure_movement(pieces: Pieces, goal: str, found: list[str]) -> None:
    """16.3 Across a border, along Maglevs, between usable Spaceports, Phobos among them, in any chain of Labyrinths."""
    assert secure_from(pieces, goal) == found


@pytest.mark.parametrize(
    ("guard", "found"),
    [
        ({}, ["europa"]),
        ({"mg_troop": 1, "rd_rebel": 1}, ["europa", "tenzing"]),
        ({"rd_rebel": 1}, []),
        ({"cr_rebel": 1}, []),
        ({"security": 1}, ["europa"]),
    ],
)
def test_units_stop_under_enemy_control(guard: dict[str, int], found: list[str]) -> None:
    """16.3 RD or CR Control of Tenzing stops units on their way from Europa to Shepard; an Uncontrolled one does not."""
    assert secure_from({"europa": ONE, "tenzing": guard}, "shepard", damage={"europa": 1}) == found


def test_they_may_enter_a_space_under_enemy_control() -> None:
    """16.3 They stop there."""
    assert secure_from({"europa": ONE, "tenzing": {"rd_rebel": 4}}, "tenzing") == ["europa"]


def test_control_counts_as_it_was_at_the_start() -> None:
    """16.3, 7 (a) Troops that break RD's Control of Tenzing do not clear the way for others."""
    s = mars(
        {"europa": {"mg_troop": 3}, "tenzing": {"rd_rebel": 1}}, damage={"europa": 1}, resources=(6, 0, 0)
    )
    played = operation(s, MARS_GOV, Op.SECURE, "secure:tenzing secure_from:europa 2 secure:shepard done")
    assert [topic for _, topic, _ in played.asked].count("secure_from") == 1


@pytest.mark.parametrize(
    ("barred", "found"), [({"damage": {"gandhi": 1}}, []), ({"damage": {"europa": 1}}, []), ({}, ["europa"])]
)
def test_spaceports_must_be_usable_at_both_ends(barred: dict[str, Any], found: list[str]) -> None:
    """3.5, 16.3 Damage at either end closes the way."""
    assert secure_from({"europa": ONE, "gandhi": ONE}, "gandhi", **barred) == found


@pytest.mark.parametrize(("is_built", "found"), [(False, []), (True, ["europa", "done"])])
def test_the_rodgers_line_once_it_is_built(is_built: bool, found: list[str]) -> None:
    """3.4 Europa to Tereshkova."""
    s = mars({"europa": ONE}, damage={"europa": 1}, storm={"tenzing": "raging"}, resources=(3, 0, 0))
    s.has_rodgers_line = is_built
    assert offered(s, MARS_GOV, Op.SECURE, "secure:tereshkova", "secure_from") == found


def test_units_come_from_several_origins_and_move_once() -> None:
    """16.3 Any number from any origins; those that have moved do not move again."""
    s = mars({"europa": {"mg_troop": 2}, "arsia_mons": {"mg_troop": 1}}, resources=(6, 0, 0))
    answers = "secure:tenzing europa 1 arsia_mons secure:shepard europa done"
    played = operation(s, MARS_GOV, Op.SECURE, answers)
    assert [at(s, space, "mg_troop") for space in ("tenzing", "shepard", "europa")] == [2, 1, 0]
    origins = [keys for _, topic, keys in played.asked if topic == "secure_from"]
    assert origins[-1] == ["europa", "done"], "not the two in Tenzing"


# 16.3 What follows the moves


def test_one_rebel_for_each_own_unit() -> None:
    """16.3 All own units present, not only arrivals; the executing Faction chooses among RD and CR."""
    s = mars(
        {"tenzing": {"mg_troop": 1, "security": 3, "rd_rebel": 2, "cr_rebel": 2}, "europa": {"mg_troop": 1}},
        resources=(3, 0, 0),
    )
    played = operation(
        s, MARS_GOV, Op.SECURE, "secure:tenzing europa activate:cr_rebel activate:rd_rebel done"
    )
    assert played.who("activate") == MARS_GOV
    assert [
        at(s, "tenzing", it) for it in ("rd_rebel", "active_rd_rebel", "cr_rebel", "active_cr_rebel")
    ] == [1] * 4


def test_hidden_specops_and_earthgov_troops_count() -> None:
    """16.3 For CORP: Security, SpecOps even if Hidden, EG Troops while it is Controller; not MG Troops."""
    s = mars({"tenzing": {"security": 1, "specops": 1, "eg_troop": 1, "mg_troop": 5, "rd_rebel": 9}})
    operation(s, CORPORATIONS, Op.SECURE, "secure:tenzing done", limited=True)
    assert (at(s, "tenzing", "active_rd_rebel"), at(s, "tenzing", "specops")) == (3, 1)


@pytest.mark.parametrize(("who", "unit", "base"), [(M, "mg_troop", "mg_base"), (C, "security", "corp_base")])
def test_a_unit_becomes_a_base(who: int, unit: str, base: str) -> None:
    """16.3, 4.4 One Troop, or one Security, which goes to Available; in each destination, if wished."""
    pool = {"mg_troop": 30, "security": 16}[unit]
    s = mars({"tenzing": {unit: 2}, "europa": {unit: 1}}, resources=(6, 0, 0))
    operation(s, who, Op.SECURE, "tenzing done europa done build_base:tenzing build_base:europa", most=2)
    assert (at(s, "tenzing", base), at(s, "tenzing", unit), at(s, "europa", base), at(s, "europa", unit)) == (
        1,
        1,
        1,
        0,
    )
    assert (at(s, "available", unit), at(s, "casualties", unit)) == (pool - 1, 0)


def test_only_security_pays_for_a_base() -> None:
    """16.3 SpecOps and EG Troops do not."""
    s = mars({"tenzing": {"specops": 1, "eg_troop": 1}})
    assert not operation(s, CORPORATIONS, Op.SECURE, "tenzing", limited=True).was_asked("build_base")


@pytest.mark.parametrize(
    ("answer", "housed", "damage"), [("europa/house", 1, 1), ("tenzing/repair", 0, 0), ("neither", 0, 1)]
)
def test_house_or_repair_once_in_one_destination(answer: str, housed: int, damage: int) -> None:
    """16.3 One of the destinations, one of the two, or neither."""
    s = mars({"tenzing": ONE, "europa": ONE}, displaced=2, damage={"tenzing": 1}, resources=(9, 0, 0))
    played = operation(s, MARS_GOV, Op.SECURE, f"secure:europa done secure:tenzing done done done {answer}")
    assert played.options("improve") == ["europa/house", "tenzing/repair", "neither"]
    assert (s.housed[n("europa")], s.damage[n("tenzing")]) == (housed, damage)


def test_house_needs_coin_control() -> None:
    """16.3, ruling 8 After the moves and placements."""
    s = mars({"tenzing": {"mg_troop": 1, "rd_rebel": 2}}, displaced=2, resources=(3, 0, 0))
    assert not operation(s, MARS_GOV, Op.SECURE, "secure:tenzing done").was_asked("improve")


def test_a_limited_secure_has_one_destination_and_any_origins() -> None:
    """12.1 And its Base and its House in that destination."""
    s = mars({"europa": ONE, "arsia_mons": ONE}, displaced=1, resources=(9, 0, 0))
    operation(
        s,
        MARS_GOV,
        Op.SECURE,
        "secure:tenzing europa arsia_mons build_base:tenzing tenzing/house",
        limited=True,
    )
    assert (at(s, "tenzing", "mg_troop"), at(s, "tenzing", "mg_base"), s.housed[n("tenzing")]) == (1, 1, 1)


# 8.3 Drop Pods


def drop(**position: object) -> Played:
    s = mars({"orbit": {"satellite": 1}, "phobos": {"eg_troop": 5}, "shepard": {"rd_rebel": 3}}, **position)  # type: ignore[arg-type]
    played = operation(s, CORPORATIONS, Op.SECURE, "secure:shepard drop_pods:3", limited=True)
    assert (at(s, "shepard", "eg_troop"), at(s, "phobos", "eg_troop")) == (3, 2)
    assert (at(s, "shepard", "satellite"), at(s, "orbit", "satellite")) == (1, 0)
    assert at(s, "shepard", "active_rd_rebel") == 3
    return played


@pytest.mark.parametrize("position", [{}, {"damage": {"shepard": 2}}, {"storm": {"shepard": "raging"}}])
def test_drop_pods(position: dict[str, object]) -> None:
    """8.3 A Satellite brings any number of EG Troops from Phobos into any Labyrinth: Damage, Control, Storms or not."""
    assert drop(**position).options("drop_pods") == ["0", "1", "2", "3", "4", "5"]


def test_drop_pods_are_for_the_controller_with_a_satellite() -> None:
    """8.2, 8.3 Not for MG while CORP is Controller, not without a Satellite in Orbit, not on Phobos itself."""
    pieces = {"orbit": {"satellite": 1}, "phobos": {"eg_troop": 5}}
    s = mars(pieces, resources=(3, 0, 0))
    assert not operation(s, MARS_GOV, Op.SECURE, "secure:shepard").was_asked("drop_pods")
    s = mars({"earth": {"satellite": 4}, "phobos": {"eg_troop": 5}})
    assert not operation(s, CORPORATIONS, Op.SECURE, "shepard", limited=True).was_asked("drop_pods")
    s = mars(pieces, level=6, resources=(3, 0, 0))
    assert operation(s, MARS_GOV, Op.SECURE, "secure:shepard drop_pods:0").who("drop_pods") == MARS_GOV
    assert at(s, "orbit", "satellite") == 1, "not used"


def test_drop_pods_in_several_labyrinths() -> None:
    """8.3 One Satellite for each."""
    s = mars({"orbit": {"satellite": 2}, "phobos": {"eg_troop": 5}})
    operation(s, CORPORATIONS, Op.SECURE, "shepard 2 gandhi 3 done")
    assert [at(s, space, "eg_troop") for space in ("shepard", "gandhi")] == [2, 3]
    assert at(s, "orbit", "satellite") == 0


# 16.4 Recon


SEC = {"security": 1}


@pytest.mark.parametrize(
    ("pieces", "goal", "position", "found"),
    [
        ({"rutherford": SEC}, "radau", {}, ["rutherford"]),
        ({"wilderness": SEC}, "radau", {}, ["wilderness"]),
        ({"gandhi": SEC}, "coronae_montes", {"damage": {"gandhi": 1}}, ["gandhi"]),
        ({"gandhi": SEC}, "radau", {}, ["gandhi"]),
        ({"gandhi": SEC}, "wilderness", {}, ["gandhi"]),
        ({"gandhi": SEC}, "radau", {"damage": {"gandhi": 1}}, []),
        ({"gandhi": {"security": 1, "rd_rebel": 1}}, "radau", {}, []),
        ({"phobos": SEC}, "noctis_labyrinthus", {}, ["phobos"]),
        ({"trouvelot": SEC}, "radau", {}, []),
        ({"europa": SEC}, "syria_planum", {"damage": {"europa": 1}}, []),
    ],
)
def test_recon_movement(pieces: Pieces, goal: str, position: dict[str, Any], found: list[str]) -> None:
    """16.4 A single move: across a border, or from a usable Spaceport to any Desert; no Maglev, no chain."""
    assert origins(pieces, CORPORATIONS, Op.RECON, goal, **position) == found


def test_spaceports_as_they_were_at_the_start() -> None:
    """3.5, ruling 22 The first Security to leave Gandhi gives up its Control; the second may still take the Spaceport."""
    s = mars({"gandhi": {"security": 2, "rd_rebel": 1}})
    operation(s, CORPORATIONS, Op.RECON, "radau gandhi 1 sinai_planum gandhi done", most=2)
    assert (at(s, "radau", "security"), at(s, "sinai_planum", "security")) == (1, 1)


def test_recon_where() -> None:
    """16.4 Any Deserts, the Wilderness too, moved into or not; no Labyrinth."""
    found = spaces_for(mars(), MARS_GOV, Op.RECON)
    assert len(found) == 16
    assert not set(found) & set(LABYRINTHS)


@pytest.mark.parametrize(("units", "active"), [(1, 0), (2, 1), (3, 1), (6, 3)])
def test_one_rebel_for_two_units_in_the_wilderness(units: int, active: int) -> None:
    """16.4 Rounded down; elsewhere one for each."""
    for space, found in (("wilderness", active), ("radau", units)):
        s = mars({space: {"mg_troop": units, "cr_rebel": 6}}, resources=(3, 0, 0))
        operation(s, MARS_GOV, Op.RECON, f"recon:{space} done")
        assert at(s, space, "active_cr_rebel") == found


def test_recon_builds_and_houses_like_secure() -> None:
    """16.4 A Base in each destination, House or Repair in one; 3 Resources for each destination."""
    s = mars({"radau": {"mg_troop": 2}, "sinai_planum": {"mg_troop": 2}}, displaced=1, resources=(6, 0, 0))
    operation(
        s,
        MARS_GOV,
        Op.RECON,
        "radau sinai_planum build_base:radau build_base:sinai_planum sinai_planum/house",
        most=2,
    )
    assert (at(s, "radau", "mg_base"), at(s, "sinai_planum", "mg_base"), s.housed[n("sinai_planum")]) == (
        1,
        1,
        1,
    )
    assert s.resources[MARS_GOV] == 0


def test_recon_is_barred_by_haboob() -> None:
    """12.7, 16.4 While the Next Event is a Dust Storm; Secure is not."""
    s = mars({"europa": {"mg_troop": 1, "security": 1}}, following=DUST_STORM)
    for who in (M, C):
        assert not can_operate(s, who, Op.RECON)
        assert can_operate(s, who, Op.SECURE)


# 8.3 Navigation Beacons


def test_beacons_open_a_raging_storm() -> None:
    """8.3 The Desert may then be chosen and entered; nobody may leave another one."""
    s = mars(
        {"orbit": {"satellite": 1}, "phobos": {"security": 3}, "marth": {"security": 2}},
        storm={"radau": "raging", "marth": "raging"},
    )
    played = operation(s, CORPORATIONS, Op.RECON, "radau phobos 3 done", limited=True)
    assert played.options("recon_from") == ["phobos", "done"]
    assert (at(s, "radau", "security"), at(s, "radau", "satellite")) == (3, 1)
    assert not played.was_asked("beacons"), "not for two more Rebels as well"


def test_beacons_activate_two_more() -> None:
    """8.3 In a destination without a Raging Storm; in the Wilderness too."""
    pieces = {"security": 2, "rd_rebel": 6}
    s = mars({"orbit": {"satellite": 2}, "radau": pieces, "wilderness": pieces})
    operation(s, CORPORATIONS, Op.RECON, "radau done wilderness done beacons:yes beacons:yes done", most=2)
    assert (at(s, "radau", "active_rd_rebel"), at(s, "wilderness", "active_rd_rebel")) == (4, 3)
    assert (at(s, "radau", "satellite"), at(s, "wilderness", "satellite"), at(s, "orbit", "satellite")) == (
        1,
        1,
        0,
    )


def test_beacons_are_for_the_controller_with_a_satellite() -> None:
    """8.2, 8.3 Otherwise a Desert with a Raging Storm is closed, and nobody is offered two more."""
    storm = {"radau": "raging"}
    assert "radau" in spaces_for(mars({"orbit": {"satellite": 1}}, storm=storm), CORPORATIONS, Op.RECON)
    assert "radau" not in spaces_for(mars({"orbit": {"satellite": 1}}, storm=storm), MARS_GOV, Op.RECON)
    assert "radau" not in spaces_for(mars({"gandhi": {"satellite": 4}}, storm=storm), CORPORATIONS, Op.RECON)
    s = mars({"orbit": {"satellite": 1}, "marth": {"mg_troop": 1}}, resources=(3, 0, 0))
    assert not operation(s, MARS_GOV, Op.RECON, "marth done").was_asked("beacons")


@pytest.mark.parametrize(("answer", "left"), [("mg_troop", [0, 1]), ("fortified_troop", [1, 0])])
@pytest.mark.parametrize(("op", "space"), [(Op.SECURE, "europa"), (Op.RECON, "radau")])
def test_marsgov_picks_the_troop_that_makes_way_for_a_base(
    op: Op, space: str, answer: str, left: list[int]
) -> None:
    """4.6, 16.3, 16.4 "Remove one MG Troop": an ordinary one or a Fortified one, as MG likes."""
    s = mars({space: {"mg_troop": 1, "fortified_troop": 1}})
    answers = f"{space} done build_base:{space} give_up_troop:{answer}"
    played = operation(s, MARS_GOV, op, answers, free=True)
    assert played.who("give_up_troop") == MARS_GOV
    assert [at(s, space, kind) for kind in ("mg_troop", "fortified_troop", "mg_base")] == [*left, 1]
