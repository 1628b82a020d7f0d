"""19 Asset cards: playing one as an Event."""

from __future__ import annotations

from sandtable.engine import Steps, say

from ..printed.decks import DISCARDS
from ..rules.resources import hand
from ..state import Mars
from .asset_events import ASSET_RULES
from .capabilities import play_capability
from .reasons import explained


def playable_assets(s: Mars) -> list[int]:
    """19 Events and capabilities in hand; Resource cards have no Event."""
    return [card for card in hand(s) if s.box.assets[card].kind != "resource"]


def play_asset(s: Mars, card: int) -> Steps[None]:
    """19 An Event is discarded when played; a capability stays in force to the end of the game."""
    if s.box.assets[card].kind == "capability":
        yield from play_capability(s, card)
    else:
        s.assets.play(card, DISCARDS)
        yield say("Reclaimers play {asset}.", asset=card, opens=True)
        yield say("The card says: {words}", words=s.box.assets[card].text)
        yield from explained(s, ASSET_RULES[card + 1](s))
