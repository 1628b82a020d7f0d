"""B7, RT 8: every Mission card, when it can be declared, and drawing new ones."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_trooper.rules.battlefield import fight_card
from sandtable.games.rogue_trooper.rules.end_phase import complete_mission, declare
from sandtable.games.rogue_trooper.rules.gi_encounter import attack
from sandtable.games.rogue_trooper.rules.missions import draw_mission, is_impossible, replace_missions
from sandtable.games.rogue_trooper.rules.ways import nearest_gis
from sandtable.games.rogue_trooper.state import MISSIONS, MISSIONS_OUT, STACK, NuEarth

from ..kit import BOX, at, card, facing, gi, names, on_top, play, table

ONCE = ["a3", "a8", "b4", "c8", "d1", "f2", "g1", "g4", "h7", "h9"]
TWICE = ["c3", "c6", "d4", "d8", "e1", "e5", "e7", "f5"]
CONTACTS = [(f"contact_{place}", place) for place in ONCE]
CONTACTS += [(f"contact_{place}_{n}", place) for place in TWICE for n in (1, 2)]
GENIES = ["score_to_settle", "loose_lips", "wrong_place", "borrowed_data", "tank_buster"]
BRIDES = ["nurse_ilsa_thorn", "sergeant_mako_reyes", "pilot_juno_vale", "doctor_anya_sund"]


def _end(s: NuEarth, answers: str, **dice: list[int]) -> None:
    """Declare and complete."""

    def rules() -> object:
        yield from declare(s)
        yield from complete_mission(s)

    play(s, rules(), answers, dice)


def test_the_deck_holds_these_cards_and_no_others() -> None:
    """B7: 26 Contacts, 5 Genies, 4 Wedding Bells."""
    expected = [name for name, _ in CONTACTS] + GENIES + [f"wedding_{bride}" for bride in BRIDES]
    assert len(expected) == 35
    assert sorted(expected) == sorted(BOX.card_ids[number] for number in BOX.cards_of(2))


@pytest.mark.parametrize(("name", "place"), CONTACTS)
def test_contacts_are_completed_at_their_destination(name: str, place: str) -> None:
    """8.1, 6 (b): declared there, discarded, a Clue card and a new Mission; nowhere else."""
    s = gi(table(), 0, place, missions=name)
    on_top(s, "voss_jaw score_to_settle")
    _end(s, f"declare:{name}")
    assert names(s.clues(0)) == ["voss_jaw_1"]
    assert names(s.missions(0)) == ["score_to_settle"]
    assert s.cards.where[card(name)] == MISSIONS_OUT
    s = gi(table(), 0, "f6", missions=name)
    _end(s, "")
    assert names(s.missions(0)) == [name]


def test_a_mission_need_not_be_declared() -> None:
    """6 (b): he may wait."""
    s = gi(table(), 0, "d4", missions="contact_d4_1")
    _end(s, "declare:not_now")
    assert names(s.missions(0)) == ["contact_d4_1"]


@pytest.mark.parametrize("bride", BRIDES)
def test_wedding_bells(bride: str) -> None:
    """8.3, R-RT-25: completed with the bride held, for a Clue card; impossible while she is not in play."""
    mission = f"wedding_{bride}"
    s = gi(table(), 0, missions=mission, companions=bride)
    on_top(s, "voss_jaw score_to_settle")
    _end(s, f"declare:{mission}")
    assert names(s.clues(0)) == ["voss_jaw_1"]
    assert names(s.companions(0)) == [bride]
    task = BOX.task(card(mission))
    assert is_impossible(table(), 0, task, is_new=True)
    assert not is_impossible(gi(table(), 1, companions=bride), 0, task, is_new=True)
    on_the_table = table()
    on_the_table.cards.play(card(bride), STACK)
    assert not is_impossible(on_the_table, 0, task, is_new=True)


def _duel(s: NuEarth, attacker: int, defender: int) -> None:
    s.nearest = nearest_gis(s, attacker)
    play(s, attack(s, attacker, defender), "evade_gi:no", {"salvo": [3, 3]})


def test_score_to_settle() -> None:
    """8.2, B7: attack the GI of the player to your left; another one does not do. 4.6.1: whatever the result."""
    s = gi(table(), 0, missions="score_to_settle")
    on_top(s, "voss_jaw tank_buster")
    _duel(s, 0, 2)
    _end(s, "")
    assert names(s.missions(0)) == ["score_to_settle"]
    _duel(s, 0, 1)
    _end(s, "declare:score_to_settle")
    assert names(s.clues(0)) == ["voss_jaw_1"]


def test_score_to_settle_needs_a_living_neighbour() -> None:
    """R-RT-4: impossible against a GI who is dead; then it is replaced in the End phase."""
    s = gi(table(), 0, missions="score_to_settle")
    s.lives[1] = 0
    on_top(s, "tank_buster")
    play(s, replace_missions(s, 0))
    assert names(s.missions(0)) == ["tank_buster"]
    assert s.cards.where[card("score_to_settle")] == MISSIONS_OUT


def test_loose_lips() -> None:
    """B7: attack the GI with most Clue cards; ties: either."""
    s = gi(gi(gi(table(), 0, missions="loose_lips"), 1, clues="voss_jaw"), 2, clues="voss_brow pell_brow")
    on_top(s, "voss_mouth tank_buster")
    _duel(s, 0, 1)
    _end(s, "")
    assert names(s.missions(0)) == ["loose_lips"]
    _duel(s, 0, 2)
    _end(s, "declare:loose_lips")
    assert names(s.clues(0)) == ["voss_mouth_1"]


def test_wrong_place() -> None:
    """B7: attack the nearest GI, measured when the turn begins."""
    s = gi(gi(gi(table(), 0, "g5", missions="wrong_place"), 1, "f5"), 2, "d4")
    s.nearest = nearest_gis(s, 0)
    assert s.nearest == 1 << 1
    gi(gi(s, 0, "d4"), 2, "d4")
    play(s, attack(s, 0, 2), "evade_gi:no", {"salvo": [3, 3]})
    _end(s, "")
    assert names(s.missions(0)) == ["wrong_place"]
    gi(s, 0, "f5")
    play(s, attack(s, 0, 1), "evade_gi:no", {"salvo": [3, 3]})
    on_top(s, "voss_jaw tank_buster")
    _end(s, "declare:wrong_place")
    assert names(s.clues(0)) == ["voss_jaw_1"]


@pytest.mark.parametrize(("face", "done"), [(4, False), (5, True)])
def test_borrowed_data_without_helm(face: int, done: bool) -> None:
    """B7: at Eisenholm a die of 5 or 6."""
    s = gi(table(), 0, "a8", missions="borrowed_data")
    on_top(s, "voss_jaw tank_buster")
    _end(s, "declare:borrowed_data", **{"borrowed data": [face]})
    assert (names(s.clues(0)) == ["voss_jaw_1"]) is done
    assert names(s.missions(0)) == (["tank_buster"] if done else ["borrowed_data"])


def test_borrowed_data_with_helm() -> None:
    """B7, 17.3: Helm needs no die, unless the feed is jammed."""
    s = gi(table(), 0, "a8", missions="borrowed_data", chips="helmet")
    on_top(s, "voss_jaw tank_buster")
    _end(s, "declare:borrowed_data")
    assert names(s.clues(0)) == ["voss_jaw_1"]


@pytest.mark.parametrize(
    ("sector", "foe", "done"),
    [
        ("b6", "nort_scout_car", True),
        ("b6", "nort_pillbox", True),
        ("b6", "nort_patrol", False),
        ("d7", "nort_scout_car", False),
    ],
)
def test_tank_buster(sector: str, foe: str, done: bool) -> None:
    """B7: destroy an armour or fortification encounter in a Nort sector."""
    s = facing(gi(table(), 0, sector, items="mini_nuke_1", missions="tank_buster"), foe)
    rolls = {"enemy": [(1,) * BOX.foes[card(foe)].firepower], "salvo": [(6,) * 10]}
    play(s, fight_card(s, card(foe), (BOX.weapon_ids.index("mini_nuke"), 1)), "", rolls)
    on_top(s, "voss_jaw score_to_settle")
    _end(s, "declare:tank_buster" if done else "")
    assert (names(s.clues(0)) == ["voss_jaw_1"]) is done


def test_the_first_mission_may_be_discarded_for_a_second() -> None:
    """1.6, 8: one may go; the second must be accepted."""
    s = table()
    on_top(s, "contact_d4_1 contact_d8_1")
    play(s, draw_mission(s, 0), "new_mission:another")
    assert names(s.missions(0)) == ["contact_d8_1"]
    assert s.cards.where[card("contact_d4_1")] == MISSIONS_OUT


def test_a_genie_may_only_be_discarded_at_set_up() -> None:
    """1.6: the only time a Genie or Wedding Bells may be discarded."""
    s = table()
    on_top(s, "tank_buster contact_d8_1")
    assert not play(s, draw_mission(s, 0)).was_asked("new_mission")
    s = table()
    on_top(s, "tank_buster contact_d8_1")
    play(s, draw_mission(s, 0, is_first=True), "new_mission:another")
    assert names(s.missions(0)) == ["contact_d8_1"]


def test_impossible_missions_are_replaced_until_one_fits() -> None:
    """R-RT-4: a Contact where the GI stands, a bride who is not in play; the replacement may be discarded as the first."""
    s = gi(table(), 0, "d4")
    on_top(s, "contact_d4_1 wedding_pilot_juno_vale contact_e5_1")
    play(s, draw_mission(s, 0), "new_mission:keep")
    assert names(s.missions(0)) == ["contact_e5_1"]
    assert s.cards.count(MISSIONS_OUT) == 2


def test_no_mission_left() -> None:
    """R-RT-5: if all cards are held, a draw yields nothing."""
    s = table()
    for number in s.cards.zones[MISSIONS][:]:
        s.remove(number)
    play(s, draw_mission(s, 0))
    assert s.missions(0) == []


def test_a_full_set_ends_missions() -> None:
    """8.4: who completes his set discards his Mission and draws no more."""
    s = gi(table(), 0, "d4", missions="contact_d4_1 contact_e5_1", clues="voss_brow voss_eyes voss_mouth")
    on_top(s, "voss_jaw")
    _end(s, "declare:contact_d4_1")
    assert s.missions(0) == []
    assert len(s.set_of(0)) == 4
    assert s.traitor == at("bridge")


def test_missions_are_hidden_until_declared() -> None:
    """6 (b): declaring turns the card up for everybody."""
    s = gi(table(), 0, "d4", missions="contact_d4_1")
    assert not s.cards.knows(1, card("contact_d4_1"))
    play(s, declare(s), "declare:contact_d4_1")
    assert s.cards.knows(1, card("contact_d4_1"))
    assert s.cards.knows(None, card("contact_d4_1"))
