"""The fixed parts of a game of Space Combat, for a client that draws it: map, counters, cards, tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from ...common.show.cards import Card
from ..printed.box import SpaceBox, box_of, six
from ..printed.files import Values
from .view import asks, battle, deed


class Point(msgspec.Struct, frozen=True):
    """A Point of the map; x and y from the planet at (0, 0), the outermost ring at 1."""

    id: str
    label: str
    x: float  #: Where it lies, from the planet at 0, to the right; the outermost ring is at 1.
    y: float  #: The same, downwards.
    orbit: str  #: The id of its Orbital; empty on a Track and for the Launch Point.
    is_node: bool  #: Whether it is a Node.
    near: tuple[str, ...]  #: The ids of the Points next to it.


class Ring(msgspec.Struct, frozen=True):
    """An Orbital: its Points clockwise, and how far out it lies."""

    id: str
    label: str
    radius: float  #: How far out it lies; the outermost is at 1.
    points: tuple[str, ...]  #: The ids of its Points, clockwise.


class Sheet(msgspec.Struct, frozen=True):
    """The six values that a side of a counter shows."""

    weapons: int = 0  #: Weapons.
    energy: int = 0  #: Energy.
    cyber: int = 0  #: Cyber.
    assembly: int = 0  #: Assembly.
    bombardment: int = 0  #: Bombardment.
    troopers: int = 0  #: Troopers.


class Unit(msgspec.Struct, frozen=True):
    """A friendly counter: a ship, a side of a Pod, an Intercept marker or the Orbital Base.

    `front` is what it shows, or gives to the ship that carries it; only ships have a `back`.
    """

    id: str
    label: str
    kind: str  #: "ship", "pod", "intercept" or "base".
    name: str  #: What it is called in short: without the number of its Pod.
    cost: int | None  #: What it costs in AP; None if it cannot be bought.
    front: Sheet  #: What it shows, or gives to the ship that carries it.
    back: Sheet | None = None  #: What it shows when it is disrupted; None for what is no ship.
    type: str = ""  #: Ships: what type it is.
    pods: int = 0  #: Ships: how many Pods it can carry.
    pod: str = ""  #: Sides of Pods: the id of the Pod.
    swarm: int = 0  #: Sides of Pods: what it fires with when it is launched.


class OpforKind(msgspec.Struct, frozen=True):
    """A kind of OPFOR counter and how many there are; the ids of its sides."""

    id: str
    label: str
    count: int  #: How many such counters there are.
    is_swarm: bool  #: Whether it is a Swarm.
    sides: tuple[str, str]  #: The ids of its sides, the front first.


class OpforSide(msgspec.Struct, frozen=True):
    """One side of an OPFOR counter. `after` is the side a hit turns it to; None: the hit removes it."""

    id: str
    label: str
    kind: str  #: The id of its kind of counter.
    weapons: int  #: Its Weapons.
    energy: int  #: Its Energy.
    edge: int  #: What it adds to the OPFOR's Tactical Edge.
    after: str | None  #: The id of the side a hit turns it to; None if the hit removes it.


class MissionCard(msgspec.Struct, frozen=True):
    """A Mission card in words: where, against how many (NET + `opfor`), at which NET Level, and what it asks for.

    `net` is 0 if any level will do; `win_lose` is what the mission battle is worth.
    """

    id: str
    title: str  #: Its title.
    orbit: str  #: The id of the Orbital it is in.
    opfor: int  #: How many more OPFOR units there are than the NET Level.
    net: int  #: The NET Level it needs; 0 if any will do.
    win_lose: int  #: What the mission battle is worth; 0 for nothing.
    asks: str  #: What it asks for.
    battle: str  #: A part of that: what it says of its battle.
    deed: str  #: The last part of that: what is done after the battle.
    assault: bool  #: Whether it asks for an assault, which needs Troopers.
    clear: int  #: How many Intercept markers must be cleared.


class Board(msgspec.Struct, frozen=True):
    """Everything that is printed. Lists are in the order of the game's numbers."""

    title: str  #: What the pack is called.
    planet: str  #: The planet.
    points: tuple[Point, ...]  #: The Points of the map.
    rings: tuple[Ring, ...]  #: The Orbitals, the outermost first.
    tracks: tuple[tuple[str, ...], ...]  #: The Tracks between Orbitals, each as the ids of its Points.
    launch: str  #: The id of the Launch Point.
    units: tuple[Unit, ...]  #: The friendly counters.
    opfor: tuple[OpforKind, ...]  #: The kinds of OPFOR counter.
    sides: tuple[OpforSide, ...]  #: The sides of OPFOR counters.
    cards: tuple[Card, ...]  #: The Ops cards.
    missions: tuple[MissionCard, ...]  #: The Mission cards.
    net_max: int  #: The highest NET Level.
    ops: int  #: How many Ops cards the first deck has.
    repair_cost: int  #: What a repair costs, in AP.


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
        cards=tuple(Card(card.id, card.title, text) for card, text in zip(box.ops, box.texts, strict=True)),
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
            battle(box, m),
            deed(box, m),
            m.assault,
            m.clear,
        )
        for m in box.missions
    )
