"""17.0 Special actions, with Bombardment and Assault (19.6)."""

from __future__ import annotations

from sandtable.engine import Choice, Line, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...common.rules.actions import can_combine, combined_action, combined_says, open_combined, roll_line
from ...common.state import PLAYER
from ..cards.words import WORDS
from ..printed.files import BOMBARDMENT, TROOPERS
from ..state import ABILITY, Phase, Squadron
from .assembly import assemble_in_space, can_build_base, jobs
from .intercepts import must_run
from .missions import can_resolve, deed_refusal, end_turn, in_orbit
from .net_run import burn, net_run, runners, victims
from .pods import bring_aboard, take_off

ASSEMBLE = Word("assembly", "Assembly")
NET_RUN = Word("net_run", "NET Run")
BOMBARD = Word("bombardment", "Bombardment")
ASSAULT = Word("assault", "Assault")
NOTHING = Word("nothing", "No special action", says="The turn goes on without one.")
ACTIONS = (NET_RUN, ASSEMBLE, BOMBARD, ASSAULT)


SPECIAL = Topic(
    "special", "17.1", "The Task Force can carry out one special action a turn, and rolls for it now."
)


def special_phase(s: Squadron) -> Steps:
    """17.1 Special Actions. At most one; at a hidden Intercept marker it must be a NET Run (12.3)."""
    if must_run(s):
        yield from net_run(s, WORDS)
    elif s.active():
        action = yield pick(
            PLAYER,
            SPECIAL,
            "Which special action?",
            POSSIBLE.of(s, then=(NOTHING,)),
            decline=NOTHING,
            others=lambda: actions(s),
            says=lambda it: action_says(s, it),
            likely=lambda: likely_action(s),
        )
        yield from perform(s, action)
    s.combined = -1
    if can_resolve(s):
        s.phase = Phase.RESOLUTION
    else:
        end_turn(s)


def likely_action(s: Squadron) -> Word | None:
    """The action most players would take: find out the Mission, then do what it asks for."""
    if not s.is_revealed:
        return NET_RUN
    if can_assault(s):
        return ASSAULT
    if can_bombard(s):
        return BOMBARD
    return ASSEMBLE if can_build_base(s) else None


def actions(s: Squadron) -> tuple[Word, ...]:
    """17.1 The special actions there are, with the combined one if a card has opened it."""
    return (*ACTIONS, *open_combined(s))


NO_CYBER = Refusal("No ship of the Task Force has Cyber.")
NO_ASSEMBLY = Refusal("No ship of the Task Force has Assembly.")
NO_JOB = Refusal("With {points} there is nothing to repair or build here.")
NOT_CLOSE = Refusal("The Task Force is not in Close Orbit.")
NO_GUNS = Refusal("No ship of the Task Force has Bombardment.")
NO_TROOPERS = Refusal("No Troopers are aboard the Task Force.")
DEFENDED = Refusal("The ground-to-space defences are not broken: a Bombardment comes first.")
WRONG_ORBIT = Refusal("The Task Force is not in the orbit that the Mission names.")
LACKS_ICONS = Refusal("The Task Force lacks one of the abilities it needs.")


def action_refusal(s: Squadron, action: Word) -> Refusal | None:
    """17.1 Why the Task Force cannot carry out a special action, or why it could change nothing."""
    if action == NET_RUN:
        return None if runners(s) else NO_CYBER
    if action == ASSEMBLE:
        if not s.symbols("assembly"):
            return NO_ASSEMBLY
        return None if jobs(s) else NO_JOB.of(points=s.points)
    if action == BOMBARD:
        return bombard_refusal(s)
    if action == ASSAULT:
        return assault_refusal(s)
    return None if can_combine(s) else LACKS_ICONS


POSSIBLE = Choice(actions, action_refusal)


def bombard_refusal(s: Squadron) -> Refusal | None:
    """17.1 R-SP-10 Why there is no Bombardment: it takes Close Orbit, a success that counts, and the ability."""
    if not is_close(s):
        return NOT_CLOSE
    why = deed_refusal(s, s.mission_card.bombard, s.is_bombarded)
    return why or (None if s.symbols("bombardment") else NO_GUNS)


def assault_refusal(s: Squadron) -> Refusal | None:
    """17.1 19.5.4 Why there is no Assault: it takes a success that counts, and Troopers that can land."""
    return deed_refusal(s, s.mission_card.assault, s.is_assaulted) or landing_refusal(s)


def landing_refusal(s: Squadron) -> Refusal | None:
    """19.5.4 Why Troopers cannot land."""
    if not is_landing_site(s):
        if not s.mission_card.bombard:
            return DEFENDED if is_close(s) else WRONG_ORBIT
        return NOT_CLOSE if s.is_bombarded else DEFENDED
    return None if troopers(s) else NO_TROOPERS


RUN_SAYS = Line(
    "{n:{n} Cyber die|{n} Cyber dice} and {net:{net} NET die|{net} NET dice}. Each Positive buys one thing: reveal the Mission, move NET, AP and more."
)
RUN_ON = Line(
    "{n:{n} Cyber die|{n} Cyber dice} and {net:{net} NET die|{net} NET dice}. Each Positive buys one thing: move NET, AP, an Ops card and more."
)
SAYS = {
    ASSEMBLE: Line(
        "{n:{n} die|{n} dice}. With each Positive you can repair a ship, build a Pod or build the Orbital Base; it costs AP."
    ),
    BOMBARD: Line("{n:{n} die|{n} dice}. One Positive breaks the ground-to-space defences."),
    ASSAULT: Line("{n:{n} die|{n} dice}. All Troopers land, and one Positive is enough."),
}
ICON_OF = {ASSEMBLE: "assembly", BOMBARD: "bombardment", ASSAULT: "troopers"}


def action_says(s: Squadron, action: Word) -> Line | None:
    """17.2 How many dice an action rolls, and what for."""
    if action == NET_RUN:
        return (RUN_ON if s.is_revealed else RUN_SAYS).of(n=s.value("cyber"), net=s.net)
    if action in SAYS:
        return SAYS[action].of(n=s.value(ICON_OF[action]))
    return None if action == NOTHING else combined_says(s)


def perform(s: Squadron, action: Word) -> Steps:
    """17.2 The action is named, its dice are rolled, and the result applied."""
    if action not in (NET_RUN, NOTHING):
        yield say("Special action: {about}.", about=action.label, opens=True)
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
    """17.1 Whether a Bombardment is possible."""
    return bombard_refusal(s) is None


def wants_bombardment(s: Squadron) -> bool:
    """R-SP-10 Whether the Mission asks for a Bombardment that could be done now."""
    return deed_refusal(s, s.mission_card.bombard, s.is_bombarded) is None


def bombard(s: Squadron) -> Steps[bool]:
    """17.1 Bombardment. A Positive breaks the ground-to-space defences: the Bombarded marker is placed."""
    positives, burnouts = yield from roll_line(s, s.box.lines["bombardment"], s.value("bombardment"))
    if positives:
        s.is_bombarded = True
        yield say("The defences are broken.")
    else:
        yield say("The Bombardment does nothing.")
    if burnouts:
        yield from burn(s, victims(s, BOMBARDMENT))
    return positives > 0


def can_assault(s: Squadron) -> bool:
    """17.1 Whether an Assault is possible."""
    return assault_refusal(s) is None


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
