"""17.0 Special actions, with Bombardment and Assault (19.6)."""

from __future__ import annotations

from sandtable.engine import Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...common.rules.actions import can_combine, combined_action, roll_line
from ...common.state import PLAYER
from ..cards.words import WORDS
from ..printed.files import BOMBARDMENT, TROOPERS
from ..state import ABILITY, Phase, Squadron
from .assembly import assemble_in_space, jobs
from .intercepts import must_run
from .missions import can_resolve, counts, end_turn, in_orbit
from .net_run import burn, net_run, runners, victims
from .pods import bring_aboard, take_off

ASSEMBLE = Word("assembly", "Assembly: build Pods or an Orbital Base, repair ships")
NET_RUN = Word("net_run", "NET Run")
BOMBARD = Word("bombardment", "Bombardment")
ASSAULT = Word("assault", "Assault")
NOTHING = Word("nothing", "No special action")


SPECIAL = Topic(
    "special", "17.1", "The Task Force rolls for this action now, and it is the only one in this turn."
)


def special_phase(s: Squadron) -> Steps:
    """17.1 Special Actions. At most one; at a hidden Intercept marker it must be a NET Run (12.3)."""
    if must_run(s):
        yield from net_run(s, WORDS)
    elif s.active():
        action = yield pick(PLAYER, SPECIAL, "Which special action?", lambda: possible(s), decline=NOTHING)
        yield from perform(s, action)
    s.combined = -1
    if can_resolve(s):
        s.phase = Phase.RESOLUTION
    else:
        end_turn(s)


def possible(s: Squadron) -> list[Word]:
    """17.1 What the Task Force can do. An action that could change nothing is not offered."""
    found: list[Word] = []
    if runners(s):
        found.append(NET_RUN)
    if s.symbols("assembly") and jobs(s):
        found.append(ASSEMBLE)
    if can_bombard(s):
        found.append(BOMBARD)
    if can_assault(s):
        found.append(ASSAULT)
    if can_combine(s):
        found.append(s.box.combined[s.combined].word)
    return [*found, NOTHING]


def perform(s: Squadron, action: Word) -> Steps:
    """17.2 The action is named, its dice are rolled, and the result applied."""
    if action == NET_RUN:
        yield from net_run(s, WORDS)
    elif action == ASSEMBLE:
        yield from assemble_in_space(s)
    elif action == BOMBARD:
        yield from bombard(s)
    elif action == ASSAULT:
        yield from assault(s)
    elif action != NOTHING:
        yield from combine(s)


def combine(s: Squadron) -> Steps:
    """17.5 Combined action. The one that a card has opened; one unit at most burns out (17.6)."""
    action = s.box.combined[s.combined]
    exposed = {icon: victims(s, ABILITY[icon]) for icon in action.icons}
    burnt = yield from combined_action(s, action, WORDS)
    yield from burn(s, list(dict.fromkeys(unit for icon in burnt for unit in exposed[icon])))


def is_close(s: Squadron) -> bool:
    """9.3 19.5.4 Whether the Task Force is in Close Orbit."""
    return s.point == s.box.orbits.close_orbit


def can_bombard(s: Squadron) -> bool:
    """17.1 R-SP-10 Bombardment in Close Orbit, where a success counts."""
    return is_close(s) and wants_bombardment(s) and bool(s.symbols("bombardment"))


def wants_bombardment(s: Squadron) -> bool:
    """R-SP-10 Whether the Mission asks for a Bombardment that could be done now."""
    return not s.is_bombarded and counts(s) and s.mission_card.bombard


def bombard(s: Squadron) -> Steps[bool]:
    """17.1 Bombardment. A Positive breaks the ground-to-space defences: the Bombarded marker is placed."""
    positives, burnouts = yield from roll_line(s, s.box.lines["bombardment"], s.value("bombardment"))
    if positives:
        s.is_bombarded = True
        yield say("The defences are broken.")
    else:
        yield say("The Bombardment has no effect.")
    if burnouts:
        yield from burn(s, victims(s, BOMBARDMENT))
    return positives > 0


def can_assault(s: Squadron) -> bool:
    """17.1 19.5.4 Assault by Troopers where a success counts and nothing is in their way."""
    wanted = not s.is_assaulted and counts(s) and s.mission_card.assault
    return wanted and is_landing_site(s) and bool(troopers(s))


def is_landing_site(s: Squadron) -> bool:
    """19.5.4 Close Orbit once the defences are broken; or, as R-SP-39 has it, the orbit of a card that asks for no Bombardment."""
    if is_close(s) or s.mission_card.bombard:
        return s.is_bombarded and (is_close(s) or in_orbit(s))
    return in_orbit(s)


def troopers(s: Squadron) -> list[int]:
    """19.5.4 The Trooper Pods that can land."""
    return [unit for unit in victims(s, TROOPERS) if unit >= s.box.first_pod]


def assault(s: Squadron) -> Steps[bool]:
    """19.6 Trooper Assault. All Troopers leave their ships and roll; a Positive succeeds (R-SP-33); then they return to any ships."""
    dice = s.value("troopers")
    for unit in troopers(s):
        take_off(s, unit)
    positives, burnouts = yield from roll_line(s, s.box.lines["assault"], dice)
    if positives:
        s.is_assaulted = True
        yield say("The Assault succeeds.")
    else:
        yield say("The Assault is beaten back.")
    if burnouts:
        yield from burn(s, s.loose)
    yield from bring_aboard(s, s.active())
    return positives > 0
