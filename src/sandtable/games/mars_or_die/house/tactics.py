"""How a sensible player weighs a place, a shot and a charge. Only what lies open on the table is looked at.

Everything is weighed in stands: 1 is one enemy stand destroyed. Distances are taken from middle to middle and sight is
not looked at, so that hundreds of places can be compared quickly.
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from ..printed.box import Box, Kind, box_of, is_in, thousandths
from ..printed.files import Win
from ..rules.combat import chance
from ..rules.generals import extra_die
from ..rules.geometry.formation import COLUMN, SQUARE, Pose, radius
from ..rules.geometry.trig import COS, ONE, SIN
from ..rules.ground import is_on_hill
from ..rules.melee import melee_dice
from ..rules.squaring import most_pairs
from ..rules.victory import is_met, stands_near
from ..state import Battle, is_locked, kind_of, on_table

#: From the middle of a stand to the middle of another when they touch.
TOUCH = 1500
#: An enemy who is locked in melee already counts as this much further away.
BUSY = 5_000
#: An enemy this near makes a wagon wait for its escort.
DANGER = 22_000
#: When time runs out: how much a unit wants a place that counts at the end, for each inch, and how many run for it.
HURRY, RUNNERS = 0.8, 2


class Foe(NamedTuple):
    """An enemy unit as a threat and as a target."""

    unit: int
    x: int
    y: int
    facing: int
    #: Whether it shoots to all sides.
    all_round: bool
    #: 0 if it cannot fire.
    range: int
    attack: int
    firing: int
    defend: int
    charge: int
    stands: int
    worth: float
    is_locked: bool
    is_champion: bool


class Eye(NamedTuple):
    """A unit looking round: what it is, what it is after, and whom it faces."""

    unit: int
    kind: Kind
    stands: int
    worth: float
    defend: int
    #: How much it minds being shot at and charged.
    caution: float
    #: Whether the game is lost with it, so that even odds are bad odds.
    is_dear: bool
    foes: list[Foe]
    #: Middles of friends who may stand in the line of fire, and how wide they are.
    friends: list[tuple[int, int, int]]
    goals: list[tuple[int, int, float]]
    #: The melee dice of this unit against each enemy, and of each enemy against it.
    melee: dict[int, tuple[int, int]]
    #: How much it is drawn to the enemy for each inch: not at all if it only has to hold out.
    drive: float
    #: What cover is worth to it besides.
    shelter: float
    box: Box


def look(s: Battle, u: int) -> Eye:
    """Everything a unit's decision rests on."""
    box = box_of(s)
    unit = box.units[u]
    kind, side = unit.kind, unit.side
    foes = [make_foe(s, box, v, side) for v in s.live[1 - side] if on_table(s, v)]
    holds_out = any(win.when == "otherwise" for win in box.wins[side])
    is_dear = kind.is_champion and any(win.when == "champion" for win in box.wins[1 - side])
    if kind.arm in ("machinegun", "artillery", "wagon", "scout") or is_dear:
        caution = 0.6
    elif kind.range >= 8000:
        caution = 0.4 if kind.range >= 10_000 else 0.25
    else:
        caution = 0.3
    stands = s.poses[u].mask.bit_count() + s.labels[u]
    return Eye(
        u,
        kind,
        stands,
        6.0 / (1 + s.labels[u]) if is_dear else worth_of(box, u, 1 - side),
        kind.defend + extra_die(s, u),
        caution,
        is_dear,
        foes,
        [
            (s.poses[v].x, s.poses[v].y, radius(s.poses[v]) * 2 // 3)
            for v in s.live[side]
            if v != u and kind.attack and not kind.shoots_over and on_table(s, v)
        ],
        goals(s, box, u),
        {foe.unit: (melee_dice(s, u, foe.unit), melee_dice(s, foe.unit, u)) for foe in foes},
        0.0 if holds_out else 0.07 + 0.05 * s.turn / box.field.turns,
        0.6 if holds_out else 0.1 if kind.attack else 0.0,
        box,
    )


def make_foe(s: Battle, box: Box, v: int, side: int) -> Foe:
    pose, kind = s.poses[v], box.units[v].kind
    stands = pose.mask.bit_count()
    fires = kind.attack and not s.limbered[v] and not s.disordered[v] and not is_locked(s, v)
    covered = any(is_in(ground.area, pose.centre) for ground in box.covers)
    return Foe(
        v,
        pose.x,
        pose.y,
        pose.facing,
        s.guarding[v] or pose.shape == SQUARE or kind.stands == 1,
        kind.range if fires else 0,
        kind.attack + extra_die(s, v),
        1 if pose.shape == COLUMN else stands,
        kind.defend + extra_die(s, v) + (1 if covered or s.dug_in[v] or s.skirmishing[v] else 0),
        kind.charge if pose.shape != SQUARE and not s.disordered[v] and not s.guarding[v] else 0,
        stands + s.labels[v],
        worth_of(box, v, side),
        is_locked(s, v),
        kind.is_champion,
    )


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


# Places


def outlook(s: Battle, eye: Eye, pose: Pose, can_fire: bool = True) -> float:
    """The value of a place to a unit: what it could shoot from there, what it fears there, where it leads."""
    kind = eye.kind
    reach = kind.range if can_fire and kind.range >= 6000 else 0  # spears are for melee
    firing = 1 if pose.shape == COLUMN else pose.mask.bit_count()
    if eye.box.hills and reach and is_on_hill(s, pose.centre):
        reach += 2000
    cover = 1 if any(is_in(ground.area, pose.centre) for ground in eye.box.covers) else 0
    guard = eye.defend + cover
    all_round = kind.stands == 1 or pose.shape == SQUARE
    exposed = 0.7 if pose.shape == COLUMN else 1.0
    c, n = COS[pose.facing], SIN[pose.facing]
    best = threat = 0.0
    nearest, ahead = 1e9, 1.0
    for foe in eye.foes:
        dx, dy = foe.x - pose.x, foe.y - pose.y
        far = hypot(dx, dy) - TOUCH
        away = far + BUSY if foe.is_locked else far
        if away < nearest:
            nearest, ahead = away, (dx * c + dy * n) / (far + TOUCH + 1) / ONE
        if far <= reach and not foe.is_locked:
            if all_round or abs(dy * c - dx * n) <= dx * c + dy * n:
                hits = firing * chance(kind.attack, foe.defend) * foe.worth
                if hits > best and not is_barred(eye, pose, foe, dx, dy):
                    best = hits
        if far <= foe.range:
            bears = foe.all_round or _bears(foe, -dx, -dy)
            threat += foe.firing * chance(foe.attack, guard) * exposed * (1.0 if bears else 0.4)
        elif far <= foe.charge and not foe.is_locked:
            ours, theirs = eye.melee[foe.unit]
            many = min(foe.stands, eye.stands)
            risk = chance(theirs, ours + cover) - (0.0 if eye.is_dear else 0.5 * chance(ours + cover, theirs))
            if risk > 0:
                threat += 0.8 * many * risk
    value = 0.8 * best - eye.caution * threat * eye.worth + eye.shelter * cover
    if not all_round:  # a unit that cannot turn freely had better face the enemy
        value -= 0.25 * (1.0 - ahead)
    return value + drawn_on(eye, pose, reach, nearest, idle=not best)


def drawn_on(eye: Eye, pose: Pose, reach: int, nearest: float, idle: bool) -> float:
    """Where a unit is drawn: to its goals, and to the enemy as long as it has nobody to shoot at."""
    value = 0.0
    if idle and eye.foes:
        wanted = 0.8 * reach if reach >= 8000 else 0
        value -= eye.drive * max(0.0, nearest - wanted) / 1000
        if pose.shape == COLUMN and nearest - wanted > 8000:
            value += 0.3
    for x, y, want in eye.goals:
        value -= want * max(0.0, hypot(x - pose.x, y - pose.y) - 2000) / 1000
    return value


def is_barred(eye: Eye, pose: Pose, foe: Foe, dx: int, dy: int) -> bool:
    """Whether a friend stands between a place and an enemy, roughly."""
    if foe.is_champion or not eye.friends:
        return False
    length2 = dx * dx + dy * dy
    for x, y, wide in eye.friends:
        px, py = x - pose.x, y - pose.y
        along = px * dx + py * dy
        if 0 < along < length2 and (dx * py - dy * px) ** 2 < wide * wide * length2:
            return True
    return False


def _bears(foe: Foe, dx: int, dy: int) -> bool:
    c, n = COS[foe.facing], SIN[foe.facing]
    return abs(dy * c - dx * n) <= dx * c + dy * n


# Fights


def charge_value(s: Battle, eye: Eye, v: int, able: dict[int, int]) -> float:
    """The value of a charge: the first round, and that the enemy cannot shoot while it is locked.

    `able` are the headings on which it meets the enemy, with the distance.
    """
    foe = next(foe for foe in eye.foes if foe.unit == v)
    ours, theirs = eye.melee[v]
    side = eye.box.units[eye.unit].side
    covered = foe.defend > kind_of(s, v).defend + extra_die(s, v)
    theirs += int(covered) + int(side != s.winner and not s.acted[v])
    many = most_pairs(s, eye.unit, v, able)
    won = many * (chance(ours, theirs) * foe.worth - chance(theirs, ours) * eye.worth)
    pinned = foe.firing * chance(foe.attack, eye.defend) if foe.range else 0.0
    shy = 0.5 if eye.kind.range >= 8000 else 0.3
    return 2.0 * won + pinned + 0.3 * s.turn / eye.box.field.turns - shy


def hit_value(s: Battle, side: int, v: int, dice: int, against: int) -> float:
    """The value of a shot at a unit."""
    return chance(dice, against) * worth_of(box_of(s), v, side)
