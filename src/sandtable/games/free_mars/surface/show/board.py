"""The fixed parts of a game of Surface Combat, for a client that draws it: map, counters, cards, tables."""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import Any

import msgspec

from ...common.show.cards import Card
from ..cards.sentences import mission_text
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
    x: float  #: Its middle, to the right; neighbours are 1 apart.
    y: float  #: Its middle, downwards.
    terrain: str  #: The id of its terrain.
    name: str  #: The name of the place there; empty if it has none.
    near: tuple[str, ...]  #: The ids of its neighbours.


class Face(msgspec.Struct, frozen=True):
    """One side of a Friendly counter. Gear does not move by itself. `siege` counts at an OPFOR Installation."""

    id: str
    label: str
    combat: int  #: Its combat strength.
    siege: int  #: Combat strength that counts only at an OPFOR Installation.
    move: int  #: How far it moves; 0 for Gear.
    icons: tuple[str, ...]  #: The icons it shows, each as often as it shows it.


class Unit(msgspec.Struct, frozen=True):
    """A Friendly counter: effective and crashed, or the two items of Gear. Special Units cannot be bought."""

    id: str
    kind: str  #: "cadre", "vehicle", "special" or "gear".
    cost: int | None  #: What it costs in Team Points; None if it cannot be bought.
    sides: tuple[Face, Face]  #: Effective and crashed, or the two items of Gear.


class Offer(msgspec.Struct, frozen=True):
    """Something that can be recruited: a side of a counter."""

    id: str
    label: str
    unit: str  #: The id of the counter.
    side: int  #: Which of its sides: 0 or 1.
    cost: int  #: What it costs in Team Points.


class OpforKind(msgspec.Struct, frozen=True):
    """A kind of OPFOR counter and how many there are; the ids of its sides."""

    id: str
    label: str
    count: int  #: How many such counters there are.
    sides: tuple[str, str]  #: The ids of its sides, the front first.


class OpforSide(msgspec.Struct, frozen=True):
    """One side of an OPFOR counter. `after` is the side a hit turns it to; None: the hit removes it."""

    id: str
    label: str
    combat: int  #: Its combat strength.
    edge: int  #: What it adds to the OPFOR's Tactical Edge.
    after: str | None  #: The id of the side a hit turns it to; None if the hit removes it.


class MissionCard(msgspec.Struct, frozen=True):
    """A Mission card; `text` is what it says besides its Objective."""

    id: str
    title: str  #: Its title.
    plus: int  #: How many more OPFOR units there are than the NET Level.
    needs: dict[str, int]  #: Positives needed, by icon.
    total: int  #: Positives needed in all.
    icons: tuple[str, ...]  #: What the card adds to the Team's values in a campaign, once it is won.
    win_lose: int  #: The number of its Win/Lose; 0 for none.
    text: str  #: What it says of its battle, and besides its Objective.


class Board(msgspec.Struct, frozen=True):
    """Everything that is printed. Lists are in the order of the game's numbers."""

    title: str  #: What the pack is called.
    is_pointed: bool  #: Whether the cells have a point on top; otherwise a flat side.
    cells: tuple[Cell, ...]  #: All cells of the map.
    terrains: tuple[Terrain, ...]  #: The Terrain Effects Chart.
    installations: tuple[Installation, ...]  #: The Installation Chart.
    icons: tuple[Named, ...]  #: The icons.
    units: tuple[Unit, ...]  #: The Friendly counters.
    offers: tuple[Offer, ...]  #: Everything that can be recruited.
    opfor: tuple[OpforKind, ...]  #: The kinds of OPFOR counter.
    sides: tuple[OpforSide, ...]  #: The sides of OPFOR counters.
    cards: tuple[Card, ...]  #: The Ops cards.
    missions: tuple[MissionCard, ...]  #: The Mission cards.
    throws: dict[str, int]  #: The random location table by cell: how many of the 36 throws lead there.
    cost: Cost  #: What units cost in Team Points.
    net_max: int  #: The highest NET Level.
    ops: int  #: How many Ops cards the first deck has.
    points: int  #: The Team Points of the scenario.
    taz: int  #: The TAZ markers of the scenario.


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
        cards=tuple(Card(card.id, card.title, text) for card, text in zip(box.ops, box.texts, strict=True)),
        missions=tuple(
            MissionCard(
                m.id, m.title, m.plus, m.needs, m.total, m.icons, m.win_lose, mission_text(box.sentences, m)
            )
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
    label = box.kinds["cell"].label
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
