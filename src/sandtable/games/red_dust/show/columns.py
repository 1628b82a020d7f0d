"""The columns that simulations record of a position: where each Faction stands, and what it has on Mars."""

from __future__ import annotations

from ..printed.decks import HAND
from ..printed.map import RECLAIMERS
from ..printed.pieces import BASES_OF, FACTION, UNITS_OF
from ..rules.victory import FACTIONS, margins
from ..state import Mars


def columns_of(s: Mars) -> dict[str, float]:
    """Margin, Resources, Bases and units of each Faction, Asset cards in hand, displaced people, and EarthGov's confidence."""
    found: dict[str, float] = {}
    for who, margin in zip(FACTIONS, margins(s), strict=True):
        name = FACTION.id(who)
        found[f"margin_{name}"] = margin
        if who != RECLAIMERS:  # they have no Resources but Asset cards
            found[f"resources_{name}"] = s.resources[who]
        found[f"bases_{name}"] = s.on_mars(BASES_OF[who])
        found[f"units_{name}"] = s.on_mars(UNITS_OF[who])
    return {**found, "assets": len(s.assets.zones[HAND]), "displaced": s.displaced, "confidence": s.level}
