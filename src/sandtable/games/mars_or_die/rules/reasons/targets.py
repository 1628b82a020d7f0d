"""Why an enemy cannot be fired at or charged.

Who is in sight or can be reached decides (`Listed`); these measure again to find the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Refusal, Word

from ...printed.box import is_in
from ...state import Battle, gap, is_locked, kind_of, on_table, side_of
from ..action_table import Action
from ..geometry.formation import Stand, closed_up, stands
from ..geometry.polygon import distance
from ..geometry.trig import bearing, turn
from ..movement import charge_distance
from ..reach import charge_contact, charges, is_on_table, obstacles, turns_freely
from ..sight import barrier, bears_on, is_in_range, range_to

IS_YOURS = Refusal("{it} is your own.")
NOBODY_FIRES_AT_FLYERS = Refusal("{it} flies: it cannot be fired at or charged.")
IN_MELEE = Refusal("{it} is locked in melee, and cannot be fired at.")
NOT_HERE_YET = Refusal("{it} has not come onto the table yet.")
OUT_OF_RANGE = Refusal("{it} is {far:distance} beyond the range of {range:distance}.")
OUT_OF_ARC = Refusal("{it} is not in the arc of fire of {unit}, {arc:number}° to each side.")
BEHIND_GROUND = Refusal("{it} is behind the {ground}.")
BEHIND_UNIT = Refusal("{other:unit} stands in the line of fire to {it}.")


def tenths(length: int) -> int:
    """A distance that something is too far away, rounded up to a tenth of an inch."""
    return -(-max(length, 1) // 100) * 100


def target_refusal(s: Battle, action: Action, firing: Sequence[Stand], v: int) -> Refusal | None:
    """MD 6.1, R-MD-17 Why none of these stands can fire at a unit: range, arc, then line of sight."""
    u = action.unit
    if side_of(s, v) == action.seat:
        return IS_YOURS
    if kind_of(s, v).is_flyer:
        return NOBODY_FIRES_AT_FLYERS
    if is_locked(s, v):
        return IN_MELEE
    table = s.box.table
    aims = [(stand, aim) for stand in firing for aim in stands(s.poses[v]) if is_in(table, aim.centre)]
    if not aims or not on_table(s, v):
        return NOT_HERE_YET
    near = [it for it in aims if is_in_range(*it, range_to(s, u, *it, action.range))]
    if not near:
        short = {
            distance(stand.corners, aim.corners) - reach: reach
            for stand, aim in aims
            for reach in [range_to(s, u, stand, aim, action.range)]
        }
        return OUT_OF_RANGE.of(far=tenths(min(short)), range=short[min(short)])
    borne = [(stand, aim) for stand, aim in near if bears_on(s, u, stand, aim.centre)]
    if not borne:
        return OUT_OF_ARC.of(unit=u, arc=90 if kind_of(s, u).is_artillery else 45)
    bars = [barrier(s, u, stand, v, aim) for stand, aim in borne]
    if None in bars:
        return None
    bar = bars[0]
    if isinstance(bar, int):
        return BEHIND_UNIT.of(other=bar)
    assert bar is not None
    return BEHIND_GROUND.of(ground=Word(bar.id, bar.kind.label))


NEVER_CHARGES = Refusal("{unit} never charges.")
OUT_OF_CHARGE = Refusal("{it} is {far:distance} beyond the charge of {charge:distance}.")
NOT_AHEAD = Refusal("{it} is more than 45° from where {unit} faces.")
OTHER_FOE_FIRST = Refusal("{other:unit} is in the way of a charge at {it}.")
NO_CLEAR_WAY = Refusal("The ground or another unit bars the way of a charge at {it}.")


def charge_refusal(s: Battle, action: Action, v: int) -> Refusal | None:
    """MD 4 A3, R-MD-25 Why a unit cannot charge another, if it may charge at all."""
    u, most = action.unit, charge_distance(s, action)
    if side_of(s, v) == action.seat:
        return IS_YOURS
    if kind_of(s, v).is_flyer:
        return NOBODY_FIRES_AT_FLYERS
    if not kind_of(s, u).charge:
        return NEVER_CHARGES.of(unit=u)
    if not is_on_table(s, v):
        return NOT_HERE_YET
    apart = gap(s, u, v)
    if apart > most:
        return OUT_OF_CHARGE.of(far=tenths(apart - most), charge=most)
    if v in charges(s, u, most):
        return None
    pose = closed_up(s.poses[u])
    aim = bearing(s.poses[v].x - pose.x, s.poses[v].y - pose.y)
    if not turns_freely(s, u) and abs(turn(pose.facing, aim)) > 45:
        return NOT_AHEAD.of(unit=u)
    met = charge_contact(pose, aim % 360, most, obstacles(s, u, pose, most))
    return NO_CLEAR_WAY if met is None or met[0] == v else OTHER_FOE_FIRST.of(other=met[0])
