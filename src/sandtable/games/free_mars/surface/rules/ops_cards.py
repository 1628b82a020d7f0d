"""12.0 Ops cards: phase 2."""

from __future__ import annotations

from sandtable.engine import Steps

from ...common.rules.ops_cards import discard_ops, draw_ops
from ..cards.words import WORDS
from ..state import Phase, Team


def operations_card(s: Team) -> Steps:
    """8.1 Operations Card. Phase 2: the top card must be taken and carried out."""
    card = yield from draw_ops(s)
    yield from WORDS.resolve(s, s.box.ops[card].effects)
    end_card_unless_battle(s)


def end_card_unless_battle(s: Team) -> None:
    """R-SC-8 12.5 A battle comes before the card is done; without one it is discarded."""
    if s.opfor_left:
        s.phase = Phase.EDGE
    else:
        s.deployed = ()  # a deployment of no units has no battle
        discard_ops(s)
        s.phase = Phase.ACTION
