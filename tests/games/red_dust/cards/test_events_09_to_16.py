"""18 Events 9 to 16: what each option does, worked out from the card, its tips and the readings."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.operations.reach import maglev_ends

from ..event_kit import across, asked, counts, levels, offered, shaded, unshaded
from ..kit import at, mars, n

# 9 Targeting Cyclists


def test_09_counts_labyrinths_without_and_with_rebel_forces() -> None:
    """9: of nine Labyrinths, Phobos included, two have Rebel forces (Rebels or a Base): 7 Supply come, 2 go."""
    pieces = {"gandhi": {"rd_rebel": 1, "mg_troop": 3}, "sharma": {"cr_base": 1}, "radau": {"rd_rebel": 1}}
    s = mars(pieces)
    unshaded(s, 9, RED_DUST)
    assert s.supply_on_earth == 7
    s = mars(pieces)
    s.supply_on_earth = 5
    shaded(s, 9, RED_DUST)
    assert s.supply_on_earth == 3


def test_09_shaded_takes_what_is_there() -> None:
    """9 shaded: with one Supply on Earth and two such Labyrinths one goes."""
    s = mars({"gandhi": {"rd_rebel": 1}, "sharma": {"cr_base": 1}})
    s.supply_on_earth = 1
    shaded(s, 9, RED_DUST)
    assert s.supply_on_earth == 0


# 10 Bicentennial Day


def test_10_unshaded_shifts_two_different_spaces() -> None:
    """10 unshaded: two spaces that can shift; not one at Active Support, nor Unpopulated, nor under a Raging Storm."""
    s = mars(alignment={"gandhi": 1, "europa": 2}, damage={"marth": 1}, storm={"radau": "raging"})
    played = unshaded(s, 10, RED_DUST, "gandhi sharma")
    assert not {"europa", "marth", "radau", "wilderness", "phobos", "done"} & set(played.asked[0][2])
    assert "gandhi" not in played.asked[1][2]
    assert levels(s, "gandhi", "sharma") == [2, 1]


def test_10_shaded_places_rebels_even_where_nothing_shifts() -> None:
    """10 shaded: the shift may be empty, in the Wilderness or at Active Opposition; the two Rebels come all the same."""
    s = mars(alignment={"gandhi": -2})
    played = shaded(s, 10, MARS_GOV, "wilderness gandhi 1 0")
    assert "phobos" not in played.asked[0][2]
    assert levels(s, "wilderness", "gandhi") == [0, -2]
    assert counts(s, "wilderness", "rd_rebel cr_rebel") == [1, 1]
    assert counts(s, "gandhi", "rd_rebel cr_rebel") == [0, 2]


def test_10_shaded_shifts_both() -> None:
    """10 shaded: one level each towards Active Opposition."""
    s = mars(alignment={"gandhi": 1})
    shaded(s, 10, RED_DUST, "gandhi radau 2 2")
    assert levels(s, "gandhi", "radau") == [0, -1]


@pytest.mark.parametrize(
    ("who", "capabilities", "is_open"),
    [(RECLAIMERS, (), False), (RECLAIMERS, (2,), True), (MARS_GOV, (2,), False)],
)
def test_10_shaded_raging_deserts_are_open_to_reclaimers_with_cr2(
    who: int, capabilities: tuple[int, ...], is_open: bool
) -> None:
    """18 Deserts with Raging Storms are left alone by Events; only CR executing with CR2 ignores that."""
    s = mars(storm={"radau": "raging"}, capabilities=capabilities)
    played = shaded(s, 10, who, "gandhi sharma 2 2")
    assert ("radau" in offered(played)) is is_open


# 11 The Security of Mars Act


def test_11_unshaded_bars_the_faction_with_most_forces() -> None:
    """11 unshaded: Bases count, so CR with a Rebel and two Bases has more than RD with two Rebels."""
    s = mars({"gandhi": {"rd_rebel": 2, "cr_rebel": 1, "cr_base": 2}, "sharma": {"rd_rebel": 1}})
    unshaded(s, 11, MARS_GOV, "gandhi")
    assert counts(s, "gandhi", "active_rd_rebel active_cr_rebel") == [2, 1]
    assert at(s, "sharma", "rd_rebel") == 1
    assert s.barred == (RECLAIMERS,)


def test_11_unshaded_the_executor_breaks_a_tie() -> None:
    """11 unshaded: one force each, the executor names the Ineligible one."""
    s = mars({"gandhi": {"rd_rebel": 1, "cr_rebel": 1}, "sharma": {"rd_rebel": 1}})
    played = unshaded(s, 11, CORPORATIONS, "gandhi red_dust")
    assert (asked(played, -1), s.barred) == (CORPORATIONS, (RED_DUST,))


def test_11_unshaded_bars_nobody_where_no_rebels_are() -> None:
    """11 unshaded: without Rebel forces in any Labyrinth nobody becomes Ineligible."""
    s = mars({"radau": {"rd_rebel": 1}})
    assert unshaded(s, 11, MARS_GOV).asked == []
    assert s.barred == ()


def test_11_shaded_moves_exactly_four_from_each() -> None:
    """11 shaded: four of six cubes leave Gandhi for two spaces with COIN Bases; Phobos, an origin too, gives all it has."""
    s = mars(
        {
            "gandhi": {"mg_troop": 3, "security": 3, "eg_troop": 2, "mg_base": 1},
            "phobos": {"security": 1},
            "europa": {"mg_base": 1},
            "radau": {"corp_base": 1},
            "sharma": {"rd_base": 1},
        }
    )
    played = shaded(s, 11, RED_DUST, "gandhi europa 1 2 radau 1 phobos radau")
    # Not back to Gandhi itself, and not to a Rebel Base.
    assert offered(played, 1) == ["europa", "radau"]
    assert counts(s, "gandhi", "mg_troop security eg_troop") == [1, 1, 2]
    assert counts(s, "europa", "mg_troop security") == [1, 2]
    assert (at(s, "radau", "mg_troop"), at(s, "radau", "security"), at(s, "phobos", "security")) == (1, 1, 0)


def test_11_shaded_is_up_to_two_and_heeds_storms() -> None:
    """11 shaded: none may be chosen; nothing leaves or enters a Raging Storm."""
    s = mars(
        {
            "gandhi": {"mg_troop": 4},
            "sharma": {"mg_troop": 4},
            "europa": {"mg_base": 1},
            "radau": {"corp_base": 1},
        },
        storm={"sharma": "raging", "radau": "raging"},
    )
    played = shaded(s, 11, RED_DUST, "done")
    assert played.asked[0][2] == ["gandhi", "done"]
    s.storm[n("europa")] = 2
    assert shaded(s, 11, RED_DUST).asked == []


# 12 Red Wednesday Riots


def test_12_unshaded_shows_everybody_then_corp_decides() -> None:
    """12 unshaded: the executor picks a space with SpecOps; all SpecOps and Rebels there turn Active; CORP may Assault."""
    s = mars(
        {
            "gandhi": {"specops": 2, "rd_rebel": 2, "cr_rebel": 1},
            "sharma": {"specops": 1},
            "europa": {"rd_rebel": 1},
        }
    )
    played = unshaded(s, 12, RED_DUST, "gandhi gandhi active_cr_rebel/1 active_rd_rebel/1 no", [])
    assert offered(played) == ["gandhi", "sharma"]
    assert asked(played, 1) == CORPORATIONS
    assert (at(s, "gandhi", "active_specops"), at(s, "sharma", "specops")) == (2, 1)
    assert counts(s, "gandhi", "active_rd_rebel active_cr_rebel") == [1, 0]


def test_12_unshaded_corp_may_refuse() -> None:
    """12 unshaded: without the Assault the Activation stands."""
    s = mars({"gandhi": {"specops": 1, "rd_rebel": 1}})
    unshaded(s, 12, MARS_GOV, "done")
    assert counts(s, "gandhi", "active_specops active_rd_rebel") == [1, 1]


def test_12_shaded_places_ambushes_and_hides() -> None:
    """12 shaded: RD places two Rebels, Ambushes with the dice at 1 and 1 (four Troops go), then all Rebels there hide."""
    s = mars(
        {
            "gandhi": {"mg_troop": 4, "active_cr_rebel": 1, "active_rd_rebel": 1},
            "sharma": {"active_rd_rebel": 1},
        }
    )
    played = shaded(s, 12, MARS_GOV, "gandhi 2 both_and_damage mg_troop/4")
    assert asked(played) == RED_DUST
    assert at(s, "gandhi", "mg_troop") == 0
    assert counts(s, "gandhi", "rd_rebel cr_rebel") == [3, 1]
    assert at(s, "sharma", "active_rd_rebel") == 1


def test_12_shaded_needs_the_ambush() -> None:
    """12 shaded, tip: no Rebels without the Ambush: an enemy must be there, and a Hidden Rebel, old or new."""
    s = mars({"gandhi": {"mg_troop": 1, "rd_rebel": 1}, "europa": {"security": 1}, "radau": {"mg_troop": 1}})
    played = shaded(s, 12, RED_DUST, "gandhi 0 ambush_dice:one")
    assert offered(played) == ["done", "europa", "gandhi"]
    assert counts(s, "gandhi", "rd_rebel mg_troop") == [1, 0]
    s = mars({"europa": {"security": 1}})
    played = shaded(s, 12, RED_DUST, "europa 1 ambush_dice:neither")
    assert played.asked[1][2] == ["1", "2"]  # none would be no Ambush
    s = mars({"europa": {"security": 1}})
    shaded(s, 12, MARS_GOV, "done")
    assert at(s, "europa", "rd_rebel") == 0


# 13 The Bombing of Maglev-77


def test_13_unshaded_moves_security_and_shows_rebels() -> None:
    """13 unshaded: up to six Security from anywhere, Phobos too, to one space by a Maglev; Rebels Active; CORP decides."""
    s = mars(
        {"gandhi": {"security": 5}, "phobos": {"security": 4}, "tenzing": {"rd_rebel": 2, "cr_rebel": 1}}
    )
    removals = " active_rd_rebel active_rd_rebel active_cr_rebel"
    played = unshaded(s, 13, RED_DUST, "tenzing gandhi 4 phobos 2 tenzing" + removals)
    assert not {"gandhi", "sharma", "radau", "wilderness"} & set(offered(played))
    assert offered(played, 4) == ["1", "2"]  # six in all
    assert asked(played, 5) == CORPORATIONS
    assert across(s, "security", "tenzing gandhi phobos") == [6, 1, 2]
    assert counts(s, "available", "rd_rebel cr_rebel") == [30, 20]
    assert s.resources[CORPORATIONS] == 21  # Mercenaries: three removed


def test_13_unshaded_shows_rebels_even_if_nobody_moves() -> None:
    """13 unshaded: none may move; the Rebels are Activated all the same. Raging Deserts cannot be the space."""
    s = mars({"gandhi": {"security": 1}, "tenzing": {"rd_rebel": 2}}, storm={"arsia_mons": "raging"})
    played = unshaded(s, 13, MARS_GOV, "tenzing done")
    assert "arsia_mons" not in offered(played)
    assert counts(s, "tenzing", "active_rd_rebel security") == [2, 0]


def test_13_shaded_shifts_all_along_one_line() -> None:
    """13 shaded: Tenzing-Shepard touches both ends, Arsia Mons, Daedalia Planum (under a Raging Storm) and Syria Planum."""
    s = mars(alignment={"tenzing": 1, "syria_planum": -2}, storm={"daedalia_planum": "raging"})
    played = shaded(s, 13, MARS_GOV, "tenzing_shepard")
    assert "rodgers_line" not in offered(played)
    assert levels(s, "tenzing", "shepard", "arsia_mons", "syria_planum") == [0, -1, -1, -2]
    assert levels(s, "daedalia_planum", "pavonis_mons", "europa") == [0, 0, 0]


def test_13_shaded_knows_the_rodgers_line() -> None:
    """13 shaded: once built, the Rodgers Line counts: Europa, Tereshkova, Noctis Labyrinthus and Pavonis Mons."""
    s = mars()
    s.has_rodgers_line = True
    shaded(s, 13, MARS_GOV, "rodgers_line")
    assert levels(s, "europa", "tereshkova", "noctis_labyrinthus", "pavonis_mons") == [-1] * 4
    assert sum(s.alignment) == -4


# 14 The Rodgers Line


def test_14_unshaded_opens_the_line() -> None:
    """14 unshaded: a Maglev from then on; both ends one level up, 6 Profits, and MG Houses once in each."""
    s = mars(displaced=3, is_eg_up=False)
    unshaded(s, 14, MARS_GOV, "europa tereshkova")
    assert maglev_ends(s, n("europa")) == [n("tenzing"), n("tereshkova")]
    assert levels(s, "europa", "tereshkova") == [1, 1]
    assert (s.resources[CORPORATIONS], s.displaced, s.is_eg_up) == (26, 1, True)
    assert (s.housed[n("europa")], s.housed[n("tereshkova")]) == (1, 1)


def test_14_unshaded_one_named_faction_may_house() -> None:
    """14 unshaded: RD names CORP, which may House in one of them only; the EG marker is as it likes (5.1)."""
    s = mars(displaced=3, damage={"europa": 1})
    played = unshaded(s, 14, RED_DUST, "corporations tereshkova eg_up")
    assert (asked(played, 0), asked(played, 1)) == (RED_DUST, CORPORATIONS)
    assert offered(played, 1) == ["done", "tereshkova"]  # no House where there is Damage
    assert (s.displaced, s.is_eg_up) == (2, True)


def test_14_shaded_turns_both_and_costs() -> None:
    """14 shaded: both ends one level down, 3 Profits and 6 MG Resources; the line is not built."""
    s = mars(alignment={"europa": 2})
    shaded(s, 14, MARS_GOV)
    assert levels(s, "europa", "tereshkova") == [1, -1]
    assert (s.resources, s.has_rodgers_line) == ([14, 17, 20], False)


# 15 The Automation Rebellion


def test_15_unshaded_turns_two_deserts_and_pays() -> None:
    """15 unshaded: two levels each; Bases in the Wilderness and under Raging Storms pay too, in Labyrinths not: 2+1+1."""
    s = mars(
        {
            "radau": {"corp_base": 2},
            "wilderness": {"corp_base": 1},
            "marth": {"terraforming_base": 1},
            "gandhi": {"corp_base": 1},
        },
        alignment={"radau": 1, "trouvelot": -1},
        storm={"marth": "raging"},
    )
    played = unshaded(s, 15, RED_DUST, "radau trouvelot")
    assert not {"marth", "wilderness", "gandhi", "done"} & set(offered(played))
    assert levels(s, "radau", "trouvelot") == [-1, -2]
    assert s.resources[CORPORATIONS] == 24


def test_15_shaded_removes_bases_whatever_protects_them() -> None:
    """15 shaded: 6 Profits; up to two CORP Bases in Deserts go to Casualties; no CR Base comes in their place."""
    s = mars(
        {
            "radau": {"terraforming_base": 1, "corp_base": 1, "security": 2},
            "marth": {"corp_base": 1},
            "rutherford": {"corp_base": 1},
            "gandhi": {"corp_base": 1},
        },
        storm={"marth": "raging"},
    )
    played = shaded(s, 15, RECLAIMERS, "radau/terraforming_base radau/corp_base")
    assert offered(played) == ["done", "radau/corp_base", "radau/terraforming_base", "rutherford/corp_base"]
    assert counts(s, "radau", "terraforming_base corp_base security cr_base") == [0, 0, 2, 0]
    assert (at(s, "casualties", "corp_base"), s.resources[CORPORATIONS]) == (2, 14)


def test_15_shaded_is_up_to_two() -> None:
    """15 shaded: no Base need go."""
    s = mars({"radau": {"corp_base": 1}})
    shaded(s, 15, CORPORATIONS, "done")
    assert (at(s, "radau", "corp_base"), s.resources[CORPORATIONS]) == (1, 14)


# 16 Shenzhou


def test_16_unshaded_clears_shenzhou() -> None:
    """16 unshaded: Rebels of both Factions go, no Bases; Neutral; Marth and Trouvelot turn Active, New Córdoba does not."""
    s = mars(
        {
            "shenzhou": {"rd_rebel": 2, "active_cr_rebel": 1, "rd_base": 1},
            "marth": {"rd_rebel": 1},
            "trouvelot": {"cr_rebel": 1},
            "new_cordoba": {"rd_rebel": 1},
        },
        alignment={"shenzhou": -2},
    )
    unshaded(s, 16, MARS_GOV, "profits")
    assert counts(s, "shenzhou", "rd_rebel active_cr_rebel rd_base") == [0, 0, 1]
    assert (levels(s, "shenzhou"), s.resources[CORPORATIONS], s.supply_on_earth) == ([0], 23, 0)
    assert (at(s, "marth", "active_rd_rebel"), at(s, "trouvelot", "active_cr_rebel")) == (1, 1)
    assert at(s, "new_cordoba", "rd_rebel") == 1


def test_16_unshaded_supply_instead_and_no_look_into_storms() -> None:
    """16 unshaded: the executor may take 3 Supply instead; Rebels in a Desert with a Raging Storm stay Hidden."""
    s = mars({"marth": {"rd_rebel": 1}}, storm={"marth": "raging"})
    assert asked(unshaded(s, 16, RECLAIMERS, "supply")) == RECLAIMERS
    assert (s.supply_on_earth, s.resources[CORPORATIONS], at(s, "marth", "rd_rebel")) == (3, 20, 1)


def test_16_shaded_damage_and_exodus() -> None:
    """16 shaded: one Damage; then any of the 2 + 1 displaced markers go to the general supply."""
    s = mars(displaced=2)
    played = shaded(s, 16, RED_DUST, "3")
    assert offered(played) == ["0", "1", "2", "3"]
    assert (s.damage[n("shenzhou")], s.displaced) == (1, 0)
    assert (s.population_on_earth, s.population_in_transit) == (0, 0)


def test_16_shaded_damage_follows_its_rules() -> None:
    """16 shaded, 5.3: a Fortified Troop dies for the Damage; Population markers leave before it."""
    s = mars({"shenzhou": {"fortified_troop": 1}}, displaced=2)
    shaded(s, 16, RED_DUST, "0")
    assert (s.damage[n("shenzhou")], at(s, "shenzhou", "fortified_troop"), s.displaced) == (0, 0, 2)
    s = mars(housed={"shenzhou": 1})
    shaded(s, 16, RED_DUST, "0")
    assert (s.damage[n("shenzhou")], s.housed[n("shenzhou")], s.displaced) == (1, 0, 1)
