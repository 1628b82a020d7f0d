"""The box of Surface Combat: a pack with everything numbered and worked out for the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from typing import NamedTuple

from sandtable.engine import Kinds, Names, Pack

from ...common.printed.box import AMOUNT, BONUS, DICE, Box, Side
from .files import ICONS, Body, Gear, Installation, Map, Mission, Opfor, Scenario, Terrain

#: What is added to the name of a counter that shows its crashed side.
CRASHED = " (crashed)"


class Kind(IntEnum):
    """4.1 The kinds of Friendly counters."""

    CADRE = 0
    GEAR = 1
    VEHICLE = 2
    SPECIAL = 3


class Printed(NamedTuple):
    """What one side of a Friendly counter shows. Gear does not move by itself: its `move` is 0."""

    id: str
    label: str
    combat: int
    siege: int
    move: int
    #: How often each icon is printed, by number.
    icons: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class SurfaceBox(Box):
    """Everything that is printed. Cells, units and Installations are numbers."""

    title: str
    missions: tuple[Mission, ...]
    scenario: Scenario
    map: Map
    #: By cell: its id ("a4"), its terrain, its neighbours, the Installation there or -1.
    cells: tuple[str, ...]
    terrain: tuple[Terrain, ...]
    neighbours: tuple[tuple[int, ...], ...]
    site: tuple[int, ...]
    installations: tuple[Installation, ...]
    #: The cell of each Installation.
    places: tuple[int, ...]
    #: The random location table, line by line.
    random: tuple[tuple[int, ...], ...]
    #: By unit: its id, its kind, and its two sides (Gear: side A and side B).
    units: tuple[str, ...]
    kind: tuple[Kind, ...]
    printed: tuple[tuple[Printed, Printed], ...]
    #: What can be recruited: (unit, side), side 1 or 2.
    items: tuple[tuple[int, int], ...]

    @cached_property
    def icon(self) -> dict[str, int]:
        """Icons by number."""
        return {name: number for number, name in enumerate(self.icons)}

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """R-SC-6 Where the Team may begin."""
        if self.scenario.start:
            return tuple(self.cells.index(cell) for cell in self.scenario.start)
        return tuple(cell for cell, terrain in enumerate(self.terrain) if terrain.recruit)

    @cached_property
    def ports(self) -> tuple[int, ...]:
        """11.3 Installations that a Hop can start from or lead to."""
        return tuple(i for i, installation in enumerate(self.installations) if installation.hop)

    @cached_property
    def costs(self) -> tuple[int, ...]:
        """7.5 The cost of each item in Team Points."""
        cost = self.scenario.cost
        by_kind = {Kind.CADRE: cost.cadre, Kind.GEAR: cost.gear, Kind.VEHICLE: cost.vehicle}
        return tuple(by_kind[self.kind[unit]] for unit, _ in self.items)

    @cached_property
    def shelf(self) -> tuple[tuple[int, int, int, int], ...]:
        """What can be recruited: item, unit, cost, and the points needed for it while there is no Cadre (R-SC-6)."""
        cadre = self.scenario.cost.cadre
        return tuple(
            (item, unit, cost, cost if self.kind[unit] is Kind.CADRE else cost + cadre)
            for (item, (unit, _)), cost in zip(enumerate(self.items), self.costs, strict=True)
        )

    @cached_property
    def positives(self) -> int:
        """How many faces of a die hit on the Weapons line, for the odds of a battle."""
        return len(self.lines["weapons"].positive)

    def kinds_named(self, counters: Iterable[str]) -> tuple[int, ...]:
        """15.3 The kinds of OPFOR counters that a card names; one that is named twice is there twice."""
        kinds = {self.sides[side].id: kind for kind, side in enumerate(self.fronts)}
        return tuple(kinds[counter] for counter in counters)

    @cached_property
    def kinds(self) -> Kinds:
        """What everything is called, in keys and in texts."""
        items = [self.printed[unit][side - 1] for unit, side in self.items]
        pieces = [side for sides in self.printed for side in sides]
        cards = [(c.id, c.title) for c in self.ops] + [(c.id, c.title) for c in self.missions]
        fronts = [self.sides[side] for side in self.fronts]
        return {
            "cell": Names(self.cells, [self._cell_label(cell) for cell in range(len(self.cells))]),
            "installation": Names([i.id for i in self.installations], [i.label for i in self.installations]),
            "unit": Names([piece.id for piece in pieces], [piece.label for piece in pieces]),
            "item": Names([item.id for item in items], [item.label for item in items]),
            "offer": Names([item.id for item in items], [item.label for item in items]),
            "card": Names([id for id, _ in cards], [title for _, title in cards]),
            "opfor": Names([side.id for side in fronts], [side.label for side in fronts]),
            "side": Names([side.id for side in self.sides], [side.label for side in self.sides]),
            "icon": Names(self.icons, [ICON_LABELS[icon] for icon in self.icons]),
            "points": Names(str, lambda n: f"{n} TP", is_thing=False),
            "bonus": BONUS,
            "dice": DICE,
            "amount": AMOUNT,
        }

    def _cell_label(self, cell: int) -> str:
        id = self.cells[cell]
        site = self.site[cell]
        name = self.map.names.get(id) if site < 0 else self.installations[site].label
        return f"{id.upper()} {name}" if name else id.upper()


ICON_LABELS = {
    "cyber": "Cyber",
    "leader": "Leader",
    "nano": "Nano-Morph",
    "pilot": "Pilot",
    "sniper": "Sniper",
}


def cell_ids(rows: Sequence[str]) -> dict[tuple[int, int], str]:
    """3.0 The cells of a map by column and row, as they are called: a letter for the column, a number for the row."""
    return {
        (column, row): f"{chr(ord('a') + column)}{row + 1}"
        for row, line in enumerate(rows)
        for column, letter in enumerate(line)
        if letter != "."
    }


def neighbours_of(column: int, row: int, shifted: str) -> list[tuple[int, int]]:
    """3.0 The six cells around one. Shifted rows lie half a cell to the right, shifted columns half a cell down."""
    parity, _, lines = shifted.partition(" ")
    along, across = (column, row) if lines == "rows" else (row, column)
    # Row 1 is the first: an even row has an odd index.
    slips = (across % 2 == 1) == (parity == "even")
    near = [(along - 1, across), (along + 1, across)]
    for step in (-1, 1):
        near += [(along, across + step), (along + (1 if slips else -1), across + step)]
    return near if lines == "rows" else [(x, y) for y, x in near]


def _sides(opfor: Sequence[Opfor]) -> Iterator[Side]:
    for kind, unit in enumerate(opfor):
        yield Side(unit.id, unit.label, unit.front.combat, unit.front.edge, 2 * kind + 1, kind)
        crashed = unit.label + CRASHED
        yield Side(f"{unit.id}_crashed", crashed, unit.crashed.combat, unit.crashed.edge, -1, kind)


def _counted(icons: Sequence[str]) -> tuple[int, ...]:
    return tuple(icons.count(icon) for icon in ICONS)


def _body(unit: Body) -> tuple[Printed, Printed]:
    front, back = unit.front, unit.crashed
    return (
        Printed(unit.id, unit.label, front.combat, 0, front.move, _counted(front.icons)),
        Printed(f"{unit.id}_crashed", unit.label + CRASHED, back.combat, 0, back.move, _counted(back.icons)),
    )


def _gear(gear: Gear) -> tuple[Printed, Printed]:
    a, b = (Printed(i.id, i.label, i.combat, i.siege, 0, _counted(i.icons)) for i in (gear.a, gear.b))
    return a, b


def make_box(pack: Pack) -> SurfaceBox:
    """A pack that has been checked, numbered."""
    board: Map = pack["map"]
    by_letter = {terrain.letter: terrain for terrain in pack["terrains"]}
    ids = cell_ids(board.rows)
    number = {place: n for n, place in enumerate(ids)}
    called = {id: n for n, id in enumerate(ids.values())}
    installations = tuple(pack["installations"])
    places = tuple(called[i.cell] for i in installations)
    opfor: list[Opfor] = pack["opfor"]
    bodies = [(Kind.CADRE, "cadres"), (Kind.VEHICLE, "vehicles"), (Kind.SPECIAL, "specials")]
    units = [(kind, unit.id, _body(unit)) for kind, file in bodies for unit in pack[file]]
    units[len(pack["cadres"]) : len(pack["cadres"])] = [(Kind.GEAR, g.id, _gear(g)) for g in pack["gear"]]
    kinds = tuple(kind for kind, _, _ in units)
    return SurfaceBox(
        title=pack.manifest.title,
        icons=ICONS,
        net_max=pack["scenario"].net_max,
        ops=tuple(pack["ops"]),
        missions=tuple(pack["missions"]),
        lines={line.id: line for line in pack["actions"]},
        sides=tuple(_sides(opfor)),
        bin=tuple(unit.count for unit in opfor),
        fronts=tuple(range(0, 2 * len(opfor), 2)),
        scenario=pack["scenario"],
        map=board,
        cells=tuple(ids.values()),
        terrain=tuple(by_letter[board.rows[row][column]] for column, row in ids),
        neighbours=tuple(
            tuple(sorted(number[c] for c in neighbours_of(*place, board.shifted) if c in number))
            for place in ids
        ),
        site=tuple(places.index(cell) if cell in places else -1 for cell in range(len(ids))),
        installations=installations,
        places=places,
        random=tuple(tuple(called[cell] for cell in line) for line in board.random),
        units=tuple(id for _, id, _ in units),
        kind=kinds,
        printed=tuple(printed for _, _, printed in units),
        items=tuple(
            (unit, side)
            for unit, kind in enumerate(kinds)
            if kind is not Kind.SPECIAL
            for side in ((1, 2) if kind is Kind.GEAR else (1,))
        ),
    )


@cache
def box_of(pack: str) -> SurfaceBox:
    """The box of a pack by its name; made the first time."""
    from ..game import GAME  # a pack is checked with the rules, which read the box

    return make_box(GAME.pack(pack))
