"""The files of a pack: what is printed on the board and on the cards, typed, so that an owner can type theirs in.

The rules know spaces by their ids and cards by their numbers, so every pack has the same ones (`check.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from sandtable.engine import FOR_PEOPLE

KEY = "red-dust"
PACK_FOLDER = Path(__file__).parent / "packs"
LESSON_FOLDER = Path(__file__).parent / "lessons"

FactionId = Literal["marsgov", "corporations", "red_dust", "reclaimers"]
PieceId = Literal[
    "mg_troop",
    "fortified_troop",
    "mg_base",
    "security",
    "specops",
    "active_specops",
    "corp_base",
    "terraforming_base",
    "eg_troop",
    "rd_rebel",
    "active_rd_rebel",
    "rd_base",
    "dug_in_base",
    "cr_rebel",
    "active_cr_rebel",
    "cr_base",
    "conversion_center",
    "satellite",
]
AlignmentId = Literal[
    "active_opposition", "passive_opposition", "neutral", "passive_support", "active_support"
]
Id = Annotated[str, Meta(min_length=1, max_length=40)]
#: What only people read.
Label = Annotated[str, FOR_PEOPLE, Meta(min_length=1, max_length=40)]
Text = Annotated[str, FOR_PEOPLE, Meta(min_length=1, max_length=600)]
#: Squares, Bases and markers.
Few = Annotated[int, Meta(ge=0, le=9)]
Pieces = Annotated[int, Meta(ge=0, le=60)]
Face = Annotated[int, Meta(ge=1, le=6)]
#: 10 The edge track ends at 50.
Money = Annotated[int, Meta(ge=0, le=50)]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of a data file."""


class Space(Entry, frozen=True, kw_only=True):
    """3 A space of Mars as the board prints it."""

    id: Id
    label: Label
    terrain: Literal["desert", "labyrinth"]
    #: 3.1 Empty for the Wilderness.
    sector: Annotated[str, FOR_PEOPLE, Meta(max_length=40)] = ""
    #: 3.2 Squares printed populated (green) and unpopulated (gray).
    green: Few = 0
    gray: Few = 0
    #: 4.1 How many Bases there is room for.
    bases: Few = 2
    #: 9.1 The white and the black dice that send a Storm here.
    white: tuple[Face, ...] = ()
    black: tuple[Face, ...] = ()
    borders: tuple[str, ...]


class MaglevEntry(Entry, frozen=True, kw_only=True):
    """3.4 A Maglev line: the Labyrinths at its ends, and the Deserts it passes through."""

    id: Id
    #: Without one, the line is called by its ends.
    label: Annotated[str, FOR_PEOPLE, Meta(max_length=40)] = ""
    ends: tuple[str, str]
    through: tuple[str, ...] = ()


class LevelEntry(Entry, frozen=True, kw_only=True):
    """8.1 A box of the confidence track: its value, the EarthGov Controller, and what goes to Earth in a Flashpoint Round."""

    number: Few
    value: Annotated[int, Meta(ge=0, le=20)]
    controller: Literal["", "marsgov", "corporations"] = ""
    troops: Few = 0
    supply: Few = 0
    population: Few = 0


class Resources(Entry, frozen=True, kw_only=True):
    """10 Resources and Profits at the start."""

    marsgov: Money
    corporations: Money
    red_dust: Money


class Markers(Entry, frozen=True, kw_only=True):
    """Supply or Population on Earth and in Transit."""

    earth: Few = 0
    transit: Few = 0


class ForcePool(Entry, frozen=True, kw_only=True):
    """2 How many pieces of each kind there are."""

    mg_troop: Pieces
    mg_base: Pieces
    security: Pieces
    specops: Pieces
    corp_base: Pieces
    eg_troop: Pieces
    satellite: Pieces
    rd_rebel: Pieces
    rd_base: Pieces
    cr_rebel: Pieces
    cr_base: Pieces


class Place(Entry, frozen=True, kw_only=True):
    """11 The contents of a space or a box when the game begins."""

    id: Id
    pieces: dict[PieceId, Pieces] = {}
    damage: Few = 0
    alignment: AlignmentId = "neutral"


class SetUp(Entry, frozen=True, kw_only=True):
    """11 Set-up: tracks, force pools and the pieces on the board. Pieces that stand nowhere are Available."""

    #: The box of the confidence track.
    level: Few
    displaced: Annotated[int, Meta(ge=0, le=40)]
    #: Storms that are rolled for.
    storms: Few
    #: The Reclaimers' opening hand.
    assets: Few
    resources: Resources
    supply: Markers
    population: Markers
    pool: ForcePool
    places: tuple[Place, ...]


class EventOption(Entry, frozen=True, kw_only=True):
    """18 One option of an Event: what it does, in words, and its EG symbol."""

    text: Text
    earthgov: Literal["", "+", "-"] = ""


class EventEntry(Entry, frozen=True, kw_only=True):
    """18 An Event card. A Dust Storm has nothing but a title."""

    number: int
    title: Label
    flashpoint: Annotated[int, Meta(ge=0, le=5)] = 0
    order: tuple[FactionId, ...] = ()
    unshaded: EventOption | None = None
    shaded: EventOption | None = None


class Asset(Entry, frozen=True, kw_only=True):
    """19 An Asset card: what it is worth, and what it is worth 5 for ("first": draws when CR bids to be 1st)."""

    number: int
    title: Label
    kind: Literal["capability", "event", "resource"]
    value: Annotated[int, Meta(ge=1, le=9)]
    bonus: Literal["", "travel", "rally", "attack", "preach", "first"] = ""
    text: Text


class Campaign(Entry, frozen=True, kw_only=True):
    """20 A Campaign card."""

    number: int
    title: Label
    text: Text


PACK_FILES: dict[str, Any] = {
    "spaces": list[Space],
    "maglevs": list[MaglevEntry],
    "levels": list[LevelEntry],
    "set_up": SetUp,
    "events": list[EventEntry],
    "assets": list[Asset],
    "campaigns": list[Campaign],
}
