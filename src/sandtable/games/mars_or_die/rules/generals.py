"""MD 9 Generals: they lend a die and an inch, change units, and may fall with one."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Choice, Refusal, Roll, Steps, at_least, say
from sandtable.engine.asking import Topic, pick

from ..state import DESTROYED, IN_PLAY, NOBODY, Battle, general_with, is_within, leave, on_table, side_of
from .action_table import Action
from .geometry.formation import Stand, stands
from .geometry.polygon import distance
from .reasons.units import NOT_YOURS

RIDE = 9000


def extra_die(s: Battle, u: int) -> int:
    """MD 9.1 One die more in every combat of the unit he is with."""
    return 0 if general_with(s, u) is None else 1


JOIN = Topic(
    "join",
    "MD 9.3",
    "He leaves his unit for this one, which then fights with one more die and moves an inch further.",
    "general",
)


IS_LOST = Refusal("{it} has fallen.")
IS_HERE = Refusal("{it} is with {unit} already.")
HAS_RIDDEN = Refusal("{it} has changed units this turn.")
TOO_FAR = Refusal("{it} is with {other:unit}, more than 9″ away.")


def join_refusal(s: Battle, u: int, general: int) -> Refusal | None:
    """MD 9.3, R-MD-28 Why a general cannot join a unit now."""
    unit = s.generals[general]
    if s.box.generals[general] != side_of(s, u):
        return NOT_YOURS
    if unit == NOBODY or s.fates[unit] != IN_PLAY:
        return IS_LOST
    if unit == u:
        return IS_HERE.of(unit=u)
    if s.general_moved[general]:
        return HAS_RIDDEN
    return None if is_within(s, unit, u, RIDE) else TOO_FAR.of(other=unit)


def generals_for(s: Battle, u: int) -> Sequence[int]:
    """MD 9.3 Generals join a unit that is on the table and has none."""
    return range(len(s.generals)) if general_with(s, u) is None and on_table(s, u) else ()


#: MD 9.3, R-MD-28 The generals who can join a unit now.
GENERALS_NEAR = Choice(generals_for, join_refusal)


def join(s: Battle, action: Action) -> Steps[None]:
    """MD 9.3 Changing units. A general leaves his unit and joins another, which then acts."""
    general = yield pick(
        action.seat,
        JOIN,
        "Which general joins {unit}?",
        GENERALS_NEAR.of(s, action.unit),
        about={"unit": action.unit},
    )
    s.generals[general] = action.unit
    s.general_moved[general] = True
    yield say("{general} joins {unit}.", general=general, unit=action.unit)


def helped_to_move(s: Battle, u: int) -> None:
    """MD 9.4 Remember whose movement a general has helped this turn."""
    general = general_with(s, u)
    if general is not None and s.general_helped[general] == NOBODY:
        s.general_helped[general] = u


def destroyed(s: Battle, u: int, last: Stand) -> Steps[None]:
    """MD 1.3 Destroyed (R-MD-28). A unit's last stand is gone. Its general falls on 1 to 3, or finds the nearest unit within 9 inches."""
    general = general_with(s, u)
    leave(s, u, DESTROYED)
    yield say("{unit} is destroyed.", unit=u)
    if general is None:
        return
    saved = (yield Roll(1, at_least(4), topic="general", by=side_of(s, u))) > 0
    near = sorted(
        (min(distance(last.corners, stand.corners) for stand in stands(s.poses[v])), v)
        for v in s.live[side_of(s, u)]
        if on_table(s, v)
    )
    if saved and near and near[0][0] <= RIDE:
        s.generals[general] = near[0][1]
        yield say("{general} rides to {unit}.", general=general, unit=near[0][1])
    else:
        s.generals[general] = NOBODY
        yield say("{general} is lost.", general=general)
