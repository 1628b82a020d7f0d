"""8.7 Special Activities: which one a box allows, and how its spaces are chosen, line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import DONE, Ask, Choice, Steps

from ..cards.hooks import ATTACK_MORE, total
from ..printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from ..printed.pieces import (
    BASES_OF,
    CORP_BASES,
    EG_TROOP,
    HIDDEN,
    IS_BASE,
    MG_BASE,
    REBEL_FORCES,
    SPECOPS,
)
from ..rules.alignment import ACTIVE_OPPOSITION, can_shift
from ..rules.operations.attack import Allowance, Ambush, attack_removals, may_ambush, targets
from ..rules.placing import can_place_base, placeable, removable
from ..rules.population import HOUSE, NEITHER, REPAIR, can_house, can_repair
from ..rules.special_activities.coordinate import (
    COORDINATE_AT,
    COORDINATED,
    REMOVE_TWO,
    REPLACE_ONE,
)
from ..rules.special_activities.entrench import ENTRENCH_AT, can_fortify
from ..rules.special_activities.exploit import EXPLOIT_AT
from ..rules.special_activities.pairing import PAIRING, Special
from ..rules.special_activities.public_relations import RELATIONS_AT
from ..rules.special_activities.purify import PURIFY_AT, purify_targets
from ..rules.special_activities.raid import RAID_AT, RAID_PROTECTORS, SLIP_FROM
from ..rules.special_activities.ransack import RANSACK_AT
from ..rules.special_activities.redistribute import REDISTRIBUTE_AT
from ..state import Action, Mars
from .answering import about, answers, done_or_first, playing, spaces_in
from .conditions import TESTS
from .movement import transport_groups
from .pieces import enemy_to_hit
from .priorities import select, tie
from .tables import ACTIVITIES, SIDES

#: (state, spaces that may be chosen, those that were) -> by line, the spaces that it would choose.
Lines = Callable[[Mars, Sequence[int], Sequence[int]], list[list[int]]]


def _two_hidden_at_base(s: Mars, who: int, space: int) -> bool:
    """8.7 A space with an own Base only with two Hidden Rebels."""
    return not s.has(space, BASES_OF[who]) or s.at(space, HIDDEN[who]) >= 2


# 8.7 The lines of each Special Activity: the spaces that each would choose among those on offer


def entrench_lines(s: Mars, spaces: Sequence[int], been: Sequence[int]) -> list[list[int]]:
    """Bases only in Deserts without an MG Base; then Fortify, only at Support."""
    bases = [
        it
        for it in spaces
        if not s.box.is_labyrinth[it] and not s.at(it, MG_BASE) and can_place_base(s, MARS_GOV, it)
    ]
    return [bases, [it for it in spaces if s.alignment[it] > 0 and can_fortify(s, it) > 0]]


def public_relations_lines(s: Mars, spaces: Sequence[int], been: Sequence[int]) -> list[list[int]]:
    """Repair wherever possible; then House in one space with a CORP Base."""
    repairs = [it for it in spaces if can_repair(s, CORPORATIONS, it)]
    homes = [it for it in spaces if can_house(s, it) and s.has(it, CORP_BASES)]
    has_home = any(can_house(s, it) and s.has(it, CORP_BASES) for it in been)
    return [repairs, [] if has_home else homes]


def exploit_lines(s: Mars, spaces: Sequence[int], been: Sequence[int]) -> list[list[int]]:
    """Populated spaces with CORP Bases."""
    return [[it for it in spaces if s.population(it)]]


def raid_lines(s: Mars, spaces: Sequence[int], been: Sequence[int]) -> list[list[int]]:
    """Spaces where Rebel forces would be removed."""
    return [
        [
            it
            for it in spaces
            if removable(s, it, REBEL_FORCES, RAID_PROTECTORS) and (s.at(it, SPECOPS) or SLIP_FROM.any(s, it))
        ]
    ]


def coordinate_lines(s: Mars, spaces: Sequence[int], been: Sequence[int]) -> list[list[int]]:
    """House; then Repair; then any space for the shift, or for the cubes at Active Opposition."""
    able = [it for it in spaces if _two_hidden_at_base(s, RED_DUST, it)]
    return [
        [it for it in able if can_house(s, it)],
        [it for it in able if can_repair(s, RED_DUST, it)],
        [it for it in able if can_shift(s, it, -1) or _has_guards(s, it)],
    ]


def _has_guards(s: Mars, space: int) -> bool:
    return s.alignment[space] == ACTIVE_OPPOSITION and s.has(space, COORDINATED)


def redistribute_lines(s: Mars, spaces: Sequence[int], been: Sequence[int]) -> list[list[int]]:
    """Spaces with two Hidden Rebels where an RD Base stands."""
    return [[it for it in spaces if _two_hidden_at_base(s, RED_DUST, it)]]


def purify_lines(s: Mars, spaces: Sequence[int], been: Sequence[int]) -> list[list[int]]:
    """Where an enemy Base can be replaced; then other spaces."""
    bases = [it for it in spaces if any(IS_BASE[kind] for kind in purify_targets(s, it))]
    return [bases, list(spaces)]


def ransack_lines(s: Mars, spaces: Sequence[int], been: Sequence[int]) -> list[list[int]]:
    """Spaces with two Hidden Rebels where a CR Base stands."""
    return [[it for it in spaces if _two_hidden_at_base(s, RECLAIMERS, it)]]


def ambush_lines(s: Mars, spaces: Sequence[int], been: Sequence[int]) -> list[list[int]]:
    """Spaces where an Ambush can remove an enemy piece."""
    a = s.action
    return [[it for it in spaces if may_ambush(s, a, it) and (targets(s, a.who, it) or s.at(it, EG_TROOP))]]


LINES: dict[str, Lines] = {
    "entrench": entrench_lines,
    "public_relations": public_relations_lines,
    "exploit": exploit_lines,
    "raid": raid_lines,
    "coordinate": coordinate_lines,
    "redistribute": redistribute_lines,
    "purify": purify_lines,
    "ransack": ransack_lines,
    "ambush_rd": ambush_lines,
    "ambush_cr": ambush_lines,
}


# 8.7.1 Which Special Activity


def _finds_space(name: str, where: Choice[int]) -> Callable[[Mars, Action], bool]:
    def test(s: Mars, a: Action) -> bool:
        return any(LINES[name](s, where.all(s), ()))

    return test


#: Whether a Special Activity would change something.
USEFUL: dict[str, Callable[[Mars, Action], bool]] = {
    "entrench": _finds_space("entrench", ENTRENCH_AT),
    "petition_eg_plus": lambda s, a: not s.is_eg_up and a.rebels_lost > a.coin_lost,
    "petition_supply": lambda s, a: True,
    "transport": lambda s, a: bool(transport_groups(s)),
    "public_relations": _finds_space("public_relations", RELATIONS_AT),
    "exploit": _finds_space("exploit", EXPLOIT_AT),
    "raid": _finds_space("raid", RAID_AT),
    "coordinate": _finds_space("coordinate", COORDINATE_AT),
    "redistribute": _finds_space("redistribute", REDISTRIBUTE_AT),
    "purify": _finds_space("purify", PURIFY_AT),
    "ransack": _finds_space("ransack", RANSACK_AT),
}


def activity_of(s: Mars, box: str) -> str:
    """8.7.1 The first option of a box that is legal, meets its red condition and would change something ("": none)."""
    np, a = playing(s), s.action
    if not box or not a.may_special:
        return ""
    for choice in SIDES[np.side].boxes[box].special:
        special = Special[ACTIVITIES[choice.activity].special.upper()]
        if special not in PAIRING[a.who, a.op] or (choice.when and not TESTS[choice.when](s, a.who)):
            continue
        if special is Special.AMBUSH or USEFUL[choice.activity](s, a):
            return choice.activity
    return ""


def special_before(s: Mars, values: Sequence[Any], spaces: list[int]) -> Steps[Any]:
    """8.7.2 The Special Activity above the Operation: Ambush in up to two spaces of the Attack, or one of the others."""
    np, a = playing(s), s.action
    for choice in SIDES[np.side].boxes[np.before].special:
        name = choice.activity
        special = Special[ACTIVITIES[name].special.upper()]
        if choice.when and not TESTS[choice.when](s, a.who):
            continue
        if special is Special.AMBUSH:
            (able,) = ambush_lines(s, spaces, ())
            if able:
                space = yield from select(s, a.who, ACTIVITIES[name].lines[0].column, able)
                np.ambush(name, space)
                return space
            if np.activity == name:
                break  # the first was laid, and there is no place for another
        elif special in values and USEFUL[name](s, a):
            np.take_before(name)
            return special
    np.skip_before()
    return None


@answers("special")
def special_after(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.7.1 The Special Activity below the Operation."""
    yield from ()
    np = playing(s)
    name = activity_of(s, np.after)
    special = Special[ACTIVITIES[name].special.upper()] if name else None
    if special is None or special not in values:
        return DONE
    np.take(name)
    return special


@answers("entrench", "public_relations", "exploit", "raid", "coordinate", "redistribute", "purify", "ransack")
def activity_space(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.7 The next space: a line is used for as many spaces as it can serve before the next line is looked at."""
    np = playing(s)
    name = ask.topic
    spaces = spaces_in(values)
    for line, able in zip(ACTIVITIES[name].lines, LINES[name](s, spaces, np.been), strict=True):
        if able:
            space = yield from select(s, ask.seat, line.column, able)
            np.been.append(space)
            return space
    return done_or_first(values)


# 17.1 Entrench


@answers("entrench_base")
def entrench_base(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.7 Bases only in Deserts without an MG Base."""
    yield from ()
    space = about(ask, "space")
    return not s.box.is_labyrinth[space] and not s.at(space, MG_BASE)


@answers("fortify")
def fortify(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.7 As many Troops as possible, only at Support."""
    yield from ()
    return max(values) if s.alignment[about(ask, "space")] > 0 else min(values)


# 17.4 Public Relations


@answers("relations_house")
def relations_house(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.7 House in one space with a CORP Base."""
    able = [it for it in spaces_in(values) if s.has(it, CORP_BASES)]
    if not able:
        return DONE
    return (yield from select(s, CORPORATIONS, "place_population", able))


# 17.6 Raid


@answers("raid_from")
def raid_from(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.7 A Hidden SpecOps on the spot first, else a random adjacent one."""
    if s.at(about(ask, "space"), SPECOPS):
        return DONE
    return (yield from tie(spaces_in(values), "space"))


# 17.8 Coordinate


@answers("coordinate_improve")
def coordinate_improve(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.7 House if possible, else Repair."""
    yield from ()
    for what in (HOUSE, REPAIR):
        for value in values:
            if value != NEITHER and value[1] == what:
                return value
    return NEITHER


@answers("coordinate_cubes")
def coordinate_cubes(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.7 Remove two cubes, or replace one if two cannot be removed."""
    yield from ()
    if s.count(about(ask, "space"), COORDINATED) >= 2 or not placeable(s, RED_DUST, about(ask, "space")):
        return REMOVE_TWO
    return REPLACE_ONE


# 17.9 Ambush


@answers("ambush")
def ambush(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.7 Only where the box chose an Ambush."""
    yield from ()
    return playing(s).way == "ambush"


@answers("ambush_dice")
def ambush_dice(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.7 CR sets both dice to 1; RD drops enemy Bases, then does Damage at Support and avoids it elsewhere, then removes most."""
    yield from ()
    who, space = ask.seat, about(ask, "space")
    if who == RECLAIMERS:
        return Ambush.BOTH_AND_DAMAGE if Ambush.BOTH_AND_DAMAGE in values else Ambush.BOTH
    wants_damage = s.alignment[space] > 0

    def key(result: Ambush) -> tuple[int, bool, int]:
        hits, damages = result.value
        felled, removed = _losses(s, who, space, hits)
        return felled, damages == wants_damage, removed

    return max(values, key=key)


def _losses(s: Mars, who: int, space: int, hits: int) -> tuple[int, int]:
    """How many enemy Bases fall to this many hits, and how many pieces in all: guards go first, an EG Troop takes a whole die."""
    copy, felled, removed = s.copy(), 0, 0
    allowance = Allowance(hits, hits * total(s, ATTACK_MORE, who))
    while options := attack_removals(copy, who, space, allowance):
        able = [kind for kind, _ in options if copy.at(space, kind)]
        if not able:
            break
        kind = enemy_to_hit(copy, who, space, able)
        allowance.use(kind, 1)
        copy.take(kind, space)
        felled += IS_BASE[kind]
        removed += 1
    return felled, removed
