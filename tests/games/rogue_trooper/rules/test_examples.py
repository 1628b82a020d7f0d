"""The worked examples W-n of the rules and C-n of the components, with their expected outcomes."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.games.rogue_trooper.cards.playing import MOVEMENT, offer_rogue_cards
from sandtable.games.rogue_trooper.rules.battlefield import (
    draw_stack,
    evade,
    face_top,
    may_evade,
    ways_to_face,
)
from sandtable.games.rogue_trooper.rules.clues import search_battle_computer
from sandtable.games.rogue_trooper.rules.combat import GI, Target, fight, weapons_for
from sandtable.games.rogue_trooper.rules.end_phase import rest_and_supply
from sandtable.games.rogue_trooper.rules.gi_encounter import attack
from sandtable.games.rogue_trooper.rules.missions import declare_refusal
from sandtable.games.rogue_trooper.rules.movement import move_gi
from sandtable.games.rogue_trooper.rules.places import evade_modifier
from sandtable.games.rogue_trooper.rules.prison import attempt_escape
from sandtable.games.rogue_trooper.rules.supply import draw_supplies
from sandtable.games.rogue_trooper.rules.traitor import confront
from sandtable.games.rogue_trooper.rules.ways import steps_from
from sandtable.games.rogue_trooper.state import ENCOUNTERS_OUT, FREE, STACK

from ..kit import (
    BOX,
    at,
    card,
    dice_summing,
    effect_in_force,
    facing,
    gi,
    names,
    on_board,
    on_top,
    play,
    table,
)


def test_w_1_face_up_cards_count_towards_the_rating() -> None:
    """W-1: rating 2 with one face-up Fortification: one new card is drawn."""
    s = gi(table(), 0, "a1")
    on_board(s, "a1", "nort_pillbox")
    on_top(s, "nort_patrol nort_sniper")
    s.has_entered = True
    play(s, draw_stack(s))
    assert names(s.cards.zones[STACK]) == ["nort_patrol_1", "nort_pillbox_1"]  # the top is last


def test_w_2_unsuitable_cards_are_discarded_and_the_rest_is_sorted() -> None:
    """W-2, R-RT-11: in a Souther sector Patrol goes and is not replaced; Millifuzz (4) and Hopper (5) remain, sorted by Initiative."""
    s = gi(table(), 0, "g5")
    on_top(s, "nort_patrol nort_hopper millifuzz_patrol")
    s.has_entered, s.extra_cards = True, 2
    play(s, draw_stack(s))
    assert names(s.cards.zones[STACK]) == ["millifuzz_patrol_1", "nort_hopper_1"]
    assert card("nort_patrol") in s.cards.zones[ENCOUNTERS_OUT]


@pytest.mark.parametrize(("literal", "expected"), [(False, True), (True, False)])
def test_w_3_jungle_helps_to_evade(literal: bool, expected: bool) -> None:
    """W-3, R-RT-13: die 4, Jungle +1, Initiative 4: total 5 is higher, evaded; with the literal switch it fails."""
    s = gi(table(literal_evasion=literal), 0, "b7")
    assert play(s, evade(s, 0, 4), dice={"evade": [4]}).result is expected


def test_w_4_plains_and_a_companion_hinder() -> None:
    """W-4: die 4, Plains -1, one Companion -1, Initiative 2: total 2 is not higher."""
    s = gi(table(), 0, "g5", companions="old_corporal_vance")
    assert play(s, evade(s, 0, 2), dice={"evade": [4]}).result is False


def test_w_5_k_for_ken_and_another_companion() -> None:
    """W-5: 6 + 1 - 2 - 1 = 4 in the mountains: higher than 3, not than 4."""
    s = gi(table(), 0, "b4", companions="k_for_ken scrap")
    assert 6 + evade_modifier(s, 0) == 4
    assert play(s, evade(s, 0, 3), dice={"evade": [6]}).result is True
    assert play(s, evade(s, 0, 4), dice={"evade": [6]}).result is False


def test_w_6_no_evasion_in_a_glass_zone() -> None:
    """W-6: in a Glass Zone no attempt is allowed."""
    s = facing(gi(table(), 0, "d5"), "nort_patrol")
    assert not may_evade(s, 0)
    assert [way.id for way in ways_to_face(s, card("nort_patrol"), has_tried=False)] == [
        "bare_hands",
        "surrender",
    ]


def test_w_7_a_defender_who_evades_ends_the_attack() -> None:
    """W-7: Attacker with 3 lives, Defender's die 6 > 5: evaded, and the Genie mission is not completed."""
    s = gi(gi(table(), 0, "f2", lives=3, missions="score_to_settle"), 1, "f2")
    played = play(s, attack(s, 0, 1), "evade_gi:yes", {"evade": [6]})
    assert played.says("Blue evades")
    assert s.lives[:2] == [3, 4]
    assert declare_refusal(s, 0, card("score_to_settle")) is not None


def test_w_8_equal_scores_destroy_the_enemy() -> None:
    """W-8: Firepower 3 rolls 10, three GP Mags 10: destroyed."""
    s = facing(gi(table(), 0, "g5", gp=3), "feral_mutants")
    dice = {"enemy": [(4, 4, 2)], "salvo": [(5, 3, 2)]}
    play(s, face_top(s), "face:gp/3", dice)
    assert s.lives[0] == 4
    assert s.cards.where[card("feral_mutants")] == ENCOUNTERS_OUT
    assert s.rounds_of(0, 0) == 0


def test_w_9_gunnar_adds_two() -> None:
    """W-9: 9 with Gunnar is 11 against 10."""
    s = gi(table(), 0, "g5", gp=3, chips="rifle")
    dice = {"enemy": [(4, 4, 2)], "salvo": [(5, 3, 1)]}
    assert play(s, fight(s, 0, GI, 3), "salvo:gp/3", dice).result is True
    s = gi(table(), 0, "g5", gp=3)
    assert play(s, fight(s, 0, GI, 3), "salvo:gp/3", dice).result is False


def test_w_10_helm_doubles_against_armour() -> None:
    """W-10: the tank scores 17; two Plasma Grenades roll 10, doubled 20: destroyed."""
    tank = BOX.foes[card("nort_battle_tank")]
    target = Target(tank.categories, tank.gp_proof)
    dice = {"enemy": [(6, 6, 3, 1, 1)], "salvo": [(3, 4, 2, 1)]}
    s = gi(table(), 0, "g5", plasma=2, chips="helmet")
    assert play(s, fight(s, 0, target, 5), "salvo:plasma/2", dice).result is True
    s = gi(table(), 0, "g5", plasma=2)
    assert play(s, fight(s, 0, target, 5), "salvo:plasma/2", dice).result is False


def test_w_11_grenades_against_fortifications() -> None:
    """W-11: two Plasma Grenades are 8 dice against a Fortification."""
    s = facing(gi(table(), 0, "b5", plasma=2), "nort_pillbox")
    dice = {"enemy": [(1, 1, 1)], "salvo": [(1,) * 8]}
    played = play(s, face_top(s), "face:plasma/2", dice)
    assert played.dice("salvo") == 8


def test_w_14_a_micro_mine_is_no_salvo_against_airborne() -> None:
    """W-14: not allowed, and worth 0."""
    hopper = BOX.foes[card("nort_hopper")]
    s = gi(table(), 0, micro_mine=2)
    assert weapons_for(s, 0, Target(hopper.categories, hopper.gp_proof)) == []
    assert BOX.dice(3, hopper.categories, hopper.gp_proof) == 0


def test_w_15_the_third_attempt_to_escape_succeeds() -> None:
    """W-15: 3, then 2, then anything: four Supply cards and free."""
    s = gi(table(), 0, "b5")
    s.prison[0] = 0
    on_top(s, "gp_2 gp_3 plasma_1 plasma_2")
    play(s, attempt_escape(s), "attempt:yes", {"escape": [3]})
    play(s, attempt_escape(s), "attempt:yes", {"escape": [2]})
    assert s.prison[0] == 2
    play(s, attempt_escape(s), "attempt:yes")
    assert s.prison[0] == FREE
    assert (s.rounds_of(0, 0), s.rounds_of(0, 1)) == (5, 3)


def test_w_16_seven_special_items() -> None:
    """W-16: one of seven must be discarded."""
    s = gi(table(), 0, items="lazooka_1 lazooka_2 lazooka_3 mini_nuke_1 mini_nuke_2 sammy_1")
    on_top(s, "chem_cloak")
    played = play(s, draw_supplies(s, 0, 1), "drop:sammy_1")
    assert len(played.options("drop")) == 7
    assert len(s.items(0)) == 6


def test_w_17_only_the_last_card_counts() -> None:
    """W-17: B, C and D play Movement cards on a GI: D's counts."""
    s = table(4)
    gi(gi(gi(s, 1, hand="bogged_down_1"), 2, hand="wrong_turn_1"), 3, hand="bogged_down_2")
    answers = "rogue_movement:bogged_down_1 rogue_movement:wrong_turn_1 rogue_movement:bogged_down_2"
    played = play(s, offer_rogue_cards(s, MOVEMENT), answers)
    assert played.who("rogue_movement") == [1, 2, 3]
    assert s.force_by == 3
    assert effect_in_force(s) == "stay"
    play(s, move_gi(s))
    assert s.sector[0] == at("f6")


def test_w_19_an_equal_score_costs_the_traitor_a_life() -> None:
    """W-19: the Traitor on Nu-Earth rolls 8 dice for 27; two Micro-Mines, 8 dice, 27: he loses a life."""
    s = gi(table(), 0, "d4", micro_mine=2)
    s.traitor, s.traitor_lives = at("d4"), 4
    twenty_seven = dice_summing(27, 8)
    play(s, confront(s), "salvo:micro_mine/2", {"enemy": [twenty_seven], "salvo": [twenty_seven]})
    assert s.traitor_lives == 3
    assert s.lives[0] == 4


def test_w_20_the_battle_computer_completes_a_set() -> None:
    """W-20: parts 1 to 3 held, part 4 in the deck: taken, the set is open and the Traitor on the Bridge."""
    s = gi(table(), 0, "battle_computer", clues="pell_brow pell_eyes pell_mouth", missions="contact_d4")
    play(s, search_battle_computer(s, 0), "search:yes")
    assert [BOX.clue_kind(c) for c in s.set_of(0)] == [4, 5, 6, 7]
    assert s.traitor == at("bridge")
    assert s.traitor_lives == 4
    assert s.missions(0) == []


def test_c_1_neighbours() -> None:
    """C-1: neighbours of E5 and D4."""
    near = {
        name: {n for n, sector in BOX.at.items() if sector in BOX.near[at(name)]} for name in ("e5", "d4")
    }
    assert near == {"e5": {"e4", "e6", "d4", "d5", "f4", "f5"}, "d4": {"d3", "d5", "c4", "c5", "e4", "e5"}}


def test_c_2_the_encounter_deck_by_side() -> None:
    """C-2: Nort 48, Souther 16, Neutral 24 with 7 companions and 5 items besides."""
    plain = Counter(foe.side for foe in BOX.foes if foe.companion is None and foe.item < 0)
    assert plain == {"nort": 48, "souther": 16, "neutral": 24}
    assert sum(foe.companion is not None for foe in BOX.foes) == 7
    assert sum(foe.item >= 0 for foe in BOX.foes) == 5
    assert len(BOX.foes) == 100


def test_c_3_distances_on_land() -> None:
    """C-3: E2 to H4, D7 to H4, A3 to H7, F5 to G7."""
    pairs = [("e2", "h4"), ("d7", "h4"), ("a3", "h7"), ("f5", "g7")]
    assert [BOX.land[at(a)][at(b)] for a, b in pairs] == [4, 5, 8, 2]


def test_c_4_sectors_by_terrain() -> None:
    """C-4: P 39, J 7, M 6, C 6, G 4, S 10."""
    counts = Counter(BOX.terrain[: BOX.earth])
    assert counts == {"P": 39, "J": 7, "M": 6, "C": 6, "G": 4, "S": 10}


def test_c_5_sectors_by_side_and_rating() -> None:
    """C-5: N 24, S 26, F 18, Z 4; rating 0: 3, rating 1: 47, rating 2: 22."""
    assert Counter(BOX.side[: BOX.earth]) == {"N": 24, "S": 26, "F": 18, "Z": 4}
    assert Counter(BOX.rating[: BOX.earth]) == {0: 3, 1: 47, 2: 22}


def test_c_6_supplies_in_a_souther_city() -> None:
    """C-6: G4 gives one die of Supply cards in the End phase, G7 none."""
    s = gi(table(), 0, "g4")
    on_top(s, "gp_2_1 gp_2_2 gp_2_3")
    play(s, rest_and_supply(s), "supply:yes", {"supplies": [3]})
    assert s.rounds_of(0, 0) == 6
    s = gi(table(), 0, "g7")
    assert play(s, rest_and_supply(s)).rolled == []


def test_c_7_the_way_to_the_bridge() -> None:
    """C-7: without Helm three moves by Gallery and Service Duct, with Helm two."""
    s = gi(table(), 0, "concourse")
    assert at("security_zone") not in steps_from(s, 0, at("concourse"))
    assert BOX.long_way[at("concourse")][at("bridge")] == 3
    gi(s, 0, chips="helmet")
    assert at("security_zone") in steps_from(s, 0, at("concourse"))
    assert BOX.land[at("concourse")][at("bridge")] == 2


def test_c_8_mini_nuke_with_stims() -> None:
    """C-8: Mini-Nuke and Combat Stims against a Siege Crawler with Helm: 13 dice, doubled, against 7."""
    s = facing(gi(table(), 0, "b5", items="mini_nuke_1 combat_stims_1", chips="helmet"), "nort_siege_crawler")
    dice = {"enemy": [dice_summing(26, 7)], "salvo": [(1,) * 13]}
    played = play(s, face_top(s), "face:mini_nuke/1 backing:combat_stims_1", dice)
    assert (played.dice("enemy"), played.dice("salvo")) == (7, 13)
    assert played.says("26 against 26")
    assert s.items(0) == []


def test_c_9_two_sammies_with_gunnar() -> None:
    """C-9: two Sammy rounds with Gunnar against a Gunship: 8 dice + 2 against 5 dice."""
    s = facing(gi(table(), 0, "b6", items="sammy_1 sammy_2", chips="rifle"), "nort_gunship")
    dice = {"enemy": [dice_summing(10, 5)], "salvo": [(1,) * 8]}
    played = play(s, face_top(s), "face:sammy/2", dice)
    assert (played.dice("enemy"), played.dice("salvo")) == (5, 8)
    assert played.says("10 against 10")


def test_c_10_marines_and_hulk_in_a_souther_sector_by_the_sea() -> None:
    """C-10: Scum Marines are discarded by their side; the Hulk gives two Supply cards."""
    s = gi(table(), 0, "g8")
    on_top(s, "scum_marines drifting_hulk gp_2 gp_3")
    s.has_entered, s.extra_cards = True, 1
    play(s, draw_stack(s))
    assert names(s.cards.zones[STACK]) == ["drifting_hulk_1"]
    play(s, face_top(s))
    assert s.rounds_of(0, 0) == 5


def test_c_11_order_of_the_stack_and_what_an_evasion_costs() -> None:
    """C-11, R-RT-11: Vance (6), Squad (3), Lazooka; if the Squad is evaded the Lazooka is discarded."""
    s = gi(table(), 0, "d7")
    on_top(s, "found_lazooka nort_rifle_squad old_corporal_vance")
    s.has_entered, s.extra_cards = True, 1
    play(s, draw_stack(s))
    assert names(s.cards.zones[STACK]) == ["found_lazooka", "nort_rifle_squad_1", "old_corporal_vance"]
    play(s, face_top(s))
    assert names(s.companions(0)) == ["old_corporal_vance"]
    play(s, face_top(s), "face:evade", {"evade": [6]})  # 6 - 1 - 1 = 4 > 3
    play(s, face_top(s))
    assert s.items(0) == []
    assert s.cards.where[card("found_lazooka")] == ENCOUNTERS_OUT
