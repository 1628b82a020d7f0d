"""The state of Surface Combat: the Team, the map, and the verbs that change them. Totals are kept as units change."""

from __future__ import annotations

from enum import IntEnum

import msgspec

from sandtable.engine.state import KEPT

from ..common.state import WON, MissionEnded, TheatreOf, new_cards
from .printed.box import Kind, SurfaceBox, box_of
from .printed.files import Mission

#: Where a Friendly counter is: in its box, in the Team on its front (Gear: side A) or back (Gear: side B), eliminated.
BOX, FRONT, BACK, OUT = range(4)
NO_CADRE = "No Cadre is left on the map."


class Phase(IntEnum):
    """Where the game stands. Each phase is one turn of the engine; a battle has one a round."""

    SET_UP = 0
    RECRUIT = 1
    START = 2
    MOVE = 3
    CARD = 4
    EDGE = 5
    ROUND = 6
    ACTION = 7
    MISSION = 8
    OBJECTIVE = 9
    DEBRIEF = 10


class Moved(IntEnum):
    """How the Team moved in phase 1 of this Op."""

    NOT = 0
    MOVED = 1
    HOPPED = 2


class Team(TheatreOf[SurfaceBox], kw_only=True):
    """Everything that can change in Surface Combat."""

    phase: Phase = Phase.SET_UP
    #: Each Friendly counter's place and side, by number.
    units: list[int]
    #: What the Team's counters show together: icons by number, combat strength, what counts at an OPFOR Installation.
    icons: list[int] = msgspec.field(default_factory=lambda: [0] * 5)
    strength: int = 0
    siege: int = 0
    cadres: int = 0
    vehicles: int = 0
    #: Icons of Friendly Installations and of won Mission cards (16.4).
    enhancers: list[int] = msgspec.field(default_factory=lambda: [0] * 5)
    #: The Team's cell; -1 before it is placed.
    cell: int = -1
    nexus: int = -1
    taz: tuple[int, ...] = ()
    #: By Installation: 1 if it is Friendly.
    control: tuple[int, ...] = ()
    moved: Moved = Moved.NOT
    has_edge: bool = False
    #: Whether the player has said to fight on until one of their units is hit.
    keeps_fighting: bool = False
    is_mission_battle: bool = False
    #: Positives rolled for the Objective so far, by icon.
    scored: tuple[int, ...] = ()
    #: How the Mission ended, for the campaign.
    is_mission_won: bool = False
    #: The Mission card that was asked for, by number; -1: one is picked at random.
    asked_for: int = -1

    def __post_init__(self) -> None:
        if self.box is KEPT:
            self.keep()

    def keep(self) -> None:
        """Work out what is kept, from the facts alone."""
        self.box = box_of(self.pack)

    # Questions

    @property
    def mission_card(self) -> Mission:
        """9.1 The card of this Mission."""
        number = self.mission
        assert number is not None
        return self.box.missions[number]

    def value(self, icon: str) -> int:
        """16.3 All icons of a kind in the Team, and Enhancers."""
        number = self.box.icon[icon]
        return self.icons[number] + self.enhancers[number]

    def team(self) -> list[int]:
        """10.1 The units of the Team, by number."""
        return [unit for unit, place in enumerate(self.units) if BOX < place < OUT]

    def pieces(self) -> list[int]:
        """10.1 The counters of the Team with the sides they show, as questions and texts name them."""
        return [2 * unit + place - 1 for unit, place in enumerate(self.units) if BOX < place < OUT]

    def is_effective(self, unit: int) -> bool:
        """4.2 4.3 In the Team and not crashed; Gear always is."""
        place = self.units[unit]
        return place == FRONT or (place == BACK and self.box.kind[unit] is Kind.GEAR)

    def installation(self) -> int:
        """The Installation in the Team's cell, or -1."""
        return self.box.site[self.cell]

    def in_opfor_installation(self) -> bool:
        """Whether the Team is in the cell of an OPFOR Installation."""
        site = self.box.site[self.cell]
        return site >= 0 and not self.control[site]

    def in_friendly_installation(self) -> bool:
        """Whether the Team is in the cell of a Friendly Installation."""
        site = self.box.site[self.cell]
        return site >= 0 and self.control[site] == 1

    def team_strength(self) -> int:
        """15.5.1 The Team's combat strength where it stands."""
        return self.strength + (self.siege if self.siege and self.in_opfor_installation() else 0)

    def is_recruit_place(self) -> bool:
        """R-SC-36 A Settlement, a Friendly Installation or a TAZ."""
        here = self.cell
        return self.box.terrain[here].recruit or here in self.taz or self.in_friendly_installation()

    # Verbs

    def put(self, unit: int, place: int) -> None:
        """Move or turn a Friendly counter, and keep the Team's totals."""
        if self.units[unit] in (FRONT, BACK):
            self._count(unit, -1)
        self.units[unit] = place
        if place in (FRONT, BACK):
            self._count(unit, 1)

    def _count(self, unit: int, sign: int) -> None:
        box = self.box
        printed = box.printed[unit][self.units[unit] - 1]
        self.strength += sign * printed.combat
        self.siege += sign * printed.siege
        icons = self.icons
        for number, n in enumerate(printed.icons):
            if n:
                icons[number] += sign * n
        kind = box.kind[unit]
        if kind is Kind.CADRE:
            self.cadres += sign
        elif kind is Kind.VEHICLE:
            self.vehicles += sign

    def hit(self, unit: int) -> None:
        """15.5.2 A hit: an effective unit crashes, a crashed one is eliminated, Gear goes back to the Recruit Box."""
        if self.box.kind[unit] is Kind.GEAR:
            self.put(unit, BOX)
        elif self.units[unit] == FRONT:
            self.put(unit, BACK)
        else:
            self.put(unit, OUT)
            if not self.cadres:
                raise MissionEnded(False, NO_CADRE)

    def turn_installation(self, number: int, friendly: int) -> None:
        """19.0 An Installation changes hands, and its Enhancer with it."""
        self.control = (*self.control[:number], friendly, *self.control[number + 1 :])
        self.count_enhancers()

    def count_enhancers(self) -> None:
        """16.4 19.2 The icons of Friendly Installations, and those of won Mission cards."""
        box = self.box
        held = [i.icons for i, friendly in zip(box.installations, self.control, strict=True) if friendly]
        held += [box.missions[card - len(box.ops)].icons for card in self.cards.zones[WON]]
        self.enhancers = [sum(icons.count(icon) for icons in held) for icon in box.icons]


def piece(s: Team, unit: int) -> int:
    """A counter of the Team with the side it shows, as questions and texts name it."""
    return 2 * unit + s.units[unit] - 1


def begin(pack: str, *, is_campaign: bool, asked_for: int = -1, difficulty: str = "normal") -> Team:
    """The state before anything has happened; `asked_for` is the Mission that was chosen by name, by number."""
    box = box_of(pack)
    return Team(
        cards=new_cards(box),
        bin=list(box.bin),
        opfor=[0] * len(box.sides),
        pack=pack,
        units=[BOX] * len(box.units),
        control=(0,) * len(box.installations),
        is_campaign=is_campaign,
        asked_for=asked_for,
        difficulty=difficulty,
    )
