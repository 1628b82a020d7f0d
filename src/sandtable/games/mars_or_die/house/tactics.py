"""How a sensible player sees the table from one of its units, and what its shots and charges are worth.

Only what lies open on the table is looked at. Everything is weighed in stands: 1 is one enemy stand destroyed.
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from ..printed.box import Box, Ground, Kind, box_of
from ..rules.combat import chance
from ..rules.generals import extra_die
from ..rules.geometry.formation import COLUMN, SQUARE, radius
from ..rules.geometry.sweep import Rectangle
from ..rules.geometry.trig import COS, SIN
from ..rules.melee import melee_dice
from ..rules.squaring import most_pairs
from ..state import Battle, is_locked, kind_of, on_table
from .goals import goals, worth_of

#: From the middle of a stand to the middle of another when they touch.
TOUCH = 1500
#: An enemy who is locked in melee already counts as this much further away.
BUSY = 5_000
#: Around a unit, all places are looked at that it could get to: its own move and this much further.
FURTHER = 3_000
#: Further than any two points of a table are apart.
EVERYWHERE = 10_000_000
#: A weapon that does not reach this far is for melee.
SHOT = 6_000


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


#: An enemy for whom it matters where exactly a unit goes: its middle, the direction it faces, how much further away it
#: counts because it is locked; the chance that a shot at it hits, its worth, whether others bar no shot at it; whether it
#: shoots to all sides, how far, and the hits of its fire on a place in the open and in cover; how far it charges, and what
#: a charge costs in the open and in cover.
Danger = tuple[
    int, int, int, int, int, float, float, bool, bool, int, tuple[float, float], int, tuple[float, float]
]


class Eye:
    """A unit looking round: what it is, what it is after, and whom it faces."""

    __slots__ = (
        "aims",
        "around",
        "box",
        "caution",
        "covers",
        "dangers",
        "defend",
        "drive",
        "everywhere",
        "foes",
        "friends",
        "goals",
        "hills",
        "is_dear",
        "kind",
        "others",
        "s",
        "shelter",
        "side",
        "stands",
        "unit",
        "worth",
        "x",
        "y",
    )

    def __init__(self, s: Battle, u: int, around: int | None = None) -> None:
        box = self.box = box_of(s)
        unit, pose = box.units[u], s.poses[u]
        kind, side = unit.kind, unit.side
        self.s, self.unit, self.kind, self.side = s, u, kind, side
        self.x, self.y = pose.x, pose.y
        self.stands = pose.mask.bit_count() + s.labels[u]
        holds_out = any(win.when == "otherwise" for win in box.wins[side])
        #: Whether the game is lost with it, so that even odds are bad odds.
        self.is_dear = kind.is_champion and any(win.when == "champion" for win in box.wins[1 - side])
        self.worth = 6.0 / (1 + s.labels[u]) if self.is_dear else worth_of(box, u, 1 - side)
        self.defend = kind.defend + extra_die(s, u)
        #: How much it minds being shot at and charged.
        self.caution = caution_of(kind, self.is_dear)
        #: Where it wants to be, and how much it wants it for each inch.
        self.goals = goals(s, box, u)
        #: How much it is drawn to the enemy for each inch: not at all if it only has to hold out.
        self.drive = 0.0 if holds_out else 0.07 + 0.05 * s.turn / box.field.turns
        #: What cover is worth to it besides.
        self.shelter = 0.6 if holds_out else 0.1 if kind.attack else 0.0
        #: How far from where it is what follows is known.
        self.around = max(kind.move, kind.limbered_move) + FURTHER if around is None else around
        self.covers = self._near(box.covers)
        self.hills = self._near(box.hills)
        #: Whether there is any enemy on the table, those who matter at some place nearby, and those who are only near.
        self.foes = False
        self.dangers: list[Danger] = []
        self.others: list[tuple[int, int, int]] = []
        self._look_round()
        #: Middles of friends who may stand in the line of fire, and how wide they are: found when it matters.
        self.friends: list[tuple[int, int, int]] | None = None
        #: What a shot at each stand is worth that can be fired at, once the fire of the unit has been weighed.
        self.aims: dict[int, float] = {}
        #: The same for places that are further away, once somebody has asked.
        self.everywhere: Eye | None = None

    def _near(self, grounds: tuple[Ground, ...]) -> list[Rectangle]:
        """The features that a place nearby may lie in."""
        x, y, around = self.x, self.y, self.around
        found = []
        for ground in grounds:
            west, south, east, north = ground.area
            if west - around <= x <= east + around and south - around <= y <= north + around:
                found.append(ground.area)
        return found

    def _look_round(self) -> None:
        """Find the enemies who can be shot at, shoot or charge at some place nearby, and those who may be nearest there."""
        s, units, x, y, around = self.s, self.box.units, self.x, self.y, self.around
        poses, locks = s.poses, s.locks
        own_reach = self.kind.range + 2000 if self.kind.range >= SHOT else 0
        found = []
        nearest = float(EVERYWHERE)
        for v in s.live[1 - self.side]:
            if on_table(s, v):
                pose = poses[v]
                far = hypot(pose.x - x, pose.y - y) - TOUCH
                busy = BUSY if locks and is_locked(s, v) else 0
                found.append((v, far, busy))
                if far + busy < nearest:
                    nearest = far + busy
        self.foes = bool(found)
        limit = nearest + 2 * around + 1
        for v, far, busy in found:
            kind = units[v].kind
            if far - around - 1 <= max(own_reach, kind.range, kind.charge):
                self.dangers.append(self._danger(make_foe(s, self.box, v, self.side), busy))
            elif far + busy <= limit:
                self.others.append((poses[v].x, poses[v].y, busy))

    def _danger(self, foe: Foe, busy: int) -> Danger:
        s, u, guard = self.s, self.unit, self.defend
        charge, risks = 0 if busy else foe.charge, (0.0, 0.0)
        if charge:
            ours, theirs = melee_dice(s, u, foe.unit), melee_dice(s, foe.unit, u)
            many = 0.8 * min(foe.stands, self.stands)
            risks = many * self._risk(ours, theirs), many * self._risk(ours + 1, theirs)
        firing, attack = foe.firing, foe.attack
        return (
            foe.x,
            foe.y,
            COS[foe.facing],
            SIN[foe.facing],
            busy,
            0.0 if busy else chance(self.kind.attack, foe.defend),
            foe.worth,
            foe.is_champion,
            foe.all_round,
            foe.range,
            (firing * chance(attack, guard), firing * chance(attack, guard + 1)),
            charge,
            risks,
        )

    def _risk(self, ours: int, theirs: int) -> float:
        """The cost of being charged, for each stand, with these dice against those."""
        risk = chance(theirs, ours) - (0.0 if self.is_dear else 0.5 * chance(ours, theirs))
        return max(0.0, risk)

    def barring(self) -> list[tuple[int, int, int]]:
        """Middles of friends who may stand in the line of fire, and how wide they are."""
        if self.friends is None:
            s, kind = self.s, self.kind
            self.friends = [
                (pose.x, pose.y, radius(pose) * 2 // 3)
                for v in s.live[self.side]
                if v != self.unit and kind.attack and not kind.shoots_over and on_table(s, v)
                for pose in (s.poses[v],)
            ]
        return self.friends


def look(s: Battle, u: int) -> Eye:
    """Everything a unit's decision rests on."""
    return Eye(s, u)


def caution_of(kind: Kind, is_dear: bool) -> float:
    """How much a unit minds being shot at and charged."""
    if kind.arm in ("machinegun", "artillery", "wagon", "scout") or is_dear:
        return 0.6
    if kind.range >= 8000:
        return 0.4 if kind.range >= 10_000 else 0.25
    return 0.3


def make_foe(s: Battle, box: Box, v: int, side: int) -> Foe:
    """An enemy as this side sees it."""
    pose, kind = s.poses[v], box.units[v].kind
    stands, shape = pose.mask.bit_count(), pose.shape
    locked, more = bool(s.locks) and is_locked(s, v), extra_die(s, v)
    fires = kind.attack and not s.limbered[v] and not s.disordered[v] and not locked
    covered = s.dug_in[v] or s.skirmishing[v] or is_in_any(box.covers, pose.x, pose.y)
    return Foe(
        v,
        pose.x,
        pose.y,
        pose.facing,
        s.guarding[v] or shape == SQUARE or kind.stands == 1,
        kind.range if fires else 0,
        kind.attack + more,
        1 if shape == COLUMN else stands,
        kind.defend + more + (1 if covered else 0),
        kind.charge if shape != SQUARE and not s.disordered[v] and not s.guarding[v] else 0,
        stands + s.labels[v],
        worth_of(box, v, side),
        locked,
        kind.is_champion,
    )


def is_in_any(grounds: tuple[Ground, ...], x: int, y: int) -> bool:
    """Whether a point lies in any of these features."""
    for ground in grounds:
        west, south, east, north = ground.area
        if west <= x <= east and south <= y <= north:
            return True
    return False


# Fights


def charge_value(eye: Eye, v: int, able: dict[int, int]) -> float:
    """The value of a charge: the first round, and that the enemy cannot shoot while it is locked.

    `able` are the headings on which it meets the enemy, with the distance.
    """
    many = most_pairs(eye.s, eye.unit, v, able)
    return charge_value_of(eye, v, many)


def charge_value_of(eye: Eye, v: int, many: int) -> float:
    """The value of a charge in which this many stands on each side fight."""
    s, box, u = eye.s, eye.box, eye.unit
    foe = make_foe(s, box, v, eye.side)
    ours, theirs = melee_dice(s, u, v), melee_dice(s, v, u)
    covered = foe.defend > kind_of(s, v).defend + extra_die(s, v)
    theirs += int(covered) + int(eye.side != s.winner and not s.acted[v])
    won = many * (chance(ours, theirs) * foe.worth - chance(theirs, ours) * eye.worth)
    pinned = foe.firing * chance(foe.attack, eye.defend) if foe.range else 0.0
    shy = 0.5 if eye.kind.range >= 8000 else 0.3
    return 2.0 * won + pinned + 0.3 * s.turn / box.field.turns - shy


def best_charge(eye: Eye, able: dict[int, dict[int, int]], above: float = -9.0) -> float:
    """The value of the best charge of these, if it is above something; or else anything that is not."""
    best = -9.0
    for v, ways in able.items():
        most = eye.s.poses[v].mask.bit_count()
        if max(charge_value_of(eye, v, 0), charge_value_of(eye, v, most)) > max(best, above):
            best = max(best, charge_value(eye, v, ways))
    return best


def hit_value(s: Battle, side: int, v: int, dice: int, against: int) -> float:
    """The value of a shot at a unit."""
    return chance(dice, against) * worth_of(box_of(s), v, side)
