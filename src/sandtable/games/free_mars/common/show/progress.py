"""How far a game has come, in a line."""

from __future__ import annotations

from sandtable.engine import Line, Word

from ..state import MISSION as CARD
from ..state import Theatre

OPS_LEFT = Line("{n:{n} Ops card|{n} Ops cards} left")
MISSION = Line("{title}, {n:{n} Ops card|{n} Ops cards} left")
CAMPAIGN = Line("{won:number} of {all:number} Missions won, {n:{n} Ops card|{n} Ops cards} left")


def progress_of(s: Theatre) -> Line:
    """The Missions won in a campaign; otherwise the title of the Mission, once its card is turned up."""
    left, number = s.ops_left, s.mission
    if s.is_campaign:
        return CAMPAIGN.of(won=s.won, all=len(s.box.missions), n=left)
    if number is None or not s.cards.knows(None, s.cards.zones[CARD][0]):
        return OPS_LEFT.of(n=left)
    return MISSION.of(title=Word("mission", s.box.missions[number].title), n=left)
