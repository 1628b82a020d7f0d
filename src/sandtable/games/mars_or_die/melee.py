"""MD 7 Melee: charges, squaring off, rounds, locks, and what follows."""

from __future__ import annotations

from sandtable.engine import Steps, say, yes_no

from .actions import Action
from .cards import offer
from .combat import opposed
from .firing import take_hit
from .generals import extra_die, helped_to_move
from .geometry import (
    Pose,
    Stand,
    apart,
    bodies,
    closed_up,
    depth,
    front_edge,
    is_clear,
    moved,
    passed_over,
    placed,
    rounded,
    shifted,
    stands,
    to_contact,
    to_the_edge,
)
from .geometry.trig import COS, ONE, SIN
from .ground import holds_feature, is_covered
from .movement import allowance, charge_contact, is_free, obstacles, reach
from .state import Battle, find_stand, is_locked, kind_of, left, put, side_of, stand_number

STEP_BACK, RETREAT = 2000, 3000
#: Units in contact are put this far apart, edge to edge.
TOUCHING = 20

Pair = tuple[int, int]


def charge(s: Battle, act: Action, target: int, heading: int) -> Steps[None]:
    """MD 7.1 Charging. Into contact and fight at once."""
    u = act.unit
    pose = closed_up(s.poses[u])
    most = allowance(s, u, charge=True, further=act.further + act.frenzy)
    yield say("{unit} charges {target:unit}.", unit=u, target=target)
    card = act.card
    if not card:
        able = () if is_locked(s, target) or s.guarding[target] else ("feigned_retreat",)
        card = yield from offer(
            s, 1 - act.seat, "{target:unit} is charged. Play a card?", "charged", able, target=target
        )
        if card == "feigned_retreat":
            slide(s, target, heading, RETREAT)
            yield say("{target:unit} falls back before the charge.", target=target)
    way = obstacles(s, u, pose, most)
    met = charge_contact(pose, heading, most, way)
    helped_to_move(s, u)
    if met is None or met[0] != target:  # R5: contact is lost and the charge stops
        stops = reach(pose, heading, most, way)
        put(s, u, moved(pose, heading, stops[-1]) if stops else pose)
        yield say("The charge does not reach.")
        return
    put(s, u, moved(pose, heading, max(0, met[1] - TOUCHING)))
    put(s, u, squared_off(s, u, target))
    yield from fight(s, u, target, act)


def squared_off(s: Battle, u: int, v: int) -> Pose:
    """MD 7.2 The charging unit turns to the side it has struck, edge to edge and as near to middle on middle as it can."""
    pose, other = s.poses[u], s.poses[v]
    face = struck_side(pose, other)
    facing = (face + 180) % 360
    off = front_edge(other, face) + depth(pose) // 2 + TOUCHING
    base = placed(pose, other.x + rounded(off * COS[face]), other.y + rounded(off * SIN[face]), facing)
    c, n = COS[(face + 90) % 360], SIN[(face + 90) % 360]
    aside = ((pose.x - other.x) * c + (pose.y - other.y) * n) // ONE
    half = pose.side // 2
    steps = sorted(range(-6 * half, 6 * half + 1, half), key=lambda step: (abs(step - aside), step))
    for step in (0, *steps):
        squared = shifted(base, (face + 90) % 360, step)
        if is_free(s, u, squared) and is_touching(squared, other):
            return squared
    return pose


def struck_side(pose: Pose, other: Pose) -> int:
    """The direction from a unit to the side of it that another one has struck."""
    c, n = COS[other.facing], SIN[other.facing]
    dx, dy = pose.x - other.x, pose.y - other.y
    ahead, aside = (dx * c + dy * n) // ONE, (dy * c - dx * n) // ONE
    front, flank = front_edge(other, other.facing), front_edge(other, other.facing + 90)
    outside = {0: ahead - front, 180: -ahead - front, 90: aside - flank, 270: -aside - flank}
    return (other.facing + max(outside, key=lambda side: outside[side])) % 360


def is_touching(pose: Pose, other: Pose) -> bool:
    """Whether the fronts meet for at least half a stand."""
    near = TOUCHING + pose.side
    return any(
        apart(a.centre, b.centre) <= near + pose.side // 2 for a in stands(pose) for b in stands(other)
    )


# Rounds


def fight(s: Battle, u: int, v: int, act: Action | None = None) -> Steps[None]:
    """MD 7.3 A round of melee. One round between a unit that charged and one that was charged; then locks or step-backs."""
    is_first = act is not None
    card = (yield from melee_cards(s, act, v)) if act is not None else ""
    bonus = [0, 0]
    if card in ("blood_oath", "fix_bayonets"):
        bonus[0] = 1
    ours, theirs = s.poses[u], s.poses[v]
    pairs = paired(ours, theirs)
    survivors: list[Pair] = []
    for a, b in pairs:
        one, other = find_stand(s, stand_number(u, a)), find_stand(s, stand_number(v, b))
        assert one is not None
        assert other is not None
        dice = melee_dice(s, u, v) + bonus[0]
        against = melee_dice(s, v, u) + (defence_dice(s, u, v, other) if is_first else 0)
        result = yield opposed(dice, against, "melee")
        if result > 0:
            yield from take_hit(s, v, b)
        elif result < 0:
            yield from take_hit(s, u, a)
        if find_stand(s, stand_number(u, a)) and find_stand(s, stand_number(v, b)):
            survivors.append((a, b))
    if survivors:
        if (u, v) not in s.locks:
            s.locks = [*s.locks, (u, v)]
        yield say("{unit} and {other:unit} are locked in melee.", unit=u, other=v)
        return
    s.locks = [pair for pair in s.locks if pair != (u, v)]
    beaten = not any(find_stand(s, stand_number(v, b)) for _, b in pairs)
    yield from part(s, u, v, ours.facing, theirs, beaten and left(s, u) > 0, bool(card))


def paired(ours: Pose, theirs: Pose) -> list[Pair]:
    """R-MD-22 Stands are paired one to one from the nearest; who is left over does not fight."""
    near = sorted(
        ((a.centre[0] - b.centre[0]) ** 2 + (a.centre[1] - b.centre[1]) ** 2, a.slot, b.slot)
        for a in stands(ours)
        for b in stands(theirs)
    )
    pairs: list[Pair] = []
    for _, a, b in near:
        if all(a != one and b != other for one, other in pairs):
            pairs.append((a, b))
    return pairs


def melee_dice(s: Battle, u: int, v: int) -> int:
    """MD 7, R-MD-24, MD 9.1 A stand's own dice: spears have one more against those without spear or bayonet."""
    kind, other = kind_of(s, u), kind_of(s, v)
    dice = kind.melee + extra_die(s, u)
    if kind.has_spear and not (other.is_champion or other.has_spear or other.has_bayonet):
        dice += 1
    return dice


def defence_dice(s: Battle, u: int, v: int, stand: Stand) -> int:
    """MD 7.4, MD 7.7 First round: one die for a stand in cover; one if the side without initiative charges a unit
    of the other that has not acted. Both add up (R-MD-25)."""
    surprised = side_of(s, u) != s.winner and not s.acted[v]
    return int(is_covered(s, v, stand)) + int(surprised)


def melee_cards(s: Battle, act: Action, v: int) -> Steps[str]:
    """MD 11.2 Cards. One may be played on the first round: by the side that charges, or else by the other."""
    able = ["blood_oath", "fix_bayonets"] if kind_of(s, act.unit).is_infantry else ["blood_oath"]
    card = yield from offer(
        s, act.seat, "{unit} fights {target:unit}. Play a card?", "melee", able, unit=act.unit, target=v
    )
    if not card:
        shield = () if s.skirmishing[v] else ("skirmish_order",)
        card = yield from offer(
            s, 1 - act.seat, "{target:unit} is attacked. Play a card?", "attacked", shield, target=v
        )
        if card:
            s.skirmishing[v] = True
    return card


# After a round


def part(
    s: Battle, u: int, v: int, facing: int, ground: Pose, is_victory: bool, has_card: bool
) -> Steps[None]:
    """MD 7.5 Taking the ground. Nobody faces anybody any more: both step back 2 inches, or the victor takes the ground.

    A defender at a terrain feature stays.
    """
    if left(s, v) and not is_locked(s, v) and not holds_feature(s, v) and not s.guarding[v]:
        has_card = yield from step_back(s, v, facing, has_card)
    if not left(s, u) or is_locked(s, u):
        return
    if is_victory and (
        yield yes_no(side_of(s, u), "{unit} has won: take the ground?", "take_ground", unit=u)
    ):
        way = ((ground.x - s.poses[u].x) * COS[facing] + (ground.y - s.poses[u].y) * SIN[facing]) // ONE
        slide(s, u, facing, max(0, way))
        yield say("{unit} takes the ground.", unit=u)
    else:
        yield from step_back(s, u, (facing + 180) % 360, has_card)


def step_back(s: Battle, u: int, heading: int, has_card: bool) -> Steps[bool]:
    """MD 7.3 Stepping back. 2 inches, or as far as there is room. Steady Ranks (R3) hold a unit where it is."""
    if not has_card:
        steady = yield from offer(
            s, side_of(s, u), "{unit} must step back. Play a card?", "step_back", ("steady_ranks",), unit=u
        )
        if steady:
            return True
    slide(s, u, heading, STEP_BACK)
    yield say("{unit} steps back.", unit=u)
    return has_card


def slide(s: Battle, u: int, heading: int, most: int) -> int:
    """Move a unit straight in some direction without turning, as far as there is room. Returns how far."""
    pose = s.poses[u]
    way = obstacles(s, u, pose, most)
    mine = bodies(pose)
    limit = to_the_edge(mine, way.bounds, heading, most)
    limit = to_contact(mine, [body for _, body in way.enemies] + way.blocks, heading, limit)
    stretches = passed_over(mine, way.friends + way.fords, heading, limit) if limit > 0 else []
    while limit > 0 and not is_clear(limit, stretches):
        limit = max(near for near, past in stretches if near < limit < past)
    if limit > 0:
        put(s, u, shifted(pose, heading, limit))
    return max(0, limit)


__all__ = ["charge", "fight", "melee_dice", "paired", "slide", "squared_off"]
