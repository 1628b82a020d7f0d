"""The judgements of the house player of Space Combat: what things are worth, where to go, what is still missing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ...common.cards.effects import Choose, GainOps, Net, Points, Reveal, RevealIntercept
from ...common.state import MISSION, PLAYER
from ..printed.box import box_of
from ..printed.files import ASSEMBLY, BOMBARDMENT, CYBER, TROOPERS, WEAPONS, Mission
from ..rules.missions import counts, is_building_site
from ..state import ABILITY, Squadron

#: With this many Disrupted ships, repairs come first: once the Mission is known, and before that.
HURT, HURT_EARLY = 2, 3
#: What it is worth that a ship can take two hits, and what share of its worth an ability keeps on a Pod.
TOUGH, FRAGILE = 1.0, 0.6
#: What a counter without a price is taken to cost.
FREE = 0.1
#: What the counter that must be brought home is worth.
PRIZE = 10.0


def known_mission(s: Squadron) -> Mission | None:
    """The Mission, if the player knows the card."""
    pile = s.cards.zones[MISSION]
    return s.mission_card if pile and s.cards.knows(PLAYER, pile[0]) else None


def wish(s: Squadron, unit: int) -> float:
    """The value of a counter to the squadron now, for each AP it costs."""
    box = s.box
    if unit == prize(s):
        return PRIZE
    if unit < box.first_pod:
        gives = box.ship_values[unit][0]
        return (gives[WEAPONS] + TOUGH + wanted(s, gives)) / max(FREE, box.cost(unit))
    other = unit + 1 if (unit - box.first_pod) % 2 == 0 else unit - 1
    worth = box.swarms.get(unit, 0) - 0.3 * box.swarms.get(other, 0) + FRAGILE * wanted(s, box.gives[unit])
    return (worth + 0.3) / max(FREE, box.cost(unit))


def wanted(s: Squadron, gives: Sequence[int]) -> float:
    """The value of the abilities that the squadron lacks: of the first, second ... point of each."""
    worth = 0.0
    for ability, weights in needs(s).items():
        if gives[ability]:
            has = sum(s.ability(ship, ability) for ship in s.in_space())
            worth += sum(weights[has : has + gives[ability]])
    return worth


def needs(s: Squadron) -> dict[int, tuple[float, ...]]:
    """The value of the first, second ... point of each ability, by what the Mission asks for as far as it is known."""
    mission = known_mission(s)
    need: dict[int, tuple[float, ...]] = {CYBER: (5.0, 3.0), ASSEMBLY: (4.0, 3.5)}
    if mission is None or mission.bombard:
        need[BOMBARDMENT] = (3.0,) if mission is None else (5.0, 2.0)
    if mission is not None and mission.assault:
        need[TROOPERS] = (3.0, 2.0, 2.0, 2.0)
    if mission is not None and mission.special is not None:
        for icon in mission.special.icons:
            need.setdefault(ABILITY[icon], (5.0, 2.0))
    return need


def prize(s: Squadron) -> int | None:
    """9.3 The counter that a returning ship must carry, if the Mission is known and names one."""
    mission = known_mission(s)
    return s.box.number[mission.carrying] if mission is not None and mission.carrying else None


def homeward(s: Squadron, point: int) -> int:
    """How far it is to the Launch Point or the Orbital Base."""
    distance = s.box.orbits.distance[point]
    return min(distance[home] for home in (s.box.orbits.launch, s.base) if home >= 0)


def targets(s: Squadron, mission: Mission | None) -> list[int]:
    """The Points to go to: home, the place of the Mission, or the Low orbit while that is unknown."""
    box = s.box
    orbits = box.orbits
    if s.is_returning:
        return [home for home in (orbits.launch, s.base) if home >= 0]
    if mission is not None:
        if mission.bombard and not s.is_bombarded:
            return [orbits.close_orbit]
        orbit = box.orbit_of[mission.orbit]
        points = [p for p, o in enumerate(orbits.orbital) if o == orbit]
        return [p for p in points if orbits.is_node[p]] if mission.build and not s.is_built else points
    return orbits.ways[orbits.close_orbit]


def marker_worth(s: Squadron, point: int, mission: Mission | None) -> float:
    """The value of ending on a marker: AP and gear; one more OPFOR unit if it is hidden."""
    if point not in s.sites or s.is_returning:
        return 0.0
    if point in s.shown:
        return 1.2
    if mission is not None and mission.clear:
        return 1.5 if s.cleared() < mission.clear else -0.5
    return 0.3 if mission is None else -1.5


def is_near(s: Squadron, mission: Mission) -> bool:
    """Whether the Task Force is in the place of the Mission, or next to it."""
    distance = s.box.orbits.distance[s.point]
    return min(distance[point] for point in targets(s, mission)) <= 1


def flipped(s: Squadron) -> list[int]:
    """Disrupted ships with the Task Force."""
    return [ship for ship in s.ships_at(s.point) if s.is_flipped[ship]]


def reserve(s: Squadron) -> int:
    """AP that are kept for an Orbital Base."""
    mission = known_mission(s) if s.is_revealed else None
    unbuilt = mission is None or (mission.build and not s.is_built)
    return s.box.scenario.base_cost if unbuilt else 0


def wants_assembly(s: Squadron) -> bool:
    """Whether there is a base to build that counts, or too many ships to repair."""
    if s.is_revealed:
        if s.mission_card.build and not s.is_built and counts(s) and is_building_site(s):
            return s.points >= s.box.scenario.base_cost
        return len(flipped(s)) >= HURT
    return len(flipped(s)) >= HURT_EARLY


def wants_net_run(s: Squadron) -> bool:
    """Whether there is something to find out, or the NET Level is too low."""
    if not s.is_revealed:
        return True
    mission = s.mission_card
    if mission.clear and s.cleared() < mission.clear:
        return True
    if mission.build and not s.is_built and s.points < s.box.scenario.base_cost:
        return True
    return wants_net(s, mission)


def wants_net(s: Squadron, mission: Mission) -> bool:
    """Whether the Task Force is in the place of the Mission and only the NET Level is missing."""
    return s.net < mission.net and not s.is_returning and s.point in targets(s, mission)


@cache
def effects_of(pack: str) -> dict[str, tuple[Any, ...]]:
    """The effects of each outcome of a table line and each way of a card, by its id."""
    box = box_of(pack)
    ways = [way for line in box.lines.values() for way in line.outcomes]
    ways += [way for effect in box.effects if isinstance(effect, Choose) for way in effect.ways]
    return {way.id: way.effects for way in ways}


def way_with(s: Squadron, values: Sequence[Any], kind: type[Any]) -> Any:
    """The option that does something of a kind; NET counts only upwards. None if there is none."""
    for value in values:
        for effect in effects_of(s.pack).get(value.id, ()):
            if isinstance(effect, kind) and getattr(effect, "n", 1) > 0:
                return value
    return None


def wishes(s: Squadron) -> list[type[Any]]:
    """Outcomes of a NET Run, the best first."""
    if not s.is_revealed:
        return [Reveal, GainOps, Points]
    mission = s.mission_card
    found: list[type[Any]] = []
    if mission.clear and s.cleared() < mission.clear:
        found.append(RevealIntercept)
    if mission.build and not s.is_built and s.points < s.box.scenario.base_cost:
        found.append(Points)
    if wants_net(s, mission):
        found.append(Net)
    return [*found, GainOps, Points]


def deed_chance(s: Squadron) -> float:
    """The chance that the objective is done if the battle is won without losses."""
    mission = s.mission_card
    chance = 1.0
    if mission.clear > s.cleared():
        return 0.0
    if mission.build and not s.is_built:
        ready = s.points >= s.box.scenario.base_cost and is_building_site(s)
        chance *= any_hit(s.value("assembly")) if ready else 0.0
    if mission.bombard and not s.is_bombarded:
        chance *= any_hit(s.value("bombardment"))
    if mission.assault and not s.is_assaulted:
        chance *= any_hit(s.value("troopers"))
    if mission.special is not None and not s.is_special_done:
        for icon in mission.special.icons:
            chance *= any_hit(s.symbols(icon) and s.value(icon))
    return chance


def any_hit(dice: int) -> float:
    return 1 - (2 / 3) ** dice
