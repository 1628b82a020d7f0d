"""RT 3 Movement: on foot, by shuttle, lifepod and aircraft."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Draw, Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..cards.rogue_cards import effect_in_force
from ..printed.box import FAR
from ..state import NOWHERE, NuEarth
from .dead import duty_of
from .prison import escape
from .supply import draw_supplies

STAY = Word("stay", "Stay")
SHUTTLE = Word("shuttle", "Take the shuttle to Milli-com")
BEACON = Word("beacon", "Call an aircraft with the Hopper Beacon")
POD = Word("lifepod", "Take a lifepod to a Drop Zone")


def move_gi(s: NuEarth) -> Steps:
    """3 Movement. A prisoner tries to escape first; who stays one may not move."""
    seat = s.mover
    if s.is_prisoner(seat):
        yield from escape(s)
        if s.is_prisoner(seat):
            return
    match effect_in_force(s):
        case "stay":
            yield say("{who:seat} may not move.", who=seat)
        case "lead":
            yield from _led(s)
        case "shuttle":
            _arrive(s, s.box.shuttle_bay)
            yield say("{who:seat} takes the shuttle to {place:sector}.", who=seat, place=s.sector[seat])
        case "march":
            yield from _go_on_foot(s, s.box.rogue(s.force).number)
        case "fly":
            yield from _fly(s, s.box.rogue(s.force).number)
        case _:
            yield from _move(s)
    yield from deliver_companions(s)


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


def _dutiful(s: NuEarth, seat: int, goals: list[int]) -> list[Any]:
    """11.2 Who has to fetch a dead GI's chip goes nearer to it; everybody else goes where he likes, or stays."""
    duty, here = duty_of(s, seat), s.sector[seat]
    if duty == NOWHERE:
        may_stay = not goals or not s.box.is_sea[here] or s.can_cross_sea(seat)
        return [*goals, STAY] if may_stay else list(goals)
    far = s.box.land[here][duty]
    nearer = [goal for goal in goals if s.box.land[goal][duty] < far]
    return nearer or [STAY]


MOVE = Topic(
    "move",
    "3.1",
    "You have an encounter in the sector you enter; if you stay, you face only what was left unbeaten.",
    "sector",
)


def _move(s: NuEarth) -> Steps:
    """3.1 Movement. One sector, or another way the GI has: the shuttle, a Hopper Beacon, a lifepod."""
    seat = s.mover
    box, here = s.box, s.sector[seat]
    able = _dutiful(s, seat, steps_from(s, seat, here))
    if here == box.lifepods:
        able.append(POD)
    if duty_of(s, seat) == NOWHERE:
        if _has_pilot(s) and box.is_souther_city[here]:
            able.append(SHUTTLE)
    if here < box.earth and s.has_item(seat, "flies") is not None:
        able.append(BEACON)
    goal = yield pick(seat, MOVE, "Move where?", able, label="Move to {it}")
    if goal == STAY:
        yield from _shuttle(s)
    elif goal == SHUTTLE:
        s.shuttle_used = True
        _arrive(s, box.shuttle_bay)
        yield say("{who:seat} takes the shuttle to {place:sector}.", who=seat, place=s.sector[seat])
    elif goal == POD:
        yield from _take_lifepod(s)
    elif goal == BEACON:
        beacon = s.has_item(seat, "flies")
        assert beacon is not None
        s.discard(beacon)
        yield say("{who:seat} uses {card}.", who=seat, card=beacon)
        yield from _fly(s, box.items[box.item[beacon]].flies)
    else:
        yield from _walk_to(s, goal)


def _walk_to(s: NuEarth, goal: int) -> Steps:
    _arrive(s, goal)
    yield say("{who:seat} moves to {place:sector}.", who=s.mover, place=goal)
    yield from _shuttle(s)


def _arrive(s: NuEarth, goal: int) -> None:
    """3 The GI enters a sector."""
    s.sector[s.mover], s.has_entered = goal, True


MARCH = Topic(
    "march",
    "3.5",
    "You go straight to that sector, with no encounters on the way, and have your encounter there.",
    "sector",
)


def _go_on_foot(s: NuEarth, steps: int) -> Steps:
    """3.5 Extra movement. It goes straight to the destination."""
    goals = _dutiful(s, s.mover, reach_on_foot(s, s.mover, steps))
    goal = yield pick(s.mover, MARCH, "March where?", goals, label="March to {it}")
    if goal == STAY:
        yield from _shuttle(s)
    else:
        yield from _walk_to(s, goal)


FLY = Topic(
    "fly",
    "3.5",
    "The aircraft takes you straight to that sector over any terrain, and you have your encounter there.",
    "sector",
)


def _fly(s: NuEarth, steps: int) -> Steps:
    """3.5 Extra movement. R-RT-8: an aircraft takes the GI over anything."""
    goals = _dutiful(s, s.mover, reach_by_air(s, s.mover, steps))
    goal = yield pick(s.mover, FLY, "Fly where?", goals, label="Fly to {it}")
    if goal == STAY:
        yield from _shuttle(s)
    else:
        yield from _walk_to(s, goal)


LEAD = Topic(
    "lead", "9", "The player must move to the sector you choose and have his encounter there.", "sector"
)


def _led(s: NuEarth) -> Steps:
    """9 Wrong Turn. Who played it selects the adjacent legal sector."""
    goals = steps_from(s, s.mover, s.sector[s.mover])
    if goals:
        goal = yield pick(
            s.force_by, LEAD, "Where does {mover:seat} go?", goals, label="To {it}", about={"mover": s.mover}
        )
        yield from _walk_to(s, goal)


TAKE_SHUTTLE = Topic(
    "shuttle", "15", "Yes takes you to the other board at once, and ends your movement there."
)


def _shuttle(s: NuEarth) -> Steps:
    """15 Shuttle Base and Bay. R-RT-7: at the end of a move or a stay he may go over, and that ends his movement."""
    seat, box = s.mover, s.box
    here = s.sector[seat]
    if here not in (box.shuttle_base, box.shuttle_bay) or duty_of(s, seat) != NOWHERE:  # 11.2
        return
    goal = box.shuttle_bay if here == box.shuttle_base else box.shuttle_base
    if (yield yes_no(seat, TAKE_SHUTTLE, "Take the shuttle to {place:sector}?", about={"place": goal})):
        _arrive(s, goal)
        yield say("{who:seat} takes the shuttle to {place:sector}.", who=seat, place=goal)


def _has_pilot(s: NuEarth) -> bool:
    """B5 Pilot Juno Vale: one free shuttle from any Souther City while she is held."""
    if s.shuttle_used:
        return False
    foes = s.box.foes
    return any(c is not None and c.shuttle for c in (foes[card].companion for card in s.companions(s.mover)))


DROP_ZONE = Topic("drop_zone", "15", "The lifepod lands there, and you make a normal move from it.", "sector")
POD_MOVE = Topic(
    "pod_move", "15", "Your movement ends in that sector, and you have your encounter there.", "sector"
)


def _take_lifepod(s: NuEarth) -> Steps:
    """15 Lifepods. To a Drop Zone, then a normal move; with Helm the GI selects the zone, others draw."""
    seat, zones = s.mover, s.box.drop_zones
    if s.has_helm(seat):
        zone = yield pick(seat, DROP_ZONE, "Drop where?", sorted(zones), label="Drop at {it}")
    else:
        (zone,) = yield Draw(zones, topic="drop zone", of="sector")
    _arrive(s, zone)
    yield say("{who:seat} drops at {place:sector}.", who=seat, place=zone)
    able = _dutiful(s, seat, steps_from(s, seat, zone))
    goal = yield pick(seat, POD_MOVE, "Move where from the lifepod?", able, label="Move to {it}")
    if goal == STAY:
        yield from _shuttle(s)
    else:
        yield from _walk_to(s, goal)


DELIVER = Topic("deliver", "4.3.4", "Yes discards the Companion and brings you Supply cards.")


def deliver_companions(s: NuEarth) -> Steps:
    """4.3.4 Delivery. A GI ending his move at a Companion's destination may discard it. B5: that brings Supply cards."""
    seat, box = s.mover, s.box
    for card in s.companions(seat)[:]:
        if box.destination[card] != s.sector[seat]:
            continue
        if (yield yes_no(seat, DELIVER, "Deliver {card} here?", about={"card": card})):
            s.discard(card)
            yield say("{who:seat} delivers {card}.", who=seat, card=card)
            companion = box.foes[card].companion
            if companion is not None and companion.heals_on_delivery:
                s.heal(seat, box.sheet.lives)
            yield from draw_supplies(s, seat, box.sheet.delivery_supplies)


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
