"""17.1-17.3 Entrench, Petition, Transport; 12.2 when a Special Activity may be taken; 16 with which Operations."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.special_activities.entrench import ENTRENCH_AT, entrench
from sandtable.games.red_dust.rules.special_activities.pairing import PAIRING
from sandtable.games.red_dust.rules.special_activities.transport import transport
from sandtable.games.red_dust.state import Mars, Op

from ..kit import Played, at, mars, n, operation, play
from ..op_kit import offered

M, C, D, R = MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS
Counts = dict[str, int]
#: 16 Who may take which Special Activities with which Operation.
TABLE = {
    (M, Op.TRAIN): "entrench transport",
    (M, Op.SECURE): "entrench petition transport",
    (M, Op.RECON): "entrench petition transport",
    (M, Op.ASSAULT): "petition transport",
    (C, Op.LOGISTICS): "public_relations exploit",
    (C, Op.SECURE): "public_relations raid",
    (C, Op.RECON): "public_relations raid",
    (C, Op.ASSAULT): "exploit raid",
    (D, Op.RALLY): "redistribute coordinate",
    (D, Op.MARCH): "redistribute coordinate",
    (D, Op.ATTACK): "redistribute ambush",
    (D, Op.CAMPAIGN): "redistribute coordinate",
    (R, Op.RALLY): "purify ransack",
    (R, Op.TRAVEL): "purify ransack",
    (R, Op.ATTACK): "purify ransack ambush",
    (R, Op.PREACH): "purify ransack",
}


def test_operations_and_their_special_activities() -> None:
    """16 The table of Operations."""
    found = {key: sorted(it.name.lower() for it in activities) for key, activities in PAIRING.items()}
    assert found == {key: sorted(names.split()) for key, names in TABLE.items()}


# 12.2 Timing


def test_before_between_and_after_the_spaces() -> None:
    """12.2 Any time before, during or after the Operation, but not inside a space; once."""
    pieces = {"gandhi": {"rd_rebel": 1}}
    for answers, place in (
        ("rally:redistribute rally:europa rally:tenzing done", 0),
        ("rally:europa rally:redistribute redistribute:gandhi done rally:tenzing done", 1),
        ("rally:europa rally:tenzing rally:redistribute redistribute:gandhi done done", 2),
    ):
        s = mars(pieces, resources=(0, 0, 5))
        played = operation(s, RED_DUST, Op.RALLY, answers, special=True)
        rallies = [keys for _, topic, keys in played.asked if topic == "rally"]
        assert ["redistribute" in keys for keys in rallies].index(True) == 0
        assert not any("redistribute" in keys for keys in rallies[place + 1 :])
        assert s.resources[RED_DUST] == 5


def test_none_without_the_right_to_one() -> None:
    """12.2 "Operation only" and a Limited Operation bring none."""
    s = mars({"gandhi": {"rd_rebel": 1}}, resources=(0, 0, 5))
    assert "redistribute" not in offered(s, RED_DUST, Op.RALLY, "", "rally")
    assert "redistribute" not in offered(s, RED_DUST, Op.RALLY, "", "rally", limited=True)


# 17.1 Entrench


def dig(s: Mars, answers: str = "") -> Played:
    return play(s, entrench(s, begin_operation(s, MARS_GOV, Op.TRAIN)), answers)


@pytest.mark.parametrize(
    ("pieces", "may"),
    [
        ({"mg_troop": 1}, True),
        ({"mg_troop": 1, "security": 1, "rd_rebel": 1}, True),
        ({"mg_troop": 1, "rd_rebel": 1}, False),
        ({"security": 2}, False),
    ],
)
def test_entrench_where(pieces: Counts, may: bool) -> None:
    """17.1 COIN Control, and Troops to do something with."""
    s = mars({"radau": pieces})
    assert ENTRENCH_AT.any(s) is may


def test_entrench_builds_and_fortifies() -> None:
    """17.1 One Troop becomes a Base, then any Troops are Fortified, in up to two spaces."""
    s = mars({space: {"mg_troop": 4} for space in ("gandhi", "sharma", "europa")})
    played = dig(s, "gandhi entrench_base:yes fortify:2 sharma entrench_base:no fortify:1")
    assert [at(s, "gandhi", it) for it in ("mg_base", "mg_troop", "fortified_troop")] == [1, 1, 2]
    assert [at(s, "sharma", it) for it in ("mg_base", "mg_troop", "fortified_troop")] == [0, 3, 1]
    assert [topic for _, topic, _ in played.asked].count("entrench") == 2, "no third space"
    assert at(s, "available", "mg_troop") == 30 - 11


def test_marsgov_picks_the_troop_that_entrench_turns_into_a_base() -> None:
    """4.6, 17.1 "Replace one MG Troop": an ordinary one or a Fortified one, as MG likes."""
    for answer, left in (("mg_troop", [0, 1]), ("fortified_troop", [1, 0])):
        s = mars({"gandhi": {"mg_troop": 1, "fortified_troop": 1}})
        answers = f"entrench_base:yes entrench_troop:{answer}" + " fortify:0" * (left[0] > 0)
        dig(s, answers)
        assert [at(s, "gandhi", it) for it in ("mg_troop", "fortified_troop", "mg_base")] == [*left, 1]


@pytest.mark.parametrize(
    ("troops", "position", "most"),
    [
        (4, {}, 2),
        (1, {}, 1),
        (4, {"damage": {"gandhi": 1}}, 1),
        (4, {"housed": {"gandhi": 1}}, 3),
    ],
)
def test_one_fortified_troop_for_each_populated_square(
    troops: int, position: dict[str, Counts], most: int
) -> None:
    """17.1, 5.4 Green squares without Damage and gray ones with a marker: at most the Population."""
    s = mars({"gandhi": {"mg_troop": troops, "mg_base": 1, "corp_base": 1}}, **position)  # type: ignore[arg-type]
    assert dig(s, "0").options("fortify")[-1] == str(most)


def test_the_squares_taken_are_counted() -> None:
    """5.4 One Troop Fortified before leaves one square of two."""
    s = mars({"gandhi": {"mg_troop": 3, "fortified_troop": 1, "mg_base": 2}})
    dig(s, "fortify:1")
    assert at(s, "gandhi", "fortified_troop") == 2


def test_entrench_in_an_unpopulated_space() -> None:
    """17.1 A Base may be built, nobody can be Fortified."""
    s = mars({"wilderness": {"mg_troop": 2}})
    assert not dig(s, "entrench_base:yes").was_asked("fortify")
    assert at(s, "wilderness", "mg_base") == 1


# 17.2 Petition


@pytest.mark.parametrize(("rebels", "supply"), [(0, 1), (2, 1), (3, 2), (5, 2), (6, 3)])
def test_petition(rebels: int, supply: int) -> None:
    """17.2 One Supply, one more for three Rebels the Operation Activated; a Profit less for each."""
    s = mars({"gandhi": {"mg_troop": 6, "rd_rebel": rebels}}, resources=(3, 9, 0))
    operation(
        s,
        MARS_GOV,
        Op.SECURE,
        "secure:gandhi done everywhere done special:petition",
        special=True,
    )
    assert (s.supply_on_earth, s.resources[CORPORATIONS], s.is_eg_up) == (supply, 9 - supply, False)


def test_petition_comes_only_after_the_operation() -> None:
    """17.2, 12.2 Never between spaces."""
    s = mars({"gandhi": {"mg_troop": 1, "active_rd_rebel": 1}}, resources=(9, 9, 0))
    assert "petition" not in offered(s, MARS_GOV, Op.ASSAULT, "", "assault", special=True)
    found = offered(s, MARS_GOV, Op.ASSAULT, "assault:gandhi active_rd_rebel/1 done", "special", special=True)
    assert "petition" in found


def petition_after_assault(pieces: Counts, answers: str, dice: list[tuple[int, int]]) -> Mars:
    s = mars({"gandhi": pieces}, resources=(3, 9, 0))
    operation(s, MARS_GOV, Op.ASSAULT, f"assault:gandhi {answers} special:petition", dice=dice, special=True)
    return s


def test_petition_after_a_success() -> None:
    """17.2 More Rebel forces than COIN forces removed: EG+, and two more Profits lost."""
    s = petition_after_assault({"mg_troop": 2, "active_rd_rebel": 2}, "2 done", [])
    assert (s.is_eg_up, s.resources[CORPORATIONS], s.supply_on_earth) == (True, 6, 1)


def test_petition_counts_the_free_attack() -> None:
    """17.2 Two Rebels for two Troops lost in the reply: no more Rebels than COIN, so neither happens."""
    pieces = {"mg_troop": 2, "active_rd_rebel": 3}
    s = petition_after_assault(pieces, "2 strike_back:yes", [(1, 6)])
    assert at(s, "gandhi", "mg_troop") == 0
    assert (s.is_eg_up, s.resources[CORPORATIONS]) == (False, 8)


def test_nothing_removed_is_no_success() -> None:
    """17.2 "More": none against none is not more."""
    s = petition_after_assault({"mg_troop": 1, "rd_rebel": 2}, "done", [])
    assert (s.is_eg_up, s.resources[CORPORATIONS]) == (False, 8)


# 17.3 Transport


def carry(s: Mars, answers: str) -> Played:
    return play(s, transport(s, begin_operation(s, MARS_GOV, Op.TRAIN)), answers)


def test_transport_among_phobos_bases_and_one_more_space() -> None:
    """17.3 MG Troops, any number, any distance."""
    s = mars({"phobos": {"mg_troop": 4}, "radau": {"mg_base": 1, "mg_troop": 2}, "gandhi": {"mg_troop": 1}})
    played = carry(
        s,
        "transport:gandhi transport_from:phobos transport_to:gandhi 3 transport_from:radau transport_to:phobos 2 done",
    )
    assert played.options("transport_from") == ["radau", "phobos", "gandhi", "done"]
    assert [at(s, space, "mg_troop") for space in ("phobos", "gandhi", "radau")] == [3, 4, 0]


@pytest.mark.parametrize(("level", "spaces"), [(3, 1), (6, 2)])
def test_the_controller_adds_two_spaces(level: int, spaces: int) -> None:
    """17.3 One more space, two if MG is Controller; or none."""
    s = mars({"phobos": {"mg_troop": 1}}, level=level)
    played = carry(s, " ".join(["transport:gandhi", "transport:sharma"][:spaces]) + " done")
    assert [topic for _, topic, _ in played.asked].count("transport") == spaces
    s = mars({"phobos": {"mg_troop": 1}, "radau": {"mg_base": 1}}, level=level)
    assert carry(s, "done phobos done").options("transport_from") == ["phobos", "done"]


@pytest.mark.parametrize(("level", "moves"), [(3, False), (6, True)])
def test_earthgov_troops_for_the_controller(level: int, moves: bool) -> None:
    """17.3, 8.2 Only if MG is Controller; other COIN units never."""
    s = mars({"phobos": {"eg_troop": 2, "security": 2}, "radau": {"mg_base": 1}}, level=level)
    carry(s, "done" + " phobos 2 done" * moves)
    assert at(s, "radau", "eg_troop") == (2 if moves else 0)
    assert at(s, "radau", "security") == 0


def test_transport_stays_out_of_raging_storms() -> None:
    """17.3 (ruling) Neither Bases nor the other spaces in a Raging Storm take part."""
    s = mars(
        {"phobos": {"mg_troop": 1}, "radau": {"mg_base": 1, "mg_troop": 3}, "marth": {"mg_base": 1}},
        storm={"radau": "raging", "gandhi": "raging"},
    )
    played = carry(s, "done phobos done")
    assert "gandhi" not in played.options("transport")
    assert played.options("transport_from") == ["phobos", "done"]
    assert (at(s, "marth", "mg_troop"), at(s, "radau", "mg_troop")) == (1, 3)


def test_a_fortified_troop_that_is_carried_is_one_no_more() -> None:
    """5.4, ruling 4 As with any other move."""
    s = mars({"gandhi": {"fortified_troop": 2}, "radau": {"mg_base": 1}})
    carry(s, "transport:gandhi transport_from:gandhi transport_to:radau 1 done")
    assert (at(s, "radau", "mg_troop"), at(s, "gandhi", "fortified_troop")) == (1, 1)
    assert s.population(n("radau")) == 1
