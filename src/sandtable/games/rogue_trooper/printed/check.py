"""The checks of a pack beyond its types: limits, names that lead nowhere, decks too small, missions nobody can do.

Every problem is one line: the file, the entry, and what is expected. Nothing here stops at the first mistake.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from sandtable.engine import Pack, guess
from sandtable.engine.packs.mistakes import quoted, unknown

from .files import (
    CATEGORIES,
    EFFECTS,
    NUMBERED,
    ON_MILLI_COM,
    ON_NU_EARTH,
    PACK_FILES,
    Encounter,
    Item,
    Limits,
    Mission,
    NuEarthMap,
    Place,
    Rogue,
    Sheet,
    Space,
    Supply,
    Weapon,
    neighbours,
    sector_ids,
)

#: RT 1: every pack must do for this many players.
PLAYERS = 6
#: RT 1.4: the most Supply cards two dice can ask for.
TWO_DICE = 12
ID = re.compile(r"[a-z0-9_]+")
TASKS = ("attack_left", "attack_most_clues", "attack_nearest", "borrow_data", "bust_tank")
LETTERS = {"terrain": "PMJCGS", "sides": "NSFZ", "ratings": "0123456"}


def check_pack(pack: Pack) -> list[str]:
    """Everything that is wrong with a pack that could be read."""
    earth = Land(pack["nu_earth"])
    return [
        *(told for file, kind in PACK_FILES.items() for told in _beyond_limits(file, pack[file], kind)),
        *_id_problems(pack),
        *_sheet_problems(pack),
        *_map_problems(pack["nu_earth"], earth),
        *_milli_com_problems(pack["milli_com"], earth),
        *_encounter_problems(pack, earth),
        *_item_problems(pack["items"]),
        *_supply_problems(pack),
        *_mission_problems(pack, earth),
        *_rogue_problems(pack),
        *_clue_problems(pack),
    ]


# Limits


def _beyond_limits(where: str, value: Any, kind: Any) -> Iterator[str]:
    """Every number, text and list that is outside the limits its type names, from the outside inwards."""
    if value is None:
        return
    if get_origin(kind) in (Union, UnionType):
        kind = next(one for one in get_args(kind) if one is not type(None))
    if get_origin(kind) is Annotated:
        kind, *notes = get_args(kind)
        for limits in notes:
            if isinstance(limits, Limits):
                yield from _outside(where, value, limits)
    if isinstance(value, msgspec.Struct):
        for name, inner in _hints(type(value)).items():
            yield from _beyond_limits(f"{where}: {name}", getattr(value, name), inner)
    elif isinstance(value, (list, tuple)):
        for n, one in enumerate(value, 1):
            named = getattr(one, "id", "") or getattr(one, "label", "") or f"entry {n}"
            yield from _beyond_limits(f"{where}: {named}", one, get_args(kind)[0])


@lru_cache(maxsize=32)
def _hints(struct: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(struct, include_extras=True)


def _outside(where: str, value: Any, limits: Limits) -> Iterator[str]:
    least, most = limits
    size = value if isinstance(value, int) else len(value.strip() if isinstance(value, str) else value)
    if least <= size <= most:
        return
    if isinstance(value, int):
        yield f"{where}: a number from {least} to {most} is expected, not {value}"
    elif isinstance(value, str):
        yield f"{where}: text of {least} to {most} letters is expected, not {quoted(value)}"
    else:
        yield f"{where}: a list of {least} to {most} is expected, not of {len(value)}"


# Ids


def _id_problems(pack: Pack) -> Iterator[str]:
    """Ids are made of small letters; cards of all decks, and weapons of all kinds, are told apart by them."""
    inner = {
        "sheet": pack["sheet"].ammunition,
        "clues: faces": pack["clues"].faces,
        "clues: parts": pack["clues"].parts,
    }
    files = ("milli_com", "encounters", "items", "supplies", "missions", "rogues")
    for file, entries in (*inner.items(), *((file, pack[file]) for file in files)):
        for entry in entries:
            if not ID.fullmatch(entry.id):
                yield (
                    f"{file}: {entry.id}: id: lowercase letters, digits and _ are expected, not {quoted(entry.id)}"
                )
    for file, entries in inner.items():
        yield from (f"{file}: {name}: this id is taken by an earlier entry" for name in _twice(entries))
    owner: dict[str, str] = {}
    for deck in ("encounters", "supplies", "missions", "rogues"):
        for card in pack[deck]:
            copies = [card.id] if card.count == 1 else [f"{card.id}_{n}" for n in range(1, card.count + 1)]
            if taken := next((name for name in copies if owner.get(name, deck) != deck), None):
                yield f"{deck}: {card.id}: {owner[taken]} has a card with this id"
            elif any(name in owner for name in copies):
                yield f"{deck}: {card.id}: another entry has a card with this id and number"
            owner.update(dict.fromkeys(copies, deck))
    for ammunition in pack["sheet"].ammunition:
        if ammunition.id in owner:
            yield f"sheet: {ammunition.id}: {owner[ammunition.id]} has a card with this id"
    types = {ammunition.id for ammunition in pack["sheet"].ammunition}
    yield from (
        f"items: {item.id}: sheet has ammunition with this id" for item in pack["items"] if item.id in types
    )


def _twice(entries: Sequence[Any]) -> list[str]:
    """Ids that come a second time."""
    ids = [entry.id for entry in entries]
    return sorted({name for n, name in enumerate(ids) if name in ids[:n]})


# Places


class Land:
    """The map as far as it can be read: its sectors, which are sea, and which can be reached on foot."""

    def __init__(self, earth: NuEarthMap) -> None:
        self.sectors = sector_ids(earth)
        letters = "".join(earth.terrain)
        self.sea = {name for name, letter in zip(self.sectors, letters, strict=True) if letter == "S"}
        #: Where walking begins: the first Drop Zone on land.
        self.start = next((zone for zone in earth.drop_zones if self._is_land(zone)), "")
        self.reached = self._walk(earth)

    def _is_land(self, sector: str) -> bool:
        return sector in self.sectors and sector not in self.sea

    def _walk(self, earth: NuEarthMap) -> set[str]:
        """RT 3.1 Sectors on foot from the first Drop Zone; with a broken map or none, all."""
        rows, width = len(earth.terrain), len(earth.terrain[0]) if earth.terrain else 0
        if not self.start or any(len(row) != width for row in earth.terrain):
            return {*self.sectors}
        found, edge = {self.start}, [self.start]
        while edge:
            near = neighbours(rows, width, self.sectors.index(edge.pop()))
            more = [name for name in (self.sectors[n] for n in near) if name not in self.sea | found]
            found.update(more)
            edge += more
        return found

    @property
    def allowed(self) -> str:
        return f"Allowed: {self.sectors[0]} to {self.sectors[-1]}" if self.sectors else "There are none"

    def problem(self, sector: str) -> str | None:
        """Why a GI could not go to this sector on foot, if so."""
        if not sector:
            return f"is missing. {self.allowed}"
        if sector not in self.sectors:
            meant = guess(sector, self.sectors)
            said = " is not a sector." if meant is None else f": did you mean {meant}?"
            return f"{quoted(sector)}{said} {self.allowed}"
        if sector in self.sea:
            return f"{sector} lies in Scum Sea, where nobody stays without a Survival Kit. Allowed: sectors on land"
        if sector not in self.reached:
            return f"{sector} cannot be reached on foot from {self.start}"
        return None


def _map_problems(earth: NuEarthMap, land: Land) -> Iterator[str]:
    """B2 Rows of one length, letters that mean something, places that can be reached."""
    width = max((len(row) for row in earth.terrain), default=0)
    yield from _row_problems("terrain", earth.terrain, width, "as in the longest row")
    for name, rows in (("sides", earth.sides), ("ratings", earth.ratings)):
        if len(rows) != len(earth.terrain):
            yield f"nu_earth: {name}: {len(earth.terrain)} rows are expected, as in terrain, not {len(rows)}"
        yield from _row_problems(name, rows, width, "as in terrain")
    for n, zone in enumerate(earth.drop_zones):
        if why := land.problem(zone):
            yield f"nu_earth: drop_zones: {why}"
        elif zone in earth.drop_zones[:n]:
            yield f"nu_earth: drop_zones: {zone} is there twice"
    yield from _place_problems(earth.places, land)


def _row_problems(name: str, rows: Sequence[str], width: int, like: str) -> Iterator[str]:
    allowed = LETTERS[name]
    for n, row in enumerate(rows):
        at = f"nu_earth: {name}: row {chr(ord('a') + n)}"
        if len(row) != width:
            yield f"{at}: {width} letters are expected, {like}, not {len(row)}"
        for letter in sorted({*row} - {*allowed}):
            yield f"{at}: {quoted(letter)} is not one of these. Allowed: {', '.join(allowed)}"


def _place_problems(places: Sequence[Place], land: Land) -> Iterator[str]:
    """B2, 12.3 The Traitor may flee to any named place, so GIs must be able to follow."""
    names: dict[str, str] = {}
    for place in places:
        if why := land.problem(place.sector):
            yield f"nu_earth: {place.label}: {why}"
        elif place.sector in names:
            yield f"nu_earth: {place.label}: {place.sector} is {names[place.sector]} already"
        names.setdefault(place.sector, place.label)
    for kind in ON_NU_EARTH:
        if (found := sum(place.kind == kind for place in places)) != 1:
            yield f"nu_earth: places: one of the kind {kind} is expected, not {found}"
    if not any(place.kind == "souther_city" for place in places):
        yield "nu_earth: places: at least one of the kind souther_city is needed: GIs draw Supply cards there"


def _milli_com_problems(entries: Sequence[Space], land: Land) -> Iterator[str]:
    """B3 Spaces that lead to each other, both ways, and from each a way out."""
    spaces = {space.id: space for space in entries}
    for space in spaces.values():
        at = f"milli_com: {space.id}"
        if space.id in land.sectors:
            yield f"{at}: a sector of Nu-Earth has this id"
        for n, other in enumerate(space.adjacent):
            if other not in spaces:
                yield f"{at}: adjacent: {unknown(other, [*spaces])}"
            elif other == space.id:
                yield f"{at}: adjacent: a space is not adjacent to itself"
            elif other in space.adjacent[:n]:
                yield f"{at}: adjacent: {other} is there twice"
            elif space.id not in spaces[other].adjacent:
                yield f"milli_com: {other}: adjacent: {quoted(space.id)} is missing, where this space is adjacent"
    kinds: list[str] = [space.kind for space in spaces.values()]
    for kind in ON_MILLI_COM:
        if kinds.count(kind) != 1:
            yield f"milli_com: one space of the kind {kind} is expected, not {kinds.count(kind)}"
    yield from _spaces_cut_off(spaces)


def _spaces_cut_off(spaces: dict[str, Space]) -> Iterator[str]:
    """3.3, 15 From every space a way leads to the Shuttle Bay; from the Brig one that needs no clearance."""

    def reached(is_open: Collection[str]) -> set[str]:
        found = {name for name, space in spaces.items() if space.kind == "shuttle_bay"}
        edge = [*found]
        while edge:
            more = [name for name in spaces[edge.pop()].adjacent if name in is_open and name not in found]
            found.update(more)
            edge += more
        return found

    everywhere = reached(spaces)
    if not everywhere:
        return
    for name in spaces:
        if name not in everywhere:
            yield f"milli_com: {name}: there is no way to the Shuttle Bay"
    free = reached([name for name, space in spaces.items() if space.kind != "security_zone"])
    for name, space in spaces.items():
        if space.kind == "brig" and name in everywhere - free:
            yield f"milli_com: {name}: the only way to the Shuttle Bay is the Security Zone, closed to prisoners without Helm"


# The sheet and the cards


def _sheet_problems(pack: Pack) -> Iterator[str]:
    """B1 Every player gets a counter and can hold a set; weapons can be fired."""
    sheet: Sheet = pack["sheet"]
    parts = len(pack["clues"].parts)
    if sheet.clue_hand < parts:
        yield f"sheet: clue_hand: {parts} at least are needed, for the parts of a face, not {sheet.clue_hand}"
    for ammunition in sheet.ammunition:
        yield from _weapon_problems(f"sheet: {ammunition.id}", ammunition.weapon)


def _weapon_problems(where: str, weapon: Weapon) -> Iterator[str]:
    """RT 16 Dice for some target at least."""
    if not weapon.dice and not weapon.better_dice:
        yield f"{where}: weapon: dice are missing. Allowed: 1 to 20"
    if weapon.better_dice and not weapon.better_against:
        yield f"{where}: weapon: better_dice need better_against. Allowed: {', '.join(CATEGORIES)}"
    if weapon.better_against and not weapon.better_dice:
        yield f"{where}: weapon: better_against needs better_dice. Allowed: 1 to 20"
    for name, others in (("only_against", weapon.only_against), ("better_against", weapon.better_against)):
        for category in others:
            if category in weapon.not_against:
                yield f"{where}: weapon: {category} is both in {name} and not_against"


def _item_problems(items: Sequence[Item]) -> Iterator[str]:
    """B6 An item can do something."""
    for item in items:
        able = [name for name in Item.__struct_fields__ if name not in ("id", "label")]
        if not any(getattr(item, name) for name in able):
            yield f"items: {item.id}: it can do nothing. Give it one of {', '.join(able)}"
        if item.weapon is not None:
            yield from _weapon_problems(f"items: {item.id}", item.weapon)


def _too_few(deck: str, found: int, least: int, why: str) -> Iterator[str]:
    if found < least:
        yield f"{deck}: {least} {why}, not {found}"


def _cards(entries: Sequence[Any]) -> int:
    return sum(entry.count for entry in entries)


def _encounter_problems(pack: Pack, land: Land) -> Iterator[str]:
    """B4, B5 Each card is one thing: a foe, a boon, an item or a Companion."""
    items = sorted(item.id for item in pack["items"])
    for card in pack["encounters"]:
        if card.item and card.item not in items:
            yield f"encounters: {card.id}: item: {unknown(card.item, items)}"
        if card.companion is not None and (why := land.problem(card.companion.destination)):
            yield f"encounters: {card.id}: destination: {why}"
        if twice := [name for n, name in enumerate(card.categories) if name in card.categories[:n]]:
            yield f"encounters: {card.id}: categories: {twice[0]} is there twice"
        yield from _kind_problems(card)
        if _is_foe(card) and not _can_be_hurt(card, pack):
            yield f"encounters: {card.id}: no weapon of this pack can be fired at it"
    rating = max(
        (int(digit) for row in pack["nu_earth"].ratings for digit in row if digit.isdecimal()), default=0
    )
    more = max((card.number for card in pack["rogues"] if card.effect == "reinforce"), default=0)
    why = "cards at least are needed: the highest rating and the most reinforcements"
    yield from _too_few("encounters", _cards(pack["encounters"]), rating + more, why)


def _kinds_of(card: Encounter) -> list[str]:
    """The roles of a card besides a foe."""
    kinds = {
        "companion": card.companion is not None,
        "item": bool(card.item),
        "boon": bool(card.supply or card.lives),
    }
    return [kind for kind, is_one in kinds.items() if is_one]


def _is_foe(card: Encounter) -> bool:
    return not _kinds_of(card)


def _kind_problems(card: Encounter) -> Iterator[str]:
    """B4 The fields that a foe, a boon, an item and a Companion need and must not have."""
    at, kinds = f"encounters: {card.id}", _kinds_of(card)
    if len(kinds) > 1:
        yield f"{at}: it can be one of these, not several: {', '.join(kinds)}"
    if card.initiative is None and kinds not in (["boon"], ["item"]):
        yield f"{at}: initiative is missing. Allowed: 1 to 6 (only a boon or an item has none)"
    if not kinds:
        if not card.firepower:
            yield f"{at}: firepower is missing. Allowed: 1 to 20"
        return
    if card.firepower:
        one = "an item" if kinds[0] == "item" else f"a {kinds[0]}"
        own = " (a companion's own stands in its table)" if kinds[0] == "companion" else ""
        yield f"{at}: {one} is not fought: it has no firepower{own}"
    for category in ("hazard", "fortification"):
        if category in card.categories:
            yield f"{at}: only a foe can be a {category}"
    if card.companion is not None and card.count != 1:
        yield f"{at}: a companion is one card: count must be 1, not {card.count}"


def _can_be_hurt(card: Encounter, pack: Pack) -> bool:
    """5, 16, R-RT-19 With some weapon, or bare hands."""
    weapons = [one.weapon for one in (*pack["sheet"].ammunition, *pack["items"]) if one.weapon is not None]
    return "personnel" in card.categories or any(
        weapon.dice_against(card.categories, card.gp_proof) for weapon in weapons
    )


def _supply_problems(pack: Pack) -> Iterator[str]:
    """B6 A Supply card gives rounds of something, or an item."""
    items = sorted(item.id for item in pack["items"])
    types = [ammunition.id for ammunition in pack["sheet"].ammunition]
    cards: list[Supply] = pack["supplies"]
    for card in cards:
        at = f"supplies: {card.id}"
        if bool(card.ammunition) == bool(card.item):
            yield f"{at}: it gives either ammunition or an item"
        if card.ammunition and card.ammunition not in types:
            yield f"{at}: ammunition: {unknown(card.ammunition, types)}"
        if card.item and card.item not in items:
            yield f"{at}: item: {unknown(card.item, items)}"
        if card.ammunition and not card.rounds:
            yield f"{at}: rounds is missing. Allowed: 1 to 20"
        if card.rounds and not card.ammunition:
            yield f"{at}: rounds are for ammunition, not for an item"
    why = "cards at least are needed, the most that two dice can ask for"
    yield from _too_few("supplies", _cards(cards), TWO_DICE, why)


def _mission_problems(pack: Pack, land: Land) -> Iterator[str]:
    """B7, RT 8 Missions that somebody can fulfil, and enough of them."""
    brides = sorted(
        card.id for card in pack["encounters"] if card.companion is not None and card.companion.bride
    )
    cards: list[Mission] = pack["missions"]
    for card in cards:
        at = f"missions: {card.id}"
        if card.kind == "contact" or card.task == "borrow_data":
            if why := land.problem(card.destination):
                yield f"{at}: destination{' ' if not card.destination else ': '}{why}"
        elif card.destination:
            yield f"{at}: destination is for a contact or borrow_data, not for a {card.task or card.kind}"
        if card.kind == "genie" and not card.task:
            yield f"{at}: task is missing. Allowed: {', '.join(TASKS)}"
        if card.kind != "genie" and card.task:
            yield f"{at}: task is for a genie, not for a {card.kind}"
        if card.kind == "wedding" and card.bride not in brides:
            yield f"{at}: bride: {unknown(card.bride, brides, ' is not a bride.')}"
        if card.kind != "wedding" and card.bride:
            yield f"{at}: bride is for a wedding, not for a {card.kind}"
        if card.task == "bust_tank" and not _has_tank(pack):
            yield f"{at}: no Encounter card that can be met in a Nort sector is armour or a fortification"
    contacts = _cards([card for card in cards if card.kind == "contact"])
    why = "contacts at least are needed, one for each of six players and one to draw"
    yield from _too_few("missions", contacts, PLAYERS + 1, why)


def _has_tank(pack: Pack) -> bool:
    """14 In Nort sectors all cards are used but the Southers'."""
    return any(
        card.side != "souther" and _is_foe(card) and {"armour", "fortification"} & {*card.categories}
        for card in pack["encounters"]
    )


def _rogue_problems(pack: Pack) -> Iterator[str]:
    """B8, RT 9 Cards that can be played, and enough for six hands."""
    cards: list[Rogue] = pack["rogues"]
    for card in cards:
        at, (phase, (target, *_)) = f"rogues: {card.id}", EFFECTS[card.effect]
        if card.phase != phase:
            yield f"{at}: phase: {card.effect} is for the {phase} phase, not {card.phase}"
        if card.target != target:
            yield f"{at}: target: {card.effect} is played on {target}, not on {card.target}"
        if card.effect in NUMBERED and not card.number:
            yield f"{at}: number is missing: {card.effect} needs one. Allowed: 1 to 9"
        if card.effect not in NUMBERED and card.number:
            yield f"{at}: {card.effect} has no number"
    hand = pack["sheet"].rogue_hand
    why = f"cards at least are needed, {hand} for each of six players"
    yield from _too_few("rogues", _cards(cards), PLAYERS * hand, why)


def _clue_problems(pack: Pack) -> Iterator[str]:
    """B9 Enough Clue cards for six players."""
    clues = pack["clues"]
    parts = len(clues.parts)
    why = "cards at least are needed, so that six players can each lack one part"
    yield from _too_few("clues", len(clues.faces) * parts * clues.copies, PLAYERS * (parts - 1) + 1, why)
