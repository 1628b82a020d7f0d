"""RT 3 Movement: where a GI can get to on foot and by air, and how he arrives there."""

from __future__ import annotations

from functools import partial
from typing import Any

from sandtable.engine import Line, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..printed.box import FAR
from ..state import NOWHERE, NuEarth
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


def board_refusal(s: NuEarth, here: int, sector: int) -> Refusal | None:
    """3.2 Why a GI does not come to a sector of the other board, or to the one he is in."""
    if sector == here:
        return HERE
    earth = s.box.earth
    if (sector < earth) == (here < earth):
        return None
    return ON_NU_EARTH if sector < earth else ON_MILLI_COM


def step_refusal(s: NuEarth, seat: int, sector: int) -> Refusal | None:
    """3.1, 3.3 Why a GI may not move to a sector: it must adjoin his, and be open to him."""
    box, here = s.box, s.sector[seat]
    if (why := board_refusal(s, here, sector)) is not None:
        return why
    if sector not in box.near[here]:
        return NOT_ADJOINING.of(here=here)
    if can_enter(s, seat, sector):
        return None
    return CLOSED if sector >= box.earth else SCUM_SEA


def march_refusal(s: NuEarth, seat: int, steps: int, sector: int) -> Refusal | None:
    """3.5, R-RT-8 Why a GI cannot march to a sector."""
    if (why := board_refusal(s, s.sector[seat], sector)) is not None:
        return why
    if not can_enter(s, seat, sector):
        return SCUM_SEA
    return None if sector in reach_on_foot(s, seat, steps) else TOO_FAR_ON_FOOT.of(n=steps)


def flight_refusal(s: NuEarth, seat: int, steps: int, sector: int) -> Refusal | None:
    """3, R-RT-8 Why an aircraft does not take a GI to a sector."""
    box, here = s.box, s.sector[seat]
    if (why := board_refusal(s, here, sector)) is not None:
        return why
    far = box.air[here][sector]
    if far > steps:
        return TOO_FAR_BY_AIR.of(far=far, n=steps)
    return NO_LANDING if box.is_sea[sector] else None


def duty_refusal(s: NuEarth, seat: int, goals: list[int], goal: Any) -> Refusal | None:
    """11.2 Why a goal that could be reached is not allowed: the duty to fetch a chip, or the sea."""
    duty, here = duty_of(s, seat), s.sector[seat]
    if duty == NOWHERE:
        at_sea = goal == STAY and bool(goals) and s.box.is_sea[here] and not s.can_cross_sea(seat)
        return STUCK_IN_SEA if at_sea else None
    land = s.box.land
    if goal == STAY:
        is_allowed = not any(land[other][duty] < land[here][duty] for other in goals)
    else:
        is_allowed = land[goal][duty] < land[here][duty]
    return None if is_allowed else CHIP_FIRST.of(place=duty)


def way_refusal(s: NuEarth, seat: int, goals: list[int], step: Any, goal: Any) -> Refusal | None:
    """3 Why a GI may not go somewhere; `step` says why he cannot get there, `goals` are where he can."""
    if goal != STAY and not isinstance(goal, int):
        return None
    why: Refusal | None = None if goal == STAY else step(goal)
    return why or duty_refusal(s, seat, goals, goal)


def sector_says(s: NuEarth, sector: Any) -> Line | None:
    """4.1, 4.3.1 What waits for a GI in a sector that he enters, or where he stays."""
    if sector == STAY:
        return _stay_says(s)
    if not isinstance(sector, int):
        return None
    for gi in range(s.players):
        if gi != s.mover and s.sector[gi] == sector and s.is_alive(gi) and not s.is_prisoner(gi):
            return MEETS.of(who=gi)
    return DRAWS.of(n=max(s.box.rating[sector], len(s.faces_up_at(sector))))


def _stay_says(s: NuEarth) -> Line | None:
    """15 What a GI who stays gets at a place. R-RT-10: one who has just escaped or landed has an encounter."""
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
    yield say("{who:seat} moves to {place:sector}.", who=s.mover, place=goal, opens=True)
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
    seat = s.mover
    goals = reach_by_air(s, seat, steps)
    goal = yield pick(
        seat,
        FLY,
        "Fly where?",
        dutiful(s, seat, goals),
        label="Fly to {it}",
        refusal=partial(way_refusal, s, seat, goals, partial(flight_refusal, s, seat, steps)),
        others=(STAY,),
        says=partial(sector_says, s),
    )
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
