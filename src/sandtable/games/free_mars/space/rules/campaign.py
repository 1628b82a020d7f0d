"""20.0 The campaign: what is kept, gained and lost between Missions."""

from __future__ import annotations

from sandtable.engine import Steps, say

from ...common.rules.campaign import end_game, end_mission, note_grant, note_mission
from ..state import ASHORE, LOST, Phase, Squadron


def mission_over(s: Squadron, won: bool, why: str) -> Steps:
    """6.0 20.2 A single Mission ends the game; in a campaign the squadron is made ready for the next one."""
    if not s.is_campaign:
        end_game(won, why)
    yield say("{why}", why=why)
    note_mission(s, won, why, [ship for ship, at in enumerate(s.at) if at == LOST])
    had = s.points
    refit(s)
    yield from count_up(s, won)
    yield from end_mission(s, won)
    yield from grant(s)
    note_grant(s, had, s.in_space())
    s.phase = Phase.SET_UP


def count_up(s: Squadron, won: bool) -> Steps:
    """20.2.3 1 AP for every two Ops cards left; after a Mission won also 1 for each marker captured (20.3.2)."""
    for_cards, for_markers = s.ops_left // 2, s.captured if won else 0
    s.points += for_cards + for_markers
    yield say(
        "{left:No Ops card is|{left} Ops card is|{left} Ops cards are} left: {n:points}.",
        left=s.ops_left,
        n=for_cards,
    )
    if won:
        yield say(
            "{n:No Intercept marker was|{n} Intercept marker was|{n} Intercept markers were} captured: {gain:points}.",
            n=s.captured,
            gain=for_markers,
        )


def grant(s: Squadron) -> Steps:
    """R-SP-36 AP for the next Mission of the campaign; more if no ship is left."""
    scenario = s.box.scenario
    more = scenario.grant if s.in_space() else scenario.grant_without_ships
    s.points += more
    yield say("The next Mission is granted {n:points}; {points} in hand.", n=more, points=s.points)


def refit(s: Squadron) -> None:
    """20.2 R-SP-36 Ships and Pods are kept, at the Launch Point and effective; lost ones can be assembled, markers go."""
    box = s.box
    for ship, at in enumerate(s.at):
        s.at[ship] = box.orbits.launch if at >= 0 else ASHORE
        s.is_flipped[ship] = False
        for unit in s.cargo[ship]:
            if unit >= box.first_marker:
                s.discard(unit)
    s.loose, s.home = (), {}
    s.opfor, s.bin, s.deployed = [0] * len(s.opfor), list(box.bin), ()
    s.is_mission_battle = s.keeps_firing = s.keeps_pods = False
