"""Which unit to spare and which to lose: the order of losses that the house player and the odds assume.

It looks at nothing but the state on the table, so a side that takes hits goes down one line (see `common.house.chances`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ...common.state import MissionEnded
from ..printed.box import Kind, SurfaceBox
from ..state import BACK, BOX, FRONT, OUT, Team

#: What a point of combat, an icon, and an icon that the revealed Mission needs are worth to keep.
COMBAT, ICON, NEEDED = 1.0, 0.7, 2.0
#: What it costs to lose a counter for good, by kind, and to have one crashed.
GONE = {Kind.CADRE: 1.5, Kind.GEAR: 0.2, Kind.VEHICLE: 1.2, Kind.SPECIAL: 0.0}
CRASH, LAST_CADRE = 0.2, 100.0


def icon_weights(s: Team) -> tuple[float, ...]:
    """The value of each icon now."""
    number = s.mission
    if number is None or not s.is_revealed:
        return (ICON,) * len(s.box.icons)
    return _needed_weights(s.box, number)


@lru_cache(maxsize=256)
def _needed_weights(box: SurfaceBox, mission: int) -> tuple[float, ...]:
    needs = box.missions[mission].needs
    return tuple(NEEDED if icon in needs else ICON / 2 for icon in box.icons)


@lru_cache(maxsize=4096)
def worth(box: SurfaceBox, unit: int, side: int, weights: tuple[float, ...]) -> float:
    """The value of one side of a counter in the Team."""
    printed = box.printed[unit][side - 1]
    icons = sum(n * w for n, w in zip(printed.icons, weights, strict=True))
    return COMBAT * (printed.combat + printed.siege / 2) + icons


@lru_cache(maxsize=4096)
def hit_cost(box: SurfaceBox, unit: int, side: int, weights: tuple[float, ...], one_cadre: bool) -> float:
    """The cost of the next hit on a unit that shows this side, in a Team with one Cadre or with more."""
    kind = box.kind[unit]
    now = worth(box, unit, side, weights)
    if kind is not Kind.GEAR and side == FRONT:
        return now - worth(box, unit, BACK, weights) + CRASH
    return now + GONE[kind] + (LAST_CADRE if one_cadre and kind is Kind.CADRE else 0.0)


def next_loss(s: Team, units: Sequence[int]) -> int:
    """15.6 The unit that takes the next hit: the one whose loss costs least."""
    box, sides, weights, one_cadre = s.box, s.units, icon_weights(s), s.cadres == 1
    return min(units, key=lambda unit: (hit_cost(box, unit, sides[unit], weights, one_cadre), unit))


def next_hit(s: Team, sides: Sequence[int]) -> int:
    """15.6 The OPFOR unit that takes the next hit: the one whose strength falls most."""
    return min(sides, key=lambda side: (-_fall(s.box, side), side))


@lru_cache(maxsize=1024)
def _fall(box: SurfaceBox, side: int) -> int:
    after = box.sides[side].after
    return box.sides[side].combat - (box.sides[after].combat if after >= 0 else 0)


class Losses(NamedTuple):
    """The Team that is left after 0, 1, 2 ... hits, up to the last before the Mission is lost."""

    #: Its combat strength, and that with what counts at an OPFOR Installation (15.5.1).
    strengths: tuple[int, ...]
    sieges: tuple[int, ...]
    #: Its icons, by number.
    icons: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16_384)
def losses_of(box: SurfaceBox, units: tuple[int, ...], weights: tuple[float, ...]) -> Losses:
    """15.6 What hits do to the Team one by one, taken as `next_loss` takes them."""
    kinds, printed = box.kind, box.printed
    left = {unit: side for unit, side in enumerate(units) if BOX < side < OUT}
    cadres = sum([kinds[unit] is Kind.CADRE for unit in left])
    shown = [printed[unit][side - 1] for unit, side in left.items()]
    strength, siege = sum([it.combat for it in shown]), sum([it.siege for it in shown])
    icons = [sum([it.icons[n] for it in shown]) for n in range(len(box.icons))]
    strengths, sieges, all_icons = [strength], [strength + siege], [tuple(icons)]
    while left:
        one = cadres == 1
        unit = min(left, key=lambda unit: (hit_cost(box, unit, left[unit], weights, one), unit))
        side = left.pop(unit)
        before = printed[unit][side - 1]
        strength, siege = strength - before.combat, siege - before.siege
        icons = [n - m for n, m in zip(icons, before.icons, strict=True)]
        if kinds[unit] is not Kind.GEAR and side == FRONT:
            left[unit], after = BACK, printed[unit][1]
            strength, siege = strength + after.combat, siege + after.siege
            icons = [n + m for n, m in zip(icons, after.icons, strict=True)]
        elif kinds[unit] is Kind.CADRE:
            cadres -= 1
            if not cadres:
                break
        strengths.append(strength)
        sieges.append(strength + siege)
        all_icons.append(tuple(icons))
    return Losses(tuple(strengths), tuple(sieges), tuple(all_icons))


def team_after_hits(s: Team) -> list[Team]:
    """The Team after 0, 1, 2 ... hits, up to the last before the Mission is lost."""
    states = [s]
    while True:
        s = s.copy()
        try:
            s.hit(next_loss(s, s.team()))
        except MissionEnded:
            return states
        states.append(s)


@lru_cache(maxsize=4096)
def opfor_line(box: SurfaceBox, opfor: tuple[int, ...]) -> tuple[int, ...]:
    """The OPFOR's strength after 0, 1, 2 ... hits, up to the last before it is wiped out."""
    left = list(opfor)
    strengths = []
    while any(left):
        strengths.append(sum(n * side.combat for n, side in zip(left, box.sides, strict=True)))
        side = min((i for i, n in enumerate(left) if n), key=lambda i: (-_fall(box, i), i))
        left[side] -= 1
        if box.sides[side].after >= 0:
            left[box.sides[side].after] += 1
    return tuple(strengths)
