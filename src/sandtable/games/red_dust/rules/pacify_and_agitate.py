"""14.3, 16.1 Pacify and Agitate: House, Repair, or pay for a shift."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.engine import Line, Refusal, Steps, Word

from ..printed.map import MARS_GOV, RED_DUST
from ..state import Mars
from .alignment import after_shift, can_shift, now_at, shift
from .population import HOUSE, REPAIR, can_house, can_repair, help_refusal, help_says, house, repair
from .resources import can_spend, spend

SHIFT = {
    MARS_GOV: Word("shift", "More Support"),
    RED_DUST: Word("shift", "More Opposition"),
}
SHIFT_COST = {MARS_GOV: 3, RED_DUST: 1}
TOWARDS = {MARS_GOV: 1, RED_DUST: -1}


def ways_to_improve(s: Mars, who: int, space: int) -> list[Word]:
    """The ways Pacify (MG) or Agitate (RD) can improve a space now."""
    ways = []
    if can_house(s, space):
        ways.append(HOUSE)
    if can_repair(s, who, space):
        ways.append(REPAIR)
    if can_spend(s, who, SHIFT_COST[who]) and can_shift(s, space, TOWARDS[who]):
        ways.append(SHIFT[who])
    return ways


SHIFT_SAYS = Line("A shift to {alignment} for {n:resources}.")


def improvement_says(s: Mars, who: int, it: Any) -> Line | None:
    """14.3 The effect of House, Repair and a shift in a space, and their cost."""
    if it.__class__ is Word:
        return None
    space, way = it
    if way != SHIFT[who]:
        return help_says(who, way)
    return SHIFT_SAYS.of(alignment=after_shift(s, space, TOWARDS[who]), n=SHIFT_COST[who])


NO_SHIFT = {
    MARS_GOV: Refusal("{it} has Active Support, and there is nothing to House or Repair."),
    RED_DUST: Refusal("{it} has Active Opposition, and there is nothing to House or Repair."),
}
SHIFT_TOO_DEAR = Refusal("A shift of {it} costs {n:resources}, and you have {have:number} left.")
CANNOT_SHIFT = Refusal("{it} cannot be shifted further, and there is nothing to House or Repair.")


def improve_refusal(s: Mars, who: int, space: int) -> Refusal | None:
    """14.3 Why nothing can be done in a space: why it cannot be shifted, if it can be neither Housed in nor Repaired."""
    if ways_to_improve(s, who, space):
        return None
    if not s.population(space):
        return help_refusal(s, who, space)
    if s.alignment[space] == 2 * TOWARDS[who]:
        return NO_SHIFT[who]
    if not can_shift(s, space, TOWARDS[who]):
        return CANNOT_SHIFT
    return SHIFT_TOO_DEAR.of(n=SHIFT_COST[who], have=s.resources[who] - s.action.cost)


def improvements(s: Mars, who: int, spaces: Iterable[int]) -> list[Any]:
    """The ways Pacify or Agitate can improve these spaces now, each with its space."""
    return [(space, way) for space in spaces for way in ways_to_improve(s, who, space)]


def improve(s: Mars, who: int, space: int, way: Word) -> Steps[None]:
    """14.3 Pacify and Agitate. House, Repair or a paid shift."""
    if way == HOUSE:
        yield from house(s, who, space)
    elif way == REPAIR:
        yield from repair(s, who, space)
    else:
        text = "The shift of {space} costs {who:the_faction} {n}."
        free = "{who:faction} shifts {space}."
        yield from spend(s, who, SHIFT_COST[who], text, free, space=space)
        shift(s, space, TOWARDS[who])
        yield now_at(s, space)
