"""The house player: what a sensible commander answers. It reads nothing that is face down.

The plan: find out the Mission by NET Runs while moving down, keep the NET Level low until everything is ready, then
raise it, fight the mission battle and fulfil the objective.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import Run, Word

from ...common.cards.effects import Flip, LoseOps
from ...common.house.chances import battle
from ...common.rules.ops_cards import Stake
from ..printed.files import ENERGY
from ..rules.actions import ASSAULT, ASSEMBLE, BOMBARD, NET_RUN, NOTHING
from ..rules.assembly import DONE_BUILDING
from ..rules.combat import BREAK_OFF, KEEP_FIRING, REST
from ..rules.intercepts import REMOVE
from ..rules.missions import can_resolve, counts
from ..rules.net_run import PASS
from ..rules.pods import KEEP, KEEP_BACK, OTHERWISE
from ..rules.set_up import LAUNCH
from ..rules.task_force import ALL, LEAVE_SHIPS, SHIFT, SHIFT_AFTER, STAY
from ..state import Squadron
from .chances import foreseen
from .losses import best_hit, least_loss, opfor_line, our_line
from .tactics import (
    deed_chance,
    flipped,
    homeward,
    is_near,
    known_mission,
    marker_worth,
    prize,
    reserve,
    targets,
    wants_assembly,
    wants_net_run,
    way_with,
    wish,
    wishes,
)

Values = Sequence[Any]
Answer = Callable[[Squadron, Values], Any]

#: A battle that is won less often than this is broken off while there is time.
HOPELESS = 0.12
#: The mission battle is sought with this chance, and with this one when time runs out.
READY, READY_LATE = 0.5, 0.35


def house_policy(run: Run[Any], rng: random.Random) -> Any:
    """The house player's answer to the open question."""
    assert run.ask is not None
    return ANSWERS[run.ask.topic](run.state, run.values)


# The start force


def assemble(s: Squadron, values: Values) -> Any:
    """First a ship for each thing a Mission can ask for, then as much fire as the AP buy."""
    worth = {value: wish(s, value) for value in values if value != LAUNCH}
    best = max(worth, key=lambda unit: worth[unit], default=None)
    return LAUNCH if best is None or (worth[best] <= 0 and LAUNCH in values) else best


def stow(s: Squadron, values: Values) -> Any:
    """With an effective ship, the toughest first."""
    return max(values, key=lambda ship: (not s.is_flipped[ship], s.box.ships[ship].cost, s.room(ship)))


def recover(s: Squadron, values: Values) -> Any:
    """Back to their ships, unless these are Disrupted and an effective one has room."""
    is_useless = any(s.is_flipped[s.home[unit]] for unit in s.loose)
    ships = [ship for ship in s.ships_at(s.point) if s.room(ship) > 0 and not s.is_flipped[ship]]
    return OTHERWISE if is_useless and ships else KEEP_BACK


# Task Force and movement


def declare(s: Squadron, values: Values) -> Any:
    """The strongest group; on the way back, the one that is nearest to home."""
    if s.is_returning:
        return min(values, key=lambda point: homeward(s, point))
    return max(values, key=lambda point: sum(2 - s.is_flipped[ship] for ship in s.ships_at(point)))


def leave(s: Squadron, values: Values) -> Any:
    """Nobody else stays behind."""
    return next((ship for ship in stragglers(s) if ship in values), end_or_first(values, ALL))


def end_or_first(values: Values, end: Word) -> Any:
    """Who asked for a choice without a wish of the house has to name something."""
    return end if end in values else values[0]


def stragglers(s: Squadron) -> list[int]:
    """Nobody stays behind, unless only the fast ships can be home in this turn, or some cannot move at all."""
    if s.is_returning:
        far = homeward(s, s.point)
        if any(s.energy(ship) >= far for ship in s.tf):
            slow = [ship for ship in s.tf if s.energy(ship) < far and prize(s) not in s.cargo[ship]]
            if slow:
                return slow
    stuck = [ship for ship in s.tf if s.energy(ship) == 0]
    return stuck if len(stuck) < len(s.tf) else []


def shift(s: Squadron, values: Values) -> Any:
    """No more of them than there is room for."""
    return next((unit for unit in idle_pods(s) if unit in values), end_or_first(values, KEEP))


def idle_pods(s: Squadron) -> list[int]:
    """Pods leave Disrupted ships if there is room elsewhere."""
    room = sum(s.room(ship) for ship in s.tf if not s.is_flipped[ship])
    return [unit for ship in s.tf if s.is_flipped[ship] for unit in s.cargo[ship]][:room]


def move(s: Squadron, values: Values) -> Any:
    """Towards the place of the Mission, by way of a marker if that costs nothing."""
    if LEAVE_SHIPS in values and stragglers(s):
        return LEAVE_SHIPS
    if SHIFT in values and idle_pods(s):
        return SHIFT
    mission = known_mission(s) if s.is_revealed else None
    goals = targets(s, mission)
    distance = s.box.orbits.distance

    def worth(value: Any) -> tuple[float, int]:
        point = s.point if value == STAY else value
        far = min(distance[point][goal] for goal in goals)
        return -far + marker_worth(s, point, mission), -distance[s.point][point]

    return max((value for value in values if value not in (LEAVE_SHIPS, SHIFT, SHIFT_AFTER)), key=worth)


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


def fight(s: Squadron, values: Values) -> Any:
    """Fight on, unless it is hopeless."""
    ships = s.in_battle()
    chances = battle(our_line(s, ships), opfor_line(s.pack, tuple(s.opfor)), True)
    if chances.win + sum(chances.stalemate.values()) >= HOPELESS or s.ops_left == 0:
        return KEEP_FIRING
    return BREAK_OFF if runaways(s, ships) else KEEP_FIRING


def break_off(s: Squadron, values: Values) -> Any:
    """All who are likely to get away."""
    return next(iter(runaways(s, [ship for ship in values if ship != REST])), end_or_first(values, REST))


def runaways(s: Squadron, ships: Sequence[int]) -> list[int]:
    """Those with Energy enough to break off."""
    return [ship for ship in ships if s.energy(ship) >= 2]


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


def special(s: Squadron, values: Values) -> Any:
    """The special action that brings the Mission nearest."""
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


def net_run(s: Squadron, values: Values) -> Any:
    """The use of a Positive that is most wanted."""
    found = (way_with(s, values, kind) for kind in wishes(s))
    return next((value for value in found if value is not None), values[0])


def job(s: Squadron, values: Values) -> Any:
    """The base that counts, repairs, then Swarms for what is left."""
    box = s.box
    if box.base in values and s.is_revealed and s.mission_card.build and not s.is_built and counts(s):
        return box.base
    ships = [value for value in values if value != DONE_BUILDING and value < box.first_pod]
    keep = reserve(s) if s.is_revealed else 0
    if prize(s) in values:
        return prize(s)
    if ships and s.points > keep - 1:
        return max(ships, key=lambda ship: box.ships[ship].cost)
    if s.points > keep:
        pods = [value for value in values if value != DONE_BUILDING and value in box.swarms]
        if pods:
            return max(pods, key=lambda unit: box.swarms[unit])
        wanted = [
            value for value in values if value != DONE_BUILDING and box.first_pod <= value < box.first_marker
        ]
        if wanted:
            return max(wanted, key=lambda unit: wish(s, unit))
    return DONE_BUILDING


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
    """Fight the mission battle if it and the objective are likely to succeed, or if time runs out."""
    if not can_resolve(s):
        return False
    chance = deed_chance(s)
    fight = foreseen(s, s.in_battle(), s.net + s.mission_card.opfor).win * chance
    if s.ops_left == 0:
        return chance > 0
    return fight >= (READY if s.ops_left >= 3 else READY_LATE)


ANSWERS: dict[str, Answer] = {
    "assemble": assemble,
    "stow": stow,
    "declare": declare,
    "leave": leave,
    "shift": shift,
    "move": move,
    "capture": marker,
    "discard": discard,
    "reveal_intercept": reveal_intercept,
    "fight": fight,
    "break_off": break_off,
    "hit": hit,
    "loss": loss,
    "abandon": abandon,
    "recover": recover,
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
    "extra_runner": runner,
    "resolve": resolve,
    "may": lambda s, values: True,
}
