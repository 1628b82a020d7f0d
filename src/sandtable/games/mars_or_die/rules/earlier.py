"""The translation of answers from games stored under rules 4 to the questions of today.

Under rules 4 a unit that was told to wheel and then stayed, or to fire stand by stand and then held all its fire, had acted
for nothing: today that is to do nothing (R-MD-36). And a unit went a hair further than to the fort wall that stopped it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Answered, Migrated, Question
from sandtable.engine.saving.migration import resolve_old

from ..printed.box import inches
from . import action_table as a
from .course import SHORT, STAY
from .firing.aims import NO_SHOT
from .firing.declaring import FIRE
from .movement import RIDE_ON


def migrated(question: Question, answers: Sequence[Answered]) -> Migrated:
    """Translate the next of these answers into an answer to the open question."""
    keys = [answer.key for answer in answers]
    if question.topic == "action" and (used := _came_to_nothing(keys)):
        return Migrated(a.HOLD.id, used)
    if question.kind == "heading" and keys[0] == SHORT.id and _is_all_the_way(question, keys):
        return Migrated(keys[2], 3)
    return Migrated(resolve_old(question, keys[0])[0])


def _came_to_nothing(keys: Sequence[str]) -> int:
    """R-MD-36 How many answers were one action in which nothing was done; 0 if something was, or a journal ends before it."""
    if keys[0] in (a.WHEEL.id, a.WHEEL_MOVE.id) and keys[1:2] == [STAY.id]:
        then = keys[2] if len(keys) > 2 else ""
        if keys[0] == a.WHEEL.id or (_topic(then) != RIDE_ON.id and then not in ("", SHORT.id, STAY.id)):
            return 2
        return 3 if then == STAY.id else 0
    if keys[0] != a.FIRE.id:
        return 0
    held = next((n for n, key in enumerate(keys[1:]) if key != NO_SHOT.id), 0)
    return 1 + held if held and _topic(keys[1 + held]) != FIRE.id else 0


def _is_all_the_way(question: Question, keys: Sequence[str]) -> bool:
    """Whether a unit that was to stop short of a wall, how far and which way, now goes as far as it can on that heading."""
    way = next((option for option in question.options if keys[2:3] == [option.key]), None)
    return way is not None and not way.word and inches(way.data["stops"][-1]) == keys[1].rpartition(":")[2]


def _topic(key: str) -> str:
    return key.partition(":")[0]
