"""The contents of the files of a pack: kinds of units, kinds of ground, cards, scenarios. Lengths are inches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from sandtable.engine import Prose

Inches = Annotated[float, msgspec.Meta(ge=0)]
Dice = Annotated[int, msgspec.Meta(ge=0, le=40)]
Count = Annotated[int, msgspec.Meta(ge=1, le=12)]
Pair = tuple[float, float]

Race = Literal["murk", "roujeen", "earthan"]
Arm = Literal["infantry", "cavalry", "champion", "machinegun", "artillery", "scout", "wagon", "flyer"]
Trait = Literal["spear", "bayonet", "square", "archer", "indirect", "machinegun"]
Colour = Literal["green", "red", "blue"]
Side = Literal["west", "east", "south", "north"]


class UnitType(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of unit (MD 5, MD 6, MD 7)."""

    id: str
    label: Prose
    race: Race
    arm: Arm
    stands: Annotated[int, msgspec.Meta(ge=1, le=4)]
    move: Inches = 0
    #: 0: it never charges.
    charge: Inches = 0
    #: The rate of a limbered gun.
    limbered: Inches = 0
    attack: Dice = 0
    #: The dice of the second shot after a hit.
    second: Dice = 0
    range: Inches = 0
    defend: Dice = 0
    labels: Dice = 0
    melee: Dice = 0
    size: Annotated[float, msgspec.Meta(ge=0.25, le=1.5)] = 1.5
    traits: tuple[Trait, ...] = ()


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of ground."""

    id: str
    label: Prose
    #: How it is drawn.
    glyph: Prose
    cover: bool = False
    is_hill: bool = False
    blocks_sight: bool = False
    #: Who comes from outside must stop on contact.
    stops: bool = False
    #: Climbing out ends the move.
    climb: bool = False
    impassable: bool = False
    #: A way over what is impassable.
    crossing: bool = False
    slows_cavalry: bool = False


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card. `effect` names what the rules do with it."""

    id: str
    number: Prose
    colour: Colour
    title: Prose
    effect: str
    text: Prose


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A piece of ground on the table: an upright rectangle."""

    id: str
    kind: str
    at: Pair
    size: Pair


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An upright rectangle to set up in."""

    x: Pair
    y: Pair


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A number of units of one type."""

    type: str
    count: Count = 1
    race: Race | None = None
    limbered: bool = False
    #: The first turn in which it may come (flyers).
    enters: int = 1


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Cards dealt at random from the deck of one colour."""

    colour: Colour
    count: Annotated[int, msgspec.Meta(ge=0, le=9)]
    #: Dealt from one deck of all colours; cards of another colour cannot be played (MD 11.3).
    mixed: bool = False


class Win(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One way to win; which fields it needs depends on `when`."""

    when: Literal["break", "champion", "left", "destroyed", "hold", "otherwise"]
    #: For break: the percentage of its strength below which the enemy loses.
    under: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    #: For left and destroyed: how many units of which type.
    type: str = ""
    count: int = 0
    #: For hold: more stands than the enemy in a feature, or within this many inches of a point.
    feature: str = ""
    at: Pair | None = None
    within: Inches = 0


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Victory by points: for stands and units destroyed, and for holding a place at the end."""

    stand: int
    unit: int
    objective: int
    at: Pair
    within: Inches


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One side of a scenario."""

    id: str
    label: Prose
    #: What its units are called, before their own name; empty means the label.
    short: Prose = ""
    zones: tuple[Zone, ...]
    facing: Literal[0, 90, 180, 270]
    units: tuple[Force, ...]
    generals: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    cards: Hand | None = None
    wins: tuple[Win, ...] = ()
    #: It begins off the table, in column behind this edge, and moves in.
    enters: Side | None = None
    #: Its units may leave the table over this edge.
    leaves: Side | None = None


class Battlefield(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario (R-MD-5): table, ground, forces, cards, turns and victory."""

    id: str
    title: Prose
    about: Prose = ""
    table: Pair
    turns: Annotated[int, msgspec.Meta(ge=1, le=40)]
    features: tuple[Feature, ...] = ()
    side: tuple[Army, Army]
    #: The side that has the initiative in the first turn.
    initiative: str = ""
    points: Points | None = None


PACK_FILES = {
    "units": list[UnitType],
    "terrain": list[Terrain],
    "cards": list[Card],
    "scenarios": list[Battlefield],
}
PACK_FOLDER = Path(__file__).parent / "packs"
LESSON_FOLDER = Path(__file__).parent / "lessons"
