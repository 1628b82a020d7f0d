"""The additions of the page to the view of a battle: what each unit could do where it stands, and who is winning."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

import msgspec

from ..printed.box import STANDS, box_of, is_in
from ..rules.action_table import Action
from ..rules.combat import attack_dice
from ..rules.firing.volley import shot_at
from ..rules.geometry.formation import SQUARE, closed_up, moved
from ..rules.ground import is_on_hill
from ..rules.melee import expected_hits, middle_way
from ..rules.reach import allowance, charges, turns_freely
from ..rules.sight import DUST, enemies_in_range, fires_all_round, firing_stands, targets
from ..rules.victory import Progress, at_objective, progress, score
from ..state import DEPLOYING, WAITING, Battle, is_locked, kind_of, side_of, strength
from .view import View, table_of


class Target(msgspec.Struct, frozen=True):
    """The stand of an enemy unit that is hit most easily, the stand of one's own that hits it, and the chance."""

    unit: int  #: The unit that can be shot at: a place in `Board.units`.
    slot: int  #: Its stand that is hit most easily.
    shooter: int  #: The stand of this unit that shoots at it.
    chance: float  #: The chance of a hit, from 0 to 1.


class Assault(msgspec.Struct, frozen=True):
    """An enemy unit within a charge: where the charge ends, and the hits of the first round on average."""

    unit: int  #: The unit that can be charged: a place in `Board.units`.
    end: tuple[int, int]  #: Where the charge ends (x and y of the centre).
    given: float  #: Hits given in the first round, on average.
    taken: float  #: Hits taken in the first round, on average.


class Reach(msgspec.Struct, frozen=True):
    """The actions open to a unit now if nobody played a card. Angles are measured from where it faces, to each side."""

    move: int  #: How far it may move; 0 if it may not.
    charge: int  #: How far it may charge; 0 if it may not.
    turn: int  #: How far it may turn before it moves, in degrees.
    range: int  #: How far it fires.
    arc: int  #: How far to each side it fires, in degrees; 0 if it cannot fire.
    targets: tuple[Target, ...] = ()  #: The enemies it could shoot at, with the best shot at each.
    assaults: tuple[Assault, ...] = ()  #: The enemies it could charge.


class Score(msgspec.Struct, frozen=True):
    """S5 Where points decide: the points of a side, and its stands at the objective."""

    points: int  #: The points of the side.
    stands: int  #: Its stands at the objective.


class PageView(View):
    """A view with what players measure and count on the table."""

    #: By unit: what it could do from where it stands; None for units that are out of the battle. In a live game it is
    #: left out, and a page asks for it (`measures`) when somebody points at a unit.
    reaches: list[Reach | None] | None
    strength: list[int]  #: By side: its strength.
    progress: list[list[Progress]]  #: By side and way to win (`BoardSide.wins`): how far it has come.
    scores: list[Score]  #: By side: its score; empty where points do not decide.


def page_of(view: View) -> PageView:
    """The view as a page can show it. Everything is measured on the open table."""
    s = table_of(view)
    return msgspec.structs.replace(_counted(view, s), reaches=reaches(s))


def live_pages_of(views: Sequence[View]) -> list[PageView]:
    """The views sent of a game in progress. The table lies open: of several views of one moment, only the hands differ."""
    first = _counted(views[0], table_of(views[0]))
    return [first, *(msgspec.structs.replace(first, hands=view.hands) for view in views[1:])]


def _counted(view: View, s: Battle) -> PageView:
    """A view with what players count, and without what they measure."""
    return PageView(
        **msgspec.structs.asdict(view),
        reaches=None,
        strength=[strength(s, side) for side in (0, 1)],
        progress=[[progress(s, side, win) for win in s.box.wins[side]] for side in (0, 1)],
        scores=scores(s),
    )


def scores(s: Battle) -> list[Score]:
    """By side: what counts where points decide. Nobody has lost anything before all are set up."""
    if s.box.field.points is None:
        return []
    near = at_objective(s)
    return [Score(score(s, side, near) if s.phase > DEPLOYING else 0, near[side]) for side in (0, 1)]


#: What reaches depend on: of the units, of the sides, and of the table.
_UNITS = ("poses", "fates", "acted", "disordered", "limbered", "guarding", "dug_in", "skirmishing")
_SIDES = ("cartridges", "lore", "live", "generals", "general_helped", "winner")
_OPEN = attrgetter("pack", "scenario", *_UNITS, *_SIDES, "locks", "dust")
#: The tables measured last: the same one is sent to both sides and to spectators.
_measured: dict[bytes, list[Reach | None]] = {}
MOST = 32


def reaches(s: Battle) -> list[Reach | None]:
    """For each unit what it could do; those that are still to be set up show how far they fire. None for all others."""
    key = msgspec.msgpack.encode(_OPEN(s))
    found = _measured.get(key)
    if found is None:
        if len(_measured) >= MOST:
            _measured.clear()
        waiting = [u for u in range(box_of(s).count) if s.fates[u] == WAITING]
        there = {*s.live[0], *s.live[1], *waiting}
        found = _measured[key] = [reach_of(s, u) if u in there else None for u in range(len(s.poses))]
    return found


def reach_of(s: Battle, u: int) -> Reach:
    """MD 5.1, MD 6.4, MD 6.6 The actions open to one unit from where it stands."""
    kind, pose = kind_of(s, u), s.poses[u]
    is_bound = kind.is_flyer or s.guarding[u] or pose.shape == SQUARE or is_locked(s, u)
    can_charge = not is_bound and kind.charge > 0 and not s.disordered[u]
    can_fire = kind.attack > 0 and not s.disordered[u] and not s.limbered[u] and not is_locked(s, u)
    charge = allowance(s, u, charge=True) if can_charge else 0
    is_there = not kind.is_flyer or is_in(box_of(s).table, pose.centre)
    return Reach(
        move=0 if is_bound else allowance(s, u),
        charge=charge,
        turn=180 if turns_freely(s, u) else 45,
        range=_range(s, u),
        arc=_arc(s, u) if can_fire else 0,
        targets=_targets(s, u) if can_fire and is_there else (),
        assaults=_assaults(s, u, charge) if charge else (),
    )


def _range(s: Battle, u: int) -> int:
    """MD 6.4 How far a unit fires as it stands, whatever the ground does for its target."""
    kind = kind_of(s, u)
    is_high = not kind.is_flyer and any(is_on_hill(s, stand.centre) for stand in firing_stands(s, u))
    reach = kind.range + 2000 if kind.range and is_high else kind.range
    return min(reach, DUST) if s.dust else reach


def _arc(s: Battle, u: int) -> int:
    """MD 6.6 How far to each side a unit can fire; a gun turns by 45 degrees first (R-MD-9)."""
    if fires_all_round(s, u):
        return 180
    return 90 if kind_of(s, u).is_artillery else 45


def _targets(s: Battle, u: int) -> tuple[Target, ...]:
    """MD 6.1 For each enemy unit that could be shot at: the best shot."""
    dice = attack_dice(s, Action(u, side_of(s, u)), kind_of(s, u).attack, 1)
    enemies = enemies_in_range(s, u)
    best: dict[int, Target] = {}
    for stand in firing_stands(s, u) if enemies else ():
        for number in targets(s, u, stand, enemies):
            v, slot = divmod(number, STANDS)
            hit = round(shot_at(s, dice, number)["chance"], 4)
            if v not in best or hit > best[v].chance:
                best[v] = Target(v, slot, stand.slot, hit)
    return tuple(best.values())


def _assaults(s: Battle, u: int, most: int) -> tuple[Assault, ...]:
    """MD 4 A3 For each enemy unit that a charge would reach: the shortest way, and the hits that the list of actions names."""
    pose = closed_up(s.poses[u])
    found = []
    for v, ways in charges(s, u, most).items():
        heading = min(ways, key=lambda angle: (ways[angle], angle))
        end = moved(pose, heading, ways[heading]).centre
        found.append(Assault(v, end, **expected_hits(s, u, v, *middle_way(ways))))
    return tuple(found)
