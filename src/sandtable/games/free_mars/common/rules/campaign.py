"""The campaign frame: what a Mission's end means for the cards, the NET and the campaign. SC 20.0, SP 20.0.

What units, points and markers do between Missions is in the games.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.engine import Outcome, Over, Steps, say

from ..state import ASIDE, MISSION, MISSIONS, WON, Fought, Theatre

#: What a campaign scores: for each Mission won, and for winning all of them. Ops cards left in a Mission won count 1 each.
FOR_A_MISSION, FOR_THE_CAMPAIGN = 10, 20


def note_mission(s: Theatre, won: bool, why: str, lost: Sequence[int]) -> None:
    """SC and SP 20.2 Keep for the debrief how a Mission of a campaign ended, and which units it cost."""
    seen = s.mission if won or s.is_revealed else None
    number = -1 if seen is None else seen
    s.fought = (*s.fought, Fought(number, won, why, s.ops_left, tuple(lost), net=s.net))


def note_grant(s: Theatre, before: int, kept: Sequence[int], sides: Sequence[int] = ()) -> None:
    """SC and SP 20.2 Keep for the debrief what is carried over: units, points (`before` were in hand), the NET Level.

    `sides` says which side of each counter is up, where both sides have names.
    """
    if not s.fought:  # the Mission ended before debriefs were kept
        return
    last = msgspec.structs.replace(
        s.fought[-1],
        kept=tuple(kept),
        gained=s.points - before,
        points=s.points,
        net=s.net,
        sides=tuple(sides),
    )
    s.fought = (*s.fought[:-1], last)


def campaign_score(s: Theatre) -> int:
    """The score of the campaign: 10 for each Mission won and 1 for each Ops card left in it, 20 more for all of them."""
    left = sum(it.ops for it in s.fought if it.won)
    all_won = not (s.cards.zones[MISSIONS] or s.cards.zones[ASIDE] or s.cards.zones[MISSION])
    return FOR_A_MISSION * s.won + left + FOR_THE_CAMPAIGN * all_won


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
        end_game(True, "All Missions are won: the campaign is yours.", campaign_score(s))
    if s.losses >= 2:
        end_game(False, LOST_TWICE, campaign_score(s), n=s.won)


LOST_TWICE = "Two Missions lost in a row: the campaign ends with {n:no Mission|{n} Mission|{n} Missions} won."


def end_game(won: bool, why: str, score: int | None = None, **things: int) -> None:
    """SC and SP 6.0: the game is over."""
    outcome = Outcome.won_by([0] if won else [], 1, why, **things)
    raise Over(msgspec.structs.replace(outcome, score=score))
