"""What a position is worth to each Faction, for bots: its victory margin, and a little for what will raise it later."""

from __future__ import annotations

from math import exp

from ..printed.decks import CAPABILITIES, HAND
from ..printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from ..printed.pieces import CORP_BASES, CR_REBELS, MG_TROOPS, RD_REBELS, TERRAFORMING
from ..rules.victory import FACTIONS, margins
from ..state import Mars

#: How many points of margin make one step; a step is worth the same to every Faction.
SCALE = (9.0, 9.0, 8.0, 4.0)
#: Where each Faction usually stands when the game begins, in steps.
USUAL = (-2.4, -4.0, -2.2, -0.8)


def evaluate(s: Mars) -> list[float]:
    """From 0 to 1 for each Faction: how far it is ahead of the best of the others."""
    steps = [
        (margin + more) / scale - usual
        for margin, more, scale, usual in zip(margins(s), prospects(s), SCALE, USUAL, strict=True)
    ]
    return [_share(steps[who] - max(steps[other] for other in FACTIONS if other != who)) for who in FACTIONS]


def _share(lead: float) -> float:
    return 1.0 / (1.0 + exp(-lead))


def prospects(s: Mars) -> list[float]:
    """What each Faction has that does not count for victory yet: money, cards, pieces on the map."""
    found = [0.0] * len(FACTIONS)
    found[MARS_GOV] = 0.1 * s.resources[MARS_GOV] + 0.08 * s.on_mars(MG_TROOPS)
    found[CORPORATIONS] = 0.7 * s.on_mars(CORP_BASES) + 0.8 * s.on_mars((TERRAFORMING,))
    found[RED_DUST] = 0.12 * s.resources[RED_DUST] + 0.1 * s.on_mars(RD_REBELS)
    cards = len(s.assets.zones[HAND]) + 2 * len(s.assets.zones[CAPABILITIES])
    found[RECLAIMERS] = 0.25 * cards + 0.06 * s.on_mars(CR_REBELS)
    return found
