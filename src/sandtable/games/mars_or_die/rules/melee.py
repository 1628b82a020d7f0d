"""MD 7 Melee: charges, squaring off, rounds, locks, and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sandtable.engine import Line, Of, Steps, say
from sandtable.engine.asking import Topic, yes_no

from ..cards import hooks
from ..cards.playing import offer
from ..state import Battle, find_stand, is_locked, kind_of, put, side_of, stand_number, stands_left
from .action_table import Action
from .combat import COVER, SURPRISED, chance_to_beat, melee_mods, opposed
from .firing.shots import take_hit
from .generals import extra_die, helped_to_move
from .geometry.formation import SQUARE, Pose, Stand, closed_up, moved
from .geometry.trig import COS, ONE, SIN
from .ground import holds_feature, is_covered
from .movement import charge_distance
from .reach import charge_contact, obstacles, reach, slide
from .squaring import at_contact, paired, square_off

STEP_BACK = 2000


CHARGED = Topic(
    "charged",
    "MD 7.1",
    "With Feigned Retreat the unit falls back 3 inches, and the charge may fail to reach it.",
    "card",
    window="charged",
)


def charge(s: Battle, action: Action, target: int, heading: int) -> Steps[None]:
    """MD 7.1 Charging. Into contact and fight at once."""
    u = action.unit
    pose = closed_up(s.poses[u])
    most = charge_distance(s, action)
    yield say("{unit} charges {target:unit}.", unit=u, target=target, opens=True)
    card = action.card
    if not card:
        card = yield from offer(
            s,
            1 - action.seat,
            CHARGED,
            "{target:unit} is charged. Play a card?",
            target,
            about={"target": target},
        )
        evade = hooks.hook(hooks.EVADED, card)
        if evade is not None:
            yield from evade(s, target, heading)
    way = obstacles(s, u, pose, most)
    met = charge_contact(pose, heading, most, way)
    helped_to_move(s, u)
    if met is None or met[0] != target:  # R5: contact is lost and the charge stops
        stops = reach(pose, heading, most, way)
        put(s, u, moved(pose, heading, stops[-1]) if stops else pose)
        yield say("{unit} does not reach {target:unit}.", unit=u, target=target)
        return
    yield from fight(s, u, square_off(s, u, target, at_contact(pose, heading, met[1])), action)


# Rounds


def fight(s: Battle, u: int, foes: Sequence[int], action: Action | None = None) -> Steps[None]:
    """MD 7.3 A round of melee. One round between a unit that charged and those it met; then locks or step-backs."""
    is_first = action is not None
    card = (yield from melee_cards(s, action, foes)) if action is not None else ""
    bonus = hooks.more(hooks.MELEE_DICE, card)
    facing, ground = s.poses[u].facing, s.poses[foes[0]]
    pairs = paired(s, u, foes)
    yield say(
        "{unit} and {foes:unit} are face to face: {pairs:one stand fights|{pairs} stands fight} on each side.",
        unit=u,
        foes=Of("unit", list(foes)),
        pairs=len(pairs),
        opens=not is_first,
    )
    locked: list[int] = []
    for a, v, b in pairs:
        other = find_stand(s, stand_number(v, b))
        assert other is not None
        dice = melee_dice(s, u, v) + bonus
        against = melee_dice(s, v, u) + (defence_dice(s, u, v, other) if is_first else 0)
        guards = defence_mods(s, u, v, other) if is_first else ()
        mods = melee_mods(s, u, v, bonus), melee_mods(s, v, u, 0) + guards
        result = yield opposed(dice, against, "melee", by=side_of(s, u), mods=mods)
        if result > 0:
            yield from take_hit(s, v, b)
        elif result < 0:
            yield from take_hit(s, u, a)
        else:
            yield say("{unit} and {target:stand}: neither is hit.", unit=u, target=stand_number(v, b))
        both = find_stand(s, stand_number(u, a)) and find_stand(s, stand_number(v, b))
        if both and v not in locked:
            locked.append(v)
    s.locks = [pair for pair in s.locks if pair not in [(u, v) for v in foes]]
    for v in locked:
        s.locks = [*s.locks, (u, v)]
        yield say("{unit} and {other:unit} are locked in melee.", unit=u, other=v)
    is_victory = not any(find_stand(s, stand_number(v, b)) for _, v, b in pairs)
    yield from part(s, u, foes, facing, ground if is_victory else None, bool(card))


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


def defence_mods(s: Battle, u: int, v: int, stand: Stand) -> tuple[Line, ...]:
    """MD 7.4, MD 7.7 The same in words."""
    surprised = side_of(s, u) != s.winner and not s.acted[v]
    return ((COVER,) if is_covered(s, v, stand) else ()) + ((SURPRISED,) if surprised else ())


# The chances of a first round


def middle_way(ways: Mapping[int, int]) -> tuple[int, int]:
    """The middle of the headings on which a unit could charge, and how far it is that way."""
    heading = list(ways)[len(ways) // 2]
    return heading, ways[heading]


def first_round(s: Battle, u: int, v: int, heading: int, far: int) -> dict[tuple[int, int], Fraction]:
    """MD 8.4 The chances of the first round of a melee: hits taken and hits given, over all pairs."""
    s = s.copy()
    foes = square_off(s, u, v, at_contact(closed_up(s.poses[u]), heading, far))
    chances = {(0, 0): Fraction(1)}
    for _, foe, b in paired(s, u, foes):
        won, lost = pair_chances(s, u, foe, b)
        following: dict[tuple[int, int], Fraction] = {}
        for (taken, given), chance in chances.items():
            for more, part in (((1, 0), lost), ((0, 1), won), ((0, 0), 1 - won - lost)):
                key = taken + more[0], given + more[1]
                following[key] = following.get(key, Fraction(0)) + chance * part
        chances = following
    return chances


def struck_stands(s: Battle, u: int, v: int, heading: int, far: int) -> list[int]:
    """R-MD-33 The places of the stands that a charge on this heading fights, in the unit that is charged."""
    s = s.copy()
    foes = square_off(s, u, v, at_contact(closed_up(s.poses[u]), heading, far))
    return sorted({slot for _, foe, slot in paired(s, u, foes) if foe == v})


def expected_hits(s: Battle, u: int, v: int, heading: int, far: int) -> dict[str, float]:
    """MD 8.4 The hits a first round gives and takes on average."""
    chances = first_round(s, u, v, heading, far)
    taken, given = (float(sum(hits[i] * chance for hits, chance in chances.items())) for i in (0, 1))
    return {"given": round(given, 3), "taken": round(taken, 3)}


def pair_chances(s: Battle, u: int, v: int, slot: int) -> tuple[Fraction, Fraction]:
    """MD 8.4 The chances that a stand of the charging unit hits the stand it is paired with, and that it is hit."""
    stand = find_stand(s, stand_number(v, slot))
    assert stand is not None
    ours = melee_dice(s, u, v)
    theirs = melee_dice(s, v, u) + defence_dice(s, u, v, stand)
    return chance_to_beat(ours, theirs), chance_to_beat(theirs, ours)


MELEE = Topic(
    "melee",
    "MD 11.2",
    "A card you play gives each of the unit's stands one more die in this round.",
    "card",
    window="melee",
)
ATTACKED = Topic(
    "attacked",
    "MD 11.2",
    "With Skirmish Order the unit defends itself as if in cover for the rest of the turn.",
    "card",
    window="attacked",
)


def melee_cards(s: Battle, action: Action, foes: Sequence[int]) -> Steps[str]:
    """MD 11.2 Cards. One may be played on the first round: by the side that charges, or else by the other."""
    u, enemy = action.unit, 1 - action.seat
    about = {"unit": u, "target": foes[0]}
    card = yield from offer(
        s, action.seat, MELEE, "{unit} fights {target:unit}. Play a card?", u, about=about
    )
    for v in foes:
        if not card:
            card = yield from offer(
                s, enemy, ATTACKED, "{target:unit} is attacked. Play a card?", v, about={"target": v}
            )
            hooks.do(hooks.SHIELDED, card, s, v)
    return card


# After a round


TAKE_GROUND = Topic(
    "take_ground",
    "MD 7.5",
    "The unit moves up to where the enemy stood, or else steps back from any enemy that is left.",
)


def part(
    s: Battle, u: int, foes: Sequence[int], facing: int, ground: Pose | None, has_card: bool
) -> Steps[None]:
    """MD 7.5 Taking the ground. A unit that faces no enemy any more steps back 2 inches; a victor may take the ground instead.

    A defender at a terrain feature stays, and so does a unit whose enemy is gone (R-MD-34).
    """
    for v in foes:
        if stands_left(s, u) and can_step_back(s, v) and not holds_feature(s, v):
            has_card = yield from step_back(s, v, facing, has_card)
    if not can_step_back(s, u):
        return
    if ground is not None and (
        yield yes_no(
            side_of(s, u), TAKE_GROUND, "{unit} has won: take the ground?", about={"unit": u}, likely=True
        )
    ):
        way = ((ground.x - s.poses[u].x) * COS[facing] + (ground.y - s.poses[u].y) * SIN[facing]) // ONE
        slide(s, u, facing, max(0, way))
        yield say("{unit} takes the ground.", unit=u)
    elif any(stands_left(s, v) for v in foes):
        yield from step_back(s, u, (facing + 180) % 360, has_card)


def can_step_back(s: Battle, u: int) -> bool:
    """MD 7.3, R-MD-34 A unit that is locked, on guard or in square stays where it is."""
    return stands_left(s, u) > 0 and not is_locked(s, u) and not s.guarding[u] and s.poses[u].shape != SQUARE


STEPS_BACK = Topic(
    "step_back",
    "MD 7.3",
    "With Steady Ranks the unit stays where it is instead of stepping back 2 inches.",
    "card",
    window="step_back",
)


def step_back(s: Battle, u: int, heading: int, has_card: bool) -> Steps[bool]:
    """MD 7.3 Stepping back. 2 inches, or as far as there is room. Steady Ranks (R3) hold a unit where it is."""
    if not has_card:
        steady = yield from offer(
            s, side_of(s, u), STEPS_BACK, "{unit} must step back. Play a card?", u, about={"unit": u}
        )
        if steady:
            return True
    slide(s, u, heading, STEP_BACK)
    yield say("{unit} steps back.", unit=u)
    return has_card
