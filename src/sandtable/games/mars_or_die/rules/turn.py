"""MD 3 The turn: initiative, cards, locked melees, then the units of both sides in three groups."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Choice, Line, Listed, Over, Refusal, Roll, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..cards.playing import deal, start_cards
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
    on_table,
    side_of,
    strength,
)
from .actions import act
from .flyers import drive_off, stay_in_melee, wall_of_lead
from .melee import fight
from .reasons.units import HAS_ACTED, NOT_YOURS, locked_refusal
from .set_up import deploy
from .victory import broken, verdict

#: The winner's first group ends, or nobody else acts.
LATER = Word("later", "The others act later", says="The enemy acts next; then the rest of your units.")
NO_MORE = Word(
    "no_more", "No more actions this turn", says="Your units that have not acted do nothing.", ends="turn"
)
#: The units of a group are taken in order, until the player wants another one first.
IN_ORDER = Word(
    "in_order",
    "One after the other, the foremost first",
    says="Each is asked what it does; you can take another one first at any time.",
)
ANOTHER = Word("another", "Another unit first", says="Pick the unit that acts next yourself.")


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


WINS_TIES = "The initiative goes to {who:seat}: {high:number} each, and who lost the last roll wins."
LOST_LAST, DRUMS = Line("lost the last roll +1"), Line("Drums of the Deep +2")


def initiative(s: Battle) -> Steps[None]:
    """MD 3.1 Initiative. Both roll; the side that lost the last roll adds 1 and wins ties. In the first turn, ties are rolled again."""
    s.turn += 1
    box = s.box
    yield say("Turn {turn:number}.", turn=s.turn, opens=True)
    if s.turn == 1 and box.field.initiative:
        s.winner = 0 if box.field.initiative == box.army(0).id else 1
        yield say("The initiative goes to {who:seat}.", who=s.winner)
    else:
        while True:
            rolls = [0, 0]
            for side in (0, 1):
                mods = [*([LOST_LAST] if s.loser == side else []), *([DRUMS] if s.drums[side] else [])]
                thrown = yield Roll(1, topic="initiative", by=side, mods=tuple(mods))
                rolls[side] = thrown + s.drums[side] + (s.loser == side)
            if rolls[0] != rolls[1] or s.loser != NOBODY:
                break
        s.winner = s.loser if rolls[0] == rolls[1] else rolls.index(max(rolls))
        s.drums = [0, 0]
        high, low = max(rolls), min(rolls)
        yield say(
            WINS_TIES
            if high == low
            else "The initiative goes to {who:seat}: {high:number} against {low:number}.",
            who=s.winner,
            high=high,
            low=low,
        )
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
    "unit", "MD 3.2", "This unit acts now. Those you hold back act later, or not at all this turn.", "unit"
)


RESTS = Refusal("{it} does nothing this turn after its rapid fire.")
ENTERS_LATER = Refusal("{it} enters the table in turn {turn:number}.")
IN_THE_WALL = Refusal("{it} takes part in the wall of lead this turn.")
KEPT_OFF = Refusal("{it} is kept off by the wall of lead this turn.")


def unit_refusal(s: Battle, side: int, u: int) -> Refusal | None:
    """MD 3.3, R-MD-7, MD 10.5 Why a unit cannot act now."""
    unit = s.box.units[u]
    if unit.side != side:
        return NOT_YOURS
    if s.acted[u]:
        return HAS_ACTED
    if s.rests[u] == s.turn:
        return RESTS
    if unit.enters > s.turn:
        return ENTERS_LATER.of(turn=unit.enters)
    if s.locks and (why := locked_refusal(s, u)) is not None:
        return why
    if s.wall[side] and s.fears[u] == NOBODY:
        return IN_THE_WALL
    return KEPT_OFF if s.wall[1 - side] and unit.kind.is_flyer else None


def units_left(s: Battle, side: int) -> list[int]:
    acted = s.acted
    return [u for u in s.live[side] if not acted[u]]


#: MD 3.3 The units that can still act this turn.
READY = Choice(units_left, unit_refusal)


def group(s: Battle) -> Steps[None]:
    """MD 3.2 Sequence. The winner's first units, all units of the loser, the rest of the winner's: one after the other."""
    side = acting_side(s)
    able = READY.all(s, side)
    if not able:
        end_group(s, side)
        return
    must = s.phase != FIRST and any(s.fears[u] != NOBODY for u in able)
    stop = [] if must else [LATER if s.phase == FIRST else NO_MORE]
    many = len(able) > 1
    said: int | Word | None = ANOTHER
    if s.in_order:
        said = yield from act(s, foremost(s, able), [*([ANOTHER] if many else []), *stop])
    if said == ANOTHER:
        order = [IN_ORDER] if many and not s.in_order else []
        said = yield pick(side, UNIT, "Which unit acts?", Listed(able, READY.why(s, side), (*order, *stop)))
        s.in_order = said == IN_ORDER
    if said in stop:
        end_group(s, side)
    elif isinstance(said, int):
        yield from act(s, said)


def foremost(s: Battle, able: Sequence[int]) -> int:
    """The unit nearest to the enemy, from middle to middle."""
    if len(able) == 1:
        return able[0]
    far = far_from_foe(s, able)
    return able[far.index(min(far))]


def far_from_foe(s: Battle, able: Sequence[int]) -> list[int]:
    """How far each of these units of a side is from the enemy, squared."""
    poses = s.poses
    foes = [(at.x, at.y) for v in s.live[1 - side_of(s, able[0])] if on_table(s, v) for at in (poses[v],)]
    found = []
    for u in able:
        x, y = poses[u].x, poses[u].y
        found.append(min([(ex - x) * (ex - x) + (ey - y) * (ey - y) for ex, ey in foes], default=0))
    return found


def end_group(s: Battle, side: int) -> None:
    """MD 3.2 The next group acts. Units of a side that does not act again this turn have missed their chance."""
    if s.phase != FIRST:
        stay_in_melee(s, side)
    s.in_order = False
    s.phase += 1


def acting_side(s: Battle) -> int:
    return s.loser if s.phase == SECOND else s.winner


def end(s: Battle) -> Steps[None]:
    """MD 3 The end of a turn. What lasted for the turn ends, and victory is checked."""
    for side in (0, 1):
        if s.wall[side]:
            yield from drive_off(s, side)
    outcome = verdict(s)
    if outcome is not None:
        for side in broken(s):
            yield say(
                "The army of {who:seat} breaks: its strength is {left:number} out of {all:number}.",
                who=side,
                left=strength(s, side),
                all=s.box.strength[side],
            )
        raise Over(outcome)
    none = [False] * len(s.acted)
    s.acted, s.skirmishing, s.cartridges, s.lore = none[:], none[:], none[:], none[:]
    s.general_moved = [False] * len(s.generals)
    s.general_helped = [NOBODY] * len(s.generals)
    s.dust, s.wall = False, [False, False]
    s.phase = INITIATIVE
