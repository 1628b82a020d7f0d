"""The translation of answers from games stored under rules 4.

Under rules 4 the player was not asked about breaking off from an OPFOR without strength, and Pods that came back aboard
remembered their ships only if there were several and no ship was lost.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sandtable.engine import Answered, Kinds, Migrated, Question
from sandtable.engine.asking import Topic
from sandtable.engine.saving.migration import resolve_old

from .combat import FIGHT, FIRE
from .pods import BACK, OTHERWISE, RECOVER, STOW


def stored_answer(question: Question, answers: Sequence[Answered]) -> Migrated:
    """Translate the next old answers into answers to the question that is open now."""
    key = answers[0].key
    if key not in question.keys:
        if question.topic == FIGHT.id:
            return Migrated(FIRE.id, used=0)
        if question.topic == RECOVER.id:
            return Migrated((OTHERWISE if key in _keys(STOW, question.kinds) else BACK).id, used=0)
        if key in (BACK.id, OTHERWISE.id):  # one ship had room
            return Migrated(None)
    return Migrated(resolve_old(question, key)[0])


def _keys(topic: Topic, kinds: Kinds) -> Collection[str]:
    """Every key that a topic can have."""
    return topic.keys(range(kinds["unit"].count or 0), kinds).values()
