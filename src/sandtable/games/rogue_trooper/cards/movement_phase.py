"""RT 9, B8 Rogue cards of the Movement phase: when each can be played, and what it does."""

from __future__ import annotations

from functools import partial

from sandtable.engine import Choice, Listed, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick

from ..rules.dead import duty_of
from ..rules.ways import (
    arrive,
    fly,
    go_straight,
    reach_on_foot,
    sector_says,
    steps_from,
    walk_to,
    why_no_march,
    why_no_step,
)
from ..state import NOWHERE, NuEarth


def number_in_force(s: NuEarth) -> int:
    """The number on the card that counts in this phase."""
    return s.box.rogue(s.force).number


ON_MILLI_COM = Refusal("{it} moves nobody who is on Milli-com.")
NO_SOUTHER_CITY = Refusal("{it} is used in a Souther City.")
IN_PRISON = Refusal("{it} is of no use to a prisoner.")
CHIP_TO_FETCH = Refusal("You must go to the dead GI's chip first.")
ON_NU_EARTH = Refusal("{it} opens a door on Milli-com, and you are on Nu-Earth.")
NO_PRISONER = Refusal("{it} is for prisoners.")
AT_BRIDGE = Refusal("The Traitor is at the Bridge already.")


def never(s: NuEarth) -> Refusal | None:
    """9.1 A card that needs nothing but its phase and its target is never refused."""
    return None


def on_milli_com(s: NuEarth) -> Refusal | None:
    """3.3 Movement cards may not be played on GIs on Milli-com."""
    return None if s.sector[s.mover] < s.box.earth else ON_MILLI_COM


def no_shuttle(s: NuEarth) -> Refusal | None:
    """3.2 From a Souther City; 3.4 no prisoner; 11.2: not away from a dead GI's chip that has to be fetched."""
    seat = s.mover
    if not s.box.is_souther_city[s.sector[seat]]:
        return NO_SOUTHER_CITY
    if s.is_prisoner(seat):
        return IN_PRISON
    return None if duty_of(s, seat) == NOWHERE else CHIP_TO_FETCH


def on_nu_earth(s: NuEarth) -> Refusal | None:
    return None if s.sector[s.mover] >= s.box.earth else ON_NU_EARTH


def no_prisoner(s: NuEarth) -> Refusal | None:
    return None if s.is_prisoner(s.mover) else NO_PRISONER


def at_bridge(s: NuEarth) -> Refusal | None:
    return AT_BRIDGE if s.traitor == s.box.bridge else None


def clearance(s: NuEarth, number: int) -> None:
    s.has_clearance = True


def miss_turn(s: NuEarth, number: int) -> None:
    s.missing[s.mover] += 1


FLEE = Topic("flee", "12.3", "The Traitor goes straight there and can be fought only there.", "sector")


def flee_refusal(s: NuEarth, place: int) -> Refusal | None:
    """12.3 Why the Traitor does not flee to a place."""
    if place == s.traitor:
        return THERE_ALREADY
    return None if place in s.box.destinations else NO_PLACE


def destinations(s: NuEarth) -> tuple[int, ...]:
    return s.box.destinations


FLEE_TO = Choice(destinations, flee_refusal)
THERE_ALREADY = Refusal("The Traitor is at {it} already.")
NO_PLACE = Refusal("{it} is neither a named place nor a Drop Zone.")


def traitor_flees(s: NuEarth, seat: int, number: int) -> Steps:
    """12.3 Traitor Flees. He goes straight to a named place or a Drop Zone."""
    s.traitor = yield pick(seat, FLEE, "Where does the Traitor go?", FLEE_TO.of(s), label="To {it}")
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
    seat, steps = s.mover, number_in_force(s)
    goals = reach_on_foot(s, seat, steps)
    yield from go_straight(
        s, MARCH, "March where?", "March to {it}", goals, partial(why_no_march, s, seat, steps)
    )


LEAD = Topic(
    "lead", "9", "The player must move to the sector you choose and have his encounter there.", "sector"
)


def lead(s: NuEarth) -> Steps:
    """9 Wrong Turn. Who played it selects the adjacent legal sector."""
    goals = steps_from(s, s.mover, s.sector[s.mover])
    if goals:
        goal = yield pick(
            s.force_by,
            LEAD,
            "Where does {mover:seat} go?",
            Listed(goals, partial(why_no_step, s, s.mover)),
            label="To {it}",
            about={"mover": s.mover},
            says=partial(sector_says, s),
        )
        yield from walk_to(s, goal)
