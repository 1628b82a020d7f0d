"""MD 6 Firing: declare, then resolve shot by shot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from sandtable.engine import Line, Of, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..cards import hooks
from ..cards.playing import offer
from ..printed.box import STANDS, TOGETHER
from ..state import NOBODY, Battle, find_stand, has_room, hit, is_single, kind_of, stands_left
from .action_table import Action
from .combat import attack_dice, chance, defend_dice, fire_mods, guard_mods, opposed
from .generals import destroyed
from .geometry.formation import Stand, stands
from .geometry.polygon import distance
from .geometry.trig import bearing, turn
from .reasons.targets import target_refusal
from .sight import (
    Whom,
    bears_on,
    enemies_in_range,
    firing_stands,
    in_sight_of,
    is_in_range,
    range_to,
    targets,
)

NO_SHOT = Word("no_shot", "Hold fire", says="No shot is fired.")
SINGLY = Word(
    "singly",
    "Each stand picks its own target",
    says="You are asked stand by stand; infantry may fire together.",
)
#: R-MD-20 A stand this near to the first target is adjacent to it.
ADJACENT = 1000


class Shot(msgspec.Struct):
    """A declared shot: the places of those who fire together, and the number of the stand they aim at."""

    slots: list[int]
    target: int
    #: The unit at which all were told to fire; who loses its target then takes the next stand of it. NOBODY: a stand was named.
    unit: int = NOBODY


OPENS_FIRE = "{unit} opens fire on {targets:unit}."


FIRED_ON = Topic(
    "fired_on",
    "MD 6.1",
    "A card you play takes dice from every shot of this unit before they are rolled.",
    "card",
    window="fired_on",
)


def fire(s: Battle, action: Action, at: int | Word | None = None) -> Steps[bool]:
    """MD 6.1 Firing. All stands declare their targets, then the shots are resolved one by one (R-MD-18).

    `at` is the unit at which all who can fire, or SINGLY; whoever has not said it yet is asked. Returns whether anybody fired.
    """
    u = action.unit
    if at is None:
        at = yield from whom_to_fire_at(s, action, firing_stands(s, u), may_go_singly=True)
    if at == NO_SHOT:
        return False
    shots = yield from (declare(s, action) if isinstance(at, Word) else declare_at(s, action, at))
    if not shots:
        return False
    units = sorted({shot.target // STANDS for shot in shots})
    yield say(OPENS_FIRE, unit=u, targets=Of("unit", units), opens=True)
    if not action.card:
        action.card = yield from offer(
            s, 1 - action.seat, FIRED_ON, "{unit} fires. Play a card?", u, about={"unit": u}
        )
    while shots:
        shot = shots.pop(0)
        if find_stand(s, shot.target) is None:
            again = aim_again(s, action, shot) if shot.unit == NOBODY else next_target(s, action, shot, shots)
            if not (yield from again):
                continue
        yield from resolve(s, action, shot)
    return True


FIRE_AT = Topic(
    "fire_at",
    "MD 6.1",
    "Every stand that can fires at a stand of this unit; you are asked about those that cannot.",
    "unit",
)


def whom_to_fire_at(
    s: Battle, action: Action, firing: Sequence[Stand], *, may_go_singly: bool = False
) -> Steps[int | Word]:
    """MD 6.1 Firing. The unit at which these stands fire together, or none."""
    must = is_single(s, action.unit) and not kind_of(s, action.unit).is_flyer
    words = [*([SINGLY] if may_go_singly and has_choice(s, action) else []), *([] if must else [NO_SHOT])]
    at: int | Word = yield pick(
        action.seat,
        FIRE_AT,
        "{unit}: at which unit {stands:does one stand|do {stands} stands} fire?",
        Whom(s, action, firing, words, NO_SHOT),
        label="Fire at {it}",
        about={"unit": action.unit, "stands": len(firing)},
        data=lambda v: volley(s, action, v, firing),
        refusal=partial(target_refusal, s, action, firing),
        says=lambda v: None if isinstance(v, Word) else says_volley(volley(s, action, v, firing)["shots"]),
    )
    return at


def has_choice(s: Battle, action: Action) -> bool:
    """Whether it makes a difference that stands pick targets of their own."""
    return not is_single(s, action.unit) or any(
        stands_left(s, v) > 1 for v in enemies_in_range(s, action.unit, action.range)
    )


def declare_at(s: Battle, action: Action, at: int) -> Steps[list[Shot]]:
    """MD 6.1 Firing. All stands that can aim at one unit; the others are asked whom they fire at, all together."""
    shots: list[Shot] = []
    rest = firing_stands(s, action.unit)
    while True:
        aims = {stand.slot: best_stand(s, action, [stand], at) for stand in rest}
        shots += [Shot([slot], aim, at) for slot, aim in aims.items() if aim is not None]
        rest = [stand for stand in rest if aims[stand.slot] is None]
        if not rest or not in_sight_of(s, action, rest):
            return shots
        other = yield from whom_to_fire_at(s, action, rest)
        if isinstance(other, Word):
            return shots
        at = other


def best_stand(s: Battle, action: Action, firing: Sequence[Stand], at: int) -> int | None:
    """The stand of a unit that these stands hit most easily: the one with the fewest dice, or else the nearest one."""
    able = [list(targets(s, action.unit, stand, [at], action.range)) for stand in firing]
    aims = [target for target in able[0] if all(target in other for other in able[1:])]
    x, y = firing[0].centre

    def ease(target: int) -> tuple[int, int, int]:
        stand = find_stand(s, target)
        assert stand is not None
        far = (stand.centre[0] - x) ** 2 + (stand.centre[1] - y) ** 2
        return defend_dice(s, at, stand), far, target

    return min(aims, key=ease, default=None)


def next_target(s: Battle, action: Action, shot: Shot, later: list[Shot]) -> Steps[bool]:
    """MD 6.1 Firing. The target has vanished (R-MD-18): another stand of the same unit, or whatever the player says for all who are left."""
    firing = [stand for stand in stands(s.poses[action.unit]) if stand.slot in shot.slots]
    aim = best_stand(s, action, firing, shot.unit)
    if aim is None and in_sight_of(s, action, firing):
        at = yield from whom_to_fire_at(s, action, firing)
        others = [other for other in later if other.unit == shot.unit and find_stand(s, other.target) is None]
        if isinstance(at, Word):
            later[:] = [other for other in later if other not in others]
            return False
        for other in others:
            other.unit = at
        shot.unit = at
        aim = best_stand(s, action, firing, at)
    if aim is None:
        return False
    shot.target = aim
    return True


VOLLEY = Line(
    "{stands:One stand with {dice} dice|{stands} stands with {dice} dice each}: {hits} hits on average."
)


def says_volley(shots: Sequence[Mapping[str, Any]]) -> Line:
    """What firing at a whole unit comes to."""
    hits = Word("hits", f"{sum(shot['chance'] for shot in shots):.1f}")
    return VOLLEY.of(stands=len(shots), dice=shots[0]["dice"], hits=hits)


def volley(s: Battle, action: Action, at: int, firing: Sequence[Stand] | None = None) -> dict[str, Any]:
    """MD 6.1 What firing at a whole unit means: each shot that would be fired, as `shot_at` tells it, and from where."""
    firing = firing_stands(s, action.unit) if firing is None else firing
    dice = attack_dice(s, action, kind_of(s, action.unit).attack, 1)
    aims = [(stand.slot, best_stand(s, action, [stand], at)) for stand in firing]
    return {
        "unit": at,
        "shots": [{"from": slot, **shot_at(s, dice, aim)} for slot, aim in aims if aim is not None],
    }


FIRE = Topic(
    "fire",
    "MD 6.1",
    "This stand fires at that target once every stand of the unit has aimed.",
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
            "{unit}: fire {dice:{dice} die|{dice} dice} at which stand?"
            if is_one
            else "{unit}, {place}: fire {dice:{dice} die|{dice} dice} at which stand?",
            aims,
            label="Fire at {it}",
            about={"unit": u, "place": stand.slot, "dice": dice},
            data=aims.shot,
            says=aims.says,
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

    def says(self, aim: int | Word) -> Line | None:
        return None if isinstance(aim, Word) else says_shot(self.s, self.dice(aim), aim % TOGETHER)


def shot_at(s: Battle, dice: int, target: int) -> dict[str, Any]:
    """MD 8.3 A shot at a stand before it is fired: whom it would hit, the dice of both sides, and the chance."""
    v, slot = divmod(target, STANDS)
    stand = find_stand(s, target)
    assert stand is not None
    against = defend_dice(s, v, stand)
    return {"unit": v, "slot": slot, "dice": dice, "against": against, "chance": chance(dice, against)}


SHOT = Line("{chance} to hit: {dice:{dice} die|{dice} dice} against {against}.")


def says_shot(s: Battle, dice: int, aim: int | Word) -> Line | None:
    """The chance of a shot in words."""
    if isinstance(aim, Word):
        return None
    shot = shot_at(s, dice, aim)
    return SHOT.of(chance=Word("chance", f"{shot['chance']:.0%}"), dice=dice, against=shot["against"])


FIRE_INSTEAD = Topic(
    "fire_instead", "MD 6.1", "The shot is rolled against this stand at once, or is lost.", "aim"
)


def aim_again(s: Battle, action: Action, shot: Shot) -> Steps[bool]:
    """MD 6.1 Firing. The target has vanished (R-MD-18): another one that all who fire together can hit, or none."""
    dice = attack_dice(s, action, kind_of(s, action.unit).attack, len(shot.slots))
    target = yield pick(
        action.seat,
        FIRE_INSTEAD,
        "The target is gone. {unit}: fire {dice:{dice} die|{dice} dice} at which stand instead?",
        lambda: [*common_targets(s, action, shot), NO_SHOT],
        label="Fire at {it}",
        about={"unit": action.unit, "dice": dice},
        data=partial(shot_at, s, dice),
        says=partial(says_shot, s, dice),
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
