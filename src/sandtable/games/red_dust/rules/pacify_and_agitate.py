"""14.3, 16.1 Pacify and Agitate: House, Repair, or pay for a shift."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, Word
from sandtable.engine.asking import Topic, pick

from ..printed.map import MARS_GOV, RED_DUST
from ..state import Mars
from .alignment import can_shift, now_at, shift
from .population import HOUSE, REPAIR, can_house, can_repair, house, repair
from .resources import charge

SHIFT = {
    MARS_GOV: Word("shift", "Pay 3 to shift towards Active Support"),
    RED_DUST: Word("shift", "Pay 1 to shift towards Active Opposition"),
}
SHIFT_COST = {MARS_GOV: 3, RED_DUST: 1}
TOWARDS = {MARS_GOV: 1, RED_DUST: -1}


def ways_to_improve(s: Mars, who: int, space: int) -> list[Word]:
    """What Pacify (MG) or Agitate (RD) can do in a space now."""
    ways = []
    if can_house(s, space):
        ways.append(HOUSE)
    if can_repair(s, who, space):
        ways.append(REPAIR)
    if s.resources[who] - s.action.cost >= SHIFT_COST[who] and can_shift(s, space, TOWARDS[who]):
        ways.append(SHIFT[who])
    return ways


def improve(s: Mars, who: int, space: int, topic: Topic) -> Steps[None]:
    """14.3 Pacify and Agitate. Up to two of House, Repair and a paid shift, in any mix."""
    for left in (2, 1):
        ways: list[Any] = ways_to_improve(s, who, space)
        if not ways:
            return
        if left == 1:
            ways.append(DONE)
        way = yield pick(
            who,
            topic,
            "What will you do in {space}? You may do two things."
            if left == 2
            else "What else will you do in {space}?",
            ways,
            about={"space": space},
        )
        if way == DONE:
            return
        if way == HOUSE:
            yield from house(s, who, space)
        elif way == REPAIR:
            yield from repair(s, who, space)
        else:
            text = "The shift of {space} costs {who:the_faction} {n}."
            yield from charge(s, who, SHIFT_COST[who], text, space=space)
            shift(s, space, TOWARDS[who])
            yield now_at(s, space)
