"""Why a unit is not offered: the conditions that several rules share."""

from __future__ import annotations

from sandtable.engine import Choice, Refusal

from ..printed.box import Kind
from ..state import BACK, BOX, FRONT, OUT, Team, piece

NOT_IN_TEAM = Refusal("{it} is not in the Team.")
ELIMINATED = Refusal("{it} is eliminated for this Mission.")
OTHER_SIDE = Refusal("This counter shows its other side.")
IS_CRASHED = Refusal("{it} has crashed already.")
NOT_CRASHED = Refusal("{it} has not crashed.")
GEAR_NEVER_CRASHES = Refusal("{it} is Gear: it never crashes.")


def team_refusal(s: Team, unit: int) -> Refusal | None:
    """10.1 Why a counter, by the side that is named, is not one of the Team's."""
    place = s.units[unit // 2]
    if place == BOX:
        return NOT_IN_TEAM
    if place == OUT:
        return ELIMINATED
    return None if piece(s, unit // 2) == unit else OTHER_SIDE


def effective_refusal(s: Team, unit: int) -> Refusal | None:
    """4.2 4.3 Why a unit of the Team is not effective."""
    why = team_refusal(s, unit)
    return why or (None if s.is_effective(unit // 2) else IS_CRASHED)


def crashed_refusal(s: Team, unit: int) -> Refusal | None:
    """18.2 Why a unit of the Team needs no repair."""
    if (why := team_refusal(s, unit)) is not None:
        return why
    if s.box.kind[unit // 2] is Kind.GEAR:
        return GEAR_NEVER_CRASHES
    return NOT_CRASHED if s.units[unit // 2] == FRONT else None


def backs(s: Team) -> list[int]:
    """4.1 The counters of the Team that show their backs."""
    return [2 * unit + 1 for unit, place in enumerate(s.units) if place == BACK]


#: 18.2 The units of the Team that have crashed.
CRASHED = Choice(backs, crashed_refusal)
