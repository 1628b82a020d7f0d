"""MD 4 Actions with movement in them: which way, how far, and what goes before or after."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from sandtable.engine import Line, Steps, Word, say
from sandtable.engine.asking import Topic, part_of, pick

from ..state import IN_PLAY, LEFT, Battle, kind_of, leave, put, side_of
from .action_table import Action
from .course import STAY, Course, as_it_is, fitting, has_open_heading, in_the_way
from .generals import helped_to_move
from .geometry.formation import Pose, about_faced, closed_up, frontage, hulls, moved, radius, wheeled
from .guards import keep_up, makes_way
from .reach import (
    Obstacles,
    allowance,
    first_wheels,
    wheels,
)

TURNS_ABOUT = "{unit} turns about."
WHEEL_ON = 3000


#: A question of a move, and the words it is asked in.
Asking = tuple[Topic, str]

MOVE = Topic(
    "move", "MD 5", "The unit turns to this heading and goes straight on, as far as it can.", "heading"
)
MOVE_DISTANCE = Topic(
    "move_distance", "MD 5", "The unit goes this far and stops there; which way comes next.", "distance"
)


def move(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A3 Move. Up to the full rate."""
    yield from go(
        s,
        action,
        allowance(s, action.unit, further=action.further),
        (MOVE, "Which way does {unit} move?"),
        (MOVE_DISTANCE, "How far does {unit} move?"),
        must=True,
    )


MOVE_AGAIN = Topic(
    "move_again", "MD 11", "The unit goes on this way in its second move, or stays where it is.", "heading"
)
MOVE_AGAIN_DISTANCE = Topic(
    "move_again_distance",
    "MD 11",
    "The unit goes this far in its second move and stops there; which way comes next.",
    "distance",
)


def move_again(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A3 Move. A second full move, which need not be made."""
    yield from go(
        s,
        action,
        allowance(s, action.unit),
        (MOVE_AGAIN, "Which way does {unit} move?"),
        (MOVE_AGAIN_DISTANCE, "How far does {unit} move?"),
    )


def go(
    s: Battle,
    action: Action,
    most: int,
    which_way: Asking,
    how_far: Asking,
    *,
    must: bool = False,
    then: Callable[[Pose], Pose] | None = None,
    after: Callable[[Pose], Pose] | None = None,
    straight: bool = False,
    facts: Mapping[str, Any] | None = None,
) -> Steps[int]:
    """MD 5 Movement. A heading, on which the unit goes as far as it can up to `most` (R-MD-10), or stops short of that.

    It goes only where it fits afterwards. Returns how far it went. What `then` makes of it is done by the caller, who also
    lets a machinegun keep up. What comes `after` it needs no more room than the move itself, so it is only shown.

    The facts are those of all questions: whether it is `half` a move, and what the unit does `then`. A client may
    answer them at once: it is told the `stops` on each heading, the keys of all `distances`, and how the unit
    would stand in the end.
    """
    u = action.unit
    course = Course(s, action, most, then, must=must, straight=straight)
    course.ends = then or after or as_it_is
    told = {**(facts or {}), "distances": lambda: course.distances(how_far[0])}
    heading = yield from head(course, which_way, told, {"unit": u})
    if heading == STAY:
        return 0
    if isinstance(heading, int):
        far = course.end(heading)
    else:
        far = course.far = yield part_of(
            "distance",
            2,
            pick(
                action.seat,
                *how_far,
                course.short_of_it,
                about={"unit": u},
                facts=facts,
                data=lambda length: {"length": length},
            ),
        )
        heading = yield from head(course, which_way, told, {"unit": u, "distance": far})
    yield from march(s, u, course.pose, heading, far)
    if action.guns and then is None and s.fates[u] == IN_PLAY:
        yield from keep_up(s, action, far)
    return int(far)


GOES = Line("It goes {far:distance}.")


@lru_cache(maxsize=1 << 8)
def says_far(far: int) -> Line:
    """How far a unit goes. Most headings of a question have the same line, which is put into words once."""
    return GOES.of(far=far)


def head(course: Course, which_way: Asking, facts: Mapping[str, Any], about: dict[str, Any]) -> Steps[Any]:
    """MD 5 Movement. Which way a unit goes: a heading, SHORT or STAY."""
    heading = yield part_of(
        "heading",
        1,
        pick(
            course.action.seat,
            *which_way,
            course,
            about=about,
            facts=facts,
            data=lambda angle: {
                "angle": angle,
                "pose": course.ends(moved(course.pose, angle, 0)),
                "stops": course.stops(angle) if course.far is None else [course.far],
            },
            says=lambda way: None if isinstance(way, Word) else says_far(course.end(way)),
            likely=course.pose.facing,
        ),
    )
    return heading


def march(s: Battle, u: int, pose: Pose, heading: int, far: int) -> Steps[None]:
    """MD 5 Movement. Turn to the heading and go straight on, maybe off the table."""
    helped_to_move(s, u)
    put(s, u, moved(pose, heading, far))
    yield say(
        "{unit} moves {far:distance} towards {heading}.",
        unit=u,
        far=far,
        heading=heading,
        sums="{n:{unit} moves|{n} units move}.",
    )
    yield from leave_table(s, u)


def leave_table(s: Battle, u: int) -> Steps[None]:
    """A unit that reaches the edge over which its side may leave is gone."""
    box = s.box
    edge = box.army(side_of(s, u)).leaves
    if edge is None:
        return
    corners = [corner for hull in hulls(s.poses[u]) for corner in hull.corners]
    is_out = {
        "east": max(x for x, _ in corners) >= box.width,
        "west": min(x for x, _ in corners) <= 0,
        "north": max(y for _, y in corners) >= box.height,
        "south": min(y for _, y in corners) <= 0,
    }[edge]
    if is_out:
        leave(s, u, LEFT)
        yield say("{unit} leaves the table.", unit=u)


HALF_MOVE = Topic(
    "half_move", "MD 4", "The unit goes this way with what is left of its action, or stays.", "heading"
)
HALF_MOVE_DISTANCE = Topic(
    "half_move_distance", "MD 4", "The unit goes this far and stops there; which way comes next.", "distance"
)


def half_rate(s: Battle, action: Action) -> int:
    """MD 4 How far a unit may go in half a move."""
    return allowance(s, action.unit, half=True, further=action.further)


def go_half(s: Battle, action: Action) -> Steps[int]:
    """MD 4 The half move after a change of formation, an about face or limbering. Returns how far it went."""
    far = yield from go(
        s,
        action,
        half_rate(s, action),
        (HALF_MOVE, "Which way does {unit} move, up to half its rate?"),
        (HALF_MOVE_DISTANCE, "How far does {unit} move, up to half its rate?"),
        facts={"half": True},
    )
    return far


def about_and_move(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A4 About face and move half."""
    put(s, action.unit, about_faced(s.poses[action.unit]))
    yield say(TURNS_ABOUT, unit=action.unit)
    yield from go_half(s, action)


MOVE_THEN_ABOUT = Topic(
    "move_then_about", "MD 4", "The unit goes this way, and faces about where it stops.", "heading"
)
MOVE_THEN_ABOUT_DISTANCE = Topic(
    "move_then_about_distance",
    "MD 4",
    "The unit goes this far and faces about there; which way comes next.",
    "distance",
)


def move_and_about(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A5 Move half and about face."""
    yield from go(
        s,
        action,
        half_rate(s, action),
        (MOVE_THEN_ABOUT, "Which way does {unit} move before it turns about?"),
        (MOVE_THEN_ABOUT_DISTANCE, "How far does {unit} move before it turns about?"),
        after=about_faced,
        facts={"half": True, "then": "turn_about"},
    )
    if s.fates[action.unit] == IN_PLAY:
        put(s, action.unit, about_faced(s.poses[action.unit]))
        yield say(TURNS_ABOUT, unit=action.unit)


WHEEL = Topic(
    "wheel",
    "MD 4",
    "The unit swings round on a front corner by this much; cavalry may then ride on for up to 3 inches.",
    "wheel",
)
RIDE_ON = Topic(
    "ride_on", "MD 4", "The cavalry rides straight on after its wheel, or stays where it is.", "heading"
)
RIDE_ON_DISTANCE = Topic("ride_on_distance", "MD 4", "The cavalry rides this far and stops.", "distance")


AS_IT_IS = Line("Nothing is done: you choose another action.")
NO_WHEEL = Line("It rides straight on without a wheel, or you choose another action.")


def _wheel_data(s: Battle, u: int, turn: int) -> dict[str, Any]:
    """For programs: how far it turns, and where and how it stands then."""
    pose = wheeled(closed_up(s.poses[u]), turn)
    return {"turn": turn, "angle": pose.facing, "pose": pose}


def wheel(s: Battle, action: Action) -> Steps[bool]:
    """MD 4 A6 Wheel. Up to 90 degrees on a front corner; cavalry (A7) then goes on straight for up to 3 inches.

    Returns whether the unit did anything: who stays goes back to the choice of the action (R-MD-36).
    """
    u, is_cavalry = action.unit, kind_of(s, action.unit).is_cavalry
    turn = yield pick(
        action.seat,
        WHEEL,
        "How far does {unit} wheel?",
        lambda: [*open_wheels(s, action), STAY],
        about={"unit": u},
        data=lambda turn: _wheel_data(s, u, turn),
        says=lambda turn: (NO_WHEEL if is_cavalry else AS_IT_IS) if turn == STAY else None,
    )
    if turn != STAY:
        helped_to_move(s, u)
        put(s, u, wheeled(closed_up(s.poses[u]), turn))
        yield say("{unit} wheels {turn:wheel}.", unit=u, turn=turn)
        if action.guns:
            yield from keep_up(
                s, action, frontage(s.poses[u]) * abs(turn) * 7 // 400
            )  # the way of the outer end
    far = 0
    if is_cavalry:
        far = yield from go(
            s,
            action,
            WHEEL_ON,
            (RIDE_ON, "Which way does {unit} move?"),
            (RIDE_ON_DISTANCE, "How far does {unit} move?"),
            straight=True,
        )
    return turn != STAY or far > 0


def limber_and_move(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A8 Limber and move half. Half of the limbered rate."""
    s.limbered[action.unit] = True
    yield say("{unit} limbers.", unit=action.unit)
    yield from go_half(s, action)


MOVE_THEN_UNLIMBER = Topic(
    "move_then_unlimber", "MD 4", "The gun is drawn this way, and unlimbers where it stops.", "heading"
)
MOVE_THEN_UNLIMBER_DISTANCE = Topic(
    "move_then_unlimber_distance",
    "MD 4",
    "The gun goes this far and unlimbers there; which way comes next.",
    "distance",
)


def move_and_unlimber(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A9 Move half and unlimber. Half of the limbered rate, then unlimber."""
    yield from go(
        s,
        action,
        half_rate(s, action),
        (MOVE_THEN_UNLIMBER, "Which way does {unit} move before it unlimbers?"),
        (MOVE_THEN_UNLIMBER_DISTANCE, "How far does {unit} move before it unlimbers?"),
        facts={"half": True, "then": "unlimber"},
    )
    s.limbered[action.unit] = False
    yield say("{unit} unlimbers.", unit=action.unit)


def open_wheels(s: Battle, action: Action) -> Iterator[int]:
    """MD 4 A6 The turns a unit can wheel by, with its machinegun."""
    able = wheels(s, action.unit, action.guns)
    if not action.guns:
        return able
    pose = closed_up(s.poses[action.unit])
    return (turn for turn in able if makes_way(s, action, wheeled(pose, turn)))


def can_wheel(s: Battle, action: Action, most: int, way: Obstacles) -> bool:
    """MD 4 A6 Whether there is room to wheel at all. The obstacles of a move are enough to tell whether 5 degrees are free."""
    pose = closed_up(s.poses[action.unit])
    if most >= radius(pose) // 10:
        for turn in first_wheels(pose, way):
            if not action.guns or makes_way(s, action, wheeled(pose, turn)):
                return True
    return next(open_wheels(s, action), None) is not None


def can_move(
    s: Battle,
    action: Action,
    most: int,
    way: Obstacles | None = None,
    then: Callable[[Pose], Pose] | None = None,
) -> bool:
    """Whether there is room to move at all, and to do afterwards what comes then."""
    pose = closed_up(s.poses[action.unit])
    way = in_the_way(s, action, most) if way is None else way
    return has_open_heading(s, action.unit, pose, most, way, fitting(s, action, then, most))


def charge_distance(s: Battle, action: Action) -> int:
    """MD 5.1 How far a unit charges in this action."""
    return allowance(s, action.unit, charge=True, further=action.further + action.frenzy)
