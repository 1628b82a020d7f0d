"""15.3 OPFOR Deployment: how many units come."""

from __future__ import annotations

from sandtable.engine import Steps

from ...common.cards.effects import Deploy
from ...common.rules.combat import pick_opfor, place_opfor, remember
from ..state import Team


def deploy(s: Team, effect: Deploy) -> Steps:
    """15.3 OPFOR Deployment. Units are picked and placed now, the battle is fought in phase 3."""
    named = s.box.kinds_named(effect.including)
    picked = yield from pick_opfor(s, deployment_count(s, effect), named)
    yield from place_opfor(s, picked)
    remember(s, effect)


def deployment_count(s: Team, effect: Deploy) -> int:
    """15.3 NET Level and what the card adds, the OPFOR Installation's number, one per Mission won; a TAZ takes one off."""
    count = max(effect.least, s.net + effect.plus) + s.won
    if s.in_opfor_installation():
        count += s.box.installations[s.installation()].extra
    return count - 1 if s.cell in s.taz and count > 1 else count
