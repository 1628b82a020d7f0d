"""13.0 Ops cards: drawing one, and when it is done with."""

from __future__ import annotations

from sandtable.engine import Steps

from ...common.rules.combat import clear_opfor
from ...common.rules.ops_cards import discard_ops, draw_ops
from ..cards.words import WORDS
from ..state import Phase, Squadron


def ops_card(s: Squadron) -> Steps:
    """13.1 Operations Card. The top card must be taken and carried out for the Task Force."""
    card = yield from draw_ops(s)
    yield from WORDS.resolve(s, s.box.ops[card].effects)
    end_card(s)


def end_card(s: Squadron) -> None:
    """8.1 13.5 With OPFOR on the map the Combat phase follows; without, the Ops card is done with (R-SP-38)."""
    if s.opfor_left:
        s.phase = Phase.COMBAT
    else:
        clear_opfor(s)
        discard_ops(s)
        s.phase = Phase.SPECIAL
