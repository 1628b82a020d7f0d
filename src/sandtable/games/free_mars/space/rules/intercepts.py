"""12.0 Intercept Points: hidden and revealed markers, and what becomes of them."""

from __future__ import annotations

from functools import partial

from sandtable.engine import Choice, Line, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...common.state import PLAYER
from ..state import GONE, HELD, Squadron
from .reasons import any_cargo, carrier_refusal, carriers
from .worth import values_of

REMOVE = Word("remove", "Remove the marker", says="It is gone, and you get nothing for it.")


def meet_marker(s: Squadron) -> Steps:
    """12.4 A revealed marker that is entered is placed with a ship or removed; a hidden one waits for 12.3."""
    if s.point in s.shown:
        yield from capture(s, may_remove=True)


CAPTURE = Topic(
    "capture",
    "12.3",
    "The ship carries the marker from now on, and you gain 1 AP.",
    "unit",
)
DISCARD = Topic(
    "discard",
    "12.3",
    "What you discard makes room for the marker, which brings you 1 AP.",
    "unit",
)


def capture(s: Squadron, *, may_remove: bool) -> Steps:
    """12.3 Capture. The marker goes with a ship of the Task Force, like a Pod, and brings 1 AP (R-SP-18).

    With no room on any ship a Pod or another marker may be discarded for it, or the marker removed (R-SP-19).
    """
    unit = s.turn_up(s.point)
    able = carriers(s, s.tf)
    full = not able
    about = {"unit": unit}
    if full:
        to = yield pick(
            PLAYER,
            DISCARD,
            "No room for {unit}. Discard which Pod?",
            any_cargo(s, then=(REMOVE,)),
            label="Discard {it}",
            about=about,
            says=lambda it: None if it == REMOVE else discard_says(s, it),
        )
    else:
        to = yield pick(
            PLAYER,
            CAPTURE,
            "Which ship takes {unit}?",
            Listed(able, partial(capture_refusal, s), then=(REMOVE,) if may_remove else ()),
            label="{it} takes it",
            about=about,
            others=(REMOVE,),
            says=lambda it: None if it == REMOVE else capture_says(s, it, unit),
        )
    if to == REMOVE:
        s.take_marker(s.point, GONE)
        yield say("{unit} is removed.", unit=unit)
        return
    if full:
        ship = s.discard(to)
    else:
        ship = to
    s.take_marker(s.point, HELD)
    s.load(unit, ship)
    s.captured += 1
    s.points += 1
    yield say("{ship:unit} takes {unit} aboard: you gain 1 AP.", ship=ship, unit=unit)


CAPTURED = Line(
    "1 AP, and the ship gets {values:gain}. It {n:is then full|has room for {n} more|has room for {n} more}."
)
IDLE_CAPTURE = Line("1 AP. The ship is Disrupted, so the marker does nothing until it is repaired.")
DISCARDED = Line("Its ship loses {values:value}.")
SWARM_DISCARDED = Line("You lose {n:{n} die|{n} dice} in battle.")


def capture_says(s: Squadron, ship: int, unit: int) -> Line:
    """12.3 12.6 The values that a ship gains from a marker."""
    if s.is_flipped[ship]:
        return IDLE_CAPTURE
    return CAPTURED.of(values=values_of(s.box.gives[unit]), n=s.room(ship) - 1)


def discard_says(s: Squadron, unit: int) -> Line:
    """12.3 The unit or the values given up for a marker."""
    if unit in s.box.swarms:
        return SWARM_DISCARDED.of(n=s.box.swarms[unit])
    return DISCARDED.of(values=values_of(s.box.gives[unit]))


MUST_TAKE = Refusal("The NET Run has taken the marker: it goes with a ship.")


def capture_refusal(s: Squadron, ship: int | Word) -> Refusal:
    """12.3 12.4 Why a ship cannot take a marker, or why it cannot be removed."""
    return MUST_TAKE if isinstance(ship, Word) else carrier_refusal(s, s.tf, ship)


def remove_hidden(s: Squadron) -> Steps:
    """12.3 A NET Run that fails removes the marker, unseen; it counts for Clear (R-SP-11)."""
    s.take_marker(s.point, GONE)
    yield say("The Intercept marker at {point} is removed.", point=s.point)


def must_run(s: Squadron) -> bool:
    """12.3 Whether the Task Force stands at a hidden marker and can act, so that it must make a NET Run."""
    return s.is_hidden(s.point) and bool(s.active())


NO_MARKER = Refusal("No Intercept marker lies at {it}.")
IS_REVEALED = Refusal("The Intercept marker at {it} is revealed already.")
SHIPS_THERE = Refusal("You have ships at {it}: its marker is settled by their NET Run.")


def reveal_refusal(s: Squadron, point: int) -> Refusal | None:
    """R-SP-18 Why an effect cannot reveal a marker at a Point."""
    if point not in s.sites:
        return NO_MARKER
    if point in s.shown:
        return IS_REVEALED
    return SHIPS_THERE if point in s.at else None


REVEALABLE = Choice(lambda s: s.sites, reveal_refusal)


REVEALED = Line("{n:Here|{n} step|{n} steps} from the Task Force.")
REVEAL_INTERCEPT = Topic(
    "reveal_intercept",
    "12.4",
    "You see what it gives. A Task Force that enters its Point takes it at once.",
    "point",
)


def reveal_elsewhere(s: Squadron) -> Steps:
    """12.4 Reveal. A hidden marker without friendly ships is turned up where it lies; the player selects which."""
    if not REVEALABLE.any(s):
        yield say("There is no hidden Intercept marker elsewhere.")
        return
    site = yield pick(
        PLAYER,
        REVEAL_INTERCEPT,
        "Reveal which Intercept marker?",
        REVEALABLE.of(s),
        label="Reveal the one at {it}",
        says=lambda it: REVEALED.of(n=s.box.orbits.distance[s.point][it]),
    )
    yield say("The Intercept marker at {point} is {unit}.", point=site, unit=s.turn_up(site))
