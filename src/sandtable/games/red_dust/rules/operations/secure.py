"""16.3 Secure. Recon (16.4) moves and resolves its destinations the same way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.engine import DONE, Choice, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, amount, pick, yes_no

from ...cards.hooks import OVERLOOKED, total
from ...printed.map import COIN, MARS_GOV, PHOBOS, WILDERNESS
from ...printed.pieces import BASE_OF, EG_TROOP, FORTIFIED, HIDDEN_REBELS, MG_TROOP, MG_TROOPS, SECURITY
from ...state import Action, Mars, Op
from ..choose_spaces import done, one_by_one
from ..earthgov import may_use_satellite, use_satellite
from ..group_moves import choose_group, has_unmoved, mark_moved, move_group, unmoved, went, with_unmoved
from ..placing import activate_rebels, unit_for_base
from ..population import house_or_repair
from ..reasons import IN_A_STORM, NO_BASE_AVAILABLE, NO_ROOM_FOR_A_BASE, THE_SAME_SPACE, on_map
from ..special_activities.pairing import Special
from ..special_activities.take import last_special, specials, take_special
from .general import own_units
from .next_space import next_space
from .reach import secure_origins
from .spaces import Listing, Where

LABYRINTHS_ONLY = Refusal("Secure goes to Labyrinths, and {it} is a Desert.")


#: 16.3 Any Labyrinths.
SECURE_AT = Listing(
    lambda s, a: s.box.labyrinths_and_phobos, lambda s, a, space: LABYRINTHS_ONLY, guard=on_map
)
SECURE = Topic(
    "secure",
    "16.3",
    "Units may move to that Labyrinth, and after all moves they turn Hidden Rebels there Active.",
    "space",
)
SECURE_FROM = Topic(
    "secure_from",
    "16.3",
    "Units leave that space for the Labyrinth, as many as you say next.",
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
    goal = yield from next_destination(
        s, a, SECURE, SECURE_AT, "Secure: which destination?", "Secure {it}", secure_origins
    )
    if goal is None:
        return False
    yield say(
        "{who:faction}: Secure in {space}.",
        who=a.who,
        space=goal,
        sums="{n:Secure in {space}|Secure in {n} spaces}",
    )
    yield from bring_units(s, a, goal, secure_origins(s, a, goal), SECURE_FROM, SECURE_NUMBER)
    if goal != PHOBOS and s.at(PHOBOS, EG_TROOP) and may_use_satellite(s, a.who):
        yield from _drop_pods(s, a, goal)
    return True


NO_MORE_UNITS = done("No more units to {space}", "Next, another destination.")
NO_UNITS_OF_YOURS = Refusal("You have no units in {it}.")
HAVE_MOVED = Refusal("Your units in {it} have moved already.")
NO_WAY = Refusal("From {it} no way leads to {space}: Storms, Deserts, Damage or enemy Control lie between.")
NO_STEP = Refusal("{it} neither borders on {space} nor has a Spaceport that COIN can use.")


def no_origin(s: Mars, a: Action, goal: int, space: int) -> Refusal:
    """16.3, 16.4 Why a space is not among those from which units can come."""
    if space == goal:
        return THE_SAME_SPACE
    kinds = own_units(s, a.who)
    if not s.has(space, kinds):
        return NO_UNITS_OF_YOURS
    if not has_unmoved(s, a, space, kinds):
        return HAVE_MOVED
    if s.is_raging(space):
        return IN_A_STORM
    return NO_STEP.of(space=goal) if a.op is Op.RECON else NO_WAY.of(space=goal)


#: The spaces from which units can move to a destination.
Origins = Callable[[Mars, Action, int], list[int]]


def next_destination(
    s: Mars, a: Action, topic: Topic, where: Where, prompt: str, label: str, origins: Origins
) -> Steps[int | None]:
    """16.3, 16.4 The next destination; a destination that nobody would come to says so."""
    return (
        yield from next_space(
            s, a, topic, where, prompt, label, is_idle=lambda space: nobody_comes(s, a, space, origins)
        )
    )


def nobody_comes(s: Mars, a: Action, goal: int, origins: Origins) -> bool:
    """16.3, 16.4 Whether none of one's units is in a destination or can get there, Drop Pods included."""
    kinds = own_units(s, a.who)
    if s.has(goal, kinds) or with_unmoved(s, a, origins(s, a, goal), kinds):
        return False
    is_dropped = a.op is Op.SECURE and may_use_satellite(s, a.who) and unmoved(s, a)(PHOBOS, EG_TROOP) > 0
    return not is_dropped


def bring_units(
    s: Mars, a: Action, goal: int, reach: list[int], move_from: Topic, number: Topic
) -> Steps[None]:
    """16.3 Movement. Units come into a destination, origin by origin; a unit moves once."""
    kinds = own_units(s, a.who)
    left = reach
    while True:
        origins = with_unmoved(s, a, left, kinds)
        if not origins:
            return
        origin = yield pick(
            a.who,
            move_from,
            "Move units to {space} from where?",
            Listed(origins, on_map(partial(no_origin, s, a, goal)), then=(DONE,)),
            label="From {it}",
            about={"space": goal},
            done_as=NO_MORE_UNITS,
        )
        if origin == DONE:
            return
        left = [space for space in left if space != origin]
        group = yield from choose_group(s, a.who, origin, goal, kinds, number, movable=unmoved(s, a))
        for kind, n in group:
            s.move(kind, origin, goal, n)
            yield went(kind, n, origin, goal)
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
    "Hidden Rebels in all destinations turn Active now, or only in that one; or a Special Activity comes first.",
    "space",
)
EVERYWHERE = Word(
    "everywhere",
    "Activate Rebels in all destinations",
    says="Then Bases, and House or Repair in one of them.",
)


RESOLVED = Refusal("Rebels in {it} have been looked for already.")
NOT_CHOSEN = Refusal("{it} is no destination of this Operation.")
THE_LAST = Refusal("{it} is the only destination left: that is what all destinations means now.")


def not_resolved(a: Action, it: Any) -> Refusal | None:
    """16.3 Why a space is not resolved by itself."""
    if it in a.resolved:
        return RESOLVED
    return THE_LAST if it in a.chosen else NOT_CHOSEN


def resolve_destinations(s: Mars, a: Action) -> Steps[bool]:
    """16.3 Destinations. In each, Activate Rebels, then perhaps a Base. A Special Activity may come in between."""
    left: list[Any] = [space for space in a.chosen if space not in a.resolved]
    if not left:
        return False
    now: list[Any] = [*specials(s, a)] if a.may_special else []
    if now:
        single = left if len(left) > 1 else []
        it = yield pick(
            a.who,
            RESOLVE,
            "Activate Rebels now, or take a Special Activity first?",
            Listed([EVERYWHERE, *single, *now], partial(not_resolved, a)),
            label="Activate Rebels in {it} only",
            likely=EVERYWHERE,
        )
        if isinstance(it, Special):
            yield from take_special(s, a, it)
            return True
        if it != EVERYWHERE:
            left = [it]
    for goal in left:
        a.resolved = (*a.resolved, goal)
        n = yield from _find_rebels(s, a, goal)
        yield from activate_rebels(s, a.who, goal, n)
    yield from _bases_for_units(s, a, left)
    return True


BEACONS = Topic("beacons", "8.3", "Yes uses a Satellite, and two more Hidden Rebels there turn Active.")


def activations(s: Mars, a: Action, space: int) -> int:
    """16.3, 16.4 How many Rebels are found: one for each unit, in the Wilderness one for every two."""
    units = max(0, s.count(space, own_units(s, a.who)) - total(s, OVERLOOKED, space))
    return units // 2 if space == WILDERNESS else units


def _find_rebels(s: Mars, a: Action, space: int) -> Steps[int]:
    """16.3, 16.4 How many Rebels are found; two more with Beacons (8.3), which are asked about where Rebels would stay Hidden."""
    units = activations(s, a, space)
    if (
        a.op is Op.RECON
        and s.count(space, HIDDEN_REBELS) > units
        and not s.is_raging(space)  # there the Beacons have opened the way already
        and may_use_satellite(s, a.who)
        and (
            yield yes_no(
                a.who,
                BEACONS,
                "Use Navigation Beacons in {space} to Activate two more Rebels?",
                about={"space": space},
            )
        )
    ):
        yield say("Navigation Beacons in {space} Activate two more Rebels.", space=space)
        yield from use_satellite(s, space)
        units += 2
    return units


BUILD_BASE = Topic(
    "build_base",
    "16.3",
    "One of your units there is removed, and one of your Bases takes its place.",
    "space",
)
GIVE_UP_TROOP = Topic("give_up_troop", "16.3", "That Troop is removed, and a Base takes its place.", "piece")


NO_MORE_BASES = done("Build no more Bases")
NO_DESTINATION = Refusal("{it} is no destination whose Rebels have just been looked for.")
NO_UNIT_FOR_A_BASE = Refusal("You have no unit in {it} that could make way for a Base.")


def base_refusal(
    s: Mars, a: Action, spaces: list[int], payers: tuple[int, ...], space: int
) -> Refusal | None:
    """16.3 In each destination where a unit can make way for a Base."""
    if space not in spaces:
        return NO_DESTINATION
    if not s.has(space, payers):
        return NO_UNIT_FOR_A_BASE
    if not s.available(BASE_OF[a.who]):
        return NO_BASE_AVAILABLE
    return None if s.room(space, a.who) > 0 else NO_ROOM_FOR_A_BASE


BASE_IN = Choice(lambda s, a, spaces, payers: spaces, base_refusal, guard=on_map)


def _bases_for_units(s: Mars, a: Action, spaces: list[int]) -> Steps[None]:
    """16.3 Bases. In each destination it may remove one MG Troop, or one Security, to place one of its Bases."""
    payers = MG_TROOPS if a.who == MARS_GOV else (SECURITY,)
    another = one_by_one(
        a.who,
        min(len(spaces), s.available(BASE_OF[a.who])),
        BASE_IN.of(s, a, spaces, payers),
        "Replace a unit with a Base where?",
        BUILD_BASE,
        "In {it}",
        least=0,
        in_one_go=not any(s.at(space, FORTIFIED) for space in spaces),  # there it is asked which Troop goes
        done_as=NO_MORE_BASES,
    )
    while (space := (yield from another())) is not None:
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
