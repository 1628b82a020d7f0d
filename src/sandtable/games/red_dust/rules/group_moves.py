"""Moving several pieces at once: how many of each kind go from one space to another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sandtable.engine import Note, Steps, Word, say
from sandtable.engine.asking import Topic, counted, part_of, pick

from ..printed.pieces import KINDS
from ..state import Action, Mars

Group = list[tuple[int, int]]
ALL = Word("all", "All, of every kind", says="Every piece there that can still move goes.")
ONLY_SOME = Word("only_some", "Only some of them", says="You say where, and how many of each kind.")


def choose_group(
    s: Mars,
    who: int,
    origin: int,
    goal: int,
    kinds: tuple[int, ...],
    topic: Topic,
    *,
    least: int = 1,
    most: int = 99,
    movable: Callable[[int, int], int] | None = None,
    about: dict[str, Any] | None = None,
    usually_stay: bool = False,
) -> Steps[Group]:
    """Ask how many of each kind go from origin to goal: from `least` to `most` of them in all.

    Where there are several kinds, "All, of every kind" answers for every kind at once. The likeliest answer is that as many go as can,
    or, if they `usually_stay`, as few as must.
    """
    count = movable or s.at
    present: Group = []
    group: Group = []
    remaining = taken = 0
    for kind in kinds:
        if (n := count(origin, kind)) > 0:
            present.append((kind, n))
            remaining += n
    for kind, n in present:
        must = max(0, min(least, taken + remaining) - taken - remaining + n)
        numbers: list[Any] = list(range(must, min(n, most - taken) + 1))
        if kind == present[0][0] and n < remaining <= most:
            numbers.append(ALL)
        remaining -= n
        number = yield part_of(
            "amount",
            1,
            pick(
                who,
                topic,
                "How many {piece:piece:many} go from {origin:space} to {goal:space}?",
                numbers,
                about={**(about or {}), "piece": kind, "origin": origin, "goal": goal},
                data=counted,
                likely=numbers[0 if usually_stay else -1],
            ),
        )
        if number == ALL:
            return present
        if number:
            group.append((kind, number))
            taken += number
        if taken == most:
            break
    return group


def move_group(s: Mars, origin: int, goal: int, group: Group) -> Steps[None]:
    """Move the pieces of a group. Hidden ones stay Hidden, and Active ones Active."""
    for kind, n in group:
        s.move(kind, origin, goal, n)
        yield went(kind, n, origin, goal)


def went(piece: int, n: int, origin: int, goal: int) -> Note:
    """The line of the log for pieces that have moved."""
    return say(
        "{n:{n} {piece} moves|{n} {piece:piece:many} move} from {origin:space} to {goal:space}.",
        piece=piece,
        n=n,
        origin=origin,
        goal=goal,
        sums="{n:{piece:unit:many} move to {goal:space}|{n} groups of {piece:unit:many} move}",
    )


def move_all(s: Mars, kind: int, origin: int, goal: int) -> Steps[None]:
    """Move all pieces of a kind from one place to another, boxes included."""
    if n := s.at(origin, kind):
        yield from move_group(s, origin, goal, [(kind, n)])


def unmoved(s: Mars, a: Action) -> Callable[[int, int], int]:
    """Return a function that counts the pieces of a kind in a space that have not moved yet in this Operation."""

    def count(space: int, kind: int) -> int:
        here = space * KINDS + kind
        return s.pieces[here] - a.moved.get(here, 0)

    return count


def has_unmoved(s: Mars, a: Action, space: int, kinds: tuple[int, ...]) -> bool:
    """Whether any piece of these kinds in a space has not moved yet."""
    if not a.moved:
        return s.has(space, kinds)
    start, pieces, moved = space * KINDS, s.pieces, a.moved
    for kind in kinds:
        n = pieces[start + kind]
        if n and n > moved.get(start + kind, 0):
            return True
    return False


def with_unmoved(s: Mars, a: Action, spaces: Iterable[int], kinds: tuple[int, ...]) -> list[int]:
    """Return those of these spaces in which any piece of these kinds has not moved yet."""
    held = s.these_with(spaces, kinds)
    if not a.moved:
        return held
    entered = {here // KINDS for here in a.moved}
    return [space for space in held if space not in entered or has_unmoved(s, a, space, kinds)]


def mark_moved(a: Action, space: int, kind: int, n: int) -> None:
    """Remember that pieces of a kind in a space have moved."""
    a.moved[space * KINDS + kind] = a.moved.get(space * KINDS + kind, 0) + n
