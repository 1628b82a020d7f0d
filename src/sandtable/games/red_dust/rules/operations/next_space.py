"""16 The next space of an Operation, and what its Faction may do before choosing it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.engine import DONE, Line, Listed, Refusal, Steps, Word
from sandtable.engine.asking import Topic, pick

from ...printed.map import RECLAIMERS
from ...state import Action, Mars, Op
from ..choose_spaces import done
from ..earthgov import can_suppress, suppress
from ..resources import GIVER_OF, ask_transfer, givers, hand, money_left
from ..special_activities.pairing import PAIRING, Special
from ..special_activities.take import WHERE, cannot_take, raises_money, specials, take_special
from .general import price
from .spaces import Where, next_spaces, paid_for, why_not, within_limits

SPACE_FIRST = Refusal("Choose a space first: {it} brings no money, and there is none.")
SUPPRESS = Word(
    "suppress",
    "Suppress with EarthGov Troops",
    says="In one other space they drive Rebels into the Deserts around, and Opposition fades.",
)


def asides(
    s: Mars, a: Action, spaces: list[int], lacks_money: bool = True, may_skip: bool = False
) -> list[Any]:
    """The options of the acting Faction between two spaces: a Special Activity, Suppress, ask for a transfer.

    `spaces` are those it could choose now; `lacks_money`: it cannot pay for some others.
    """
    found: list[Any] = [*specials(s, a)]
    if not spaces and not a.chosen and not may_skip:  # no space can be paid for yet: money comes first
        found = [special for special in found if raises_money(s, special)]
    if a.op is Op.ASSAULT and can_suppress(s, a, spaces):
        found.append(SUPPRESS)
    if lacks_money and not a.is_free:
        found.extend(givers(s, a))
    return found


def do_aside(s: Mars, a: Action, it: Any, where: Where) -> Steps[None]:
    """Carry out what was chosen from `asides`; `where`: the spaces of the Operation."""
    if isinstance(it, Special):
        yield from take_special(s, a, it)
    elif it == SUPPRESS:
        yield from suppress(s, a, next_spaces(s, a, where))
    else:
        yield from ask_transfer(s, a, GIVER_OF[it])


def _most_at_once(s: Mars, a: Action, where: Where) -> int:
    """How many more spaces may be chosen, and paid for out of Resources, which everybody sees."""
    most = min(a.most - len(a.chosen), len(next_spaces(s, a, where)))
    return most if a.is_free else min(most, money_left(s, a))


#: The Special Activities a player would look for between two spaces.
ACTIVITIES = {whose: tuple(it for it in activities if it in WHERE) for whose, activities in PAIRING.items()}


#: How Done reads while something still comes after the last space, and where it ends the turn.
DONE_WITH = {op: done(f"Done with {op.name.capitalize()}") for op in Op}
END_OF_TURN = done("End your turn", "The Operation is over.", ends_turn=True)
PAYS = Line("You pay {n:resources} for the Operation.")
PAYS_ASSETS = Line("You pay {n:number} for the Operation, in Assets.")
COSTS = Line("Costs {n:resources}.")
IDLE = Line("None of your units is there or can get there.")
IDLE_AND_COSTS = Line("Costs {n:resources}. None of your units is there or can get there.")
COSTS_ASSETS = Line("Costs {n:number}, in Assets.")


def _says(
    s: Mars, a: Action, done_says: Line | None, is_idle: Callable[[int], bool] | None, it: Any
) -> Line | None:
    """The cost of a space, and the meaning of Done."""
    if it == DONE:
        if not a.cost:
            return done_says
        return (PAYS_ASSETS if a.who == RECLAIMERS else PAYS).of(n=a.cost)
    if it.__class__ is not int:
        return None
    cost = price(s, a, it)
    if is_idle is not None and is_idle(it):
        return IDLE_AND_COSTS.of(n=cost) if cost else IDLE
    return (COSTS_ASSETS if a.who == RECLAIMERS else COSTS).of(n=cost) if cost else None


def _spaces_and_asides(s: Mars, a: Action, where: Where, may_skip: bool) -> list[Any]:
    """16 The spaces that can be chosen now, what may be done before, and Done once there is something to be done with."""
    every = [*within_limits(s, a, where)]
    spaces: list[Any] = [*paid_for(s, a, every)]
    extra = asides(s, a, spaces, len(spaces) < len(every), may_skip)
    must_go_on = (
        not may_skip
        and not s.is_nonplayer(a.who)  # 8.7.2 its Special Activity may have ruined the Operation
        and not a.chosen
        and (spaces or any(isinstance(it, Special) and raises_money(s, it) for it in extra))
    )
    return spaces + extra if must_go_on else [*spaces, *extra, DONE]


def next_space(
    s: Mars,
    a: Action,
    topic: Topic,
    where: Where,
    prompt: str,
    label: str,
    *,
    may_skip: bool = False,
    in_one_go: bool = False,
    is_last: bool = False,
    says: Callable[[Any], Line | None] | None = None,
    done_says: Line | None = None,
    is_idle: Callable[[int], bool] | None = None,
) -> Steps[int | None]:
    """The next space of an Operation (16), chosen and added to the cost; None when there are to be no more.

    `may_skip`: the Operation makes sense without any space of its own. `in_one_go`: nothing is asked between one space and the
    next, so that a client can gather them. `is_last`: nothing is asked after the last space, so that Done ends the turn.
    `done_says`: what Done means while nothing is to be paid. `is_idle`: whether nobody would come to a space, which is then said.
    """

    def reason(it: Any) -> Refusal | None:
        return why_not(s, a, where)(it) if it.__class__ is int else cannot_take(s, it) or SPACE_FIRST

    is_secret = a.who == RECLAIMERS and not a.is_free  # what CR can pay for tells about its hand
    while True:
        ask = pick(
            a.who,
            topic,
            prompt,
            Listed(partial(_spaces_and_asides, s, a, where, may_skip), reason),
            label=label,
            hide_options=is_secret,
            even_if_forced=is_secret and bool(hand(s)),
            says=says or partial(_says, s, a, done_says, is_idle),
            others=ACTIVITIES[a.who, a.op] if a.may_special else (),
            done_as=END_OF_TURN if is_last and not a.is_free else DONE_WITH[a.op],
        )
        if in_one_go:
            ask.kind, ask.remaining = "several", _most_at_once(s, a, where)
        it = yield ask
        if it.__class__ is int:
            a.chosen = (*a.chosen, it)
            a.cost += price(s, a, it)
            return it
        if it == DONE:
            return None
        yield from do_aside(s, a, it, where)
