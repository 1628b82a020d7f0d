"""Exact chances of a battle, of the Objective and of a whole Mission attempt.

Battles are worked out by `common.house.chances`; the tests check them against the walker, which runs the real rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from sandtable.engine import Draw

from ...common.house.chances import Fight, Line, battle, edge_chance, either_edge, mixed, volley
from ..printed.box import SurfaceBox
from ..printed.files import Mission
from ..rules.combat import team_edge
from ..state import Team
from .losses import icon_weights, losses_of, opfor_line, team_after_hits


class Attempt(NamedTuple):
    """9.5 The chances of a Mission attempt: fulfilled, battle lost (with it the game), Objective not met."""

    success: float
    lost: float
    failure: float


def team_line(s: Team) -> Line:
    """The Team's strength after 0, 1, 2 ... hits; after the last no Cadre is left."""
    losses = losses_of(s.box, tuple(s.units), icon_weights(s))
    return Line(losses.sieges if s.in_opfor_installation() else losses.strengths)


def fight_on(s: Team) -> Fight:
    """15.4 The battle that is being fought, from the next round to its end."""
    theirs = Line(opfor_line(s.box, tuple(s.opfor)))
    return battle(team_line(s), theirs, s.has_edge, s.box.positives)


def fight_with(s: Team, n: int, edge: int = 0, including: Sequence[str] = ()) -> Fight:
    """15.3 15.4 A battle where the Team stands with n units that are still to be picked.

    `edge` is what a card adds, `including` are counters that it names.
    """
    return mixed_fights(s, team_line(s), n, edge, including)


def mixed_fights(s: Team, ours: Line, n: int, edge: int = 0, including: Sequence[str] = ()) -> Fight:
    """The battle against every force of n units that can be picked, by its chance."""
    box = s.box
    mine = team_edge(s)
    added = edge + box.terrain[s.cell].opfor_edge + s.in_opfor_installation()
    fights = []
    for strengths, factor, chance in forces(box, tuple(s.bin), n, box.kinds_named(including)):
        has_edge = edge_chance(mine, factor + added)
        fights.append((chance, either_edge(ours, Line(strengths), has_edge, box.positives)))
    return mixed(fights)


@lru_cache(maxsize=512)
def forces(
    box: SurfaceBox, bin: tuple[int, ...], n: int, named: tuple[int, ...] = ()
) -> tuple[tuple[tuple[int, ...], int, float], ...]:
    """15.3 The groups n units picked from the Bin can form: how their strength falls, their best edge factor, the chance.

    Kinds that are named are among them if they are in the Bin.
    """
    left, certain = list(bin), []
    for kind in named[:n]:
        if left[kind]:
            left[kind] -= 1
            certain.append(kind)
    counters = [kind for kind, count in enumerate(left) for _ in range(count)]
    more = min(n - len(certain), len(counters))
    results, total = Draw(counters, more).outcomes() if more else ([((), 1)], 1)
    found: dict[tuple[tuple[int, ...], int], float] = {}
    for picked, weight in results:
        kinds = (*certain, *picked)
        opfor = [0] * len(box.sides)
        for kind in kinds:
            opfor[box.fronts[kind]] += 1
        factor = max((box.sides[box.fronts[kind]].edge for kind in kinds), default=0)
        key = opfor_line(box, tuple(opfor)), factor
        found[key] = found.get(key, 0.0) + weight / total
    return tuple((line, factor, chance) for (line, factor), chance in found.items())


def objective_chance(s: Team, mission: Mission) -> float:
    """9.5.2 The chance to meet a Mission's Objective with the icons and the NET Level at hand."""
    box = s.box
    dice = tuple(
        (s.value(icon), need, len(box.line_of[icon].positive)) for icon, need in mission.needs.items()
    )
    return _met(dice, mission.total, s.net)


@lru_cache(maxsize=16_384)
def objective_with(box: SurfaceBox, number: int, values: Sequence[int], net: int) -> float:
    """9.5.2 The chance to meet a Mission's Objective with these values of the icons, by number."""
    mission = box.missions[number]
    dice = tuple(
        [
            (values[box.icon[icon]], need, len(box.line_of[icon].positive))
            for icon, need in mission.needs.items()
        ]
    )
    return _met(dice, mission.total, net)


@lru_cache(maxsize=4096)
def _met(dice: tuple[tuple[int, int, int], ...], total: int, net: int) -> float:
    """Icons as (dice, needed, positive faces). Bonus dice go where they are needed, so only their number counts."""
    if not all(value for value, _, _ in dice):
        return 0.0
    short = {(0, 0): 1.0}  # (still needed by icon, scored in all) -> chance
    for value, need, faces in dice:
        after: dict[tuple[int, int], float] = {}
        for (needed, scored), chance in short.items():
            for n, p in enumerate(volley(value, faces)):
                key = needed + max(0, need - n), scored + n
                after[key] = after.get(key, 0.0) + chance * p
        short = after
    bonus = min(faces for _, _, faces in dice) / 6
    return sum(
        chance * _at_least(max(needed, total - scored), net, bonus)
        for (needed, scored), chance in short.items()
    )


def _at_least(needed: int, dice: int, p: float) -> float:
    if needed <= 0:
        return 1.0
    return sum(comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(needed, dice + 1))


def attempt(s: Team, mission: Mission) -> Attempt:
    """9.5 A Mission attempt from its battle to its Objective, if nobody breaks off."""
    teams = team_after_hits(s)
    ours = Line(tuple(team.team_strength() for team in teams))
    n = s.net + mission.plus + s.won
    if n < 1:
        met = objective_chance(s, mission)
        return Attempt(met, 0.0, 1 - met)
    fight = mixed_fights(s, ours, n, mission.edge, mission.including)
    success = sum(
        p * objective_chance(teams[i], mission)
        for part in (fight.won, fight.stalemate)
        for i, p in part.items()
    )
    return Attempt(success, fight.lost, 1 - success - fight.lost)
