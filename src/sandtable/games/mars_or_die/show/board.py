"""What never changes in a battle, for a client that draws it: table, ground, units, cards, ways to win.

Lengths are thousandths of an inch, as in the view; 0 degrees is east, 90 north. Lists are in the order of the numbers
in the view, and ids are those of questions and log lines.
"""

from __future__ import annotations

import msgspec

from ..printed.box import STANDS, Box, Ground, Kind, is_in, thousandths, zone_area
from ..printed.files import Pair, Win
from ..rules.flyers import FEAR
from ..rules.geometry.sweep import Rectangle

#: What the numbers of the view mean: `phase`, `fates`, and the shape of a pose.
PHASES = ("dealing", "deploying", "initiative", "starting", "locked", "first", "second", "third", "ending")
FATES = ("in_play", "waiting", "destroyed", "left", "driven_off")
SHAPES = ("line", "column", "square")


class BoardUnit(msgspec.Struct, frozen=True):
    """A unit, or the stand it may leave behind as a guard."""

    id: str
    label: str
    #: The label without the name of its army, and its letter alone.
    name: str
    letter: str
    #: The name without the letter.
    title: str
    side: int
    kind: int
    enters: int
    guard_of: int | None
    #: The ids of its stands, by place.
    stands: tuple[str, ...]


class BoardGround(msgspec.Struct, frozen=True):
    """A feature: an upright rectangle (west, south, east, north) and what it does."""

    id: str
    label: str
    #: What people call this one: "north village".
    name: str
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
    #: What people call the place that counts.
    place: str


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
    #: With less strength than this it is broken; None if it never is.
    breaks_under: int | None
    wins: tuple[BoardWin, ...]


class BoardPoints(msgspec.Struct, frozen=True):
    """Victory by points."""

    stand: int
    unit: int
    objective: int
    at: tuple[int, int]
    within: int
    place: str


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
    #: By shape: how many stands of a unit fire, the first ones.
    firing: tuple[int, ...]
    #: How far before it a flyer shakes its enemies.
    fear: int
    phases: tuple[str, ...]
    fates: tuple[str, ...]
    shapes: tuple[str, ...]
    sides: tuple[BoardSide, ...]
    kinds: tuple[Kind, ...]
    #: First all units, then a guard for each.
    units: tuple[BoardUnit, ...]
    generals: tuple[BoardGeneral, ...]
    grounds: tuple[BoardGround, ...]
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
        firing=(STANDS, 1, STANDS),
        fear=FEAR,
        phases=PHASES,
        fates=FATES,
        shapes=SHAPES,
        sides=tuple(_side(box, side) for side in (0, 1)),
        kinds=kinds,
        units=tuple(_unit(box, u, kinds) for u in range(len(box.units))),
        generals=tuple(_general(box, n, side) for n, side in enumerate(box.generals)),
        grounds=tuple(map(_ground, box.grounds)),
        cards=tuple(
            BoardCard(card.id, box.kinds["card"].label(n), card.number, card.colour, card.title, card.text)
            for n, card in enumerate(box.cards)
        ),
        points=None
        if points is None
        else BoardPoints(
            points.stand,
            points.unit,
            points.objective,
            _point(points.at),
            thousandths(points.within),
            _place(box, points.at),
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
        breaks_under=_breaks_under(box, side),
        wins=tuple(_win(box, win) for win in box.wins[side]),
    )


def _breaks_under(box: Box, side: int) -> int | None:
    """R-MD-5 Below this strength the other side has won."""
    shares = [win.under for win in box.wins[1 - side] if win.when == "break"]
    return -(-shares[0] * box.strength[side] // 100) if shares else None


def _win(box: Box, win: Win) -> BoardWin:
    at = None if win.at is None else _point(win.at)
    place = _place(box, win.at, win.feature)
    return BoardWin(win.when, win.under, win.type, win.count, win.feature, at, thousandths(win.within), place)


def _place(box: Box, at: Pair | None, feature: str = "") -> str:
    """What people call a place: the smallest feature there."""
    there = [
        ground
        for ground in box.grounds
        if (ground.id == feature if at is None else is_in(ground.area, _point(at)))
    ]
    return _name(min(there, key=_size)) if there else "place"


def _size(ground: Ground) -> int:
    west, south, east, north = ground.area
    return (east - west) * (north - south)


def _name(ground: Ground) -> str:
    return ground.id.replace("_", " ")


def _point(at: Pair) -> tuple[int, int]:
    return thousandths(at[0]), thousandths(at[1])


def _unit(box: Box, u: int, kinds: tuple[Kind, ...]) -> BoardUnit:
    unit = box.units[u]
    stand = box.kinds["stand"]
    return BoardUnit(
        id=unit.id,
        label=unit.label,
        name=unit.name,
        letter=unit.letter,
        title=unit.kind.label if unit.guard_of is None else f"{unit.kind.label} guard",
        side=unit.side,
        kind=kinds.index(unit.kind),
        enters=unit.enters,
        guard_of=unit.guard_of,
        stands=tuple(stand.id(u * STANDS + slot) for slot in range(STANDS)),
    )


def _general(box: Box, n: int, side: int) -> BoardGeneral:
    names = box.kinds["general"]
    return BoardGeneral(names.id(n), names.label(n), side)


#: What a feature does is printed for its kind.
_TRAITS = ("cover", "is_hill", "blocks_sight", "stops", "climb", "impassable", "crossing", "slows_cavalry")


def _ground(ground: Ground) -> BoardGround:
    kind = ground.kind
    return BoardGround(
        id=ground.id,
        label=kind.label,
        name=_name(ground),
        kind=kind.id,
        box=ground.area,
        **{name: getattr(kind, name) for name in _TRAITS},
    )
