"""Why the house would answer as it does, in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine import Line, Run

from ...common.cards.effects import GainOps, Net, Points, Reveal, RevealIntercept
from ...common.house.chances import told
from ...common.rules.ops_cards import Stake
from ..printed.files import ASSEMBLY, CYBER, WEAPONS
from ..rules.actions import ASSAULT, ASSEMBLE, BOMBARD, NET_RUN, NOTHING
from ..rules.assembly import DONE_BUILDING
from ..rules.combat import BREAK_OFF
from ..rules.intercepts import REMOVE
from ..rules.pods import OTHERWISE
from ..rules.set_up import LAUNCH
from ..rules.task_force import LEAVE_SHIPS, SHIFT, STAY
from ..state import Squadron
from .chances import attempt, fight_on
from .tactics import effects_of, known_mission, targets

Why = Callable[[Squadron, Any], Line | None]


def advice_of(run: Run[Squadron], value: Any) -> Line | None:
    """Why the house player gives this answer to the open question."""
    assert run.ask is not None
    why = WHY.get(run.ask.topic)
    return why(run.state, value) if why is not None else None


def assemble(s: Squadron, unit: Any) -> Line:
    if unit == LAUNCH:
        return Line("Nothing that is left is worth its AP now.")
    box = s.box
    gives = box.ship_values[unit][0] if unit < box.first_pod else box.gives[unit]
    for ability, line in NEEDED.items():
        if gives[ability] and not any(s.ability(ship, ability) for ship in s.in_space()):
            return line
    if unit in box.swarms:
        return Line("Cheap fire, and it takes hits for your ships.")
    if not gives[WEAPONS]:
        return Line("It gives a ship what the squadron has least of.")
    return BOUGHT.of(n=gives[WEAPONS], cost=box.cost(unit))


BOUGHT = Line("Weapons {n:number} for {cost:points}.")
NEEDED = {
    CYBER: Line("You need Cyber to find out the Mission."),
    ASSEMBLY: Line("You need Assembly to repair ships and to build."),
}


def move(s: Squadron, goal: Any) -> Line | None:
    if goal == LEAVE_SHIPS:
        return Line("Slow ships would hold the others up.")
    if goal == SHIFT:
        return Line("Pods aboard a Disrupted ship do nothing.")
    mission = known_mission(s) if s.is_revealed else None
    point = s.point if goal == STAY else goal
    far = min(s.box.orbits.distance[point][place] for place in targets(s, mission))
    if s.is_returning:
        return HOME.of(n=far)
    if mission is not None:
        return PLACE.of(n=far)
    if point in s.sites:
        return Line("A marker brings AP and helps a ship.")
    return Line("Most Missions take place further down, and this is on the way.")


HOME = Line("{n:You are home there|Home is a step away from there|Home is {n} steps away from there}.")
PLACE = Line(
    "{n:The Mission takes place there|It is a step from where the Mission takes place|"
    "It is {n} steps from where the Mission takes place}."
)


def fight(s: Squadron, way: Any) -> Line:
    return (HOPELESS if way == BREAK_OFF else HOPEFUL).of(chance=told(fight_on(s).win))


HOPELESS = Line(
    "{chance:Such a battle cannot be won|You would lose too much|Only {chance} of such battles are won}."
)
HOPEFUL = Line(
    "{chance:Such a battle cannot be won, but breaking off would cost more|You win such a battle|"
    "{chance} of such battles are won}."
)


def special(s: Squadron, action: Any) -> Line | None:
    if action in (BOMBARD, ASSAULT):
        return Line("The Mission asks for it.")
    if action == ASSEMBLE:
        hurt = sum(s.is_flipped[ship] for ship in s.ships_at(s.point))
        return HURT.of(n=hurt)
    if action == NET_RUN:
        return Line("More time and AP." if s.is_revealed else "The Mission is still unknown.")
    if action == NOTHING:
        return Line("Burnout could cost a ship, and there is little to gain.")
    return Line("What it brings is worth more than a NET Run here.")


HURT = Line("{n:You have AP to build with|A ship is Disrupted|{n} ships are Disrupted}.")

GAIN_OPS = Line("{n:You gain an Op|You gain {n} Ops}.")
OUTCOMES: dict[type, Line] = {
    Reveal: Line("You do not know yet where to go."),
    RevealIntercept: Line("A revealed marker counts as cleared."),
    Points: Line("AP build and repair."),
    Net: Line("The Mission needs a higher NET Level."),
    GainOps: GAIN_OPS,
}


def outcome(s: Squadron, word: Any) -> Line | None:
    effects = effects_of(s.pack).get(word.id, ())
    effect = next((effect for effect in effects if type(effect) in OUTCOMES), None)
    if isinstance(effect, GainOps):
        return GAIN_OPS.of(n=effect.n)
    return None if effect is None else OUTCOMES[type(effect)]


def resolve(s: Squadron, yes: Any) -> Line:
    return (LIKELY if yes else UNLIKELY).of(chance=told(attempt(s).done))


LIKELY = Line(
    "{chance:Such an attempt cannot succeed, but there is no time for another|Such an attempt is sure to succeed|"
    "{chance} of such attempts succeed}."
)
UNLIKELY = Line(
    "{chance:Such an attempt cannot succeed yet|There is time for more before you attempt it|"
    "Only {chance} of such attempts succeed}."
)


def job(s: Squadron, unit: Any) -> Line:
    if unit == DONE_BUILDING:
        return Line("The AP are kept for the Orbital Base.")
    if unit == s.box.base:
        return Line("The Mission asks for it.")
    return Line(
        "A ship that is whole fires and takes hits." if unit < s.box.first_pod else "It is cheap fire."
    )


def gain(s: Squadron, stake: Any) -> Line:
    return Line(
        "The Mission needs a higher NET Level." if stake is Stake.NET else "Time is what runs out first."
    )


def lose(s: Squadron, stake: Any) -> Line:
    return Line("Time is worth more." if stake is Stake.NET else "The NET Level cannot pay for it.")


WHY: dict[str, Why] = {
    "assemble": assemble,
    "stow": lambda s, ship: Line("It works there, aboard your toughest ship with room."),
    "declare": lambda s, point: Line(
        "The strongest group goes on." if not s.is_returning else "It is nearest to home."
    ),
    "leave": lambda s, ship: Line("Without it the others are faster."),
    "move": move,
    "capture": lambda s, ship: Line("It works aboard an effective ship."),
    "fight": fight,
    "break_off": lambda s, ship: Line("It has Energy enough to get away."),
    "hit": lambda s, side: Line("That takes most of their fire away."),
    "loss": lambda s, unit: Line("It is missed least."),
    "gain": gain,
    "lose": lose,
    "special": special,
    "net_run": outcome,
    "runner": lambda s, ship: Line("Burnout would hurt it least."),
    "extra_runner": lambda s, ship: Line("Burnout would hurt it least."),
    "burnout": lambda s, unit: Line(
        "A Pod is cheaper than a ship." if unit >= s.box.first_pod else "It is missed least."
    ),
    "flip": lambda s, ship: Line("It is missed least."),
    "resolve": resolve,
    "shift": lambda s, unit: Line("It does nothing aboard a Disrupted ship."),
    "recover": lambda s, way: Line(
        "Nothing works aboard a Disrupted ship."
        if way == OTHERWISE
        else "They were placed where they serve you."
    ),
    "reveal_intercept": lambda s, point: Line("It is nearest to your way."),
    "job": job,
    "repair": lambda s, ship: Line("It is worth most."),
    "reinforce": lambda s, unit: Line("It gives what the squadron has least of."),
    "discard": lambda s, unit: Line(
        "Every Pod aboard is worth more than the marker."
        if unit == REMOVE
        else "The marker brings AP and does more than this Pod."
    ),
    "abandon": lambda s, unit: Line("It is missed least."),
    "may": lambda s, yes: Line(
        "There is more to win than to lose." if yes else "There is more to lose than to win."
    ),
    "choose": lambda s, word: Line("That costs you least."),
}
