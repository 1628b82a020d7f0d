"""Who moves where: the destinations of Secure, Recon and March, the ways of Travel, and how many go."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sandtable.engine import DONE, Ask

from ..nonplayer.answering import about, nearest, spaces_in
from ..nonplayer.movement import free_pools
from ..nonplayer.moves import Pool, brought, missing_for_control, moveable, units_of
from ..nonplayer.priorities import has_room_for_base
from ..printed.map import COIN, CORPORATIONS, MARS, MARS_GOV, RECLAIMERS, RED_DUST, WILDERNESS
from ..printed.pieces import (
    CR_BASES,
    CR_FORCES,
    CR_REBEL,
    CR_REBELS,
    HIDDEN_REBELS,
    RD_BASES,
    RD_REBELS,
    SECURITY,
)
from ..rules.group_moves import ALL, unmoved
from ..rules.operations.general import price
from ..rules.operations.reach import march_origins, recon_origins, secure_origins
from ..state import Action, Mars, Op
from .spaces import settle_worth
from .stakes import Stakes

ORIGINS = {Op.SECURE: secure_origins, Op.RECON: recon_origins, Op.MARCH: march_origins}
SIDES = {MARS_GOV: COIN, CORPORATIONS: COIN, RED_DUST: RED_DUST, RECLAIMERS: RECLAIMERS}


def reachable(s: Mars, a: Action, pools: dict[int, Pool], goal: int) -> int:
    """How many units that nothing holds back could come to a destination."""
    n = 0
    if pools and goal < MARS:
        for origin in ORIGINS[a.op](s, a, goal):
            if origin in pools:
                n += sum(pools[origin].values())
    return n


def move_to(s: Mars, k: Stakes, a: Action, pools: dict[int, Pool], goal: int) -> float:
    """The promise of a destination of Secure, Recon or March."""
    if goal >= MARS:
        return -1.0
    who, near = a.who, reachable(s, a, pools, goal)
    side, population = SIDES[who], s.population(goal)
    value, need = 0.0, 0
    if s.control[goal] != side:
        need = missing_for_control(s, who, goal)
        if near >= need:
            value += k.control(side, population) - k.control(s.control[goal], population)
        elif near:
            value += 0.05 * near
    if who == RED_DUST:
        if near and not s.count(goal, RD_REBELS):
            value += 0.25 * population + (0.2 if s.alignment[goal] > -2 else 0.0)
        if near and has_room_for_base(s, who, goal) and s.count(goal, RD_REBELS) < 3:
            value += 0.25
        if near and s.has(goal, RD_BASES) and not s.count(goal, RD_REBELS):
            value += 0.6
        return value - k.money * price(s, a, goal)
    units = s.count(goal, units_of(s, who)) + min(near, need)
    value += k.weights.found * min(units, s.count(goal, HIDDEN_REBELS))
    if units or near:
        value += settle_worth(s, k, who, goal) * (1.0 if who == CORPORATIONS else 0.7)
    if who == MARS_GOV and (units or near) and s.displaced and s.alignment[goal] > 0:
        value += 0.1
    if who == CORPORATIONS and near and s.damage[goal] and not s.at(goal, SECURITY):
        value += 0.3
    return value - k.money * price(s, a, goal)


def ranked_moves(
    s: Mars, k: Stakes, a: Action, spaces: Sequence[int], pools: dict[int, Pool] | None = None
) -> list[tuple[float, int]]:
    """The destinations, the best first. `pools`: who is free to move, if somebody has worked it out."""
    if a.op is Op.TRAVEL:
        found = [(travel_from(s, k, a, it), it) for it in spaces]
    else:
        free = free_pools(s, a) if pools is None else pools
        found = [(move_to(s, k, a, free, it), it) for it in spaces]
    found.sort(reverse=True)
    return found


def origin_to(s: Mars, k: Stakes, ask: Ask, values: Sequence[Any], rng: random.Random) -> Any:
    """16.3, 16.4, 16.7 The origin that can give most, as long as the destination needs anybody."""
    a, goal = s.action, about(ask, "space")
    pools = free_pools(s, a)
    best, most = None, 0
    for origin in spaces_in(values):
        if origin in pools and brought(s, a.who, goal, pools[origin]):
            there = sum(pools[origin].values())
            if there > most:
                best, most = origin, there
    if best is None:
        return DONE if DONE in values else values[0]
    return best


def number(s: Mars, k: Stakes, ask: Ask, values: Sequence[Any], rng: random.Random) -> Any:
    """How many of a kind go: as many as the destination misses and the origin can spare."""
    a, names = s.action, ask.about or {}
    origin, goal, kind = names.get("origin"), names.get("goal"), names.get("piece")
    numbers = [it for it in values if it.__class__ is int]
    if origin is None or goal is None or kind is None:
        return ALL if ALL in values else max(numbers)
    who = ask.seat
    count = unmoved(s, a)
    kinds = CR_FORCES if who == RECLAIMERS else units_of(s, who)
    there = {it: n for it in kinds if (n := count(origin, it)) > 0}
    if goal >= MARS:
        return min(numbers)
    group = brought(s, who, goal, moveable(s, who, origin, there))
    return nearest(numbers, group.get(kind, 0))


# 16.8 Travel


def _travellers(s: Mars, a: Action, origin: int) -> Pool:
    """The Rebels in an origin that nothing holds back."""
    count = unmoved(s, a)
    there = {kind: n for kind in CR_FORCES if (n := count(origin, kind)) > 0}
    free = moveable(s, RECLAIMERS, origin, there)
    return {kind: n for kind, n in free.items() if kind in CR_REBELS}


def arrival(s: Mars, k: Stakes, goal: int, n: int) -> float:
    """16.8 The worth of this many Rebels coming to a space."""
    if goal >= MARS or not n:
        return 0.0
    value = 0.0
    if s.control[goal] != RECLAIMERS:
        need = missing_for_control(s, RECLAIMERS, goal)
        population = s.population(goal)
        if need <= n:
            value += k.control(RECLAIMERS, population) - k.control(s.control[goal], population)
    there = s.count(goal, CR_REBELS)
    if s.has(goal, CR_BASES) and not s.at(goal, CR_REBEL):
        value += 0.6
    elif there + n >= 3 and there < 3 and has_room_for_base(s, RECLAIMERS, goal):
        value += 0.5 if not s.alignment[goal] else 0.2
    if s.population(goal) and not there:
        value += 0.15
    return value


def travel_from(s: Mars, k: Stakes, a: Action, origin: int) -> float:
    """16.8 The best that the free Rebels of an origin could do next door."""
    n = sum(_travellers(s, a, origin).values())
    if not n:
        return -0.5
    best = max((arrival(s, k, goal, n) for goal in s.box.adjacent[origin]), default=0.0)
    return best - (0.0 if origin == WILDERNESS else k.money)


def travel_to(s: Mars, k: Stakes, ask: Ask, values: Sequence[Any], rng: random.Random) -> Any:
    """16.8 The neighbour where they do most."""
    origin = about(ask, "space")
    n = sum(_travellers(s, s.action, origin).values())
    spaces = spaces_in(values)
    if not n and DONE in values:
        return DONE
    best = max(spaces, key=lambda it: arrival(s, k, it, n) + 0.01 * rng.random(), default=None)
    if best is None or (DONE in values and arrival(s, k, best, n) <= 0):
        return DONE if DONE in values else values[0]
    return best
