"""How each side of a battle grows weaker hit by hit when losses are taken sensibly; the house player and the odds use it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...common.house.chances import Line
from ..printed.box import box_of
from ..printed.files import ASSEMBLY, BOMBARDMENT, CYBER, TROOPERS, WEAPONS
from ..state import Squadron

#: What it costs besides to lose a ship for good, not only to have it flipped.
LAST = 20.0


def best_hit(pack: str, opfor: Sequence[int]) -> int:
    """The side of an OPFOR counter to hit: where the hit takes most fire away; then what is removed at once."""
    sides = box_of(pack).sides

    def worth(side: int) -> tuple[int, int]:
        after = sides[side].after
        return sides[side].combat - (sides[after].combat if after >= 0 else 0), -after

    return max((side for side, n in enumerate(opfor) if n), key=worth)


@lru_cache(maxsize=4096)
def opfor_line(pack: str, opfor: tuple[int, ...]) -> Line:
    """16.5 How the OPFOR's fire falls with each hit."""
    sides, left, strengths = box_of(pack).sides, list(opfor), []
    while any(left):
        strengths.append(sum(n * side.combat for n, side in zip(left, sides, strict=True)))
        side = best_hit(pack, left)
        left[side] -= 1
        if sides[side].after >= 0:
            left[sides[side].after] += 1
    return Line(tuple(strengths))


def least_loss(s: Squadron, units: Sequence[int]) -> int:
    """Which unit takes a hit best: what costs least of fire and of what the Mission may need."""
    return min(units, key=lambda unit: loss_of(s, unit))


def loss_of(s: Squadron, unit: int) -> float:
    """The cost of a hit on a ship or a Swarm."""
    box = s.box
    if unit in box.swarms:
        return 0.9 * box.swarms[unit]
    front, back = box.ship_values[unit]
    if s.is_flipped[unit]:
        return LAST + back[WEAPONS] + box.ships[unit].cost + 2 * back[CYBER] + back[ASSEMBLY]
    cargo = [box.gives[u] for u in s.cargo[unit]]
    lost = sum(c[WEAPONS] + 0.7 * (c[CYBER] + c[BOMBARDMENT] + c[TROOPERS] + c[ASSEMBLY]) for c in cargo)
    lost += front[WEAPONS] - back[WEAPONS] + 0.8 * (front[CYBER] - back[CYBER])
    return lost + 0.4 * (front[ASSEMBLY] - back[ASSEMBLY] + front[BOMBARDMENT] - back[BOMBARDMENT])


def our_line(s: Squadron, ships: Sequence[int]) -> Line:
    """16.5 How the squadron's fire falls with each hit, if these ships fight to the end with their Swarms.

    The battle is lost once the last ship is gone, so Swarms are never kept longer than ships.
    """
    box = s.box
    extra = s.enhanced(WEAPONS)
    fire = {ship: s.ability(ship, WEAPONS) for ship in ships}
    swarms = [
        unit for ship in ships if not s.is_flipped[ship] for unit in s.cargo[ship] if unit in box.swarms
    ]
    fire.update({unit: box.swarms[unit] for unit in (*swarms, *s.loose)})
    flipped = {ship for ship in ships if s.is_flipped[ship]}
    costs = {unit: loss_of(s, unit) for unit in fire}
    strengths = []
    while fire:
        strengths.append(sum(fire.values()) + extra)
        unit = min(fire, key=lambda u: costs[u])
        if unit >= box.first_pod or unit in flipped:
            del fire[unit]
        else:
            back = box.ship_values[unit][1]
            flipped.add(unit)
            fire[unit] = back[WEAPONS]
            costs[unit] = LAST + back[WEAPONS] + box.ships[unit].cost + 2 * back[CYBER] + back[ASSEMBLY]
    return Line(tuple(strengths))
