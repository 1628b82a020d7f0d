"""MD 4 Actions with movement in them: a heading, then how far, and what goes before or after."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any

from sandtable.engine import Steps, Word, say
from sandtable.engine.asking import Topic, part_of, pick

from ..printed.box import box_of
from ..state import IN_PLAY, LEFT, Battle, kind_of, leave, put, side_of
from .action_table import Action
from .generals import helped_to_move
from .geometry.formation import Pose, about_faced, closed_up, frontage, hulls, moved, radius, wheeled
from .geometry.sweep import is_clear
from .guards import keep_up, makes_way
from .reach import (
    Obstacles,
    allowance,
    first_wheels,
    has_way,
    headings,
    is_free,
    narrowed,
    obstacles,
    reach,
    room_around,
    wheels,
)

STAY = Word("stay", "Stay here")
TURNS_ABOUT = "{unit} turns about."
WHEEL_ON = 3000


#: A question of a move, and the words it is asked in.
Asking = tuple[Topic, str]

MOVE = Topic(
    "move", "MD 5", "The unit turns to this heading and goes straight on; how far comes next.", "heading"
)
MOVE_DISTANCE = Topic(
    "move_distance", "MD 5", "The unit goes this far on its heading and stops there.", "distance"
)


def move(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A3 Move. Up to the full rate."""
    yield from go(
        s,
        action,
        allowance(s, action.unit, further=action.further),
        (MOVE, "{unit} moves which way?"),
        (MOVE_DISTANCE, "{unit} moves how far?"),
        must=True,
    )


MOVE_AGAIN = Topic(
    "move_again", "MD 11", "The unit goes on this way in its second move, or stays where it is.", "heading"
)
MOVE_AGAIN_DISTANCE = Topic(
    "move_again_distance", "MD 11", "The unit goes this far in its second move and stops there.", "distance"
)


def move_again(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A3 Move. A second full move, which need not be made."""
    yield from go(
        s,
        action,
        allowance(s, action.unit),
        (MOVE_AGAIN, "{unit} moves which way?"),
        (MOVE_AGAIN_DISTANCE, "{unit} moves how far?"),
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
    """MD 5 Movement. A heading, then a distance up to `most` (R-MD-10), and only where the unit fits afterwards.

    Returns how far it went. What `then` makes of it is done by the caller, who also lets a machinegun keep up. What
    comes `after` it needs no more room than the move itself, so it is only shown.

    The facts are those of both questions: whether it is `half` a move, and what the unit does `then`. A client may
    answer both at once: it is told the `stops` on each heading, the keys of all `distances`, and how the unit
    would stand in the end.
    """
    u = action.unit
    course = Course(s, action, most, then)
    ends = then or after or _as_it_is
    heading = yield part_of(
        "heading",
        2,
        pick(
            action.seat,
            *which_way,
            lambda: course.ways(must=must, straight=straight),
            about={"unit": u},
            facts={**(facts or {}), "distances": lambda: course.distances(how_far[0], course.all_stops())},
            data=lambda angle: {
                "angle": angle,
                "pose": ends(moved(course.pose, angle, 0)),
                "stops": course.stops(angle),
            },
        ),
    )
    if heading == STAY:
        return 0
    far = yield part_of(
        "distance",
        1,
        pick(
            action.seat,
            *how_far,
            lambda: course.stops(heading),
            about={"unit": u, "heading": heading},
            facts=facts,
            data=lambda length: {"length": length, "pose": ends(moved(course.pose, heading, length))},
        ),
    )
    yield from march(s, u, course.pose, heading, far)
    if action.guns and then is None and s.fates[u] == IN_PLAY:
        yield from keep_up(s, action, far)
    return int(far)


def march(s: Battle, u: int, pose: Pose, heading: int, far: int) -> Steps[None]:
    """MD 5 Movement. Turn to the heading and go straight on, maybe off the table."""
    helped_to_move(s, u)
    put(s, u, moved(pose, heading, far))
    yield say("{unit} moves {far:distance} towards {heading}.", unit=u, far=far, heading=heading)
    yield from leave_table(s, u)


def _as_it_is(pose: Pose) -> Pose:
    return pose


class Course:
    """A move before it is made: its start, its limit, what is in the way, and where it may stop.

    What is in the way is found when somebody looks at the answers. A fork that knows them already never looks.
    """

    def __init__(self, s: Battle, action: Action, most: int, then: Callable[[Pose], Pose] | None) -> None:
        self.s, self.action, self.most, self.then = s, action, most, then
        self.unit = action.unit
        self.pose = closed_up(s.poses[action.unit])

    @cached_property
    def way(self) -> Obstacles:
        return in_the_way(self.s, self.action, self.most)

    @cached_property
    def fits(self) -> Fits | None:
        return fitting(self.s, self.action, self.then, self.most)

    def ways(self, *, must: bool, straight: bool) -> list[int | Word]:
        """The headings on which the unit can go anywhere, and staying where it is, if it need not move."""
        able: list[int | Word] = []
        if not must and (self.fits is None or self.fits(self.pose)):
            able.append(STAY)
        able += open_headings(self.s, self.unit, self.pose, self.most, self.way, self.fits, straight=straight)
        return able or [STAY]

    def stops(self, heading: int) -> list[int]:
        """How far the unit can go on a heading."""
        return stops(self.pose, heading, self.most, self.way, self.fits)

    def all_stops(self) -> dict[int, list[int]]:
        """Heading -> every distance at which the unit may stop."""
        turns = tuple(headings(self.s, self.unit, self.pose))
        if self.fits is None:
            return _all_stops(self.pose, turns, self.most, self.way)
        able = {heading: self.stops(heading) for heading in turns}
        return {heading: lengths for heading, lengths in able.items() if lengths}

    def distances(self, topic: Topic, ways: Mapping[int, list[int]]) -> dict[str, str]:
        """The keys of all answers there could be to how far, by length."""
        lengths = sorted({far for able in ways.values() for far in able})
        return topic.keys(lengths, box_of(self.s).kinds)


@lru_cache(maxsize=1 << 11)
def _all_stops(pose: Pose, turns: tuple[int, ...], most: int, way: Obstacles) -> dict[int, list[int]]:
    """A unit is shown its ways again and again, and few of them change while others move elsewhere."""
    able = {heading: reach(pose, heading, most, way) for heading in turns}
    return {heading: lengths for heading, lengths in able.items() if lengths}


class Fits:
    """Where a move may stop, given what follows it and a machinegun that keeps up."""

    def __init__(self, s: Battle, action: Action, then: Callable[[Pose], Pose] | None, most: int) -> None:
        self.s, self.action, self.then = s, action, then
        pose = closed_up(s.poses[action.unit])
        self.room = None if then is None else room_around(s, action.unit, pose, most, action.guns)

    def __call__(self, pose: Pose) -> bool:
        if self.then is not None and self.room is not None:
            pose = self.then(pose)
            if not self.room.is_free(pose):
                return False
        return makes_way(self.s, self.action, pose)

    def closed(self, pose: Pose, heading: int, most: int) -> list[tuple[int, int]]:
        """Stretches of a way where the unit certainly does not fit."""
        if self.then is None or self.room is None:
            return []
        return self.room.closed(self.then(moved(pose, heading, 0)), heading, most)


def fitting(s: Battle, action: Action, then: Callable[[Pose], Pose] | None, most: int = 0) -> Fits | None:
    """Where a move of at most this much may stop; None means anywhere."""
    return Fits(s, action, then, most) if action.guns or then is not None else None


def has_place(s: Battle, action: Action, pose: Pose) -> bool:
    """Whether a unit could stand like this, and its machinegun beside it."""
    return is_free(s, action.unit, pose, action.guns) and makes_way(s, action, pose)


def stops(pose: Pose, heading: int, most: int, way: Obstacles, fits: Fits | None) -> list[int]:
    """How far a unit can go on a heading."""
    able = reach(pose, heading, most, way)
    return able if fits is None else [far for far in able if fits(moved(pose, heading, far))]


def open_headings(
    s: Battle, u: int, pose: Pose, most: int, way: Obstacles, fits: Fits | None, *, straight: bool = False
) -> Iterator[int]:
    """The headings on which a unit can go anywhere."""
    able = [pose.facing] if straight else headings(s, u, pose)
    if fits is None:
        close = narrowed(way, pose)
        return (heading for heading in able if has_way(pose, heading, most, way, close))
    return (heading for heading in able if has_stop(pose, heading, most, way, fits))


def has_stop(pose: Pose, heading: int, most: int, way: Obstacles, fits: Fits) -> bool:
    """Whether a unit can stop somewhere on a heading. Where it surely does not fit is not tried."""
    able = reach(pose, heading, most, way)
    if not able:
        return False
    closed = fits.closed(pose, heading, able[-1])
    return any(is_clear(far, closed) and fits(moved(pose, heading, far)) for far in reversed(able))


def leave_table(s: Battle, u: int) -> Steps[None]:
    """A unit that reaches the edge over which its side may leave is gone."""
    box = box_of(s)
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
    "half_move_distance", "MD 4", "The unit goes this far, and its action is over.", "distance"
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
        (HALF_MOVE, "{unit} moves half its rate: which way?"),
        (HALF_MOVE_DISTANCE, "{unit} moves how far, up to half its rate?"),
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
    "move_then_about_distance", "MD 4", "The unit stops there and faces about.", "distance"
)


def move_and_about(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A5 Move half and about face."""
    yield from go(
        s,
        action,
        half_rate(s, action),
        (MOVE_THEN_ABOUT, "{unit} moves half, then turns about: which way?"),
        (MOVE_THEN_ABOUT_DISTANCE, "{unit} moves how far before it turns about?"),
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


def wheel(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A6 Wheel. Up to 90 degrees on a front corner; cavalry (A7) then goes on straight for up to 3 inches."""
    u = action.unit
    turn = yield pick(
        action.seat,
        WHEEL,
        "{unit} wheels how far?",
        lambda: [*open_wheels(s, action), STAY],
        about={"unit": u},
        data=lambda turn: {"turn": turn, "pose": wheeled(closed_up(s.poses[u]), turn)},
    )
    if turn != STAY:
        helped_to_move(s, u)
        put(s, u, wheeled(closed_up(s.poses[u]), turn))
        yield say("{unit} wheels {turn:wheel}.", unit=u, turn=turn)
        if action.guns:
            yield from keep_up(
                s, action, frontage(s.poses[u]) * abs(turn) * 7 // 400
            )  # the way of the outer end
    if kind_of(s, u).is_cavalry:
        yield from go(
            s,
            action,
            WHEEL_ON,
            (RIDE_ON, "{unit} moves which way?"),
            (RIDE_ON_DISTANCE, "{unit} moves how far?"),
            straight=True,
        )


def limber_and_move(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A8 Limber and move half. Half of the limbered rate."""
    s.limbered[action.unit] = True
    yield say("{unit} limbers.", unit=action.unit)
    yield from go_half(s, action)


MOVE_THEN_UNLIMBER = Topic(
    "move_then_unlimber", "MD 4", "The gun is drawn this way, and unlimbers where it stops.", "heading"
)
MOVE_THEN_UNLIMBER_DISTANCE = Topic(
    "move_then_unlimber_distance", "MD 4", "The gun stops there and unlimbers.", "distance"
)


def move_and_unlimber(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A9 Move half and unlimber. Half of the limbered rate, then unlimber."""
    yield from go(
        s,
        action,
        half_rate(s, action),
        (MOVE_THEN_UNLIMBER, "{unit} moves half, then unlimbers: which way?"),
        (MOVE_THEN_UNLIMBER_DISTANCE, "{unit} moves how far before it unlimbers?"),
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
        if any(makes_way(s, action, wheeled(pose, turn)) for turn in first_wheels(pose, way)):
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
    fits = fitting(s, action, then, most)
    ahead = open_headings(s, action.unit, pose, most, way, fits, straight=True)
    if next(ahead, None) is not None:  # the way straight ahead is open more often than any other
        return True
    return next(open_headings(s, action.unit, pose, most, way, fits), None) is not None


def charge_distance(s: Battle, action: Action) -> int:
    """MD 5.1 How far a unit charges in this action."""
    return allowance(s, action.unit, charge=True, further=action.further + action.frenzy)


def in_the_way(s: Battle, action: Action, most: int) -> Obstacles:
    """What a unit could meet on a move, its machineguns left out."""
    return obstacles(s, action.unit, closed_up(s.poses[action.unit]), most, action.guns)
