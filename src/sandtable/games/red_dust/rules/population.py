"""5 Population: House, Repair, Damage."""

from __future__ import annotations

from sandtable.engine import Line, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..printed.map import CORPORATIONS, MARS, MARS_GOV, RED_DUST
from ..printed.pieces import FORTIFIED, SECURITY
from ..state import Mars
from .alignment import NEUTRAL, now_at
from .earthgov import set_confidence
from .reasons import HAS_DAMAGE, NO_DAMAGE, NO_DISPLACED, NO_ROOM_FOR_PEOPLE, ON_PHOBOS, on_mars
from .resources import can_spend, spend

EG_UP = Word("eg_up", "Set EG+", says="EarthGov's Confidence will rise in the next Flashpoint Round.")
EG_DOWN = Word("eg_down", "Set EG−", says="EarthGov's Confidence will fall in the next Flashpoint Round.")
LEAVE = Word("leave", "Leave the EG marker", says="EarthGov's mood stays as it is.")
HOUSE, REPAIR, NEITHER = Word("house", "House"), Word("repair", "Repair"), Word("neither", "Neither")
#: 5.2 What Repair costs in Resources; CORP gives a Security instead.
REPAIR_COST = {MARS_GOV: 3, RED_DUST: 2}


def house_refusal(s: Mars, space: int) -> Refusal | None:
    """5.1 House needs no Damage, an empty gray square, and somebody displaced."""
    if space >= MARS:
        return ON_PHOBOS
    if s.damage[space]:
        return HAS_DAMAGE
    if s.housed[space] >= s.box.gray[space]:
        return NO_ROOM_FOR_PEOPLE
    return None if s.displaced else NO_DISPLACED


def can_house(s: Mars, space: int) -> bool:
    """5.1 Whether somebody could be Housed in a space."""
    return house_refusal(s, space) is None


def house(s: Mars, who: int, space: int, *, turns_marker: bool = True) -> Steps[None]:
    """5.1 House. One marker from Displaced Population moves in; then the EG marker, unless it is asked about later."""
    s.displaced -= 1
    s.housed[space] += 1
    yield say(
        "{who:faction}: House in {space}.",
        who=who,
        space=space,
        sums="{n:People are Housed in {space}|People are Housed in {n} spaces}",
    )
    if turns_marker:
        yield from turn_marker(s, who)


HOUSES = Line("A Displaced Population marker moves in.")
REPAIRS = Line("A Damage marker and a Displaced Population marker go, for {n:resources}.")
REPAIRS_FOR_SECURITY = Line("A Damage marker and a Displaced Population marker go, for a Security.")


def help_says(who: int, way: Word) -> Line | None:
    """5.1, 5.2 The effect of House and Repair, and their cost to a Faction."""
    if way == HOUSE:
        return HOUSES
    if way != REPAIR:
        return None
    return REPAIRS_FOR_SECURITY if who == CORPORATIONS else REPAIRS.of(n=REPAIR_COST[who])


NO_SECURITY = Refusal("There is no Security in {it} to pay for a Repair.")
REPAIR_TOO_DEAR = Refusal("Repair in {it} costs {n:resources}, and you have {have:number} left.")


def repair_refusal(s: Mars, who: int, space: int) -> Refusal | None:
    """5.2 Repair needs Damage, somebody displaced, and the cost: Resources, or for CORP a Security there."""
    if space >= MARS:
        return ON_PHOBOS
    if not s.damage[space]:
        return NO_DAMAGE
    if not s.displaced:
        return NO_DISPLACED
    if who == CORPORATIONS:
        return None if s.at(space, SECURITY) else NO_SECURITY
    if can_spend(s, who, REPAIR_COST[who]):
        return None
    return REPAIR_TOO_DEAR.of(n=REPAIR_COST[who], have=s.resources[who] - s.action.cost)


def can_repair(s: Mars, who: int, space: int) -> bool:
    """5.2 Whether a Faction could Repair in a space."""
    return repair_refusal(s, who, space) is None


def help_refusal(s: Mars, who: int, space: int) -> Refusal | None:
    """5.1, 5.2 Why a space can be neither Housed in nor Repaired: with Damage only Repair is possible, without it only House."""
    return repair_refusal(s, who, space) if s.damage[space] else house_refusal(s, space)


def repair(s: Mars, who: int, space: int, *, turns_marker: bool = True) -> Steps[None]:
    """5.2 Repair. The Damage goes, with one marker of Displaced Population; then the EG marker, as for `house`."""
    s.damage[space] -= 1
    s.displaced -= 1
    if who == CORPORATIONS:
        s.take(SECURITY, space)
        yield say("{who:faction}: Repair in {space} for a Security.", who=who, space=space)
    else:
        text = "{who:faction}: Repair in {space} for {n}."
        yield from spend(s, who, REPAIR_COST[who], text, "{who:faction}: Repair in {space}.", space=space)
    if turns_marker:
        yield from turn_marker(s, who)


NOT_HERE = Refusal(
    "{it} is no space where you may House or Repair now: it needs COIN Control, or is not chosen."
)


def house_or_repair(s: Mars, who: int, spaces: list[int], topic: Topic) -> Steps[None]:
    """A Faction may House or Repair once in one of these spaces."""
    options = []
    for space in spaces:
        if can_house(s, space):
            options.append((space, HOUSE))
        if can_repair(s, who, space):
            options.append((space, REPAIR))
    if not options:
        return
    it = yield pick(
        who,
        topic,
        "House or Repair?",
        Listed(
            options,
            on_mars(lambda it: help_refusal(s, who, it) if it in spaces else NOT_HERE),
            then=(NEITHER,),
        ),
        label="{second} in {first}",
        says=lambda it: help_says(who, it if it.__class__ is Word else it[1]),
    )
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
        if (
            yield pick(CORPORATIONS, EG_MARKER, "Turn the EG marker?", (LEAVE, other), likely=LEAVE)
        ) == other:
            yield from set_confidence(s, not s.is_eg_up)


def can_damage(s: Mars, space: int) -> bool:
    """5.3 Whether placing Damage here would do anything."""
    return space < MARS and (s.at(space, FORTIFIED) > 0 or s.damage[space] < s.box.green[space])


def place_damage(s: Mars, space: int) -> Steps[bool]:
    """5.3 Damage. A Fortified Troop dies for it (ruling 3), or it covers the rightmost green square that is left.

    All Population markers of the space go to the general supply first (ruling 2); who lived under the square is displaced.
    Returns whether a Damage marker was placed.
    """
    if not can_damage(s, space):
        return False
    if s.at(space, FORTIFIED):
        s.remove(FORTIFIED, space)
        yield say("A Fortified Troop in {space} keeps the Damage off.", space=space)
        return False
    if n := s.housed[space]:
        yield from _to_supply(s, space, n)
    s.damage[space] += 1
    s.displaced += 1
    yield say("Damage is placed in {space}.", space=space, sums="{n:Damage in {space}|{n} Damage markers}")
    yield from _after_loss(s, space)
    return True


def drop_marker(s: Mars, space: int) -> Steps[None]:
    """5.5 A Population marker goes to the general supply (Preach)."""
    yield from _to_supply(s, space, 1)
    yield from _after_loss(s, space)


def _to_supply(s: Mars, space: int, n: int) -> Steps[None]:
    s.housed[space] -= n
    yield say("{n:A Population marker leaves|{n} Population markers leave} {space}.", n=n, space=space)


def _after_loss(s: Mars, space: int) -> Steps[None]:
    """5.3 A space without Population becomes Neutral at once."""
    if not s.population(space) and s.alignment[space] != NEUTRAL:
        s.alignment[space] = NEUTRAL
        yield now_at(s, space)
    if n := s.unfortify(space):
        yield say(
            "{n:{n} Troop in {space} is|{n} Troops in {space} are} no longer Fortified.", space=space, n=n
        )
