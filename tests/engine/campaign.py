"""A game with something of everything, for tests of the table."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable.engine import (
    PASS,
    Kinds,
    Names,
    Roll,
    Steps,
    Table,
    Word,
    say,
)
from sandtable.engine.asking import Topic, pick, pick_each

from .small import Sheet, Small

MARCH = Topic("march", "1", "Your army stands there afterwards, and a battle is fought.", "space")
HOLD = Topic("hold", "1", "Whether you keep the province or give it up.")
RECRUIT = Topic("recruit", "1", "New troops gather in each province you choose.", "space")


class Campaign(Small):
    """A game with something of everything: dice, notes, several seats, questions in a row, an end."""

    lasts = 4

    def rule(self, s: Sheet) -> Steps[None]:
        """1 Season. Ann marches, dice are thrown, Bob answers, Cy chooses two."""
        goal = yield pick(0, MARCH, "March where?", [0, 1, 2], label="March to {it}")
        yield say("{who:seat} marches to {space}.", who=0, space=goal)
        hits = yield Roll(2, topic="battle")
        s.marks.append(hits)
        s.mover = 1
        way = yield pick(1, HOLD, "Hold {space}?", [Word("hold", "Hold"), PASS], about={"space": goal})
        if way == PASS:
            yield say("{who:seat} gives way.", who=1)
        for n in (yield from pick_each(2, RECRUIT, "Recruit where?", [0, 1, 2], up_to=2)):
            s.marks.append(10 + n)
        s.mover = 0

    def kinds(self, s: Sheet) -> Kinds:
        return {"space": Names(["sharma", "hellas", "cydonia"], ["Sharma", "Hellas", "Cydonia"])}


CAMPAIGN = Campaign()
ANSWERS = ["march:hellas", "hold", "recruit:sharma", "done", "march:cydonia", "pass", "recruit:hellas"]


def campaign(answers: int = 0, **more: Any) -> Table:
    table = sandtable.new(CAMPAIGN, **{"seed": 5, **more})
    for answer in ANSWERS[:answers]:
        table.choose(answer)
    return table
