"""The columns that simulations record of a position: the squadron, the OPFOR and the Ops deck."""

from __future__ import annotations

from ..state import Squadron


def columns_of(s: Squadron) -> dict[str, float]:
    """Ships on the map and those Disrupted, the OPFOR on the map, Ops cards left, NET Level, Assembly Points, the objective."""
    ships = s.in_space()
    return {
        "ships": len(ships),
        "disrupted": sum(s.is_flipped[ship] for ship in ships),
        "opfor": s.opfor_left,
        "opfor_strength": s.opfor_strength,
        "ops_left": s.ops_left,
        "net": s.net,
        "points": s.points,
        "captured": s.captured,
        "objective": s.is_built + s.is_bombarded + s.is_assaulted + s.is_special_done,
        "missions_won": s.won,
    }
