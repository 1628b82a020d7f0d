"""What is told of a Mission or a campaign of Surface Combat that is over."""

from __future__ import annotations

from sandtable.engine import Chart, Fact, Line, Past, Stop, Telling

from ...common.show import ending
from ..state import OUT, Phase, Team

CHARTS = (
    Chart("Strength", lines={"strength": "Your Team", "opfor_strength": "OPFOR"}),
    Chart("Ops cards left", lines={"ops_left": "Ops cards"}),
    Chart("NET Level and Team Points", lines={"net": "NET Level", "points": "Team Points"}),
    Chart("Units", lines={"units": "Your Team", "opfor": "OPFOR"}),
)
PREPARING = (Phase.SET_UP, Phase.RECRUIT, Phase.START)


def unit_name(s: Team, unit: int, side: int = 0) -> str:
    """What a side of a Friendly counter is called."""
    return s.box.printed[unit][side].label


def missions_of(s: Team) -> list[Stop]:
    """The Missions of the campaign that are over."""
    return ending.track_of(s, lambda unit, side: unit_name(s, unit, side))


def telling_of(past: Past[Team]) -> Telling:
    """Strength, Ops cards, NET and units; NET Runs, recruits, Installations and who was eliminated."""
    s = past.last
    out = [unit_name(s, unit) for unit, place in enumerate(s.units) if place == OUT]
    held = sum(s.control)
    facts = [
        Fact("Finds on the NET", Line("{n:number}", {"n": past.count(None, "netrun")})),
        Fact("Recruits", Line("{n:number}", {"n": past.count(None, "recruit_unit")})),
        Fact(
            "Friendly Installations at the end",
            Line("{n:number} of {all:number}", {"n": held, "all": len(s.control)}),
        ),
    ]
    if out and not s.is_campaign:
        facts.append(Fact("Eliminated", Line("{who}", {"who": ending.listed(out)})))
    return ending.telling_of(past, CHARTS, facts=facts, preparing=PREPARING, done=lambda s: 0.0)
