"""The checks of a pack beyond the types of its fields: its battles can be set up and won, and every name it uses exists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from sandtable.engine import Pack, unknown

from .files import Army, Battlefield, Feature, Force, Pair, Terrain, UnitType, Win, Zone

#: The effects that a card can have, by the names under which the rules know them.
EFFECTS = frozenset(
    (
        *("war_frenzy", "blood_oath", "arrow_storm", "thick_hide", "dust_devils", "champions_roar", "ambush"),
        *("drums", "counter", "marksmen", "canal_lore", "steady_ranks", "volley", "feigned_retreat"),
        *("old_machinery", "skirmish_order", "sun_in_eyes", "rapid_fire", "fix_bayonets", "en_avant"),
        *("last_cartridges", "shrapnel", "belt_change", "field_dressing", "sandbags"),
    )
)
#: Characters that already mean something on the text board.
TAKEN = "[]<>v "


#: The shortest and the longest side of a table, in inches; nothing moves or shoots further than the longest.
SMALLEST, LONGEST = 12, 144
#: Zones must be this many times as large as the units in them, so that there is room however they are set up.
SPARE = 2
#: The facing towards the enemy of units that enter over each edge.
INWARDS = {"west": 0, "south": 90, "east": 180, "north": 270}

#: R-MD-25, MD 10 Arms that never charge, and what they are called.
NEVER_CHARGE = {"machinegun": "machineguns", "artillery": "guns", "flyer": "flyers"}

#: Ids become keys that are typed and saved.
ID = re.compile(r"[a-z][a-z0-9_]*\Z")

Types = dict[str, UnitType]
#: An upright rectangle: from west to east, from south to north.
Rectangle = tuple[Pair, Pair]


def check_pack(pack: Pack) -> list[str]:
    """One line for each problem."""
    found = [
        f"cards: {card.id}: effect {unknown(card.effect, sorted(EFFECTS))}"
        for card in pack["cards"]
        if card.effect not in EFFECTS
    ]
    for file, fields in NAMED.items():
        found.extend(f"{file}: {why}" for entry in pack[file] for why in _name_problems(entry, fields))
    if not pack["scenarios"]:
        found.append("scenarios: there is none; at least one battle is needed")
    for terrain in pack["terrain"]:
        if len(terrain.glyph) != 1 or terrain.glyph in TAKEN or not _is_symbol(terrain.glyph):
            found.append(
                f"terrain: {terrain.id}: glyph must be one symbol: no letter, no digit, none of [ ] < >"
            )
        if terrain.impassable and terrain.crossing:
            found.append(f"terrain: {terrain.id}: it is either `impassable` or a `crossing`, not both")
    for unit in pack["units"]:
        found.extend(f"units: {unit.id}: {why}" for why in _unit_problems(unit))
    for field in pack["scenarios"]:
        found.extend(f"scenarios: {field.id}: {why}" for why in _field_problems(field, pack))
    return found


#: The fields of each entry that people read, so that they must not be blank.
NAMED = {
    "units": ("label",),
    "terrain": ("label",),
    "cards": ("number", "title"),
    "scenarios": ("title",),
}


def _name_problems(entry: Any, fields: Sequence[str]) -> Iterator[str]:
    """Ids that cannot be typed and saved, and names with nothing to read."""
    if not ID.match(entry.id):
        yield f"{entry.id}: id: lowercase letters, digits and _ only, beginning with a letter"
    for field in fields:
        if not getattr(entry, field).strip():
            yield f"{entry.id}: {field}: it must not be blank"


def _is_symbol(glyph: str) -> bool:
    return glyph.isprintable() and not glyph.isalnum()


# Units


def _unit_problems(unit: UnitType) -> Iterator[str]:
    """MD 1, MD 5 The mistakes in a type of unit."""
    if unit.stands > 1 and unit.arm not in ("infantry", "cavalry"):
        yield "only infantry and cavalry have several stands (MD 1)"
    if unit.charge and unit.arm in NEVER_CHARGE:
        yield f"charge {unit.charge:g}; {NEVER_CHARGE[unit.arm]} never charge, so it must be 0 (R-MD-25)"
    if unit.arm == "artillery" and not unit.limbered:
        yield "limbered 0; a limbered gun moves, so it must be more than 0 (MD 5)"
    if unit.limbered and unit.arm != "artillery":
        yield f"limbered {unit.limbered:g}; only artillery is limbered (MD 5)"
    if "square" in unit.traits and (unit.race, unit.arm, unit.stands) != ("earthan", "infantry", 4):
        yield "only earthan infantry of 4 stands forms square (R-MD-11)"
    for name in ("move", "charge", "limbered", "range"):
        if not getattr(unit, name) <= LONGEST:
            yield f"{name} {getattr(unit, name):g}; allowed: 0 to {LONGEST}"
    yield from _combat_problems(unit)


def _combat_problems(unit: UnitType) -> Iterator[str]:
    """MD 6, MD 10 The contradictions in the fire and the defence of a unit."""
    if unit.stands > 1 and unit.labels:
        yield "only single stands have labels (MD 6)"
    if unit.attack and not unit.range:
        yield "attack needs a range"
    if unit.second and not unit.attack:
        yield f"second {unit.second} without attack: a second shot follows a first one (MD 6.7)"
    if unit.arm == "flyer" and unit.race == "murk":
        yield "race murk; allowed for a flyer: roujeen, earthan (MD 10.1)"
    if unit.arm != "flyer" and not unit.defend:
        yield "defend 0; a unit that can be hit needs at least 1 die (MD 6)"


# Battles


def _field_problems(field: Battlefield, pack: Pack) -> Iterator[str]:
    types: Types = {unit.id: unit for unit in pack["units"]}
    if not all(SMALLEST <= length <= LONGEST for length in field.table):
        yield f"table: {_by(field.table)} inches; allowed: {SMALLEST} to {LONGEST} each way"
        return  # nothing can be measured on it
    terrains: dict[str, Terrain] = {terrain.id: terrain for terrain in pack["terrain"]}
    names = [feature.id for feature in field.features]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"feature {name}: {names.count(name)} features have this id; each needs one of its own"
    for feature in field.features:
        if feature.kind not in terrains:
            yield f"feature {feature.id}: kind {unknown(feature.kind, sorted(terrains))}"
        yield from (f"feature {feature.id}: {why}" for why in _feature_problems(feature, field))
    yield from (f"feature {why}" for feature in field.features for why in _name_problems(feature, ()))
    yield from (f"side {why}" for army in field.side for why in _name_problems(army, ("label",)))
    ids = [army.id for army in field.side]
    if ids[0] == ids[1]:
        yield "the two sides need different ids"
    if field.initiative and field.initiative not in ids:
        yield f"initiative: {unknown(field.initiative, sorted(ids))}"
    for army, enemy in (field.side, field.side[::-1]):
        yield from (f"side {army.id}: {why}" for why in _army_problems(army, enemy, field, types))
        yield from (f"side {army.id}: {why}" for why in _ground_problems(army, field, types, terrains))
    yield from _shared_ground(*field.side)
    yield from _victory_problems(field)
    yield from _card_problems(field, pack)


def _feature_problems(feature: Feature, field: Battlefield) -> Iterator[str]:
    if not all(length > 0 for length in feature.size):
        yield f"size {_by(feature.size)}; both must be more than 0"
        return
    for axis, at, length, end in zip("xy", feature.at, feature.size, field.table, strict=True):
        yield from _off_table(axis, (at - length / 2, at + length / 2), end)


def _off_table(axis: str, stretch: Pair, end: float) -> Iterator[str]:
    """A stretch from west to east or from south to north that is not on the table."""
    low, high = stretch
    if low > high:
        yield f"{axis} from {low:g} to {high:g} runs backwards; the smaller number comes first"
    elif not (low >= 0 and high <= end):
        yield f"{axis} from {low:g} to {high:g} is not on the table; allowed: 0 to {end:g}"


def _by(size: Pair) -> str:
    return f"{size[0]:g} by {size[1]:g}"


def _victory_problems(field: Battlefield) -> Iterator[str]:
    if field.points is not None:
        points = field.points
        if not _is_on_table(points.at, field):
            yield f"points: {_nowhere(points.at, field)}"
        if min(points.stand, points.unit, points.objective) < 0 or not (
            points.stand or points.unit or points.objective
        ):
            yield "points: stand, unit and objective must be 0 or more, and at least one of them more than 0"
        return
    for army, enemy in (field.side, field.side[::-1]):
        if enemy.wins and not army.wins:
            yield f"side {army.id}: it has no way to win, but the other side has one; give `wins` to both sides or to neither"
    if all(any(win.when == "otherwise" for win in army.wins) for army in field.side):
        yield "only one side can win `otherwise`"


def _card_problems(field: Battlefield, pack: Pack) -> Iterator[str]:
    hands = [army.cards for army in field.side if army.cards is not None]
    if len({hand.mixed for hand in hands}) > 1:
        yield "either both sides are dealt from a mixed deck, or neither"
    dealt = sum(hand.count for hand in hands if hand.mixed)
    if dealt > len(pack["cards"]):
        yield f"{dealt} cards are dealt from the mixed deck, but there are {len(pack['cards'])}"
    for colour in ("green", "red", "blue"):
        dealt = sum(hand.count for hand in hands if hand.colour == colour and not hand.mixed)
        there = sum(card.colour == colour for card in pack["cards"])
        if dealt > there:
            yield f"{dealt} {colour} cards are dealt, but there are {there}"


# Sides


def _army_problems(army: Army, enemy: Army, field: Battlefield, types: Types) -> Iterator[str]:
    for force in army.units:
        yield from _force_problems(force, field, types)
    forces = [(types[force.type], force.count) for force in army.units if force.type in types]
    on_foot = [(kind, count) for kind, count in forces if kind.arm != "flyer"]
    if forces and not on_foot:
        yield "it needs a unit that is not a flyer"
    if not army.units:
        yield "it needs units"
    room = sum(count for _, count in on_foot)
    if army.generals > room and on_foot:
        yield f"{army.generals} generals need a unit each; there are {room}"
    if army.enters is not None and army.facing != INWARDS[army.enters]:
        yield (
            f"enters over the {army.enters} edge, so it must face {INWARDS[army.enters]}, not {army.facing}"
        )
    for number, win in enumerate(army.wins, 1):
        yield from (f"wins {number}: {why}" for why in _win_problems(win, army, enemy, field, types))


def _force_problems(force: Force, field: Battlefield, types: Types) -> Iterator[str]:
    if force.type not in types:
        yield f"units: {unknown(force.type, sorted(types))}"
        return
    arm = types[force.type].arm
    if force.limbered and arm != "artillery":
        yield f"{force.type} cannot be limbered; only artillery can"
    if not 1 <= force.enters <= field.turns:
        yield f"{force.type} enters in turn {force.enters}; allowed: 1 to {field.turns}"
    if arm == "flyer" and force.race == "murk":
        yield f"{force.type} is of the race murk; allowed: roujeen, earthan (MD 10.1)"


def _zone_problems(number: int, zone: Zone, field: Battlefield) -> Iterator[str]:
    for axis, stretch, end in zip("xy", (zone.x, zone.y), field.table, strict=True):
        yield from (f"zone {number}: {why}" for why in _off_table(axis, stretch, end))


def _ground_problems(
    army: Army, field: Battlefield, types: Types, terrains: dict[str, Terrain]
) -> Iterator[str]:
    """MD 2 Zones on the table, with room for the units that are set up in them."""
    wrong = [why for number, zone in enumerate(army.zones, 1) for why in _zone_problems(number, zone, field)]
    yield from wrong
    forces = [(types[force.type], force.count) for force in army.units if force.type in types]
    on_foot = [(kind, count) for kind, count in forces if kind.arm != "flyer"]
    if not army.zones:
        yield "it needs a zone to set up in"
    elif not wrong and army.enters is not None:
        yield from _edge_problems(army, on_foot)
    elif not wrong:
        known = [(_rectangle(each), terrains[each.kind]) for each in field.features if each.kind in terrains]
        water = [area for area, kind in known if kind.impassable]
        bridges = [area for area, kind in known if kind.crossing]
        yield from _room_problems(army, on_foot, water, bridges)


def _edge_problems(army: Army, forces: Sequence[tuple[UnitType, int]]) -> Iterator[str]:
    """C-12 Units that enter wait behind the edge in column, side by side."""
    along = (zone.y if army.enters in ("west", "east") else zone.x for zone in army.zones[:1])
    there = sum(high - low for low, high in along)
    needed = sum(count for _, count in forces) * max((kind.size for kind, _ in forces), default=0)
    if there < needed:
        yield f"its zone is {there:g} inches long; its columns need {needed:g} side by side"


def _room_problems(
    army: Army,
    forces: Sequence[tuple[UnitType, int]],
    water: Sequence[Rectangle],
    bridges: Sequence[Rectangle],
) -> Iterator[str]:
    """Units for which the zones have no room."""
    takes = [(kind.size * kind.stands, kind.size) for kind, _ in forces]
    fits = True
    for (long, deep), (kind, _) in zip(takes, forces, strict=True):
        if not any(_holds(zone, long, deep) for zone in army.zones):
            fits = False
            yield f"{kind.id} does not fit into any zone; it takes {long:g} by {deep:g} inches"
    if not fits:
        return
    usable = [zone for zone in army.zones if any(_holds(zone, long, deep) for long, deep in takes)]
    there, dry = (_area(usable, covered, bridges) for covered in ((), water))
    needed = SPARE * sum(count * kind.stands * kind.size**2 for kind, count in forces)
    if dry < needed:
        passable = "" if dry == there else "passable "
        room = f"{dry:g} {passable}square inches"
        yield f"its zones have {room}; its units need at least {needed:g}, so that there is room to set them up"


def _holds(zone: Zone, long: float, deep: float) -> bool:
    """Whether a unit fits into a zone, along it or across."""
    narrow, wide = sorted((zone.x[1] - zone.x[0], zone.y[1] - zone.y[0]))
    return deep <= narrow and long <= wide


def _area(zones: Sequence[Zone], covered: Sequence[Rectangle], bridges: Sequence[Rectangle]) -> float:
    """The ground of zones in square inches: shared ground counts once, covered ground only where a bridge crosses it."""
    ours = [(zone.x, zone.y) for zone in zones]
    every = [*ours, *covered, *bridges]
    west_to_east = sorted({x for (low, high), _ in every for x in (low, high)})
    south_to_north = sorted({y for _, (low, high) in every for y in (low, high)})
    return sum(
        (right - left) * (top - bottom)
        for left, right in pairwise(west_to_east)
        for bottom, top in pairwise(south_to_north)
        if _is_under(at := ((left + right) / 2, (bottom + top) / 2), ours)
        and (_is_under(at, bridges) or not _is_under(at, covered))
    )


def _is_under(at: Pair, rectangles: Sequence[Rectangle]) -> bool:
    return any(low <= at[0] <= high and south <= at[1] <= north for (low, high), (south, north) in rectangles)


def _rectangle(feature: Feature) -> Rectangle:
    (x, y), (wide, deep) = feature.at, feature.size
    return (x - wide / 2, x + wide / 2), (y - deep / 2, y + deep / 2)


def _shared_ground(one: Army, other: Army) -> Iterator[str]:
    """MD 2 The zones of the two sides do not overlap: whoever sets up second would find the place taken."""
    if one.enters != other.enters:
        return
    for n, ours in enumerate(one.zones, 1):
        for m, theirs in enumerate(other.zones, 1):
            wide, deep = (
                min(a[1], b[1]) - max(a[0], b[0]) for a, b in ((ours.x, theirs.x), (ours.y, theirs.y))
            )
            along = wide if one.enters in ("south", "north") else deep
            if (wide > 0 and deep > 0) if one.enters is None else along > 0:
                yield f"side {one.id}: zone {n} overlaps zone {m} of {other.id}; each side needs ground of its own"


# Victory


def _win_problems(win: Win, army: Army, enemy: Army, field: Battlefield, types: Types) -> Iterator[str]:
    if win.when == "break" and not win.under:
        yield "a win by break needs `under`, in percent"
    if win.when == "champion":
        for side in (army, enemy):
            if not any(types[force.type].arm == "champion" for force in side.units if force.type in types):
                yield f"a win by champion needs a champion on both sides; {side.id} has none"
    if win.when in ("left", "destroyed"):
        yield from _unit_win_problems(win, army, enemy, types)
    if win.when == "hold":
        yield from _hold_problems(win, field)


def _unit_win_problems(win: Win, army: Army, enemy: Army, types: Types) -> Iterator[str]:
    if not win.type or win.count < 1:
        yield f"a win by units {win.when} needs `type` and `count`"
        return
    if win.type not in types:
        yield unknown(win.type, sorted(types))
        return
    owner, whose = (army, "it") if win.when == "left" else (enemy, "the enemy")
    there = sum(force.count for force in owner.units if force.type == win.type)
    if there < win.count:
        verb = "leave" if win.when == "left" else "be destroyed"
        yield f"{win.count} {win.type} are to {verb}; {whose} has {there}"
    if win.when == "left" and army.leaves is None:
        yield "its units cannot leave the table without `leaves`; allowed: west, east, south, north"


def _hold_problems(win: Win, field: Battlefield) -> Iterator[str]:
    features = [feature.id for feature in field.features]
    if bool(win.feature) == (win.at is not None):
        yield "a win by holding needs either `feature` or `at` and `within`"
    elif win.feature and win.feature not in features:
        yield f"feature {unknown(win.feature, sorted(features))}"
    elif win.at is not None and not _is_on_table(win.at, field):
        yield _nowhere(win.at, field)
    elif win.at is not None and not 0 < win.within <= LONGEST:
        yield f"within {win.within:g}; allowed: more than 0, up to {LONGEST}"


def _is_on_table(at: Pair, field: Battlefield) -> bool:
    return all(0 <= place <= length for place, length in zip(at, field.table, strict=True))


def _nowhere(at: Pair, field: Battlefield) -> str:
    wide, deep = field.table
    return f"at {at[0]:g}, {at[1]:g} is not on the table; allowed: 0 to {wide:g}, 0 to {deep:g}"
