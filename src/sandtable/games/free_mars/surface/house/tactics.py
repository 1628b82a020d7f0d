"""The judgements of the house player of Surface Combat: how far things are, what they are worth, what it wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import prod
from typing import Any

from sandtable.engine import Word

from ...common.cards.effects import (
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
from ...common.house.chances import Fight, any_positive
from ...common.state import IN_PLAY, PLAYER
from ...common.state import MISSION as MISSION_CARD
from ..printed.box import Kind, SurfaceBox
from ..printed.files import Mission
from ..rules import actions, movement
from ..rules.deployment import deployment_count
from ..rules.reasons import CRASHED
from ..state import BOX, OUT, Team
from .chances import objective_with
from .foresight import fight_here
from .losses import icon_weights, worth

#: How far a cell is to which no way leads; a Hop may.
NO_WAY = 99
#: A NET Level above this is worth lowering: each brings an enemy to every battle, and one die to an attempt.
HIGH_NET = 2
#: The chance of an Objective worth going for.
READY = 0.45
#: What it is worth to stand where the Mission can be tried, in cells: more than any Installation there costs.
AT_NEXUS = 3.0
#: What an Op, a Team Point and an Installation are worth, in points of combat.
OP, POINT, SITE = 0.8, 0.8, 1.5
#: How much more an icon matters that a Mission needs which is known, but not revealed yet.
KNOWN = 1.0
#: What Burnout costs, and how many times as much where the Mission can be tried at once, on an icon that it needs.
BURNOUT, AT_STAKE = 0.6, 4.0
#: What revealing the Mission is worth, the whole chance of an Objective, and what the end of the Team costs.
MISSION, OBJECTIVE, DEFEAT = 4.0, 12.0, 30.0
#: What the first, second, third ... icon of a kind is worth, and how much each kind matters before the Mission is known.
STEPS = (1.6, 1.3, 1.1, 0.5, 0.3)
MATTERS = {"cyber": 1.3, "leader": 1.6, "nano": 0.7, "pilot": 0.5, "sniper": 0.5}


def known_number(s: Team) -> int | None:
    """The number of the Mission's card, if the player knows it."""
    pile = s.cards.zones[MISSION_CARD]
    if not pile or not s.cards.knows(PLAYER, pile[0]):
        return None
    return pile[0] - len(s.box.ops)


def known_mission(s: Team) -> Mission | None:
    """The Mission, if the player knows it."""
    number = known_number(s)
    return None if number is None else s.box.missions[number]


def chance(s: Team) -> float:
    """The chance of the Objective as the Team is now."""
    number = known_number(s)
    if number is None:
        return 0.0
    values = tuple([n + more for n, more in zip(s.icons, s.enhancers, strict=True)])
    return objective_with(s.box, number, values, s.net)


def target(s: Team) -> float:
    """The chance that is worth going for: less and less as the Ops run out."""
    return READY * min(1.0, max(0.0, (s.ops_left - 2) / 5))


def is_ready(s: Team) -> bool:
    """Whether the Objective is worth trying as the Team is."""
    return chance(s) >= target(s)


def chance_after_recruiting(s: Team, points: int) -> float:
    """The chance of the Objective if this many points were spent on the icons it needs."""
    number = known_number(s)
    if number is None:
        return 0.0
    return after_recruiting(s.box, number, tuple(s.units), tuple(s.enhancers), s.net, points)


@lru_cache(maxsize=8192)
def after_recruiting(
    box: SurfaceBox, number: int, units: tuple[int, ...], enhancers: tuple[int, ...], net: int, points: int
) -> float:
    """The chance of a Mission's Objective if these units spent this many points on the icons it needs."""
    needed = [box.icon[icon] for icon in box.missions[number].needs]
    in_team = [box.printed[unit][side - 1].icons for unit, side in enumerate(units) if BOX < side < OUT]
    values = [sum([icons[n] for icons in in_team]) + more for n, more in enumerate(enhancers)]
    taken: set[int] = set()
    best = objective_with(box, number, tuple(values), net)
    while True:
        found = -1
        for item, (unit, side) in enumerate(box.items):
            if units[unit] != BOX or unit in taken or box.costs[item] > points:
                continue
            icons = box.printed[unit][side - 1].icons
            if not (helpful := sum([icons[n] for n in needed])):
                continue
            with_it = tuple([n + more for n, more in zip(values, icons, strict=True)])
            after = objective_with(box, number, with_it, net) + 0.01 * helpful
            if after > best + 0.02 * (box.costs[item] - 1):
                best, found = after, item
        if found < 0:
            return min(1.0, best)
        unit, side = box.items[found]
        taken.add(unit)
        values = [n + more for n, more in zip(values, box.printed[unit][side - 1].icons, strict=True)]
        points -= box.costs[found]
        best = objective_with(box, number, tuple(values), net)


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
    return tuple(far.get(cell, NO_WAY) for cell in range(len(box.cells)))


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


def place_score(s: Team, cell: int, far: Sequence[float]) -> float:
    """The value of standing in a cell."""
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
    if cell == s.nexus and is_ready(s):
        score += AT_NEXUS
    return score


def op_worth(s: Team) -> float:
    """The value of one more Op: more when few are left."""
    return OP * (1.5 if s.ops_left <= 3 else 1.0 if s.ops_left <= 6 else 0.6)


def mending(s: Team, unit: int) -> float:
    """The gain from turning a crashed unit back."""
    box, weights = s.box, icon_weights(s)
    return 0.5 + worth(box, unit, 1, weights) - worth(box, unit, 2, weights)


def best_outcome(s: Team) -> float:
    """The value of a Positive of a NET Run when the Mission is revealed."""
    site = SITE if s.in_opfor_installation() else 0.0
    return max(op_worth(s), POINT, site)


@cache
def some_positive(dice: int) -> float:
    """The chance of a Positive with this many dice."""
    return float(any_positive(dice))


def effect_worth(s: Team, effect: Any) -> float:
    """The value of an effect, in points of combat."""
    match effect:
        case Reveal():
            return MISSION
        case NetRun():
            return some_positive(s.value("cyber")) * (best_outcome(s) if s.is_revealed else MISSION)
        case Seize():
            return SITE
        case GainOps():
            return effect.n * op_worth(s)
        case Points():
            return effect.n * POINT
        case Net() if effect.n > 0:
            return 0.2
        case Net():
            return 0.9 if s.net > HIGH_NET else 0.1
    return 0.3


def gain(s: Team, item: int) -> float:
    """The value of an item to the Team."""
    box = s.box
    unit, side = box.items[item]
    printed = box.printed[unit][side - 1]
    mission = known_mission(s)
    total = 1.1 * printed.combat * (1.0 if s.strength < 8 else 0.5) + 0.4 * printed.siege
    if box.kind[unit] is Kind.CADRE:
        total += 0.8 if s.cadres < 3 else 0.3
    for number, n in enumerate(printed.icons):
        if n:
            have = s.icons[number] + s.enhancers[number]
            total += matters(s, mission, box.icons[number]) * more_icons(have, n)
    return total


@cache
def more_icons(have: int, n: int) -> float:
    """The worth of n more icons of a kind to a Team that has some of them already."""
    return sum([STEPS[min(have + k, len(STEPS) - 1)] for k in range(n)])


def matters(s: Team, mission: Mission | None, icon: str) -> float:
    """How much an icon matters: those of a revealed Mission above all; before that, those that get there."""
    if mission is None:
        return MATTERS[icon]
    if s.is_revealed:
        return 3.0 if icon in mission.needs else 0.3
    return MATTERS[icon] + KNOWN * (icon in mission.needs)


#: What says how a battle would go: with the Team here, n units, what is added to their edge, and counters that are named.
Battle = Callable[[Team, int, int, Sequence[str]], Fight]


def cost(s: Team, effect: Any, battle: Battle = fight_here) -> float:
    """The cost of a harmful effect, in points of combat."""
    if isinstance(effect, LoseOps):
        return effect.n * (9.0 if s.ops_left <= effect.n else op_worth(s))
    if isinstance(effect, Deploy):
        fight = battle(s, deployment_count(s, effect), effect.edge, effect.including)
        return fight.hits + DEFEAT * fight.lost - fight.win * sum(effect_worth(s, e) for e in effect.won)
    return 1.2 * effect.n if isinstance(effect, Flip) else 0.0


def card_in_play(s: Team) -> list[Any]:
    """Everything the open Ops card says."""
    return [e for card in s.cards.zones[IN_PLAY] for e in every(s.box.ops[card].effects)]


#: The icon that is rolled for each special action.
ICON_OF = {"netrun": "cyber", "recruit": "leader", "repair": "nano", "enhanced_move": "pilot"}


def promise_of(s: Team, word: Word) -> float:
    """The average gain from a special action, in points of combat; Burnout is taken off."""
    icon = ICON_OF.get(word.id)
    if icon is None:
        icons = s.box.combined[s.combined].icons
        success = prod(some_positive(s.value(icon)) for icon in icons)
        return success * 2 * op_worth(s) - 0.5
    dice = s.value(icon)
    some, burnout = some_positive(dice), BURNOUT * (1 - (5 / 6) ** dice)
    if s.cell == s.nexus and icon in s.mission_card.needs:
        burnout *= AT_STAKE
    if word == actions.RUN:
        first = MISSION if not s.is_revealed else best_outcome(s)
        return some * first + (dice / 3 - some) * best_outcome(s) - burnout
    if word == actions.REPAIR:
        mended = sorted((mending(s, piece // 2) for piece in CRASHED.all(s)), reverse=True)
        return some * mended[0] + max(0.0, dice / 3 - some) * sum(mended[1:2]) - burnout
    if word == actions.RECRUIT:
        return OBJECTIVE * worth_recruiting(s) + some * POINT + 0.4 * s.points - burnout
    far = distances(s.box, s.nexus)[s.cell] if s.is_revealed else 0
    return some * op_worth(s) * (far > 0) - burnout
