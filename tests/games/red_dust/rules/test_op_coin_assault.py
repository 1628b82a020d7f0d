"""16.5 Assault, with Bombard (8.3), Mercenaries, the free Attack in reply, and Suppress (8.4)."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.state import Op

from ..kit import at, mars, n, operation, spaces_for
from ..op_kit import offered

M, C, D, R = MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS
Counts = dict[str, int]
#: Event 1 prints M C D R, and CR is last on every card.
EVENT = 1


# Where


@pytest.mark.parametrize(
    ("pieces", "who"),
    [
        ({"mg_troop": 1, "rd_rebel": 1}, [M]),
        ({"mg_base": 1, "active_cr_rebel": 1}, [M]),
        ({"security": 1, "rd_base": 1}, [C]),
        ({"specops": 1, "cr_rebel": 1}, [C]),
        ({"corp_base": 1, "mg_troop": 1, "rd_rebel": 1}, [M, C]),
        ({"mg_troop": 1}, []),
        ({"rd_rebel": 1, "cr_rebel": 1}, []),
        ({"eg_troop": 1, "rd_rebel": 1}, [C]),
    ],
)
def test_assault_where(pieces: Counts, who: list[int]) -> None:
    """16.5 Own forces, Bases and Hidden SpecOps included, and enemy forces, Hidden ones included; CORP is Controller."""
    s = mars({"radau": pieces})
    assert [it for it in (M, C) if "radau" in spaces_for(s, it, Op.ASSAULT)] == who


def test_no_assault_on_phobos_or_of_satellites() -> None:
    """16.5 Satellites are no forces (ruling 1): alone they let nobody choose a space."""
    assert spaces_for(mars({"radau": {"satellite": 1, "rd_rebel": 1}}), CORPORATIONS, Op.ASSAULT) == []


def test_marsgov_pays_3_for_each_space() -> None:
    """16.5 CORP pays nothing."""
    pieces = {space: {"mg_troop": 1, "active_cr_rebel": 1, "security": 1} for space in ("radau", "marth")}
    for who, left in ((M, 0), (C, 6)):
        s = mars(pieces, resources=(6, 0, 0))
        operation(s, who, Op.ASSAULT, "radau active_cr_rebel/1 marth active_cr_rebel/1")
        assert s.resources[MARS_GOV] == left


# Removing


@pytest.mark.parametrize("who", [M, C])
def test_every_active_coin_unit_removes_one(who: int) -> None:
    """16.5, ruling 5 MG Troops, Security, EG Troops and Active SpecOps all count, whoever executes; Bases do not."""
    units = {"mg_troop": 1, "security": 1, "eg_troop": 1, "active_specops": 1, "mg_base": 1, "corp_base": 1}
    s = mars({"radau": {**units, "active_cr_rebel": 9}}, resources=(3, 0, 0))
    played = operation(s, who, Op.ASSAULT, "active_cr_rebel/4")
    assert played.options("assault_remove") == [*(f"active_cr_rebel/{n}" for n in (4, 3, 2, 1)), "spare"]
    assert at(s, "radau", "active_cr_rebel") == 5


@pytest.mark.parametrize("shown", [0, 1, 2])
def test_corp_may_activate_specops_first(shown: int) -> None:
    """16.5 (1) Any of them; only Active ones count, here and for Mercenaries."""
    s = mars({"radau": {"specops": 2, "active_cr_rebel": 4}})
    operation(s, CORPORATIONS, Op.ASSAULT, f"show_specops:{shown}" + f" {shown}" * (shown > 0))
    assert (at(s, "radau", "active_cr_rebel"), at(s, "radau", "active_specops")) == (4 - shown, shown)


def test_marsgov_does_not_activate_specops() -> None:
    """16.5 (1) That is CORP's."""
    s = mars({"radau": {"mg_troop": 1, "specops": 2, "active_cr_rebel": 4}}, resources=(3, 0, 0))
    assert not operation(s, MARS_GOV, Op.ASSAULT, "1").was_asked("show_specops")


def test_hidden_rebels_cannot_be_removed_and_protect_their_bases() -> None:
    """16.5 (2), 4.5 Of RD nothing can be taken; the Reclaimers' Base follows their last Active Rebel."""
    pieces = {"mg_troop": 5, "rd_rebel": 1, "rd_base": 1, "active_cr_rebel": 1, "cr_base": 1}
    s = mars({"radau": pieces}, resources=(3, 0, 0))
    operation(s, MARS_GOV, Op.ASSAULT, "active_cr_rebel/1 cr_base/1")
    assert [at(s, "radau", it) for it in ("active_cr_rebel", "cr_base", "rd_rebel", "rd_base")] == [
        0,
        0,
        1,
        1,
    ]


def test_fewer_if_wished() -> None:
    """16.5 (2) "Up to"."""
    s = mars({"radau": {"mg_troop": 3, "active_cr_rebel": 3}}, resources=(3, 0, 0))
    operation(s, MARS_GOV, Op.ASSAULT, "active_cr_rebel/1 spare")
    assert at(s, "radau", "active_cr_rebel") == 2
    s = mars({"radau": {"mg_troop": 3, "active_cr_rebel": 3, "active_rd_rebel": 3}}, resources=(3, 0, 0))
    operation(s, MARS_GOV, Op.ASSAULT, "assault_remove:active_cr_rebel/1 spare")
    assert (at(s, "radau", "active_cr_rebel"), at(s, "radau", "active_rd_rebel")) == (2, 3)


def test_the_assaulting_faction_chooses() -> None:
    """4.6 Among the Active Rebels of both Factions."""
    s = mars({"radau": {"mg_troop": 1, "active_rd_rebel": 1, "active_cr_rebel": 1}}, resources=(3, 0, 0))
    played = operation(s, MARS_GOV, Op.ASSAULT, "active_rd_rebel")
    assert played.who("assault_remove") == MARS_GOV
    assert (at(s, "radau", "active_rd_rebel"), at(s, "radau", "active_cr_rebel")) == (0, 1)


# 8.3 Bombard


def test_bombard_removes_two_more() -> None:
    """8.3 The Satellite comes from Orbit and stays; in a Desert there is no Damage."""
    s = mars({"orbit": {"satellite": 2}, "radau": {"security": 1, "active_cr_rebel": 3}})
    operation(s, CORPORATIONS, Op.ASSAULT, "active_cr_rebel/1 bombard:yes")
    assert (at(s, "radau", "active_cr_rebel"), s.damage[n("radau")]) == (0, 0)
    assert (at(s, "radau", "satellite"), at(s, "orbit", "satellite")) == (1, 1)


def test_bombard_takes_bases_last() -> None:
    """8.3, 4.5 Its two may be the last Rebel and then the Base; Hidden Rebels are safe."""
    s = mars(
        {
            "orbit": {"satellite": 1},
            "radau": {"security": 1, "active_cr_rebel": 2, "cr_base": 1, "rd_rebel": 1},
        }
    )
    operation(s, CORPORATIONS, Op.ASSAULT, "active_cr_rebel/1 yes")
    assert (at(s, "radau", "cr_base"), at(s, "radau", "rd_rebel")) == (0, 1)


@pytest.mark.parametrize("rebels", [3, 4])
def test_bombard_damages_a_labyrinth(rebels: int) -> None:
    """8.3 One Damage, whatever it removes."""
    s = mars({"orbit": {"satellite": 1}, "gandhi": {"security": 2, "active_cr_rebel": rebels}})
    operation(s, CORPORATIONS, Op.ASSAULT, "active_cr_rebel/2 yes")
    assert (s.damage[n("gandhi")], s.displaced) == (1, 1)
    assert at(s, "gandhi", "active_cr_rebel") == 0


def test_bombard_is_for_the_controller_with_a_satellite() -> None:
    """8.2, 8.3 MG while it is Controller; once in a space."""
    pieces = {"orbit": {"satellite": 2}, "radau": {"mg_troop": 1, "active_cr_rebel": 5}}
    s = mars(pieces, resources=(3, 0, 0))
    assert not operation(s, MARS_GOV, Op.ASSAULT, "1").was_asked("bombard")
    s = mars(pieces, level=6, resources=(3, 0, 0))
    played = operation(s, MARS_GOV, Op.ASSAULT, "active_cr_rebel/1 bombard:yes")
    assert [topic for _, topic, _ in played.asked].count("bombard") == 1
    assert at(s, "radau", "active_cr_rebel") == 2
    s = mars({"radau": {"security": 1, "active_cr_rebel": 5, "satellite": 1}})
    assert not operation(s, CORPORATIONS, Op.ASSAULT, "1").was_asked("bombard"), "none in Orbit"


def test_bombard_is_optional() -> None:
    """8.3 Nothing happens without it."""
    s = mars({"orbit": {"satellite": 1}, "gandhi": {"security": 1, "active_cr_rebel": 2}})
    operation(s, CORPORATIONS, Op.ASSAULT, "active_cr_rebel/1 bombard:no strike_back:no")
    assert (at(s, "gandhi", "active_cr_rebel"), s.damage[n("gandhi")], at(s, "orbit", "satellite")) == (
        1,
        0,
        1,
    )


# Mercenaries


@pytest.mark.parametrize(
    ("units", "removed", "profits"),
    [
        ({"security": 1}, 1, 0),
        ({"security": 2}, 2, 1),
        ({"security": 3}, 3, 1),
        ({"security": 1, "mg_troop": 4}, 5, 2),
        ({"active_specops": 1, "mg_troop": 1}, 2, 1),
        ({"mg_troop": 4}, 4, 0),
        ({"mg_troop": 4, "specops": 2}, 4, 0),
        ({"mg_troop": 4, "corp_base": 1}, 4, 0),
    ],
)
def test_mercenaries(units: Counts, removed: int, profits: int) -> None:
    """16.5 (4) With Security or Active SpecOps there, 1 Profit for two Rebel forces, also when MG Assaults."""
    s = mars({"radau": {**units, "active_cr_rebel": 9}}, resources=(3, 0, 0))
    who = MARS_GOV if "mg_troop" in units else CORPORATIONS
    operation(s, who, Op.ASSAULT, f"assault_remove_number:{removed}")
    assert s.resources[CORPORATIONS] == profits


def test_mercenaries_count_space_by_space() -> None:
    """16.5 (4) One removal here and one there pay nothing."""
    s = mars(
        {space: {"security": 1, "active_cr_rebel": 1} for space in ("radau", "marth")}, resources=(0, 0, 0)
    )
    operation(s, CORPORATIONS, Op.ASSAULT, "radau active_cr_rebel/1 marth active_cr_rebel/1")
    assert s.resources[CORPORATIONS] == 0


def test_mercenaries_count_bases_and_bombard() -> None:
    """16.5 (4) Rebel forces of every kind: two Rebels and two by Bombard, a Base among them, are 2 Profits."""
    pieces = {"security": 2, "active_cr_rebel": 3, "cr_base": 1}
    s = mars({"orbit": {"satellite": 1}, "radau": pieces}, resources=(0, 0, 0))
    operation(s, CORPORATIONS, Op.ASSAULT, "active_cr_rebel/2 yes")
    assert s.resources[CORPORATIONS] == 2


# The free Attack in reply


def test_rebels_strike_back_in_a_labyrinth() -> None:
    """16.5 (5) Who lost a force and still has Rebels there makes a free Attack, all its Rebels Activated."""
    s = mars({"gandhi": {"mg_troop": 3, "active_rd_rebel": 1, "rd_rebel": 2}}, resources=(3, 0, 0))
    answers = "active_rd_rebel/1 strike_back:yes"
    played = operation(s, MARS_GOV, Op.ASSAULT, answers, dice=[(2, 6)])
    assert played.who("strike_back") == RED_DUST
    assert (at(s, "gandhi", "mg_troop"), at(s, "gandhi", "active_rd_rebel")) == (1, 2)
    assert s.resources == [0, 0, 0], "it is free"


def test_they_may_refrain() -> None:
    """16.5 (5) "May"."""
    s = mars({"gandhi": {"mg_troop": 3, "active_rd_rebel": 1, "rd_rebel": 2}}, resources=(3, 0, 0))
    operation(s, MARS_GOV, Op.ASSAULT, "active_rd_rebel/1 strike_back:no")
    assert (at(s, "gandhi", "mg_troop"), at(s, "gandhi", "rd_rebel")) == (3, 2)


@pytest.mark.parametrize(
    ("pieces", "removed", "asked"),
    [
        ({"active_rd_rebel": 2}, "2", False),
        ({"active_rd_rebel": 1, "rd_base": 1}, "active_rd_rebel/1 rd_base/1", False),
        ({"active_rd_rebel": 1, "rd_base": 2}, "active_rd_rebel/1 rd_base/1", False),
        ({"rd_rebel": 2}, "", False),
        ({"active_rd_rebel": 1, "cr_rebel": 3}, "1", False),
        ({"active_rd_rebel": 3}, "2", True),
        ({"active_rd_rebel": 3}, "0", False),
    ],
)
def test_who_may_strike_back(pieces: Counts, removed: str, asked: bool) -> None:
    """16.5 (5) Only a Faction that lost a force here, and only with Rebels left, Bases do not do."""
    s = mars({"gandhi": {"mg_troop": 2, **pieces}}, resources=(3, 0, 0))
    played = operation(s, MARS_GOV, Op.ASSAULT, removed + " strike_back:no" * asked)
    assert played.was_asked("strike_back") is asked


@pytest.mark.parametrize(
    ("pieces", "asked"),
    [
        ({"active_rd_rebel": 2, "dug_in_base": 1}, [D]),
        ({"active_rd_rebel": 2, "rd_base": 1}, []),
        ({"active_rd_rebel": 2}, []),
        ({"active_cr_rebel": 2, "conversion_center": 1}, []),
        ({"active_cr_rebel": 2, "rd_rebel": 1, "dug_in_base": 1}, []),
    ],
)
def test_striking_back_in_a_desert(pieces: Counts, asked: list[int]) -> None:
    """16.5 (5) Only RD, only if it lost a force, and only with a Dug-In Base still there."""
    s = mars({"radau": {"mg_troop": 1, **pieces}}, resources=(3, 0, 0))
    played = operation(s, MARS_GOV, Op.ASSAULT, "1" + " strike_back:no" * len(asked))
    assert [seat for seat, topic, _ in played.asked if topic == "strike_back"] == asked


def test_the_reply_may_hit_the_other_rebels() -> None:
    """16.5 (5) Any enemy of the attacker."""
    s = mars(
        {"gandhi": {"mg_troop": 2, "active_cr_rebel": 2, "cr_rebel": 1, "rd_rebel": 2}}, resources=(3, 0, 0)
    )
    answers = "active_cr_rebel/1 spare strike_back:yes attack_remove:rd_rebel/2"
    operation(s, MARS_GOV, Op.ASSAULT, answers, dice=[(1, 6)])
    assert (at(s, "gandhi", "rd_rebel"), at(s, "gandhi", "mg_troop")) == (0, 2)


def test_two_replies_in_the_printed_order() -> None:
    """Ruling 6 Red Dust before the Reclaimers, who are printed last; each is checked when its turn comes.

    Red Dust's reply removes the last Reclaimer Rebels, so they make none.
    """
    pieces = {"mg_troop": 2, "active_rd_rebel": 3, "active_cr_rebel": 3}
    s = mars({"gandhi": pieces}, resources=(3, 0, 0), current=EVENT)
    removed = "active_rd_rebel active_cr_rebel "
    played = operation(s, MARS_GOV, Op.ASSAULT, removed + "strike_back:no strike_back:no")
    assert [seat for seat, topic, _ in played.asked if topic == "strike_back"] == [D, R]
    s = mars({"gandhi": pieces}, resources=(3, 0, 0), current=EVENT)
    answers = removed + "strike_back:yes attack_remove:active_cr_rebel attack_remove:active_cr_rebel"
    played = operation(s, MARS_GOV, Op.ASSAULT, answers, dice=[(1, 6)])
    assert [seat for seat, topic, _ in played.asked if topic == "strike_back"] == [D]


def test_the_reply_comes_before_the_next_space() -> None:
    """Ruling 7 Space by space."""
    pieces = {"mg_troop": 1, "active_rd_rebel": 2}
    s = mars({"gandhi": pieces, "sharma": pieces}, resources=(6, 0, 0))
    answers = (
        "assault:gandhi active_rd_rebel/1 strike_back:no assault:sharma active_rd_rebel/1 strike_back:no"
    )
    operation(s, MARS_GOV, Op.ASSAULT, answers)


# 8.4 Suppress

SUPPRESSED = {
    "gandhi": {"eg_troop": 2, "rd_rebel": 2, "active_cr_rebel": 2},
    "radau": {"security": 1, "rd_base": 1},
}


def test_suppress_drives_rebels_out() -> None:
    """8.4, ruling 20 As many Rebels as EG Troops, of any Faction; the Controller picks whom, each owner the Desert."""
    s = mars(SUPPRESSED, alignment={"gandhi": -2})
    answers = "assault:radau rd_base/1 suppress rd_rebel active_cr_rebel"
    played = operation(s, CORPORATIONS, Op.ASSAULT, answers)
    assert (played.who("drive_out"), at(s, "gandhi", "rd_rebel"), at(s, "gandhi", "active_cr_rebel")) == (
        C,
        1,
        1,
    )
    assert (at(s, "coronae_montes", "rd_rebel"), at(s, "coronae_montes", "active_cr_rebel")) == (1, 1)
    assert s.alignment[n("gandhi")] == -1


def test_owners_pick_an_adjacent_desert() -> None:
    """8.4, F Even one with a Raging Storm; no Labyrinth."""
    s = mars(
        {"sharma": {"eg_troop": 1, "rd_rebel": 1}, "radau": {"security": 1, "rd_base": 1}},
        storm={"hellas_chaos": "raging"},
    )
    answers = "assault:radau rd_base/1 suppress rd_rebel driven_to:hellas_chaos"
    played = operation(s, CORPORATIONS, Op.ASSAULT, answers)
    assert (played.who("driven_to"), played.options("driven_to")) == (D, ["coronae_montes", "hellas_chaos"])
    assert at(s, "hellas_chaos", "rd_rebel") == 1


def test_suppress_works_out_of_a_stormy_labyrinth() -> None:
    """Ruling 20 Also from a Labyrinth with a Raging Storm."""
    s = mars(SUPPRESSED, storm={"gandhi": "raging"})
    operation(s, CORPORATIONS, Op.ASSAULT, "assault:radau rd_base/1 suppress rd_rebel rd_rebel")
    assert at(s, "coronae_montes", "rd_rebel") == 2


def test_suppress_works_out_of_a_stormy_desert() -> None:
    """Ruling 38 And from a Desert with one: section 9 names Suppress among the exceptions."""
    s = mars(
        {"marth": {"eg_troop": 1, "rd_rebel": 1}, "radau": {"security": 1, "rd_base": 1}},
        storm={"marth": "raging"},
    )
    answers = "assault:radau rd_base/1 suppress rd_rebel driven_to:trouvelot"
    operation(s, CORPORATIONS, Op.ASSAULT, answers)
    assert (at(s, "marth", "rd_rebel"), at(s, "trouvelot", "rd_rebel")) == (0, 1)


@pytest.mark.parametrize(("level", "after"), [(-2, -1), (-1, 0), (0, 0), (1, 1), (2, 2)])
def test_suppress_eases_opposition(level: int, after: int) -> None:
    """8.4 One level towards Neutral if the space has Opposition; Support stays. Fewer Rebels may be driven out."""
    s = mars(SUPPRESSED, alignment={"gandhi": level})
    operation(s, CORPORATIONS, Op.ASSAULT, "assault:radau rd_base/1 suppress done")
    assert s.alignment[n("gandhi")] == after
    assert at(s, "coronae_montes", "rd_rebel") == 0


def test_suppress_is_once_and_not_in_an_assault_space() -> None:
    """8.4 One space, not chosen for the Assault; and it cannot be chosen afterwards."""
    pieces = {
        "gandhi": {"eg_troop": 1, "active_rd_rebel": 1},
        "sharma": {"eg_troop": 1, "active_rd_rebel": 1},
    }
    s = mars({**pieces, "radau": {"security": 1, "rd_base": 1}})
    played = operation(
        s, CORPORATIONS, Op.ASSAULT, "assault:radau rd_base/1 suppress suppress:gandhi active_rd_rebel done"
    )
    assert played.options("suppress") == ["gandhi", "sharma"]
    assert played.asked[-1][2] == ["sharma", "done"], "neither Gandhi nor a second Suppress"
    s = mars({"gandhi": pieces["gandhi"], "sharma": pieces["sharma"]})
    found = offered(s, CORPORATIONS, Op.ASSAULT, "assault:gandhi active_rd_rebel/1 suppress", "drive_out")
    assert found == ["active_rd_rebel", "done"]
    assert s.action.suppressed == n("sharma")


def test_suppress_is_for_the_controller() -> None:
    """8.2, 8.4 Not for MG while CORP is Controller; it needs EG Troops and Rebels."""
    s = mars({**SUPPRESSED, "marth": {"mg_troop": 1, "active_rd_rebel": 1}})
    assert "suppress" not in offered(s, MARS_GOV, Op.ASSAULT, "", "assault")
    assert "suppress" in offered(s, CORPORATIONS, Op.ASSAULT, "", "assault")
    s = mars({"radau": {"security": 1, "rd_base": 1}, "gandhi": {"eg_troop": 1, "rd_base": 1}})
    assert "suppress" not in offered(s, CORPORATIONS, Op.ASSAULT, "", "assault")


def test_suppress_in_a_limited_assault() -> None:
    """Ruling 20 It is allowed there too."""
    s = mars(SUPPRESSED)
    operation(s, CORPORATIONS, Op.ASSAULT, "assault:radau rd_base/1 suppress rd_rebel done", limited=True)
    assert at(s, "coronae_montes", "rd_rebel") == 1


def test_an_assault_needs_a_space() -> None:
    """8.4 Suppress goes with an Assault; it does not take the place of one."""
    s = mars({"gandhi": {"eg_troop": 2, "active_rd_rebel": 1}})
    assert offered(s, CORPORATIONS, Op.ASSAULT, "", "assault") == ["gandhi"]
