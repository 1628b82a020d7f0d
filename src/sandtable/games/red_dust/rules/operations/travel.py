"""16.8 Travel. The Reclaimers move with their Bases, through any Storm, and on from Base to Base."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sandtable.engine import DONE, Choice, Listed, Refusal, Steps, say
from sandtable.engine.asking import Topic, amount, pick

from ...printed.map import RECLAIMERS, WILDERNESS
from ...printed.pieces import (
    ACTIVE_CR_REBEL,
    ALL_SPECOPS,
    CR_BASE,
    CR_BASES,
    CR_FORCES,
    CR_REBEL,
    CR_REBELS,
    CUBES,
    KINDS,
)
from ...state import Action, Mars
from ..choose_spaces import done
from ..group_moves import choose_group, has_unmoved, mark_moved, unmoved
from ..placing import turn_active, turn_hidden
from ..reasons import (
    CHOSEN,
    NO_ROOM_FOR_A_BASE,
    NOT_ADJACENT,
    OTHER_SPACES,
    THE_SAME_SPACE,
    on_mars,
)
from .next_space import next_space

WATCHERS = (*CUBES, *ALL_SPECOPS)


class Arrivals:
    """The Rebels of one origin that have entered a space and are still there, and how many of them are Hidden."""

    def __init__(self) -> None:
        self.rebels = self.hidden = 0


OTHERS_STAY = done("Nobody else leaves {space}", "Next, another space to Travel from.")
THEY_STAY = done("{n:Stay|All stay} in {space}")
NOBODY_TRAVELS = Refusal("You have neither Rebels nor Bases in {it}.")
HAVE_TRAVELLED = Refusal("Your pieces in {it} have travelled already.")
NO_WAY_OUT = Refusal("From {it} your pieces can go nowhere.")
NO_WAY_IN = Refusal("Rebels could not go on from {it} to where they must end.")


def travel_refusal(s: Mars, a: Action, space: int) -> Refusal | None:
    """16.8 Any origins with Rebels or Bases that have not travelled yet."""
    if not has_unmoved(s, a, space, CR_FORCES):
        return HAVE_TRAVELLED if s.has(space, CR_FORCES) else NOBODY_TRAVELS
    if a.origins and space not in a.origins:
        return OTHER_SPACES
    return None if next(ways_out(s, a, space), None) is not None else NO_WAY_OUT


TRAVEL_FROM = Choice(lambda s, a: s.mars_with(*CR_FORCES), travel_refusal, guard=on_mars)


def no_way_to(s: Mars, a: Action, origin: int, left: list[int], space: int) -> Refusal:
    """16.8 Why pieces of the origin cannot go to a space."""
    if space == origin:
        return THE_SAME_SPACE
    if space not in s.box.adjacent[origin]:
        return NOT_ADJACENT.of(space=origin)
    if space not in left:
        return CHOSEN
    return NO_WAY_IN if has_unmoved(s, a, origin, CR_REBELS) else NO_ROOM_FOR_A_BASE


def travel_on_refusal(s: Mars, a: Action, here: int, been: list[int], space: int) -> Refusal | None:
    """16.8 Rebels move on to a neighbouring space they have not been in, from where they can still end where they must."""
    if space == here:
        return THE_SAME_SPACE
    if space not in s.box.adjacent[here]:
        return NOT_ADJACENT.of(space=here)
    if space in been:
        return HAVE_BEEN_THERE
    return None if may_pass(s, a, space, been) else NO_WAY_IN


TRAVEL_ON_TO = Choice(lambda s, a, here, been: s.box.adjacent[here], travel_on_refusal, guard=on_mars)
HAVE_BEEN_THERE = Refusal("They have been in {it} already.")
TRAVEL = Topic(
    "travel",
    "16.8",
    "Rebels and Bases of that space set out next, in groups to as many neighbouring spaces as you like.",
    "space",
)
TRAVEL_TO = Topic(
    "travel_to",
    "16.8",
    "A group goes to that space, with as many Rebels and Bases as you say next.",
    "space",
)


def travel(s: Mars, a: Action) -> Steps[bool]:
    """16.8 Travel. From one origin, groups go where they like, one neighbouring space after the other."""
    origin = yield from next_space(s, a, TRAVEL, TRAVEL_FROM, "Travel from where?", "Travel from {it}")
    if origin is None:
        return False
    yield say(
        "Reclaimers Travel from {space}.", space=origin, sums="{n:Travel from {space}|Travel from {n} spaces}"
    )
    arrivals: dict[int, Arrivals] = {}
    left = list(s.box.adjacent[origin])
    is_first = True
    while True:
        ways = [goal for goal in ways_out(s, a, origin) if goal in left]
        if not ways or not has_unmoved(s, a, origin, CR_FORCES):
            return True
        goal = yield pick(
            RECLAIMERS,
            TRAVEL_TO,
            "Travel from {space} to where?",
            Listed(ways, on_mars(partial(no_way_to, s, a, origin, left)), then=() if is_first else (DONE,)),
            label="To {it}",
            about={"space": origin},
            done_as=OTHERS_STAY,
        )
        if goal == DONE:
            return True
        is_first = False
        left.remove(goal)
        group = yield from _who_goes(s, a, origin, goal)
        hidden = yield from _enter(s, a, origin, goal, group, arrivals)
        yield from _go_on(s, a, goal, hidden, [goal], arrivals)


def ways_out(s: Mars, a: Action, origin: int) -> Iterator[int]:
    """16.8 Neighbouring spaces that a Rebel or a Base of the origin may enter, and from which it can still end where it must."""
    has_rebels = has_unmoved(s, a, origin, CR_REBELS)
    has_bases = has_unmoved(s, a, origin, CR_BASES)
    return (
        goal
        for goal in s.box.adjacent[origin]
        if (has_rebels and may_pass(s, a, goal, [])) or (has_bases and may_settle(s, a, goal))
    )


def may_settle(s: Mars, a: Action, goal: int) -> bool:
    """16.8 Bases obey stacking. They move only once, so where they go must be where they may end."""
    return s.room(goal, RECLAIMERS) > 0 and (not a.goals or goal in a.goals)


def may_pass(s: Mars, a: Action, goal: int, been: list[int]) -> bool:
    """Whether a Rebel that enters a space may end there, or is sure to reach a space from there where it may end."""
    if not a.goals or goal in a.goals:
        return True
    seen = [*been, goal]
    rest = [goal]
    while rest:
        space = rest.pop()
        if not s.cr_bases(space) or not _is_unseen(s, space):
            continue
        for other in s.box.adjacent[space]:
            if other in seen:
                continue
            if other in a.goals:
                return True
            seen.append(other)
            rest.append(other)
    return False


def _is_unseen(s: Mars, space: int) -> bool:
    """Whether nobody who enters turns Active here, however many arrivals."""
    return s.storm[space] != 0 or space == WILDERNESS or s.alignment[space] <= 0


TRAVEL_NUMBER = Topic(
    "travel_number", "16.8", "This many of these Rebels go; the others can still go elsewhere.", "number"
)
TRAVEL_BASES = Topic(
    "travel_bases",
    "16.8",
    "This many of these Bases go along, and are ordinary Bases when they arrive.",
    "number",
)


def _who_goes(s: Mars, a: Action, origin: int, goal: int) -> Steps[dict[int, int]]:
    """16.8 Travel. Rebels and Bases of the origin that go to one neighbouring space, at least one piece."""
    rebels: tuple[int, ...] = CR_REBELS if may_pass(s, a, goal, []) else ()
    if a.goals and goal not in a.goals and not _hides(s, goal):
        rebels = (CR_REBEL,) if rebels else ()  # an Active one could not move on from there
    room = s.room(goal, RECLAIMERS)
    has_bases = may_settle(s, a, goal) and has_unmoved(s, a, origin, CR_BASES)
    movable = unmoved(s, a)
    group = yield from choose_group(
        s, RECLAIMERS, origin, goal, rebels, TRAVEL_NUMBER, least=0 if has_bases else 1, movable=movable
    )
    if has_bases:
        group += yield from choose_group(
            s,
            RECLAIMERS,
            origin,
            goal,
            CR_BASES,
            TRAVEL_BASES,
            least=0 if group else 1,
            most=room,
            movable=movable,
            usually_stay=bool(group),  # Rebels travel by themselves; a Base that leaves gives its space up
        )
    return dict(group)


def _hides(s: Mars, space: int) -> bool:
    """16.8 The Wilderness and any Storm marker hide who enters."""
    return space == WILDERNESS or s.storm[space] != 0


def _enter(
    s: Mars, a: Action, origin: int, goal: int, group: dict[int, int], arrivals: dict[int, Arrivals]
) -> Steps[int]:
    """16.8 Pieces enter a space. Returns how many of the Rebels are Hidden there and may go on."""
    for base in CR_BASES:
        if n := group.get(base, 0):
            s.move(base, origin, goal, n, CR_BASE)
            mark_moved(a, goal, CR_BASE, n)
            yield say(
                "{n:{n} {piece} travels|{n} {piece:piece:many} travel} from {origin:space} to {goal:space}.",
                origin=origin,
                goal=goal,
                piece=base,
                n=n,
            )
    hidden, active = group.get(CR_REBEL, 0), group.get(ACTIVE_CR_REBEL, 0)
    number = hidden + active
    if not number:
        return 0
    group_there = arrivals.setdefault(goal, Arrivals())
    if _hides(s, goal):
        hidden, seen = number, False
    else:
        seen = s.alignment[goal] > 0 and group_there.rebels + number + s.count(goal, WATCHERS) > 3
    for kind, n in ((CR_REBEL, number - active), (ACTIVE_CR_REBEL, active)):
        s.move(kind, origin, goal, n)
        if n:
            yield say(
                "{n:{n} {piece} travels|{n} {piece:piece:many} travel} from {origin:space} to {goal:space}.",
                origin=origin,
                goal=goal,
                piece=kind,
                n=n,
            )
    if _hides(s, goal):
        yield from turn_hidden(s, goal, ACTIVE_CR_REBEL, active)
    if seen:  # ruling 23: all of the group that came into this space
        exposed, group_there.hidden = group_there.hidden, 0
        mark_moved(a, goal, CR_REBEL, -exposed)
        yield from turn_active(s, goal, CR_REBEL, exposed + hidden)
        mark_moved(a, goal, ACTIVE_CR_REBEL, exposed)
        hidden = 0
    mark_moved(a, goal, CR_REBEL, hidden)
    mark_moved(a, goal, ACTIVE_CR_REBEL, number - hidden)
    group_there.rebels += number
    group_there.hidden += hidden
    return hidden


TRAVEL_ON = Topic(
    "travel_on",
    "16.8",
    "Hidden Rebels that have come here go on to that space.",
    "space",
)
TRAVEL_ON_NUMBER = Topic(
    "travel_on_number",
    "16.8",
    "This many Hidden Rebels go on; the others can still go on elsewhere.",
    "number",
)


def _go_on(
    s: Mars, a: Action, space: int, hidden: int, been: list[int], arrivals: dict[int, Arrivals]
) -> Steps[None]:
    """16.8 Moving on. Hidden Rebels in a space they have entered, with a CR Base, may move on, even back to where they came from.

    They never enter a space a second time: nothing would be different there.
    """
    while hidden and s.cr_bases(space):
        if not TRAVEL_ON_TO.any(s, a, space, been):
            return
        may_stay = not a.goals or space in a.goals
        goal = yield pick(
            RECLAIMERS,
            TRAVEL_ON,
            "{n:{n} Hidden Rebel|{n} Hidden Rebels} in {space} may move on. Where to?",
            TRAVEL_ON_TO.of(s, a, space, been, then=(DONE,) if may_stay else ()),
            label="On to {it}",
            about={"n": hidden, "space": space},
            done_as=THEY_STAY,
        )
        if goal == DONE:
            return
        n = yield amount(
            RECLAIMERS,
            TRAVEL_ON_NUMBER,
            "How many move on from {origin:space} to {goal:space}?",
            hidden,
            at_least=1,
            about={"origin": space, "goal": goal},
        )
        hidden -= n
        arrivals[space].rebels -= n
        arrivals[space].hidden -= n
        a.moved[space * KINDS + CR_REBEL] -= n
        still = yield from _enter(s, a, space, goal, {CR_REBEL: n}, arrivals)
        yield from _go_on(s, a, goal, still, [*been, goal], arrivals)
