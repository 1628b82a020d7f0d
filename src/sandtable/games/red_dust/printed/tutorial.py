"""The tutorial: the playbook's first stretch of play, with its cards, Storms and dice in the order they came."""

from __future__ import annotations

from .decks import FIRST_DUST_STORM
from .map import NUMBER_OF

_STORMS = (
    "shepard hellas_chaos "
    "syria_planum rutherford noctis_labyrinthus noctis_labyrinthus "
    "trouvelot shepard "
    "daedalia_planum marth"
)
_EVENTS = (29, 47, 48, 12, 23, 44, 43, 4, 1, 16, 9)
_ASSETS = (16, 20, 26, 29, 9, 14, 24, 30, 4, 12, 21, 28)
_CAMPAIGNS = (9, 11, 10)

#: Results that the tutorial imposes. After the first Dust Storm, chance takes over.
FORCED: dict[str, list[int]] = {
    "event": [*(number - 1 for number in _EVENTS), FIRST_DUST_STORM],
    "asset": [number - 1 for number in _ASSETS],
    "campaign": [number - 1 for number in _CAMPAIGNS],
    "storm": [NUMBER_OF[space] for space in _STORMS.split()],
    "attack": [1, 5, 2, 4],
}
