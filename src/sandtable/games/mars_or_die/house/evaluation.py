"""The value of a position, for bots that search."""

from __future__ import annotations

from ..printed.box import Box, box_of
from ..state import DESTROYED, LEFT, WAITING, Battle, strength


def evaluate(s: Battle) -> tuple[float, float]:
    """The value of the position to each side, from 0 to 1: what is left of both, each measured by what breaks it."""
    box = box_of(s)
    shares = []
    for side in (0, 1):
        fewest = max((win.under for win in box.wins[1 - side] if win.when == "break"), default=0) / 100
        share = (strength(s, side) + _waiting(s, box, side)) / (box.strength[side] or 1)
        shares.append(max(0.0, share - fewest) / (1 - fewest) + 0.02)
    first = shares[0] / (shares[0] + shares[1])
    for side in (0, 1):
        first += (0.12 if side == 0 else -0.12) * _gains(s, box, side)
    first = min(0.99, max(0.01, first))
    return first, 1 - first


def _waiting(s: Battle, box: Box, side: int) -> int:
    """The strength of the units of a side that are still to be set up."""
    kinds = [box.units[u].kind for u in box.sides[side] if s.fates[u] == WAITING]
    return sum(kind.stands + kind.labels for kind in kinds if not kind.is_flyer)


def _gains(s: Battle, box: Box, side: int) -> int:
    """How many units a side has got off the table or destroyed, of those that its victory asks for."""
    found = 0
    for win in box.wins[side]:
        if win.when in ("left", "destroyed"):
            owner, fate = (side, LEFT) if win.when == "left" else (1 - side, DESTROYED)
            found += sum(box.units[u].kind.id == win.type and s.fates[u] == fate for u in box.sides[owner])
    return found
