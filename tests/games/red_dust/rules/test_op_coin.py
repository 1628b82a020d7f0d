"""16.1 Train, 16.2 Logistics."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV
from sandtable.games.red_dust.rules.operations.general import OPERATIONS_OF, begin_operation
from sandtable.games.red_dust.rules.operations.run import can_operate
from sandtable.games.red_dust.state import Op

from ..kit import at, mars, n, operation, spaces_for

# 16.1 Train


@pytest.mark.parametrize(
    ("space", "pieces", "may"),
    [
        ("radau", {"mg_base": 1, "rd_rebel": 5}, True),
        ("radau", {"mg_troop": 3}, False),
        ("gandhi", {"mg_troop": 1}, True),
        ("gandhi", {"security": 1}, True),
        ("gandhi", {"mg_troop": 1, "rd_rebel": 1}, False),
        ("gandhi", {"mg_base": 1, "rd_rebel": 3}, True),
        ("gandhi", {"corp_base": 1, "rd_rebel": 3}, False),
        ("phobos", {}, True),
    ],
)
def test_train_where(space: str, pieces: dict[str, int], may: bool) -> None:
    """16.1 Any space with an MG Base, any Labyrinth with COIN Control, Phobos always."""
    assert (space in spaces_for(mars({space: pieces}), MARS_GOV, Op.TRAIN)) is may


@pytest.mark.parametrize("troops", [1, 2, 3, 4])
def test_train_places_up_to_four(troops: int) -> None:
    """16.1 One to four Troops, for 3 Resources whatever their number."""
    s = mars({"radau": {"mg_base": 1}}, resources=(3, 0, 0))
    played = operation(s, MARS_GOV, Op.TRAIN, f"train:radau train_number:{troops}")
    assert played.options("train_number") == ["1", "2", "3", "4"]
    assert (at(s, "radau", "mg_troop"), s.resources[MARS_GOV]) == (troops, 0)


def test_train_pays_for_every_space() -> None:
    """16.1 3 Resources a space, each space once."""
    s = mars({"gandhi": {"mg_troop": 1}}, resources=(9, 0, 0))
    played = operation(s, MARS_GOV, Op.TRAIN, "train:gandhi 1 train:phobos 4 done")
    assert played.asked[2][2] == ["phobos", "done"]
    assert (s.resources[MARS_GOV], at(s, "phobos", "mg_troop")) == (3, 4)


def test_train_fills_up_from_the_map() -> None:
    """4.3, 16.1 With one Troop Available, MG may take more from elsewhere, Fortified ones too."""
    s = mars(
        {"tenzing": {"mg_troop": 27, "fortified_troop": 2}, "radau": {"mg_base": 1}}, resources=(3, 0, 0)
    )
    operation(s, MARS_GOV, Op.TRAIN, "train:radau 3 tenzing/mg_troop tenzing/fortified_troop")
    assert (
        at(s, "radau", "mg_troop"),
        at(s, "tenzing", "mg_troop"),
        at(s, "tenzing", "fortified_troop"),
    ) == (3, 26, 1)


@pytest.mark.parametrize(
    ("ways", "resources", "housed", "level"),
    [
        ("house house", 20, 2, 0),
        ("house shift", 17, 1, 1),
        ("shift shift", 14, 0, 2),
        ("shift done", 17, 0, 1),
        ("shift house", 17, 1, 1),
    ],
)
def test_pacify(ways: str, resources: int, housed: int, level: int) -> None:
    """16.1 Up to two of House, Repair and a shift for 3, in any mix, the same one twice if wished."""
    s = mars({"gandhi": {"mg_troop": 1}}, displaced=2, resources=(20, 0, 0))
    operation(
        s,
        MARS_GOV,
        Op.TRAIN,
        "done " + " ".join(way if way == "done" else f"gandhi/{way}" for way in ways.split()),
    )
    assert (s.resources[MARS_GOV], s.housed[n("gandhi")], s.alignment[n("gandhi")]) == (
        resources,
        housed,
        level,
    )


def test_pacify_repairs() -> None:
    """16.1, 5.2 Repair twice for 3 each; then there is no third."""
    s = mars({"tenzing": {"mg_troop": 1}}, displaced=3, damage={"tenzing": 3}, resources=(9, 0, 0))
    operation(s, MARS_GOV, Op.TRAIN, "done train_pacify:tenzing/repair")
    assert (s.damage[n("tenzing")], s.displaced, s.resources[MARS_GOV], s.is_eg_up) == (1, 1, 3, True)


def test_a_space_only_to_pacify_costs_nothing_by_itself() -> None:
    """16.1 No Troops placed, nothing paid for the Train: with 0 Resources MG can still House."""
    s = mars({"gandhi": {"mg_troop": 1}}, displaced=1, resources=(0, 0, 0))
    assert can_operate(s, MARS_GOV, Op.TRAIN)
    operation(s, MARS_GOV, Op.TRAIN)
    assert (s.housed[n("gandhi")], s.resources[MARS_GOV]) == (1, 0)


def test_pacify_only_in_one_space_and_only_if_wished() -> None:
    """16.1 At most one space; it may be one with new Troops, or none at all."""
    s = mars({"gandhi": {"mg_troop": 1}, "sharma": {"mg_troop": 1}}, displaced=4, resources=(3, 0, 0))
    played = operation(
        s, MARS_GOV, Op.TRAIN, "train:gandhi 1 train_pacify:sharma/house train_pacify:sharma/house"
    )
    assert played.options("train_pacify") == ["gandhi/house", "sharma/house", "done"]
    assert s.displaced == 2
    s = mars({"gandhi": {"mg_troop": 1}}, displaced=4, resources=(3, 0, 0))
    operation(s, MARS_GOV, Op.TRAIN, "train:gandhi 1 done")
    assert s.displaced == 4


def test_pacify_needs_coin_control() -> None:
    """16.1, ruling 8 At that moment: new Troops may bring it; an MG Base alone does not."""
    pieces = {"radau": {"mg_base": 1, "rd_rebel": 2}}
    s = mars(pieces, displaced=1, resources=(3, 0, 0))
    assert not operation(s, MARS_GOV, Op.TRAIN, "train:radau 1").was_asked("train_pacify")
    s = mars(pieces, displaced=1, resources=(3, 0, 0))
    operation(s, MARS_GOV, Op.TRAIN, "train:radau 2 train_pacify:radau/house")
    assert s.housed[n("radau")] == 1


def test_limited_train_pacifies_its_one_space() -> None:
    """12.1 Troops and Pacify in the same space, or Pacify alone in one."""
    pieces = {"gandhi": {"mg_troop": 1}, "sharma": {"mg_troop": 1}}
    s = mars(pieces, displaced=4, resources=(9, 0, 0))
    played = operation(s, MARS_GOV, Op.TRAIN, "train:gandhi 1 train_pacify:gandhi/house done", limited=True)
    assert played.options("train_pacify") == ["gandhi/house", "gandhi/shift", "done"]
    s = mars(pieces, displaced=4, resources=(9, 0, 0))
    played = operation(s, MARS_GOV, Op.TRAIN, "done train_pacify:sharma/house done", limited=True)
    assert (s.housed[n("sharma")], s.resources[MARS_GOV]) == (1, 9)


def test_general_strike_is_for_spaces_that_are_paid_for() -> None:
    """Ruling 17 RD10 adds 1 where Troops are placed, Phobos included; not where MG only Pacifies."""
    s = mars({"gandhi": {"mg_troop": 1}}, displaced=1, campaigns=[10], resources=(4, 0, 0))
    operation(s, MARS_GOV, Op.TRAIN, "train:phobos 1 train_pacify:gandhi/house")
    assert (s.resources[MARS_GOV], s.housed[n("gandhi")]) == (0, 1)


def test_alignment_is_read_when_a_space_is_selected() -> None:
    """Ruling 18 RD10: a space with Support costs 3, though its Support is gone before payment."""
    s = mars(
        {"gandhi": {"security": 1, "mg_troop": 1, "active_rd_rebel": 3}},
        alignment={"gandhi": 1},
        campaigns=[6, 10],
        resources=(3, 0, 0),
    )
    operation(s, MARS_GOV, Op.ASSAULT, "active_rd_rebel/1 spare strike_back:no")
    assert (s.alignment[n("gandhi")], s.resources[MARS_GOV]) == (0, 0)


# 16.2 Logistics


def test_logistics_where() -> None:
    """16.2 Earth, Transit and Deserts with a CORP Base that is not Terraforming yet; no Labyrinth."""
    pieces = {
        "radau": {"corp_base": 1},
        "marth": {"terraforming_base": 1},
        "gandhi": {"corp_base": 1},
        "wilderness": {"corp_base": 1},
    }
    assert sorted(spaces_for(mars(pieces), CORPORATIONS, Op.LOGISTICS)) == [
        "earth",
        "radau",
        "transit",
        "wilderness",
    ]


def test_earth_takes_four_units_for_nothing() -> None:
    """16.2, ruling 9 Four in all, at most one of them SpecOps."""
    s = mars(resources=(0, 0, 0))
    played = operation(s, CORPORATIONS, Op.LOGISTICS, "earth stock:3/1 done")
    assert played.options("stock")[:4] == ["4/0", "3/1", "3/0", "2/1"]
    assert (at(s, "earth", "specops"), at(s, "earth", "security")) == (1, 3)
    s = mars(resources=(0, 0, 0))
    operation(s, CORPORATIONS, Op.LOGISTICS, "earth stock:4/0 done")
    assert (at(s, "earth", "specops"), at(s, "earth", "security")) == (0, 4)


def test_fewer_units_if_wished() -> None:
    """16.2 "Up to" four."""
    s = mars(resources=(0, 0, 0))
    operation(s, CORPORATIONS, Op.LOGISTICS, "earth stock:1/0 done")
    assert at(s, "earth", "security") == 1


def test_more_units_for_profits() -> None:
    """16.2, ruling 9 One more unit for each Profit, of either kind."""
    s = mars(resources=(0, 3, 0))
    operation(s, CORPORATIONS, Op.LOGISTICS, "earth stock:3/1 specops security specops done")
    assert (at(s, "earth", "specops"), at(s, "earth", "security"), s.resources[CORPORATIONS]) == (3, 4, 0)


def test_specops_can_be_bought_when_security_is_short() -> None:
    """16.2, ruling 9 One SpecOps is free; further ones cost a Profit each, though fewer than four units came free."""
    s = mars({"europa": {"security": 16}}, resources=(0, 2, 0))
    operation(s, CORPORATIONS, Op.LOGISTICS, "earth stock:0/1 specops specops done")
    assert (at(s, "earth", "specops"), s.resources[CORPORATIONS]) == (3, 0)


def test_the_first_desert_is_free_the_others_cost_3() -> None:
    """16.2 One Base in each chosen Desert turns to Terraforming."""
    s = mars({space: {"corp_base": 2} for space in ("radau", "marth", "wilderness")}, resources=(0, 4, 0))
    played = operation(s, CORPORATIONS, Op.LOGISTICS, "radau marth done done")
    assert [at(s, space, "terraforming_base") for space in ("radau", "marth", "wilderness")] == [1, 1, 0]
    assert s.resources[CORPORATIONS] == 1
    assert "wilderness" not in played.asked[2][2], "not for 1 Profit"


def test_transit_runs_the_cycler() -> None:
    """16.2, 13 CORP chooses what is sent, also when MG is Controller."""
    s = mars(
        {"transit": {"security": 1}, "earth": {"eg_troop": 5, "specops": 1}}, level=6, resources=(0, 0, 0)
    )
    s.supply_in_transit = 1
    operation(s, CORPORATIONS, Op.LOGISTICS, "transit cycler:eg_troop/4 done")
    assert (at(s, "phobos", "security"), s.resources[MARS_GOV]) == (1, 3)
    assert (at(s, "transit", "eg_troop"), at(s, "transit", "specops")) == (4, 1)


def test_the_order_is_free() -> None:
    """16.2 Units placed on Earth can leave with the Cycler in the same Operation, or stay if it ran before."""
    s = mars(resources=(0, 0, 0))
    operation(s, CORPORATIONS, Op.LOGISTICS, "earth stock:4/0 transit")
    assert at(s, "transit", "security") == 4
    s = mars(resources=(0, 0, 0))
    operation(s, CORPORATIONS, Op.LOGISTICS, "transit earth stock:4/0")
    assert at(s, "earth", "security") == 4


def test_security_at_the_bases() -> None:
    """16.2, ruling 10 One for each Base on Mars for 1 Profit each, in Labyrinths too, two where two Bases stand."""
    s = mars({"gandhi": {"corp_base": 1}, "radau": {"terraforming_base": 2}}, resources=(0, 5, 0))
    operation(s, CORPORATIONS, Op.LOGISTICS, "transit done radau gandhi radau")
    assert (at(s, "gandhi", "security"), at(s, "radau", "security"), s.resources[CORPORATIONS]) == (1, 2, 2)


def test_security_is_optional_and_needs_profits() -> None:
    """16.2 "May", and 1 Profit each."""
    s = mars({"gandhi": {"corp_base": 1}, "radau": {"terraforming_base": 1}}, resources=(0, 1, 0))
    operation(s, CORPORATIONS, Op.LOGISTICS, "transit done gandhi")
    assert (at(s, "gandhi", "security"), at(s, "radau", "security"), s.resources[CORPORATIONS]) == (1, 0, 0)
    s = mars({"gandhi": {"corp_base": 1}}, resources=(0, 1, 0))
    operation(s, CORPORATIONS, Op.LOGISTICS, "transit done done")
    assert s.resources[CORPORATIONS] == 1


def test_no_security_into_a_raging_storm() -> None:
    """16.2, ruling 10 Not in Deserts; in Labyrinths pieces may be placed."""
    s = mars(
        {"gandhi": {"corp_base": 1}, "radau": {"corp_base": 1}}, storm={"gandhi": "raging", "radau": "raging"}
    )
    played = operation(s, CORPORATIONS, Op.LOGISTICS, "transit done done")
    assert played.options("base_security") == ["gandhi", "done"]


def test_limited_logistics_still_places_security() -> None:
    """12.1, 16.2 One of Earth, Transit and the Deserts; the Security afterwards come all the same."""
    s = mars({"radau": {"corp_base": 1}}, resources=(0, 1, 0))
    played = operation(s, CORPORATIONS, Op.LOGISTICS, "radau base_security:radau", limited=True)
    assert [topic for _, topic, _ in played.asked] == ["logistics", "base_security"]
    assert (at(s, "radau", "terraforming_base"), at(s, "radau", "security")) == (1, 1)


@pytest.mark.parametrize(("who", "op"), [(who, op) for who, ops in OPERATIONS_OF.items() for op in ops])
def test_to_ask_whether_an_operation_is_possible_changes_nothing(who: int, op: Op) -> None:
    """16 Asking leaves the Operation in progress alone."""
    s = mars({"gandhi": {"mg_troop": 2, "security": 2, "rd_rebel": 1, "cr_rebel": 1}}, damage={"gandhi": 1})
    action = begin_operation(s, MARS_GOV, Op.ASSAULT)
    before = s.digest()
    can_operate(s, who, op, special=True)
    assert s.action is action
    assert s.digest() == before
