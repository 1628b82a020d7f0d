"""The counters and the map of a set (chapters 1, 3 and 4): what a pack's files hold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from sandtable.engine import Prose

from ...common.printed.files import OpsCard, TableLine

#: A value printed on a counter or a card, an amount of AP, a number that may be taken off, and a level of the NET track.
Small = Annotated[int, msgspec.Meta(ge=0, le=20)]
Price = Annotated[int, msgspec.Meta(ge=0, le=99)]
Modifier = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Level = Annotated[int, msgspec.Meta(ge=1, le=20)]
#: The abilities that dice are rolled for.
Icon = Literal["cyber", "assembly", "bombardment", "troopers"]
#: The values of a counter, in the order of `Values`.
WEAPONS, ENERGY, CYBER, ASSEMBLY, BOMBARDMENT, TROOPERS = range(6)


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The values on one side of a counter; those that are not given are 0."""

    weapons: Small = 0
    energy: Small = 0
    cyber: Small = 0
    assembly: Small = 0
    bombardment: Small = 0
    troopers: Small = 0


class Ship(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.1 A friendly spaceship: combat effective on its front, Disrupted on its back."""

    id: str
    label: Prose
    type: Prose
    cost: Price
    pods: Small
    front: Values
    back: Values


class PodSide(Values, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """19.5 One side of a Pod. `swarm` is what it fires with once it is launched."""

    label: Prose
    swarm: Small = 0


class Pod(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """19.1 A Pod: two sides, of which one is used."""

    id: str
    cost: Price
    a: PodSide
    b: PodSide


class Intercept(Values, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """12.6 An Intercept marker: what it gives to the ship that holds it."""

    id: str
    label: Prose


class OpforValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The values on one side of an OPFOR counter."""

    weapons: Small = 0
    energy: Small = 0


class Opfor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """4.1 An OPFOR unit and how many of it there are. One hit removes a Swarm, whichever side it shows."""

    id: str
    label: Prose
    count: Annotated[int, msgspec.Meta(ge=1, le=99)]
    front: OpforValues
    back: OpforValues
    #: What it adds to the Tactical Edge of its side (16.4: 2 for a Cyborg ship).
    edge: Modifier = 0
    swarm: bool = False


class Orbital(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """3.0 A ring of Points, clockwise."""

    id: str
    label: Prose
    ring: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class Map(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """3.0 Orbitals, Tracks, the Launch Point, and the random location table of 12.1 (first die: line)."""

    planet: Prose
    launch: str
    close_orbit: str
    orbitals: tuple[Orbital, ...]
    tracks: tuple[tuple[str, ...], ...]
    random: tuple[tuple[str, ...], ...]


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """9.3 A special objective ("Scenario"): every ability named is rolled in Mission Resolution, as in 17.5."""

    label: Prose
    icons: Annotated[tuple[Icon, ...], msgspec.Meta(min_length=1)]


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """9.0 A Mission card. What it asks for is done in this order: clear, build, bombard, assault, special, return."""

    id: str
    title: Prose
    #: The Orbital the Task Force must be in.
    orbit: str
    #: The mission battle is against NET + `opfor` units.
    opfor: Modifier
    #: The NET Level that is needed; 0: any will do.
    net: Small
    clear: Price = 0
    build: bool = False
    bombard: bool = False
    assault: bool = False
    special: Special | None = None
    returns: bool = False
    #: The counter that a returning ship must carry, if the card names one.
    carrying: str = ""
    #: 13.2 Win/Lose of the mission battle.
    win_lose: Small = 0
    #: The last Mission of a campaign, played when the others are won (R-SP-2).
    final: bool = False
    #: 20.3 What the card adds once it is won.
    enhancement: Values = Values()


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """7.0 and 20.0: the numbers of a set."""

    net_start: Level
    net_max: Level
    #: Ops cards in the first deck.
    ops: Annotated[int, msgspec.Meta(ge=1, le=99)]
    intercepts: Price
    assembly_points: Price
    assembly_points_final: Price
    base_cost: Price
    repair_cost: Price
    #: R-SP-36 AP for each further Mission of a campaign, and instead of it if no ship is left.
    grant: Price
    grant_without_ships: Price


PACK_FILES: dict[str, Any] = {
    "map": Map,
    "ships": list[Ship],
    "pods": list[Pod],
    "intercepts": list[Intercept],
    "opfor": list[Opfor],
    "actions": list[TableLine],
    "ops": list[OpsCard],
    "missions": list[Mission],
    "scenario": Scenario,
}
PACK_FOLDER = Path(__file__).parent / "packs"
LESSON_FOLDER = Path(__file__).parent / "lessons"
