"""19.0 Pods: placing, shifting and bringing them back aboard."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Steps, Word, pick, pick_each, say

from ..state import PLAYER
from .state import Squadron

KEEP = Word("keep", "Leave the Pods where they are")
BACK = Word("back", "Back to the ships they came from")
OTHERWISE = Word("otherwise", "Place each anew")


def stow(s: Squadron, unit: int, ships: Sequence[int]) -> Steps:
    """19.2 Transport. A Pod is placed with a ship that has room, which the player selects (18.2)."""
    able = [ship for ship in ships if s.room(ship) > 0]
    ship = yield pick(PLAYER, "Which ship carries {unit}?", able, "unit", "stow", "Stow with {it}", unit=unit)
    s.load(unit, ship)
    yield say("{unit} is carried by {ship:unit}.", unit=unit, ship=ship)


def shift_pods(s: Squadron) -> Steps:
    """19.3 Shifting Pods. Pods and markers (R-SP-34) may change ships in the Task Force: taken off, then placed one by one."""
    if len(s.tf) < 2:
        return
    held = [unit for ship in s.tf for unit in s.cargo[ship]]
    taken = yield from pick_each(
        PLAYER, "Shift which Pods?", held, of="unit", topic="shift", done=KEEP, label="Shift {it}"
    )
    for unit in taken:
        take_off(s, unit)
    yield from place_each(s, s.tf)


def take_off(s: Squadron, unit: int) -> None:
    """A Pod leaves its ship for a moment: shifted, launched, or landed on the planet."""
    s.home[unit] = s.unload(unit)
    s.loose = (*s.loose, unit)


def bring_aboard(s: Squadron, ships: Sequence[int]) -> Steps:
    """19.5.2 Recovery. What is off the ships (19.6) goes back to any of these; what has no room is lost, as the player selects."""
    room = sum(s.room(ship) for ship in ships)
    while len(s.loose) > room:
        lost = yield pick(
            PLAYER, "No room for every Pod: which is lost?", list(s.loose), "unit", "abandon", "{it}"
        )
        s.loose = tuple(unit for unit in s.loose if unit != lost)
        yield say("{unit} is lost.", unit=lost)
    if len(s.loose) > 1 and len(ships) > 1 and all(s.home[unit] in ships for unit in s.loose):
        way = yield pick(PLAYER, "How do the Pods come aboard?", [BACK, OTHERWISE], topic="recover")
        if way == BACK:
            for unit in s.loose:
                s.load(unit, s.home[unit])
            s.loose = ()
    yield from place_each(s, ships)


def place_each(s: Squadron, ships: Sequence[int]) -> Steps:
    """19.2 Transport. What is off the ships is placed one by one."""
    for unit in s.loose:
        yield from stow(s, unit, ships)
        s.loose = s.loose[1:]
    s.home = {}
