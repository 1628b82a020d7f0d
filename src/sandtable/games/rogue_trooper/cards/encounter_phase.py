"""RT 9, B8 Rogue cards of the Encounter phase: when each can be played, and what it does."""

from __future__ import annotations

from ..state import NuEarth


def draws_encounters(s: NuEarth) -> bool:
    """9.4, 4.6.2 Reinforcements: a Battlefield Encounter in a sector with a rating, and no GI Encounter."""
    return has_battlefield_encounter(s) and s.box.rating[s.sector[s.mover]] > 0


def has_battlefield_encounter(s: NuEarth) -> bool:
    """4.1 The GI has entered a sector without another GI."""
    return s.has_entered and not s.is_prisoner(s.mover) and not s.others_here(s.mover)


def faces_cards(s: NuEarth) -> bool:
    """The GI will draw cards, or unbeaten ones wait for him."""
    if s.is_prisoner(s.mover) or (s.has_entered and s.others_here(s.mover)):
        return False
    here = s.sector[s.mover]
    return (s.has_entered and s.box.rating[here] > 0) or here in s.board.values()


def may_fire(s: NuEarth) -> bool:
    """Weapons can be used, and there may be somebody to use them on."""
    return s.sector[s.mover] < s.box.earth and (
        faces_cards(s) or bool(s.has_entered and s.others_here(s.mover)) or s.traitor == s.sector[s.mover]
    )


def has_chips(s: NuEarth) -> bool:
    return any(s.slots[3 * s.mover : 3 * s.mover + 3]) and not s.is_prisoner(s.mover)


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
