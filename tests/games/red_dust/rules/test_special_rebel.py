"""17.7 Redistribute, 17.8 Coordinate, 17.10 Purify, 17.11 Ransack. (Ambush: test_op_rebel_attack.)"""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.printed.decks import HAND
from sandtable.games.red_dust.printed.map import RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.special_activities.coordinate import COORDINATE_AT, coordinate
from sandtable.games.red_dust.rules.special_activities.purify import PURIFY_AT, purify
from sandtable.games.red_dust.rules.special_activities.ransack import RANSACK_AT, ransack
from sandtable.games.red_dust.rules.special_activities.redistribute import REDISTRIBUTE_AT, redistribute
from sandtable.games.red_dust.state import Mars, Op

from ..kit import Played, at, mars, n, operation, play, stack_assets

Counts = dict[str, int]
Position = dict[str, Counts]


# 17.7 Redistribute


def collect(s: Mars, answers: str = "") -> Played:
    return play(s, redistribute(s, begin_operation(s, RED_DUST, Op.RALLY)), answers)


@pytest.mark.parametrize(
    ("pieces", "position", "may"),
    [
        ({"rd_rebel": 1}, {}, True),
        ({"rd_rebel": 1}, {"alignment": {"radau": 2}}, True),
        ({"active_rd_rebel": 3}, {}, False),
        ({"rd_rebel": 1, "mg_troop": 1}, {}, False),
        ({"rd_rebel": 1}, {"damage": {"radau": 1}}, False),
    ],
)
def test_redistribute_where(pieces: Counts, position: Position, may: bool) -> None:
    """17.7 Populated, RD Control, a Hidden RD Rebel; alignment plays no part."""
    s = mars({"radau": pieces}, **position)  # type: ignore[arg-type]
    assert REDISTRIBUTE_AT.any(s) is may


def test_redistribute_gains_population_and_corp_bases() -> None:
    """17.7 One Rebel turns Active in each; Population plus 1 for every CORP Base there."""
    s = mars(
        {"gandhi": {"rd_rebel": 4, "corp_base": 1, "terraforming_base": 1}, "radau": {"rd_rebel": 1}},
        housed={"gandhi": 1},
        resources=(0, 0, 0),
    )
    collect(s, "gandhi radau")
    assert s.resources[RED_DUST] == 3 + 2 + 1
    assert (
        at(s, "gandhi", "active_rd_rebel"),
        at(s, "gandhi", "rd_rebel"),
        at(s, "radau", "active_rd_rebel"),
    ) == (1, 3, 1)


def test_redistribute_in_up_to_four_spaces() -> None:
    """17.7 Four, or fewer."""
    order = ["gandhi", "sharma", "europa", "shepard", "tereshkova"]
    pieces = {space: {"rd_rebel": 1} for space in order}
    s = mars(pieces, resources=(0, 0, 0))
    assert len(collect(s, " ".join(order[:4])).asked) == 4
    assert s.resources[RED_DUST] == 8
    s = mars(pieces, resources=(0, 0, 0))
    collect(s, "gandhi done")
    assert s.resources[RED_DUST] == 2


# 17.8 Coordinate


def organise(s: Mars, answers: str = "") -> Played:
    return play(s, coordinate(s, begin_operation(s, RED_DUST, Op.RALLY)), answers)


@pytest.mark.parametrize(
    ("pieces", "position", "may"),
    [
        ({"rd_rebel": 1}, {}, True),
        ({"rd_rebel": 1, "mg_troop": 9}, {"alignment": {"radau": -2}}, True),
        ({"rd_rebel": 1}, {"damage": {"radau": 1}, "displaced": 1}, True),
        ({"rd_rebel": 1}, {"damage": {"radau": 1}}, False),
        ({"rd_rebel": 1, "eg_troop": 1}, {"alignment": {"radau": -2}}, False),
        ({"rd_rebel": 1}, {"alignment": {"radau": 1}}, False),
        ({"active_rd_rebel": 1}, {}, False),
    ],
)
def test_coordinate_where(pieces: Counts, position: Position, may: bool) -> None:
    """17.8 Without Support, a Hidden RD Rebel, and something to do; Unpopulated spaces too; Control plays no part."""
    s = mars({"radau": pieces}, **position)  # type: ignore[arg-type]
    assert COORDINATE_AT.any(s) is may


@pytest.mark.parametrize(("level", "after"), [(0, -1), (-1, -2)])
def test_coordinate_shifts(level: int, after: int) -> None:
    """17.8 One Rebel turns Active, then one level towards Active Opposition."""
    s = mars({"gandhi": {"rd_rebel": 2, "mg_troop": 1}}, alignment={"gandhi": level})
    organise(s)
    assert (s.alignment[n("gandhi")], at(s, "gandhi", "active_rd_rebel"), at(s, "gandhi", "mg_troop")) == (
        after,
        1,
        1,
    )


@pytest.mark.parametrize(
    ("damage", "answer", "left"),
    [
        (0, "gandhi/house", (1, 0, 1, 9)),
        (1, "gandhi/repair", (0, 0, 1, 7)),
        (0, "neither", (0, 0, 2, 9)),
        (1, "neither", (0, 1, 2, 9)),
    ],
)
def test_coordinate_houses_or_repairs_first(damage: int, answer: str, left: tuple[int, ...]) -> None:
    """17.8 Once, if wished; Repair costs 2; EG- follows either."""
    s = mars(
        {"gandhi": {"rd_rebel": 1}},
        damage={"gandhi": damage},
        displaced=2,
        is_eg_up=True,
        resources=(0, 0, 9),
    )
    organise(s, answer)
    assert (s.housed[n("gandhi")], s.damage[n("gandhi")], s.displaced, s.resources[RED_DUST]) == left
    assert s.is_eg_up is (answer == "neither")


def test_an_unpopulated_space_can_be_repaired_and_then_shifts() -> None:
    """17.8 Unpopulated ones too: after Repair there is somebody to win over; without it nothing shifts."""
    s = mars({"radau": {"rd_rebel": 1}}, damage={"radau": 1}, displaced=1, resources=(0, 0, 2))
    organise(s, "radau/repair")
    assert (s.population(n("radau")), s.alignment[n("radau")]) == (1, -1)
    s = mars({"radau": {"rd_rebel": 1}}, damage={"radau": 1})
    organise(s)
    assert s.alignment[n("radau")] == 0


def test_at_active_opposition_two_cubes_go() -> None:
    """17.8, 4.4 Two MG Troops or Security, mixed as RD likes; Security to Available."""
    s = mars(
        {"gandhi": {"rd_rebel": 1, "mg_troop": 2, "security": 2, "eg_troop": 1}}, alignment={"gandhi": -2}
    )
    played = organise(s, "remove security mg_troop")
    assert played.options("coordinate_cube") == ["mg_troop", "security"]
    assert [at(s, "gandhi", it) for it in ("mg_troop", "security", "eg_troop")] == [1, 1, 1]
    assert (at(s, "available", "security"), at(s, "casualties", "security")) == (15, 0)


def test_or_one_cube_joins_the_rebels() -> None:
    """17.8 One of them is replaced with a (Hidden) RD Rebel."""
    s = mars({"gandhi": {"rd_rebel": 1, "security": 2}}, alignment={"gandhi": -2})
    organise(s, "replace")
    assert (at(s, "gandhi", "rd_rebel"), at(s, "gandhi", "active_rd_rebel"), at(s, "gandhi", "security")) == (
        1,
        1,
        1,
    )
    assert at(s, "casualties", "security") == 0


def test_earthgov_troops_and_specops_are_immune() -> None:
    """17.8 With only them there, nothing can be removed."""
    s = mars(
        {"gandhi": {"rd_rebel": 1, "eg_troop": 2, "specops": 1, "active_specops": 1}},
        alignment={"gandhi": -2},
    )
    assert not organise(s).was_asked("coordinate_cubes")
    assert (at(s, "gandhi", "eg_troop"), at(s, "gandhi", "rd_rebel")) == (2, 1)


def test_only_a_space_that_was_there_already() -> None:
    """17.8 A space that only now reaches Active Opposition loses no cubes."""
    s = mars({"gandhi": {"rd_rebel": 1, "mg_troop": 2}}, alignment={"gandhi": -1})
    organise(s)
    assert (s.alignment[n("gandhi")], at(s, "gandhi", "mg_troop")) == (-2, 2)


def test_coordinate_in_up_to_two_spaces() -> None:
    """17.8 Two, or one."""
    pieces = {space: {"rd_rebel": 1} for space in ("gandhi", "sharma", "europa")}
    s = mars(pieces)
    assert len(organise(s, "gandhi europa").asked) == 2
    s = mars(pieces)
    organise(s, "gandhi done")
    assert [s.alignment[n(space)] for space in pieces] == [-1, 0, 0]


# 17.10 Purify


def convert(s: Mars, answers: str = "") -> Played:
    return play(s, purify(s, begin_operation(s, RECLAIMERS, Op.RALLY)), answers)


@pytest.mark.parametrize(
    ("pieces", "may"),
    [
        ({"cr_rebel": 2, "mg_troop": 1}, True),
        ({"cr_rebel": 1, "cr_base": 1, "rd_rebel": 1}, True),
        ({"cr_rebel": 2, "corp_base": 1}, True),
        ({"cr_rebel": 2}, False),
        ({"cr_rebel": 1, "mg_troop": 1}, False),
        ({"active_cr_rebel": 3, "mg_troop": 1}, False),
        ({"cr_rebel": 3, "satellite": 1}, False),
    ],
)
def test_purify_where(pieces: Counts, may: bool) -> None:
    """17.10 CR Control, a Hidden CR Rebel, enemy forces."""
    s = mars({"radau": pieces})
    assert PURIFY_AT.any(s) is may


@pytest.mark.parametrize(
    "enemy", ["mg_troop", "security", "eg_troop", "specops", "rd_rebel", "active_rd_rebel"]
)
def test_purify_replaces_a_unit(enemy: str) -> None:
    """17.10, 4.4, ruling 16 Any enemy unit, Hidden SpecOps and EG Troops too, goes to Available; a Hidden CR Rebel comes."""
    pool = {
        "mg_troop": 30,
        "security": 16,
        "eg_troop": 16,
        "specops": 8,
        "rd_rebel": 30,
        "active_rd_rebel": 30,
    }
    s = mars({"radau": {"cr_rebel": 3, enemy: 1}})
    convert(s)
    assert (at(s, "radau", enemy), at(s, "radau", "cr_rebel"), at(s, "radau", "active_cr_rebel")) == (0, 3, 1)
    assert at(s, "available", enemy.removeprefix("active_")) == pool[enemy]


def test_one_unit_of_cr_choice() -> None:
    """17.10, 4.6 One only, without a Conversion Center."""
    s = mars({"radau": {"cr_rebel": 4, "cr_base": 1, "mg_troop": 1, "rd_rebel": 1}})
    played = convert(s, "rd_rebel")
    assert played.options("purify_piece") == ["mg_troop", "rd_rebel", "done"]
    assert (at(s, "radau", "mg_troop"), at(s, "radau", "rd_rebel")) == (1, 0)


def test_a_conversion_center_doubles_it() -> None:
    """17.10 Two units; a Base cannot be the second."""
    s = mars({"radau": {"cr_rebel": 5, "conversion_center": 1, "mg_troop": 1, "security": 1, "corp_base": 1}})
    convert(s, "mg_troop")
    assert [at(s, "radau", it) for it in ("mg_troop", "security", "corp_base", "cr_rebel")] == [0, 0, 1, 6]


@pytest.mark.parametrize("base", ["mg_base", "terraforming_base", "dug_in_base"])
def test_purify_takes_over_a_lone_base(base: str) -> None:
    """17.10, 4.4 A Base without friendly units becomes a Conversion Center, and one card is drawn."""
    s = mars({"radau": {"cr_rebel": 2, base: 1}})
    stack_assets(s, 7)
    convert(s)
    assert (at(s, "radau", base), at(s, "radau", "conversion_center"), len(s.assets.zones[HAND])) == (0, 1, 1)
    assert at(s, "casualties", "corp_base") == 0


def test_a_protected_base_is_no_target() -> None:
    """17.10, ruling 16 Hidden SpecOps protect a COIN Base; the other Rebels' units do not."""
    s = mars({"radau": {"cr_rebel": 4, "corp_base": 1, "specops": 1}})
    convert(s)
    assert (at(s, "radau", "corp_base"), at(s, "radau", "specops")) == (1, 0)
    s = mars({"radau": {"cr_rebel": 4, "corp_base": 1, "rd_rebel": 1}})
    assert convert(s, "corp_base").options("purify_piece") == ["corp_base", "rd_rebel", "done"]
    assert (at(s, "radau", "conversion_center"), at(s, "radau", "rd_rebel")) == (1, 1)


@pytest.mark.parametrize(
    ("answers", "left"), [("rd_rebel mg_troop", 1), ("rd_rebel done", 2), ("purify_piece:done", 3)]
)
def test_the_reclaimers_choose_how_many_to_replace(answers: str, left: int) -> None:
    """17.10, ruling 36 Up to two units with a Conversion Center: the Reclaimers choose which and how many."""
    s = mars({"gandhi": {"cr_rebel": 5, "conversion_center": 1, "mg_troop": 1, "rd_rebel": 1, "security": 1}})
    played = convert(s, answers)
    pieces = [options for _, topic, options in played.asked if topic == "purify_piece"]
    assert (
        pieces
        == [["mg_troop", "security", "rd_rebel", "done"], ["mg_troop", "security", "done"]][: len(pieces)]
    )
    assert sum(at(s, "gandhi", it) for it in ("mg_troop", "rd_rebel", "security")) == left
    assert (at(s, "gandhi", "cr_rebel"), at(s, "gandhi", "active_cr_rebel")) == (4 + 3 - left, 1)


def test_purify_in_up_to_two_spaces() -> None:
    """17.10 Two, or one."""
    pieces = {space: {"cr_rebel": 2, "mg_troop": 1} for space in ("gandhi", "sharma", "europa")}
    s = mars(pieces)
    assert [topic for _, topic, _ in convert(s, "gandhi europa").asked].count("purify") == 2
    s = mars(pieces)
    convert(s, "gandhi done")
    assert [at(s, space, "mg_troop") for space in pieces] == [0, 1, 1]


# 17.11 Ransack


def loot(s: Mars, answers: str = "") -> Played:
    return play(s, ransack(s, begin_operation(s, RECLAIMERS, Op.RALLY)), answers)


@pytest.mark.parametrize(
    ("pieces", "damage", "may"),
    [
        ({"cr_rebel": 1, "mg_troop": 9}, 1, True),
        ({"cr_rebel": 1}, 0, False),
        ({"active_cr_rebel": 1}, 1, False),
        ({"cr_base": 1}, 1, False),
    ],
)
def test_ransack_where(pieces: Counts, damage: int, may: bool) -> None:
    """17.11 Damage and a Hidden CR Rebel; Control plays no part."""
    s = mars({"radau": pieces}, damage={"radau": damage})
    assert RANSACK_AT.any(s) is may


def test_ransack_draws_a_card_for_each_damage() -> None:
    """17.11 One Rebel turns Active in each of up to two spaces; the Damage stays."""
    s = mars(
        {space: {"cr_rebel": 2} for space in ("tenzing", "radau", "gandhi")},
        damage={"tenzing": 3, "radau": 1, "gandhi": 1},
    )
    loot(s, "tenzing radau")
    assert (len(s.assets.zones[HAND]), s.damage[n("tenzing")]) == (4, 3)
    assert [at(s, space, "active_cr_rebel") for space in ("tenzing", "radau", "gandhi")] == [1, 1, 0]


def test_ransack_in_one_space() -> None:
    """17.11 "Up to" two."""
    s = mars({space: {"cr_rebel": 2} for space in ("radau", "gandhi")}, damage={"radau": 1, "gandhi": 1})
    loot(s, "radau done")
    assert len(s.assets.zones[HAND]) == 1


def test_what_ransack_brings_can_pay() -> None:
    """10 With an empty hand CR Ransacks first, and pays for its Rally with what it drew."""
    s = mars({"radau": {"cr_rebel": 1}}, damage={"radau": 1}, resources=(0, 0, 0))
    stack_assets(s, 7)
    operation(s, RECLAIMERS, Op.RALLY, "rally:gandhi rally:sharma done", special=True)
    assert (at(s, "gandhi", "cr_rebel"), len(s.assets.zones[HAND])) == (1, 0)
