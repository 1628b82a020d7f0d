"""19 Asset cards: playing one, and what Resource cards are worth."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.cards.asset_events import ASSET_RULES
from sandtable.games.red_dust.cards.assets import play_asset, playable_assets
from sandtable.games.red_dust.printed.decks import CAPABILITIES, DISCARDS, HAND
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.event_round import bids_phase, faction_order
from sandtable.games.red_dust.rules.resources import worth
from sandtable.games.red_dust.state import Action, Op

from ..kit import at, mars, operation, play, stack_assets

# Playing a capability


def test_a_capability_stays_and_brings_a_free_operation_in_two_spaces_and_a_card() -> None:
    """19: a capability stays in force; its play gives one free Operation in up to two spaces, then one card."""
    s = mars({"gandhi": {"cr_rebel": 1, "mg_troop": 1}}, hand=[3, 7])
    stack_assets(s, 14, 15)
    played = play(s, play_asset(s, 2), "free_operation:rally rally:gandhi rally:sharma")
    assert [at(s, space, "cr_rebel") for space in ("gandhi", "sharma")] == [2, 1]
    assert s.assets.zones[CAPABILITIES] == [2]
    assert s.assets.zones[HAND] == [6, 13]
    assert not s.assets.zones[DISCARDS]
    assert played.options("free_operation") == ["rally", "travel", "attack", "preach"]
    assert s.resources == [20, 20, 20]


def test_the_free_operation_may_stop_after_one_space() -> None:
    """19: up to two spaces."""
    s = mars(hand=[3])
    play(s, play_asset(s, 2), "rally:gandhi rally:done")
    assert at(s, "gandhi", "cr_rebel") == 1


def test_the_capability_is_in_force_for_its_own_free_operation() -> None:
    """19: the free Operation comes after playing the card: with CR5 two Rebels come to Gandhi at once."""
    s = mars(hand=[5])
    play(s, play_asset(s, 4), "rally:gandhi rally_way:rebels rally:done")
    assert at(s, "gandhi", "cr_rebel") == 2


def test_the_free_operation_brings_no_special_activity() -> None:
    """19: the free Operation is without a Special Activity: no Ambush is offered to a Hidden Rebel."""
    s = mars({"gandhi": {"cr_rebel": 2, "mg_troop": 5}}, hand=[1])
    played = play(s, play_asset(s, 0), "free_operation:attack", dice=[(1, 6)])
    assert not played.was_asked("ambush")
    assert at(s, "gandhi", "mg_troop") == 2


def test_for_travel_the_two_spaces_are_origins() -> None:
    """19 (ruling): a free Travel leaves two origins, for as many destinations as it likes."""
    s = mars({space: {"cr_rebel": 2} for space in ("radau", "gandhi", "europa")}, hand=[3])
    play(
        s,
        play_asset(s, 2),
        "free_operation:travel travel:radau travel_to:marth travel_number:1 travel_to:rutherford"
        " travel:gandhi travel_to:sharma travel_number:1 travel_to:done",
    )
    assert [at(s, space, "cr_rebel") for space in ("marth", "rutherford", "sharma")] == [1, 1, 1]
    assert at(s, "europa", "cr_rebel") == 2


def test_an_asset_event_is_discarded() -> None:
    """19: an Event card is discarded when it is played, and brings nothing else."""
    s = mars({"gandhi": {"rd_rebel": 1}}, hand=[10])
    play(s, play_asset(s, 9), "done")
    assert (s.assets.zones[DISCARDS], s.assets.zones[HAND]) == ([9], [])


def test_resource_cards_have_no_event() -> None:
    """19: of a hand of all kinds, Events and capabilities can be played."""
    s = mars(hand=[1, 7, 14, 19])
    assert playable_assets(s) == [0, 6]


# Resource cards

FIVE = {14: Op.TRAVEL, 15: Op.RALLY, 16: Op.RALLY, 17: Op.TRAVEL}
FIVE |= {18: Op.ATTACK, 20: Op.PREACH, 21: Op.PREACH, 30: Op.ATTACK}


@pytest.mark.parametrize("card", range(1, 31))
def test_what_an_asset_is_worth(card: int) -> None:
    """19: capabilities 2, Events 3, Resource cards 4, or 5 for the Operation they name."""
    value = 2 if card in (*range(1, 7), *range(23, 27)) else 4 if card in (*range(14, 23), 30) else 3
    for op in (Op.RALLY, Op.TRAVEL, Op.ATTACK, Op.PREACH):
        assert worth(mars(), card - 1, Action(op=op)) == (5 if FIVE.get(card) is op else value)


@pytest.mark.parametrize(("card", "spaces"), [(15, 5), (14, 4)])
def test_a_resource_card_pays_five_for_its_operation(card: int, spaces: int) -> None:
    """19: with CR15 alone CR can Rally in five spaces, with CR14 in four."""
    chosen = ("gandhi", "sharma", "europa", "tenzing", "shepard")[:spaces]
    s = mars(hand=[card], resources=(0, 0, 0))
    played = operation(s, RECLAIMERS, Op.RALLY, " ".join([*chosen, "done"]))
    assert played.asked[-1][2] == ["done"]
    assert s.assets.zones[HAND] == []
    assert [at(s, space, "cr_rebel") for space in chosen] == [1] * spaces


# CR19 Re-engineering, CR22 Secret Donors


def test_cr19_and_cr22_draw_when_they_make_cr_first() -> None:
    """12, CR19, CR22: one card for each of them among the discards that make CR 1st Eligible."""
    s = mars(hand=[19, 22, 7, 8], current=1)
    stack_assets(s, 14, 15)
    play(s, bids_phase(s), "cr19 cr7 cr22")
    assert faction_order(s)[0] == RECLAIMERS
    assert s.assets.zones[HAND] == [7, 13, 14]


def test_cr19_draws_nothing_for_second_place() -> None:
    """12, CR19: discarded for a better place that is not the first, it draws nothing."""
    s = mars(hand=[19, 22, 7, 8], current=1)
    play(s, bids_phase(s), "cr19 cr22 done")
    assert faction_order(s) == (MARS_GOV, RECLAIMERS, CORPORATIONS, RED_DUST)
    assert s.assets.zones[HAND] == [6, 7]


# CR7 Children of the Desert


def test_cr7_lets_nobody_travel_on_to_where_it_may_not_end() -> None:
    """CR7: all moving pieces end in the chosen Desert or those around it.

    Around Arsia Mons lies the Wilderness. From there a Rebel could go on to Trouvelot, with a Base too, but not back
    again, since it has been there in the same state; so Trouvelot would be its end, and is not offered.
    """
    pieces = {"rutherford": {"cr_rebel": 1}, "wilderness": {"cr_base": 1}, "trouvelot": {"cr_base": 1}}
    s = mars(pieces)
    answers = "asset_travel_to:arsia_mons travel:rutherford travel_to:wilderness travel_on:done travel:done"
    played = play(s, ASSET_RULES[7](s), answers)
    assert "trouvelot" not in played.options("travel_on")
    assert at(s, "wilderness", "cr_rebel") == 1
