"""The box of Surface Combat: a pack with everything numbered and worked out for the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from typing import NamedTuple

from sandtable.engine import Kinds, Names, Pack

from ...common.printed.box import AMOUNT, BONUS, DICE, Box, Side
from ..cards.sentences import sentences
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
    """The values on one side of a Friendly counter. Gear does not move by itself: its `move` is 0."""

    id: str
    label: str
    combat: int
    siege: int
    move: int
    #: How often each icon is printed, by number.
    icons: tuple[int, ...]


class SurfaceBox(Box):
    """Everything that is printed. Cells, units and Installations are numbers."""

    missions: tuple[Mission, ...]

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, ICONS, list(_sides(pack["opfor"])))
        self.title = pack.manifest.title
        self.scenario: Scenario = pack["scenario"]
        #: Icons by number.
        self.icon = {name: number for number, name in enumerate(self.icons)}
        #: How many faces of a die hit on the Weapons line, for the odds of a battle.
        self.positives = len(self.lines["weapons"].positive)
        #: The kind of an OPFOR counter by its id.
        self.opfor_kind = {self.sides[side].id: kind for kind, side in enumerate(self.fronts)}
        self._lay_out(pack["map"], pack["terrains"], pack["installations"])
        self._number_units(pack)
        self.kinds = self._names()
        self._tell()

    def _tell(self) -> None:
        """12.0 9.0 Set the texts of the cards."""
        sides = [self.sides[side] for side in self.fronts]
        opfor = {side.id: (side.label, count) for side, count in zip(sides, self.bin, strict=True)}
        units = dict(zip(self.units, map(_unit_label, self.kind, self.printed), strict=True))
        self.put_texts(sentences(ICON_LABELS, units, opfor))

    def _lay_out(
        self, board: Map, terrains: Sequence[Terrain], installations: Sequence[Installation]
    ) -> None:
        """3.0 The map."""
        self.map = board
        self.installations = tuple(installations)
        ids = cell_ids(board.rows)
        number = {place: n for n, place in enumerate(ids)}
        called = {id: n for n, id in enumerate(ids.values())}
        by_letter = {terrain.letter: terrain for terrain in terrains}
        #: By cell: its id ("a4"), its terrain, its neighbours, the Installation there or -1.
        self.cells = tuple(ids.values())
        self.terrain = tuple([by_letter[board.rows[row][column]] for column, row in ids])
        self.neighbours = tuple(
            [
                tuple(sorted([number[c] for c in neighbours_of(*place, board.shifted) if c in number]))
                for place in ids
            ]
        )
        #: The cell of each Installation.
        self.places = tuple([called[i.cell] for i in installations])
        self.site = tuple(
            [self.places.index(cell) if cell in self.places else -1 for cell in range(len(ids))]
        )
        #: 11.3 Installations that a Hop can start from or lead to.
        self.ports = tuple([i for i, installation in enumerate(installations) if installation.hop])
        #: The random location table, line by line.
        self.random = tuple([tuple([called[cell] for cell in line]) for line in board.random])
        #: R-SC-6 Where the Team may begin.
        self.starts = tuple(
            [called[cell] for cell in self.scenario.start]
            or [cell for cell, terrain in enumerate(self.terrain) if terrain.recruit]
        )

    def _number_units(self, pack: Pack) -> None:
        """4.1 The Friendly counters, and what they cost."""
        bodies = ((Kind.VEHICLE, "vehicles"), (Kind.SPECIAL, "specials"))
        units = [
            *[(Kind.CADRE, unit.id, _body(unit)) for unit in pack["cadres"]],
            *[(Kind.GEAR, gear.id, _gear(gear)) for gear in pack["gear"]],
            *[(kind, unit.id, _body(unit)) for kind, file in bodies for unit in pack[file]],
        ]
        #: By unit: its id, its kind, and its two sides (Gear: side A and side B).
        self.units = tuple([id for _, id, _ in units])
        self.kind = tuple([kind for kind, _, _ in units])
        self.printed = tuple([printed for _, _, printed in units])
        #: What can be recruited: (unit, side), side 1 or 2.
        self.items = tuple(
            [
                (unit, side)
                for unit, kind in enumerate(self.kind)
                if kind is not Kind.SPECIAL
                for side in ((1, 2) if kind is Kind.GEAR else (1,))
            ]
        )
        cost = self.scenario.cost
        by_kind = {Kind.CADRE: cost.cadre, Kind.GEAR: cost.gear, Kind.VEHICLE: cost.vehicle}
        #: 7.5 The cost of each item in Team Points.
        self.costs = tuple([by_kind[self.kind[unit]] for unit, _ in self.items])
        #: What can be recruited: item, unit, cost, and the points needed for it while there is no Cadre (R-SC-6).
        self.shelf = tuple(
            [
                (item, unit, price, price if self.kind[unit] is Kind.CADRE else price + cost.cadre)
                for (item, (unit, _)), price in zip(enumerate(self.items), self.costs, strict=True)
            ]
        )

    def kinds_named(self, counters: Iterable[str]) -> tuple[int, ...]:
        """15.3 The kinds of OPFOR counters that a card names; one that is named twice is there twice."""
        return tuple([self.opfor_kind[counter] for counter in counters])

    def _names(self) -> Kinds:
        """The names of everything, in keys and in texts."""
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


def _unit_label(kind: Kind, printed: tuple[Printed, Printed]) -> str:
    """4.1 The name of a counter: Gear by both its sides, since the player selects one."""
    return f"{printed[0].label} or {printed[1].label}" if kind is Kind.GEAR else printed[0].label


def _body(unit: Body) -> tuple[Printed, Printed]:
    front, back = unit.front, unit.crashed
    return (
        Printed(unit.id, unit.label, front.combat, 0, front.move, _counted(front.icons)),
        Printed(f"{unit.id}_crashed", unit.label + CRASHED, back.combat, 0, back.move, _counted(back.icons)),
    )


def _gear(gear: Gear) -> tuple[Printed, Printed]:
    a, b = (Printed(i.id, i.label, i.combat, i.siege, 0, _counted(i.icons)) for i in (gear.a, gear.b))
    return a, b


@cache
def box_of(pack: str) -> SurfaceBox:
    """The box of a pack by its name; made the first time."""
    from ..game import GAME  # a pack is checked with the rules, which read the box

    return SurfaceBox(GAME.pack(pack))
