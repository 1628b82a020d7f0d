"""The state of Space Combat, and the verbs that keep ships, Pods and Intercept markers where they belong."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache

import msgspec

from sandtable.engine import Cards
from sandtable.engine.state import KEPT

from ..common.state import WON, MissionEnded, TheatreOf, new_cards
from .printed.box import ICONS, SpaceBox, box_of
from .printed.files import CYBER, ENERGY, WEAPONS, Mission

#: Where a ship is when it is in no Point: beside the map, or lost for this Mission.
ASHORE, LOST = -1, -2
#: Where an Intercept marker can lie. Those on the map lie in the order of `sites`.
POOL, ON_MAP, HELD, GONE = range(4)
#: No Orbital Base.
NOWHERE = -1
NO_SHIPS = "No friendly spaceship is left."
ABILITY = {icon: n for n, icon in enumerate(ICONS, CYBER)}


class Phase(IntEnum):
    """Where the game stands: the next stretch of rules."""

    SET_UP = 0
    ASSEMBLE = 1
    DECLARE = 2
    MOVE = 3
    OPS_CARD = 4
    COMBAT = 5
    ROUND = 6
    SPECIAL = 7
    RESOLUTION = 8
    OBJECTIVE = 9


class Squadron(TheatreOf[SpaceBox], kw_only=True):
    """Where every ship, Pod and marker is, and what has been done of the Mission."""

    #: The Intercept markers; only those that were turned up are known.
    markers: Cards
    #: By ship: its Point (or ASHORE, LOST), whether it is Disrupted, and the counters it carries.
    at: list[int]
    is_flipped: list[bool]
    cargo: list[tuple[int, ...]]
    #: The Points of the markers that lie on the map, in their order.
    sites: tuple[int, ...] = ()
    #: Those of them where the marker is revealed.
    shown: tuple[int, ...] = ()
    phase: Phase = Phase.SET_UP
    scenario: str = "mission"
    #: The first Mission, by number, if it was chosen by name.
    asked_for: int = -1
    #: The Task Force of this turn, where it is, and which ships have broken off.
    tf: tuple[int, ...] = ()
    point: int = 0
    off: tuple[int, ...] = ()
    #: Pods that are on no ship just now: launched Swarms, or Pods being shifted.
    loose: tuple[int, ...] = ()
    #: The ships that carried them.
    home: dict[int, int] = msgspec.field(default_factory=dict)
    has_edge: bool = False
    #: Whether the player has said that these always go back to the ships they came from.
    keeps_pods: bool = False
    #: Whether the player has said to go on firing until one of their units is hit.
    keeps_firing: bool = False
    is_mission_battle: bool = False
    base: int = NOWHERE
    #: Parts of the objective that are done.
    is_built: bool = False
    is_bombarded: bool = False
    is_assaulted: bool = False
    is_special_done: bool = False
    is_returning: bool = False
    #: Markers placed with a ship in this Mission.
    captured: int = 0

    def __post_init__(self) -> None:
        if self.box is KEPT:
            self.keep()

    def keep(self) -> None:
        """Work out what is kept, from the facts alone."""
        self.box = box_of(self.pack)

    # Questions about ships

    def in_space(self) -> list[int]:
        """All friendly ships on the map."""
        return [ship for ship, at in enumerate(self.at) if at >= 0]

    def ships_at(self, point: int) -> list[int]:
        return [ship for ship, at in enumerate(self.at) if at == point]

    def active(self) -> list[int]:
        """16.4.3 The ships of the Task Force that can still act in this turn: those that have not broken off."""
        off = self.off
        return [ship for ship in self.tf if ship not in off] if off else list(self.tf)

    def ability(self, ship: int, number: int) -> int:
        """4.2 19.2 The ability a ship shows on its side, and that of what it carries if it is not Disrupted."""
        box = self.box
        if self.is_flipped[ship]:
            return box.ship_values[ship][1][number]
        value = box.ship_values[ship][0][number]
        for unit in self.cargo[ship]:
            value += box.gives[unit][number]
        return value

    def energy(self, ship: int) -> int:
        """11.1 19.5 The Energy of a ship, with Fuel."""
        return self.ability(ship, ENERGY)

    def symbols(self, icon: str) -> int:
        """17.3 The symbols of a kind among the units of the Task Force."""
        number, total = ABILITY[icon], 0
        for ship in self.active():
            total += self.ability(ship, number)
        return total

    def value(self, icon: str) -> int:
        """17.3 17.4 The value for an action: symbols in the Task Force and won Mission cards."""
        return self.symbols(icon) + self.enhanced(ABILITY[icon])

    def enhanced(self, number: int) -> int:
        """17.4 20.3 The bonus of won Mission cards."""
        return enhancement(self.pack, tuple(self.cards.zones[WON]), number) if self.cards.zones[WON] else 0

    def room(self, ship: int) -> int:
        """19.2 How many more Pods a ship can carry."""
        return self.box.holds[ship] - len(self.cargo[ship])

    def strength(self, ships: Sequence[int]) -> int:
        """16.5 Weapons of these ships, of the launched Swarms, and of won Mission cards."""
        swarms = self.box.swarms
        guns = sum([self.ability(ship, WEAPONS) for ship in ships])
        if self.loose:
            guns += sum([swarms[unit] for unit in self.loose])
        return guns + self.enhanced(WEAPONS) if ships or self.loose else 0

    def in_battle(self) -> list[int]:
        """16.1 All friendly ships in the Point fight, unless they have broken off in this turn."""
        off, here = self.off, self.ships_at(self.point)
        return [ship for ship in here if ship not in off] if off else here

    # Questions about Pods and markers

    def pods_left(self) -> list[int]:
        """19.4 The sides of Pods that are not in play."""
        box = self.box
        first = box.first_pod
        free = [True] * (box.base - first + 1)
        for held in (*self.cargo, self.loose):
            for unit in held:
                place = (unit - first) & ~1
                free[place] = free[place + 1] = False
        return [unit for unit in range(first, box.first_marker) if free[unit - first]]

    def is_hidden(self, point: int) -> bool:
        """12.3 Whether an unrevealed marker lies in a Point."""
        return point in self.sites and point not in self.shown

    def hidden_sites(self) -> list[int]:
        """The Points with a marker that is not revealed."""
        shown = self.shown
        return [site for site in self.sites if site not in shown]

    def cleared(self) -> int:
        """R-SP-11 Markers placed with a ship, removed or revealed."""
        return self.box.scenario.intercepts - len(self.hidden_sites())

    @property
    def mission_card(self) -> Mission:
        """The card of this Mission."""
        number = self.mission
        assert number is not None
        card: Mission = self.box.missions[number]
        return card

    # Verbs

    def load(self, unit: int, ship: int) -> None:
        """19.2 A Pod or a marker is placed with a ship."""
        self.cargo[ship] = (*self.cargo[ship], unit)

    def unload(self, unit: int) -> int:
        """A Pod or a marker leaves the ship that carries it; the rule says where it goes. Returns the ship."""
        ship = next(ship for ship, held in enumerate(self.cargo) if unit in held)
        self.cargo[ship] = tuple(u for u in self.cargo[ship] if u != unit)
        return ship

    def discard(self, unit: int) -> int:
        """A Pod goes back to the pool, a marker out of play. Returns the ship that carried it."""
        if unit >= self.box.first_marker:
            self.markers.give(unit - self.box.first_marker, GONE)
        return self.unload(unit)

    def flip(self, ship: int) -> None:
        self.is_flipped[ship] = True

    def repair(self, ship: int) -> None:
        self.is_flipped[ship] = False

    def hit_ship(self, ship: int) -> None:
        """16.5 A hit flips an effective ship and eliminates one that is flipped."""
        if self.is_flipped[ship]:
            self.lose_ship(ship)
        else:
            self.is_flipped[ship] = True

    def lose_ship(self, ship: int) -> None:
        """16.9 19.2 A ship is eliminated with everything it carries; without any ship the Mission is lost (R-SP-4)."""
        for unit in self.cargo[ship]:
            self.discard(unit)
        self.at[ship], self.is_flipped[ship] = LOST, False
        self.tf = tuple(other for other in self.tf if other != ship)
        if not any(at >= 0 for at in self.at):
            raise MissionEnded(False, NO_SHIPS)

    def turn_up(self, point: int) -> int:
        """12.4 The marker in a Point is revealed. Returns its number among the counters."""
        marker = self.markers.zones[ON_MAP][self.sites.index(point)]
        self.markers.reveal([marker])
        if point not in self.shown:
            self.shown = (*self.shown, point)
        return self.box.first_marker + marker

    def take_marker(self, point: int, to: int) -> None:
        """A marker leaves the map, face as it is."""
        place = self.sites.index(point)
        self.markers.give(self.markers.zones[ON_MAP][place], to)
        self.sites = (*self.sites[:place], *self.sites[place + 1 :])
        self.shown = tuple(site for site in self.shown if site != point)


@cache
def enhancement(pack: str, won: tuple[int, ...], number: int) -> int:
    """20.3 The bonus of the won Mission cards to a value."""
    box = box_of(pack)
    cards = (msgspec.structs.astuple(box.missions[card - len(box.ops)].enhancement) for card in won)
    return sum(card[number] for card in cards)


def begin(pack: str, scenario: str, asked_for: int = -1, difficulty: str = "normal") -> Squadron:
    """The state before anything has happened; `asked_for` is the Mission that was chosen by name, by number."""
    box = box_of(pack)
    ships = len(box.ships)
    return Squadron(
        cards=new_cards(box),
        markers=Cards.dealt([range(len(box.intercepts)), (), (), ()], seats=1),
        bin=list(box.bin),
        opfor=[0] * len(box.sides),
        at=[ASHORE] * ships,
        is_flipped=[False] * ships,
        cargo=[()] * ships,
        pack=pack,
        scenario=scenario,
        asked_for=asked_for,
        difficulty=difficulty,
        is_campaign=scenario == "campaign",
    )
