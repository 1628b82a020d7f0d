"""A scenario made ready to play: everything that never changes in a game, in thousandths of an inch."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import msgspec

from sandtable.engine import Kinds, Names, Pack, find_pack

from ..rules.geometry.polygon import Body, Point, make_body
from ..rules.geometry.sweep import Rectangle
from .check import check_pack
from .files import PACK_FILES, PACK_FOLDER, Army, Battlefield, Card, Terrain, UnitType, Win, Zone
from .unit_names import unit_name

KEY = "mars-or-die"

MURK, ROUJEEN, EARTHAN = "murk", "roujeen", "earthan"
#: The most stands a unit can have; stand n of unit u has the number u * STANDS + n.
STANDS = 4
#: An aim at stand n, together with the platoon at place p, has the number (p + 1) * TOGETHER + n.
TOGETHER = 10_000
#: How many labels of lengths and headings to remember. Options name the same few hundred numbers over and over.
MOST_NAMES = 1024


def thousandths(inches: float) -> int:
    return round(inches * 1000)


class Kind(msgspec.Struct, frozen=True):
    """The abilities of a unit; lengths in thousandths of an inch."""

    id: str
    label: str
    race: str  #: "murk", "roujeen" or "earthan".
    arm: str  #: "infantry", "cavalry", "champion", "machinegun", "artillery", "scout", "wagon" or "flyer".
    stands: int  #: How many stands a full unit has.
    side: int  #: The side of one stand.
    move: int  #: How far it moves.
    charge: int  #: How far it charges; 0 if it never does.
    limbered_move: int  #: How far a limbered gun moves.
    attack: int  #: Dice of a shot; 0 if it cannot fire.
    second: int  #: Dice of the second shot after a hit.
    range: int  #: How far it fires.
    defend: int  #: Dice that a target of this kind rolls.
    labels: int  #: How many labels it begins with.
    melee: int  #: Dice in melee.
    is_infantry: bool  #: Whether it is infantry.
    is_cavalry: bool  #: Whether it is cavalry.
    is_champion: bool  #: Whether it is a champion.
    is_machinegun: bool  #: Whether it fires as a machinegun.
    is_artillery: bool  #: Whether it is artillery.
    is_scout: bool  #: Whether it is a scout.
    is_flyer: bool  #: Whether it is a flyer.
    has_spear: bool  #: Whether it has spears.
    has_bayonet: bool  #: Whether it has bayonets.
    is_archer: bool  #: Whether it has bows.
    shoots_over: bool  #: Whether it fires indirectly, over what is in between.
    squares: bool  #: Whether it may form square.


class Unit(msgspec.Struct, frozen=True):
    """A unit of a scenario, or the stand it may leave behind as a guard."""

    id: str
    label: str
    #: The label without the name of its army.
    name: str
    #: Its letter on the table, which both end with: capitals for the first side; a guard has that of its unit.
    letter: str
    side: int
    kind: Kind
    #: Begins the game limbered.
    limbered: bool = False
    #: The first turn in which it may act.
    enters: int = 1
    #: The unit this guard stand comes from.
    guard_of: int | None = None

    @property
    def title(self) -> str:
        """The name without the letter."""
        return self.name.replace(f" ({self.letter})", "")


class Ground(msgspec.Struct, frozen=True):
    """A feature on the table."""

    id: str
    kind: Terrain
    area: Rectangle
    body: Body


class Box(msgspec.Struct, frozen=True):
    """Everything about a scenario that never changes."""

    field: Battlefield
    width: int
    height: int
    #: The units of both sides, then a guard for each of them, whether it can have one or not.
    units: tuple[Unit, ...]
    #: How many units there are without the guards.
    count: int
    #: The units of each side, without guards.
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    #: The machineguns of each side.
    machineguns: tuple[frozenset[int], frozenset[int]]
    #: The side of each general.
    generals: tuple[int, ...]
    grounds: tuple[Ground, ...]
    covers: tuple[Ground, ...]
    hills: tuple[Ground, ...]
    screens: tuple[Ground, ...]
    walls: tuple[Ground, ...]
    groves: tuple[Ground, ...]
    dry: tuple[Ground, ...]
    #: Impassable ground, cut where it can be crossed.
    blocks: tuple[Body, ...]
    cards: tuple[Card, ...]
    wins: tuple[tuple[Win, ...], tuple[Win, ...]]
    strength: tuple[int, int]
    kinds: Kinds

    def army(self, side: int) -> Army:
        return self.field.side[side]

    @property
    def table(self) -> Rectangle:
        return 0, 0, self.width, self.height


def rectangle_of(at: tuple[float, float], size: tuple[float, float]) -> Rectangle:
    """An upright rectangle from its middle and its size."""
    (x, y), (w, h) = at, size
    return thousandths(x - w / 2), thousandths(y - h / 2), thousandths(x + w / 2), thousandths(y + h / 2)


def zone_area(zone: Zone) -> Rectangle:
    (west, east), (south, north) = zone.x, zone.y
    return thousandths(west), thousandths(south), thousandths(east), thousandths(north)


def body_of(area: Rectangle) -> Body:
    west, south, east, north = area
    return make_body((west, south), (east - west, 0), (0, north - south))


def is_in(area: Rectangle, point: Point) -> bool:
    return area[0] <= point[0] <= area[2] and area[1] <= point[1] <= area[3]


def make_box(pack: Pack, scenario: str) -> Box:
    """Make a scenario of a pack ready."""
    field = next(field for field in pack["scenarios"] if field.id == scenario)
    types = {unit.id: unit for unit in pack["units"]}
    terrains = {terrain.id: terrain for terrain in pack["terrain"]}
    units = tuple(_units(field, types))
    count = len(units)
    guards = tuple(
        Unit(
            f"{it.id}_guard",
            f"{it.label}, guard",
            f"{it.name}, guard",
            it.letter,
            it.side,
            it.kind,
            guard_of=u,
        )
        for u, it in enumerate(units)
    )
    grounds = tuple(_grounds(field, terrains))
    cards = tuple(pack["cards"])
    crossings = [ground.area for ground in grounds if ground.kind.crossing]
    sides = tuple(tuple(u for u in range(count) if units[u].side == side) for side in (0, 1))
    wins = tuple(army.wins for army in field.side)
    if not any(wins) and field.points is None:
        wins = ((Win(when="break", under=50),),) * 2
    return Box(
        field=field,
        width=thousandths(field.table[0]),
        height=thousandths(field.table[1]),
        units=units + guards,
        count=count,
        sides=(sides[0], sides[1]),
        machineguns=(_machineguns(units + guards, 0), _machineguns(units + guards, 1)),
        generals=tuple(side for side in (0, 1) for _ in range(field.side[side].generals)),
        grounds=grounds,
        covers=tuple(g for g in grounds if g.kind.cover),
        hills=tuple(g for g in grounds if g.kind.is_hill),
        screens=tuple(g for g in grounds if g.kind.blocks_sight),
        walls=tuple(g for g in grounds if g.kind.stops),
        groves=tuple(g for g in grounds if g.kind.slows_cavalry),
        dry=tuple(g for g in grounds if g.kind.climb),
        blocks=tuple(
            body_of(piece) for g in grounds if g.kind.impassable for piece in cut(g.area, crossings)
        ),
        cards=cards,
        wins=(wins[0], wins[1]),
        strength=(_strength(units, sides[0]), _strength(units, sides[1])),
        kinds=_names(units + guards, cards, field),
    )


def _strength(units: tuple[Unit, ...], side: tuple[int, ...]) -> int:
    """R-MD-5 Stands, labels counted as stands; flyers are never counted."""
    kinds = [units[u].kind for u in side if not units[u].kind.is_flyer]
    return sum(kind.stands + kind.labels for kind in kinds)


def _machineguns(units: tuple[Unit, ...], side: int) -> frozenset[int]:
    return frozenset(u for u, unit in enumerate(units) if unit.side == side and unit.kind.arm == "machinegun")


def make_kind(unit: UnitType, race: str | None = None) -> Kind:
    """A kind of unit, out of its entry in the pack."""
    traits = unit.traits
    return Kind(
        id=unit.id,
        label=unit.label,
        race=race or unit.race,
        arm=unit.arm,
        stands=unit.stands,
        side=thousandths(unit.size),
        move=thousandths(unit.move),
        charge=thousandths(unit.charge),
        limbered_move=thousandths(unit.limbered),
        attack=unit.attack,
        second=unit.second,
        range=thousandths(unit.range),
        defend=unit.defend,
        labels=unit.labels,
        melee=unit.melee,
        is_infantry=unit.arm == "infantry",
        is_cavalry=unit.arm == "cavalry",
        is_champion=unit.arm == "champion",
        is_machinegun=unit.arm == "machinegun" or "machinegun" in traits,
        is_artillery=unit.arm == "artillery",
        is_scout=unit.arm == "scout",
        is_flyer=unit.arm == "flyer",
        has_spear="spear" in traits,
        has_bayonet="bayonet" in traits,
        is_archer="archer" in traits,
        shoots_over="indirect" in traits,
        squares="square" in traits,
    )


LETTERS = (ascii_uppercase, ascii_lowercase)


def _units(field: Battlefield, types: dict[str, UnitType]) -> Iterator[Unit]:
    """The units of both sides, in the order of the file, each with a name of its own."""
    for side, army in enumerate(field.side):
        counts: dict[str, int] = {}
        for force in army.units:
            counts[force.type] = counts.get(force.type, 0) + force.count
        made: dict[str, int] = {}
        letters = cycle(LETTERS[side])
        for force in army.units:
            kind = make_kind(types[force.type], force.race)
            for _ in range(force.count):
                n = made[force.type] = made.get(force.type, 0) + 1
                id = f"{army.id}_{kind.id}_{n}" if counts[force.type] > 1 else f"{army.id}_{kind.id}"
                letter = next(letters)
                short = army.short or army.label
                title = unit_name(army.id, kind.id, n, f"{short} {kind.label}", counts[force.type] > 1)
                label, name = (f"{it} ({letter})" for it in (title, title.replace(f"{short} ", "")))
                yield Unit(id, label, name, letter, side, kind, force.limbered, force.enters)


def _grounds(field: Battlefield, terrains: dict[str, Terrain]) -> Iterator[Ground]:
    for feature in field.features:
        area = rectangle_of(feature.at, feature.size)
        yield Ground(feature.id, terrains[feature.kind], area, body_of(area))


def cut(area: Rectangle, holes: list[Rectangle]) -> list[Rectangle]:
    """The pieces of a long rectangle that are left when the crossings are cut out of it across its whole width.

    >>> cut((0, 10, 100, 12), [(40, 10, 43, 12)])
    [(0, 10, 40, 12), (43, 10, 100, 12)]
    """
    west, south, east, north = area
    is_wide = east - west >= north - south
    low, high = (west, east) if is_wide else (south, north)
    stops = sorted(
        (hole[0], hole[2]) if is_wide else (hole[1], hole[3])
        for hole in holes
        if hole[0] < east and hole[2] > west and hole[1] < north and hole[3] > south
    )
    pieces = []
    for start, end in [*stops, (high, high)]:
        if start > low:
            pieces.append((low, south, start, north) if is_wide else (west, low, east, start))
        low = max(low, end)
    return pieces


@lru_cache(maxsize=MOST_NAMES)
def inches(length: int) -> str:
    """A length as people write it.

    >>> inches(2500), inches(12000)
    ('2.5', '12')
    """
    return f"{length / 1000:g}"


ARROWS = "→↗↑↖←↙↓↘"


def arrow(facing: int) -> str:
    """The nearest of eight arrows, as on the table.

    >>> arrow(0), arrow(100), arrow(350)
    ('→', '↑', '→')
    """
    return ARROWS[(facing + 22) // 45 % 8]


@lru_cache(maxsize=MOST_NAMES)
def _length_label(length: int) -> str:
    return f"{inches(length)}″"


@lru_cache(maxsize=MOST_NAMES)
def _heading_label(heading: int) -> str:
    return f"{heading}° {arrow(heading)}"


def _names(units: tuple[Unit, ...], cards: tuple[Card, ...], field: Battlefield) -> dict[str, Names]:
    """The names of everything that questions and log lines speak of."""
    length = Names(inches, _length_label)

    def stand_id(n: int) -> str:
        return f"{units[n // STANDS].id}_{n % STANDS + 1}"

    def stand_label(n: int) -> str:
        unit = units[n // STANDS]
        single = unit.kind.stands == 1 or unit.guard_of is not None
        return unit.label if single else f"{unit.label}, stand {n % STANDS + 1}"

    def aim_id(n: int) -> str:
        leader, stand = divmod(n, TOGETHER)
        return f"with_{leader}/{stand_id(stand)}" if leader else stand_id(stand)

    def aim_label(n: int) -> str:
        leader, stand = divmod(n, TOGETHER)
        return f"{stand_label(stand)}, together with stand {leader}" if leader else stand_label(stand)

    generals = [
        (
            f"{army.id}_general_{n + 1}",
            f"{army.short or army.label} General" + (f" {n + 1}" if army.generals > 1 else ""),
        )
        for army in field.side
        for n in range(army.generals)
    ]
    return {
        "unit": Names([unit.id for unit in units], [unit.label for unit in units]),
        "stand": Names(stand_id, stand_label),
        "aim": Names(aim_id, aim_label, is_thing=False),
        "place": Names(lambda n: str(n + 1), lambda n: f"stand {n + 1}", is_thing=False),
        "card": Names([card.id for card in cards], [f"{card.number} {card.title}" for card in cards]),
        "general": Names([id for id, _ in generals], [label for _, label in generals]),
        "heading": Names(str, _heading_label),
        "wheel": Names(
            lambda turn: f"{'left' if turn > 0 else 'right'}_{abs(turn)}",
            lambda turn: f"{abs(turn)}° to the {'left' if turn > 0 else 'right'}",
            is_thing=False,
        ),
        "distance": length,
        "coordinate": length,
    }


def read_pack(name: str) -> Pack:
    """A pack of this game by name or path, checked."""
    return find_pack(name, KEY, PACK_FILES, PACK_FOLDER, check_pack)


_made: dict[tuple[str, str], Box] = {}
#: The box that was asked for last: a game asks for the same one over and over.
_last: tuple[Any, Any, Any] = (None, None, None)


def box_of(s: Any) -> Box:
    """The box of a game. It is made once for each pack and scenario."""
    global _last
    pack, scenario, found = _last
    if s.scenario is scenario and s.pack is pack:
        return found  # type: ignore[no-any-return]
    made = _made.get((s.pack, s.scenario))
    if made is None:
        made = _made[s.pack, s.scenario] = make_box(read_pack(s.pack), s.scenario)
    _last = s.pack, s.scenario, made
    return made
