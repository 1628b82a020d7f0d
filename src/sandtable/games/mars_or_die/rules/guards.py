"""MD 1.4, MD 5.3 Stands that leave their unit to guard, and machineguns that keep up with a company."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.engine import PASS, Choice, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..state import NOBODY, Battle, close_up, enter, is_within, kind_of, put, side_of, stands_left
from .action_table import Action
from .geometry.formation import Pose, bodies, depth, frontage, moved, radius, stands, without
from .geometry.polygon import collide
from .ground import is_in_feature, is_near_feature
from .reach import is_free
from .reasons.units import HAS_ACTED, HAS_DUG_IN, MUST_SCATTER, NOT_YOURS, locked_refusal

ALONG = 1000


def can_leave_guard(s: Battle, u: int) -> bool:
    """MD 1.4, R-MD-3 A unit of several stands may leave one that is inside a feature; only once."""
    return stands_left(s, u) > 1 and s.sizes[u] == kind_of(s, u).stands and bool(guard_places(s, u))


def guard_places(s: Battle, u: int) -> list[int]:
    pose = s.poses[u]
    if not is_near_feature(s, pose.centre, radius(pose)):
        return []
    return [stand.slot for stand in stands(pose) if is_in_feature(s, stand.centre)]


GUARD = Topic(
    "guard",
    "MD 1.4",
    "This stand stays here for the rest of the battle: it never moves again, and faces all round.",
    "place",
)


def leave_guard(s: Battle, action: Action) -> Steps[None]:
    """MD 1.4 Guards. One stand stays to guard a feature: it never moves again and faces all round."""
    u = action.unit
    slot = yield pick(
        action.seat,
        GUARD,
        "{unit}: which stand stays as a guard?",
        guard_places(s, u),
        about={"unit": u},
        data=lambda slot: {"slot": slot},
    )
    guard = u + s.box.count
    pose = s.poses[u]
    place = next(stand.centre for stand in stands(pose) if stand.slot == slot)
    s.poses[u] = without(pose, slot)
    s.sizes[u] -= 1
    enter(s, guard, Pose(*place, pose.facing, side=pose.side))
    s.sizes[guard], s.guarding[guard], s.acted[guard] = 1, True, False
    close_up(s, u)
    yield say("{unit} leaves a guard.", unit=u)


KEEP_UP = Topic(
    "keep_up",
    "MD 5.3",
    "The machinegun goes along with the company, and has then acted this turn.",
    "unit",
)


NO_MACHINEGUN = Refusal("{it} is no machinegun.")
NOT_BESIDE = Refusal("{it} was more than 1″ away from {unit} when that began to move.")
NO_ROOM_BESIDE = Refusal("There is no room beside {unit} that {it} could reach.")


def gun_refusal(s: Battle, action: Action, gun: int) -> Refusal | None:
    """MD 5.3, R-MD-13 Why a unit is no machinegun beside a company that can keep up with it."""
    if side_of(s, gun) != action.seat:
        return NOT_YOURS
    if kind_of(s, gun).arm != "machinegun":
        return NO_MACHINEGUN
    if s.acted[gun]:
        return HAS_ACTED
    if s.fears[gun] != NOBODY:
        return MUST_SCATTER.of(flyer=s.fears[gun])
    if s.dug_in[gun] == s.turn:
        return HAS_DUG_IN
    if (why := locked_refusal(s, gun)) is not None:
        return why
    return None if is_within(s, action.unit, gun, ALONG) else NOT_BESIDE.of(unit=action.unit)


def units_with(s: Battle, action: Action) -> Sequence[int]:
    """MD 5.3 Machineguns are attached to companies of infantry."""
    guns = s.box.machineguns[action.seat]
    if not guns or not kind_of(s, action.unit).is_infantry:
        return ()
    return [u for u in s.live[action.seat] if u in guns]


#: MD 5.3, R-MD-13 Machineguns beside a company that have not acted yet: one may keep up with it.
GUNS_BESIDE = Choice(units_with, gun_refusal)


def why_not_keep_up(s: Battle, action: Action, gun: int) -> Refusal:
    """MD 5.3, R-MD-13 Why a machinegun cannot keep up with a company: it is none of those that were beside it, or finds no room."""
    if gun in action.guns:
        return NO_ROOM_BESIDE.of(unit=action.unit)
    return gun_refusal(s, action, gun) or NOT_BESIDE.of(unit=action.unit)


def keep_up(s: Battle, action: Action, far: int) -> Steps[None]:
    """MD 5.3 Attached machineguns. One machinegun keeps up with its company, and has then acted.

    It need not, unless its company has come to stand where it is (R-MD-36).
    """
    if (yield from make_way(s, action)):
        return
    able = {
        gun: places
        for gun in action.guns
        if (places := beside(s, action.unit, s.poses[action.unit], gun, far))
    }
    if not able:
        return
    gun = yield pick(
        action.seat,
        KEEP_UP,
        "Does a machinegun keep up with {unit}?",
        Listed(list(able), partial(why_not_keep_up, s, action), (PASS,)),
        label="{it} keeps up",
        about={"unit": action.unit},
        decline=PASS,
    )
    if gun == PASS:
        action.guns = []
    else:
        yield from go_beside(s, action, gun, able[gun])


def make_way(s: Battle, action: Action) -> Steps[bool]:
    """MD 5.3 Attached machineguns. One that stands where its company now is goes beside it at once (R-MD-36)."""
    pose = s.poses[action.unit]
    for gun in action.guns:
        if is_on_ground_of(s, gun, pose):
            yield from go_beside(s, action, gun, beside(s, action.unit, pose, gun))
            return True
    return False


KEEP_UP_PLACE = Topic(
    "keep_up_place",
    "MD 5.3",
    "The machinegun is put on this side of the company, facing the same way.",
)


def go_beside(s: Battle, action: Action, gun: int, places: dict[Word, Pose]) -> Steps[None]:
    """MD 5.3 Attached machineguns. Which side of the company the machinegun goes to."""
    word = yield pick(
        action.seat,
        KEEP_UP_PLACE,
        "Where does {unit} go?",
        list(places),
        about={"unit": gun},
        facts={"poses": {word.id: pose for word, pose in places.items()}},
    )
    put(s, gun, places[word])
    s.acted[gun] = True
    action.guns = [gun]
    yield say("{unit} keeps up with {company:unit}.", unit=gun, company=action.unit)


def makes_way(s: Battle, action: Action, pose: Pose) -> bool:
    """R-MD-36 Whether its machineguns let a company stand like this: at most one must move, and it has room beside the company."""
    if not action.guns:
        return True
    pressed = [gun for gun in action.guns if is_on_ground_of(s, gun, pose)]
    return not pressed or (len(pressed) == 1 and bool(beside(s, action.unit, pose, pressed[0])))


def is_on_ground_of(s: Battle, gun: int, pose: Pose) -> bool:
    return any(collide(a, b) for a in bodies(s.poses[gun]) for b in bodies(pose))


PLACES = {
    Word("left_flank", "Left of the company"): (0, 1),
    Word("right_flank", "Right of the company"): (0, -1),
    Word("rear", "Behind the company"): (-1, 0),
}


def beside(s: Battle, u: int, pose: Pose, gun: int, far: int | None = None) -> dict[Word, Pose]:
    """Places beside a company that a gun can reach: no further than the company went, or as near as that allows.

    A gun that must make way goes wherever there is room.
    """
    found = {}
    for word, (ahead, aside) in PLACES.items():
        place = next_to(pose, ahead, aside)
        went = (place.x - s.poses[gun].x) ** 2 + (place.y - s.poses[gun].y) ** 2
        if far is None or went <= (far + ALONG + pose.side) ** 2:
            if place != s.poses[gun] and is_free(s, gun, place, (u,)):
                found[word] = place
    return found


def next_to(pose: Pose, ahead: int, aside: int) -> Pose:
    """A single stand edge to edge with a formation, facing the same way."""
    heading = (pose.facing + (90 if aside > 0 else -90 if aside < 0 else 180)) % 360
    half = (frontage(pose) if aside else depth(pose)) // 2
    single = Pose(pose.x, pose.y, pose.facing)
    there = moved(single, heading, half + single.side // 2 + 10)
    return Pose(there.x, there.y, pose.facing)
