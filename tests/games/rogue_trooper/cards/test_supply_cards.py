"""B6, RT 7: every Supply card, and every kind of Special Item in use."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_trooper.printed.box import AIRBORNE, ARMOUR, FORTIFICATION, HAZARD, PERSONNEL
from sandtable.games.rogue_trooper.rules.battlefield import draw_stack, face_top
from sandtable.games.rogue_trooper.rules.combat import GI, Target, fight
from sandtable.games.rogue_trooper.rules.end_phase import rest_and_supply
from sandtable.games.rogue_trooper.rules.lives import lose_lives
from sandtable.games.rogue_trooper.rules.movement import move_gi
from sandtable.games.rogue_trooper.rules.places import evade_modifier
from sandtable.games.rogue_trooper.rules.supply import draw_supplies
from sandtable.games.rogue_trooper.rules.ways import steps_from
from sandtable.games.rogue_trooper.state import REMOVED, STACK, SUPPLIES_OUT

from ..kit import AMMUNITION, BOX, at, card, facing, gi, names, on_top, play, table

STANDARD = {
    ("gp", 2): 8,
    ("gp", 3): 10,
    ("gp", 4): 8,
    ("plasma", 1): 6,
    ("plasma", 2): 5,
    ("sealburster", 1): 6,
    ("sealburster", 2): 3,
    ("micro_mine", 1): 6,
    ("micro_mine", 2): 4,
}
ITEMS = {
    "lazooka": 3,
    "mini_nuke": 2,
    "sammy": 4,
    "survival_kit": 2,
    "chem_cloak": 2,
    "combat_stims": 2,
    "med_kit": 2,
    "hopper_beacon": 1,
    "recon_scope": 1,
    "combat_shield": 1,
}


def _copies(name: str, count: int) -> list[str]:
    return [name] if count == 1 else [f"{name}_{n + 1}" for n in range(count)]


ISSUES = [
    (copy, ammunition, rounds)
    for (ammunition, rounds), count in STANDARD.items()
    for copy in _copies(f"{ammunition}_{rounds}", count)
]
THINGS = [(copy, name) for name, count in ITEMS.items() for copy in _copies(name, count)]


def test_the_deck_holds_these_cards_and_no_others() -> None:
    """B6: Standard Issue 56 and Special Items 20 are 76."""
    assert (len(ISSUES), len(THINGS)) == (56, 20)
    expected = [name for name, *_ in ISSUES] + [name for name, _ in THINGS]
    assert sorted(expected) == sorted(BOX.card_ids[number] for number in BOX.cards_of(1))


@pytest.mark.parametrize(("name", "ammunition", "rounds"), ISSUES)
def test_standard_issue(name: str, ammunition: str, rounds: int) -> None:
    """7.1: the marker moves, the card is discarded, and nothing is saved for later."""
    s = table()
    on_top(s, name)
    play(s, draw_supplies(s, 0, 1))
    expected = [0] * 4
    expected[AMMUNITION[ammunition]] = rounds
    assert s.ammunition[:4] == expected
    assert s.cards.where[card(name)] == SUPPLIES_OUT


@pytest.mark.parametrize(("name", "item"), THINGS)
def test_special_items_lie_by_the_sheet(name: str, item: str) -> None:
    """7.2: face up for all to see."""
    s = table()
    on_top(s, name)
    play(s, draw_supplies(s, 0, 1))
    assert names(s.items(0)) == [name]
    assert s.cards.knows(None, card(name))
    assert BOX.items[BOX.item[card(name)]].id == item


def test_the_tracks_have_a_top() -> None:
    """B1, R-RT-1: GP 12, Plasma 6, Sealbursters 4, Micro-Mines 6; what exceeds that is lost."""
    s = gi(table(), 0, gp=11, plasma=6, sealburster=3, micro_mine=5)
    on_top(s, "gp_4 plasma_2 sealburster_2 micro_mine_2")
    play(s, draw_supplies(s, 0, 4))
    assert s.ammunition[:4] == [12, 6, 4, 6]


@pytest.mark.parametrize(
    ("categories", "dice"),
    [(ARMOUR, 6), (FORTIFICATION, 6), (AIRBORNE, 6), (PERSONNEL, 4), (HAZARD, 4)],
)
def test_lazooka(categories: int, dice: int) -> None:
    """B6: six dice against armour, fortification or airborne, four against others; one shot."""
    s = gi(table(), 0, items="lazooka_1 lazooka_2")
    rolls = {"enemy": [(1,)], "salvo": [(1,) * dice]}
    played = play(s, fight(s, 0, Target(categories, True), 1), "salvo:lazooka/1", rolls)
    assert played.dice("salvo") == dice
    assert len(s.items(0)) == 1


def test_mini_nuke() -> None:
    """B6: ten dice, not against airborne; one shot."""
    s = gi(table(), 0, items="mini_nuke_1")
    rolls = {"enemy": [(1,)], "salvo": [(1,) * 10]}
    assert play(s, fight(s, 0, Target(ARMOUR, True), 1), "salvo:mini_nuke/1", rolls).dice("salvo") == 10
    assert s.items(0) == []
    assert BOX.dice(BOX.weapon_ids.index("mini_nuke"), AIRBORNE, False) == 0


def test_sammy() -> None:
    """B6: four dice each, airborne only, several in one salvo."""
    s = gi(table(), 0, items="sammy_1 sammy_2 sammy_3")
    rolls = {"enemy": [(1,)], "salvo": [(1,) * 8]}
    played = play(s, fight(s, 0, Target(AIRBORNE, False), 1), "salvo:sammy/2", rolls)
    assert played.dice("salvo") == 8
    assert len(s.items(0)) == 1
    assert BOX.dice(BOX.weapon_ids.index("sammy"), PERSONNEL, False) == 0


def test_survival_kit() -> None:
    """B6, 3.1: Scum Sea can be entered, and the kit is kept."""
    s = gi(table(), 0, "d1")
    assert at("d2") not in steps_from(s, 0, at("d1"))
    gi(s, 0, items="survival_kit_1")
    play(s, move_gi(s), "move:d2")
    assert s.sector[0] == at("d2")
    assert names(s.items(0)) == ["survival_kit_1"]


def test_chem_cloak() -> None:
    """B6: +1 to evade; kept. Two of them count twice."""
    s = gi(table(), 0, "g5", items="chem_cloak_1")
    assert evade_modifier(s, 0) == 0  # plains -1
    assert evade_modifier(gi(s, 0, items="chem_cloak_2"), 0) == 1


def test_combat_stims() -> None:
    """B6, 5.3: three dice more in one salvo; discarded. They can be kept back."""
    s = gi(table(), 0, gp=2, items="combat_stims_1 combat_stims_2")
    rolls = {"enemy": [(1,)], "salvo": [(1,) * 5]}
    answers = "salvo:gp/2 backing:combat_stims_2 backing:done"
    assert play(s, fight(s, 0, GI, 1), answers, rolls).dice("salvo") == 5
    assert names(s.items(0)) == ["combat_stims_1"]


def test_med_kit() -> None:
    """B6: in the End phase one life; discarded. Who is well is not asked."""
    s = gi(table(), 0, items="med_kit_1", lives=3)
    play(s, rest_and_supply(s), "heal:yes")
    assert (s.lives[0], s.items(0)) == (4, [])
    s = gi(table(), 0, items="med_kit_1", lives=4)
    assert not play(s, rest_and_supply(s)).was_asked("heal")
    s = gi(table(), 0, items="med_kit_1", lives=3)
    play(s, rest_and_supply(s), "heal:no")
    assert (s.lives[0], len(s.items(0))) == (3, 1)


def test_hopper_beacon() -> None:
    """B6: up to three sectors over anything, not ending in Scum Sea; discarded."""
    s = gi(table(), 0, "d1", items="hopper_beacon")
    played = play(s, move_gi(s), "move:beacon fly:d4")
    assert s.sector[0] == at("d4")
    assert s.items(0) == []
    assert not set(played.options("fly")) & {"d2", "d3", "e3", "c2", "d5"}


def test_recon_scope() -> None:
    """B6: one Encounter card fewer; discarded."""
    s = gi(table(), 0, "d7", items="recon_scope")
    on_top(s, "nort_patrol nort_sniper")
    s.has_entered = True
    play(s, draw_stack(s), "scout:yes")
    assert names(s.cards.zones[STACK]) == ["nort_patrol_1"]
    assert s.items(0) == []


def test_combat_shield() -> None:
    """B6: one lost life is ignored; discarded. With Double Damage the second life is lost."""
    s = gi(table(), 0, items="combat_shield")
    play(s, lose_lives(s, 0, 2), "shield:yes")
    assert (s.lives[0], s.items(0)) == (3, [])
    s = gi(table(), 0, items="combat_shield")
    play(s, lose_lives(s, 0, 1), "shield:no")
    assert (s.lives[0], len(s.items(0))) == (3, 1)


def test_the_companions_die_is_seen_before_the_shield_is_asked_for() -> None:
    """5.8, R-RT-37: a Companion who dies saves the life, and there is nothing left for the Combat Shield to ignore."""
    s = gi(table(), 0, items="combat_shield", companions="scrap")
    played = play(s, lose_lives(s, 0, 1), dice={"companion": [5]})
    assert not played.was_asked("shield")
    assert (s.lives[0], names(s.items(0)), s.companions(0)) == (4, ["combat_shield"], [])
    assert s.cards.where[card("scrap")] == REMOVED


def test_a_die_that_kills_no_companion_leads_to_the_shield() -> None:
    """5.8, R-RT-37: the die is thrown first, whatever is answered about the Shield, and thrown once for the life."""
    for answer, lives, items in (("yes", 4, []), ("no", 3, ["combat_shield"])):
        s = gi(table(), 0, items="combat_shield", companions="scrap")
        play(s, lose_lives(s, 0, 1), f"shield:{answer}", {"companion": [1]})
        assert (s.lives[0], names(s.items(0)), names(s.companions(0))) == (lives, items, ["scrap"])


def test_each_life_of_double_damage_has_its_own_die() -> None:
    """5.6, 5.8, R-RT-37: the first die kills a Companion, the second does not, and the Shield takes the second life."""
    s = gi(table(), 0, items="combat_shield", companions="scrap k_for_ken")
    played = play(s, lose_lives(s, 0, 2), "shield:yes", {"companion": [5, 1]})
    assert [roll for roll, _ in played.rolled] == ["companion", "companion"]
    assert (s.lives[0], s.items(0), names(s.companions(0))) == (4, [], ["k_for_ken"])


def test_supplies_drawn_by_an_encounter_come_before_the_next_card() -> None:
    """7.3: what a cache brings can be fired at the next card."""
    s = facing(gi(table(), 0, "g5"), "supply_cache feral_mutants")
    on_top(s, "gp_4 gp_3")
    play(s, face_top(s))
    rolls = {"enemy": [(1, 1, 1)], "salvo": [(1,) * 7]}
    play(s, face_top(s), "face:gp/7", rolls)
    assert s.lives[0] == 4


def test_an_empty_deck_is_made_of_its_discards() -> None:
    """1.1, R-RT-5: the discards are shuffled; if there are none, a draw yields nothing."""
    from sandtable.games.rogue_trooper.state import SUPPLIES

    s = table()
    for number in s.cards.zones[SUPPLIES][:]:
        s.cards.give(number, SUPPLIES_OUT)
    play(s, draw_supplies(s, 0, 1))
    assert s.cards.count(SUPPLIES) == 75
    s = table()
    for number in s.cards.zones[SUPPLIES][:]:
        s.remove(number)
    assert play(s, draw_supplies(s, 0, 3)).log == []
