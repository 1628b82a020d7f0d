"""10.0 Task Forces and 11.0 Space Movement."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.engine import Choice, Line, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick, pick_each

from ...common.rules.net import awareness, has_awareness
from ...common.state import PLAYER
from ..state import Phase, Squadron
from .intercepts import meet_marker
from .pods import can_shift_pods, shift_pods
from .reasons import any_of
from .worth import energy_of, strength_of

STAY = Word("stay", "Stay", says="You draw the Ops card here.")
LEAVE_SHIPS = Word(
    "leave",
    "Leave ships behind",
    says="They sit out this turn; a Task Force without slow ships goes farther.",
)
SHIFT = Word("shift", "Shift Pods before moving", says="Pods change ships, so Fuel can help a slow one now.")
SHIFT_AFTER = Word(
    "shift_after", "Shift Pods after moving", says="Pods change ships where the Task Force arrives."
)
ALL = Word("all", "Leave no others behind", says="All other ships here are the Task Force.")


DECLARE = Topic("declare", "10.1", "Only ships at this Point move and act in this turn.", "point")


NOBODY_THERE = Refusal("None of your ships is at {it}.")
GROUP = Line("{n:{n} ship|{n} ships}, strength {strength:number}, Energy {energy:number}.")


def group_says(s: Squadron, point: int) -> Line:
    """10.1 The value of the ships of a Point."""
    ships = s.ships_at(point)
    return GROUP.of(n=len(ships), strength=strength_of(s, ships), energy=energy_of(s, ships))


def declare(s: Squadron) -> Steps:
    """10.1 Task Force Declaration. Any or all ships of one Point; the others do nothing in this turn (R-SP-14)."""
    if has_awareness(s):
        yield from awareness(s)
    point = yield pick(
        PLAYER,
        DECLARE,
        "Which group acts?",
        Listed(lambda: sorted({at for at in s.at if at >= 0}), lambda it: NOBODY_THERE),
        label="The ships at {it}",
        says=lambda it: group_says(s, it),
    )
    s.tf = tuple(s.ships_at(point))
    s.point, s.off = point, ()
    s.phase = Phase.MOVE


LEAVE = Topic("leave", "10.1", "A ship you leave behind sits out this turn.", "unit")


def leave_behind(s: Squadron) -> Steps:
    """10.1 Any ships of the Point may be left behind, but not all of them."""
    left = yield from pick_each(
        PLAYER,
        LEAVE,
        "Which ships stay behind at {point}?",
        any_of(s, s.tf),
        at_least=1,
        up_to=len(s.tf) - 1,
        done=ALL,
        label="Leave {it} behind",
        says=lambda it: left_says(s, it),
        about={"point": s.point},
    )
    s.tf = tuple(ship for ship in s.tf if ship not in left)


LEFT = Line("The others have strength {strength:number} and Energy {energy:number}.")


def left_says(s: Squadron, ship: int) -> Line:
    """10.1 The value of the Task Force without a ship."""
    others = [other for other in s.tf if other != ship]
    return LEFT.of(strength=strength_of(s, others), energy=energy_of(s, others))


MOVE = Topic("move", "11.0", "The whole Task Force goes there, and then you draw an Ops card.", "point")


def move(s: Squadron) -> Steps:
    """11.0 Movement. The Task Force moves together; Pods may be shifted before and after that (19.3).

    Who asks for it leaves ships behind first, as the declaration comes before the movement (10.1).
    """
    asked_for: tuple[Word, ...] = ()
    while True:
        energy = min(s.energy(ship) for ship in s.tf)
        goal = yield pick(
            PLAYER,
            MOVE,
            "The Task Force has Energy {energy:number}. Move where?",
            move_to(s, energy, asked_for),
            label="Move to {it}",
            about={"energy": energy},
            others=(LEAVE_SHIPS, SHIFT, SHIFT_AFTER),
            says=partial(move_says, s),
        )
        if goal not in (LEAVE_SHIPS, SHIFT, SHIFT_AFTER):
            break
        asked_for = (*asked_for, goal)
        if goal == LEAVE_SHIPS:
            yield from leave_behind(s)
        elif goal == SHIFT:
            yield from shift_pods(s)
    s.phase = Phase.OPS_CARD
    if goal == STAY:
        yield say("The Task Force stays at {point}.", point=s.point)
    else:
        yield from go(s, goal)
    if SHIFT_AFTER in asked_for:
        yield from shift_pods(s)


def go(s: Squadron, goal: int) -> Steps:
    """11.1 The Task Force moves, and meets the marker that lies there (12.4)."""
    yield say("The Task Force moves to {point}.", point=goal)
    for ship in s.tf:
        s.at[ship] = goal
    s.point = goal
    yield from meet_marker(s)


def move_to(s: Squadron, energy: int, asked_for: Sequence[Word]) -> Listed:
    """11.1 Where the Task Force can go, and what else it can do before it goes."""
    return Listed(partial(goals, s, energy, asked_for), partial(move_refusal, s, energy, asked_for))


def goals(s: Squadron, energy: int, asked_for: Sequence[Word]) -> list[int | Word]:
    """11.1 Where the Task Force can go with the Energy of its slowest ship; it may stay, leave ships and shift Pods."""
    return [*s.box.orbits.reach(s.point, energy, s.sites)[1:], STAY, *WISHES.all(s, asked_for)]


HERE = Refusal("The Task Force is at {it} already.")
NO_ENERGY = Refusal("{ship:unit} has no Energy, and the Task Force moves together.")
TOO_FAR = Refusal(
    "{it} is {n:{n} step|{n} steps} away, and {ship:unit}, the slowest ship, has Energy {energy:number}."
)
BLOCKED = Refusal("The Intercept marker at {point} ends the movement on every way to {it}.")
DETOUR = Refusal(
    "The Intercept marker at {point} ends the movement; the way round it to {it} takes {n:number} steps, "
    "and the Task Force has Energy {energy:number}."
)
ALONE = Refusal("The Task Force is a single ship.")
DECLARED = Refusal("Ships are left behind before anything else is done.")
SHIFTED = Refusal("You have asked for that already.")
NOTHING_TO_SHIFT = Refusal("Nothing is aboard that another ship could carry.")


def move_refusal(s: Squadron, energy: int, asked_for: Sequence[Word], goal: int | Word) -> Refusal | None:
    """11.1 11.4 Why the Task Force cannot go to a Point that is out of reach, explained from the shortest way there."""
    if isinstance(goal, Word):
        return wish_refusal(s, asked_for, goal)
    if goal == s.point:
        return HERE
    slowest = min(s.tf, key=s.energy)
    if not energy:
        return NO_ENERGY.of(ship=slowest)
    distance = s.box.orbits.distance
    far = distance[s.point][goal]
    if far > energy:
        return TOO_FAR.of(n=far, ship=slowest, energy=energy)
    steps = s.box.orbits.steps_from(s.point, s.sites)[goal]
    between = [
        p for p in s.sites if p not in (s.point, goal) and distance[s.point][p] + distance[p][goal] == far
    ]
    if steps >= len(s.box.orbits.ids):
        return BLOCKED.of(point=between[0])
    return DETOUR.of(point=between[0], n=steps, energy=energy)


def wish_refusal(s: Squadron, asked_for: Sequence[Word], wish: Word) -> Refusal | None:
    """10.1 19.3 Why ships cannot be left behind, or Pods shifted."""
    if len(s.tf) < 2:
        return ALONE
    if wish == LEAVE_SHIPS:
        return DECLARED if asked_for else None
    if wish in asked_for:
        return SHIFTED
    able = (wish == SHIFT_AFTER and s.shown) or can_shift_pods(s)
    return None if able else NOTHING_TO_SHIFT


#: 10.1 19.3 What can be asked for before the Task Force moves.
WISHES = Choice(lambda s, asked_for: (LEAVE_SHIPS, SHIFT, SHIFT_AFTER), wish_refusal)


COSTS = Line("{n:number} Energy. {orbit}.")
TO_HIDDEN = Line(
    "{n:number} Energy. {orbit}. A hidden marker: one more enemy in a battle here, and your action must be a NET Run."
)
TO_SHOWN = Line("{n:number} Energy. {orbit}. A ship takes the marker there aboard, and you gain 1 AP.")


def move_says(s: Squadron, goal: int | Word) -> Line | None:
    """11.1 12.2 The cost of a move, and what waits at its end."""
    if isinstance(goal, Word):
        return None
    line = TO_SHOWN if goal in s.shown else TO_HIDDEN if goal in s.sites else COSTS
    ring = s.box.orbits.orbital[goal]
    orbit = "Outside the orbits" if ring is None else s.box.map.orbitals[ring].label
    return line.of(n=s.box.orbits.steps_from(s.point, s.sites)[goal], orbit=orbit)
