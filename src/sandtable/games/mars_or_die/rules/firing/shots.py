"""MD 6.7, MD 8.3 Shots: the dice, the hit, and the second shots of machineguns and artillery."""

from __future__ import annotations

from functools import partial

import msgspec

from sandtable.engine import Steps, say
from sandtable.engine.asking import Topic, pick

from ...cards import hooks
from ...cards.playing import offer
from ...printed.box import STANDS
from ...state import Battle, find_stand, has_room, hit, kind_of, stands_left
from ..action_table import Action
from ..combat import attack_dice, defend_dice, fire_mods, guard_mods, opposed
from ..generals import destroyed
from ..geometry.formation import Stand, stands
from ..geometry.polygon import distance
from ..geometry.trig import bearing, turn
from ..sight import bears_on, enemies_in_range, firing_stands, is_in_range, range_to
from .aims import NO_SHOT, Shot
from .volley import says_shot, shot_at

#: R-MD-20 A stand this near to the first target is adjacent to it.
ADJACENT = 1000


def resolve(s: Battle, action: Action, shot: Shot) -> Steps[None]:
    """MD 6.7 Second shots. A shot, and for machineguns and artillery a second one after a hit."""
    kind = kind_of(s, action.unit)
    action.facing = s.poses[action.unit].facing
    turn_to(s, action.unit, shot.target)
    first = find_stand(s, shot.target)
    assert first is not None
    dice = attack_dice(s, action, kind.attack, len(shot.slots))
    has_hit, card = yield from shoot(s, action, shot.target, dice, len(shot.slots))
    may_play = not action.card and not card
    if not has_hit and kind.is_machinegun and may_play:
        if (yield from belt_change(s, action)):
            may_play = False
            has_hit, card = yield from shoot(s, action, shot.target, dice, len(shot.slots))
    if has_hit and kind.second:
        yield from second_shot(s, action, shot.target, first, may_play)


SHOT_AT = Topic(
    "shot_at",
    "MD 8.3",
    "A card you play adds dice to your defence before this shot is rolled.",
    "card",
    window="shot_at",
)


def shoot(s: Battle, action: Action, target: int, dice: int, platoons: int = 1) -> Steps[tuple[bool, str]]:
    """MD 8.3 Shooting. Attack dice against defend dice; only the target can be hit. Returns the hit, and the card played on it."""
    v, slot = divmod(target, STANDS)
    card = ""
    if not action.card:
        card = yield from offer(
            s,
            1 - action.seat,
            SHOT_AT,
            "{target:stand} is shot at with {dice:{dice} die|{dice} dice}. Play a card?",
            v,
            about={"target": target, "dice": dice},
        )
        hooks.do(hooks.SHIELDED, card, s, v)
    stand = find_stand(s, target)
    assert stand is not None
    against = defend_dice(s, v, stand) + hooks.more(hooks.DEFEND_DICE, card)
    yield say(
        "{unit} fires at {target:stand}.",
        unit=action.unit,
        target=target,
        sums="{n:{unit} fires|{unit} fires {n} times}.",
    )
    mods = fire_mods(s, action, platoons), guard_mods(s, v, stand, card)
    result = yield opposed(dice, against, "shot", by=action.seat, mods=mods)
    if result <= 0:
        even = "{target:stand} is missed: the throw is even, and that is no hit."
        yield say("{target:stand} is missed." if result else even, target=target)
        return False, card
    yield from take_hit(s, v, slot)
    return True, card


def take_hit(s: Battle, v: int, slot: int) -> Steps[None]:
    """MD 6.8 Labels. A hit takes a label or the stand, and with the last stand the unit."""
    stand = find_stand(s, v * STANDS + slot)
    assert stand is not None
    if not hit(s, v, slot):
        yield say(
            "{target:stand} is hit and loses a label.",
            target=v * STANDS + slot,
            sums="{n:A label is lost|{n} labels are lost}.",
        )
        return
    yield say("{target:stand} falls.", target=v * STANDS + slot, sums="{n:One stand falls|{n} stands fall}.")
    if not stands_left(s, v):
        yield from destroyed(s, v, stand)


# Second shots


AFTER_HIT = Topic(
    "after_hit",
    "MD 6.7",
    "With Shrapnel the gun fires two second shots at stands beside the target instead of one.",
    "card",
    window="after_hit",
)
SECOND = Topic("second", "MD 6.7", "The second shot is rolled against this stand at once.", "stand")


def second_shot(s: Battle, action: Action, target: int, first: Stand, may_play: bool) -> Steps[None]:
    """MD 6.7 Second shots. After a hit (R-MD-20), a shot with the second number at an adjacent stand, or at the same one if it is there."""
    u = action.unit
    near = adjacent(s, action, target, first)
    if may_play and kind_of(s, u).is_artillery and len(near) > 1:
        action.card = yield from offer(
            s, action.seat, AFTER_HIT, "{unit} has hit. Play a card?", u, about={"unit": u}
        )
    many = 1 + hooks.more(hooks.SECOND_SHOTS, action.card)
    for n in range(many):
        able = near if many > 1 else [*([target] if find_stand(s, target) else []), *near]
        if not able:
            return
        dice = attack_dice(s, action, kind_of(s, u).second, 1)
        again = yield pick(
            action.seat,
            SECOND,
            "{unit} has hit: fire a second shot with {dice:{dice} die|{dice} dice} at which stand?",
            [*able, NO_SHOT],
            label="Fire at {it}",
            about={"unit": u, "dice": dice},
            data=partial(shot_at, s, dice),
            says=partial(says_shot, s, dice),
        )
        if again == NO_SHOT:
            return
        yield from shoot(s, action, again, dice)
        near = [other for other in near if other != again] if n + 1 < many else near


def adjacent(s: Battle, action: Action, target: int, first: Stand) -> list[int]:
    """R-MD-20 Other enemy stands within 1 inch of the first target, in range and in arc."""
    u = action.unit
    (stand,) = firing_stands(s, u)
    return [
        v * STANDS + other.slot
        for v in enemies_in_range(s, u, action.range)
        for other in stands(s.poses[v])
        if v * STANDS + other.slot != target
        and distance(first.corners, other.corners) <= ADJACENT
        and bears_on(s, u, stand, other.centre, action.facing)
        and is_in_range(stand, other, range_to(s, u, stand, other, action.range))
    ]


AFTER_MISS = Topic(
    "after_miss",
    "MD 11",
    "With Belt Change the machinegun fires again at the target it has just missed.",
    "card",
    window="after_miss",
)


def belt_change(s: Battle, action: Action) -> Steps[bool]:
    """MD 11 Belt Change (B6). A machinegun that missed its first shot may repeat it."""
    u = action.unit
    action.card = yield from offer(
        s, action.seat, AFTER_MISS, "{unit} has missed. Play a card?", u, about={"unit": u}
    )
    return bool(action.card)


def turn_to(s: Battle, u: int, target: int) -> None:
    """R-MD-9 A single stand turns to what it fires at; an unlimbered gun only as far as its arc needs."""
    kind, stand = kind_of(s, u), find_stand(s, target)
    if kind.stands > 1 or kind.is_flyer or s.guarding[u] or stand is None:
        return
    pose = s.poses[u]
    aim = bearing(stand.centre[0] - pose.x, stand.centre[1] - pose.y)
    if kind.is_artillery:
        off = turn(pose.facing, aim)
        aim = pose.facing + max(0, abs(off) - 45) * (1 if off > 0 else -1)
    turned = msgspec.structs.replace(pose, facing=aim % 360)
    if has_room(s, u, turned):  # without room the figures turn, but the stand stays as it is
        s.poses[u] = turned
