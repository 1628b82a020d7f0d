"""Cards for tests: dealt and shuffled as told, who knows which, and a plain model of that."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

from sandtable.engine import Cards, Shuffle

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
