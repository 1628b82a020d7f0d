"""The report on a finished Mission or campaign of Surface Combat."""

from __future__ import annotations

from sandtable.engine import Chart, Fact, Line, Past, Stop, Telling

from ...common.show import ending
from ...common.show.debrief import listed
from ...common.show.moments import Words
from ..state import BOX, FRONT, OUT, Phase, Team

CHARTS = (
    Chart("Strength", lines={"strength": "Your Team", "opfor_strength": "OPFOR"}),
    Chart("Ops cards left", lines={"ops_left": "Ops cards"}),
    Chart("NET Level and Team Points", lines={"net": "NET Level", "points": "Team Points"}),
    Chart("Units", lines={"units": "Your Team", "opfor": "OPFOR"}),
)
SCORED = Line("{n:{n} Positive is|{n} Positives are} rolled for the Objective.")
PREPARING = (Phase.SET_UP, Phase.RECRUIT, Phase.START)


def unit_name(s: Team, unit: int, side: int = 0) -> str:
    """The name of a side of a Friendly counter."""
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
        facts.append(Fact("Eliminated", Line("{who}", {"who": listed(out)})))
    return ending.telling_of(past, CHARTS, facts=facts, preparing=PREPARING, words=WORDS)


def _lost(a: Team, b: Team) -> list[str]:
    """Who was eliminated between two states."""
    return [
        unit_name(b, unit)
        for unit, (before, after) in enumerate(zip(a.units, b.units, strict=True))
        if after == OUT and before != OUT
    ]


def _joined(a: Team, b: Team) -> list[str]:
    """Who joined the Team between two states, by the side that is up: Gear has two names."""
    return [unit_name(b, unit, b.units[unit] - FRONT) for unit in b.team() if a.units[unit] == BOX]


def _doing(a: Team, b: Team) -> Line | None:
    """The dice rolled for the Objective, in words."""
    rolled = sum(b.scored)
    return SCORED.of(n=rolled) if rolled > sum(a.scored) else None


#: Nothing is done of an Objective before the end: it takes one attempt.
WORDS = Words("strength", "The Team's strength", lambda s: 0.0, _doing, _lost, _joined)
