"""The report on a finished Mission or campaign of Space Combat."""

from __future__ import annotations

from sandtable.engine import Chart, Fact, Line, Past, Stop, Telling

from ...common.show import ending
from ...common.show.debrief import listed
from ...common.show.moments import Words
from ..state import ASHORE, LOST, Phase, Squadron

CHARTS = (
    Chart("Ships and enemies", lines={"ships": "Your ships", "disrupted": "Disrupted", "opfor": "OPFOR"}),
    Chart("Ops cards left", lines={"ops_left": "Ops cards"}),
    Chart("NET Level and Assembly Points", lines={"net": "NET Level", "points": "Assembly Points"}),
    Chart("Intercepts captured", lines={"captured": "Intercepts"}),
)
#: Parts of the Objective, as they are done.
BUILT, BOMBARDED = Line("The Orbital Base stands."), Line("The defences are broken.")
ASSAULTED, RETURNING = Line("The assault succeeds."), Line("The Objective is done, and the ships turn home.")
PREPARING = (Phase.SET_UP, Phase.ASSEMBLE)


def unit_name(s: Squadron, ship: int) -> str:
    """The name of a ship."""
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
        facts.append(Fact("Ships lost", Line("{ships}", {"ships": listed(lost)})))
    return ending.telling_of(past, CHARTS, facts=facts, preparing=PREPARING, words=WORDS)


def done(s: Squadron) -> float:
    """How much of the Mission's Objective is done, as far as it is done before the end."""
    return (s.is_built or s.is_bombarded) / 2 + (s.is_assaulted or s.is_returning) / 2


def _doing(a: Squadron, b: Squadron) -> Line | None:
    """The last part of the Objective that was done between two states."""
    parts = (
        (b.is_returning and not a.is_returning, RETURNING),
        (b.is_assaulted and not a.is_assaulted, ASSAULTED),
        (b.is_bombarded and not a.is_bombarded, BOMBARDED),
        (b.is_built and not a.is_built, BUILT),
    )
    return next((line for is_done, line in parts if is_done), None)


def _lost(a: Squadron, b: Squadron) -> list[str]:
    """The ships that were lost between two states."""
    return [
        unit_name(b, ship)
        for ship, (before, after) in enumerate(zip(a.at, b.at, strict=True))
        if after == LOST and before != LOST
    ]


def _joined(a: Squadron, b: Squadron) -> list[str]:
    """The ships that were assembled between two states."""
    return [unit_name(b, ship) for ship in b.in_space() if a.at[ship] == ASHORE]


WORDS = Words("ships", "The number of your ships", done, _doing, _lost, _joined)
