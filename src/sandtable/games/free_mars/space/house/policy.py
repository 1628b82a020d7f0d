"""The house player: what a sensible commander answers. It reads nothing that is face down.

The plan: find out the Mission by NET Runs while moving down, keep the NET Level low until everything is ready, then
raise it, fight the mission battle and do the deed. Answers are found by topic.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from sandtable.engine import DONE, PASS, Run

from ...common.cards.effects import Choose, Flip, GainOps, LoseOps, Net, Points, Reveal, RevealIntercept
from ...common.house.chances import battle
from ...common.rules.ops_cards import Stake
from ...common.state import MISSION, PLAYER
from ..printed.files import ASSEMBLY, BOMBARDMENT, CYBER, ENERGY, TROOPERS, WEAPONS, Mission
from ..rules.actions import ASSAULT, ASSEMBLE, BOMBARD, NET_RUN, NOTHING
from ..rules.combat import FIRE
from ..rules.intercepts import REMOVE
from ..rules.missions import can_resolve, counts, is_building_site
from ..rules.pods import BACK, KEEP
from ..rules.set_up import LAUNCH
from ..rules.task_force import ALL, STAY
from ..state import ABILITY, Squadron, box_of
from .losses import best_hit, foreseen, least_loss, opfor_line, our_line

Values = Sequence[Any]
Answer = Callable[[Squadron, Values], Any]

#: A battle that is won less often than this is broken off while there is time.
HOPELESS = 0.12
#: So many Disrupted ships come before other things, once the Mission is known and before that.
HURT, HURT_EARLY = 2, 3
#: The mission battle is sought with this chance, and with this one when time runs out.
READY, READY_LATE = 0.5, 0.35
#: What it is worth that a ship takes two hits, and how much less an ability is worth on a Pod than on a ship.
TOUGH, FRAGILE = 1.0, 0.6
#: What a counter without a price is taken to cost.
FREE = 0.1
#: What the counter is worth that the Mission must bring home.
PRIZE = 10.0


def house_policy(run: Run[Any], rng: random.Random) -> Any:
    """What the house player answers to the open question."""
    assert run.ask is not None
    return ANSWERS[run.ask.topic](run.state, run.values)


def known_mission(s: Squadron) -> Mission | None:
    """The Mission, if the player knows the card."""
    pile = s.cards.zones[MISSION]
    return s.mission_card if pile and s.cards.knows(PLAYER, pile[0]) else None


# The start force


def assemble(s: Squadron, values: Values) -> Any:
    """First a ship for each thing a Mission can ask for, then as much fire as the AP buy."""
    worth = {value: wish(s, value) for value in values if value != LAUNCH}
    best = max(worth, key=lambda unit: worth[unit], default=None)
    return LAUNCH if best is None or (worth[best] <= 0 and LAUNCH in values) else best


def wish(s: Squadron, unit: int) -> float:
    """What a counter is worth to the squadron now, for each AP it costs."""
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
    """What abilities are worth that the squadron lacks: the first, second ... point of each."""
    worth = 0.0
    for ability, weights in needs(s).items():
        if gives[ability]:
            has = sum(s.ability(ship, ability) for ship in s.in_space())
            worth += sum(weights[has : has + gives[ability]])
    return worth


def needs(s: Squadron) -> dict[int, tuple[float, ...]]:
    """What the first, second ... point of an ability is worth, by what the Mission asks for as far as it is known."""
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


def stow(s: Squadron, values: Values) -> Any:
    """With an effective ship, the toughest first."""
    return max(values, key=lambda ship: (not s.is_flipped[ship], s.box.ships[ship].cost, s.room(ship)))


# Task Force and movement


def declare(s: Squadron, values: Values) -> Any:
    """The strongest group; on the way back, the one that is nearest to home."""
    if s.is_returning:
        return min(values, key=lambda point: homeward(s, point))
    return max(values, key=lambda point: sum(2 - s.is_flipped[ship] for ship in s.ships_at(point)))


def leave(s: Squadron, values: Values) -> Any:
    """Nobody stays behind; but if only fast ships can be home in this turn, the others do."""
    ships = [value for value in values if value != ALL]
    if s.is_returning and ships:
        far = homeward(s, s.at[ships[0]])
        group = s.ships_at(s.at[ships[0]])
        if any(s.energy(ship) >= far for ship in group):
            slow = [ship for ship in ships if s.energy(ship) < far and prize(s) not in s.cargo[ship]]
            if slow:
                return slow[0]
    stuck = [ship for ship in ships if s.energy(ship) == 0]
    return stuck[0] if stuck else ALL


def homeward(s: Squadron, point: int) -> int:
    """How far it is to the Launch Point or the Orbital Base."""
    distance = s.box.orbits.distance[point]
    return min(distance[home] for home in (s.box.orbits.launch, s.base) if home >= 0)


def shift(s: Squadron, values: Values) -> Any:
    """Pods leave Disrupted ships if there is room elsewhere."""
    room = sum(s.room(ship) for ship in s.tf if not s.is_flipped[ship])
    for ship in s.tf:
        if s.is_flipped[ship] and room:
            for unit in s.cargo[ship]:
                if unit in values:
                    return unit
    return KEEP


def move(s: Squadron, values: Values) -> Any:
    """Towards where the Mission is done, with a marker on the way if it costs nothing."""
    mission = known_mission(s) if s.is_revealed else None
    goals = targets(s, mission)
    distance = s.box.orbits.distance

    def worth(value: Any) -> tuple[float, int]:
        point = s.point if value == STAY else value
        far = min(distance[point][goal] for goal in goals)
        return -far + marker_worth(s, point, mission), -distance[s.point][point]

    return max(values, key=worth)


def targets(s: Squadron, mission: Mission | None) -> list[int]:
    """The Points to go to: home, where the Mission is done, or the Low orbit while nobody knows."""
    box = s.box
    orbits = box.orbits
    if s.is_returning:
        return [home for home in (orbits.launch, s.base) if home >= 0]
    if mission is not None:
        if mission.bombard and not s.is_bombarded:
            return [orbits.close_orbit]
        orbit = box.orbit_of[mission.orbit]
        points = [p for p, o in enumerate(orbits.orbital) if o == orbit]
        return [p for p in points if orbits.is_node[p]] if mission.build else points
    return orbits.ways[orbits.close_orbit]


def marker_worth(s: Squadron, point: int, mission: Mission | None) -> float:
    """What it is worth to end on a marker: AP and gear; one more OPFOR unit if it is hidden."""
    if point not in s.sites or s.is_returning:
        return 0.0
    if point in s.shown:
        return 1.2
    if mission is not None and mission.clear:
        return 1.5 if s.cleared() < mission.clear else -0.5
    return 0.3 if mission is None else -1.5


def marker(s: Squadron, values: Values) -> Any:
    """A marker is taken aboard, by an effective ship if there is one."""
    ships = [value for value in values if value != REMOVE]
    return stow(s, ships) if ships else REMOVE


def discard(s: Squadron, values: Values) -> Any:
    """Pods are worth more than most markers; a spent Fuel Cell is not."""
    fuel = [unit for unit in values if unit != REMOVE and s.box.gives[unit][ENERGY]]
    return fuel[0] if fuel else REMOVE


def reveal_intercept(s: Squadron, values: Values) -> Any:
    """The nearest one."""
    return min(values, key=lambda point: s.box.orbits.distance[s.point][point])


# Combat


def break_off(s: Squadron, values: Values) -> Any:
    """Fight on, unless it is hopeless."""
    ships = s.in_battle()
    fight = battle(our_line(s, ships), opfor_line(s.pack, tuple(s.opfor)), True)
    if fight.win + sum(fight.stalemate.values()) >= HOPELESS or s.ops_left == 0:
        return FIRE
    runaways = [ship for ship in values if ship != FIRE and s.energy(ship) >= 2]
    return runaways[0] if runaways else FIRE


def hit(s: Squadron, values: Values) -> Any:
    return best_hit(s.pack, s.opfor)


def loss(s: Squadron, values: Values) -> Any:
    return least_loss(s, values)


def abandon(s: Squadron, values: Values) -> Any:
    return min(values, key=lambda unit: s.box.swarms[unit])


def gain(s: Squadron, values: Values) -> Any:
    """Time, or the NET Level if that is what is missing."""
    mission = known_mission(s) if s.is_revealed else None
    wanted = mission is not None and s.net < mission.net and is_near(s, mission)
    return Stake.NET if wanted and Stake.NET in values else values[0]


def lose(s: Squadron, values: Values) -> Any:
    """NET Level rather than time, while the Mission does not need it."""
    return Stake.NET if Stake.NET in values else values[0]


# Special actions


def is_near(s: Squadron, mission: Mission) -> bool:
    """Whether the Task Force is where the Mission is done, or next to it."""
    distance = s.box.orbits.distance[s.point]
    return min(distance[point] for point in targets(s, mission)) <= 1


def special(s: Squadron, values: Values) -> Any:
    """What brings the Mission nearest."""
    for action in (BOMBARD, ASSAULT):
        if action in values:
            return action
    if ASSEMBLE in values and wants_assembly(s):
        return ASSEMBLE
    if NET_RUN in values and wants_net_run(s):
        return NET_RUN
    combined = [v for v in values if v not in (ASSEMBLE, NET_RUN, NOTHING)]
    if combined:
        return combined[0]
    if ASSEMBLE in values and (s.points > reserve(s) or flipped(s)):
        return ASSEMBLE
    return NET_RUN if NET_RUN in values else NOTHING


def flipped(s: Squadron) -> list[int]:
    """Disrupted ships with the Task Force."""
    return [ship for ship in s.ships_at(s.point) if s.is_flipped[ship]]


def reserve(s: Squadron) -> int:
    """AP that are kept for an Orbital Base."""
    mission = known_mission(s) if s.is_revealed else None
    unbuilt = mission is None or (mission.build and not s.is_built)
    return s.box.scenario.base_cost if unbuilt else 0


def wants_assembly(s: Squadron) -> bool:
    """A base that counts, or a squadron that is hurt."""
    if s.is_revealed:
        if s.mission_card.build and not s.is_built and counts(s) and is_building_site(s):
            return s.points >= s.box.scenario.base_cost
        return len(flipped(s)) >= HURT
    return len(flipped(s)) >= HURT_EARLY


def wants_net_run(s: Squadron) -> bool:
    """While something is to be found out, or the NET Level is too low."""
    if not s.is_revealed:
        return True
    mission = s.mission_card
    if mission.clear and s.cleared() < mission.clear:
        return True
    if mission.build and not s.is_built and s.points < s.box.scenario.base_cost:
        return True
    return wants_net(s, mission)


def wants_net(s: Squadron, mission: Mission) -> bool:
    """Whether the Task Force is where the Mission is done and only the NET Level is missing."""
    return s.net < mission.net and not s.is_returning and s.point in targets(s, mission)


@cache
def effects_of(pack: str) -> dict[str, tuple[Any, ...]]:
    """What an outcome of a table line, or a way of a card, does, by its id."""
    box = box_of(pack)
    ways = [way for line in box.lines.values() for way in line.outcomes]
    ways += [way for effect in box.effects if isinstance(effect, Choose) for way in effect.ways]
    return {way.id: way.effects for way in ways}


def way_with(s: Squadron, values: Values, kind: type[Any]) -> Any:
    """The option that does something of a kind; NET counts only upwards. None if there is none."""
    for value in values:
        for effect in effects_of(s.pack).get(value.id, ()):
            if isinstance(effect, kind) and getattr(effect, "n", 1) > 0:
                return value
    return None


def net_run(s: Squadron, values: Values) -> Any:
    """What a Positive is spent on."""
    found = (way_with(s, values, kind) for kind in wishes(s))
    return next((value for value in found if value is not None), values[0])


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


def job(s: Squadron, values: Values) -> Any:
    """The base that counts, repairs, then Swarms for what is left."""
    box = s.box
    if box.base in values and s.is_revealed and s.mission_card.build and not s.is_built and counts(s):
        return box.base
    ships = [value for value in values if value != DONE and value < box.first_pod]
    keep = reserve(s) if s.is_revealed else 0
    if prize(s) in values:
        return prize(s)
    if ships and s.points > keep - 1:
        return max(ships, key=lambda ship: box.ships[ship].cost)
    if s.points > keep:
        pods = [value for value in values if value != DONE and value in box.swarms]
        if pods:
            return max(pods, key=lambda unit: box.swarms[unit])
        wanted = [value for value in values if value != DONE and box.first_pod <= value < box.first_marker]
        if wanted:
            return max(wanted, key=lambda unit: wish(s, unit))
    return DONE


def burnout(s: Squadron, values: Values) -> Any:
    """A Pod rather than a ship."""
    return max(values)


def flip(s: Squadron, values: Values) -> Any:
    return least_loss(s, values)


def repair(s: Squadron, values: Values) -> Any:
    return max(values, key=lambda ship: s.box.ships[ship].cost)


def reinforce(s: Squadron, values: Values) -> Any:
    return max(values, key=lambda unit: wish(s, unit))


def choose(s: Squadron, values: Values) -> Any:
    """A ship is Disrupted rather than time lost, while there are ships enough."""
    flips, loses = way_with(s, values, Flip), way_with(s, values, LoseOps)
    if flips is not None and (loses is None or len(flipped(s)) * 2 < len(s.tf)):
        return flips
    return values[-1]


def runner(s: Squadron, values: Values) -> Any:
    """A ship that cannot burn out, or one whose Pod takes it."""
    ships = [value for value in values if value != PASS]
    return max(ships, key=lambda ship: (s.is_flipped[ship], len(s.cargo[ship]), -s.box.ships[ship].cost))


# The Mission


def resolve(s: Squadron, values: Values) -> Any:
    """Fight the mission battle if it is likely to be won and the deed to be done, or if time runs out."""
    if not can_resolve(s):
        return False
    chance = deed_chance(s)
    fight = foreseen(s, s.in_battle(), s.net + s.mission_card.opfor).win * chance
    if s.ops_left == 0:
        return chance > 0
    return fight >= (READY if s.ops_left >= 3 else READY_LATE)


def deed_chance(s: Squadron) -> float:
    """The chance that the objective is done after a battle won without losses."""
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


ANSWERS: dict[str, Answer] = {
    "assemble": assemble,
    "stow": stow,
    "declare": declare,
    "leave": leave,
    "shift": shift,
    "move": move,
    "capture": marker,
    "discard": discard,
    "reveal-intercept": reveal_intercept,
    "break-off": break_off,
    "hit": hit,
    "loss": loss,
    "abandon": abandon,
    "recover": lambda s, values: BACK,
    "gain": gain,
    "lose": lose,
    "special": special,
    "net_run": net_run,
    "job": job,
    "burnout": burnout,
    "flip": flip,
    "repair": repair,
    "reinforce": reinforce,
    "choose": choose,
    "runner": runner,
    "resolve": resolve,
    "look": lambda s, values: True,
    "may": lambda s, values: True,
}
