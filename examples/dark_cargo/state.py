"""Every fact of a game of Dark Cargo, and the verbs that change it. Nothing else touches these lists."""

from __future__ import annotations

from sandtable.engine import Cards, Names, State

# Areas. A line joins two of them.
AREA = Names(
    [
        "tarn",
        "cinder",
        "drift",
        "shoal",
        "lantern",
        "maw",
        "rook",
        "veil",
        "anvil",
        "spindle",
        "gale",
        "haven",
    ]
)
TARN, CINDER, DRIFT, SHOAL, LANTERN, MAW, ROOK, VEIL, ANVIL, SPINDLE, GALE, HAVEN = range(12)
PORTS = (TARN, HAVEN)
LINES = [
    (TARN, CINDER), (TARN, DRIFT),
    (CINDER, DRIFT), (CINDER, SHOAL), (CINDER, LANTERN), (DRIFT, LANTERN), (DRIFT, MAW),
    (SHOAL, LANTERN), (LANTERN, MAW), (SHOAL, ROOK), (SHOAL, VEIL), (LANTERN, VEIL), (MAW, VEIL), (MAW, ANVIL),
    (ROOK, VEIL), (VEIL, ANVIL), (ROOK, SPINDLE), (VEIL, SPINDLE), (VEIL, GALE), (ANVIL, GALE),
    (SPINDLE, GALE), (SPINDLE, HAVEN), (GALE, HAVEN),
]  # fmt: skip
JOINED = [[b if a == area else a for a, b in LINES if area in (a, b)] for area in range(12)]

# Crates: the cards of this game. A mine is worth nothing and sinks the raider that boards its ship.
CRATES = [
    ("medicine", 5), ("reactor", 4), ("seeds", 3), ("optics", 3), ("alloy", 2), ("ore", 1), ("mine_a", 0), ("mine_b", 0),
]  # fmt: skip
WORTH = [worth for _, worth in CRATES]
CRATE = Names(
    [id for id, _ in CRATES],
    [f"{id.title()} ({worth})" if worth else f"Mine {id[-1].upper()}" for id, worth in CRATES],
)

# Sides, and the ships of each: four freighters and an escort, and two raiders for each corsair.
CONVOY, RED, BLACK = 0, 1, 2
SHIP = Names(["auk", "brant", "curlew", "dunlin", "merlin", "adder", "boa", "cobra", "python"])
FREIGHTERS, ESCORT = range(4), 4
OWNER = [CONVOY] * 5 + [RED] * 2 + [BLACK] * 2
LAIR = [TARN] * 5 + [ROOK, ANVIL, SPINDLE, GALE]
GONE = -1

# Zones of crates: one for each place a crate can be in.
DECK, QUAY, SUNK, LANDED, LOOT, HOLD = 0, 1, 2, 3, 3, 6  # LOOT + side, HOLD + freighter

FAST = 5  # a die of this much takes a ship two areas far
ROUNDS = 7


class Sea(State):
    """Where every crate and every ship is, the dice still to be spent, and whose turn it is."""

    crates: Cards
    where: list[int]
    dice: list[int]
    corsairs: int = 1
    round: int = 0
    mover: int = CONVOY

    # Questions

    def ships_of(self, side: int) -> list[int]:
        """The ships of a side that are at sea."""
        return [ship for ship, area in enumerate(self.where) if area != GONE and OWNER[ship] == side]

    def freighters(self) -> list[int]:
        """The freighters that are at sea."""
        return [ship for ship in FREIGHTERS if self.where[ship] != GONE]

    def here(self, ship: int, side: int) -> list[int]:
        """The ships of a side in the area of a ship."""
        return [other for other in self.ships_of(side) if self.where[other] == self.where[ship]]

    def is_barred(self, ship: int, area: int) -> bool:
        """Whether an enemy keeps a ship from sailing through an area: a raider a freighter, the escort a raider."""
        if ship in FREIGHTERS:
            return area in self.where[ESCORT + 1 :]
        return OWNER[ship] != CONVOY and area == self.where[ESCORT]

    def crate_of(self, ship: int) -> int:
        """The crate in a freighter's hold."""
        (crate,) = self.crates.zones[HOLD + ship]
        return crate

    def points(self, side: int) -> int:
        """The worth of what the Convoy has landed, or of a corsair's loot."""
        return sum(WORTH[crate] for crate in self.crates.zones[LOOT + side])

    # Verbs

    def load(self, crate: int, ship: int) -> None:
        """Put a crate from the quay into a hold; only the Convoy knows which."""
        self.crates.give(crate, HOLD + ship)

    def pay(self, die: int) -> None:
        """Spend a die."""
        self.dice.remove(die)

    def sail(self, ship: int, area: int) -> None:
        """Move a ship."""
        self.where[ship] = area

    def unload(self, ship: int, zone: int) -> int:
        """Take a freighter off the board and put its crate where everybody sees it."""
        crate = self.crate_of(ship)
        self.crates.play(crate, zone)
        self.where[ship] = GONE
        return crate

    def sink(self, ship: int) -> None:
        """Take a ship off the board."""
        self.where[ship] = GONE

    def next_side(self) -> None:
        """Let the next side play; after the last corsair a new round begins."""
        self.dice.clear()
        self.mover += 1
        if self.mover > self.corsairs:
            self.mover = CONVOY
            self.round += 1


def sea(corsairs: int) -> Sea:
    """The sea before anything has happened."""
    zones = [range(len(CRATES)), *[()] * (HOLD + len(FREIGHTERS) - 1)]
    where = [LAIR[ship] if OWNER[ship] <= corsairs else GONE for ship in range(len(OWNER))]
    return Sea(Cards.dealt(zones, seats=1 + corsairs), where, [], corsairs)
