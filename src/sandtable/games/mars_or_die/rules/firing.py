"""MD 6 Firing: declare, then resolve shot by shot."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from sandtable.engine import Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..cards import hooks
from ..cards.playing import offer
from ..printed.box import STANDS, TOGETHER
from ..state import Battle, find_stand, has_room, hit, is_single, kind_of, stands_left
from .action_table import Action
from .combat import chance, opposed
from .generals import destroyed, extra_die
from .geometry.formation import Stand, stands
from .geometry.polygon import distance
from .geometry.trig import bearing, turn
from .ground import is_covered
from .sight import bears_on, enemies_in_range, firing_stands, is_in_range, range_to, targets

NO_SHOT = Word("no_shot", "Hold fire")
#: R-MD-20 A stand this near to the first target is adjacent to it.
ADJACENT = 1000


class Shot(msgspec.Struct):
    """A declared shot: the places of those who fire together, and the number of the stand they aim at."""

    slots: list[int]
    target: int


FIRED_ON = Topic(
    "fired_on",
    "MD 6.1",
    "A card you play takes dice from every shot of this unit before they are rolled.",
    "card",
    window="fired_on",
)


def fire(s: Battle, action: Action) -> Steps[None]:
    """MD 6.1 Firing. All stands declare their targets, then the shots are resolved one by one (R-MD-18)."""
    u = action.unit
    shots = yield from declare(s, action)
    if shots and not action.card:
        action.card = yield from offer(
            s, 1 - action.seat, FIRED_ON, "{unit} fires. Play a card?", u, about={"unit": u}
        )
    for shot in shots:
        if find_stand(s, shot.target) is None and not (yield from aim_again(s, action, shot)):
            continue
        yield from resolve(s, action, shot)


FIRE = Topic(
    "fire",
    "MD 6.1",
    "The stand is bound to this target; the dice are rolled when all stands of the unit have aimed.",
    "aim",
)


def declare(s: Battle, action: Action) -> Steps[list[Shot]]:
    """MD 6.1 Firing. Each stand in turn aims at a stand, joins a platoon that has aimed (MD 6.2), or holds its fire."""
    u = action.unit
    shots: list[Shot] = []
    enemies = enemies_in_range(s, u, action.range)
    dice = attack_dice(s, action, kind_of(s, u).attack, 1)
    is_one = is_single(s, u)
    for stand in firing_stands(s, u):
        aims = Aims(s, action, stand, enemies, shots)
        aim = yield pick(
            action.seat,
            FIRE,
            "{unit}: fire with {dice:{dice} die|{dice} dice} at whom?"
            if is_one
            else "{unit}, {place}: fire with {dice:{dice} die|{dice} dice} at whom?",
            aims,
            label="Fire at {it}",
            about={"unit": u, "place": stand.slot, "dice": dice},
            data=aims.shot,
            touches=lambda aim: [("stand", aim % TOGETHER)],
        )
        if aim == NO_SHOT:
            continue
        leader, target = divmod(aim, TOGETHER)
        if leader:
            next(shot for shot in shots if shot.slots[0] == leader - 1).slots.append(stand.slot)
        else:
            shots.append(Shot([stand.slot], target))
    return shots


class Aims:
    """What a stand can fire at, listed only when somebody looks. The odds read from it who fires together."""

    __slots__ = ("action", "enemies", "s", "shots", "stand")

    def __init__(
        self, s: Battle, action: Action, stand: Stand, enemies: list[int], shots: list[Shot]
    ) -> None:
        self.s, self.action, self.stand, self.enemies, self.shots = s, action, stand, enemies, shots

    def __call__(self) -> list[int | Word]:
        """MD 6.1, MD 6.2 Stands in range, arc and sight, alone or together with another platoon of the company."""
        s, u = self.s, self.action.unit
        able: list[int | Word] = list(targets(s, u, self.stand, self.enemies, self.action.range))
        if kind_of(s, u).is_infantry:
            able += [
                TOGETHER * (shot.slots[0] + 1) + shot.target for shot in self.shots if shot.target in able
            ]
        must = able and is_single(s, u) and not kind_of(s, u).is_flyer
        return able if must else [*able, NO_SHOT]

    def platoons(self, aim: int) -> int:
        """How many would fire together with this aim."""
        leader = aim // TOGETHER
        return 1 + sum(len(shot.slots) for shot in self.shots if shot.slots[0] == leader - 1) if leader else 1

    def dice(self, aim: int) -> int:
        """The dice of all who would fire together with this aim."""
        return attack_dice(self.s, self.action, kind_of(self.s, self.action.unit).attack, self.platoons(aim))

    def shot(self, aim: int) -> dict[str, Any]:
        return shot_at(self.s, self.dice(aim), aim % TOGETHER)


def shot_at(s: Battle, dice: int, target: int) -> dict[str, Any]:
    """MD 8.3 A shot at a stand before it is fired: whom it would hit, the dice of both sides, and the chance."""
    v, slot = divmod(target, STANDS)
    stand = find_stand(s, target)
    assert stand is not None
    against = defend_dice(s, v, stand)
    return {"unit": v, "slot": slot, "dice": dice, "against": against, "chance": chance(dice, against)}


FIRE_INSTEAD = Topic(
    "fire_instead", "MD 6.1", "The shot is rolled against this stand at once, or is lost.", "aim"
)


def aim_again(s: Battle, action: Action, shot: Shot) -> Steps[bool]:
    """MD 6.1 Firing. The target has vanished (R-MD-18): another one that all who fire together can hit, or none."""
    dice = attack_dice(s, action, kind_of(s, action.unit).attack, len(shot.slots))
    target = yield pick(
        action.seat,
        FIRE_INSTEAD,
        "The target is gone. {unit}: fire with {dice:{dice} die|{dice} dice} at whom instead?",
        lambda: [*common_targets(s, action, shot), NO_SHOT],
        label="Fire at {it}",
        about={"unit": action.unit, "dice": dice},
        data=partial(shot_at, s, dice),
        touches=lambda aim: [("stand", aim)],
    )
    if target == NO_SHOT:
        return False
    shot.target = target
    return True


def common_targets(s: Battle, action: Action, shot: Shot) -> list[int]:
    """R-MD-19 Every platoon of a combined shot needs range and arc."""
    enemies = enemies_in_range(s, action.unit, action.range)
    firing = [stand for stand in stands(s.poses[action.unit]) if stand.slot in shot.slots]
    first, *others = [list(targets(s, action.unit, stand, enemies, action.range)) for stand in firing]
    return [target for target in first if all(target in other for other in others)]


def resolve(s: Battle, action: Action, shot: Shot) -> Steps[None]:
    """MD 6.7 Second shots. A shot, and for machineguns and artillery a second one after a hit."""
    kind = kind_of(s, action.unit)
    action.facing = s.poses[action.unit].facing
    turn_to(s, action.unit, shot.target)
    first = find_stand(s, shot.target)
    assert first is not None
    dice = attack_dice(s, action, kind.attack, len(shot.slots))
    has_hit, card = yield from shoot(s, action, shot.target, dice)
    may_play = not action.card and not card
    if not has_hit and kind.is_machinegun and may_play:
        if (yield from belt_change(s, action)):
            may_play = False
            has_hit, card = yield from shoot(s, action, shot.target, dice)
    if has_hit and kind.second:
        yield from second_shot(s, action, shot.target, first, may_play)


SHOT_AT = Topic(
    "shot_at",
    "MD 8.3",
    "A card you play adds dice to your defence before this shot is rolled.",
    "card",
    window="shot_at",
)


def shoot(s: Battle, action: Action, target: int, dice: int) -> Steps[tuple[bool, str]]:
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
    yield say("{unit} fires at {target:stand}.", unit=action.unit, target=target)
    has_hit = (yield opposed(dice, against, "shot")) > 0
    if not has_hit:
        yield say("It misses.")
        return False, card
    yield from take_hit(s, v, slot)
    return True, card


def take_hit(s: Battle, v: int, slot: int) -> Steps[None]:
    """MD 6.8 Labels. A hit takes a label or the stand, and with the last stand the unit."""
    stand = find_stand(s, v * STANDS + slot)
    assert stand is not None
    if not hit(s, v, slot):
        yield say("{target:stand} is hit and loses a label.", target=v * STANDS + slot)
        return
    yield say("{target:stand} is removed.", target=v * STANDS + slot)
    if not stands_left(s, v):
        yield from destroyed(s, v, stand)


def attack_dice(s: Battle, action: Action, attack: int, platoons: int) -> int:
    """MD 6.2 The dice of all who fire together, less one for each platoon over one; a general adds one (R-MD-28)."""
    dice = attack * platoons + extra_die(s, action.unit) - (platoons - 1)
    if action.card:
        dice += hooks.more(hooks.ATTACK_DICE, action.card, platoons)
    return max(0, dice)


def defend_dice(s: Battle, v: int, stand: Stand) -> int:
    """MD 6.3 The target's dice: one more in cover, one with a general, two with its last cartridges (B4)."""
    dice = kind_of(s, v).defend + extra_die(s, v) + (2 if s.cartridges[v] else 0)
    return dice + 1 if is_covered(s, v, stand) else dice


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
            "{unit} has hit: second shot with {dice:{dice} die|{dice} dice} at whom?",
            [*able, NO_SHOT],
            label="Fire at {it}",
            about={"unit": u, "dice": dice},
            data=partial(shot_at, s, dice),
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
