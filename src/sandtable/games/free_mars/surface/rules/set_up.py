"""7.0 Set-up and 17.0 Recruiting: Team Points become Cadres, Gear and Vehicles."""

from __future__ import annotations

from functools import partial

from sandtable.engine import Line, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...common.printed.difficulty import Dial
from ...common.rules.ops_cards import pick_mission, set_up_ops
from ...common.state import MISSION, PLAYER
from ..printed.box import Kind
from ..state import BOX, OUT, Phase, Team
from .locations import steps_from
from .worth import price_says

#: The dials of the component notes (B9): 3 more Team Points, or fewer points and Ops cards.
DIALS = {
    "easy": Dial("Easy: 3 more Team Points", points=3),
    "normal": Dial("Normal"),
    "hard": Dial("Hard: 1 Team Point and 1 Ops card fewer", points=-1, ops=-1),
}
DONE_RECRUITING = Word("done", "Recruit nobody else", says="You keep the points you have left for later.")


def set_up(s: Team) -> Steps:
    """7.0 Set-up. A Mission card, the NET marker, the Ops deck and the scenario's Team Points."""
    box = s.box
    if s.asked_for >= 0:
        s.cards.give(len(box.ops) + s.asked_for, MISSION)
        s.cards.look(s.cards.zones[MISSION], PLAYER)
    else:
        yield from pick_mission(s)
    s.net = box.scenario.net_start
    dial = DIALS[s.difficulty]
    yield from set_up_ops(s, box.scenario.ops + dial.ops)
    s.points = box.scenario.points + dial.points
    s.phase = Phase.RECRUIT


def initial_deployment(s: Team) -> Steps:
    """7.4 Initial deployment. (17.2) Team Points buy the first units; what is left is kept. At least one Cadre must be in the Team."""
    yield from spend_points(s)
    s.phase = Phase.START if s.cell < 0 else Phase.MOVE


START = Topic("start", "7.0", "The first Op begins with the Team in this cell.", "cell")


def start_cell(s: Team) -> Steps:
    """7.0 The start cell. (R-SC-6) The Team begins in the scenario's cell, or in one of several that the player selects."""
    s.cell = yield pick(
        PLAYER,
        START,
        "Where does the Team begin?",
        Listed(s.box.starts, lambda it: start_refusal(s)),
        label="Begin in {it}",
        says=lambda it: start_says(s, it),
    )
    yield say("The Team begins in {cell}.", cell=s.cell)
    s.phase = Phase.MOVE


NEAR = Line("Within 3 cells: {installation}.")
NONE_NEAR = Line("No Installation within 3 cells.")


def start_says(s: Team, cell: int) -> Line:
    """R-SC-6 The surroundings of a start cell."""
    box = s.box
    steps = steps_from(box, cell, frozenset())
    near = [site for site, place in enumerate(box.places) if steps.get(place, 99) <= 3]
    return NEAR.of(installation=near) if near else NONE_NEAR


NO_START = Refusal("{it} is not one of the scenario's start cells.")
NO_SETTLEMENT = Refusal("The Team begins in a Settlement, and {it} is none.")


def start_refusal(s: Team) -> Refusal:
    """R-SC-6 Why the Team cannot begin in another cell."""
    return NO_START if s.box.scenario.start else NO_SETTLEMENT


RECRUIT_UNIT = Topic(
    "recruit_unit",
    "17.1",
    "You pay its Team Points, and it joins the Team. Points you have left are kept for later.",
    "offer",
)


def spend_points(s: Team) -> Steps:
    """17.1 Recruiting. One unit after the other, while there are points; Gear on the side the player selects."""
    while True:
        wanted = recruits(s)
        if not wanted:
            return
        done = (DONE_RECRUITING,) if s.cadres else ()
        item = yield pick(
            PLAYER,
            RECRUIT_UNIT,
            "You have {points}. Recruit whom?",
            Listed(wanted, partial(recruit_refusal, s), then=done),
            label="Recruit {it}",
            about={"points": s.points},
            others=(DONE_RECRUITING,),
            says=lambda it: None if isinstance(it, Word) else price_says(s, it),
        )
        if item == DONE_RECRUITING:
            return
        s.points -= s.box.costs[item]
        unit, side = s.box.items[item]
        s.put(unit, side)
        yield say("{item} joins the Team; {points} left.", item=item, points=s.points)


def recruits(s: Team) -> list[int]:
    """7.5 R-SC-37 The recruits that can be paid for in the Recruit Box. Enough must stay for the first Cadre (R-SC-6)."""
    units, points = s.units, s.points
    if s.cadres:
        return [item for item, unit, cost, _ in s.box.shelf if units[unit] == BOX and cost <= points]
    return [item for item, unit, _, needed in s.box.shelf if units[unit] == BOX and needed <= points]


NEEDS_CADRE = Refusal("The Team needs at least one Cadre.")
IN_TEAM = Refusal("{item} is already in the Team.")
OTHER_SIDE = Refusal("This Gear is in the Team on its other side.")
ELIMINATED = Refusal("{item} is eliminated for this Mission.")
TOO_DEAR = Refusal("It costs {cost:points}, and you have {points}.")
CADRE_FIRST = Refusal("{cost:points} of your {points} must stay for the first Cadre.")


def recruit_refusal(s: Team, item: int | Word) -> Refusal:
    """7.5 17.1 R-SC-6 R-SC-37 Why somebody cannot be recruited now: not in the Recruit Box, or too dear."""
    if isinstance(item, Word):
        return NEEDS_CADRE
    cost, points = s.box.costs[item], s.points
    too_dear = TOO_DEAR.of(cost=cost, points=points)
    first = CADRE_FIRST.of(cost=s.box.scenario.cost.cadre, points=points)
    return box_refusal(s, item) or (too_dear if cost > points else first)


def box_refusal(s: Team, item: int) -> Refusal | None:
    """17.1 Why an item is not in the Recruit Box."""
    unit, side = s.box.items[item]
    place = s.units[unit]
    if place == BOX:
        return None
    if place == OUT:
        return ELIMINATED.of(item=item)
    return OTHER_SIDE if s.box.kind[unit] is Kind.GEAR and place != side else IN_TEAM.of(item=item)
