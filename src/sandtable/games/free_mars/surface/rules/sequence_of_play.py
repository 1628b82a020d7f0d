"""8.0 The sequence of play: how an Op ends."""

from __future__ import annotations

from sandtable.engine import Steps, say

from ...common.rules.ops_cards import check_ops
from ..state import Phase, Team


def end_op(s: Team) -> Steps:
    """8.2 R-SC-9 The Op is over; with no Ops card left to draw the Mission is lost."""
    s.combined = -1
    s.is_mission_battle = False
    check_ops(s)
    s.phase = Phase.MOVE
    yield say("{n:number} Ops left.", n=s.ops_left)
