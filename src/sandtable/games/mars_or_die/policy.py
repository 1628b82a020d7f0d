"""How the house plays: the answer a sensible player would give to each question.

It reads the table, which lies open, and the hand of the seat that is asked; never the other hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import PASS, Run, Word

from . import actions as a
from .actions import Action
from .cards import effect_of
from .deployment import AUTO
from .firing import NO_SHOT, attack_dice, defend_dice
from .flyers import FEAR, needed
from .geometry import COLUMN, LINE, Pose, about_faced, closed_up, formed, in_arc, moved, wheeled
from .movement import allowance, can_charge, charges, obstacles, reach
from .moves import (
    GO,
    GO_AND_ABOUT,
    GO_AND_FORM,
    GO_AND_UNLIMBER,
    HOW_FAR,
    STAY,
    TO_COLUMN,
    TO_LINE,
    new_shapes,
    out_of_square,
)
from .setting import STANDS, TOGETHER, setting_of
from .sight import can_fire, enemies_in_range, firing_stands, targets
from .state import FIRST, NOBODY, Battle, find_stand, is_within, kind_of, left, on_table, side_of
from .tactics import Eye, charge_value, hit_value, look, outlook, worth_of
from .turn import LATER, NO_MORE
from .unit import charge_distance

Values = Sequence[Any]


def choose(run: Run[Any], rng: random.Random) -> Any:
    """The house's answer to the open question."""
    ask, values, s = run.ask, run.values, run.state
    assert ask is not None
    answer = ANSWERS.get(ask.topic)
    if answer is None:
        return values[int(rng.random() * len(values))]
    return answer(s, ask.seat, values, ask.args or {}, ask.prompt)


Answer = Callable[[Battle, int, Values, dict[str, Any], str], Any]


# Set-up


def set_up(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    return AUTO


def first(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    return values[0]


def give_general(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    """With the infantry that shoots or fights best."""
    return max(values, key=lambda u: (kind_of(s, u).stands, kind_of(s, u).attack, kind_of(s, u).melee, -u))


# Which unit


def which_unit(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    """First those that shoot or charge; the others move when the enemy has shot, the foremost first."""
    units = [u for u in values if not isinstance(u, Word)]
    busy = [u for u in units if is_busy(s, u)]
    if busy:
        return max(busy, key=lambda u: (kind_of(s, u).attack, kind_of(s, u).melee, -u))
    if s.phase == FIRST and LATER in values:
        return LATER
    if not units:
        return NO_MORE
    return min(units, key=lambda u: (distance_to_foe(s, u), u))


def is_busy(s: Battle, u: int) -> bool:
    """Whether a unit has somebody to shoot at or to charge now."""
    if s.fears[u] != NOBODY:
        return False
    kind = kind_of(s, u)
    if kind.is_flyer:
        return wants_to_fly(s, u)
    if can_fire(s, u):
        return True
    return (
        kind.charge > 0
        and not s.disordered[u]
        and s.poses[u].shape < 2
        and can_charge(s, u, allowance(s, u, charge=True))
    )


def distance_to_foe(s: Battle, u: int) -> int:
    pose = s.poses[u]
    far = [
        (pose.x - s.poses[v].x) ** 2 + (pose.y - s.poses[v].y) ** 2
        for v in s.live[1 - side_of(s, u)]
        if on_table(s, v)
    ]
    return min(far, default=0)


# What it does


def action(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    """The action with the best outlook, and a card first if one helps it."""
    u = args["unit"]
    if a.SCATTER in values:
        return next((card for card in values if isinstance(card, int)), a.SCATTER)
    if a.PLACE in values:
        return a.PLACE if wants_to_fly(s, u) else a.HOLD
    eye = look(s, u)
    it = Action(u, seat)
    if a.JOIN in values and wants_general(s, u):
        return a.JOIN
    weighed = {word: weigh(s, eye, it, word) for word in values if word in WEIGHED}
    best = max(weighed, key=lambda word: weighed[word])
    for card in values:
        if isinstance(card, int) and helps(s, eye, it, effect_of(s, card), best):
            return card
    return best


def weigh(s: Battle, eye: Eye, it: Action, word: Word) -> float:
    """What an action is worth."""
    pose = closed_up(s.poses[it.unit])
    if word in (a.FIRE, a.FIRE_LIMBER):
        value = fire_value(s, eye, it) + outlook(s, eye, pose)
        if word == a.FIRE:
            return value
        return value + (0.1 if is_pressed(s, it.unit) else -0.6)
    if word == a.CHARGE:
        able = charges(s, it.unit, charge_distance(s, it))
        return max((charge_value(s, eye, v) for v in able), default=-9.0) + outlook(
            s, eye, pose, can_fire=False
        )
    fires = (
        not eye.kind.is_artillery or word == a.MOVE_UNLIMBER or (word == a.HOLD and not s.limbered[it.unit])
    )
    return max((outlook(s, eye, place, fires) for place in WEIGHED[word](s, it, pose)), default=-99.0)


def is_pressed(s: Battle, u: int) -> bool:
    """Whether somebody who charges is near."""
    return any(
        kind_of(s, v).charge and is_within(s, u, v, kind_of(s, v).charge + 2000)
        for v in s.live[1 - side_of(s, u)]
        if on_table(s, v)
    )


def fire_value(s: Battle, eye: Eye, it: Action) -> float:
    """What firing now brings: the best target of each stand."""
    enemies = enemies_in_range(s, it.unit, it.range)
    total = 0.0
    for stand in firing_stands(s, it.unit):
        total += max(
            (aim_value(s, it, target) for target in targets(s, it.unit, stand, enemies, it.range)),
            default=0.0,
        )
    return total * (1.4 if eye.kind.second else 1.0)


def aim_value(s: Battle, it: Action, target: int, platoons: int = 1, attack: int | None = None) -> float:
    v = target // STANDS
    stand = find_stand(s, target)
    if stand is None:
        return 0.0
    dice = attack_dice(s, it, kind_of(s, it.unit).attack if attack is None else attack, platoons)
    return hit_value(s, it.seat, v, dice, defend_dice(s, v, stand)) * (1.05 if left(s, v) == 1 else 1.0)


# Where an action could lead, roughly: obstacles are left to the questions that follow


def ends_of_hold(s: Battle, it: Action, pose: Pose) -> list[Pose]:
    return [pose]


def ends_of_move(s: Battle, it: Action, pose: Pose) -> list[Pose]:
    most = allowance(s, it.unit, further=it.further)
    turns = range(0, 360, 30) if kind_of(s, it.unit).stands == 1 else range(-45, 46, 15)
    way = obstacles(s, it.unit, pose, most)
    found = []
    for turn in turns:
        heading = (pose.facing + turn) % 360
        stops = reach(pose, heading, most, way)
        found += [moved(pose, heading, far) for far in (stops[-1], stops[len(stops) // 2])] if stops else []
    return found


def _half(s: Battle, it: Action, pose: Pose, most: int) -> list[Pose]:
    return [pose] + [moved(pose, (pose.facing + turn) % 360, most) for turn in (-45, -20, 0, 20, 45)]


def ends_of_form_move(s: Battle, it: Action, pose: Pose) -> list[Pose]:
    found = []
    for shape in new_shapes(s, it.unit):
        most = allowance(s, it.unit, half=True, shape=shape, further=it.further)
        found += _half(s, it, formed(pose, shape), most)
    return found


def ends_of_move_form(s: Battle, it: Action, pose: Pose) -> list[Pose]:
    (shape,) = new_shapes(s, it.unit)
    return [
        formed(end, shape) for end in _half(s, it, pose, allowance(s, it.unit, half=True, further=it.further))
    ]


def ends_of_about_move(s: Battle, it: Action, pose: Pose) -> list[Pose]:
    return _half(s, it, about_faced(pose), allowance(s, it.unit, half=True, further=it.further))


def ends_of_move_about(s: Battle, it: Action, pose: Pose) -> list[Pose]:
    return [
        about_faced(end) for end in _half(s, it, pose, allowance(s, it.unit, half=True, further=it.further))
    ]


def ends_of_wheel(s: Battle, it: Action, pose: Pose) -> list[Pose]:
    return [wheeled(pose, turn) for turn in (-90, -60, -30, 30, 60, 90)]


def ends_of_wheel_move(s: Battle, it: Action, pose: Pose) -> list[Pose]:
    return [moved(end, end.facing, 3000) for end in ends_of_wheel(s, it, pose)]


def ends_of_limber(s: Battle, it: Action, pose: Pose) -> list[Pose]:
    most = allowance(s, it.unit, half=True, limbered=True, further=it.further)
    return [moved(pose, heading, most) for heading in range(0, 360, 45)]


def ends_of_square(s: Battle, it: Action, pose: Pose) -> list[Pose]:
    return [formed(pose, 2)]


def ends_of_leaving(s: Battle, it: Action, pose: Pose) -> list[Pose]:
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
    a.FIRE: ends_of_hold,
    a.FIRE_LIMBER: ends_of_hold,
    a.CHARGE: ends_of_hold,
}


def finished(s: Battle, u: int, prompt: str, pose: Pose) -> Pose:
    """What becomes of a pose by what follows the move."""
    if prompt in (GO_AND_ABOUT, HOW_FAR[GO_AND_ABOUT]):
        return about_faced(pose)
    if prompt in (GO_AND_FORM, HOW_FAR[GO_AND_FORM]):
        return formed(pose, new_shapes(s, u)[0])
    return pose


def heading(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    """The heading with the best place at its end, or half way."""
    u = args["unit"]
    eye, pose = look(s, u), closed_up(s.poses[u])
    most = allowance(s, u, half=prompt != GO)
    fires = not eye.kind.is_artillery or prompt == GO_AND_UNLIMBER
    way = obstacles(s, u, pose, most)
    best, highest = values[0], -1e9
    for value in values:
        if value == STAY:
            places = [pose]
        else:
            stops = reach(pose, value, most, way)
            places = [moved(pose, value, far) for far in (stops[-1], stops[len(stops) // 2])] if stops else []
        for place in places:
            worth = outlook(s, eye, finished(s, u, prompt, place), fires)
            if worth > highest:
                best, highest = value, worth
    return best


def how_far(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    u, way = args["unit"], args["heading"]
    eye, pose = look(s, u), closed_up(s.poses[u])
    fires = not eye.kind.is_artillery or prompt == HOW_FAR[GO_AND_UNLIMBER]
    return max(values, key=lambda far: outlook(s, eye, finished(s, u, prompt, moved(pose, way, far)), fires))


def wheel(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    u = args["unit"]
    eye, pose = look(s, u), closed_up(s.poses[u])
    return max(values, key=lambda turn: outlook(s, eye, pose if turn == STAY else wheeled(pose, turn)))


def formation(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    """Who shoots forms line, who fights forms column."""
    word = TO_LINE if kind_of(s, args["unit"]).range >= 8000 else TO_COLUMN
    return word if word in values else values[0]


def face(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    u = args["unit"]
    eye, pose = look(s, u), s.poses[u]
    return max(values, key=lambda facing: outlook(s, eye, out_of_square(pose, LINE, facing)))


# Fire and charge


def aim(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    """The best target for each stand; together only if one shot is likelier to bring down the one target there is."""
    it = Action(args["unit"], seat)
    alone = [value for value in values if not isinstance(value, Word) and value < TOGETHER]
    if not alone:
        return NO_SHOT
    together = [value for value in values if not isinstance(value, Word) and value >= TOGETHER]
    if together and len(alone) == 1 and is_better_together(s, it, alone[0]):
        return together[0]
    return max(alone, key=lambda target: (aim_value(s, it, target), -target))


def is_better_together(s: Battle, it: Action, target: int) -> bool:
    """Whether one shot of all is likelier to hit than one of several."""
    many = len(firing_stands(s, it.unit))
    one = aim_value(s, it, target)
    worth = worth_of(setting_of(s), target // STANDS, it.seat)
    return (
        s.labels[target // STANDS] == 0
        and aim_value(s, it, target, many) / worth > 1 - (1 - min(1.0, one / worth)) ** many
    )


def second(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    it = Action(args["unit"], seat)
    dice = kind_of(s, it.unit).second
    return max(values, key=lambda value: 0.0 if value == NO_SHOT else aim_value(s, it, value, attack=dice))


def whom_to_charge(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    eye = look(s, args["acting"])
    return max(values, key=lambda v: (charge_value(s, eye, v), -v))


def charge_heading(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    return values[len(values) // 2]


def yes(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    return True


def keep_up(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    return next((gun for gun in values if gun != PASS and not can_fire(s, gun)), PASS)


def wants_general(s: Battle, u: int) -> bool:
    """A general leaves a beaten unit for a whole one."""
    setting = setting_of(s)
    return any(
        unit != NOBODY and setting.generals[general] == side_of(s, u) and left(s, u) >= left(s, unit) + 2
        for general, unit in enumerate(s.generals)
    )


# Flyers


def wants_to_fly(s: Battle, u: int) -> bool:
    """A flyer comes at a decisive time: when the armies are near each other, or time runs out."""
    side = side_of(s, u)
    if s.turn * 2 >= setting_of(s).field.turns:
        return True
    near = sum(
        any(is_within(s, v, w, 14_000) for w in s.live[1 - side] if on_table(s, w))
        for v in s.live[side]
        if on_table(s, v)
    )
    return near >= 2


def flight(s: Battle, u: int) -> Pose:
    """The place from which a flyer shakes and hits most."""
    setting, side = setting_of(s), side_of(s, u)
    foes = [(v, s.poses[v]) for v in s.live[1 - side] if on_table(s, v)]
    best, highest = Pose(setting.width // 2 // 1000 * 1000, setting.height // 2 // 1000 * 1000, 0), -1.0
    for _, near in foes:
        for facing in range(0, 360, 45):
            back = moved(near, (facing + 180) % 360, 5000)
            x = min(max(0, back.x), setting.width) // 1000 * 1000
            y = min(max(0, back.y), setting.height) // 1000 * 1000
            value = 0.0
            for v, pose in foes:
                dx, dy = pose.x - x, pose.y - y
                if dx * dx + dy * dy <= FEAR * FEAR and in_arc(facing, dx, dy):
                    value += (
                        (needed(kind_of(s, v)) - 1) / 6 * left(s, v) * (1.5 if kind_of(s, v).range else 1.0)
                    )
            if value > highest:
                best, highest = Pose(x, y, facing), value
    return best


def flyer_x(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    return flight(s, args["unit"]).x


def flyer_y(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    return flight(s, args["unit"]).y


def flyer_facing(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    return flight(s, args["unit"]).facing


def wall(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    """Drive a flyer off when it is cheap: few of one's own could shoot now, and time is left."""
    able = sum(can_fire(s, u) for u in s.live[seat] if on_table(s, u))
    scared = sum(s.fears[u] != NOBODY for u in s.live[seat])
    return able <= scared or (able <= 1 and s.turn < setting_of(s).field.turns - 2)


# Cards


def helps(s: Battle, eye: Eye, it: Action, effect: str, best: Word) -> bool:
    """Whether a card is worth playing on what a unit is about to do."""
    if effect == "war_frenzy":
        return best != a.CHARGE and gains_charge(s, eye, it)
    if effect == "en_avant":
        late = s.turn * 2 > setting_of(s).field.turns
        return (best != a.CHARGE and gains_charge(s, eye, it)) or (late and best == a.MOVE)
    if effect in ("arrow_storm", "rapid_fire"):
        return best == a.FIRE and fire_value(s, eye, it) >= 1.0
    if effect == "marksmen":
        far = Action(it.unit, it.seat, range=4000)
        return best != a.CHARGE and fire_value(s, eye, far) > fire_value(s, eye, it) + 0.8
    if effect == "volley":
        return best == a.FIRE and volley_helps(s, it)
    if effect == "ambush":
        return best == a.MOVE
    if effect == "champions_roar":
        return best == a.MOVE and s.turn > 2
    return best == a.MOVE and is_hindered(s, it.unit)


def gains_charge(s: Battle, eye: Eye, it: Action) -> bool:
    """Whether two inches more bring a good charge."""
    if not eye.kind.charge or s.disordered[it.unit]:
        return False
    able = charges(s, it.unit, charge_distance(s, it) + 2000)
    return any(charge_value(s, eye, v) > 0.5 for v in able)


def volley_helps(s: Battle, it: Action) -> bool:
    """Whether all have the same single target, and one great shot is likelier to bring it down."""
    enemies = enemies_in_range(s, it.unit)
    seen = {target for stand in firing_stands(s, it.unit) for target in targets(s, it.unit, stand, enemies)}
    return len(seen) == 1 and is_better_together(s, Action(it.unit, it.seat, card="volley"), min(seen))


def is_hindered(s: Battle, u: int) -> bool:
    """Whether a canal lies between a unit and the nearest enemy or goal."""
    setting = setting_of(s)
    pose = s.poses[u]
    reach = allowance(s, u) + 1500
    for block in setting.blocks:
        south, north = block.corners[0][1], block.corners[2][1]
        if (pose.y < south and south - pose.y < reach - (north - south)) and s.live[1 - side_of(s, u)]:
            return True
    return any(ground.box[1] <= pose.y <= ground.box[3] for ground in setting.dry)


def start_card(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    """Cards for the start of a turn are played as soon as they do something."""
    for card in values:
        if card != PASS and is_time(s, seat, effect_of(s, card)):
            return card
    return PASS


def is_time(s: Battle, seat: int, effect: str) -> bool:
    if effect == "dust_devils":
        long = [
            u for u in s.live[1 - seat] if on_table(s, u) and kind_of(s, u).range > 8000 and can_fire(s, u)
        ]
        own = [u for u in s.live[seat] if on_table(s, u) and kind_of(s, u).range > 8000 and can_fire(s, u)]
        return len(long) >= 2 and len(long) > len(own)
    if effect == "sandbags":
        return any(
            can_fire(s, u) for u in s.live[seat] if kind_of(s, u).is_infantry or kind_of(s, u).is_machinegun
        )
    if effect == "drums":
        return s.turn > 1
    return True


def dig_in(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    return max(values, key=lambda u: (can_fire(s, u), left(s, u), -u))


def always(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    """Play the first card that can be played."""
    return values[0]


def cancel(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    """Cancel what hurts; a card that hardly matters is let pass."""
    trifles = ("drums", "canal_lore", "champions_roar", "ambush")
    return PASS if effect_of(s, args["played"]) in trifles else values[0]


def shield(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    """Save a stand that is likely to be lost, if it is worth a card."""
    return values[0] if args["dice"] >= 5 else PASS


def evade(s: Battle, seat: int, values: Values, args: dict[str, Any], prompt: str) -> Any:
    return values[0]


ANSWERS: dict[str, Answer] = {
    "set_up": set_up,
    "set_up_formation": first,
    "set_up_facing": first,
    "general": give_general,
    "unit": which_unit,
    "action": action,
    "move": heading,
    "distance": how_far,
    "wheel": wheel,
    "formation": formation,
    "facing": face,
    "fire": aim,
    "fire_instead": aim,
    "second": second,
    "charge": whom_to_charge,
    "charge_heading": charge_heading,
    "take_ground": yes,
    "keep_up": keep_up,
    "keep_up_place": first,
    "join": first,
    "flyer_x": flyer_x,
    "flyer_y": flyer_y,
    "flyer_facing": flyer_facing,
    "wall_of_lead": wall,
    "start": start_card,
    "cancel": cancel,
    "fired_on": always,
    "shot_at": shield,
    "charged": evade,
    "melee": always,
    "attacked": always,
    "step_back": always,
    "shaken": always,
    "after_hit": always,
    "after_miss": always,
    "returns": first,
    "dress": first,
    "dress_place": first,
    "dig_in": dig_in,
}
