"""What never changes in a battle, for a client that draws it: table, ground, units, cards, ways to win.

Lengths are thousandths of an inch, as in the view; 0 degrees is east, 90 north. Lists are in the order of the numbers
in the view, and ids are those of questions and log lines.
"""

from __future__ import annotations

import msgspec

from ..printed.box import STANDS, Box, Ground, Kind, Unit, thousandths, zone_area
from ..printed.files import Pair, Win
from ..rules.geometry import Rectangle

#: What the numbers of the view mean: `phase`, `fates`, and the shape of a pose.
PHASES = (
    "dealing",
    "deploying",
    "initiative",
    "starting",
    "locked",
    "first",
    "second",
    "third",
    "ending",
)
FATES = ("in_play", "waiting", "destroyed", "left", "driven_off")
SHAPES = ("line", "column", "square")


class BoardUnit(msgspec.Struct, frozen=True):
    """A unit, or the stand it may leave behind as a guard."""

    id: str
    label: str
    #: The label without the name of its army, and its letter alone.
    name: str
    letter: str
    side: int
    kind: int
    enters: int
    guard_of: int | None


class BoardGround(msgspec.Struct, frozen=True):
    """A feature: an upright rectangle (west, south, east, north) and what it does."""

    id: str
    label: str
    kind: str
    box: Rectangle
    cover: bool
    is_hill: bool
    blocks_sight: bool
    stops: bool
    climb: bool
    impassable: bool
    crossing: bool
    slows_cavalry: bool


class BoardWin(msgspec.Struct, frozen=True):
    """One way to win; which fields count depends on `when`."""

    when: str
    under: int
    type: str
    count: int
    feature: str
    at: tuple[int, int] | None
    within: int


class BoardSide(msgspec.Struct, frozen=True):
    """One side: its seat, where it sets up, where it comes and goes, and how it wins."""

    id: str
    label: str
    #: The race of most of its units: it gives the side its colour.
    race: str
    facing: int
    zones: tuple[Rectangle, ...]
    enters: str | None
    leaves: str | None
    #: The colour of its cards; "" if it has none.
    cards: str
    strength: int
    wins: tuple[BoardWin, ...]


class BoardPoints(msgspec.Struct, frozen=True):
    """Victory by points."""

    stand: int
    unit: int
    objective: int
    at: tuple[int, int]
    within: int


class BoardGeneral(msgspec.Struct, frozen=True):
    id: str
    label: str
    side: int


class BoardCard(msgspec.Struct, frozen=True):
    id: str
    label: str
    number: str
    colour: str
    title: str
    text: str


class Board(msgspec.Struct, frozen=True):
    """The whole board of a battle."""

    scenario: str
    title: str
    about: str
    width: int
    height: int
    turns: int
    #: Stand n of unit u, counted from 0, is the number u * stands + n; its id is the unit's with "-" and n + 1.
    stands: int
    phases: tuple[str, ...]
    fates: tuple[str, ...]
    shapes: tuple[str, ...]
    sides: tuple[BoardSide, ...]
    kinds: tuple[Kind, ...]
    #: First all units, then a guard for each.
    units: tuple[BoardUnit, ...]
    generals: tuple[BoardGeneral, ...]
    grounds: tuple[BoardGround, ...]
    #: Impassable ground, cut where it can be crossed.
    blocks: tuple[Rectangle, ...]
    cards: tuple[BoardCard, ...]
    points: BoardPoints | None


def board_of(box: Box) -> Board:
    """The board of a scenario that is ready to play."""
    field = box.field
    kinds = tuple(dict.fromkeys(unit.kind for unit in box.units))
    points = field.points
    return Board(
        scenario=field.id,
        title=field.title,
        about=field.about,
        width=box.width,
        height=box.height,
        turns=field.turns,
        stands=STANDS,
        phases=PHASES,
        fates=FATES,
        shapes=SHAPES,
        sides=tuple(_side(box, side) for side in (0, 1)),
        kinds=kinds,
        units=tuple(_unit(unit, kinds) for unit in box.units),
        generals=tuple(_general(box, n, side) for n, side in enumerate(box.generals)),
        grounds=tuple(map(_ground, box.grounds)),
        blocks=tuple((*block.corners[0], *block.corners[2]) for block in box.blocks),
        cards=tuple(
            BoardCard(card.id, box.kinds["card"].label(n), card.number, card.colour, card.title, card.text)
            for n, card in enumerate(box.cards)
        ),
        points=None
        if points is None
        else BoardPoints(
            points.stand, points.unit, points.objective, _point(points.at), thousandths(points.within)
        ),
    )


def _side(box: Box, side: int) -> BoardSide:
    army = box.army(side)
    races = [box.units[u].kind.race for u in box.sides[side]]
    return BoardSide(
        id=army.id,
        label=army.label,
        race=max(races, key=races.count),
        facing=army.facing,
        zones=tuple(map(zone_area, army.zones)),
        enters=army.enters,
        leaves=army.leaves,
        cards=army.cards.colour if army.cards is not None and army.cards.count else "",
        strength=box.strength[side],
        wins=tuple(map(_win, box.wins[side])),
    )


def _win(win: Win) -> BoardWin:
    at = None if win.at is None else _point(win.at)
    return BoardWin(win.when, win.under, win.type, win.count, win.feature, at, thousandths(win.within))


def _point(at: Pair) -> tuple[int, int]:
    return thousandths(at[0]), thousandths(at[1])


def _unit(unit: Unit, kinds: tuple[Kind, ...]) -> BoardUnit:
    name = f"{unit.kind.label} {unit.letter}"
    return BoardUnit(
        id=unit.id,
        label=unit.label,
        name=name if unit.guard_of is None else f"{name}, guard",
        letter=unit.letter,
        side=unit.side,
        kind=kinds.index(unit.kind),
        enters=unit.enters,
        guard_of=unit.guard_of,
    )


def _general(box: Box, n: int, side: int) -> BoardGeneral:
    names = box.kinds["general"]
    return BoardGeneral(names.id(n), names.label(n), side)


def _ground(ground: Ground) -> BoardGround:
    kind = ground.kind
    return BoardGround(
        id=ground.id,
        label=kind.label,
        kind=kind.id,
        box=ground.area,
        cover=kind.cover,
        is_hill=kind.is_hill,
        blocks_sight=kind.blocks_sight,
        stops=kind.stops,
        climb=kind.climb,
        impassable=kind.impassable,
        crossing=kind.crossing,
        slows_cavalry=kind.slows_cavalry,
    )


__all__ = ["FATES", "PHASES", "SHAPES", "Board", "board_of"]
