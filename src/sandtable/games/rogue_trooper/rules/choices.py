"""Choices that several rules offer: a player's cards of one kind, and the GIs in a sector."""

from __future__ import annotations

from sandtable.engine import Choice, Refusal

from ..printed.box import CLUE, ENCOUNTER, MISSION, ROGUE, SUPPLY
from ..state import FREE, NuEarth

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
NO_CONTACT = Refusal("{it} is no Contact Mission.")
YOURSELF = Refusal("{it} is your own GI.")
DEAD = Refusal("{it} is dead.")
NOT_HERE = Refusal("{it} is in another sector.")
IN_PRISON = Refusal("{it} is a prisoner, and prisoners are not met.")


def why_not_held(s: NuEarth, deck: int, card: int) -> Refusal:
    """Why a card is none of a player's cards of a deck. It tells nothing about where the card is."""
    return NOT_HELD if s.box.deck[card] == deck else OTHER_DECK[deck]


def item_refusal(s: NuEarth, seat: int, card: int) -> Refusal | None:
    """7.2 Why a card is none of a GI's Special Items."""
    if card in s.items(seat):
        return None
    return NO_ITEM if s.box.item[card] < 0 else NOT_HELD


def companion_refusal(s: NuEarth, seat: int, card: int) -> Refusal | None:
    """4.3.4 Why a card is none of a GI's Companions."""
    if card in s.companions(seat):
        return None
    return NOT_YOUR_COMPANION if s.box.is_companion(card) else NO_COMPANION


def clue_refusal(s: NuEarth, seat: int, card: int) -> Refusal | None:
    """10 Why a card is none of a player's hidden Clue cards. R-RT-35: an open set stays whole."""
    if card in s.clues(seat):
        return None
    return (
        IN_OPEN_SET if any(card in s.set_of(gi) for gi in range(s.players)) else why_not_held(s, CLUE, card)
    )


def contact_refusal(s: NuEarth, seat: int, card: int) -> Refusal | None:
    """4.6, 11.2 Why a card is none of a player's Contact Missions: no Genie, no Wedding Bells."""
    if card not in s.missions(seat):
        return why_not_held(s, MISSION, card)
    return None if s.box.task(card).is_contact else NO_CONTACT


def rogue_card_refusal(s: NuEarth, seat: int, card: int) -> Refusal | None:
    """9 Why a card is none of a player's Rogue cards."""
    return None if card in s.hand(seat) else why_not_held(s, ROGUE, card)


#: 7.2 A GI's Special Items.
SPECIAL_ITEMS = Choice(NuEarth.items, item_refusal)
#: 10 A player's hidden Clue cards.
HIDDEN_CLUES = Choice(NuEarth.clues, clue_refusal)
#: 4.6, 11.2 A player's Contact Missions.
CONTACTS = Choice(NuEarth.missions, contact_refusal)
#: 9 A player's Rogue cards.
ROGUE_CARDS = Choice(NuEarth.hand, rogue_card_refusal)


def every_gi(s: NuEarth, seat: int, sector: int) -> range:
    return range(s.players)


def encounter_refusal(s: NuEarth, seat: int, sector: int, gi: int) -> Refusal | None:
    """4.1, R-RT-9 Why a GI cannot be encountered in a sector."""
    if gi == seat:
        return YOURSELF
    if s.lives[gi] <= 0:
        return DEAD
    if s.sector[gi] != sector:
        return NOT_HERE
    return IN_PRISON if s.prison[gi] != FREE else None


#: 4.1 The GIs that a GI would encounter in a sector.
GIS_AT = Choice(every_gi, encounter_refusal)


def others_here(s: NuEarth, seat: int) -> list[int]:
    """4.1 The GIs that can be encountered where this one is."""
    return GIS_AT.all(s, seat, s.sector[seat])
