"""8.5.6 Selecting spaces: one small interpreter of the rows, which can say why it chose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandtable.engine import Draw, Steps, Word, say

from ..printed.map import COIN, CORPORATIONS, MARS, MARS_GOV, ON_MARS, RECLAIMERS, RED_DUST
from ..printed.pieces import (
    ACTIVE_REBELS,
    ACTIVE_SPECOPS,
    BASES,
    COIN_BASES,
    COIN_UNITS,
    CONVERSION_CENTER,
    CORP_BASES,
    CORP_FORCES,
    CR_BASES,
    CR_REBEL,
    CR_REBELS,
    CUBES,
    ENEMIES_OF,
    HIDDEN,
    MG_BASE,
    MG_FORCES,
    RD_BASES,
    RD_REBEL,
    RD_REBELS,
    REBEL_BASES,
    REBEL_FORCES,
    REBELS,
    REBELS_OF,
    SPECOPS,
)
from ..rules.alignment import ACTIVE_OPPOSITION, ACTIVE_SUPPORT
from ..rules.placing import can_place_base
from ..state import APPROACHING, Mars
from .tables import FACTION_OF, SPACES

# Words of the booklet about spaces and pieces

#: 8.5.6 A Base is Vulnerable with fewer friendly units beside it.
GUARDS = 4
#: The Bases of each side, the units that guard them, and who counts them as enemies.
_SIDES = ((COIN_BASES, COIN_UNITS), (RD_BASES, RD_REBELS), (CR_BASES, CR_REBELS))
_ENEMY_SIDES = {
    MARS_GOV: _SIDES[1:],
    CORPORATIONS: _SIDES[1:],
    RED_DUST: (_SIDES[0], _SIDES[2]),
    RECLAIMERS: _SIDES[:2],
}
ENEMY_BASES = {
    who: tuple(kind for bases, _ in sides for kind in bases) for who, sides in _ENEMY_SIDES.items()
}


def support(s: Mars, space: int) -> int:
    """6 Level of Support times Population."""
    level = s.alignment[space]
    return level * s.population(space) if level > 0 else 0


def opposition(s: Mars, space: int) -> int:
    """6 Level of Opposition times Population."""
    level = s.alignment[space]
    return -level * s.population(space) if level < 0 else 0


def coin_units(s: Mars, space: int) -> int:
    return s.count(space, COIN_UNITS)


def enemy_forces(s: Mars, who: int, space: int) -> int:
    """Forces of all Factions hostile to a Faction."""
    return s.count(space, ENEMIES_OF[who])


def has_enemy_base(s: Mars, who: int, space: int) -> bool:
    return s.has(space, ENEMY_BASES[who])


def has_vulnerable_enemy_base(s: Mars, who: int, space: int) -> bool:
    """8.5.6 An enemy Base with fewer than four units friendly to it; RD and CR guard only their own."""
    return any(s.has(space, bases) and s.count(space, units) < GUARDS for bases, units in _ENEMY_SIDES[who])


def guards_of_vulnerable_bases(s: Mars, who: int, space: int) -> tuple[int, ...]:
    """8.5.8 The units friendly to a Vulnerable enemy Base, by kind."""
    found: tuple[int, ...] = ()
    for bases, units in _ENEMY_SIDES[who]:
        if s.has(space, bases) and s.count(space, units) < GUARDS:
            found += units
    return found


def has_room_for_base(s: Mars, who: int, space: int) -> bool:
    """8.5.6 A free Base slot and a Base in Available."""
    return space < MARS and can_place_base(s, who, space)


def vulnerable_rebels(s: Mars, space: int) -> int:
    """8.5.7 Rebel forces an Assault could hit: Active Rebels, and Bases without a Hidden Rebel of their side."""
    n = s.count(space, ACTIVE_REBELS)
    if not s.at(space, RD_REBEL):
        n += s.count(space, RD_BASES)
    if not s.at(space, CR_REBEL):
        n += s.count(space, CR_BASES)
    return n


def assault_strength(s: Mars, who: int, space: int) -> int:
    """16.5 How many pieces an Assault could remove: cubes and Active SpecOps, and for CORP those it can turn Active."""
    n = s.count(space, (*CUBES, ACTIVE_SPECOPS))
    return n + s.at(space, SPECOPS) if who == CORPORATIONS else n


def could_bombard(s: Mars, who: int) -> bool:
    return s.controller() == who and s.satellites_in_orbit() > 0


def assault_removals(s: Mars, who: int, space: int) -> int:
    """16.5, 8.3 How many Rebel forces fall to an Assault, a Bombard included."""
    strength = assault_strength(s, who, space) + (2 if could_bombard(s, who) else 0)
    return min(strength, vulnerable_rebels(s, space))


def base_could_fall(s: Mars, who: int, space: int) -> bool:
    """16.5 Whether an Assault could take out a Rebel Base: no Hidden Rebel beside it, and enough strength for its guards too."""
    strength = assault_strength(s, who, space) + (2 if could_bombard(s, who) else 0)
    for bases, rebels in ((RD_BASES, RD_REBELS), (CR_BASES, CR_REBELS)):
        hidden, active = rebels
        if s.has(space, bases) and not s.at(space, hidden) and strength > s.at(space, active):
            return True
    return False


def open_spaces(s: Mars, who: int) -> list[int]:
    """8.5.3 Spaces that a test looks at: not those closed by a Raging Storm."""
    return [space for space in ON_MARS if s.is_open(space, who)]


# The rows

Filter = Callable[[Mars, int, int], bool]
Metric = Callable[[Mars, int, int], int]

#: 8.5.6 What rows keep: (state, acting Faction, space).
FILTERS: dict[str, Filter] = {
    "rebels_at_support": lambda s, who, space: s.alignment[space] > 0 and s.has(space, REBELS),
    "mg_base_0_3_cubes": lambda s, who, space: s.at(space, MG_BASE) > 0 and s.count(space, CUBES) <= 3,
    "corp_base_0_3_cubes": lambda s, who, space: s.has(space, CORP_BASES) and s.count(space, CUBES) <= 3,
    "not_active_support": lambda s, who, space: s.alignment[space] != ACTIVE_SUPPORT,
    "not_active_opposition": lambda s, who, space: s.alignment[space] != ACTIVE_OPPOSITION,
    "neutral": lambda s, who, space: s.alignment[space] == 0,
    "no_coin_control": lambda s, who, space: s.control[space] != COIN,
    "no_own_control": lambda s, who, space: s.control[space] != who,
    "labyrinth_or_mg_base": lambda s, who, space: s.box.is_labyrinth[space] or s.at(space, MG_BASE) > 0,
    "desert": lambda s, who, space: not s.box.is_labyrinth[space],
    "rebel_base": lambda s, who, space: s.has(space, REBEL_BASES),
    "cr_base_or_cr_control": lambda s, who, space: s.has(space, CR_BASES) or s.control[space] == RECLAIMERS,
    "rebel_at_corp_base": lambda s, who, space: s.has(space, CORP_BASES) and s.has(space, REBELS),
    "coin_units_lt_rebel_forces_with_corp": lambda s, who, space: (
        s.has(space, CORP_FORCES) and coin_units(s, space) < s.count(space, REBEL_FORCES)
    ),
    "labyrinth_corp_gt_mg": lambda s, who, space: (
        s.box.is_labyrinth[space] and s.count(space, CORP_FORCES) > s.count(space, MG_FORCES)
    ),
    "conversion_center": lambda s, who, space: s.at(space, CONVERSION_CENTER) > 0,
    "rd_base_no_hidden": lambda s, who, space: s.has(space, RD_BASES) and not s.at(space, HIDDEN[RED_DUST]),
    "cr_base_no_hidden": lambda s, who, space: s.has(space, CR_BASES) and not s.at(space, HIDDEN[RECLAIMERS]),
    "vulnerable_enemy_base": lambda s, who, space: has_vulnerable_enemy_base(s, who, space),
    "own_rebels_1_2_and_base_room": lambda s, who, space: (
        1 <= s.count(space, REBELS_OF[who]) <= 2 and has_room_for_base(s, who, space)
    ),
    "approaching_storm": lambda s, who, space: s.storm[space] == APPROACHING,
}
#: 8.5.6 What rows compare.
METRICS: dict[str, Metric] = {
    "support": lambda s, who, space: support(s, space),
    "opposition": lambda s, who, space: opposition(s, space),
    "population": lambda s, who, space: s.population(space),
    "damage": lambda s, who, space: s.damage[space],
    "rebels": lambda s, who, space: s.count(space, REBELS),
    "own_rebels": lambda s, who, space: s.count(space, REBELS_OF[who]),
    "rebel_forces": lambda s, who, space: s.count(space, REBEL_FORCES),
    "enemy_forces": lambda s, who, space: enemy_forces(s, who, space),
    "mg_forces": lambda s, who, space: s.count(space, MG_FORCES),
    "corp_forces": lambda s, who, space: s.count(space, CORP_FORCES),
    "rd_bases": lambda s, who, space: s.count(space, RD_BASES),
    "all_bases": lambda s, who, space: s.count(space, BASES),
}
#: "Most Support" looks only at spaces that have Support; without any the row is skipped.
_ONLY_WHERE_THERE_IS_ANY = ("support", "opposition")


class RowTest(NamedTuple):
    """A row of one column, ready to be used."""

    #: As the tables count their rows, for the soak report.
    id: str
    label: Word
    filter: Filter | None
    metric: Metric | None
    sign: int
    needs_any: bool
    only_if_player: int


def _rows(faction: str, column: str) -> tuple[RowTest, ...]:
    table = next(table for table in SPACES.tables if table.faction == faction)
    found = []
    for n, row in enumerate(table.rows, 1):
        if column not in row.columns or row.random:
            continue
        name = row.most or row.fewest
        found.append(
            RowTest(
                f"{faction}.{column}.{n}",
                Word(f"row_{n}", row.label),
                FILTERS[row.filter] if row.filter else None,
                METRICS[name] if name else None,
                -1 if row.fewest else 1,
                name in _ONLY_WHERE_THERE_IS_ANY,
                FACTION_OF[row.only_if_player] if row.only_if_player else -1,
            )
        )
    return tuple(found)


#: (Faction, column) -> its rows.
COLUMNS = {
    (FACTION_OF[table.faction], column): _rows(table.faction, column)
    for table in SPACES.tables
    for column in table.columns
}


class Why(NamedTuple):
    """The spaces left after the rows, and the row that decided last (None: nothing had to be decided)."""

    spaces: list[int]
    row: RowTest | None


def narrow(s: Mars, who: int, column: str, candidates: Sequence[int], skip: Sequence[str] = ()) -> Why:
    """8.5.6 Go down the rows of a column until one space is left, or none of the rows tells those left apart."""
    pool, decided = list(candidates), None
    if len(pool) < 2:
        return Why(pool, None)
    seats = s.nonplayers.seats if s.nonplayers is not None else ()
    for row in COLUMNS[who, column]:
        if row.only_if_player in seats or (skip and row.label.label in skip):
            continue
        if row.filter is not None:
            test = row.filter
            kept = [space for space in pool if test(s, who, space)]
        else:
            kept = _best(s, who, row, pool)
        if kept and len(kept) < len(pool):
            pool, decided = kept, row
            if len(pool) == 1:
                break
    return Why(pool, decided)


def _best(s: Mars, who: int, row: RowTest, pool: list[int]) -> list[int]:
    """The spaces with the most, or the fewest, of what a row compares."""
    metric = row.metric
    assert metric is not None
    values = [metric(s, who, space) * row.sign for space in pool]
    top = max(values)
    if row.needs_any and top <= 0:
        return []
    return [space for space, value in zip(pool, values, strict=True) if value == top]


def select(s: Mars, who: int, column: str, candidates: Sequence[int], skip: Sequence[str] = ()) -> Steps[int]:
    """8.5.6 The space that a column chooses; ties are broken at random. The log says which row decided."""
    why = narrow(s, who, column, candidates, skip)
    if len(why.spaces) == 1:
        space = why.spaces[0]
        if why.row is not None:
            yield say("{space}: {row}.", space=space, row=why.row.label)
        return space
    space = yield from tie(why.spaces)
    n = len(why.spaces)
    if why.row is not None:
        yield say("{space}: {row}, by lot among {n:number}.", space=space, row=why.row.label, n=n)
    else:
        yield say("{space}, by lot among {n:number}.", space=space, n=n)
    return space


#: What the log tells of a tie, by the kind of thing.
BY_LOT = {
    "space": "{it:space}, by lot among {n:number}.",
    "asset": "{it:asset}, by lot among {n:number}.",
    "faction": "{it:faction}, by lot among {n:number}.",
    "campaign": "{it:campaign}, by lot among {n:number}.",
    "maglev": "{it:maglev}, by lot among {n:number}.",
}


def tie(values: Sequence[int], of: str = "") -> Steps[int]:
    """8.2 Whatever the tables leave open is random. The log tells it if `of` says what the values are."""
    if len(values) == 1:
        return values[0]
    (it,) = yield Draw(tuple(values), 1, topic=TIE, of=of)
    if of:
        yield say(BY_LOT[of], it=it, n=len(values))
    return it  # type: ignore[no-any-return]


TIE = "tie"
