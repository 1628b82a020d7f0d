"""MD 3 The turn: initiative, cards, locked melees, then the units of both sides in three groups."""

from __future__ import annotations

from functools import partial

import msgspec

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
    kind_of,
    lost,
    put,
)
from .actions import act
from .flyers import come_back, drive_off, driven_off, stay_in_melee, wall_of_lead
from .geometry import COLUMN, LINE, Pose, full, moved
from .melee import fight
from .reach import is_free
from .set_up import deploy
from .victory import verdict

#: The winner's first group ends, or nobody else acts.
LATER = Word("later", "The others act later")
NO_MORE = Word("no_more", "Nobody else does anything")


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
    """MD 3.1 Initiative. Both roll; who lost the last roll adds 1 and wins a tie. The first time, roll until it is decided."""
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
        yield from start_cards(s, side, partial(start_effects, s, side), partial(use, s, side))
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
    u = yield pick(side, UNIT, "Which unit acts?", [*able, *stop])
    if u in (LATER, NO_MORE):
        end_group(s, side)
    else:
        yield from act(s, u)


def end_group(s: Battle, side: int) -> None:
    """MD 3.2 The next group acts. Units that are not to act again this turn have let their chance go by."""
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
    """MD 3 The end of a turn. What lasted for the turn is over, and victory is looked at."""
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


# Cards at the start of a turn


def start_effects(s: Battle, side: int) -> list[str]:
    """MD 11 What could be played at the start of this turn."""
    able = [] if s.dust else ["dust_devils"]
    if not s.drums[side]:
        able.append("drums")
    if driven_off(s, side):
        able.append("old_machinery")
    if wounded(s, side):
        able.append("field_dressing")
    if diggers(s, side):
        able.append("sandbags")
    return able


RETURNS = Topic(
    "returns", "MD 11", "The flyer is yours again, and can be placed over the field this turn.", "unit"
)
DIG_IN = Topic(
    "dig_in", "MD 11", "The unit cannot move this turn, but is in cover until it does move.", "unit"
)


def use(s: Battle, side: int, effect: str) -> Steps[None]:
    """MD 11 Cards. The effect of a card that was played at the start of a turn."""
    if effect == "dust_devils":
        s.dust = True
    elif effect == "drums":
        s.drums[side] = 2
    elif effect == "old_machinery":
        come_back(s, (yield pick(side, RETURNS, "Which flyer returns?", driven_off(s, side))))
    elif effect == "field_dressing":
        yield from dress(s, side)
    else:
        u = yield pick(side, DIG_IN, "Who digs in?", diggers(s, side), label="{it} digs in")
        s.dug_in[u] = s.turn
        yield say("{unit} digs in.", unit=u)


def wounded(s: Battle, side: int) -> list[int]:
    """B7 Units that have lost exactly one stand and have room for it."""
    return [u for u in s.live[side] if kind_of(s, u).stands > 1 and lost(s, u) == 1 and regrown(s, u)]


DRESS = Topic("dress", "MD 11", "One stand that this unit has lost comes back to it.", "unit")
DRESS_PLACE = Topic("dress_place", "MD 11", "The stand that comes back takes this place in the formation.")


def dress(s: Battle, side: int) -> Steps[None]:
    """MD 11 Field Dressing (B7). Return one lost stand to a unit that has lost exactly one."""
    u = yield pick(side, DRESS, "Who gets a stand back?", wounded(s, side), label="{it} gets a stand back")
    able = regrown(s, u)
    word = yield pick(side, DRESS_PLACE, "{unit}: where does it stand?", list(able), about={"unit": u})
    put(s, u, able[word])
    yield say("{unit} gets a stand back.", unit=u)


IN_THE_GAP = Word("in_the_gap", "In the gap")
AT_THE_LEFT, AT_THE_RIGHT = Word("at_the_left", "At the left"), Word("at_the_right", "At the right")
AT_THE_FRONT, AT_THE_REAR = Word("at_the_front", "At the front"), Word("at_the_rear", "At the rear")


def regrown(s: Battle, u: int) -> dict[Word, Pose]:
    """B7 Where a returning stand could be put."""
    pose = s.poses[u]
    if pose.mask != full(pose.slots):
        holes = [slot for slot in range(pose.slots) if not pose.mask >> slot & 1]
        filled = [msgspec.structs.replace(pose, mask=pose.mask | 1 << hole) for hole in holes]
        fitting = [whole for whole in filled if is_free(s, u, whole)]
        return {IN_THE_GAP: fitting[0]} if fitting else {}
    ends = {LINE: ((AT_THE_LEFT, 90), (AT_THE_RIGHT, 270)), COLUMN: ((AT_THE_FRONT, 0), (AT_THE_REAR, 180))}
    found = {}
    for word, turn in ends.get(pose.shape, ()):
        there = moved(pose, (pose.facing + turn) % 360, pose.side // 2)
        longer = Pose(there.x, there.y, pose.facing, pose.shape, s.sizes[u], full(s.sizes[u]), pose.side)
        if is_free(s, u, longer):
            found[word] = longer
    return found


def diggers(s: Battle, side: int) -> list[int]:
    """B8 Infantry and machineguns that could dig in."""
    return [
        u
        for u in s.live[side]
        if (kind_of(s, u).is_infantry or kind_of(s, u).arm == "machinegun")
        and not s.dug_in[u]
        and s.fears[u] == NOBODY
        and not is_locked(s, u)
    ]


__all__ = ["LATER", "NO_MORE", "acting_side", "next_turn", "ready"]
