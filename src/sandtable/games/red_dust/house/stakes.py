"""The worth of things on the planet to one Faction now, in points of its own margin: the House weighs everything by it."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from ..printed.decks import CAPABILITIES, EVENT_DECK, FIRST_DUST_STORM, HAND, NEXT
from ..printed.map import COIN, CORPORATIONS, EARTH_GOV, MARS_GOV, ON_MARS, RECLAIMERS, RED_DUST
from ..printed.pieces import (
    CONVERSION_CENTER,
    CORP_BASE,
    CORP_UNITS,
    CR_BASE,
    CR_REBELS,
    DUG_IN,
    EG_TROOP,
    IS_BASE,
    MG_BASE,
    MG_TROOPS,
    OWNER,
    RD_BASE,
    RD_REBELS,
    TERRAFORMING,
)
from ..rules.alignment import ACTIVE_SUPPORT
from ..rules.victory import FACTIONS, margins
from ..state import Mars

#: What the margin of a non-player gains by an Event card, and in the Support Phase that follows the last check.
RATE, SUPPORT_PHASE = (0.5, 1.0, 1.0, 0.2), (9.0, 0.0, 0.0, 0.0)
#: A full Event deck, about, and how many Flashpoint and Dust Storm Rounds it holds.
FULL, FLASHPOINTS, STORMS = 37, 9.0, 3
#: Stacks of the Event deck: how many cards they have, and where their Dust Storm lies on average.
STACK, MIDDLE, WHOLE = 13, 9.5, 39


class Weights(NamedTuple):
    """A Faction's weights for the position: found by play against three non-players."""

    #: What the least worth of a rival's point is multiplied by; how much more if the rival would win at the next check; how quickly that fades with its margin.
    least: float = 1.0
    most: float = 0.8
    spread: float = 5.0
    #: What an own point is worth before the last Dust Storm, for one person against three non-players.
    early: float = 0.8
    #: Factors of what units, Bases, Control and money are worth.
    units: float = 1.0
    bases: float = 1.0
    control: float = 1.0
    money: float = 1.0
    #: What it is worth to find a Hidden Rebel.
    found: float = 0.12
    #: What is added to an Event, and what a turn is worth that a Pass keeps for the next card.
    event: float = 0.0
    stay: float = 0.6


#: By Faction.
WEIGHTS = (
    Weights(least=1.5, early=0.6, control=0.6, found=0.3),
    Weights(units=3.0, event=0.4, control=0.5),
    Weights(units=1.5, control=0.6),
    Weights(control=0.6),
)
#: What a unit on Mars is worth to its owner.
UNIT = {MARS_GOV: 0.22, CORPORATIONS: 0.3, RED_DUST: 0.32, RECLAIMERS: 0.36, EARTH_GOV: 0.2}
#: By side: what Control of a space is worth, and what each Population there adds.
CONTROL = {COIN: (0.3, 0.8), RED_DUST: (0.9, 0.5), RECLAIMERS: (2.2, 0.0)}
#: What a rival's point is worth at least: MarsGov seldom wins, and the Corporations grow.
LEAST = (0.1, 0.6, 0.4, 0.45)
#: The Factions that pay with Resources.
PAYERS = (MARS_GOV, RED_DUST)
#: What a card in the Reclaimers' hand is worth, and one in force.
CARD, CAPABILITY = 0.7, 2.5


class Stakes:
    """The worth of a point, a piece and money to a Faction. Of its rivals those nearest to victory count most."""

    __slots__ = (
        "base",
        "is_last",
        "left",
        "money",
        "side_of_coin",
        "sign",
        "terraforming",
        "unit",
        "weights",
        "who",
    )

    def __init__(self, s: Mars, who: int) -> None:
        self.who = who
        self.weights = weights = WEIGHTS[who]
        self.left = left = min(1.0, s.events.count(EVENT_DECK) / FULL)
        self.is_last = STORMS - s.rounds == 1
        self.sign = sign = self._signs(s)
        #: Whose point COIN Control counts for: it helps the Corporations, too.
        self.side_of_coin = CORPORATIONS if who == CORPORATIONS else MARS_GOV
        cr, more = sign[RECLAIMERS], weights.bases
        self.terraforming = more * FLASHPOINTS * left * sign[CORPORATIONS]
        self.base = (
            0.9 * more * sign[MARS_GOV] - cr,
            (1.0 + 2.5 * left) * more * sign[CORPORATIONS] - cr,
            (1.0 + 1.2 * left * more) * sign[RED_DUST] - cr,
            (1.0 + (0.8 + left) * more) * cr,
        )
        controller = s.controller()
        earth = 0.0 if controller < 0 else sign[controller]
        self.unit = [weights.units * UNIT[it] * sign[it] for it in FACTIONS]
        self.unit.append(weights.units * UNIT[EARTH_GOV] * earth)
        self.money = weights.money * self._money(s)

    def _signs(self, s: Mars) -> list[float]:
        """By Faction: what a point of its margin is worth. A rival's is bad, most of all if it would win at the next check."""
        least, most, spread, early = self.weights[:4]
        np = s.nonplayers
        is_alone = np is not None and len(np.seats) == 3 and not self.is_last
        sign, cards = [early if is_alone else 1.0] * 4, cards_to_storm(s)
        for it, margin in enumerate(margins(s)):
            if it != self.who:
                then = margin + RATE[it] * cards + (SUPPORT_PHASE[it] if self.is_last else 0.0)
                near = 1.0 if then >= 0 else exp(-then * then / (2 * spread * spread))
                sign[it] = -(least * LEAST[it] + most * near)
        return sign

    def _money(self, s: Mars) -> float:
        """The worth of one more Resource: little where more is at hand than the next Support Phase could use."""
        who = self.who
        if who not in PAYERS:
            return 0.2
        level, side, price = (2, COIN, 3) if who == MARS_GOV else (-2, RED_DUST, 1)
        steps = 0
        for space in ON_MARS:
            if s.control[space] == side and s.population(space):
                steps += min(2, abs(level - s.alignment[space]))
        needed = steps * price + (5 if who == MARS_GOV else 0)
        rich = s.resources[who] > needed + 6
        return (0.2 if rich else 0.42) if who == MARS_GOV else (0.15 if rich else 0.5)

    def piece(self, kind: int) -> float:
        """The worth of a piece on Mars."""
        owner = OWNER[kind]
        if not IS_BASE[kind]:
            return self.unit[owner]
        more = self.terraforming if kind == TERRAFORMING else 0.0
        if kind == CONVERSION_CENTER:
            more = 1.2 * self.left * self.sign[RECLAIMERS]
        return self.base[owner] + more

    def shift(self, level: int, step: int, population: int) -> float:
        """The worth of shifting a space of this level and Population."""
        after = level + step
        if not -2 <= after <= ACTIVE_SUPPORT:
            return 0.0
        before = self.alignment(level, population)
        return self.alignment(after, population) - before

    def alignment(self, level: int, population: int) -> float:
        """The worth of the Support or Opposition of a space."""
        side = MARS_GOV if level > 0 else RED_DUST
        return self.sign[side] * abs(level) * population

    def control(self, side: int, population: int) -> float:
        """The worth of a side's Control of a space."""
        if side not in CONTROL:
            return 0.0
        owner = self.side_of_coin if side == COIN else side
        space, people = CONTROL[side]
        return self.weights.control * self.sign[owner] * (space + people * population)


def cards_to_storm(s: Mars) -> float:
    """How many Event cards come before the next Dust Storm, about."""
    following = s.events.zones[NEXT]
    if following and following[-1] >= FIRST_DUST_STORM:
        return 0.5
    now = WHOLE - 2 - s.events.count(EVENT_DECK)
    return max(1.0, STACK * s.rounds + MIDDLE - now)


def worth(s: Mars, k: Stakes) -> float:
    """The worth of a position, to be compared with others that come from the same one."""
    sign, found = k.sign, 0.0
    for it, margin in enumerate(margins(s)):
        found += sign[it] * margin
    found += k.unit[MARS_GOV] * s.on_mars(MG_TROOPS) + k.unit[CORPORATIONS] * s.on_mars(CORP_UNITS)
    found += k.unit[RED_DUST] * s.on_mars(RD_REBELS) + k.unit[RECLAIMERS] * s.on_mars(CR_REBELS)
    found += k.unit[EARTH_GOV] * s.on_mars((EG_TROOP,))
    found += (k.base[MARS_GOV] + sign[RECLAIMERS]) * s.on_mars((MG_BASE,))
    found += (k.base[CORPORATIONS] + sign[RECLAIMERS]) * s.on_mars((CORP_BASE, TERRAFORMING))
    found += (k.base[RED_DUST] + sign[RECLAIMERS] - sign[RED_DUST]) * s.on_mars((RD_BASE, DUG_IN))
    found += (k.base[RECLAIMERS] - sign[RECLAIMERS]) * s.on_mars((CR_BASE, CONVERSION_CENTER))
    found += k.terraforming * s.on_mars((TERRAFORMING,))
    population, control = s.populations(), s.control
    for space in ON_MARS:
        side = control[space]
        if side >= 0:
            found += k.control(side, population[space])
            if side == RECLAIMERS:
                found -= sign[RECLAIMERS]
    return found + _outlook(s, k)


def _outlook(s: Mars, k: Stakes) -> float:
    """The worth of money, cards, Confidence and displaced people."""
    sign, left = k.sign, k.left
    found = sign[MARS_GOV] * (1.0 * s.level * left + 1.0 * s.is_eg_up * left - 0.5 * s.displaced)
    found += sign[MARS_GOV] * 0.5 * (s.supply_on_earth + s.supply_in_transit) * left
    found -= sign[CORPORATIONS] * 0.4 * s.displaced
    if k.who in PAYERS:
        found += k.money * s.resources[k.who]
    np = s.nonplayers
    if np is not None and RECLAIMERS in np.seats:
        found += sign[RECLAIMERS] * 0.3 * np.asset_total
    found += sign[RECLAIMERS] * (CARD * len(s.assets.zones[HAND]))
    found += sign[RECLAIMERS] * CAPABILITY * len(s.assets.zones[CAPABILITIES])
    for it in s.barred:
        found += 0.8 * sign[it] * -1
    return found
