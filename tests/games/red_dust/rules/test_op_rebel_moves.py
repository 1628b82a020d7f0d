"""16.7 March, 16.8 Travel."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.red_dust.printed.map import RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.operations.run import can_operate
from sandtable.games.red_dust.state import Mars, Op

from ..kit import at, mars, operation, spaces_for
from ..op_kit import asked, offered

Pieces = dict[str, dict[str, int]]
ONE = {"rd_rebel": 1}
DUST_STORM = 49


# 16.7 March


def march_to(pieces: Pieces, **position: Any) -> list[str]:
    """Where Rebels can march."""
    return sorted(spaces_for(mars(pieces, **position), RED_DUST, Op.MARCH))


@pytest.mark.parametrize(
    ("pieces", "position", "found"),
    [
        ({"radau": ONE}, {}, ["marth", "rutherford", "wilderness"]),
        (
            {"hellas_chaos": ONE},
            {"damage": {"sharma": 1}},
            ["alpheus_colles", "coronae_montes", "gandhi", "sharma", "wilderness"],
        ),
        (
            {"hellas_chaos": ONE, "sharma": {"mg_troop": 1}},
            {},
            ["alpheus_colles", "coronae_montes", "sharma", "wilderness"],
        ),
        (
            {"hellas_chaos": ONE, "sharma": {"cr_rebel": 1}},
            {},
            ["alpheus_colles", "coronae_montes", "sharma", "wilderness"],
        ),
    ],
)
def test_march_step_after_step(pieces: Pieces, position: dict[str, Any], found: list[str]) -> None:
    """16.7 Across borders, on through Labyrinths without enemy Control; stopping in Deserts and under enemy Control."""
    assert march_to(pieces, **position) == found


def test_march_along_maglevs() -> None:
    """16.7 New Córdoba to Shenzhou and what borders on it."""
    found = march_to({"new_cordoba": ONE}, damage={"new_cordoba": 1})
    assert found == ["marth", "rutherford", "shenzhou", "trouvelot"]


@pytest.mark.parametrize(
    ("position", "may"), [({}, True), ({"damage": {"europa": 1}}, False), ({"damage": {"gandhi": 1}}, False)]
)
def test_march_between_spaceports(position: dict[str, Any], may: bool) -> None:
    """16.7, 3.5 From one RD-Controlled usable Spaceport to another; Damage at either end closes it."""
    assert ("europa" in march_to({"gandhi": ONE, "europa": ONE}, **position)) is may


def test_march_has_no_use_for_coin_spaceports() -> None:
    """16.7 Nor for Phobos."""
    found = march_to({"gandhi": ONE, "europa": {"mg_troop": 1}})
    assert "europa" not in found
    assert "phobos" not in found


def test_control_is_read_at_the_start() -> None:
    """16.7, ruling 22 Rebels who break COIN Control of Sharma do not open the way through it."""
    s = mars({"gandhi": {"rd_rebel": 3}, "sharma": {"mg_troop": 1}}, resources=(0, 0, 2))
    found = offered(s, RED_DUST, Op.MARCH, "march:sharma march_number:2", "march")
    assert s.control[22] == RED_DUST
    assert found == ["coronae_montes", "done"]


def test_march_costs_1_for_each_destination() -> None:
    """16.7 From any number of origins; a Rebel moves once."""
    s = mars({"marth": {"rd_rebel": 2}, "rutherford": ONE, "radau": ONE}, resources=(0, 0, 2))
    operation(s, RED_DUST, Op.MARCH, "radau marth 2 rutherford march:wilderness")
    assert (at(s, "radau", "rd_rebel"), at(s, "wilderness", "rd_rebel"), s.resources[RED_DUST]) == (3, 1, 0)


def test_the_number_is_free() -> None:
    """16.7 Hidden and Active ones as RD likes, at least one."""
    s = mars({"marth": {"rd_rebel": 2, "active_rd_rebel": 2}}, resources=(0, 0, 1))
    operation(s, RED_DUST, Op.MARCH, "radau march_number:1 march_number:2")
    assert [at(s, "radau", it) for it in ("rd_rebel", "active_rd_rebel")] == [1, 2]


@pytest.mark.parametrize(
    ("level", "guards", "rebels", "seen"),
    [
        (1, {}, 3, False),
        (1, {}, 4, True),
        (1, {"mg_troop": 1, "security": 1}, 1, False),
        (1, {"mg_troop": 1, "security": 1}, 2, True),
        (2, {"eg_troop": 1, "specops": 1, "active_specops": 1}, 1, True),
        (2, {"mg_base": 1, "corp_base": 1, "cr_rebel": 4, "rd_rebel": 3}, 1, False),
        (0, {"mg_troop": 5}, 4, False),
        (-1, {"mg_troop": 5}, 4, False),
    ],
)
def test_a_group_is_seen_among_support(level: int, guards: dict[str, int], rebels: int, seen: bool) -> None:
    """16.7 With Support, the group, cubes and SpecOps together over 3; Bases and other Rebels do not count."""
    s = mars(
        {"coronae_montes": {"rd_rebel": rebels}, "gandhi": guards},
        alignment={"gandhi": level},
        resources=(0, 0, 1),
    )
    operation(s, RED_DUST, Op.MARCH, "march:gandhi" + f" {rebels}" * (rebels > 1))
    assert at(s, "gandhi", "active_rd_rebel") == (rebels if seen else 0)


def test_each_origin_is_a_group_of_its_own() -> None:
    """16.7 Two groups of two pass unseen among one Troop where four together would be seen."""
    s = mars(
        {"coronae_montes": {"rd_rebel": 2}, "gandhi": {"rd_rebel": 2}, "sharma": {"mg_troop": 1}},
        alignment={"sharma": 1},
        resources=(0, 0, 1),
    )
    operation(s, RED_DUST, Op.MARCH, "sharma coronae_montes 2 gandhi 2")
    assert (at(s, "sharma", "rd_rebel"), at(s, "sharma", "active_rd_rebel")) == (4, 0)


def test_the_wilderness_hides() -> None:
    """16.7 Rebels entering it become Hidden; those who were there stay as they are."""
    s = mars({"radau": {"active_rd_rebel": 2}, "wilderness": {"active_rd_rebel": 1}}, resources=(0, 0, 1))
    operation(s, RED_DUST, Op.MARCH, "march:wilderness 2")
    assert (at(s, "wilderness", "rd_rebel"), at(s, "wilderness", "active_rd_rebel")) == (2, 1)


def test_a_limited_march_has_one_destination() -> None:
    """12.1 And any number of origins."""
    s = mars({"marth": ONE, "rutherford": ONE}, resources=(0, 0, 5))
    operation(s, RED_DUST, Op.MARCH, "march:radau marth rutherford", limited=True)
    assert at(s, "radau", "rd_rebel") == 2


def test_march_is_barred_by_haboob() -> None:
    """12.7, 16.7 Travel is not."""
    s = mars({"radau": {"rd_rebel": 1, "cr_rebel": 1}}, hand=[7], following=DUST_STORM)
    assert not can_operate(s, RED_DUST, Op.MARCH)
    assert can_operate(s, RECLAIMERS, Op.TRAVEL)


# 16.8 Travel


def travel(s: Mars, answers: str) -> None:
    operation(s, RECLAIMERS, Op.TRAVEL, answers)


def church(pieces: Pieces, **position: Any) -> Mars:
    return mars(pieces, resources=(0, 0, 0), **{"hand": [7], **position})


def test_travel_costs_1_for_each_origin_but_the_wilderness() -> None:
    """16.8 Destinations cost nothing."""
    s = church({"radau": {"cr_rebel": 2}, "wilderness": {"cr_rebel": 2}, "gandhi": {"cr_rebel": 1}})
    found = offered(
        s,
        RECLAIMERS,
        Op.TRAVEL,
        "radau marth 1 rutherford wilderness sinai_planum 1 arsia_mons gandhi sharma",
        "travel",
    )
    assert s.action.cost == 2
    assert found == ["done"]


def test_without_cards_only_the_wilderness() -> None:
    """16.8 It costs 0."""
    s = church({"radau": {"cr_rebel": 2}, "wilderness": {"cr_rebel": 2}}, hand=[])
    assert offered(s, RECLAIMERS, Op.TRAVEL, "", "travel") == ["wilderness"]


def test_rebels_and_bases_travel_to_adjacent_spaces() -> None:
    """16.8 Each to a neighbour of its own, or not at all; who has travelled does not travel again."""
    s = church({"radau": {"cr_rebel": 3, "cr_base": 1}})
    answers = "radau marth travel_number:1 travel_bases:1 done rutherford travel_number:1 done done"
    travel(s, answers)
    assert (at(s, "marth", "cr_rebel"), at(s, "marth", "cr_base")) == (1, 1)
    assert (at(s, "rutherford", "cr_rebel"), at(s, "radau", "cr_rebel")) == (1, 1)


@pytest.mark.parametrize(
    ("pieces", "rebels", "likely"),
    [
        ({"cr_rebel": 2, "cr_base": 1}, "travel_number:2", 0),
        ({"cr_rebel": 2, "cr_base": 1, "conversion_center": 1}, "travel_number:1", 0),
        ({"cr_rebel": 2, "cr_base": 2}, "travel_number:0", 2),
    ],
)
def test_bases_are_left_behind_unless_they_travel_alone(
    pieces: dict[str, int], rebels: str, likely: int
) -> None:
    """16.8 Whether a Base goes along is a choice, and the likeliest one is that it stays."""
    ask = asked(church({"radau": pieces}), RECLAIMERS, Op.TRAVEL, f"radau marth {rebels}", "travel_bases")
    assert ask is not None
    assert ask.likely == likely


def test_a_moving_conversion_center_turns_basic() -> None:
    """16.8 The Base moves once, and its upgrade is lost."""
    s = church({"radau": {"conversion_center": 1}})
    travel(s, "radau marth done")
    assert (at(s, "marth", "cr_base"), at(s, "marth", "conversion_center")) == (1, 0)


def test_bases_obey_stacking() -> None:
    """16.8, 4.1 A full space takes Rebels, but no Base."""
    pieces = {
        "radau": {"cr_rebel": 1, "cr_base": 2},
        "marth": {"mg_base": 1, "rd_base": 1},
        "rutherford": {"mg_base": 1},
    }
    assert offered(church(pieces), RECLAIMERS, Op.TRAVEL, "radau marth", "travel_bases") == []
    assert offered(
        church(pieces), RECLAIMERS, Op.TRAVEL, "radau rutherford travel_number:0", "travel_bases"
    ) == ["1"]
    bases_only = church({**pieces, "radau": {"cr_base": 2}})
    assert offered(bases_only, RECLAIMERS, Op.TRAVEL, "radau", "travel_to") == ["rutherford", "wilderness"]


@pytest.mark.parametrize(
    ("goal", "position", "hidden"),
    [
        ("wilderness", {}, True),
        ("marth", {"storm": {"marth": "approaching"}}, True),
        ("marth", {"storm": {"marth": "raging"}}, True),
        ("marth", {"storm": {"marth": "approaching"}, "alignment": {"marth": 2}}, True),
        ("marth", {}, False),
        ("marth", {"alignment": {"marth": -1}}, False),
    ],
)
def test_what_hides_travellers(goal: str, position: dict[str, Any], hidden: bool) -> None:
    """16.8 The Wilderness and any Storm marker, even among Support; elsewhere Active ones stay Active."""
    s = church({"radau": {"active_cr_rebel": 4}, "marth": {"mg_troop": 4}}, **position)
    travel(s, f"radau {goal} 4 done")
    assert (at(s, goal, "cr_rebel"), at(s, goal, "active_cr_rebel")) == ((4, 0) if hidden else (0, 4))


@pytest.mark.parametrize(
    ("level", "guards", "rebels", "seen"),
    [
        (1, {"mg_troop": 1}, 2, False),
        (1, {"mg_troop": 1}, 3, True),
        (2, {"security": 1, "eg_troop": 1, "specops": 1}, 1, True),
        (2, {"mg_base": 2, "rd_rebel": 5}, 1, False),
        (0, {"mg_troop": 5}, 4, False),
    ],
)
def test_travellers_are_seen_among_support(
    level: int, guards: dict[str, int], rebels: int, seen: bool
) -> None:
    """16.8 With Support and without a Storm: the group, cubes and SpecOps together over 3."""
    s = church({"radau": {"cr_rebel": rebels}, "marth": guards}, alignment={"marth": level})
    travel(s, "radau marth" + f" {rebels}" * (rebels > 1) + " done")
    assert at(s, "marth", "active_cr_rebel") == (rebels if seen else 0)


def test_moving_on_from_a_base() -> None:
    """16.8 Hidden Rebels in a space with a CR Base go on, at no cost, from Base to Base, and some may stay."""
    s = church({"radau": {"cr_rebel": 3}, "marth": {"cr_base": 1}, "trouvelot": {"conversion_center": 1}})
    answers = "radau marth 3 travel_on:trouvelot travel_on_number:2 travel_on:new_cordoba travel_on_number:1 done done"
    travel(s, answers + " done")
    assert [at(s, space, "cr_rebel") for space in ("marth", "trouvelot", "new_cordoba")] == [1, 1, 1]


def test_moving_on_and_back() -> None:
    """16.8 Also back where it came from: an Active Rebel leaves the Wilderness and returns Hidden."""
    s = church(
        {"wilderness": {"active_cr_rebel": 1}, "radau": {"cr_base": 1}}, storm={"radau": "approaching"}
    )
    travel(s, "wilderness radau travel_on:wilderness done")
    assert (at(s, "wilderness", "cr_rebel"), at(s, "wilderness", "active_cr_rebel")) == (1, 0)


def test_nobody_moves_on_without_a_base_or_active() -> None:
    """16.8 Only a Rebel that is Hidden, only where a CR Base is."""
    s = church({"radau": {"active_cr_rebel": 1}, "marth": {"cr_base": 1}})
    assert offered(s, RECLAIMERS, Op.TRAVEL, "radau marth", "travel_on") == []
    s = church({"radau": {"cr_rebel": 1}, "marth": {"rd_base": 1}})
    assert offered(s, RECLAIMERS, Op.TRAVEL, "radau marth", "travel_on") == []
    s = church({"radau": {"cr_rebel": 1}, "marth": {"cr_base": 1}})
    assert offered(s, RECLAIMERS, Op.TRAVEL, "radau marth", "travel_on")


def test_rebels_who_did_not_enter_do_not_move_on() -> None:
    """16.8 Those who stood in Marth already stay; one who came may go."""
    s = church({"radau": {"cr_rebel": 1}, "marth": {"cr_base": 1, "cr_rebel": 3}})
    travel(s, "radau marth travel_on:shenzhou done")
    assert (at(s, "shenzhou", "cr_rebel"), at(s, "marth", "cr_rebel")) == (1, 3)


def test_a_base_that_came_along_is_a_base_to_move_on_from() -> None:
    """16.8 The space contains a CR Base when the Rebel is Hidden there."""
    s = church({"radau": {"cr_rebel": 1, "cr_base": 1}})
    answers = "radau marth travel_number:1 travel_bases:1 travel_on:shenzhou done"
    travel(s, answers)
    assert (at(s, "shenzhou", "cr_rebel"), at(s, "marth", "cr_base")) == (1, 1)


def test_the_group_is_all_who_came_from_one_origin() -> None:
    """Ruling 23 Two enter Shenzhou by Marth, then two more by Trouvelot: together with one Troop they are seen."""
    pieces = {
        "marth": {"cr_base": 1},
        "trouvelot": {"cr_base": 1},
        "shenzhou": {"mg_troop": 1},
        "rutherford": {"cr_rebel": 4},
    }
    s = church(pieces, alignment={"shenzhou": 1})
    answers = "rutherford marth 2 travel_on:shenzhou 2 trouvelot 2 travel_on:shenzhou 2 done"
    travel(s, answers)
    assert (at(s, "shenzhou", "cr_rebel"), at(s, "shenzhou", "active_cr_rebel")) == (0, 4)


def test_each_entry_is_judged_separately() -> None:
    """Ruling 23 From another origin two more come unseen: two and one Troop are three."""
    pieces = {"marth": {"cr_rebel": 2}, "trouvelot": {"cr_rebel": 2}, "shenzhou": {"mg_troop": 1}}
    s = church(pieces, alignment={"shenzhou": 1})
    travel(s, "marth shenzhou 2 trouvelot shenzhou 2 done")
    assert (at(s, "shenzhou", "cr_rebel"), at(s, "shenzhou", "active_cr_rebel")) == (4, 0)


def test_those_who_were_there_are_not_exposed() -> None:
    """16.8, ruling 23 Only the group is Activated: Rebels who stood there stay Hidden and may still travel themselves."""
    pieces = {"marth": {"cr_rebel": 3}, "shenzhou": {"mg_troop": 1, "cr_rebel": 2}}
    s = church(pieces, alignment={"shenzhou": 1})
    travel(s, "marth shenzhou 3 shenzhou trouvelot travel_number:2 done")
    assert (at(s, "shenzhou", "cr_rebel"), at(s, "shenzhou", "active_cr_rebel")) == (0, 3)
    assert at(s, "trouvelot", "cr_rebel") == 2


def test_exposing_the_group_leaves_the_others_free_to_travel() -> None:
    """Ruling 23 As above, with two Rebels in Shenzhou from the start: those two, Hidden, may travel on from there."""
    pieces = {
        "marth": {"cr_base": 1},
        "trouvelot": {"cr_base": 1},
        "shenzhou": {"mg_troop": 1, "cr_rebel": 2},
        "rutherford": {"cr_rebel": 4},
    }
    s = church(pieces, alignment={"shenzhou": 1})
    first = "rutherford marth 2 travel_on:shenzhou 2 trouvelot 2 travel_on:shenzhou 2 "
    travel(s, first + "travel:shenzhou travel_to:marth travel_number:2 done done")
    assert (at(s, "shenzhou", "cr_rebel"), at(s, "shenzhou", "active_cr_rebel")) == (0, 4)
    assert (at(s, "marth", "cr_rebel"), at(s, "marth", "active_cr_rebel")) == (2, 0)
