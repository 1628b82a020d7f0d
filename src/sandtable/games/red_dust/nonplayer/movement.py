"""8.5.7 Secure, Recon, March, Travel and Transport: which destinations and origins, and which group goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sandtable.engine import DONE, Ask, Steps

from ..printed.map import COIN, MARS, MARS_GOV, NOBODY, ON_MARS, PLACES, RECLAIMERS, RED_DUST, SPACES
from ..printed.pieces import CR_BASES, CR_FORCES, CR_REBEL, CR_REBELS, EG_TROOP, HIDDEN_REBELS
from ..rules.group_moves import unmoved
from ..rules.operations.reach import march_origins, recon_origins, secure_origins
from ..rules.operations.secure import activations
from ..rules.operations.travel import may_pass, may_settle
from ..rules.special_activities.transport import transport_hubs, transported
from ..state import Action, Mars
from . import priorities
from .answering import about, answers, done_or_first, nearest, playing, spaces_in
from .moves import Pool, brought, moveable, units_of
from .priorities import select, tie

Origins = Callable[[Mars, Action, int], list[int]]


def free_pools(s: Mars, a: Action) -> dict[int, Pool]:
    """8.5.7 By origin: the units no keep line holds back. Nobody leaves a destination of this Operation."""
    count, kinds = unmoved(s, a), units_of(s, a.who)
    found = {}
    for origin in SPACES:
        if origin in a.chosen or not s.has(origin, kinds) or (a.origins and origin not in a.origins):
            continue
        there = {kind: n for kind in kinds if (n := count(origin, kind)) > 0}
        if there and (pool := moveable(s, a.who, origin, there)):
            found[origin] = pool
    return found


def _merged(pools: list[Pool]) -> Pool:
    found: Pool = {}
    for pool in pools:
        for kind, n in pool.items():
            found[kind] = found.get(kind, 0) + n
    return found


def _goals(s: Mars, a: Action, spaces: list[int], origins_of: Origins) -> list[int]:
    """Destinations that somebody would move to, and for COIN those that only need their Hidden Rebels revealed."""
    pools = free_pools(s, a)
    found = []
    for goal in spaces:
        if goal >= MARS:
            continue
        near = [pools[origin] for origin in origins_of(s, a, goal) if origin in pools] if pools else []
        if (near and brought(s, a.who, goal, _merged(near))) or _reveals(s, a, goal):
            found.append(goal)
    return found


def _reveals(s: Mars, a: Action, goal: int) -> bool:
    return a.who != RED_DUST and s.has(goal, HIDDEN_REBELS) and activations(s, a, goal) > 0


def secure_goals(s: Mars, a: Action, spaces: list[int]) -> list[int]:
    """8.6 Labyrinths for Secure."""
    return _goals(s, a, spaces, secure_origins)


def recon_goals(s: Mars, a: Action, spaces: list[int]) -> list[int]:
    """8.6 Deserts for Recon; a Raging Storm closes them."""
    return _goals(s, a, [it for it in spaces if not s.is_raging(it)], recon_origins)


def march_goals(s: Mars, a: Action, spaces: list[int]) -> list[int]:
    """8.6 Spaces for March."""
    return _goals(s, a, spaces, march_origins)


@answers("secure_from", "recon_from", "march_from")
def move_from(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.7 Steps B and C: the origin with the most moveable pieces, as long as the destination needs another."""
    np, a = playing(s), s.action
    goal = about(ask, "space")
    if np.origin != NOBODY and not _needs_another_origin(s, a.who, goal):
        return done_or_first(values)
    pools = free_pools(s, a)
    able = [origin for origin in spaces_in(values) if origin in pools]
    groups = {origin: brought(s, a.who, goal, pools[origin]) for origin in able}
    able = [origin for origin in able if groups[origin]]
    if not able:
        np.group = {}
        return done_or_first(values)
    most = max(sum(pools[origin].values()) for origin in able)
    origin = yield from tie([it for it in able if sum(pools[it].values()) == most], "space")
    np.origin, np.goal, np.group = origin, goal, groups[origin]
    return origin


def _needs_another_origin(s: Mars, who: int, goal: int) -> bool:
    """8.5.7 Step C: COIN until it has Control; RD until no enemy has."""
    if who == RED_DUST:
        return s.control[goal] not in (NOBODY, RED_DUST)
    return s.control[goal] != COIN


@answers(
    "secure_number",
    "recon_number",
    "march_number",
    "travel_number",
    "travel_bases",
    "transport_number",
    "redeploy_number",
    "event_move_number",
    "asset_number",
)
def move_number(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.7 As many of a kind as the group has."""
    yield from ()
    return nearest(spaces_in(values), playing(s).group.get(about(ask, "piece"), 0))


@answers("drop_pods")
def drop_pods(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.7 Drop Pods when that is what a line still needs."""
    yield from ()
    group = brought(s, s.action.who, about(ask, "space"), {EG_TROOP: max(values)})
    return nearest(values, group.get(EG_TROOP, 0))


@answers("beacons")
def beacons(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 Navigation Beacons if they reveal more Rebels: they are asked about only where they do."""
    yield from ()
    return True


# 16.8 Travel: origins first


def _travel_pool(s: Mars, a: Action, origin: int) -> Pool:
    count = unmoved(s, a)
    there = {kind: n for kind in CR_FORCES if (n := count(origin, kind)) > 0}
    return moveable(s, RECLAIMERS, origin, there)


def _rebels(pool: Pool) -> int:
    return sum(pool.get(kind, 0) for kind in CR_REBELS)


def travel_origins(s: Mars, a: Action, spaces: list[int]) -> list[int]:
    """8.5.7 Step A of Travel: the origins with the most moveable Rebels that have somewhere to go."""
    been = playing(s).been
    pools = {it: pool for it in spaces if it not in been and _rebels(pool := _travel_pool(s, a, it))}
    for most in sorted({_rebels(pool) for pool in pools.values()}, reverse=True):
        able = [
            it
            for it, pool in pools.items()
            if _rebels(pool) == most and _ways(s, a, it, pool, s.box.adjacent[it])
        ]
        if able:
            return able
    return []


def _ways(s: Mars, a: Action, origin: int, pool: Pool, first: Sequence[int]) -> dict[int, list[int]]:
    """Destinations of Travel with the way there: neighbours, and for Hidden Rebels chains of CR Bases."""
    found: dict[int, list[int]] = {}
    edge = [[goal] for goal in first if may_pass(s, a, goal, []) or may_settle(s, a, goal)]
    while edge:
        path = edge.pop(0)
        goal = path[-1]
        if goal in found or goal == origin:
            continue
        if _travel_group(s, a, goal, pool, len(path) == 1):
            found[goal] = path
        if pool.get(CR_REBEL) and s.cr_bases(goal) and _stays_hidden(s, goal):
            edge += [[*path, after] for after in s.box.adjacent[goal] if after not in path]
    return found


def _stays_hidden(s: Mars, space: int) -> bool:
    return s.storm[space] != 0 or s.alignment[space] <= 0


def _travel_group(s: Mars, a: Action, goal: int, pool: Pool, is_near: bool) -> Pool:
    """What would be brought to a destination of Travel."""
    if a.goals and goal not in a.goals:
        return {}
    able = pool if is_near else {CR_REBEL: pool.get(CR_REBEL, 0)}
    if not may_settle(s, a, goal) or sum(pool.get(kind, 0) for kind in CR_BASES) == 0:
        able = {kind: n for kind, n in able.items() if kind not in CR_BASES}
    return brought(s, RECLAIMERS, goal, able)


@answers("travel_to")
def travel_to(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.7 Steps B and C of Travel: destinations from the same origin while moveable Rebels remain."""
    np, a, origin = playing(s), s.action, about(ask, "space")
    pool = _travel_pool(s, a, origin)
    first = spaces_in(values)
    ways = _ways(s, a, origin, pool, first) if _rebels(pool) else {}
    goals = [goal for goal in ways if goal not in np.been or DONE not in values]
    if not goals:
        np.path, np.group = [], {}
        return done_or_first(values)
    goal = yield from select(s, RECLAIMERS, "travel_destination", goals)
    path = ways[goal]
    np.path, np.group = path[1:], _travel_group(s, a, goal, pool, len(path) == 1)
    np.been.append(goal)
    return path[0]


@answers("travel_on")
def travel_on(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """16.8 On along the way to the destination."""
    yield from ()
    np = playing(s)
    if np.path and np.path[0] in values:
        return np.path.pop(0)
    return done_or_first(values)


@answers("travel_on_number")
def travel_on_number(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """16.8 The whole group goes on."""
    yield from ()
    return max(values)


# 17.3 Transport: among Phobos, the MG Bases and one more space, two for the EG Controller

COLUMN = "transport_destination"


class TransportPlan(NamedTuple):
    """The next group of a Transport: the equal destinations, and for each its equal origins with their groups."""

    goals: list[int]
    origins: dict[int, list[int]]
    groups: dict[tuple[int, int], Pool]


def _pools(s: Mars, origins: Sequence[int], been: Sequence[int]) -> dict[int, Pool]:
    """By origin: the Troops that no keep line holds back; none that has been a destination."""
    kinds, found = transported(s), {}
    for origin in origins:
        if origin in been or not s.is_passable(origin, MARS_GOV):
            continue
        there = {kind: n for kind in kinds if (n := s.at(origin, kind)) > 0}
        if there and (pool := moveable(s, MARS_GOV, origin, there)):
            found[origin] = pool
    return found


def transport_plan(s: Mars, a: Action, network: Sequence[int] | None = None) -> TransportPlan | None:
    """8.5.7 The next destination and origin. Without a network yet, any that the extra spaces allow."""
    hubs = transport_hubs(s)
    extra = 2 if s.controller() == MARS_GOV else 1
    been = playing(s).been if network is not None else []
    pools = _pools(s, SPACES if network is None else network, been)
    if not pools:
        return None
    groups: dict[tuple[int, int], Pool] = {}
    for goal in ON_MARS if network is None else network:
        if goal >= MARS or not s.is_passable(goal, MARS_GOV):
            continue
        for origin, pool in pools.items():
            if origin == goal or origin * PLACES + goal in a.ways:
                continue
            if network is None and (origin not in hubs) + (goal not in hubs) > extra:
                continue
            if goal in been and s.control[goal] == COIN:
                continue  # step C: it has what it was to get
            if group := brought(s, MARS_GOV, goal, pool):
                groups[goal, origin] = group
    if not groups:
        return None
    goals = priorities.narrow(s, MARS_GOV, COLUMN, list(dict.fromkeys(goal for goal, _ in groups))).spaces
    origins = {}
    for goal in goals:
        able = [origin for it, origin in groups if it == goal]
        most = max(sum(pools[origin].values()) for origin in able)
        origins[goal] = [origin for origin in able if sum(pools[origin].values()) == most]
    return TransportPlan(goals, origins, groups)


def _fix(s: Mars, plan: TransportPlan) -> Steps[None]:
    """Break the ties of a plan and keep what is left of it."""
    np = playing(s)
    np.goal = yield from tie(plan.goals, "space")
    np.origin = yield from tie(plan.origins[np.goal], "space")
    np.group = plan.groups[np.goal, np.origin]


@answers("transport")
def transport_spaces(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """17.3 The extra spaces are those that the first group needs."""
    np, spaces = playing(s), spaces_in(values)
    if np.way != "transport":
        plan = transport_plan(s, s.action)
        if plan is None:
            return DONE
        yield from _fix(s, plan)
        np.way = "transport"
    for space in (np.goal, np.origin):
        if space in spaces:
            return space
    return DONE


@answers("transport_from")
def transport_from(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.7 The next origin of the network, and where its Troops go."""
    np, a = playing(s), s.action
    network = sorted({*transport_hubs(s), *spaces_in(values), np.goal, np.origin} - {-1})
    plan = transport_plan(s, a, network)
    if plan is None:
        return DONE
    yield from _fix(s, plan)
    if np.origin not in values:
        return DONE
    if np.goal not in np.been:
        np.been.append(np.goal)
    return np.origin


@answers("transport_to")
def transport_to(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.7 The destination of the group."""
    yield from ()
    np = playing(s)
    return np.goal if np.goal in values else values[0]
