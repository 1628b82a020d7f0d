"""16.7 March."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.engine import DONE, Listed, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick

from ...printed.map import RED_DUST, WILDERNESS
from ...printed.pieces import ACTIVE_RD_REBEL, ALL_SPECOPS, CUBES, RD_REBEL, RD_REBELS
from ...state import Action, Mars
from ..choose_spaces import done
from ..group_moves import choose_group, has_unmoved, mark_moved, unmoved
from ..placing import turn_active, turn_hidden
from ..reasons import IN_A_STORM, NO_REBELS_OF_YOURS, NOTHING_TO_MOVE, THE_SAME_SPACE, on_mars
from .next_space import next_space
from .reach import march_origins, march_reach
from .spaces import Listing

WATCHERS = (*CUBES, *ALL_SPECOPS)


def march_spaces(s: Mars, a: Action) -> Iterator[int]:
    """16.7 Any destination that Rebels can reach."""
    ready = [space for space in s.mars_with(*RD_REBELS) if can_march_from(s, a, space)]
    able = march_reach(s, a, ready)
    return (space for space in able if space not in ready or _march_from(s, a, march_origins(s, a, space)))


def can_march_from(s: Mars, a: Action, space: int) -> bool:
    """Whether Rebels of a space may still march off."""
    return has_unmoved(s, a, space, RD_REBELS) and (not a.origins or space in a.origins)


def _march_from(s: Mars, a: Action, reach: list[int]) -> list[Any]:
    return [space for space in reach if can_march_from(s, a, space)]


NO_MORE_REBELS = done("No more Rebels to {space}", "Next, another destination.")
TOO_FAR = Refusal("From {it} no way leads to {space}: Storms, Deserts or enemy Control lie between.")
NOBODY_MARCHES = Refusal("None of your Rebels can still March.")
OUT_OF_REACH = Refusal(
    "No Rebels of yours can reach {it}: a March stops in a Desert, and in a Labyrinth that an enemy Controls."
)


def no_march(s: Mars, a: Action, space: int) -> Refusal:
    """16.7 Why no Rebels can reach a space."""
    if s.is_raging(space):
        return IN_A_STORM
    return OUT_OF_REACH if any(True for _ in march_spaces(s, a)) else NOBODY_MARCHES


MARCH_TO = Listing(march_spaces, no_march, guard=on_mars)


def nobody_comes_from(s: Mars, a: Action, goal: int, space: int) -> Refusal:
    """16.7 Why no Rebels march off from a space that is not among the origins."""
    if space == goal:
        return THE_SAME_SPACE
    if not s.has(space, RD_REBELS):
        return NO_REBELS_OF_YOURS
    return TOO_FAR.of(space=goal) if can_march_from(s, a, space) else NOTHING_TO_MOVE


MARCH = Topic("march", "16.7", "Rebels move to that space, from as many origins as you name next.", "space")
MARCH_FROM = Topic(
    "march_from",
    "16.7",
    "Rebels leave that space for the destination, as many as you say next.",
    "space",
)
MARCH_NUMBER = Topic(
    "march_number",
    "16.7",
    "This many of these Rebels march; a large group is turned Active where there is Support.",
    "number",
)


def march(s: Mars, a: Action) -> Steps[bool]:
    """16.7 March. Rebels move to a destination, a group from each origin."""
    goal = yield from next_space(s, a, MARCH, MARCH_TO, "March to where?", "March to {it}", is_last=True)
    if goal is None:
        return False
    yield say("Red Dust: March to {space}.", space=goal, sums="{n:March to {space}|March to {n} spaces}")
    left = march_origins(s, a, goal)
    is_first = True
    while True:
        origins = _march_from(s, a, left)
        if not origins:
            return True
        origin = yield pick(
            RED_DUST,
            MARCH_FROM,
            "March to {space} from where?",
            Listed(
                origins,
                on_mars(lambda it: nobody_comes_from(s, a, goal, it)),
                then=() if is_first else (DONE,),
            ),
            label="From {it}",
            about={"space": goal},
            done_as=NO_MORE_REBELS,
        )
        if origin == DONE:
            return True
        is_first = False
        left = [space for space in left if space != origin]
        group = yield from choose_group(
            s, RED_DUST, origin, goal, RD_REBELS, MARCH_NUMBER, movable=unmoved(s, a)
        )
        yield from march_in(s, a, origin, goal, dict(group))


def march_in(s: Mars, a: Action, origin: int, goal: int, group: dict[int, int]) -> Steps[None]:
    """16.7 A group arrives. A large one turns Active where there is Support; in the Wilderness all turn Hidden."""
    number = sum(group.values())
    is_seen = s.alignment[goal] > 0 and number + s.count(goal, WATCHERS) > 3
    for kind, n in group.items():
        s.move(kind, origin, goal, n)
        yield say(
            "{n:{n} {piece} marches|{n} {piece:piece:many} march} from {origin:space} to {goal:space}.",
            origin=origin,
            goal=goal,
            piece=kind,
            n=n,
        )
        if goal == WILDERNESS and kind == ACTIVE_RD_REBEL:
            yield from turn_hidden(s, goal, kind, n)
            mark_moved(a, goal, RD_REBEL, n)
        elif is_seen and kind == RD_REBEL:
            yield from turn_active(s, goal, kind, n)
            mark_moved(a, goal, ACTIVE_RD_REBEL, n)
        else:
            mark_moved(a, goal, kind, n)
