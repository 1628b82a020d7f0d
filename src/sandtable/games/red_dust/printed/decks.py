"""The three decks as the rules number them: a card in a deck is its number less one. What cards print is in the pack."""

from __future__ import annotations

#: How many cards there are, by deck.
EVENT_CARDS, ASSET_CARDS, CAMPAIGN_CARDS = 51, 30, 12
#: The last Events are Dust Storms.
FIRST_DUST_STORM = 48
#: 18 Events that have one option; every other has two. By number, like the cards below.
ONE_OPTION = (32, 34, 47)
#: 19 Assets that have a rule of their own: as a capability, and as an Event.
CAPABILITY_CARDS = (1, 2, 3, 4, 5, 6, 23, 24, 25, 26)
EVENT_ASSETS = (7, 8, 9, 10, 11, 12, 13, 27, 28, 29)
HAND_LIMIT = 6

# Zones of the Event cards: the deck, piles while it is built, the two face-up cards, and what has been played.
EVENT_DECK, POOL, BUILT, UNSEEN, CURRENT, NEXT, PLAYED = range(7)
# Zones of the Asset cards.
ASSET_DECK, HAND, DISCARDS, CAPABILITIES = range(4)
# Zones of the Campaign cards.
CAMPAIGN_DECK, DRAWN, ACTIVE, GONE = range(4)
