"""A quick look at what is to come: battles against a typical force, an attempt of the Mission, the Ops cards not seen yet.

The exact chances are in `chances`; these are for the value of a position, which is read thousands of times a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ...common.cards.effects import (
    Challenge,
    Choose,
    Deploy,
    First,
    Flip,
    GainOps,
    LoseOps,
    May,
    Net,
    NetCheck,
    Points,
    Reinforce,
)
from ...common.house.chances import Fight, Line, edge_chance, either_edge
from ...common.state import DISCARDS, OPS, PLAYER, RESERVE
from ..printed.box import SurfaceBox
from ..state import Team
from .chances import forces, objective_with
from .losses import icon_weights, losses_of

#: A race that takes this many rounds is taken to be a draw.
LONGEST_RACE = 40


class Force(NamedTuple):
    """15.3 What n units from the Bin are like: their strength hit by hit on average, and how likely each edge factor is."""

    strengths: tuple[float, ...]
    line: Line
    factors: tuple[tuple[int, float], ...]


@lru_cache(maxsize=256)
def typical(box: SurfaceBox, n: int, named: tuple[int, ...] = ()) -> Force:
    """15.3 A typical force of n units from a full Bin, with those that are named."""
    found = forces(box, box.bin, max(0, n), named)
    longest = max([len(line) for line, _, _ in found], default=0)
    strengths = [
        sum([chance * line[hits] for line, _, chance in found if hits < len(line)]) for hits in range(longest)
    ]
    factors: dict[int, float] = {}
    for _, factor, chance in found:
        factors[factor] = factors.get(factor, 0.0) + chance
    rounded = Line(tuple([round(strength) for strength in strengths]))
    return Force(tuple(strengths), rounded, tuple(sorted(factors.items())))


@lru_cache(maxsize=4096)
def first_fire(force: Force, ours: int) -> float:
    """15.4.1 The chance of the Tactical Edge, with this many more added to the Team's die than to the OPFOR's."""
    return sum([chance * edge_chance(ours, factor) for factor, chance in force.factors])


@lru_cache(maxsize=16_384)
def fight_of(
    box: SurfaceBox,
    units: tuple[int, ...],
    weights: tuple[float, ...],
    is_siege: bool,
    n: int,
    edge: int,
    named: tuple[int, ...] = (),
) -> Fight:
    """15.4 A battle of these units, which have this much more edge, against n typical units."""
    losses, force = losses_of(box, units, weights), typical(box, n, named)
    line = Line(losses.sieges if is_siege else losses.strengths)
    return either_edge(line, force.line, first_fire(force, edge), box.positives)


class Prospect(NamedTuple):
    """9.5 An attempt of the Mission: the battle won, the hits it costs, the Objective met in the end, the Team lost."""

    win: float
    hits: float
    success: float
    lost: float


@lru_cache(maxsize=16_384)
def attempt_of(
    box: SurfaceBox,
    number: int,
    units: tuple[int, ...],
    weights: tuple[float, ...],
    enhancers: tuple[int, ...],
    net: int,
    won: int,
    edge: int,
    is_siege: bool,
) -> Prospect:
    """9.5 An attempt of a Mission by these units where they have this much more edge, against typical OPFOR."""
    mission, losses = box.missions[number], losses_of(box, units, weights)
    named = box.kinds_named(mission.including)
    fight = fight_of(
        box, units, weights, is_siege, net + mission.plus + won, net + edge - mission.edge, named
    )
    success = 0.0
    for part in (fight.won, fight.stalemate):
        for hits, chance in part.items():
            values = tuple([a + b for a, b in zip(losses.icons[hits], enhancers, strict=True)])
            success += chance * objective_with(box, number, values, net)
    return Prospect(fight.win, fight.hits, success, fight.lost)


def attempt_here(s: Team, number: int) -> Prospect:
    """9.5 An attempt of a Mission where the Team stands, against typical OPFOR."""
    box = s.box
    ground, is_siege = ground_at(box, s.cell, s.control)
    edge = s.icons[box.icon["leader"]] + ground
    return attempt_of(
        box, number, tuple(s.units), icon_weights(s), tuple(s.enhancers), s.net, s.won, edge, is_siege
    )


def fight_here(s: Team, n: int, edge: int = 0, including: Sequence[str] = ()) -> Fight:
    """15.4 A battle where the Team stands against n typical units; `edge` is what a card adds to theirs."""
    box = s.box
    ground, is_siege = ground_at(box, s.cell, s.control)
    ours = s.net + s.icons[box.icon["leader"]] + ground - edge
    return fight_of(box, tuple(s.units), icon_weights(s), is_siege, n, ours, box.kinds_named(including))


@lru_cache(maxsize=16_384)
def margin_of(
    box: SurfaceBox,
    units: tuple[int, ...],
    weights: tuple[float, ...],
    is_siege: bool,
    n: int,
    edge: int,
    named: tuple[int, ...] = (),
) -> float:
    """15.4 How a battle against n typical units goes if dice fall as on average: the share of its hits that the winner has left.

    It is below 0 if that is the OPFOR.
    """
    losses, force = losses_of(box, units, weights), typical(box, n, named)
    ours, theirs = losses.sieges if is_siege else losses.strengths, force.strengths
    first = first_fire(force, edge)
    hit = box.positives / 6
    return first * race(ours, theirs, hit) - (1 - first) * race(theirs, ours, hit)


def race(first: Sequence[float], second: Sequence[float], hit: float) -> float:
    """The share of its hits that the side which fires first has left, if dice fall as on average; below 0 if it loses."""
    n, m = len(first), len(second)
    if not n or not m:
        return 1.0 if n else -1.0
    a = b = 0.0
    for _ in range(LONGEST_RACE):
        b += first[int(a)] * hit
        if b >= m:
            return (n - a) / n
        a += second[int(b)] * hit
        if a >= n:
            return (b - m) / m
    return 0.0


@lru_cache(maxsize=1024)
def ground_at(box: SurfaceBox, cell: int, control: tuple[int, ...]) -> tuple[int, bool]:
    """15.4.1 What terrain and Installation add to the Team's edge in a cell, less the OPFOR's; whether it is an OPFOR Installation's."""
    if cell < 0:
        return 0, False
    terrain, site = box.terrain[cell], box.site[cell]
    is_siege = site >= 0 and not control[site]
    return terrain.team_edge - terrain.opfor_edge + (0 if site < 0 else -1 if is_siege else 1), is_siege


# The cards to come

#: What a card can bring: battles, what their OPFOR come to beyond the NET Level, Ops, points, NET Levels, crashed units, units.
NOTHING: tuple[float, ...] = (0.0,) * 7
#: The place of what an effect brings, and its sign.
SIMPLE: dict[type, tuple[int, int]] = {
    GainOps: (2, 1),
    LoseOps: (2, -1),
    Points: (3, 1),
    Net: (4, 1),
    Flip: (5, 1),
    Reinforce: (6, 1),
}


@lru_cache(maxsize=16_384)
def card_brings(box: SurfaceBox, card: int, net: int, values: tuple[int, ...]) -> tuple[float, ...]:
    """12.2 What an Ops card brings on average at this NET Level, with these values of the icons."""
    return _bring(box, box.ops[card].effects, net, values)


def _bring(box: SurfaceBox, effects: Sequence[Any], net: int, values: Sequence[int]) -> tuple[float, ...]:
    found = NOTHING
    for effect in effects:
        found = _added(found, 1.0, _brought(box, effect, net, values))
    return found


def _brought(box: SurfaceBox, effect: Any, net: int, values: Sequence[int]) -> tuple[float, ...]:
    """The average gain of one effect; where the player has a choice, something of each way."""
    if type(effect) in SIMPLE:
        place, sign = SIMPLE[type(effect)]
        return tuple([float(sign * effect.n) if n == place else 0.0 for n in range(len(NOTHING))])
    match effect:
        case Deploy():
            return (1.0, 1.0 + effect.plus, *NOTHING[2:])
        case Challenge():
            failure = (2 / 3) ** values[box.icon[effect.icon]]
            found = _added(NOTHING, failure, _bring(box, effect.failure, net, values))
            return _added(found, 1 - failure, _bring(box, effect.success, net, values))
        case NetCheck():
            one = min(6, net) / 6
            found = _added(NOTHING, one, _bring(box, effect.one, net, values))
            return _added(found, 1 - one, _bring(box, effect.two, net, values))
        case Choose():
            ways, found = effect.ways, NOTHING
            for way in ways:
                found = _added(found, 1 / len(ways), _bring(box, way.effects, net, values))
            return found
        case First():
            return _bring(box, effect.of[0], net, values)
        case May():
            return _added(NOTHING, 0.5, _bring(box, effect.effects, net, values))
    return NOTHING


def _added(found: tuple[float, ...], chance: float, more: tuple[float, ...]) -> tuple[float, ...]:
    return tuple([a + chance * b for a, b in zip(found, more, strict=True)])


def cards_to_come(s: Team, values: tuple[int, ...]) -> list[float]:
    """12.0 What the next Ops card brings on average, as far as the player knows: any card that has not been seen."""
    zones, known = s.cards.zones, s.cards.known
    bit = 1 << PLAYER
    pool = [*zones[OPS], *zones[RESERVE], *[card for card in zones[DISCARDS] if not known[card] & bit]]
    box, net = s.box, s.net
    brought = [card_brings(box, card, net, values) for card in sorted(pool)]
    n = len(brought) or 1
    return [sum(column) / n for column in zip(*brought, strict=True)] if brought else list(NOTHING)
