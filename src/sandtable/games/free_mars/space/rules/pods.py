"""19.0 Pods: placing, shifting and bringing them back aboard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.engine import Line, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick, pick_each

from ...common.state import PLAYER
from ..state import Squadron
from .reasons import any_cargo, carrier_refusal, carriers
from .worth import pod_says, pod_values

KEEP = Word("keep", "Shift no others", says="The rest stay on their ships; you now place those you chose.")
KEEP_BACK = Word(
    "keep_back",
    "Always back to their own ships",
    says="After every battle and landing, until one of these ships is Disrupted or lost.",
)
BACK = Word("back", "Back to their own ships", says="This time. A Pod whose ship is lost gets another.")
OTHERWISE = Word("otherwise", "Choose ships for them", says="You name a ship with room for each Pod.")


STOW = Topic("stow", "19.2", "The ship uses what it gives. If the ship is lost, it is lost too.", "unit")


STOW_SAYS = Line("It has room for {n:{n} Pod|{n} Pods}.")
STOW_BACK = Line("It came from here. Room for {n:{n} Pod|{n} Pods}.")


def stow(s: Squadron, unit: int, ships: Sequence[int]) -> Steps:
    """19.2 Transport. A Pod is placed with a ship that has room, which the player selects (18.2)."""
    ship = yield pick(
        PLAYER,
        STOW,
        "Which ship carries {unit}?",
        Listed(partial(carriers, s, ships), partial(carrier_refusal, s, ships)),
        label="Stow with {it}",
        about={"unit": unit},
        says=lambda it: (STOW_BACK if s.home.get(unit) == it else STOW_SAYS).of(n=s.room(it)),
        likely=s.home.get(unit),
    )
    s.load(unit, ship)
    yield say("{ship:unit} carries {unit}.", unit=unit, ship=ship)


SHIFT = Topic("shift", "19.3", "You take it off its ship and choose another for it.", "unit")


def shift_pods(s: Squadron) -> Steps:
    """19.3 Shifting Pods. Pods and markers (R-SP-34) may change ships in the Task Force: taken off, then placed one by one."""
    taken = yield from pick_each(
        PLAYER,
        SHIFT,
        "Shift which Pods?",
        any_cargo(s),
        at_least=1,
        done=KEEP,
        label="Shift {it}",
        says=lambda it: ABOARD.of(ship=ship_of(s, it), **pod_values(s.box, it)),
    )
    for unit in taken:
        take_off(s, unit)
    yield from place_each(s, s.tf)


ABOARD = Line(
    "Aboard {ship:unit}. {swarm:Its ship gets {gives:gain}|Fires {swarm} die in battle and can take a hit for a ship|"
    "Fires {swarm} dice in battle and can take a hit for a ship}."
)


def ship_of(s: Squadron, unit: int) -> int:
    """19.2 The ship that carries a Pod or a marker."""
    return next(ship for ship, held in enumerate(s.cargo) if unit in held)


def can_shift_pods(s: Squadron) -> bool:
    """19.3 Whether something is carried in the Task Force that another of its ships could carry."""
    holds, cargo = s.box.holds, s.cargo
    aboard = [cargo[ship] for ship in s.tf if holds[ship]]
    return len(aboard) > 1 and any(aboard)


def take_off(s: Squadron, unit: int) -> None:
    """A Pod leaves its ship for a moment: shifted, launched, or landed on the planet."""
    s.home[unit] = s.unload(unit)
    s.loose = (*s.loose, unit)


ABANDON = Topic("abandon", "19.5.2", "The Pod is lost, and the others come aboard.", "unit")
RECOVER = Topic(
    "recover",
    "19.5.2",
    "The Pods return to the ships that carried them, or you name a ship for each of them.",
    window="recover",
)


NOT_OUT = Refusal("{it} is not waiting to come aboard.")


def bring_aboard(s: Squadron, ships: Sequence[int]) -> Steps:
    """19.5.2 Recovery. What is off the ships (19.6) goes back to any of these; what has no room is lost, as the player selects."""
    room = sum(s.room(ship) for ship in ships)
    while len(s.loose) > room:
        lost = yield pick(
            PLAYER,
            ABANDON,
            "There is no room for every Pod. Which do you give up?",
            Listed(s.loose, lambda it: NOT_OUT),
            label="Give up {it}",
            says=lambda it: pod_says(s, it),
        )
        s.loose = tuple(unit for unit in s.loose if unit != lost)
        yield say("{unit} is lost.", unit=lost)
    yield from recover(s, ships)
    yield from place_each(s, ships)


def recover(s: Squadron, ships: Sequence[int]) -> Steps:
    """19.5.2 Recovery. Pods remember the ships that carried them, and go back there unless the player says otherwise.

    A player for whom they always go back is asked again when one of those ships is Disrupted or lost.
    """
    back = [unit for unit in s.loose if s.home[unit] in ships]
    if not back or sum(s.room(ship) > 0 for ship in ships) < 2:
        return  # no ship to remember, or no other to choose
    is_as_before = len(back) == len(s.loose) and not any(s.is_flipped[s.home[unit]] for unit in back)
    way = KEEP_BACK
    if not (s.keeps_pods and is_as_before):
        prompt, options = "How do the Pods come aboard?", [KEEP_BACK, BACK, OTHERWISE]
        way = yield pick(PLAYER, RECOVER, prompt, options, decline=BACK, likely=KEEP_BACK)
    s.keeps_pods = way == KEEP_BACK
    if way != OTHERWISE:
        for unit in back:
            s.load(unit, s.home[unit])
        s.loose = tuple(unit for unit in s.loose if unit not in back)


def place_each(s: Squadron, ships: Sequence[int]) -> Steps:
    """19.2 Transport. What is off the ships is placed one by one."""
    for unit in s.loose:
        yield from stow(s, unit, ships)
        s.loose = s.loose[1:]
    s.home = {}
