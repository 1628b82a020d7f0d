"""How the view becomes numbers, for programs that learn."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Encoding, Number, Numbers, OneOf, Pile

from ..printed.decks import ASSET_CARDS, CAMPAIGN_CARDS, EVENT_CARDS
from ..printed.map import PLACES, SPACES
from ..printed.pieces import KINDS
from ..state import Phase

EVENTS, ASSETS, CAMPAIGNS = range(EVENT_CARDS), range(ASSET_CARDS), range(CAMPAIGN_CARDS)
FACTIONS = range(4)


def encoding_of(options: Any) -> Encoding:
    """The map is the same in every pack, and so are the numbers of the cards."""
    spaces = len(SPACES)
    track, money = Number(0, 40), Number(0, 60)
    return Encoding(
        {
            "pieces": Numbers((PLACES, KINDS), 0, 30),
            "control": Numbers(spaces, -1, 5),
            "alignment": Numbers(spaces, -2, 2),
            "damage": Numbers(spaces, 0, 2),
            "housed": Numbers(spaces, 0, 4),
            "population": Numbers(spaces, 0, 8),
            "storm": Numbers(spaces, 0, 2),
            "resources": Numbers(3, 0, 60),
            "acting": OneOf(FACTIONS),
            "cost": money,
            "given": money,
            "supply_on_earth": track,
            "supply_in_transit": track,
            "population_on_earth": track,
            "population_in_transit": track,
            "displaced": track,
            "level": Number(0, 12),
            "confidence": Number(0, 20),
            "controller": OneOf(FACTIONS),
            "is_eg_up": Number(0, 1),
            "flashpoint": Number(0, 12),
            "has_rodgers_line": Number(0, 1),
            "is_haboob": Number(0, 1),
            "phase": OneOf(tuple(Phase)),
            "rounds": Number(0, 4),
            "current": OneOf(EVENTS),
            "next": OneOf(EVENTS),
            "order": Numbers(4, -1, 3, fill=-1),
            "eligible": Numbers(4, 0, 1),
            "acted": Pile(FACTIONS),
            "passed": Pile(FACTIONS),
            "barred": Pile(FACTIONS),
            "staying": Pile(FACTIONS),
            "events_left": Number(0, EVENT_CARDS),
            "played": Pile(EVENTS),
            "hand": Pile(ASSETS),
            "assets_left": Number(0, ASSET_CARDS),
            "discards": Pile(ASSETS),
            "capabilities": Pile(ASSETS),
            "campaigns": Pile(CAMPAIGNS),
            "campaigns_left": Number(0, CAMPAIGN_CARDS),
            "campaigns_gone": Pile(CAMPAIGNS),
            "drawn": Pile(CAMPAIGNS),
            "totals": Numbers(4, 0, 80),
            "thresholds": Numbers(4, 0, 80),
            "margins": Numbers(4, -80, 80),
        },
        left_out=("pack", "nonplayers"),
        data={"amount": (0, 40)},
    )
