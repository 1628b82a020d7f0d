"""16 Operations in general: spaces one at a time, with a Special Activity before, between or after them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine import DONE, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...printed.map import RECLAIMERS
from ...state import Action, Mars, Op
from ..earthgov import can_suppress, suppress
from ..resources import GIVER_OF, ask_transfer, givers, hand
from .common import PAIRING, Special, affordable, choosable, price
from .special_coin import (
    can_entrench,
    can_exploit,
    can_raid,
    can_relate,
    can_transport,
    entrench,
    exploit,
    petition,
    public_relations,
    raid,
    transport,
)
from .special_rebel import (
    can_coordinate,
    can_purify,
    can_ransack,
    can_redistribute,
    converts_base,
    coordinate,
    purify,
    ransack,
    redistribute,
)

Able = Callable[[Mars, Action], list[int]]
SUPPRESS = Word("suppress", "Suppress with EarthGov Troops")

#: 17 Whether a Special Activity can be taken now. Ambush is asked for in its Attack, Petition at the very end.
CAN_TAKE: dict[Special, Callable[[Mars, Action], bool]] = {
    Special.ENTRENCH: can_entrench,
    Special.TRANSPORT: can_transport,
    Special.PUBLIC_RELATIONS: can_relate,
    Special.EXPLOIT: can_exploit,
    Special.RAID: can_raid,
    Special.REDISTRIBUTE: can_redistribute,
    Special.COORDINATE: can_coordinate,
    Special.PURIFY: can_purify,
    Special.RANSACK: can_ransack,
}
TAKE: dict[Special, Callable[[Mars, Action], Steps[None]]] = {
    Special.ENTRENCH: entrench,
    Special.PETITION: petition,
    Special.TRANSPORT: transport,
    Special.PUBLIC_RELATIONS: public_relations,
    Special.EXPLOIT: exploit,
    Special.RAID: raid,
    Special.REDISTRIBUTE: redistribute,
    Special.COORDINATE: coordinate,
    Special.PURIFY: purify,
    Special.RANSACK: ransack,
}


def specials(s: Mars, a: Action) -> list[Special]:
    """12.2 The Special Activities that can be taken now."""
    if not a.may_special:
        return []
    return [it for it in PAIRING[a.who, a.op] if it in CAN_TAKE and CAN_TAKE[it](s, a)]


def raises_money(s: Mars, special: Special) -> bool:
    """10 Whether a Special Activity can bring money in the middle of an Operation; Purify does by converting a Base."""
    if special is Special.PURIFY:
        return converts_base(s)
    return special in (Special.REDISTRIBUTE, Special.RANSACK)


def asides(s: Mars, a: Action, spaces: list[int], dear: bool = True, may_skip: bool = False) -> list[Any]:
    """What the acting Faction may do between two spaces: a Special Activity, Suppress, ask for a transfer.

    `spaces` are those it could choose now; `dear`: some are too dear for it.
    """
    found: list[Any] = [*specials(s, a)]
    if not spaces and not a.chosen and not may_skip:  # no space can be paid for yet: first the money
        found = [special for special in found if raises_money(s, special)]
    if a.op is Op.ASSAULT and can_suppress(s, a, spaces):
        found.append(SUPPRESS)
    owes = a.who == RECLAIMERS and a.cost > sum(a.given)  # a gift may spare an Asset
    if (dear or owes) and not a.is_free:
        found.extend(givers(s, a))
    return found


def do_aside(s: Mars, a: Action, it: Any, spaces: list[int]) -> Steps[None]:
    """Carry out what was chosen out of `asides`."""
    if isinstance(it, Special):
        yield from take_special(s, a, it)
    elif it == SUPPRESS:
        yield from suppress(s, a, spaces)
    else:
        yield from ask_transfer(s, a, GIVER_OF[it])


def take_special(s: Mars, a: Action, special: Special) -> Steps[None]:
    """12.2 One Special Activity in a turn."""
    a.may_special = False
    yield say("{who:faction}: {special}.", who=a.who, special=special)
    yield from TAKE[special](s, a)


def next_space(
    s: Mars, a: Action, topic: Topic, able: Able, prompt: str, label: str, *, may_skip: bool = False
) -> Steps[int | None]:
    """The next space of an Operation (16), chosen and put on the bill; None when there are to be no more.

    `may_skip`: the Operation makes sense without any space of its own.
    """

    def options() -> list[Any]:
        every = choosable(a, able(s, a))
        spaces: list[Any] = affordable(s, a, every)
        extra = asides(s, a, spaces, len(spaces) < len(every), may_skip)
        must_go_on = (
            not may_skip
            and not a.chosen
            and (spaces or any(isinstance(it, Special) and raises_money(s, it) for it in extra))
        )
        return spaces + extra if must_go_on else [*spaces, *extra, DONE]

    is_secret = a.who == RECLAIMERS and not a.is_free  # what can be paid for tells of the hand
    while True:
        it = yield pick(
            a.who,
            topic,
            prompt,
            options,
            label=label,
            hide_options=is_secret,
            even_if_forced=is_secret and bool(hand(s)),
        )
        if it.__class__ is int:
            a.chosen.append(it)
            a.cost += price(s, a, it)
            return it
        if it == DONE:
            return None
        yield from do_aside(s, a, it, affordable(s, a, able(s, a)))


SPECIAL = Topic(
    "special",
    "12.2",
    "The Special Activity is carried out now, the only one of your turn; with Done you do without.",
)


def last_special(s: Mars, a: Action, *, happened: bool = True) -> Steps[None]:
    """12.2 Special Activity. The last chance for a Special Activity, where something came after the spaces. Petition comes only here.

    `happened`: something came after the last space; if not, who said Done there has declined already.
    """
    petitions = [Special.PETITION] if a.may_special and Special.PETITION in PAIRING[a.who, a.op] else []
    options: list[Any] = [*(specials(s, a) if happened else ()), *petitions]
    if options:
        it = yield pick(a.who, SPECIAL, "A Special Activity now?", [*options, DONE])
        if it != DONE:
            yield from take_special(s, a, it)
