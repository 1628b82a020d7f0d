"""The house player: a sensible answer to every question, from what the player may know. Used for balance and hints.

It runs the NET until the Mission is revealed, recruits the icons it lacks, repairs when it is hurt, goes to the Nexus
and tries. Where a battle or an attempt is at stake it looks at the exact odds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from typing import Any

from sandtable.engine import DONE, PASS, Run, Word

from ...common.cards.effects import (
    Choose,
    Deploy,
    Flip,
    GainOps,
    LoseOps,
    Net,
    NetRun,
    Points,
    Reveal,
    Seize,
    every,
)
from ...common.house.chances import any_positive
from ...common.rules.ops_cards import Stake
from ...common.state import IN_PLAY, PLAYER
from ...common.state import MISSION as MISSION_CARD
from ..cards.ops_cards import crashed_units, deployment_count
from ..printed.box import Kind, SurfaceBox
from ..printed.files import Mission
from ..rules import actions, movement
from ..rules.combat import FIGHT_ON, breakoff_number
from ..state import BOX, Team
from .chances import attempt, fight_on, fight_with, objective_chance
from .losses import icon_weights, next_hit, next_loss, worth

#: The NET Level worth having when a Mission is tried, and the chance of an Objective worth going for.
NET_TARGET = 2
READY = 0.35
#: Break off when the Team would be wiped out with this chance or more.
FLEE = 0.4
#: Try only if success is so many times as likely as the Team's end.
RISK = 1.0
#: What an Op, a Team Point, a NET Level and an Installation are worth, in points of combat.
OP, POINT, LEVEL, SITE = 1.2, 0.8, 0.7, 1.5
#: What revealing the Mission is worth, the whole chance of an Objective, and what the end of the Team costs.
MISSION, OBJECTIVE, DEFEAT = 4.0, 12.0, 30.0

Answer = Callable[[Team, Sequence[Any]], Any]


def house_policy(run: Run[Team], rng: random.Random) -> Any:
    """The value the house player gives to the open question."""
    ask = run.ask
    assert ask is not None
    return ANSWERS[ask.topic](run.state, run.values)


# What the player knows and wants


def known_mission(s: Team) -> Mission | None:
    """The Mission, if the player knows it."""
    pile = s.cards.zones[MISSION_CARD]
    if not pile or not s.cards.knows(PLAYER, pile[0]):
        return None
    return s.box.missions[pile[0] - len(s.box.ops)]


def chance(s: Team) -> float:
    """The chance of the Objective as the Team is now."""
    mission = known_mission(s)
    return 0.0 if mission is None else objective_chance(s, mission)


def target(s: Team) -> float:
    """What chance is worth going for: less and less as the Ops run out."""
    return READY * min(1.0, max(0.0, (s.ops_left - 2) / 5))


def is_ready(s: Team) -> bool:
    """Whether the Objective is worth trying as the Team is."""
    return chance(s) >= target(s)


def chance_after_recruiting(s: Team, points: int) -> float:
    """The chance of the Objective if so many points were spent on the icons it needs."""
    mission = known_mission(s)
    if mission is None:
        return 0.0
    box = s.box
    s = s.copy()
    best = objective_chance(s, mission)
    while True:
        found = -1
        for item, (unit, side) in enumerate(box.items):
            if s.units[unit] == BOX and box.costs[item] <= points and _helps(box, mission, unit, side):
                s.put(unit, side)
                after = objective_chance(s, mission) + 0.01 * sum(
                    box.printed[unit][side - 1].icons[box.icon[icon]] for icon in mission.needs
                )
                s.put(unit, BOX)
                if after > best + 0.02 * (box.costs[item] - 1):
                    best, found = after, item
        if found < 0:
            return min(1.0, best)
        s.put(*box.items[found])
        points -= box.costs[found]
        best = objective_chance(s, mission)


def _helps(box: SurfaceBox, mission: Mission, unit: int, side: int) -> bool:
    icons = box.printed[unit][side - 1].icons
    return any(icons[box.icon[icon]] for icon in mission.needs)


def worth_recruiting(s: Team) -> float:
    """By how much the chance of the Objective would rise with a Recruit action, as things go."""
    leaders = s.value("leader")
    if not leaders:
        return 0.0
    return chance_after_recruiting(s, s.points + round(leaders * 2 / 3)) - chance(s)


@lru_cache(maxsize=4096)
def distances(box: SurfaceBox, goal: int) -> tuple[int, ...]:
    """How many cells each cell is from a goal."""
    far = {goal: 0}
    edge = [goal]
    while edge:
        edge = [
            near
            for cell in edge
            for near in box.neighbours[cell]
            if near not in far and far.setdefault(near, far[cell] + 1)
        ]
    return tuple(far.get(cell, 99) for cell in range(len(box.cells)))


@lru_cache(maxsize=256)
def centrality(box: SurfaceBox) -> tuple[float, ...]:
    """How far each cell is from a random location, on average."""
    cells = [cell for line in box.random for cell in line]
    far = [distances(box, cell) for cell in cells]
    return tuple(sum(d[cell] for d in far) / len(far) for cell in range(len(box.cells)))


def recruit_cells(s: Team) -> list[int]:
    """R-SC-36 Where the Team could recruit."""
    box = s.box
    held = [place for place, friendly in zip(box.places, s.control, strict=True) if friendly]
    return [*(c for c, t in enumerate(box.terrain) if t.recruit), *held, *s.taz]


def goal_distances(s: Team) -> Sequence[float]:
    """How far each cell is from where the Team wants to be."""
    box = s.box
    if not s.is_revealed:
        return centrality(box)
    to_nexus = distances(box, s.nexus)
    place = recruit_goal(s, to_nexus)
    if place is None:
        return to_nexus
    return [near + 0.3 * far for near, far in zip(distances(box, place), to_nexus, strict=True)]


def recruit_goal(s: Team, to_nexus: Sequence[int]) -> int | None:
    """Where to recruit before the Mission is tried, if there is time for it and it is worth it."""
    if is_ready(s) or worth_recruiting(s) < 0.1:
        return None
    moves = max(1, movement.movement(s))
    here = distances(s.box, s.cell)
    places = recruit_cells(s)
    if not places:
        return None
    place = min(places, key=lambda cell: (here[cell] + to_nexus[cell], cell))
    needed = -(-here[place] // moves) + -(-to_nexus[place] // moves) + 2
    return place if needed <= s.ops_left else None


# Answers


def move_to(s: Team, values: Sequence[Any]) -> Any:
    """The reachable cell that is nearest to the goal; among equals the best to fight in."""
    far = goal_distances(s)

    def score(value: Any) -> float:
        if value == movement.HOP:
            goal = hop_to(s, movement.hop_cells(s))
            return place_score(s, goal, far) - 0.1
        return place_score(s, s.cell if value == movement.STAY else value, far)

    return max(values, key=score)


def place_score(s: Team, cell: int, far: Sequence[float]) -> float:
    """What it is worth to stand in a cell."""
    box = s.box
    terrain = box.terrain[cell]
    score = -1.0 * far[cell] + 0.25 * (terrain.team_edge - terrain.opfor_edge)
    site = box.site[cell]
    if site >= 0:
        if s.control[site]:
            score += 0.25
        else:
            seize = 0.9 * min(2, s.value("cyber")) if not s.is_revealed else 0.0
            score += seize - 0.8 * box.installations[site].extra
    if terrain.recruit and s.points > 1:
        score += 0.3
    if cell in s.taz:
        score += 0.3
    return score


def hop_to(s: Team, values: Sequence[Any]) -> Any:
    far = goal_distances(s)
    return max(values, key=lambda cell: place_score(s, cell, far))


def start_at(s: Team, values: Sequence[Any]) -> Any:
    far = centrality(s.box)
    return min(values, key=lambda cell: (far[cell], cell))


def action(s: Team, values: Sequence[Any]) -> Any:
    """16.1 The special action that promises most."""
    best, most = PASS, 0.0
    for word in values:
        if word != PASS and (promise := promise_of(s, word)) > most:
            best, most = word, promise
    return best


def promise_of(s: Team, word: Word) -> float:
    """What a special action brings on average, in points of combat; Burnout is taken off."""
    icon = ICON_OF.get(word.id)
    if icon is None:
        icons = s.box.combined[s.combined].icons
        success = prod(float(any_positive(s.value(icon))) for icon in icons)
        return success * 2 * op_worth(s) - 0.5
    dice = s.value(icon)
    some, burnout = float(any_positive(dice)), 0.6 * (1 - (5 / 6) ** dice)
    if word == actions.RUN:
        first = MISSION if not s.is_revealed else best_outcome(s)
        return some * first + (dice / 3 - some) * best_outcome(s) - burnout
    if word == actions.REPAIR:
        mended = sorted((mending(s, unit) for unit in crashed_units(s)), reverse=True)
        return some * mended[0] + max(0.0, dice / 3 - some) * sum(mended[1:2]) - burnout
    if word == actions.RECRUIT:
        return OBJECTIVE * worth_recruiting(s) + some * POINT + 0.4 * s.points - burnout
    far = distances(s.box, s.nexus)[s.cell] if s.is_revealed else 0
    return some * op_worth(s) * (far > 0) - burnout


ICON_OF = {"netrun": "cyber", "recruit": "leader", "repair": "nano", "enhanced_move": "pilot"}


def op_worth(s: Team) -> float:
    """What one more Op is worth: more when few are left."""
    return OP * (1.5 if s.ops_left <= 3 else 1.0 if s.ops_left <= 6 else 0.6)


def mending(s: Team, unit: int) -> float:
    """What it brings to turn a crashed unit back."""
    box, weights = s.box, icon_weights(s)
    return 0.5 + worth(box, unit, 1, weights) - worth(box, unit, 2, weights)


def wants_net(s: Team) -> bool:
    """Whether a higher NET Level is wanted now: near the Nexus, for its bonus dice."""
    near = s.is_revealed and distances(s.box, s.nexus)[s.cell] <= movement.movement(s)
    return near and s.net < NET_TARGET


def best_outcome(s: Team) -> float:
    """What a Positive of a NET Run is worth when the Mission is revealed."""
    site = SITE if s.in_opfor_installation() else 0.0
    return max(op_worth(s), POINT, site, 1.5 * LEVEL if wants_net(s) else 0.0)


def run_outcome(s: Team, values: Sequence[Any]) -> Any:
    """14.3 First the Mission, then what is worth most."""
    return best_way(s, "netrun", values)


def recruit_outcome(s: Team, values: Sequence[Any]) -> Any:
    """17.3 Points rather than a TAZ."""
    return best_way(s, "recruit", values)


def best_way(s: Team, line: str, values: Sequence[Any]) -> Any:
    """The outcome of a table line whose effects are worth most; rather a little than nothing at all."""
    ways = {way.word: way.effects for way in s.box.lines[line].outcomes}
    return max(values, key=lambda word: sum(effect_worth(s, e) for e in ways.get(word, ())))


def effect_worth(s: Team, effect: Any) -> float:
    """What an effect brings, in points of combat."""
    match effect:
        case Reveal():
            return MISSION
        case NetRun():
            return float(any_positive(s.value("cyber"))) * (best_outcome(s) if s.is_revealed else MISSION)
        case Seize():
            return SITE
        case GainOps():
            return effect.n * op_worth(s)
        case Points():
            return effect.n * POINT
        case Net() if effect.n > 0:
            return 1.5 * LEVEL if wants_net(s) else 0.2
        case Net():
            return 0.9 if s.net > NET_TARGET + 1 else 0.1
    return 0.3


def recruit(s: Team, values: Sequence[Any]) -> Any:
    """17.1 What brings most for its points; nothing if little is to be had."""
    box = s.box
    items = [value for value in values if value != DONE]
    best = max(items, key=lambda item: (gain(s, item) / max(1, box.costs[item]), -item))
    return best if DONE not in values or gain(s, best) > 0.3 else DONE


#: What the first, second, third ... icon of a kind is worth, and how much each kind matters before the Mission is known.
STEPS = (1.6, 1.3, 1.1, 0.5, 0.3)
MATTERS = {"cyber": 1.3, "leader": 1.6, "nano": 0.7, "pilot": 0.5, "sniper": 0.5}


def gain(s: Team, item: int) -> float:
    """What an item would bring the Team."""
    box = s.box
    unit, side = box.items[item]
    printed = box.printed[unit][side - 1]
    mission = known_mission(s)
    total = 1.1 * printed.combat * (1.0 if s.strength < 8 else 0.5) + 0.4 * printed.siege
    if box.kind[unit] is Kind.CADRE:
        total += 0.8 if s.cadres < 3 else 0.3
    for number, n in enumerate(printed.icons):
        icon = box.icons[number]
        have = s.icons[number] + s.enhancers[number]
        total += matters(s, mission, icon) * sum(STEPS[min(have + k, len(STEPS) - 1)] for k in range(n))
    return total


def matters(s: Team, mission: Mission | None, icon: str) -> float:
    """How much an icon matters: those of a revealed Mission above all; before that, those that get there."""
    if mission is None:
        return MATTERS[icon]
    if s.is_revealed:
        return 3.0 if icon in mission.needs else 0.3
    return MATTERS[icon] + 0.5 * (icon in mission.needs)


def attempts(s: Team, values: Sequence[Any]) -> Any:
    """9.5 Try when the odds are fair, or when there is no time to better them."""
    mission = known_mission(s)
    if mission is None:
        return False
    odds = attempt(s, mission)
    if s.ops_left <= 1:
        return True
    return is_ready(s) and odds.success > odds.lost * RISK


def attacks(s: Team, values: Sequence[Any]) -> Any:
    """12.2 What a card offers is taken; a battle only where it is safe."""
    for effect in card_in_play(s):
        if isinstance(effect, Deploy):
            fight = fight_with(s, deployment_count(s, effect), effect.edge, effect.including)
            return fight.lost < 0.02 and fight.hits < 1.5
    return True


def card_in_play(s: Team) -> list[Any]:
    """Everything the open Ops card says."""
    return [e for card in s.cards.zones[IN_PLAY] for e in every(s.box.ops[card].effects)]


def breaks_off(s: Team, values: Sequence[Any]) -> Any:
    """15.4 Away with the fastest unit when the battle is likely to be the Team's last."""
    if fight_on(s).lost < FLEE:
        return FIGHT_ON
    return max((v for v in values if v != FIGHT_ON), key=lambda unit: (breakoff_number(s, unit), -unit))


def gains(s: Team, values: Sequence[Any]) -> Any:
    return Stake.NET if wants_net(s) and s.ops_left > 3 else Stake.OPS


def loses(s: Team, values: Sequence[Any]) -> Any:
    return Stake.NET if Stake.NET in values and (s.net > NET_TARGET or s.ops_left <= 5) else values[0]


def choice(s: Team, values: Sequence[Any]) -> Any:
    """12.2 The way that costs least: rather an Op than a Cadre while there are Ops."""
    ways = {way.word: way for e in card_in_play(s) if isinstance(e, Choose) for way in e.ways}
    return min(values, key=lambda word: sum(cost(s, e) for e in ways[word].effects) if word in ways else 0.0)


def cost(s: Team, effect: Any) -> float:
    """What an effect that hurts costs, in points of combat."""
    if isinstance(effect, LoseOps):
        return effect.n * (9.0 if s.ops_left <= effect.n else op_worth(s))
    if isinstance(effect, Deploy):
        fight = fight_with(s, deployment_count(s, effect), effect.edge, effect.including)
        return fight.hits + DEFEAT * fight.lost - fight.win * sum(effect_worth(s, e) for e in effect.won)
    return 1.2 * effect.n if isinstance(effect, Flip) else 0.0


def loss(s: Team, values: Sequence[Any]) -> Any:
    """15.6 The unit that is missed least."""
    return _piece(values, next_loss(s, [value // 2 for value in values]))


def spare(s: Team, values: Sequence[Any]) -> Any:
    """16.6 The same for Burnout and for cards that crash a unit."""
    return loss(s, values)


def mend(s: Team, values: Sequence[Any]) -> Any:
    """18.2 The unit whose effective side brings most."""
    return max(values, key=lambda value: mending(s, value // 2))


def _piece(values: Sequence[int], unit: int) -> int:
    return next(value for value in values if value // 2 == unit)


def hit(s: Team, values: Sequence[Any]) -> Any:
    return next_hit(s, values)


def bonus(s: Team, values: Sequence[Any]) -> Any:
    """9.5 For an icon whose own number is not reached; otherwise any counts for the total."""
    mission, box = known_mission(s), s.box
    icons = [value for value in values if value != DONE]
    if mission is None:
        return icons[0]
    return max(icons, key=lambda icon: mission.needs[box.icons[icon]] - s.scored[icon])


def first(s: Team, values: Sequence[Any]) -> Any:
    """Where it makes no difference, or looking costs nothing."""
    return values[0]


ANSWERS: dict[str, Answer] = {
    "look": first,
    "roll": first,
    "recruit_unit": recruit,
    "start": start_at,
    "gather": start_at,
    "move": move_to,
    "hop": hop_to,
    "may": attacks,
    "action": action,
    "netrun": run_outcome,
    "recruit": recruit_outcome,
    "reinforce": recruit,
    "attempt": attempts,
    "breakoff": breaks_off,
    "gain": gains,
    "lose": loses,
    "choose": choice,
    "loss": loss,
    "burnout": spare,
    "crash": spare,
    "repair_unit": mend,
    "hit": hit,
    "bonus": bonus,
}
