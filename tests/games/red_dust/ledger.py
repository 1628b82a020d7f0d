"""What a reader of the log can work out: every number on the table, from the lines alone.

The ledger knows the rulebook's arithmetic only as far as a word of the log is defined by it: a House moves a marker from
Displaced Population into the space, a piece that is removed goes where 4.4 sends it. It never looks at the state.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.printed.box import box_of
from sandtable.games.red_dust.printed.decks import HAND
from sandtable.games.red_dust.printed.map import (
    AVAILABLE,
    CASUALTIES,
    EARTH,
    ON_MARS,
    ORBIT,
    OUT_OF_GAME,
    PHOBOS,
    PLACES,
    RECLAIMERS,
    TRANSIT,
)
from sandtable.games.red_dust.printed.pieces import (
    ACTIVE_CR_REBEL,
    ACTIVE_RD_REBEL,
    ACTIVE_SPECOPS,
    BASIC,
    CONVERSION_CENTER,
    CORP_BASE,
    CR_BASE,
    DUG_IN,
    FORTIFIED,
    KINDS,
    MG_TROOP,
    OWNER,
    PIECE,
    RD_BASE,
    SATELLITE,
    SPECOPS,
    TERRAFORMING,
)
from sandtable.games.red_dust.state import Mars

FACTIONS = {"MarsGov": 0, "Corporations": 1, "the Corporations": 1, "Red Dust": 2}
SPACE_LABEL = box_of("default").kinds["space"].label
PLACE = {SPACE_LABEL(place): place for place in range(PLACES)}
PIECES = (
    {PIECE.many(kind): kind for kind in range(KINDS)}
    | {PIECE.label(kind): kind for kind in range(KINDS)}
    | {"SpecOps": SPECOPS}
)
LEVELS = {
    GAME.kinds(GAME.begin(GAME.options_type()))["alignment"].label(level): level for level in range(-2, 3)
}
MARKERS = ("Supply", "Population")
#: 4.2 Moving does not change who is Hidden; a Base that moves turns to its basic side, and a Fortified Troop is one no more.
KEEP_FACING = (ACTIVE_SPECOPS, ACTIVE_RD_REBEL, ACTIVE_CR_REBEL)
UNITS = {
    name(BASIC[kind]).removeprefix("Hidden "): (BASIC[kind], kind)
    for kind in KEEP_FACING
    for name in (PIECE.label, PIECE.many)
}
WHO = "(MarsGov|the Corporations|Corporations|Red Dust)"
MONEY = r"(\d+) (?:Resource|Profit)s?"

Rule = Callable[..., None]
RULES: list[tuple[re.Pattern[str], Rule]] = []


def line(pattern: str) -> Callable[[Rule], Rule]:
    """What a line of this form tells."""

    def enter(rule: Rule) -> Rule:
        RULES.append((re.compile(pattern), rule))
        return rule

    return enter


class Ledger:
    """All numbers, as they were when the reader began to read."""

    def __init__(self, s: Mars) -> None:
        self.numbers = Counter(numbers_of(s))
        #: The Reclaimers' hand, as far as the reader is told.
        self.hand: list[str] = []
        #: 8.4 Non-player Reclaimers hold no cards: what they play comes from the deck.
        self.has_hand = not s.is_nonplayer(RECLAIMERS)

    def read(self, lines: Iterable[str]) -> Ledger:
        for text in lines:
            if text.startswith("The card says: "):
                continue
            for pattern, rule in RULES:
                if found := pattern.fullmatch(text):
                    rule(self, *found.groups())
                    break
        return self

    def differences(self, s: Mars) -> dict[str, tuple[int, int]]:
        """What the reader got wrong: what the log says, and what is on the table."""
        now = numbers_of(s)
        return {
            key: (self.numbers[key], now.get(key, 0))
            for key in now.keys() | self.numbers.keys()
            if self.numbers[key] != now.get(key, 0)
        }

    def add(self, n: int, key: str) -> None:
        self.numbers[key] += n

    def pieces(self, n: int, kind: int, place: int) -> None:
        if place not in (AVAILABLE, OUT_OF_GAME):  # what is nowhere else is there
            self.add(n, piece_key(kind, place))

    def move(self, what: str, n: int, origin: int, goal: int) -> None:
        if what in MARKERS:
            for place, sign in ((origin, -n), (goal, n)):
                if place in (EARTH, TRANSIT):
                    self.add(sign, f"{what} on {SPACE_LABEL(place)}")
            return
        kind = PIECES[what]
        self.pieces(-n, kind, origin)
        self.pieces(n, kind if kind in KEEP_FACING and goal <= PHOBOS else BASIC[kind], goal)

    def turn(self, n: int, kind: int, become: int, place: int) -> None:
        """Pieces are turned over where they stand."""
        self.pieces(-n, kind, place)
        self.pieces(n, become, place)


def piece_key(kind: int, place: int) -> str:
    return f"{PIECE.label(kind)} in {SPACE_LABEL(place)}"


NAMES = [SPACE_LABEL(place) for place in range(PLACES)]
PIECE_KEYS = {
    place * KINDS + kind: piece_key(kind, place)
    for place in range(PLACES)
    if place not in (AVAILABLE, OUT_OF_GAME)
    for kind in range(KINDS)
}


def numbers_of(s: Mars) -> dict[str, int]:
    """Every number that lies open on the table."""
    found = {
        "money of MarsGov": s.resources[0],
        "money of Corporations": s.resources[1],
        "money of Red Dust": s.resources[2],
        "Assets": len(s.assets.zones[HAND]),
        "Supply on Earth": s.supply_on_earth,
        "Supply on Transit": s.supply_in_transit,
        "Population on Earth": s.population_on_earth,
        "Population on Transit": s.population_in_transit,
        "Displaced Population": s.displaced,
        "Confidence": s.level,
        "EG+": int(s.is_eg_up),
        "Flashpoint": s.flashpoint,
    }
    for track, values in (
        ("level of", s.alignment),
        ("Damage in", s.damage),
        ("housed in", s.housed),
        ("Storm in", s.storm),
    ):
        found |= {f"{track} {NAMES[space]}": n for space, n in enumerate(values) if n}
    found |= {PIECE_KEYS[i]: n for i, n in enumerate(s.pieces) if n and i in PIECE_KEYS}
    return found


# 10 Money


@line(rf".*\bbrings? {WHO} {MONEY}\.")
def brings(book: Ledger, who: str, n: str) -> None:
    book.add(int(n), f"money of {who.removeprefix('the ')}")


@line(rf".*\bcosts? {WHO} {MONEY}(?: more)?\.")
def costs(book: Ledger, who: str, n: str) -> None:
    book.add(-int(n), f"money of {who.removeprefix('the ')}")


@line(rf"{WHO}: {MONEY} paid\.")
def paid(book: Ledger, who: str, n: str) -> None:
    costs(book, who, n)


@line(rf"{WHO}: (?:Resources|Profits) (up|down) by (\d+)\.")
def by_event(book: Ledger, who: str, way: str, n: str) -> None:
    book.add(int(n) if way == "up" else -int(n), f"money of {who}")


@line(r"Earnings: MarsGov (\d+), Corporations (\d+), Red Dust (\d+)\.")
def earnings(book: Ledger, *amounts: str) -> None:
    for who, n in zip(("MarsGov", "Corporations", "Red Dust"), amounts, strict=True):
        book.add(int(n), f"money of {who}")


@line(r"Earnings: (MarsGov|Corporations|Red Dust) (\d+)\.")
def earned(book: Ledger, who: str, n: str) -> None:
    book.add(int(n), f"money of {who}")


@line(rf"(MarsGov|Red Dust) to (MarsGov|Red Dust|the Reclaimers): {MONEY}\.")
def transfer(book: Ledger, giver: str, taker: str, n: str) -> None:
    """What the Reclaimers are given they hold until they pay."""
    book.add(-int(n), f"money of {giver}")
    if taker != "the Reclaimers":
        book.add(int(n), f"money of {taker}")


@line(rf"{WHO}: {MONEY} lost above 50\.")
def above_the_track(book: Ledger, who: str, n: str) -> None:
    costs(book, who, n)


@line(rf"Back to {WHO}: {MONEY}\.")
def returned(book: Ledger, who: str, n: str) -> None:
    brings(book, who, n)


@line(r"Assets drawn: (\d+)\.")
def drawn(book: Ledger, n: str) -> None:
    book.add(int(n), "Assets")


@line(r"You drew (.+)\.")
def drew(book: Ledger, cards: str) -> None:
    book.hand += re.findall(r"\S.*?\(CR\d+\)", cards.replace(") and ", ") ").replace("), ", ") "))


@line(r"Reclaimers (?:discard|play the capability|play) (.+)\.")
def spent(book: Ledger, card: str) -> None:
    if book.has_hand:
        book.add(-1, "Assets")
    if card in book.hand:
        book.hand.remove(card)


# 8, 13.1 EarthGov and the Cycler


@line(r"EarthGov Confidence: box (\d+) of 8, value \d+\.")
def confidence(book: Ledger, level: str) -> None:
    book.numbers["Confidence"] = int(level)


@line(r"EarthGov's mood turns to EG(.)\.")
def mood(book: Ledger, sign: str) -> None:
    book.numbers["EG+"] = int(sign == "+")


@line(r"Flashpoint marker: (\d+) of 5\.")
def flashpoint(book: Ledger, n: str) -> None:
    book.numbers["Flashpoint"] = int(n)


@line(r"(\d+) (.+) goe?s? to Transit\.")
def to_transit(book: Ledger, n: str, what: str) -> None:
    book.move(what, int(n), EARTH, TRANSIT)


@line(r"(\d+) (.+) arrives? on Phobos( as Displaced Population)?\.")
def arrived(book: Ledger, n: str, what: str, displaced: str | None) -> None:
    book.move(what, int(n), TRANSIT, PHOBOS)
    if displaced:
        book.add(int(n), "Displaced Population")


@line(r"(\d+) (.+) arrives? in Orbit\.")
def arrived_in_orbit(book: Ledger, n: str, what: str) -> None:
    book.move(what, int(n), TRANSIT, ORBIT)


@line(r"Supply lost (?:on|in) (Earth|Transit): (\d+)\.")
def supply_lost(book: Ledger, place: str, n: str) -> None:
    book.add(-int(n), f"Supply on {place}")


@line(r"Population on Earth is set to (\d+)\.")
def population_set(book: Ledger, n: str) -> None:
    book.numbers["Population on Earth"] = int(n)


@line(r"A Satellite goes from Orbit to (.+)\.")
def satellite_used(book: Ledger, space: str) -> None:
    book.move("Satellite", 1, ORBIT, PLACE[space])


# 5 Population


@line(r".*: House in (.+)\.")
def house(book: Ledger, space: str) -> None:
    book.add(-1, "Displaced Population")
    book.add(1, f"housed in {space}")


@line(rf"(.*): Repair in (.+) for (?:{MONEY}|a Security)\.")
def repair(book: Ledger, who: str, space: str, price: str | None) -> None:
    repair_of_nonplayer(book, space)
    if price:
        costs(book, who, price)
    else:
        book.move("Security", 1, PLACE[space], AVAILABLE)


@line(r"(?:MarsGov|Red Dust): Repair in (.+)\.")
def repair_of_nonplayer(book: Ledger, space: str) -> None:
    """8.4 It pays with its Total, if at all."""
    book.add(-1, "Displaced Population")
    book.add(-1, f"Damage in {space}")


@line(r"A Fortified Troop in (.+) keeps the Damage off\.")
def damage_kept_off(book: Ledger, space: str) -> None:
    book.pieces(-1, FORTIFIED, PLACE[space])


@line(r"Damage is placed in (.+)\.")
def damage(book: Ledger, space: str) -> None:
    book.add(1, f"Damage in {space}")
    book.add(1, "Displaced Population")


@line(r"(A|\d+) Population markers? leaves? (.+)\.")
def markers_leave(book: Ledger, n: str, space: str) -> None:
    book.add(-1 if n == "A" else -int(n), f"housed in {space}")


@line(r"All Damage in (.+) is removed\.")
def damage_removed(book: Ledger, space: str) -> None:
    book.numbers[f"Damage in {space}"] = 0


@line(r"Displaced Population (removed|added): (\d+)\.")
def displaced(book: Ledger, way: str, n: str) -> None:
    book.add(int(n) if way == "added" else -int(n), "Displaced Population")


# 6, 9 Alignment and Storms


@line(rf"(.+): ({'|'.join(LEVELS)})\.")
def now_at(book: Ledger, space: str, level: str) -> None:
    book.numbers[f"level of {space}"] = LEVELS[level]


@line(r"A Storm approaches (.+)\.")
def approaches(book: Ledger, space: str) -> None:
    book.numbers[f"Storm in {space}"] = 1


@line(r"A Storm rages in (.+)\.")
def rages(book: Ledger, space: str) -> None:
    book.numbers[f"Storm in {space}"] = 2


@line(r"The Storm in (.+) is over\.")
def storm_over(book: Ledger, space: str) -> None:
    book.numbers[f"Storm in {space}"] = 0


@line(r"Redeploy Phase: all Storms are gone\.")
def all_storms_over(book: Ledger) -> None:
    for space in ON_MARS:
        book.numbers[f"Storm in {SPACE_LABEL(space)}"] = 0


# 4 Pieces


@line(rf"Corporations: (.+) placed (?:in|on) (.+) for {MONEY}\.")
def bought(book: Ledger, what: str, place: str, price: str) -> None:
    book.move(what, 1, AVAILABLE, PLACE[place])
    costs(book, "Corporations", price)


@line(r"(\d+) (.+) (?:is|are) placed (?:in|on) (.+)\.")
def placed(book: Ledger, n: str, what: str, place: str) -> None:
    book.move(what, int(n), AVAILABLE, PLACE[place])


@line(r"(.+) is placed in (.+)\.")
def base_placed(book: Ledger, what: str, space: str) -> None:
    if what != "Damage":
        placed(book, "1", what, space)


@line(r"(\d+) (.+) (?:moves?|march|marches|travels?) from (.+) to (.+)\.")
def moved(book: Ledger, n: str, what: str, origin: str, goal: str) -> None:
    book.move(what, int(n), PLACE[origin], PLACE[goal])


@line(r"(?:Attrition in (.+): (.+)|(.+) in (.+) is lost in the Storm)\.")
def removed(book: Ledger, where: str | None, worn: str | None, what: str | None, space: str | None) -> None:
    removed_many(book, "1", what or worn or "", space or where or "")


@line(r"(\d+) (.+) and (\d+) (.+) in (.+) are removed\.")
def removed_two_kinds(book: Ledger, n: str, what: str, m: str, other: str, space: str) -> None:
    removed_many(book, n, what, space)
    removed_many(book, m, other, space)


@line(r"(\d+) (.+) in (.+) (?:is|are) removed\.")
def removed_many(book: Ledger, n: str, what: str, space: str) -> None:
    """4.4 CORP forces, EG Troops and Satellites to Casualties, everything else to Available."""
    kind = PIECES[what]
    goal = CASUALTIES if OWNER[kind] in (OWNER[CORP_BASE], OWNER[SATELLITE]) else AVAILABLE
    book.move(what, int(n), PLACE[space], goal)


@line(r"(\d+) (.+) in (.+) (?:is|are) replaced\.")
def replaced(book: Ledger, n: str, what: str, space: str) -> None:
    book.move(what, int(n), PLACE[space], AVAILABLE)


@line(r"(\d+) (.+) in (.+) turns? (Active|Hidden)\.")
def turned(book: Ledger, n: str, unit: str, space: str, way: str) -> None:
    hidden, active = UNITS[unit]
    kinds = (hidden, active) if way == "Active" else (active, hidden)
    book.turn(int(n), *kinds, PLACE[space])


@line(r"All Rebels and SpecOps are Hidden\.")
def all_hidden(book: Ledger) -> None:
    for hidden, active in UNITS.values():
        for place in (*ON_MARS, PHOBOS):
            book.turn(book.numbers[piece_key(active, place)], active, hidden, place)


@line(r"(\d+) Troops? (?:is|are) Fortified in (.+)\.")
def fortified(book: Ledger, n: str, space: str) -> None:
    book.turn(int(n), MG_TROOP, FORTIFIED, PLACE[space])


@line(r"(\d+) Troops? in (.+) (?:is|are) no longer Fortified\.")
def unfortified(book: Ledger, n: str, space: str) -> None:
    book.turn(int(n), FORTIFIED, MG_TROOP, PLACE[space])


UPGRADES: dict[str, tuple[int, int]] = {
    "turns to Terraforming": (CORP_BASE, TERRAFORMING),
    "is Dug-In": (RD_BASE, DUG_IN),
    "becomes a Conversion Center": (CR_BASE, CONVERSION_CENTER),
}


@line(rf"(?:.+: )?[Tt]he Base in (.+) ({'|'.join(UPGRADES)})(?: for {MONEY})?\.")
def upgraded(book: Ledger, space: str, how: str, price: str | None) -> None:
    book.turn(1, *UPGRADES[how], PLACE[space])
    if price:
        costs(book, "Corporations", price)


@line(r"Reclaimers: Rally in (.+): the Base becomes a Conversion Center\.")
def rallied(book: Ledger, space: str) -> None:
    upgraded(book, space, "becomes a Conversion Center", None)


@line(r"(.+) in (.+) becomes a Conversion Center\.")
def converted(book: Ledger, what: str, space: str) -> None:
    book.move(what, 1, PLACE[space], AVAILABLE)
    book.add(1, piece_key(CONVERSION_CENTER, PLACE[space]))


@line(r"(.+) in (.+) (?:is replaced|joins the Reclaimers|makes way for a Base|goes back to Available)\.")
def replaced_one(book: Ledger, what: str, space: str) -> None:
    book.move(what, 1, PLACE[space], AVAILABLE)


@line(r"2 (.+) in (.+) make way for a Base\.")
def two_make_way(book: Ledger, what: str, space: str) -> None:
    book.move(what, 2, PLACE[space], AVAILABLE)


@line(r"(.+) and (.+) in (.+) make way for a Base\.")
def both_make_way(book: Ledger, what: str, other: str, space: str) -> None:
    replaced_one(book, what, space)
    replaced_one(book, other, space)


@line(r"A Reclaimer Base takes the place of the Terraforming Base in (.+)\.")
def base_follows(book: Ledger, space: str) -> None:
    book.add(1, piece_key(CR_BASE, PLACE[space]))


@line(r"A SpecOps slips from (.+) into (.+)\.")
def slipped(book: Ledger, origin: str, goal: str) -> None:
    book.move("SpecOps", 1, PLACE[origin], PLACE[goal])
