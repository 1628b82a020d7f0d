"""RT 9, B8 Rogue cards of the Encounter phase: when each can be played, and what it does."""

from __future__ import annotations

from sandtable.engine import Refusal

from ..rules.choices import others_here
from ..state import NuEarth

PRISONER = Refusal("A prisoner meets nobody.")
HAS_NOT_MOVED = Refusal("{mover:seat} has not entered a sector in this turn.")
MEETS_GI = Refusal("{mover:seat} meets another GI, and no cards are drawn.")
NO_RATING = Refusal("No Encounter cards are drawn in a sector of rating 0.")
NOTHING_WAITS = Refusal("Nothing waits for {mover:seat} here.")
NO_WEAPONS = Refusal("There are no weapons on Milli-com.")
NOBODY_TO_FIRE_AT = Refusal("There is nobody to fire at here.")
NO_CHIPS = Refusal("{mover:seat} has no bio-chip.")


def draws_none(s: NuEarth) -> Refusal | None:
    """9.4, 4.6.2 Reinforcements: a Battlefield Encounter in a sector with a rating, and no GI Encounter."""
    mover = s.mover
    if s.is_prisoner(mover):
        return PRISONER
    if not s.has_entered:
        return HAS_NOT_MOVED.of(mover=mover)
    if others_here(s, mover):
        return MEETS_GI.of(mover=mover)
    return None if s.box.rating[s.sector[mover]] > 0 else NO_RATING


def faces_none(s: NuEarth) -> Refusal | None:
    """The GI will draw cards, or unbeaten ones wait for him."""
    mover = s.mover
    if s.is_prisoner(mover):
        return PRISONER
    if s.has_entered and others_here(s, mover):
        return MEETS_GI.of(mover=mover)
    here = s.sector[mover]
    if (s.has_entered and s.box.rating[here] > 0) or here in s.board.values():
        return None
    return NOTHING_WAITS.of(mover=mover)


def fires_at_none(s: NuEarth) -> Refusal | None:
    """Weapons can be used, and there may be somebody to use them on."""
    mover = s.mover
    if s.sector[mover] >= s.box.earth:
        return NO_WEAPONS
    if faces_none(s) is None or (s.has_entered and others_here(s, mover)) or s.traitor == s.sector[mover]:
        return None
    return NOBODY_TO_FIRE_AT


def no_chips_there(s: NuEarth) -> Refusal | None:
    if s.is_prisoner(s.mover):
        return PRISONER
    return None if any(s.slots[3 * s.mover : 3 * s.mover + 3]) else NO_CHIPS.of(mover=s.mover)


def reinforce(s: NuEarth, number: int) -> None:
    s.extra_cards = number


def no_evading(s: NuEarth, number: int) -> None:
    s.no_evading = True


def no_chips(s: NuEarth, number: int) -> None:
    s.no_chips = True


def discard_top(s: NuEarth, number: int) -> None:
    s.discard_top = True


def first_salvo(s: NuEarth, number: int) -> None:
    s.first_salvo = number
