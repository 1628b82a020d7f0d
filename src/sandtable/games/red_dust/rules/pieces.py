"""4.5 The pieces of a space that somebody may choose or remove."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.engine import Choice, Refusal

from ..printed.pieces import HIDDEN_REBELS, IS_BASE, KINDS, SPECOPS
from ..state import Mars

NOT_THERE = Refusal("There is no {it} in {space}.")
STAYS_HIDDEN = Refusal("{it}: what is Hidden cannot be taken here.")
OTHER_SIDE = Refusal("{it} belongs to a side that loses nothing here.")
GUARDED = Refusal("{it} is protected by units beside it: Bases go last.")

#: Pieces that can lie Hidden, on that side.
STEALTHY = (*HIDDEN_REBELS, SPECOPS)


def present(s: Mars, space: int, kinds: tuple[int, ...], *_: object) -> list[int]:
    """Of these kinds, those that are in a space."""
    start, pieces = space * KINDS, s.pieces
    return [kind for kind in kinds if pieces[start + kind]]


def piece_refusal(s: Mars, space: int, kinds: tuple[int, ...], kind: int) -> Refusal | None:
    """A piece of these kinds in a space."""
    if not s.at(space, kind):
        return NOT_THERE.of(space=space)
    if kind not in kinds:
        return STAYS_HIDDEN if kind in STEALTHY else OTHER_SIDE
    return None


def removal_refusal(
    s: Mars, space: int, kinds: tuple[int, ...], protectors: Mapping[int, tuple[int, ...]], kind: int
) -> Refusal | None:
    """4.5 A piece of these kinds in a space. Bases last: no Base that units beside it protect."""
    if reason := piece_refusal(s, space, kinds, kind):
        return reason
    return GUARDED if IS_BASE[kind] and s.has(space, protectors[kind]) else None


PIECES = Choice(present, piece_refusal)
REMOVABLE = Choice(present, removal_refusal)
