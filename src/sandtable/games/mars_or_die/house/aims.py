"""The aims of a battle: what breaks each side, where it wants to be, what must leave or be destroyed. It never changes in a game."""

from __future__ import annotations

from typing import NamedTuple

from ..printed.box import Box
from ..printed.files import Win
from ..rules.geometry.polygon import Point
from ..state import Battle
from .goals import objectives, worth_of

#: How many battles to remember.
MOST = 64


class Aim(NamedTuple):
    """One side's part of it."""

    #: The strength below which it breaks; 0 if it never does.
    breaks_at: int
    #: The ground it must hold at the end, if it must.
    hold: Win | None
    #: How many units of a type must leave the table, and of the enemy's be destroyed.
    left: Win | None
    destroyed: Win | None
    #: Whether it wins when time runs out, and whether it loses with its champion.
    wins_time: bool
    loses_champion: bool
    #: By unit of both sides: the worth of a stand to this side, if it destroys it.
    worth: list[float]


class Battleplan(NamedTuple):
    """Both sides, and the place that counts at the end, if there is one."""

    sides: tuple[Aim, Aim]
    place: Point | None


_plans: dict[tuple[str, str], Battleplan] = {}


def plan_of(s: Battle) -> Battleplan:
    """The battleplan of a game. It is made once for each pack and scenario."""
    found = _plans.get((s.pack, s.scenario))
    if found is None:
        if len(_plans) >= MOST:
            _plans.clear()
        found = _plans[s.pack, s.scenario] = _make(s.box)
    return found


def _make(box: Box) -> Battleplan:
    places = objectives(box)
    return Battleplan((_aim(box, 0), _aim(box, 1)), places[0] if places else None)


def _aim(box: Box, side: int) -> Aim:
    wins, theirs = box.wins[side], box.wins[1 - side]
    under = max((win.under for win in theirs if win.when == "break"), default=0)

    def first(when: str) -> Win | None:
        return next((win for win in wins if win.when == when), None)

    return Aim(
        -(-under * box.strength[side] // 100),
        first("hold"),
        first("left"),
        first("destroyed"),
        first("otherwise") is not None,
        any(win.when == "champion" for win in theirs),
        [worth_of(box, v, side) for v in range(len(box.units))],
    )
