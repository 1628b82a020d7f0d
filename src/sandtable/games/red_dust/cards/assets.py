"""19 Asset cards: playing one as an Event. What capabilities do stands where their rules are, under their number.

CR1, CR26: `attack`. CR2: `Mars.is_open`, `Mars.is_passable`. CR3, CR6, CR25: `op_coin`. CR4, CR24: `special_rebel`.
CR5: `op_rebel.rally_number`. CR23: `Mars.room`, `Mars.cr_bases`. Cards worth 5 for an Operation: `money.worth`; CR19,
CR22: `event_round.bids_phase`.
"""

from __future__ import annotations

from sandtable.engine import Steps, say
from sandtable.engine.asking import Topic, pick

from ..printed.decks import CAPABILITIES, DISCARDS
from ..printed.map import RECLAIMERS
from ..rules.operations.general import OPERATIONS_OF
from ..rules.operations.run import can_operate, free_operation
from ..rules.resources import draw_assets, hand
from ..state import Mars, Op
from .asset_events import ASSET_RULES

#: 19 A capability brings a free Operation in so many spaces.
CAPABILITY_SPACES = 2


def playable_assets(s: Mars) -> list[int]:
    """19 Events and capabilities in hand; Resource cards have no Event."""
    return [card for card in hand(s) if s.box.assets[card].kind != "resource"]


def play_asset(s: Mars, card: int) -> Steps[None]:
    """19 An Event is discarded when played; a capability stays in force to the end of the game."""
    if s.box.assets[card].kind == "capability":
        s.assets.play(card, CAPABILITIES)
        yield say("Reclaimers play the capability {asset}.", asset=card)
        yield from _free_operation(s)
        yield from draw_assets(s, 1)
    else:
        s.assets.play(card, DISCARDS)
        yield say("Reclaimers play {asset}.", asset=card)
        yield from ASSET_RULES[card + 1](s)


FREE_OPERATION = Topic(
    "free_operation",
    "19",
    "The Operation you carry out now in up to two spaces, free of charge and without a Special Activity.",
)


def _free_operation(s: Mars) -> Steps[None]:
    """19 Capabilities. One free Operation in up to two spaces: no Limited one, and without a Special Activity."""
    able = [
        op
        for op in OPERATIONS_OF[RECLAIMERS]
        if can_operate(s, RECLAIMERS, op, free=True, most=CAPABILITY_SPACES)
    ]
    if able:
        op: Op = yield pick(RECLAIMERS, FREE_OPERATION, "Which free Operation?", able)
        yield from free_operation(s, RECLAIMERS, op, most=CAPABILITY_SPACES)
