"""8.5.3 The Curiosity deck and its boxes."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable import Chair
from sandtable.games.red_dust.nonplayer.conditions import TESTS, condition_holds
from sandtable.games.red_dust.nonplayer.curiosity import DECK, draw_for, next_card, read_card
from sandtable.games.red_dust.nonplayer.tables import CARD_IDS, SIDE_NUMBER, SIDES, Side
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.state import Op

from ..kit import play
from .kit import np_of, table


def front(card: str) -> Side:
    return SIDES[SIDE_NUMBER[card]]


def test_the_deck_holds_the_cards_of_non_players_only() -> None:
    """8.4 With fewer non-players the deck is smaller."""
    s = table(CORPORATIONS, RECLAIMERS)
    deck = [CARD_IDS[card] for card in np_of(s).curiosity.zones[DECK]]
    assert sorted(deck) == list("GHJKLMUVWXYZ")


def test_imagined_decks_hold_the_cards_of_non_players_only() -> None:
    """Else a Faction could have none in a world that a bot or a preview imagines, and would look for one for ever."""
    real = sandtable.new("red-dust", seed=1, options={"nonplayers": ["corporations"]})
    assert real.ask is not None
    deck = {*np_of(real.run.state).curiosity.zones[DECK]}
    orders = set()
    for seed in range(50):
        world = Chair(real, real.ask.seat).imagine_run(random.Random(seed))
        cards = np_of(world.state).curiosity.zones[DECK]
        assert {*cards} == deck
        orders.add(tuple(cards))
    assert len(orders) > 20  # but their order is nobody's to know


def test_the_top_card_goes_to_the_bottom_even_if_it_fits() -> None:
    """8.5.3 So the card used last is never reused at once."""
    s = table(MARS_GOV)
    np = np_of(s)
    deck = np.curiosity.zones[DECK]
    top, below = deck[-1], deck[-2]
    assert next_card(s, np, MARS_GOV).id == CARD_IDS[below]
    after = np.curiosity.zones[DECK]
    assert after[0] == top
    assert after[-1] == below


def test_cards_of_others_are_passed_over() -> None:
    s = table(MARS_GOV, RECLAIMERS)
    np = np_of(s)
    side = next_card(s, np, MARS_GOV)
    assert side.who == MARS_GOV
    assert len(np.curiosity.zones[DECK]) == 12


def test_everybody_sees_the_cards_that_were_on_top() -> None:
    """8.4 They lie front up."""
    s = table(MARS_GOV, RECLAIMERS)
    np = np_of(s)
    next_card(s, np, MARS_GOV)
    deck = np.curiosity.zones[DECK]
    assert np.curiosity.knows(None, deck[-1])
    assert np.curiosity.knows(None, deck[0])


def test_for_a_named_operation_cards_are_drawn_until_a_side_has_it() -> None:
    """8.8 Either side counts."""
    s = table(RED_DUST)
    np = np_of(s)
    draw_for(s, np, RED_DUST, "attack")
    card = SIDES[np.side]
    assert any(box.operation == "attack" for box in card.boxes.values())


def test_a_front_can_lead_to_its_operation() -> None:
    """Card A: Displaced Population, and 2d6 not above the Available Troops."""
    s = table(MARS_GOV, displaced=1)
    plan = play(s, read_card(s, MARS_GOV, front("A"), True), dice=[(6, 6)]).result
    assert (plan.op, plan.before, plan.after) == (Op.TRAIN, "", "sa")


def test_a_front_can_say_draw() -> None:
    s = table(MARS_GOV, displaced=0)
    assert play(s, read_card(s, MARS_GOV, front("A"), True)).result is None


def test_a_front_can_say_flip() -> None:
    """With all Troops on the map no 2d6 is low enough."""
    s = table(MARS_GOV, displaced=1, pieces={"phobos": {"mg_troop": 28}})
    plan = play(s, read_card(s, MARS_GOV, front("A"), True), dice=[(3, 4)]).result
    assert plan.side.id == "AA"
    assert plan.op is Op.RECON


def test_a_test_that_needs_a_special_activity_is_false_without_one() -> None:
    """8.5.3 In a Limited Operation or Operation only."""
    s = table(RECLAIMERS, pieces={"radau": {"cr_rebel": 1}})
    name = "cr_hidden_at_vulnerable_or_uncontrolled"
    s.control[14] = -1
    assert play(s, condition_holds(s, RECLAIMERS, name, True)).result is True
    assert play(s, condition_holds(s, RECLAIMERS, name, False)).result is False


def test_the_special_activity_above_the_operation() -> None:
    """Card V: Ambush before the Attack."""
    s = table(RECLAIMERS, pieces={"radau": {"cr_rebel": 1, "rd_base": 1}})
    plan = play(s, read_card(s, RECLAIMERS, front("V"), True), dice=[(1, 1)]).result
    assert (plan.op, plan.before) == (Op.ATTACK, "sa_first") or plan.before


def test_spaces_closed_by_a_raging_storm_are_ignored() -> None:
    """8.5.3 When testing."""
    pieces = {"radau": {"rd_rebel": 3}}
    assert TESTS["rd_3_anywhere"](table(RED_DUST, pieces=pieces), RED_DUST)
    assert not TESTS["rd_3_anywhere"](table(RED_DUST, pieces=pieces, storm={"radau": "raging"}), RED_DUST)


@pytest.mark.parametrize(
    ("name", "pieces", "expected"),
    [
        ("assault_corp_base_or_2", {"gandhi": {"security": 2, "active_rd_rebel": 2}}, True),
        ("assault_corp_base_or_2", {"gandhi": {"security": 2, "active_rd_rebel": 1}}, False),
        ("assault_corp_base", {"gandhi": {"security": 2, "active_rd_rebel": 1, "rd_base": 1}}, True),
        ("assault_corp_base", {"gandhi": {"security": 2, "rd_rebel": 1, "rd_base": 1}}, False),
        ("assault_mg_base_3_or_support", {"gandhi": {"mg_troop": 3, "active_rd_rebel": 3}}, True),
        ("assault_mg_base_3_or_support", {"gandhi": {"mg_troop": 2, "active_rd_rebel": 3}}, False),
        ("cr_base_without_hidden_rebel", {"radau": {"cr_base": 1, "active_cr_rebel": 1}}, True),
        ("cr_base_without_hidden_rebel", {"radau": {"cr_base": 1, "cr_rebel": 1}}, False),
        ("rd_3_at_enemy_base", {"gandhi": {"rd_rebel": 3, "cr_base": 1}}, True),
        ("plain_corp_base_in_desert", {"marth": {"terraforming_base": 1}}, False),
        ("plain_corp_base_in_desert", {"marth": {"corp_base": 1}}, True),
    ],
)
def test_conditions(name: str, pieces: dict[str, dict[str, int]], expected: bool) -> None:
    who = {"a": MARS_GOV, "c": RECLAIMERS, "r": RED_DUST, "p": CORPORATIONS}[name[0]]
    assert TESTS[name](table(pieces=pieces), who) is expected
