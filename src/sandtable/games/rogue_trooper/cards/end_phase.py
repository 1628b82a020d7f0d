"""RT 9, B8 Rogue cards of the End phase: when each can be played, and what it does."""

from __future__ import annotations

from sandtable.engine import Refusal, Steps, say

from ..state import NOBODY, NuEarth

NOTHING_DECLARED = Refusal("{mover:seat} has declared no Mission.")
NO_FIGHT = Refusal("{mover:seat} does not fight the Traitor in this turn.")


def has_not_declared(s: NuEarth) -> Refusal | None:
    return None if s.declared != NOBODY else NOTHING_DECLARED.of(mover=s.mover)


def does_not_confront(s: NuEarth) -> Refusal | None:
    return None if s.confronts else NO_FIGHT.of(mover=s.mover)


def dice_at_traitor(s: NuEarth, number: int) -> None:
    s.dice_at_traitor = number


def traitor_dice(s: NuEarth, seat: int, number: int) -> Steps:
    """13.2 The Traitor has more dice in this confrontation."""
    s.traitor_dice = number
    yield say("The Traitor will roll {n:{n} more die|{n} more dice}.", n=number)


def delay(s: NuEarth, seat: int, card: int) -> Steps:
    """9 False Lead. The Mission is kept, and its deed counts in the next turn too."""
    s.delayed[seat] = True
    yield say("{card} is not completed in this turn.", card=card)


def foil(s: NuEarth, seat: int, card: int) -> Steps:
    """9 Dead Contact. The Mission is lost."""
    s.discard(card)
    yield say("{card} has failed.", card=card)


def extra_clues(s: NuEarth) -> int:
    """9 Double Agent. A Mission that is completed earns more Clue cards."""
    return s.box.rogue(s.force).number
