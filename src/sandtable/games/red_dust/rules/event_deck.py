"""11 The Event deck: how it is built, which everybody knows, and how its cards are revealed."""

from __future__ import annotations

from ..printed.decks import CURRENT, EVENT_DECK, FIRST_DUST_STORM, NEXT, PLAYED
from ..state import Mars

STACK, BOTTOM = 12, 6
#: The Dust Storm of each stack, from the bottom of the deck to its top. (They are all alike.)
DUST_STORMS = (FIRST_DUST_STORM + 2, FIRST_DUST_STORM + 1, FIRST_DUST_STORM)


def dust_storm_places(s: Mars) -> dict[int, range]:
    """11 Where in the deck each Dust Storm can lie, counted from the bottom: everybody knows how the deck was built."""
    size = STACK + 1
    places = {card: range(size * pile, size * pile + BOTTOM + 1) for pile, card in enumerate(DUST_STORMS)}
    if s.is_stacked:
        places[DUST_STORMS[-1]] = range(2 * size + 1, 2 * size + 2)
    return places


def reveal_event(s: Mars, zone: int) -> None:
    """Turn the top card of the deck face up; when the next one can only be a Dust Storm, everybody knows it."""
    s.events.reveal(s.events.draw(EVENT_DECK, zone))
    deck = s.events.zones[EVENT_DECK]
    for card, places in dust_storm_places(s).items():
        if len(deck) - 1 == places[0] and deck[-1] == card:
            s.events.reveal([card])


def reveal_two(s: Mars) -> None:
    """11, 14.5 A new Current and a new Next Event."""
    s.events.gather(CURRENT, PLAYED)
    reveal_event(s, CURRENT)
    reveal_event(s, NEXT)
