"""4.2 19.2 The value of ships, Pods and markers, as options say it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.engine import Line

from ...common.printed.box import Amount
from ..printed.box import SpaceBox
from ..printed.files import WEAPONS
from ..state import Squadron

#: By number of a value: what it is called.
ABILITIES = ("Weapons", "Energy", "Cyber", "Assembly", "Bombardment", "Troopers")

SHIP_COSTS = Line("{cost:points}. {values:value}; room for {n:no Pod|{n} Pod|{n} Pods}.")
POD_COSTS = Line(
    "{cost:points}. {swarm:Its ship gets {gives:gain}|Fires {swarm} die in battle and can take a hit for a ship|"
    "Fires {swarm} dice in battle and can take a hit for a ship}."
)
GIVES = Line(
    "{swarm:Its ship gets {gives:gain}|Fires {swarm} die in battle and can take a hit for a ship|"
    "Fires {swarm} dice in battle and can take a hit for a ship}."
)


def values_of(values: Sequence[int]) -> list[Amount]:
    """The values of a side that are not 0: "Weapons 3 and Energy 3"."""
    return [Amount(n, name) for name, n in zip(ABILITIES, values, strict=True) if n]


def pod_values(box: SpaceBox, unit: int) -> dict[str, Any]:
    """The values that a Pod or a marker gives to the ship that carries it; a Swarm fires once it is launched."""
    return {"swarm": box.swarms.get(unit, 0), "gives": values_of(box.gives[unit])}


def price_says(s: Squadron, unit: int) -> Line:
    """4.2 7.6 The cost and the use of a ship or a Pod."""
    box = s.box
    cost = box.cost(unit)
    if unit < box.first_pod:
        front = box.ship_values[unit][0]
        return SHIP_COSTS.of(cost=cost, values=values_of(front), n=box.ships[unit].pods)
    return POD_COSTS.of(cost=cost, **pod_values(box, unit))


def pod_says(s: Squadron, unit: int) -> Line:
    """19.2 The use of a Pod or a marker to its ship."""
    return GIVES.of(**pod_values(s.box, unit))


SWARM_LOST = Line("It is lost: you fire {n:{n} die|{n} dice} fewer.")
SHIP_LOST = Line("It is Disrupted already: it is lost with everything aboard.")
SHIP_HIT = Line("It is Disrupted: {change}.")
CARRIER_HIT = Line("It is Disrupted: {change}, and what it carries stops working.")
POD_LOST = Line("It is lost: its ship loses {values:value}.")
MENDED = Line("Effective again: {values:value}.")


def hit_says(s: Squadron, ship: int) -> Line:
    """16.5 The cost of turning an effective ship to its Disrupted side."""
    front, back = s.box.ship_values[ship]
    lost = [
        Amount(after, name, before)
        for name, before, after in zip(ABILITIES, front, back, strict=True)
        if before != after
    ]
    return (CARRIER_HIT if s.cargo[ship] else SHIP_HIT).of(change=lost)


def loss_says(s: Squadron, unit: int) -> Line:
    """16.5 The cost of a hit."""
    if unit >= s.box.first_pod:
        return SWARM_LOST.of(n=s.box.swarms[unit])
    return SHIP_LOST if s.is_flipped[unit] else hit_says(s, unit)


def burnout_says(s: Squadron, unit: int) -> Line:
    """17.6 The cost of a Burnout."""
    if unit < s.box.first_pod:
        return hit_says(s, unit)
    return POD_LOST.of(values=values_of(s.box.gives[unit]))


def repair_says(s: Squadron, ship: int) -> Line:
    """18.3 The values that a ship regains."""
    return MENDED.of(values=values_of(s.box.ship_values[ship][0]))


def energy_of(s: Squadron, ships: list[int]) -> int:
    """11.1 The Energy of the slowest of these ships."""
    return min(s.energy(ship) for ship in ships)


def strength_of(s: Squadron, ships: list[int]) -> int:
    """16.5 The Weapons of these ships, with the Swarms aboard effective ones."""
    swarms = s.box.swarms
    aboard = [unit for ship in ships if not s.is_flipped[ship] for unit in s.cargo[ship]]
    return sum(s.ability(ship, WEAPONS) for ship in ships) + sum(swarms.get(unit, 0) for unit in aboard)
