"""The data files of a pack: what an owner of the printed game can type in."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args

import msgspec

from sandtable.engine import FOR_PEOPLE

KEY = "rogue-trooper"
PACK_FOLDER = Path(__file__).parent / "packs"
LESSON_FOLDER = Path(__file__).parent / "lessons"

Category = Literal["personnel", "armour", "sealed", "airborne", "fortification", "hazard", "coastal"]
Side = Literal["nort", "souther", "neutral"]
CATEGORIES: tuple[str, ...] = get_args(Category)


class Limits(NamedTuple):
    """The least and the most a number may be, or how long a text or a list.

    `check_pack` reads them, not the decoder: a number out of range must not hide the other mistakes of a pack.
    """

    least: int
    most: int


Count = Annotated[int, Limits(1, 60)]
Dice = Annotated[int, Limits(0, 20)]
#: RT 4.4, 5.8: an Initiative is met with one die.
Initiative = Annotated[int, Limits(1, 6)]
Cards = Annotated[int, Limits(0, 12)]
Lives = Annotated[int, Limits(0, 10)]
Evasion = Annotated[int, Limits(-5, 5)]
Limit = Annotated[int, Limits(1, 10)]
Id = Annotated[str, Limits(1, 40)]
#: What only people read.
Label = Annotated[str, FOR_PEOPLE, Limits(1, 60)]
#: An id that may be left out.
Ref = Annotated[str, Limits(0, 40)]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a data file."""


class Weapon(Entry, frozen=True):
    """The effect of one round. RT 16: dice by target, and targets it cannot be fired at."""

    dice: Dice
    better_dice: Dice = 0
    better_against: tuple[Category, ...] = ()
    only_against: tuple[Category, ...] = ()
    not_against: tuple[Category, ...] = ()
    #: It does nothing to a GP-proof target.
    not_gp_proof: bool = False
    #: Fired by the GI rifle, which is what Gunnar helps.
    rifle: bool = False
    #: Any number of rounds may form one salvo; otherwise one.
    several: bool = False

    def dice_against(self, categories: Collection[str], gp_proof: bool) -> int:
        """RT 16 The dice of one round against a target; 0 if it cannot be fired at it."""

        def among(names: Collection[str]) -> bool:
            return any(name in categories for name in names)

        if self.only_against and not among(self.only_against):
            return 0
        if among(self.not_against) or (self.not_gp_proof and gp_proof):
            return 0
        return self.better_dice if among(self.better_against) else self.dice


class Ammunition(Entry, frozen=True):
    """A track of the character sheet."""

    id: Id
    label: Label
    most: Annotated[int, Limits(1, 20)]
    weapon: Weapon


class Sheet(Entry, frozen=True):
    """The character sheet, the counters and the limits."""

    lives: Limit
    bio_chip_counters: Annotated[tuple[Annotated[int, Limits(0, 3)], ...], Limits(6, 20)]
    item_limit: Limit
    rogue_hand: Limit
    clue_hand: Limit
    #: Supply cards for bringing a Companion to its destination.
    delivery_supplies: Cards
    traitor_lives: Limit
    traitor_dice: Annotated[int, Limits(1, 20)]
    ammunition: Annotated[tuple[Ammunition, ...], Limits(1, 12)]


class Place(Entry, frozen=True):
    """A sector of Nu-Earth that has a name."""

    sector: str
    label: Label
    kind: Literal[
        "contact", "nort_city", "souther_city", "glasshouse", "furlow", "nu_arcady", "shuttle_base"
    ] = "contact"


class NuEarthMap(Entry, frozen=True):
    """The map: a letter or a digit a sector, row by row from the north."""

    terrain: Annotated[tuple[Annotated[str, Limits(1, 30)], ...], Limits(1, 26)]
    sides: tuple[str, ...]
    ratings: tuple[str, ...]
    drop_zones: Annotated[tuple[str, ...], Limits(1, 20)]
    places: tuple[Place, ...]


class Space(Entry, frozen=True):
    """A space of Milli-com."""

    id: Id
    label: Label
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
    """The benefits of a Companion, and where it wants to go."""

    destination: str
    firepower: Dice = 0
    evade: Evasion = -1
    #: The one who can be evaded: the Initiative for that roll.
    evade_initiative: Initiative | None = None
    bride: bool = False
    heals_on_delivery: bool = False
    #: While held, one shuttle from any Souther City.
    shuttle: bool = False


class Encounter(Entry, frozen=True):
    """An Encounter card: a foe, a boon, a Companion or an item that was found."""

    id: Id
    label: Label
    side: Side
    count: Count = 1
    categories: tuple[Category, ...] = ()
    initiative: Initiative | None = None
    firepower: Dice = 0
    gp_proof: bool = False
    double_damage: bool = False
    no_surrender: bool = False
    millifuzz: bool = False
    supply: Cards = 0
    lives: Lives = 0
    companion: Companion | None = None
    item: Ref = ""


class Item(Entry, frozen=True):
    """A kind of Special Item."""

    id: Id
    label: Label
    weapon: Weapon | None = None
    extra_dice: Dice = 0
    evade: Evasion = 0
    heals: Lives = 0
    flies: Annotated[int, Limits(0, 9)] = 0
    scouts: Cards = 0
    shields: bool = False
    crosses_scum_sea: bool = False


class Supply(Entry, frozen=True):
    """A Supply card: rounds of Standard Issue, or a Special Item."""

    id: Id
    label: Label
    count: Count = 1
    ammunition: Ref = ""
    rounds: Annotated[int, Limits(0, 20)] = 0
    item: Ref = ""


class Mission(Entry, frozen=True):
    """A Mission card."""

    id: Id
    label: Label
    kind: Literal["contact", "genie", "wedding"]
    count: Count = 1
    destination: Ref = ""
    task: Literal["", "attack_left", "attack_most_clues", "attack_nearest", "borrow_data", "bust_tank"] = ""
    bride: Ref = ""


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

    id: Id
    label: Label
    phase: Literal["movement", "encounter", "end"]
    target: Literal["self", "other", "traitor"]
    effect: Effect
    count: Count = 1
    number: Annotated[int, Limits(0, 9)] = 0


class Named(Entry, frozen=True):
    """A face, or a part of one."""

    id: Id
    label: Label


class Clues(Entry, frozen=True):
    """The Clue deck: its faces, their parts, and how many copies of each part there are."""

    copies: Limit
    faces: Annotated[tuple[Named, ...], Limits(2, 6)]
    parts: Annotated[tuple[Named, ...], Limits(2, 6)]


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


def neighbours(rows: int, width: int, sector: int) -> tuple[int, ...]:
    """B2 The neighbours of a hex; every second row is shifted half a hex to the right."""
    row, column = divmod(sector, width)
    shift = (0, 1) if row % 2 else (-1, 0)
    around = [(row, column - 1), (row, column + 1)]
    around += [(row + up, column + aside) for up in (-1, 1) for aside in shift]
    return tuple(sorted(r * width + c for r, c in around if 0 <= r < rows and 0 <= c < width))
