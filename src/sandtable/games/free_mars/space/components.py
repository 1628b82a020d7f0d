"""The counters and the map of a set (chapters 1, 3 and 4): what a pack's files hold."""

from __future__ import annotations

import msgspec

#: The values of a counter, in the order of `Values`.
WEAPONS, ENERGY, CYBER, ASSEMBLY, BOMBARDMENT, TROOPERS = range(6)


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one side of a counter shows; what is not given is 0."""

    weapons: int = 0
    energy: int = 0
    cyber: int = 0
    assembly: int = 0
    bombardment: int = 0
    troopers: int = 0


class Ship(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.1 A friendly spaceship: combat effective on its front, Disrupted on its back."""

    id: str
    label: str
    type: str
    cost: int
    pods: int
    front: Values
    back: Values


class PodSide(Values, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """19.5 One side of a Pod. `swarm` is what it fires with once it is launched."""

    label: str
    swarm: int = 0


class Pod(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """19.1 A Pod: two sides, of which one is used."""

    id: str
    cost: int
    a: PodSide
    b: PodSide


class Intercept(Values, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """12.6 An Intercept marker: what it gives to the ship that holds it."""

    id: str
    label: str


class OpforSide(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one side of an OPFOR counter shows."""

    weapons: int = 0
    energy: int = 0


class Opfor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """4.1 An OPFOR unit and how many of it there are. One hit removes a Swarm, whichever side it shows."""

    id: str
    label: str
    count: int
    front: OpforSide
    back: OpforSide
    #: What it adds to the Tactical Edge of its side (16.4: 2 for a Cyborg ship).
    edge: int = 0
    swarm: bool = False


class Orbital(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """3.0 A ring of Points, clockwise."""

    id: str
    label: str
    ring: tuple[str, ...]


class Map(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """3.0 Orbitals, Tracks, the Launch Point, and the random location table of 12.1 (first die: line)."""

    planet: str
    launch: str
    close_orbit: str
    orbitals: tuple[Orbital, ...]
    tracks: tuple[tuple[str, ...], ...]
    random: tuple[tuple[str, ...], ...]


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """9.3 A special objective ("Scenario"): every ability named is rolled in Mission Resolution, as in 17.5."""

    label: str
    icons: tuple[str, ...]


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """9.0 A Mission card. What it asks for is done in this order: clear, build, bombard, assault, special, return."""

    id: str
    title: str
    #: The Orbital the Task Force must be in.
    orbit: str
    #: The mission battle is against NET + `opfor` units.
    opfor: int
    #: The NET Level that is needed.
    net: int
    clear: int = 0
    build: bool = False
    bombard: bool = False
    assault: bool = False
    special: Special | None = None
    returns: bool = False
    #: The counter that a returning ship must carry, if the card names one.
    carrying: str = ""
    #: 13.2 Win/Lose of the mission battle.
    win_lose: int = 0
    #: The last Mission of a campaign, played when the others are won (R-SP-2).
    final: bool = False
    #: 20.3 What the card adds once it is won.
    enhancement: Values = Values()


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """7.0 and 20.0: the numbers of a set."""

    net_start: int
    net_max: int
    #: Ops cards in the first deck.
    ops: int
    intercepts: int
    assembly_points: int
    assembly_points_final: int
    base_cost: int
    repair_cost: int
    #: R-SP-36 AP for each further Mission of a campaign, and instead of it if no ship is left.
    grant: int
    grant_without_ships: int
