"""The units of both sides at a glance: what each could do, whatever the enemy does. For the numbers that describe a position."""

from __future__ import annotations

from ..printed.box import Kind
from ..rules.combat import chance
from ..rules.geometry.formation import COLUMN, SQUARE
from ..state import IN_PLAY, LEFT, NOBODY, WAITING, Battle, is_locked
from .tactics import is_in_any

#: The dice that most units defend themselves and fight with.
USUAL = 4
#: Further than anything on any table.
EVER = 1e9


class Troop:
    """A unit on the table, and what it could do to the enemy now."""

    __slots__ = (
        "all_round",
        "attack",
        "charge",
        "defend",
        "facing",
        "fire",
        "firing",
        "gain",
        "is_covered",
        "is_fresh",
        "is_locked",
        "kind",
        "move",
        "nearest",
        "range",
        "reach",
        "side",
        "stands",
        "unit",
        "x",
        "y",
    )

    def __init__(self, s: Battle, u: int, kind: Kind, side: int) -> None:
        pose = s.poses[u]
        shape, stands = pose.shape, pose.mask.bit_count()
        self.unit, self.side, self.kind = u, side, kind
        self.x, self.y, self.facing, self.stands = pose.x, pose.y, pose.facing, stands
        more = 1 if u in s.generals else 0
        orderly = not s.disordered[u]
        is_fixed = s.guarding[u] or shape == SQUARE
        self.is_locked = bool(s.locks) and is_locked(s, u)
        self.is_covered = bool(s.dug_in[u] or s.skirmishing[u] or is_in_any(s.box.covers, pose.x, pose.y))
        self.is_fresh = not s.acted[u] and not self.is_locked
        self.attack, self.defend = kind.attack + more, kind.defend + more + self.is_covered
        can_fire = kind.attack and orderly and not s.limbered[u] and not self.is_locked
        self.range = kind.range if can_fire else 0
        self.firing = 1 if shape == COLUMN else stands
        self.all_round = is_fixed or kind.stands == 1
        rate = (2000 if shape == COLUMN and stands > 1 else 0) + 1000 * more
        self.move = 0 if is_fixed else (kind.limbered_move or kind.move) + rate
        can_charge = kind.charge and orderly and not is_fixed and not self.is_locked
        self.charge = kind.charge + rate if can_charge else 0
        self.reach = max(self.range, self.charge)
        #: Found when it meets the enemy: how far the nearest is, the most its fire could do, and the gain of its best charge.
        self.nearest, self.fire, self.gain = EVER, 0.0, 0.0


class Muster:
    """A side: its units on the table, and what it has in all."""

    __slots__ = (
        "cavalry",
        "champions",
        "covered",
        "fighters",
        "fire",
        "flyers",
        "fresh",
        "generals",
        "guns",
        "in_column",
        "limbered",
        "locked",
        "melee",
        "melee_hits",
        "shaken",
        "shooters",
        "side",
        "strength",
        "troops",
        "wagons",
        "worst_off",
    )

    def __init__(self, s: Battle, side: int) -> None:
        self.side = side
        self.troops: list[Troop] = []
        self.strength = self.shooters = self.fighters = self.cavalry = 0
        self.champions = self.guns = self.wagons = self.flyers = 0
        self.covered = self.locked = self.shaken = self.in_column = self.limbered = self.fresh = 0
        self.fire = self.melee = self.melee_hits = 0.0
        #: Units that are down to their last stand.
        self.worst_off = 0
        box, fates, units = s.box, s.fates, s.box.units
        self.generals = sum([unit != NOBODY and box.generals[n] == side for n, unit in enumerate(s.generals)])
        for u in box.sides[side]:
            fate, kind = fates[u], units[u].kind
            if kind.is_flyer:
                self.flyers += fate in (IN_PLAY, WAITING)
            elif fate == IN_PLAY:
                self._count(s, u, kind)
            elif fate == WAITING:
                self._muster(kind, kind.stands, kind.labels)
            elif fate == LEFT:
                self.strength += s.poses[u].mask.bit_count() + s.labels[u]
            guard = u + box.count
            if fates[guard] == IN_PLAY:
                self._count(s, guard, kind)

    def _count(self, s: Battle, u: int, kind: Kind) -> None:
        troop = Troop(s, u, kind, self.side)
        stands = troop.stands
        self.troops.append(troop)
        self._muster(kind, stands, s.labels[u])
        if troop.is_covered:
            self.covered += stands
        if troop.is_locked:
            self.locked += stands
        if s.fears[u] != NOBODY or s.disordered[u]:
            self.shaken += stands
        if s.poses[u].shape == COLUMN:
            self.in_column += stands
        if s.limbered[u]:
            self.limbered += 1
        if troop.is_fresh:
            self.fresh += stands

    def _muster(self, kind: Kind, stands: int, labels: int) -> None:
        """Count what a unit is."""
        life = stands + labels
        self.strength += life
        if kind.is_cavalry:
            self.cavalry += stands
        elif kind.is_champion:
            self.champions += life
        elif kind.second:
            self.guns += life
        elif kind.arm == "wagon":
            self.wagons += 1
        elif kind.range >= 8000:
            self.shooters += stands
        else:
            self.fighters += stands
        self.worst_off += kind.stands > 1 and stands == 1
        if kind.attack:
            self.fire += stands * chance(kind.attack, USUAL)
        self.melee += stands * chance(kind.melee, USUAL)


def armies(s: Battle) -> tuple[Muster, Muster]:
    """Both sides."""
    return Muster(s, 0), Muster(s, 1)
