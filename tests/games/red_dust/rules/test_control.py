"""4.1-4.6 Stacking, placing and removing; 6 Support and Opposition; 7 Control; 3.5 Spaceports."""

from __future__ import annotations

import pytest

from sandtable.engine.asking import Topic
from sandtable.games.red_dust.printed.map import (
    COIN,
    CORPORATIONS,
    MARS_GOV,
    NOBODY,
    ON_MARS,
    RECLAIMERS,
    RED_DUST,
)
from sandtable.games.red_dust.printed.pieces import BASE_OF, COIN_FORCES, CR_FORCES, PIECE, RD_FORCES
from sandtable.games.red_dust.rules.alignment import (
    can_shift,
    shift,
    shift_to_neutral,
    support_and_opposition,
)
from sandtable.games.red_dust.rules.operations.general import begin_operation, spaceports
from sandtable.games.red_dust.rules.placing import can_place_base, place_units, removable, remove_forces
from sandtable.games.red_dust.state import Mars, Op

from ..kit import KIND, at, mars, n, operation, play, spaces_for

M, C, D, R = MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS
WHICH = Topic("test", "4.6", "The pieces go.", ("piece", "number"))


# 4.1 Stacking


@pytest.mark.parametrize(
    ("bases", "has_room"),
    [
        ({}, True),
        ({"mg_base": 1}, True),
        ({"terraforming_base": 1}, True),
        ({"corp_base": 1, "rd_base": 1}, False),
        ({"dug_in_base": 1, "conversion_center": 1}, False),
        ({"mg_base": 1, "mg_troop": 5, "rd_rebel": 5}, True),
    ],
)
def test_two_bases_in_a_space(bases: dict[str, int], has_room: bool) -> None:
    """4.1 At most two Bases, all Factions together, upgraded ones as one each; units do not matter."""
    s = mars({"radau": bases})
    assert [can_place_base(s, who, n("radau")) for who in BASE_OF] == [has_room] * 4


def test_six_bases_in_the_wilderness_none_on_phobos() -> None:
    """4.1 Room for six in the Wilderness; no Base on Phobos."""
    s = mars({"wilderness": {"cr_base": 5}})
    assert can_place_base(s, RED_DUST, n("wilderness"))
    s = mars({"wilderness": {"cr_base": 4, "rd_base": 2}})
    assert not can_place_base(s, RECLAIMERS, n("wilderness"))
    assert not can_place_base(s, MARS_GOV, n("phobos"))


def test_secure_never_builds_a_third_base() -> None:
    """4.1, 16.3 With two Bases there, nobody is asked to build another."""
    s = mars({"europa": {"mg_troop": 2, "corp_base": 1, "rd_base": 1}}, resources=(3, 0, 0))
    assert not operation(s, MARS_GOV, Op.SECURE, "secure:europa").was_asked("build_base")


# 4.2 Hidden and Active


def test_rebels_are_placed_hidden() -> None:
    """4.2 Also when Active ones stand there already."""
    s = mars({"gandhi": {"active_rd_rebel": 2}})
    play(s, place_units(s, RED_DUST, n("gandhi"), 2))
    assert (at(s, "gandhi", "rd_rebel"), at(s, "gandhi", "active_rd_rebel")) == (2, 2)


def test_moving_does_not_change_the_state() -> None:
    """4.2 A March without Support at its end leaves Hidden Rebels Hidden and Active ones Active."""
    s = mars({"gandhi": {"active_rd_rebel": 1, "rd_rebel": 1}}, resources=(0, 0, 1))
    operation(s, RED_DUST, Op.MARCH, "march:sharma march_number:1 march_number:1")
    assert (at(s, "sharma", "rd_rebel"), at(s, "sharma", "active_rd_rebel")) == (1, 1)


def test_specops_keep_their_side_when_they_move() -> None:
    """4.2 Secure moves Hidden and Active SpecOps as they are."""
    s = mars({"tenzing": {"specops": 1, "active_specops": 1}})
    operation(s, CORPORATIONS, Op.SECURE, "secure:europa secure_from:tenzing 1 1 done")
    assert (at(s, "europa", "specops"), at(s, "europa", "active_specops")) == (1, 1)


# 4.3 Placing


def test_only_what_is_available_is_placed() -> None:
    """4.3 With one Security Available, one is placed; a CORP pool is not filled up from the map."""
    s = mars({"europa": {"security": 15}})
    assert s.place(KIND["security"], n("gandhi"), 3) == 1
    assert at(s, "gandhi", "security") == 1


@pytest.mark.parametrize(
    ("who", "unit", "pool"), [(M, "mg_troop", 30), (D, "rd_rebel", 30), (R, "cr_rebel", 20)]
)
def test_a_short_pool_is_filled_up_from_the_map(who: int, unit: str, pool: int) -> None:
    """4.3 MG, RD and CR may take their own units from elsewhere on the map while placing."""
    s = mars({"sharma": {unit: pool - 1}})
    played = play(s, place_units(s, who, n("gandhi"), 3), f"sharma/{unit} sharma/{unit}")
    assert played.who("take_from_map") == who
    assert (at(s, "gandhi", unit), at(s, "sharma", unit)) == (3, pool - 3)


def test_filling_up_is_optional() -> None:
    """4.3 "May": they can place what is Available and leave it at that."""
    s = mars({"sharma": {"rd_rebel": 29}})
    play(s, place_units(s, RED_DUST, n("gandhi"), 3), "done")
    assert at(s, "gandhi", "rd_rebel") == 1


def test_a_rebel_taken_from_the_map_is_placed_hidden() -> None:
    """4.2, 4.3 An Active one taken from elsewhere comes Hidden; the Faction chooses which and from where."""
    s = mars({"sharma": {"rd_rebel": 20}, "radau": {"active_rd_rebel": 10}})
    played = play(s, place_units(s, RED_DUST, n("gandhi"), 1), "radau/active_rd_rebel")
    assert played.options("take_from_map") == ["radau/active_rd_rebel", "sharma/rd_rebel", "done"]
    assert at(s, "gandhi", "rd_rebel") == 1


def test_bases_never_come_from_the_map() -> None:
    """4.3 With all nine RD Bases on the map there is none to place."""
    s = mars({"wilderness": {"rd_base": 6}, "radau": {"rd_base": 2}, "marth": {"rd_base": 1}})
    assert not can_place_base(s, RED_DUST, n("gandhi"))


# 4.4 Removing


@pytest.mark.parametrize(
    ("piece", "box", "becomes"),
    [
        ("mg_troop", "available", "mg_troop"),
        ("fortified_troop", "available", "mg_troop"),
        ("mg_base", "available", "mg_base"),
        ("security", "casualties", "security"),
        ("active_specops", "casualties", "specops"),
        ("terraforming_base", "casualties", "corp_base"),
        ("eg_troop", "casualties", "eg_troop"),
        ("satellite", "casualties", "satellite"),
        ("active_rd_rebel", "available", "rd_rebel"),
        ("dug_in_base", "available", "rd_base"),
        ("active_cr_rebel", "available", "cr_rebel"),
        ("conversion_center", "available", "cr_base"),
    ],
)
def test_where_removed_pieces_go(piece: str, box: str, becomes: str) -> None:
    """4.4 CORP forces, EG Troops and Satellites to Casualties, all others to Available; upgraded Bases turn basic."""
    s = mars({"radau": {piece: 1}})
    before = at(s, box, becomes)
    s.remove(KIND[piece], n("radau"))
    assert at(s, "radau", piece) == 0
    assert at(s, box, becomes) == before + 1


# 4.5 Bases last


@pytest.mark.parametrize(
    ("base", "guard", "protects"),
    [
        ("rd_base", "rd_rebel", True),
        ("dug_in_base", "active_rd_rebel", True),
        ("rd_base", "cr_rebel", False),
        ("cr_base", "active_cr_rebel", True),
        ("conversion_center", "cr_rebel", True),
        ("cr_base", "rd_rebel", False),
        ("mg_base", "security", True),
        ("mg_base", "eg_troop", True),
        ("corp_base", "mg_troop", True),
        ("terraforming_base", "specops", True),
        ("corp_base", "active_specops", True),
        ("corp_base", "satellite", False),
        ("corp_base", "rd_rebel", False),
    ],
)
def test_bases_last(base: str, guard: str, protects: bool) -> None:
    """4.5 A Base goes only when no unit friendly to it is left: its own Rebels, or any COIN unit, Hidden or not."""
    s = mars({"radau": {base: 1, guard: 1}})
    assert (KIND[base] not in removable(s, n("radau"), (KIND[base],))) is protects


def test_the_base_may_follow_its_last_unit() -> None:
    """4.5, 4.6 Whoever removes chooses piece by piece; when the last unit is gone the Base is offered."""
    s = mars({"radau": {"rd_rebel": 1, "cr_rebel": 1, "rd_base": 1}})
    kinds = (*RD_FORCES, *CR_FORCES)
    removal = remove_forces(s, CORPORATIONS, n("radau"), 2, kinds, WHICH)
    played = play(s, removal, "rd_rebel rd_base")
    assert [options for _, _, options in played.asked] == [
        ["rd_rebel/1", "cr_rebel/1"],
        ["rd_base/1", "cr_rebel/1"],
    ]
    assert [PIECE.id(kind) for kind in played.result] == ["rd_rebel", "rd_base"]
    assert played.who("test") == CORPORATIONS


# 6 Support and Opposition


def test_totals() -> None:
    """6 Population times one for Passive and two for Active, on each side."""
    s = mars(
        alignment={"tenzing": 2, "europa": 1, "gandhi": -1, "shenzhou": -2, "radau": -2},
        housed={"europa": 1},
        damage={"shenzhou": 2},
    )
    assert support_and_opposition(s) == (3 * 2 + 3, 2 + 1 * 2 + 1 * 2)


@pytest.mark.parametrize(
    ("start", "levels", "end"),
    [(0, 1, 1), (1, 2, 2), (2, -4, -2), (-2, -1, -2), (2, 1, 2), (-1, 3, 2), (1, -2, -1)],
)
def test_shifts_stop_at_the_ends(start: int, levels: int, end: int) -> None:
    """6 A shift moves level by level and goes no further than Active Support or Active Opposition."""
    s = mars(alignment={"gandhi": start})
    shift(s, n("gandhi"), levels)
    assert s.alignment[n("gandhi")] == end


@pytest.mark.parametrize("space", ["radau", "wilderness"])
def test_an_unpopulated_space_does_not_shift(space: str) -> None:
    """6 Unpopulated spaces are always Neutral."""
    s = mars(damage={"radau": 1})
    assert not can_shift(s, n(space), -1)
    shift(s, n(space), -1)
    assert s.alignment[n(space)] == 0


@pytest.mark.parametrize(("start", "end"), [(2, 1), (1, 0), (0, 0), (-1, 0), (-2, -1)])
def test_towards_neutral(start: int, end: int) -> None:
    """6 One step from either side, nothing at Neutral."""
    s = mars(alignment={"gandhi": start})
    shift_to_neutral(s, n("gandhi"))
    assert s.alignment[n("gandhi")] == end


# 7 Control


@pytest.mark.parametrize(
    ("pieces", "control"),
    [
        ({}, NOBODY),
        ({"mg_troop": 1}, COIN),
        ({"specops": 1}, COIN),
        ({"mg_troop": 1, "security": 1, "eg_troop": 1, "rd_rebel": 2}, COIN),
        ({"mg_troop": 2, "rd_rebel": 1, "cr_rebel": 1}, NOBODY),
        ({"corp_base": 1, "mg_base": 1, "rd_rebel": 1}, COIN),
        ({"rd_rebel": 1, "rd_base": 1, "mg_troop": 1}, D),
        ({"rd_rebel": 2, "cr_rebel": 1, "mg_troop": 1}, NOBODY),
        ({"active_rd_rebel": 3, "cr_rebel": 1, "mg_troop": 1}, D),
        ({"cr_rebel": 2, "conversion_center": 1, "rd_rebel": 1, "mg_troop": 1}, R),
        ({"rd_rebel": 1, "cr_rebel": 1}, NOBODY),
        ({"satellite": 2, "rd_rebel": 1}, D),
        ({"satellite": 2}, NOBODY),
    ],
)
def test_control(pieces: dict[str, int], control: int) -> None:
    """7 COIN counts together against both Rebels, each Rebel Faction against all others; Satellites do not count."""
    s = mars({"gandhi": pieces, "radau": pieces})
    assert s.control[n("gandhi")] == s.control[n("radau")] == control


def test_phobos_is_always_coin() -> None:
    """7 Even when nobody is there."""
    s = mars()
    s.settle_all()
    assert s.control[n("phobos")] == COIN


def test_control_changes_at_once() -> None:
    """7 As soon as a piece is placed, moved or removed."""
    s = mars({"gandhi": {"mg_troop": 1}})
    s.place(KIND["rd_rebel"], n("gandhi"), 2)
    assert s.control[n("gandhi")] == RED_DUST
    s.move(KIND["rd_rebel"], n("gandhi"), n("sharma"), 2)
    assert (s.control[n("gandhi")], s.control[n("sharma")]) == (COIN, RED_DUST)
    s.remove(KIND["mg_troop"], n("gandhi"))
    assert s.control[n("gandhi")] == NOBODY


# 3.5 Spaceports


def ports(s: Mars, who: int, op: Op, side: int) -> list[str]:
    a = begin_operation(s, who, op)
    return [space for space in ("europa", "gandhi", "sharma", "phobos") if n(space) in spaceports(a, side)]


def test_copies_share_the_pieces_until_one_moves() -> None:
    """A move changes one state and none of its copies, whichever of them moves first; what is kept of the pieces follows."""
    s = mars({"gandhi": {"mg_troop": 2}})
    one, two = s.copy(), s.copy()
    assert one.pieces is two.pieces is s.pieces
    one.move(KIND["mg_troop"], n("gandhi"), n("europa"))
    assert s.pieces is two.pieces
    s.place(KIND["mg_troop"], n("sharma"))
    found = [[at(it, space, "mg_troop") for space in ("gandhi", "europa", "sharma")] for it in (s, one, two)]
    assert found == [[2, 0, 1], [1, 1, 0], [2, 0, 0]]
    for it in (s, one, two):
        kept = it.holds, it.counts
        it.keep()
        assert (it.holds, it.counts) == kept


def test_usable_spaceports() -> None:
    """3.5 No Damage, no Raging Storm, and that side's Control; an Approaching Storm does not matter. Phobos always."""
    troops = {"mg_troop": 1}
    s = mars({"europa": troops, "gandhi": troops, "sharma": troops})
    assert ports(s, MARS_GOV, Op.SECURE, COIN) == ["europa", "gandhi", "sharma", "phobos"]
    s = mars(
        {"europa": troops, "gandhi": troops, "sharma": {"rd_rebel": 1}},
        damage={"europa": 1},
        storm={"gandhi": "raging", "sharma": "approaching"},
    )
    assert ports(s, MARS_GOV, Op.SECURE, COIN) == ["phobos"]
    assert ports(s, RED_DUST, Op.MARCH, RED_DUST) == ["sharma"]


def test_uncontrolled_spaceports_serve_nobody() -> None:
    """3.5 No Control, no Spaceport."""
    s = mars({"europa": {"mg_troop": 1, "rd_rebel": 1}})
    assert ports(s, MARS_GOV, Op.SECURE, COIN) == ["phobos"]
    assert ports(s, RED_DUST, Op.MARCH, RED_DUST) == []


def test_control_of_spaceports_is_read_at_the_start() -> None:
    """3.5, 7 (a) Troops that take a Labyrinth in the Operation do not open its Spaceport for others in it."""
    s = mars({"coronae_montes": {"mg_troop": 2}, "phobos": {"mg_troop": 1}}, resources=(6, 0, 0))
    answers = "secure:gandhi coronae_montes 1 secure:sharma coronae_montes done"
    played = operation(s, MARS_GOV, Op.SECURE, answers)
    assert s.control[n("gandhi")] == COIN
    origins = [keys for _, topic, keys in played.asked if topic == "secure_from"]
    assert origins == [["coronae_montes", "done"]] * 2, "never Phobos"


def test_control_lost_in_the_operation_still_counts() -> None:
    """3.5, 7 (a) The last Troop leaves Europa by its Spaceport; a second one may still come through it."""
    s = mars(
        {"europa": {"mg_troop": 1}, "ascraeus_mons": {"mg_troop": 1}, "gandhi": {"mg_troop": 1}},
        resources=(6, 0, 0),
    )
    operation(s, MARS_GOV, Op.SECURE, "secure:gandhi europa ascraeus_mons done done")
    assert at(s, "gandhi", "mg_troop") == 3


def test_enemy_control_for_coin_forces() -> None:
    """7 RD and CR Control are both enemy Control for COIN; COIN and CR Control are for RD."""
    s = mars({"gandhi": {"rd_rebel": 1}, "europa": {"cr_rebel": 1}, "sharma": {"mg_troop": 1}})
    assert [s.control[n(space)] for space in ("gandhi", "europa", "sharma")] == [D, R, COIN]
    assert sorted(spaces_for(s, RED_DUST, Op.MARCH)) == ["coronae_montes", "sharma"], "it stops in Sharma"


def test_every_coin_force_counts_as_one() -> None:
    """7 The sides of the count are just these kinds."""
    for kinds, control in ((COIN_FORCES, COIN), (RD_FORCES, D), (CR_FORCES, R)):
        for kind in kinds:
            s = mars({"gandhi": {PIECE.id(kind): 1}})
            assert s.control[n("gandhi")] == control
            assert [s.control[space] for space in ON_MARS].count(NOBODY) == 23
