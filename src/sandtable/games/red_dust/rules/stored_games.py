"""The migration of answers in games stored under version 4 of the rules.

In version 4, Attack and Purify had to remove as many pieces as they could, so nothing was asked where there was only one kind
of piece. And players were asked which pieces or spaces to take even where all of them had to be taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Answered, Migrated, Question, Word
from sandtable.engine.saving.migration import resolve_old

from ..cards.asset_events import ASTEROID_REMOVE, DESERTER
from ..cards.events.cards_01_to_06 import REMOVE_BASES
from ..cards.events.cards_13_to_18 import SHIFT_TO_NEUTRAL
from ..cards.events.cards_25_to_30 import STATION_LOSS
from ..cards.events.cards_37_to_42 import SMASH
from ..cards.events.pieces import REMOVE_ANYWHERE
from ..cards.events.spaces import TO_OPPOSITION, TO_SUPPORT
from ..printed.pieces import SATELLITE
from .earthgov import CYCLER, CYCLER_EXTRA
from .operations.assault import BOMBARD_REMOVE
from .operations.attack import ATTACK_REMOVE
from .operations.rally import RALLY_BASE
from .special_activities.coordinate import COORDINATE_CUBE
from .special_activities.purify import PURIFY_PIECE

#: The old answer is dropped: its question is no longer asked.
GONE = Migrated(None)
#: How the keys of questions begin that are no longer asked where everything offered must be taken.
ALL_MUST_GO = tuple(
    f"{topic.id}:"
    for topic in (
        ASTEROID_REMOVE,
        BOMBARD_REMOVE,
        COORDINATE_CUBE,
        CYCLER,
        DESERTER,
        RALLY_BASE,
        REMOVE_ANYWHERE,
        REMOVE_BASES,
        SHIFT_TO_NEUTRAL,
        SMASH,
        STATION_LOSS,
        TO_OPPOSITION,
        TO_SUPPORT,
    )
)

#: 13.1 Population was offered together with pieces that all had to go; now it is offered after them.
PEOPLE_FIRST = f"{CYCLER.id}:population/1"


def stored_answer(question: Question, answers: Sequence[Answered]) -> Migrated:
    """Translate the next old answer into an answer to the question that is open now."""
    if question.topic in (ATTACK_REMOVE.id, PURIFY_PIECE.id) and _was_forced(question):
        return Migrated(question.keys[0], used=0)
    key = answers[0].key
    if question.topic == CYCLER_EXTRA.id and key == PEOPLE_FIRST:
        return Migrated(resolve_old(question, key)[0])
    if key not in question.keys and key.startswith(ALL_MUST_GO):
        return GONE
    return Migrated(resolve_old(question, key)[0])


def _was_forced(question: Question) -> bool:
    """Whether version 4 did not ask: of a single kind of piece, as many as possible had to go. A lone Satellite could be spared."""
    pieces = (value for value in question.values if not isinstance(value, Word))
    kinds = {value if isinstance(value, int) else value[0] for value in pieces}
    return len(kinds) == 1 and SATELLITE not in kinds
