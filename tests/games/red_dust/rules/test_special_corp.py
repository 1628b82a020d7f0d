"""17.4 Public Relations, 17.5 Exploit, 17.6 Raid."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.printed.decks import HAND
from sandtable.games.red_dust.printed.map import CORPORATIONS, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.special_activities.exploit import exploit, may_exploit
from sandtable.games.red_dust.rules.special_activities.public_relations import RELATIONS_AT, public_relations
from sandtable.games.red_dust.rules.special_activities.raid import RAID_AT, raid
from sandtable.games.red_dust.state import Mars, Op

from ..kit import Played, at, mars, n, play, stack_assets

Counts = dict[str, int]


# 17.4 Public Relations


def relate(s: Mars, answers: str = "") -> Played:
    return play(s, public_relations(s, begin_operation(s, CORPORATIONS, Op.SECURE)), answers)


@pytest.mark.parametrize(
    ("pieces", "position", "may"),
    [
        ({"security": 1}, {"damage": {"gandhi": 1}}, True),
        ({"security": 1}, {}, True),
        ({"security": 1}, {"housed": {"gandhi": 2}}, False),
        ({"specops": 2}, {"damage": {"gandhi": 1}}, False),
        ({"security": 1, "rd_rebel": 1}, {"damage": {"gandhi": 1}}, False),
        ({"security": 1, "mg_troop": 1, "rd_rebel": 1}, {"damage": {"gandhi": 1}}, True),
    ],
)
def test_public_relations_where(pieces: Counts, position: dict[str, Counts], may: bool) -> None:
    """17.4 COIN Control and Security, and something to Repair or House."""
    s = mars({"gandhi": pieces}, **position, displaced=1)  # type: ignore[arg-type]
    assert RELATIONS_AT.any(s) is may


def test_repairs_pay_2_profits_each() -> None:
    """17.4 Any number of times in a space, a Security each (to Available), 2 Profits for every Damage removed."""
    s = mars({"tenzing": {"security": 4}}, damage={"tenzing": 3}, displaced=3, resources=(0, 0, 0))
    relate(s, "relations_repair:yes relations_repair:yes relations_repair:no leave")
    assert (s.damage[n("tenzing")], s.resources[CORPORATIONS], s.displaced) == (1, 4, 1)
    assert (at(s, "tenzing", "security"), at(s, "available", "security")) == (2, 14)


def test_then_house_in_one_of_them() -> None:
    """17.4 Up to two spaces; House in one, after all Repairs; it may be a space just Repaired."""
    s = mars(
        {space: {"security": 2} for space in ("gandhi", "sharma", "europa")},
        damage={"gandhi": 1},
        displaced=3,
        resources=(0, 0, 0),
    )
    played = relate(s, "public_relations:gandhi yes public_relations:sharma relations_house:gandhi leave")
    assert played.options("relations_house") == ["gandhi", "sharma", "done"]
    assert [topic for _, topic, _ in played.asked].count("public_relations") == 2
    assert (s.damage[n("gandhi")], s.housed[n("gandhi")], s.displaced, s.resources[CORPORATIONS]) == (
        0,
        1,
        1,
        2,
    )


def test_house_may_be_left_out() -> None:
    """17.4 And House alone brings no Profits."""
    s = mars({"gandhi": {"security": 2}}, displaced=3, resources=(0, 0, 0))
    relate(s, "done")
    assert s.displaced == 3
    relate(s, "gandhi leave")
    assert (s.displaced, s.resources[CORPORATIONS]) == (2, 0)


@pytest.mark.parametrize(
    ("rebels", "resources", "cards"),
    [
        ({"rd_rebel": 1}, 2, 2),
        ({"rd_base": 1}, 2, 2),
        ({"cr_rebel": 1}, 5, 1),
        ({"cr_base": 1, "rd_rebel": 1}, 2, 1),
        ({}, 5, 2),
    ],
)
def test_the_rebels_there_lose(rebels: Counts, resources: int, cards: int) -> None:
    """17.4 Where either happened: RD forces there cost RD 3 Resources, CR forces there CR one card of its choice."""
    s = mars(
        {"gandhi": {"security": 4, **rebels}},
        damage={"gandhi": 1},
        displaced=1,
        hand=[7, 9],
        resources=(0, 0, 5),
    )
    played = relate(s, "yes leave" + " discard:cr7" * (cards == 1))
    assert (s.resources[RED_DUST], len(s.assets.zones[HAND])) == (resources, cards)
    if cards == 1:
        assert played.who("discard") == RECLAIMERS


def test_only_where_something_happened() -> None:
    """17.4 A space chosen and left alone costs the Rebels nothing; two spaces cost them twice."""
    pieces = {"security": 4, "rd_rebel": 1}
    s = mars(
        {"gandhi": pieces, "sharma": pieces},
        damage={"gandhi": 1, "sharma": 1},
        displaced=2,
        resources=(0, 0, 9),
    )
    relate(s, "gandhi yes sharma no done leave")
    assert s.resources[RED_DUST] == 6
    s = mars(
        {"gandhi": pieces, "sharma": pieces},
        damage={"gandhi": 1, "sharma": 1},
        displaced=2,
        resources=(0, 0, 9),
    )
    relate(s, "gandhi yes sharma yes leave")
    assert s.resources[RED_DUST] == 3


# 17.5 Exploit


@pytest.mark.parametrize(
    ("pieces", "damage", "may"),
    [
        ({"corp_base": 1}, 0, True),
        ({"terraforming_base": 1}, 0, True),
        ({"corp_base": 1}, 1, False),
        ({"security": 3}, 0, False),
        ({"corp_base": 1, "mg_troop": 1}, 0, False),
        ({"corp_base": 1, "specops": 1, "mg_troop": 1}, 0, True),
        ({"corp_base": 1, "security": 1, "mg_base": 1, "mg_troop": 1}, 0, False),
        ({"corp_base": 1, "rd_rebel": 9}, 0, True),
        ({"corp_base": 1, "satellite": 2, "mg_troop": 1}, 0, False),
    ],
)
def test_exploit_where(pieces: Counts, damage: int, may: bool) -> None:
    """17.5, ruling 1 A CORP Base, no Damage, more CORP than MG forces (Bases count, Satellites do not); Control plays no part."""
    assert may_exploit(mars({"gandhi": pieces}, damage={"gandhi": damage}), n("gandhi")) is may


def profit(s: Mars, answers: str = "") -> Played:
    return play(s, exploit(s, begin_operation(s, CORPORATIONS, Op.LOGISTICS)), answers)


@pytest.mark.parametrize(("level", "after"), [(2, 1), (0, 0), (-1, 0), (-2, -1)])
def test_exploit(level: int, after: int) -> None:
    """17.5 Profits equal to Population, then one level towards Neutral."""
    s = mars(
        {"gandhi": {"corp_base": 1}}, alignment={"gandhi": level}, housed={"gandhi": 1}, resources=(0, 0, 0)
    )
    profit(s)
    assert (s.resources, s.alignment[n("gandhi")]) == ([0, 3, 0], after)


def test_exploit_in_up_to_two_spaces() -> None:
    """17.5 One is enough, a third is too much."""
    pieces = {space: {"corp_base": 1} for space in ("gandhi", "tenzing", "radau")}
    s = mars(pieces, resources=(0, 0, 0))
    assert len(profit(s, "tenzing gandhi").asked) == 2
    assert s.resources[CORPORATIONS] == 5
    s = mars(pieces, resources=(0, 0, 0))
    profit(s, "tenzing done")
    assert s.resources[CORPORATIONS] == 3


def test_exploit_feeds_the_rebels_who_are_in_control() -> None:
    """17.5 RD gains Population in Resources; CR may draw one card."""
    s = mars({"gandhi": {"corp_base": 1, "rd_rebel": 3}}, resources=(0, 0, 0))
    profit(s)
    assert s.resources == [0, 2, 2]
    for answer, cards in (("yes", 1), ("no", 0)):
        s = mars({"gandhi": {"corp_base": 1, "cr_rebel": 3}}, resources=(0, 0, 0))
        stack_assets(s, 7)
        assert profit(s, answer).who("exploit_draw") == RECLAIMERS
        assert (s.resources, len(s.assets.zones[HAND])) == ([0, 2, 0], cards)


# 17.6 Raid


def strike(s: Mars, answers: str) -> Played:
    return play(s, raid(s, begin_operation(s, CORPORATIONS, Op.SECURE)), answers)


def test_raid_where() -> None:
    """17.6 Where Hidden SpecOps are or can come; Active ones and those on Phobos do not Raid."""
    s = mars({"radau": {"active_specops": 2}, "phobos": {"specops": 2}})
    assert not RAID_AT.any(s)
    s = mars({"radau": {"specops": 1, "rd_rebel": 1}})
    assert RAID_AT.any(s)
    played = strike(s, "radau yes")
    assert played.options("raid") == ["rutherford", "radau", "marth", "wilderness"]


def test_raid_moves_in_up_to_two() -> None:
    """17.6 Hidden SpecOps from adjacent spaces, one after the other; they stay Hidden."""
    s = mars({"marth": {"specops": 2}, "rutherford": {"specops": 2}})
    played = strike(s, "radau marth rutherford done")
    assert [topic for _, topic, _ in played.asked].count("raid_from") == 2
    assert [at(s, space, "specops") for space in ("radau", "marth", "rutherford")] == [2, 1, 1]


def test_raid_removes_two_forces() -> None:
    """17.6 One Hidden SpecOps turns Active; Hidden Rebels too, Bases last, MG forces as well."""
    s = mars(
        {"radau": {"specops": 2, "rd_rebel": 1, "rd_base": 1, "mg_troop": 1, "cr_rebel": 1}}, is_eg_up=True
    )
    played = strike(s, "radau raid_strike:yes rd_rebel/1 rd_base/1 done")
    assert sorted(played.options("raid_remove")) == ["cr_rebel/1", "mg_troop/1", "rd_rebel/1"]
    assert [at(s, "radau", it) for it in ("specops", "active_specops", "rd_rebel", "rd_base")] == [1, 1, 0, 0]
    assert s.is_eg_up, "only Rebels were hit"


def test_raid_takes_one_earthgov_troop_alone() -> None:
    """17.6 One EG Troop or two others, to Casualties; EG- because a COIN piece was removed."""
    s = mars({"radau": {"specops": 1, "eg_troop": 1, "rd_rebel": 2}}, is_eg_up=True)
    strike(s, "radau yes eg_troop/1")
    assert (at(s, "radau", "rd_rebel"), at(s, "casualties", "eg_troop"), s.is_eg_up) == (2, 1, False)
    s = mars({"radau": {"specops": 1, "eg_troop": 1, "rd_rebel": 1}}, is_eg_up=True)
    played = strike(s, "radau yes rd_rebel/1")
    assert [topic for _, topic, _ in played.asked].count("raid_remove") == 1, "no EG Troop as the second"


@pytest.mark.parametrize("piece", ["mg_troop", "mg_base", "satellite"])
def test_hitting_coin_sets_the_marker(piece: str) -> None:
    """17.6 MG pieces and Satellites too; Satellites to Casualties, MG pieces to Available."""
    s = mars({"radau": {"specops": 1, piece: 1}}, is_eg_up=True)
    strike(s, "radau yes")
    assert (at(s, "radau", piece), s.is_eg_up) == (0, False)
    assert at(s, "casualties" if piece == "satellite" else "available", piece) > 0


def test_own_units_do_not_protect_a_marsgov_base() -> None:
    """Ruling 15 Security beside it does not; an MG or EG Troop does. CORP's own pieces are no targets."""
    s = mars({"radau": {"specops": 1, "security": 1, "corp_base": 1, "mg_base": 1}})
    strike(s, "radau yes")
    assert [at(s, "radau", it) for it in ("mg_base", "security", "corp_base")] == [0, 1, 1]
    s = mars({"radau": {"specops": 1, "eg_troop": 1, "mg_base": 1}})
    strike(s, "radau yes")
    assert (at(s, "radau", "mg_base"), at(s, "radau", "eg_troop")) == (1, 0)


def test_the_strike_is_optional() -> None:
    """17.6 "May": SpecOps may move in and wait."""
    s = mars({"marth": {"specops": 1}, "radau": {"rd_rebel": 1}})
    strike(s, "radau marth raid_strike:no done")
    assert (at(s, "radau", "specops"), at(s, "radau", "rd_rebel")) == (1, 1)


def test_raid_in_two_spaces() -> None:
    """17.6 Up to two, each with its own strike."""
    s = mars({"radau": {"specops": 1, "rd_rebel": 1}, "gandhi": {"specops": 1, "rd_rebel": 1}})
    played = strike(s, "radau yes gandhi yes")
    assert (at(s, "radau", "rd_rebel"), at(s, "gandhi", "rd_rebel")) == (0, 0)
    assert [topic for _, topic, _ in played.asked].count("raid") == 2


def test_raid_and_raging_storms() -> None:
    """17.6 A Desert with a Raging Storm is neither chosen, entered nor left."""
    pieces = {"marth": {"specops": 1}, "radau": {"rd_rebel": 1}}
    s = mars(pieces, storm={"marth": "raging"})
    assert not RAID_AT.any(s)
    s = mars(pieces, storm={"radau": "raging"})
    assert "radau" not in strike(s, "shenzhou marth done").options("raid")


def test_raid_in_a_stormy_labyrinth() -> None:
    """9, 17.6 It may be chosen by SpecOps who are there; nobody comes from outside."""
    s = mars({"gandhi": {"specops": 1, "rd_rebel": 1}, "sharma": {"specops": 1}}, storm={"gandhi": "raging"})
    played = strike(s, "raid:gandhi yes done")
    assert not played.was_asked("raid_from")
    assert at(s, "gandhi", "rd_rebel") == 0
