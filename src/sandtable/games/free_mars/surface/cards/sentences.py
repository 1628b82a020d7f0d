"""The words that the sentences of Surface Combat cards use for things; how they are made is in `common`."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.engine import Line

from ...common.cards.effects import Deploy, NetRun, Points, Repair, Reshuffle
from ...common.cards.sentences import Names, Sentences
from ..printed.files import Mission

OWN: dict[type, Line] = {
    NetRun: Line("make a NET Run at once"),
    Points: Line("gain {n:{n} Team Point|{n} Team Points}"),
    Repair: Line("repair {n:one crashed unit|{n} crashed units}"),
    Reshuffle: Line(
        "{n:shuffle the Ops deck|shuffle one random discard into the Ops deck|shuffle {n} random discards into the Ops deck}"
    ),
}
FLIPS = {
    "cadre": Line("crash {n:one of your Cadres|{n} of your Cadres}"),
    "gear": Line("crash {n:one of your Gear counters|{n} of your Gear counters}"),
    "vehicle": Line("crash {n:one of your Vehicles|{n} of your Vehicles}"),
    "special": Line("crash {n:one of your Special Units|{n} of your Special Units}"),
}
TAKES = {
    "cadre": Line("take {n:one Cadre|{n} Cadres} of your choice for free"),
    "gear": Line("take {n:one Gear counter|{n} Gear counters} of your choice for free"),
    "vehicle": Line("take {n:one Vehicle|{n} Vehicles} of your choice for free"),
    "special": Line("take {n:one Special Unit|{n} Special Units} of your choice for free"),
}


def sentences(
    icons: Mapping[str, str], units: Mapping[str, str], opfor: Mapping[str, tuple[str, int]]
) -> Sentences:
    """The sentences of a pack, whose things have these names."""
    return Sentences(Names("Op", "Team", OWN, FLIPS, TAKES, icons, units, opfor))


def mission_text(said: Sentences, mission: Mission) -> str:
    """9.0 The text of a Mission card besides its Objective. The pack's own words, if any, replace all but the numbers."""
    battle = Deploy(
        plus=mission.plus,
        least=0,
        win_lose=mission.win_lose,
        edge=0 if mission.text else mission.edge,
        including=() if mission.text else mission.including,
    )
    if mission.text:
        return " ".join((*said.when("At the Nexus", (battle,)), mission.text))
    parts = (
        *said.when("At the Nexus", (battle,)),
        *said.when("When the Mission is revealed", mission.revealed),
        *said.when("If you do not meet the Objective", mission.failed),
    )
    return " ".join(parts)
