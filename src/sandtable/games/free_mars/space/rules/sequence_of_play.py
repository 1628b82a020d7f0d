"""8.0 Sequence of play: which stretch of rules comes next."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine import Steps

from ...common.state import MissionEnded
from ..state import Phase, Squadron
from .actions import special_phase
from .campaign import mission_over
from .combat import battle_round, combat_phase
from .ops_cards import ops_card
from .resolution import objective_phase, resolution_phase
from .set_up import assemble, set_up
from .task_force import declare, move

PHASES: dict[Phase, Callable[[Squadron], Steps]] = {
    Phase.SET_UP: set_up,
    Phase.ASSEMBLE: assemble,
    Phase.DECLARE: declare,
    Phase.MOVE: move,
    Phase.OPS_CARD: ops_card,
    Phase.COMBAT: combat_phase,
    Phase.ROUND: battle_round,
    Phase.SPECIAL: special_phase,
    Phase.RESOLUTION: resolution_phase,
    Phase.OBJECTIVE: objective_phase,
}


def turn(s: Squadron) -> Steps:
    """8.1 One phase, or one round of a battle. A Mission that ends at once ends it from any depth."""
    try:
        yield from PHASES[s.phase](s)
    except MissionEnded as end:
        yield from mission_over(s, end.won, end.why)
