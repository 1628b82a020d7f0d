"""The columns that simulations record of a position: the Team, the OPFOR and the Ops deck."""

from __future__ import annotations

from ..state import Team


def columns_of(s: Team) -> dict[str, float]:
    """The Team's strength and units, the OPFOR on the map, Ops cards left, NET Level, Team Points, Installations."""
    return {
        "strength": s.strength,
        "cadres": s.cadres,
        "vehicles": s.vehicles,
        "units": len(s.team()),
        "opfor": s.opfor_left,
        "opfor_strength": s.opfor_strength,
        "ops_left": s.ops_left,
        "net": s.net,
        "points": s.points,
        "installations": sum(s.control),
        "positives": sum(s.scored),
        "missions_won": s.won,
    }
