"""The columns that simulations record of a position: what is left of each side."""

from __future__ import annotations

from ..printed.box import box_of
from ..state import Battle, strength


def columns_of(s: Battle) -> dict[str, float]:
    """The strength of each side, its units on the table and those in disorder, and the turn."""
    box = box_of(s)
    found: dict[str, float] = {"battle_turn": s.turn}
    for side in (0, 1):
        name = box.army(side).id
        # Before the first turn not everybody is on the table, but nobody has been lost.
        found[f"strength_{name}"] = strength(s, side) if s.turn else box.strength[side]
        found[f"units_{name}"] = len(s.live[side]) if s.turn else len(box.sides[side])
        found[f"disordered_{name}"] = sum(s.disordered[u] for u in s.live[side])
    return found
