"""RT 9, B8 Rogue cards of the Movement phase: when each can be played, and what it does."""

from __future__ import annotations

from sandtable.engine import Steps, say
from sandtable.engine.asking import Topic, pick

from ..rules.dead import duty_of
from ..rules.ways import STAY, arrive, dutiful, fly, offer_shuttle, reach_on_foot, steps_from, walk_to
from ..state import NOWHERE, NuEarth


def number_in_force(s: NuEarth) -> int:
    """The number on the card that counts in this phase."""
    return s.box.rogue(s.force).number


def can_always(s: NuEarth) -> bool:
    """9.1 A card that needs nothing but its phase and its target."""
    return True


def moves_on_nu_earth(s: NuEarth) -> bool:
    """3.3 Movement cards may not be played on GIs on Milli-com."""
    return s.sector[s.mover] < s.box.earth


def may_take_shuttle(s: NuEarth) -> bool:
    """3.2 From a Souther City; 3.4 no prisoner; 11.2: not away from a dead GI's chip that has to be fetched."""
    seat = s.mover
    return s.box.is_souther_city[s.sector[seat]] and not s.is_prisoner(seat) and duty_of(s, seat) == NOWHERE


def is_on_milli_com(s: NuEarth) -> bool:
    return s.sector[s.mover] >= s.box.earth


def is_prisoner(s: NuEarth) -> bool:
    return s.is_prisoner(s.mover)


def is_not_at_bridge(s: NuEarth) -> bool:
    return s.traitor != s.box.bridge


def clearance(s: NuEarth, number: int) -> None:
    s.has_clearance = True


def miss_turn(s: NuEarth, number: int) -> None:
    s.missing[s.mover] += 1


FLEE = Topic("flee", "12.3", "The Traitor goes straight there, and only there can he be fought.", "sector")


def traitor_flees(s: NuEarth, seat: int, number: int) -> Steps:
    """12.3 Traitor Flees. He goes straight to a named place or a Drop Zone."""
    places = [place for place in s.box.destinations if place != s.traitor]
    s.traitor = yield pick(seat, FLEE, "Where does the Traitor go?", places, label="To {it}")
    yield say("The Traitor flees to {place:sector}.", place=s.traitor)


def traitor_recalled(s: NuEarth, seat: int, number: int) -> Steps:
    """12.3 Traitor Recalled. He goes straight to the Bridge."""
    s.traitor = s.box.bridge
    yield say("The Traitor is back at {place:sector}.", place=s.traitor)


# What a card in force makes of the move


def stay(s: NuEarth) -> Steps:
    """9 Bogged Down. The GI may not move."""
    yield say("{who:seat} may not move.", who=s.mover)


def take_shuttle(s: NuEarth) -> Steps:
    """9 Shuttle Pass. Straight to Milli-com, instead of a move."""
    arrive(s, s.box.shuttle_bay)
    yield say("{who:seat} takes the shuttle to {place:sector}.", who=s.mover, place=s.sector[s.mover])


def air_lift(s: NuEarth) -> Steps:
    """9 Air Lift. Extra movement by aircraft (3.5)."""
    yield from fly(s, number_in_force(s))


def escape_with_a_six(s: NuEarth) -> int:
    """18.1 Escape. The card is a 6."""
    return 6


MARCH = Topic(
    "march",
    "3.5",
    "You go straight to that sector, with no encounters on the way, and have your encounter there.",
    "sector",
)


def march(s: NuEarth) -> Steps:
    """9 Forced March. Extra movement goes straight to the destination (3.5)."""
    goals = dutiful(s, s.mover, reach_on_foot(s, s.mover, number_in_force(s)))
    goal = yield pick(s.mover, MARCH, "March where?", goals, label="March to {it}")
    if goal == STAY:
        yield from offer_shuttle(s)
    else:
        yield from walk_to(s, goal)


LEAD = Topic(
    "lead", "9", "The player must move to the sector you choose and have his encounter there.", "sector"
)


def lead(s: NuEarth) -> Steps:
    """9 Wrong Turn. Who played it selects the adjacent legal sector."""
    goals = steps_from(s, s.mover, s.sector[s.mover])
    if goals:
        goal = yield pick(
            s.force_by, LEAD, "Where does {mover:seat} go?", goals, label="To {it}", about={"mover": s.mover}
        )
        yield from walk_to(s, goal)
