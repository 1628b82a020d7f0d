"""Cards: where each lies, who knows it, and what a seat that does not know it may imagine."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine import EVERYBODY, CannotImagine, Cards, Shuffle, State, card_piles
from sandtable.engine.secrets.cards import missing
from sandtable.engine.secrets.held import lessons

DECK, DISCARDS, HAND_0, HAND_1 = range(4)
ZONES = 4


def shuffled(cards: Cards, zone: int, order: Sequence[int], topic: str = "shuffle") -> None:
    """Shuffle a zone, with this order as the answer of chance."""
    steps = cards.shuffle(zone, topic)
    try:
        step = next(steps)
    except StopIteration:
        assert len(order) < 2
        return
    assert isinstance(step, Shuffle)
    assert sorted(step.items) == sorted(order)
    assert step.topic == topic
    with pytest.raises(StopIteration):
        steps.send(tuple(order))


def who_knows(cards: Cards, card: int) -> list[int | None]:
    return [seat for seat in (*range(cards.seats), None) if cards.knows(seat, card)]


def table_of(*zones: Sequence[int], seats: int = 3) -> Cards:
    return Cards.dealt(zones, seats=seats)


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

SEATS = 3
verbs = st.one_of(
    st.tuples(
        st.just("draw"),
        st.integers(0, 3),
        st.integers(0, 3),
        st.none() | st.integers(0, 2),
        st.integers(1, 3),
    ),
    st.tuples(st.just("look"), st.lists(st.integers(0, 6), max_size=3), st.integers(0, 2)),
    st.tuples(st.just("reveal"), st.lists(st.integers(0, 6), max_size=2)),
    st.tuples(st.just("give"), st.integers(0, 6), st.integers(0, 3), st.none() | st.just(0)),
    st.tuples(st.just("slip"), st.integers(0, 6), st.integers(0, 3), st.sets(st.integers(0, 2))),
    st.tuples(st.just("shuffle"), st.integers(0, 3), st.randoms(use_true_random=False)),
)


class Model:
    """Who knows what, written down as sets."""

    def __init__(self, zones: list[list[int]]) -> None:
        self.zones = zones
        self.known: dict[Any, set[int]] = {seat: set() for seat in (0, 1, 2, None)}

    def zone_of(self, card: int) -> list[int]:
        return next(zone for zone in self.zones if card in zone)

    def do(self, cards: Cards, verb: Any) -> None:
        """Do the same with the cards and with the model."""
        match verb:
            case ("draw", source, to, by, n) if source != to:
                self.draw(cards, source, to, by, n)
            case ("look", looked_at, seat):
                cards.look(looked_at, seat)
                self.known[seat].update(looked_at)
            case ("reveal", shown):
                cards.reveal(shown)
                for known in self.known.values():
                    known.update(shown)
            case ("give", card, to, at):
                cards.give(card, to, at=at)
                self.zone_of(card).remove(card)
                self.zones[to].insert(len(self.zones[to]) if at is None else at, card)
            case ("slip", card, to, seen_by):
                self.slip(cards, card, to, seen_by)
            case ("shuffle", zone, rng):
                self.shuffle(cards, zone, rng)

    def draw(self, cards: Cards, source: int, to: int, by: int | None, n: int) -> None:
        expected = self.zones[source][::-1][:n]
        assert cards.draw(source, to, by=by, n=n) == expected
        for card in expected:
            self.zones[source].remove(card)
            self.zones[to].append(card)
        if by is not None:
            self.known[by].update(expected)

    def slip(self, cards: Cards, card: int, to: int, seen_by: set[int]) -> None:
        among = self.zone_of(card)
        cards.give(card, to, seen_by=sorted(seen_by))
        for seat, known in self.known.items():
            if seat in seen_by:
                known.add(card)
            else:
                known.difference_update(among)
        among.remove(card)
        self.zones[to].append(card)

    def shuffle(self, cards: Cards, zone: int, rng: random.Random) -> None:
        order = self.zones[zone][:]
        rng.shuffle(order)
        shuffled(cards, zone, order)
        if len(order) > 1:
            self.zones[zone][:] = order
            for known in self.known.values():
                known.difference_update(order)


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


# Redeals against every world that fits ----------------------------------------------------------------

#: One thing that happens to cards as seat 0 sees it; places are public, faces are not.
Op = tuple[Any, ...]


def worlds(
    zones: list[list[int]], ops: Sequence[Op], seen: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way in which the rest of a history can go that shows seat 0 exactly these faces."""
    if not ops:
        if not seen:
            yield tuple(map(tuple, zones))
        return
    (verb, zone, *more), rest = ops[0], ops[1:]
    if verb == "shuffle":
        for order in permutations(zones[zone]):
            yield from worlds(
                [list(order) if z == zone else pile for z, pile in enumerate(zones)], rest, seen
            )
        return
    after = [pile[:] for pile in zones]
    if verb in ("i draw", "shown"):
        if not seen or after[zone][-1] != seen[0]:
            return
        seen = seen[1:]
    if verb in ("i draw", "bob draws", "move"):
        after[more[0]].append(after[zone].pop())
    elif verb == "under":
        after[more[0]].insert(0, after[zone].pop())
    yield from worlds(after, rest, seen)


def happened(zones: list[list[int]], ops: Sequence[Op], rng: random.Random) -> tuple[Cards, list[int]]:
    """The same history with the verbs of the engine, and the faces seat 0 saw."""
    cards = Cards.dealt(zones, seats=2)
    seen: list[int] = []
    for verb, zone, *more in ops:
        top = cards.zones[zone][-1]
        if verb == "i draw":
            cards.draw(zone, more[0], by=0)
            seen.append(top)
        elif verb == "bob draws":
            cards.draw(zone, more[0], by=1)
        elif verb == "shown":
            cards.reveal([top])
            seen.append(top)
        elif verb == "move":
            cards.give(top, more[0])
        elif verb == "under":
            cards.give(top, more[0], at=0)
        elif verb == "shuffle":
            order = cards.zones[zone][:]
            rng.shuffle(order)
            shuffled(cards, zone, order)
    return cards, seen


HISTORIES: dict[str, tuple[int, list[Op]]] = {
    "a hand drawn from a deck": (5, [("bob draws", 0, 3), ("bob draws", 0, 3)]),
    "both have drawn": (5, [("i draw", 0, 2), ("bob draws", 0, 3), ("i draw", 0, 2), ("bob draws", 0, 3)]),
    "a card of bob's was shown": (5, [("bob draws", 0, 3), ("shown", 3), ("bob draws", 0, 3)]),
    "public discards reshuffled after bob drew": (
        5,
        [
            ("bob draws", 0, 3),
            ("shown", 0),
            ("move", 0, 1),
            ("shown", 0),
            ("move", 0, 1),
            ("under", 1, 0),
            ("under", 1, 0),
            ("shuffle", 0),
        ],
    ),
    "bob draws before and after the reshuffle": (
        5,
        [
            ("bob draws", 0, 3),
            ("shown", 0),
            ("move", 0, 1),
            ("shown", 0),
            ("move", 0, 1),
            ("under", 1, 0),
            ("under", 1, 0),
            ("shuffle", 0),
            ("bob draws", 0, 3),
        ],
    ),
    "my own card returned and shuffled, bob has one from before": (
        5,
        [("i draw", 0, 2), ("bob draws", 0, 3), ("move", 2, 0), ("shuffle", 0)],
    ),
    "my own card returned and shuffled, then bob draws": (
        4,
        [("i draw", 0, 2), ("bob draws", 0, 3), ("move", 2, 0), ("shuffle", 0), ("bob draws", 0, 3)],
    ),
    "my own card returned, shuffled, and drawn again": (
        4,
        [("i draw", 0, 2), ("move", 2, 0), ("shuffle", 0), ("bob draws", 0, 3), ("i draw", 0, 2)],
    ),
    "two reshuffles, bob draws between them": (
        5,
        [
            ("bob draws", 0, 3),
            ("shown", 0),
            ("move", 0, 1),
            ("under", 1, 0),
            ("shuffle", 0),
            ("bob draws", 0, 3),
            ("shown", 0),
            ("move", 0, 1),
            ("under", 1, 0),
            ("shuffle", 0),
        ],
    ),
    "bob's shown card goes back into the deck": (
        5,
        [
            ("bob draws", 0, 3),
            ("bob draws", 0, 3),
            ("shown", 3),
            ("move", 3, 0),
            ("shuffle", 0),
            ("bob draws", 0, 3),
        ],
    ),
    "the discards are shuffled apart from the deck": (
        5,
        [
            ("shown", 0),
            ("move", 0, 1),
            ("shown", 0),
            ("move", 0, 1),
            ("shuffle", 1),
            ("bob draws", 0, 3),
            ("bob draws", 1, 3),
        ],
    ),
}


@pytest.mark.parametrize("name", HISTORIES)
def test_a_redeal_is_every_world_that_fits_equally_often(name: str) -> None:
    """Imagining: what a seat cannot know is dealt uniformly from what could lie there, and from nothing else.

    Every world is listed that shows seat 0 the same; redeals must give each of them as often as it comes, and no other.
    """
    count, ops = HISTORIES[name]
    start = list(range(count))
    random.Random(8).shuffle(start)
    cards, seen = happened([start, [], [], []], ops, random.Random(8))
    possible: Counter[Any] = Counter()
    for order in permutations(range(count)):
        possible.update(worlds([list(order), [], [], []], ops, seen))
    assert tuple(map(tuple, cards.zones)) in possible
    tries = 60 * len(possible)
    dealt: Counter[Any] = Counter()
    rng = random.Random(5)
    for _ in range(tries):
        other = cards.copy()
        other.redeal(0, rng)
        dealt[tuple(map(tuple, other.zones))] += 1
    assert set(dealt) <= set(possible), f"impossible: {sorted(set(dealt) - set(possible))[:3]}"
    expected = {world: n * tries / possible.total() for world, n in possible.items()}
    chi = sum((dealt[world] - n) ** 2 / n for world, n in expected.items())
    free = len(possible) - 1
    assert chi < free + 4.5 * sqrt(2 * free) + 5, f"{chi} with {free} degrees of freedom"


def test_what_bob_knows_of_his_hand_stays_with_the_cards_on_the_table() -> None:
    """A redeal for one seat leaves the other seats' knowledge on the physical cards: bob knows his hand in every world."""
    cards = Cards.dealt([[0, 1, 2, 3], [], [], []], seats=2)
    cards.draw(DECK, HAND_1, by=1, n=2)
    hands = set()
    for seed in range(50):
        other = cards.copy()
        other.redeal(0, random.Random(seed))
        hands.add(tuple(other.zones[HAND_1]))
        assert other.seen(HAND_1, 1) == other.zones[HAND_1]
        assert other.seen(DECK, 1) == [None, None]
    assert len(hands) == 12, "every ordered pair of four cards"


def test_a_spectator_may_imagine_every_hand() -> None:
    """A spectator knows only what everybody knows."""
    cards = Cards.dealt([[0, 1, 2, 3], [], [], []], seats=2)
    cards.draw(DECK, HAND_0, by=0)
    cards.draw(DECK, HAND_1, by=1)
    cards.draw(DECK, DISCARDS)
    cards.reveal(cards.zones[DISCARDS])
    found = set()
    for seed in range(60):
        other = cards.copy()
        other.redeal(None, random.Random(seed))
        assert other.zones[DISCARDS] == cards.zones[DISCARDS]
        found.add((other.zones[HAND_0][0], other.zones[HAND_1][0]))
    assert found == set(permutations([0, 2, 3], 2))


def test_cards_with_different_backs_are_never_mistaken() -> None:
    """Cards with different backs are redealt apart."""
    backs = (0, 0, 0, 1, 1)
    cards = Cards.dealt([[0, 1, 3], [], [2], [4]], seats=2, backs=backs)
    seen: Counter[Any] = Counter()
    for seed in range(300):
        other = cards.copy()
        other.redeal(0, random.Random(seed))
        for zone in range(ZONES):
            assert [backs[card] for card in other.zones[zone]] == [backs[card] for card in cards.zones[zone]]
        seen[tuple(map(tuple, other.zones))] += 1
    assert len(seen) == 6 * 2


def test_pinned_cards_stay() -> None:
    """Cards the seat has come to know since stay where they are in a redeal."""
    cards = Cards.dealt([[0, 1, 2, 3, 4]], seats=2)
    tops = set()
    for seed in range(60):
        other = cards.copy()
        other.redeal(0, random.Random(seed), pinned={1, 3})
        assert other.zones[0][1] == 1
        assert other.zones[0][3] == 3
        tops.add(other.zones[0][4])
    assert tops == {0, 2, 4}


def test_a_game_may_say_more_about_what_can_lie_where() -> None:
    """`fits(card, zone, place)` limits what can lie where; among the dealings that fit each comes equally often."""
    cards = Cards.dealt([[0, 1], [2, 3]], seats=2)
    dealt: Counter[Any] = Counter()
    rng = random.Random(2)
    for _ in range(1200):
        other = cards.copy()
        other.redeal(0, rng, fits=lambda card, zone, place: zone == 1 or card != 3)
        dealt[tuple(map(tuple, other.zones))] += 1
    # 3 lies in zone 1 (2 places), the others anywhere: 2 * 3! dealings
    assert len(dealt) == 12
    assert all(3 in zones[1] for zones in dealt)
    assert max(dealt.values()) < 150
    assert min(dealt.values()) > 55


def test_what_fits_may_depend_on_the_place_in_a_zone() -> None:
    """`fits(card, zone, place)`: places are counted from the bottom of the zone, as it lies."""
    cards = Cards.dealt([[0, 1, 2], [3]], seats=2)
    seen: Counter[Any] = Counter()
    for seed in range(60):
        other = cards.copy()
        other.redeal(
            0, random.Random(seed), fits=lambda card, zone, place: card != 3 or (zone, place) == (0, 1)
        )
        assert other.zones[0][1] == 3
        seen[tuple(map(tuple, other.zones))] += 1
    assert len(seen) == 6


def test_a_game_may_name_the_cards_it_says_more_about() -> None:
    """`limited` names the cards `fits` is asked about; every other card may lie anywhere."""
    asked: set[int] = set()

    def fits(card: int, zone: int, place: int) -> bool:
        asked.add(card)
        return (zone, place) == (0, 1)

    seen = set()
    for seed in range(60):
        cards = Cards.dealt([[0, 1, 2], [3]], seats=2)
        cards.redeal(0, random.Random(seed), fits=fits, limited={3})
        assert cards.zones[0][1] == 3
        seen.add(tuple(map(tuple, cards.zones)))
    assert asked == {3}
    assert len(seen) == 6


def test_no_dealing_that_fits_is_an_error() -> None:
    """If nothing fits what is known, that is said."""
    cards = Cards.dealt([[0, 1], [2]], seats=2)
    with pytest.raises(CannotImagine):
        cards.redeal(0, random.Random(1), fits=lambda card, zone, place: zone == 1)


@given(
    st.lists(verbs, max_size=10),
    st.integers(0, 2**32),
    st.integers(0, 2**32),
    st.sampled_from([0, 1, 2, None]),
)
def test_a_redeal_depends_on_nothing_the_seat_cannot_know(
    history: list[Any], first: int, second: int, seat: int | None
) -> None:
    """Imagining depends on what the seat knows and on the random numbers, and on nothing else.

    A world and the same world redealt are alike to the seat; redeals with the same numbers give equal worlds.
    """
    cards = table_of([0, 1, 2, 3], [4], [5, 6], [])
    model = Model([[0, 1, 2, 3], [4], [5, 6], []])
    for verb in history:
        model.do(cards, verb)
    other = cards.copy()
    other.redeal(seat, random.Random(first))
    cards.redeal(seat, random.Random(second))
    other.redeal(seat, random.Random(second))
    assert other.zones == cards.zones
    assert other.known == cards.known


def test_a_copy_shares_the_zones_that_nothing_happens_to() -> None:
    """Every verb gives a zone that changes a new list: copies stay as they were, and share the others."""
    cards = Cards.dealt([[0, 1, 2, 3], [4], [5, 6]], seats=2)
    before = [zone[:] for zone in cards.zones]
    verbs: list[Callable[[Cards], Any]] = [
        lambda it: it.draw(0, 1, by=0, n=2),
        lambda it: it.give(1, 0, at=0),
        lambda it: it.give(4, 0, seen_by=[1]),
        lambda it: it.play(3, 1),
        lambda it: it.gather(1, 0),
        lambda it: it.redeal(0, random.Random(1)),
    ]
    for verb in verbs:
        copied = cards.copy()
        assert all(one is other for one, other in zip(copied.zones, cards.zones, strict=True))
        verb(copied)
        assert cards.zones == before
    copied, steps = cards.copy(), cards.shuffle(2)
    next(steps)
    with pytest.raises(StopIteration):
        steps.send((6, 5))
    assert copied.zones == before
    assert cards.zones[2] == [6, 5]


VERBS: dict[str, Callable[[Cards], Any]] = {
    "draw": lambda it: it.draw(DECK, HAND_0, by=0, n=2),
    "give": lambda it: it.give(1, DISCARDS, at=0),
    "slip": lambda it: it.give(4, DECK, seen_by=[1]),
    "play": lambda it: it.play(3, HAND_1),
    "gather": lambda it: it.gather(DISCARDS, DECK),
    "look": lambda it: it.look([2], 1),
    "reveal": lambda it: it.reveal([2]),
    "shuffle": lambda it: shuffled(it, HAND_0, (6, 5)),
    "redeal": lambda it: it.redeal(2, random.Random(1)),
}


@pytest.mark.parametrize("name", VERBS)
def test_a_verb_changes_neither_copies_nor_what_was_copied(name: str) -> None:
    """Copies share who knows a card and where it lies until the first change, whichever of them changes first, and however often."""
    cards = table_of([0, 1, 2, 3], [4], [5, 6], [])
    cards.look([5], 0)
    plain = cards.encode()
    first = cards.copy()
    assert first.known is cards.known
    assert first.where is cards.where
    VERBS[name](first)
    assert cards.encode() == plain
    assert first.encode() != plain
    changed = first.encode()
    second = first.copy()
    first.reveal([0, 1])
    first.draw(DECK, HAND_1, by=1)
    assert second.encode() == changed
    VERBS[name](cards)
    assert second.encode() == changed


def test_equal_cards_are_equal_whether_they_are_shared_or_not() -> None:
    cards = table_of([0, 1], [2])
    copied, again = cards.copy(), table_of([0, 1], [2])
    assert copied.is_lent != again.is_lent
    assert copied == again
    assert "is_lent" not in cards.plain()
    again.reveal([0])
    assert copied != again
