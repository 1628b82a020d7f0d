"""Where the actions of a unit could lead, and what each is worth."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine import Word

from ..printed.box import STANDS, box_of
from ..rules import action_table as a
from ..rules.action_table import Action
from ..rules.combat import attack_dice, defend_dice
from ..rules.formations import new_shapes, out_of_square
from ..rules.geometry.formation import (
    COLUMN,
    LINE,
    SQUARE,
    Pose,
    about_faced,
    closed_up,
    formed,
    moved,
    radius,
    wheeled,
)
from ..rules.movement import charge_distance, half_rate
from ..rules.reach import STEP, Obstacles, allowance, charges, furthest, obstacles, reach
from ..rules.sight import enemies_in_range, firing_stands, targets
from ..state import Battle, find_stand, is_within, kind_of, on_table, side_of, stands_left
from .goals import worth_of
from .places import outlook
from .tactics import Eye, best_charge, hit_value


def weigh(s: Battle, eye: Eye, action: Action, word: Word) -> float:
    """The value of an action."""
    pose = closed_up(s.poses[action.unit])
    if word in (a.FIRE_AT, a.FIRE_LIMBER):
        value = fire_value(s, eye, action) + outlook(eye, pose)
        if word == a.FIRE_AT:
            return value
        return value + (0.1 if is_pressed(s, action.unit) else -0.6)
    fires = (
        not eye.kind.is_artillery
        or word == a.MOVE_UNLIMBER
        or (word == a.HOLD and not s.limbered[action.unit])
    )
    return max((outlook(eye, place, fires) for place in WEIGHED[word](s, action, pose)), default=-99.0)


def weigh_charge(s: Battle, eye: Eye, action: Action, above: float) -> float:
    """The value of the best charge, if it is above this; or else something that is not."""
    pose = closed_up(s.poses[action.unit])
    here = outlook(eye, pose, can_fire=False)
    return best_charge(eye, charges(s, action.unit, charge_distance(s, action)), above - here) + here


def is_pressed(s: Battle, u: int) -> bool:
    """Whether somebody who charges is near."""
    return any(
        kind_of(s, v).charge and is_within(s, u, v, kind_of(s, v).charge + 2000)
        for v in s.live[1 - side_of(s, u)]
        if on_table(s, v)
    )


def fire_value(s: Battle, eye: Eye, action: Action) -> float:
    """The value of firing now: the best target of each stand."""
    enemies = enemies_in_range(s, action.unit, action.range)
    total = 0.0
    worth = eye.aims = {}
    for stand in firing_stands(s, action.unit):
        best = 0.0
        for target in targets(s, action.unit, stand, enemies, action.range):
            value = worth.get(target)
            if value is None:
                value = worth[target] = aim_value(s, action, target)
            if value > best:
                best = value
        total += best
    return total * (1.4 if eye.kind.second else 1.0)


def all_targets(s: Battle, action: Action, enemies: list[int]) -> list[int]:
    """The stands of these units that any stand can fire at."""
    return sorted(
        {
            target
            for stand in firing_stands(s, action.unit)
            for target in targets(s, action.unit, stand, enemies, action.range)
        }
    )


def aim_value(s: Battle, action: Action, target: int, platoons: int = 1, attack: int | None = None) -> float:
    v = target // STANDS
    stand = find_stand(s, target)
    if stand is None:
        return 0.0
    dice = attack_dice(s, action, kind_of(s, action.unit).attack if attack is None else attack, platoons)
    return hit_value(s, action.seat, v, dice, defend_dice(s, v, stand)) * (
        1.05 if stands_left(s, v) == 1 else 1.0
    )


def is_better_together(s: Battle, action: Action, target: int) -> bool:
    """Whether one shot of all is likelier to hit than one of several."""
    many = len(firing_stands(s, action.unit))
    one = aim_value(s, action, target)
    worth = worth_of(box_of(s), target // STANDS, action.seat)
    return (
        s.labels[target // STANDS] == 0
        and aim_value(s, action, target, many) / worth > 1 - (1 - min(1.0, one / worth)) ** many
    )


# Where an action could lead, roughly: obstacles are left to the questions that follow


def ends_of_hold(s: Battle, action: Action, pose: Pose) -> list[Pose]:
    return [pose]


def ends_of_move(s: Battle, action: Action, pose: Pose) -> list[Pose]:
    most = allowance(s, action.unit, further=action.further)
    turns = range(0, 360, 30) if kind_of(s, action.unit).stands == 1 else range(-45, 46, 15)
    way = obstacles(s, action.unit, pose, most)
    found = []
    for turn in turns:
        heading = (pose.facing + turn) % 360
        end = furthest(pose, heading, most, way)
        found += [moved(pose, heading, far) for far in end_and_middle(pose, heading, end, most, way)]
    return found


def end_and_middle(pose: Pose, heading: int, far: int, most: int, way: Obstacles) -> tuple[int, ...]:
    """The end of a way and the middle one of the places where it may stop; nothing if it leads nowhere."""
    if not far:
        return ()
    middle = (-(-far // STEP) // 2 + 1) * STEP
    if middle >= far:
        return (far,)
    if way.passing:
        place, around = moved(pose, heading, middle), radius(pose)
        for body in way.passing:
            dx, dy = body.x2 // 2 - place.x, body.y2 // 2 - place.y
            if dx * dx + dy * dy < (around + body.outline.radius) ** 2:  # it may not stop there
                stops = reach(pose, heading, most, way)
                return far, stops[len(stops) // 2]
    return far, middle


def _half(pose: Pose, most: int) -> list[Pose]:
    return [pose] + [moved(pose, (pose.facing + turn) % 360, most) for turn in (-45, -20, 0, 20, 45)]


def ends_of_form_move(s: Battle, action: Action, pose: Pose) -> list[Pose]:
    found = []
    for shape in new_shapes(s, action.unit):
        most = allowance(s, action.unit, half=True, shape=shape, further=action.further)
        found += _half(formed(pose, shape), most)
    return found


def ends_of_move_form(s: Battle, action: Action, pose: Pose) -> list[Pose]:
    (shape,) = new_shapes(s, action.unit)
    return [formed(end, shape) for end in _half(pose, half_rate(s, action))]


def ends_of_about_move(s: Battle, action: Action, pose: Pose) -> list[Pose]:
    return _half(about_faced(pose), half_rate(s, action))


def ends_of_move_about(s: Battle, action: Action, pose: Pose) -> list[Pose]:
    return [about_faced(end) for end in _half(pose, half_rate(s, action))]


def ends_of_wheel(s: Battle, action: Action, pose: Pose) -> list[Pose]:
    return [wheeled(pose, turn) for turn in (-90, -60, -30, 30, 60, 90)]


def ends_of_wheel_move(s: Battle, action: Action, pose: Pose) -> list[Pose]:
    return [moved(end, end.facing, 3000) for end in ends_of_wheel(s, action, pose)]


def ends_of_limber(s: Battle, action: Action, pose: Pose) -> list[Pose]:
    most = allowance(s, action.unit, half=True, limbered=True, further=action.further)
    return [moved(pose, heading, most) for heading in range(0, 360, 45)]


def ends_of_square(s: Battle, action: Action, pose: Pose) -> list[Pose]:
    return [formed(pose, SQUARE)]


def ends_of_leaving(s: Battle, action: Action, pose: Pose) -> list[Pose]:
    return [
        out_of_square(pose, shape, facing)
        for shape in (LINE, COLUMN)
        for facing in range(pose.facing % 90, 360, 90)
    ]


WEIGHED: dict[Word, Callable[[Battle, Action, Pose], list[Pose]]] = {
    a.HOLD: ends_of_hold,
    a.MOVE: ends_of_move,
    a.FORM_MOVE: ends_of_form_move,
    a.MOVE_FORM: ends_of_move_form,
    a.ABOUT_MOVE: ends_of_about_move,
    a.MOVE_ABOUT: ends_of_move_about,
    a.WHEEL: ends_of_wheel,
    a.WHEEL_MOVE: ends_of_wheel_move,
    a.LIMBER_MOVE: ends_of_limber,
    a.MOVE_UNLIMBER: ends_of_limber,
    a.FORM_SQUARE: ends_of_square,
    a.LEAVE_SQUARE: ends_of_leaving,
    a.FIRE_AT: ends_of_hold,
    a.FIRE_LIMBER: ends_of_hold,
    a.CHARGE: ends_of_hold,
}
