"""Where the house sets its units up.

Most armies stand well in good order, which the table knows. A side that has to hold out, or fights for points, does better in a
wide line before the ground that counts than in a block: all of it can fire, and none of it stands in the way.
"""

from __future__ import annotations

from typing import Any

from ..printed.box import zone_area
from ..rules.geometry.formation import LINE
from ..rules.set_up import AUTO, SHAPES
from ..state import Battle, kind_of
from .aims import plan_of
from .question import Asked

#: What is left free between two units beside each other: they can wheel, and a gun finds room between them.
GAP = 4000
#: From the middle of a gun to that of the next.
ABREAST = 1600


def set_up(q: Asked) -> Any:
    """The first unit of the line that is still to be set up, or all of them in good order."""
    units = line_of(q.s, q.seat)
    return next((u for u in units if u in q.values), AUTO)


def set_up_formation(q: Asked) -> Any:
    return next((word for word in q.values if SHAPES[word] == LINE), q.values[0])


def set_up_x(q: Asked) -> Any:
    """The place in the line, or as near to it as there is room."""
    wanted = line_of(q.s, q.seat).get(q.args["unit"], 0)
    return min(q.values, key=lambda x: (abs(x - wanted), x))


def set_up_y(q: Asked) -> Any:
    """As far forward as there is room."""
    return max(q.values) if q.s.box.army(q.seat).facing < 180 else min(q.values)


def line_of(s: Battle, side: int) -> dict[int, int]:
    """How far east each unit stands in the line of a side that forms one; empty if it sets up in good order."""
    army, place = s.box.army(side), plan_of(s).place
    if place is None or army.enters is not None or army.facing % 180 != 90:
        return {}
    if not plan_of(s).sides[side].wins_time and s.box.field.points is None:
        return {}
    west, _, east, _ = zone_area(army.zones[0])
    units = [u for u in s.box.sides[side] if not kind_of(s, u).is_flyer]
    guns = [u for u in units if kind_of(s, u).second]
    wing = [u for u in units if kind_of(s, u).is_cavalry]
    companies = [u for u in units if u not in guns and u not in wing]
    row = companies + wing
    wide = [kind_of(s, u).stands * kind_of(s, u).side for u in row]
    gap = min(GAP, (east - west - sum(wide)) // max(1, len(row) - 1))
    many = len(companies)  # they stand before the middle of the place, whatever is on the wing
    at = place[0] - (sum(wide[:many]) + gap * (many - 1)) // 2
    at = max(west, min(at, east - sum(wide) - gap * (len(row) - 1)))
    found, free = {}, []
    for u, across in zip(row, wide, strict=True):
        found[u] = at + across // 2
        at += across + gap
        free.append(at - gap // 2)
    gaps = free[:-1] or free
    for n, gun in enumerate(guns):
        beside = len(guns[n % len(gaps) :: len(gaps)])  # the guns in the same gap
        found[gun] = gaps[n % len(gaps)] + (2 * (n // len(gaps)) - beside + 1) * ABREAST // 2
    return found
