"""5 Population: House, Repair, Damage."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..printed.map import CORPORATIONS, MARS, MARS_GOV, RED_DUST
from ..printed.pieces import FORTIFIED, SECURITY
from ..state import Mars
from .alignment import NEUTRAL, now_at
from .earthgov import set_confidence
from .resources import charge

EG_UP, EG_DOWN = Word("eg_up", "Set EG+"), Word("eg_down", "Set EG−")
LEAVE = Word("leave", "Leave the EG marker")
HOUSE, REPAIR, NEITHER = Word("house", "House"), Word("repair", "Repair"), Word("neither", "Neither")
#: 5.2 What Repair costs in Resources; CORP gives a Security instead.
REPAIR_COST = {MARS_GOV: 3, RED_DUST: 2}


def can_house(s: Mars, space: int) -> bool:
    """5.1 House needs no Damage, an empty gray square, and somebody displaced."""
    return space < MARS and not s.damage[space] and s.housed[space] < s.box.gray[space] and s.displaced > 0


def house(s: Mars, who: int, space: int) -> Steps[None]:
    """5.1 House. One marker from Displaced Population moves in; then the EG marker."""
    s.displaced -= 1
    s.housed[space] += 1
    yield say("{who:faction}: House in {space}.", who=who, space=space)
    yield from turn_marker(s, who)


def can_repair(s: Mars, who: int, space: int) -> bool:
    """5.2 Repair needs Damage, somebody displaced, and the cost: Resources, or for CORP a Security there."""
    if space >= MARS or not s.damage[space] or not s.displaced:
        return False
    if who == CORPORATIONS:
        return s.at(space, SECURITY) > 0
    return who in REPAIR_COST and s.resources[who] - s.action.cost >= REPAIR_COST[who]


def repair(s: Mars, who: int, space: int) -> Steps[None]:
    """5.2 Repair. The Damage goes, with one marker of Displaced Population."""
    s.damage[space] -= 1
    s.displaced -= 1
    if who == CORPORATIONS:
        s.take(SECURITY, space)
        yield say("{who:faction}: Repair in {space} for a Security.", who=who, space=space)
    else:
        text = "{who:faction}: Repair in {space} for {n}."
        yield from charge(s, who, REPAIR_COST[who], text, space=space)
    yield from turn_marker(s, who)


def house_or_repair(s: Mars, who: int, spaces: list[int], topic: Topic) -> Steps[None]:
    """A Faction may House or Repair once in one of these spaces."""
    options: list[Any] = []
    for space in spaces:
        if can_house(s, space):
            options.append((space, HOUSE))
        if can_repair(s, who, space):
            options.append((space, REPAIR))
    if not options:
        return
    it = yield pick(who, topic, "House or Repair?", [*options, NEITHER], label="{second} in {first}")
    if it == NEITHER:
        return
    space, what = it
    yield from house(s, who, space) if what == HOUSE else repair(s, who, space)


EG_MARKER = Topic(
    "eg_marker",
    "5.1",
    "At the next Flashpoint Round EarthGov's Confidence rises under EG+ and falls under EG−.",
)


def turn_marker(s: Mars, who: int) -> Steps[None]:
    """5.1 EG marker. After House and Repair MG sets EG+, RD EG−, CORP as it likes; CR leaves it (ruling)."""
    if who in (MARS_GOV, RED_DUST):
        yield from set_confidence(s, who == MARS_GOV)
    elif who == CORPORATIONS:
        other = EG_DOWN if s.is_eg_up else EG_UP
        if (yield pick(CORPORATIONS, EG_MARKER, "Turn the EG marker?", (LEAVE, other))) == other:
            yield from set_confidence(s, not s.is_eg_up)


def can_damage(s: Mars, space: int) -> bool:
    """5.3 Whether placing Damage here would do anything."""
    return space < MARS and (s.at(space, FORTIFIED) > 0 or s.population(space) > 0)


def place_damage(s: Mars, space: int) -> Steps[bool]:
    """5.3 Damage. A Fortified Troop dies for it, or a marker is displaced, or a green square is covered.

    Rulings 2 and 3. Returns whether a Damage marker was placed.
    """
    if space >= MARS:
        return False
    if s.at(space, FORTIFIED):
        s.remove(FORTIFIED, space)
        yield say("A Fortified Troop in {space} keeps the Damage off.", space=space)
        return False
    if s.housed[space]:
        s.housed[space] -= 1
        s.displaced += 1
        yield say("Damage in {space} displaces a Population marker.", space=space)
        yield from _after_loss(s, space)
        return False
    if s.damage[space] == s.box.green[space]:
        return False
    s.damage[space] += 1
    s.displaced += 1
    yield say("Damage is placed in {space}.", space=space)
    yield from _after_loss(s, space)
    return True


def drop_marker(s: Mars, space: int) -> Steps[None]:
    """A Population marker goes to the general supply (Preach)."""
    s.housed[space] -= 1
    yield say("A Population marker leaves {space}.", space=space)
    yield from _after_loss(s, space)


def _after_loss(s: Mars, space: int) -> Steps[None]:
    """5.3 A space without Population becomes Neutral at once."""
    if not s.population(space) and s.alignment[space] != NEUTRAL:
        s.alignment[space] = NEUTRAL
        yield now_at(s, space)
    if n := s.unfortify(space):
        yield say("No longer Fortified in {space}: {n:number}.", space=space, n=n)
