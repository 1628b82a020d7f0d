"""R-MD-2 The effects of the ground on the stands on it: cover, hills, defensive positions."""

from __future__ import annotations

from ..printed.box import Box, is_in, zone_area
from ..state import Battle
from .geometry.formation import Stand, stands
from .geometry.polygon import Point


def is_covered(s: Battle, u: int, stand: Stand) -> bool:
    """R-MD-2 A stand is in cover if its centre is in a feature that gives it, or a card says so."""
    if s.dug_in[u] or s.skirmishing[u]:
        return True
    return any(is_in(ground.area, stand.centre) for ground in s.box.covers)


def is_on_hill(s: Battle, point: Point) -> bool:
    return any(is_in(ground.area, point) for ground in s.box.hills)


def is_in_feature(s: Battle, point: Point) -> bool:
    """Whether a point lies in any feature one can stand in."""
    return any(is_in(ground.area, point) for ground in s.box.grounds if not ground.kind.impassable)


def is_near_feature(s: Battle, point: Point, around: int) -> bool:
    """Whether any such feature begins within a distance, measured generously."""
    x, y = point
    for ground in s.box.grounds:
        west, south, east, north = ground.area
        if west - around <= x <= east + around and south - around <= y <= north + around:
            if not ground.kind.impassable:
                return True
    return False


def holds_feature(s: Battle, u: int) -> bool:
    """MD 7.3 Whether a unit is at a terrain feature: one of its stands is in cover."""
    return any(is_covered(s, u, stand) for stand in stands(s.poses[u]))


def is_in_defensive_position(s: Battle, u: int) -> bool:
    """R-MD-29 In a feature with cover, or a guard stand."""
    return s.guarding[u] or holds_feature(s, u)


def shelter_of(box: Box, side: int) -> tuple[int, ...]:
    """The middle of the village or rocks in its zone that a side which has to hold out gathers around; () for none."""
    army = box.army(side)
    if any(win.when == "otherwise" for win in box.wins[side]):
        for ground in box.covers:
            west, south, east, north = ground.area
            middle = ((west + east) // 2, (south + north) // 2)
            if not ground.kind.stops and any(is_in(zone_area(zone), middle) for zone in army.zones):
                return middle
    return ()
