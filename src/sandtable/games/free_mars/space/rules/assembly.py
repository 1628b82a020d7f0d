"""18.0 Assembly: Pods, the Orbital Base and repairs in space."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.engine import Line, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...common.rules.actions import roll_line
from ...common.state import PLAYER
from ..printed.files import ASSEMBLY
from ..state import Squadron
from .missions import deed_refusal, is_building_site
from .net_run import burn, victims
from .pods import stow
from .reasons import NOT_DISRUPTED, TOO_DEAR, carriers, pod_refusal, ship_refusal
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
    exposed = victims(s, ASSEMBLY) if burnouts else []
    for left in range(positives, 0, -1):
        able = jobs(s)
        if not able:
            break
        job = yield pick(
            PLAYER,
            JOB,
            "You have {left:{left} Positive|{left} Positives} and {points}. Build or repair what?",
            Listed(able, partial(job_refusal, s), then=(DONE_BUILDING,)),
            label="{it}",
            about={"left": left, "points": s.points},
            says=lambda it: job_says(s, it),
            likely=likely_job(s, able),
        )
        if job == DONE_BUILDING:
            break
        yield from do_job(s, job)
    yield from burn(s, exposed)


def likely_job(s: Squadron, able: Sequence[int]) -> int:
    """The Orbital Base, where it is the one that the Mission asks for; otherwise a repair before a Pod."""
    return s.box.base if s.box.base in able and would_count(s) else able[0]


def jobs(s: Squadron) -> list[int]:
    """18.2 18.3 The units that can be repaired or built here and paid for."""
    costs, points = s.box.job_costs, s.points
    return [unit for unit in work_here(s) if costs[unit] <= points]


def work_here(s: Squadron) -> list[int]:
    """18.2 18.3 Disrupted ships in the Point, Pods that a ship there has room for, the Orbital Base."""
    ships = s.ships_at(s.point)
    found = [ship for ship in ships if s.is_flipped[ship]]
    if carriers(s, ships):
        found += s.pods_left()
    if s.base != s.point or would_count(s):
        found.append(s.box.base)
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


def job_refusal(s: Squadron, unit: int) -> Refusal:
    """18.2 18.3 Why a Positive cannot be spent on a unit: its price, or else why it is not one that can be worked on here."""
    box = s.box
    if unit in work_here(s):
        too_dear = REPAIR_TOO_DEAR if unit < box.first_pod else TOO_DEAR
        return too_dear.of(cost=box.job_costs[unit], points=s.points)
    if unit < box.first_pod:
        return ship_refusal(s, s.ships_at(s.point), unit) or NOT_DISRUPTED
    if unit == box.base:
        return STANDS_HERE
    return pod_refusal(s, unit) or NO_ROOM_HERE.of(point=s.point)


def job_says(s: Squadron, unit: int | Word) -> Line | None:
    """R-SP-31 The cost and the effect of a job."""
    box = s.box
    if isinstance(unit, Word):
        return None
    if unit < box.first_pod:
        return REPAIRS.of(cost=box.job_costs[unit], values=values_of(box.ship_values[unit][0]))
    if unit == box.base:
        return BASE.of(cost=box.job_costs[unit])
    return BUILDS.of(cost=box.job_costs[unit], **pod_values(box, unit))


def would_count(s: Squadron) -> bool:
    """R-SP-10 R-SP-32 Whether an Orbital Base built here and now is the one the Mission asks for."""
    return deed_refusal(s, s.mission_card.build, s.is_built) is None and is_building_site(s)


def can_build_base(s: Squadron) -> bool:
    """9.3 18.2 Whether an Assembly action can build the Orbital Base that the Mission asks for."""
    return bool(s.symbols("assembly")) and s.points >= s.box.scenario.base_cost and would_count(s)


def do_job(s: Squadron, job: int) -> Steps:
    """R-SP-31 One job is paid for and done."""
    if job == s.box.base:
        yield from build_base(s)
        return
    s.points -= s.box.job_costs[job]
    if job < s.box.first_pod:
        s.repair(job)
        yield say("{unit} is repaired.", unit=job)
    else:
        yield from stow(s, job, s.ships_at(s.point))


def build_base(s: Squadron) -> Steps:
    """18.2 R-SP-32 The Orbital Base is built in the Task Force's Point; an old one is taken up."""
    s.points -= s.box.scenario.base_cost
    s.is_built = s.is_built or would_count(s)
    s.base = s.point
    yield say("The Orbital Base stands at {point}.", point=s.point)


def build_objective(s: Squadron) -> Steps[bool]:
    """9.3 Build. An Assembly action in Mission Resolution that builds the Orbital Base in the Mission's orbit."""
    if not can_build_base(s):
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
