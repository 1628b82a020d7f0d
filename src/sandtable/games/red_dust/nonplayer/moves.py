"""8.5.7 Moving pieces: what an origin keeps, what a destination gets, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..cards.hooks import UNCOUNTED, total
from ..printed.map import COIN, CORPORATIONS, MARS, MARS_GOV, NOBODY, RECLAIMERS, RED_DUST, WILDERNESS
from ..printed.pieces import (
    ACTIVE_REBELS,
    ALL_SPECOPS,
    BASES_OF,
    COIN_END,
    CORP_BASES,
    CORP_FORCES,
    CORP_UNITS,
    CR_BASES,
    CR_END,
    CR_FORCES,
    CR_REBELS,
    CUBES,
    EG_TROOP,
    HIDDEN,
    HIDDEN_REBELS,
    KINDS,
    MG_BASE,
    MG_FORCES,
    MG_TROOPS,
    RD_END,
    RD_REBELS,
    REBELS_OF,
    SECURITY,
)
from ..rules.alignment import ACTIVE_OPPOSITION
from ..rules.operations.general import own_units
from ..state import Mars
from .pieces import ranked
from .priorities import has_room_for_base, vulnerable_rebels
from .tables import FACTION_OF, MOVES

#: Pieces by kind.
Pool = dict[int, int]


class Need(NamedTuple):
    """How many of an own piece's kinds there have to be in a space."""

    kinds: tuple[int, ...]
    n: int


Line = Callable[[Mars, int, int, Pool], Need | None]


def units_of(s: Mars, who: int) -> tuple[int, ...]:
    """8.5.7 The units a Faction moves; the EG Controller moves EG Troops too."""
    return REBELS_OF[who] if who in REBELS_OF else own_units(s, who)


def own_cubes(s: Mars, who: int) -> tuple[int, ...]:
    cubes = MG_TROOPS if who == MARS_GOV else (SECURITY,)
    return (*cubes, EG_TROOP) if s.controller() == who else cubes


def sides(s: Mars, space: int) -> list[int]:
    """7 The number that each side counts for Control in a space: COIN, RD, CR."""
    start, pieces = space * KINDS, s.pieces
    coin = sum(pieces[start : start + COIN_END])
    if coin:
        coin -= total(s, UNCOUNTED, space)
    rd = sum(pieces[start + COIN_END : start + RD_END])
    return [coin, rd, sum(pieces[start + RD_END : start + CR_END])]


_SIDE_OF = {MARS_GOV: 0, CORPORATIONS: 0, RED_DUST: 1, RECLAIMERS: 2}
_CONTROL = (COIN, RED_DUST, RECLAIMERS)


def control_of(counts: list[int]) -> int:
    for side, n in enumerate(counts):
        if 2 * n > sum(counts):
            return _CONTROL[side]
    return NOBODY


def missing_for_control(s: Mars, who: int, space: int) -> int:
    """How many more pieces a side needs for Control."""
    counts = sides(s, space)
    own = counts[_SIDE_OF[who]]
    return max(0, sum(counts) - 2 * own + 1)


def _count(s: Mars, space: int, kinds: tuple[int, ...], group: Pool) -> int:
    """Pieces of these kinds in a space, with those of a group that comes."""
    there = s.count(space, kinds)
    return there + sum(group.get(kind, 0) for kind in kinds) if group else there


def _other_cubes(s: Mars, who: int, space: int) -> int:
    return s.count(space, CUBES) - s.count(space, own_cubes(s, who))


# Keep: what stays in an origin


def keep_control(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """Enough forces that Control does not change. CR Bases travel too, so they count among those that could leave."""
    kinds = CR_FORCES if who == RECLAIMERS else units_of(s, who)
    if space >= MARS:
        return None
    counts, side, own = sides(s, space), _SIDE_OF[who], s.count(space, kinds)
    before = s.control[space]
    for stays in range(own + 1):
        after = counts[:]
        after[side] -= own - stays
        if control_of(after) == before:
            return Need(kinds, stays)
    return Need(kinds, own)


def keep_cubes_vs_active(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """Own cubes at least equal to Active Rebels, if there are as many as vulnerable enemies."""
    kinds = own_cubes(s, who)
    if s.count(space, kinds) < vulnerable_rebels(s, space):
        return None
    return Need(kinds, s.count(space, ACTIVE_REBELS))


def keep_mg_ge_corp(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """MG forces at least equal to CORP forces, at Support with a CORP Base."""
    if s.alignment[space] <= 0 or not s.has(space, CORP_BASES):
        return None
    return Need(MG_TROOPS, s.count(space, CORP_FORCES) - s.at(space, MG_BASE))


def keep_corp_gt_mg(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """More CORP than MG forces, in a Populated space with a CORP Base."""
    if not s.population(space) or not s.has(space, CORP_BASES):
        return None
    return Need(CORP_UNITS, s.count(space, MG_FORCES) + 1 - s.count(space, CORP_BASES))


def keep_cubes_population(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """Cubes equal to Population."""
    return Need(own_cubes(s, who), s.population(space) - _other_cubes(s, who, space))


def keep_4_mg_base(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """4 cubes with an MG Base."""
    return Need(own_cubes(s, who), 4 - _other_cubes(s, who, space)) if s.at(space, MG_BASE) else None


def keep_4_corp_base(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """4 cubes with a CORP Base."""
    return Need(own_cubes(s, who), 4 - _other_cubes(s, who, space)) if s.has(space, CORP_BASES) else None


def keep_1_hidden(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """1 Hidden Rebel with an own Base."""
    return Need((HIDDEN[who],), 1) if s.has(space, BASES_OF[who]) else None


def keep_3_rebels(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """3 own Rebels where an Available own Base has room."""
    return Need(REBELS_OF[who], 3) if has_room_for_base(s, who, space) else None


def keep_1_rd_pop2(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """1 RD Rebel in a space of population 2+ without Active Opposition."""
    if s.population(space) < 2 or s.alignment[space] == ACTIVE_OPPOSITION:
        return None
    return Need(RD_REBELS, 1)


def keep_1_cr_populated(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """1 CR Rebel in a Populated space."""
    return Need(CR_REBELS, 1) if s.population(space) else None


# Get: what a destination is to have


def get_1_base(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """1 CR Base in a Desert."""
    if s.box.is_labyrinth[space] or s.room(space, RECLAIMERS) <= 0:
        return None
    return Need(CR_BASES, 1)


def get_1_unit(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """1 own unit."""
    return Need(units_of(s, who), 1)


def get_hidden_rebels(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """Own units equal to the Hidden Rebels there."""
    return Need(units_of(s, who), s.count(space, HIDDEN_REBELS))


def get_twice_hidden_rebels(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """Own units equal to twice the Hidden Rebels in the Wilderness."""
    return Need(units_of(s, who), 2 * s.count(space, HIDDEN_REBELS)) if space == WILDERNESS else None


def get_mg_ge_corp(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """MG forces at least equal to CORP forces, at Support with a CORP Base."""
    return keep_mg_ge_corp(s, who, space, group)


def get_control(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """COIN Control, or for Rebels their own."""
    kinds = units_of(s, who)
    return Need(kinds, s.count(space, kinds) + missing_for_control(s, who, space) - _bases(group))


def _bases(group: Pool) -> int:
    return sum(group.get(kind, 0) for kind in CR_BASES)


def get_cubes_population(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """Cubes equal to Population."""
    return keep_cubes_population(s, who, space, group)


def get_corp_gt_mg(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """More CORP than MG forces, in a Populated space with a CORP Base."""
    return keep_corp_gt_mg(s, who, space, group)


def get_4_mg_base(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """4 cubes with an MG Base."""
    return keep_4_mg_base(s, who, space, group)


def get_4_corp_base(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """4 cubes with a CORP Base."""
    return keep_4_corp_base(s, who, space, group)


def get_max_hidden(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """As many Hidden Rebels as possible, at Support."""
    return Need((HIDDEN[who],), 99) if s.alignment[space] > 0 else None


def get_1_hidden(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """1 own Hidden Rebel beside an own Base."""
    has_base = s.has(space, BASES_OF[who]) or _bases(group) > 0
    return Need((HIDDEN[who],), 1) if has_base else None


def get_3_rebels(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """3 own Rebels where an Available own Base has room."""
    return Need(REBELS_OF[who], 3) if has_room_for_base(s, who, space) else None


def get_3_security(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """3 Security where there is no CORP Base but room for one."""
    has_room = not s.has(space, CORP_BASES) and has_room_for_base(s, CORPORATIONS, space)
    return Need((SECURITY,), 3) if has_room else None


def get_1_security(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """1 Security where there is Damage."""
    return Need((SECURITY,), 1) if s.damage[space] else None


def get_1_specops(s: Mars, who: int, space: int, group: Pool) -> Need | None:
    """1 SpecOps."""
    return Need(ALL_SPECOPS, 1)


KEEP: dict[str, Line] = {
    it.__name__: it
    for it in (
        keep_control,
        keep_cubes_vs_active,
        keep_mg_ge_corp,
        keep_corp_gt_mg,
        keep_cubes_population,
        keep_4_mg_base,
        keep_4_corp_base,
        keep_1_hidden,
        keep_3_rebels,
        keep_1_rd_pop2,
        keep_1_cr_populated,
    )
}
GET: dict[str, Line] = {
    "get_coin_control": get_control,
    "get_own_control": get_control,
    **{
        it.__name__: it
        for it in (
            get_1_base,
            get_1_unit,
            get_hidden_rebels,
            get_twice_hidden_rebels,
            get_mg_ge_corp,
            get_cubes_population,
            get_corp_gt_mg,
            get_4_mg_base,
            get_4_corp_base,
            get_max_hidden,
            get_1_hidden,
            get_3_rebels,
            get_3_security,
            get_1_security,
            get_1_specops,
        )
    },
}


def _lines(sort: str, functions: dict[str, Line]) -> dict[int, tuple[tuple[Line, int], ...]]:
    """By Faction: its lines in order, with the Faction that must have a person behind it (-1: none)."""
    return {
        who: tuple(
            (functions[it.id], FACTION_OF[it.only_if_player] if it.only_if_player else NOBODY)
            for it in getattr(MOVES, sort)
            if any(FACTION_OF[faction] == who for faction in it.factions)
        )
        for who in range(4)
    }


_KEEP, _GET = _lines("keep", KEEP), _lines("get", GET)


def _in_force(s: Mars, lines: tuple[tuple[Line, int], ...]) -> list[Line]:
    """8.5.7 The lines that count now: some only where a person plays a Faction."""
    return [line for line, player in lines if not s.is_nonplayer(player)]


def moveable(s: Mars, who: int, origin: int, there: Pool) -> Pool:
    """8.5.7 Keep. Of the pieces that could leave an origin, those that no line holds back."""
    return held_back(s, who, origin, there, _in_force(s, _KEEP[who]))


def moveable_units(s: Mars, who: int, origin: int, kinds: Iterable[int]) -> Pool:
    """8.5.7 Of these kinds of pieces in an origin, those that no line holds back."""
    there = {kind: n for kind in kinds if (n := s.at(origin, kind)) > 0}
    return moveable(s, who, origin, there) if there else {}


def held_back(s: Mars, who: int, origin: int, there: Pool, lines: Iterable[Line]) -> Pool:
    """The rest of these pieces when each line has held back just enough; one that cannot be met is ignored."""
    free = dict(there)
    order = ranked(s, who, there)[::-1]  # the first to move are the last to stay
    for line in lines:
        need = line(s, who, origin, {})
        if need is None or need.n <= 0 or s.count(origin, need.kinds) < need.n:
            continue
        short = need.n - sum(s.at(origin, kind) - free.get(kind, 0) for kind in need.kinds)
        for kind in order:
            if short <= 0:
                break
            if kind in need.kinds:
                n = min(short, free[kind])
                free[kind] -= n
                short -= n
    return {kind: n for kind, n in free.items() if n > 0}


def brought(s: Mars, who: int, goal: int, pool: Pool, most: int = 99) -> Pool:
    """8.5.7 Get. What these pieces bring to a destination: each line only what is missing, counting what is there."""
    group: Pool = {}
    free = dict(pool)
    order = ranked(s, who, pool)
    for line in _in_force(s, _GET[who]):
        need = line(s, who, goal, group)
        if need is None:
            continue
        short = min(need.n - _count(s, goal, need.kinds, group), most - sum(group.values()))
        for kind in order:
            if short <= 0:
                break
            if kind in need.kinds and free[kind]:
                n = min(short, free[kind])
                free[kind] -= n
                group[kind] = group.get(kind, 0) + n
                short -= n
    return group


def brings(s: Mars, who: int, goal: int, pool: Pool) -> bool:
    """8.5.7 Get. Whether these pieces bring anything to a destination: whether any line misses one of them."""
    for line in _in_force(s, _GET[who]):
        need = line(s, who, goal, {})
        if need is not None and need.n > s.count(goal, need.kinds) and any(map(pool.get, need.kinds)):
            return True
    return False
