"""20.0 The campaign: between two Missions."""

from __future__ import annotations

from sandtable.engine import Listed, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick

from ...common.rules.campaign import end_mission, note_grant, note_mission
from ...common.rules.combat import clear_opfor
from ...common.rules.ops_cards import pick_mission, set_up_ops
from ...common.state import PLAYER
from ..printed.box import Kind
from ..state import BACK, BOX, FRONT, OUT, Moved, Phase, Team
from .locations import place_at_random
from .movement import cell_says
from .set_up import DIALS


def mission_over(s: Team, won: bool, why: str) -> None:
    """20.2 A Mission of a campaign has ended: its debrief comes next."""
    note_mission(s, won, why, [unit for unit, place in enumerate(s.units) if place == OUT])
    s.is_mission_won = won
    s.phase = Phase.DEBRIEF


def debrief(s: Team) -> Steps:
    """20.2 The end of a Mission. What is won or lost, then units, Team marker and the next Mission's set-up."""
    won = s.is_mission_won
    s.nexus = -1
    clear_opfor(s)
    left = s.ops_left
    yield from end_mission(s, won)  # 20.3 20.4 20.5 20.6
    restore_units(s)
    if not won:
        s.control = (0,) * len(s.control)  # 20.4.3
    s.count_enhancers()
    yield from grant(s, won, left)
    yield from next_place(s)
    yield from next_mission(s)


def restore_units(s: Team) -> None:
    """20.2 Eliminated units go back to the Recruit Box, the Team's are turned effective; Special Units leave (R-SC-39)."""
    kind = s.box.kind
    for unit, place in enumerate(s.units):
        if place == OUT or (place != BOX and kind[unit] is Kind.SPECIAL):
            s.put(unit, BOX)
        elif place == BACK and kind[unit] is not Kind.GEAR:
            s.put(unit, FRONT)


def grant(s: Team, won: bool, left: int) -> Steps:
    """20.3.4 R-SC-40 TP are kept, with one for each Ops card left after a win, and the grant for the next Mission."""
    given = s.box.scenario.grant
    more = (given.won if won else given.lost) if s.cadres else given.no_cadre
    more += left if won else 0
    s.points += more
    team = s.team()
    note_grant(s, s.points - more, team, [s.units[unit] - FRONT for unit in team])
    yield say("{n:points} for the next Mission; {points} in hand.", n=more, points=s.points)


GATHER = Topic("gather", "20.2", "The Team begins the next Mission in this cell.", "cell")


NOT_OURS = Refusal("{it} is neither a Friendly Installation nor a TAZ.")


def next_place(s: Team) -> Steps:
    """20.2 The Team gathers. Its marker goes to any Friendly Installation or TAZ, else to a random location."""
    places = [place for place, held in zip(s.box.places, s.control, strict=True) if held]
    places += [cell for cell in s.taz if cell not in places]
    if places:
        s.cell = yield pick(
            PLAYER,
            GATHER,
            "Where does the Team gather?",
            Listed(places, lambda it: NOT_OURS),
            label="Gather in {it}",
            says=lambda it: cell_says(s, it),
        )
    else:
        s.cell = yield from place_at_random(s, "gather")
    yield say("The Team gathers in {cell}.", cell=s.cell)


def next_mission(s: Team) -> Steps:
    """20.2.5 Set-up of the next Mission: the NET marker stays (R-SC-39), all Ops cards are dealt anew (R-SC-41)."""
    s.moved, s.combined, s.is_mission_battle = Moved.NOT, -1, False
    yield from pick_mission(s)
    yield from set_up_ops(s, s.box.scenario.ops + DIALS[s.difficulty].ops)
    s.phase = Phase.RECRUIT
