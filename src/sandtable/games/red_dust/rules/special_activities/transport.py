"""17.3 Transport."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps
from sandtable.engine.asking import Topic, pick, pick_each

from ...printed.map import MARS_GOV, ON_MARS, PHOBOS, PLACES, SPACES
from ...printed.pieces import EG_TROOP, MG_BASE, MG_TROOPS
from ...state import Action, Mars
from ..group_moves import choose_group, move_group


def transport_hubs(s: Mars) -> list[int]:
    """17.3 Phobos and every space with an MG Base, except in a Raging Storm (ruling)."""
    return [
        space
        for space in SPACES
        if (space == PHOBOS or s.at(space, MG_BASE)) and s.is_passable(space, MARS_GOV)
    ]


def transported(s: Mars) -> tuple[int, ...]:
    """17.3 MG Troops, and EG Troops if MG is Controller."""
    return (*MG_TROOPS, EG_TROOP) if s.controller() == MARS_GOV else MG_TROOPS


def can_transport(s: Mars, a: Action) -> bool:
    kinds = transported(s)
    return any(s.has(space, kinds) for space in SPACES if s.is_passable(space, MARS_GOV))


TRANSPORT = Topic(
    "transport",
    "17.3",
    "Troops can be moved to and from that space as well; with Done it stays at Phobos and the Bases.",
    "space",
)
TRANSPORT_FROM = Topic(
    "transport_from", "17.3", "Troops leave that space; with Done the Transport is over.", "space"
)
TRANSPORT_TO = Topic("transport_to", "17.3", "Troops go to that space, as many as you say next.", "space")
TRANSPORT_NUMBER = Topic(
    "transport_number",
    "17.3",
    "This many of these Troops go; each way from one space to another can be used once.",
    "number",
)


def transport(s: Mars, a: Action) -> Steps[None]:
    """17.3 Transport. Troops among Phobos, the MG Bases and one more space (two if MG is Controller), at any distance."""
    hubs = transport_hubs(s)
    others = [space for space in ON_MARS if space not in hubs and s.is_passable(space, MARS_GOV)]
    hubs += yield from pick_each(
        MARS_GOV,
        TRANSPORT,
        "Transport between the Bases, Phobos and which other space?",
        others,
        up_to=2 if s.controller() == MARS_GOV else 1,
    )
    while True:
        pairs = transport_ways(s, a, hubs)
        origins: list[Any] = list(dict.fromkeys(origin for origin, _ in pairs))
        if not origins:
            return
        origin = yield pick(
            MARS_GOV, TRANSPORT_FROM, "Transport from where?", [*origins, DONE], label="From {it}"
        )
        if origin == DONE:
            return
        goals = [goal for start, goal in pairs if start == origin]
        goal = yield pick(
            MARS_GOV, TRANSPORT_TO, "From {space} to where?", goals, label="To {it}", about={"space": origin}
        )
        a.ways.append(origin * PLACES + goal)
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
