"""Why a ship, a Pod or a marker is not offered: the conditions that several rules share."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from sandtable.engine import Listed, Refusal, Word

from ..state import ASHORE, LOST, Squadron

NOT_A_SHIP = Refusal("{it} is not a ship.")
IS_A_SHIP = Refusal("{it} is a ship, not a Pod or a marker.")
SHIP_LOST = Refusal("{it} was lost in this Mission.")
NOT_ASSEMBLED = Refusal("{it} has not joined the squadron.")
ELSEWHERE = Refusal("{it} is at {there:point}, not at {here:point}.")
HAS_BROKEN_OFF = Refusal("{it} has broken off and does nothing more in this turn.")
LEFT_BEHIND = Refusal("{it} stays behind in this turn.")
NO_ROOM = Refusal("{it} has no room left: it carries all it can.")
NOT_ABOARD = Refusal("{it} is not aboard a ship.")
ABOARD_ANOTHER = Refusal("{it} is aboard {ship:unit}, which is not in the Task Force.")
IN_PLAY = Refusal("{it} is in play already.")
OTHER_SIDE = Refusal("The other side of this Pod is in play.")
NOT_FOR_SALE = Refusal("{it} is an Intercept marker: it is taken on the map, not assembled.")
DISRUPTED = Refusal("{it} is Disrupted already.")
NOT_DISRUPTED = Refusal("{it} is not Disrupted.")
TOO_DEAR = Refusal("{it} costs {cost:points}, and you have {points}.")


def ship_refusal(s: Squadron, ships: Collection[int], unit: int) -> Refusal | None:
    """Why a unit is not among these ships, which are all that can act now."""
    if unit >= s.box.first_pod:
        return NOT_A_SHIP
    if unit in ships:
        return None
    at = s.at[unit]
    if at == LOST:
        return SHIP_LOST
    if at == ASHORE:
        return NOT_ASSEMBLED
    if at != s.point:
        return ELSEWHERE.of(there=at, here=s.point)
    return HAS_BROKEN_OFF if unit in s.off else LEFT_BEHIND


def any_of(s: Squadron, ships: Sequence[int]) -> Listed:
    """All these ships, which are all that can act now."""
    return Listed(ships, partial(ship_refusal, s, ships))


def carriers(s: Squadron, ships: Sequence[int]) -> list[int]:
    """19.2 Those of these ships that a Pod can be placed with."""
    return [ship for ship in ships if s.room(ship) > 0]


def carrier_refusal(s: Squadron, ships: Collection[int], ship: int) -> Refusal:
    """19.2 Why a Pod cannot be placed with a ship that is not among the carriers."""
    return ship_refusal(s, ships, ship) or NO_ROOM


def cargo_refusal(s: Squadron, unit: int) -> Refusal | None:
    """19.2 Why a unit is not aboard a ship of the Task Force."""
    if unit < s.box.first_pod:
        return IS_A_SHIP
    ship = next((ship for ship, held in enumerate(s.cargo) if unit in held), None)
    if ship is None:
        return NOT_ABOARD
    return None if ship in s.tf else ABOARD_ANOTHER.of(ship=ship)


def any_cargo(s: Squadron, then: tuple[Word, ...] = ()) -> Listed:
    """19.2 All that is aboard the ships of the Task Force."""
    return Listed([unit for ship in s.tf for unit in s.cargo[ship]], partial(cargo_refusal, s), then)


def pod_refusal(s: Squadron, unit: int) -> Refusal | None:
    """19.4 Why a side of a Pod cannot be built: it, or its other side, is in play."""
    box = s.box
    if unit < box.first_pod:
        return IS_A_SHIP
    if unit >= box.first_marker:
        return NOT_FOR_SALE
    if unit in s.pods_left():
        return None
    held = {pod for cargo in (*s.cargo, s.loose) for pod in cargo}
    return IN_PLAY if unit in held else OTHER_SIDE
