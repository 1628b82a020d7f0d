"""RT 3 Movement: where a GI can get to on foot and by air, and how he arrives there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.engine import Line, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..printed.box import FAR
from ..state import NOWHERE, NuEarth
from .choices import GIS_AT
from .dead import duty_of

STAY = Word("stay", "Stay", says="No new encounter: you face only what was left unbeaten here.")
HERE = Refusal("{it} is where the GI is.")
ON_MILLI_COM = Refusal("{it} is on Milli-com, and only a shuttle goes there.")
ON_NU_EARTH = Refusal("{it} is on Nu-Earth, and only a shuttle or a lifepod goes there.")
NOT_ADJOINING = Refusal("{it} does not adjoin {here:sector}.")
SCUM_SEA = Refusal("{it} is Scum Sea, which takes a Survival Kit.")
CLOSED = Refusal("{it} is closed to a GI without a Helm chip or a Security Clearance.")
TOO_FAR_ON_FOOT = Refusal("{it} is more than {n:{n} sector|{n} sectors} away on foot.")
TOO_FAR_BY_AIR = Refusal("{it} is {far:{far} sector|{far} sectors} away, and the aircraft flies {n:number}.")
NO_LANDING = Refusal("{it} is Scum Sea, where no aircraft lands.")
CHIP_FIRST = Refusal("You must go nearer to the dead GI's chip at {place:sector}.")
STUCK_IN_SEA = Refusal("Nobody stays in Scum Sea without a Survival Kit.")


def closed_sectors(s: NuEarth, seat: int, here: int) -> int:
    """3.1 No Scum Sea without a Survival Kit. 15 No Security Zone without Helm or clearance. As bits, on the board of `here`."""
    box = s.box
    if here < box.earth:
        return 0 if s.can_cross_sea(seat) else box.scum_sea
    return 0 if s.has_helm(seat) or s.has_clearance else 1 << box.security_zone


def steps_from(s: NuEarth, seat: int, sector: int) -> list[int]:
    """3.1, 3.3 The adjoining sectors a GI may move to."""
    closed = closed_sectors(s, seat, sector)
    return [other for other in s.box.near[sector] if not closed >> other & 1]


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


def why_no_step(s: NuEarth, seat: int, sector: int) -> Refusal:
    """3.1, 3.3 Why a GI may not move to a sector: it must adjoin his, and be open to him."""
    here = s.sector[seat]
    if (why := _why_not_on_board(s, here, sector)) is not None:
        return why
    if sector not in s.box.near[here]:
        return NOT_ADJOINING.of(here=here)
    return SCUM_SEA if s.box.is_sea[sector] else CLOSED


def why_no_march(s: NuEarth, seat: int, steps: int, sector: int) -> Refusal:
    """3.5, R-RT-8 Why a GI cannot march to a sector."""
    here = s.sector[seat]
    if (why := _why_not_on_board(s, here, sector)) is not None:
        return why
    return SCUM_SEA if closed_sectors(s, seat, here) >> sector & 1 else TOO_FAR_ON_FOOT.of(n=steps)


def why_no_flight(s: NuEarth, seat: int, steps: int, sector: int) -> Refusal:
    """3, R-RT-8 Why an aircraft does not take a GI to a sector."""
    here = s.sector[seat]
    if (why := _why_not_on_board(s, here, sector)) is not None:
        return why
    far = s.box.air[here][sector]
    return TOO_FAR_BY_AIR.of(far=far, n=steps) if far > steps else NO_LANDING


def _why_not_on_board(s: NuEarth, here: int, sector: int) -> Refusal | None:
    """3.2 Why a GI does not come to a sector of the other board, or to the one he is in."""
    if sector == here:
        return HERE
    earth = s.box.earth
    if (sector < earth) == (here < earth):
        return None
    return ON_NU_EARTH if sector < earth else ON_MILLI_COM


def why_not_there(
    s: NuEarth, seat: int, goals: list[int], why_no_way: Callable[[int], Refusal], goal: Any
) -> Refusal:
    """3, 11.2 Why a GI may not go somewhere, or stay; `goals` are where he could get to."""
    if goal != STAY and goal not in goals:
        return why_no_way(goal)
    duty = duty_of(s, seat)
    return STUCK_IN_SEA if duty == NOWHERE else CHIP_FIRST.of(place=duty)


def sector_says(s: NuEarth, sector: Any) -> Line | None:
    """4.1, 4.3.1 The things waiting for a GI in a sector that he enters, or where he stays."""
    if sector == STAY:
        return _stay_says(s)
    if not isinstance(sector, int):
        return None
    if others := GIS_AT.all(s, s.mover, sector):
        return MEETS.of(who=others[0])
    return DRAWS.of(n=max(s.box.rating[sector], len(s.faces_up_at(sector))))


def _stay_says(s: NuEarth) -> Line | None:
    """15 The benefit that a GI who stays gets at a place. R-RT-10: one who has just escaped or landed has an encounter."""
    box, here = s.box, s.sector[s.mover]
    if s.has_entered:
        return sector_says(s, here)
    if s.faces_up_at(here) or here != s.began:
        return None
    lost = box.sheet.lives - s.lives[s.mover]
    if lost and here in (box.furlow, box.sick_bay):
        return RESTS.of(n=lost)
    if lost and here == box.nu_arcady:
        return RESTS.of(n=1)
    return SUPPLIES if box.is_souther_city[here] or here == box.gi_armoury else None


RESTS = Line("No new encounter, and you regain {n:lives}.")
SUPPLIES = Line("No new encounter, and you may draw Supply cards.")
MEETS = Line("{who:seat} is there, so no cards are drawn.")
DRAWS = Line("{n:No Encounter card|1 Encounter card|{n} Encounter cards} to face.")


def walk_to(s: NuEarth, goal: int) -> Steps:
    arrive(s, goal)
    yield say("{who:seat} moves to {place:sector}.", who=s.mover, place=goal, opens=True)
    yield from offer_shuttle(s)


def arrive(s: NuEarth, goal: int) -> None:
    """3 The GI enters a sector."""
    s.sector[s.mover], s.has_entered = goal, True


def go_straight(
    s: NuEarth, topic: Topic, prompt: str, label: str, goals: list[int], why: Callable[[int], Refusal]
) -> Steps:
    """3.5 Extra movement. Straight to one of these sectors, or the GI stays. `why`: the reason for the others."""
    seat = s.mover
    goal = yield pick(
        seat,
        topic,
        prompt,
        Listed(dutiful(s, seat, goals), partial(why_not_there, s, seat, goals, why)),
        label=label,
        others=(STAY,),
        says=partial(sector_says, s),
    )
    if goal == STAY:
        yield from offer_shuttle(s)
    else:
        yield from walk_to(s, goal)


FLY = Topic(
    "fly",
    "3.5",
    "The aircraft takes you straight to that sector over any terrain, and you have your encounter there.",
    "sector",
)


def fly(s: NuEarth, steps: int) -> Steps:
    """3.5 Extra movement. R-RT-8: an aircraft takes the GI over anything."""
    goals = reach_by_air(s, s.mover, steps)
    yield from go_straight(
        s, FLY, "Fly where?", "Fly to {it}", goals, partial(why_no_flight, s, s.mover, steps)
    )


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
