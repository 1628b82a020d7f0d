"""B1 to B8: what the cards of the earthans do."""

from __future__ import annotations

import msgspec

from sandtable.engine import Choice, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..rules.action_table import Action
from ..rules.geometry.formation import COLUMN, LINE, Pose, full, moved
from ..rules.reach import is_free
from ..rules.reasons.units import MUST_SCATTER, NOT_YOURS, locked_refusal
from ..rules.sight import can_fire
from ..state import NOBODY, Battle, kind_of, lost, put, side_of, stands_left

FURTHER = 2000


# B1 Rapid Fire


def fire_rapidly(s: Battle, action: Action) -> bool:
    """B1 A unit fires twice, and does nothing in the next turn."""
    s.rests[action.unit] = s.turn + 1
    return can_fire(s, action.unit)


# B2 Fix Bayonets


def is_infantry(s: Battle, u: int) -> bool:
    return kind_of(s, u).is_infantry


# B3 En Avant!


def go_further(s: Battle, action: Action) -> None:
    action.further = FURTHER


# B4 Last Cartridges


def is_down_to_its_last(s: Battle, u: int) -> bool:
    """B4 A unit of four with one or two stands left."""
    return kind_of(s, u).stands == 4 and stands_left(s, u) <= 2 and not s.cartridges[u]


def share_out_cartridges(s: Battle, u: int) -> None:
    """B4 It defends with two more dice this turn."""
    s.cartridges[u] = True


# B7 Field Dressing


DRESS = Topic("dress", "MD 11", "One stand that this unit has lost comes back to it.", "unit")
DRESS_PLACE = Topic("dress_place", "MD 11", "The stand that comes back takes this place in the formation.")


NO_STANDS_TO_LOSE = Refusal("{it} has one stand, and has not lost it.")
LOST_OTHER_THAN_ONE = Refusal(
    "{it} has lost {lost:no stand|{lost} stand|{lost} stands}, and not exactly one."
)
NO_ROOM_FOR_IT = Refusal("There is no room for the stand beside {it}.")


def dress_refusal(s: Battle, side: int, u: int) -> Refusal | None:
    """B7 Why a unit does not get a stand back."""
    if side_of(s, u) != side:
        return NOT_YOURS
    if kind_of(s, u).stands < 2:
        return NO_STANDS_TO_LOSE
    if lost(s, u) != 1:
        return LOST_OTHER_THAN_ONE.of(lost=lost(s, u))
    return None if regrown(s, u) else NO_ROOM_FOR_IT


def units_left(s: Battle, side: int) -> list[int]:
    return s.live[side]


#: B7 Units that have lost exactly one stand and have room for it.
WOUNDED = Choice(units_left, dress_refusal)


def dress(s: Battle, side: int) -> Steps[None]:
    """B7 Field Dressing. Return one lost stand to a unit that has lost exactly one."""
    u = yield pick(
        side,
        DRESS,
        "Which unit gets a stand back?",
        WOUNDED.of(s, side),
        label="{it} gets a stand back",
    )
    able = regrown(s, u)
    word = yield pick(
        side, DRESS_PLACE, "Where does the returning stand of {unit} go?", list(able), about={"unit": u}
    )
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


# B8 Sandbags


DIG_IN = Topic(
    "dig_in", "MD 11", "The unit cannot move this turn, but is in cover until it does move.", "unit"
)


NO_DIGGERS = Refusal("{it} is neither infantry nor a machinegun.")
IN_A_REDOUBT = Refusal("{it} has dug in already.")


def dig_in_refusal(s: Battle, side: int, u: int) -> Refusal | None:
    """B8 Why a unit cannot dig in."""
    if side_of(s, u) != side:
        return NOT_YOURS
    if not (kind_of(s, u).is_infantry or kind_of(s, u).arm == "machinegun"):
        return NO_DIGGERS
    if s.dug_in[u]:
        return IN_A_REDOUBT
    if s.fears[u] != NOBODY:
        return MUST_SCATTER.of(flyer=s.fears[u])
    return locked_refusal(s, u)


#: B8 Infantry and machineguns that could dig in.
DIGGERS = Choice(units_left, dig_in_refusal)


def dig_in(s: Battle, side: int) -> Steps[None]:
    """B8 Sandbags. A unit is in a redoubt until it moves, and cannot move this turn."""
    u = yield pick(side, DIG_IN, "Which unit digs in?", DIGGERS.of(s, side), label="{it} digs in")
    s.dug_in[u] = s.turn
    yield say("{unit} digs in.", unit=u)
