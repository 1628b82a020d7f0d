"""8.5.3 The Curiosity deck, and reading a card from its first box to its Operation."""

from __future__ import annotations

import random
from typing import NamedTuple

from sandtable.engine import Cards, Steps, Word, say

from ..state import Mars, Op
from .conditions import condition_holds
from .state import NonPlayers
from .tables import CARD_IDS, OWNER_OF_CARD, SIDES, Side

#: Zones of the Curiosity cards: the common deck, and the cards of Factions with a person behind them.
DECK, BOX = range(2)
SHUFFLE = "curiosity_shuffle"
#: How the log calls a side.
SIDE_WORDS = tuple(Word(f"side_{side.id.lower()}", side.id) for side in SIDES)


class Plan(NamedTuple):
    """The plan on a card: its side, the Operation, and the boxes of Special Activities before and after it."""

    side: Side
    op: Op
    before: str
    after: str


def deal(seats: tuple[int, ...]) -> Cards:
    """8.4 The six cards of each non-player; the others stay in the box."""
    cards = range(len(CARD_IDS))
    deck = [card for card in cards if OWNER_OF_CARD[card] in seats]
    box = [card for card in cards if OWNER_OF_CARD[card] not in seats]
    return Cards.dealt([deck, box], seats=4)


def shuffle(np: NonPlayers) -> Steps[None]:
    """8.4 One common deck, fronts up: everybody sees the top card."""
    yield from np.curiosity.shuffle(DECK, SHUFFLE)
    _show_top(np)


def redeal(np: NonPlayers, seat: int | None, rng: random.Random, pinned: frozenset[int]) -> None:
    """Deal anew whatever a seat cannot know: the order of the deck. Those in the box stay there."""
    np.curiosity.redeal(seat, rng, pinned=pinned.union(np.curiosity.zones[BOX]))


def deduces(np: NonPlayers, seat: int | None, card: int) -> bool:
    """8.4 Everybody knows whose cards are in the deck: so what is in the box, and which is the last that nobody has seen."""
    cards = np.curiosity
    return cards.where[card] == BOX or all(it == card or cards.knows(seat, it) for it in cards.zones[DECK])


def _top(np: NonPlayers) -> int:
    return np.curiosity.zones[DECK][-1]


def _show_top(np: NonPlayers) -> None:
    np.curiosity.reveal(np.curiosity.zones[DECK][-1:])


def next_card(s: Mars, np: NonPlayers, who: int) -> Side:
    """8.5.3 The top card goes to the bottom at once, and so do others until one of the Faction lies on top."""
    cards = np.curiosity
    forced = s.forced.get("curiosity")
    if forced and OWNER_OF_CARD[forced[0]] == who:  # a scenario may have stacked the deck
        card, *s.forced["curiosity"] = forced
        cards.give(card, DECK)
    else:
        cards.give(_top(np), DECK, at=0)
        _show_top(np)
        while OWNER_OF_CARD[_top(np)] != who:
            cards.give(_top(np), DECK, at=0)
            _show_top(np)
    _show_top(np)
    return SIDES[2 * _top(np)]


def read_card(s: Mars, who: int, front: Side, may_special: bool) -> Steps[Plan | None]:
    """8.5.3 From box to box; None if the card says to draw another."""
    side, at, before = front, front.start, ""
    yield say("{who:faction}: Curiosity card {card}.", who=who, card=SIDE_WORDS[side.number])
    while True:
        box = side.boxes[at]
        if box.special:
            before, at = at, box.next
        elif box.operation is not None:
            after = box.next if box.next in side.boxes else ""
            return Plan(side, Op[box.operation.upper()], before, after)
        else:
            at = box.yes if (yield from condition_holds(s, who, box.check, may_special)) else box.no
            if at == "draw":
                return None
            if at == "flip":
                side = SIDES[side.number + 1]
                at = side.start
                yield say(
                    "{who:faction}: the card is turned to side {card}.", who=who, card=SIDE_WORDS[side.number]
                )


def draw_for(s: Mars, np: NonPlayers, who: int, name: str) -> None:
    """8.8 For an Operation or a Special Activity that an Event names: draw until a side, front or back, has it."""
    for _ in CARD_IDS:
        front = next_card(s, np, who)
        for side in (front, SIDES[front.number + 1]):
            if name in _named(side):
                np.turn_to(side.number)
                return


def _named(side: Side) -> set[str]:
    """The Operations and Special Activities of a side."""
    boxes = side.boxes.values()
    return {str(box.operation) for box in boxes} | {it.activity for box in boxes for it in box.special}
