"""18.0 Assembly: Pods, the Orbital Base and repairs in space."""

from __future__ import annotations

from sandtable.engine import Line, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...common.rules.actions import roll_line
from ...common.state import PLAYER
from ..printed.files import ASSEMBLY
from ..state import Squadron
from .missions import counts, is_building_site
from .net_run import burn, victims
from .pods import stow
from .reasons import NOT_DISRUPTED, NOT_FOR_SALE, TOO_DEAR, pod_refusal, ship_refusal
from .worth import pod_values, values_of

DONE_BUILDING = Word("done", "Build nothing more", says="You give up the Positives you have left.")

JOB = Topic(
    "job",
    "18.2",
    "One Positive and the AP are used: a ship is repaired, a Pod comes aboard or the Orbital Base is built.",
    "unit",
)


def assemble_in_space(s: Squadron) -> Steps:
    """18.2 Assembly in space. Each Positive allows one job: a Pod, the base or a repair (18.3), for its AP (R-SP-31)."""
    positives, burnouts = yield from roll_line(s, s.box.lines["assembly"], s.value("assembly"))
    exposed, box = victims(s, ASSEMBLY) if burnouts else [], s.box
    for left in range(positives, 0, -1):
        able = jobs(s)
        if not able:
            break
        job = yield pick(
            PLAYER,
            JOB,
            "You have {left:{left} Positive|{left} Positives} and {points}. Build or repair what?",
            [*able, DONE_BUILDING],
            label="{it}",
            about={"left": left, "points": s.points},
            refusal=lambda it: job_refusal(s, it),
            says=lambda it: job_says(s, it),
            likely=box.base if box.base in able and would_count(s) else able[0],
        )
        if job == DONE_BUILDING:
            break
        yield from do_job(s, job)
    yield from burn(s, exposed)


def jobs(s: Squadron) -> list[int | Word]:
    """18.2 18.3 Disrupted ships in the Point, Pods that a ship there has room for, the Orbital Base."""
    box, points = s.box, s.points
    ships = s.ships_at(s.point)
    found: list[int | Word] = []
    if points >= box.scenario.repair_cost:
        found += [ship for ship in ships if s.is_flipped[ship]]
    if any(s.room(ship) > 0 for ship in ships):
        found += [pod for pod in s.pods_left() if box.costs[pod] <= points]
    if points >= box.scenario.base_cost and (s.base != s.point or would_count(s)):
        found.append(box.base)
    return found


NO_ROOM_HERE = Refusal("No ship at {point} has room for {it}.")
REPAIR_TOO_DEAR = Refusal("The repair costs {cost:points}, and you have {points}.")
STANDS_HERE = Refusal("{it} stands here already.")
REPAIRS = Line("Repair for {cost:points}: {values:value} again.")
BUILDS = Line(
    "Build for {cost:points}. {swarm:Its ship gets {gives:gain}|Fires {swarm} die in battle and can take a hit for a ship|"
    "Fires {swarm} dice in battle and can take a hit for a ship}."
)
BASE = Line("Build for {cost:points}. Ships can return here, and some Missions ask for it.")


def job_refusal(s: Squadron, unit: int | Word) -> Refusal | None:
    """18.2 18.3 Why a Positive cannot be spent on a unit."""
    if isinstance(unit, Word):
        return None
    box = s.box
    ships = s.ships_at(s.point)
    cost = box.scenario.repair_cost
    if unit < box.first_pod:
        if (why := ship_refusal(s, unit, ships)) is not None:
            return why
        if not s.is_flipped[unit]:
            return NOT_DISRUPTED
    elif unit == box.base:
        if s.base == s.point and not would_count(s):
            return STANDS_HERE
        cost = box.scenario.base_cost
    elif unit >= box.first_marker:
        return NOT_FOR_SALE
    else:
        if (why := pod_refusal(s, unit)) is not None:
            return why
        if not any(s.room(ship) > 0 for ship in ships):
            return NO_ROOM_HERE.of(point=s.point)
        cost = box.costs[unit]
    if cost <= s.points:
        return None
    return (REPAIR_TOO_DEAR if unit < box.first_pod else TOO_DEAR).of(cost=cost, points=s.points)


def job_says(s: Squadron, unit: int | Word) -> Line | None:
    """R-SP-31 What a job costs and does."""
    box = s.box
    if isinstance(unit, Word):
        return None
    if unit < box.first_pod:
        return REPAIRS.of(cost=box.scenario.repair_cost, values=values_of(box.ship_values[unit][0]))
    if unit == box.base:
        return BASE.of(cost=box.cost(unit))
    return BUILDS.of(cost=box.cost(unit), **pod_values(box, unit))


def would_count(s: Squadron) -> bool:
    """R-SP-10 R-SP-32 Whether an Orbital Base built here and now is the one the Mission asks for."""
    return s.mission_card.build and not s.is_built and counts(s) and is_building_site(s)


def do_job(s: Squadron, job: int) -> Steps:
    """R-SP-31 One job is paid for and done."""
    box = s.box
    if job < box.first_pod:
        s.points -= box.scenario.repair_cost
        s.repair(job)
        yield say("{unit} is repaired.", unit=job)
    elif job < box.first_marker:
        s.points -= box.cost(job)
        yield from stow(s, job, s.ships_at(s.point))
    else:
        yield from build_base(s)


def build_base(s: Squadron) -> Steps:
    """18.2 R-SP-32 The Orbital Base is built in the Task Force's Point; an old one is taken up."""
    s.points -= s.box.scenario.base_cost
    s.is_built = s.is_built or would_count(s)
    s.base = s.point
    yield say("The Orbital Base stands at {point}.", point=s.point)


def build_objective(s: Squadron) -> Steps[bool]:
    """9.3 Build. An Assembly action in Mission Resolution that builds the Orbital Base in the Mission's orbit."""
    if not s.symbols("assembly") or s.points < s.box.scenario.base_cost or not would_count(s):
        yield say(
            "You cannot build the Orbital Base: that takes Assembly, {cost:points} and a Node of this orbit.",
            cost=s.box.scenario.base_cost,
        )
        return False
    positives, burnouts = yield from roll_line(s, s.box.lines["assembly"], s.value("assembly"))
    if positives:
        yield from build_base(s)
    if burnouts:
        yield from burn(s, victims(s, ASSEMBLY))
    return positives > 0
