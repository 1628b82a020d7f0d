"""13. Every Special Activity: whether it is taken, in which spaces, and what it does there."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.red_dust.nonplayer.specials import LINES, USEFUL, activity_of
from sandtable.games.red_dust.nonplayer.tables import ACTIVITIES, SIDE_NUMBER
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, NUMBER_OF, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.operations.attack import attack_in
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.special_activities.pairing import Special
from sandtable.games.red_dust.rules.special_activities.take import TAKE, take_special
from sandtable.games.red_dust.state import Mars, Op

from ..kit import KIND
from .kit import left_to_chance, np_of, table

GANDHI, SHARMA, EUROPA, MARTH = (NUMBER_OF[it] for it in ("gandhi", "sharma", "europa", "marth"))


def at(s: Mars, space: str, piece: str) -> int:
    return s.at(NUMBER_OF[space], KIND[piece])


def taken(s: Mars, who: int, op: Op, special: Special, **more: Any) -> None:
    """A Special Activity that the non-player takes with an Operation."""
    a = begin_operation(s, who, op, special=True)
    left_to_chance(s, take_special(s, a, special), **more)


def test_every_activity_has_its_lines() -> None:
    assert set(LINES) | {"petition_eg_plus", "petition_supply", "transport"} == set(ACTIVITIES)
    assert set(USEFUL) | {"ambush_rd", "ambush_cr"} == set(ACTIVITIES)
    assert set(TAKE) | {Special.AMBUSH} == set(Special)


def test_the_first_option_that_is_possible_is_taken() -> None:
    """7 In letter order: legal with the Operation, with its red condition, and useful; none without permission."""
    s = table(pieces={"gandhi": {"mg_troop": 3}}, alignment={"gandhi": 1})
    a = begin_operation(s, MARS_GOV, Op.SECURE, special=True)
    np_of(s).side = SIDE_NUMBER["AA"]
    a.activated = 3
    assert activity_of(s, "sa") == "petition_supply"
    a.activated = 2
    assert activity_of(s, "sa") == "entrench"
    a = begin_operation(s, MARS_GOV, Op.SECURE)
    assert activity_of(s, "sa") == ""


def test_entrench_builds_in_deserts_and_fortifies_at_support() -> None:
    s = table(
        pieces={"marth": {"mg_troop": 2}, "gandhi": {"mg_troop": 3}, "europa": {"mg_troop": 2}},
        alignment={"gandhi": 1},
    )
    taken(s, MARS_GOV, Op.TRAIN, Special.ENTRENCH)
    assert (at(s, "marth", "mg_base"), at(s, "gandhi", "mg_base")) == (1, 0)
    assert (at(s, "marth", "fortified_troop"), at(s, "gandhi", "fortified_troop")) == (0, 2)
    s = table(pieces={"marth": {"mg_troop": 2, "mg_base": 1}, "europa": {"mg_troop": 2}})
    begin_operation(s, MARS_GOV, Op.TRAIN, special=True)
    assert not USEFUL["entrench"](s, s.action)


def test_petition_turns_the_marker_after_a_good_assault() -> None:
    """EG+, a Supply on Earth, Profits -3 in all; only under EG−, and only with more Rebels lost than COIN forces."""
    s = table()
    a = begin_operation(s, MARS_GOV, Op.ASSAULT, special=True)
    a.rebels_lost, a.coin_lost = 2, 2
    assert not USEFUL["petition_eg_plus"](s, a)
    a.rebels_lost = 3
    assert USEFUL["petition_eg_plus"](s, a)
    left_to_chance(s, take_special(s, a, Special.PETITION))
    assert (s.is_eg_up, s.supply_on_earth, s.resources[CORPORATIONS]) == (True, 1, 17)
    assert not USEFUL["petition_eg_plus"](s, a)


def test_petition_for_supply() -> None:
    """One Supply and one for every three Rebels that were Activated, a Profit each."""
    s = table()
    a = begin_operation(s, MARS_GOV, Op.SECURE, special=True)
    a.activated = 6
    left_to_chance(s, take_special(s, a, Special.PETITION))
    assert (s.supply_on_earth, s.resources[CORPORATIONS], s.is_eg_up) == (3, 17, False)


def test_transport_moves_earthgov_troops_only_for_their_controller() -> None:
    for level, moved in ((4, 0), (8, 3)):
        s = table(pieces={"gandhi": {"mg_base": 1, "rd_rebel": 3}, "phobos": {"eg_troop": 9}}, level=level)
        begin_operation(s, MARS_GOV, Op.TRAIN, special=True)
        if USEFUL["transport"](s, s.action):
            taken(s, MARS_GOV, Op.TRAIN, Special.TRANSPORT)
        assert at(s, "gandhi", "eg_troop") == moved


def test_public_relations_repair_and_then_house() -> None:
    """Repair in up to two spaces; House in one of them with a CORP Base; nothing without displaced people."""
    position = {"gandhi": {"security": 3}, "sharma": {"security": 3, "corp_base": 1}}
    s = table(pieces=position, damage={"gandhi": 1, "sharma": 1}, displaced=4)
    taken(s, CORPORATIONS, Op.SECURE, Special.PUBLIC_RELATIONS)
    assert (s.damage[GANDHI], s.damage[SHARMA]) == (0, 0)
    assert (s.housed[GANDHI], s.housed[SHARMA]) == (0, 1)
    assert s.resources[CORPORATIONS] == 24
    s = table(pieces=position, damage={"gandhi": 1, "sharma": 1})
    begin_operation(s, CORPORATIONS, Op.SECURE, special=True)
    assert not USEFUL["public_relations"](s, s.action)


def test_exploit_takes_populated_spaces() -> None:
    s = table(pieces={"wilderness": {"corp_base": 1}, "gandhi": {"corp_base": 1}, "marth": {"corp_base": 1}})
    taken(s, CORPORATIONS, Op.LOGISTICS, Special.EXPLOIT)
    assert s.resources[CORPORATIONS] == 23


def test_raid_uses_specops_on_the_spot_and_hits_rebels_only() -> None:
    s = table(pieces={"gandhi": {"specops": 1, "rd_rebel": 2, "mg_troop": 2}, "sharma": {"specops": 1}})
    taken(s, CORPORATIONS, Op.SECURE, Special.RAID)
    assert (at(s, "gandhi", "rd_rebel"), at(s, "gandhi", "mg_troop")) == (0, 2)
    assert at(s, "sharma", "specops") == 1
    s = table(pieces={"gandhi": {"rd_rebel": 2}, "sharma": {"specops": 2}})
    taken(s, CORPORATIONS, Op.SECURE, Special.RAID)
    assert (at(s, "gandhi", "rd_rebel"), at(s, "gandhi", "active_specops"), at(s, "sharma", "specops")) == (
        0,
        1,
        1,
    )
    s = table(pieces={"gandhi": {"specops": 1, "mg_troop": 2}})
    begin_operation(s, CORPORATIONS, Op.SECURE, special=True)
    assert not USEFUL["raid"](s, s.action)


def test_coordinate_houses_then_repairs_then_shifts() -> None:
    """Two spaces; the House line is used as far as it goes; Repair costs Agitate Total and is not made at 0."""
    s = table(
        pieces={"gandhi": {"rd_rebel": 1}, "sharma": {"rd_rebel": 1}, "europa": {"rd_rebel": 1}},
        damage={"sharma": 1},
        displaced=1,
    )
    np_of(s).agitate_total = 1
    taken(s, RED_DUST, Op.RALLY, Special.COORDINATE, wanted=[GANDHI])
    assert (s.housed[GANDHI], s.alignment[GANDHI]) == (1, -1)
    assert (s.alignment[SHARMA], s.alignment[EUROPA]) == (0, -1)  # nobody is displaced any more, so no Repair
    s = table(
        pieces={"gandhi": {"rd_rebel": 1}, "sharma": {"rd_rebel": 1}},
        damage={"sharma": 1, "gandhi": 1},
        displaced=3,
    )
    np_of(s).agitate_total = 1
    taken(s, RED_DUST, Op.RALLY, Special.COORDINATE, wanted=[GANDHI])
    assert (s.damage[GANDHI], s.damage[SHARMA], np_of(s).agitate_total) == (0, 1, 0)
    assert (s.alignment[GANDHI], s.alignment[SHARMA]) == (-1, -1)


def test_coordinate_turns_the_guards_at_active_opposition() -> None:
    """Two cubes are removed; a single one is replaced by a Rebel. With an RD Base two Hidden Rebels are needed."""
    for troops, left, rebels in ((3, 1, 0), (1, 0, 1)):
        s = table(pieces={"gandhi": {"rd_rebel": 1, "mg_troop": troops}}, alignment={"gandhi": -2})
        taken(s, RED_DUST, Op.RALLY, Special.COORDINATE)
        assert (at(s, "gandhi", "mg_troop"), at(s, "gandhi", "rd_rebel")) == (left, rebels)
    for rebels, useful in ((1, False), (2, True)):
        s = table(pieces={"gandhi": {"rd_rebel": rebels, "rd_base": 1}})
        begin_operation(s, RED_DUST, Op.RALLY, special=True)
        assert USEFUL["coordinate"](s, s.action) is useful


def test_redistribute_counts_two_resources_for_one() -> None:
    """Up to four spaces, Population and CORP Bases, halved in all; with an RD Base only with two Hidden Rebels."""
    spaces = ("gandhi", "sharma", "europa", "tereshkova", "shepard")
    s = table(pieces={it: {"rd_rebel": 2} for it in spaces} | {"gandhi": {"rd_rebel": 3, "corp_base": 1}})
    taken(s, RED_DUST, Op.RALLY, Special.REDISTRIBUTE)
    assert np_of(s).agitate_total == 4
    assert sum(s.at(NUMBER_OF[it], KIND["active_rd_rebel"]) for it in spaces) == 4
    s = table(pieces={"gandhi": {"rd_rebel": 1, "rd_base": 1}})
    begin_operation(s, RED_DUST, Op.RALLY, special=True)
    assert not USEFUL["redistribute"](s, s.action)


def ambushed(s: Mars, who: int) -> None:
    begin_operation(s, who, Op.ATTACK, special=True)
    left_to_chance(s, attack_in(s, who, GANDHI, ambush=True))


@pytest.mark.parametrize(
    ("level", "kinds", "damaged", "left"),
    [
        # A Base falls only with both dice, though that does Damage without Support; EG Troops take a die each.
        (0, {"rd_rebel": 1, "eg_troop": 1, "mg_base": 1}, True, 0),
        # No Base: no Damage where there is no Support. One Rebel, so a die must show 1: 1 and 6 make 7, above 3 forces.
        (0, {"rd_rebel": 1, "mg_troop": 2}, False, 0),
        # At Support there is Damage.
        (1, {"rd_rebel": 1, "mg_troop": 2}, True, 0),
    ],
)
def test_the_dice_of_a_red_dust_ambush(level: int, kinds: dict[str, int], damaged: bool, left: int) -> None:
    """Enemy Bases first, then Damage at Support only, then most removals."""
    s = table(pieces={"gandhi": kinds}, alignment={"gandhi": level})
    ambushed(s, RED_DUST)
    assert (s.damage[GANDHI] > 0) is damaged
    assert s.count(GANDHI, tuple(KIND[it] for it in kinds if it != "rd_rebel")) == left


def test_both_dice_of_a_reclaimer_ambush_are_1() -> None:
    s = table(pieces={"gandhi": {"cr_rebel": 2, "mg_troop": 5}})
    ambushed(s, RECLAIMERS)
    assert (at(s, "gandhi", "mg_troop"), s.damage[GANDHI]) == (1, 1)
    assert at(s, "gandhi", "cr_rebel") == 1  # one Hidden Rebel is Activated


def test_purify_takes_bases_first() -> None:
    s = table(
        pieces={
            "marth": {"cr_rebel": 4, "corp_base": 1},
            "gandhi": {"cr_rebel": 9, "security": 3},
            "radau": {"cr_rebel": 3, "mg_troop": 1},
        }
    )
    taken(s, RECLAIMERS, Op.RALLY, Special.PURIFY)
    assert at(s, "marth", "conversion_center") == 1
    assert at(s, "gandhi", "security") + at(s, "radau", "mg_troop") == 3
    assert np_of(s).asset_total == 1


def test_ransack_takes_the_most_damage() -> None:
    """Asset Total +1 for each Damage; with a CR Base only with two Hidden Rebels."""
    s = table(
        pieces={
            "gandhi": {"cr_rebel": 1},
            "sharma": {"cr_rebel": 1},
            "tenzing": {"cr_rebel": 1},
            "europa": {"cr_rebel": 1, "cr_base": 1},
        },
        damage={"gandhi": 1, "sharma": 2, "tenzing": 3, "europa": 2},
    )
    taken(s, RECLAIMERS, Op.RALLY, Special.RANSACK)
    assert np_of(s).asset_total == 5
    assert at(s, "gandhi", "cr_rebel") == at(s, "europa", "cr_rebel") == 1
