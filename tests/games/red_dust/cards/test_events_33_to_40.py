"""18 Events 33 to 40: what each option does, worked out from the card, its tips and the readings."""

from __future__ import annotations

from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST

from ..event_kit import seats, shaded, unshaded
from ..kit import at, mars, n

# 33 The Red Dahlia


def test_33_unshaded_activates_red_dust_only() -> None:
    """33 The Red Dahlia, unshaded. All RD Rebels turn Active but those in a Desert under a Raging Storm; CR stays."""
    s = mars(
        {
            "gandhi": {"rd_rebel": 2, "cr_rebel": 1},
            "sharma": {"rd_rebel": 1},
            "marth": {"rd_rebel": 1},
            "wilderness": {"rd_rebel": 1},
        },
        storm={"marth": "raging", "sharma": "raging"},
    )
    unshaded(s, 33, CORPORATIONS)
    assert (at(s, "gandhi", "active_rd_rebel"), at(s, "gandhi", "cr_rebel")) == (2, 1)
    assert (at(s, "sharma", "active_rd_rebel"), at(s, "wilderness", "active_rd_rebel")) == (1, 1)
    assert at(s, "marth", "rd_rebel") == 1


def test_33_shaded_ambushes_in_any_number_of_labyrinths() -> None:
    """33 The Red Dahlia, shaded. RD Ambushes where it has a Hidden Rebel and an enemy, three Labyrinths if it likes;
    afterwards all its Rebels there are Active, elsewhere they stay as they are."""
    s = mars(
        {
            "gandhi": {"rd_rebel": 3, "mg_troop": 5},
            "sharma": {"rd_rebel": 2, "mg_troop": 1, "cr_rebel": 1},
            "europa": {"rd_rebel": 2, "security": 1},
            "shenzhou": {"rd_rebel": 2, "security": 1},
            "tenzing": {"active_rd_rebel": 2, "mg_troop": 1},
            "shepard": {"rd_rebel": 2},
            "marth": {"rd_rebel": 1, "mg_troop": 1},
        }
    )
    played = shaded(
        s, 33, MARS_GOV, "gandhi ambush_dice:one sharma ambush_dice:neither europa ambush_dice:neither done"
    )
    assert set(played.asked[0][2]) == {"gandhi", "sharma", "europa", "shenzhou", "done"}
    assert set(seats(played)) == {RED_DUST}
    assert at(s, "gandhi", "mg_troop") == 3  # one die of two succeeds: 3 is not more than its three Rebels
    for space, rebels in (("gandhi", 3), ("sharma", 2), ("europa", 2)):
        assert at(s, space, "active_rd_rebel") == rebels
    assert (at(s, "shenzhou", "rd_rebel"), at(s, "sharma", "cr_rebel")) == (2, 1)


# 34 Long Range Patrols


def test_34_marsgov_patrol_and_assault() -> None:
    """34 Long Range Patrols. Up to three units together through a chain of Deserts, then a free Operation in the last:
    for MG Train or Assault, and Train has no MG Base there."""
    s = mars(
        {"europa": {"mg_troop": 4}, "daedalia_planum": {"active_rd_rebel": 3}},
        storm={"ascraeus_mons": "raging"},
    )
    played = unshaded(
        s,
        34,
        MARS_GOV,
        "europa daedalia_planum 3 assault active_rd_rebel/3",
    )
    # From Europa by Pavonis Mons or Noctis Labyrinthus, in one to three steps; Ascraeus Mons is closed.
    assert set(played.options("event_patrol_to")) == {
        "noctis_labyrinthus",
        "pavonis_mons",
        "arsia_mons",
        "daedalia_planum",
        "sinai_planum",
        "syria_planum",
        "tharsis_tholus",
        "wilderness",
    }
    assert (at(s, "europa", "mg_troop"), at(s, "daedalia_planum", "mg_troop")) == (1, 3)
    assert at(s, "daedalia_planum", "active_rd_rebel") == 0
    assert s.resources[MARS_GOV] == 20


def test_34_controller_takes_earthgov_troops_along() -> None:
    """34 Long Range Patrols. EG Troops move as the Controller's units; the chain may end after one Desert."""
    s = mars({"gandhi": {"eg_troop": 2, "mg_troop": 1}, "coronae_montes": {"active_rd_rebel": 1}}, level=6)
    unshaded(s, 34, MARS_GOV, "gandhi coronae_montes 0 2 assault active_rd_rebel/1")
    assert (at(s, "coronae_montes", "eg_troop"), at(s, "coronae_montes", "active_rd_rebel")) == (2, 0)


def test_34_rebels_keep_their_state_on_patrol() -> None:
    """34 Long Range Patrols. No Activation and no hiding on the way; RD then Rallies, Attacks or Campaigns there, free
    of charge, and here there is nobody to Attack."""
    s = mars({"gandhi": {"rd_rebel": 1, "active_rd_rebel": 1}})
    played = unshaded(s, 34, RED_DUST, "gandhi coronae_montes 1 1 campaign")
    assert set(played.asked[-1][2]) == {"rally", "campaign", "done"}
    assert (s.alignment[n("coronae_montes")], s.resources[RED_DUST]) == (-1, 20)
    assert (at(s, "coronae_montes", "rd_rebel"), at(s, "coronae_montes", "active_rd_rebel")) == (1, 1)


def test_34_reclaimers_may_travel_on_from_the_last_desert() -> None:
    """34 Long Range Patrols. For CR the free Operation may be a Travel from that Desert, but no Bases go on the patrol."""
    s = mars({"marth": {"cr_rebel": 2, "cr_base": 1}})
    unshaded(s, 34, RECLAIMERS, "marth radau 2 travel wilderness 2")
    assert (at(s, "wilderness", "cr_rebel"), at(s, "marth", "cr_base")) == (2, 1)


def test_34_corporations_upgrade_a_base_with_logistics() -> None:
    """34 Long Range Patrols. For CORP the free Operation may be Logistics in that Desert only: no Earth, no Transit."""
    s = mars({"marth": {"security": 2}, "radau": {"corp_base": 1}})
    played = unshaded(s, 34, CORPORATIONS, "marth radau 1 logistics done")
    assert not any("earth" in options or "transit" in options for _, _, options in played.asked)
    assert (at(s, "radau", "terraforming_base"), at(s, "radau", "security")) == (1, 1)


def test_34_without_a_move_there_is_no_operation() -> None:
    """34 Long Range Patrols. At least one unit must move for the Operation."""
    s = mars({"gandhi": {"mg_troop": 1, "active_rd_rebel": 1}})
    unshaded(s, 34, MARS_GOV, "done")
    assert at(s, "gandhi", "active_rd_rebel") == 1


# 35 The Tombs of Mars


def test_35_unshaded_house_then_shift_deserts_with_markers() -> None:
    """35 The Tombs of Mars, unshaded. Only Deserts with Population markers shift; the one just Housed in is one."""
    s = mars(displaced=1, housed={"radau": 1, "gandhi": 1, "rutherford": 1}, storm={"rutherford": "raging"})
    played = unshaded(s, 35, MARS_GOV, "marth marth radau")
    assert set(played.options("event_to_support")) == {"marth", "radau", "done"}
    assert (s.alignment[n("marth")], s.alignment[n("radau")], s.housed[n("marth")]) == (1, 1, 1)
    assert (s.displaced, s.is_eg_up) == (0, True)


def test_35_shaded_house_and_base_in_one_desert() -> None:
    """35 The Tombs of Mars, shaded. RD Houses and builds in one Desert; 4 Resources in any case."""
    s = mars(displaced=2, is_eg_up=True)
    played = shaded(s, 35, MARS_GOV, "marth both")
    assert set(seats(played)) == {RED_DUST}
    assert (s.housed[n("marth")], at(s, "marth", "rd_base"), s.displaced) == (1, 1, 1)
    assert (s.is_eg_up, s.resources[RED_DUST]) == (False, 24)


def test_35_shaded_either_part_alone_or_none() -> None:
    """35 The Tombs of Mars, shaded. Without room only the House, with nobody displaced only the Base; RD may refuse."""
    s = mars({"marth": {"corp_base": 2}}, displaced=1)
    shaded(s, 35, RED_DUST, "marth")
    assert (s.housed[n("marth")], at(s, "marth", "rd_base"), s.resources[RED_DUST]) == (1, 0, 24)
    s = mars()
    shaded(s, 35, RED_DUST, "wilderness")
    assert (at(s, "wilderness", "rd_base"), s.resources[RED_DUST]) == (1, 24)
    s = mars(displaced=1)
    shaded(s, 35, CORPORATIONS, "done")
    assert (s.displaced, s.resources[RED_DUST]) == (1, 24)


# 36 Outpost Discovery


def test_36_unshaded_everybody_to_the_outpost() -> None:
    """36 Outpost Discovery, unshaded. COIN units from anywhere on Mars to a Desert with a Rebel Base; then one Faction
    does Recon and Assault there."""
    s = mars(
        {
            "radau": {"rd_base": 1, "rd_rebel": 2},
            "gandhi": {"mg_troop": 1},
            "europa": {"security": 2},
            "phobos": {"security": 3},
        }
    )
    played = unshaded(s, 36, CORPORATIONS, "europa 2 gandhi yes done done radau active_rd_rebel/2 rd_base/1")
    assert "phobos" not in played.options("event_move_in_from")
    assert (at(s, "radau", "mg_troop"), at(s, "radau", "security")) == (1, 2)
    assert (at(s, "radau", "active_rd_rebel"), at(s, "radau", "rd_rebel")) == (0, 0)
    assert at(s, "radau", "rd_base") == 0


def test_36_unshaded_under_haboob_assault_alone() -> None:
    """36 Outpost Discovery, unshaded. Haboob bars the Recon, so Hidden Rebels stay Hidden and protect their Base."""
    s = mars(
        {"radau": {"rd_base": 1, "rd_rebel": 1, "active_rd_rebel": 1}, "gandhi": {"mg_troop": 3}},
        following=49,
    )
    unshaded(s, 36, MARS_GOV, "gandhi 3 radau active_rd_rebel/1")
    assert (at(s, "radau", "rd_rebel"), at(s, "radau", "active_rd_rebel"), at(s, "radau", "rd_base")) == (
        1,
        0,
        1,
    )


def test_36_unshaded_rebel_executor_moves_and_names() -> None:
    """36 Outpost Discovery, unshaded. The executor RD chooses Desert and units, none of them out of a Raging Storm; the
    Faction it names then decides."""
    s = mars(
        {
            "radau": {"cr_base": 1, "active_cr_rebel": 1},
            "gandhi": {"mg_troop": 1},
            "sharma": {"mg_troop": 2},
        },
        storm={"sharma": "raging"},
    )
    played = unshaded(s, 36, RED_DUST, "gandhi marsgov no radau active_cr_rebel/1")
    assert played.options("event_move_in_from") == ["gandhi", "done"]
    assert seats(played) == [RED_DUST, RED_DUST, MARS_GOV, MARS_GOV, MARS_GOV]
    assert (at(s, "radau", "mg_troop"), at(s, "radau", "active_cr_rebel"), at(s, "radau", "cr_base")) == (
        1,
        0,
        1,
    )


def test_36_shaded_diversion() -> None:
    """36 Outpost Discovery, shaded. RD draws up to 6 COIN units of any Faction to its Desert, then Base and Rebels slip
    away together; the Dug-In Base is a basic one again, the Rebels keep their state."""
    s = mars(
        {
            "radau": {"dug_in_base": 1, "rd_rebel": 2, "active_rd_rebel": 1},
            "gandhi": {"mg_troop": 4, "eg_troop": 3},
            "phobos": {"security": 2},
            "marth": {"corp_base": 2},
        }
    )
    played = shaded(s, 36, RED_DUST, "radau gandhi 4 2 wilderness 1 1")
    goals = next(options for _, _, options in played.asked if "wilderness" in options)
    assert "marth" not in goals  # no room for the Base
    assert (at(s, "radau", "mg_troop"), at(s, "radau", "eg_troop"), at(s, "gandhi", "eg_troop")) == (4, 2, 1)
    assert (at(s, "wilderness", "rd_base"), at(s, "wilderness", "dug_in_base")) == (1, 0)
    assert (at(s, "wilderness", "rd_rebel"), at(s, "wilderness", "active_rd_rebel")) == (1, 1)
    assert at(s, "radau", "rd_rebel") == 1


# 37 Bipartisan Resolution


def test_37_unshaded_three_and_three() -> None:
    """37 Bipartisan Resolution, unshaded. Three RD and three CR Rebels, Hidden or Active, from any spaces."""
    s = mars({"gandhi": {"rd_rebel": 4, "active_rd_rebel": 1}, "marth": {"cr_rebel": 5}})
    unshaded(s, 37, MARS_GOV, "gandhi/rd_rebel gandhi/active_rd_rebel")
    assert (at(s, "gandhi", "rd_rebel"), at(s, "gandhi", "active_rd_rebel"), at(s, "marth", "cr_rebel")) == (
        2,
        0,
        2,
    )


def test_37_unshaded_the_rest_from_the_other_faction() -> None:
    """37 Bipartisan Resolution, unshaded. If one Faction has fewer than three, all of them and the rest from the other."""
    s = mars(
        {"gandhi": {"rd_rebel": 7}, "marth": {"active_cr_rebel": 1}, "radau": {"cr_rebel": 2}},
        storm={"radau": "raging"},
    )
    unshaded(s, 37, CORPORATIONS)
    assert (at(s, "gandhi", "rd_rebel"), at(s, "marth", "active_cr_rebel"), at(s, "radau", "cr_rebel")) == (
        2,
        0,
        2,
    )


def test_37_shaded_moved_rebels_change_sides() -> None:
    """37 Bipartisan Resolution, shaded. The executor moves CR Rebels to an adjacent space with RD forces; the named RD
    replaces exactly the moved ones."""
    s = mars({"marth": {"cr_rebel": 2, "active_cr_rebel": 2}, "radau": {"rd_base": 1, "cr_rebel": 1}})
    played = shaded(s, 37, MARS_GOV, "marth 1 2 red_dust replace")
    assert seats(played)[-2:] == [MARS_GOV, RED_DUST]
    assert (at(s, "radau", "rd_rebel"), at(s, "radau", "cr_rebel"), at(s, "radau", "active_cr_rebel")) == (
        3,
        1,
        0,
    )
    assert (at(s, "marth", "cr_rebel"), at(s, "available", "cr_rebel")) == (1, 18)


def test_37_shaded_ambush_against_the_other_rebels() -> None:
    """37 Bipartisan Resolution, shaded. The Ambush may strike the other Rebels; a Hidden Rebel of its own is needed."""
    s = mars({"marth": {"cr_rebel": 2}, "radau": {"rd_rebel": 2}})
    shaded(s, 37, RECLAIMERS, "marth 2 ambush ambush_dice:one")
    assert (at(s, "radau", "rd_rebel"), at(s, "radau", "active_cr_rebel"), at(s, "radau", "cr_rebel")) == (
        0,
        1,
        1,
    )


def test_37_shaded_neither_is_allowed() -> None:
    """37 Bipartisan Resolution, shaded. RD or CR "may": it can leave both."""
    s = mars({"marth": {"cr_rebel": 1}, "radau": {"rd_base": 1}})
    shaded(s, 37, RED_DUST, "done")
    assert (at(s, "radau", "cr_rebel") + at(s, "marth", "cr_rebel"), at(s, "radau", "rd_base")) == (1, 1)


def test_37_shaded_only_to_a_neighbour_with_red_dust_forces() -> None:
    """37 Bipartisan Resolution, shaded. The goal is adjacent and has RD forces; Raging Storms are neither left nor
    entered, and nobody is asked where nothing can move."""
    s = mars(
        {"marth": {"cr_rebel": 3}, "radau": {"rd_rebel": 1}, "gandhi": {"rd_rebel": 1}},
        storm={"radau": "raging"},
    )
    played = shaded(s, 37, MARS_GOV)
    assert (played.asked, at(s, "marth", "cr_rebel")) == ([], 3)


# 38 The Arteries of Mars


def test_38_unshaded_security_along_the_lines() -> None:
    """38 The Arteries of Mars, unshaded. Three Profits; two Security in each of up to three spaces touching a line."""
    s = mars(storm={"marth": "raging"})
    played = unshaded(s, 38, CORPORATIONS, "europa syria_planum done")
    options = set(played.asked[0][2])
    assert {"europa", "pavonis_mons", "trouvelot"} <= options
    assert not {"gandhi", "sinai_planum", "marth", "phobos", "wilderness"} & options
    assert (at(s, "europa", "security"), at(s, "syria_planum", "security")) == (2, 2)
    assert s.resources[CORPORATIONS] == 23


def test_38_shaded_damage_and_a_rebel_at_both_ends() -> None:
    """38 The Arteries of Mars, shaded. Both ends of one line; the Rodgers Line only once it is built. RD gains 3."""
    s = mars({"shepard": {"fortified_troop": 1}})
    played = shaded(s, 38, MARS_GOV, "shepard_tereshkova reclaimers red_dust")
    assert played.asked[0][2] == [
        "europa_tenzing",
        "tenzing_shepard",
        "shepard_tereshkova",
        "new_cordoba_shenzhou",
    ]
    assert (s.damage[n("shepard")], at(s, "shepard", "fortified_troop"), s.damage[n("tereshkova")]) == (
        0,
        0,
        1,
    )
    assert (at(s, "shepard", "cr_rebel"), at(s, "tereshkova", "rd_rebel"), s.resources[RED_DUST]) == (
        1,
        1,
        23,
    )
    s = mars()
    s.has_rodgers_line = True
    shaded(s, 38, RED_DUST, "rodgers_line red_dust red_dust")
    assert (s.damage[n("europa")], s.damage[n("tereshkova")]) == (1, 1)


# 39 Hammer the Machines


def test_39_unshaded_pays_for_a_base_taken() -> None:
    """39 Hammer the Machines, unshaded. CORP picks the Labyrinth and Assaults free; 4 Profits if a Rebel Base goes."""
    s = mars(
        {"gandhi": {"security": 3, "rd_rebel": 1, "rd_base": 1}, "sharma": {"security": 1, "rd_rebel": 1}}
    )
    played = unshaded(s, 39, RED_DUST, "gandhi gandhi active_rd_rebel/1 rd_base/1")
    assert set(seats(played)) == {CORPORATIONS}
    assert (at(s, "gandhi", "active_rd_rebel"), at(s, "gandhi", "rd_base")) == (0, 0)
    assert at(s, "sharma", "rd_rebel") == 1
    assert s.resources[CORPORATIONS] == 25  # and 1 for Mercenaries


def test_39_unshaded_counts_a_base_taken_by_bombard() -> None:
    """39 Hammer the Machines, unshaded. A Base removed by the Bombard of this Assault counts; no Base, no Profits."""
    s = mars({"gandhi": {"security": 1, "rd_rebel": 1, "rd_base": 1}, "orbit": {"satellite": 1}})
    unshaded(s, 39, CORPORATIONS, "gandhi gandhi active_rd_rebel/1 bombard:yes")
    assert (at(s, "gandhi", "rd_base"), s.damage[n("gandhi")]) == (0, 1)
    assert s.resources[CORPORATIONS] == 25
    s = mars({"gandhi": {"security": 1, "rd_rebel": 1, "rd_base": 1}})
    unshaded(s, 39, CORPORATIONS, "gandhi gandhi active_rd_rebel/1")
    assert (at(s, "gandhi", "rd_base"), s.resources[CORPORATIONS]) == (1, 20)


def test_39_unshaded_pays_nothing_for_what_the_reply_removes() -> None:
    """39 Hammer the Machines, unshaded. A Base that the Reclaimers take in their free Attack is not removed by the
    Assault."""
    s = mars({"gandhi": {"security": 1, "cr_rebel": 3, "rd_base": 1}})
    answers = "gandhi gandhi active_cr_rebel/1 strike_back:yes rd_base/1"
    unshaded(s, 39, CORPORATIONS, answers, dice=[(1, 6)])
    assert (at(s, "gandhi", "rd_base"), s.resources[CORPORATIONS]) == (0, 20)


def test_39_unshaded_may_be_refused() -> None:
    """39 Hammer the Machines, unshaded. "CORP may": nothing turns Active if it does not."""
    s = mars({"gandhi": {"security": 1, "rd_rebel": 1}})
    unshaded(s, 39, MARS_GOV, "done")
    assert at(s, "gandhi", "rd_rebel") == 1


def test_39_shaded_shifts_come_before_damage() -> None:
    """39 Hammer the Machines, shaded. Three Labyrinths shift, then take Damage; one emptied by it is Neutral."""
    s = mars(damage={"gandhi": 1}, alignment={"europa": 2})
    shaded(s, 39, RED_DUST, "europa gandhi tenzing")
    assert (s.alignment[n("europa")], s.alignment[n("gandhi")], s.alignment[n("tenzing")]) == (1, 0, -1)
    assert [s.damage[n(it)] for it in ("europa", "gandhi", "tenzing")] == [1, 2, 1]
    assert (s.resources[CORPORATIONS], s.displaced) == (17, 3)


# 40 Spaceport Strikes


def test_40_unshaded_supply_and_cycler() -> None:
    """40 Spaceport Strikes, unshaded. Four Supply on Earth, then the Aldrin Cycler with the Controller choosing; the two
    Profits come only after it."""
    s = mars({"earth": {"eg_troop": 3}}, level=6, resources=(10, 0, 0))
    s.supply_in_transit, s.population_on_earth = 1, 1
    played = unshaded(s, 40, RED_DUST, "eg_troop/1")
    assert set(seats(played)) == {MARS_GOV}
    assert (s.resources[MARS_GOV], s.population_in_transit) == (13, 1)
    assert (at(s, "transit", "eg_troop"), s.supply_in_transit, s.supply_on_earth) == (1, 4, 0)
    assert s.resources[CORPORATIONS] == 2


def test_40_unshaded_without_a_controller_sends_nothing() -> None:
    """40 Spaceport Strikes, unshaded. Without a Controller nothing is sent, no Population either (ruling 33)."""
    s = mars(level=0, resources=(10, 0, 0))
    s.population_on_earth = 2
    unshaded(s, 40, MARS_GOV)
    assert (s.supply_on_earth, s.supply_in_transit, s.population_in_transit) == (4, 0, 0)


def test_40_shaded_costs_both() -> None:
    """40 Spaceport Strikes, shaded. Profits down by 3, MG Resources by 9, not below 0."""
    s = mars(resources=(5, 10, 20))
    shaded(s, 40, RED_DUST)
    assert s.resources == [0, 7, 20]
