"""Redeals: a seat imagines every world that fits what it knows, and no other."""

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

from sandtable.engine import CannotImagine, Cards

from .dealing import (
    DECK,
    DISCARDS,
    HAND_0,
    HAND_1,
    ZONES,
    Model,
    shuffled,
    table_of,
    verbs,
)

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
