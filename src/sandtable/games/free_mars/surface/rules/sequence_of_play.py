"""8.0 The sequence of play: which stretch of rules comes next."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine import Steps

from ...common.rules.campaign import end_game
from ...common.state import MissionEnded
from ..state import Phase, Team
from .actions import special_actions
from .campaign import debrief, mission_over
from .combat import battle_round, tactical_edge
from .missions import mission_resolution, objective
from .movement import team_movement
from .ops_cards import operations_card
from .set_up import initial_deployment, set_up, start_cell

PHASES: dict[Phase, Callable[[Team], Steps]] = {
    Phase.SET_UP: set_up,
    Phase.RECRUIT: initial_deployment,
    Phase.START: start_cell,
    Phase.MOVE: team_movement,
    Phase.CARD: operations_card,
    Phase.EDGE: tactical_edge,
    Phase.ROUND: battle_round,
    Phase.ACTION: special_actions,
    Phase.MISSION: mission_resolution,
    Phase.OBJECTIVE: objective,
    Phase.DEBRIEF: debrief,
}


def turn(s: Team) -> Steps:
    """8.1 One phase, or one round of a battle. A Mission that ends at once ends it from any depth."""
    try:
        yield from PHASES[s.phase](s)
    except MissionEnded as end:
        if not s.is_campaign:
            end_game(end.won, end.why)
        mission_over(s, end.won, end.why)
