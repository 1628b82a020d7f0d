"""B4, B5: every Encounter card does what its line in the components says. Each copy is played."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.games.rogue_trooper.rules.battlefield import draw_stack, face_top
from sandtable.games.rogue_trooper.rules.combat import BARE_HANDS
from sandtable.games.rogue_trooper.rules.movement import deliver_companions
from sandtable.games.rogue_trooper.state import BOARD, ENCOUNTERS, ENCOUNTERS_OUT, STACK

from ..kit import BOX, at, card, dice_summing, facing, gi, names, on_top, play, table

#: name, count, side, categories, Initiative, Firepower, flags: typed in from the component brief.
FOES = """
nort_patrol 6 nort personnel 3 1 -
nort_rifle_squad 6 nort personnel 3 2 -
nort_assault_platoon 3 nort personnel 4 4 -
nort_sniper 3 nort personnel 5 2 DD,NS
nort_shock_legion 2 nort personnel 4 5 DD
nort_scout_car 3 nort armour 3 3 -
nort_battle_tank 4 nort armour 2 5 GPP
nort_siege_crawler 2 nort armour,sealed 1 7 GPP,DD
nort_sealed_carrier 3 nort armour,sealed 2 4 GPP
nort_hopper 3 nort airborne 5 3 -
nort_gunship 3 nort airborne 4 5 -
nort_spy_drone 2 nort airborne 6 1 NS
nort_pillbox 3 nort fortification 2 3 -
nort_bunker_line 2 nort fortification 1 5 GPP
scum_marines 2 nort personnel,coastal 3 3 -
nort_gun_barge 1 nort armour,coastal 2 5 GPP
millifuzz_patrol 5 souther personnel 4 3 FUZZ
millifuzz_snatch_squad 2 souther personnel 5 4 FUZZ
souther_deserters 2 souther personnel 2 2 -
marked_minefield 2 souther hazard 2 3 GPP
chem_storm 3 neutral hazard 3 2 GPP
forgotten_minefield 3 neutral hazard 2 3 GPP
choke_vine 2 neutral hazard 3 3 -
battlefield_looters 3 neutral personnel 3 1 -
deserter_band 3 neutral personnel 2 2 -
feral_mutants 2 neutral personnel 4 3 -
scum_serpent 2 neutral coastal 4 5 DD
carrion_flock 2 neutral airborne 4 2 -
rogue_war_robot 2 neutral armour 3 3 -
"""
Line = tuple[str, str, set[str], int, int, set[str]]


def _lines() -> list[Line]:
    found: list[Line] = []
    for line in FOES.split("\n"):
        if not line:
            continue
        name, count, side, categories, initiative, firepower, flags = line.split()
        copies = [name] if count == "1" else [f"{name}_{n + 1}" for n in range(int(count))]
        found += [
            (copy, side, set(categories.split(",")), int(initiative), int(firepower), set(flags.split(",")))
            for copy in copies
        ]
    return found


LINES = _lines()
each_foe = pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])


def test_the_deck_holds_these_cards_and_no_others() -> None:
    """B4: 76 cards that are fought, 7 boons, 5 more of the sea and the cache, companions and items: 100."""
    boons = {"supply_cache": 3, "field_medics": 2, "drifting_hulk": 2}
    companions = "k_for_ken nurse_ilsa_thorn sergeant_mako_reyes pilot_juno_vale doctor_anya_sund scrap"
    items = ["lazooka", "hopper_beacon", "med_kit", "survival_kit", "combat_stims"]
    expected = [line[0] for line in LINES]
    expected += [f"{name}_{n + 1}" for name, count in boons.items() for n in range(count)]
    expected += [*companions.split(), "old_corporal_vance", *(f"found_{item}" for item in items)]
    assert sorted(expected) == sorted(BOX.card_ids[number] for number in BOX.cards_of(0))
    assert len(expected) == 100


@each_foe
def test_initiative_firepower_and_damage(line: Line) -> None:
    """B4, 4.4.3, 5.1, 5.6: one below the Initiative fails to evade; Firepower dice; a loss costs one life, or two with DD."""
    name, _, categories, initiative, firepower, flags = line
    # B5, the Glasshouse, has evade modifier 0 (R-RT-31), so the die alone is compared.
    s = facing(gi(table(), 0, "b5"), name)
    enemy = {"enemy": [dice_summing(6 * firepower, firepower)]}
    if categories & {"personnel"}:
        enemy["salvo"] = [(1,)]
    stand = "stand:bare_hands" if _can_surrender(line) else ""
    if initiative <= 6:
        played = play(s, face_top(s), f"face:evade {stand}", {"evade": [min(initiative, 6)], **enemy})
        assert played.dice("enemy") == firepower
    assert s.lives[0] == (2 if "DD" in flags else 3)
    stays = bool(categories & {"hazard", "fortification"})
    assert s.cards.where[card(name)] == (BOARD if stays else ENCOUNTERS_OUT)
    assert s.board == ({card(name): at("b5")} if stays else {})


@each_foe
def test_a_higher_die_evades(line: Line) -> None:
    """B4, 4.4.3: one above the Initiative slips away, and the card is discarded, whatever its kind (R-RT-12)."""
    name, _, _, initiative, _, _ = line
    s = facing(gi(table(), 0, "b5", items="chem_cloak_1"), name)  # +1
    play(s, face_top(s), "face:evade", {"evade": [initiative]})
    assert s.lives[0] == 4
    assert s.cards.where[card(name)] == ENCOUNTERS_OUT


def _can_surrender(line: Line) -> bool:
    _, side, categories, _, _, flags = line
    if "NS" in flags or "hazard" in categories:
        return False
    return side == "nort" or "FUZZ" in flags


@each_foe
def test_surrender(line: Line) -> None:
    """B4, 4.5.1, 4.5.2: to Norts in the Glasshouse, to Millifuzz in the Brig, to nobody else, and not where NS forbids it."""
    name = line[0]
    s = facing(gi(table(), 0, "d5", gp=2), name)  # a Glass Zone: evading is out of the question
    if _can_surrender(line):
        play(s, face_top(s), "face:surrender")
        assert s.sector[0] == at("brig" if "FUZZ" in line[5] else "b5")
        assert s.prison[0] == 0
    else:
        dice = {"enemy": [dice_summing(6 * line[4], line[4])]}
        if "personnel" in line[2]:
            dice["salvo"] = [(1,)]
        can_fire = "GPP" not in line[5]
        played = play(s, face_top(s), "face:bare_hands" if can_fire else "", dice)
        assert not can_fire or played.options("face") == ["gp/1", "gp/2", "bare_hands"]


@each_foe
def test_what_can_be_fired_at_it(line: Line) -> None:
    """B4, 16, R-RT-20: GP Mags not at GP-proof cards, grenades not at Airborne, Sealbursters at Sealed, mines at Personnel."""
    name, _, categories, _, firepower, flags = line
    s = facing(gi(table(), 0, "d5", gp=1, plasma=1, sealburster=1, micro_mine=1, items="sammy_1"), name)
    expected = []
    if "GPP" not in flags:
        expected.append("gp/1")
    if "airborne" not in categories:
        expected.append("plasma/1")
    if "sealed" in categories:
        expected.append("sealburster/1")
    if "personnel" in categories:
        expected.append("micro_mine/1")
    if "airborne" in categories:
        expected.append("sammy/1")
    dice = {"enemy": [(1,) * firepower]}
    if "personnel" in categories:
        dice["salvo"] = [(6,)]
    expected += [BARE_HANDS.id, *(["surrender"] if _can_surrender(line) else [])]
    played = play(s, face_top(s), "face:bare_hands", dice)
    assert played.options("face") == expected


@each_foe
def test_where_it_is_met(line: Line) -> None:
    """B4, 14, 15: by the side of the sector; Norts of the air everywhere; Coastal cards only by the sea."""
    name, side, categories, _, _, _ = line
    airborne, coastal = "airborne" in categories, "coastal" in categories
    sectors = {"g5": "S", "b6": "N", "d9": "Z", "d7": "F"}  # D9 lies by the sea, the others do not
    for sector, letter in sectors.items():
        s = gi(table(), 0, sector)
        s.has_entered = True
        s.extra_cards = 1 - BOX.rating[at(sector)]
        on_top(s, name)
        play(s, draw_stack(s))
        by_side = {"S": side != "nort", "N": side != "souther", "Z": side == "neutral", "F": True}[letter]
        expected = (by_side or (side == "nort" and airborne)) and (not coastal or sector == "d9")
        assert (names(s.cards.zones[STACK]) == [name]) is expected, sector
        assert s.cards.where[card(name)] == (STACK if expected else ENCOUNTERS_OUT)


@pytest.mark.parametrize(
    "name", ["supply_cache_1", "supply_cache_2", "supply_cache_3", "drifting_hulk_1", "drifting_hulk_2"]
)
def test_a_cache_gives_two_supply_cards_at_once(name: str) -> None:
    """B4, 7.3: two Supply cards, drawn before the next card; the boon is discarded."""
    s = facing(gi(table(), 0, "e2"), f"{name} nort_patrol")
    on_top(s, "gp_2 plasma_1 gp_4")
    assert play(s, face_top(s)).asked == []
    assert (s.rounds_of(0, 0), s.rounds_of(0, 1)) == (2, 1)
    assert s.cards.where[card(name)] == ENCOUNTERS_OUT
    assert names(s.cards.zones[STACK]) == ["nort_patrol_1"]


@pytest.mark.parametrize("name", ["field_medics_1", "field_medics_2"])
def test_medics_give_a_life(name: str) -> None:
    """B4: regain one life, up to the top of the track."""
    s = facing(gi(table(), 0, lives=2), name)
    play(s, face_top(s))
    assert s.lives[0] == 3
    s = facing(gi(table(), 0, lives=4), name)
    play(s, face_top(s))
    assert s.lives[0] == 4


@pytest.mark.parametrize(
    ("name", "item"),
    [
        ("found_lazooka", "lazooka"),
        ("found_hopper_beacon", "hopper_beacon"),
        ("found_med_kit", "med_kit"),
        ("found_survival_kit", "survival_kit"),
        ("found_combat_stims", "combat_stims"),
    ],
)
def test_found_items_are_taken_and_are_the_same_items(name: str, item: str) -> None:
    """B4: a found item goes by the sheet and is the item of that name in the Supply deck."""
    s = facing(gi(table(), 0), name)
    play(s, face_top(s))
    assert names(s.items(0)) == [name]
    assert BOX.items[BOX.item[card(name)]].id == item
    assert BOX.item[card(name)] == BOX.item[card(item)]


#: B5: name, Initiative, Firepower, evade, destination.
COMPANIONS = [
    ("k_for_ken", 2, 0, -2, "e1"),
    ("nurse_ilsa_thorn", 1, 0, -1, "g7"),
    ("sergeant_mako_reyes", 4, 2, -1, "g4"),
    ("pilot_juno_vale", 3, 1, -1, "h4"),
    ("doctor_anya_sund", 2, 0, -1, "h7"),
    ("scrap", 5, 2, -1, "e5"),
    ("old_corporal_vance", 6, 1, -1, "f2"),
]


@pytest.mark.parametrize(("name", "initiative", "firepower", "evade", "destination"), COMPANIONS)
def test_companions(name: str, initiative: int, firepower: int, evade: int, destination: str) -> None:
    """B5, 4.3.4, 4.4.2, 5.5, 5.8: joins, fights in the first salvo, hinders evasion, dies on its Initiative, is delivered."""
    from sandtable.games.rogue_trooper.rules.combat import GI, Salvo, salvo_dice
    from sandtable.games.rogue_trooper.rules.lives import lose_lives
    from sandtable.games.rogue_trooper.rules.places import evade_modifier

    s = facing(gi(table(), 0, "d5"), name)  # in a Glass Zone nobody is evaded, not even Ken
    assert play(s, face_top(s)).asked == []
    assert names(s.companions(0)) == [name]
    assert evade_modifier(s, 0) == evade
    assert salvo_dice(s, 0, Salvo(), GI, is_first=True) == 1 + firepower
    assert salvo_dice(s, 0, Salvo(0, 2), GI, is_first=False) == 2
    play(s, lose_lives(s, 0, 1), dice={"companion": [initiative]})
    assert (s.lives[0], s.companions(0)) == (4, [])
    assert s.cards.where[card(name)] not in (ENCOUNTERS, ENCOUNTERS_OUT)  # out of the game

    s = gi(table(), 0, destination, companions=name, lives=1)
    on_top(s, "gp_2 gp_3")
    play(s, deliver_companions(s), "deliver:yes")
    assert s.cards.where[card(name)] == ENCOUNTERS_OUT
    assert s.rounds_of(0, 0) == 5
    assert s.lives[0] == (4 if name == "nurse_ilsa_thorn" else 1)


def test_ken_can_be_evaded_against_four() -> None:
    """B5, 4.4.1: K for Ken is evaded with more than 4; otherwise he joins."""
    s = facing(gi(table(), 0, "b5"), "k_for_ken")
    play(s, face_top(s), "avoid:yes", {"evade": [5]})
    assert s.companions(0) == []
    s = facing(gi(table(), 0, "b5"), "k_for_ken")
    play(s, face_top(s), "avoid:yes", {"evade": [4]})
    assert names(s.companions(0)) == ["k_for_ken"]
    s = facing(gi(table(), 0, "b5"), "k_for_ken")
    play(s, face_top(s), "avoid:no")
    assert names(s.companions(0)) == ["k_for_ken"]


def test_who_is_a_bride() -> None:
    """B5: four of the seven."""
    brides = {
        name for name, *_ in COMPANIONS if (c := BOX.foes[card(name)].companion) is not None and c.bride
    }
    assert brides == {"nurse_ilsa_thorn", "sergeant_mako_reyes", "pilot_juno_vale", "doctor_anya_sund"}


def test_card_counts_by_kind() -> None:
    """B4: as many copies of each card as the table says."""
    counts = Counter(label for label in BOX.card_labels[:100])
    assert counts["Nort Patrol"] == 6
    assert counts["Millifuzz Patrol"] == 5
    assert counts["Chem Storm"] == 3
