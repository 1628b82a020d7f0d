"""The fixed parts of a game that hold no secret, for a client that draws it: both maps, the sheet, every card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from sandtable.engine import Seat, find_pack

from ..printed.box import SLOT, Box, box_of
from ..printed.check import check_pack
from ..printed.files import KEY, PACK_FILES, PACK_FOLDER, NuEarthMap, Space
from ..state import Phase
from .cards import BoardCard, BoardDesign, cards_of, rogue_text, weapon_text
from .station import rooms_of

if TYPE_CHECKING:
    from .. import RogueOptions


class BoardThing(msgspec.Struct):
    """A thing with the id it has in questions and log lines, what people read for it, and what it does."""

    id: str
    label: str
    text: str = ""  #: What it does.


class BoardSector(msgspec.Struct):
    """A hex of Nu-Earth or a space of Milli-com."""

    id: str
    label: str
    name: str  #: The place that is there; empty for an open sector.
    on_milli_com: bool  #: Whether it is a space of Milli-com, not a hex of Nu-Earth.
    x: float  #: The middle: in widths of a hex on Nu-Earth, in widths of a ring from the hub on Milli-com.
    y: float  #: The same, downwards.
    terrain: str  #: A key of `Board.terrains`; empty on Milli-com.
    side: str  #: Whose it is, a key of `Board.sides`; empty on Milli-com.
    rating: int  #: How many Encounter cards are drawn here.
    place: str  #: What kind of place it is: "souther_city", "sick_bay" and so on; empty for an open sector.
    drop_zone: int  #: The number of the Drop Zone; 0 if it is none.
    evade: int  #: What is added to an evasion here.
    adjacent: list[int]  #: Adjacent sectors: places in `Board.sectors`.
    text: str  #: What the place does.
    ring: int = 0  #: Milli-com: the ring it lies in.
    start: float = 0  #: Milli-com: where it begins, in degrees clockwise from the top.
    end: float = 0  #: Milli-com: where it ends, in the same way.


class BoardPhase(msgspec.Struct):
    """A step of the turn, and the phase it belongs to: "set_up", "movement", "encounter" or "end"."""

    id: str
    label: str
    text: str  #: What happens in it.
    part: str  #: The phase it belongs to: "set_up", "movement", "encounter" or "end".


class BoardAmmunition(msgspec.Struct):
    """A track of the character sheet."""

    id: str
    label: str
    most: int  #: The most rounds it can hold.
    text: str  #: What the weapon does.


class Board(msgspec.Struct):
    """The whole table as it is printed. Every number of the view is a place in one of these lists."""

    pack: str  #: The pack that is played with.
    gis: list[BoardThing]  #: The GIs, in the order of the seats.
    width: int  #: How many hexes a row of Nu-Earth has.
    earth: int  #: How many sectors come before the spaces of Milli-com.
    sectors: list[BoardSector]  #: The hexes of Nu-Earth, then the spaces of Milli-com.
    terrains: dict[str, BoardThing]  #: The kinds of terrain, by letter.
    sides: dict[str, BoardThing]  #: The sides, by letter.
    designs: list[BoardDesign]  #: The kinds of card.
    cards: list[BoardCard]  #: Every single card.
    decks: list[BoardThing]  #: The decks: Encounter, Supply, Mission, Rogue, Clue.
    weapons: list[BoardThing]  #: The weapons.
    ammunition: list[BoardAmmunition]  #: The tracks of the character sheet.
    slots: list[BoardThing]  #: The slots for chips.
    rogues: list[BoardThing]  #: The kinds of Rogue cards.
    faces: list[BoardThing]  #: The faces of the Traitor.
    parts: list[BoardThing]  #: The parts of a face.
    clues: list[BoardThing]  #: Every part of every face: by face, then by part.
    faces_used: int  #: How many of the faces are in the game.
    #: R-RT-13 Whether an evasion succeeds at or below the Initiative, instead of above it.
    literal_evasion: bool
    phases: list[BoardPhase]  #: The steps of a turn, in the order of `Phase`.
    lives: int  #: How many lives a GI begins with.
    traitor_lives: int  #: How many lives the Traitor has.
    traitor_dice: int  #: How many dice the Traitor rolls.


TERRAINS = {
    "P": ("Plains", "No cover: 1 less to evade."),
    "M": ("Mountain", "Cover: 1 more to evade."),
    "J": ("Swamp and jungle", "Cover: 1 more to evade."),
    "C": ("City", "Only Souther cities give supplies."),
    "G": ("Glass Zone", "Nobody can evade here."),
    "S": ("Scum Sea", "Only with a Survival Kit or by air; only Coastal and Airborne cards are faced here."),
}
SIDES = {
    "N": ("Nort", "Encounter cards: all except Souther."),
    "S": ("Souther", "Encounter cards: Souther, Neutral, and Airborne Nort."),
    "F": ("Front line", "Encounter cards: all."),
    "Z": ("Neutral", "Encounter cards: Neutral, and Airborne Nort."),
}
PLACES = {
    "contact": "A place where contacts wait.",
    "nort_city": "A Nort city: no supplies here.",
    "souther_city": "End phase: you may draw a die of Supply cards.",
    "glasshouse": "The Nort prison. Prisoners get all their lives back.",
    "furlow": "Spend a whole turn here to regain all lives.",
    "nu_arcady": "Spend a whole turn here to regain one life.",
    "shuttle_base": "From here the shuttle flies to Milli-com.",
    "plain": "A way through the station.",
    "shuttle_bay": "From here the shuttle flies to Nu-Earth.",
    "gi_armoury": "End phase: you may draw two dice of Supply cards.",
    "sick_bay": "Spend a whole turn here to regain all lives.",
    "brig": "The prison of the Millifuzz.",
    "lifepods": "Leave for a Drop Zone, then move. With Helm you choose the zone.",
    "security_zone": "Closed without Helm or a Security Clearance.",
    "bridge": "Here the Traitor appears when a face is whole.",
    "battle_computer": "With three parts of a face, it finds the fourth.",
}
#: RT 17 What a chip does, by its slot.
CHIPS = (
    "Gunnar: 2 more for GP Mags, Sealbursters and Sammy.",
    "Helm: doubles a salvo at armour; opens the Security Zone.",
    "Bagman: a second salvo after the enemy's roll.",
)
DECKS = (
    ("encounter", "Encounter", "The player to the left draws as many as the sector's rating says."),
    ("supply", "Supply", "Rounds go on the tracks at once; Special Items are kept."),
    ("mission", "Mission", "Each player has one. A completed Mission pays a Clue card."),
    ("rogue", "Rogue", "Played in any turn, at the start of the phase printed on them."),
    ("clue", "Clue", "Four parts of one face show the Traitor."),
)
#: The phases of a turn, as a player counts them.
PARTS = {"set_up": "Set-up", "movement": "Movement", "encounter": "Encounter", "end": "End"}
PHASES = {
    Phase.SHUFFLE: ("set_up", "The decks are shuffled."),
    Phase.SET_UP: ("set_up", "Chips, supplies, a Drop Zone, a Mission and Rogue cards."),
    Phase.MOVEMENT: ("movement", "Rogue cards first."),
    Phase.MOVING: ("movement", "One sector, or stay."),
    Phase.ENCOUNTER: ("encounter", "Rogue cards first."),
    Phase.MEETING: ("encounter", "Two GIs meet."),
    Phase.DRAWING: ("encounter", "Cards are drawn by the sector's rating."),
    Phase.FACING: ("encounter", "Card after card is faced."),
    Phase.END: ("end", "Missions are declared."),
    Phase.CONFRONTATION: ("end", "Fight the Traitor."),
    Phase.REST: ("end", "Supplies and lives."),
    Phase.CARDS: ("end", "Rogue cards are discarded and drawn."),
    Phase.CLUES: ("end", "Clue cards over four are discarded."),
    Phase.NEXT: ("end", "The next player's turn."),
}


def board_of(options: RogueOptions, gis: Sequence[Seat]) -> Board:
    """The board of a game with these options and GIs."""
    printed = _printed(options.pack)
    return msgspec.structs.replace(
        printed,
        gis=[BoardThing(gi.id, gi.label) for gi in gis],
        designs=[_with_evasion(design, options.literal_evasion) for design in printed.designs],
        faces_used=len(printed.faces) - options.short,
        literal_evasion=options.literal_evasion,
    )


def _with_evasion(design: BoardDesign, is_literal: bool) -> BoardDesign:
    """4.4 A card that can be evaded says what total is needed (R-RT-13)."""
    if design.kind != "foe":
        return design
    needed = f"{design.initiative} or less" if is_literal else f"{design.initiative + 1} or more"
    line = f"To evade it: {needed} on a die with modifiers."
    return msgspec.structs.replace(design, lines=[line, *design.lines])


@lru_cache(maxsize=8)
def _printed(name: str) -> Board:
    box = box_of(name)
    pack = find_pack(name, KEY, PACK_FILES, PACK_FOLDER, check_pack)
    designs, cards = cards_of(box)
    sheet = box.sheet
    return Board(
        pack=name,
        gis=[],
        width=box.width,
        earth=box.earth,
        sectors=[*_hexes(box, pack["nu_earth"]), *_spaces(box, pack["milli_com"])],
        terrains={letter: BoardThing(letter, *words) for letter, words in TERRAINS.items()},
        sides={letter: BoardThing(letter, *words) for letter, words in SIDES.items()},
        designs=designs,
        cards=cards,
        decks=[BoardThing(*words) for words in DECKS],
        weapons=[
            BoardThing(name, label, weapon_text(weapon))
            for name, label, weapon in zip(box.weapon_ids, box.weapon_labels, box.weapons, strict=True)
        ],
        ammunition=[BoardAmmunition(a.id, a.label, a.most, weapon_text(a.weapon)) for a in sheet.ammunition],
        slots=[BoardThing(SLOT.id(n), SLOT.label(n), text) for n, text in enumerate(CHIPS)],
        rogues=[BoardThing(it.id, it.label, rogue_text(it)) for it in box.rogue_designs],
        faces=[BoardThing(face.id, face.label) for face in box.faces],
        parts=[BoardThing(part.id, part.label) for part in box.parts],
        clues=[
            BoardThing(f"{face.id}_{part.id}", f"{face.label}'s {part.label}")
            for face in box.faces
            for part in box.parts
        ],
        faces_used=len(box.faces),
        literal_evasion=False,
        phases=[
            BoardPhase(phase.name.lower(), PARTS[part], text, part)
            for phase, (part, text) in ((phase, PHASES[phase]) for phase in Phase)
        ],
        lives=sheet.lives,
        traitor_lives=sheet.traitor_lives,
        traitor_dice=sheet.traitor_dice,
    )


# Both maps


def _hexes(box: Box, earth: NuEarthMap) -> list[BoardSector]:
    """B2 Pointed hexes; every second row is shifted half a hex to the right."""
    kinds = {box.at[place.sector]: place.kind for place in earth.places}
    zones = {sector: n + 1 for n, sector in enumerate(box.drop_zones)}
    found = []
    for n in range(box.earth):
        row, column = divmod(n, box.width)
        kind = kinds.get(n, "")
        found.append(
            BoardSector(
                id=_id(box, n),
                label=box.sector_labels[n],
                name=box.label.get(n, ""),
                on_milli_com=False,
                x=column + 0.5 + row % 2 / 2,
                y=round(row * 3**0.5 / 2 + 3**-0.5, 4),
                terrain=box.terrain[n],
                side=box.side[n],
                rating=box.rating[n],
                place=kind,
                drop_zone=zones.get(n, 0),
                evade=box.evade[n],
                adjacent=list(box.near[n]),
                text=PLACES.get(kind, ""),
            )
        )
    return found


def _spaces(box: Box, spaces: Sequence[Space]) -> list[BoardSector]:
    """B3 The rooms of the station, in rings round its hub."""
    at = {space.id: n for n, space in enumerate(spaces)}
    rooms = rooms_of([[at[other] for other in space.adjacent] for space in spaces])
    return [
        BoardSector(
            id=space.id,
            label=space.label,
            name=space.label,
            on_milli_com=True,
            x=room.x,
            y=room.y,
            terrain="",
            side="",
            rating=0,
            place=space.kind,
            drop_zone=0,
            evade=0,
            adjacent=list(box.near[box.earth + n]),
            text=PLACES[space.kind],
            ring=room.ring,
            start=room.start,
            end=room.end,
        )
        for n, (space, room) in enumerate(zip(spaces, rooms, strict=True))
    ]


def _id(box: Box, sector: int) -> str:
    return f"{chr(ord('a') + sector // box.width)}{sector % box.width + 1}"
