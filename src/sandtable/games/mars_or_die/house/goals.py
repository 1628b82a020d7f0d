"""Where a unit wants to go: ground that counts at the end, units whose loss decides, the edge to leave by."""

from __future__ import annotations

from math import hypot

from ..printed.box import Box, thousandths
from ..printed.files import Win
from ..rules.victory import is_met, stands_near
from ..state import Battle, is_locked, on_table

#: An enemy this near makes a wagon wait for its escort.
DANGER = 22_000
#: When time runs out: how much a unit wants a place that counts at the end, for each inch, and how many run for it.
HURRY, RUNNERS = 0.8, 2


def worth_of(box: Box, v: int, to: int) -> float:
    """The value of a stand of a unit to the side that destroys it."""
    kind = box.units[v].kind
    for win in box.wins[to]:
        if win.when == "destroyed" and win.type == kind.id:
            return 4.0
        if win.when == "champion" and kind.is_champion:
            return 2.0
    return 1.4 if kind.second or kind.is_champion else 1.0


def goals(s: Battle, box: Box, u: int) -> list[tuple[int, int, float]]:
    """Places a unit wants to be near, with how much it wants it for each inch."""
    side, kind = box.units[u].side, box.units[u].kind
    army = box.army(side)
    if army.leaves is not None:
        return _goals_of_convoy(s, box, u)
    wants = [(4.0, v) for v in s.live[1 - side] if worth_of(box, v, side) == 4.0 and on_table(s, v)]
    if wants:
        pose = s.poses[u]
        near = min((hypot(s.poses[v].x - pose.x, s.poses[v].y - pose.y), v) for _, v in wants)[1]
        return [(s.poses[near].x + 3000, s.poses[near].y, 0.07)]
    if kind.second:
        return []
    late = (s.turn / box.field.turns) ** 2
    want = HURRY if late > 0.4 and must_hurry(s, box, u) else 0.03 + 0.12 * late
    return [(x, y, want) for x, y in objectives(box)]


def must_hurry(s: Battle, box: Box, u: int) -> bool:
    """Whether there is just time to get to a place that counts at the end, which is not held, and nobody is nearer."""
    side = box.units[u].side
    if is_held(s, box, side) is not False:
        return False
    x, y = objectives(box)[0]

    def turns_to(v: int) -> float:
        return hypot(s.poses[v].x - x, s.poses[v].y - y) / max(box.units[v].kind.move, 1)

    mine = turns_to(u)
    nearer = sum(
        turns_to(v) < mine
        for v in s.live[side]
        if on_table(s, v) and not is_locked(s, v) and not box.units[v].kind.second
    )
    return nearer < RUNNERS and mine + 1 >= box.field.turns - s.turn


def is_held(s: Battle, box: Box, side: int) -> bool | None:
    """Whether a side holds the place that counts for it at the end; None if there is none."""
    points = box.field.points
    if points is not None:
        ours, theirs = (stands_near(s, who, points.at, points.within) for who in (side, 1 - side))
        return ours > theirs
    win = next((win for win in box.wins[side] if win.when == "hold"), None)
    return None if win is None else is_met(s, side, win)


def _goals_of_convoy(s: Battle, box: Box, u: int) -> list[tuple[int, int, float]]:
    """The goals of a convoy: it follows its escort until there is just time to leave; the escort goes before it."""
    side, pose = box.units[u].side, s.poses[u]
    edge = box.army(side).leaves or "east"
    x = {"east": box.width + 2000, "west": -2000}.get(edge, pose.x)
    y = {"north": box.height + 2000, "south": -2000}.get(edge, pose.y)
    wanted = {win.type for win in box.wins[side]}
    escort = [s.poses[v] for v in s.live[side] if box.units[v].kind.id not in wanted]
    if box.units[u].kind.id not in wanted:
        return [(x, y, 0.04)]
    turns = box.field.turns - s.turn
    in_time = max(abs(x - pose.x), abs(y - pose.y)) <= turns * box.units[u].kind.move
    is_danger = any(
        hypot(s.poses[v].x - pose.x, s.poses[v].y - pose.y) < DANGER
        for v in s.live[1 - side]
        if on_table(s, v)
    )
    if in_time and is_danger and escort:
        middle = sum(e.x for e in escort) // len(escort), sum(e.y for e in escort) // len(escort)
        back = (middle[0] - pose.x) * (1 if x > pose.x else -1) if edge in ("east", "west") else 0
        return [(*middle, 0.15), (x, y, 0.1 if back > 4000 else 0.0)]
    return [(x, y, 0.4)]


def objectives(box: Box) -> list[tuple[int, int]]:
    """The middles of all places that somebody must hold."""
    points = box.field.points
    found = [] if points is None else [(thousandths(points.at[0]), thousandths(points.at[1]))]
    for wins in box.wins:
        for win in wins:
            if win.when == "hold" and (place := _middle(box, win)) not in found:
                found.append(place)
    return found


def _middle(box: Box, win: Win) -> tuple[int, int]:
    if win.at is not None:
        return thousandths(win.at[0]), thousandths(win.at[1])
    west, south, east, north = next(ground.area for ground in box.grounds if ground.id == win.feature)
    return (west + east) // 2, (south + north) // 2
