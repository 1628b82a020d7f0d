"""8.5.9 Flashpoint and Dust Storm Rounds: Support Phase, Redeploy and Reset of non-players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sandtable.engine import DONE, Ask, Roll, Steps, say

from ..printed.map import COIN, MARS_GOV, NOBODY, ON_MARS, PHOBOS, RECLAIMERS, RED_DUST, WILDERNESS
from ..printed.pieces import (
    BASES_OF,
    COIN_BASES,
    COIN_FORCES,
    CORP_BASES,
    CORP_FORCES,
    CR_BASES,
    CUBES,
    EG_TROOP,
    ENEMIES_OF,
    KINDS,
    MG_BASE,
    MG_FORCES,
    MG_TROOPS,
    RD_BASES,
    RD_REBELS,
    REBEL_FORCES,
    REBELS_OF,
)
from ..rules.alignment import ACTIVE_OPPOSITION, can_shift
from ..rules.group_moves import ONLY_SOME, unmoved
from ..rules.pacify_and_agitate import SHIFT
from ..rules.population import HOUSE, REPAIR, can_house, can_repair
from ..state import Mars
from .answering import about, answers, playing, spaces_in
from .moves import Line, Need, Pool, held_back, keep_control
from .priorities import has_room_for_base, select, tie
from .tables import FACTION_OF, ROUNDS

# 14.3 Support Phase

SUPPORT_DICE = "Support Phase"
#: The lines of the Support Phase: whether a space fits.
SUPPORT: dict[str, Callable[[Mars, int], bool]] = {
    "mg_house": lambda s, it: s.alignment[it] >= 0 and can_house(s, it),
    "mg_repair": lambda s, it: s.alignment[it] >= 0 and can_repair(s, MARS_GOV, it),
    "mg_shift": lambda s, it: can_shift(s, it, 1),
    "rd_house": lambda s, it: s.alignment[it] < 0 and can_house(s, it),
    "rd_repair": lambda s, it: s.alignment[it] < 0 and can_repair(s, RED_DUST, it),
    "rd_shift": lambda s, it: can_shift(s, it, -1),
}
_WAYS = {"house": HOUSE, "repair": REPAIR}


@answers("pacify", "agitate")
def support(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.9 House everywhere, then Repair, then shift: as many as MG has rolled, or RD has Agitate Total for."""
    np, who = playing(s), ask.seat
    for line in ROUNDS.support:
        if FACTION_OF[line.faction] != who:
            continue
        way = _WAYS.get(line.id.partition("_")[2], SHIFT[who])
        able = [it[0] for it in values if it != DONE and it[1] == way and SUPPORT[line.id](s, it[0])]
        if way == HOUSE:
            able = [it for it in able if it not in s.visited]  # as many spaces as possible, each once
        if not able:
            continue
        if way != HOUSE:
            if who == MARS_GOV and np.budget < 0:
                np.budget = yield Roll(2, topic=SUPPORT_DICE, by=MARS_GOV)
                yield say("MarsGov: {n:number} Repairs and shifts.", n=np.budget)
            if not (np.budget if who == MARS_GOV else np.agitate_total):
                return DONE
        return (yield from select(s, who, line.column, able)), way
    return DONE


@answers("lobby")
def lobby(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.9 Confidence up one step."""
    yield from ()
    playing(s).budget = -1
    return True


# 14.4 Redeploy: what is kept


def mg_above_corp(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """More MG than CORP forces where a Populated space at Support has a CORP Base."""
    if s.alignment[space] <= 0 or not s.population(space) or not s.has(space, CORP_BASES):
        return None
    return Need(MG_TROOPS, s.count(space, CORP_FORCES) + 1 - s.at(space, MG_BASE))


def mg_three_cubes(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """Three cubes wherever there is Support, if that many are there."""
    if s.alignment[space] <= 0 or s.count(space, CUBES) < 3:
        return None
    return Need(MG_TROOPS, 3 - (s.count(space, CUBES) - s.count(space, MG_TROOPS)))


def _three_rebels(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    return Need(REBELS_OF[who], 3) if has_room_for_base(s, who, space) else None


def rd_one_rebel(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """One RD Rebel wherever a Populated space is below Active Opposition."""
    below = s.population(space) > 0 and s.alignment[space] != ACTIVE_OPPOSITION
    return Need(RD_REBELS, 1) if below else None


def cr_one_rebel(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """1 CR Rebel everywhere else."""
    return Need(REBELS_OF[RECLAIMERS], 1)


KEEP: dict[str, Line] = {
    "mg_above_corp": mg_above_corp,
    "mg_three_cubes": mg_three_cubes,
    "mg_control": keep_control,
    "rd_three_rebels": _three_rebels,
    "rd_one_rebel": rd_one_rebel,
    "cr_three_rebels": _three_rebels,
    "cr_one_rebel": cr_one_rebel,
    "cr_control": keep_control,
}
_KEEP = {who: [KEEP[line.id] for line in ROUNDS.keep if FACTION_OF[line.faction] == who] for who in range(4)}

# 14.4 Redeploy: what is got; how many units a space still needs, below 0 what it has to spare (None: the line is not about it)

Get = Callable[[Mars, int], int | None]


def mg_outnumber_rebels(s: Mars, space: int) -> int | None:
    """COIN forces above Rebel forces in Labyrinths and in Deserts with an MG Base."""
    if space == PHOBOS or not (s.box.is_labyrinth[space] or s.at(space, MG_BASE)):
        return None
    return s.count(space, REBEL_FORCES) + 1 - s.count(space, COIN_FORCES)


def mg_four_cubes(s: Mars, space: int) -> int | None:
    """4 cubes in each Desert with an MG Base."""
    if s.box.is_labyrinth[space] or not s.at(space, MG_BASE):
        return None
    return 4 - s.count(space, CUBES)


def mg_outnumber_corp(s: Mars, space: int) -> int | None:
    """More MG than CORP forces wherever Support and a CORP Base coincide."""
    if s.alignment[space] <= 0 or not s.has(space, CORP_BASES):
        return None
    return s.count(space, CORP_FORCES) + 1 - s.count(space, MG_FORCES)


def _one_at_bases(who: int) -> Get:
    def need(s: Mars, space: int) -> int | None:
        return 1 - s.count(space, REBELS_OF[who]) if s.has(space, BASES_OF[who]) else None

    return need


def _three_for_base(who: int) -> Get:
    def need(s: Mars, space: int) -> int | None:
        return 3 - s.count(space, REBELS_OF[who]) if has_room_for_base(s, who, space) else None

    return need


GET: dict[str, Get] = {
    "mg_outnumber_rebels": mg_outnumber_rebels,
    "mg_four_cubes": mg_four_cubes,
    "mg_outnumber_corp": mg_outnumber_corp,
    "rd_one_at_bases": _one_at_bases(RED_DUST),
    "rd_three_for_base": _three_for_base(RED_DUST),
    "cr_one_at_bases": _one_at_bases(RECLAIMERS),
    "cr_three_for_base": _three_for_base(RECLAIMERS),
}
#: Lines with a function of their own below.
OTHER_LINES = ("eg_four_to_bases", "mg_leave_deserts", "rd_leave_deserts", "cr_bases_to_wilderness")


def get_lines(s: Mars, who: int) -> list[tuple[Get, str]]:
    """8.5.9 The get lines of a Faction in order, some only where a person plays another one; with the column for spaces."""
    return [
        (GET[line.id], line.column)
        for line in ROUNDS.get
        if FACTION_OF[line.faction] == who
        and line.id in GET
        and not (line.only_if_player and s.is_nonplayer(FACTION_OF[line.only_if_player]))
    ]


def _wanted(get: Get) -> Line:
    """Ruling 40: the units that a get line wants where they stand are kept there."""

    def keep(s: Mars, who: int, space: int, group: Pool) -> Need | None:
        there, missing = s.count(space, _units(who)), get(s, space)
        return None if missing is None else Need(_units(who), min(there, there + missing))

    return keep


def released(s: Mars, who: int, origin: int, there: Pool) -> Pool:
    """8.5.9 Of these units, those that neither a keep line holds back nor a get line wants where they stand (ruling 40)."""
    lines = _KEEP[who]
    if origin in redeploy_goals(s, who):
        lines = [*lines, *(_wanted(get) for get, _ in get_lines(s, who))]
    return held_back(s, who, origin, there, lines)


def _must_leave(s: Mars, who: int, space: int) -> bool:
    """14.4 Deserts without a COIN Base, or without Opposition and RD Base."""
    if s.box.is_labyrinth[space]:
        return False
    if who == MARS_GOV:
        return not s.has(space, COIN_BASES)
    return who == RED_DUST and s.alignment[space] >= 0 and not s.has(space, RD_BASES)


def _units(who: int) -> tuple[int, ...]:
    return MG_TROOPS if who == MARS_GOV else REBELS_OF[who]


def _free(s: Mars, who: int, origins: Iterable[int]) -> dict[int, Pool]:
    """By origin: the units that no line holds back; none of those in a space that must be left."""
    count, found, moved = unmoved(s, s.action), {}, s.action.moved
    for origin in origins:
        if any(moved.get(origin * KINDS + kind) for kind in _units(who)):
            continue  # nobody leaves a destination
        there = {kind: n for kind in _units(who) if (n := count(origin, kind)) > 0}
        if there and origin < PHOBOS and not _must_leave(s, who, origin):
            there = released(s, who, origin, there)
        if there:
            found[origin] = there
    return found


@answers("redeploy_from")
def redeploy_from(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.9 The origin of the next group that a line of the Faction calls for."""
    np = playing(s)
    is_earthgov = about(ask, "piece") == EG_TROOP
    plan = _plan_earthgov if is_earthgov else _plan_redeploy
    if (yield from plan(s, ask.seat, spaces_in(values))):
        return np.origin
    return DONE


def _plan_redeploy(s: Mars, who: int, origins: Sequence[int]) -> Steps[bool]:
    """8.5.9 The lines of the Faction in order: what a space still needs comes from one origin as far as that goes."""
    np = playing(s)
    free = _free(s, who, origins)
    goals = redeploy_goals(s, who)
    for get, column in get_lines(s, who):
        needs = {goal: n for goal in goals if (n := get(s, goal) or 0) > 0}
        needs = {goal: n for goal, n in needs.items() if any(origin != goal for origin in free)}
        if needs and free:
            goal = yield from select(s, who, column, list(needs))
            np.origin = yield from _origin(s, who, free, goal)
            np.goal, np.group = goal, _some(free[np.origin], needs[goal])
            return True
    return (yield from _leave_deserts(s, who, free, goals))


def _origin(s: Mars, who: int, free: dict[int, Pool], goal: int) -> Steps[int]:
    """8.5.9 First from Deserts that have to be left, then from the space with the most units."""
    able = [origin for origin in free if origin != goal]
    first = [origin for origin in able if _must_leave(s, who, origin)]
    able = first or able
    most = max(s.count(origin, _units(who)) for origin in able)
    return (yield from tie([it for it in able if s.count(it, _units(who)) == most], "space"))


def _some(pool: Pool, n: int) -> Pool:
    """Up to n of these pieces."""
    group: Pool = {}
    for kind, there in pool.items():
        if n > 0:
            group[kind] = min(n, there)
            n -= group[kind]
    return group


def _leave_deserts(s: Mars, who: int, free: dict[int, Pool], goals: list[int]) -> Steps[bool]:
    """8.5.9 Move out whoever is left in Deserts that have to be left."""
    np = playing(s)
    able = [origin for origin in free if _must_leave(s, who, origin)]
    if not able or not goals:
        return False
    np.origin = yield from tie(able, "space")
    column = "place_cubes" if who == MARS_GOV else "place_rebels"
    np.goal = yield from select(s, who, column, [goal for goal in goals if goal != np.origin])
    np.group = free[np.origin]
    return True


def redeploy_goals(s: Mars, who: int) -> list[int]:
    """14.4 Where units of a Faction may redeploy to on Mars."""
    if who == MARS_GOV:
        return [
            it for it in ON_MARS if s.at(it, MG_BASE) or (s.control[it] == COIN and s.box.is_labyrinth[it])
        ]
    return [it for it in ON_MARS if s.has(it, BASES_OF[who])]


def _plan_earthgov(s: Mars, who: int, origins: Sequence[int]) -> Steps[bool]:
    """8.5.9 CORP controlling: all to Phobos. MG controlling: four to each MG Base, the rest to Phobos."""
    np, count = playing(s), unmoved(s, s.action)
    bases = [it for it in ON_MARS if s.at(it, MG_BASE)] if who == MARS_GOV else []
    extra = {
        it: min(count(it, EG_TROOP), s.at(it, EG_TROOP) - (4 if it in bases else 0))
        for it in origins
        if it < PHOBOS
    }
    able = [it for it, n in extra.items() if n > 0]
    if not able:
        return False
    short = [it for it in bases if s.at(it, EG_TROOP) < 4 and any(origin != it for origin in able)]
    if short:
        np.goal = yield from select(s, MARS_GOV, "place_cubes", short)
        np.origin = yield from tie([it for it in able if it != np.goal], "space")
        np.group = {EG_TROOP: min(extra[np.origin], 4 - s.at(np.goal, EG_TROOP))}
    else:
        np.origin, np.goal = able[0], PHOBOS
        np.group = {EG_TROOP: extra[np.origin]}
    return True


@answers("redeploy_to")
def redeploy_to(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.9 Where the group goes: all units of the space, or only some of them."""
    np, origin = playing(s), about(ask, "space")
    if np.origin != origin:  # they must leave it: nobody asked from where
        plan = _plan_earthgov if about(ask, "piece") == EG_TROOP else _plan_redeploy
        if not (yield from plan(s, ask.seat, [origin])) or np.goal not in values:
            np.origin = NOBODY
            return spaces_in(values)[0]
    if sum(np.group.values()) < about(ask, "n") and ONLY_SOME in values:
        return ONLY_SOME
    np.origin = NOBODY
    return np.goal


@answers("redeploy_some_to")
def redeploy_some_to(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.9 Where some of them go."""
    yield from ()
    np = playing(s)
    np.origin = NOBODY
    return np.goal


@answers("redeploy_base")
def redeploy_base(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.9 With no enemy in the Wilderness every other space holding two CR Bases sends one there."""
    if s.has(WILDERNESS, ENEMIES_OF[RECLAIMERS]):
        return DONE
    able = [it for it in spaces_in(values) if s.count(it, CR_BASES) >= 2]
    if not able:
        return DONE
    return (yield from tie(able, "space"))


@answers("redeploy_base_kind")
def redeploy_base_kind(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.9 Plain Bases first."""
    yield from ()
    return min(values)


@answers("conversion", "enhanced_metabolism")
def place_rebels(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.9 Conversion by Place Rebels. CR3: the first space where CR lost forces."""
    if ask.topic == "enhanced_metabolism":
        return values[0]
    return (yield from select(s, RECLAIMERS, "place_rebels", list(values)))
