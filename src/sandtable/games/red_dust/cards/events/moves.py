"""18 Moves that Events order.

A move ordered by an Event itself is no Operation: pieces keep their state, a Base that moves turns to its basic side,
and Raging Storms are neither left nor entered, but for CR with CR2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.engine import DONE, Choice, Refusal, Steps
from sandtable.engine.asking import Topic, pick

from ...printed.map import MARS_GOV, ON_MARS, SPACES
from ...printed.pieces import BASIC, COIN_BASES, COIN_UNITS, OWNER, REBEL_BASES
from ...rules.choose_spaces import done
from ...rules.group_moves import Group, choose_group, move_group, went
from ...rules.reasons import CHOSEN, IN_A_STORM, NOT_ON_THE_CARD, THE_SAME_SPACE, on_map
from ...state import Mars

MOVE_NUMBER = Topic(
    "event_move_number",
    "18",
    "This many pieces of the kind move to the new space; the others stay.",
    "number",
)


def choose_movers(
    s: Mars, who: int, origin: int, goal: int, kinds: tuple[int, ...], **limits: Any
) -> Steps[Group]:
    """How many pieces of each kind an Event moves from one space to another. `limits` are those of `choose_group`."""
    about = {"event": s.current_event()}
    return (yield from choose_group(s, who, origin, goal, kinds, MOVE_NUMBER, about=about, **limits))


MOVE_IN_FROM = Topic(
    "event_move_in_from",
    "18",
    "Pieces from this space join the move; next you say how many of each kind.",
    "space",
)


NO_MORE_PIECES = done("Move no more to {space}")
NOTHING_THERE = Refusal("There are no pieces in {it} that the card moves.")


def move_in_refusal(
    s: Mars,
    who: int,
    goal: int,
    kinds: tuple[int, ...],
    origins: Sequence[int],
    chosen: list[int],
    space: int,
) -> Refusal | None:
    """18 Other spaces of the card with such pieces, each once; nothing leaves a Raging Storm."""
    if space == goal:
        return THE_SAME_SPACE
    if not s.has(space, kinds):
        return NOTHING_THERE
    if space not in origins:
        return NOT_ON_THE_CARD
    if not s.is_passable(space, who):
        return IN_A_STORM
    return CHOSEN if space in chosen else None


MOVE_FROM = Choice(
    lambda s, who, goal, kinds, origins, chosen: s.these_with(origins, kinds), move_in_refusal, guard=on_map
)


def move_in(
    s: Mars, who: int, goal: int, n: int, kinds: tuple[int, ...], origins: Sequence[int] = SPACES
) -> Steps[int]:
    """Move up to n pieces into a space, at any distance; nothing enters or leaves a Raging Storm. Returns how many."""
    if not s.is_passable(goal, who):
        return 0
    chosen: list[int] = []
    moved = 0
    while moved < n and MOVE_FROM.any(s, who, goal, kinds, origins, chosen):
        origin = yield pick(
            who,
            MOVE_IN_FROM,
            "Move pieces to {space} from where?",
            MOVE_FROM.of(s, who, goal, kinds, origins, chosen, then=(DONE,)),
            label="From {it}",
            about={"event": s.current_event(), "space": goal},
            done_as=NO_MORE_PIECES,
        )
        if origin == DONE:
            break
        chosen.append(origin)
        group = yield from choose_movers(s, who, origin, goal, kinds, most=n - moved)
        yield from move_group(s, origin, goal, group)
        moved += sum(number for _, number in group)
    return moved


def next_deserts(s: Mars, who: int, origin: int) -> list[int]:
    """Adjacent Deserts that pieces can move to."""
    if not s.is_passable(origin, who):
        return []
    box = s.box
    return [space for space in box.adjacent[origin] if space in box.deserts and s.is_passable(space, who)]


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
    "event_move_units_number",
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
    yield went(base, 1, origin, goal)


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
