"""Why a unit cannot be picked: what many questions have in common."""

from __future__ import annotations

from sandtable.engine import Refusal

from ...state import Battle

NOT_YOURS = Refusal("{it} is the enemy's.")
HAS_ACTED = Refusal("{it} has acted this turn.")
LOCKED = Refusal("{it} is locked in melee with {other:unit}.")
MUST_SCATTER = Refusal("{it} must scatter from {flyer:unit} first.")
HAS_DUG_IN = Refusal("{it} has dug in this turn.")


def locked_refusal(s: Battle, u: int) -> Refusal | None:
    """MD 7.3 Why a locked unit does nothing else."""
    for v, w in s.locks:
        if u in (v, w):
            return LOCKED.of(other=v if u == w else w)
    return None
