"""16.0 Special actions, 17.3 Recruit and 18.0 Repair: phase 4."""

from __future__ import annotations

from sandtable.engine import Choice, Line, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...common.rules.actions import (
    OUTCOMES,
    can_combine,
    combined_action,
    combined_says,
    open_combined,
    roll_line,
    take_outcomes,
)
from ...common.state import PLAYER
from ..cards.words import WORDS, repair_one
from ..state import Moved, Phase, Team
from .movement import move
from .net_run import burnout, net_run, units_showing
from .reasons import CRASHED
from .set_up import spend_points

MOVE = Word("enhanced_move", "Enhanced Move")
RUN = Word("netrun", "NET Run")
RECRUIT = Word("recruit", "Recruit")
REPAIR = Word("repair", "Repair")
PASS = Word("pass", "No special action", says="The Op goes on without one.")
ACTIONS = (RUN, RECRUIT, REPAIR, MOVE)


ACTION = Topic(
    "action",
    "16.1",
    "The Team can carry out one special action an Op, and rolls for it now.",
    window="action",
)


def special_actions(s: Team) -> Steps:
    """16.1 Special Actions. Phase 4: the Team may carry out one."""
    action = yield pick(
        PLAYER,
        ACTION,
        "Which special action?",
        POSSIBLE.of(s, then=(PASS,)),
        decline=PASS,
        others=lambda: actions(s),
        says=lambda it: action_says(s, it),
        likely=None if s.is_revealed else RUN,
    )
    if action != PASS:
        yield say("Special action: {about}.", about=action.label, opens=True)
    if action == RUN:
        yield from net_run(s, WORDS)
    elif action == RECRUIT:
        yield from recruit(s)
    elif action == REPAIR:
        yield from repair(s)
    elif action == MOVE:
        yield from enhanced_move(s)
    elif action != PASS:
        yield from combine(s)
    s.phase = Phase.MISSION


def actions(s: Team) -> tuple[Word, ...]:
    """16.1 The special actions there are, with the combined one if a card has opened it."""
    return (*ACTIONS, *open_combined(s))


NO_CYBER = Refusal("Nobody in the Team shows a Cyber icon, and no Friendly Installation does.")
NO_LEADER = Refusal("Nobody in the Team shows a Leader icon.")
NO_PLACE = Refusal("You can only recruit in a Settlement, a Friendly Installation or a TAZ.")
NO_NANO = Refusal("Nobody in the Team shows a Nano-Morph icon.")
NOBODY_CRASHED = Refusal("No unit of the Team has crashed.")
NO_PILOT = Refusal("Nobody in the Team shows a Pilot icon.")
HOPPED = Refusal("The Team has hopped, which is all its movement in this Op.")
LACKS_ICONS = Refusal("The Team lacks one of the icons it needs.")


def action_refusal(s: Team, action: Word) -> Refusal | None:
    """16.1 Why the Team cannot carry out a special action: it needs the icon, and a place or a unit for it."""
    if action == RUN:
        return None if s.value("cyber") else NO_CYBER
    if action == RECRUIT:
        return NO_LEADER if not s.value("leader") else None if s.is_recruit_place() else NO_PLACE
    if action == REPAIR:
        return NO_NANO if not s.value("nano") else None if CRASHED.any(s) else NOBODY_CRASHED
    if action == MOVE:
        return HOPPED if s.moved is Moved.HOPPED else None if s.value("pilot") else NO_PILOT
    return None if can_combine(s) else LACKS_ICONS


POSSIBLE = Choice(actions, action_refusal)


SAYS = {
    RUN: Line(
        "{n:{n} die|{n} dice}. Each Positive buys one thing: reveal the Mission, move NET, turn an Installation and more."
    ),
    RECRUIT: Line("{n:{n} die|{n} dice}. Each Positive brings TP or a TAZ; then you can spend your points."),
    REPAIR: Line("{n:{n} die|{n} dice}. Each Positive repairs a crashed unit."),
    MOVE: Line(
        "{n:{n} die|{n} dice}. With a Positive the Team moves again; with two, terrain does not stop it."
    ),
}
RUN_ON = Line(
    "{n:{n} die|{n} dice}. Each Positive buys one thing: move NET, turn an Installation, an Ops card and more."
)

ONLY_SPENDS = Line("A Positive can buy nothing here now: you can only spend your points.")
NOTHING_TO_GAIN = Line("Brings nothing now: no Positive can buy anything here, and you have no points.")


def action_says(s: Team, action: Word) -> Line | None:
    """16.2 How many dice an action rolls, and what for."""
    if action == RECRUIT and not OUTCOMES.any(s, s.box.lines["recruit"], (), WORDS):
        return ONLY_SPENDS if s.points else NOTHING_TO_GAIN
    if action in SAYS:
        line = RUN_ON if action == RUN and s.is_revealed else SAYS[action]
        return line.of(n=s.value(s.box.lines[action.id].icon))
    return None if action == PASS else combined_says(s)


RECRUIT_OUTCOME = Topic(
    "recruit", "17.3", "Each Positive buys one of these, at once. Then you can spend points."
)


def recruit(s: Team) -> Steps:
    """17.3 Recruit. Positives bring Team Points or a TAZ; then points may be spent (R-SC-35)."""
    line = s.box.lines["recruit"]
    positives, burnouts = yield from roll_line(s, line, s.value(line.icon))
    victims = units_showing(s, line.icon) if burnouts else []
    yield from take_outcomes(s, RECRUIT_OUTCOME, line, positives, WORDS)
    yield from spend_points(s)
    yield from burnout(s, victims)


def repair(s: Team) -> Steps:
    """18.2 Repair. Each Positive turns one crashed unit back; more than there are crashed units are lost."""
    line = s.box.lines["repair"]
    positives, burnouts = yield from roll_line(s, line, s.value(line.icon))
    victims = units_showing(s, line.icon) if burnouts else []
    for _ in range(positives):
        yield from repair_one(s)
    yield from burnout(s, victims)


EXTRA_MOVE = Topic(
    "extra_move",
    "16.1",
    "The Team moves once more, to this cell, before the Mission can be attempted.",
    "cell",
)


def enhanced_move(s: Team) -> Steps:
    """16.1 Enhanced Move. One Positive is an extra move; with two or more, terrain does not stop it (B6)."""
    line = s.box.lines["enhanced_move"]
    positives, burnouts = yield from roll_line(s, line, s.value(line.icon))
    victims = units_showing(s, line.icon) if burnouts else []
    if positives:
        # R-SC-18 a Hop only for a Team that stayed put in phase 1
        yield from move(s, EXTRA_MOVE, may_hop=s.moved is Moved.NOT, ignores_stop=positives > 1)
    yield from burnout(s, victims)


def combine(s: Team) -> Steps:
    """16.5 The combined action that a card has opened."""
    action = s.box.combined[s.combined]
    showing = {icon: units_showing(s, icon) for icon in action.icons}
    burnt = yield from combined_action(s, action, WORDS)
    yield from burnout(s, sorted({unit for icon in burnt for unit in showing[icon]}))
