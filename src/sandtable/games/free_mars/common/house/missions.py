"""The result of a Mission of a campaign, for players who look ahead."""

from __future__ import annotations

from ..state import Theatre


def mission_won(before: Theatre, after: Theatre) -> tuple[float] | None:
    """SC and SP 20.0 Whether the Mission that was going on before has been won since; None if it goes on."""
    n = len(before.fought)
    return (float(after.fought[n].won),) if len(after.fought) > n else None
