"""A pack made ready for the rules: sectors and cards as small numbers, distances worked out, names of everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from sandtable.engine import Kinds, Names, Pack, find_pack

from .check import check_pack
from .files import (
    KEY,
    ON_MILLI_COM,
    PACK_FILES,
    PACK_FOLDER,
    Companion,
    Item,
    Mission,
    NuEarthMap,
    Rogue,
    Sheet,
    Space,
    Weapon,
    neighbours,
    sector_ids,
)

PERSONNEL, ARMOUR, SEALED, AIRBORNE, FORTIFICATION, HAZARD, COASTAL = (1 << n for n in range(7))
CATEGORY = {
    "personnel": PERSONNEL,
    "armour": ARMOUR,
    "sealed": SEALED,
    "airborne": AIRBORNE,
    "fortification": FORTIFICATION,
    "hazard": HAZARD,
    "coastal": COASTAL,
}
#: RT 15 What terrain adds to an evasion.
EVADE = {"P": -1, "M": 1, "J": 1, "C": 0, "S": 0, "G": 0}
ENCOUNTER, SUPPLY, MISSION, ROGUE, CLUE = range(5)
FAR = 999
NO_WEAPON = -1
#: What is fired at, as one speaks of several of them.
CATEGORIES = Names(
    list(CATEGORY),
    [
        "Personnel",
        "Armour",
        "Sealed targets",
        "Airborne targets",
        "Fortifications",
        "Hazards",
        "Coastal targets",
    ],
    is_thing=False,
)
SLOT = Names(["rifle", "helmet", "backpack"], ["rifle (Gunnar)", "helmet (Helm)", "backpack (Bagman)"])
GUNNAR, HELM, BAGMAN = range(3)


class Foe(msgspec.Struct, frozen=True):
    """An Encounter card as the rules read it."""

    side: str
    categories: int
    initiative: int  # -1: none, such cards come last
    firepower: int
    gp_proof: bool
    double_damage: bool
    no_surrender: bool
    millifuzz: bool
    supply: int
    lives: int
    companion: Companion | None
    item: int  # -1: none

    @property
    def is_boon(self) -> bool:
        return bool(self.supply or self.lives)

    @property
    def is_fought(self) -> bool:
        """Neither taken up nor used on the spot."""
        return self.companion is None and self.item < 0 and not self.is_boon

    @property
    def stays(self) -> bool:
        """4.3 Hazards and Fortifications stay on the board until they are destroyed."""
        return bool(self.categories & (HAZARD | FORTIFICATION))


class Issue(msgspec.Struct, frozen=True):
    """A Supply card as the rules read it: rounds of a type, or an item."""

    ammunition: int
    rounds: int
    item: int


class Task(msgspec.Struct, frozen=True):
    """A Mission card as the rules read it."""

    kind: str
    destination: int
    task: str
    bride: int  # the number of the companion's card

    @property
    def is_contact(self) -> bool:
        return self.kind == "contact"


class Box:
    """Everything that the rules look up in a pack. It never changes."""

    def __init__(self, name: str, pack: Pack) -> None:
        self.name = name
        self.sheet: Sheet = pack["sheet"]
        self._lay_out(pack["nu_earth"], pack["milli_com"])
        self._arm(pack)
        self._deal(pack)
        self._name_things()

    # Sectors: those of Nu-Earth first, then the spaces of Milli-com

    def _lay_out(self, earth: NuEarthMap, spaces: Sequence[Space]) -> None:
        ids = sector_ids(earth)
        self.width = len(earth.terrain[0])
        self.earth = len(ids)
        self.sectors = self.earth + len(spaces)
        at = {name: n for n, name in enumerate([*ids, *(space.id for space in spaces)])}
        self.at = at
        self.terrain = "".join(earth.terrain) + "-" * len(spaces)
        self.side = "".join(earth.sides) + "-" * len(spaces)
        self.rating = [*map(int, "".join(earth.ratings)), *[0] * len(spaces)]
        self.is_sea = [letter == "S" for letter in self.terrain]
        self.is_glass = [letter == "G" for letter in self.terrain]
        self.evade = [EVADE.get(letter, 0) for letter in self.terrain]
        self.label = {at[place.sector]: place.label for place in earth.places}
        self.is_souther_city = [False] * self.sectors
        kinds: dict[str, int] = {}
        for place in earth.places:
            if place.kind == "souther_city":
                self.is_souther_city[at[place.sector]] = True
            elif place.kind not in ("contact", "nort_city"):
                kinds[place.kind] = at[place.sector]
                self.evade[at[place.sector]] = 0  # R-RT-31
        self.drop_zones = tuple(at[zone] for zone in earth.drop_zones)
        #: Where Traitor Flees can send him.
        self.destinations = tuple(sorted({*self.label, *self.drop_zones}))
        self.glasshouse, self.furlow = kinds["glasshouse"], kinds["furlow"]
        self.nu_arcady, self.shuttle_base = kinds["nu_arcady"], kinds["shuttle_base"]
        found: dict[str, int] = {space.kind: at[space.id] for space in spaces}
        (
            self.shuttle_bay,
            self.gi_armoury,
            self.sick_bay,
            self.brig,
            self.lifepods,
            self.security_zone,
            self.bridge,
            self.battle_computer,
        ) = (found[kind] for kind in ON_MILLI_COM)
        self.near = [
            *(neighbours(len(earth.terrain), self.width, n) for n in range(self.earth)),
            *(tuple(at[other] for other in space.adjacent) for space in spaces),
        ]
        #: The sectors of Scum Sea, as bits.
        self.scum_sea = sum(1 << n for n in range(self.sectors) if self.is_sea[n])
        self.is_coastal = [
            self.is_sea[n] or (n < self.earth and any(self.is_sea[m] for m in self.near[n]))
            for n in range(self.sectors)
        ]
        for space in spaces:
            self.label[at[space.id]] = space.label
        #: Moves from sector to sector: over land, over anything, and on Milli-com without the Security Zone.
        self.land = self._distances(lambda n: not self.is_sea[n])
        self.air = self._distances(lambda n: True)
        self.long_way = self._distances(lambda n: n != self.security_zone and not self.is_sea[n])

    def _distances(self, is_open: Callable[[int], bool]) -> list[list[int]]:
        """From every sector to every other, entering only open ones."""
        return [self._from(start, is_open) for start in range(self.sectors)]

    def _from(self, start: int, is_open: Callable[[int], bool]) -> list[int]:
        far = [FAR] * self.sectors
        far[start] = 0
        edge = [start]
        while edge:
            following: list[int] = []
            for sector in edge:
                for other in self.near[sector]:
                    if far[other] == FAR and is_open(other):
                        far[other] = far[sector] + 1
                        following.append(other)
            edge = following
        return far

    def is_milli_com(self, sector: int) -> bool:
        return sector >= self.earth

    # Weapons: the types of ammunition first, then the items that are weapons

    def _arm(self, pack: Pack) -> None:
        ammunition = self.sheet.ammunition
        self.items: list[Item] = pack["items"]
        self.types = len(ammunition)
        self.most = tuple(a.most for a in ammunition)
        self.weapons: list[Weapon] = [a.weapon for a in ammunition]
        self.weapon_ids = [a.id for a in ammunition]
        self.weapon_labels = [a.label for a in ammunition]
        #: By item: its number as a weapon, -1 for what is none.
        self.item_weapon: list[int] = []
        for item in self.items:
            if item.weapon is None:
                self.item_weapon.append(NO_WEAPON)
            else:
                self.item_weapon.append(len(self.weapons))
                self.weapons.append(item.weapon)
                self.weapon_ids.append(item.id)
                self.weapon_labels.append(item.label)
        self._dice: dict[tuple[int, int, bool], int] = {}
        self._affecting: dict[tuple[int, bool], tuple[int, ...]] = {}

    def dice(self, weapon: int, categories: int, gp_proof: bool) -> int:
        """RT 16 The dice of one round against a target; 0 if it cannot be fired at it."""
        found = self._dice.get((weapon, categories, gp_proof))
        if found is None:
            names = [name for name, bit in CATEGORY.items() if bit & categories]
            found = self.weapons[weapon].dice_against(names, gp_proof)
            self._dice[weapon, categories, gp_proof] = found
        return found

    def affecting(self, categories: int, gp_proof: bool) -> tuple[int, ...]:
        """RT 16 The weapons that can be fired at a target."""
        found = self._affecting.get((categories, gp_proof))
        if found is None:
            weapons = range(len(self.weapons))
            found = tuple(weapon for weapon in weapons if self.dice(weapon, categories, gp_proof))
            self._affecting[categories, gp_proof] = found
        return found

    # Cards: one number for each, deck after deck

    def _deal(self, pack: Pack) -> None:
        self.card_ids: list[str] = []
        self.card_labels: list[str] = []
        self.deck: list[int] = []
        self.foes: list[Foe] = []
        self.item: list[int] = []  # by card, -1 for what is no item
        item_number = {item.id: n for n, item in enumerate(self.items)}
        for entry in pack["encounters"]:
            item = item_number[entry.item] if entry.item else -1
            foe = Foe(
                entry.side,
                sum(CATEGORY[name] for name in entry.categories),
                -1 if entry.initiative is None else entry.initiative,
                entry.firepower,
                entry.gp_proof,
                entry.double_damage,
                entry.no_surrender,
                entry.millifuzz,
                entry.supply,
                entry.lives,
                entry.companion,
                item,
            )
            for _ in self._copies(ENCOUNTER, entry.id, entry.label, entry.count):
                self.foes.append(foe)
                self.item.append(item)
        self.first = [0, len(self.foes)]
        self._deal_supplies(pack, item_number)
        self._deal_missions(pack)
        self.rogues: list[Rogue] = []
        self.rogue_designs: list[Rogue] = pack["rogues"]
        self._rogue_kinds: list[int] = []  # by Rogue card: its place in the designs
        for kind, rogue in enumerate(self.rogue_designs):
            for _ in self._copies(ROGUE, rogue.id, rogue.label, rogue.count):
                self.rogues.append(rogue)
                self._rogue_kinds.append(kind)
        self.first.append(len(self.card_ids))
        self.faces = pack["clues"].faces
        self.parts = pack["clues"].parts
        self.clue: list[int] = []  # by Clue card: face times parts plus part
        for kind, (face, part) in enumerate((face, part) for face in self.faces for part in self.parts):
            label = f"{face.label}'s {part.label}"
            name = f"{face.id}_{part.id}"
            self.clue += [kind for _ in self._copies(CLUE, name, label, pack["clues"].copies)]
        self.cards = len(self.card_ids)
        self.item += [-1] * (self.cards - len(self.item))
        self.destination = {
            card: self.at[foe.companion.destination]
            for card, foe in enumerate(self.foes)
            if foe.companion is not None
        }

    def _deal_supplies(self, pack: Pack, item_number: dict[str, int]) -> None:
        self.issues: list[Issue] = []
        for supply in pack["supplies"]:
            item = item_number[supply.item] if supply.item else -1
            ammunition = self.weapon_ids.index(supply.ammunition) if supply.ammunition else -1
            for _ in self._copies(SUPPLY, supply.id, supply.label, supply.count):
                self.issues.append(Issue(ammunition, supply.rounds, item))
                self.item.append(item)
        self.first.append(len(self.card_ids))

    def _deal_missions(self, pack: Pack) -> None:
        self.tasks: list[Task] = []
        brides = {name: card for card, name in enumerate(self.card_ids[: len(self.foes)])}
        missions: list[Mission] = pack["missions"]
        for mission in missions:
            place = self.at[mission.destination] if mission.destination else -1
            bride = brides[mission.bride] if mission.bride else -1
            task = Task(mission.kind, place, mission.task, bride)
            self.tasks += [task for _ in self._copies(MISSION, mission.id, mission.label, mission.count)]
        self.first.append(len(self.card_ids))

    def _copies(self, deck: int, name: str, label: str, count: int) -> range:
        self.card_ids += [name] if count == 1 else [f"{name}_{n + 1}" for n in range(count)]
        self.card_labels += [label] * count
        self.deck += [deck] * count
        return range(count)

    def rogue(self, card: int) -> Rogue:
        return self.rogues[card - self.first[ROGUE]]

    def rogue_kind(self, card: int) -> int:
        """Which kind of Rogue card it is; copies are of one kind."""
        return self._rogue_kinds[card - self.first[ROGUE]]

    def task(self, card: int) -> Task:
        return self.tasks[card - self.first[MISSION]]

    def issue(self, card: int) -> Issue:
        return self.issues[card - self.first[SUPPLY]]

    def clue_kind(self, card: int) -> int:
        """Face and part in one number."""
        return self.clue[card - self.first[CLUE]]

    def is_companion(self, card: int) -> bool:
        return card < len(self.foes) and self.foes[card].companion is not None

    def cards_of(self, deck: int) -> range:
        """The numbers of a deck's cards."""
        last = self.first[deck + 1] if deck < CLUE else self.cards
        return range(self.first[deck], last)

    # Names

    def _name_things(self) -> None:
        names = [name for name, _ in sorted(self.at.items(), key=lambda pair: pair[1])]
        labels = [
            f"{self.label[n]} ({name.upper()})"
            if n in self.label and n < self.earth
            else self.label.get(n, name.upper())
            for n, name in enumerate(names)
        ]
        self.sector_labels = labels
        clue_ids = [f"{face.id}_{part.id}" for face in self.faces for part in self.parts]
        clue_labels = [f"{face.label}'s {part.label}" for face in self.faces for part in self.parts]
        self.kinds: Kinds = {
            "sector": Names(names, labels),
            "card": Names(self.card_ids, self.card_labels),
            "weapon": Names(self.weapon_ids, self.weapon_labels),
            "ammunition": Names(self.weapon_ids[: self.types], self.weapon_labels[: self.types]),
            "slot": SLOT,
            "clue": Names(clue_ids, clue_labels),
            "rogue": Names([it.id for it in self.rogue_designs], [it.label for it in self.rogue_designs]),
            "face": Names(
                [face.id for face in self.faces], [face.label for face in self.faces], is_thing=False
            ),
            "good": Names(
                [*self.card_ids, *self.weapon_ids[: self.types]],
                [*self.card_labels, *self.weapon_labels[: self.types]],
            ),
            "category": CATEGORIES,
            "lot": Names(self._lot_id, self._lot_label, is_thing=False),
            "chips": Names(str, lambda n: "1 bio-chip" if n == 1 else f"{n} bio-chips", is_thing=False),
            "lives": Names(str, lambda n: "1 life" if n == 1 else f"{n} lives", is_thing=False),
        }

    def _lot_id(self, lot: int) -> str:
        """A lot in a trade as one number: 100 times the good, plus how many of it."""
        good, n = divmod(lot, 100)
        return self.card_ids[good] if good < self.cards else f"{n}_{self.weapon_ids[good - self.cards]}"

    def _lot_label(self, lot: int) -> str:
        good, n = divmod(lot, 100)
        return self.card_labels[good] if good < self.cards else f"{n} {self.weapon_labels[good - self.cards]}"


#: Boxes that have been made, by the name of their pack.
BOXES: dict[str, Box] = {}


def box_of(name: str) -> Box:
    """The box of a pack, made the first time."""
    box = BOXES.get(name)
    if box is None:
        box = BOXES[name] = Box(name, find_pack(name, KEY, PACK_FILES, PACK_FOLDER, check_pack))
    return box
