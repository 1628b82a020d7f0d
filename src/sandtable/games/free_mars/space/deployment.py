"""16.2 16.3 OPFOR Deployment: how many units come, and which side a Swarm shows."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Roll, Steps

from ..box import showing
from ..combat import pick_opfor, place_opfor, remember
from ..effects import Deploy
from .state import Squadron

#: 16.3d R-SP-26 A Swarm shows its back on an even die.
EVEN = showing((2, 4, 6))


def deploy(s: Squadron, effect: Deploy) -> Steps:
    """16.3 OPFOR Deployment. NET Level and the card's number, 1 at an Intercept marker, 1 per Mission won (20.3)."""
    n = max(s.net + effect.plus, effect.least) + (s.point in s.sites) + s.won
    remember(s, effect)
    kinds = [kind for kind, unit in enumerate(s.box.opfor) if unit.id in effect.including]
    yield from bring_opfor(s, n, kinds)


def bring_opfor(s: Squadron, n: int, including: Sequence[int] = ()) -> Steps:
    """16.2 16.3d OPFOR units come to the Task Force: ships with their front up, Swarms by a die each (R-SP-26)."""
    kinds = yield from pick_opfor(s, n, including)
    yield from place_opfor(s, kinds)
    for kind, unit in enumerate(s.box.opfor):
        if unit.swarm and (count := kinds.count(kind)):
            backs = yield Roll(count, EVEN, topic="swarm side")
            front = s.box.fronts[kind]
            s.opfor[front] -= backs
            s.opfor[front + 1] += backs
