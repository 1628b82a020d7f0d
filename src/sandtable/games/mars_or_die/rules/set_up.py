"""MD 2 Set-up: the players place their units inside their zones, and give their generals a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import msgspec

from sandtable.engine import Choice, Refusal, RuleError, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..printed.box import Box, is_in, thousandths, zone_area
from ..state import FAR_AWAY, INITIATIVE, NOBODY, WAITING, Battle, enter, kind_of, on_table, side_of, take_up
from .geometry.formation import COLUMN, LINE, SQUARE, Pose, depth, formed, frontage, full
from .geometry.polygon import Point
from .geometry.sweep import Rectangle, is_clear
from .ground import shelter_of
from .reasons.units import NOT_YOURS

STEP = 500
#: A unit that is further than this from where it could fire marches in column.
MARCH = 14_000
AUTO = Word(
    "auto",
    "Set up the rest in good order",
    says="As far forward as they can, with room to form line beside each other.",
)
SHAPES = {
    Word("in_line", "Line", says="Every stand can fire."): LINE,
    Word(
        "in_column", "Column", says="It moves and charges 2″ further; only its first stand can fire."
    ): COLUMN,
    Word("in_square", "Square", says="It fires and fights to all sides, and cannot move or charge."): SQUARE,
}


def deploy(s: Battle) -> Steps[None]:
    """MD 2 Set-up. The sides take turns to set up a unit; then each general joins one."""
    box = s.box
    waiting = [TO_PLACE.any(s, side) for side in (0, 1)]
    if any(waiting):
        placed = [len(s.live[side]) for side in (0, 1)]
        side = 0 if waiting[0] and (placed[0] <= placed[1] or not waiting[1]) else 1
        yield from set_up_one(s, side)
        return
    for general, unit in enumerate(s.generals):
        if unit == NOBODY:
            yield from place_general(s, general)
            return
    for u in range(box.count):
        if box.units[u].kind.is_flyer:
            enter(s, u, FAR_AWAY)
    s.phase = INITIATIVE


SET_UP = Topic(
    "set_up",
    "MD 2",
    "You choose this unit's formation, facing and place next, or have all the rest placed for you.",
    "unit",
)
SET_UP_FORMATION = Topic(
    "set_up_formation",
    "MD 2",
    "Every stand of a line can fire, a column moves 2 inches further, and a square stays put.",
)
SET_UP_FACING = Topic(
    "set_up_facing", "MD 2", "The unit starts facing this way, and can only fire to its front.", "heading"
)
SET_UP_X = Topic(
    "set_up_x",
    "MD 2",
    "The middle of the unit will stand this far east; how far north comes next.",
    "coordinate",
)
SET_UP_Y = Topic(
    "set_up_y", "MD 2", "The unit is put there, and the other side sets up a unit.", "coordinate"
)


IS_SET_UP = Refusal("{it} is set up already.")
FLIES_IN = Refusal("{it} flies: it comes when you place it.")


def set_up_refusal(s: Battle, side: int, u: int) -> Refusal | None:
    """MD 2 Why a unit cannot be set up now."""
    if side_of(s, u) != side:
        return NOT_YOURS
    if kind_of(s, u).is_flyer:
        return FLIES_IN
    return None if s.fates[u] == WAITING else IS_SET_UP


def units_waiting(s: Battle, side: int) -> list[int]:
    return [u for u in s.box.sides[side] if s.fates[u] == WAITING]


#: MD 2 The units that are still to be set up.
TO_PLACE = Choice(units_waiting, set_up_refusal)


def set_up_one(s: Battle, side: int) -> Steps[None]:
    """MD 2 Set-up. Which unit, in which formation, facing where, and at which place of the zone."""
    u = yield pick(
        side,
        SET_UP,
        "Set up which unit?",
        TO_PLACE.of(s, side, then=(AUTO,)),
        label="Set up {it}",
        facts={"room": partial(room_left, s, side)},
        data=lambda u: {"placings": placings(s, u, formations(s, u))},
        likely=AUTO,
    )
    if u == AUTO:
        yield from set_up_in_good_order(s, side)
        return
    if not finds_place(s, u):
        yield from set_up_anew(s, side, u)
        return
    word = yield pick(
        side,
        SET_UP_FORMATION,
        "{unit}: in which formation?",
        lambda: list(formations(s, u)),
        about={"unit": u},
        facts=where_to(s, u, lambda: formations(s, u)),
    )
    facing = yield pick(
        side,
        SET_UP_FACING,
        "Which way does {unit} face?",
        lambda: list(facings_for(s, u, SHAPES[word])),
        about={"unit": u},
        facts=where_to(s, u, lambda: {word: list(facings_for(s, u, SHAPES[word]))}),
        data=lambda angle: {"angle": angle},
    )
    shape = make(s, u, SHAPES[word], facing)
    x = yield pick(
        side,
        SET_UP_X,
        "{unit}: how far from the west edge?",
        lambda: columns(s, u, shape),
        about={"unit": u},
        facts=where_to(s, u, lambda: {word: [facing]}),
        data=lambda length: {"length": length},
    )
    y = yield pick(
        side,
        SET_UP_Y,
        "{unit}: how far from the south edge?",
        lambda: rows(s, u, shape, x),
        about={"unit": u},
        data=lambda length: {"length": length, "pose": msgspec.structs.replace(shape, x=x, y=length)},
    )
    enter(s, u, msgspec.structs.replace(shape, x=x, y=y))
    yield say("{unit} takes its place.", unit=u)


# For a player who drags a unit to its place


def formations(s: Battle, u: int) -> dict[Word, list[int]]:
    """The formations in which a unit finds a place, each with the facings."""
    return {word: facings for word in SHAPES if (facings := list(facings_for(s, u, SHAPES[word])))}


def where_to(s: Battle, u: int, able: Callable[[], Mapping[Word, Sequence[int]]]) -> dict[str, Any]:
    """The facts of every question on the way to a place, so that a client can give the rest of the answers at once."""
    return {"room": partial(room_left, s, side_of(s, u)), "placings": lambda: placings(s, u, able())}


def placings(s: Battle, u: int, able: Mapping[Word, Sequence[int]]) -> list[dict[str, Any]]:
    """How a unit can be set up: its body at the corner of the table, half its extent, and where its middle may be.

    The middle may be at every half inch from the south-west corner of each area, where nothing is in the way. The keys
    are those of formation and facing, as far as they are asked.
    """
    kinds = s.box.kinds
    is_narrow = s.box.army(side_of(s, u)).enters is not None
    found = []
    for word, facings in able.items():
        for facing in facings:
            pose = make(s, u, SHAPES[word], facing)
            # Along an edge the others need room, too: there every single place is told.
            within = [(x, y, x, y) for x, y in places(s, u, pose)] if is_narrow else centres(s, u, pose)
            keys = [word.id] if len(able) > 1 else []
            if len(facings) > 1:
                keys.append(SET_UP_FACING.key(facing, kinds))
            found.append({"pose": pose, "half": extent(pose), "within": within, "keys": keys})
    return found


def room_left(s: Battle, side: int) -> dict[str, Any]:
    """The data a client needs to find a free place: the ground that is taken, and the keys of all coordinates there are."""
    box = s.box
    areas = [
        area
        for u in TO_PLACE.all(s, side)
        for word in SHAPES
        for facing in (0, 90)
        for area in centres(s, u, make(s, u, SHAPES[word], facing))
    ]
    xs = sorted({x for west, _, east, _ in areas for x in range(west, east + 1, STEP)})
    ys = sorted({y for _, south, _, north in areas for y in range(south, north + 1, STEP)})
    return {
        "step": STEP,
        "taken": list(_taken(s, box, spread=False)),
        "x": SET_UP_X.keys(xs, box.kinds),
        "y": SET_UP_Y.keys(ys, box.kinds),
    }


def set_up_in_good_order(s: Battle, side: int, *, anew: bool = False) -> Steps[None]:
    """MD 2 Set-up. All units of a side that are still to be set up."""
    for u in TO_PLACE.all(s, side):
        place = good_place(s, u)
        if place is None:
            if anew or not s.live[side]:
                raise RuleError(f"There is no room to set up {s.box.units[u].label}: its zone is too small.")
            yield from set_up_anew(s, side, u)
            return
        enter(s, u, place)
    yield say("{who:seat} set up in good order.", who=side)


def set_up_anew(s: Battle, side: int, u: int) -> Steps[None]:
    """MD 2 Set-up. A side that has left no room for a unit begins again, in good order."""
    yield say("There is no room left for {unit}: all units of {who:seat} are set up again.", unit=u, who=side)
    for v in s.live[side][:]:
        take_up(s, v)
    yield from set_up_in_good_order(s, side, anew=True)


GENERAL = Topic(
    "general",
    "MD 9",
    "As long as he is with it, the unit fights with one more die and moves an inch further.",
    "unit",
)


HAS_GENERAL = Refusal("A general is with {it} already.")
NO_GENERAL_FLIES = Refusal("{it} flies: no general goes with it.")


def general_refusal(s: Battle, side: int, u: int) -> Refusal | None:
    """MD 9 Why a general cannot begin with a unit."""
    if side_of(s, u) != side:
        return NOT_YOURS
    if not on_table(s, u):
        return NO_GENERAL_FLIES
    return HAS_GENERAL if u in s.generals else None


def units_set_up(s: Battle, side: int) -> list[int]:
    return s.live[side]


WITHOUT_GENERAL = Choice(units_set_up, general_refusal)


def place_general(s: Battle, general: int) -> Steps[None]:
    """MD 9 Generals. Each begins with a unit."""
    side = s.box.generals[general]
    unit = yield pick(
        side,
        GENERAL,
        "Which unit does {general} go with?",
        WITHOUT_GENERAL.of(s, side),
        about={"general": general},
    )
    s.generals[general] = unit
    yield say("{general} goes with {unit}.", general=general, unit=unit)


# Where there is room


def make(s: Battle, u: int, shape: int, facing: int) -> Pose:
    """A whole unit in a formation, not yet anywhere."""
    kind = kind_of(s, u)
    slots = kind.stands if shape != SQUARE else 4
    return Pose(0, 0, facing, shape, slots, full(slots), kind.side)


def finds_place(s: Battle, u: int) -> bool:
    """Whether there is a place for a unit at all."""
    return any(True for shape in SHAPES.values() for _ in facings_for(s, u, shape))


def facings_for(s: Battle, u: int, shape: int) -> Iterator[int]:
    """The facings in which a unit finds a place in this formation, the scenario's own first."""
    kind, army = kind_of(s, u), s.box.army(s.box.units[u].side)
    if shape == SQUARE and (not kind.squares or kind.stands < 4):
        return
    turns: tuple[int, ...] = (0, 90, 180, 270)
    if army.enters is not None:
        turns = (0,) if shape == COLUMN or (shape == LINE and kind.stands == 1) else ()
    elif kind.stands == 1 and shape != LINE:
        turns = ()
    for turn in turns:
        facing = (army.facing + turn) % 360
        if next(places(s, u, make(s, u, shape, facing)), None) is not None:
            yield facing


def columns(s: Battle, u: int, shape: Pose) -> list[int]:
    """Distances from the west edge at which there is a free place."""
    return sorted({x for x, _ in places(s, u, shape, one_each=True)})


def rows(s: Battle, u: int, shape: Pose, x: int) -> list[int]:
    """Free places at this distance from the west edge."""
    return sorted({y for _, y in places(s, u, shape, only=x)})


def places(
    s: Battle,
    u: int,
    shape: Pose,
    *,
    only: int | None = None,
    row: int | None = None,
    outward: int | None = None,
    one_each: bool = False,
    spread: bool = False,
) -> Iterator[tuple[int, int]]:
    """Free places for the centre of a unit inside its zones, every half inch.

    At most one for each x if that will do, from an x outward if that is asked for; with room to form line beside the
    others if they are to be spread.
    """
    box = s.box
    wide, deep = extent(shape)
    taken = [_grown(area, wide, deep) for area in _taken(s, box, spread)]
    if row is not None:
        taken = [area for area in taken if area[1] < row < area[3]]
    is_narrow = box.army(box.units[u].side).enters is not None
    for west, south, east, north in centres(s, u, shape):
        across = range(west, east + 1, STEP) if outward is None else _outward(west, east, outward)
        for x in across if only is None else [only]:
            if not west <= x <= east:
                continue
            near = [(area[1], area[3]) for area in taken if area[0] < x < area[2]]
            for y in range(south, north + 1, STEP) if row is None else [row]:
                if not south <= y <= north:
                    continue
                if near and not is_clear(y, near):
                    continue
                if not is_narrow or leaves_room(s, u, box, shape, (x, y)):
                    yield x, y
                    if one_each:
                        break


@lru_cache(maxsize=1 << 8)
def _outward(west: int, east: int, middle: int) -> tuple[int, ...]:
    return tuple(sorted(range(west, east + 1, STEP), key=lambda x: abs(x - middle)))


def extent(pose: Pose) -> tuple[int, int]:
    """Half of what an upright formation takes up from west to east, and from south to north."""
    across, deep = frontage(pose) // 2, depth(pose) // 2
    return (across, deep) if pose.facing % 180 == 90 else (deep, across)


def centres(s: Battle, u: int, shape: Pose) -> list[Rectangle]:
    """Where the centre of a unit may be: inside a zone, or right behind the edge over which it enters."""
    box = s.box
    army = box.army(box.units[u].side)
    wide, deep = extent(shape)
    found = []
    for zone in army.zones:
        west, south, east, north = zone_area(zone)
        if army.enters == "west":
            found.append((-wide, south + deep, -wide, north - deep))
        elif army.enters == "east":
            found.append((box.width + wide, south + deep, box.width + wide, north - deep))
        elif army.enters == "south":
            found.append((west + wide, -deep, east - wide, -deep))
        elif army.enters == "north":
            found.append((west + wide, box.height + deep, east - wide, box.height + deep))
        else:
            found.append((west + wide, south + deep, east - wide, north - deep))
    return found


def _taken(s: Battle, box: Box, spread: bool) -> Iterator[Rectangle]:
    """The ground of units already set up, and impassable ground, as upright rectangles."""
    for side in (0, 1):
        for v in s.live[side]:
            pose = s.poses[v]
            if spread:
                wide, deep = extent(line := formed(pose, LINE))
                yield line.x - wide - STEP, line.y - deep, line.x + wide + STEP, line.y + deep
            wide, deep = extent(pose)
            yield pose.x - wide, pose.y - deep, pose.x + wide, pose.y + deep
    for block in box.blocks:
        yield *block.corners[0], *block.corners[2]


def _grown(area: Rectangle, wide: int, deep: int) -> Rectangle:
    return area[0] - wide, area[1] - deep, area[2] + wide, area[3] + deep


def leaves_room(s: Battle, u: int, box: Box, shape: Pose, place: Point) -> bool:
    """C-12 Along an edge over which units enter, the others must still find room, each the width of a column."""
    side = box.units[u].side
    axis = 1 if box.army(side).enters in ("west", "east") else 0
    others = len(TO_PLACE.all(s, side)) - 1
    (zone, *_) = box.army(side).zones
    low, high = (zone.x, zone.y)[axis]
    taken = sorted([s.poses[v].centre[axis] for v in s.live[side]] + [place[axis]])
    room, at = 0, thousandths(low)
    for centre in taken:
        room += (centre - shape.side // 2 - at) // shape.side
        at = centre + shape.side // 2
    room += (thousandths(high) - at) // shape.side
    return room >= others


def is_near_enough(s: Battle, u: int) -> bool:
    """Whether the enemy's zones are so near that a unit could soon fire at them."""
    box = s.box
    unit = box.units[u]
    if unit.kind.range < 6000:
        return False
    ours, theirs = ([zone_area(z) for z in box.army(side).zones] for side in (unit.side, 1 - unit.side))
    apart = min(max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3]) for a in ours for b in theirs)
    return apart <= unit.kind.range + MARCH


def good_place(s: Battle, u: int) -> Pose | None:
    """A place in the order of battle: as far forward as possible, then as near as possible to the middle of the zone.

    Units keep room to form line beside each other, if the zone is wide enough. Units that
    could soon shoot form line; those with a way to go form column. None if there is no room left.
    """
    wants_line = kind_of(s, u).stands == 1 or is_near_enough(s, u)
    army = s.box.army(s.box.units[u].side)
    if army.enters is None and (line := foremost(s, u, LINE, spread=True)) is not None:
        column = formed(line, COLUMN)
        return column if not wants_line and fits(s, u, column) else line
    for shape in (LINE, COLUMN) if wants_line else (COLUMN, LINE):
        can_face_it = any(facing == army.facing for facing in facings_for(s, u, shape))
        if can_face_it and (pose := foremost(s, u, shape)) is not None:
            return pose
    return None


def fits(s: Battle, u: int, pose: Pose) -> bool:
    """Whether a unit could be set up like this."""
    wide, deep = extent(pose)
    taken = [_grown(area, wide, deep) for area in _taken(s, s.box, spread=False)]
    return any(is_in(area, pose.centre) for area in centres(s, u, pose)) and not any(
        area[0] < pose.x < area[2] and area[1] < pose.y < area[3] for area in taken
    )


def foremost(s: Battle, u: int, shape: int, *, spread: bool = False) -> Pose | None:
    """The foremost free place for a formation, and of those the one nearest to the middle; None if there is none."""
    box = s.box
    army = box.army(box.units[u].side)
    pose = make(s, u, shape, army.facing)
    west, south, east, north = zone_area(army.zones[0])
    is_upright = army.facing % 180 == 90
    middle = (west + east) // 2 if is_upright else (south + north) // 2

    def order(place: tuple[int, int]) -> tuple[int, int, int, int]:
        ahead, aside = (place[1], place[0]) if is_upright else place
        return -ahead if army.facing < 180 else ahead, abs(aside - middle), *place

    def around(place: tuple[int, int]) -> tuple[int, int, int]:
        return (place[0] - shelter[0]) ** 2 + (place[1] - shelter[1]) ** 2, *place

    shelter = shelter_of(box, box.units[u].side)
    best: tuple[int, int] | None = None
    if shelter:  # one row after the other, from the shelter outwards, until no row can be nearer
        rows = {y for area in centres(s, u, pose) for y in range(area[1], area[3] + 1, STEP)}
        for y in sorted(rows, key=lambda y: (abs(y - shelter[1]), y)):
            if best is not None and (y - shelter[1]) ** 2 > around(best)[0]:
                break
            found = [*places(s, u, pose, spread=spread, row=y), *([best] if best else [])]
            best = min(found, key=around, default=None)
    elif is_upright:  # one row after the other, from the front
        rows = {y for area in centres(s, u, pose) for y in range(area[1], area[3] + 1, STEP)}
        is_one = len(army.zones) == 1  # then the first place found is the nearest
        for y in sorted(rows, reverse=army.facing < 180):
            row = places(s, u, pose, spread=spread, row=y, outward=middle)
            best = next(row, None) if is_one else min(row, key=order, default=None)
            if best is not None:
                break
    else:
        best = min(places(s, u, pose, spread=spread), key=order, default=None)
    return None if best is None else msgspec.structs.replace(pose, x=best[0], y=best[1])
