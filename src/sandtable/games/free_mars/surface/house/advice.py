"""Why the house would answer as it does, in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine import Line, Run

from ...common.cards.effects import Choose, Deploy, GainOps, LoseOps, Net, Points, Reveal, Seize, Taz
from ...common.rules.ops_cards import Stake
from ..rules import actions, movement
from ..rules.combat import FIGHT_ON, KEEP_FIGHTING
from ..rules.missions import needed
from ..rules.set_up import DONE_RECRUITING
from ..state import Team
from .chances import attempt, fight_on
from .tactics import chance, goal_distances, known_mission

Why = Callable[[Team, Any], Line | None]


def advice_of(run: Run[Team], value: Any) -> Line | None:
    """Why the house player gives this answer to the open question."""
    assert run.ask is not None
    why = WHY.get(run.ask.topic)
    return why(run.state, value) if why is not None else None


def percent(chance: float) -> int:
    return round(100 * chance)


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
    cell = s.cell if goal == movement.STAY else goal
    far = round(goal_distances(s)[cell])
    if s.is_revealed and goal == movement.STAY:
        return Line(
            "{n:You are on the Nexus|The Nexus is only a cell away|The Nexus is {n} cells away, and this is a good place to act}.",
            {"n": far},
        )
    if s.is_revealed:
        return Line(
            "{n:The Nexus is there|The Nexus is a cell away from there|The Nexus is {n} cells away from there}.",
            {"n": far},
        )
    return Line("A good place to act and to fight while the Mission is unknown.")


def action(s: Team, word: Any) -> Line | None:
    if word == actions.RUN:
        return Line("More time, or a better position." if s.is_revealed else "The Mission is still unknown.")
    if word == actions.RECRUIT:
        return Line(
            "The Objective succeeds in {n:number}% of attempts as the Team is; more units help.",
            {"n": percent(chance(s))},
        )
    if word == actions.REPAIR:
        return Line("A crashed unit is worth more on its feet.")
    if word == actions.MOVE:
        return Line("It brings the Team nearer to the Nexus.")
    if word == actions.PASS:
        return Line("A 1 could crash somebody, and there is little to gain.")
    return Line("It brings more time than anything else you can do here.")


OUTCOMES: dict[type, Line] = {
    Reveal: Line("You do not know yet where to go."),
    Seize: Line("The Installation works for you from now on."),
    Points: Line("Points become units."),
    Net: Line("The NET Level is not where you want it."),
    GainOps: Line("It is an Op more."),
    Taz: Line("You can recruit here from now on, and fewer enemies come."),
}


def outcome(s: Team, word: Any) -> Line | None:
    ways = [way for line in s.box.lines.values() for way in line.outcomes if way.id == word.id]
    return next((OUTCOMES[type(e)] for way in ways for e in way.effects if type(e) in OUTCOMES), None)


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
    n = percent(attempt(s, mission).success)
    return Line("About {n:number}% of such attempts succeed." if yes else UNLIKELY, {"n": n})


UNLIKELY = (
    "{n:Such an attempt cannot succeed yet|Only about {n}% of such attempts succeed|"
    "Only about {n}% of such attempts succeed}."
)


def breaks_off(s: Team, value: Any) -> Line:
    n = percent(fight_on(s).lost)
    if not n:
        return Line("The Team is in no danger.")
    if value in (KEEP_FIGHTING, FIGHT_ON):
        return Line("The Team is wiped out in {n:number}% of such battles.", {"n": n})
    return Line("The Team would be wiped out in {n:number}% of such battles.", {"n": n})


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
    "roll": lambda s, icon: Line("The order changes nothing yet: bonus dice come after all of them."),
    "hop": move,
    "bonus": lambda s, icon: Line(
        "It is furthest from its number."
        if needed(s, icon)
        else "Every icon has its number; the total is short."
    ),
}
