"""What a player, or a spectator, may know of a game: built up from nothing."""

from __future__ import annotations

import msgspec

from ...common.state import DISCARDS, IN_PLAY, MISSION, OPS, RESERVE, WON
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
    type: str
    #: The Point it is at; None if it was not assembled, or is lost.
    point: str | None
    is_lost: bool
    #: The same in a word.
    at: str
    is_disrupted: bool
    values: dict[str, int]
    cargo: list[Held]
    room: int
    cost: int
    in_task_force: bool
    has_broken_off: bool


class PointView(msgspec.Struct):
    """A Point of the map and what lies there; x and y from the planet at (0, 0)."""

    id: str
    label: str
    x: float
    y: float
    orbit: str
    is_node: bool
    #: Empty, "hidden", or the label of a revealed Intercept marker, which is this unit.
    marker: str
    unit: str | None
    has_base: bool


class MissionView(msgspec.Struct):
    """The Mission card as far as it is known, and what is done of it."""

    id: str
    title: str
    asks: str
    is_revealed: bool
    is_returning: bool
    #: What is done of it, in words.
    done: list[str]


class OpforView(msgspec.Struct):
    """OPFOR units that show the same side."""

    id: str
    label: str
    count: int
    weapons: int
    energy: int


class View(msgspec.Struct):
    """Everything that is shown."""

    planet: str
    phase: str
    net: int
    net_max: int
    points: int
    #: The Ops deck from the top, and the discards: titles of the cards this seat knows.
    ops: list[str | None]
    reserve: int
    discards: list[str | None]
    #: The Ops card in play, and what it says.
    in_play: str | None
    card: str
    mission: MissionView | None
    won: list[str]
    losses: int
    is_campaign: bool
    cleared: int
    markers: int
    ships: list[ShipView]
    #: Swarms that are out, or Pods being shifted.
    loose: list[Held]
    opfor: list[OpforView]
    map: list[PointView]
    ways: list[tuple[int, int]]
    #: The Point of the Task Force, and what it is called.
    point: str | None
    at: str


def view_of(s: Squadron, seat: int | None) -> View:
    """What this seat sees (None: a spectator)."""
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
        card=f"{box.ops[played[-1]].title}: {box.ops[played[-1]].text}" if played else "",
        mission=_mission(s, seat),
        won=[f"{card(c)} ({enhances(box.missions[c - len(box.ops)])})" for c in s.cards.zones[WON]],
        losses=s.losses,
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


def _mission(s: Squadron, seat: int | None) -> MissionView | None:
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
    """What a Mission card says, in one line."""
    orbit = next(orbital.label for orbital in box.map.orbitals if orbital.id == mission.orbit)
    where = [orbit, f"OPFOR NET{mission.opfor:+}" if mission.opfor else "OPFOR NET"]
    where += [f"NET at least {mission.net}"] if mission.net else []
    where += [f"Win/Lose {mission.win_lose}"] if mission.win_lose else []
    return f"{', '.join(where)}: {deed(box, mission)}"


def deed(box: SpaceBox, mission: Mission) -> str:
    """What is to be done there once the battle is won."""
    parts = [
        _clear(mission.clear),
        f"build an Orbital Base on a Node ({box.scenario.base_cost} AP)" if mission.build else "",
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
    """17.4 What a won card adds, in words."""
    gains = zip(VALUES, six(mission.enhancement), strict=True)
    return ", ".join(f"{name} +{n}" for name, n in gains if n) or "adds nothing"
