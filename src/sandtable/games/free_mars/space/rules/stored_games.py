"""What the answers of games that were stored under older rules mean today.

Up to version 3 every turn asked who stays behind and which Pods are shifted, every volley who breaks off, and the
player was asked whether to look through the Ops deck.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sandtable.engine import Answered, Kinds, Migrated, Question
from sandtable.engine.asking import Topic
from sandtable.engine.saving.migration import resolve_old

from .combat import BREAK_OFF, BREAK_OFF_WITH, FIRE, LOSS, REST
from .intercepts import CAPTURE, DISCARD, REMOVE
from .pods import KEEP, SHIFT
from .task_force import ALL, LEAVE, LEAVE_SHIPS, MOVE, SHIFT_AFTER
from .task_force import SHIFT as SHIFT_FIRST

#: Nothing is asked any more where this was answered.
GONE = Migrated(None)
LOOKED = ("look:yes", "look:no")


def stored_answer(question: Question, answers: Sequence[Answered]) -> Migrated:
    """What the next old answers mean at the question that is open now."""
    old = [answer.key.replace("-", "_") for answer in answers]
    if question.topic == MOVE.id:
        return _at_move(question, old)
    if question.topic == "fight" and old[0] in _keys(BREAK_OFF_WITH, question.kinds):
        alone = question.facts["ships"] == 1  # nobody is asked which ship it is
        return Migrated(BREAK_OFF.id, used=1 if alone else 0)
    if question.topic == BREAK_OFF_WITH.id and old[0] == FIRE.id:
        return Migrated(REST.id)
    if old[0] not in question.keys and _is_gone(question, old[0]):
        return GONE
    return Migrated(resolve_old(question, answers[0].key)[0])


def _at_move(question: Question, old: Sequence[str]) -> Migrated:
    """10.1 19.3 Leaving ships and shifting Pods were asked before the movement, and shifting once more after it."""
    kinds, offered = question.kinds, question.keys
    if old[0] in _keys(LEAVE, kinds):
        return Migrated(LEAVE_SHIPS.id, used=0)
    if old[0] in _keys(SHIFT, kinds):
        return Migrated(SHIFT_FIRST.id, used=0) if SHIFT_FIRST.id in offered else GONE
    if old[0] not in offered and _is_gone(question, old[0]):
        return GONE
    if old[0] in _keys(MOVE, kinds, "point") and SHIFT_AFTER.id in offered:
        taken = {*_keys(CAPTURE, kinds), *_keys(DISCARD, kinds), REMOVE.id}
        then = next((key for key in old[1:] if key not in taken), "")
        if then in _keys(SHIFT, kinds):
            return Migrated(SHIFT_AFTER.id, used=0)
    return Migrated(resolve_old(question, old[0])[0])


def _is_gone(question: Question, key: str) -> bool:
    """Whether an answer belongs to a question that is not asked any more, or not where it makes no difference."""
    kinds = question.kinds
    if key in (*LOOKED, ALL.id, KEEP.id, FIRE.id):
        return True
    return key in _keys(SHIFT, kinds) or key in _keys(LOSS, kinds)


def _keys(topic: Topic, kinds: Kinds, kind: str = "unit") -> Collection[str]:
    """Every key that a topic can have."""
    return topic.keys(range(kinds[kind].count or 0), kinds).values()
