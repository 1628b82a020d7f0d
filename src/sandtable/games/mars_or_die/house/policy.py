"""How the house plays: the answer a sensible player would give to each question.

It reads the table, which lies open, and the hand of the seat that is asked; never the other hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from sandtable.engine import PASS, Run, Word

from ..cards.playing import effect_of
from ..printed.box import STANDS, TOGETHER, box_of
from ..rules import action_table as a
from ..rules.action_table import Action
from ..rules.actions import closed, word_of
from ..rules.course import SHORT, STAY, Course
from ..rules.firing.aims import NO_SHOT
from ..rules.flyers import FEAR, needed
from ..rules.formations import TO_COLUMN, TO_LINE, out_of_square
from ..rules.geometry.formation import LINE, Pose, about_faced, closed_up, moved, wheeled
from ..rules.geometry.trig import in_arc, turn
from ..rules.reach import DEGREES
from ..rules.sight import can_fire
from ..rules.squaring import at_contact, clash, face_to_face
from ..rules.turn import ANOTHER, IN_ORDER, LATER, READY, far_from_foe, foremost
from ..show.odds import charge_ways
from ..state import NOBODY, Battle, kind_of, on_table, side_of, stands_left
from .busy import is_busy, wants_to_fly
from .cards import cancel, dig_in, helps, shield, start_card
from .deploying import set_up, set_up_formation, set_up_x, set_up_y
from .places import outlook
from .plans import WEIGHED, aim_value, all_targets, end_and_middle, is_better_together, weigh, weigh_charge
from .question import Asked
from .tactics import Eye, charge_value, look


def house_policy(run: Run[Any], rng: random.Random) -> Any:
    """The house's answer to the open question."""
    ask, values, s = run.ask, run.values, run.state
    assert ask is not None
    answer = ANSWERS.get(ask.topic)
    if answer is None:
        return values[int(rng.random() * len(values))]
    return answer(Asked(s, ask.seat, values, ask.about or {}, ask.facts or {}, ask.options))


# Set-up


def first(q: Asked) -> Any:
    return q.values[0]


def give_general(q: Asked) -> Any:
    """With the infantry that shoots or fights best."""
    return max(
        q.values, key=lambda u: (kind_of(q.s, u).stands, kind_of(q.s, u).attack, kind_of(q.s, u).melee, -u)
    )


# Which unit


def which_unit(q: Asked) -> Any:
    """First those that shoot or charge; the others move when the enemy has shot, the foremost first."""
    s, values = q.s, q.values
    units = [u for u in values if not isinstance(u, Word)]
    busy = [u for u in units if is_busy(s, u)]
    if IN_ORDER in values and len(busy) != 1 and (busy or LATER not in values):
        far = dict(zip(units, far_from_foe(s, units), strict=True))
        if set(sorted(units, key=lambda u: (far[u], u))[: len(busy)]) == set(busy):
            return IN_ORDER
    if busy:
        return min(busy, key=lambda u: (-kind_of(s, u).attack, -kind_of(s, u).melee, u))
    if LATER in values:
        return LATER
    return IN_ORDER if IN_ORDER in values else foremost(s, units)


def other_order(q: Asked) -> Word | None:
    """While units are taken in order: whether another one shoots or charges first, or the rest had better wait."""
    s, values = q.s, q.values
    if not s.in_order or is_busy(s, q.args["unit"]):
        return None
    if ANOTHER in values and any(is_busy(s, v) for v in READY.all(s, q.seat)):
        return ANOTHER
    return LATER if LATER in values else None


# What it does


def what_to_do(q: Asked) -> Any:
    """The action with the best outlook, and a card first if one helps it."""
    seat, values, u = q.seat, q.values, q.args["unit"]
    s = closed(q.s, u)
    other = other_order(q)
    if other is not None:
        return other
    cards = [what for what in values if isinstance(what, tuple) and what[0] == a.PLAY]
    if a.SCATTER in values:
        return next(iter(cards), a.SCATTER)
    if a.PLACE in values:
        return a.PLACE if wants_to_fly(s, u) else a.HOLD
    eye = look(s, u)
    action = Action(u, seat)
    if a.JOIN in values and wants_general(s, u):
        return a.JOIN
    best = best_word(
        s, eye, action, [word for word in {word_of(what): 0 for what in values} if word in WEIGHED]
    )
    for card in cards:
        if helps(s, eye, action, effect_of(s, card[1].value), best):
            return card
    return at_whom(s, q, eye, action, best)


def best_word(s: Battle, eye: Eye, action: Action, words: list[Word]) -> Word:
    """The best of these actions. A charge takes longest to weigh, and comes last: often it cannot be the best any more."""
    weighed = {word: weigh(s, eye, action, word) for word in words if word != a.CHARGE}
    if a.CHARGE in words:
        weighed[a.CHARGE] = weigh_charge(s, eye, action, max(weighed.values(), default=-99.0))
    return max(words, key=lambda word: weighed[word])


def at_whom(s: Battle, q: Asked, eye: Eye, action: Action, best: Word) -> Any:
    """The best order with this word: fire at the best target, and charge whom it pays most to charge."""
    foes = [what[1] for what in q.values if isinstance(what, tuple) and what[0] == best]
    if best == a.CHARGE and len(foes) > 1:
        able = charge_ways(s, action.unit)
        return best, max(foes, key=lambda v: (charge_value(eye, v, able[v]), -v))
    if best == a.FIRE_AT and (len(foes) > 1 or a.FIRE in q.values):
        aims = {target: value for target, value in eye.aims.items() if target // STANDS in foes}
        if len(aims) == 1 and a.FIRE in q.values and is_better_together(s, action, min(aims)):
            return a.FIRE  # and then all together
        return best, max(aims, key=lambda target: (aims[target], -target)) // STANDS
    return (best, foes[0]) if foes else best


def heading(q: Asked) -> Any:
    """The heading with the best place at its end, or on the way; staying short of the end if that is better."""
    best, far, course = best_way(q)
    if best == STAY or best not in q.values:
        return best if best in q.values else q.values[0]
    return best if "distance" in q.args or far == course.stops(best)[-1] else SHORT


def how_far(q: Asked) -> Any:
    _, far, _ = best_way(q)
    return far if far in q.values else q.values[-1]


def course_of(q: Asked) -> Course:
    """The course that the questions of a move are about."""
    course: Course = q.options if isinstance(q.options, Course) else q.options.__self__
    return course


#: Only every third heading is looked at, and then those around the best of them.
COARSE = 3
#: The last way that was found. One course is asked about up to three times, and nothing moves meanwhile.
_found: tuple[Course | None, tuple[Any, int]] = (None, (STAY, 0))


def best_way(q: Asked) -> tuple[Any, int, Course]:
    """The best heading of a move, and how far to go on it."""
    global _found
    course = course_of(q)
    last, way = _found
    if last is not course:
        way = find_way(q.s, course, q.facts.get("then"))
        _found = course, way
    return *way, course


def find_way(s: Battle, course: Course, then: Any) -> tuple[Any, int]:
    """The same, worked out. Of each heading the end and the middle are looked at."""
    u, pose = course.unit, course.pose
    eye = look(s, u)
    fires = not eye.kind.is_artillery or then == "unlimber"
    ends = course.then or (about_faced if then == "turn_about" else None)

    def worth(way: int, far: int) -> float:
        place = moved(pose, way, far)
        return outlook(eye, ends(place) if ends else place, fires)

    best: Any = STAY
    highest = outlook(eye, ends(pose) if ends else pose, fires) if course.can_stay else -1e9
    turns = course.turns()
    ways = [way for way in turns[::COARSE] if course.last(way)] or turns
    for is_fine in (False, True):
        for way in ways:
            for far in end_and_middle(pose, way, course.last(way), course.most, course.way):
                value = worth(way, far)
                if value > highest:
                    best, highest = way, value
        if best == STAY or is_fine:
            break
        ways = [way for way in turns if 0 < abs(turn(way, best)) < COARSE * DEGREES]
    if best == STAY:
        return STAY, 0
    return best, max(course.stops(best), key=lambda far: worth(best, far))


def wheel(q: Asked) -> Any:
    s, values, args = q.s, q.values, q.args
    u = args["unit"]
    eye, pose = look(s, u), closed_up(s.poses[u])
    return max(values, key=lambda turn: outlook(eye, pose if turn == STAY else wheeled(pose, turn)))


def formation(q: Asked) -> Any:
    """Who shoots forms line, who fights forms column."""
    s, values, args = q.s, q.values, q.args
    word = TO_LINE if kind_of(s, args["unit"]).range >= 8000 else TO_COLUMN
    return word if word in values else values[0]


def face(q: Asked) -> Any:
    s, values, args = q.s, q.values, q.args
    u = args["unit"]
    eye, pose = look(s, u), s.poses[u]
    return max(values, key=lambda facing: outlook(eye, out_of_square(pose, LINE, facing)))


# Fire and charge


def whom_to_fire_at(q: Asked) -> Any:
    """The unit with the best target for any stand."""
    s, action = q.s, Action(q.args["unit"], q.seat)
    worth = {
        v: max(
            (aim_value(s, action, target) for target in all_targets(s, action, [v])),
            default=0.0,
        )
        for v in q.values
        if not isinstance(v, Word)
    }
    return max(worth, key=lambda v: (worth[v], -v), default=NO_SHOT)


def aim(q: Asked) -> Any:
    """The best target for each stand; together only if one shot is likelier to bring down the one target there is."""
    s, seat, values, args = q.s, q.seat, q.values, q.args
    action = Action(args["unit"], seat)
    alone = [value for value in values if not isinstance(value, Word) and value < TOGETHER]
    if not alone:
        return NO_SHOT
    together = [value for value in values if not isinstance(value, Word) and value >= TOGETHER]
    if together and len(alone) == 1 and is_better_together(s, action, alone[0]):
        return together[0]
    return max(alone, key=lambda target: (aim_value(s, action, target), -target))


def second(q: Asked) -> Any:
    s, seat, values, args = q.s, q.seat, q.values, q.args
    action = Action(args["unit"], seat)
    dice = kind_of(s, action.unit).second
    return max(
        values, key=lambda value: 0.0 if value == NO_SHOT else aim_value(s, action, value, attack=dice)
    )


def charge_heading(q: Asked) -> Any:
    s, u, v = q.s, q.args["unit"], q.args["target"]
    able = charge_ways(s, u)[v]
    pose = closed_up(s.poses[u])

    def fighting(heading: int) -> int:
        ours, theirs = clash(s, u, v, at_contact(pose, heading, able[heading]))
        return len(face_to_face(ours, theirs))

    return max(q.values, key=fighting)


def yes(q: Asked) -> Any:
    return True


def keep_up(q: Asked) -> Any:
    return next((gun for gun in q.values if gun != PASS and not can_fire(q.s, gun)), PASS)


def wants_general(s: Battle, u: int) -> bool:
    """A general leaves a beaten unit for a whole one."""
    box = box_of(s)
    return any(
        unit != NOBODY
        and box.generals[general] == side_of(s, u)
        and stands_left(s, u) >= stands_left(s, unit) + 2
        for general, unit in enumerate(s.generals)
    )


# Flyers


def flight(s: Battle, u: int) -> Pose:
    """The place from which a flyer shakes and hits most."""
    box, side = box_of(s), side_of(s, u)
    foes = [(v, s.poses[v]) for v in s.live[1 - side] if on_table(s, v)]
    best, highest = Pose(box.width // 2 // 1000 * 1000, box.height // 2 // 1000 * 1000, 0), -1.0
    for _, near in foes:
        for facing in range(0, 360, 45):
            back = moved(near, (facing + 180) % 360, 5000)
            x = min(max(0, back.x), box.width) // 1000 * 1000
            y = min(max(0, back.y), box.height) // 1000 * 1000
            value = 0.0
            for v, pose in foes:
                dx, dy = pose.x - x, pose.y - y
                if dx * dx + dy * dy <= FEAR * FEAR and in_arc(facing, dx, dy):
                    value += (
                        (needed(kind_of(s, v)) - 1)
                        / 6
                        * stands_left(s, v)
                        * (1.5 if kind_of(s, v).range else 1.0)
                    )
            if value > highest:
                best, highest = Pose(x, y, facing), value
    return best


def flyer_x(q: Asked) -> Any:
    return flight(q.s, q.args["unit"]).x


def flyer_y(q: Asked) -> Any:
    return flight(q.s, q.args["unit"]).y


def flyer_facing(q: Asked) -> Any:
    return flight(q.s, q.args["unit"]).facing


def wall(q: Asked) -> Any:
    """Drive a flyer off when it is cheap: few of one's own could shoot now, and time is left."""
    s, seat = q.s, q.seat
    able = sum(can_fire(s, u) for u in s.live[seat] if on_table(s, u))
    scared = sum(s.fears[u] != NOBODY for u in s.live[seat])
    return able <= scared or (able <= 1 and s.turn < box_of(s).field.turns - 2)


#: The two questions of every way to move.
HEADINGS = (
    *("move", "move_again", "half_move", "ride_on"),
    *("move_then_form", "move_then_about", "move_then_unlimber"),
)
DISTANCES = (
    *("move_distance", "move_again_distance", "half_move_distance", "ride_on_distance"),
    *("move_then_form_distance", "move_then_about_distance", "move_then_unlimber_distance"),
)
#: Where the first answer is as good as any, or is a card that is worth playing.
FIRST_IS_BEST = (
    *("set_up_facing", "keep_up_place", "join", "returns", "dress", "dress_place"),
    *("fired_on", "charged", "melee", "attacked", "step_back", "shaken", "after_hit", "after_miss"),
)
ANSWERS: dict[str, Callable[[Asked], Any]] = {
    **dict.fromkeys(FIRST_IS_BEST, first),
    **dict.fromkeys(HEADINGS, heading),
    **dict.fromkeys(DISTANCES, how_far),
    "set_up": set_up,
    "set_up_formation": set_up_formation,
    "set_up_x": set_up_x,
    "set_up_y": set_up_y,
    "general": give_general,
    "unit": which_unit,
    "action": what_to_do,
    "wheel": wheel,
    "formation": formation,
    "out_of_square": formation,
    "facing": face,
    "fire": aim,
    "fire_at": whom_to_fire_at,
    "fire_instead": aim,
    "second": second,
    "charge_heading": charge_heading,
    "take_ground": yes,
    "keep_up": keep_up,
    "flyer_x": flyer_x,
    "flyer_y": flyer_y,
    "flyer_facing": flyer_facing,
    "wall_of_lead": wall,
    "start": start_card,
    "cancel": cancel,
    "shot_at": shield,
    "dig_in": dig_in,
}
