"""What never changes in a game of Space Combat, for a client that draws it: map, counters, cards, tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from ...common.show.board import Card
from ..printed.box import SpaceBox, box_of, six
from ..printed.files import Values
from .view import asks, deed


class Point(msgspec.Struct, frozen=True):
    """A Point of the map; x and y from the planet at (0, 0), the outermost ring at 1."""

    id: str
    label: str
    x: float
    y: float
    #: The id of its Orbital; empty on a Track and for the Launch Point.
    orbit: str
    is_node: bool
    near: tuple[str, ...]


class Ring(msgspec.Struct, frozen=True):
    """An Orbital: its Points clockwise, and how far out it lies."""

    id: str
    label: str
    radius: float
    points: tuple[str, ...]


class Sheet(msgspec.Struct, frozen=True):
    """The six values that a side of a counter shows."""

    weapons: int = 0
    energy: int = 0
    cyber: int = 0
    assembly: int = 0
    bombardment: int = 0
    troopers: int = 0


class Unit(msgspec.Struct, frozen=True):
    """A friendly counter: a ship, a side of a Pod, an Intercept marker or the Orbital Base.

    `front` is what it shows, or gives to the ship that carries it; only ships have a `back`.
    """

    id: str
    label: str
    #: "ship", "pod", "intercept" or "base".
    kind: str
    #: As it is called in short: without the number of its Pod.
    name: str
    cost: int | None
    front: Sheet
    back: Sheet | None = None
    #: Ships: what type it is, and how many Pods it can carry.
    type: str = ""
    pods: int = 0
    #: Sides of Pods: which Pod, and what it fires with when it is launched.
    pod: str = ""
    swarm: int = 0


class OpforKind(msgspec.Struct, frozen=True):
    """A kind of OPFOR counter and how many there are; the ids of its sides."""

    id: str
    label: str
    count: int
    is_swarm: bool
    sides: tuple[str, str]


class OpforSide(msgspec.Struct, frozen=True):
    """One side of an OPFOR counter. `after` is the side a hit turns it to; None: the hit removes it."""

    id: str
    label: str
    kind: str
    weapons: int
    energy: int
    edge: int
    after: str | None


class MissionCard(msgspec.Struct, frozen=True):
    """A Mission card in words: where, against how many (NET + `opfor`), at which NET Level, and what it asks for.

    `net` is 0 if any level will do; `win_lose` is what the mission battle is worth.
    """

    id: str
    title: str
    orbit: str
    opfor: int
    net: int
    win_lose: int
    asks: str
    #: The last part of that: what is done there after the battle, and whether Troopers are needed for it.
    deed: str
    assault: bool
    #: How many Intercept markers must be cleared.
    clear: int


class Board(msgspec.Struct, frozen=True):
    """Everything that is printed. Lists are in the order of the game's numbers."""

    title: str
    planet: str
    points: tuple[Point, ...]
    rings: tuple[Ring, ...]
    tracks: tuple[tuple[str, ...], ...]
    launch: str
    units: tuple[Unit, ...]
    opfor: tuple[OpforKind, ...]
    sides: tuple[OpforSide, ...]
    cards: tuple[Card, ...]
    missions: tuple[MissionCard, ...]
    net_max: int
    #: Ops cards in the first deck, and what a repair costs in AP.
    ops: int
    repair_cost: int


def board_of(options: Any) -> Board:
    """The board of the pack that is played with."""
    from .. import GAME  # the game knows where packs lie

    return _board(box_of(options.pack), GAME.pack(options.pack).manifest.title)


@cache
def _board(box: SpaceBox, title: str) -> Board:
    return Board(
        title=title,
        planet=box.map.planet,
        points=_points(box),
        rings=_rings(box),
        tracks=box.map.tracks,
        launch=box.map.launch,
        units=tuple(_units(box)),
        opfor=tuple(
            OpforKind(unit.id, unit.label, unit.count, unit.swarm, (f"{unit.id}_front", f"{unit.id}_back"))
            for unit in box.opfor
        ),
        sides=_sides(box),
        cards=tuple(Card(card.id, card.title, card.text) for card in box.ops),
        missions=_missions(box),
        net_max=box.net_max,
        ops=box.scenario.ops,
        repair_cost=box.scenario.repair_cost,
    )


def _points(box: SpaceBox) -> tuple[Point, ...]:
    orbits = box.orbits

    def orbit(point: int) -> str:
        number = orbits.orbital[point]
        return "" if number is None else box.map.orbitals[number].id

    return tuple(
        Point(
            id,
            orbits.labels[n],
            round(orbits.places[n][0], 4),
            round(orbits.places[n][1], 4),
            orbit(n),
            orbits.is_node[n],
            tuple(orbits.ids[near] for near in orbits.ways[n]),
        )
        for n, id in enumerate(orbits.ids)
    )


def _rings(box: SpaceBox) -> tuple[Ring, ...]:
    count = len(box.map.orbitals)
    return tuple(
        Ring(orbital.id, orbital.label, round((count - n) / count, 4), orbital.ring)
        for n, orbital in enumerate(box.map.orbitals)
    )


def _units(box: SpaceBox) -> Iterator[Unit]:
    label = box.kinds["unit"].label
    for n, ship in enumerate(box.ships):
        yield Unit(
            ship.id,
            label(n),
            "ship",
            ship.label,
            ship.cost,
            _sheet(ship.front),
            _sheet(ship.back),
            type=ship.type,
            pods=ship.pods,
        )
    sides = [(pod, letter, side) for pod in box.pods for letter, side in (("a", pod.a), ("b", pod.b))]
    for n, (pod, letter, side) in enumerate(sides, box.first_pod):
        yield Unit(
            pod.id + letter,
            label(n),
            "pod",
            side.label,
            pod.cost,
            _sheet(side),
            pod=pod.id,
            swarm=side.swarm,
        )
    for n, marker in enumerate(box.intercepts, box.first_marker):
        yield Unit(f"{marker.id}_intercept", label(n), "intercept", marker.label, None, _sheet(marker))
    yield Unit(
        box.kinds["unit"].id(box.base),
        label(box.base),
        "base",
        label(box.base),
        box.scenario.base_cost,
        Sheet(),
    )


def _sheet(values: Values) -> Sheet:
    return Sheet(*six(values))


def _sides(box: SpaceBox) -> tuple[OpforSide, ...]:
    return tuple(
        OpforSide(
            side.id,
            side.label,
            box.opfor[side.kind].id,
            side.combat,
            box.energies[n],
            box.edges[n],
            box.sides[side.after].id if side.after >= 0 else None,
        )
        for n, side in enumerate(box.sides)
    )


def _missions(box: SpaceBox) -> tuple[MissionCard, ...]:
    return tuple(
        MissionCard(
            m.id,
            m.title,
            m.orbit,
            m.opfor,
            m.net,
            m.win_lose,
            asks(box, m),
            deed(box, m),
            m.assault,
            m.clear,
        )
        for m in box.missions
    )
