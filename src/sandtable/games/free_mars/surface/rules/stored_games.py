"""The translation of answers from games stored under rules 4.

Under rules 4 the player was not asked about breaking off from an OPFOR without strength, and was asked in which order the icons
of an Objective are rolled.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Answered, Migrated, Question, Thrown
from sandtable.engine.saving.migration import resolve_old

from ..state import Team
from .combat import BREAKOFF, FIGHT_ON

#: What an answer began with that said which icon was rolled next.
ROLL = "roll:"


def stored_answer(question: Question, answers: Sequence[Answered]) -> Migrated:
    """Translate the next old answer into an answer to the question that is open now."""
    key = answers[0].key
    if question.topic == BREAKOFF.id and key not in question.keys:
        return Migrated(FIGHT_ON.id, used=0)
    if key.startswith(ROLL):
        return Migrated(None)
    return Migrated(resolve_old(question, key)[0])


def stored_throws(s: Team, answers: Sequence[Answered], throws: Sequence[Thrown]) -> list[Thrown]:
    """9.5 The next throws with those of an Objective that is about to be rolled in the order of the card."""
    keys = [answer.key for answer in answers]
    found = list(throws)
    if s.mission is None or keys[0].startswith(ROLL) or len(keys) < 2 or not keys[1].startswith(ROLL):
        return found
    needs = list(s.mission_card.needs)
    chosen = [key.removeprefix(ROLL) for key in keys[1:] if key.startswith(ROLL)][: len(needs) - 1]
    rolled = [*chosen, *(icon for icon in needs if icon not in chosen)]
    start = next((n for n, line in enumerate(found) if line.topic == "objective"), len(found))
    dice = dict(zip(rolled, found[start:], strict=False))
    if len(dice) == len(needs):
        found[start : start + len(needs)] = [dice[icon] for icon in needs]
    return found
