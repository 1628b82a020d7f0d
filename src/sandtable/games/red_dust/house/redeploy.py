"""Redeploy: units leave for where they win Control, and nobody else stirs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sandtable.engine import DONE, Ask

from ..nonplayer.answering import about, done_or_first, nearest, spaces_in
from ..nonplayer.moves import Pool, control_of, missing_for_control, sides
from ..nonplayer.rounds import redeploy_goals, released
from ..printed.map import COIN, CORPORATIONS, MARS, MARS_GOV, PHOBOS, RECLAIMERS, RED_DUST
from ..printed.pieces import BASES_OF, EG_TROOP, MG_TROOPS, REBELS_OF
from ..rules.group_moves import ALL, ONLY_SOME, unmoved
from ..state import Mars
from .stakes import Stakes

Values = Sequence[Any]
#: By Faction: the side whose Control its units help.
SIDES = {MARS_GOV: COIN, CORPORATIONS: COIN, RED_DUST: RED_DUST, RECLAIMERS: RECLAIMERS}
#: What a move must promise before anybody is sent who need not go.
ENOUGH = 0.2


def _units(who: int) -> tuple[int, ...]:
    return MG_TROOPS if who == MARS_GOV else REBELS_OF[who]


def _spare(s: Mars, who: int, origin: int) -> int:
    """How many units could leave a space that need not."""
    count = unmoved(s, s.action)
    there: Pool = {kind: n for kind in _units(who) if (n := count(origin, kind)) > 0}
    if not there:
        return 0
    return sum(released(s, who, origin, there).values()) if origin < PHOBOS else sum(there.values())


def _need(s: Mars, who: int, goal: int) -> int:
    """How many more units win Control of a space; 0 if the side has it."""
    return 0 if goal >= MARS else missing_for_control(s, who, goal)


def _gain(s: Mars, k: Stakes, who: int, goal: int) -> float:
    """The worth of Control of a space to a Faction that has not got it."""
    if goal >= MARS:
        return 0.0
    now, side = control_of(sides(s, goal)), SIDES[who]
    if now == side:
        return 0.0
    population = s.population(goal)
    return k.control(side, population) - k.control(now, population)


def _best_goal(s: Mars, k: Stakes, who: int, goals: Sequence[int], n: int) -> tuple[float, int]:
    """The space where this many units gain most Control, and the worth of that."""
    found = [(_gain(s, k, who, goal), goal) for goal in goals if _need(s, who, goal) <= n]
    return max(found, default=(0.0, -1))


def redeploy_from(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """14.4 An origin that can spare what wins Control elsewhere, or nobody."""
    who = ask.seat
    if about(ask, "piece") == EG_TROOP:
        return done_or_first(values)
    goals = redeploy_goals(s, who)
    best, chosen = ENOUGH, None
    for origin in spaces_in(values):
        if n := _spare(s, who, origin):
            gain = _best_goal(s, k, who, [it for it in goals if it != origin], n)[0]
            if gain > best:
                best, chosen = gain, origin
    return chosen if chosen is not None else done_or_first(values)


def redeploy_to(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """14.4 Where they win Control; if nowhere, to a Base with few beside it or where people live."""
    who, origin = ask.seat, about(ask, "space")
    goals = spaces_in(values)
    if not goals:
        return values[0]
    if about(ask, "piece") == EG_TROOP:
        return PHOBOS if PHOBOS in goals else goals[0]
    all_of_them = (ask.about or {}).get("n", 1)
    spare = _spare(s, who, origin)
    gain, goal = _best_goal(s, k, who, goals, all_of_them)
    if gain > ENOUGH:
        few = spare > 0 and _need(s, who, goal) < all_of_them
        return ONLY_SOME if few and ONLY_SOME in values else goal

    def key(it: int) -> float:
        beside = 0.3 / (1 + s.count(it, _units(who))) if it < MARS and s.has(it, BASES_OF[who]) else 0.0
        return beside + (0.05 * s.population(it) if it < MARS else 0.0) + 0.01 * rng.random()

    return max(goals, key=key)


def redeploy_some_to(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """14.4 Where some of them win Control."""
    goals = spaces_in(values)
    spare = max(1, _spare(s, ask.seat, about(ask, "space"))) if about(ask, "piece") != EG_TROOP else 1
    gain, goal = _best_goal(s, k, ask.seat, goals, spare) if spare else (0.0, -1)
    return goal if gain > 0 and goal in values else goals[0]


def redeploy_number(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """14.4 As many as win Control."""
    numbers = [it for it in values if it.__class__ is int]
    goal = about(ask, "goal")
    if about(ask, "piece") == EG_TROOP or not numbers:
        return ALL if ALL in values else DONE if DONE in values else max(numbers)
    return nearest(numbers, max(1, _need(s, ask.seat, goal)))
