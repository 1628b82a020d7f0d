"""The fixed parts of a battle, for a client that draws it: table, ground, units, cards, ways to win.

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
    name: str  #: The label without the name of its army.
    letter: str  #: Its letter on the table.
    title: str  #: The name without the letter.
    side: int  #: Whose unit it is: a place in `Board.sides`.
    kind: int  #: What kind it is: a place in `Board.kinds`.
    enters: int  #: The first turn in which it may act.
    guard_of: int | None  #: The unit this guard comes from, a place in `Board.units`; None for a unit.
    stands: tuple[str, ...]  #: The ids of its stands, by place in the formation.


class BoardGround(msgspec.Struct, frozen=True):
    """A feature: an upright rectangle (west, south, east, north) and what it does."""

    id: str
    label: str
    name: str  #: What people call this one: "north village".
    kind: str  #: The id of its kind of ground.
    box: Rectangle  #: Where it lies: west, south, east and north edge.
    cover: bool  #: Whether it gives cover.
    is_hill: bool  #: Whether it is a hill.
    blocks_sight: bool  #: Whether nobody sees through it.
    stops: bool  #: Whether units from outside must stop on contact.
    climb: bool  #: Whether climbing out ends the move.
    impassable: bool  #: Whether nobody may enter it.
    crossing: bool  #: Whether it leads over what is impassable.
    slows_cavalry: bool  #: Whether it slows cavalry.


class BoardWin(msgspec.Struct, frozen=True):
    """One way to win; which fields count depends on `when`."""

    when: str  #: "break", "champion", "left", "destroyed", "hold" or "otherwise".
    under: int  #: For break: the percentage of its strength below which the enemy loses.
    type: str  #: For left and destroyed: the id of the kind of unit.
    count: int  #: For left and destroyed: how many units.
    feature: str  #: For hold: the id of a piece of ground; empty if a point counts.
    at: tuple[int, int] | None  #: For hold: the point that counts (x and y).
    within: int  #: For hold: how near to the point a stand must be.
    place: str  #: What people call the place that counts.


class BoardSide(msgspec.Struct, frozen=True):
    """One side: its seat, where it sets up, where it comes and goes, and how it wins."""

    id: str
    label: str
    race: str  #: The race of most of its units.
    facing: int  #: Where it faces at the start, in degrees.
    zones: tuple[Rectangle, ...]  #: Where it sets up: west, south, east and north edge of each zone.
    enters: str | None  #: The edge over which it enters the table; None if it sets up on it.
    leaves: str | None  #: The edge over which its units may leave; None if they may not.
    cards: str  #: The colour of its cards; empty if it has none.
    strength: int  #: Its strength at the start.
    breaks_under: int | None  #: With less strength than this it is broken; None if it never is.
    wins: tuple[BoardWin, ...]  #: Its ways to win.


class BoardPoints(msgspec.Struct, frozen=True):
    """Victory by points."""

    stand: int  #: Points for each stand destroyed.
    unit: int  #: Points for each unit destroyed.
    objective: int  #: Points for holding the objective at the end.
    at: tuple[int, int]  #: Where the objective is (x and y).
    within: int  #: How near to it a stand must be to count.
    place: str  #: What people call the place.


class BoardGeneral(msgspec.Struct, frozen=True):
    """A general."""

    id: str
    label: str
    side: int  #: Whose general he is: a place in `Board.sides`.


class BoardCard(msgspec.Struct, frozen=True):
    """A card."""

    id: str
    label: str
    number: str  #: The number on the card.
    colour: str  #: "green", "red" or "blue".
    title: str  #: Its title.
    text: str  #: What it says.


class Board(msgspec.Struct, frozen=True):
    """The whole board of a battle. Lengths are thousandths of an inch, from the south-west corner of the table."""

    scenario: str  #: The id of the scenario.
    title: str  #: Its title.
    about: str  #: What it is about.
    width: int  #: How wide the table is, west to east.
    height: int  #: How deep it is, south to north.
    turns: int  #: How many turns the battle lasts.
    firing: tuple[int, ...]  #: By shape: how many stands of a unit fire, the first ones.
    fear: int  #: How far ahead of it a flyer shakes its enemies.
    phases: tuple[str, ...]  #: The parts of a turn.
    fates: tuple[str, ...]  #: What can become of a unit.
    shapes: tuple[str, ...]  #: The formations.
    sides: tuple[BoardSide, ...]  #: Both sides, in the order of the seats.
    kinds: tuple[Kind, ...]  #: The kinds of unit in this battle.
    units: tuple[BoardUnit, ...]  #: All units, then a guard for each, whether it can have one or not.
    generals: tuple[BoardGeneral, ...]  #: The generals of both sides.
    grounds: tuple[BoardGround, ...]  #: The features on the table.
    cards: tuple[BoardCard, ...]  #: All cards of the pack.
    points: BoardPoints | None  #: How points decide; None if they do not.


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
    """The name that people have for a place: that of the smallest feature there."""
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
        title=unit.title,
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
