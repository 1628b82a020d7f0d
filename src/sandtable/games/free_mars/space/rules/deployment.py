"""16.2 16.3 OPFOR Deployment: how many units come, and which side a Swarm shows."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Roll, Steps

from ...common.cards.effects import Deploy
from ...common.printed.dice import showing
from ...common.rules.combat import OPFOR, pick_opfor, put_opfor, remember, tell_opfor
from ..state import Squadron

#: 16.3d R-SP-26 A Swarm shows its back on an even die.
EVEN = showing((2, 4, 6))


def deploy(s: Squadron, effect: Deploy) -> Steps:
    """16.3 OPFOR Deployment. NET Level and the card's number, 1 at an Intercept marker, 1 per Mission won (20.3)."""
    n = deployment_count(s, effect)
    remember(s, effect)
    ids = [unit.id for unit in s.box.opfor]
    yield from bring_opfor(s, n, [ids.index(name) for name in effect.including])


def deployment_count(s: Squadron, effect: Deploy) -> int:
    """16.3 How many units a deployment would bring now."""
    return max(s.net + effect.plus, effect.least) + (s.point in s.sites) + s.won


def bring_opfor(s: Squadron, n: int, including: Sequence[int] = ()) -> Steps:
    """16.2 16.3d OPFOR units come to the Task Force: ships with their front up, Swarms by a die each (R-SP-26)."""
    kinds = yield from pick_opfor(s, max(0, n), including)
    put_opfor(s, kinds)
    for kind, unit in enumerate(s.box.opfor):
        if unit.swarm and (count := kinds.count(kind)):
            backs = yield Roll(count, EVEN, topic="swarm side", by_line=OPFOR)
            front = s.box.fronts[kind]
            s.opfor[front] -= backs
            s.opfor[front + 1] += backs
    yield from tell_opfor(s, kinds)
