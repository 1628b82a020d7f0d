"""Exact chances of a battle and of a whole Mission attempt, and a quick guess at a battle that is still to come.

Battles are worked out by `common.house.chances` with losses taken as in `losses`, the objective by walking its rule.
The tests check both against the walker on the real rules, and against simulation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

from sandtable.engine import Ask, Draw, Steps, walk

from ...common.house.chances import Fight, battle, edge_chance, either_edge, mixed
from ...common.state import MissionEnded
from ..printed.box import box_of
from ..rules.combat import KEEP_FIRING, launch_swarms, take_hit
from ..rules.resolution import fulfil
from ..state import Squadron
from .losses import best_hit, least_loss, opfor_line, our_line


class Attempt(NamedTuple):
    """9.3 The chances of a Mission attempt: objective done, battle lost, objective not done."""

    done: float
    lost: float
    failed: float


def to_the_end(ask: Ask, values: Sequence[Any], s: Squadron) -> Any:
    """Fights to the end; hits go where they take most fire away, losses where they cost least."""
    if ask.topic == "hit":
        return best_hit(s.pack, s.opfor)
    if ask.topic == "loss":
        return least_loss(s, values)
    if ask.topic == "fight":
        return KEEP_FIRING
    return max(values) if ask.topic == "burnout" else values[0]


def fight_on(s: Squadron) -> Fight:
    """16.4 The battle that is being fought, from the squadron's next fire to its end."""
    return battle(our_line(s, s.in_battle()), opfor_line(s.pack, tuple(s.opfor)), True, hitting(s))


def fight_with(s: Squadron, n: int, edge: int = 0) -> Fight:
    """16.3 16.4 A battle of the ships in the Point against n units that are still in the Bin."""
    ships = s.in_battle()
    ours = max(s.energy(ship) for ship in ships) + s.net
    line = our_line(s, ships)
    fights = []
    for theirs, opfor, chance in forces(s.pack, tuple(s.bin), n):
        has_edge = edge_chance(ours, theirs + edge)
        fights.append((chance, either_edge(line, opfor_line(s.pack, opfor), has_edge, hitting(s))))
    return mixed(fights)


def hitting(s: Squadron) -> int:
    """How many faces of a die hit."""
    return len(s.box.lines["weapons"].positive)


@lru_cache(maxsize=256)
def forces(pack: str, bin: tuple[int, ...], n: int) -> tuple[tuple[int, tuple[int, ...], float], ...]:
    """16.3 The groups n units from the Bin can form: what they add to the edge, the sides they show, and the chance.

    Forces that fire alike and have the same edge are counted together.
    """
    box = box_of(pack)
    counters = [kind for kind, count in enumerate(bin) for _ in range(count)]
    results, total = Draw(counters, min(max(0, n), len(counters))).outcomes()
    found: dict[Any, tuple[tuple[int, ...], float]] = {}
    for kinds, weight in results:
        for opfor, chance in _sides(pack, kinds):
            shown = [side for side, k in enumerate(opfor) if k]
            edge = max((box.energies[side] for side in shown), default=0)
            edge += max((box.edges[side] for side in shown), default=0)
            key = edge, opfor_line(pack, opfor)
            before = found.get(key, (opfor, 0.0))
            found[key] = before[0], before[1] + chance * weight / total
    return tuple((edge, opfor, chance) for (edge, _), (opfor, chance) in found.items())


def _sides(pack: str, kinds: Sequence[int]) -> list[tuple[tuple[int, ...], float]]:
    """16.3d The sides that picked units can show: each Swarm its front or its back, as likely."""
    box = box_of(pack)
    start = [0] * len(box.sides)
    for kind in kinds:
        start[box.fronts[kind]] += 1
    found = [(start, 1.0)]
    for kind, unit in enumerate(box.opfor):
        if unit.swarm and (count := kinds.count(kind)):
            front = box.fronts[kind]
            split = []
            for opfor, chance in found:
                for backs in range(count + 1):
                    turned = opfor[:]
                    turned[front], turned[front + 1] = count - backs, backs
                    split.append((turned, chance * comb(count, backs) / 2**count))
            found = split
    return [(tuple(opfor), chance) for opfor, chance in found]


def attempt(s: Squadron) -> Attempt:
    """9.3 Mission Resolution from its battle to its objective, if nobody breaks off."""
    fight = fight_with(s, s.net + s.mission_card.opfor)
    hurt = after_hits(s)
    done = 0.0
    chances: dict[int, float] = {}
    for part in (fight.won, fight.stalemate):
        for hits, p in part.items():
            if hits not in chances:
                chances[hits] = objective_chance(hurt[hits])
            done += p * chances[hits]
    return Attempt(done, fight.lost, 1 - done - fight.lost)


def after_hits(s: Squadron) -> list[Squadron]:
    """16.6 The squadron after 0, 1, 2 ... hits in a battle, losses taken where they cost least."""
    s = s.copy()
    launch_swarms(s, s.in_battle())
    found = [s]
    try:
        while s.in_battle():
            s = s.copy()
            take_hit(s, least_loss(s, [*s.in_battle(), *s.loose]))
            found.append(s)
    except MissionEnded:
        pass  # the last ship of all
    return found


def objective_chance(s: Squadron) -> float:
    """9.3b The chance that every part of the objective that is not done yet is done now."""
    s = s.copy()
    s.loose, s.home = (), {}  # Swarms do not matter any more
    return float(walk(_try_objective, s, lambda after: after.is_returning, policy=to_the_end)[True])


def _try_objective(s: Squadron) -> Steps:
    """9.3b The objective after the battle; "returning" stands for done."""
    if s.active() and (yield from fulfil(s)):
        s.is_returning = True


@lru_cache(maxsize=256)
def typical(pack: str, n: int) -> tuple[int, ...]:
    """A force of n units as the Bin gives it on average: spread evenly from the weakest to the strongest."""
    box = box_of(pack)
    every = [box.fronts[kind] for kind, count in enumerate(box.bin) for _ in range(count)]
    every.sort(key=lambda side: (box.sides[side].combat, box.sides[side].after >= 0))
    n = min(max(0, n), len(every))
    force = [0] * len(box.sides)
    for i in range(n):
        force[every[(2 * i + 1) * len(every) // (2 * n)]] += 1
    return tuple(force)


def foreseen(s: Squadron, ships: Sequence[int], n: int) -> Fight:
    """A battle of these ships against n units that are still in the Bin."""
    force = typical(s.pack, n)
    box = s.box
    theirs = max((box.energies[side] + box.edges[side] for side, k in enumerate(force) if k), default=0)
    ours = max(s.energy(ship) for ship in ships) + s.net
    return either_edge(our_line(s, ships), opfor_line(s.pack, force), edge_chance(ours, theirs))
