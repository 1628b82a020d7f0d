"""A small game whose first answer decides what comes between it and the next question."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Roll, Steps, Word
from sandtable.engine.asking import Topic, pick, yes_no
from tests.engine.small import DECK, HAND, Dealt, Hands

FIRST = Topic("first", "1", "What comes before the next question.")
OTHER = Topic("other", "2", "Whether Bob agrees; it changes nothing.", window="other")
SECOND = Topic("second", "3", "How the second errand is run; it changes nothing.")
THIRD = Topic("third", "4", "How the third errand is run; it changes nothing.")

#: Go on, throw a die, look at a card, ask Bob, or end the turn.
WAYS = [Word(it, it.capitalize()) for it in ("go", "dice", "look", "bob", "end")]
HOW = [Word(it, it.capitalize()) for it in ("walk", "run", "ride")]


class Errands(Dealt):
    """Ann runs errands: three questions in a turn, unless the first answer ends it."""

    key = "errands"
    title = "Errands"
    lasts = 3

    def rule(self, s: Hands) -> Steps[None]:
        match (yield pick(0, FIRST, "What first?", WAYS)).id:
            case "dice":
                yield Roll(1, topic="luck")
            case "look":
                s.cards.draw(DECK, HAND, by=0)
            case "bob":
                yield yes_no(1, OTHER, "Agreed?", decline=False)
            case "end":
                return
        yield pick(0, SECOND, "How?", HOW)
        yield pick(0, THIRD, "And then?", HOW)


class Failing(Errands):
    """Errands of which the third fails, which only a search sees."""

    def rule(self, s: Hands) -> Steps[None]:
        yield pick(0, SECOND, "How?", HOW)
        raise LookupError("lost the way")


def local_game() -> Any:
    """A game of a class that no other process can import."""

    class Here(Errands):
        """Errands that exist in this process alone."""

    return Here()
