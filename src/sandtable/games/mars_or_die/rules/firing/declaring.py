"""MD 6.1, MD 6.2 Firing: all stands declare their targets, then the shots are resolved one by one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.engine import Of, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...cards.playing import offer
from ...printed.box import STANDS, TOGETHER
from ...state import NOBODY, Battle, find_stand, is_single, kind_of
from ..action_table import Action
from ..combat import attack_dice
from ..geometry.formation import Stand, stands
from ..sight import enemies_in_range, firing_stands, in_sight_of
from .aims import NO_SHOT, Aims, Shot, Whom, best_stand, common_targets
from .shots import resolve
from .volley import aim_at, says_aim, says_fire_at, says_shot, shot_at, volley

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

    `at` is the unit at which all who can fire, or SINGLY; a player who has not chosen yet is asked. Returns whether anybody fired.
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
    at: int | Word = yield pick(
        action.seat,
        FIRE_AT,
        "{unit}: at which unit {stands:does one stand|do {stands} stands} fire?",
        Whom(s, action, firing, singly=may_go_singly),
        label="Fire at {it}",
        about={"unit": action.unit, "stands": len(firing)},
        data=lambda v: volley(s, action, v, firing),
        says=partial(says_fire_at, s, action, firing),
    )
    return at


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
            data=partial(aim_at, aims),
            says=partial(says_aim, aims),
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
