"""8.5.7 Secure, Recon, March, Travel and Transport: which destinations and origins, and which group goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import DONE, Ask, Steps

from ..printed.map import COIN, MARS, MARS_GOV, NOBODY, ON_MARS, PHOBOS, RECLAIMERS, RED_DUST, SPACES
from ..printed.pieces import CR_BASES, CR_FORCES, CR_REBEL, CR_REBELS, EG_TROOP, HIDDEN_REBELS
from ..rules.earthgov import may_use_satellite
from ..rules.group_moves import unmoved
from ..rules.operations.reach import march_origins, recon_origins, secure_origins
from ..rules.operations.secure import activations
from ..rules.operations.travel import may_pass, may_settle
from ..rules.special_activities.transport import transport_hubs, transported
from ..state import Action, Mars, Op
from .answering import about, answers, done_or_first, nearest, playing, spaces_in
from .moves import Pool, brings, brought, moveable, units_of
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
        if a.op is Op.SECURE:
            near += _by_drop_pods(s, a, pools)
        if (near and brings(s, a.who, goal, _merged(near))) or _reveals(s, a, goal):
            found.append(goal)
    return found


def _by_drop_pods(s: Mars, a: Action, pools: dict[int, Pool]) -> list[Pool]:
    """8.3 EG Troops on Phobos reach any Labyrinth if their Controller spends a Satellite."""
    n = pools.get(PHOBOS, {}).get(EG_TROOP, 0)
    return [{EG_TROOP: n}] if n and may_use_satellite(s, a.who) else []


def _reveals(s: Mars, a: Action, goal: int) -> bool:
    return a.who != RED_DUST and s.has(goal, HIDDEN_REBELS) and activations(s, a, goal) > 0


def secure_goals(s: Mars, a: Action, spaces: list[int]) -> list[int]:
    """8.6 Labyrinths for Secure."""
    return _goals(s, a, spaces, secure_origins)


def recon_goals(s: Mars, a: Action, spaces: list[int]) -> list[int]:
    """8.6 Deserts for Recon; Navigation Beacons open a Raging Storm."""
    return _goals(s, a, spaces, recon_origins)


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
    """8.5.7 Drop Pods when that is what a line still needs, and step C calls for another origin."""
    yield from ()
    np, goal = playing(s), about(ask, "space")
    if np.origin != NOBODY and not _needs_another_origin(s, s.action.who, goal):
        return 0
    group = brought(s, s.action.who, goal, {EG_TROOP: max(values)})
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
    """The group that would be brought to a destination of Travel."""
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
    if ~origin not in np.been:
        np.been.append(~origin)  # what comes behind it are the destinations from this origin
    before = np.been[np.been.index(~origin) :]
    goals = [goal for goal in ways if goal not in before]
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


Way = tuple[int, int]


def _transport_pools(s: Mars, been: Sequence[int]) -> dict[int, Pool]:
    """By origin: the Troops that no keep line holds back; none that has been a destination."""
    kinds, found = transported(s), {}
    for origin in SPACES:
        if origin in been or not s.is_passable(origin, MARS_GOV):
            continue
        there = {kind: n for kind in kinds if (n := s.at(origin, kind)) > 0}
        if there and (pool := moveable(s, MARS_GOV, origin, there)):
            found[origin] = pool
    return found


def transport_groups(s: Mars, been: Sequence[int] = (), added: Sequence[int] = ()) -> dict[Way, Pool]:
    """8.5.7 By destination and origin: who could go next. `added`: the extra spaces that are taken already."""
    network = {*transport_hubs(s), *added}
    left = (2 if s.controller() == MARS_GOV else 1) - len(added)
    pools = _transport_pools(s, been)
    groups: dict[Way, Pool] = {}
    for goal in ON_MARS if pools else ():
        if goal in been[:-1] or not s.is_passable(goal, MARS_GOV):
            continue  # step C: only the last destination may need another origin
        for origin, pool in pools.items():
            if origin == goal or (origin not in network) + (goal not in network) > left:
                continue
            if group := brought(s, MARS_GOV, goal, pool):
                groups[goal, origin] = group
    if been:
        same = {way: group for way, group in groups.items() if way[0] == been[-1]}
        if same and _needs_another_origin(s, MARS_GOV, been[-1]):
            return same
        groups = {way: group for way, group in groups.items() if way[0] != been[-1]}
    return groups


def _plan_transport(s: Mars) -> Steps[list[int]]:
    """8.5.7 Plan the whole Transport on a copy, group by group. Returns its extra spaces.

    The groups are kept on the way (`path`): origin, destination, then kind and number of each piece, then -1.
    """
    np, copy = playing(s), s.copy()
    np.path = []
    been: list[int] = []
    added: list[int] = []
    while groups := transport_groups(copy, been, added):
        goal = yield from select(copy, MARS_GOV, COLUMN, list(dict.fromkeys(goal for goal, _ in groups)))
        pools = _transport_pools(copy, been)
        able = [origin for it, origin in groups if it == goal]
        most = max(sum(pools[origin].values()) for origin in able)
        origin = yield from tie([it for it in able if sum(pools[it].values()) == most], "space")
        hubs = transport_hubs(s)
        added += [it for it in (goal, origin) if it not in hubs and it not in added]
        if goal not in been:
            been.append(goal)
        np.path += [origin, goal]
        for kind, n in groups[goal, origin].items():
            copy.move(kind, origin, goal, n)
            np.path += [kind, n]
        np.path.append(-1)
    return added


@answers("transport")
def transport_spaces(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """17.3 The extra spaces are those that the plan needs."""
    np, spaces = playing(s), spaces_in(values)
    if np.way != "transport":
        np.been = yield from _plan_transport(s)
        np.do("transport")
    return next((space for space in np.been if space in spaces), DONE)


@answers("transport_from")
def transport_from(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.7 The next origin of the plan, and where its Troops go."""
    yield from ()
    np = playing(s)
    if not np.path or np.path[0] not in values:
        return DONE
    end = np.path.index(-1)
    np.origin, np.goal, *pieces = np.path[:end]
    np.group = dict(zip(pieces[::2], pieces[1::2], strict=True))
    np.path = np.path[end + 1 :]
    return np.origin


@answers("transport_to")
def transport_to(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.7 The destination of the group."""
    yield from ()
    np = playing(s)
    return np.goal if np.goal in values else values[0]
