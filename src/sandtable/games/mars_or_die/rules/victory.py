"""R-MD-5 Victory: what each side must do, checked when a turn ends."""

from __future__ import annotations

import msgspec

from sandtable.engine import Outcome

from ..printed.box import Box, is_in, thousandths
from ..printed.files import Win
from ..state import DESTROYED, IN_PLAY, LEFT, Battle, on_table, strength
from .geometry.formation import WIDEST, Pose, radius, stands
from .geometry.polygon import Point, apart, distance_to

WHY = {
    "break": "Victory for {who:seat}: the enemy is broken.",
    "champion": "Victory for {who:seat}: the enemy's champion has fallen.",
    "left": "Victory for {who:seat}: enough units have left the table.",
    "destroyed": "Victory for {who:seat}: enough units are destroyed.",
    "hold": "Victory for {who:seat}: the ground is held at the end.",
    "otherwise": "Victory for {who:seat}: the enemy has run out of time.",
}


def verdict(s: Battle) -> Outcome | None:
    """R-MD-5 Losses and departures end the game at once, in a draw if both sides win; the rest counts at the end."""
    box = s.box
    met = [_met(s, side, ("break", "champion", "left", "destroyed")) for side in (0, 1)]
    if any(met):
        return _decided(met)
    if s.turn < box.field.turns:
        return None
    if box.field.points is not None:
        return by_points(s)
    met = [_met(s, side, ("hold",)) for side in (0, 1)]
    if not any(met):
        met = [_met(s, side, ("otherwise",)) for side in (0, 1)]
    return _decided(met)


def _met(s: Battle, side: int, kinds: tuple[str, ...]) -> str:
    """The first condition of these kinds that a side meets; "" for none."""
    return next((win.when for win in s.box.wins[side] if win.when in kinds and is_met(s, side, win)), "")


def _decided(met: list[str]) -> Outcome:
    if bool(met[0]) == bool(met[1]):
        return Outcome.won_by([], 2, "Nobody wins.")
    side = 0 if met[0] else 1
    return Outcome.won_by([side], 2, WHY[met[side]], who=side)


def is_met(s: Battle, side: int, win: Win) -> bool:
    """Whether a side meets one of its conditions."""
    box = s.box
    if win.when == "break":
        return strength(s, 1 - side) * 100 < win.under * box.strength[1 - side]
    if win.when == "champion":
        return _champions(s, box, side) > 0 and _champions(s, box, 1 - side) == 0
    now = progress(s, side, win)
    return now.has > now.against if win.when == "hold" else now.has >= now.against


class Progress(msgspec.Struct, frozen=True):
    """How near a side is to one of its conditions: what it has, and what that is measured against."""

    has: int  #: What the side has: stands that hold the place, or units that are gone.
    #: What that is measured against: the enemy's stands there, or the number of units that must be gone.
    against: int


def progress(s: Battle, side: int, win: Win) -> Progress:
    """R-MD-5 Stands that hold the ground against those of the enemy; units that are gone against those that must be."""
    box = s.box
    if win.when == "hold":
        return Progress(held(s, side, win), held(s, 1 - side, win))
    if win.when == "left":
        return Progress(_with_fate(s, box, side, win.type, LEFT), win.count)
    if win.when == "destroyed":
        return Progress(_with_fate(s, box, 1 - side, win.type, DESTROYED), win.count)
    return Progress(0, 0)


def broken(s: Battle) -> list[int]:
    """R-MD-5 The sides whose strength has fallen too low."""
    wins = s.box.wins
    return [1 - side for side in (0, 1) for win in wins[side] if win.when == "break" and is_met(s, side, win)]


def _champions(s: Battle, box: Box, side: int) -> int:
    return sum(box.units[u].kind.is_champion and s.fates[u] == IN_PLAY for u in box.sides[side])


def _with_fate(s: Battle, box: Box, side: int, kind: str, fate: int) -> int:
    return sum(box.units[u].kind.id == kind and s.fates[u] == fate for u in box.sides[side])


def held(s: Battle, side: int, win: Win) -> int:
    """How many stands a side has in a feature, or near a point."""
    if win.at is not None:
        return stands_near(s, side, win.at, win.within)
    area = next(ground.area for ground in s.box.grounds if ground.id == win.feature)
    west, south, east, north = area
    # Most formations are too far away for any of their stands to be in it.
    around = west - WIDEST, south - WIDEST, east + WIDEST, north + WIDEST
    poses = [s.poses[u] for u in s.live[side] if on_table(s, u)]
    return sum(
        is_in(area, stand.centre) for pose in poses if is_in(around, pose.centre) for stand in stands(pose)
    )


def stands_near(s: Battle, side: int, at: tuple[float, float], within: float) -> int:
    """R-MD-2 How many stands of a side are this near to a place, measured from their nearest points."""
    point, most = (thousandths(at[0]), thousandths(at[1])), thousandths(within)
    return sum([_within(s.poses[u], point, most) for u in s.live[side] if on_table(s, u)])


def _within(pose: Pose, point: Point, most: int) -> int:
    """How many stands of a formation are this near to a point. Most are clearly nearer or further, and are not measured."""
    if apart(pose.centre, point) > most + radius(pose):
        return 0
    return sum(
        [
            apart(stand.centre, point) <= most or distance_to(stand.corners, point) <= most
            for stand in stands(pose)
        ]
    )


def at_objective(s: Battle) -> list[int]:
    """S5 By side: its stands at the objective."""
    points = s.box.field.points
    assert points is not None
    return [stands_near(s, side, points.at, points.within) for side in (0, 1)]


def score(s: Battle, side: int, near: list[int] | None = None) -> int:
    """S5 Points for stands and units of the enemy destroyed, and for holding the objective.

    `near`: the stands of both sides at the objective, if somebody has counted them.
    """
    box = s.box
    points = box.field.points
    assert points is not None
    total = 0
    for u in box.sides[1 - side]:
        if box.units[u].kind.is_flyer:
            continue
        both = [v for v in (u, u + box.count) if s.fates[v] in (IN_PLAY, LEFT)]
        there = sum(s.poses[v].mask.bit_count() for v in both)
        total += points.stand * (box.units[u].kind.stands - there) + (0 if both else points.unit)
    near = at_objective(s) if near is None else near
    return total + (points.objective if near[side] > near[1 - side] else 0)


def by_points(s: Battle) -> Outcome:
    """S5 Most points win."""
    near = at_objective(s)
    scores = [score(s, side, near) for side in (0, 1)]
    winners = [side for side in (0, 1) if scores[side] > scores[1 - side]]
    return Outcome.won_by(winners, 2, "Points: {a:number} to {b:number}.", a=scores[0], b=scores[1])
