"""Migration: a game that was saved under older rules is replayed under the present ones.

Keys do not last forever: a topic is split in two, an id gets another spelling. What the player chose is not changed by
that, so an old answer means the option with the same id at the question that is asked in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ..errors import IllegalChoice
from ..question import Question
from .format import Answered, AnyLine, Ended, StandingOrderLine, Thrown, TookBack, TurnOver


def resolve_old(question: Question, key: str) -> tuple[str, Any]:
    """The key and value of the option that an old key means: the one option with the same id.

    This is the only place that takes a key apart.
    """
    keys = question.keys
    if key not in keys:
        found = [each for each in keys if _id_in(each) == _id_in(key)]
        if len(found) != 1:
            raise IllegalChoice(question.prompt, key, keys)
        key = found[0]
    return question.resolve(key)


def _id_in(key: str) -> str:
    """The id in a key, without the topic. Old ids had hyphens."""
    topic, colon, rest = key.partition(":")
    return (rest if colon else topic).replace("-", "_")


class Migrated(msgspec.Struct, frozen=True):
    """The meaning of old answers at the question that is asked now."""

    key: str | None  #: What is answered; None: nothing is, because what was asked then is not asked any more.
    #: How many old answers it stands for: none for a question that was not asked then, several if they are one now.
    used: int = 1


def without_undone(lines: Sequence[AnyLine]) -> list[AnyLine]:
    """A journal in which nobody took anything back. Standing orders stay, as they do at a table."""
    kept: list[AnyLine] = []
    for line in lines:
        if not isinstance(line, TookBack):
            kept.append(line)
            continue
        stay = [it for it in kept if it.n < line.answer]
        kept = stay + [it for it in kept[len(stay) :] if isinstance(it, StandingOrderLine)]
    return kept


def without_gone(state: bytes, of: type[Any]) -> bytes:
    """A state that was saved under older rules, without the facts that no rule knows any more."""
    held = msgspec.json.decode(state, type=dict[str, msgspec.Raw])
    return msgspec.json.encode({name: fact for name, fact in held.items() if name in of.__struct_fields__})


def is_alike(line: AnyLine, old: AnyLine) -> bool:
    """Whether a line says what the line in an old journal says.

    Digests are not compared: the state may be kept in another way today. Nor are words.
    """
    if isinstance(line, Answered) and isinstance(old, Answered):
        return (line.seat, line.by, _id_in(line.key)) == (old.seat, old.by, _id_in(old.key))
    if isinstance(line, Thrown) and isinstance(old, Thrown):
        return line.raw == old.raw
    if isinstance(line, TurnOver) and isinstance(old, TurnOver):
        return line.turn == old.turn
    if isinstance(line, Ended) and isinstance(old, Ended):
        return line.winners == old.winners
    return bool(msgspec.structs.replace(line, n=old.n) == old)
