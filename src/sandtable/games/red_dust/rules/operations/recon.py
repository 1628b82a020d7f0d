"""16.4 Recon."""

from __future__ import annotations

from sandtable.engine import Refusal, Steps, say
from sandtable.engine.asking import Topic

from ...state import Action, Mars
from ..earthgov import may_use_satellite, use_satellite
from ..reasons import on_map
from .reach import recon_origins
from .secure import bring_units, next_destination
from .spaces import Listing


def recon_spaces(s: Mars, a: Action) -> list[int]:
    """16.4 Any Deserts; those with Raging Storms only with Navigation Beacons."""
    has_beacons = may_use_satellite(s, a.who)
    return [space for space in s.box.deserts if has_beacons or not s.is_raging(space)]


DESERTS_ONLY = Refusal("Recon goes to Deserts, and {it} is none.")
NO_BEACONS = Refusal("A Raging Storm closes {it}, and you have no Satellite for Navigation Beacons.")


RECON_AT = Listing(
    recon_spaces, lambda s, a, space: NO_BEACONS if space in s.box.deserts else DESERTS_ONLY, guard=on_map
)
RECON = Topic(
    "recon",
    "16.4",
    "Units may move to that Desert, and after all moves they turn Hidden Rebels there Active.",
    "space",
)
RECON_FROM = Topic(
    "recon_from",
    "16.4",
    "Units leave that space for the Desert, as many as you say next.",
    "space",
)
RECON_NUMBER = Topic(
    "recon_number",
    "16.4",
    "This many of these units move to the Desert; none moves again in this Operation.",
    "number",
)


def recon(s: Mars, a: Action) -> Steps[bool]:
    """16.4 Recon. Units move to Deserts in a single move, one destination after the other; then they find Rebels there."""
    goal = yield from next_destination(
        s, a, RECON, RECON_AT, "Recon: which destination?", "Recon {it}", recon_origins
    )
    if goal is None:
        return False
    yield say(
        "{who:faction}: Recon in {space}.",
        who=a.who,
        space=goal,
        sums="{n:Recon in {space}|Recon in {n} spaces}",
    )
    if s.is_raging(goal):
        yield say("Navigation Beacons open {space}.", space=goal)  # 8.3
        yield from use_satellite(s, goal)
    yield from bring_units(s, a, goal, recon_origins(s, a, goal), RECON_FROM, RECON_NUMBER)
    return True
