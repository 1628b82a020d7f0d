"""17.3 Transport."""

from __future__ import annotations

from functools import partial

from sandtable.engine import DONE, Choice, Listed, Refusal, Steps
from sandtable.engine.asking import Topic, pick

from ...printed.map import MARS_GOV, ON_MARS, PHOBOS, PLACES
from ...printed.pieces import EG_TROOP, MG_BASE, MG_TROOPS
from ...state import Action, Mars
from ..choose_spaces import done, one_by_one
from ..group_moves import choose_group, move_group
from ..reasons import IN_A_STORM, THE_SAME_SPACE, on_map, on_mars


def transport_hubs(s: Mars) -> list[int]:
    """17.3 Phobos and every space with an MG Base, except in a Raging Storm (ruling)."""
    return [space for space in (*s.mars_with(MG_BASE), PHOBOS) if s.is_passable(space, MARS_GOV)]


def transported(s: Mars) -> tuple[int, ...]:
    """17.3 MG Troops, and EG Troops if MG is Controller."""
    return (*MG_TROOPS, EG_TROOP) if s.controller() == MARS_GOV else MG_TROOPS


def troops_refusal(s: Mars, space: int) -> Refusal | None:
    """17.3 Troops outside of Raging Storms (ruling)."""
    if not s.has(space, transported(s)):
        return NO_TROOPS_THERE
    return None if s.is_passable(space, MARS_GOV) else IN_A_STORM


TROOPS_AT = Choice(lambda s: s.spaces_with(*transported(s)), troops_refusal, guard=on_map)


TRANSPORT = Topic(
    "transport",
    "17.3",
    "Troops can be moved to and from that space as well.",
    "space",
)
TRANSPORT_FROM = Topic(
    "transport_from", "17.3", "Troops leave that space for another you name next.", "space"
)
TRANSPORT_TO = Topic("transport_to", "17.3", "Troops go to that space, as many as you say next.", "space")
TRANSPORT_NUMBER = Topic(
    "transport_number",
    "17.3",
    "This many of these Troops go; each way from one space to another can be used once.",
    "number",
)


NO_OTHER_HUB = done("Only Phobos and the Bases", "Troops move between these and the spaces chosen so far.")
TRANSPORT_OVER = done("Done with Transport", "The Operation goes on.")
A_HUB_ALREADY = Refusal("{it} is part of the Transport anyway.")
NO_HUB = Refusal("{it} is neither Phobos, nor a space with a MarsGov Base, nor chosen for this Transport.")
NO_TROOPS_THERE = Refusal("There are no Troops of yours in {it}.")
WAY_USED = Refusal("That way has been used: each once.")
ALL_WAYS_USED = Refusal("All ways from {it} have been used: each once.")


def hub_refusal(s: Mars, hubs: list[int], space: int) -> Refusal | None:
    """17.3 Any space on Mars, except in a Raging Storm (ruling)."""
    if space in hubs:
        return A_HUB_ALREADY
    return None if s.is_passable(space, MARS_GOV) else IN_A_STORM


MORE_HUBS = Choice(lambda s, hubs: ON_MARS, hub_refusal, guard=on_mars)


def nobody_leaves(s: Mars, hubs: list[int], space: int) -> Refusal:
    """17.3 Why a space is not where one of the ways begins."""
    if space not in hubs:
        return NO_HUB
    return ALL_WAYS_USED if s.has(space, transported(s)) else NO_TROOPS_THERE


def no_way_to(hubs: list[int], origin: int, space: int) -> Refusal:
    """17.3 Why a space is not where one of the ways from the origin ends."""
    if space == origin:
        return THE_SAME_SPACE
    return WAY_USED if space in hubs else NO_HUB


def transport(s: Mars, a: Action) -> Steps[None]:
    """17.3 Transport. Troops among Phobos, the MG Bases and one more space (two if MG is Controller), at any distance."""
    hubs = transport_hubs(s)
    another = one_by_one(
        MARS_GOV,
        2 if s.controller() == MARS_GOV else 1,
        MORE_HUBS.of(s, hubs[:]),
        "Transport between the Bases, Phobos and which other space?",
        TRANSPORT,
        least=0,
        in_one_go=True,
        done_as=NO_OTHER_HUB,
    )
    while (space := (yield from another())) is not None:
        hubs.append(space)
    while True:
        pairs = transport_ways(s, a, hubs)
        origins = list(dict.fromkeys(origin for origin, _ in pairs))
        if not origins:
            return
        origin = yield pick(
            MARS_GOV,
            TRANSPORT_FROM,
            "Transport from where?",
            Listed(origins, on_map(partial(nobody_leaves, s, hubs)), then=(DONE,)),
            label="From {it}",
            done_as=TRANSPORT_OVER,
        )
        if origin == DONE:
            return
        goals = [goal for start, goal in pairs if start == origin]
        goal = yield pick(
            MARS_GOV,
            TRANSPORT_TO,
            "From {space} to where?",
            Listed(goals, on_map(partial(no_way_to, hubs, origin))),
            label="To {it}",
            about={"space": origin},
        )
        a.ways = (*a.ways, origin * PLACES + goal)
        group = yield from choose_group(s, MARS_GOV, origin, goal, transported(s), TRANSPORT_NUMBER)
        yield from move_group(s, origin, goal, group)


def transport_ways(s: Mars, a: Action, hubs: list[int]) -> list[tuple[int, int]]:
    """17.3 From where to where Troops can still go; each way is used once, so that Transport comes to an end."""
    kinds = transported(s)
    return [
        (origin, goal)
        for origin in hubs
        if s.has(origin, kinds)
        for goal in hubs
        if goal != origin and origin * PLACES + goal not in a.ways
    ]
