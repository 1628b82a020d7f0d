"""What never changes in a game of Surface Combat, for a client that draws it: map, counters, cards, tables."""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import Any

import msgspec

from ...common.show.board import Card
from ..printed.box import ICON_LABELS, SurfaceBox, box_of
from ..printed.files import Cost, Installation, Terrain

#: How far apart the lines of a hex map lie, if the cells of a line are 1 apart.
LINES = sqrt(3) / 2


class Named(msgspec.Struct, frozen=True):
    """An id and what people read for it."""

    id: str
    label: str


class Cell(msgspec.Struct, frozen=True):
    """A cell of the map; x and y are its middle, neighbours are 1 apart."""

    id: str
    label: str
    x: float
    y: float
    terrain: str
    name: str
    near: tuple[str, ...]


class Face(msgspec.Struct, frozen=True):
    """One side of a Friendly counter. Gear does not move by itself. `siege` counts at an OPFOR Installation."""

    id: str
    label: str
    combat: int
    siege: int
    move: int
    icons: tuple[str, ...]


class Unit(msgspec.Struct, frozen=True):
    """A Friendly counter: effective and crashed, or the two items of Gear. Special Units cannot be bought."""

    id: str
    kind: str
    cost: int | None
    sides: tuple[Face, Face]


class Offer(msgspec.Struct, frozen=True):
    """Something that can be recruited: a side of a counter."""

    id: str
    label: str
    unit: str
    side: int
    cost: int


class OpforKind(msgspec.Struct, frozen=True):
    """A kind of OPFOR counter and how many there are; the ids of its sides."""

    id: str
    label: str
    count: int
    sides: tuple[str, str]


class OpforSide(msgspec.Struct, frozen=True):
    """One side of an OPFOR counter. `after` is the side a hit turns it to; None: the hit removes it."""

    id: str
    label: str
    combat: int
    edge: int
    after: str | None


class MissionCard(msgspec.Struct, frozen=True):
    """A Mission card; `text` is what it says besides its numbers."""

    id: str
    title: str
    plus: int
    needs: dict[str, int]
    total: int
    icons: tuple[str, ...]
    win_lose: int
    text: str


class Board(msgspec.Struct, frozen=True):
    """Everything that is printed. Lists are in the order of the game's numbers."""

    title: str
    #: Whether the cells have a point on top; otherwise a flat side.
    is_pointed: bool
    cells: tuple[Cell, ...]
    terrains: tuple[Terrain, ...]
    installations: tuple[Installation, ...]
    icons: tuple[Named, ...]
    units: tuple[Unit, ...]
    offers: tuple[Offer, ...]
    opfor: tuple[OpforKind, ...]
    sides: tuple[OpforSide, ...]
    cards: tuple[Card, ...]
    missions: tuple[MissionCard, ...]
    #: The random location table by cell: how many of the 36 throws lead there.
    throws: dict[str, int]
    cost: Cost
    net_max: int
    #: Ops cards in the first deck, Team Points and TAZ markers of the scenario.
    ops: int
    points: int
    taz: int


def board_of(options: Any) -> Board:
    """The board of the pack that is played with."""
    return _board(box_of(options.pack))


@cache
def _board(box: SurfaceBox) -> Board:
    return Board(
        title=box.title,
        is_pointed=box.map.shifted.endswith("rows"),
        cells=_cells(box),
        terrains=tuple(dict.fromkeys(box.terrain)),
        installations=box.installations,
        icons=tuple(Named(icon, ICON_LABELS[icon]) for icon in box.icons),
        units=_units(box),
        offers=_offers(box),
        opfor=tuple(
            OpforKind(front.id, front.label, count, (front.id, box.sides[front.after].id))
            for front, count in zip((box.sides[side] for side in box.fronts), box.bin, strict=True)
        ),
        sides=tuple(
            OpforSide(s.id, s.label, s.combat, s.edge, box.sides[s.after].id if s.after >= 0 else None)
            for s in box.sides
        ),
        cards=tuple(Card(card.id, card.title, card.text) for card in box.ops),
        missions=tuple(
            MissionCard(m.id, m.title, m.plus, m.needs, m.total, m.icons, m.win_lose, m.text)
            for m in box.missions
        ),
        throws=_throws(box),
        cost=box.scenario.cost,
        net_max=box.net_max,
        ops=box.scenario.ops,
        points=box.scenario.points,
        taz=box.scenario.taz,
    )


def _cells(box: SurfaceBox) -> tuple[Cell, ...]:
    label = box.names["cell"].label
    return tuple(
        Cell(
            id,
            label(n),
            *place_of(ord(id[0]) - ord("a"), int(id[1:]) - 1, box.map.shifted),
            box.terrain[n].id,
            box.map.names.get(id, ""),
            tuple(box.cells[near] for near in box.neighbours[n]),
        )
        for n, id in enumerate(box.cells)
    )


def place_of(column: int, row: int, shifted: str) -> tuple[float, float]:
    """3.0 The middle of a cell. Shifted rows lie half a cell to the right, shifted columns half a cell down."""
    parity, _, lines = shifted.partition(" ")
    along, across = (column, row) if lines == "rows" else (row, column)
    # Row 1 is the first: an even row has an odd index.
    slips = (across % 2 == 1) == (parity == "even")
    x, y = round(along + (0.5 if slips else 0.0), 4), round(across * LINES, 4)
    return (x, y) if lines == "rows" else (y, x)


def _units(box: SurfaceBox) -> tuple[Unit, ...]:
    costs = {unit: cost for (unit, _), cost in zip(box.items, box.costs, strict=True)}
    return tuple(
        Unit(id, kind.name.lower(), costs.get(n), (_face(box, n, 0), _face(box, n, 1)))
        for n, (id, kind) in enumerate(zip(box.units, box.kind, strict=True))
    )


def _face(box: SurfaceBox, unit: int, side: int) -> Face:
    printed = box.printed[unit][side]
    icons = tuple(icon for icon, n in zip(box.icons, printed.icons, strict=True) for _ in range(n))
    return Face(printed.id, printed.label, printed.combat, printed.siege, printed.move, icons)


def _offers(box: SurfaceBox) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            box.printed[unit][side - 1].id, box.printed[unit][side - 1].label, box.units[unit], side - 1, cost
        )
        for (unit, side), cost in zip(box.items, box.costs, strict=True)
    )


def _throws(box: SurfaceBox) -> dict[str, int]:
    throws: dict[str, int] = {}
    for line in box.random:
        for cell in line:
            throws[box.cells[cell]] = throws.get(box.cells[cell], 0) + 1
    return throws
