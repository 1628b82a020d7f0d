"""The house bot of Dark Cargo: what a sensible player answers, and what a position is worth.

It looks at nothing but what the asked side has seen: `s.crates.knows`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from sandtable.engine import DONE, Run

from .rules import (
    BOARD,
    BOARDED,
    GRAPPLE,
    LOAD,
    SAIL,
    SAIL_TO,
    SAILOR,
    SCAN,
    SCAN_SHIP,
    SHOOT,
    SHOT,
    SPEND,
    courses,
    grip,
)
from .state import CONVOY, ESCORT, FREIGHTERS, GONE, HAVEN, HOLD, JOINED, QUAY, WORTH, Sea

UNKNOWN = 2.5  # the mean worth of a crate that nobody has looked at
MINE = -3.0  # what boarding a mine costs


@cache
def far(a: int, b: int) -> int:
    """How many areas lie between two areas, plus one."""
    reached, steps = {a}, 0
    while b not in reached:
        reached |= {area for near in reached for area in JOINED[near]}
        steps += 1
    return steps


def worth(s: Sea, side: int, ship: int) -> float:
    """What a freighter is worth to a side, as far as it knows."""
    if not s.crates.zones[HOLD + ship]:
        return 0.0
    crate = s.crate_of(ship)
    if not s.crates.knows(side, crate):
        return UNKNOWN
    return WORTH[crate] or (0.0 if side == CONVOY else MINE)


def answer(run: Run[Sea], rng: random.Random) -> Any:
    """Answer the open question; between equals, by chance."""
    s, values = run.state, list(run.values)
    ask: Any = run.ask  # a bot is only called while a question is open
    rng.shuffle(values)
    judge = JUDGES.get(ask.topic)
    return values[0] if judge is None else max(values, key=lambda value: judge(s, ask, value))


def judge_load(s: Sea, ask: Any, crate: int) -> float:
    """Load the three best crates and one mine, in any order: crates that belong on the quay come last."""
    held = [c for zone in (QUAY, *(HOLD + ship for ship in FREIGHTERS)) for c in s.crates.zones[zone]]
    mines = [c for c in held if not WORTH[c]]
    best = sorted(held, key=lambda c: -WORTH[c])[: 3 if mines else 4]
    return float(crate in (*best, *mines[:1]))


def judge_order(s: Sea, ask: Any, order: Any) -> float:
    """Shoot and board with good dice, scan with bad ones, and sail otherwise."""
    side = ask.seat
    if order == SHOOT:
        return 3.0 if max(s.dice) >= 4 else 0.5
    if order == BOARD:
        prey = [ship for ship in s.freighters() if s.here(ship, side) and worth(s, side, ship) > 0]
        return 4.0 if any(grip(s, ship, max(s.dice)) >= 3 for ship in prey) else 0.1
    if order == SCAN:
        return 2.0 if min(s.dice) <= 3 else 0.8
    if order == SAIL:
        return 1.0 if any(best_course(s, side, ship) > 0.05 for ship in s.ships_of(side)) else 0.0
    return 0.2 if order == DONE else 0.0


def best_course(s: Sea, side: int, ship: int) -> float:
    """The most that a ship can gain by sailing now."""
    return max((gain(s, side, ship, area) for area in courses(s, ship)), default=-9.0)


def gain(s: Sea, side: int, ship: int, area: int) -> float:
    """What it is worth to a side that a ship goes to an area."""
    return position(s, side, ship, area) - position(s, side, ship, s.where[ship])


def position(s: Sea, side: int, ship: int, area: int) -> float:
    """How well a ship stands in an area: freighters near Haven and away from raiders, all others near a rich freighter."""
    if ship in FREIGHTERS:
        cargo = 1.0 + worth(s, side, ship)
        raiders = [where for where in s.where[ESCORT + 1 :] if where != GONE]
        danger = sum(
            0.5 if where == area else 0.2 for where in raiders if far(where, area) <= 1 and area != HAVEN
        )
        return cargo * (
            3.0 * (area == HAVEN) - far(area, HAVEN) - danger * (0.5 if s.where[ESCORT] == area else 1.0)
        )
    prey = [(far(area, s.where[other]), worth(s, side, other)) for other in s.freighters()]
    return max((value / (1 + steps) for steps, value in prey), default=0.0)


def judge_die(s: Sea, ask: Any, die: int) -> float:
    """The smallest die that succeeds at least two times in three, or the best."""
    needed = grip(s, ask.about["ship"], die) if ask.topic == GRAPPLE.id else die
    return 10.0 - die if needed >= 4 else needed


JUDGES: dict[str, Callable[[Sea, Any, Any], float]] = {
    LOAD.id: judge_load,
    SPEND.id: judge_order,
    SAILOR.id: lambda s, ask, ship: best_course(s, ask.seat, ship),
    SAIL_TO.id: lambda s, ask, area: gain(s, ask.seat, ask.about["ship"], area),
    SHOT.id: judge_die,
    GRAPPLE.id: judge_die,
    SCAN_SHIP.id: lambda s, ask, ship: -float(far(s.where[ship], HAVEN)),
    BOARDED.id: lambda s, ask, ship: worth(s, ask.seat, ship),
}


def evaluate(s: Sea) -> list[float]:
    """Shares of the points: those that sides have, and those at sea, which count the more for the Convoy the nearer Haven is."""
    shares = [1.0 + s.points(side) for side in range(1 + s.corsairs)]
    for ship in s.freighters():
        if crates := s.crates.zones[HOLD + ship]:
            safe = 1 - far(s.where[ship], HAVEN) / 10
            shares[CONVOY] += WORTH[crates[0]] * safe
            for side in range(1, len(shares)):
                shares[side] += WORTH[crates[0]] * (1 - safe) / s.corsairs
    return [share / sum(shares) for share in shares]
