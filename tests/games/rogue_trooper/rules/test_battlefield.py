"""RT 4.3 Battlefield Encounters, RT 4.4 Evading, RT 4.5 Surrender, RT 5 Combat, RT 16 and RT 17."""

from __future__ import annotations

import pytest

from sandtable.engine import Roll
from sandtable.engine.naming import NUMBER
from sandtable.games.rogue_trooper import GAME
from sandtable.games.rogue_trooper.printed.box import ARMOUR, PERSONNEL, SEALED
from sandtable.games.rogue_trooper.rules.battlefield import draw_stack, evade, face_top
from sandtable.games.rogue_trooper.rules.combat import (
    GI,
    Salvo,
    Target,
    fight,
    salvo_bonus,
    salvo_dice,
    salvo_mods,
)
from sandtable.games.rogue_trooper.rules.lives import lose_lives
from sandtable.games.rogue_trooper.rules.places import evade_modifier, is_suitable
from sandtable.games.rogue_trooper.rules.turn_sequence import turn
from sandtable.games.rogue_trooper.state import ENCOUNTERS_OUT, NOWHERE, REMOVED, STACK, Phase

from ..kit import BOX, at, card, dice_summing, facing, gi, names, on_board, on_top, play, table


def test_the_left_player_draws_and_orders_equals() -> None:
    """4.3.1, 4.3.2: he sees the cards, the GI does not; equals in his order."""
    s = gi(table(), 0, "d7")
    on_top(s, "nort_patrol_1 nort_rifle_squad_1 nort_battle_tank_1")
    s.has_entered, s.extra_cards = True, 1
    played = play(s, draw_stack(s), "sort:nort_rifle_squad_1")
    assert played.who("sort") == [1]
    stack = s.cards.zones[STACK]
    assert names(stack) == ["nort_battle_tank_1", "nort_patrol_1", "nort_rifle_squad_1"]
    assert [s.cards.knows(1, number) for number in stack] == [True] * 3
    assert [s.cards.knows(0, number) for number in stack] == [False] * 3


def test_copies_are_not_put_in_order() -> None:
    """4.3.2: two Patrols are equal in everything. Beside a Rifle Squad one of them is offered, and the other in its place."""
    s = gi(table(), 0, "d7")
    on_top(s, "nort_patrol_2 nort_patrol_1")
    s.has_entered = True
    assert play(s, draw_stack(s)).asked == []
    assert names(s.cards.zones[STACK]) == [
        "nort_patrol_1",
        "nort_patrol_2",
    ]  # as they were drawn, the first on top
    s = gi(table(), 0, "d7")
    on_top(s, "nort_patrol_2 nort_rifle_squad_1 nort_patrol_1")
    s.has_entered, s.extra_cards = True, 1
    played = play(s, draw_stack(s), "sort:nort_patrol_2 sort:nort_rifle_squad_1")
    assert [ids for _, _, ids in played.asked] == [
        ["nort_patrol_2", "nort_rifle_squad_1"],
        ["nort_rifle_squad_1", "nort_patrol_1"],
    ]
    assert names(s.cards.zones[STACK]) == ["nort_patrol_1", "nort_rifle_squad_1", "nort_patrol_2"]


def test_only_the_top_card_is_seen() -> None:
    """4.3.3: the others stay hidden until it is their turn."""
    s = facing(gi(table(), 0, "d7"), "nort_spy_drone nort_patrol")
    play(s, face_top(s), "face:evade", {"evade": [6], "enemy": [6]})
    assert s.cards.knows(0, card("nort_spy_drone_1"))
    assert not s.cards.knows(0, card("nort_patrol_1"))


def test_coastal_cards_and_the_sea() -> None:
    """4.3.2, 15, R-RT-31: in Scum Sea only Coastal and Airborne cards, of a suitable side."""
    sea = at("d2")  # front line
    assert is_suitable(BOX, card("scum_serpent"), sea)
    assert is_suitable(BOX, card("nort_hopper"), sea)
    assert not is_suitable(BOX, card("nort_patrol"), sea)
    souther_sea = at("g9")
    assert not is_suitable(BOX, card("scum_marines"), souther_sea)
    assert is_suitable(BOX, card("carrion_flock"), souther_sea)
    coast = [
        "a1",
        "a2",
        "b2",
        "c3",
        "c4",
        "d1",
        "d4",
        "d8",
        "d9",
        "e2",
        "e4",
        "e8",
        "f2",
        "f3",
        "f7",
        "g8",
        "h8",
        "h9",
    ]
    land = [n for n in range(BOX.earth) if not BOX.is_sea[n]]
    assert [n for n in land if BOX.is_coastal[n]] == sorted(at(name) for name in coast)


@pytest.mark.parametrize(
    ("sector", "modifier"),
    [
        ("b7", 1),
        ("b4", 1),
        ("g5", -1),
        ("f2", 0),
        ("d5", 0),
        ("d2", 0),
        ("g7", 0),
        ("e1", 0),
        ("b5", 0),
        ("h4", 0),
    ],
)
def test_terrain_and_evasion(sector: str, modifier: int) -> None:
    """15, R-RT-31: jungle and mountain +1, plains -1; cities, sea and special sectors 0."""
    assert evade_modifier(gi(table(), 0, sector), 0) == modifier


def test_a_failed_evasion_leads_to_fight_or_surrender_and_bars_nothing() -> None:
    """4.3.5, 4.4.4: a later card may be evaded again."""
    s = facing(gi(table(), 0, "d7"), "nort_sniper_1 nort_patrol_1")
    dice = {"evade": [1], "enemy": [(6, 6)], "salvo": [1]}
    play(s, face_top(s), "face:evade", dice)  # a sniper takes no prisoners
    assert s.lives[0] == 2
    assert "evade" in play(s, face_top(s), "face:surrender").options("face")


def test_an_evasion_costs_only_the_very_next_card() -> None:
    """4.4.5, R-RT-14: the card after the one that was lost is taken again."""
    s = facing(gi(table(), 0, "b5"), "nort_patrol_1 found_hopper_beacon found_lazooka")
    play(s, face_top(s), "face:evade", {"evade": [6]})
    play(s, face_top(s))
    play(s, face_top(s))
    assert names(s.items(0)) == ["found_lazooka"]


def test_a_foe_in_between_ends_what_an_evasion_costs() -> None:
    """4.4.5, R-RT-14: the very next card is a foe and is fought, so the one after it is taken."""
    s = facing(gi(table(), 0, "b5"), "nort_patrol_1 nort_patrol_2 found_lazooka")
    play(s, face_top(s), "face:evade", {"evade": [6]})
    play(s, face_top(s), "face:bare_hands", {"enemy": [1], "salvo": [6]})
    play(s, face_top(s))
    assert names(s.items(0)) == ["found_lazooka"]


@pytest.mark.parametrize("next_card", ["field_medics_1", "found_lazooka"])
def test_an_evaded_companion_costs_the_next_card_too(next_card: str) -> None:
    """4.4.1, 4.4.5, R-RT-38: K for Ken can be evaded; a boon or an item that follows is lost as after any evasion."""
    s = facing(gi(table(), 0, "b5", lives=2), f"k_for_ken {next_card}")
    play(s, face_top(s), "avoid:yes", {"evade": [6]})
    play(s, face_top(s))
    assert s.cards.where[card(next_card)] == ENCOUNTERS_OUT
    assert (s.lives[0], s.items(0), s.companions(0)) == (2, [], [])


@pytest.mark.parametrize("boon", ["supply_cache_1", "field_medics_1", "drifting_hulk_1"])
def test_a_boon_after_a_successful_evasion_is_discarded(boon: str) -> None:
    """4.4.5, R-RT-38: a boon is taken like a Special Item, so it is lost like one: no cards, no life."""
    s = facing(gi(table(), 0, "f2", lives=2), f"millifuzz_patrol_1 {boon} found_lazooka")
    play(s, face_top(s), "face:evade", {"evade": [6]})
    played = play(s, face_top(s))
    assert s.cards.where[card(boon)] == ENCOUNTERS_OUT
    assert (s.lives[0], s.ammunition[:4], played.rolled) == (2, [0, 0, 0, 0], [])
    play(s, face_top(s))
    assert names(s.items(0)) == ["found_lazooka"]


def test_a_boon_after_a_failed_evasion_is_taken() -> None:
    """4.4.5: only a successful evasion costs the next card."""
    s = facing(gi(table(), 0, "f2", lives=2), "millifuzz_patrol_1 field_medics_1")
    play(s, face_top(s), "face:evade stand:bare_hands", {"evade": [1], "enemy": [(1, 1, 1)], "salvo": [6]})
    play(s, face_top(s))
    assert s.lives[0] == 3


def test_prisoners_lose_their_things() -> None:
    """4.5.3, R-RT-16, R-RT-31: Companions, items and ammunition go; chips and hidden cards stay; the Glasshouse heals."""
    s = gi(table(), 0, "d7", lives=1, gp=5, plasma=2, chips="rifle", items="lazooka_1", companions="scrap")
    gi(s, 0, lives=1, hand="escape_1", missions="contact_d4_1", clues="voss_jaw")
    facing(s, "nort_patrol_1 nort_rifle_squad_1 nort_pillbox_1")
    play(s, face_top(s), "face:surrender")
    assert (s.sector[0], s.prison[0], s.lives[0]) == (at("b5"), 0, 4)
    assert s.ammunition[:4] == [0, 0, 0, 0]
    assert (s.items(0), s.companions(0)) == ([], [])
    assert s.slots[:3] == [1, 0, 0]
    assert names([*s.hand(0), *s.missions(0), *s.clues(0)]) == ["escape_1", "contact_d4_1", "voss_jaw_1"]
    # R-RT-15: unresolved cards are discarded, but the Fortification stays.
    assert s.cards.where[card("nort_rifle_squad_1")] == ENCOUNTERS_OUT
    assert s.board == {card("nort_pillbox_1"): at("d7")}
    s.phase = Phase.FACING
    play(s, turn(s))
    assert s.phase is Phase.END


def test_the_brig_does_not_heal() -> None:
    """4.5.1, 15: only the Glasshouse gives lives back."""
    s = facing(gi(table(), 0, "g5", lives=2), "millifuzz_patrol_1")
    play(s, face_top(s), "face:surrender")
    assert (s.sector[0], s.lives[0]) == (at("brig"), 2)


def test_a_loser_goes_on_with_the_next_card() -> None:
    """R-RT-22, 5.6: unless he is dead."""
    s = facing(gi(table(), 0, "d5", lives=2), "nort_assault_platoon_1 nort_patrol_1")
    play(s, face_top(s), "face:bare_hands", {"enemy": [(6,) * 4], "salvo": [1]})
    assert (s.lives[0], s.phase) == (1, Phase.FACING)
    play(s, face_top(s), "face:bare_hands", {"enemy": [6], "salvo": [1]})
    assert s.lives[0] == 0


def test_who_dies_leaves_the_stack() -> None:
    """11.1, R-RT-15: his chip stays; cards he did not meet are discarded."""
    s = facing(gi(table(), 0, "d5", lives=1), "feral_mutants_1 nort_patrol_1 nort_pillbox_1")
    play(s, face_top(s), dice={"enemy": [(6,) * 3], "salvo": [1]})
    assert s.chip[0] == at("d5")
    assert s.sector[0] == NOWHERE
    assert s.cards.count(STACK) == 0
    assert s.board == {card("nort_pillbox_1"): at("d5")}


def test_bare_hands() -> None:
    """R-RT-19: one die against Personnel, none against anything else."""
    s = table()
    assert salvo_dice(s, 0, Salvo(), GI, is_first=True) == 1
    assert salvo_dice(s, 0, Salvo(), Target(ARMOUR, False), is_first=True) == 0
    dice = {"enemy": [1]}
    assert play(s, fight(s, 0, Target(ARMOUR, True), 1), dice=dice).result is False


def test_companions_fire_only_at_what_gp_can_hurt() -> None:
    """5.5: on the first salvo, and not at GP-proof targets."""
    s = gi(table(), 0, companions="scrap old_corporal_vance", plasma=1)
    assert salvo_dice(s, 0, Salvo(1, 1), Target(ARMOUR, False), is_first=True) == 2 + 2 + 1
    assert salvo_dice(s, 0, Salvo(1, 1), Target(ARMOUR, True), is_first=True) == 2
    assert salvo_dice(s, 0, Salvo(1, 1), Target(ARMOUR, False), is_first=False) == 2


@pytest.mark.parametrize(
    ("weapon", "expected"),
    [("gp", 2), ("sealburster", 2), ("sammy", 2), ("plasma", 0), ("micro_mine", 0), ("lazooka", 0)],
)
def test_gunnar_helps_the_rifle(weapon: str, expected: int) -> None:
    """17.2: +2 to GP, Sealburster and Sammy rolls. R-RT-33: once a salvo, however many rounds."""
    s = gi(table(), 0, chips="rifle")
    number = BOX.weapon_ids.index(weapon)
    assert salvo_bonus(s, 0, Salvo(number, 3), Target(PERSONNEL, False)) == (expected, 1)


def test_helm_doubles_after_gunnar() -> None:
    """17.3, R-RT-33: the salvo's score with Gunnar's 2, doubled against Armour."""
    s = gi(table(), 0, sealburster=1, chips="rifle helmet")
    rolls = {"enemy": [dice_summing(24, 7)], "salvo": [(3, 3, 2, 2)]}  # (10 + 2) * 2
    target = Target(ARMOUR | SEALED, True)
    assert play(s, fight(s, 0, target, 7), "salvo:sealburster/1", rolls).result is True


def test_bagman_adds_a_second_salvo() -> None:
    """17.4: after the enemy's roll, of any type, and both totals count."""
    s = gi(table(), 0, gp=2, micro_mine=1, chips="backpack")
    rolls = {"enemy": [dice_summing(18, 4)], "salvo": [(3, 3), (3, 3, 3, 3)]}
    answers = "salvo:gp/2 second_salvo:micro_mine/1"
    played = play(s, fight(s, 0, GI, 4), answers, rolls)
    assert played.result is True
    assert s.ammunition[:4] == [0, 0, 0, 0]


def test_bagman_may_hold_his_fire() -> None:
    """17.4: he may fire again; he need not. R-RT-18: what was fired is spent."""
    s = gi(table(), 0, gp=2, micro_mine=1, chips="backpack")
    rolls = {"enemy": [dice_summing(18, 4)], "salvo": [(3, 3)]}
    played = play(s, fight(s, 0, GI, 4), "salvo:gp/2 second_salvo:hold_fire", rolls)
    assert played.result is False
    assert s.ammunition[:4] == [0, 0, 0, 1]


def test_a_salvo_is_of_one_kind() -> None:
    """5.2 to 5.4: one weapon is selected, the rifle fires one kind, and nothing else is spent with it."""
    s = gi(table(), 0, gp=3, plasma=2, micro_mine=1, items="lazooka_1 mini_nuke_1", chips="rifle")
    rolls = {"enemy": [(1,)], "salvo": [(1, 1)]}
    played = play(s, fight(s, 0, GI, 1), "salvo:gp/2", rolls)
    assert played.options("salvo") == [
        "gp/1",
        "gp/2",
        "gp/3",
        "plasma/1",
        "plasma/2",
        "micro_mine/1",
        "lazooka/1",
        "mini_nuke/1",
        "bare_hands",
    ]
    assert [topic for _, topic, _ in played.asked] == ["salvo"]
    assert s.ammunition[:4] == [1, 2, 0, 1]
    assert len(s.items(0)) == 2


def test_without_bagman_there_is_one_salvo() -> None:
    """5.2: one salvo."""
    s = gi(table(), 0, gp=2, micro_mine=1)
    rolls = {"enemy": [dice_summing(18, 4)], "salvo": [(3, 3)]}
    assert not play(s, fight(s, 0, GI, 4), "salvo:gp/2", rolls).was_asked("second_salvo")


def test_two_companions_with_one_initiative() -> None:
    """5.8, R-RT-21: the player selects one; one Companion saves one life."""
    s = gi(table(), 0, companions="k_for_ken doctor_anya_sund")
    play(s, lose_lives(s, 0, 2), "killed:k_for_ken", {"companion": [2, 5]})
    assert s.lives[0] == 3
    assert names(s.companions(0)) == ["doctor_anya_sund"]
    assert s.cards.where[card("k_for_ken")] == REMOVED


def test_an_unbeaten_fortification_is_faced_first_by_the_next_gi() -> None:
    """6 (a), R-RT-12: it lies on top of the stack whatever its Initiative."""
    s = facing(gi(table(), 0, "d7"), "nort_pillbox_1")
    play(s, face_top(s), "face:bare_hands", {"enemy": [(6, 6, 6)]})
    assert s.lives[0] == 3
    assert s.board == {card("nort_pillbox_1"): at("d7")}
    s.mover = 1
    s.begin_turn()
    gi(s, 1, "d7")
    s.has_entered = True
    on_top(s, "nort_sniper_1")
    play(s, draw_stack(s))
    assert names(s.cards.zones[STACK]) == ["nort_sniper_1", "nort_pillbox_1"]


def test_a_beaten_fortification_is_gone() -> None:
    """5.7: destroyed and discarded."""
    s = gi(table(), 0, "d7", plasma=1)
    on_board(s, "d7", "nort_pillbox_1")
    s.phase = Phase.DRAWING
    play(s, turn(s))
    play(s, face_top(s), "face:plasma/1", {"enemy": [(1, 1, 1)], "salvo": [(1,) * 4]})
    assert s.board == {}
    assert s.cards.where[card("nort_pillbox_1")] == ENCOUNTERS_OUT


def test_dice_say_whose_they_are_and_what_was_added() -> None:
    """4.4.2, 5.5, 17: terrain, items, Companions and chips stand beside the dice."""
    s = gi(table(), 0, "a2", items="chem_cloak_1", companions="k_for_ken", chips="rifle", gp=2)
    kinds = {**GAME.kinds(s), "number": NUMBER}
    roll = next(evade(s, 0, 3))
    assert isinstance(roll, Roll)
    assert roll.by == 0
    assert [line.words(kinds) for line in roll.mods] == [
        f"+1 cover in {BOX.sector_labels[at('a2')]}",
        "+1 Chem-Cloak",
        "−2 K for Ken",
        "against Initiative 3",
    ]
    mods = salvo_mods(s, 0, Salvo(0, 2), GI, is_first=True, extra=0)
    words = [line.words(kinds) for line in mods]
    assert (words[0], words[-1]) == ("GP Mags ×2", "+2 Gunnar")
