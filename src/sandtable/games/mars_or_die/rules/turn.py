"""MD 3 The turn: initiative, cards, locked melees, then the units of both sides in three groups."""

from __future__ import annotations

from functools import partial

from sandtable.engine import Over, Roll, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..cards.playing import deal, start_cards
from ..printed.box import box_of
from ..state import (
    DEALING,
    DEPLOYING,
    ENDING,
    FIRST,
    INITIATIVE,
    LOCKED,
    NOBODY,
    SECOND,
    STARTING,
    Battle,
    is_locked,
)
from .actions import act, journey_of
from .flyers import drive_off, stay_in_melee, wall_of_lead
from .melee import fight
from .set_up import deploy
from .victory import verdict

#: The winner's first group ends, or nobody else acts.
LATER = Word("later", "The others act later")
NO_MORE = Word("no_more", "No more actions this turn")


def next_turn(s: Battle) -> Steps[None]:
    """MD 3 The next stretch of rules."""
    if s.phase == DEALING:
        yield from deal(s)
        s.phase = DEPLOYING
    elif s.phase == DEPLOYING:
        yield from deploy(s)
    elif s.phase == INITIATIVE:
        yield from initiative(s)
    elif s.phase == STARTING:
        yield from start(s)
    elif s.phase == LOCKED:
        yield from locked_round(s)
    elif s.phase == ENDING:
        yield from end(s)
    else:
        yield from group(s)


def initiative(s: Battle) -> Steps[None]:
    """MD 3.1 Initiative. Both roll; the side that lost the last roll adds 1 and wins ties. In the first turn, ties are rolled again."""
    s.turn += 1
    box = box_of(s)
    yield say("Turn {turn:number}.", turn=s.turn)
    if s.turn == 1 and box.field.initiative:
        s.winner = 0 if box.field.initiative == box.army(0).id else 1
        yield say("Initiative: {who:seat}.", who=s.winner)
    else:
        while True:
            rolls = [0, 0]
            for side in (0, 1):
                rolls[side] = (yield Roll(1, topic="initiative")) + s.drums[side] + (s.loser == side)
            if rolls[0] != rolls[1] or s.loser != NOBODY:
                break
        s.winner = s.loser if rolls[0] == rolls[1] else rolls.index(max(rolls))
        s.drums = [0, 0]
        high, low = max(rolls), min(rolls)
        yield say("Initiative: {who:seat}, {high:number} to {low:number}.", who=s.winner, high=high, low=low)
    s.loser = 1 - s.winner
    s.phase = STARTING


def start(s: Battle) -> Steps[None]:
    """MD 3 The start of a turn. Cards for the start of the turn, then whether a side puts up a wall of lead."""
    for side in (s.winner, s.loser):
        yield from start_cards(s, side)
    for side in (s.winner, s.loser):
        yield from wall_of_lead(s, side)
    s.rounds = s.locks
    s.phase = LOCKED


def locked_round(s: Battle) -> Steps[None]:
    """MD 7.3 Locked melees (R-MD-23). Locked units fight one round at the start of a turn; then the first group acts."""
    if not s.rounds:
        s.phase = FIRST
        return
    u = s.rounds[0][0]
    foes = [v for charger, v in s.rounds if charger == u]
    s.rounds = [pair for pair in s.rounds if pair[0] != u]
    yield from fight(s, u, foes)


UNIT = Topic(
    "unit",
    "MD 3.2",
    "The unit you pick takes its action now; those you hold back act in a later group, or not this turn.",
    "unit",
)


def group(s: Battle) -> Steps[None]:
    """MD 3.2 Sequence. The winner's first units, all units of the loser, the rest of the winner's: one after the other."""
    side = acting_side(s)
    able = ready(s, side)
    if not able:
        end_group(s, side)
        return
    must = s.phase != FIRST and any(s.fears[u] != NOBODY for u in able)
    stop = [] if must else [LATER if s.phase == FIRST else NO_MORE]
    u = yield pick(side, UNIT, "Which unit acts?", [*able, *stop], data=partial(journey_of, s))
    if u in (LATER, NO_MORE):
        end_group(s, side)
    else:
        yield from act(s, u)


def end_group(s: Battle, side: int) -> None:
    """MD 3.2 The next group acts. Units of a side that does not act again this turn have missed their chance."""
    if s.phase != FIRST:
        stay_in_melee(s, side)
    s.phase += 1


def acting_side(s: Battle) -> int:
    return s.loser if s.phase == SECOND else s.winner


def ready(s: Battle, side: int) -> list[int]:
    """MD 3.3, R-MD-7, MD 10.5 Units that can still act this turn."""
    box = box_of(s)
    return [
        u
        for u in s.live[side]
        if not s.acted[u]
        and s.rests[u] != s.turn
        and box.units[u].enters <= s.turn
        and not (s.locks and is_locked(s, u))
        and not (s.wall[side] and s.fears[u] == NOBODY)
        and not (s.wall[1 - side] and box.units[u].kind.is_flyer)
    ]


def end(s: Battle) -> Steps[None]:
    """MD 3 The end of a turn. What lasted for the turn ends, and victory is checked."""
    for side in (0, 1):
        if s.wall[side]:
            yield from drive_off(s, side)
    outcome = verdict(s)
    if outcome is not None:
        raise Over(outcome)
    none = [False] * len(s.acted)
    s.acted, s.skirmishing, s.cartridges, s.lore = none[:], none[:], none[:], none[:]
    s.general_moved = [False] * len(s.generals)
    s.general_helped = [NOBODY] * len(s.generals)
    s.dust, s.wall = False, [False, False]
    s.phase = INITIATIVE
