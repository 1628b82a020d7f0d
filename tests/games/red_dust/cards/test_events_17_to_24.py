"""18 Events 17 to 24: what each option does, worked out from the card, its tips and the readings."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.printed.decks import ACTIVE
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RED_DUST

from ..event_kit import across, asked, counts, levels, offered, shaded, unshaded
from ..kit import at, in_play, mars, stack_campaigns

# 17 The Water Crisis


def test_17_unshaded_calms_two_deserts() -> None:
    """17 unshaded: one level towards Neutral from either side, only Deserts off Neutral; the executor picks Supply."""
    s = mars(
        alignment={"radau": -1, "marth": 2, "rutherford": 1, "trouvelot": 1, "gandhi": 2},
        storm={"trouvelot": "raging"},
    )
    played = unshaded(s, 17, RED_DUST, "marth radau supply")
    assert offered(played) == ["marth", "radau", "rutherford"]
    assert played.who("event_gain") == RED_DUST
    assert levels(s, "radau", "marth", "rutherford", "trouvelot", "gandhi") == [0, 1, 1, 1, 2]
    assert (s.supply_on_earth, s.resources[CORPORATIONS]) == (3, 20)


def test_17_unshaded_profits_and_red_wave() -> None:
    """17 unshaded: 3 Profits; RD12 makes a shift from Support that arrives at Neutral one to Passive Opposition."""
    s = mars(alignment={"radau": 1, "marth": -2, "trouvelot": 1}, campaigns=[12])
    unshaded(s, 17, MARS_GOV, "radau marth profits")
    assert levels(s, "radau", "marth", "trouvelot") == [-1, -1, 1]
    assert s.resources[CORPORATIONS] == 23


def test_17_shaded_turns_two_deserts_and_red_dust_may_campaign() -> None:
    """17 shaded: two Deserts down; RD decides before it sees the top card, and plays it without a choice."""
    s = mars()
    stack_campaigns(s, 4, 5)
    played = shaded(s, 17, MARS_GOV, "radau marth yes")
    assert asked(played, 2) == RED_DUST
    assert levels(s, "radau", "marth") == [-1, -1]
    assert (in_play(s, 4), in_play(s, 5)) == (True, False)


def test_17_shaded_red_dust_may_refuse() -> None:
    """17 shaded: no card is drawn if RD does not want it."""
    s = mars()
    shaded(s, 17, MARS_GOV, "radau marth no")
    assert s.campaigns.zones[ACTIVE] == []


# 18 Corporate Militarization


def test_18_unshaded_builds_a_black_site() -> None:
    """18 unshaded: two Hidden SpecOps, two Security and a Base in a Desert; Rebels there turn Active; RD2 costs a Profit."""
    s = mars({"radau": {"rd_rebel": 1, "cr_rebel": 1}}, storm={"marth": "raging"}, campaigns=[2])
    played = unshaded(s, 18, RED_DUST, "radau")
    assert not {"marth", "gandhi"} & set(offered(played))
    assert counts(s, "radau", "specops security corp_base") == [2, 2, 1]
    assert counts(s, "radau", "active_rd_rebel active_cr_rebel") == [1, 1]
    assert s.resources[CORPORATIONS] == 19


def test_18_unshaded_places_what_is_available_and_fits() -> None:
    """18 unshaded: without room for the Base the units still come; of Security only the one that is Available."""
    s = mars({"radau": {"rd_base": 2}, "gandhi": {"security": 15}})
    unshaded(s, 18, CORPORATIONS, "radau")
    assert counts(s, "radau", "specops security corp_base") == [2, 1, 0]


def test_18_shaded_disbands_specops_for_good() -> None:
    """18 shaded, tip: up to four of the two Available ones leave the game; 4 Profits."""
    s = mars({"gandhi": {"specops": 5, "active_specops": 1}})
    played = shaded(s, 18, RED_DUST, "2")
    assert offered(played) == ["0", "1", "2"]
    assert across(s, "specops", "gandhi available out_of_game") == [5, 0, 2]
    assert s.resources[CORPORATIONS] == 16


def test_18_shaded_is_at_most_four() -> None:
    """18 shaded: four of eight."""
    s = mars()
    assert offered(shaded(s, 18, RED_DUST, "4"))[-1] == "4"
    assert across(s, "specops", "available out_of_game") == [4, 4]


# 19 Corporations Quell Dissent


def test_19_unshaded_shifts_each_damaged_space_with_security() -> None:
    """19 unshaded: Damage and Security both; SpecOps are no Security; an Unpopulated space does not shift; 3 Profits."""
    s = mars(
        {
            "gandhi": {"security": 1},
            "sharma": {"security": 1},
            "europa": {"specops": 1},
            "shepard": {"security": 1},
            "radau": {"security": 1},
        },
        alignment={"gandhi": -2},
        damage={"gandhi": 1, "sharma": 1, "europa": 1, "radau": 1},
        storm={"sharma": "raging"},
    )
    assert unshaded(s, 19, RED_DUST).asked == []
    assert levels(s, "gandhi", "sharma", "europa", "shepard", "radau") == [-1, 1, 0, 0, 0]
    assert s.resources[CORPORATIONS] == 23


@pytest.mark.parametrize(("level", "left"), [(3, 5), (6, 8)])
def test_19_shaded_costs_for_each_labyrinth_with_corp_forces(level: int, left: int) -> None:
    """19 shaded: 3 each for Gandhi, Sharma, Europa and Phobos; Tenzing counts too while CORP has the EG Troops."""
    s = mars(
        {
            "gandhi": {"security": 3},
            "sharma": {"specops": 1},
            "europa": {"corp_base": 1},
            "phobos": {"security": 1},
            "tenzing": {"eg_troop": 1},
            "shepard": {"mg_troop": 1},
            "radau": {"security": 1},
        },
        level=level,
    )
    shaded(s, 19, RED_DUST)
    assert s.resources == [left, 20, 20]


# 20 The Spin Zone


def test_20_unshaded_shifts_two_labyrinths() -> None:
    """20 unshaded: two Labyrinths that can shift, one level up; 3 Profits. RD5 keeps Labyrinths from Active Support."""
    s = mars(alignment={"gandhi": 1, "sharma": 2}, campaigns=[5])
    played = unshaded(s, 20, RED_DUST, "europa tenzing")
    assert not {"gandhi", "sharma", "radau", "done"} & set(offered(played))
    assert (levels(s, "europa", "tenzing"), s.resources[CORPORATIONS]) == ([1, 1], 23)


def test_20_shaded_shifts_up_to_four_spaces_with_corp_forces() -> None:
    """20 shaded: spaces with CORP units or Bases, or EG Troops while CORP is Controller; at most four of five."""
    pieces = {
        "gandhi": {"security": 1},
        "sharma": {"specops": 1},
        "radau": {"corp_base": 1},
        "europa": {"eg_troop": 1},
        "tenzing": {"active_specops": 1},
        "shepard": {"mg_troop": 1},
        "marth": {"security": 1},
    }
    s = mars(pieces, storm={"marth": "raging"})
    played = shaded(s, 20, MARS_GOV, "gandhi sharma radau europa")
    assert offered(played) == ["done", "europa", "gandhi", "radau", "sharma", "tenzing"]
    assert levels(s, "gandhi", "sharma", "radau", "europa", "tenzing", "marth") == [-1] * 4 + [0, 0]
    s = mars(pieces, level=6)
    assert "europa" not in offered(shaded(s, 20, MARS_GOV, "done"))
    assert sum(s.alignment) == 0


# 21 Future of Law Enforcement


def test_21_unshaded_places_six_or_four() -> None:
    """21 unshaded: six MG Troops or four EG Troops in one Labyrinth, Phobos included; 3 Profits either way."""
    s = mars()
    played = unshaded(s, 21, RED_DUST, "mg_troop phobos")
    assert "radau" not in offered(played, 1)
    assert (at(s, "phobos", "mg_troop"), s.resources[CORPORATIONS]) == (6, 23)
    s = mars({"gandhi": {"rd_rebel": 1}})
    unshaded(s, 21, RED_DUST, "eg_troop gandhi")
    assert (at(s, "gandhi", "eg_troop"), s.resources[CORPORATIONS]) == (4, 23)


def test_21_unshaded_eg_troops_reach_only_phobos_without_a_controller() -> None:
    """21 unshaded: with no Controller they come to Phobos."""
    s = mars(level=0)
    unshaded(s, 21, RED_DUST, "eg_troop")
    assert at(s, "phobos", "eg_troop") == 4


def test_21_unshaded_only_marsgov_draws_on_the_map() -> None:
    """21 unshaded, 4.3: with 4 Troops Available, MG may take two more off the map; anybody else places four."""
    s = mars({"gandhi": {"mg_troop": 26}})
    unshaded(s, 21, RED_DUST, "mg_troop sharma")
    assert across(s, "mg_troop", "sharma gandhi") == [4, 26]
    s = mars({"gandhi": {"mg_troop": 26}})
    unshaded(s, 21, MARS_GOV, "mg_troop sharma gandhi/mg_troop gandhi/mg_troop")
    assert across(s, "mg_troop", "sharma gandhi") == [6, 24]


def test_21_shaded_replaces_up_to_six_cubes() -> None:
    """21 shaded: MG Troops and Security mixed, from several spaces, a Rebel of either Faction for each; to Available."""
    s = mars(
        {
            "gandhi": {"mg_troop": 3, "security": 2, "eg_troop": 1, "specops": 1},
            "sharma": {"fortified_troop": 2},
            "phobos": {"security": 2},
            "radau": {"mg_troop": 1},
        },
        storm={"radau": "raging"},
    )
    played = shaded(s, 21, MARS_GOV, "gandhi 3 1 2 0 sharma 2 1")
    assert offered(played) == ["done", "gandhi", "sharma"]
    assert counts(s, "gandhi", "mg_troop security eg_troop specops rd_rebel cr_rebel") == [0, 1, 1, 1, 2, 2]
    assert counts(s, "sharma", "fortified_troop rd_rebel cr_rebel") == [0, 1, 1]
    assert (at(s, "casualties", "security"), at(s, "available", "security")) == (0, 16 - 3)


def test_21_shaded_is_up_to_six() -> None:
    """21 shaded: none need be replaced."""
    s = mars({"gandhi": {"mg_troop": 3}})
    shaded(s, 21, RED_DUST, "done")
    assert counts(s, "gandhi", "mg_troop rd_rebel") == [3, 0]


# 22 The One Card


def test_22_unshaded_shows_rebels_under_coin_control() -> None:
    """22 unshaded: Labyrinths with COIN Control only; then the assaulting Faction picks one of those it is in."""
    s = mars(
        {
            "gandhi": {"mg_troop": 4, "rd_rebel": 2},
            "sharma": {"mg_troop": 1, "rd_rebel": 1},
            "europa": {"security": 3, "cr_rebel": 1},
            "radau": {"mg_troop": 2, "rd_rebel": 1},
        }
    )
    played = unshaded(s, 22, MARS_GOV, "gandhi active_rd_rebel/2")
    assert offered(played) == ["done", "gandhi"]
    assert (at(s, "gandhi", "active_rd_rebel"), at(s, "europa", "active_cr_rebel")) == (0, 1)
    assert across(s, "rd_rebel", "sharma radau") == [1, 1]
    assert s.resources[MARS_GOV] == 20


def test_22_unshaded_rebels_name_who_assaults() -> None:
    """22 unshaded: RD executes, so it names MG or CORP, which may refuse."""
    s = mars({"gandhi": {"mg_troop": 4, "rd_rebel": 2}, "europa": {"security": 3, "cr_rebel": 1}})
    played = unshaded(s, 22, RED_DUST, "corporations done")
    assert (asked(played, 0), asked(played, 1)) == (RED_DUST, CORPORATIONS)
    assert offered(played, 1) == ["done", "europa"]


def test_22_shaded_places_two_rebels_in_or_beside_each() -> None:
    """22 shaded: two Labyrinths down; each brings two Rebels, split between it and the spaces bordering it."""
    s = mars(storm={"pavonis_mons": "raging"})
    answers = "gandhi europa gandhi red_dust sharma reclaimers europa red_dust ascraeus_mons red_dust"
    played = shaded(s, 22, MARS_GOV, answers)
    assert offered(played, 2) == ["coronae_montes", "gandhi", "sharma"]
    assert offered(played, 6) == ["ascraeus_mons", "europa", "noctis_labyrinthus"]  # no Raging Desert
    assert levels(s, "gandhi", "europa", "sharma") == [-1, -1, 0]
    assert across(s, "rd_rebel", "gandhi europa ascraeus_mons") == [1, 1, 1]
    assert at(s, "sharma", "cr_rebel") == 1


# 23 The Slush Fund Scandal


def test_23_unshaded_buys_up_to_four_rebels() -> None:
    """23 unshaded: Hidden or Active, of both Factions, from several spaces; MG Troops or Security for each; no Bases."""
    s = mars(
        {
            "gandhi": {"rd_rebel": 2, "active_cr_rebel": 1, "rd_base": 1},
            "sharma": {"cr_rebel": 2},
            "radau": {"rd_rebel": 1},
        },
        storm={"radau": "raging"},
    )
    played = unshaded(s, 23, CORPORATIONS, "gandhi 2 1 1 0 sharma 1")
    assert offered(played) == ["done", "gandhi", "sharma"]
    assert counts(s, "gandhi", "rd_rebel active_cr_rebel rd_base mg_troop security") == [0, 0, 1, 2, 1]
    assert counts(s, "sharma", "cr_rebel mg_troop security") == [1, 0, 1]


def test_23_unshaded_replaces_only_with_what_is_available() -> None:
    """23 unshaded: all 16 Security are out and MG has one Troop left, so one Rebel can be bought."""
    s = mars({"gandhi": {"rd_rebel": 3}, "sharma": {"security": 16, "mg_troop": 29}})
    unshaded(s, 23, CORPORATIONS, "gandhi")
    assert counts(s, "gandhi", "rd_rebel mg_troop security") == [2, 1, 0]


def test_23_shaded_takes_a_base_and_units() -> None:
    """23 shaded: the Base goes even if units stay; Hidden SpecOps may go; all to Casualties; one level down, 2 Profits."""
    s = mars(
        {"gandhi": {"corp_base": 1, "security": 2, "specops": 3, "mg_troop": 1}, "sharma": {"security": 4}},
        alignment={"gandhi": 1},
    )
    shaded(s, 23, RED_DUST, "specops/2 security/1 spare")
    assert counts(s, "gandhi", "corp_base security specops mg_troop") == [0, 1, 1, 1]
    assert counts(s, "casualties", "corp_base security specops") == [1, 1, 2]
    assert (levels(s, "gandhi"), s.resources[CORPORATIONS]) == ([0], 18)


def test_23_shaded_takes_four_units_at_most() -> None:
    """23 shaded: of six units four can go; the space is the executor's choice among those with a CORP Base."""
    s = mars({"gandhi": {"corp_base": 1, "security": 6}, "sharma": {"corp_base": 1}})
    played = shaded(s, 23, RED_DUST, "gandhi" + " security" * 4)
    assert offered(played) == ["gandhi", "sharma"]
    assert counts(s, "gandhi", "corp_base security") == [0, 2]


def test_23_shaded_without_a_base_costs_profits_all_the_same() -> None:
    """23 shaded, tip: only a space with a CORP Base; without one just the 2 Profits."""
    s = mars({"gandhi": {"security": 3}, "radau": {"corp_base": 1}}, storm={"radau": "raging"})
    shaded(s, 23, RED_DUST)
    assert counts(s, "gandhi", "security") == [3]
    assert (at(s, "radau", "corp_base"), levels(s, "gandhi"), s.resources[CORPORATIONS]) == (1, [0], 18)


# 24 The 24.66 Hour News Cycle


def test_24_unshaded_pays_for_every_space_at_active_support() -> None:
    """24 unshaded, ruling 34: "each space now with Active Support": Sharma arrives there, Gandhi and Europa were there."""
    s = mars(alignment={"gandhi": 2, "sharma": 1, "europa": 2})
    unshaded(s, 24, RED_DUST, "sharma radau done")
    assert levels(s, "gandhi", "sharma", "radau", "europa") == [2, 2, 1, 2]
    assert s.resources[CORPORATIONS] == 23


def test_24_unshaded_counts_what_a_raging_storm_keeps_from_shifting() -> None:
    """18, 24 unshaded: a Desert with a Raging Storm cannot be shifted, but what it shows is counted."""
    s = mars(alignment={"radau": 2, "marth": 1}, storm={"radau": "raging", "marth": "raging"})
    unshaded(s, 24, RED_DUST, "done")
    assert (levels(s, "marth"), s.resources[CORPORATIONS]) == ([1], 21)


def test_24_unshaded_offers_only_spaces_that_can_shift() -> None:
    """24 unshaded: a space at Active Support pays without being chosen, so choosing it would do nothing. RD5 as well."""
    s = mars(alignment={"gandhi": 2, "sharma": 1}, campaigns=[5])
    played = unshaded(s, 24, CORPORATIONS, "done")
    assert not {"gandhi", "sharma"} & set(offered(played))
    assert s.resources[CORPORATIONS] == 21


def test_24_unshaded_is_up_to_three() -> None:
    """24 unshaded: one space is enough; Unpopulated ones and Raging Deserts are none."""
    s = mars(alignment={"sharma": 1}, storm={"radau": "raging"})
    played = unshaded(s, 24, CORPORATIONS, "sharma done")
    assert not {"wilderness", "phobos", "radau"} & set(offered(played))
    assert (levels(s, "sharma"), s.resources[CORPORATIONS]) == ([2], 21)


def test_24_shaded_takes_cubes_earth_last() -> None:
    """24 shaded, tip: EG Troops go only when no other cube is left; CORP and EG to Casualties, MG to Available."""
    s = mars({"gandhi": {"mg_troop": 1, "security": 2, "eg_troop": 1, "specops": 2}}, alignment={"gandhi": 2})
    played = shaded(s, 24, RED_DUST, "security mg_troop security eg_troop")
    assert offered(played) == ["mg_troop", "security"]  # at least one must go
    assert counts(s, "casualties", "security eg_troop specops") == [2, 1, 0]
    # No cubes remain, SpecOps are none: one level down.
    assert (counts(s, "gandhi", "mg_troop specops"), levels(s, "gandhi")) == ([0, 2], [1])


def test_24_shaded_shifts_only_if_no_cube_remains() -> None:
    """24 shaded: up to four of six leave two behind, and nothing shifts; the space must hold a cube."""
    s = mars({"gandhi": {"mg_troop": 6}, "sharma": {"specops": 1}, "europa": {"security": 1}})
    played = shaded(s, 24, RED_DUST, "gandhi mg_troop mg_troop mg_troop")
    assert offered(played) == ["europa", "gandhi"]
    assert (counts(s, "gandhi", "mg_troop"), levels(s, "gandhi")) == ([2], [0])
    s = mars({"gandhi": {"mg_troop": 2}})
    shaded(s, 24, RED_DUST, "done")
    assert (counts(s, "gandhi", "mg_troop"), levels(s, "gandhi")) == ([1], [0])
