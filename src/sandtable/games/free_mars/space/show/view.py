"""A game as a player, or a spectator, may know it: built up from nothing."""

from __future__ import annotations

import msgspec

from ...common.show.cards import last_card
from ...common.show.debrief import DebriefView, debriefs_of
from ...common.state import DISCARDS, IN_PLAY, MISSION, OPS, RESERVE, WON
from ..cards.sentences import battle_text
from ..printed.box import SpaceBox, six
from ..printed.files import Mission, Special
from ..state import ASHORE, LOST, ON_MAP, Squadron

#: The values of a ship as the view names them.
VALUES = ("weapons", "energy", "cyber", "assembly", "bombardment", "troopers")


class Held(msgspec.Struct):
    """A Pod or marker that a ship carries, or that is out."""

    id: str
    label: str


class ShipView(msgspec.Struct):
    """A friendly ship: where it is, what it shows with its cargo, and what it carries."""

    id: str
    label: str
    type: str  #: What type of ship it is.
    point: str | None  #: The id of the Point it is at; None if it was not assembled, or is lost.
    is_lost: bool  #: Whether it is lost.
    at: str  #: Where it is in words: the label of its Point, "ashore" or "lost".
    is_disrupted: bool  #: Whether it shows its disrupted side.
    #: What it shows with its cargo: weapons, energy, cyber, assembly, bombardment and troopers.
    values: dict[str, int]
    cargo: list[Held]  #: The Pods and markers it carries.
    room: int  #: How many more Pods it can carry.
    cost: int  #: What it costs to assemble, in AP.
    in_task_force: bool  #: Whether it is in the Task Force.
    has_broken_off: bool  #: Whether it has broken off the battle.


class PointView(msgspec.Struct):
    """A Point of the map and what lies there; x and y from the planet at (0, 0)."""

    id: str
    label: str
    x: float  #: Where it lies, from the planet at 0; to the right.
    y: float  #: The same, downwards.
    orbit: str  #: The id of its Orbital; empty on a Track and for the Launch Point.
    is_node: bool  #: Whether it is a Node.
    marker: str  #: The Intercept marker: empty for none, "hidden", or the label of a revealed one.
    unit: str | None  #: The id of a revealed Intercept marker; None otherwise.
    has_base: bool  #: Whether the Orbital Base is here.


class MissionView(msgspec.Struct):
    """The Mission card as far as it is known, and what is done of it."""

    id: str
    title: str  #: Its title.
    asks: str  #: What it asks for, in one line.
    is_revealed: bool  #: Whether it is turned up.
    is_returning: bool  #: Whether only the return is left.
    done: list[str]  #: What is done of it, in words.


class OpforView(msgspec.Struct):
    """OPFOR units that show the same side."""

    id: str
    label: str
    count: int  #: How many there are.
    weapons: int  #: The Weapons of each.
    energy: int  #: The Energy of each.


class View(msgspec.Struct):
    """Everything that is shown. Things are named by the ids that `Board` lists, cards by their titles."""

    planet: str  #: The planet.
    phase: str  #: What comes next, in words.
    net: int  #: The NET Level.
    net_max: int  #: The highest NET Level.
    points: int  #: AP that are left.
    ops: list[str | None]  #: The Ops deck from the top: titles, None for a card the seat does not know.
    reserve: int  #: How many cards are in Reserve.
    discards: list[str | None]  #: The discards from the top, in the same way.
    in_play: str | None  #: The id of the Ops card in play; None for none.
    last: (
        str | None
    )  #: The id of the Ops card on top of the discards; None if there is none, or nobody has seen it.
    card: str  #: The Ops card in play in words: its title and what it says.
    mission: MissionView | None  #: The Mission, if the seat knows it.
    won: list[str]  #: The Missions won, each with what it adds.
    losses: int  #: How many Missions in a row were lost.
    missions: int  #: How many Missions the campaign has.
    difficulty: str  #: "easy", "normal" or "hard".
    fought: list[DebriefView]  #: The Missions of the campaign that are over, in order.
    is_campaign: bool  #: Whether this is a campaign.
    cleared: int  #: How many Intercept markers were cleared.
    markers: int  #: How many Intercept markers there are in a Mission.
    ships: list[ShipView]  #: The friendly ships.
    loose: list[Held]  #: Swarms that are out, or Pods being shifted.
    opfor: list[OpforView]  #: The OPFOR units in the battle.
    map: list[PointView]  #: The Points of the map.
    ways: list[tuple[int, int]]  #: The ways between Points, as pairs of places in `map`.
    point: str | None  #: The id of the Point of the Task Force; None if there is none.
    at: str  #: What that Point is called; empty if there is none.


def view_of(s: Squadron, seat: int | None) -> View:
    """The game as this seat sees it (None: a spectator)."""
    box = s.box
    card = box.kinds["card"].label

    def titles(zone: int) -> list[str | None]:
        return [None if c is None else card(c) for c in s.cards.seen(zone, seat)][::-1]

    played = s.cards.zones[IN_PLAY]
    sides = zip(s.opfor, box.sides, box.energies, strict=True)
    return View(
        planet=box.map.planet,
        phase=s.phase.name.lower().replace("_", " "),
        net=s.net,
        net_max=box.net_max,
        points=s.points,
        ops=titles(OPS),
        reserve=s.cards.count(RESERVE),
        discards=titles(DISCARDS),
        in_play=box.ops[played[-1]].id if played else None,
        last=last_card(s.box.ops, s.cards.seen(DISCARDS, seat)),
        card=f"{box.ops[played[-1]].title}: {box.texts[played[-1]]}" if played else "",
        mission=mission_of(s, seat),
        won=[f"{card(c)} ({enhances(box.missions[c - len(box.ops)])})" for c in s.cards.zones[WON]],
        losses=s.losses,
        missions=len(box.missions),
        difficulty=s.difficulty,
        fought=debriefs_of(s, lambda ship, _: box.ships[ship].label, lambda n: additions(box.missions[n])),
        is_campaign=s.is_campaign,
        cleared=s.cleared(),
        markers=box.scenario.intercepts,
        ships=[_ship(s, box, ship) for ship in range(len(box.ships))],
        loose=[_held(box, unit) for unit in s.loose],
        opfor=[OpforView(side.id, side.label, n, side.combat, energy) for n, side, energy in sides if n],
        map=[_point(s, box, point) for point in range(len(box.orbits.ids))],
        ways=[(a, b) for a, ways in enumerate(box.orbits.ways) for b in ways if a < b],
        point=box.orbits.ids[s.point] if s.tf else None,
        at=box.orbits.labels[s.point] if s.tf else "",
    )


def _held(box: SpaceBox, unit: int) -> Held:
    names = box.kinds["unit"]
    return Held(names.id(unit), names.label(unit))


def _ship(s: Squadron, box: SpaceBox, ship: int) -> ShipView:
    data, at = box.ships[ship], s.at[ship]
    places = {ASHORE: "ashore", LOST: "lost"}
    return ShipView(
        data.id,
        data.label,
        data.type,
        None if at in places else box.orbits.ids[at],
        at == LOST,
        places.get(at) or box.orbits.labels[at],
        s.is_flipped[ship],
        {name: s.ability(ship, n) for n, name in enumerate(VALUES)},
        [_held(box, unit) for unit in s.cargo[ship]],
        s.room(ship),
        data.cost,
        ship in s.tf,
        ship in s.off,
    )


def _point(s: Squadron, box: SpaceBox, point: int) -> PointView:
    orbits = box.orbits
    marker, unit = "hidden" if point in s.sites else "", None
    if point in s.shown:
        shown = s.markers.zones[ON_MAP][s.sites.index(point)]
        marker, unit = box.intercepts[shown].label, box.kinds["unit"].id(box.first_marker + shown)
    orbital = orbits.orbital[point]
    return PointView(
        orbits.ids[point],
        orbits.labels[point],
        round(orbits.places[point][0], 3),
        round(orbits.places[point][1], 3),
        "" if orbital is None else box.map.orbitals[orbital].id,
        orbits.is_node[point],
        marker,
        unit,
        s.base == point,
    )


def mission_of(s: Squadron, seat: int | None) -> MissionView | None:
    """The Mission if this seat knows the card: turned up, or the one that was asked for."""
    (known,) = s.cards.seen(MISSION, seat) or (None,)
    if known is None:
        return None
    mission = s.mission_card
    parts = (
        (s.is_built, "built"),
        (s.is_bombarded, "defences broken"),
        (s.is_assaulted, "assault done"),
        (s.is_special_done, "special objective done"),
        (s.is_returning, "returning"),
    )
    done = [text for is_done, text in parts if is_done]
    return MissionView(mission.id, mission.title, asks(s.box, mission), s.is_revealed, s.is_returning, done)


def asks(box: SpaceBox, mission: Mission) -> str:
    """The text of a Mission card."""
    orbit = next(orbital.label for orbital in box.map.orbitals if orbital.id == mission.orbit)
    where = f"{orbit}, NET Level {mission.net} or higher" if mission.net else orbit
    return f"{where}. {battle(box, mission)} After the battle: {deed(box, mission)}."


def battle(box: SpaceBox, mission: Mission) -> str:
    """The text of a Mission card about its battle."""
    return battle_text(box.sentences, mission)


def deed(box: SpaceBox, mission: Mission) -> str:
    """The work to be done there once the battle is won."""
    parts = [
        _clear(mission.clear),
        f"build an Orbital Base on a Node for {box.scenario.base_cost} Assembly Points"
        if mission.build
        else "",
        "bombard" if mission.bombard else "",
        "assault" if mission.assault else "",
        special_text(mission.special) if mission.special else "",
        "return" if mission.returns else "",
    ]
    return ", then ".join(filter(None, parts))


def _clear(markers: int) -> str:
    """9.3 How many Intercept markers must be cleared, in words."""
    if not markers:
        return ""
    return "clear 1 Intercept marker" if markers == 1 else f"clear {markers} Intercept markers"


def special_text(special: Special) -> str:
    """9.3 A special objective and the abilities that are rolled for it."""
    return f"{special.label} ({' and '.join(icon.title() for icon in special.icons)})"


def enhances(mission: Mission) -> str:
    """17.4 The bonus of a won card, in words."""
    return additions(mission) or "adds nothing"


def additions(mission: Mission) -> str:
    """17.4 The values that a won card adds; empty if it adds none."""
    gains = zip(VALUES, six(mission.enhancement), strict=True)
    return ", ".join(f"{name.title()} +{n}" for name, n in gains if n)
