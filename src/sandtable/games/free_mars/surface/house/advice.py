"""Why the house would answer as it does, in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine import Line, Run

from ...common.cards.effects import Choose, Deploy, GainOps, LoseOps, Net, Points, Reveal, Seize, Taz
from ...common.house.chances import told
from ...common.rules.ops_cards import Stake
from ..rules import actions, movement
from ..rules.combat import FIGHT_ON, KEEP_FIGHTING
from ..rules.missions import needed
from ..rules.set_up import DONE_RECRUITING
from ..state import Team
from .chances import attempt, fight_on, objective_chance
from .tactics import NO_WAY, distances, known_mission, recruit_goal

Why = Callable[[Team, Any], Line | None]


def advice_of(run: Run[Team], value: Any) -> Line | None:
    """Why the house player gives this answer to the open question."""
    assert run.ask is not None
    why = WHY.get(run.ask.topic)
    return why(run.state, value) if why is not None else None


def recruit(s: Team, item: Any) -> Line:
    if item == DONE_RECRUITING:
        return Line("Nobody who is left is worth the points now.")
    unit, side = s.box.items[item]
    printed = s.box.printed[unit][side - 1]
    lacking = [n for n, has in enumerate(printed.icons) if has and not s.icons[n]]
    if lacking:
        return Line("The Team has no {icon} yet.", {"icon": lacking})
    return Line("Most for its points, as the Team is now.")


def move(s: Team, goal: Any) -> Line | None:
    if goal == movement.HOP:
        return Line("The Spaceport saves a long march.")
    if not s.is_revealed:
        return Line("A good place to act and to fight while the Mission is unknown.")
    cell, stays = (s.cell, True) if goal == movement.STAY else (goal, False)
    to_nexus = distances(s.box, s.nexus)
    place = recruit_goal(s, to_nexus)
    n = to_nexus[cell] if place is None else distances(s.box, place)[cell]
    if n == NO_WAY:
        return Line("No way leads to the Nexus; a Hop may.")
    if place is None:
        return (NEXUS_HERE if stays else NEXUS_THERE).of(n=n)
    return (RECRUIT_HERE if stays else RECRUIT_THERE).of(place=place, n=n)


NEXUS_HERE = Line(
    "{n:You are on the Nexus|The Nexus is only a cell away|The Nexus is {n} cells away, and this is a good place to act}."
)
NEXUS_THERE = Line(
    "{n:The Nexus is there|The Nexus is a cell away from there|The Nexus is {n} cells away from there}."
)
RECRUIT_HERE = Line(
    "The Mission needs more units, {n:and you can recruit here|"
    "and {place:cell}, where you can recruit, is only a cell away|"
    "and {place:cell}, where you can recruit, is {n} cells away}."
)
RECRUIT_THERE = Line(
    "The Mission needs more units, {n:and you can recruit there|"
    "and {place:cell}, where you can recruit, is a cell away from there|"
    "and {place:cell}, where you can recruit, is {n} cells away from there}."
)


def action(s: Team, word: Any) -> Line | None:
    if word == actions.RUN:
        return Line("More time, or a better position." if s.is_revealed else "The Mission is still unknown.")
    if word == actions.RECRUIT:
        mission = known_mission(s)
        if mission is None:
            return Line("More units help, whatever the Mission is.")
        return OBJECTIVE.of(chance=told(objective_chance(s, mission)))
    if word == actions.REPAIR:
        return Line("A crashed unit is worth more on its feet.")
    if word == actions.MOVE:
        return Line("It brings the Team nearer to the Nexus.")
    if word == actions.PASS:
        return Line("Burnout could crash somebody, and there is little to gain.")
    return Line("It brings more time than anything else you can do here.")


OBJECTIVE = Line(
    "{chance:As the Team is, it cannot meet the Objective; more units help|More units help on the way|"
    "As the Team is, its dice meet the Objective in {chance} of cases; more units help}."
)

GAIN_OPS = Line("{n:You gain an Op|You gain {n} Ops}.")
OUTCOMES: dict[type, Line] = {
    Reveal: Line("You do not know yet where to go."),
    Seize: Line("The Installation works for you from now on."),
    Points: Line("Points become units."),
    Net: Line("The NET Level is not where you want it."),
    GainOps: GAIN_OPS,
    Taz: Line("You can recruit here from now on, and fewer enemies come."),
}


def outcome(s: Team, word: Any) -> Line | None:
    ways = [way for line in s.box.lines.values() for way in line.outcomes if way.id == word.id]
    effect = next((e for way in ways for e in way.effects if type(e) in OUTCOMES), None)
    if isinstance(effect, GainOps):
        return GAIN_OPS.of(n=effect.n)
    return None if effect is None else OUTCOMES[type(effect)]


def chooses(s: Team, word: Any) -> Line:
    """12.2 A card that leaves the choice."""
    ways = [
        way
        for card in s.box.ops
        for effect in card.effects
        if isinstance(effect, Choose)
        for way in effect.ways
    ]
    effects = next((way.effects for way in ways if way.id == word.id), ())
    if any(isinstance(effect, Deploy) for effect in effects):
        return Line("The Team is strong enough for this battle.")
    return Line(
        "A unit would cost more than time does."
        if any(isinstance(effect, LoseOps) for effect in effects)
        else "Time is worth more; a crashed unit can be repaired."
    )


def attempts(s: Team, yes: Any) -> Line | None:
    mission = known_mission(s)
    if mission is None:
        return None
    return (LIKELY if yes else UNLIKELY).of(chance=told(attempt(s, mission).success))


LIKELY = Line(
    "{chance:Such an attempt cannot succeed, but there is no time for another|Such an attempt is sure to succeed|"
    "{chance} of such attempts succeed}."
)
UNLIKELY = Line(
    "{chance:Such an attempt cannot succeed yet|There is time for more before you attempt it|"
    "Only {chance} of such attempts succeed}."
)


def breaks_off(s: Team, value: Any) -> Line:
    chance = told(fight_on(s).lost)
    return (STAYS if value in (KEEP_FIGHTING, FIGHT_ON) else FLEES).of(chance=chance)


STAYS = Line(
    "{chance:The Team is in no danger|The Team is wiped out in such a battle|"
    "The Team is wiped out in {chance} of such battles}."
)
FLEES = Line(
    "{chance:The Team is in no danger|The Team would be wiped out|"
    "The Team would be wiped out in {chance} of such battles}."
)


WHY: dict[str, Why] = {
    "recruit_unit": recruit,
    "start": lambda s, cell: Line("It is nearest to everywhere else."),
    "gather": lambda s, cell: Line("It is nearest to everywhere else."),
    "move": move,
    "extra_move": move,
    "action": action,
    "netrun": outcome,
    "recruit": outcome,
    "attempt": attempts,
    "breakoff": breaks_off,
    "gain": lambda s, stake: Line(
        "Time is what runs out first." if stake is Stake.OPS else "There is time enough; more dice help."
    ),
    "lose": lambda s, stake: Line("Time is worth more." if stake is Stake.NET else "There is time enough."),
    "hit": lambda s, side: Line("That takes most of their fire away."),
    "loss": lambda s, unit: Line("It is missed least."),
    "burnout": lambda s, unit: Line("It is missed least."),
    "crash": lambda s, unit: Line("It is missed least."),
    "repair_unit": lambda s, unit: Line("It brings most back."),
    "may": lambda s, yes: Line(
        "The Team is strong enough, and there is something to win."
        if yes
        else "A battle would cost more than there is to win."
    ),
    "choose": chooses,
    "hop": move,
    "bonus": lambda s, icon: Line(
        "It is furthest from its number."
        if needed(s, icon)
        else "Every icon has its number; the total is short."
    ),
}
