"""16.2 Logistics."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Choice, Line, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, part_of, pick

from ...cards.hooks import CYCLER_STOPPED, applies
from ...printed.map import CORPORATIONS, EARTH, PHOBOS, TRANSIT
from ...printed.pieces import CORP_BASE, CORP_BASES, SECURITY, SPECOPS, TERRAFORMING
from ...state import Action, Mars
from ..choose_spaces import done
from ..earthgov import aldrin_cycler, place_on_earth
from ..reasons import IN_A_STORM, OTHER_SPACES, on_mars
from ..resources import charge
from ..special_activities.take import last_special
from .next_space import next_space

BUY = {
    SECURITY: Word("security", "Security for 1 Profit", says="One more is placed on Earth."),
    SPECOPS: Word("specops", "SpecOps for 1 Profit", says="One more is placed on Earth."),
}


NO_UNITS = Refusal("{it} can get no units: neither Security nor SpecOps are Available.")
NO_CYCLER = Refusal("{it}: a card keeps the Aldrin Cycler from running.")
NOT_FOR_LOGISTICS = Refusal("Logistics is for Earth, Transit and Deserts, not for {it}.")
NO_CORPORATE_BASE = Refusal("{it} has no Corporate Base that could turn to Terraforming.")
SECOND_BASE = Refusal(
    "After the first, a Base that turns to Terraforming costs 3 Profits; you have {have:number}."
)


def logistics_places(s: Mars, a: Action) -> list[int]:
    """16.2 Earth, Transit, and spaces with a CORP Base."""
    return [EARTH, TRANSIT, *s.mars_with(CORP_BASE)]


def logistics_refusal(s: Mars, a: Action, space: int) -> Refusal | None:
    """16.2 Earth, Transit, and Deserts with a CORP Base to flip."""
    if space == EARTH:
        return None if s.available(SECURITY) or s.available(SPECOPS) else NO_UNITS
    if space == TRANSIT:
        return NO_CYCLER if applies(s, CYCLER_STOPPED) else None
    if space not in s.box.deserts:
        return NOT_FOR_LOGISTICS
    if not s.at(space, CORP_BASE):
        return NO_CORPORATE_BASE
    if not s.is_open(space, CORPORATIONS):
        return IN_A_STORM
    if s.resources[CORPORATIONS] < desert_price(a):
        return SECOND_BASE.of(have=s.resources[CORPORATIONS])
    return None


LOGISTICS_AT = Choice(logistics_places, logistics_refusal)


def desert_price(a: Action) -> int:
    """16.2 The first Desert is free, every further one costs 3 Profits."""
    return 3 if a.flipped and not a.is_free else 0


ON_EARTH = Line("Up to 4 units are placed on Earth; more cost 1 Profit each.")
IN_TRANSIT = Line("The Aldrin Cycler runs.")
FIRST_DESERT = Line("The Base turns to Terraforming, free of charge.")
NEXT_DESERT = Line("The Base turns to Terraforming, for 3 Profits.")


def _says(s: Mars, a: Action, space: Any) -> Line | None:
    """16.2 The effect of Logistics in a place."""
    if space.__class__ is not int:
        return None
    if space in (EARTH, TRANSIT):
        return ON_EARTH if space == EARTH else IN_TRANSIT
    return NEXT_DESERT if desert_price(a) else FIRST_DESERT


LOGISTICS = Topic(
    "logistics",
    "16.2",
    "Earth gets new units, Transit runs the Aldrin Cycler, and in a Desert a Base turns to Terraforming.",
    "space",
)


def logistics(s: Mars, a: Action) -> Steps[bool]:
    """16.2 Logistics. Stock Earth, run the Aldrin Cycler, turn Bases to Terraforming, in any order."""
    space = yield from next_space(
        s,
        a,
        LOGISTICS,
        LOGISTICS_AT,
        "Logistics: on Earth, in Transit, or in which Desert?",
        "{it}",
        says=lambda it: _says(s, a, it),
    )
    if space is None:
        return False
    if space == EARTH:
        yield from _stock_earth(s)
    elif space == TRANSIT:
        yield from aldrin_cycler(s, by_corp=True)
    else:
        s.flip(space, CORP_BASE, TERRAFORMING)
        if cost := desert_price(a):
            text = "{who:faction}: the Base in {space} turns to Terraforming for {n}."
            yield from charge(s, CORPORATIONS, cost, text, space=space)
        else:
            yield say("The Base in {space} turns to Terraforming.", space=space)
        a.flipped += 1
    return True


STOCK = Topic(
    "stock",
    "16.2",
    "These units are placed on Earth free of charge, where they wait for the Aldrin Cycler.",
    ("number", "number"),
)
STOCK_BUY = Topic("stock_buy", "16.2", "One more unit is placed on Earth and costs you 1 Profit.")


BUY_NO_MORE = done("Buy no more", "The Logistics go on.")


def _stock_earth(s: Mars) -> Steps[None]:
    """16.2 Earth. Up to four units on Earth, one of them SpecOps (ruling 9); one more for each Profit paid."""
    most, either = min(4, s.available(SECURITY)), (1, 0) if s.available(SPECOPS) else (0,)
    free = [(n, specops) for n in range(most, -1, -1) for specops in either if n + specops <= 4]
    security, specops = yield pick(
        CORPORATIONS,
        STOCK,
        "Place which units on Earth, free of charge?",
        free,
        label="{first:number} Security and {second:no SpecOps|1 SpecOps|{second} SpecOps}",
    )
    yield from place_on_earth(s, SPECOPS, specops)
    yield from place_on_earth(s, SECURITY, security)
    placed = specops + security
    while s.resources[CORPORATIONS]:
        more: list[Any] = [BUY[SECURITY]] if placed >= 4 and s.available(SECURITY) else []
        if (placed >= 4 or specops) and s.available(SPECOPS):
            more.append(BUY[SPECOPS])
        if not more:
            return
        what = yield pick(
            CORPORATIONS, STOCK_BUY, "Buy one more unit for Earth?", [*more, DONE], done_as=BUY_NO_MORE
        )
        if what == DONE:
            return
        kind = SECURITY if what == BUY[SECURITY] else SPECOPS
        s.place(kind, EARTH)
        text = "{who:faction}: {cargo} placed on Earth for {n}."
        yield from charge(s, CORPORATIONS, 1, text, cargo=kind)


BASE_SECURITY = Topic(
    "base_security",
    "16.2",
    "A Security is placed at a Base there and costs you 1 Profit.",
    "space",
)


NO_MORE_GUARDS = done("No more Security", "The Logistics are over.")
NO_BASE_FOR_SECURITY = Refusal("You have no Base in {it}.")
A_SECURITY_EACH = Refusal("Every Base in {it} has been given a Security.")


def base_security_refusal(s: Mars, a: Action, placed: list[int], space: int) -> Refusal | None:
    """16.2 A Security at each CORP Base on Mars."""
    if not s.has(space, CORP_BASES):
        return NO_BASE_FOR_SECURITY
    if placed[space] >= s.count(space, CORP_BASES):
        return A_SECURITY_EACH
    if not s.is_open(space, CORPORATIONS):
        return IN_A_STORM
    return OTHER_SPACES if a.only and space not in a.only else None


SECURITY_AT = Choice(lambda s, a, placed: s.mars_with(*CORP_BASES), base_security_refusal, guard=on_mars)


def end_logistics(s: Mars, a: Action) -> Steps[None]:
    """16.2 Security. Afterwards one may be placed at each CORP Base on Mars for 1 Profit (ruling 10)."""
    placed = [0] * (PHOBOS + 1)
    while s.resources[CORPORATIONS] and s.available(SECURITY):
        able = SECURITY_AT.all(s, a, placed)
        if not able:
            break
        ask = pick(
            CORPORATIONS,
            BASE_SECURITY,
            "Place a Security at which Base, for 1 Profit?",
            SECURITY_AT.of(s, a, placed, then=(DONE,)),
            label="In {it}",
            done_as=NO_MORE_GUARDS,
        )
        if all(
            s.count(space, CORP_BASES) - placed[space] == 1 for space in able
        ):  # each place once: in one go
            ask = part_of("several", min(len(able), s.resources[CORPORATIONS], s.available(SECURITY)), ask)
        space = yield ask
        if space == DONE:
            break
        s.place(SECURITY, space)
        placed[space] += 1
        text = "{who:faction}: {piece} placed in {space} for {n}."
        yield from charge(s, CORPORATIONS, 1, text, piece=SECURITY, space=space)
    yield from last_special(s, a, happened=any(placed))
