"""18 Moves that Events order: free March or Travel with one goal, and steps through the Deserts.

A move ordered by an Event itself is no Operation: pieces keep their state, a Base that moves turns to its basic side,
and Raging Storms are neither left nor entered, but for CR with CR2.
"""

from __future__ import annotations

from typing import Any

from sandtable.engine import Steps, say
from sandtable.engine.asking import Topic

from ...printed.map import ADJACENT, DESERTS, MARS_GOV, ON_MARS, RED_DUST
from ...printed.pieces import BASIC, COIN_BASES, COIN_UNITS, FORCES_OF, OWNER, REBEL_BASES
from ...rules.group_moves import choose_group, move_group
from ...rules.operations.run import can_operate, free_operation
from ...state import Mars, Op


def _to_goal(faction: int, goal: int, origin: int | None) -> tuple[Op, dict[str, Any]]:
    """RD Marches and CR Travels; all that moves ends in the goal."""
    origins = () if origin is None else (origin,)
    if faction == RED_DUST:
        return Op.MARCH, {"only": (goal,), "origins": origins, "most": 1}
    return Op.TRAVEL, {"goals": (goal,), "origins": origins}


def can_come(s: Mars, faction: int, goal: int, origin: int | None = None) -> bool:
    """Whether Rebels of a Faction can March or Travel to a space, from one origin or from any."""
    op, limits = _to_goal(faction, goal, origin)
    return can_operate(s, faction, op, free=True, **limits)


def come(s: Mars, faction: int, goal: int, origin: int | None = None) -> Steps[None]:
    """A free March or Travel to a space, from one origin or from any."""
    op, limits = _to_goal(faction, goal, origin)
    yield from free_operation(s, faction, op, **limits)


def ways_to(s: Mars, faction: int, goal: int) -> list[int]:
    """Other spaces from which Rebels of a Faction can March or Travel to a space."""
    return [
        origin
        for origin in ON_MARS
        if origin != goal and s.has(origin, FORCES_OF[faction]) and can_come(s, faction, goal, origin)
    ]


def next_deserts(s: Mars, who: int, origin: int) -> list[int]:
    """Adjacent Deserts that pieces can move to."""
    if not s.is_passable(origin, who):
        return []
    return [space for space in ADJACENT[origin] if space in DESERTS and s.is_passable(space, who)]


def patrol_reach(s: Mars, who: int, origin: int) -> list[int]:
    """34 Deserts at the end of a chain of one to three, each adjacent to the one before."""
    found: list[int] = []
    edge = [origin]
    for _ in range(3):
        after = [desert for space in edge for desert in next_deserts(s, who, space)]
        edge = [desert for desert in dict.fromkeys(after) if desert != origin and desert not in found]
        found += edge
    return sorted(found)


def coin_goals(s: Mars, who: int, origin: int) -> list[int]:
    """43 Adjacent Deserts that COIN forces can move to; a Base needs room there."""
    has_units = s.has(origin, COIN_UNITS)
    return [goal for goal in next_deserts(s, who, origin) if has_units or s.room(goal, MARS_GOV) > 0]


MOVE_UNITS = Topic(
    "event_move_number",
    "18",
    "This many units of the kind move to the adjacent Desert; the others stay.",
    "number",
)
MOVE_BASES = Topic(
    "event_move_bases",
    "18",
    "This many Bases of the kind move to the adjacent Desert and turn to their basic side.",
    "number",
)


def move_forces(s: Mars, who: int, origin: int, goal: int) -> Steps[None]:
    """43 COIN units and Bases, one piece at least, Bases as stacking permits."""
    room = s.room(goal, MARS_GOV)
    has_bases = room > 0 and s.has(origin, COIN_BASES)
    units = yield from choose_group(s, who, origin, goal, COIN_UNITS, MOVE_UNITS, least=0 if has_bases else 1)
    yield from move_group(s, origin, goal, units)
    if has_bases:
        bases = yield from choose_group(
            s, who, origin, goal, COIN_BASES, MOVE_BASES, least=0 if units else 1, most=room
        )
        for base, n in bases:
            for _ in range(n):
                yield from move_base(s, base, origin, goal)


def move_base(s: Mars, base: int, origin: int, goal: int) -> Steps[None]:
    """A Base that moves turns to its basic side."""
    s.move(base, origin, goal, 1, BASIC[base])
    yield say(
        "{piece} ×{n:number}: {origin:space} to {goal:space}.", piece=base, n=1, origin=origin, goal=goal
    )


def tunnels(s: Mars, who: int, moved: dict[tuple[int, int], int]) -> list[tuple[int, int, int]]:
    """43 Origin, Base and Desert of every move of a Rebel Base; those that have moved stay where they are."""
    return [
        (origin, base, goal)
        for origin in ON_MARS
        for base in REBEL_BASES
        if s.at(origin, base) > moved.get((origin, base), 0)
        for goal in next_deserts(s, who, origin)
        if s.room(goal, OWNER[base]) > 0
    ]
