"""The judgements of a sensible player from public facts and his own cards: distances, how a fight would go, where to go."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from math import erf, sqrt
from typing import Any

from sandtable.engine import Ask

from ..printed.box import FAR, NO_WEAPON, PERSONNEL, Box
from ..rules.clues import parts_held
from ..rules.combat import GI, Salvo, Target, rounds_for, salvo_bonus, salvo_dice, weapons_for
from ..rules.dead import duty_of
from ..rules.missions import is_in_play
from ..rules.places import evade_modifier
from ..state import CLUES, CLUES_OUT, NOWHERE, PER_SEAT, SEATS, NuEarth

#: How the house player answers questions of one topic.
Answer = Callable[[NuEarth, int, Ask, Any, random.Random], Any]
#: What an item is worth to keep, by id.
ITEM_WORTH = {
    "combat_shield": 9,
    "med_kit": 8,
    "chem_cloak": 7,
    "mini_nuke": 7,
    "lazooka": 6,
    "hopper_beacon": 5,
    "combat_stims": 5,
    "sammy": 3,
    "recon_scope": 2,
    "survival_kit": 1,
}
#: What a round of each weapon is worth, by id; other items count as a one-shot weapon.
ROUND_WORTH = {
    "gp": 0.6,
    "plasma": 1.6,
    "sealburster": 1.0,
    "micro_mine": 2.2,
    "sammy": 1.5,
    "mini_nuke": 6.0,
}
ONE_SHOT_WORTH = 3.5
MEAN, VARIANCE = 3.5, 35 / 12
#: A type of ammunition that is seldom useful.
SEALBURSTER = 2
#: A GI stays in a city until he has this much `power`, and goes to one when he has less than that.
ENOUGH, TOO_LITTLE = 20, 6
#: What a life is worth, in the worth of rounds.
LIFE = 9.0
#: How much an Encounter card hurts by the side of the sector.
DANGER = {"N": 1.0, "F": 0.8, "S": 0.4, "Z": 0.5, "-": 0.0}


def yes(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Yes, always."""
    return True


def distance(s: NuEarth, seat: int, start: int, goal: int) -> int:
    """Turns of plain movement between two sectors, by shuttle or lifepod where the boards change."""
    return way(s.box, s.has_helm(seat), start, goal)


def way(box: Box, has_helm: bool, start: int, goal: int) -> int:
    """The same for a GI with Helm or without."""
    station = box.land if has_helm else box.long_way
    if (start < box.earth) == (goal < box.earth):
        if start >= box.earth:
            return station[start][goal]
        return (box.air if box.is_sea[start] or box.is_sea[goal] else box.land)[start][goal]
    if start < box.earth:
        return way(box, has_helm, start, box.shuttle_base) + station[box.shuttle_bay][goal]
    by_shuttle = station[start][box.shuttle_bay] + box.land[box.shuttle_base][goal]
    zones = [box.land[zone][goal] for zone in box.drop_zones]
    far = min(zones) if has_helm else sum(zones) // len(zones)
    return min(by_shuttle, station[start][box.lifepods] + far)


@lru_cache(maxsize=20_000)
def chance_of_score(dice: int, plus: int, times: int, enemy_dice: int, behind: int) -> float:
    """About how likely a salvo is to reach the enemy's score: sums of dice are nearly normal."""
    mean = (MEAN * dice + plus) * times - MEAN * enemy_dice - behind
    variance = VARIANCE * (dice * times * times + enemy_dice)
    if variance == 0:
        return 1.0 if mean >= 0 else 0.0
    return 0.5 * (1 + erf((mean + 0.5) / sqrt(2 * variance)))


class Plan:
    """A salvo with its chance of success and what it costs."""

    __slots__ = ("chance", "cost", "rounds", "weapon")

    def __init__(self, weapon: int, rounds: int, chance: float, cost: float) -> None:
        self.weapon, self.rounds, self.chance, self.cost = weapon, rounds, chance, cost


def best_salvo(
    s: NuEarth,
    seat: int,
    target: Target,
    enemy_dice: int,
    stake: float,
    *,
    behind: int = 0,
    is_first: bool = True,
) -> Plan:
    """The best salvo: the chance to win times what is at stake, less what its rounds are worth."""
    box = s.box
    best = Plan(NO_WEAPON, 0, _chance(s, seat, Salvo(), target, enemy_dice, behind, is_first), 0.0)
    worth = best.chance * stake
    for weapon in weapons_for(s, seat, target):
        price = ROUND_WORTH.get(box.weapon_ids[weapon], ONE_SHOT_WORTH)
        most = rounds_for(s, seat, weapon) if box.weapons[weapon].several else 1
        for rounds in range(1, most + 1):
            chance = _chance(s, seat, Salvo(weapon, rounds), target, enemy_dice, behind, is_first)
            value = chance * stake - rounds * price
            if value > worth:
                best, worth = Plan(weapon, rounds, chance, rounds * price), value
            if chance > 0.98:
                break
    return best


def _chance(
    s: NuEarth, seat: int, salvo: Salvo, target: Target, enemy_dice: int, behind: int, is_first: bool
) -> float:
    dice = salvo_dice(s, seat, salvo, target, is_first=is_first)
    plus, times = salvo_bonus(s, seat, salvo, target) if dice else (0, 1)
    return chance_of_score(dice, plus, times, enemy_dice, behind)


def stake_of(s: NuEarth, seat: int, lives: int = 1) -> float:
    """The cost of losing this many lives."""
    left = s.lives[seat]
    return 40.0 if left <= lives else LIFE * lives + 6.0 * (4 - left)


def chance_to_evade(s: NuEarth, seat: int, initiative: int) -> float:
    """The chance that a die is enough to evade."""
    needed = initiative - evade_modifier(s, seat)
    lucky = sum((face <= needed) if s.literal_evasion else (face > needed) for face in range(1, 7))
    return lucky / 6


def salvos(s: NuEarth, seat: int) -> list[int]:
    """By weapon: the dice a GI could throw at people in one salvo."""
    return [
        (rounds_for(s, seat, w) if s.box.weapons[w].several else 1) * s.box.dice(w, PERSONNEL, False)
        for w in weapons_for(s, seat, GI)
    ]


def strength(s: NuEarth, seat: int) -> int:
    """The dice of a GI's best salvo at people."""
    return max(salvos(s, seat), default=1)


def has_second_wind(s: NuEarth, seat: int) -> bool:
    """Whether a GI has enough to fire for a round with the Traitor on Nu-Earth, in one salvo or, with Bagman, in two."""
    dice = sorted(salvos(s, seat), reverse=True)
    return sum(dice[: 2 if s.has_bagman(seat) else 1]) >= 8


def weakness(s: NuEarth, seat: int) -> float:
    """By how much a GI is hurt more than one with all his lives and a good salvo."""
    return 1.0 + 0.6 * (4 - s.lives[seat]) + (0.8 if strength(s, seat) < 4 else 0.0)


def danger(s: NuEarth, seat: int, sector: int, weak: float) -> float:
    """How much a move into a sector is likely to hurt; `weak` is the GI's `weakness`, the same for all sectors."""
    box = s.box
    for gi in range(s.players):
        if s.sector[gi] == sector and s.lives[gi] > 0 and gi != seat and not s.is_prisoner(gi):
            return 0.3
    waiting = sum(where == sector for where in s.board.values())
    cards = max(box.rating[sector], waiting) * DANGER[box.side[sector]] + waiting * 0.4
    cards *= 1.0 - 0.25 * box.evade[sector]  # cover helps to slip away
    return (cards + (0.4 if box.is_glass[sector] and cards else 0.0)) * weak


def is_alone(s: NuEarth) -> bool:
    """The last GI alive has no rival, and plenty of time."""
    return sum(lives > 0 for lives in s.lives) == 1


def is_behind_the_lines(s: NuEarth, seat: int) -> bool:
    """Deep in Nort country the Glasshouse is nearer than any friend, and it heals and supplies those who surrender."""
    here, box = s.sector[seat], s.box
    return box.side[here] == "N" and box.land[here][box.furlow] > 4


def has_rival(s: NuEarth, seat: int) -> bool:
    """Whether another GI could take the Traitor's last life first."""
    return any(s.set_of(gi) for gi in s.living() if gi != seat)


def healing_places(s: NuEarth) -> list[int]:
    return [s.box.furlow, s.box.sick_bay, s.box.nu_arcady]


def needs_rest(s: NuEarth, seat: int) -> bool:
    """Whether a GI is wounded enough to look for a place that heals; one who rests stays until he is well."""
    here, lives = s.sector[seat], s.lives[seat]
    if here in healing_places(s):
        return lives < s.box.sheet.lives
    if s.set_of(seat) and not is_alone(s) and distance(s, seat, here, s.traitor) <= 2:
        return lives <= (0 if s.traitor_lives == 1 and has_rival(s, seat) else 1)
    near = min(distance(s, seat, here, place) for place in healing_places(s))
    return lives <= (3 if near <= 2 else 2) and not is_behind_the_lines(s, seat)


def power(s: NuEarth, seat: int) -> int:
    """How long a GI can keep fighting: rounds by what they are good for, and weapons among his items."""
    box = s.box
    rounds = sum(s.rounds_of(seat, n) * (1 if n == 0 else 2) for n in range(box.types) if n != SEALBURSTER)
    return rounds + 3 * sum(box.item_weapon[box.item[card]] >= 0 for card in s.items(seat))


def needs_supplies(s: NuEarth, seat: int) -> bool:
    """Too little to fight with; a GI in a Souther City stays until he has enough."""
    here = s.sector[seat]
    if is_behind_the_lines(s, seat):
        return False
    is_there = s.box.is_souther_city[here] or here == s.box.gi_armoury
    return power(s, seat) < (ENOUGH if is_there else TOO_LITTLE)


def goal_of(s: NuEarth, seat: int) -> int:
    """Where a sensible player goes next."""
    box = s.box
    duty = duty_of(s, seat)
    if duty != NOWHERE:
        return duty
    if needs_rest(s, seat):
        return _nearest(s, seat, healing_places(s))
    if s.set_of(seat):
        return _hunting_ground(s, seat)
    if needs_supplies(s, seat):
        return _nearest(s, seat, [*cities(s), box.gi_armoury])
    parts = len(box.parts)
    if any(bits.bit_count() == parts - 1 for bits in parts_held(s, seat)) and _has_clues_left(s):
        return box.battle_computer
    places = [place for card in s.missions(seat) for place in places_for(s, seat, card)]
    return _nearest(s, seat, places) if places else _nearest(s, seat, cities(s))


def _has_clues_left(s: NuEarth) -> bool:
    return bool(s.cards.count(CLUES) or s.cards.count(CLUES_OUT))


def _hunting_ground(s: NuEarth, seat: int) -> int:
    """Where to go with a whole face: to the Traitor, or for ammunition first."""
    if s.traitor >= s.box.earth or has_second_wind(s, seat):
        return s.traitor
    return _nearest(s, seat, [*cities(s), s.box.gi_armoury])


def cities(s: NuEarth) -> list[int]:
    return [sector for sector in range(s.box.earth) if s.box.is_souther_city[sector]]


def _nearest(s: NuEarth, seat: int, places: list[int]) -> int:
    here = s.sector[seat]
    return min(places, key=lambda place: distance(s, seat, here, place))


def places_for(s: NuEarth, seat: int, mission: int) -> list[int]:
    """Where a Mission can be furthered."""
    task = s.box.task(mission)
    if task.destination >= 0:
        return [task.destination]
    if task.kind == "wedding":
        where = s.cards.where[task.bride]
        if is_in_play(s, task.bride) and where >= SEATS:
            return _to_meet(s, seat, [(where - SEATS) // PER_SEAT])
        return []
    box, here = s.box, s.sector[seat]
    if task.task == "bust_tank":
        sectors = range(box.earth)
        return [n for n in sectors if box.side[n] == "N" and n != here and not box.is_sea[n]]
    return _to_meet(s, seat, genie_targets(s, seat, task.task))


def _to_meet(s: NuEarth, seat: int, gis: list[int]) -> list[int]:
    """Where these GIs are. A GI in the same sector must leave it and come back: only a GI who enters meets anybody."""
    here = s.sector[seat]
    if any(s.sector[gi] == here for gi in gis):
        return [sector for sector in s.box.near[here] if not s.box.is_sea[sector]]
    return [s.sector[gi] for gi in gis]


def genie_targets(s: NuEarth, seat: int, task: str) -> list[int]:
    """Whom a Genie mission wants attacked."""
    others = [gi for gi in s.living() if gi != seat and not s.is_prisoner(gi)]
    if task == "attack_left":
        return [gi for gi in others if gi == (seat + 1) % s.players]
    if task == "attack_most_clues":
        most = max((clues_of(s, gi) for gi in others), default=0)
        return [gi for gi in others if clues_of(s, gi) == most]
    if task == "attack_nearest":
        far = {gi: distance(s, seat, s.sector[seat], s.sector[gi]) for gi in others}
        return [gi for gi in others if far[gi] == min(far.values())]
    return []


def clues_of(s: NuEarth, seat: int) -> int:
    """How many Clue cards a GI holds, open or not; everybody sees that."""
    return len(s.clues(seat)) + len(s.set_of(seat))


def cost_of(s: NuEarth, seat: int, mission: int) -> float:
    """About how many turns a Mission takes."""
    task = s.box.task(mission)
    far = min(
        (distance(s, seat, s.sector[seat], place) for place in places_for(s, seat, mission)), default=FAR
    )
    extra = {"contact": 0.0, "genie": 3.0, "wedding": 4.0}[task.kind]
    hard = DANGER[s.box.side[task.destination]] * 2 if task.destination >= 0 else 1.0
    return far + extra + hard


def threat(s: NuEarth, seat: int) -> float:
    """How near to winning a player looks, from 0 to 1."""
    if s.lives[seat] <= 0:
        return 0.0
    if s.set_of(seat):
        near = s.traitor != NOWHERE and distance(s, seat, s.sector[seat], s.traitor) <= 3
        return 1.0 if near else 0.8
    return min(0.6, 0.13 * len(s.clues(seat)))


def wanted_face(s: NuEarth, seat: int) -> int:
    """The face of which a player has the most parts."""
    held = parts_held(s, seat)
    return max(range(len(held)), key=lambda face: held[face].bit_count())


def clue_worth(s: NuEarth, seat: int, card: int) -> float:
    """The value of one of a player's Clue cards to him: parts of his best face most, duplicates nothing."""
    box = s.box
    kind = box.clue_kind(card)
    if any(box.clue_kind(other) == kind and other < card for other in s.clues(seat)):
        return 0.0
    face = kind // len(box.parts)
    return 1.0 + parts_held(s, seat)[face].bit_count() + (0.5 if face == wanted_face(s, seat) else 0.0)


def new_clue_worth(s: NuEarth, seat: int, kind: int) -> float:
    """The value of a part not yet held."""
    parts = len(s.box.parts)
    face, part = divmod(kind, parts)
    bits = parts_held(s, seat)[face]
    return 0.0 if bits >> part & 1 else 2.0 + bits.bit_count()


def item_worth(s: NuEarth, card: int) -> float:
    """The value of a Special Item to anybody."""
    return ITEM_WORTH.get(s.box.items[s.box.item[card]].id, 4)


def companion_worth(s: NuEarth, seat: int, card: int) -> float:
    """The value of a Companion to a GI: dice, less the trouble. A bride for a Mission is worth most."""
    companion = s.box.foes[card].companion
    assert companion is not None
    bride = any(s.box.task(m).bride == card for m in s.missions(seat))
    return companion.firepower + companion.evade + (10 if bride else 0)
