"""16 The next space of an Operation, and what its Faction may do before choosing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sandtable.engine import DONE, Steps, Word
from sandtable.engine.asking import Topic, pick

from ...printed.map import RECLAIMERS
from ...state import Action, Mars, Op
from ..earthgov import can_suppress, suppress
from ..resources import GIVER_OF, ask_transfer, givers, hand
from ..special_activities.pairing import Special
from ..special_activities.take import raises_money, specials, take_special
from .general import affordable, choosable, price

Able = Callable[[Mars, Action], Iterable[int]]
SUPPRESS = Word("suppress", "Suppress with EarthGov Troops")


def asides(
    s: Mars, a: Action, spaces: list[int], lacks_money: bool = True, may_skip: bool = False
) -> list[Any]:
    """What the acting Faction may do between two spaces: a Special Activity, Suppress, ask for a transfer.

    `spaces` are those it could choose now; `lacks_money`: it cannot pay for some others.
    """
    found: list[Any] = [*specials(s, a)]
    if not spaces and not a.chosen and not may_skip:  # no space can be paid for yet: money comes first
        found = [special for special in found if raises_money(s, special)]
    if a.op is Op.ASSAULT and can_suppress(s, a, spaces):
        found.append(SUPPRESS)
    owes = a.who == RECLAIMERS and a.cost > sum(a.given)  # a gift may save an Asset
    if (lacks_money or owes) and not a.is_free:
        found.extend(givers(s, a))
    return found


def do_aside(s: Mars, a: Action, it: Any, spaces: list[int]) -> Steps[None]:
    """Carry out what was chosen from `asides`."""
    if isinstance(it, Special):
        yield from take_special(s, a, it)
    elif it == SUPPRESS:
        yield from suppress(s, a, spaces)
    else:
        yield from ask_transfer(s, a, GIVER_OF[it])


def next_space(
    s: Mars, a: Action, topic: Topic, able: Able, prompt: str, label: str, *, may_skip: bool = False
) -> Steps[int | None]:
    """The next space of an Operation (16), chosen and added to the cost; None when there are to be no more.

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

    is_secret = (
        a.who == RECLAIMERS and not a.is_free
    )  # what the Reclaimers can pay for tells about their hand
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
