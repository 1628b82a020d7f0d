"""What people see of Dark Cargo: the view of each side, and the board for the page and the terminal."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.engine import Seat, Thing
from sandtable.engine.parts import Area, Card, Colour, Counter, Pieces, Plan, Zone, laid

from .state import (
    AREA,
    CONVOY,
    CRATE,
    CRATES,
    ESCORT,
    FREIGHTERS,
    GONE,
    HOLD,
    JOINED,
    LANDED,
    LOOT,
    OWNER,
    PORTS,
    QUAY,
    SHIP,
    SUNK,
    WORTH,
    Sea,
)

SPOTS = [
    (0, 2.2), (1.9, 1.1), (1.9, 3.3), (3.8, 0), (3.8, 2.2), (3.8, 4.4), (5.7, 0), (5.7, 2.2), (5.7, 4.4),
    (7.6, 1.1), (7.6, 3.3), (9.5, 2.2),
]  # fmt: skip
COLOURS: tuple[Colour, ...] = ("blue", "red", "black")


class View(msgspec.Struct):
    """What one side knows. Crates are numbers of `CRATES`; None is a crate that it has not seen."""

    round: int
    #: The number of the side whose turn it is, and its dice.
    mover: int
    dice: list[int]
    #: By ship: the area it is in, or -1.
    where: list[int]
    #: By freighter: the crate in its hold; an empty list once the ship is gone.
    holds: list[list[int | None]]
    quay: list[int | None]
    landed: list[int | None]
    #: By corsair.
    loot: list[list[int | None]]
    sunk: list[int | None]
    #: By side.
    points: list[int]


def view(s: Sea, seat: int | None) -> View:
    """What a side may know, built up from nothing: `seen` gives None for a crate it has not seen."""
    corsairs = range(1, s.corsairs + 1)
    return View(
        round=s.round,
        mover=s.mover,
        dice=s.dice[:],
        where=s.where[:],
        holds=[s.crates.seen(HOLD + ship, seat) for ship in FREIGHTERS],
        quay=s.crates.seen(QUAY, seat),
        landed=s.crates.seen(LANDED, seat),
        loot=[s.crates.seen(LOOT + side, seat) for side in corsairs],
        sunk=s.crates.seen(SUNK, seat),
        points=[s.points(side) for side in (CONVOY, *corsairs)],
    )


def plan(seats: Sequence[Seat]) -> Plan:
    """What never changes: twelve areas with lines between them, zones for crates, and the faces of the crates."""
    areas = []
    for n, (x, y) in enumerate(SPOTS):
        joined = tuple(AREA.id(other) for other in JOINED[n])
        colour: Colour = "green" if n in PORTS else "sand"
        text = "A port: no raider may enter." if n in PORTS else ""
        height = 3.4 if n in PORTS else 1.9
        areas.append(Area("area", AREA.id(n), x, y, 1.7, height, joined, colour=colour, text=text))
    tray = Area("tray", "dice", 4.75, 6.3, width=5, height=1.5, label="Dice to spend")
    holds = [
        Zone("hold", SHIP.id(ship), label=f"Hold of {SHIP.label(ship)}", seat="convoy") for ship in FREIGHTERS
    ]
    zones = [
        *holds,
        Zone("pile", "quay", label="Left on the quay", seat="convoy"),
        Zone("pile", "landed", label="Landed", colour="blue"),
        *[
            Zone("loot", seat.id, label=f"Loot of {seat.label}", colour=COLOURS[n])
            for n, seat in enumerate(seats)
            if n
        ],
        Zone("pile", "sunk", label="Sunk"),
    ]
    crates = [
        Card(
            "crate",
            id,
            label=CRATE.label(n).split(" (")[0],
            number=worth or None,
            symbol="crate" if worth else "skull",
            colour="orange" if worth else "red",
            text=f"Worth {worth}." if worth else "Sinks the raider that boards its ship.",
        )
        for n, (id, worth) in enumerate(CRATES)
    ]
    return Plan([*areas, tray], zones, crates)


def pieces(view: View, seats: Sequence[Seat]) -> Pieces:
    """What stands on the plan, made from a view alone. A freighter shows the worth of its crate to those who know it."""
    counters = []
    for ship, area in enumerate(view.where):
        if area != GONE:
            crate = view.holds[ship][0] if ship in FREIGHTERS and view.holds[ship] else None
            symbol = "ship" if ship in FREIGHTERS else "shield" if ship == ESCORT else "sword"
            number = None if crate is None else WORTH[crate]
            at = Thing("area", AREA.id(area))
            counters.append(Counter("ship", SHIP.id(ship), at, symbol, COLOURS[OWNER[ship]], number))
    for n, die in enumerate(view.dice):
        counters.append(Counter("die", str(n), Thing("tray", "dice"), "", COLOURS[view.mover], die, "Die"))
    lying = {
        SHIP.id(ship): laid("crate", CRATE, hold) for ship, hold in zip(FREIGHTERS, view.holds, strict=True)
    }
    for zone, crates in (("quay", view.quay), ("landed", view.landed), ("sunk", view.sunk)):
        lying[zone] = laid("crate", CRATE, crates)
    for seat, loot in zip(seats[1:], view.loot, strict=True):
        lying[seat.id] = laid("crate", CRATE, loot)
    return Pieces(counters, lying)
