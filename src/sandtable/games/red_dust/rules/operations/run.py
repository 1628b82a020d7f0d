"""16 The eleven Operations by name, and how an Operation runs from its first space to its price."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sandtable.engine import Refusal, Steps, say

from ...printed.map import RECLAIMERS
from ...state import Action, Did, Mars, Op, Phase
from ..resources import draw_assets, pay
from ..special_activities.take import last_special, raises_money, specials
from . import assault, attack, campaign, logistics, march, preach, rally, recon, secure, train, travel
from .general import OPERATIONS_OF, begin_operation, is_barred, new_action
from .spaces import Where, can_choose_any


def _nothing(s: Mars, a: Action) -> Steps[None]:
    """For Operations that end with their last space."""
    yield from ()


class Rules(NamedTuple):
    """An Operation: where it can do something, its steps, what comes after the last.

    A step deals with one space and says whether it is to be repeated for another.
    """

    where: Where
    steps: tuple[Callable[[Mars, Action], Steps[bool]], ...]
    end: Callable[[Mars, Action], Steps[None]] = _nothing


OPERATIONS = {
    Op.TRAIN: Rules(train.TRAIN_AT, (train.train,), train.end_train),
    Op.LOGISTICS: Rules(logistics.LOGISTICS_AT, (logistics.logistics,), logistics.end_logistics),
    Op.SECURE: Rules(secure.SECURE_AT, (secure.secure, secure.resolve_destinations), secure.end_moves),
    Op.RECON: Rules(recon.RECON_AT, (recon.recon, secure.resolve_destinations), secure.end_moves),
    Op.ASSAULT: Rules(assault.ASSAULT_AT, (assault.assault,), assault.end_assault),
    Op.RALLY: Rules(rally.RALLY_AT, (rally.rally,), rally.end_rally),
    Op.MARCH: Rules(march.MARCH_TO, (march.march,)),
    Op.TRAVEL: Rules(travel.TRAVEL_FROM, (travel.travel,)),
    Op.ATTACK: Rules(attack.ATTACK_AT, (attack.attack,)),
    Op.CAMPAIGN: Rules(campaign.CAMPAIGN_AT, (campaign.campaign,), campaign.end_campaign),
    Op.PREACH: Rules(preach.PREACH_AT, (preach.preach,)),
}


def can_operate(s: Mars, who: int, op: Op, **limits: Any) -> bool:
    """Whether an Operation could be carried out in at least one space, its price included."""
    return _is_possible(s, new_action(s, who, op, **limits))


def possible_operations(s: Mars, who: int, **limits: Any) -> Iterator[Op]:
    """16 The Operations that a Faction could carry out now."""
    a = new_action(s, who, OPERATIONS_OF[who][0], **limits)
    for op in OPERATIONS_OF[who]:
        a.op = op
        if _is_possible(s, a):
            yield op


def _is_possible(s: Mars, a: Action) -> bool:
    if is_barred(s, a.op):
        return False
    if can_choose_any(s, a, OPERATIONS[a.op].where):
        return True
    if a.may_special and any(raises_money(s, special) for special in specials(s, a)) and _has_space(s, a):
        return True  # a Special Activity taken first may raise the money
    return a.op is Op.TRAIN and train.PACIFY_AT.any(s, a)


def _has_space(s: Mars, a: Action) -> bool:
    """Whether an Operation finds a space, were it only paid for."""
    return OPERATIONS[a.op].where.any(s, a)


IN_A_HABOOB = Refusal("No {it}: the Next Event is a Dust Storm.")
TOO_POOR = Refusal("{it}: you cannot pay for a single space.")
#: Why an Operation finds no space at all.
NO_SPACE = {
    Op.TRAIN: Refusal("{it}: no space with a MarsGov Base or COIN Control is open, or no Troops are left."),
    Op.LOGISTICS: Refusal("{it}: no units are Available, the Cycler stands still, and no Base can turn."),
    Op.SECURE: Refusal("{it}: no Labyrinth can be a destination."),
    Op.RECON: Refusal("{it}: Raging Storms close every Desert."),
    Op.ASSAULT: Refusal("{it}: nowhere do forces of yours and Rebels stand together in the open."),
    Op.RALLY: Refusal("{it}: no space where you could Rally has Rebels to place or anything else to do."),
    Op.MARCH: Refusal("{it}: none of your Rebels can reach another space."),
    Op.TRAVEL: Refusal("{it}: none of your Rebels and Bases can go anywhere."),
    Op.ATTACK: Refusal("{it}: nowhere do Rebels of yours and enemies stand together in the open."),
    Op.CAMPAIGN: Refusal("{it}: you have no Rebels in a populated space that is open."),
    Op.PREACH: Refusal("{it}: you have no Rebels in a populated space that is open."),
}


def no_operation(s: Mars, who: int, op: Op, **limits: Any) -> Refusal:
    """16 Why an Operation is not among those that can be carried out now."""
    if is_barred(s, op):
        return IN_A_HABOOB
    return TOO_POOR if _has_space(s, new_action(s, who, op, **limits)) else NO_SPACE[op]


def free_operation(s: Mars, who: int, op: Op, **limits: Any) -> Steps[Action]:
    """18 A free Operation: it costs nothing, keeps all other rules, and brings no Special Activity."""
    a = begin_operation(s, who, op, free=True, **limits)
    if can_operate(s, who, op, free=True, **limits):
        yield say("{who:faction}: free {op}.", who=who, op=op)
        for step in OPERATIONS[op].steps:
            while (yield from step(s, a)):
                pass
        yield from OPERATIONS[op].end(s, a)
    return a


def operate(s: Mars) -> Steps[bool]:
    """16 A turn: one more space of the Operation in progress, or its end and its price; returns whether it goes on."""
    a = s.action
    steps = OPERATIONS[a.op].steps
    if (yield from steps[a.step](s, a)):
        return True
    if a.step + 1 < len(steps):
        a.step += 1
        return True
    yield from OPERATIONS[a.op].end(s, a)
    if s.is_nonplayer(a.who):
        yield from last_special(s, a)  # 8.7.1 after the starred instructions
    yield from pay(s, a)
    if a.is_limited and a.who == RECLAIMERS:
        yield from draw_assets(s, 1)  # 12.1 Desert Efficiency
    if s.action.may_special and len(s.acted) == 1:
        s.first_did = Did.OPERATION  # what the 1st did counts, not what it could have done
        yield say("No Special Activity was taken: this counts as Operation only.")
    s.phase = Phase.ACTION
    return False
