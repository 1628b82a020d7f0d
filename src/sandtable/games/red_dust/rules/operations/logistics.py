"""16.2 Logistics."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, Word, say
from sandtable.engine.asking import Topic, amount, pick, yes_no

from ...cards.hooks import CYCLER_STOPPED, applies
from ...printed.map import CORPORATIONS, EARTH, ON_MARS, PHOBOS, TRANSIT
from ...printed.pieces import CORP_BASE, CORP_BASES, SECURITY, SPECOPS, TERRAFORMING
from ...state import Action, Mars
from ..earthgov import aldrin_cycler, place_on_earth
from ..resources import charge
from ..special_activities.take import last_special
from .next_space import next_space

BUY = {SECURITY: Word("security", "Security for 1 Profit"), SPECOPS: Word("specops", "SpecOps for 1 Profit")}


def logistics_spaces(s: Mars, a: Action) -> list[int]:
    """16.2 Earth, Transit, and Deserts with a CORP Base to flip."""
    found = [EARTH] if s.available(SECURITY) or s.available(SPECOPS) else []
    if not applies(s, CYCLER_STOPPED):
        found.append(TRANSIT)
    if not a.flipped or a.is_free or s.resources[CORPORATIONS] >= 3:
        found += [
            space for space in s.box.deserts if s.at(space, CORP_BASE) and s.is_open(space, CORPORATIONS)
        ]
    return found


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
        logistics_spaces,
        "Logistics: stock Earth, run the Cycler in Transit, or turn a Base to Terraforming in a Desert?",
        "{it}",
    )
    if space is None:
        return False
    if space == EARTH:
        yield from _stock_earth(s)
    elif space == TRANSIT:
        yield from aldrin_cycler(s, by_corp=True)
    else:
        s.flip(space, CORP_BASE, TERRAFORMING)
        if a.flipped and not a.is_free:  # the first Desert is free
            text = "{who:faction}: the Base in {space} turns to Terraforming for {n}."
            yield from charge(s, CORPORATIONS, 3, text, space=space)
        else:
            yield say("The Base in {space} turns to Terraforming.", space=space)
        a.flipped += 1
    return True


STOCK_SPECOPS = Topic(
    "stock_specops", "16.2", "Yes places a SpecOps as one of the four units that Earth gets free of charge."
)
STOCK_SECURITY = Topic(
    "stock_security",
    "16.2",
    "This many Security are placed on Earth, where they wait for the Aldrin Cycler.",
    "number",
)
STOCK_BUY = Topic(
    "stock_buy", "16.2", "One more unit is placed on Earth and costs you 1 Profit; with Done you buy no more."
)


def _stock_earth(s: Mars) -> Steps[None]:
    """16.2 Earth. Up to four units on Earth, one of them SpecOps (ruling 9); one more for each Profit paid."""
    specops = 0
    if s.available(SPECOPS) and (yield yes_no(CORPORATIONS, STOCK_SPECOPS, "Place a SpecOps on Earth?")):
        specops = 1
        yield from place_on_earth(s, SPECOPS, 1)
    most = min(4 - specops, s.available(SECURITY))
    n = yield amount(CORPORATIONS, STOCK_SECURITY, "Place how many Security on Earth?", most)
    yield from place_on_earth(s, SECURITY, n)
    placed = specops + n
    while s.resources[CORPORATIONS]:
        more: list[Any] = [BUY[SECURITY]] if placed >= 4 and s.available(SECURITY) else []
        if (placed >= 4 or specops) and s.available(SPECOPS):
            more.append(BUY[SPECOPS])
        if not more:
            return
        what = yield pick(CORPORATIONS, STOCK_BUY, "Buy one more unit for Earth?", [*more, DONE])
        if what == DONE:
            return
        kind = SECURITY if what == BUY[SECURITY] else SPECOPS
        s.place(kind, EARTH)
        text = "{who:faction}: {cargo} ×{m:number} placed on Earth for {n}."
        yield from charge(s, CORPORATIONS, 1, text, cargo=kind, m=1)


BASE_SECURITY = Topic(
    "base_security",
    "16.2",
    "A Security is placed at a Base there and costs you 1 Profit; with Done you place no more.",
    "space",
)


def end_logistics(s: Mars, a: Action) -> Steps[None]:
    """16.2 Security. Afterwards one may be placed at each CORP Base on Mars for 1 Profit (ruling 10)."""
    placed = [0] * (PHOBOS + 1)
    while s.resources[CORPORATIONS] and s.available(SECURITY):
        able: list[Any] = [
            space
            for space in ON_MARS
            if placed[space] < s.count(space, CORP_BASES)
            and s.is_open(space, CORPORATIONS)
            and (not a.only or space in a.only)
        ]
        if not able:
            break
        space = yield pick(
            CORPORATIONS,
            BASE_SECURITY,
            "Place a Security at a Base for 1 Profit?",
            [*able, DONE],
            label="In {it}",
        )
        if space == DONE:
            break
        s.place(SECURITY, space)
        placed[space] += 1
        text = "{who:faction}: {piece} ×{m:number} placed in {space} for {n}."
        yield from charge(s, CORPORATIONS, 1, text, piece=SECURITY, m=1, space=space)
    yield from last_special(s, a, happened=any(placed))
