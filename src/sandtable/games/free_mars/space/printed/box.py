"""A box of Space Combat: a pack by numbers, as the rules want it.

Every friendly counter has one number: first the ships, then the Pods (two numbers each, one for a side), then the
Intercept markers, then the Orbital Base.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sandtable.engine import Kinds, Names, Pack

from ...common.printed.box import BONUS, Box, Side
from ..cards.sentences import sentences
from .files import Intercept, Map, Mission, Opfor, Pod, Scenario, Ship, Values
from .orbits import Orbits

#: The abilities that dice are rolled for; the order of `files.Values`, from CYBER on.
ICONS = ("cyber", "assembly", "bombardment", "troopers")
ICON_LABELS = {icon: icon.title() for icon in ICONS}


def six(values: Values) -> tuple[int, ...]:
    """The values of a side by number: WEAPONS, ENERGY, CYBER, ASSEMBLY, BOMBARDMENT, TROOPERS."""
    return (
        values.weapons,
        values.energy,
        values.cyber,
        values.assembly,
        values.bombardment,
        values.troopers,
    )


class SpaceBox(Box):
    """A pack as the rules of Space Combat read it."""

    missions: tuple[Mission, ...]

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, ICONS, opfor_sides(pack["opfor"]))
        self.scenario: Scenario = pack["scenario"]
        self.map: Map = pack["map"]
        self.orbits = Orbits(self.map)
        #: The number of an Orbital by its id.
        self.orbit_of = {orbital.id: n for n, orbital in enumerate(self.map.orbitals)}
        self.opfor: tuple[Opfor, ...] = tuple(pack["opfor"])
        #: By side of an OPFOR counter: its Energy, and what it adds to the edge.
        self.energies = tuple([side.energy for unit in self.opfor for side in (unit.front, unit.back)])
        self.edges = tuple([unit.edge for unit in self.opfor for _ in range(2)])
        self._number_units(pack["ships"], pack["pods"], pack["intercepts"])
        self.kinds = self._names()
        #: The number of a friendly counter by its id.
        self.number = {self.kinds["unit"].id(n): n for n in range(self.base + 1)}
        units = {id: self.kinds["unit"].label(n) for id, n in self.number.items()}
        opfor = {unit.id: (unit.label, unit.count) for unit in self.opfor}
        self.put_texts(sentences(ICON_LABELS, units, opfor))

    def _number_units(
        self, ships: Sequence[Ship], pods: Sequence[Pod], intercepts: Sequence[Intercept]
    ) -> None:
        """The friendly counters."""
        self.ships, self.pods, self.intercepts = tuple(ships), tuple(pods), tuple(intercepts)
        #: The numbers of the first Pod, of the first Intercept marker, and of the Orbital Base.
        self.first_pod = len(ships)
        self.first_marker = self.first_pod + 2 * len(pods)
        self.base = self.first_marker + len(intercepts)
        #: By ship: the values of its front and of its back, and how many Pods it can carry (19.2).
        self.ship_values = tuple([(six(ship.front), six(ship.back)) for ship in ships])
        self.holds = tuple([ship.pods for ship in ships])
        sides = [side for pod in pods for side in (pod.a, pod.b)]
        #: By counter from the first Pod on: what it gives to an effective ship that carries it.
        self.gives = {n: six(it) for n, it in enumerate([*sides, *intercepts], self.first_pod)}
        #: By counter: the weapons of a Swarm; counters that are no Swarms are left out.
        self.swarms = {n: side.swarm for n, side in enumerate(sides, self.first_pod) if side.swarm}
        #: 7.6 What each ship and each side of a Pod costs in AP.
        self.costs = (*[ship.cost for ship in ships], *[pod.cost for pod in pods for _ in range(2)])
        #: 18.2 18.3 What a job costs in AP: the repair of a ship, or a side of a Pod or the Orbital Base, which are built.
        self.job_costs = {
            **dict.fromkeys(range(self.first_pod), self.scenario.repair_cost),
            **{pod: self.costs[pod] for pod in range(self.first_pod, self.first_marker)},
            self.base: self.scenario.base_cost,
        }

    def _names(self) -> Kinds:
        """The names of everything, in keys and in texts."""
        sides = [(pod.id, k, side) for pod in self.pods for k, side in (("a", pod.a), ("b", pod.b))]
        units = [
            *((ship.id, ship.label) for ship in self.ships),
            *((f"{pod}{k}", f"{side.label} ({pod.upper()})") for pod, k, side in sides),
            *((marker.id + "_intercept", f"{marker.label} (Intercept)") for marker in self.intercepts),
            ("orbital_base", "Orbital Base"),
        ]
        cards = [(c.id, c.title) for c in self.ops] + [(c.id, c.title) for c in self.missions]
        return {
            "unit": Names([i for i, _ in units], [label for _, label in units]),
            "point": Names(self.orbits.ids, self.orbits.labels),
            "card": Names([id for id, _ in cards], [title for _, title in cards]),
            "opfor": Names([unit.id for unit in self.opfor], [unit.label for unit in self.opfor]),
            "side": Names([side.id for side in self.sides], [side.label for side in self.sides]),
            "points": Names(lambda n: str(n), lambda n: f"{n} AP", is_thing=False),
            "bonus": BONUS,
            "value": Names(str, lambda it: f"{it.what} {it.n}", is_thing=False),
            "gain": Names(str, lambda it: f"{it.n:+} {it.what}", is_thing=False),
            "change": Names(str, lambda it: f"{it.what} {it.n} instead of {it.before}", is_thing=False),
        }

    def cost(self, unit: int) -> int:
        """7.6 The cost of a ship, a side of a Pod or the Orbital Base in AP."""
        return self.costs[unit] if unit < self.first_marker else self.scenario.base_cost


def opfor_sides(units: Sequence[Opfor]) -> list[Side]:
    """4.1 Two sides for each kind: a ship is flipped by a hit and then removed, a Swarm is removed at once."""
    sides = []
    for kind, unit in enumerate(units):
        for n, (side, name) in enumerate(((unit.front, "front"), (unit.back, "back"))):
            if unit.swarm:
                label = f"{unit.label} {side.weapons}"
            else:
                label = f"Disrupted {unit.label}" if n else unit.label
            after = 2 * kind + 1 if n == 0 and not unit.swarm else -1
            sides.append(Side(f"{unit.id}_{name}", label, side.weapons, 0, after, kind))
    return sides


@cache
def box_of(pack: str) -> SpaceBox:
    """The box of a pack by its name; made the first time."""
    from ..game import GAME  # a pack is checked with the rules, which read the box

    return SpaceBox(GAME.pack(pack))
