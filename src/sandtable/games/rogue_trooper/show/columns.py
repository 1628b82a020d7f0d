"""The columns that simulations record of a position: lives, Clues and cards of each GI, and the Traitor."""

from __future__ import annotations

from ..rules.clues import most_matching
from ..state import NuEarth

#: The GIs in the order of their seats, as ids.
GIS = ("red", "blue", "green", "yellow", "white", "black")


def columns_of(s: NuEarth) -> dict[str, float]:
    """By GI: lives, parts of the best face, cards in hand, ammunition; and the round, and the lives of the Traitor."""
    found: dict[str, float] = {"round": s.round, "traitor_lives": s.traitor_lives}
    each = len(s.ammunition) // s.players
    for seat, name in enumerate(GIS[: s.players]):
        found[f"lives_{name}"] = s.lives[seat]
        found[f"parts_{name}"] = most_matching(s, seat)
        found[f"hand_{name}"] = len(s.hand(seat))
        found[f"ammunition_{name}"] = sum(s.ammunition[each * seat : each * (seat + 1)])
    return found
