"""The words that the sentences of Space Combat cards use for things; how they are made is in `common`."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.engine import Line

from ...common.cards.effects import Deploy, NetRun, Points, Repair, Reshuffle
from ...common.cards.sentences import Names, Sentences
from ..printed.files import Mission

OWN: dict[type, Line] = {
    NetRun: Line("you may make an extra NET Run"),
    Points: Line("gain {n:{n} Assembly Point|{n} Assembly Points}"),
    Repair: Line("repair {n:one Disrupted ship|{n} Disrupted ships} of the Task Force for free"),
    Reshuffle: Line("shuffle the Ops deck and the discards together, and deal a new deck of the same size"),
}
FLIPS = {"ship": Line("Disrupt {n:one ship|{n} ships} of the Task Force")}
TAKES = {"pod": Line("take {n:one Pod|{n} Pods} of your choice for free, if there is room")}


def sentences(
    icons: Mapping[str, str], units: Mapping[str, str], opfor: Mapping[str, tuple[str, int]]
) -> Sentences:
    """The sentences of a pack, whose things have these names."""
    return Sentences(Names("turn", "Task Force", OWN, FLIPS, TAKES, icons, units, opfor))


def battle_text(said: Sentences, mission: Mission) -> str:
    """9.0 The text of a Mission card about its battle."""
    return said.text((Deploy(plus=mission.opfor, least=0, win_lose=mission.win_lose),))
