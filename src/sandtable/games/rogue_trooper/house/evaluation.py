"""What a position is worth to each seat, for search bots."""

from __future__ import annotations

from ..rules.clues import most_matching
from ..state import NOWHERE, NuEarth
from .tactics import distance

#: By matching parts of a face.
PROGRESS = (0.05, 0.10, 0.20, 0.38, 0.55, 0.55)


def evaluate(s: NuEarth) -> list[float]:
    """From 0 to 1, by Clues, then by nearness to the Traitor and the lives he has lost. A dead GI can only come second."""
    merits = [_merit(s, seat) for seat in range(s.players)]
    total = sum(merits) or 1.0
    return [merit / total for merit in merits]


def _merit(s: NuEarth, seat: int) -> float:
    if s.lives[seat] <= 0:
        return 0.02
    merit = PROGRESS[min(most_matching(s, seat), 5)]
    if s.set_of(seat) and s.traitor != NOWHERE:
        gone = s.box.sheet.traitor_lives - s.traitor_lives
        merit += 0.10 * gone + 0.12 / (1 + distance(s, seat, s.sector[seat], s.traitor))
    return merit * (0.55 + 0.45 * s.lives[seat] / s.box.sheet.lives) * (0.7 if s.is_prisoner(seat) else 1.0)
