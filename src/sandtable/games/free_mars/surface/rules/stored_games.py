"""What the answers of games that were stored under older rules mean today.

Up to version 3 the player was asked whether to look through the Ops deck, and after every round whether to break off,
even from an OPFOR without strength.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Answered, Migrated, Question
from sandtable.engine.saving.migration import resolve_old

from .combat import FIGHT_ON

#: Nothing is asked any more where this was answered.
GONE = ("look:yes", "look:no", FIGHT_ON.id)


def stored_answer(question: Question, answers: Sequence[Answered]) -> Migrated:
    """What the next old answer means at the question that is open now."""
    key = answers[0].key.replace("-", "_")
    if key in GONE and key not in question.keys:
        return Migrated(None)
    return Migrated(resolve_old(question, answers[0].key)[0])
