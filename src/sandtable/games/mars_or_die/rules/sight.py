"""MD 6 Who can be shot at: range, arc and line of sight, from stand to stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..printed.box import STANDS, Ground, is_in
from ..state import Battle, is_locked, on_table
from .action_table import Action
from .geometry.formation import COLUMN, SQUARE, Stand, bodies, radius, stands
from .geometry.polygon import Point, distance, is_crossed
from .geometry.trig import COS, ONE, SIN, bearing, in_arc, turn
from .ground import is_in_feature, is_on_hill

#: The centres of two stands of the usual size are further apart than their nearest points, by NEAR to FAR.
NEAR, FAR = 1500, 2122
DUST = 8000


def firing_stands(s: Battle, u: int) -> list[Stand]:
    """R-MD-18 In line and square every stand fires, in column only the first one."""
    able = list(stands(s.poses[u]))
    return able[:1] if s.poses[u].shape == COLUMN else able


def fires_all_round(s: Battle, u: int) -> bool:
    """MD 1.4, R-MD-18, R-MD-9 Squares and guards face all directions; single stands turn freely before they fire."""
    kind = s.box.units[u].kind
    if kind.is_artillery or kind.is_flyer:
        return False
    return s.guarding[u] or s.poses[u].shape == SQUARE or kind.stands == 1


def bears_on(s: Battle, u: int, stand: Stand, target: Point, began: int | None = None) -> bool:
    """MD 6.6 Whether a target lies in the arc. An unlimbered gun may turn up to 45 degrees first (R-MD-9).

    The turn counts from where it faced when it `began` to fire (R-MD-37); by default, from where it faces now.
    """
    dx, dy = target[0] - stand.centre[0], target[1] - stand.centre[1]
    if fires_all_round(s, u):
        return True
    facing = s.poses[u].facing
    if s.box.units[u].kind.is_artillery:
        return abs(turn(facing if began is None else began, bearing(dx, dy))) <= 90
    return in_arc(facing, dx, dy)


def range_to(s: Battle, u: int, stand: Stand, target: Stand, further: int = 0) -> int:
    """MD 6.4, R-MD-19 The range against a target: 2 inches more from a hill, 2 less up to one; dust limits it (G5)."""
    kind = s.box.units[u].kind
    reach = kind.range + further
    if s.box.hills and not kind.is_flyer:
        above, below = is_on_hill(s, stand.centre), is_on_hill(s, target.centre)
        reach += 2000 * (above - below)
    return min(reach, DUST) if s.dust else reach


def is_in_range(stand: Stand, target: Stand, reach: int) -> bool:
    """R-MD-2 Between the nearest points of two stands; only close cases are measured exactly."""
    (ax, ay), (bx, by) = stand.centre, target.centre
    square = (ax - bx) ** 2 + (ay - by) ** 2
    if square > (reach + FAR) ** 2:
        return False
    is_usual = _is_usual(stand) and _is_usual(target)
    if is_usual and square <= (reach + NEAR) ** 2:
        return True
    return distance(stand.corners, target.corners) <= reach


def _is_usual(stand: Stand) -> bool:
    (ax, ay), (bx, by) = stand.corners[0], stand.corners[1]
    return (ax - bx) ** 2 + (ay - by) ** 2 > 2_000_000


def sees(s: Battle, u: int, stand: Stand, v: int, target: Stand) -> bool:
    """R-MD-17 The line between the centres crosses no other stand and no ruin or village it is not in."""
    return barrier(s, u, stand, v, target) is None


def barrier(s: Battle, u: int, stand: Stand, v: int, target: Stand) -> Ground | int | None:
    """R-MD-17 The feature or the unit that bars the line of sight from a stand to another."""
    box = s.box
    shooter, aimed = box.units[u].kind, box.units[v].kind
    if shooter.is_flyer:
        return None
    a, b = stand.centre, target.centre
    for screen in box.screens:
        if not is_in(screen.area, a) and not is_in(screen.area, b) and is_crossed(screen.body.corners, a, b):
            return screen
    if aimed.is_champion or shooter.shoots_over:
        return None
    if shooter.is_scout and is_in_feature(s, a):
        return None
    is_high = bool(box.hills) and (is_on_hill(s, a) or is_on_hill(s, b))
    for w in _in_between(s, u, a, b):
        if _blocks(s, w, v, a, b, is_high):
            return w
    return None


def _blocks(s: Battle, w: int, v: int, a: Point, b: Point, is_high: bool) -> bool:
    """Whether a unit bars the line from a to b, which ends at a stand of v. Over a hill only stands on it do."""
    if w != v and not is_high:  # the seam between two stands is no gap
        return any(is_crossed(body.corners, a, b) for body in bodies(s.poses[w]))
    return any(
        other.centre != b and is_crossed(other.corners, a, b) and (not is_high or is_on_hill(s, other.centre))
        for other in stands(s.poses[w])
    )


def _in_between(s: Battle, u: int, a: Point, b: Point) -> Iterator[int]:
    """Units near the line from a to b, other than the one that shoots."""
    (ax, ay), (bx, by) = a, b
    ex, ey = bx - ax, by - ay
    length2 = ex * ex + ey * ey
    poses = s.poses
    for side in s.live:
        for w in side:
            pose = poses[w]
            px, py, around = pose.x - ax, pose.y - ay, radius(pose)
            across, slack = ex * py - ey * px, around * around
            if across * across > slack * length2 or w == u:
                continue
            along = px * ex + py * ey
            if along < 0 and px * px + py * py > slack:
                continue
            if along > length2 and (px - ex) ** 2 + (py - ey) ** 2 > slack:
                continue
            if on_table(s, w):
                yield w


def enemies_in_range(s: Battle, u: int, further: int = 0) -> list[int]:
    """Enemy units that could be in range of some stand of a unit, and may be shot at."""
    box = s.box
    pose = s.poses[u]
    reach = box.units[u].kind.range + further + 2000
    found = []
    for v in s.live[1 - box.units[u].side]:
        other = s.poses[v]
        far = reach + radius(pose) + radius(other)
        if (pose.x - other.x) ** 2 + (pose.y - other.y) ** 2 <= far * far:
            if on_table(s, v) and not is_locked(s, v):
                found.append(v)
    return found


def targets(s: Battle, u: int, stand: Stand, enemies: list[int], further: int = 0) -> Iterator[int]:
    """MD 6.1 The stands a stand can shoot at, by number: in range, in arc, in sight, and on the table."""
    box, poses = s.box, s.poses
    table, kind = box.table, box.units[u].kind
    turns = kind.is_artillery or fires_all_round(s, u)
    c, n = COS[poses[u].facing], SIN[poses[u].facing]
    x, y = stand.centre
    most = kind.range + further + 2000 + FAR
    for v in enemies:
        pose = poses[v]
        # Most units are clearly out of range or out of the arc as a whole.
        dx, dy, around = pose.x - x, pose.y - y, radius(pose)
        if dx * dx + dy * dy > (most + around) ** 2:
            continue
        if not turns and abs(dy * c - dx * n) - dx * c - dy * n > 2 * around * ONE:
            continue
        for target in stands(pose):
            if (
                is_in(table, target.centre)
                and bears_on(s, u, stand, target.centre)
                and is_in_range(stand, target, range_to(s, u, stand, target, further))
                and sees(s, u, stand, v, target)
            ):
                yield v * STANDS + target.slot


def can_fire(s: Battle, u: int, further: int = 0) -> bool:
    """MD 4 A10 Whether a unit may fire and has somebody to fire at."""
    return next(under_fire(s, u, further), None) is not None


def under_fire(s: Battle, u: int, further: int = 0) -> Iterator[int]:
    """MD 4 A10 The enemy units that a unit can fire at, each with at least one of its stands at one of theirs."""
    kind = s.box.units[u].kind
    if not kind.attack or s.disordered[u] or s.limbered[u]:
        return
    enemies = enemies_in_range(s, u, further)
    if not enemies:
        return
    firing = firing_stands(s, u)
    for v in enemies:
        if any(True for stand in firing for _ in targets(s, u, stand, [v], further)):
            yield v


def in_sight_of(s: Battle, action: Action, firing: Sequence[Stand]) -> list[int]:
    """MD 6.1 The enemy units that any of these stands can fire at."""
    u, further = action.unit, action.range
    return [
        v
        for v in enemies_in_range(s, u, further)
        if any(True for stand in firing for _ in targets(s, u, stand, [v], further))
    ]
