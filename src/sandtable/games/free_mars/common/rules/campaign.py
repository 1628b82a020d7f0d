"""The campaign frame: what a Mission's end means for the cards, the NET and the campaign. SC 20.0, SP 20.0.

What units, points and markers do between Missions is in the games.
"""

from __future__ import annotations

from sandtable.engine import Outcome, Over, Steps, say

from ..state import ASIDE, MISSION, MISSIONS, WON, Theatre


def end_mission(s: Theatre, won: bool) -> Steps:
    """SC and SP 20.3, 20.4: a won card stays above the map; another goes back into its deck, and the NET Level falls by 1."""
    card = s.cards.zones[MISSION][0]
    if won:
        s.cards.play(card, WON)
        s.losses = 0
        yield say("Mission won. {n:{n} Mission|{n} Missions} won so far.", n=s.won, opens=True, tone="good")
    else:
        s.cards.give(card, MISSIONS)
        s.losses += 1
        s.net = max(1, s.net - 1)
        yield say("Mission lost. The NET Level is now {net:number}.", net=s.net, opens=True, tone="bad")
    s.is_revealed = False
    check_campaign(s)


def check_campaign(s: Theatre) -> None:
    """SC and SP 20.5, 20.6: all Missions won win the campaign; two lost in a row lose it."""
    if not (s.cards.zones[MISSIONS] or s.cards.zones[ASIDE]):
        end_game(True, "All Missions are won: the campaign is yours.")
    if s.losses >= 2:
        end_game(False, LOST_TWICE, n=s.won)


LOST_TWICE = "Two Missions lost in a row: the campaign ends with {n:no Mission|{n} Mission|{n} Missions} won."


def end_game(won: bool, why: str, **things: int) -> None:
    """SC and SP 6.0: the game is over."""
    raise Over(Outcome.won_by([0] if won else [], 1, why, **things))
