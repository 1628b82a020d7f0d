"""A journal that was recorded, and a game whose rules change, for tests of journals."""

from __future__ import annotations

from functools import cache
from typing import Any

from sandtable.engine import (
    PASS,
    Kinds,
    Names,
    Roll,
    Steps,
    say,
)
from sandtable.engine.asking import Topic, pick

from ..small import Sheet, Small, new_random


@cache
def recorded() -> tuple[bytes, tuple[bytes, ...]]:
    """A whole game of stash as bytes, and all its savings on the way."""
    tables = [table.save() for table in new_random("stash", 4)]
    return tables[-1], tuple(tables)


MARCH = Topic("march", "1", "Your army stands there afterwards.", "space")
ANSWER = Topic("answer", "1", "The turn passes to the next.", "number")


class March(Small):
    """A game to change the rules of: march, throw dice, be answered."""

    key = "march"
    lasts = 6

    def begin(self, options: Any) -> Sheet:
        return Sheet()

    def kinds(self, s: Sheet) -> Kinds:
        return {"space": Names(["sharma", "hellas", "cydonia"])}

    def spaces(self, s: Sheet) -> list[int]:
        return [0, 1, 2]

    def loot(self, s: Sheet, thrown: int) -> int:
        return thrown

    def rule(self, s: Sheet) -> Steps[None]:
        goal = yield pick(s.mover, MARCH, "March where?", self.spaces(s), label="March to {it}")
        s.marks.append(10 * goal)
        s.marks.append(self.loot(s, (yield Roll(2, topic="loot"))))
        yield pick(1 - s.mover, ANSWER, "Answer?", [1, PASS])
        yield say("{who:seat} has marched.", who=s.mover)
        s.mover = 1 - s.mover
