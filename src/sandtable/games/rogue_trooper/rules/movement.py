"""RT 3 Movement: the move of a turn, and what may follow it. Where it can lead is in `ways`."""

from __future__ import annotations

from sandtable.engine import Draw, Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..cards.hooks import MOVES, in_force
from ..state import NOWHERE, NuEarth
from .dead import duty_of
from .prison import escape
from .supply import draw_supplies
from .ways import STAY, arrive, dutiful, fly, offer_shuttle, steps_from, walk_to

SHUTTLE = Word("shuttle", "Take the shuttle to Milli-com")
BEACON = Word("beacon", "Call an aircraft with the Hopper Beacon")
POD = Word("lifepod", "Take a lifepod to a Drop Zone")


def move_gi(s: NuEarth) -> Steps:
    """3 Movement. A prisoner tries to escape first; if he fails, he may not move."""
    if s.is_prisoner(s.mover):
        yield from escape(s)
        if s.is_prisoner(s.mover):
            return
    yield from (in_force(s, MOVES) or _move)(s)
    yield from deliver_companions(s)


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
    able = dutiful(s, seat, steps_from(s, seat, here))
    if here == box.lifepods:
        able.append(POD)
    if duty_of(s, seat) == NOWHERE:
        if _has_pilot(s) and box.is_souther_city[here]:
            able.append(SHUTTLE)
    if here < box.earth and s.has_item(seat, "flies") is not None:
        able.append(BEACON)
    goal = yield pick(seat, MOVE, "Move where?", able, label="Move to {it}")
    if goal == STAY:
        yield from offer_shuttle(s)
    elif goal == SHUTTLE:
        s.shuttle_used = True
        arrive(s, box.shuttle_bay)
        yield say("{who:seat} takes the shuttle to {place:sector}.", who=seat, place=s.sector[seat])
    elif goal == POD:
        yield from _take_lifepod(s)
    elif goal == BEACON:
        beacon = s.has_item(seat, "flies")
        assert beacon is not None
        s.discard(beacon)
        yield say("{who:seat} uses {card}.", who=seat, card=beacon)
        yield from fly(s, box.items[box.item[beacon]].flies)
    else:
        yield from walk_to(s, goal)


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
    arrive(s, zone)
    yield say("{who:seat} drops at {place:sector}.", who=seat, place=zone)
    able = dutiful(s, seat, steps_from(s, seat, zone))
    goal = yield pick(seat, POD_MOVE, "Move where from the lifepod?", able, label="Move to {it}")
    if goal == STAY:
        yield from offer_shuttle(s)
    else:
        yield from walk_to(s, goal)


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
