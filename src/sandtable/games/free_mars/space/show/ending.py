"""What is told of a Mission or a campaign of Space Combat that is over."""

from __future__ import annotations

from sandtable.engine import Chart, Fact, Line, Past, Stop, Telling

from ...common.show import ending
from ..state import LOST, Phase, Squadron

CHARTS = (
    Chart("Ships and enemies", lines={"ships": "Your ships", "disrupted": "Disrupted", "opfor": "OPFOR"}),
    Chart("Ops cards left", lines={"ops_left": "Ops cards"}),
    Chart("NET Level and Assembly Points", lines={"net": "NET Level", "points": "Assembly Points"}),
    Chart("Intercepts captured", lines={"captured": "Intercepts"}),
)
PREPARING = (Phase.SET_UP, Phase.ASSEMBLE)


def unit_name(s: Squadron, ship: int) -> str:
    """What a ship is called."""
    return s.box.ships[ship].label


def missions_of(s: Squadron) -> list[Stop]:
    """The Missions of the campaign that are over."""
    return ending.track_of(s, lambda unit, _: unit_name(s, unit))


def telling_of(past: Past[Squadron]) -> Telling:
    """Ships, Ops cards, NET and Intercepts; NET Runs, battles, and the ships that were lost."""
    s = past.last
    lost = [unit_name(s, ship) for ship, at in enumerate(s.at) if at == LOST]
    facts = [
        Fact("Finds on the NET", Line("{n:number}", {"n": past.count(None, "net_run")})),
        Fact("Volleys ordered", Line("{n:number}", {"n": past.count(None, "fight")})),
        Fact("Intercepts held at a time", Line("{n:number}", {"n": max(it.captured for it in past.states)})),
    ]
    if lost and not s.is_campaign:
        facts.append(Fact("Ships lost", Line("{ships}", {"ships": ending.listed(lost)})))
    return ending.telling_of(past, CHARTS, facts=facts, preparing=PREPARING, done=done)


def done(s: Squadron) -> float:
    """How much of the Mission's Objective is done, as far as it is done before the end."""
    return (s.is_built or s.is_bombarded) / 2 + (s.is_assaulted or s.is_returning) / 2
