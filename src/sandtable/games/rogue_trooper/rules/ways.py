"""RT 3 Movement: where a GI can get to on foot and by air, and how he arrives there."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..printed.box import FAR
from ..state import NOWHERE, NuEarth
from .dead import duty_of

STAY = Word("stay", "Stay")


def can_enter(s: NuEarth, seat: int, sector: int) -> bool:
    """3.1 No Scum Sea without a Survival Kit. 15 No Security Zone without Helm or clearance."""
    box = s.box
    if sector < box.earth:
        return not box.is_sea[sector] or s.can_cross_sea(seat)
    return sector != box.security_zone or s.has_helm(seat) or s.has_clearance


def steps_from(s: NuEarth, seat: int, sector: int) -> list[int]:
    """3.1, 3.3 The adjoining sectors a GI may move to."""
    box = s.box
    if sector < box.earth and not s.can_cross_sea(seat):
        return list(box.land_near[sector])
    return [other for other in box.near[sector] if can_enter(s, seat, other)]


def reach_on_foot(s: NuEarth, seat: int, steps: int) -> list[int]:
    """3.5, R-RT-8 Where extra movement on foot can end; it passes no Scum Sea without a Kit."""
    start = s.sector[seat]
    reached, edge = [start], [start]
    for _ in range(steps):
        edge = sorted({other for sector in edge for other in steps_from(s, seat, sector)} - set(reached))
        reached += edge
    return sorted(reached[1:])


def reach_by_air(s: NuEarth, seat: int, steps: int) -> list[int]:
    """3, R-RT-8 Aircraft fly over anything and do not land in Scum Sea."""
    box = s.box
    far = box.air[s.sector[seat]]
    return [n for n in range(box.earth) if 0 < far[n] <= steps and not box.is_sea[n]]


def dutiful(s: NuEarth, seat: int, goals: list[int]) -> list[Any]:
    """11.2 A GI who must fetch a dead GI's chip moves nearer to it; everybody else goes where he likes, or stays."""
    duty, here = duty_of(s, seat), s.sector[seat]
    if duty == NOWHERE:
        may_stay = not goals or not s.box.is_sea[here] or s.can_cross_sea(seat)
        return [*goals, STAY] if may_stay else list(goals)
    far = s.box.land[here][duty]
    nearer = [goal for goal in goals if s.box.land[goal][duty] < far]
    return nearer or [STAY]


def walk_to(s: NuEarth, goal: int) -> Steps:
    arrive(s, goal)
    yield say("{who:seat} moves to {place:sector}.", who=s.mover, place=goal)
    yield from offer_shuttle(s)


def arrive(s: NuEarth, goal: int) -> None:
    """3 The GI enters a sector."""
    s.sector[s.mover], s.has_entered = goal, True


FLY = Topic(
    "fly",
    "3.5",
    "The aircraft takes you straight to that sector over any terrain, and you have your encounter there.",
    "sector",
)


def fly(s: NuEarth, steps: int) -> Steps:
    """3.5 Extra movement. R-RT-8: an aircraft takes the GI over anything."""
    goals = dutiful(s, s.mover, reach_by_air(s, s.mover, steps))
    goal = yield pick(s.mover, FLY, "Fly where?", goals, label="Fly to {it}")
    if goal == STAY:
        yield from offer_shuttle(s)
    else:
        yield from walk_to(s, goal)


TAKE_SHUTTLE = Topic(
    "shuttle", "15", "Yes takes you to the other board at once, and ends your movement there."
)


def offer_shuttle(s: NuEarth) -> Steps:
    """15 Shuttle Base and Bay. R-RT-7: at the end of a move or a stay he may go over, and that ends his movement."""
    seat, box = s.mover, s.box
    here = s.sector[seat]
    if here not in (box.shuttle_base, box.shuttle_bay) or duty_of(s, seat) != NOWHERE:  # 11.2
        return
    goal = box.shuttle_bay if here == box.shuttle_base else box.shuttle_base
    if (yield yes_no(seat, TAKE_SHUTTLE, "Take the shuttle to {place:sector}?", about={"place": goal})):
        arrive(s, goal)
        yield say("{who:seat} takes the shuttle to {place:sector}.", who=seat, place=goal)


def distance(s: NuEarth, one: int, other: int) -> int:
    """Moves between two sectors of the same board: over land, from and to Scum Sea over anything."""
    box = s.box
    return (box.air if box.is_sea[one] or box.is_sea[other] else box.land)[one][other]


def nearest_gis(s: NuEarth, seat: int) -> int:
    """B7 The GIs nearest to this one, as bits (for Wrong Place; measured when the turn begins)."""
    best, found = FAR, 0
    for other in range(s.players):
        if other == seat or s.lives[other] <= 0 or s.is_prisoner(other):
            continue
        far = distance(s, s.sector[seat], s.sector[other])
        if far < best:
            best, found = far, 1 << other
        elif far == best and far < FAR:
            found |= 1 << other
    return found
