"""8.8 Events that move pieces: by the move priorities, with the origins that the card allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.engine import DONE, Ask, Steps

from ..cards.events.moves import patrol_reach
from ..printed.map import COIN, CORPORATIONS, MARS_GOV, NOBODY, RECLAIMERS, RED_DUST, SPACES
from ..printed.pieces import ACTIVE_REBELS, COIN_UNITS, CR_REBELS, MG_TROOP, REBELS_OF, SECURITY
from ..rules.alignment import ACTIVE_OPPOSITION
from ..rules.population import can_damage
from ..state import Mars
from .answering import about, answers, done_or_first, playing, spaces_in
from .events import event_number
from .moves import Pool, brought, moveable, units_of
from .priorities import has_enemy_base, select, tie
from .rounds import get_lines, released


def _pools(s: Mars, who: int, kinds: tuple[int, ...], origins: Sequence[int]) -> dict[int, Pool]:
    found = {}
    for origin in origins:
        there = {kind: n for kind in kinds if (n := s.at(origin, kind)) > 0}
        if there and (pool := moveable(s, who, origin, there)):
            found[origin] = pool
    return found


@answers("event_move_in_from")
def move_in_from(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 13, 36, 45: the origin with the most moveable units, until there is COIN Control. 13 moves Security for MG too."""
    np, goal = playing(s), about(ask, "space")
    who, kinds, most = ask.seat, units_of(s, ask.seat), 99
    if event_number(s) == 13:
        kinds, most = (SECURITY,), 6
    if np.goal == goal and np.origin != NOBODY and s.control[goal] == COIN:
        return done_or_first(values)
    if ask.seat not in (MARS_GOV, CORPORATIONS):
        return DONE
    as_troops = who == MARS_GOV and kinds == (SECURITY,)
    seen = _security_as_troops(s) if as_troops else s
    if as_troops:
        pools = {
            it: pool
            for it in spaces_in(values)
            if (n := s.at(it, SECURITY)) and (pool := moveable(seen, who, it, {MG_TROOP: n}))
        }
    else:
        pools = _pools(s, who, kinds, spaces_in(values))
    groups = {
        origin: group for origin, pool in pools.items() if (group := brought(seen, who, goal, pool, most))
    }
    if not groups:
        return done_or_first(values)
    largest = max(sum(pools[origin].values()) for origin in groups)
    np.origin = yield from tie([it for it in groups if sum(pools[it].values()) == largest], "space")
    np.goal, np.group = goal, groups[np.origin]
    if as_troops:
        np.group = {SECURITY: np.group[MG_TROOP]}
    return np.origin


def _security_as_troops(s: Mars) -> Mars:
    """8.8 13: a table on which Security are MG Troops."""
    copy = s.copy()
    for space in SPACES:
        copy.flip(space, SECURITY, MG_TROOP, copy.at(space, SECURITY))
    return copy


@answers("event_patrol_from")
def patrol_from(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 34: the destination by its column, then the origin with the most moveable units."""
    np, who = playing(s), ask.seat
    pools = _pools(s, who, units_of(s, who), spaces_in(values))
    ways: dict[int, list[int]] = {}
    for origin in pools:
        for goal in patrol_reach(s, who, origin):
            if _is_worth_a_patrol(s, who, goal) and brought(s, who, goal, pools[origin], 3):
                ways.setdefault(goal, []).append(origin)
    if not ways:
        return DONE
    column = {RED_DUST: "march_destination", RECLAIMERS: "travel_destination"}.get(who, "recon_destination")
    np.goal = yield from select(s, who, column, list(ways))
    most = max(sum(pools[it].values()) for it in ways[np.goal])
    np.origin = yield from tie([it for it in ways[np.goal] if sum(pools[it].values()) == most], "space")
    np.group = brought(s, who, np.goal, pools[np.origin], 3)
    return np.origin


def _is_worth_a_patrol(s: Mars, who: int, goal: int) -> bool:
    """8.8 34: Active Rebels, a Populated space below Active Opposition, or an enemy Base."""
    if who == RED_DUST:
        return s.population(goal) > 0 and s.alignment[goal] != ACTIVE_OPPOSITION
    if who == RECLAIMERS:
        return has_enemy_base(s, RECLAIMERS, goal)
    return s.has(goal, ACTIVE_REBELS)


@answers("event_patrol_to")
def patrol_to(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 34: where the patrol was to go."""
    yield from ()
    np = playing(s)
    return np.goal if np.goal in values else values[0]


@answers("event_strike_from")
def strike_from(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 26: the one origin with the most moveable Rebels."""
    who = ask.seat
    pools = _pools(s, who, REBELS_OF[who], list(values))
    if not pools:
        return (yield from tie(list(values), "space"))
    most = max(sum(pool.values()) for pool in pools.values())
    return (yield from tie([it for it, pool in pools.items() if sum(pool.values()) == most], "space"))


# 19 Assets


@answers("asset_lost_patrol")
def lost_patrol(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 CR12: a Labyrinth with Place Damage, then an adjacent Desert with Remove or Replace."""
    np = playing(s)
    near = {
        it: [space for space in s.box.adjacent[it] if s.box.is_labyrinth[space] and can_damage(s, space)]
        for it in values
    }
    labyrinths = sorted({space for spaces in near.values() for space in spaces})
    if not labyrinths:
        return (yield from select(s, RECLAIMERS, "remove_or_replace", list(values)))
    np.goal = yield from select(s, RECLAIMERS, "place_damage", labyrinths)
    beside = [it for it in values if np.goal in near[it]]
    occupied = [it for it in beside if s.has(it, COIN_UNITS)]  # where there is somebody to remove
    return (yield from select(s, RECLAIMERS, "remove_or_replace", occupied or beside))


@answers("asset_patrol_damage")
def patrol_damage(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 CR12: the Labyrinth that was chosen first."""
    np = playing(s)
    return np.goal if np.goal in values else (yield from select(s, RECLAIMERS, "place_damage", list(values)))


@answers("asset_gather_at")
def gather_at(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 CR13: the Desert that the CR get lines of Redeploy choose (ruling 41); a random one where they want nobody."""
    pools = _redeployed(s, [it for it in s.mars_with(*CR_REBELS) if s.is_passable(it, RECLAIMERS)])
    able = [it for it in spaces_in(values) if any(origin != it for origin in pools)]
    if not able:
        return done_or_first(values)
    for get, column in get_lines(s, RECLAIMERS):
        if short := [it for it in able if (get(s, it) or 0) > 0]:
            return (yield from select(s, RECLAIMERS, column, short))
    return (yield from tie(able, "space"))


@answers("asset_from")
def gather_from(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 CR13, CR29: from the space with the most CR Rebels; CR13 keeps what Redeploy keeps, CR29 moves three."""
    np, left = playing(s), about(ask, "left")
    if about(ask, "asset") == 29 - 1:
        pools = _pools(s, RECLAIMERS, CR_REBELS, spaces_in(values))
        left -= 1  # the card allows four, the instruction moves three
    else:
        pools = _redeployed(s, spaces_in(values))
    if not pools or left <= 0:
        return done_or_first(values)
    most = max(s.count(it, CR_REBELS) for it in pools)
    np.origin = yield from tie([it for it in pools if s.count(it, CR_REBELS) == most], "space")
    np.group = {}
    for kind, n in pools[np.origin].items():
        np.group[kind] = min(n, left - sum(np.group.values()))
    return np.origin


def _redeployed(s: Mars, origins: Sequence[int]) -> dict[int, Pool]:
    """The pieces that the CR lines of Redeploy let go."""
    found = {}
    for origin in origins:
        there = {kind: n for kind in CR_REBELS if (n := s.at(origin, kind)) > 0}
        if there and (pool := released(s, RECLAIMERS, origin, there)):
            found[origin] = pool
    return found
