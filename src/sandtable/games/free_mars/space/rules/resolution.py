"""9.3 Mission Resolution."""

from __future__ import annotations

from sandtable.engine import Line, Steps, say
from sandtable.engine.asking import Topic, yes_no

from ...common.rules.actions import roll_each
from ...common.state import MISSION, PLAYER, MissionEnded
from ..printed.files import Special
from ..state import ABILITY, Phase, Squadron
from .actions import assault, bombard, can_assault, is_close, wants_bombardment
from .assembly import build_objective
from .combat import join_battle
from .deployment import bring_opfor
from .missions import FULFILLED, end_turn
from .net_run import burn, victims

RESOLVE = Topic("resolve", "9.3", "The Mission's battle comes first, then its objective.")


def resolution_phase(s: Squadron) -> Steps:
    """9.3 Mission Resolution. The player may begin it (R-SP-9); the mission battle comes first."""
    if not (yield yes_no(PLAYER, RESOLVE, "Attempt the Mission now?", says=lambda yes: resolve_says(s, yes))):
        end_turn(s)
        return
    yield say("You attempt the Mission: {card}.", card=s.cards.zones[MISSION][0], opens=True)
    yield from bring_opfor(s, s.net + s.mission_card.opfor)  # R-SP-29
    if not s.opfor_left:
        s.phase = Phase.OBJECTIVE
        return
    s.is_mission_battle = True
    yield from join_battle(s)


NOW = Line("A battle with {n:no OPFOR unit|{n} OPFOR unit|{n} OPFOR units}, then you try the objective.")
LAST = Line(
    "A battle with {n:no OPFOR unit|{n} OPFOR unit|{n} OPFOR units}. Everything else that the Mission asks for here is done."
)
LATER = Line("The turn ends. You can attempt it in a later one.")


def resolve_says(s: Squadron, yes: bool) -> Line:
    """9.3 The consequences of an attempt."""
    if not yes:
        return LATER
    return (LAST if is_objective_done(s) else NOW).of(n=max(0, s.net + s.mission_card.opfor))


def objective_phase(s: Squadron) -> Steps:
    """9.3b The objective. If ships of the Task Force are left, each part that is not done is tried in turn."""
    if s.active() and (yield from fulfil(s)):
        if not s.mission_card.returns:
            raise MissionEnded(True, FULFILLED)
        s.is_returning = True
        yield say(
            "The objective is done. Now return to the Launch Point or to the Orbital Base.",
            opens=True,
            tone="good",
        )
    else:
        yield say("The attempt fails. You can try again in a later turn.", opens=True, tone="bad")
    end_turn(s)


def fulfil(s: Squadron) -> Steps[bool]:
    """9.3b Clear, Build, Bombard, Assault, Scenario: what the card names, in this order. The first that fails ends the attempt."""
    mission = s.mission_card
    if s.cleared() < mission.clear:
        yield say(
            "You have cleared {n:no Intercept marker|only {n} Intercept marker|only {n} Intercept markers}.",
            n=s.cleared(),
        )
        return False
    if mission.build and not s.is_built and not (yield from build_objective(s)):
        return False
    if wants_bombardment(s) and not (yield from bombard_objective(s)):
        return False
    if mission.assault and not s.is_assaulted and not (yield from assault_objective(s)):
        return False
    return mission.special is None or s.is_special_done or (yield from special_objective(s, mission.special))


def is_objective_done(s: Squadron) -> bool:
    """R-SP-10 Whether nothing is left to roll for after the mission battle."""
    mission = s.mission_card
    parts = [
        (mission.build, s.is_built),
        (mission.bombard, s.is_bombarded),
        (mission.assault, s.is_assaulted),
    ]
    special = mission.special is None or s.is_special_done
    is_clear = s.cleared() >= mission.clear
    return is_clear and special and all(is_done for is_asked, is_done in parts if is_asked)


def bombard_objective(s: Squadron) -> Steps[bool]:
    """9.3 Bombard. Needs a ship with the ability in Close Orbit."""
    if not is_close(s) or not s.symbols("bombardment"):
        yield say("No ship in Close Orbit can make the Bombardment.")
        return False
    return (yield from bombard(s))


def assault_objective(s: Squadron) -> Steps[bool]:
    """19.6 Assault as a part of the objective."""
    if not can_assault(s):
        yield say("No Troopers can land for the Assault.")
        return False
    return (yield from assault(s))


def special_objective(s: Squadron, special: Special) -> Steps[bool]:
    """9.3 Scenario. Each ability that the card names is rolled, and each needs a Positive (17.5); one unit may burn out (17.6)."""
    if not all(s.symbols(icon) for icon in special.icons):
        yield say("The Task Force lacks an ability for this: {about}.", about=special.label)
        return False
    exposed: dict[str, list[int]] = {icon: victims(s, ABILITY[icon]) for icon in special.icons}
    succeeds, burnt = yield from roll_each(s, special.icons, "special objective")
    s.is_special_done = succeeds
    yield say("{about}: done." if succeeds else "{about}: not done.", about=special.label)
    yield from burn(s, list(dict.fromkeys(unit for icon in burnt for unit in exposed[icon])))
    return succeeds
