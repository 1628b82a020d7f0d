"""16.3 Secure. Recon (16.4) moves and resolves its destinations the same way."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, say
from sandtable.engine.asking import Topic, amount, pick, yes_no

from ...cards.hooks import OVERLOOKED, total
from ...printed.map import COIN, MARS_GOV, PHOBOS, WILDERNESS
from ...printed.pieces import EG_TROOP, FORTIFIED, MG_TROOP, MG_TROOPS, SECURITY
from ...state import Action, Mars
from ..earthgov import may_use_satellite, use_satellite
from ..group_moves import choose_group, has_unmoved, mark_moved, move_group, unmoved
from ..placing import activate_rebels, can_place_base, unit_for_base
from ..population import house_or_repair
from ..special_activities.pairing import Special
from ..special_activities.take import last_special, specials, take_special
from .general import own_units
from .next_space import next_space
from .reach import secure_origins


def secure_spaces(s: Mars, a: Action) -> list[int]:
    """16.3 Any Labyrinths."""
    return [*s.box.labyrinths, PHOBOS]


SECURE = Topic(
    "secure",
    "16.3",
    "Units may move to that Labyrinth, and after all moves they turn Hidden Rebels there Active.",
    "space",
)
SECURE_FROM = Topic(
    "secure_from",
    "16.3",
    "Units leave that space for the Labyrinth, as many as you say next; with Done no more come.",
    "space",
)
SECURE_NUMBER = Topic(
    "secure_number",
    "16.3",
    "This many of these units move to the Labyrinth; none moves again in this Operation.",
    "number",
)


def secure(s: Mars, a: Action) -> Steps[bool]:
    """16.3 Secure. Units move to Labyrinths, one destination after the other; then they find Rebels there."""
    goal = yield from next_space(s, a, SECURE, secure_spaces, "Secure: which destination?", "Secure {it}")
    if goal is None:
        return False
    yield from bring_units(s, a, goal, secure_origins(s, a, goal), SECURE_FROM, SECURE_NUMBER)
    if goal != PHOBOS and s.at(PHOBOS, EG_TROOP) and may_use_satellite(s, a.who):
        yield from _drop_pods(s, a, goal)
    return True


def bring_units(
    s: Mars, a: Action, goal: int, reach: list[int], move_from: Topic, number: Topic
) -> Steps[None]:
    """16.3 Movement. Units come into a destination, origin by origin; a unit moves once."""
    kinds = own_units(s, a.who)
    left = reach
    while True:
        origins: list[Any] = [space for space in left if has_unmoved(s, a, space, kinds)]
        if not origins:
            return
        origin = yield pick(
            a.who,
            move_from,
            "Move units to {space} from where?",
            [*origins, DONE],
            label="From {it}",
            about={"space": goal},
        )
        if origin == DONE:
            return
        left = [space for space in left if space != origin]
        group = yield from choose_group(s, a.who, origin, goal, kinds, number, movable=unmoved(s, a))
        for kind, n in group:
            yield from move_group(s, origin, goal, [(kind, n)])
            mark_moved(a, goal, _moved_kind(kind), n)


def _moved_kind(kind: int) -> int:
    """5.4 A Fortified Troop that moves is an ordinary one (ruling 4)."""
    return MG_TROOP if kind == FORTIFIED else kind


DROP_PODS = Topic(
    "drop_pods",
    "8.3",
    "This many EarthGov Troops land there at the price of a Satellite; with none the Satellite stays in Orbit.",
    "number",
)


def _drop_pods(s: Mars, a: Action, goal: int) -> Steps[None]:
    """8.3 Drop Pods. A Satellite brings EG Troops from Phobos straight into a Labyrinth, whatever the situation there."""
    most = unmoved(s, a)(PHOBOS, EG_TROOP)
    if most <= 0:
        return
    n = yield amount(
        a.who,
        DROP_PODS,
        "Drop Pods: how many EarthGov Troops from Phobos into {space}?",
        most,
        about={"space": goal},
    )
    if n:
        yield say("Drop Pods in {space}.", space=goal)
        yield from use_satellite(s, goal)
        yield from move_group(s, PHOBOS, goal, [(EG_TROOP, n)])
        mark_moved(a, goal, EG_TROOP, n)


RESOLVE = Topic(
    "resolve",
    "16.3",
    "Hidden Rebels in that destination turn Active now, or a Special Activity comes first.",
    "space",
)


def resolve_destinations(s: Mars, a: Action) -> Steps[bool]:
    """16.3 Destinations. In each, Activate Rebels, then perhaps a Base. A Special Activity may come in between."""
    left: list[Any] = [space for space in a.chosen if space not in a.resolved]
    if not left:
        return False
    goal: Any = left[0]
    if a.may_special and (now := specials(s, a)):
        it = yield pick(
            a.who, RESOLVE, "Activate Rebels in which destination next?", [*left, *now], label="Resolve {it}"
        )
        if isinstance(it, Special):
            yield from take_special(s, a, it)
            return True
        goal = it
    a.resolved.append(goal)
    yield from activate_rebels(s, a.who, goal, activations(s, a, goal))
    yield from _base_for_unit(s, a, goal)
    return True


def activations(s: Mars, a: Action, space: int) -> int:
    """16.3, 16.4 One Rebel for each of its units, in the Wilderness one for every two; two more with Beacons."""
    units = max(0, s.count(space, own_units(s, a.who)) - total(s, OVERLOOKED, space))
    if space == WILDERNESS:
        units //= 2
    return units + 2 if space in a.beacons else units


BUILD_BASE = Topic("build_base", "16.3", "Yes removes one of your units here and places one of your Bases.")
GIVE_UP_TROOP = Topic("give_up_troop", "16.3", "That Troop is removed, and a Base takes its place.", "piece")


def _base_for_unit(s: Mars, a: Action, space: int) -> Steps[None]:
    """16.3 Bases. It may remove one MG Troop, or one Security, to place one of its Bases."""
    payers = MG_TROOPS if a.who == MARS_GOV else (SECURITY,)
    if not s.has(space, payers) or not can_place_base(s, a.who, space):
        return
    if (yield yes_no(a.who, BUILD_BASE, "Give up a unit in {space} for a Base?", about={"space": space})):
        yield from unit_for_base(s, a.who, space, payers, GIVE_UP_TROOP)


IMPROVE = Topic(
    "improve",
    "16.3",
    "Displaced people move in or Damage is removed, and EarthGov's mood may turn.",
    ("space", ""),
)


def end_moves(s: Mars, a: Action) -> Steps[None]:
    """16.3 House or Repair. Then House or Repair once in one destination, with COIN Control (ruling 8)."""
    yield from house_or_repair(s, a.who, [space for space in a.chosen if s.control[space] == COIN], IMPROVE)
    yield from last_special(s, a)
