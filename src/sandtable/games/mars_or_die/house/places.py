"""The worth of a place to a unit.

Distances are taken from middle to middle and sight is not looked at, so that hundreds of places can be compared quickly.
"""

from __future__ import annotations

from math import hypot

from ..rules.geometry.formation import COLUMN, SQUARE, Pose
from ..rules.geometry.trig import COS, ONE, SIN
from .tactics import EVERYWHERE, SHOT, TOUCH, Eye


def outlook(eye: Eye, pose: Pose, can_fire: bool = True) -> float:  # noqa: C901  (the hot loop of the House)
    """The value of a place to a unit: what it could shoot from there, what it fears there, where it leads."""
    px, py, shape = pose.x, pose.y, pose.shape
    around = eye.around
    if (px - eye.x) ** 2 + (py - eye.y) ** 2 > around * around:
        return outlook(_everywhere(eye), pose, can_fire)
    kind = eye.kind
    reach = kind.range if can_fire and kind.range >= SHOT else 0  # spears are for melee
    firing = 1 if shape == COLUMN else pose.mask.bit_count()
    if reach and eye.hills and _is_in(eye.hills, px, py):
        reach += 2000
    cover = 1 if eye.covers and _is_in(eye.covers, px, py) else 0
    all_round = kind.stands == 1 or shape == SQUARE
    exposed = 0.7 if shape == COLUMN else 1.0
    c, n = COS[pose.facing], SIN[pose.facing]
    best = threat = 0.0
    nearest, at = 1e9, (px, py, 0.0)
    for x, y, busy in eye.others:
        dx, dy = x - px, y - py
        far = hypot(dx, dy) - TOUCH
        if far + busy < nearest:
            nearest, at = far + busy, (dx, dy, far)
    for x, y, fc, fn, busy, hit, worth, is_champion, bears, range, shots, charge, risks in eye.dangers:
        dx, dy = x - px, y - py
        far = hypot(dx, dy) - TOUCH
        if far + busy < nearest:
            nearest, at = far + busy, (dx, dy, far)
        if far <= reach and hit and (all_round or abs(dy * c - dx * n) <= dx * c + dy * n):
            hits = firing * hit * worth
            if hits > best and (is_champion or not is_barred(eye, px, py, dx, dy)):
                best = hits
        if far <= range:
            bears = bears or abs(dy * fc - dx * fn) <= -dx * fc - dy * fn
            threat += shots[cover] * exposed * (1.0 if bears else 0.4)
        elif far <= charge:
            threat += risks[cover]
    value = 0.8 * best - eye.caution * threat * eye.worth + eye.shelter * cover
    if not all_round and eye.foes:  # a unit that cannot turn freely had better face the enemy
        dx, dy, far = at
        value -= 0.25 * (1.0 - (dx * c + dy * n) / (far + TOUCH + 1) / ONE)
    if not best and eye.foes:  # with nobody to shoot at it is drawn to the enemy
        wanted = 0.8 * reach if reach >= 8000 else 0
        value -= eye.drive * max(0.0, nearest - wanted) / 1000
        if shape == COLUMN and nearest - wanted > 8000:
            value += 0.3
    for x, y, want in eye.goals:
        far = hypot(x - px, y - py) - 2000
        if far > 0:
            value -= want * far / 1000
    return value


def _everywhere(eye: Eye) -> Eye:
    """The same unit, looking at the whole table."""
    if eye.everywhere is None:
        eye.everywhere = Eye(eye.s, eye.unit, EVERYWHERE)
    return eye.everywhere


def _is_in(areas: list[tuple[int, int, int, int]], x: int, y: int) -> bool:
    return any(west <= x <= east and south <= y <= north for west, south, east, north in areas)


def is_barred(eye: Eye, px: int, py: int, dx: int, dy: int) -> bool:
    """Whether a friend stands between a place and an enemy, roughly."""
    length2 = dx * dx + dy * dy
    for x, y, wide in eye.barring():
        ax, ay = x - px, y - py
        along = ax * dx + ay * dy
        if 0 < along < length2 and (dx * ay - dy * ax) ** 2 < wide * wide * length2:
            return True
    return False
