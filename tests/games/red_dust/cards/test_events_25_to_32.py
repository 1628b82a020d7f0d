"""18 Events 25 to 32: what each option does, worked out from the card, its tips and the readings."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.cards.events import EVENT_RULES
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST

from ..event_kit import next_round, seats, shaded, unshaded
from ..kit import at, in_play, mars, n, stack_assets, stack_campaigns


def test_every_option_has_its_rule() -> None:
    """18 Cards 25 to 48 have two options each; 32, 34 and 47 have one only."""
    for card in range(25, 49):
        assert (card, False) in EVENT_RULES
        assert ((card, True) in EVENT_RULES) == (card not in (32, 34, 47))


# 25 Nano Surveillance Drones


def test_25_unshaded_activates_at_all_corporate_bases_before_one_assault() -> None:
    """25 Nano Surveillance Drones, unshaded. Activation everywhere first; a Raging Storm's Desert is left alone."""
    s = mars(
        {
            "gandhi": {"corp_base": 1, "security": 2, "rd_rebel": 3, "cr_rebel": 1},
            "marth": {"corp_base": 1, "cr_rebel": 2},
            "radau": {"corp_base": 1, "rd_rebel": 1},
            "sharma": {"security": 1, "rd_rebel": 1},
        },
        storm={"radau": "raging"},
    )
    played = unshaded(s, 25, CORPORATIONS, "gandhi active_rd_rebel/2 strike_back:no")
    assert played.options("free_assault") == ["marth", "gandhi", "done"]
    assert at(s, "marth", "active_cr_rebel") == 2
    assert (at(s, "radau", "rd_rebel"), at(s, "sharma", "rd_rebel")) == (1, 1)
    assert (at(s, "gandhi", "active_rd_rebel"), at(s, "gandhi", "active_cr_rebel")) == (1, 1)
    assert s.resources[CORPORATIONS] == 21  # Mercenaries: two Rebels removed


def test_25_unshaded_by_rebels_names_who_may_assault() -> None:
    """25 Nano Surveillance Drones, unshaded. "MG or CORP may": a Rebel executor names one, which decides for itself."""
    s = mars({"gandhi": {"corp_base": 1, "mg_troop": 2, "rd_rebel": 2}})
    played = unshaded(s, 25, RED_DUST, "marsgov done")
    assert seats(played) == [RED_DUST, MARS_GOV]
    assert at(s, "gandhi", "active_rd_rebel") == 2


def test_25_shaded_moves_cubes_between_labyrinths() -> None:
    """25 Nano Surveillance Drones, shaded. Up to 6 MG Troops or Security, mixed, from one Labyrinth (Phobos is one) to
    another with Support; EG Troops are neither."""
    s = mars(
        {"phobos": {"mg_troop": 5, "security": 3, "eg_troop": 2}, "marth": {"mg_troop": 1}},
        alignment={"europa": 1, "tenzing": 2, "sharma": -1, "marth": 1},
    )
    played = shaded(s, 25, RED_DUST, "phobos europa 4 2")
    assert set(seats(played)) == {RED_DUST}
    assert played.asked[0][2] == ["phobos", "done"]
    assert played.asked[1][2] == ["europa", "tenzing"]
    assert (at(s, "europa", "mg_troop"), at(s, "europa", "security")) == (4, 2)
    assert at(s, "phobos", "eg_troop") == 2


def test_25_shaded_leaves_labyrinths_under_raging_storms_alone() -> None:
    """25 Nano Surveillance Drones, shaded. Nothing moves in or out of a Labyrinth with a Raging Storm."""
    s = mars(
        {"tenzing": {"mg_troop": 2}, "gandhi": {"security": 1}},
        alignment={"europa": 1, "tenzing": 1},
        storm={"tenzing": "raging"},
    )
    played = shaded(s, 25, RECLAIMERS, "gandhi")
    assert played.asked[0][2] == ["gandhi", "done"]
    assert (at(s, "tenzing", "mg_troop"), at(s, "europa", "security")) == (2, 1)


# 26 Emissions Law Reform Passed


def test_26_unshaded_pays_for_desert_bases_and_flips_two() -> None:
    """26 Emissions Law Reform Passed, unshaded. Bases in all Deserts pay, under Raging Storms too; only Bases in open
    Deserts flip (ruling 27), two of them in one Desert if you like."""
    s = mars(
        {
            "marth": {"corp_base": 2},
            "radau": {"corp_base": 1},
            "wilderness": {"corp_base": 1},
            "gandhi": {"corp_base": 1},
        },
        storm={"radau": "raging"},
        resources=(20, 10, 20),
    )
    played = unshaded(s, 26, CORPORATIONS, "marth marth")
    assert set(played.asked[0][2]) == {"marth", "wilderness", "done"}
    assert s.resources[CORPORATIONS] == 14
    assert (at(s, "marth", "terraforming_base"), at(s, "wilderness", "corp_base")) == (2, 1)


def test_26_unshaded_flips_are_up_to_two() -> None:
    """26 Emissions Law Reform Passed, unshaded. "Up to": no Base need flip."""
    s = mars({"marth": {"corp_base": 1}})
    unshaded(s, 26, MARS_GOV, "done")
    assert (at(s, "marth", "corp_base"), s.resources[CORPORATIONS]) == (1, 21)


def test_26_shaded_march_counts_all_rebels_and_takes_bases_last() -> None:
    """26 Emissions Law Reform Passed, shaded. RD and CR Rebels together; only CORP units protect a CORP Base; CORP
    losses are Casualties."""
    s = mars(
        {
            "wilderness": {"rd_rebel": 2},
            "marth": {
                "terraforming_base": 1,
                "security": 1,
                "specops": 1,
                "mg_troop": 1,
                "eg_troop": 1,
                "cr_rebel": 1,
            },
        }
    )
    played = shaded(s, 26, RED_DUST, "marth 2")
    assert not played.was_asked("event_station_loss"), "all three must go, so nobody is asked which"
    assert (at(s, "marth", "active_rd_rebel"), at(s, "marth", "active_cr_rebel")) == (2, 1)
    assert (at(s, "marth", "mg_troop"), at(s, "marth", "eg_troop")) == (1, 1)
    assert (at(s, "marth", "terraforming_base"), at(s, "marth", "specops")) == (0, 0)
    assert [at(s, "casualties", it) for it in ("security", "specops", "corp_base")] == [1, 1, 1]


def test_26_shaded_travel_may_bring_a_base() -> None:
    """26 Emissions Law Reform Passed, shaded. CR goes by Travel, also under Haboob, and its Base may come along."""
    s = mars(
        {
            "trouvelot": {"conversion_center": 1, "cr_rebel": 1},
            "marth": {"terraforming_base": 1, "security": 3},
        },
        following=49,
    )
    shaded(s, 26, RECLAIMERS, "marth 1 1")
    assert (at(s, "marth", "cr_base"), at(s, "marth", "active_cr_rebel")) == (1, 1)
    assert (at(s, "marth", "security"), at(s, "casualties", "security")) == (2, 1)


def test_26_shaded_without_a_move_does_nothing() -> None:
    """26 Emissions Law Reform Passed, shaded. At least one piece must move; Haboob stops the March."""
    s = mars(
        {"wilderness": {"rd_rebel": 2}, "marth": {"terraforming_base": 1, "security": 1, "rd_rebel": 1}},
        following=49,
    )
    shaded(s, 26, RED_DUST)
    assert (at(s, "marth", "security"), at(s, "marth", "rd_rebel")) == (1, 1)


def test_26_shaded_has_one_origin_and_the_mover_picks_the_losses() -> None:
    """26 Emissions Law Reform Passed, shaded. An executor that is no Rebel names the mover; one origin, one destination."""
    s = mars(
        {
            "radau": {"rd_rebel": 1},
            "trouvelot": {"rd_rebel": 1},
            "marth": {"terraforming_base": 1, "security": 1, "active_specops": 1},
        }
    )
    played = shaded(s, 26, MARS_GOV, "red_dust marth radau active_specops/1")
    assert seats(played) == [MARS_GOV, RED_DUST, RED_DUST, RED_DUST]
    assert (at(s, "trouvelot", "rd_rebel"), at(s, "marth", "active_rd_rebel")) == (1, 1)
    assert (at(s, "marth", "active_specops"), at(s, "marth", "security")) == (0, 1)


# 27 Green Mars Campaign


def test_27_unshaded_flips_one_base_in_each_unpopulated_desert() -> None:
    """27 Green Mars Campaign, unshaded. Up to 1 Base in each; the Wilderness is Unpopulated; Storms are left alone."""
    pieces = {
        "marth": {"corp_base": 2},
        "wilderness": {"corp_base": 1},
        "radau": {"corp_base": 1},
        "rutherford": {"corp_base": 1},
    }
    s = mars(pieces, damage={"marth": 1, "rutherford": 1}, storm={"rutherford": "raging"})
    unshaded(s, 27, CORPORATIONS, "marth wilderness")
    assert (at(s, "marth", "terraforming_base"), at(s, "marth", "corp_base")) == (1, 1)
    assert at(s, "wilderness", "terraforming_base") == 1
    assert (at(s, "radau", "corp_base"), at(s, "rutherford", "corp_base")) == (1, 1)
    s = mars(pieces, damage={"marth": 1, "rutherford": 1}, storm={"rutherford": "raging"})
    unshaded(s, 27, CORPORATIONS, "wilderness done")
    assert (at(s, "marth", "terraforming_base"), at(s, "wilderness", "terraforming_base")) == (0, 1)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_27_shaded_red_dust_may_play_the_top_campaign(answer: str) -> None:
    """27 Green Mars Campaign, shaded. All Supply leaves Earth; RD decides on the top Campaign card without seeing it."""
    s = mars()
    s.supply_on_earth, s.supply_in_transit = 5, 2
    stack_campaigns(s, 4)
    played = shaded(s, 27, CORPORATIONS, answer)
    assert seats(played) == [RED_DUST]
    assert (s.supply_on_earth, s.supply_in_transit) == (0, 2)
    assert in_play(s, 4) == (answer == "yes")


# 28 Refugee Crisis


def test_28_unshaded_house_in_a_labyrinth_then_add_population() -> None:
    """28 Refugee Crisis, unshaded. MG Houses in a Labyrinth (EG+), then adds up to three markers of the supply."""
    s = mars(displaced=3, damage={"europa": 1})
    played = unshaded(s, 28, MARS_GOV, "gandhi add 3")
    assert "europa" not in played.asked[0][2]
    assert "marth" not in played.asked[0][2]
    assert (s.housed[n("gandhi")], s.displaced, s.is_eg_up) == (1, 5, True)


def test_28_unshaded_named_faction_houses_and_executor_removes() -> None:
    """28 Refugee Crisis, unshaded. The named CORP Houses and handles the marker; the executor RD removes, to the supply."""
    s = mars(displaced=3)
    played = unshaded(s, 28, RED_DUST, "corporations gandhi leave remove 2")
    assert seats(played) == [RED_DUST, CORPORATIONS, CORPORATIONS, RED_DUST, RED_DUST]
    assert (s.housed[n("gandhi")], s.displaced, s.is_eg_up) == (1, 0, False)


def test_28_unshaded_executor_decides_even_if_nobody_houses() -> None:
    """28 Refugee Crisis, unshaded. The House may be refused; none to three markers are the executor's choice."""
    s = mars(displaced=2)
    unshaded(s, 28, CORPORATIONS, "done remove 1")
    assert (s.displaced, sum(s.housed)) == (1, 0)
    unshaded(s, 28, CORPORATIONS, "done done")
    assert s.displaced == 1


def test_28_shaded_clears_displaced_population_for_opposition() -> None:
    """28 Refugee Crisis, shaded. RD Houses in any space, all the rest goes; one level for each full three removed, in
    Labyrinths of the executor's choice, the same one allowed."""
    s = mars(displaced=8, is_eg_up=True)
    played = shaded(s, 28, RECLAIMERS, "marth gandhi gandhi")
    assert seats(played) == [RED_DUST, RECLAIMERS, RECLAIMERS]
    assert (s.housed[n("marth")], s.displaced, s.is_eg_up) == (1, 0, False)
    assert s.alignment[n("gandhi")] == -2


def test_28_shaded_house_may_be_refused() -> None:
    """28 Refugee Crisis, shaded. RD may refuse to House; the rest goes on."""
    s = mars(displaced=5, is_eg_up=True)
    shaded(s, 28, MARS_GOV, "done sharma")
    assert (s.displaced, s.alignment[n("sharma")], sum(s.housed), s.is_eg_up) == (0, -1, 0, True)


# 29 Printing Weapons


def test_29_unshaded_against_red_dust() -> None:
    """29 Printing Weapons, unshaded. RD loses 5 Resources, not below 0, and is Ineligible through the next round."""
    s = mars(resources=(20, 20, 3))
    unshaded(s, 29, MARS_GOV, "red_dust")
    assert (s.resources[RED_DUST], s.barred) == (0, (RED_DUST,))


def test_29_unshaded_against_the_reclaimers() -> None:
    """29 Printing Weapons, unshaded. CR discards two Assets at random and is Ineligible through the next round."""
    s = mars(hand=(7, 8, 9))
    unshaded(s, 29, RED_DUST, "reclaimers", dice=[(6, 8)])
    assert (s.assets.zones[1], sorted(s.assets.zones[2]), s.barred) == ([7], [6, 8], (RECLAIMERS,))


def test_29_unshaded_target_may_have_nothing_to_lose() -> None:
    """29 Printing Weapons, unshaded. CR without cards may be picked for its Eligibility; with one card it discards it."""
    s = mars(resources=(20, 20, 0))
    unshaded(s, 29, CORPORATIONS, "reclaimers")
    assert s.barred == (RECLAIMERS,)
    s = mars(hand=(7,))
    unshaded(s, 29, CORPORATIONS, "reclaimers")
    assert (s.assets.zones[1], s.assets.zones[2]) == ([], [6])


def test_29_unshaded_bars_in_this_round_and_the_next() -> None:
    """18 Ineligible through the next Event Round: not brought back at the end of the current one."""
    s = mars()
    s.acted = (MARS_GOV,)
    unshaded(s, 29, MARS_GOV, "red_dust")
    next_round(s)
    assert s.eligible == [False, True, False, True]


def test_29_shaded_rebels_and_an_upgraded_base() -> None:
    """29 Printing Weapons, shaded. Owners as the executor likes; the Base comes upgraded, and no card is drawn for it."""
    s = mars()
    stack_assets(s, 7)
    shaded(s, 29, MARS_GOV, "marth 3 reclaimers")
    assert (at(s, "marth", "rd_rebel"), at(s, "marth", "cr_rebel")) == (3, 1)
    assert at(s, "marth", "conversion_center") == 1
    assert s.assets.zones[1] == []
    s = mars()
    shaded(s, 29, RED_DUST, "wilderness 4 red_dust")
    assert (at(s, "wilderness", "rd_rebel"), at(s, "wilderness", "dug_in_base")) == (4, 1)


def test_29_shaded_without_room_brings_the_rebels_alone() -> None:
    """29 Printing Weapons, shaded. Stacking holds: in a full Desert only the Rebels come. Labyrinths do not qualify."""
    s = mars({"marth": {"corp_base": 2}})
    played = shaded(s, 29, RECLAIMERS, "marth 0")
    assert "gandhi" not in played.asked[0][2]
    assert at(s, "marth", "cr_rebel") == 4
    assert (at(s, "marth", "cr_base"), at(s, "marth", "conversion_center"), at(s, "marth", "rd_base")) == (
        0,
        0,
        0,
    )


# 30 Homesteaders Revolt


def test_30_unshaded_neutral_deserts_lose_rebel_forces() -> None:
    """30 Homesteaders Revolt, unshaded. Set two Deserts to Neutral; none to two Rebel forces go from each; a Base only
    when none of its own Faction's Rebels is left."""
    s = mars(
        {
            "marth": {"rd_rebel": 1, "rd_base": 1, "cr_base": 1},
            "radau": {"active_cr_rebel": 1, "cr_base": 1},
            "rutherford": {"rd_rebel": 1},
        },
        alignment={"marth": -2, "radau": 1},
        storm={"rutherford": "raging"},
    )
    played = unshaded(s, 30, MARS_GOV, "marth rd_rebel/1 rd_base/1 spare")
    assert "rutherford" not in played.asked[0][2]
    removals = [options for _, _, options in played.asked if "rd_rebel/1" in options]
    assert set(removals[0]) == {"rd_rebel/1", "cr_base/1", "spare"}
    assert (s.alignment[n("marth")], s.alignment[n("radau")]) == (0, 0)
    assert (at(s, "marth", "rd_base"), at(s, "marth", "cr_base")) == (0, 1)
    assert (at(s, "radau", "active_cr_rebel"), at(s, "radau", "cr_base")) == (1, 1)


def test_30_unshaded_a_neutral_desert_may_be_chosen_for_the_removals() -> None:
    """30 Homesteaders Revolt, unshaded. The Wilderness is Neutral already; its Rebels can be removed all the same."""
    s = mars({"wilderness": {"cr_rebel": 1, "cr_base": 2}}, alignment={"marth": -1})
    unshaded(s, 30, CORPORATIONS, "wilderness cr_rebel/1 cr_base/1")
    assert (at(s, "wilderness", "cr_rebel"), at(s, "wilderness", "cr_base")) == (0, 1)
    assert s.alignment[n("marth")] == 0


def test_30_shaded_three_deserts_rise() -> None:
    """30 Homesteaders Revolt, shaded. A Rebel and a Base in each of three Deserts, of either owner; an empty shift is no
    bar, and without room only the Rebel comes."""
    s = mars(
        {"marth": {"corp_base": 2}},
        alignment={"marth": 1, "radau": -2},
        storm={"rutherford": "raging"},
    )
    played = shaded(
        s, 30, MARS_GOV, "marth radau wilderness reclaimers red_dust reclaimers reclaimers red_dust"
    )
    assert "rutherford" not in played.asked[0][2]
    assert (s.alignment[n("marth")], s.alignment[n("radau")]) == (0, -2)
    assert (at(s, "marth", "cr_rebel"), at(s, "marth", "cr_base"), at(s, "marth", "rd_base")) == (1, 0, 0)
    assert (at(s, "radau", "rd_rebel"), at(s, "radau", "cr_base")) == (1, 1)
    assert (at(s, "wilderness", "cr_rebel"), at(s, "wilderness", "rd_base")) == (1, 1)


def test_30_shaded_new_red_dust_bases_are_dug_in_with_rd1() -> None:
    """30 Homesteaders Revolt, shaded. Placed Bases are basic, but RD1 applies; no more than three Deserts."""
    s = mars(campaigns=(1,))
    shaded(s, 30, RED_DUST, "marth radau rutherford red_dust red_dust red_dust red_dust red_dust reclaimers")
    assert (at(s, "marth", "dug_in_base"), at(s, "radau", "dug_in_base"), at(s, "rutherford", "cr_base")) == (
        1,
        1,
        1,
    )
    assert (sum(s.alignment), at(s, "available", "rd_rebel")) == (-3, 27)


# 31 Martian Nationalism


def test_31_unshaded_troops_on_phobos_end_a_campaign() -> None:
    """31 Martian Nationalism, unshaded. Four EG Troops on Phobos, Controller or not; the executor ends one Campaign,
    which leaves the game."""
    s = mars(campaigns=(4, 9), level=0)
    unshaded(s, 31, CORPORATIONS, "rd9")
    assert at(s, "phobos", "eg_troop") == 4
    assert (in_play(s, 4), in_play(s, 9)) == (True, False)
    assert 8 not in s.campaigns.zones[0]


def test_31_shaded_three_rebels_in_populated_spaces() -> None:
    """31 Martian Nationalism, shaded. Three Rebels in all, in Populated spaces only; RD gains 6."""
    s = mars(damage={"marth": 1})
    played = shaded(s, 31, RED_DUST, "gandhi red_dust gandhi reclaimers radau red_dust")
    assert not {"marth", "wilderness", "phobos"} & set(played.asked[0][2])
    assert (at(s, "gandhi", "rd_rebel"), at(s, "gandhi", "cr_rebel"), at(s, "radau", "rd_rebel")) == (1, 1, 1)
    assert s.resources[RED_DUST] == 26


# 32 Shepard-Tereshkova


def test_32_rivals_with_a_free_assault() -> None:
    """32 Shepard-Tereshkova. Two Rebels in one, two MG Troops in the other; two levels each way; a COIN executor may
    Assault in either."""
    s = mars(
        {"tereshkova": {"active_rd_rebel": 3}, "shepard": {"mg_troop": 1}},
        alignment={"shepard": 1, "tereshkova": -1},
    )
    played = unshaded(s, 32, MARS_GOV, "shepard 2 tereshkova active_rd_rebel/2 strike_back:no")
    assert set(played.options("free_assault")) == {"shepard", "tereshkova", "done"}
    assert at(s, "shepard", "rd_rebel") == 2
    assert (at(s, "tereshkova", "mg_troop"), at(s, "tereshkova", "active_rd_rebel")) == (2, 1)
    assert (s.alignment[n("shepard")], s.alignment[n("tereshkova")]) == (-1, 1)


def test_32_rivals_with_a_free_attack() -> None:
    """32 Shepard-Tereshkova. A Rebel executor may Attack instead: its two Rebels in Tereshkova hit the Troops there."""
    s = mars({"tereshkova": {"mg_troop": 2}})
    unshaded(s, 32, RECLAIMERS, "tereshkova 0 tereshkova", dice=[(2, 6)])
    assert (at(s, "tereshkova", "active_cr_rebel"), at(s, "tereshkova", "mg_troop")) == (2, 0)
    assert (at(s, "shepard", "mg_troop"), s.alignment[n("shepard")], s.alignment[n("tereshkova")]) == (
        2,
        2,
        -2,
    )
