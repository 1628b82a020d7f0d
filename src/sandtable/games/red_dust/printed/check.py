"""The checks of a pack beyond its types: spaces and cards the rules miss, borders with one side, dice that lead nowhere.

Every problem is one line: the file, the entry, and what is expected. Nothing here stops at the first mistake.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from sandtable.engine import Pack
from sandtable.engine.packs.mistakes import unknown

from .decks import (
    ASSET_CARDS,
    CAMPAIGN_CARDS,
    CAPABILITY_CARDS,
    EVENT_ASSETS,
    EVENT_CARDS,
    FIRST_DUST_STORM,
    HAND_LIMIT,
    ONE_OPTION,
)
from .files import Asset, EventEntry, FactionId, ForcePool, MaglevEntry, Place, SetUp, Space
from .map import HIGHEST_LEVEL, MARS, OFF_MARS, SPACE_IDS, STORM_MARKERS
from .pieces import BASIC, FORTIFIED, IS_BASE, KIND_OF, PIECE

#: Where nothing stands when the game begins: what is not elsewhere is Available, and nobody has left the game yet.
NO_PLACE = ("available", "out_of_game")
ID = re.compile(r"[a-z][a-z0-9_]*")
FACES = range(1, 7)
#: 19 Kinds of Assets that need a rule, and the numbers of the cards that have one.
WITH_RULES = {"capability": ("a capability", CAPABILITY_CARDS), "event": ("an event", EVENT_ASSETS)}


def check_pack(pack: Pack) -> list[str]:
    """Everything that is wrong with a pack that could be read."""
    spaces: dict[str, Space] = {space.id: space for space in pack["spaces"]}
    return [
        *_space_problems(spaces),
        *_storm_problems(pack["spaces"]),
        *_maglev_problems(pack["maglevs"], spaces),
        *_number_problems("levels", (level.number for level in pack["levels"]), 0, HIGHEST_LEVEL),
        *_set_up_problems(pack["set_up"], spaces),
        *_number_problems("events", (card.number for card in pack["events"]), 1, EVENT_CARDS),
        *_number_problems("assets", (card.number for card in pack["assets"]), 1, ASSET_CARDS),
        *_number_problems("campaigns", (card.number for card in pack["campaigns"]), 1, CAMPAIGN_CARDS),
        *(problem for card in pack["events"] for problem in _event_problems(card)),
        *(problem for card in pack["assets"] for problem in _asset_problems(card)),
    ]


def _number_problems(file: str, numbers: Iterable[int], first: int, last: int) -> Iterator[str]:
    """Entries that are known by their number: each number once."""
    found = Counter(numbers)
    for number in sorted(found):
        if not first <= number <= last:
            yield f"{file}: {number}: there is no such number. Allowed: {first} to {last}"
        elif found[number] > 1:
            yield f"{file}: {number}: this number is there {found[number]} times, once is expected"
    for number in range(first, last + 1):
        if number not in found:
            yield f"{file}: {number} is missing: the rules expect {first} to {last}"


# 3 The map


def _space_problems(spaces: dict[str, Space]) -> Iterator[str]:
    """3 The spaces that the rules and the cards name, in Sectors; the Wilderness is a Desert outside them."""
    names = SPACE_IDS[:MARS]
    for name in names:
        if name not in spaces:
            yield f"spaces: {name} is missing: the rules name this space"
    for name, space in spaces.items():
        if name not in names:
            yield f"spaces: {unknown(name, names, ': the rules know no such space.')}"
        if bool(space.sector) == (name == "wilderness"):
            yield f"spaces: {name}: sector: {'none is' if space.sector else 'the name of one is'} expected"
        yield from _border_problems(space, spaces)
    if "wilderness" in spaces and spaces["wilderness"].terrain != "desert":
        yield "spaces: wilderness: terrain: desert is expected, not labyrinth"
    terrains: set[str] = {space.terrain for space in spaces.values()}
    if "labyrinth" not in terrains:
        yield "spaces: at least one labyrinth is expected: Spaceports are there, and people are housed there"


def _border_problems(space: Space, spaces: dict[str, Space]) -> Iterator[str]:
    """3.3 A border has two sides."""
    at = f"spaces: {space.id}: borders"
    for n, other in enumerate(space.borders):
        if other not in spaces:
            yield f"{at}: {unknown(other, [*spaces])}"
        elif other == space.id:
            yield f"{at}: a space does not border on itself"
        elif other in space.borders[:n]:
            yield f"{at}: {other} is there twice"
        elif space.id not in spaces[other].borders:
            yield f"spaces: {other}: borders: {space.id} is missing, which borders on it"


def _storm_problems(spaces: Sequence[Space]) -> Iterator[str]:
    """9.1 Every throw of the white and the black die sends a Storm to one space."""
    found: dict[tuple[int, int], str] = {}
    for space in spaces:
        if bool(space.white) != bool(space.black):
            other = "black" if space.white else "white"
            yield f"spaces: {space.id}: {other} is missing: a Storm comes by a white and a black die"
        for throw in ((white, black) for white in space.white for black in space.black):
            if throw in found:
                yield f"spaces: {space.id}: white {throw[0]} and black {throw[1]} send the Storm to {found[throw]}"
            found.setdefault(throw, space.id)
    for white in FACES:
        missing = [str(black) for black in FACES if (white, black) not in found]
        if missing:
            yield f"spaces: no space has a Storm for white {white} and black {' or '.join(missing)}"


def _maglev_problems(lines: Sequence[MaglevEntry], spaces: dict[str, Space]) -> Iterator[str]:
    """3.4 Lines run from Labyrinth to Labyrinth through Deserts; Event 14 opens the Rodgers Line."""
    for line in lines:
        at = f"maglevs: {line.id}"
        if not ID.fullmatch(line.id):
            yield f"{at}: id: lowercase letters, digits and _ are expected"
        if line.ends[0] == line.ends[1]:
            yield f"{at}: ends: two different Labyrinths are expected"
        for field, names, terrain in (("ends", line.ends, "labyrinth"), ("through", line.through, "desert")):
            able = [space.id for space in spaces.values() if space.terrain == terrain]
            for n, name in enumerate(names):
                if name not in able:
                    yield f"{at}: {field}: {unknown(name, able, f' is not a {terrain}.')}"
                elif field == "through" and name in names[:n]:
                    yield f"{at}: through: {name} is there twice"
    if not any(line.id == "rodgers_line" for line in lines):
        yield "maglevs: rodgers_line is missing: Event 14 opens it"


# 11 Set-up


def _set_up_problems(set_up: SetUp, spaces: dict[str, Space]) -> Iterator[str]:
    """11 Pieces that are there, in places that have room for them."""
    limits = (
        ("level", set_up.level, HIGHEST_LEVEL, "the highest box of the track"),
        ("storms", set_up.storms, STORM_MARKERS, "the number of Storm markers"),
        ("assets", set_up.assets, HAND_LIMIT, "the hand limit"),
    )
    for field, found, most, what in limits:
        if found > most:
            yield f"set_up: {field}: at most {most} is expected, {what}, not {found}"
    allowed = [name for name in (*spaces, *OFF_MARS) if name not in NO_PLACE]
    used: Counter[str] = Counter()
    seen: set[str] = set()
    for place in set_up.places:
        if place.id in seen:
            yield f"set_up: {place.id}: this place is there twice"
        seen.add(place.id)
        if place.id not in allowed:
            yield f"set_up: {unknown(place.id, allowed, ' is not a place.')}"
            continue
        yield from _place_problems(place, spaces.get(place.id))
        for name, n in place.pieces.items():
            used[PIECE.id(BASIC[KIND_OF[name]])] += n
    for kind in ForcePool.__struct_fields__:
        if used[kind] > (there := getattr(set_up.pool, kind)):
            yield f"set_up: pool: {kind}: {used[kind]} are placed, and there are only {there}"


def _place_problems(place: Place, space: Space | None) -> Iterator[str]:
    """4.1, 5 Stacking, Damage on populated squares, Fortified Troops on what is left of them."""
    at = f"set_up: {place.id}"
    bases = sum(n for name, n in place.pieces.items() if IS_BASE[KIND_OF[name]])
    room = 0 if space is None else space.bases
    if bases > room:
        yield f"{at}: pieces: there is room for {room} Bases, not for {bases}"
    green = 0 if space is None else space.green
    if place.damage > green:
        yield f"{at}: damage: at most {green} is expected, one for each populated square, not {place.damage}"
    fortified = place.pieces.get("fortified_troop", 0)
    people = max(0, green - place.damage)
    if fortified > people:
        yield f"{at}: pieces: {PIECE.id(FORTIFIED)}: at most {people} is expected, one for each Population, not {fortified}"
    if space is None and place.alignment != "neutral":
        yield f"{at}: alignment: only a space of Mars has Support or Opposition"
    if space is None and place.id != "phobos":
        for name, n in place.pieces.items():
            basic = PIECE.id(BASIC[KIND_OF[name]])
            if n and basic != name:
                yield f"{at}: pieces: {name}: {basic} is expected in a box beside the map"


# Cards


def _event_problems(card: EventEntry) -> Iterator[str]:
    """18 The mistakes in an Event: each needs an order of all four Factions, and the options that its rules have."""
    at = f"events: {card.number}"
    if card.number > FIRST_DUST_STORM:
        for field in ("flashpoint", "order", "unshaded", "shaded"):
            if getattr(card, field):
                yield f"{at}: {field}: a Dust Storm has none"
        return
    if sorted(card.order) != sorted(get_args(FactionId)):
        yield f"{at}: order: each of these is expected once: {', '.join(get_args(FactionId))}"
    if card.unshaded is None:
        yield f"{at}: unshaded is missing"
    if card.number in ONE_OPTION:
        if card.shaded is not None:
            yield f"{at}: shaded: this Event has one option"
        if card.unshaded is not None and card.unshaded.earthgov:
            yield f"{at}: unshaded: earthgov: an Event with one option has no symbol"
    elif card.shaded is None:
        yield f"{at}: shaded is missing"


def _asset_problems(card: Asset) -> Iterator[str]:
    """19 A capability and an Event need a rule, which belongs to the number; only a Resource card has a bonus."""
    at = f"assets: {card.number}"
    kind, numbers = WITH_RULES.get(card.kind, ("", ()))
    if numbers and card.number not in numbers:
        yield f"{at}: kind: no rule makes this card {kind}. Those that have one: {', '.join(map(str, numbers))}"
    if card.bonus and kind:
        yield f"{at}: bonus: only a resource has one, not {kind}"
