"""MD 5 A move before it is made: where a unit could go, and where it may stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from sandtable.engine import Word
from sandtable.engine.asking import Topic

from ..state import Battle
from .action_table import Action
from .geometry.formation import Pose, bodies, closed_up, gone, moved
from .guards import makes_way
from .reach import (
    STEP,
    FitsOn,
    Obstacles,
    furthest,
    headings,
    is_free,
    obstacles,
    reach,
    room_around,
)

STAY = Word("stay", "Stay here", says="It does not move.")
SHORT = Word("short", "Less than the full distance", says="Say how far, and then which way.")


def as_it_is(pose: Pose) -> Pose:
    return pose


class Course:
    """A move before it is made: its start, its limit, what is in the way, and where it may stop.

    What is in the way is found when somebody looks at the answers. A fork that knows them already never looks.
    """

    def __init__(
        self,
        s: Battle,
        action: Action,
        most: int,
        then: Callable[[Pose], Pose] | None,
        *,
        must: bool = True,
        straight: bool = False,
    ) -> None:
        self.s, self.action, self.most, self.then = s, action, most, then
        self.must, self.straight = must, straight
        self.unit = action.unit
        self.pose = closed_up(s.poses[action.unit])
        #: How far the unit goes, if it stops short of the furthest place on its way.
        self.far: int | None = None
        #: How the unit stands when all is done.
        self.ends: Callable[[Pose], Pose] = as_it_is
        self._stops: dict[int, list[int]] = {}
        #: Heading -> the furthest place there, 0 for none. A course is of one moment: nothing moves while it is asked about.
        self._ends: dict[int, int] = {}
        self._way: Obstacles | None = None
        self._fits: Fits | None = None
        self._has_fits = False

    @property
    def way(self) -> Obstacles:
        """The obstacles in the way."""
        if self._way is None:
            self._way = in_the_way(self.s, self.action, self.most)
        return self._way

    @property
    def fits(self) -> Fits | None:
        """Where the unit may stop; None means anywhere."""
        if not self._has_fits:
            self._fits, self._has_fits = fitting(self.s, self.action, self.then, self.most), True
        return self._fits

    def __call__(self) -> list[int | Word]:
        """The headings on which the unit can go anywhere, stopping short, and staying where it is, if it need not move."""
        if self.far is not None:
            return list(self.ways_of(self.far))
        able: list[int | Word] = [STAY] if self.can_stay else []
        pose, most, way, fits_on, ends = self.pose, self.most, self.way, self._fits_on(), self._ends
        ways = []
        for heading in self.turns():
            far = ends[heading] = furthest(pose, heading, most, way, fits_on)
            if far:
                ways.append(heading)
        able += ways
        if self._has_short(ways):
            able.append(SHORT)
        return able or [STAY]

    def turns(self) -> list[int]:
        """The headings that the unit could turn to."""
        return [self.pose.facing] if self.straight else headings(self.s, self.unit, self.pose)

    def _has_short(self, ways: Sequence[int]) -> bool:
        """Whether the unit can stop at two places on any of these headings."""
        if self.most < 2 * STEP:
            return False
        if self.way.is_open and self.fits is None:
            return bool(ways)
        ahead = self.pose.facing  # where there is room more often than anywhere else
        if ahead in ways and self._has_two(ahead):
            return True
        return any(self._has_two(heading) for heading in ways if heading != ahead)

    def _has_two(self, heading: int) -> bool:
        """Whether the unit can stop at two places on a heading. The first is half an inch away, or less."""
        return self._ends[heading] > STEP and len(self.stops(heading)) > 1

    @property
    def can_stay(self) -> bool:
        """Whether the unit need not move."""
        if self.must:
            return False
        fits = self.fits
        return fits is None or fits(self.pose)

    def stops(self, heading: int) -> list[int]:
        """How far the unit can go on a heading."""
        found = self._stops.get(heading)
        if found is None:
            found = self._stops[heading] = stops(self.pose, heading, self.most, self.way, self.fits)
        return found

    def end(self, heading: int) -> int:
        """How far the unit goes on a heading."""
        return self.last(heading) if self.far is None else self.far

    def last(self, heading: int) -> int:
        """The furthest place on a heading; 0 if there is none."""
        found = self._ends.get(heading)
        if found is None:
            found = furthest(self.pose, heading, self.most, self.way, self._fits_on())
            self._ends[heading] = found
        return found

    def _fits_on(self) -> FitsOn | None:
        fits = self.fits
        return None if fits is None else fits.on

    def all_stops(self) -> dict[int, list[int]]:
        """Heading -> every distance at which the unit may stop."""
        turns = self.turns()
        if self.fits is None:
            return _all_stops(self.pose, tuple(turns), self.most, self.way)
        able = {heading: self.stops(heading) for heading in turns}
        return {heading: lengths for heading, lengths in able.items() if lengths}

    def short_of_it(self) -> list[int]:
        """The distances at which the unit can stop short of the furthest place on some heading."""
        return sorted({far for able in self.all_stops().values() for far in able[:-1]})

    def ways_of(self, far: int) -> Iterator[int | Word]:
        """The headings on which the unit can stop at a distance, short of the furthest place there."""
        return (heading for heading, able in self.all_stops().items() if far in able[:-1])

    def distances(self, topic: Topic) -> dict[str, str]:
        """The keys of all answers there could be to how far, by length."""
        return topic.keys(self.short_of_it(), self.s.box.kinds)


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
            if not self.room.is_free(bodies(pose)):
                return False
        return makes_way(self.s, self.action, pose)

    def on(self, pose: Pose, heading: int) -> Callable[[int], bool]:
        """Whether the unit fits at a distance on a heading. What follows a move is the same wherever it ends."""
        then, room, has_guns = self.then, self.room, bool(self.action.guns)
        if then is None or room is None:
            return lambda far: self(moved(pose, heading, far))
        ground = bodies(then(moved(pose, heading, 0)))
        return lambda far: (
            room.is_free(gone(ground, heading, far)) and (not has_guns or self(moved(pose, heading, far)))
        )


def fitting(s: Battle, action: Action, then: Callable[[Pose], Pose] | None, most: int = 0) -> Fits | None:
    """Where a move of at most this much may stop; None means anywhere."""
    return Fits(s, action, then, most) if action.guns or then is not None else None


def has_place(s: Battle, action: Action, pose: Pose) -> bool:
    """Whether a unit could stand like this, and its machinegun beside it."""
    return is_free(s, action.unit, pose, action.guns) and makes_way(s, action, pose)


def stops(pose: Pose, heading: int, most: int, way: Obstacles, fits: Fits | None) -> list[int]:
    """How far a unit can go on a heading."""
    able = reach(pose, heading, most, way)
    return able if fits is None or not able else [*filter(fits.on(pose, heading), able)]


def has_open_heading(s: Battle, u: int, pose: Pose, most: int, way: Obstacles, fits: Fits | None) -> bool:
    """Whether a unit can go anywhere. Straight ahead is tried first: it is open more often than any other heading."""
    ahead, fits_on = pose.facing, None if fits is None else fits.on
    if furthest(pose, ahead, most, way, fits_on):
        return True
    for heading in headings(s, u, pose):
        if heading != ahead and furthest(pose, heading, most, way, fits_on):
            return True
    return False


def in_the_way(s: Battle, action: Action, most: int) -> Obstacles:
    """The obstacles a unit could meet on a move, its machineguns left out."""
    return obstacles(s, action.unit, closed_up(s.poses[action.unit]), most, action.guns)
