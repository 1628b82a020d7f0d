"""A box of Space Combat: a pack by numbers, as the rules want it.

Every friendly counter has one number: first the ships, then the Pods (two numbers each, one for a side), then the
Intercept markers, then the Orbital Base.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from sandtable.engine import Kinds, Names, Pack

from ...common.printed.box import BONUS, Box, Side
from .files import Intercept, Map, Opfor, Pod, Scenario, Ship, Values
from .orbits import Orbits

#: The abilities that dice are rolled for; the order of `files.Values`, from CYBER on.
ICONS = ("cyber", "assembly", "bombardment", "troopers")
Side6 = tuple[int, int, int, int, int, int]


def six(values: Values) -> Side6:
    """The values of a side by number: WEAPONS, ENERGY, CYBER, ASSEMBLY, BOMBARDMENT, TROOPERS."""
    return (
        values.weapons,
        values.energy,
        values.cyber,
        values.assembly,
        values.bombardment,
        values.troopers,
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class SpaceBox(Box):
    """What the rules of Space Combat read from a pack."""

    scenario: Scenario
    map: Map
    ships: tuple[Ship, ...]
    pods: tuple[Pod, ...]
    intercepts: tuple[Intercept, ...]
    opfor: tuple[Opfor, ...]
    orbits: Orbits
    #: By ship: the values of its front and of its back.
    ship_values: tuple[tuple[Side6, Side6], ...]
    #: By counter from the first Pod on: what it gives to an effective ship that carries it.
    gives: dict[int, Side6] = field(default_factory=dict)
    #: By counter: the weapons of a Swarm; counters that are no Swarms are left out.
    swarms: dict[int, int] = field(default_factory=dict)
    #: By side of an OPFOR counter: its Energy, and what it adds to the edge.
    energies: tuple[int, ...]
    edges: tuple[int, ...]

    @cached_property
    def first_pod(self) -> int:
        return len(self.ships)

    @cached_property
    def first_marker(self) -> int:
        return len(self.ships) + 2 * len(self.pods)

    @cached_property
    def base(self) -> int:
        """The number of the Orbital Base."""
        return self.first_marker + len(self.intercepts)

    @cached_property
    def orbit_of(self) -> dict[str, int]:
        """The number of an Orbital by its id."""
        return {orbital.id: n for n, orbital in enumerate(self.map.orbitals)}

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of a friendly counter by its id."""
        return {self.kinds["unit"].id(n): n for n in range(self.base + 1)}

    @cached_property
    def kinds(self) -> Kinds:
        """The names of everything, for keys and texts."""
        sides = [(pod.id, k, side) for pod in self.pods for k, side in (("a", pod.a), ("b", pod.b))]
        units = [
            *((ship.id, ship.label) for ship in self.ships),
            *((f"{pod}{k}", f"{side.label} ({pod.upper()})") for pod, k, side in sides),
            *((marker.id + "_intercept", f"{marker.label} (Intercept)") for marker in self.intercepts),
            ("orbital_base", "Orbital Base"),
        ]
        cards = [*self.ops, *self.missions]
        return {
            "unit": Names([i for i, _ in units], [label for _, label in units]),
            "point": Names(self.orbits.ids, self.orbits.labels),
            "card": Names([card.id for card in cards], [card.title for card in cards]),
            "opfor": Names([unit.id for unit in self.opfor], [unit.label for unit in self.opfor]),
            "side": Names([side.id for side in self.sides], [side.label for side in self.sides]),
            "points": Names(lambda n: str(n), lambda n: f"{n} AP", is_thing=False),
            "bonus": BONUS,
            "value": Names(str, lambda it: f"{it.what} {it.n}", is_thing=False),
            "gain": Names(str, lambda it: f"{it.n:+} {it.what}", is_thing=False),
            "change": Names(str, lambda it: f"{it.what} {it.n} instead of {it.before}", is_thing=False),
        }

    @cached_property
    def costs(self) -> tuple[int, ...]:
        """7.6 What each ship and each side of a Pod costs in AP."""
        return (*(ship.cost for ship in self.ships), *(pod.cost for pod in self.pods for _ in "ab"))

    def cost(self, unit: int) -> int:
        """7.6 What a ship, a side of a Pod or the Orbital Base costs in AP."""
        return self.costs[unit] if unit < self.first_marker else self.scenario.base_cost


def make_box(pack: Pack) -> SpaceBox:
    """The box of a pack that has been checked."""
    data, ships, pods = pack["map"], pack["ships"], pack["pods"]
    gives, swarms = {}, {}
    number = len(ships)
    for side in (side for pod in pods for side in (pod.a, pod.b)):
        gives[number] = six(side)
        if side.swarm:
            swarms[number] = side.swarm
        number += 1
    for marker in pack["intercepts"]:
        gives[number] = six(marker)
        number += 1
    sides, energies, edges = _opfor_sides(pack["opfor"])
    scenario: Scenario = pack["scenario"]
    return SpaceBox(
        icons=ICONS,
        net_max=scenario.net_max,
        ops=tuple(pack["ops"]),
        missions=tuple(pack["missions"]),
        lines={line.id: line for line in pack["actions"]},
        sides=tuple(sides),
        bin=tuple(unit.count for unit in pack["opfor"]),
        fronts=tuple(2 * kind for kind in range(len(pack["opfor"]))),
        scenario=scenario,
        map=data,
        ships=tuple(ships),
        pods=tuple(pods),
        intercepts=tuple(pack["intercepts"]),
        opfor=tuple(pack["opfor"]),
        orbits=Orbits(data),
        ship_values=tuple((six(ship.front), six(ship.back)) for ship in ships),
        gives=gives,
        swarms=swarms,
        energies=tuple(energies),
        edges=tuple(edges),
    )


def _opfor_sides(units: Sequence[Opfor]) -> tuple[list[Side], list[int], list[int]]:
    """4.1 Two sides for each kind: a ship is flipped by a hit and then removed, a Swarm is removed at once."""
    sides, energies, edges = [], [], []
    for kind, unit in enumerate(units):
        for n, (side, name) in enumerate(((unit.front, "front"), (unit.back, "back"))):
            if unit.swarm:
                label = f"{unit.label} {side.weapons}"
            else:
                label = f"Disrupted {unit.label}" if n else unit.label
            after = 2 * kind + 1 if n == 0 and not unit.swarm else -1
            sides.append(Side(f"{unit.id}_{name}", label, side.weapons, 0, after, kind))
            energies.append(side.energy)
            edges.append(unit.edge)
    return sides, energies, edges


@cache
def box_of(pack: str) -> SpaceBox:
    """The box of a pack by its name; made the first time."""
    from ..game import GAME  # a pack is checked with the rules, which read the box

    return make_box(GAME.pack(pack))
