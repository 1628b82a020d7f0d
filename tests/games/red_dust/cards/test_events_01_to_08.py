"""18 Events 1 to 8: what each option does, worked out from the card, its tips and the readings."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.event_round import event_phase
from sandtable.games.red_dust.rules.resources import hand

from ..event_kit import across, asked, counts, levels, offered, shaded, unshaded
from ..kit import at, mars, n, play


@pytest.mark.parametrize(
    ("card", "is_shaded", "before", "after"),
    [(9, False, False, True), (9, True, True, False), (1, True, True, True), (1, True, False, False)],
)
def test_the_eg_symbol_comes_with_the_option(card: int, is_shaded: bool, before: bool, after: bool) -> None:
    """18 The EG symbol is applied with the Event: 9 has EG+ and EG-, 1 has none."""
    s = mars(current=card, is_eg_up=before)
    s.acted, s.is_shaded = (RED_DUST,), is_shaded
    play(s, event_phase(s))
    assert s.is_eg_up is after


# 1 A Green New Deal


def test_01_unshaded_removes_damage_under_coin_control() -> None:
    """1 unshaded: 2 + 1 + 1 Damage go for 4 Profits; Displaced Population, Earth and the EG marker stay as they are."""
    s = mars(
        {
            "gandhi": {"mg_troop": 1},
            "sharma": {"security": 1},
            "radau": {"mg_troop": 1},
            "europa": {"rd_rebel": 1},
        },
        damage={"gandhi": 2, "sharma": 1, "radau": 1, "europa": 1, "tenzing": 1},
        displaced=5,
    )
    played = unshaded(s, 1, RED_DUST, "radau gandhi")
    assert [s.damage[n(space)] for space in ("gandhi", "sharma", "radau", "europa", "tenzing")] == [
        0,
        0,
        0,
        1,
        1,
    ]
    assert s.resources == [20, 24, 20]
    assert (s.displaced, s.population_on_earth, s.is_eg_up) == (5, 0, False)
    # Radau is Populated again and may be one of the two; only where Damage was removed.
    assert offered(played) == ["done", "gandhi", "radau", "sharma"]
    assert levels(s, "radau", "gandhi", "sharma") == [1, 1, 0]


def test_01_unshaded_may_shift_fewer_and_leaves_raging_deserts_alone() -> None:
    """1 unshaded: up to two shifts; a Desert with a Raging Storm is left alone, a Labyrinth with one is not."""
    s = mars(
        {"gandhi": {"mg_troop": 1}, "radau": {"mg_troop": 1}},
        damage={"gandhi": 1, "radau": 1},
        storm={"gandhi": "raging", "radau": "raging"},
    )
    unshaded(s, 1, MARS_GOV, "done")
    assert (s.damage[n("gandhi")], s.damage[n("radau")], s.resources[CORPORATIONS]) == (0, 1, 21)
    assert levels(s, "gandhi") == [0]


@pytest.mark.parametrize(
    ("before", "after"), [((20, 20, 20), [11, 15, 20]), ((8, 4, 0), [0, 0, 0])], ids=["plenty", "short"]
)
def test_01_shaded_costs_profits_and_resources(before: Sequence[int], after: list[int]) -> None:
    """1 shaded: 5 Profits and 9 MG Resources, not below 0."""
    s = mars(resources=before)
    shaded(s, 1, RED_DUST)
    assert s.resources == after


# 2 EarthGov Declares Emergency


def test_02_unshaded_supply_goes_on_with_the_cycler() -> None:
    """2 unshaded: 4 Supply; then Transit reaches Phobos, and all there is on Earth goes to Transit (13.1)."""
    s = mars({"transit": {"security": 2}, "earth": {"specops": 1}}, resources=(20, 0, 20))
    s.population_on_earth = 2
    unshaded(s, 2, RED_DUST, "supply")
    assert (s.supply_on_earth, s.supply_in_transit, at(s, "transit", "specops")) == (0, 4, 1)
    assert at(s, "phobos", "security") == 2
    assert (s.population_on_earth, s.population_in_transit) == (1, 1)


def test_02_unshaded_the_controller_chooses_what_is_sent() -> None:
    """2 unshaded: of 4 EG Troops and 3 Security the Controller, not the executor, sends five."""
    s = mars({"earth": {"security": 3}}, level=6, resources=(20, 0, 20))
    played = unshaded(s, 2, CORPORATIONS, "troops cycler:eg_troop/2")
    assert played.who("cycler") == MARS_GOV
    assert counts(s, "transit", "eg_troop security") == [2, 3]
    assert counts(s, "earth", "eg_troop security") == [2, 0]


def test_02_unshaded_sends_nothing_without_a_controller() -> None:
    """2 unshaded, tip, ruling 33: no Controller, nothing is sent, nor may CORP pay for pieces to be sent."""
    s = mars(level=0, resources=(20, 1, 20))
    unshaded(s, 2, MARS_GOV, "supply")
    assert (s.supply_on_earth, s.supply_in_transit, s.resources[CORPORATIONS]) == (4, 0, 1)


def test_02_unshaded_places_only_what_is_available() -> None:
    """2 unshaded: with 15 of 16 EG Troops elsewhere only one comes."""
    s = mars({"gandhi": {"eg_troop": 15}}, resources=(20, 0, 20))
    unshaded(s, 2, MARS_GOV, "troops")
    assert at(s, "transit", "eg_troop") == 1


def test_02_shaded_costs_profits() -> None:
    """2 shaded: 5 Profits."""
    s = mars()
    shaded(s, 2, RED_DUST)
    assert s.resources == [20, 15, 20]


# 3 Terran Loyalties Tested


def test_03_unshaded_removes_all_rebel_bases_where_earth_stands() -> None:
    """3 unshaded: Bases of both Rebel Factions go, their Rebels stay and do not protect them."""
    s = mars(
        {
            "gandhi": {"eg_troop": 1, "rd_base": 1, "conversion_center": 1, "rd_rebel": 3},
            "sharma": {"eg_troop": 1, "rd_base": 1, "rd_rebel": 1},
            "europa": {"eg_troop": 1, "cr_base": 1},
            "tenzing": {"rd_base": 1},
            "shepard": {"eg_troop": 1, "rd_rebel": 1},
            "radau": {"eg_troop": 1, "dug_in_base": 1},
        },
        storm={"radau": "raging"},
    )
    played = unshaded(s, 3, RED_DUST, "gandhi sharma")
    # Two different spaces with EG Troops and Rebel Bases; none under a Raging Storm.
    assert offered(played) == ["europa", "gandhi", "sharma"]
    assert counts(s, "gandhi", "rd_base conversion_center") == [0, 0]
    assert across(s, "rd_base", "sharma tenzing") == [0, 1]
    assert across(s, "rd_rebel", "gandhi sharma") == [3, 1]
    assert across(s, "cr_base", "available europa") == [14, 1]


def test_03_shaded_exploits_even_if_outnumbered() -> None:
    """3 shaded: CORP picks a space with Support and a CORP Base but no Damage; 5 MG Troops are no hindrance."""
    s = mars(
        {"gandhi": {"corp_base": 1, "mg_troop": 5}, "sharma": {"corp_base": 1}, "europa": {"corp_base": 1}},
        alignment={"gandhi": 1, "sharma": 2},
        damage={"sharma": 1},
    )
    played = shaded(s, 3, RED_DUST, "gandhi")
    assert asked(played) == CORPORATIONS
    assert played.asked[0][2] == ["gandhi", "done"]
    assert (s.resources[CORPORATIONS], levels(s, "gandhi")) == (22, [0])


def test_03_shaded_may_be_refused_and_pays_red_dust_under_its_control() -> None:
    """3 shaded: CORP may refuse; in a space that RD Controls RD gains the Population (17.5)."""
    pieces = {"gandhi": {"corp_base": 1, "rd_rebel": 2}}
    s = mars(pieces, alignment={"gandhi": 2})
    shaded(s, 3, MARS_GOV, "done")
    assert (s.resources, levels(s, "gandhi")) == ([20, 20, 20], [2])
    s = mars(pieces, alignment={"gandhi": 2})
    shaded(s, 3, MARS_GOV, "gandhi")
    assert (s.resources, levels(s, "gandhi")) == ([20, 22, 22], [1])


# 4 USSS Challenger


def test_04_unshaded_spreads_troops_over_labyrinths_without_rebels() -> None:
    """4 unshaded: up to 8, split at will; a Rebel Base bars a Labyrinth, Phobos is one, a Raging Storm is no bar."""
    s = mars(
        {"gandhi": {"rd_rebel": 1}, "europa": {"cr_base": 1}, "radau": {"mg_troop": 1}},
        storm={"sharma": "raging"},
    )
    played = unshaded(s, 4, MARS_GOV, "sharma 5 phobos 3")
    assert not {"gandhi", "europa", "radau"} & set(offered(played))
    assert across(s, "eg_troop", "sharma phobos available") == [5, 3, 8]


def test_04_unshaded_reaches_only_phobos_without_a_controller() -> None:
    """4 unshaded: no EG piece comes to Mars while there is no Controller (4.3)."""
    s = mars(level=0)
    played = unshaded(s, 4, MARS_GOV, "phobos 2")
    assert played.asked[0][2] == ["phobos", "done"]
    assert at(s, "phobos", "eg_troop") == 2


def test_04_shaded_sends_troops_to_available() -> None:
    """4 shaded: all EG Troops of Phobos and of one space on Mars go to Available, not to Casualties."""
    s = mars(
        {
            "phobos": {"eg_troop": 3},
            "gandhi": {"eg_troop": 2},
            "sharma": {"eg_troop": 1},
            "radau": {"eg_troop": 4},
        },
        storm={"radau": "raging"},
    )
    played = shaded(s, 4, RED_DUST, "gandhi")
    assert offered(played) == ["gandhi", "sharma"]
    assert across(s, "eg_troop", "phobos gandhi sharma") == [0, 0, 1]
    assert across(s, "eg_troop", "casualties available") == [0, 11]


# 5 Satellite Network Updated


def test_05_unshaded_counts_orbit_first_then_gathers_all_satellites() -> None:
    """5 unshaded, tip: one step for the one Satellite in Orbit; then those of Mars, Earth and Casualties join it."""
    s = mars(
        {
            "orbit": {"satellite": 1},
            "gandhi": {"satellite": 1},
            "earth": {"satellite": 1},
            "casualties": {"satellite": 1},
        },
        level=3,
    )
    unshaded(s, 5, RED_DUST)
    assert (s.level, at(s, "orbit", "satellite")) == (4, 4)


def test_05_unshaded_storms_keep_no_satellite() -> None:
    """5 unshaded, ruling 39: all Satellites, also those in a Desert or Labyrinth with a Raging Storm."""
    s = mars(
        {"radau": {"satellite": 2}, "gandhi": {"satellite": 1}, "transit": {"satellite": 1}},
        storm={"radau": "raging", "gandhi": "raging"},
    )
    unshaded(s, 5, MARS_GOV)
    assert across(s, "satellite", "radau gandhi transit orbit") == [0, 0, 0, 4]


def test_05_unshaded_a_new_controller_takes_over_and_the_track_ends() -> None:
    """5 unshaded: from level 5 two Satellites lead to level 7, where MG is Controller; four from 6 only to the top."""
    s = mars({"orbit": {"satellite": 2}, "transit": {"satellite": 2}}, level=5)
    unshaded(s, 5, RED_DUST)
    assert (s.level, s.controller(), at(s, "orbit", "satellite")) == (7, MARS_GOV, 4)
    s = mars({"orbit": {"satellite": 4}}, level=6)
    unshaded(s, 5, RED_DUST)
    assert s.level == 8


def test_05_shaded_attacks_beside_satellites() -> None:
    """5 shaded: free Attacks where own Rebels and a Satellite are, as many as it likes; the Satellite is target enough."""
    s = mars(
        {
            "gandhi": {"rd_rebel": 2, "satellite": 1},
            "sharma": {"rd_rebel": 2, "satellite": 1, "mg_troop": 2},
            "europa": {"rd_rebel": 1, "mg_troop": 1},
            "tenzing": {"rd_base": 1, "satellite": 1},
            "radau": {"rd_rebel": 1, "satellite": 1},
        },
        storm={"radau": "raging"},
    )
    played = shaded(s, 5, RED_DUST, "gandhi satellite/1 done", [(1, 6)])
    assert offered(played) == ["done", "gandhi", "sharma"]
    assert (at(s, "gandhi", "active_rd_rebel"), at(s, "casualties", "satellite")) == (2, 1)
    assert (at(s, "sharma", "rd_rebel"), s.resources[RED_DUST]) == (2, 20)


def test_05_shaded_the_executor_names_a_rebel_faction() -> None:
    """5 shaded: MG is neither RD nor CR, so it names one, which then decides where."""
    s = mars(
        {"gandhi": {"rd_rebel": 1, "satellite": 1}, "europa": {"cr_rebel": 3, "satellite": 1, "security": 2}}
    )
    played = shaded(s, 5, MARS_GOV, "reclaimers europa security security", [(2, 6)])
    assert (asked(played), asked(played, 1)) == (MARS_GOV, RECLAIMERS)
    assert "gandhi" not in played.asked[1][2]
    assert at(s, "casualties", "security") == 2


# 6 The Aldrin Cycler


def test_06_unshaded_sends_three_supply() -> None:
    """6 unshaded: 3 Supply on Earth, and the Cycler takes them to Transit; what was in Transit feeds MG (3 each)."""
    s = mars(resources=(20, 0, 20))
    s.supply_in_transit = 2
    unshaded(s, 6, RED_DUST)
    assert (s.supply_on_earth, s.supply_in_transit, s.resources[MARS_GOV]) == (0, 3, 26)


def test_06_shaded_transfers_up_to_six() -> None:
    """6 shaded: the executor picks the amount, up to 6; RD cannot refuse."""
    s = mars()
    s.supply_in_transit = 2
    played = shaded(s, 6, CORPORATIONS, "transfer 6")
    assert {seat for seat, _, _ in played.asked} == {CORPORATIONS}
    assert (s.resources, s.supply_in_transit) == ([14, 20, 26], 2)


def test_06_shaded_transfer_is_bounded() -> None:
    """6 shaded: no more than MG has, and no more than fits on the track of 50."""
    s = mars(resources=(4, 20, 10))
    assert shaded(s, 6, RED_DUST, "4").asked[-1][2][-1] == "4"
    assert s.resources == [0, 20, 14]
    s = mars(resources=(20, 20, 48))
    assert shaded(s, 6, RED_DUST, "2").asked[-1][2][-1] == "2"
    assert s.resources == [18, 20, 50]


def test_06_shaded_or_clears_transit() -> None:
    """6 shaded: the other branch removes all Supply from Transit, not from Earth."""
    s = mars()
    s.supply_in_transit, s.supply_on_earth = 3, 2
    shaded(s, 6, RED_DUST, "remove_supply")
    assert (s.supply_in_transit, s.supply_on_earth, s.resources) == (0, 2, [20, 20, 20])


# 7 Letters From Home


def test_07_unshaded_houses_with_the_executors_marker() -> None:
    """7 unshaded: two markers on Earth; the executor Houses where there is Support; RD turns the marker to EG-."""
    s = mars(alignment={"gandhi": 1, "radau": 2, "sharma": -1}, displaced=1, is_eg_up=True)
    played = unshaded(s, 7, RED_DUST, "gandhi")
    assert offered(played) == ["done", "gandhi", "radau"]
    assert (s.population_on_earth, s.displaced, s.housed[n("gandhi")]) == (2, 0, 1)
    assert s.is_eg_up is False


@pytest.mark.parametrize(("who", "is_up"), [(MARS_GOV, True), (RECLAIMERS, False)])
def test_07_unshaded_marker_of_marsgov_and_reclaimers(who: int, is_up: bool) -> None:
    """7 unshaded, 5.1: MG sets EG+, CR leaves the marker."""
    s = mars(alignment={"gandhi": 1}, displaced=1)
    unshaded(s, 7, who, "gandhi")
    assert s.is_eg_up is is_up


def test_07_unshaded_needs_displaced_population() -> None:
    """7 unshaded, tip: without a marker in Displaced Population nobody is Housed; the two on Earth are no help."""
    s = mars(alignment={"gandhi": 1})
    unshaded(s, 7, MARS_GOV)
    assert (s.population_on_earth, s.housed[n("gandhi")], s.is_eg_up) == (2, 0, False)


def test_07_shaded_removes_troops_without_support() -> None:
    """7 shaded: up to six, Fortified ones too, from spaces of Mars without Support; Neutral and Unpopulated ones qualify."""
    s = mars(
        {
            "gandhi": {"mg_troop": 2, "fortified_troop": 1, "eg_troop": 1},
            "wilderness": {"mg_troop": 3},
            "europa": {"mg_troop": 2},
            "phobos": {"mg_troop": 2},
            "radau": {"mg_troop": 2},
        },
        alignment={"europa": 1},
        storm={"radau": "raging"},
    )
    played = shaded(s, 7, RED_DUST, "gandhi 2 1 wilderness 3")
    assert offered(played) == ["done", "gandhi", "wilderness"]
    assert counts(s, "gandhi", "mg_troop fortified_troop eg_troop") == [0, 0, 1]
    assert across(s, "mg_troop", "wilderness available") == [0, 30 - 6]


def test_07_shaded_is_up_to_six() -> None:
    """7 shaded: none at all is allowed."""
    s = mars({"gandhi": {"mg_troop": 2}})
    shaded(s, 7, MARS_GOV, "done")
    assert at(s, "gandhi", "mg_troop") == 2


# 8 Tenzing


def test_08_unshaded_shifts_and_shows_then_marsgov_decides() -> None:
    """8 unshaded: two levels up, all Rebels Active, then MG, whoever executes, may Assault for free."""
    pieces = {"tenzing": {"rd_rebel": 2, "cr_rebel": 2, "mg_troop": 4}}
    s = mars(pieces, alignment={"tenzing": -1})
    played = unshaded(s, 8, RED_DUST, "done")
    assert asked(played) == MARS_GOV
    assert levels(s, "tenzing") == [1]
    assert counts(s, "tenzing", "active_rd_rebel active_cr_rebel") == [2, 2]
    s = mars(pieces)
    unshaded(s, 8, CORPORATIONS, "tenzing" + " active_rd_rebel" * 2 + " active_cr_rebel" * 2)
    assert counts(s, "available", "rd_rebel cr_rebel") == [30, 20]
    assert s.resources[MARS_GOV] == 20


def test_08_shaded_sets_tenzing_neutral() -> None:
    """8 shaded: Neutral; RD gains its Population (3 - 1 Damage), CR draws a card."""
    s = mars(alignment={"tenzing": 2}, damage={"tenzing": 1})
    shaded(s, 8, MARS_GOV)
    assert (levels(s, "tenzing"), s.resources, len(hand(s))) == ([0], [20, 20, 22], 1)


def test_08_shaded_setting_is_no_shift() -> None:
    """8 shaded: "set to Neutral" is not a shift, so RD12 does not make it Passive Opposition."""
    s = mars(alignment={"tenzing": 1}, campaigns=[12])
    shaded(s, 8, MARS_GOV)
    assert levels(s, "tenzing") == [0]
