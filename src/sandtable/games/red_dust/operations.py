"""16 The eleven Operations by name, and how an Operation runs from its first space to its price."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sandtable.engine import Steps, say

from . import op_coin, op_rebel, travel
from .action import any_affordable, begin_operation, is_barred
from .board import RECLAIMERS
from .money import draw_assets, pay
from .operation import raises_money, specials
from .state import Action, Mars, Op


def _nothing(s: Mars, a: Action) -> Steps[None]:
    """For Operations that are over with their last space."""
    yield from ()


class Rules(NamedTuple):
    """An Operation: the spaces it can choose, the resolution of one, what comes after the last."""

    spaces: Callable[[Mars, Action], list[int]]
    step: Callable[[Mars, Action], Steps[bool]]
    end: Callable[[Mars, Action], Steps[None]] = _nothing


OPERATIONS = {
    Op.TRAIN: Rules(op_coin.train_spaces, op_coin.train, op_coin.end_train),
    Op.LOGISTICS: Rules(op_coin.logistics_spaces, op_coin.logistics, op_coin.end_logistics),
    Op.SECURE: Rules(op_coin.secure_spaces, op_coin.secure, op_coin.end_moves),
    Op.RECON: Rules(op_coin.recon_spaces, op_coin.recon, op_coin.end_moves),
    Op.ASSAULT: Rules(op_coin.assault_spaces, op_coin.assault, op_coin.end_assault),
    Op.RALLY: Rules(op_rebel.rally_spaces, op_rebel.rally, op_rebel.end_rally),
    Op.MARCH: Rules(op_rebel.march_spaces, op_rebel.march),
    Op.TRAVEL: Rules(travel.travel_spaces, travel.travel),
    Op.ATTACK: Rules(op_rebel.attack_spaces, op_rebel.attack),
    Op.CAMPAIGN: Rules(op_rebel.campaign_spaces, op_rebel.campaign, op_rebel.end_campaign),
    Op.PREACH: Rules(op_rebel.preach_spaces, op_rebel.preach),
}


def can_operate(s: Mars, who: int, op: Op, **limits: Any) -> bool:
    """Whether an Operation could be carried out in at least one space, its price included."""
    if is_barred(s, op):
        return False
    before = s.action
    a = begin_operation(s, who, op, **limits)
    spaces = OPERATIONS[op].spaces(s, a)
    able = any_affordable(s, a, spaces)
    if not able and spaces:  # a Special Activity taken first may raise the money
        able = any(raises_money(s, special) for special in specials(s, a))
    if not able and op is Op.TRAIN:
        able = bool(op_coin.pacify_spaces(s, a))
    s.action = before
    return able


def free_operation(s: Mars, who: int, op: Op, **limits: Any) -> Steps[Action]:
    """18 A free Operation: it costs nothing, keeps all other rules, and brings no Special Activity."""
    a = begin_operation(s, who, op, free=True, **limits)
    if can_operate(s, who, op, free=True, **limits):
        yield say("{who:faction}: free {op}.", who=who, op=op)
        while (yield from OPERATIONS[op].step(s, a)):
            pass
        yield from OPERATIONS[op].end(s, a)
    return a


def operate(s: Mars) -> Steps[bool]:
    """16 One space more of the Operation in progress; returns whether it goes on."""
    a = s.action
    if (yield from OPERATIONS[a.op].step(s, a)):
        return True
    yield from OPERATIONS[a.op].end(s, a)
    yield from pay(s, a)
    if a.is_limited and a.who == RECLAIMERS:
        yield from draw_assets(s, 1)  # 12.1 Desert Efficiency
    return False
