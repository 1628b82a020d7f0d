"""Dealing anew what a seat cannot know: hands, decks, and the cards under the top of a stack, which lie in order."""

from __future__ import annotations

import random

from ..state import STACK, NuEarth
from .places import is_suitable


def redeal(
    s: NuEarth,
    seat: int | None,
    rng: random.Random,
    pinned: frozenset[int],
    passing: frozenset[int],
    declares: frozenset[int],
) -> None:
    """Deal the hidden cards anew, who passes until his turn or declares always, and by which orders Rogue cards are kept.

    Whose turn it is does not pass.
    """
    _redeal_cards(s, seat, rng, pinned)
    s.passing.redeal(seat, rng, pinned=passing, fits=lambda gi, passes: not (passes and gi == s.mover))
    s.declares.redeal(seat, rng, pinned=declares)
    kinds = range(len(s.box.rogue_designs))
    for gi in range(
        s.players
    ):  # also of those who keep their cards by no order: nobody knows what they would keep
        if gi != seat:
            s.rogue_orders[gi] = tuple(rng.sample(kinds, rng.randrange(len(kinds) + 1)))


def _redeal_cards(s: NuEarth, seat: int | None, rng: random.Random, pinned: frozenset[int]) -> None:
    """Deal the hidden cards. Those of a stack are suitable for its sector and sorted by Initiative."""
    stack = s.cards.zones[STACK]
    places = [n for n, card in enumerate(stack) if card not in pinned and not s.cards.knows(seat, card)]
    if not places:
        s.cards.redeal(seat, rng, pinned=pinned)
        return
    box, here = s.box, s.sector[s.mover]
    lowest = _lowest_seen(s, [card for n, card in enumerate(stack) if n not in places])
    elsewhere = {
        card
        for card, foe in enumerate(box.foes)
        if foe.initiative > lowest or not is_suitable(box, card, here)
    }
    s.cards.redeal(seat, rng, pinned=pinned, fits=lambda card, zone, place: zone != STACK, limited=elsewhere)
    stack = s.cards.zones[STACK].copy()
    laid = sorted((stack[n] for n in places), key=lambda card: box.foes[card].initiative)
    for n, card in zip(places, laid, strict=True):  # the top is last
        stack[n] = card
    s.cards.zones[STACK] = stack


def _lowest_seen(s: NuEarth, seen: list[int]) -> int:
    """The Initiative no hidden card can exceed: that of the lowest card seen that was drawn with them."""
    return min((s.box.foes[card].initiative for card in seen if card not in s.board), default=99)
