"""The value of a position to each Faction, for bots and curves: its chance to win, by margins and by what will raise them later."""

from __future__ import annotations

from math import exp

from ..printed.decks import CAPABILITIES, EVENT_DECK, HAND
from ..printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from ..printed.pieces import CORP_BASES, CR_REBELS, MG_TROOPS, RD_REBELS, TERRAFORMING
from ..rules.victory import FACTIONS, margins
from ..state import Mars

# Fitted to who won 1,000 games of the house player, as a softmax of a number for each Faction.
#: What a point of margin is worth to each at first; it is worth more as the Event deck runs out, and LATE more at its end.
POINT = (0.115, 0.132, 0.12, 0.218)
LATE = 0.59
#: What each has apart from its margin: with an empty Event deck, and so much more with a full one.
END = (0.39, -0.47, -0.19, 0.27)
BEGINNING = (-0.72, 2.2, 0.28, -1.75)
#: How many Event cards a full deck has, about.
FULL = 37


def evaluate(s: Mars) -> list[float]:
    """The chance of each Faction to win."""
    left = min(1.0, s.events.count(EVENT_DECK) / FULL)
    late = 1.0 + LATE * (1.0 - left)
    weights = [
        exp(end + beginning * left + (margin + more) * point * late)
        for margin, more, point, end, beginning in zip(
            margins(s), prospects(s), POINT, END, BEGINNING, strict=True
        )
    ]
    total = sum(weights)
    return [weight / total for weight in weights]


def prospects(s: Mars) -> list[float]:
    """The prospects of each Faction beyond its victory total: money, cards, pieces on the map."""
    found = [0.0] * len(FACTIONS)
    found[MARS_GOV] = 0.16 * s.resources[MARS_GOV] + 0.12 * s.on_mars(MG_TROOPS)
    found[CORPORATIONS] = 1.1 * s.on_mars(CORP_BASES) + 1.2 * s.on_mars((TERRAFORMING,))
    found[RED_DUST] = 0.19 * s.resources[RED_DUST] + 0.16 * s.on_mars(RD_REBELS)
    cards = len(s.assets.zones[HAND]) + 2 * len(s.assets.zones[CAPABILITIES])
    found[RECLAIMERS] = 0.4 * cards + 0.09 * s.on_mars(CR_REBELS)
    return found
