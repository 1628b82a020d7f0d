"""What never changes in a game and holds no secret, for a client that draws it: both maps, the sheet, every card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import TYPE_CHECKING

import msgspec

from sandtable.engine import Seat, find_pack

from .book import CATEGORY, CLUE, ENCOUNTER, MISSION, ROGUE, SLOT, SUPPLY, Book, Foe, Issue, Task, book_of
from .pack_files import FOLDER, KEY, PACK_FILES, Item, NuEarthMap, Rogue, Space, Weapon, check
from .state import Phase

if TYPE_CHECKING:
    from . import RogueOptions


class NamedChart(msgspec.Struct):
    """A thing with the id it has in questions and log lines, what people read for it, and what it does."""

    id: str
    label: str
    text: str = ""


class SectorChart(msgspec.Struct):
    """A hex of Nu-Earth or a space of Milli-com."""

    id: str
    label: str
    #: The place that is there; "" for an open sector.
    name: str
    on_milli_com: bool
    #: The middle: in widths of a hex on Nu-Earth, in widths of a ring from the hub on Milli-com.
    x: float
    y: float
    terrain: str
    side: str
    rating: int
    place: str
    #: 0, or the number of the Drop Zone.
    drop_zone: int
    evade: int
    adjacent: list[int]
    text: str
    #: Milli-com: which ring the space lies in, and from where to where, in degrees clockwise from the top.
    ring: int = 0
    start: float = 0
    end: float = 0


class DesignChart(msgspec.Struct):
    """A kind of card. Numbers that a kind does not have are -1."""

    label: str
    deck: int
    #: foe, boon, companion, item, issue, contact, genie, wedding, rogue or clue.
    kind: str
    #: A word for the picture: a category, an item, an effect, the part of a face.
    glyph: str
    lines: list[str]
    side: str = ""
    categories: list[str] = []
    flags: list[str] = []
    initiative: int = -1
    firepower: int = -1
    number: int = -1
    #: The sector it leads to.
    destination: int = -1
    #: The phase a Rogue card is for, and on whom it is played.
    phase: str = ""
    target: str = ""
    #: The number of the face's part, as in `clues`.
    clue: int = -1
    #: The weapon an item is.
    weapon: int = -1
    #: What it adds to an evasion of who has it.
    evade: int = 0


class CardChart(msgspec.Struct):
    """One card: the view's numbers count these."""

    id: str
    design: int


class AmmunitionChart(msgspec.Struct):
    """A track of the character sheet."""

    id: str
    label: str
    most: int
    text: str


class Chart(msgspec.Struct):
    """The whole table as it is printed. Every number of the view is a place in one of these lists."""

    pack: str
    gis: list[NamedChart]
    #: Sectors of Nu-Earth in rows of so many hexes, then the spaces of Milli-com.
    width: int
    earth: int
    sectors: list[SectorChart]
    terrains: dict[str, NamedChart]
    sides: dict[str, NamedChart]
    designs: list[DesignChart]
    cards: list[CardChart]
    decks: list[NamedChart]
    weapons: list[NamedChart]
    ammunition: list[AmmunitionChart]
    slots: list[NamedChart]
    faces: list[NamedChart]
    parts: list[NamedChart]
    #: By face, then by part.
    clues: list[NamedChart]
    #: How many of the faces are in the game.
    faces_used: int
    #: R-RT-13 Whether an evasion succeeds at or below the Initiative, instead of above it.
    literal_evasion: bool
    phases: list[NamedChart]
    lives: int
    item_limit: int
    rogue_hand: int
    clue_hand: int
    traitor_lives: int
    traitor_dice: int


TERRAINS = {
    "P": ("Plains", "No cover: 1 less to evade."),
    "M": ("Mountain", "Cover: 1 more to evade."),
    "J": ("Swamp and jungle", "Cover: 1 more to evade."),
    "C": ("City", "Only Souther cities give supplies."),
    "G": ("Glass Zone", "Nobody can evade here."),
    "S": ("Scum Sea", "Only with a Survival Kit or by air; only coastal and airborne cards are met."),
}
SIDES = {
    "N": ("Nort", "All Encounter cards but those of the Southers are met."),
    "S": ("Souther", "Souther and neutral cards are met, and what the Norts have in the air."),
    "F": ("Front line", "Every Encounter card is met."),
    "Z": ("Neutral", "Neutral cards are met, and what the Norts have in the air."),
}
PLACES = {
    "contact": "A place where contacts wait.",
    "nort_city": "A Nort city: no supplies here.",
    "souther_city": "End phase: a die of Supply cards.",
    "glasshouse": "The Nort prison. Prisoners get all their lives back.",
    "furlow": "A whole turn here gives all lives back.",
    "nu_arcady": "A whole turn here gives one life back.",
    "shuttle_base": "From here the shuttle flies to Milli-com.",
    "plain": "A way through the station.",
    "shuttle_bay": "From here the shuttle flies to Nu-Earth.",
    "gi_armoury": "End phase: two dice of Supply cards.",
    "sick_bay": "A whole turn here gives all lives back.",
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
    ("mission", "Mission", "One each. A completed Mission pays a Clue card."),
    ("rogue", "Rogue", "Played in any turn, at the start of the phase printed on them."),
    ("clue", "Clue", "Four parts of one face show the Traitor."),
)
PHASES = {
    Phase.SHUFFLE: ("Set-up", "The decks are shuffled."),
    Phase.SET_UP: ("Set-up", "Chips, supplies, a Drop Zone, a Mission and Rogue cards."),
    Phase.MOVEMENT: ("Movement", "Rogue cards first."),
    Phase.MOVING: ("Movement", "One sector, or stay."),
    Phase.ENCOUNTER: ("Encounter", "Rogue cards first."),
    Phase.MEETING: ("Encounter", "Two GIs meet."),
    Phase.DRAWING: ("Encounter", "Cards are drawn by the sector's rating."),
    Phase.FACING: ("Encounter", "Card after card is faced."),
    Phase.END: ("End", "Missions are declared."),
    Phase.CONFRONTATION: ("End", "The Traitor is fought."),
    Phase.REST: ("End", "Supplies and lives."),
    Phase.CARDS: ("End", "Rogue and Clue cards."),
    Phase.NEXT: ("End", "The next player's turn."),
}
FLAGS = {
    "gp_proof": "GP-proof: GP Mags and Companions do nothing to it.",
    "double_damage": "Double damage: it takes two lives.",
    "no_surrender": "It takes no prisoners.",
    "millifuzz": "Who surrenders goes to the Brig.",
}
STAYS = "It stays on the board until it is destroyed."
COASTAL = "Met only in and beside Scum Sea."
ROGUES = {
    "march": "Move up to {n} sectors.",
    "fly": "Fly up to {n} sectors over anything.",
    "stay": "Whose turn it is may not move.",
    "lead": "You say where the GI whose turn it is moves.",
    "shuttle": "From a Souther City straight to the Shuttle Bay.",
    "traitor_flees": "The Traitor goes to a place or Drop Zone of your choice.",
    "traitor_recalled": "The Traitor goes back to the Bridge.",
    "escape": "Out of prison, as if you had rolled a 6.",
    "clearance": "You may enter the Security Zone.",
    "miss_turn": "Whose turn it is misses the next one.",
    "reinforce": "Whose turn it is meets {n} more Encounter card{s}.",
    "no_evading": "Whose turn it is may not evade.",
    "no_chips": "The bio-chips of whose turn it is do not work.",
    "discard_top": "The top card of your stack goes, if it is no Hazard or Fortification.",
    "first_salvo": "{n} dice more in your first salvo.",
    "foil": "The Mission that was declared fails.",
    "delay": "The Mission that was declared must wait a turn.",
    "extra_clue": "{n} more Clue card{s} for the Mission you complete.",
    "traitor_dice": "The Traitor rolls {n} dice more in this fight.",
    "dice_at_traitor": "You roll {n} dice more against the Traitor.",
}
TASKS = {
    "attack_left": "Attack the GI of the player to your left.",
    "attack_most_clues": "Attack the GI who holds most Clue cards.",
    "attack_nearest": "Attack the GI who is nearest when your turn begins.",
    "borrow_data": "Be at {place} in your End phase. Helm gets the data; without him you need a 5 or 6.",
    "bust_tank": "Destroy armour or a fortification in a Nort sector.",
}
REWARD = "Pays a Clue card."


def chart_of(options: RogueOptions, gis: Sequence[Seat]) -> Chart:
    """The chart of a game with these options and GIs."""
    printed = _printed(options.pack)
    return msgspec.structs.replace(
        printed,
        gis=[NamedChart(gi.id, gi.label) for gi in gis],
        designs=[_with_evasion(design, options.literal_evasion) for design in printed.designs],
        faces_used=len(printed.faces) - options.short,
        literal_evasion=options.literal_evasion,
    )


def _with_evasion(design: DesignChart, is_literal: bool) -> DesignChart:
    """4.4 A card that can be evaded says what total is needed (R-RT-13)."""
    if design.kind != "foe":
        return design
    needed = f"{design.initiative} or less" if is_literal else f"{design.initiative + 1} or more"
    line = f"To evade it: {needed} on a die with modifiers."
    return msgspec.structs.replace(design, lines=[line, *design.lines])


@lru_cache(maxsize=8)
def _printed(name: str) -> Chart:
    book = book_of(name)
    pack = find_pack(name, KEY, PACK_FILES, FOLDER, check)
    designs, cards = _cards(book)
    sheet = book.sheet
    return Chart(
        pack=name,
        gis=[],
        width=book.width,
        earth=book.earth,
        sectors=[*_hexes(book, pack["nu_earth"]), *_spaces(book, pack["milli_com"])],
        terrains={letter: NamedChart(letter, *words) for letter, words in TERRAINS.items()},
        sides={letter: NamedChart(letter, *words) for letter, words in SIDES.items()},
        designs=designs,
        cards=cards,
        decks=[NamedChart(*words) for words in DECKS],
        weapons=[
            NamedChart(name, label, weapon_text(weapon))
            for name, label, weapon in zip(book.weapon_ids, book.weapon_labels, book.weapons, strict=True)
        ],
        ammunition=[AmmunitionChart(a.id, a.label, a.most, weapon_text(a.weapon)) for a in sheet.ammunition],
        slots=[NamedChart(SLOT.id(n), SLOT.label(n), text) for n, text in enumerate(CHIPS)],
        faces=[NamedChart(face.id, face.label) for face in book.faces],
        parts=[NamedChart(part.id, part.label) for part in book.parts],
        clues=[
            NamedChart(f"{face.id}_{part.id}", f"{face.label}'s {part.label}")
            for face in book.faces
            for part in book.parts
        ],
        faces_used=len(book.faces),
        literal_evasion=False,
        phases=[NamedChart(phase.name.lower(), *PHASES[phase]) for phase in Phase],
        lives=sheet.lives,
        item_limit=sheet.item_limit,
        rogue_hand=sheet.rogue_hand,
        clue_hand=sheet.clue_hand,
        traitor_lives=sheet.traitor_lives,
        traitor_dice=sheet.traitor_dice,
    )


# Both maps


def _hexes(book: Book, earth: NuEarthMap) -> list[SectorChart]:
    """B2 Pointed hexes; every second row is shifted half a hex to the right."""
    kinds = {book.at[place.sector]: place.kind for place in earth.places}
    zones = {sector: n + 1 for n, sector in enumerate(book.drop_zones)}
    found = []
    for n in range(book.earth):
        row, column = divmod(n, book.width)
        kind = kinds.get(n, "")
        found.append(
            SectorChart(
                id=_id(book, n),
                label=book.sector_labels[n],
                name=book.label.get(n, ""),
                on_milli_com=False,
                x=column + 0.5 + row % 2 / 2,
                y=round(row * 3**0.5 / 2 + 3**-0.5, 4),
                terrain=book.terrain[n],
                side=book.side[n],
                rating=book.rating[n],
                place=kind,
                drop_zone=zones.get(n, 0),
                evade=book.evade[n],
                adjacent=list(book.near[n]),
                text=PLACES.get(kind, ""),
            )
        )
    return found


def _spaces(book: Book, spaces: Sequence[Space]) -> list[SectorChart]:
    """B3 The rooms of the station, in rings round its hub."""
    at = {space.id: n for n, space in enumerate(spaces)}
    rooms = rooms_of([[at[other] for other in space.adjacent] for space in spaces])
    return [
        SectorChart(
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
            adjacent=list(book.near[book.earth + n]),
            text=PLACES[space.kind],
            ring=room.ring,
            start=room.start,
            end=room.end,
        )
        for n, (space, room) in enumerate(zip(spaces, rooms, strict=True))
    ]


#: The widest a room beyond the first ring is, in degrees.
WIDEST = 44.0


class Room(msgspec.Struct):
    """Where a room lies: its ring, from and to, and its middle."""

    ring: int
    start: float
    end: float
    x: float
    y: float


def rooms_of(near: Sequence[Sequence[int]]) -> list[Room]:
    """A plan made from nothing but which space adjoins which: rings of rooms round the one with most doors."""
    hub = max(range(len(near)), key=lambda n: len(near[n]))
    rings = _rings(near, hub)
    parts: dict[int, tuple[float, float]] = {hub: (0.0, 360.0)}
    for depth, ring in enumerate(rings[1:], 1):
        parts |= _inner_ring(near, ring, hub) if depth == 1 else _outer_ring(near, ring, parts)
    return [
        _room(depth, *parts[n]) for n in range(len(near)) for depth, ring in enumerate(rings) if n in ring
    ]


def _rings(near: Sequence[Sequence[int]], hub: int) -> list[list[int]]:
    """How many doors from the hub; what no door leads to comes last."""
    rings, seen = [[hub]], {hub}
    while len(seen) < len(near):
        ring = sorted({other for n in rings[-1] for other in near[n]} - seen)
        rings.append(ring or [n for n in range(len(near)) if n not in seen])
        seen.update(rings[-1])
    return rings


def _inner_ring(
    near: Sequence[Sequence[int]], ring: Sequence[int], hub: int
) -> dict[int, tuple[float, float]]:
    """Rooms that lead further out side by side at the top; the others follow clockwise."""
    leading = [n for n in ring if set(near[n]) - {hub, *ring}]
    width = 360 / len(ring)
    begin = -len(leading) * width / 2
    rooms = [*leading, *(n for n in ring if n not in leading)]
    return {space: (begin + n * width, begin + (n + 1) * width) for n, space in enumerate(rooms)}


def _outer_ring(
    near: Sequence[Sequence[int]], ring: Sequence[int], parts: dict[int, tuple[float, float]]
) -> dict[int, tuple[float, float]]:
    """Each room near those further in that it adjoins; then near those beside it."""
    inner = {n: _mean([sum(parts[other]) / 2 for other in near[n] if other in parts]) for n in ring}
    pull = {n: (inner[n] + _mean([inner[other] for other in near[n] if other in inner])) / 2 for n in ring}
    width = min(WIDEST, 360 / len(ring))
    begin = (min(inner.values()) + max(inner.values()) - width * len(ring)) / 2
    rooms = sorted(ring, key=lambda n: (pull[n], n))
    return {space: (begin + n * width, begin + (n + 1) * width) for n, space in enumerate(rooms)}


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _room(ring: int, start: float, end: float) -> Room:
    at = radians((start + end) / 2)
    return Room(ring, round(start, 2), round(end, 2), round(ring * sin(at), 4), round(-ring * cos(at), 4))


def _id(book: Book, sector: int) -> str:
    return f"{chr(ord('a') + sector // book.width)}{sector % book.width + 1}"


# Cards


def _cards(book: Book) -> tuple[list[DesignChart], list[CardChart]]:
    """Every card with its design; copies share one."""
    designs: list[DesignChart] = []
    numbers: dict[tuple[int, str, int], int] = {}
    cards = []
    for card, name in enumerate(book.card_ids):
        source = id(_source(book, card))
        key = (book.deck[card], book.card_labels[card], source)
        if key not in numbers:
            numbers[key] = len(designs)
            designs.append(_design(book, card))
        cards.append(CardChart(name, numbers[key]))
    return designs, cards


def _source(book: Book, card: int) -> object:
    """What the book knows of a card; copies of one kind share it, or are told apart by their label."""
    match book.deck[card]:
        case 0:
            return book.foes[card]
        case 2:
            return book.task(card)
        case 3:
            return book.rogue(card)
    return None


def _design(book: Book, card: int) -> DesignChart:
    label = book.card_labels[card]
    match book.deck[card]:
        case 0:
            return _encounter(book, label, card, book.foes[card])
        case 1:
            return _supply(book, label, book.issue(card))
        case 2:
            return _mission(book, label, book.task(card))
        case 3:
            return _rogue(book.rogue(card))
    face, part = divmod(book.clue_kind(card), len(book.parts))
    line = f"Part {part + 1} of {len(book.parts)} of {book.faces[face].label}."
    return DesignChart(label, CLUE, "clue", book.parts[part].id, [line], clue=book.clue_kind(card))


def _encounter(book: Book, label: str, card: int, foe: Foe) -> DesignChart:
    categories = [name for name, bit in CATEGORY.items() if foe.categories & bit]
    design = DesignChart(label, ENCOUNTER, "foe", categories[0] if categories else "personnel", [], foe.side)
    design.categories = categories
    coastal = [COASTAL] if "coastal" in categories else []
    if foe.companion is not None:
        return _companion(book, design, card, foe)
    if foe.item >= 0:
        item = book.items[foe.item]
        design.kind, design.glyph, design.lines = "item", item.id, item_lines(item)
        design.weapon, design.evade = book.item_weapon[foe.item], item.evade
    elif foe.is_boon:
        design.kind, design.glyph = "boon", "supply" if foe.supply else "lives"
        gain = f"Draw {foe.supply} Supply cards." if foe.supply else f"Regain {foe.lives} of your lives."
        design.lines = [gain, *coastal]
    else:
        design.initiative, design.firepower = foe.initiative, foe.firepower
        design.flags = [name for name in FLAGS if getattr(foe, name)]
        design.lines = [*(FLAGS[name] for name in design.flags), *([STAYS] if foe.stays else []), *coastal]
    return design


def _companion(book: Book, design: DesignChart, card: int, foe: Foe) -> DesignChart:
    companion = foe.companion
    assert companion is not None
    goal = book.destination[card]
    lines = [f"{companion.evade} to evade. Wants to go to {book.sector_labels[goal]}."]
    if companion.firepower:
        lines.append(f"{_dice(companion.firepower)} more in your first salvo.")
    if companion.heals_on_delivery:
        lines.append("Delivered, she gives all your lives back.")
    if companion.shuttle:
        lines.append("One shuttle for you from any Souther city.")
    if companion.evade_initiative is not None:
        lines.append(f"Can be evaded (Initiative {companion.evade_initiative}).")
    lines.append(f"Dies for you when a lost life rolls {foe.initiative}.")
    design.kind, design.glyph, design.lines = "companion", "bride" if companion.bride else "friend", lines
    design.initiative, design.firepower, design.destination = foe.initiative, companion.firepower, goal
    design.evade = companion.evade
    return design


def _supply(book: Book, label: str, issue: Issue) -> DesignChart:
    if issue.item >= 0:
        item = book.items[issue.item]
        design = DesignChart(label, SUPPLY, "item", item.id, item_lines(item))
        design.weapon, design.evade = book.item_weapon[issue.item], item.evade
        return design
    kind = book.weapon_ids[issue.ammunition]
    design = DesignChart(label, SUPPLY, "issue", kind, [f"{issue.rounds} on the track at once."])
    design.number, design.weapon = issue.rounds, issue.ammunition
    return design


def _mission(book: Book, label: str, task: Task) -> DesignChart:
    if task.kind == "contact":
        lines = [f"Be at {book.sector_labels[task.destination]} in your End phase and declare it."]
    elif task.kind == "wedding":
        lines = [f"Have {book.card_labels[task.bride]} with you in your End phase; kidnap if need be."]
    else:
        place = book.sector_labels[task.destination] if task.destination >= 0 else ""
        lines = [TASKS[task.task].format(place=place)]
    return DesignChart(
        label, MISSION, task.kind, task.task or task.kind, [*lines, REWARD], destination=task.destination
    )


def _rogue(rogue: Rogue) -> DesignChart:
    lines = [ROGUES[rogue.effect].format(n=rogue.number, s="" if rogue.number == 1 else "s")]
    return DesignChart(
        rogue.label,
        ROGUE,
        "rogue",
        rogue.effect,
        lines,
        number=rogue.number or -1,
        phase=rogue.phase,
        target=rogue.target,
    )


# Words for weapons and items


def _dice(n: int) -> str:
    return "1 die" if n == 1 else f"{n} dice"


def _joined(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def weapon_text(weapon: Weapon) -> str:
    """RT 16 What one round does, in a sentence."""
    text = f"{_dice(weapon.dice)} {'a round' if weapon.several else 'in one shot'}"
    if weapon.better_against:
        text += f", {weapon.better_dice} against {_joined(weapon.better_against)}"
    if weapon.only_against:
        text += f", only against {_joined(weapon.only_against)}"
    barred = [*weapon.not_against, *(["what is GP-proof"] if weapon.not_gp_proof else [])]
    if barred:
        text += f", not against {_joined(barred)}"
    return f"{text}."


def item_lines(item: Item) -> list[str]:
    """B6 What a Special Item does, and whether it is used up."""
    lines = [] if item.weapon is None else [weapon_text(item.weapon)]
    if item.extra_dice:
        lines.append(f"{_dice(item.extra_dice)} more in one salvo.")
    if item.evade:
        lines.append(f"{item.evade:+} to evade.")
    if item.heals:
        lines.append(f"End phase: regain {item.heals} of your lives.")
    if item.flies:
        lines.append(f"Fly up to {item.flies} sectors over anything.")
    if item.scouts:
        lines.append("Draw one Encounter card fewer.")
    if item.shields:
        lines.append("Saves one life you would lose.")
    if item.crosses_scum_sea:
        lines.append("You may enter Scum Sea.")
    lines.append("You keep it." if item.evade or item.crosses_scum_sea else "Discarded when used.")
    return lines
