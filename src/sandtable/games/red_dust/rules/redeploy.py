"""14.4 The Redeploy Phase of a Dust Storm Round."""

from __future__ import annotations

from functools import partial
from typing import Any

from sandtable.engine import DONE, Choice, Listed, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick

from ..printed.map import (
    AVAILABLE,
    COIN,
    MARS_GOV,
    NOBODY,
    PHOBOS,
    RECLAIMERS,
    RED_DUST,
    SPACES,
    WILDERNESS,
)
from ..printed.pieces import (
    COIN_BASES,
    CR_BASE,
    CR_BASES,
    CR_REBEL,
    CR_REBELS,
    EG_TROOP,
    MG_BASE,
    MG_TROOP,
    MG_TROOPS,
    RD_BASES,
    RD_REBEL,
    RD_REBELS,
)
from ..state import NO_STORM, Mars
from .choose_spaces import done
from .group_moves import (
    ONLY_SOME,
    Group,
    choose_group,
    has_unmoved,
    mark_moved,
    move_all,
    unmoved,
    went,
    with_unmoved,
)
from .pieces import PIECES
from .reasons import THE_SAME_SPACE, on_map, on_mars


def begin_redeploy(s: Mars) -> Steps[bool]:
    """14.4 All Storms go; Control is frozen until the end of the phase."""
    s.storm = [NO_STORM] * len(s.storm)
    s.is_control_frozen = True
    yield say("Redeploy Phase: all Storms are gone.", opens=True)
    return False


def redeploy_earthgov(s: Mars) -> Steps[bool]:
    """14.4 The Controller moves all EG Troops on Mars to Phobos or spaces with MG Bases."""
    who = s.controller()
    if who == NOBODY:
        return False
    goals = [*s.mars_with(MG_BASE), PHOBOS]
    origins = [*s.mars_with(EG_TROOP)]
    forced = [space for space in origins if space not in goals]
    return (yield from _redeploy(s, who, (EG_TROOP,), origins, goals, forced))


def redeploy_marsgov(s: Mars) -> Steps[bool]:
    """14.4 MG leaves Deserts without a COIN Base, and may move others, to COIN Labyrinths and MG Bases."""
    origins = [*s.spaces_with(*MG_TROOPS)]
    forced = [space for space in s.these_with(s.box.deserts, MG_TROOPS) if not s.has(space, COIN_BASES)]
    bases, control, is_labyrinth = s.spaces_with(MG_BASE), s.control, s.box.is_labyrinth
    goals = [space for space in SPACES if space in bases or (control[space] == COIN and is_labyrinth[space])]
    return (yield from _redeploy(s, MARS_GOV, MG_TROOPS, origins, goals, forced))


def redeploy_red_dust(s: Mars) -> Steps[bool]:
    """14.4 RD leaves Deserts with neither Opposition nor an RD Base, and may move others, to its Bases."""
    origins = [*s.mars_with(*RD_REBELS)]
    forced = [
        space
        for space in s.these_with(s.box.deserts, RD_REBELS)
        if s.alignment[space] >= 0 and not s.has(space, RD_BASES)
    ]
    goals = [*s.mars_with(*RD_BASES)]
    if not goals:
        for space in forced:
            yield say("The Red Dust Rebels in {space} have nowhere to go.", space=space)
            for kind in RD_REBELS:
                yield from move_all(s, kind, space, AVAILABLE)
        return False
    return (yield from _redeploy(s, RED_DUST, RD_REBELS, origins, goals, forced))


REDEPLOY_BASE = Topic(
    "redeploy_base", "14.4", "A Base there moves to the Wilderness and is an ordinary one again.", "space"
)
REDEPLOY_BASE_KIND = Topic(
    "redeploy_base_kind", "14.4", "That Base moves to the Wilderness and is an ordinary one there.", "piece"
)


BASES_STAY = done("Leave the other Bases where they are", "Next, your Rebels redeploy.")
NO_RECLAIMER_BASE = Refusal("You have no Base in {it}.")


def redeploy_base_refusal(s: Mars, space: int) -> Refusal | None:
    """14.4 CR Bases elsewhere than in the Wilderness."""
    if space == WILDERNESS:
        return THE_SAME_SPACE
    return None if s.has(space, CR_BASES) else NO_RECLAIMER_BASE


REDEPLOY_BASE_FROM = Choice(lambda s: s.mars_with(*CR_BASES), redeploy_base_refusal, guard=on_mars)


def redeploy_cr_bases(s: Mars) -> Steps[bool]:
    """14.4 Redeploy. CR may first move any CR Bases to the Wilderness, where they are basic ones again."""
    if not REDEPLOY_BASE_FROM.any(s) or s.room(WILDERNESS, RECLAIMERS) <= 0:
        return False
    space = yield pick(
        RECLAIMERS,
        REDEPLOY_BASE,
        "Move a Base to the Wilderness from where?",
        REDEPLOY_BASE_FROM.of(s, then=(DONE,)),
        label="From {it}",
        done_as=BASES_STAY,
    )
    if space == DONE:
        return False
    kind = yield pick(
        RECLAIMERS,
        REDEPLOY_BASE_KIND,
        "Which Base in {space}?",
        PIECES.of(s, space, CR_BASES),
        about={"space": space},
    )
    s.move(kind, space, WILDERNESS, 1, CR_BASE)
    yield went(kind, 1, space, WILDERNESS)
    return True


def redeploy_cr_rebels(s: Mars) -> Steps[bool]:
    """14.4 Then any CR Rebels to spaces with CR Bases."""
    origins = [*s.mars_with(*CR_REBELS)]
    goals = [*s.mars_with(*CR_BASES)]
    return (yield from _redeploy(s, RECLAIMERS, CR_REBELS, origins, goals, forced=[]))


REDEPLOY_FROM = Topic(
    "redeploy_from",
    "14.4",
    "Units leave that space for one you name next.",
    "space",
    window="redeploy",
)
REDEPLOY_TO = Topic("redeploy_to", "14.4", "All units that have not moved yet go to that space.", "space")
REDEPLOY_SOME_TO = Topic(
    "redeploy_some_to", "14.4", "Units go to that space, as many as you say next.", "space"
)
REDEPLOY_NUMBER = Topic(
    "redeploy_number", "14.4", "This many of these units move; none moves again in this phase.", "number"
)


REDEPLOYED = done("Leave all other {piece:unit:many} where they are")
NONE_THERE = Refusal("There are no {piece:unit:many} in {it}.")
HAVE_REDEPLOYED = Refusal("The {piece:unit:many} in {it} have redeployed already.")
NOT_FROM_PHOBOS = Refusal("{it} is where they redeploy to, not from.")
NOWHERE_ELSE = Refusal("{it} is the only space they could go to.")
NO_GOAL = {
    MG_TROOP: Refusal("{it} is neither a Labyrinth under COIN Control nor a space with a MarsGov Base."),
    EG_TROOP: Refusal("{it} is neither Phobos nor a space with a MarsGov Base."),
    RD_REBEL: Refusal("{it} has no Red Dust Base."),
    CR_REBEL: Refusal("{it} has no Reclaimer Base."),
}


def no_redeploy(s: Mars, kinds: tuple[int, ...], origins: list[int], space: int) -> Refusal:
    """14.4 Why a space is not among those from which units can redeploy."""
    if not s.has(space, kinds):
        return NONE_THERE.of(piece=kinds[0])
    if space not in origins:
        return NOT_FROM_PHOBOS
    return NOWHERE_ELSE if has_unmoved(s, s.action, space, kinds) else HAVE_REDEPLOYED.of(piece=kinds[0])


def goal_refusal(kinds: tuple[int, ...], goals: list[int], origin: int, space: int) -> Refusal | None:
    """14.4 Any other of the spaces they may go to."""
    if space == origin:
        return THE_SAME_SPACE
    return None if space in goals else NO_GOAL[kinds[0]]


REDEPLOY_GOAL = Choice(lambda kinds, goals, origin: goals, goal_refusal, guard=on_map)


def _redeploy(
    s: Mars, who: int, kinds: tuple[int, ...], origins: list[int], goals: list[int], forced: list[int]
) -> Steps[bool]:
    """14.4 Redeploy. One group of units from one space to another. A unit moves once, whatever the distance."""
    a = s.action
    able = [space for space in with_unmoved(s, a, origins, kinds) if goals and goals != [space]]
    if not able:
        return False
    must = next((space for space in forced if space in able), None)
    origin: Any = must  # in which order they leave makes no difference
    if must is None:
        origin = yield pick(
            who,
            REDEPLOY_FROM,
            "Redeploy {piece:unit:many} from where?",
            Listed(able, on_map(partial(no_redeploy, s, kinds, origins)), then=(DONE,)),
            label="From {it}",
            about={"piece": kinds[0]},
            decline=DONE,
            likely=DONE,
            done_as=REDEPLOYED,
        )
        if origin == DONE:
            return False
    goal, group = yield from _redeploy_group(s, who, origin, kinds, goals, must=must is not None)
    for kind, n in group:
        s.move(kind, origin, goal, n)
        mark_moved(a, goal, MG_TROOP if kind in MG_TROOPS else kind, n)
        yield went(kind, n, origin, goal)
    return True


def _redeploy_group(
    s: Mars, who: int, origin: int, kinds: tuple[int, ...], goals: list[int], *, must: bool
) -> Steps[tuple[int, Group]]:
    """14.4 Redeploy. Where the units of a space go: all of them to one, or only some."""
    movable = unmoved(s, s.action)
    group = [(kind, n) for kind in kinds if (n := movable(origin, kind)) > 0]
    number = sum(n for _, n in group)
    about = {"space": origin, "piece": kinds[0]}
    goal = yield pick(
        who,
        REDEPLOY_TO,
        "{n:Your {piece:unit}|Your {n} {piece:unit:many}} must leave {space}. Where to?"
        if must
        else "Redeploy {n:the {piece:unit}|all {n} {piece:unit:many}} from {space} to where?",
        REDEPLOY_GOAL.of(kinds, goals, origin, then=(ONLY_SOME,) if number > 1 else ()),
        label="To {it}",
        about={**about, "n": number},
    )
    if goal != ONLY_SOME:
        return goal, group
    goal = yield pick(
        who,
        REDEPLOY_SOME_TO,
        "Redeploy some {piece:unit:many} from {space} to where?",
        REDEPLOY_GOAL.of(kinds, goals, origin),
        label="To {it}",
        about=about,
    )
    return goal, (yield from choose_group(s, who, origin, goal, kinds, REDEPLOY_NUMBER, movable=movable))


def end_redeploy(s: Mars) -> Steps[bool]:
    """14.4 Only now is Control adjusted."""
    s.is_control_frozen = False
    s.settle_all()
    yield say("Control is adjusted.")
    return False
