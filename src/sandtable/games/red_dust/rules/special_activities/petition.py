"""17.2 Petition."""

from __future__ import annotations

from sandtable.engine import Steps

from ...printed.map import CORPORATIONS
from ...state import Action, Mars
from ..earthgov import SUPPLY, place_on_earth, set_confidence
from ..resources import charge


def petition(s: Mars, a: Action) -> Steps[None]:
    """17.2 Petition. Supply for Rebels Activated; EarthGov's applause if the Operation paid for itself."""
    supply = 1 + a.activated // 3
    yield from place_on_earth(s, SUPPLY, supply)
    yield from charge(s, CORPORATIONS, supply, "Petition costs {who:the_faction} {n}.")
    if a.rebels_lost > a.coin_lost:
        yield from set_confidence(s, True)
        yield from charge(s, CORPORATIONS, 2, "The successful Operation costs {who:the_faction} {n} more.")
