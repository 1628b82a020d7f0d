"""Cards: where each lies, and who knows it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine import EVERYBODY, Cards, Shuffle, State, card_piles
from sandtable.engine.secrets.cards import missing
from sandtable.engine.secrets.held import lessons

from .dealing import (
    ZONES,
    Model,
    shuffled,
    table_of,
    verbs,
    who_knows,
)

# Verbs ----------------------------------------------------------------------------------------------


def test_dealt_cards_are_unknown_to_everybody() -> None:
    """Cards begin face down: nobody knows any, spectators neither."""
    cards = table_of([0, 1, 2], [3], [])
    assert [who_knows(cards, card) for card in range(4)] == [[]] * 4
    assert cards.seen(0, None) == cards.seen(0, 2) == [None] * 3
    assert [cards.count(zone) for zone in range(3)] == [3, 1, 0]
    assert cards.where == [0, 0, 0, 1]


def test_draw_takes_the_top_and_shows_it_to_who_draws() -> None:
    """Draw: from the top of a zone (its last card), and the seat that draws sees them."""
    cards = table_of([0, 1, 2, 3], [])
    assert cards.draw(0, 1, by=2, n=2) == [3, 2]
    assert cards.zones == [[0, 1], [3, 2]]
    assert cards.where == [0, 0, 1, 1]
    assert who_knows(cards, 3) == who_knows(cards, 2) == [2]
    assert who_knows(cards, 1) == []
    assert cards.seen(1, 2) == [3, 2]
    assert cards.seen(1, 0) == cards.seen(1, None) == [None, None]


def test_draw_takes_what_there_is() -> None:
    """Draw: up to n cards; an empty zone gives none."""
    cards = table_of([0, 1], [])
    assert cards.draw(0, 1, by=0, n=5) == [1, 0]
    assert cards.draw(0, 1, by=0) == []
    assert cards.zones == [[], [1, 0]]


def test_a_draw_that_nobody_looks_at() -> None:
    """A card moved from the deck face down is known to nobody."""
    cards = table_of([0, 1], [])
    cards.draw(0, 1)
    assert who_knows(cards, 1) == []


def test_what_others_knew_of_a_drawn_card_they_still_know() -> None:
    """A card keeps what is known of it as it moves: who saw the top of the deck knows who drew it."""
    cards = table_of([0, 1], [])
    cards.look([1], 0)
    cards.draw(0, 1, by=1)
    assert who_knows(cards, 1) == [0, 1]


def test_look_shows_cards_to_one_seat_where_they_lie() -> None:
    """Look: one seat sees these cards; nothing moves and nobody else learns anything."""
    cards = table_of([0, 1, 2], [3])
    cards.look([0, 3], 1)
    assert cards.zones == [[0, 1, 2], [3]]
    assert [who_knows(cards, card) for card in range(4)] == [[1], [], [], [1]]
    cards.look([3], 2)
    assert who_knows(cards, 3) == [1, 2]


def test_reveal_shows_cards_to_everybody() -> None:
    """Reveal: everybody knows, spectators included."""
    cards = table_of([0, 1])
    cards.reveal([1])
    assert cards.known[1] == EVERYBODY
    assert who_knows(cards, 1) == [0, 1, 2, None]
    assert who_knows(cards, 0) == []
    assert cards.seen(0, None) == [None, 1]


def test_give_moves_a_card_face_as_it_is() -> None:
    """Give: who knew the card knows it where it lies now, nobody else."""
    cards = table_of([0, 1, 2], [3])
    cards.look([1], 0)
    cards.give(1, 1)
    assert cards.zones == [[0, 2], [3, 1]]
    assert cards.where[1] == 1
    assert who_knows(cards, 1) == [0]


@pytest.mark.parametrize(("at", "after"), [(None, [3, 4, 0]), (0, [0, 3, 4]), (1, [3, 0, 4]), (2, [3, 4, 0])])
def test_give_puts_a_card_on_top_or_at_a_place(at: int | None, after: list[int]) -> None:
    """Give: on top, or `at` a place counted from the bottom."""
    cards = table_of([0, 1, 2], [3, 4])
    cards.give(0, 1, at=at)
    assert cards.zones == [[1, 2], after]


def test_a_card_given_under_the_deck_is_still_known_there() -> None:
    """A card put under the deck without a shuffle stays known: its owner has not lost track of it."""
    cards = table_of([0, 1, 2], [3])
    cards.look([3], 0)
    cards.give(3, 0, at=0)
    assert cards.seen(0, 0) == [3, None, None, None]
    cards.redeal(0, random.Random(1))
    assert cards.zones[0][0] == 3


def test_a_card_slipped_to_somebody_is_lost_track_of_by_the_others() -> None:
    """Give with `seen_by`: everybody else loses track of the card and of the cards it lay among."""
    cards = table_of([0, 1, 2], [3], [4])
    cards.look([0, 1, 2], 0)
    cards.look([1], 2)
    cards.reveal([2, 4])
    cards.give(1, 1, seen_by=[0])
    assert cards.zones == [[0, 2], [3, 1], [4]]
    assert who_knows(cards, 1) == [0]
    assert who_knows(cards, 0) == [0]
    assert who_knows(cards, 2) == [0]
    assert who_knows(cards, 4) == [0, 1, 2, None], "a card elsewhere is as known as before"


def test_who_sees_a_slipped_card_knows_it() -> None:
    """Give with `seen_by`: these seats see which card it was, so they know it where it lies now."""
    cards = table_of([0, 1, 2], [])
    cards.look([0, 1, 2], 0)
    cards.give(1, 1, seen_by=[0, 1])
    assert who_knows(cards, 1) == [0, 1]
    assert who_knows(cards, 0) == [0]


def test_shuffle_makes_everybody_lose_the_order() -> None:
    """Shuffle: nobody knows the order of the zone any more; other zones are untouched."""
    cards = table_of([0, 1, 2], [3])
    cards.look([0], 0)
    cards.reveal([2, 3])
    shuffled(cards, 0, [1, 2, 0])
    assert cards.zones == [[1, 2, 0], [3]]
    assert [who_knows(cards, card) for card in range(3)] == [[], [], []]
    assert who_knows(cards, 3) == [0, 1, 2, None]


@pytest.mark.parametrize("zone", [[], [0]])
def test_a_shuffle_of_one_card_asks_for_no_chance(zone: list[int]) -> None:
    """One card or none has one order: nothing is drawn from chance, and nobody loses track."""
    cards = table_of(zone)
    cards.reveal(zone)
    assert list(cards.shuffle(0)) == []
    assert all(cards.knows(None, card) for card in zone)


def test_play_puts_a_card_face_up() -> None:
    """Play: one card moves and everybody sees it; what lay beside it is as unknown as before."""
    cards = table_of([0, 1, 2], [3])
    cards.look([0, 1, 2], 0)
    cards.play(1, 1)
    assert cards.zones == [[0, 2], [3, 1]]
    assert who_knows(cards, 1) == [0, 1, 2, None]
    assert who_knows(cards, 0) == who_knows(cards, 2) == [0]
    assert who_knows(cards, 3) == []


def test_gather_puts_a_zone_on_top_of_another() -> None:
    """Gather: all cards of a zone, in their order and with their faces as they are."""
    cards = table_of([0, 1], [2, 3, 4])
    cards.reveal([3])
    cards.look([4], 1)
    cards.gather(1, 0)
    assert cards.zones == [[0, 1, 2, 3, 4], []]
    assert cards.where == [0] * 5
    assert [who_knows(cards, card) for card in range(5)] == [[], [], [], [0, 1, 2, None], [1]]
    cards.gather(1, 0)
    assert cards.zones == [[0, 1, 2, 3, 4], []]
    assert missing(cards) == []


@pytest.mark.parametrize(
    ("deck", "discards", "n", "expected"),
    [
        ([0, 1, 2], [3, 4], 2, [2, 1]),
        ([0, 1, 2], [3, 4], 3, [2, 1, 0]),
        ([0], [3, 4, 1, 2], 3, [0, 4, 3]),
        ([], [0, 1, 2], 2, [2, 1]),
        ([0], [1], 5, [0, 1]),
        ([], [], 2, []),
        ([1, 0], [], 3, [0, 1]),
    ],
)
def test_draw_on_reshuffles_when_the_deck_runs_out(
    deck: list[int], discards: list[int], n: int, expected: list[int]
) -> None:
    """Draw on: when the deck runs out, the discards are shuffled into a new one, and what is missing is drawn from it."""
    cards = table_of(deck, discards, [])
    cards.reveal(discards)
    steps = cards.draw_on(0, 1, 2, by=1, n=n)
    drawn: list[int] = []
    asked = 0
    try:
        step = next(steps)
        while True:
            assert isinstance(step, Shuffle)
            assert sorted(step.items) == sorted(discards)
            asked += 1
            step = steps.send(tuple(sorted(step.items)))
    except StopIteration as end:
        drawn = end.value
    assert drawn == expected
    assert asked == (len(deck) < n and len(discards) > 1)
    assert cards.zones[2] == expected
    assert cards.seen(2, 1) == expected
    assert missing(cards) == []


def test_lost_and_doubled_cards_are_found() -> None:
    """Conservation: a card that does not lie exactly once where the books say is named."""
    cards = table_of([0, 1, 2], [3])
    assert missing(cards) == []
    cards.zones[0].remove(1)
    assert missing(cards) == [1]
    cards.zones[1].append(3)
    assert missing(cards) == [1, 3]
    astray = table_of([0, 1], [])
    astray.zones[0].remove(0)
    astray.zones[1].append(0)
    assert missing(astray) == [0]


def test_learning_is_counted() -> None:
    """The undo barrier comes from what somebody came to know; what was known, moved or forgotten teaches nothing."""
    cards = table_of([0, 1, 2], [])
    state = TwoPiles(1, cards, None, table_of([0]))
    counts = [lessons(state)]

    def count() -> int:
        counts.append(lessons(state))
        return counts[-1] - counts[-2]

    cards.look([1], 2)
    assert count() > 0
    cards.look([1], 2)
    assert count() == 0, "it was known"
    cards.look([1], 0)
    assert count() > 0, "somebody else did not know it"
    cards.reveal([1])
    assert count() > 0, "spectators did not know it"
    cards.reveal([1])
    assert count() == 0
    cards.give(2, 1)
    assert count() == 0, "a card moved face down"
    cards.draw(0, 1)
    assert count() == 0, "nobody looked"
    shuffled(cards, 1, [1, 2])
    assert count() == 0, "to forget is not to learn"
    cards.reveal([1])
    assert count() > 0, "it had been lost"
    cards.draw(0, 1, by=1)
    assert count() > 0
    state.loot = table_of([0])
    state.loot.look([0], 0)
    assert count() > 0, "every pile of the state counts"


class TwoPiles(State):
    n: int
    events: Cards
    counters: Cards | None = None
    loot: Cards | None = None


def test_the_piles_of_a_state() -> None:
    """A state may hold several kinds of cards; they are found in the order of its fields."""
    a, b = table_of([0]), table_of([0, 1])
    assert card_piles(TwoPiles(1, a, None, b)) == [a, b]


# Any sequence of verbs against a plain model of who knows what ----------------------------------------


@given(st.lists(verbs, max_size=12), st.integers(0, 2**32), st.sampled_from([0, 1, 2, None]))
def test_verbs_keep_who_knows_what_and_redeals_respect_it(
    history: list[Any], seed: int, seat: int | None
) -> None:
    """Secrets: verbs keep in the state who knows each card; a redeal changes only what a seat cannot know.

    A redeal never moves a card the seat knows, keeps every zone's size and every card exactly once; what other
    seats know travels with the physical card; the seat itself sees the same as before.
    """
    cards = table_of([0, 1, 2, 3], [4], [5, 6], [])
    model = Model([[0, 1, 2, 3], [4], [5, 6], []])
    for verb in history:
        model.do(cards, verb)
        assert cards.zones == model.zones
        for who, known in model.known.items():
            assert {card for card in range(7) if cards.knows(who, card)} == known
        assert missing(cards) == []
    other = cards.copy()
    other.redeal(seat, random.Random(seed))
    assert missing(other) == []
    for zone in range(ZONES):
        assert other.seen(zone, seat) == cards.seen(zone, seat)
        for who in (0, 1, 2, None):
            backs = [card is None for card in cards.seen(zone, who)]
            assert [card is None for card in other.seen(zone, who)] == backs
    assert cards.zones == model.zones, "the copy was redealt, not the original"
