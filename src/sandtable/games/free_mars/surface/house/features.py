"""The numbers that the value of a position is learned from, read off the state between two turns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ...common.cards.effects import GainOps, Points
from ...common.state import DISCARDS, MISSION, MISSIONS, OPS, PLAYER, RESERVE
from ..printed.box import Kind, SurfaceBox
from ..rules.movement import reach
from ..state import BACK, FRONT, OUT, Phase, Team
from .chances import objective_with
from .foresight import attempt_of, cards_to_come, ground_at, margin_of
from .losses import Losses, icon_weights, losses_of
from .tactics import NO_WAY, after_recruiting, distances, recruit_cells

#: The trees that were trained on them.
VALUE_FILE = Path(__file__).parent / "value.json"

#: Time and what is known.
TIME = (
    "ops_left",
    "ops_in_reserve",
    "ops_needed",
    "ops_to_spare",
    "net",
    "points",
    "points_to_take",
    "ops_to_take",
    "is_revealed",
    "is_known",
    "reveal",
    "missions_won",
    "losses_in_a_row",
)
#: The Team and what it shows.
TEAM = (
    "cadres",
    "cadres_effective",
    "vehicles",
    "gear",
    "specials",
    "crashed",
    "lost",
    "strength",
    "strength_crashed",
    "hits_to_take",
    "strength_after_3",
    "best_move",
    "movement",
    "rides",
    "cyber",
    "leader",
    "nano",
    "pilot",
    "sniper",
    "enhancers",
    "repair",
)
#: The Objective with the icons at hand.
OBJECTIVE = (
    "objective",
    "objective_after_2",
    "objective_after_4",
    "objective_net_up",
    "objective_recruited",
    "objective_worst",
    "needed_dice",
    "needed_weakest",
    "needed_crashed",
    "mission_opfor",
    "mission_edge",
    "mission_named",
)
#: Where the Team stands, and what is near.
PLACE = (
    "to_nexus",
    "ops_to_nexus",
    "is_at_nexus",
    "to_recruit",
    "can_recruit",
    "edge_here",
    "extra_here",
    "sites_friendly",
    "to_site",
    "can_hop",
    "tazes",
)
#: The battles to come, and the Ops cards not seen yet.
FIGHTS = (
    "win",
    "hits",
    "attempt",
    "attempt_lost",
    "attempt_in_time",
    "margin_net_up",
    "card_margin",
    "card_margin_with_more",
    "card_opfor",
    "card_battle",
    "card_threat",
    "card_ops",
    "card_points",
    "card_net",
    "card_crash",
    "card_help",
)
FEATURES = (*TIME, *TEAM, *OBJECTIVE, *PLACE, *FIGHTS)

#: The words for the numbers that tell most, as a player says them.
WORDS = {
    "ops_left": "Ops cards left",
    "ops_needed": "Ops that it takes to the Mission",
    "ops_to_spare": "Ops cards to spare",
    "net": "the NET Level",
    "points": "Team Points in hand",
    "is_revealed": "the Mission is revealed",
    "reveal": "the chance of revealing the Mission",
    "cadres_effective": "Cadres on their feet",
    "crashed": "crashed units",
    "strength": "the Team's combat strength",
    "hits_to_take": "hits the Team can take",
    "cyber": "Cyber icons",
    "leader": "Leader icons",
    "nano": "Nano-Morph icons",
    "pilot": "Pilot icons",
    "sniper": "Sniper icons",
    "repair": "the chance of a repair",
    "objective": "the chance of the Objective",
    "objective_recruited": "the chance of the Objective after recruiting",
    "objective_net_up": "the chance of the Objective with a higher NET Level",
    "ops_to_nexus": "Ops to the Nexus",
    "to_nexus": "cells to the Nexus",
    "to_recruit": "cells to a place to recruit",
    "edge_here": "the ground the Team stands on",
    "sites_friendly": "Friendly Installations",
    "win": "the chance of winning the Mission's battle",
    "hits": "hits that the Mission's battle costs",
    "attempt": "the chance of the whole attempt",
    "attempt_lost": "the danger of the attempt",
    "attempt_in_time": "the chance of an attempt in time",
    "card_margin": "the strength for the next battle",
    "card_battle": "battles among the cards to come",
    "card_ops": "Ops that the next card brings or takes",
}


def features(s: Team) -> list[list[float]]:
    """One row of numbers, in the order of `FEATURES`."""
    units = tuple(s.units)
    roll = roll_call(s.box, units)
    values = tuple([n + more for n, more in zip(s.icons, s.enhancers, strict=True)])
    missions = possible_missions(s)
    losses = losses_of(s.box, units, icon_weights(s))
    to_nexus, ops_to_nexus = _way_to_nexus(s, roll)
    reveal = _positive(values[s.box.icon["cyber"]])
    ops_needed = ops_to_nexus + (0.0 if s.is_revealed else 1 / reveal if reveal else NO_WAY)
    return [
        [
            *_time(s, values, ops_needed, reveal),
            *_team(s, roll, values, losses),
            *_objective(s, units, missions, values, losses, roll),
            *_place(s, to_nexus, ops_to_nexus),
            *_fights(s, units, missions, values, ops_needed),
        ]
    ]


def moment(s: Team) -> int | None:
    """8.1 The beginning of an Op: a number that is another one at each of them. None in the middle of one.

    The last card that was played is in it, because one card can bring as many Ops back as it takes.
    """
    if s.phase != Phase.MOVE:
        return None
    discards = s.cards.zones[DISCARDS]
    last = discards[-1] + 1 if discards else 0
    return ((len(s.fought) * 100 + len(discards)) * 100 + s.ops_left) * 1000 + last


class RollCall(NamedTuple):
    """The counters of a Team, apart from what they show together."""

    cadres: int
    effective: int
    vehicles: int
    gear: int
    specials: int
    crashed: int
    lost: int
    #: The strength and the icons that repairs would bring back.
    strength: int
    icons: tuple[int, ...]
    #: The movement of the fastest unit (15.4.3), and of the whole Team (11.0).
    best_move: int
    movement: int


@lru_cache(maxsize=8192)
def roll_call(box: SurfaceBox, units: tuple[int, ...]) -> RollCall:
    """10.1 The Team by kind and condition."""
    count = [[0] * 4 for _ in range(4)]
    strength, icons, moves = 0, [0] * len(box.icons), [(0, Kind.GEAR)]
    for unit, side in enumerate(units):
        kind = box.kind[unit]
        count[kind][side] += 1
        if side not in (FRONT, BACK) or kind is Kind.GEAR:
            continue
        front, shown = box.printed[unit][0], box.printed[unit][side - 1]
        moves.append((shown.move, kind))
        if side == BACK:
            strength += front.combat - shown.combat
            icons = [n + a - b for n, a, b in zip(icons, front.icons, shown.icons, strict=True)]
    riding = [move for move, kind in moves if kind is Kind.VEHICLE]
    walking = [move for move, kind in moves if kind in (Kind.CADRE, Kind.SPECIAL)]
    cadres, gear, vehicles, specials = count
    return RollCall(
        cadres[FRONT] + cadres[BACK],
        cadres[FRONT],
        vehicles[FRONT] + vehicles[BACK],
        gear[FRONT] + gear[BACK],
        specials[FRONT] + specials[BACK],
        cadres[BACK] + vehicles[BACK] + specials[BACK],
        cadres[OUT] + vehicles[OUT],
        strength,
        tuple(icons),
        max(moves)[0],
        min(riding or walking or [0]),
    )


def possible_missions(s: Team) -> tuple[int, ...]:
    """9.1 The numbers of the cards that the Mission can be, as far as the player knows."""
    zones, first = s.cards.zones, len(s.box.ops)
    pile = zones[MISSION]
    if pile and s.cards.knows(PLAYER, pile[0]):
        return (pile[0] - first,)
    return tuple(sorted([card - first for card in (*pile, *zones[MISSIONS])])) or (len(s.box.missions) - 1,)


def _positive(dice: int) -> float:
    """The chance of a Positive with this many dice."""
    return 1 - (2 / 3) ** dice


def _time(s: Team, values: Sequence[int], ops_needed: float, reveal: float) -> list[float]:
    """Ops, points and the NET Level, and how far the Mission is away."""
    zones = s.cards.zones
    left = len(zones[OPS])
    points, ops = for_sale(s.box, s.spent, values[s.box.icon["cyber"]] > 0, values[s.box.icon["leader"]] > 0)
    return [
        left,
        len(zones[RESERVE]),
        ops_needed,
        left - max(1.0, ops_needed),
        s.net,
        s.points,
        points,
        ops,
        s.is_revealed,
        len(zones[MISSION]) > 0 and s.cards.knows(PLAYER, zones[MISSION][0]),
        1.0 if s.is_revealed else reveal,
        s.won,
        s.losses,
    ]


@lru_cache(maxsize=1024)
def for_sale(box: SurfaceBox, spent: tuple[str, ...], runs: bool, recruits: bool) -> tuple[int, int]:
    """14.3 17.3 The points and the Ops that Positives can still buy, of what can be bought once a Mission."""
    lines = [
        box.lines[id] for id, can in (("netrun", runs), ("recruit", recruits)) if can and id in box.lines
    ]
    ways = [way for line in lines for way in line.outcomes if way.once_a_mission and way.id not in spent]
    effects = [effect for way in ways for effect in way.effects]
    return (
        sum([effect.n for effect in effects if isinstance(effect, Points)]),
        sum([effect.n for effect in effects if isinstance(effect, GainOps)]),
    )


def _team(s: Team, roll: RollCall, values: Sequence[int], losses: Losses) -> list[float]:
    """The Team by kind and condition, its strength and its icons."""
    strengths = losses.strengths
    return [
        roll.cadres,
        roll.effective,
        roll.vehicles,
        roll.gear,
        roll.specials,
        roll.crashed,
        roll.lost,
        s.strength,
        roll.strength,
        len(strengths),
        strengths[3] if len(strengths) > 3 else 0,
        roll.best_move,
        roll.movement,
        roll.vehicles > 0,
        *values,
        sum(s.enhancers),
        _positive(values[s.box.icon["nano"]]) if roll.crashed else 0.0,
    ]


def _objective(
    s: Team,
    units: tuple[int, ...],
    missions: Sequence[int],
    values: tuple[int, ...],
    losses: Losses,
    roll: RollCall,
) -> list[float]:
    """9.5 The Objective, on average over the cards that the Mission can be."""
    box, net, k = s.box, s.net, len(missions)
    enhancers = tuple(s.enhancers)
    points = s.points + 2 * (values[box.icon["leader"]] > 0)
    later = [values_after(losses, enhancers, hits) for hits in (2, 4)]
    met = [objective_with(box, m, values, net) for m in missions]
    asked = [asked_by(box, m) for m in missions]
    return [
        sum(met) / k,
        sum([objective_with(box, m, later[0], net) for m in missions]) / k,
        sum([objective_with(box, m, later[1], net) for m in missions]) / k,
        sum([objective_with(box, m, values, min(net + 1, box.net_max)) for m in missions]) / k,
        sum([after_recruiting(box, m, units, enhancers, net, points) for m in missions]) / k,
        min(met),
        sum([values[n] for it in asked for n in it.icons]) / k,
        sum([min([values[n] for n in it.icons], default=0) for it in asked]) / k,
        sum([roll.icons[n] for it in asked for n in it.icons]) / k,
        sum([it.plus for it in asked]) / k,
        sum([it.edge for it in asked]) / k,
        sum([it.named for it in asked]) / k,
    ]


class Asked(NamedTuple):
    """The demands of a Mission card: icons by number; its OPFOR beyond the NET Level, their edge, the strength of those it names."""

    icons: tuple[int, ...]
    plus: int
    edge: int
    named: int
    kinds: tuple[int, ...]


@lru_cache(maxsize=256)
def asked_by(box: SurfaceBox, number: int) -> Asked:
    """9.5 A Mission card in numbers."""
    mission = box.missions[number]
    kinds = box.kinds_named(mission.including)
    strength = sum([box.sides[box.fronts[kind]].combat for kind in kinds])
    return Asked(tuple([box.icon[it] for it in mission.needs]), mission.plus, mission.edge, strength, kinds)


def values_after(losses: Losses, enhancers: Sequence[int], hits: int) -> tuple[int, ...]:
    """16.3 The values of the icons after this many hits, or after the last that the Team survives."""
    icons = losses.icons[min(hits, len(losses.icons) - 1)]
    return tuple([n + more for n, more in zip(icons, enhancers, strict=True)])


def _way_to_nexus(s: Team, roll: RollCall) -> tuple[float, float]:
    """11.0 Cells and Ops to the Nexus; while nobody knows where it will be, the average over random locations."""
    if s.cell < 0:
        return 0.0, 0.0
    box = s.box
    ports = [box.places[i] for i in box.ports if s.control[i]]
    hop = NO_WAY if not ports else 1 if s.cell in ports else 2
    if s.is_revealed and s.nexus >= 0:
        march = march_table(box, s.cell, roll.movement, roll.vehicles > 0, s.control)
        return distances(box, s.cell)[s.nexus], min(march[s.nexus], hop)
    cells, ops = random_way(box, s.cell, roll.movement, roll.vehicles > 0, s.control)
    return cells, min(ops, hop)


@lru_cache(maxsize=8192)
def march_table(
    box: SurfaceBox, start: int, moves: int, rides: bool, control: tuple[int, ...]
) -> tuple[int, ...]:
    """11.1 11.2 How many Ops the Team marches to each cell."""
    ops = [NO_WAY] * len(box.cells)
    ops[start], edge, n = 0, [start], 0
    while edge:
        n += 1
        beyond = []
        for cell in edge:
            for goal in reach(box, cell, moves, rides, control):
                if ops[goal] == NO_WAY:
                    ops[goal] = n
                    beyond.append(goal)
        edge = beyond
    return tuple(ops)


@lru_cache(maxsize=8192)
def random_way(
    box: SurfaceBox, start: int, moves: int, rides: bool, control: tuple[int, ...]
) -> tuple[float, float]:
    """R-SC-10 Cells and Ops to a random location, on average."""
    march, far = march_table(box, start, moves, rides, control), distances(box, start)
    goals = [cell for line in box.random for cell in line]
    return sum([far[cell] for cell in goals]) / len(goals), sum([march[cell] for cell in goals]) / len(goals)


def _place(s: Team, to_nexus: float, ops_to_nexus: float) -> list[float]:
    """Where the Team stands: the way to the Nexus, to recruits and to Installations, and the ground it fights on."""
    box, here, control = s.box, s.cell, s.control
    if here < 0:
        return [to_nexus, ops_to_nexus, 0, 0, 0, 0, 0, sum(control), 0, 0, len(s.taz)]
    terrain, site, far = box.terrain[here], box.site[here], distances(box, here)
    is_hostile = site >= 0 and not control[site]
    hostile = [far[place] for place, friendly in zip(box.places, control, strict=True) if not friendly]
    return [
        to_nexus,
        ops_to_nexus,
        s.is_revealed and here == s.nexus,
        min([far[cell] for cell in recruit_cells(s)], default=NO_WAY),
        s.is_recruit_place(),
        terrain.team_edge - terrain.opfor_edge + (0 if site < 0 else 1 if control[site] else -1),
        box.installations[site].extra if is_hostile else 0,
        sum(control),
        min(hostile, default=NO_WAY),
        any(control[port] for port in box.ports),
        len(s.taz),
    ]


def _fights(
    s: Team, units: tuple[int, ...], missions: Sequence[int], values: tuple[int, ...], ops_needed: float
) -> list[float]:
    """The Mission's battle as things are, the battles that cards can bring, and what else the cards to come can do."""
    box, net, k = s.box, s.net, len(missions)
    enhancers, weights = tuple(s.enhancers), icon_weights(s)
    leaders = s.icons[box.icon["leader"]]
    ground, is_siege = ground_at(box, s.nexus, s.control)
    edge = leaders + ground
    tries = [attempt_of(box, m, units, weights, enhancers, net, s.won, edge, is_siege) for m in missions]
    with_more = [
        margin_of(
            box, units, weights, is_siege, net + 1 + it.plus + s.won, net + 1 + edge - it.edge, it.kinds
        )
        for it in [asked_by(box, m) for m in missions]
    ]
    here, siege_here = ground_at(box, s.cell, s.control)
    n = max(1, net) + s.won
    if siege_here:
        n += box.installations[box.site[s.cell]].extra
    if n > 1 and s.cell in s.taz:
        n -= 1
    success = sum([it.success for it in tries]) / k
    return [
        sum([it.win for it in tries]) / k,
        sum([it.hits for it in tries]) / k,
        success,
        sum([it.lost for it in tries]) / k,
        success if s.ops_left >= ops_needed else 0.0,
        sum(with_more) / k,
        margin_of(box, units, weights, siege_here, n, net + leaders + here),
        margin_of(box, units, weights, siege_here, n + 1, net + leaders + here),
        n,
        *cards_to_come(s, values),
    ]
