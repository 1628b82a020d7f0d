"""G1 to G8: what the cards of the murks do."""

from __future__ import annotations

from sandtable.engine import Steps, Word

from ..rules import action_table as a
from ..rules.action_table import Action
from ..rules.movement import charge_distance
from ..rules.reach import can_charge
from ..rules.sight import can_fire
from ..state import IN_PLAY, NOBODY, Battle, is_within, kind_of, on_table, side_of
from .shared import could_move, must_stay

FRENZY, ROAR, STEP = 2000, 6000, 1000
#: How far away all enemies are when a unit goes into an ambush.
UNSEEN = 12_000


# G1 War Frenzy


def can_charge_further(s: Battle, action: Action) -> bool:
    """G1 Whether 2 inches more bring an enemy within reach."""
    u = action.unit
    if must_stay(s, u) or not kind_of(s, u).charge or s.disordered[u]:
        return False
    return can_charge(s, u, charge_distance(s, action) + FRENZY)


def charge_further(s: Battle, action: Action) -> None:
    action.frenzy = FRENZY


def is_charge(word: Word) -> bool:
    """G1 A frenzied unit only charges."""
    return word == a.CHARGE


# G3 Arrow Storm


def can_storm(s: Battle, action: Action) -> bool:
    return kind_of(s, action.unit).is_archer and can_fire(s, action.unit)


def two_for_each(platoons: int) -> int:
    return 2 * platoons


# G4 Thick Hide


def three_more() -> int:
    return 3


# G5 Dust Devils


def is_clear_air(s: Battle, side: int) -> bool:
    return not s.dust


def raise_dust(s: Battle, side: int) -> Steps[None]:
    """G5 Dust Devils. Nobody shoots further than 8 inches this turn."""
    s.dust = True
    yield from ()


# G6 Champion's Roar


def is_near_champion(s: Battle, action: Action) -> bool:
    """G6 Whether another unit of the same side within 6 inches is a murkleeg."""
    u = action.unit
    return any(
        v != u and kind_of(s, v).is_champion and is_within(s, u, v, ROAR) for v in s.live[side_of(s, u)]
    )


def can_follow_champion(s: Battle, action: Action) -> bool:
    return is_near_champion(s, action) and could_move(s, action)


def roar(s: Battle, action: Action) -> None:
    """G6 A unit need not scatter, or moves 1 inch more."""
    if s.fears[action.unit] != NOBODY:
        s.fears[action.unit] = NOBODY
        action.card = ""  # it was played against the order to scatter, not on what the unit now does
    else:
        action.further = STEP


# G7 Ambush


def can_ambush(s: Battle, action: Action) -> bool:
    """G7 Infantry with no enemy within 12 inches."""
    u = action.unit
    enemies = (v for v in s.live[1 - side_of(s, u)] if on_table(s, v))
    return (
        kind_of(s, u).is_infantry
        and all(not is_within(s, u, v, UNSEEN) for v in enemies)
        and could_move(s, action)
    )


def is_straight(word: Word) -> bool:
    """G7 A full move, which comes twice, or a charge."""
    return word in (a.MOVE, a.CHARGE)


def is_still_there(s: Battle, action: Action) -> bool:
    """G7 A unit that left the table with its first move makes no second one."""
    return s.fates[action.unit] == IN_PLAY


# G8 Drums of the Deep


def are_drums_silent(s: Battle, side: int) -> bool:
    return not s.drums[side]


def beat_drums(s: Battle, side: int) -> Steps[None]:
    """G8 Drums of the Deep. 2 more on the next initiative roll."""
    s.drums[side] = 2
    yield from ()
