"""18 Events 41 to 48: what each option does, worked out from the card, its tips and the readings."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.cards.events import EVENT_RULES
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.event_round import event_phase
from sandtable.games.red_dust.state import Phase

from ..event_kit import next_round, seats, shaded, unshaded
from ..kit import at, in_play, mars, n, play, stack_campaigns

# 41 Gandhi-Sharma


def test_41_unshaded_support_and_red_dust_ineligible() -> None:
    """41 Gandhi-Sharma, unshaded. Both shift towards Active Support; RD is Ineligible through the next Event Round."""
    s = mars(alignment={"gandhi": -2, "sharma": 2})
    unshaded(s, 41, MARS_GOV)
    assert (s.alignment[n("gandhi")], s.alignment[n("sharma")], s.barred) == (-1, 2, (RED_DUST,))


def test_41_shaded_marsgov_in_sharma_goes_over() -> None:
    """41 Gandhi-Sharma, shaded. MG Troops become Rebels and Bases Bases, in Sharma only; EG Troops are no MG forces."""
    s = mars(
        {
            "sharma": {"mg_troop": 2, "fortified_troop": 1, "mg_base": 1, "eg_troop": 1, "security": 1},
            "gandhi": {"mg_troop": 1},
        },
        alignment={"gandhi": 1},
    )
    shaded(s, 41, RECLAIMERS)
    assert (s.alignment[n("gandhi")], s.alignment[n("sharma")]) == (0, -1)
    assert (at(s, "sharma", "rd_rebel"), at(s, "sharma", "rd_base")) == (3, 1)
    assert (at(s, "sharma", "mg_troop"), at(s, "sharma", "fortified_troop"), at(s, "sharma", "mg_base")) == (
        0,
        0,
        0,
    )
    assert (at(s, "sharma", "eg_troop"), at(s, "sharma", "security"), at(s, "gandhi", "mg_troop")) == (
        1,
        1,
        1,
    )


def test_41_shaded_as_far_as_red_dust_pieces_reach() -> None:
    """41 Gandhi-Sharma, shaded. With one RD Rebel Available and no RD Base, one Troop goes over and the rest stays."""
    s = mars(
        {
            "sharma": {"mg_troop": 2, "mg_base": 1},
            "marth": {"rd_rebel": 29},
            "wilderness": {"rd_base": 6},
            "radau": {"rd_base": 2},
            "trouvelot": {"rd_base": 1},
        }
    )
    shaded(s, 41, MARS_GOV)
    assert (at(s, "sharma", "rd_rebel"), at(s, "sharma", "mg_troop"), at(s, "sharma", "mg_base")) == (1, 1, 1)


@pytest.mark.parametrize(("answer", "left"), [("mg_troop", [0, 1]), ("fortified_troop", [1, 0])])
def test_41_shaded_the_executor_picks_the_troop_that_goes_over(answer: str, left: list[int]) -> None:
    """41 Gandhi-Sharma, shaded. With one RD Rebel for an ordinary and a Fortified Troop the executor says which it is."""
    s = mars({"sharma": {"mg_troop": 1, "fortified_troop": 1}, "marth": {"rd_rebel": 29}})
    played = shaded(s, 41, MARS_GOV, f"event_replaced:{answer}")
    assert played.who("event_replaced") == MARS_GOV
    assert [at(s, "sharma", kind) for kind in ("mg_troop", "fortified_troop", "rd_rebel")] == [*left, 1]


# 42 The Martians


@pytest.mark.parametrize(("is_shaded", "step"), [(False, 1), (True, -1)])
def test_42_shifts_two_spaces_with_earthgov_troops(is_shaded: bool, step: int) -> None:
    """42 The Martians, both options. Two spaces with EG Troops shift one level; a Raging Desert is left alone, Phobos has
    nothing to shift."""
    s = mars(
        {it: {"eg_troop": 1} for it in ("gandhi", "sharma", "europa", "marth", "phobos")},
        storm={"marth": "raging"},
    )
    played = play(s, EVENT_RULES[42, is_shaded](s, MARS_GOV), "gandhi europa")
    assert played.asked[0][2] == ["europa", "gandhi", "sharma"]
    assert (s.alignment[n("gandhi")], s.alignment[n("sharma")], s.alignment[n("europa")]) == (step, 0, step)


def test_42_fewer_spaces_fewer_shifts() -> None:
    """42 The Martians, unshaded. With one such space only one shifts."""
    s = mars({"gandhi": {"eg_troop": 1}, "phobos": {"eg_troop": 2}})
    unshaded(s, 42, CORPORATIONS)
    assert (s.alignment[n("gandhi")], sum(s.alignment)) == (1, 1)


# 43 The Tubes


def test_43_unshaded_forces_move_with_their_base_and_assault() -> None:
    """43 The Tubes, unshaded. Any COIN forces from one Desert to an adjacent one, Bases too; a moved Terraforming Base is
    a basic one; then Recon or Assault."""
    s = mars(
        {
            "marth": {"terraforming_base": 1, "security": 2, "mg_troop": 1},
            "radau": {"active_rd_rebel": 2},
            "rutherford": {"rd_base": 2},
        }
    )
    unshaded(s, 43, CORPORATIONS, "marth radau 0 2 1 assault active_rd_rebel/2")
    assert (at(s, "marth", "mg_troop"), at(s, "radau", "security")) == (1, 2)
    assert (at(s, "radau", "corp_base"), at(s, "radau", "terraforming_base")) == (1, 0)
    assert (at(s, "radau", "active_rd_rebel"), s.resources[CORPORATIONS]) == (0, 21)


def test_43_unshaded_stacking_and_haboob() -> None:
    """43 The Tubes, unshaded. No Base enters a full Desert; under Haboob only the Assault is left."""
    s = mars(
        {"radau": {"corp_base": 1, "security": 1}, "rutherford": {"rd_base": 2, "active_rd_rebel": 1}},
        following=49,
    )
    unshaded(s, 43, CORPORATIONS, "radau rutherford assault active_rd_rebel/1")
    assert (at(s, "radau", "corp_base"), at(s, "rutherford", "security")) == (1, 1)
    assert at(s, "rutherford", "active_rd_rebel") == 0


def test_43_unshaded_may_be_refused() -> None:
    """43 The Tubes, unshaded. "MG or CORP may": the named Faction can leave it."""
    s = mars({"marth": {"security": 1}})
    played = unshaded(s, 43, RECLAIMERS, "corporations done")
    assert seats(played) == [RECLAIMERS, CORPORATIONS]
    assert at(s, "marth", "security") == 1


def test_43_shaded_rebel_bases_go_underground() -> None:
    """43 The Tubes, shaded. Up to three Bases of either Rebel Faction, each to an adjacent Desert with room, basic side
    up; Raging Storms are neither left nor entered."""
    s = mars(
        {
            "gandhi": {"rd_base": 1},
            "marth": {"conversion_center": 1},
            "trouvelot": {"corp_base": 2},
            "hellas_chaos": {"dug_in_base": 1},
        },
        storm={"hellas_chaos": "raging"},
    )
    played = shaded(s, 43, RED_DUST, "gandhi/rd_base marth/conversion_center radau")
    assert not any("trouvelot" in options or "hellas_chaos" in options for _, _, options in played.asked)
    assert (at(s, "coronae_montes", "rd_base"), at(s, "radau", "cr_base")) == (1, 1)
    assert at(s, "hellas_chaos", "dug_in_base") == 1


def test_43_shaded_each_base_moves_one_step() -> None:
    """43 The Tubes, shaded. A Base that has moved stays; two Bases of one space may both go."""
    s = mars({"gandhi": {"rd_base": 1, "cr_base": 1}, "wilderness": {"corp_base": 6}})
    played = shaded(s, 43, RECLAIMERS, "gandhi/rd_base gandhi/cr_base")
    assert (at(s, "coronae_montes", "rd_base"), at(s, "coronae_montes", "cr_base")) == (1, 1)
    assert not any("coronae_montes/rd_base" in options for _, _, options in played.asked)


# 44 New Córdoba


def test_44_unshaded_bases_go_when_their_rebels_are_gone() -> None:
    """44 New Córdoba, unshaded. Up to 6 Rebel forces; a Base only when none of that Faction's Rebels remain."""
    s = mars({"new_cordoba": {"rd_rebel": 1, "rd_base": 1, "active_cr_rebel": 2, "cr_base": 1}})
    played = unshaded(s, 44, MARS_GOV, "rd_rebel/1 rd_base/1 active_cr_rebel/1 spare")
    assert played.asked[0][2] == ["rd_rebel/1", "active_cr_rebel/2", "active_cr_rebel/1", "spare"]
    assert played.asked[2][2] == ["active_cr_rebel/2", "active_cr_rebel/1", "spare"]  # not their Base
    assert (at(s, "new_cordoba", "rd_base"), at(s, "new_cordoba", "active_cr_rebel")) == (0, 1)
    assert at(s, "new_cordoba", "cr_base") == 1


def test_44_unshaded_at_most_six() -> None:
    """44 New Córdoba, unshaded. No more than six go."""
    s = mars({"new_cordoba": {"rd_rebel": 9}})
    unshaded(s, 44, CORPORATIONS, " ".join(["rd_rebel"] * 6))
    assert at(s, "new_cordoba", "rd_rebel") == 3


def test_44_shaded_skips_a_raging_desert() -> None:
    """44 New Córdoba, shaded. Two Rebels in New Córdoba and both adjacent Deserts; one under a Raging Storm is skipped
    (tutorial, card 44)."""
    s = mars(alignment={"new_cordoba": 1}, storm={"rutherford": "raging"})
    shaded(s, 44, MARS_GOV, "1 2")
    assert s.alignment[n("new_cordoba")] == 0
    assert (at(s, "new_cordoba", "rd_rebel"), at(s, "new_cordoba", "cr_rebel")) == (1, 1)
    assert (
        at(s, "trouvelot", "rd_rebel"),
        at(s, "rutherford", "rd_rebel"),
        at(s, "rutherford", "cr_rebel"),
    ) == (2, 0, 0)


# 45 The Red Desert


def test_45_unshaded_search_and_destroy() -> None:
    """45 The Red Desert, unshaded. Units of any COIN Faction from adjacent spaces, none out of a Raging Storm; all Rebels
    there turn Active; then a free Assault."""
    s = mars(
        {
            "marth": {"rd_rebel": 3},
            "shenzhou": {"security": 2, "eg_troop": 1},
            "radau": {"mg_troop": 1},
            "gandhi": {"mg_troop": 2},
        },
        storm={"radau": "raging"},
    )
    played = unshaded(s, 45, CORPORATIONS, "marth shenzhou 2 0 marth active_rd_rebel/2")
    assert not any("gandhi" in options for _, _, options in played.asked[1:])
    assert (at(s, "marth", "security"), at(s, "shenzhou", "eg_troop")) == (2, 1)
    assert (at(s, "marth", "active_rd_rebel"), at(s, "marth", "rd_rebel")) == (1, 0)


def test_45_unshaded_activates_even_if_none_moves() -> None:
    """45 The Red Desert, unshaded. The Rebels turn Active even if nobody moves in."""
    s = mars({"marth": {"rd_rebel": 2, "cr_rebel": 1}})
    unshaded(s, 45, MARS_GOV, "marth")
    assert (at(s, "marth", "active_rd_rebel"), at(s, "marth", "active_cr_rebel")) == (2, 1)


def test_45_unshaded_needs_an_open_desert() -> None:
    """45 The Red Desert, unshaded. A Desert under a Raging Storm cannot be chosen; the named Faction may refuse it all."""
    s = mars({"marth": {"rd_rebel": 1}, "radau": {"rd_rebel": 1}}, storm={"marth": "raging"})
    played = unshaded(s, 45, RED_DUST, "corporations done")
    assert seats(played) == [RED_DUST, CORPORATIONS]
    assert "marth" not in played.asked[1][2]
    assert at(s, "radau", "rd_rebel") == 1


def test_45_shaded_march_and_ambush() -> None:
    """45 The Red Desert, shaded. RD Marches to a Desert from any origins, then Ambushes there, Activating one Hidden
    Rebel."""
    s = mars({"marth": {"mg_troop": 2}, "radau": {"rd_rebel": 1}, "trouvelot": {"rd_rebel": 1}})
    shaded(s, 45, RED_DUST, "marth yes radau trouvelot yes ambush_dice:one")
    assert (at(s, "marth", "rd_rebel"), at(s, "marth", "active_rd_rebel")) == (1, 1)
    assert at(s, "marth", "mg_troop") == 0


def test_45_shaded_ambush_with_active_rebels_only() -> None:
    """45 The Red Desert, shaded. Under Haboob the March is left out, and the Ambush needs no Hidden Rebel."""
    s = mars({"marth": {"mg_troop": 2, "active_rd_rebel": 1}, "radau": {"rd_rebel": 1}}, following=49)
    shaded(s, 45, RED_DUST, "marth yes ambush_dice:one")
    assert (at(s, "marth", "active_rd_rebel"), at(s, "marth", "mg_troop"), at(s, "radau", "rd_rebel")) == (
        1,
        0,
        1,
    )


def test_45_shaded_no_ambush_in_a_raging_storm() -> None:
    """45 The Red Desert, shaded. CR may Travel into a Raging Storm, but there is no Ambush there without CR2."""
    pieces = {"marth": {"mg_troop": 1}, "trouvelot": {"cr_rebel": 1}}
    s = mars(pieces, storm={"marth": "raging"})
    played = shaded(s, 45, RECLAIMERS, "marth yes")
    assert (at(s, "marth", "cr_rebel"), at(s, "marth", "mg_troop")) == (1, 1)
    assert not played.was_asked("ambush_dice")
    s = mars(pieces, storm={"marth": "raging"}, capabilities=(2,))
    shaded(s, 45, RECLAIMERS, "marth yes yes ambush_dice:one")
    assert (at(s, "marth", "active_cr_rebel"), at(s, "marth", "mg_troop")) == (1, 0)


# 46 The Mystery of Outpost 27


def test_46_unshaded_explosion() -> None:
    """46 The Mystery of Outpost 27, unshaded. In an Unpopulated Desert one CORP Base goes, and the units of every
    Faction; CORP losses are Casualties. Six Profits, and CORP remains Eligible though it acted."""
    s = mars(
        {
            "marth": {
                "terraforming_base": 1,
                "rd_base": 1,
                "security": 2,
                "mg_troop": 1,
                "rd_rebel": 2,
                "cr_rebel": 1,
            },
            "radau": {"corp_base": 1},
            "hellas_chaos": {"corp_base": 1},
        },
        damage={"marth": 1, "hellas_chaos": 1},
        storm={"hellas_chaos": "raging"},
    )
    s.acted = (CORPORATIONS,)
    unshaded(s, 46, CORPORATIONS)
    assert at(s, "marth", "rd_base") == 1
    assert s.forces(n("marth")) == 1
    assert (at(s, "casualties", "security"), at(s, "casualties", "corp_base")) == (2, 1)
    assert (at(s, "available", "mg_troop"), s.resources[CORPORATIONS]) == (30, 26)
    next_round(s)
    assert s.eligible == [True, True, True, True]


def test_46_unshaded_spares_no_unit() -> None:
    """46 The Mystery of Outpost 27, unshaded. SpecOps, Hidden ones too, and EG Troops are units: all to Casualties."""
    s = mars(
        {
            "wilderness": {
                "corp_base": 1,
                "specops": 1,
                "active_specops": 1,
                "eg_troop": 2,
                "active_rd_rebel": 1,
            }
        }
    )
    unshaded(s, 46, MARS_GOV)
    assert s.forces(n("wilderness")) == 0
    assert (at(s, "casualties", "specops"), at(s, "casualties", "eg_troop")) == (2, 2)


def test_46_unshaded_two_bases_one_goes() -> None:
    """46 The Mystery of Outpost 27, unshaded. Of two CORP Bases one goes; without such a Desert the rest still holds."""
    s = mars({"wilderness": {"corp_base": 1, "terraforming_base": 1}})
    unshaded(s, 46, RED_DUST, "terraforming_base")
    assert (at(s, "wilderness", "corp_base"), at(s, "wilderness", "terraforming_base")) == (1, 0)
    s = mars({"radau": {"corp_base": 1}})
    unshaded(s, 46, RED_DUST)
    assert (at(s, "radau", "corp_base"), s.resources[CORPORATIONS], s.staying) == (1, 26, (CORPORATIONS,))


def test_46_shaded_counts_bases_beside_rebels() -> None:
    """46 The Mystery of Outpost 27, shaded. Each CORP Base in a space with Rebel forces costs 1, two in a space 2; what
    stands under a Raging Storm counts."""
    s = mars(
        {
            "marth": {"corp_base": 1, "terraforming_base": 1, "rd_rebel": 1},
            "gandhi": {"corp_base": 1, "cr_base": 1},
            "radau": {"corp_base": 1, "cr_rebel": 1},
            "sharma": {"corp_base": 1},
        },
        storm={"radau": "raging"},
    )
    shaded(s, 46, MARS_GOV)
    assert s.resources[CORPORATIONS] == 16


# 47 Sudden Storm


def test_47_all_storm_markers_rage() -> None:
    """47 Sudden Storm. Every marker not on the map, Raging, in spaces of Mars without one (ruling 19: the Wilderness
    too); CR does not strike; the executor remains Eligible."""
    s = mars(
        {"gandhi": {"mg_troop": 1}},
        storm={"marth": "approaching", "radau": "raging", "sharma": "approaching", "europa": "raging"},
    )
    s.acted = (RECLAIMERS,)
    played = unshaded(s, 47, RECLAIMERS, "gandhi wilderness")
    assert not {"marth", "radau", "phobos"} & set(played.asked[0][2])
    assert set(seats(played)) == {RECLAIMERS}
    assert (s.storm[n("gandhi")], s.storm[n("wilderness")], s.storm[n("marth")]) == (2, 2, 1)
    assert (at(s, "gandhi", "mg_troop"), sum(1 for storm in s.storm if storm)) == (1, 6)
    next_round(s)
    assert s.eligible[RECLAIMERS]


def test_47_with_all_markers_on_the_map() -> None:
    """47 Sudden Storm. Markers on the map stay as they are; without any left the executor still remains Eligible."""
    s = mars(storm=dict.fromkeys(("marth", "radau", "sharma", "europa", "gandhi", "tenzing"), "approaching"))
    played = unshaded(s, 47, RED_DUST)
    assert (played.asked, sum(s.storm), s.staying) == ([], 6, (RED_DUST,))


# 48 Europa


def test_48_unshaded_support_and_supply() -> None:
    """48 Europa, unshaded. Two levels towards Active Support, then three Supply on Earth."""
    s = mars(alignment={"europa": -1})
    unshaded(s, 48, MARS_GOV)
    assert (s.alignment[n("europa")], s.supply_on_earth) == (1, 3)


def test_48_shaded_red_dust_picks_of_four_campaigns() -> None:
    """48 Europa, shaded. Two levels towards Active Opposition; RD draws four Campaign cards and plays one."""
    s = mars(alignment={"europa": 1})
    stack_campaigns(s, 4, 6, 9, 11)
    played = shaded(s, 48, CORPORATIONS, "rd9")
    assert (seats(played), set(played.asked[0][2])) == ([RED_DUST], {"rd4", "rd6", "rd9", "rd11"})
    assert (s.alignment[n("europa")], in_play(s, 9), len(s.campaigns.zones[0])) == (-1, True, 11)


# The EG symbol, and eligibility


def test_eg_symbol_comes_before_the_event() -> None:
    """18 The EG+ symbol of 28 unshaded is applied first: CORP, Housing by the Event, finds EG+ and turns it back."""
    s = mars(current=28, displaced=1)
    s.acted, s.is_shaded, s.phase = (CORPORATIONS,), False, Phase.EVENT
    played = play(s, event_phase(s), "gandhi eg_marker:eg_down done")
    assert played.options("eg_marker") == ["leave", "eg_down"]
    assert not s.is_eg_up


def test_eg_symbol_of_the_shaded_option() -> None:
    """18 EG− of 40 shaded is set whoever executes it and whatever it is worth to them."""
    s = mars(current=40, is_eg_up=True)
    s.acted, s.is_shaded, s.phase = (MARS_GOV,), True, Phase.EVENT
    play(s, event_phase(s))
    assert not s.is_eg_up
