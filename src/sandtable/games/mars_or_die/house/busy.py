"""Which units have something to do at once: somebody to shoot at or to charge, or a flight worth making."""

from __future__ import annotations

from typing import Any

from ..printed.box import box_of
from ..rules.actions import closed
from ..rules.reach import allowance, can_charge
from ..rules.sight import can_fire
from ..state import NOBODY, Battle, is_within, kind_of, on_table, side_of

#: The position that was asked about last, and what was found in it. The same units are asked about again and again before one acts.
_last: tuple[list[Any], dict[int, bool]] = ([], {})


def is_busy(s: Battle, u: int) -> bool:
    """Whether a unit has somebody to shoot at or to charge now."""
    global _last
    now: list[Any] = [
        s.poses,
        s.locks,
        s.limbered,
        s.disordered,
        s.generals,
        s.general_helped,
        s.fears,
        s.lore,
        s.guarding,
    ]
    facts: list[Any] = [s.fates, s.dust, s.turn, s.box]
    before, found = _last
    if not before or before[-1] is not s.box or before != now + facts:
        found = {}
        _last = [part[:] for part in now] + [s.fates[:], s.dust, s.turn, s.box], found
    busy = found.get(u)
    if busy is None:
        busy = found[u] = _is_busy(s, u)
    return busy


def _is_busy(s: Battle, u: int) -> bool:
    if s.fears[u] != NOBODY:
        return False
    kind = kind_of(s, u)
    if kind.is_flyer:
        return wants_to_fly(s, u)
    s = closed(s, u)
    if can_fire(s, u):
        return True
    return (
        kind.charge > 0
        and not s.disordered[u]
        and s.poses[u].shape < 2
        and can_charge(s, u, allowance(s, u, charge=True))
    )


def wants_to_fly(s: Battle, u: int) -> bool:
    """A flyer comes at a decisive time: when the armies are near each other, or time runs out."""
    side = side_of(s, u)
    if s.turn * 2 >= box_of(s).field.turns:
        return True
    near = sum(
        any(is_within(s, v, w, 14_000) for w in s.live[1 - side] if on_table(s, w))
        for v in s.live[side]
        if on_table(s, v)
    )
    return near >= 2
