"""The data files of a pack: what an owner of the printed game can type in, and what is checked of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from sandtable.engine import Pack

KEY = "rogue-trooper"
FOLDER = Path(__file__).parent / "packs"

Category = Literal["personnel", "armour", "sealed", "airborne", "fortification", "hazard", "coastal"]
Side = Literal["nort", "souther", "neutral"]
Count = Annotated[int, Meta(ge=1, le=60)]
Small = Annotated[int, Meta(ge=0, le=20)]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a data file."""


class Weapon(Entry, frozen=True):
    """What one round does. RT 16: dice by target, and targets it cannot be fired at."""

    dice: Small
    better_dice: Small = 0
    better_against: tuple[Category, ...] = ()
    only_against: tuple[Category, ...] = ()
    not_against: tuple[Category, ...] = ()
    #: It does nothing to a GP-proof target.
    not_gp_proof: bool = False
    #: Fired by the GI rifle, which is what Gunnar helps.
    rifle: bool = False
    #: Any number of rounds may form one salvo; otherwise one.
    several: bool = False


class Ammunition(Entry, frozen=True):
    """A track of the character sheet."""

    id: str
    label: str
    most: Count
    weapon: Weapon


class Sheet(Entry, frozen=True):
    """The character sheet, the counters and the limits."""

    lives: Count
    bio_chip_counters: tuple[Annotated[int, Meta(ge=0, le=3)], ...]
    item_limit: Count
    rogue_hand: Count
    clue_hand: Count
    #: Supply cards for bringing a Companion to its destination.
    delivery_supplies: Small
    traitor_lives: Count
    traitor_dice: Count
    ammunition: tuple[Ammunition, ...]


class Place(Entry, frozen=True):
    """A sector of Nu-Earth that has a name."""

    sector: str
    label: str
    kind: Literal[
        "contact", "nort_city", "souther_city", "glasshouse", "furlow", "nu_arcady", "shuttle_base"
    ] = "contact"


class NuEarthMap(Entry, frozen=True):
    """The map: a letter or a digit a sector, row by row from the north."""

    terrain: tuple[str, ...]
    sides: tuple[str, ...]
    ratings: tuple[str, ...]
    drop_zones: tuple[str, ...]
    places: tuple[Place, ...]


class Space(Entry, frozen=True):
    """A space of Milli-com."""

    id: str
    label: str
    adjacent: tuple[str, ...]
    kind: Literal[
        "plain",
        "shuttle_bay",
        "gi_armoury",
        "sick_bay",
        "brig",
        "lifepods",
        "security_zone",
        "bridge",
        "battle_computer",
    ] = "plain"


class Companion(Entry, frozen=True):
    """What a Companion brings, and where it wants to go."""

    destination: str
    firepower: Small = 0
    evade: int = -1
    #: The one who can be evaded: the Initiative for that roll.
    evade_initiative: int | None = None
    bride: bool = False
    heals_on_delivery: bool = False
    #: While held, one shuttle from any Souther City.
    shuttle: bool = False


class Encounter(Entry, frozen=True):
    """An Encounter card: a foe, a boon, a Companion or an item that was found."""

    id: str
    label: str
    side: Side
    count: Count = 1
    categories: tuple[Category, ...] = ()
    initiative: Small | None = None
    firepower: Small = 0
    gp_proof: bool = False
    double_damage: bool = False
    no_surrender: bool = False
    millifuzz: bool = False
    supply: Small = 0
    lives: Small = 0
    companion: Companion | None = None
    item: str = ""


class Item(Entry, frozen=True):
    """A kind of Special Item."""

    id: str
    label: str
    weapon: Weapon | None = None
    extra_dice: Small = 0
    evade: int = 0
    heals: Small = 0
    flies: Small = 0
    scouts: Small = 0
    shields: bool = False
    crosses_scum_sea: bool = False


class Supply(Entry, frozen=True):
    """A Supply card: rounds of Standard Issue, or a Special Item."""

    id: str
    label: str
    count: Count = 1
    ammunition: str = ""
    rounds: Small = 0
    item: str = ""


class Mission(Entry, frozen=True):
    """A Mission card."""

    id: str
    label: str
    kind: Literal["contact", "genie", "wedding"]
    count: Count = 1
    destination: str = ""
    task: Literal["", "attack_left", "attack_most_clues", "attack_nearest", "borrow_data", "bust_tank"] = ""
    bride: str = ""


Effect = Literal[
    "march",
    "fly",
    "stay",
    "lead",
    "shuttle",
    "traitor_flees",
    "traitor_recalled",
    "escape",
    "clearance",
    "miss_turn",
    "reinforce",
    "no_evading",
    "no_chips",
    "discard_top",
    "first_salvo",
    "foil",
    "delay",
    "extra_clue",
    "traitor_dice",
    "dice_at_traitor",
]


class Rogue(Entry, frozen=True):
    """A Rogue card: when, on whom, and what it does."""

    id: str
    label: str
    phase: Literal["movement", "encounter", "end"]
    target: Literal["self", "other", "traitor"]
    effect: Effect
    count: Count = 1
    number: Small = 0


class Named(Entry, frozen=True):
    """A face, or a part of one."""

    id: str
    label: str


class Clues(Entry, frozen=True):
    """The Clue deck: so many copies of each part of each face."""

    copies: Count
    faces: tuple[Named, ...]
    parts: tuple[Named, ...]


PACK_FILES: dict[str, Any] = {
    "sheet": Sheet,
    "nu_earth": NuEarthMap,
    "milli_com": list[Space],
    "encounters": list[Encounter],
    "items": list[Item],
    "supplies": list[Supply],
    "missions": list[Mission],
    "rogues": list[Rogue],
    "clues": Clues,
}

#: Which phase and target each effect of a Rogue card can have.
EFFECTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "march": ("movement", ("self",)),
    "fly": ("movement", ("self",)),
    "stay": ("movement", ("other",)),
    "lead": ("movement", ("other",)),
    "shuttle": ("movement", ("self",)),
    "traitor_flees": ("movement", ("traitor",)),
    "traitor_recalled": ("movement", ("traitor",)),
    "escape": ("movement", ("self",)),
    "clearance": ("movement", ("self",)),
    "miss_turn": ("movement", ("other",)),
    "reinforce": ("encounter", ("other",)),
    "no_evading": ("encounter", ("other",)),
    "no_chips": ("encounter", ("other",)),
    "discard_top": ("encounter", ("self",)),
    "first_salvo": ("encounter", ("self",)),
    "foil": ("end", ("other",)),
    "delay": ("end", ("other",)),
    "extra_clue": ("end", ("self",)),
    "traitor_dice": ("end", ("traitor",)),
    "dice_at_traitor": ("end", ("self",)),
}
#: Effects that need their number.
NUMBERED = ("march", "fly", "reinforce", "first_salvo", "extra_clue", "traitor_dice", "dice_at_traitor")
ON_NU_EARTH = ("glasshouse", "furlow", "nu_arcady", "shuttle_base")
ON_MILLI_COM = (
    "shuttle_bay",
    "gi_armoury",
    "sick_bay",
    "brig",
    "lifepods",
    "security_zone",
    "bridge",
    "battle_computer",
)


def sector_ids(earth: NuEarthMap) -> list[str]:
    """a1, a2, ... row by row."""
    return [
        f"{chr(ord('a') + row)}{column + 1}"
        for row, letters in enumerate(earth.terrain)
        for column in range(len(letters))
    ]


def check(pack: Pack) -> list[str]:
    """What types cannot say: names that lead nowhere, rows of different lengths, rules that would find nothing."""
    return [
        *_map_problems(pack),
        *_milli_com_problems(pack),
        *_encounter_problems(pack),
        *_supply_problems(pack),
        *_mission_problems(pack),
        *_rogue_problems(pack),
    ]


def _map_problems(pack: Pack) -> Iterator[str]:
    earth: NuEarthMap = pack["nu_earth"]
    width = len(earth.terrain[0]) if earth.terrain else 0
    for name, rows, letters in (
        ("terrain", earth.terrain, "PMJCGS"),
        ("sides", earth.sides, "NSFZ"),
        ("ratings", earth.ratings, "0123456789"),
    ):
        if len(rows) != len(earth.terrain) or any(len(row) != width for row in rows):
            yield f"nu_earth: {name}: {len(earth.terrain)} rows of {width} letters are expected"
        for letter in sorted(set("".join(rows)) - set(letters)):
            yield f"nu_earth: {name}: {letter!r} is not one of {', '.join(letters)}"
    sectors = set(sector_ids(earth))
    for zone in earth.drop_zones:
        if zone not in sectors:
            yield f"nu_earth: drop_zones: there is no sector {zone!r}"
    if not earth.drop_zones:
        yield "nu_earth: drop_zones: there must be one at least"
    for place in earth.places:
        if place.sector not in sectors:
            yield f"nu_earth: {place.label}: there is no sector {place.sector!r}"
    for kind in ON_NU_EARTH:
        if (found := sum(place.kind == kind for place in earth.places)) != 1:
            yield f"nu_earth: one place of the kind {kind!r} is expected, not {found}"


def _milli_com_problems(pack: Pack) -> Iterator[str]:
    spaces: dict[str, Space] = {space.id: space for space in pack["milli_com"]}
    for space in spaces.values():
        for other in space.adjacent:
            if other not in spaces:
                yield f"milli_com: {space.id}: there is no space {other!r}"
            elif space.id not in spaces[other].adjacent:
                yield f"milli_com: {other}: {space.id!r} should be among its adjacent spaces"
    for kind in ON_MILLI_COM:
        if (found := sum(space.kind == kind for space in spaces.values())) != 1:
            yield f"milli_com: one space of the kind {kind!r} is expected, not {found}"


def _encounter_problems(pack: Pack) -> Iterator[str]:
    sectors, items = set(sector_ids(pack["nu_earth"])), {item.id for item in pack["items"]}
    for card in pack["encounters"]:
        is_boon = bool(card.supply or card.lives)
        if card.item and card.item not in items:
            yield f"encounters: {card.id}: there is no item {card.item!r}"
        if card.companion is not None and card.companion.destination not in sectors:
            yield f"encounters: {card.id}: there is no sector {card.companion.destination!r}"
        if card.initiative is None and not (is_boon or card.item):
            yield f"encounters: {card.id}: without initiative it must be a boon (supply, lives) or an item"
        if is_boon + bool(card.item) + (card.companion is not None) > 1:
            yield f"encounters: {card.id}: it can be a boon, an item or a companion, not several of these"


def _supply_problems(pack: Pack) -> Iterator[str]:
    items = {item.id for item in pack["items"]}
    types = {ammunition.id for ammunition in pack["sheet"].ammunition}
    for card in pack["supplies"]:
        if bool(card.ammunition) == bool(card.item):
            yield f"supplies: {card.id}: it gives either ammunition or an item"
        elif card.ammunition and card.ammunition not in types:
            yield f"supplies: {card.id}: there is no ammunition {card.ammunition!r}"
        elif card.ammunition and not card.rounds:
            yield f"supplies: {card.id}: how many rounds?"
        elif card.item and card.item not in items:
            yield f"supplies: {card.id}: there is no item {card.item!r}"


def _mission_problems(pack: Pack) -> Iterator[str]:
    sectors = set(sector_ids(pack["nu_earth"]))
    brides = {card.id for card in pack["encounters"] if card.companion is not None and card.companion.bride}
    for card in pack["missions"]:
        needs_place = card.kind == "contact" or card.task == "borrow_data"
        if needs_place and card.destination not in sectors:
            yield f"missions: {card.id}: there is no sector {card.destination!r}"
        if card.kind == "genie" and not card.task:
            yield f"missions: {card.id}: a genie mission needs a task"
        if card.kind == "wedding" and card.bride not in brides:
            yield f"missions: {card.id}: there is no companion {card.bride!r} who is a bride"


def _rogue_problems(pack: Pack) -> Iterator[str]:
    for card in pack["rogues"]:
        phase, targets = EFFECTS[card.effect]
        if card.phase != phase or card.target not in targets:
            yield f"rogues: {card.id}: {card.effect!r} is for the {phase} phase and the target {targets[0]!r}"
        if card.effect in NUMBERED and not card.number:
            yield f"rogues: {card.id}: {card.effect!r} needs a number"
