"""Why a card is not offered, where several rules ask for cards of the same kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import Refusal

from ..printed.box import CLUE, ENCOUNTER, MISSION, ROGUE, SUPPLY
from ..state import NuEarth

NOT_HELD = Refusal("You do not hold {it}.")
#: By deck: a card of another deck.
OTHER_DECK = {
    ENCOUNTER: Refusal("{it} is no Encounter card."),
    SUPPLY: Refusal("{it} is no Supply card."),
    MISSION: Refusal("{it} is no Mission."),
    ROGUE: Refusal("{it} is no Rogue card."),
    CLUE: Refusal("{it} is no Clue card."),
}
NO_ITEM = Refusal("{it} is no Special Item.")
NO_COMPANION = Refusal("{it} is no Companion.")
NOT_YOUR_COMPANION = Refusal("{it} is not with you.")
IN_OPEN_SET = Refusal("{it} is part of an open set, which stays whole.")

Refuses = Callable[[Any], Refusal | None]


def held_refusal(s: NuEarth, held: Sequence[int], deck: int, card: int) -> Refusal | None:
    """Why a card is none of these cards of a hand. It tells nothing about where the card is."""
    if s.box.deck[card] != deck:
        return OTHER_DECK[deck]
    return None if card in held else NOT_HELD


def item_refusal(s: NuEarth, seat: int, card: int) -> Refusal | None:
    """7.2 Why a card is none of a GI's Special Items."""
    if s.box.item[card] < 0:
        return NO_ITEM
    return None if card in s.items(seat) else NOT_HELD


def companion_refusal(s: NuEarth, seat: int, card: int) -> Refusal | None:
    """4.3.4 Why a card is none of a GI's Companions."""
    if not s.box.is_companion(card):
        return NO_COMPANION
    return None if card in s.companions(seat) else NOT_YOUR_COMPANION


def clue_refusal(s: NuEarth, seat: int, card: int) -> Refusal | None:
    """10 Why a card is none of a player's hidden Clue cards. R-RT-35: an open set stays whole."""
    if any(card in s.set_of(gi) for gi in range(s.players)):
        return IN_OPEN_SET
    return held_refusal(s, s.clues(seat), CLUE, card)
