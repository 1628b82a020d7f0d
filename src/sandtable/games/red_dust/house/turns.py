"""The turn of a Faction: Operation, Event, Asset or Pass, and which Operation. Events are tried out on a copy."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import DONE, Ask, Draw, Roll, Shuffle, Steps

from ..cards.assets import play_asset, playable_assets
from ..nonplayer.effective import mean
from ..nonplayer.eligibility import answer as nonplayer_answer
from ..nonplayer.movement import free_pools
from ..nonplayer.moves import Pool
from ..printed.map import CORPORATIONS, MARS, MARS_GOV, RECLAIMERS, RED_DUST
from ..rules.event_round import (
    ASSET,
    LIMITED,
    ONLY_OPTION,
    OPERATION,
    SHADED,
    UNSHADED,
    WITH_SPECIAL,
    execute_event,
)
from ..rules.operations.general import OPERATIONS_OF, is_barred, new_action, price
from ..rules.operations.run import OPERATIONS
from ..rules.operations.train import PACIFY_AT
from ..rules.resources import money_left
from ..rules.special_activities.pairing import PAIRING, Special
from ..rules.special_activities.take import WHERE
from ..state import Action, Mars, Op
from .moves import ranked_moves
from .spaces import (
    CAMPAIGN,
    coordinate_in,
    entrench_in,
    exploit_in,
    pacify_worth,
    purify_in,
    raid_in,
    ranked,
    ransack_in,
    redistribute_in,
    relations_in,
)
from .stakes import Stakes, worth

#: Operations in which units go to the spaces that are chosen.
MOVES = (Op.SECURE, Op.RECON, Op.MARCH, Op.TRAVEL)
#: What a Pass brings the Corporations and the Reclaimers.
CYCLER, CARD = 0.6, 0.7
#: How much less every further destination of the same units is worth.
ELSEWHERE = 0.6
#: What a free Operation in two spaces is worth beside a Limited one.
TWO_SPACES = 0.7
#: 12.1 What a Limited Operation saves the Reclaimers.
EFFICIENT = 0.5
#: Special Activity -> what a space is worth to it, and in how many spaces.
IN_SPACES: dict[Special, tuple[Callable[[Mars, Stakes, int], float], int]] = {
    Special.ENTRENCH: (entrench_in, 2),
    Special.PUBLIC_RELATIONS: (relations_in, 2),
    Special.EXPLOIT: (exploit_in, 2),
    Special.RAID: (raid_in, 2),
    Special.REDISTRIBUTE: (redistribute_in, 4),
    Special.COORDINATE: (coordinate_in, 2),
    Special.PURIFY: (purify_in, 2),
    Special.RANSACK: (ransack_in, 2),
}
#: What the others are worth, about.
AT_LARGE = {Special.TRANSPORT: 0.0, Special.PETITION: 0.8, Special.AMBUSH: 0.0}


class Trial:
    """The parts of a run that the policy reads, in a copy in which something is tried out."""

    __slots__ = ("ask", "state", "values")

    def __init__(self, state: Mars, ask: Ask, values: Sequence[Any]) -> None:
        self.state, self.ask, self.values = state, ask, values


Answer = Callable[[Any, random.Random], Any]


def tried(s: Mars, who: int, rule: Callable[[Mars], Steps[Any]], policy: Answer, rng: random.Random) -> Mars:
    """A copy of the position after a rule: the House answers, non-players do as they would, dice show their mean."""
    copy = s.copy()
    steps = rule(copy)
    value: Any = None
    while True:
        try:
            step = steps.send(value)
        except StopIteration:
            return copy
        value = None
        if isinstance(step, Ask):
            values = step.options() if callable(step.options) else step.options
            if len(values) == 1:
                value = values[0]
            elif copy.is_nonplayer(step.seat):
                value = _expected(nonplayer_answer(copy, step))
            else:
                value = policy(Trial(copy, step, values), rng)
        elif isinstance(step, (Roll, Draw, Shuffle)):
            value = mean(step)


def _expected(answering: Steps[Any]) -> Any:
    """The answer of a non-player when chance is what one would expect."""
    value: Any = None
    while True:
        try:
            step = answering.send(value)
        except StopIteration as stop:
            return stop.value
        value = mean(step) if isinstance(step, (Roll, Draw, Shuffle)) else None


def special_worth(s: Mars, k: Stakes, special: Special) -> float:
    """17 What a Special Activity promises in its best spaces."""
    if special not in IN_SPACES:
        return AT_LARGE[special]
    score, most = IN_SPACES[special]
    values = sorted((score(s, k, it) for it in WHERE[special].all(s)), reverse=True)[:most]
    return sum(it for it in values if it > 0)


def best_special(s: Mars, k: Stakes, specials: Sequence[Special]) -> tuple[float, Special | None]:
    """17 The Special Activity that promises most."""
    best: tuple[float, Special | None] = (0.0, None)
    for special in specials:
        value = special_worth(s, k, special)
        if value > best[0]:
            best = (value, special)
    return best


def best_spaces(
    s: Mars, k: Stakes, a: Action, spaces: Sequence[int], pools: dict[int, Pool] | None = None
) -> list[tuple[float, int]]:
    """The spaces of an Operation, the best first."""
    return ranked_moves(s, k, a, spaces, pools) if a.op in MOVES else ranked(s, k, a, spaces)


def operation_worth(
    s: Mars, k: Stakes, a: Action, specials: dict[Special, float], pools: dict[int, Pool] | None
) -> float:
    """16 What an Operation promises in the spaces that can be paid for, with its Special Activity."""
    if is_barred(s, a.op):
        return -9.0
    where = OPERATIONS[a.op].where
    spaces = [it for it in where.candidates(s, a) if where.refusal(s, a, it) is None]
    if a.op is Op.TRAIN:
        money = s.resources[MARS_GOV]
        pacify = max((pacify_worth(s, k, it) for it in PACIFY_AT.all(s, a)), default=0.0)
        found = pacify
    else:
        money, found = (0 if a.who == CORPORATIONS else money_left(s, a)), 0.0
    most = 1 if a.is_limited and a.who != RECLAIMERS else 99
    share, ambushes, has_card = 1.0, 2, False
    for value, space in best_spaces(s, k, a, spaces, pools):
        cost = 0 if a.who == CORPORATIONS else price(s, a, space)
        if value <= 0 or most <= 0:
            break
        if cost <= money:
            money, most = money - cost, most - 1
            found += value * share
            if a.op in MOVES:  # the same units cannot go everywhere
                share *= ELSEWHERE
            elif a.op is Op.CAMPAIGN and s.alignment[space] <= -1:
                found -= CAMPAIGN if has_card else 0.0
                has_card = True
            elif a.op is Op.LOGISTICS and space < MARS:
                found -= 3.0 if has_card else 0.0
                has_card = True
            elif a.op is Op.ATTACK and a.may_special:
                ambushes -= 1
                share = 1.0 if ambushes else 0.5
    if a.may_special:
        more = max((specials[it] for it in PAIRING[a.who, a.op]), default=0.0)
        found = max(found, found * 0.6 + more) if a.op is Op.ATTACK else found + more
    return found


def best_operation(
    s: Mars, k: Stakes, who: int, *, limited: bool, special: bool, ops: Sequence[Op] = ()
) -> tuple[float, Op | None]:
    """16 The Operation that promises most."""
    ops = ops or OPERATIONS_OF[who]
    a = new_action(s, who, ops[0], limited=limited, special=special, given=tuple(s.action.given))
    specials: dict[Special, float] = {}
    if special:
        kinds = dict.fromkeys(it for op in ops for it in PAIRING[who, op])
        specials = {it: special_worth(s, k, it) for it in kinds}
    best: tuple[float, Op | None] = (-9.0, None)
    pools: dict[int, Pool] | None = None
    for op in ops:
        a.op = op
        if pools is None and op in MOVES and op is not Op.TRAVEL:
            pools = free_pools(s, a)  # before anybody has moved they are the same for Secure and Recon
        value = operation_worth(s, k, a, specials, pools)
        if value > best[0]:
            best = (value, op)
    return best


def action(s: Mars, k: Stakes, ask: Ask, values: Sequence[Any], rng: random.Random, policy: Answer) -> Any:
    """12.2 The box of the sequence of play that promises most."""
    who, best, chosen = ask.seat, -99.0, values[0]
    before = worth(s, k)
    for box in values:
        if box == OPERATION and WITH_SPECIAL in values:
            continue
        if box in (OPERATION, WITH_SPECIAL, LIMITED):
            value = best_operation(s, k, who, limited=box == LIMITED, special=box == WITH_SPECIAL)[0]
            if box == LIMITED and who == RECLAIMERS:
                value += EFFICIENT
        elif box in (UNSHADED, SHADED, ONLY_OPTION):
            value = _event_worth(s, k, who, box == SHADED, before, policy, rng) + k.weights.event
        elif box == ASSET:
            value = max(
                (asset_worth(s, k, it, before, policy, rng) for it in playable_assets(s)), default=-9.0
            )
        elif box.id == "pass":
            value = pass_worth(k, who)
        else:
            continue  # favours are not asked for
        if value > best:
            best, chosen = value, box
    return chosen


def _event_worth(
    s: Mars, k: Stakes, who: int, is_shaded: bool, before: float, policy: Answer, rng: random.Random
) -> float:
    """18 What an option of the Event changes."""
    after = tried(s, who, lambda copy: execute_event(copy, who, is_shaded), policy, rng)
    return worth(after, k) - before


def asset_worth(s: Mars, k: Stakes, card: int, before: float, policy: Answer, rng: random.Random) -> float:
    """19 What an Asset brings when it is played."""
    if s.box.assets[card].kind == "capability":
        free = best_operation(s, k, RECLAIMERS, limited=True, special=False)[0]
        return 1.0 + 1.2 * k.left + TWO_SPACES * max(0.0, free)
    return worth(tried(s, RECLAIMERS, lambda copy: play_asset(copy, card), policy, rng), k) - before


def pass_worth(k: Stakes, who: int) -> float:
    """12.4 What a Pass brings."""
    if who == MARS_GOV:
        return k.weights.stay + 3 * k.money
    if who == RED_DUST:
        return k.weights.stay + k.money
    return k.weights.stay + (CYCLER if who == CORPORATIONS else CARD)


def next_space(s: Mars, k: Stakes, ask: Ask, values: Sequence[Any]) -> Any:
    """16 The next space of an Operation that is worth its price, a Special Activity, or Done."""
    a = s.action
    spaces = [it for it in values if it.__class__ is int]
    found = best_spaces(s, k, a, spaces) if spaces else []
    if found and found[0][0] > 0:
        return found[0][1]
    special = best_special(s, k, [it for it in values if isinstance(it, Special)])[1]
    if special is not None:
        return special
    for it in values:
        if getattr(it, "id", "") == "suppress":
            return it
    if DONE in values:
        return DONE
    return found[0][1] if found else values[0]
