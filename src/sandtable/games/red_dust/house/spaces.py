"""How much each space promises to an Operation or a Special Activity, in points of the Faction's own margin."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..nonplayer.moves import control_of, sides
from ..nonplayer.priorities import assault_strength, could_bombard, has_room_for_base
from ..printed.map import CORPORATIONS, EARTH, MARS, MARS_GOV, PHOBOS, RECLAIMERS, RED_DUST, TRANSIT
from ..printed.pieces import (
    ACTIVE,
    ACTIVE_CR_REBEL,
    ACTIVE_RD_REBEL,
    ACTIVE_SPECOPS,
    BASES_OF,
    COIN_BASES,
    COIN_UNITS,
    CONVERSION_CENTER,
    CORP_BASE,
    CORP_BASES,
    CR_BASE,
    CR_BASES,
    CR_REBEL,
    CR_REBELS,
    EG_TROOP,
    ENEMIES_OF,
    FORTIFIED,
    HIDDEN,
    IS_BASE,
    MG_TROOP,
    PROTECTORS,
    RD_BASES,
    RD_REBEL,
    RD_REBELS,
    REBELS_OF,
    SECURITY,
    SPECOPS,
)
from ..rules.operations.attack import may_ambush
from ..rules.operations.general import price
from ..rules.operations.rally import Rally, rally_number, rally_ways
from ..rules.population import can_house, can_repair
from ..state import Action, Mars, Op
from .stakes import Stakes

#: What a Rebel is worth that goes underground, and one that shows itself.
HIDES, SHOWS = 0.12, 0.1
#: What it is worth that EarthGov's mood turns, a Campaign card, and a Base that could be attacked.
MOOD, CAMPAIGN = 1.0, 0.9
#: The chance that two dice add up to no more than a number.
AT_MOST = (
    0.0,
    0.0,
    1 / 36,
    3 / 36,
    6 / 36,
    10 / 36,
    15 / 36,
    21 / 36,
    26 / 36,
    30 / 36,
    33 / 36,
    35 / 36,
    1.0,
)
#: The value of a space for an Operation: (position, stakes, Operation in progress, space).
Score = Callable[[Mars, Stakes, Action, int], float]


def change_of_control(s: Mars, k: Stakes, space: int, coin: int, rd: int, cr: int) -> float:
    """The worth of a change of forces in a space by what it does to Control."""
    counts = sides(s, space)
    counts[0] += coin
    counts[1] += rd
    counts[2] += cr
    after, before = control_of(counts), s.control[space]
    if after == before:
        return 0.0
    population = s.population(space)
    return k.control(after, population) - k.control(before, population)


def damage_worth(s: Mars, k: Stakes, space: int) -> float:
    """The worth of a Damage in a space."""
    if s.at(space, FORTIFIED):
        return -k.unit[MARS_GOV]
    if s.box.green[space] <= s.damage[space]:
        return 0.0
    population, level = s.population(space), s.alignment[space]
    lost = k.alignment(level, population - 1) - k.alignment(level, population)
    return lost - 0.7 * k.sign[MARS_GOV] - 0.4 * k.sign[CORPORATIONS]


def home_worth(s: Mars, k: Stakes, who: int, space: int) -> float:
    """The worth of another Population in a space, moved in from those displaced, with EarthGov's mood."""
    population, level = s.population(space), s.alignment[space]
    gain = k.alignment(level, population + 1) - k.alignment(level, population)
    gain += 0.7 * k.sign[MARS_GOV] + 0.4 * k.sign[CORPORATIONS]
    if who == MARS_GOV and not s.is_eg_up:
        gain += MOOD * k.left
    elif who == RED_DUST and s.is_eg_up:
        gain -= MOOD * k.left * k.sign[MARS_GOV]
    if not level:  # people who could be won over
        gain += 0.2
    return gain


def losses(s: Mars, k: Stakes, who: int, space: int, n: int) -> float:
    """The worth of removing up to n enemy pieces, Bases last, the most telling first."""
    if n <= 0:
        return 0.0
    units: list[float] = []
    bases: list[float] = []
    start = space * 18
    for kind in ENEMIES_OF[who]:
        if there := s.pieces[start + kind]:
            if kind == SPECOPS:
                continue
            value = -k.piece(kind)
            if IS_BASE[kind]:
                guards = s.count(space, PROTECTORS[kind])
                if guards < n:
                    bases += [value] * min(there, n - guards)
            else:
                units += [value * (0.6 if kind == EG_TROOP else 1.0)] * there
    units.sort(reverse=True)
    taken = [it for it in units if it > 0][: n - min(len(bases), n)] if bases else units[:n]
    found = sum(it for it in taken if it > 0)
    bases.sort(reverse=True)
    if bases and bases[0] > 0:
        found += sum(it for it in bases[: n - len(taken)] if it > 0)
    return found


# MarsGov and the Corporations


def train_at(s: Mars, k: Stakes, a: Action, space: int) -> float:
    """16.1 Troops where Control is at stake, as long as there are few."""
    n = min(4, s.available(MG_TROOP))
    value = n * k.unit[MARS_GOV]
    if space == PHOBOS:
        return value * 0.8
    counts = sides(s, space)
    lead = counts[0] - counts[1] - counts[2]
    if s.population(space) and lead <= 3:
        value += 0.25 * s.population(space) + 0.2
    return value


def pacify_worth(s: Mars, k: Stakes, space: int) -> float:
    """16.1 The best two of House, Repair and shifts in a space, less their price."""
    population, level = s.population(space), s.alignment[space]
    found = 0.0
    money, steps = s.resources[MARS_GOV] - s.action.cost, 2
    if s.displaced and (can_house(s, space) or (can_repair(s, MARS_GOV, space) and money >= 3)):
        gain = home_worth(s, k, MARS_GOV, space)
        found, steps, population = gain, 1, population + 1
        if s.damage[space]:
            money -= 3
            found -= 3 * k.money
    while steps and money >= 3 and population:
        gain = k.shift(level, 1, population) - 3 * k.money
        if gain <= 0:
            break
        found += gain
        level, steps, money = level + 1, steps - 1, money - 3
    return found


def assault_at(s: Mars, k: Stakes, a: Action, space: int) -> float:
    """16.5 What an Assault removes, what becomes of Control, and what Mercenaries bring."""
    who, strength = a.who, assault_strength(s, a.who, space)
    if could_bombard(s, who):
        strength += 2
    at = s.pieces[space * 18 : space * 18 + 18]
    red, church = at[ACTIVE_RD_REBEL], at[ACTIVE_CR_REBEL]
    found, n = 0.0, strength
    gone = [0, 0]
    order = ((0, red, RED_DUST), (1, church, RECLAIMERS))
    for side, there, owner in sorted(order, key=lambda it: k.unit[it[2]]):
        taken = min(n, there)
        gone[side] += taken
        found -= taken * k.unit[owner]
        n -= taken
    for side, hidden, kinds in ((0, at[RD_REBEL], RD_BASES), (1, at[CR_REBEL], CR_BASES)):
        if hidden:
            continue
        for kind in kinds:
            taken = min(n, at[kind])
            gone[side] += taken
            found -= taken * k.piece(kind)
            n -= taken
    if not any(gone):
        return 0.0
    found += change_of_control(s, k, space, 0, -gone[0], -gone[1])
    if at[SECURITY] or at[ACTIVE_SPECOPS] or (who == CORPORATIONS and at[SPECOPS]):
        found += k.sign[CORPORATIONS] * (sum(gone) // 2)
    if s.box.is_labyrinth[space] and (at[RD_REBEL] or at[CR_REBEL]):
        found -= 0.3
    return found


def logistics_at(s: Mars, k: Stakes, a: Action, space: int) -> float:
    """16.2 Units for Earth, a run of the Cycler, or a Base that turns."""
    if space == EARTH:
        return 0.7 * k.unit[CORPORATIONS] * min(4, s.available(SECURITY))
    if space == TRANSIT:
        waiting = s.at(EARTH, SECURITY) + s.at(EARTH, SPECOPS)
        return 0.4 + 0.5 * k.unit[CORPORATIONS] * (min(5, waiting) + s.at(TRANSIT, SECURITY))
    free = not a.flipped
    return 0.9 * k.terraforming - (0.0 if free else 3.0)


def settle_worth(s: Mars, k: Stakes, who: int, space: int) -> float:
    """16.3 What a Base would be worth where units of a COIN Faction come to."""
    if who == MARS_GOV or not has_room_for_base(s, who, space) or s.has(space, CORP_BASES):
        return 0.0
    return k.base[CORPORATIONS] - k.unit[CORPORATIONS]


# Red Dust and the Reclaimers


def rally_worth(s: Mars, k: Stakes, who: int, space: int) -> tuple[float, Rally | None]:
    """16.6 The best way to Rally in a space, and what it is worth."""
    best, how = 0.0, None
    hidden, active = s.at(space, HIDDEN[who]), s.at(space, ACTIVE[who])
    for way in rally_ways(s, who, space):
        value = _way_worth(s, k, who, space, way, hidden, active)
        if value > best or how is None:
            best, how = value, way
    return best, how


def _way_worth(s: Mars, k: Stakes, who: int, space: int, way: Rally, hidden: int, active: int) -> float:
    """16.6 What one way to Rally is worth."""
    if way is Rally.BASE:
        left = hidden + active - 2
        exposed = 0.0 if left else 0.6 + 0.1 * min(4, s.count(space, ENEMIES_OF[who]))
        moved = (0, -1, 0) if who == RED_DUST else (0, 0, -1)
        return k.base[who] - 2 * k.unit[who] - exposed + change_of_control(s, k, space, *moved)
    if way is Rally.HIDE:
        at_risk = s.has(space, COIN_UNITS) or s.has(space, BASES_OF[who])
        return active * HIDES * (1.0 if at_risk else 0.5) + (0.3 if not hidden else 0.0)
    if way is Rally.CONVERT:
        grows = 1.2 * k.left if s.population(space) else 0.0
        return 0.7 + grows - (k.sign[CORPORATIONS] if not s.box.is_labyrinth[space] else 0.0) * 4 * k.left
    n = max(1, rally_number(s, who, space)) if way is Rally.REBELS else 1
    n = min(n, s.available(HIDDEN[who]))
    if not n:
        return -0.2
    gain = (0, n, 0) if who == RED_DUST else (0, 0, n)
    value = n * k.unit[who] + change_of_control(s, k, space, *gain)
    if not hidden and s.has(space, BASES_OF[who]):
        value += 0.4
    if not hidden + active and s.population(space) > 1:
        value += 0.2 * s.population(space)
    return value


def rally_at(s: Mars, k: Stakes, a: Action, space: int) -> float:
    return rally_worth(s, k, a.who, space)[0]


def campaign_at(s: Mars, k: Stakes, a: Action, space: int) -> float:
    """16.10 A shift, or a Campaign card where Opposition is active already."""
    level, population = s.alignment[space], s.population(space)
    value = k.shift(level, -1, population)
    if level <= -1 and not a.campaigns:
        value += CAMPAIGN * min(1.0, k.left * 3)
    if level == 2:
        value += damage_worth(s, k, space)
    if not s.at(space, ACTIVE_RD_REBEL):
        value -= SHOWS * (3 if s.at(space, RD_REBEL) == 1 and s.has(space, RD_BASES) else 1)
    return value


def preach_at(s: Mars, k: Stakes, a: Action, space: int) -> float:
    """16.11 A shift towards Neutral, or Rebels from the people of a Neutral space."""
    level, population = s.alignment[space], s.population(space)
    cost = 0.0 if s.at(space, ACTIVE_CR_REBEL) else SHOWS
    if not s.at(space, ACTIVE_CR_REBEL) and s.at(space, CR_REBEL) == 1 and s.has(space, CR_BASES):
        cost += 0.2
    if level:
        return k.shift(level, -1 if level > 0 else 1, population) - cost
    n = min(population, s.available(CR_REBEL))
    value = n * k.unit[RECLAIMERS] + change_of_control(s, k, space, 0, 0, n)
    return value + damage_worth(s, k, space) - cost


def attack_at(s: Mars, k: Stakes, a: Action, space: int) -> float:
    """16.9 An Attack, or an Ambush where one may be laid and is better."""
    value = attack_worth(s, k, a.who, space)
    return max(value, ambush_worth(s, k, a.who, space)) if may_ambush(s, a, space) else value


def attack_worth(s: Mars, k: Stakes, who: int, space: int) -> float:
    """16.9 What two dice remove on average, the Damage they may do, and Rebels that show themselves."""
    rebels = s.count(space, REBELS_OF[who])
    chance = min(6, rebels) / 6
    one, two = losses(s, k, who, space, 2), losses(s, k, who, space, 4)
    value = 2 * chance * (1 - chance) * one + chance * chance * two
    value += AT_MOST[min(12, s.forces(space))] * damage_worth(s, k, space)
    enemies = s.count(space, ENEMIES_OF[who])
    gone = min(enemies, int(3 * chance + 0.5))
    if who == RECLAIMERS:
        value += 0.6 * change_of_control(s, k, space, -gone, 0, 0)
    else:
        value += 0.5 * change_of_control(s, k, space, -gone, 0, 0)
    exposed = s.at(space, HIDDEN[who]) * (SHOWS if s.has(space, COIN_UNITS) else SHOWS / 2)
    return value - exposed - (0.3 if s.has(space, BASES_OF[who]) and enemies > rebels else 0.0)


def ambush_worth(s: Mars, k: Stakes, who: int, space: int) -> float:
    """17.9 What both dice of an Ambush remove, with Damage where that is welcome."""
    gone = min(4, s.count(space, ENEMIES_OF[who]))
    value = losses(s, k, who, space, 4) + max(0.0, damage_worth(s, k, space))
    return value + change_of_control(s, k, space, -gone, 0, 0) - SHOWS


#: Operations without movement: (Faction, Operation) -> what a space is worth.
SCORES: dict[Op, Score] = {
    Op.TRAIN: train_at,
    Op.LOGISTICS: logistics_at,
    Op.ASSAULT: assault_at,
    Op.RALLY: rally_at,
    Op.CAMPAIGN: campaign_at,
    Op.PREACH: preach_at,
    Op.ATTACK: attack_at,
}


def ranked(s: Mars, k: Stakes, a: Action, spaces: Sequence[int]) -> list[tuple[float, int]]:
    """The spaces of an Operation without movement, the best first, their price taken off."""
    score, money = SCORES[a.op], k.money
    found = [(score(s, k, a, it) - money * price(s, a, it), it) for it in spaces]
    found.sort(reverse=True)
    return found


# Special Activities


def exploit_in(s: Mars, k: Stakes, space: int) -> float:
    """17.5 Profits, and a level towards Neutral."""
    level, population = s.alignment[space], s.population(space)
    value = k.sign[CORPORATIONS] * population
    if level:
        value += k.shift(level, -1 if level > 0 else 1, population)
    if s.control[space] == RED_DUST:
        value -= 0.2 * population
    return value


def coordinate_in(s: Mars, k: Stakes, space: int) -> float:
    """17.8 A home and a shift, or two cubes where Opposition is active."""
    level, population = s.alignment[space], s.population(space)
    value = -SHOWS
    if s.displaced and can_house(s, space):
        value += home_worth(s, k, RED_DUST, space)
        population += 1
    if level == -2:
        cubes = min(2, s.at(space, MG_TROOP) + s.at(space, SECURITY) + s.at(space, FORTIFIED))
        gone = cubes * 0.25
        return value + gone + (change_of_control(s, k, space, -cubes, 0, 0) if cubes else 0.0)
    return value + k.shift(level, -1, population)


def redistribute_in(s: Mars, k: Stakes, space: int) -> float:
    """17.7 Resources for Population and Corporate Bases."""
    return k.money * (s.population(space) + s.count(space, CORP_BASES)) - SHOWS


def relations_in(s: Mars, k: Stakes, space: int) -> float:
    """17.4 Repairs bring Profits; then somebody moves in."""
    value, n = 0.0, min(s.damage[space], s.displaced, s.at(space, SECURITY))
    if n:
        value += n * (2 * k.sign[CORPORATIONS] - k.unit[CORPORATIONS] + home_worth(s, k, CORPORATIONS, space))
    elif s.displaced and can_house(s, space):
        value += home_worth(s, k, CORPORATIONS, space) + (0.6 if s.has(space, CORP_BASES) else 0.0)
    if value and s.has(space, RD_REBELS):
        value += 0.0 if s.is_nonplayer(RED_DUST) else 0.6
    if value and s.has(space, CR_REBELS):
        value += 0.3
    return value


def raid_in(s: Mars, k: Stakes, space: int) -> float:
    """17.6 Two pieces fall, Hidden or not, if SpecOps are near."""
    near = s.at(space, SPECOPS) or any(s.at(it, SPECOPS) for it in s.box.adjacent[space] if it < MARS)
    if not near:
        return 0.0
    return losses(s, k, CORPORATIONS, space, 2) + 0.5 * change_of_control(s, k, space, 0, -1, -1)


def entrench_in(s: Mars, k: Stakes, space: int) -> float:
    """17.1 A Base where MG has none, and Fortified Troops where there is Support."""
    value = 0.0
    if has_room_for_base(s, MARS_GOV, space) and not s.has(space, COIN_BASES[:1]):
        value += k.base[MARS_GOV] - k.unit[MARS_GOV]
    if s.alignment[space] > 0:
        value += 0.15 * min(s.at(space, MG_TROOP), s.population(space) - s.at(space, FORTIFIED))
    return value


def purify_in(s: Mars, k: Stakes, space: int) -> float:
    """17.10 A unit or a Base of an enemy becomes one's own."""
    best = 0.0
    for kind in ENEMIES_OF[RECLAIMERS]:
        if s.at(space, kind):
            if IS_BASE[kind]:
                if not s.count(space, PROTECTORS[kind]) and s.available(CR_BASE):
                    best = max(best, -k.piece(kind) + k.base[RECLAIMERS] + 1.0)
            else:
                n = min(s.at(space, kind), 2 if s.at(space, CONVERSION_CENTER) else 1)
                best = max(best, n * (-k.piece(kind) + k.unit[RECLAIMERS]))
    return best - SHOWS


def ransack_in(s: Mars, k: Stakes, space: int) -> float:
    """17.11 A card for each Damage."""
    return 0.65 * s.damage[space] - SHOWS


def terraforms(s: Mars, space: int) -> bool:
    """16.2 Whether a Desert has a Base that could turn."""
    return space < MARS and s.at(space, CORP_BASE) > 0 and not s.box.is_labyrinth[space]
