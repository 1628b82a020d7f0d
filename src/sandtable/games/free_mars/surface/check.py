"""What can be wrong with a Surface Combat pack beyond the types of its fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sandtable.engine import Pack

from ..box import check_effects, check_line
from ..effects import Flip, Reinforce, Reshuffle, every
from .box import cell_ids
from .cards import KINDS, WORDS
from .components import ICONS, Map

LINES = ("weapons", "netrun", "recruit", "repair", "enhanced_move")


def check(pack: Pack) -> list[str]:
    """Every problem of a pack, one a line: names that lead nowhere, sums that do not add up."""
    return [*_map(pack), *_counters(pack), *_tables(pack), *_cards(pack), *_scenario(pack)]


def _map(pack: Pack) -> Iterable[str]:
    board: Map = pack["map"]
    letters = {terrain.letter for terrain in pack["terrains"]}
    cells = set(cell_ids(board.rows).values())
    if len({len(row) for row in board.rows}) > 1:
        yield "map: rows: all rows must be equally long; a full stop is no cell"
    if max(map(len, board.rows), default=0) > 26:
        yield "map: rows: columns are lettered A to Z, so there are at most 26"
    for row, line in enumerate(board.rows, 1):
        for letter in sorted(set(line) - letters - {"."}):
            yield f"map: row {row}: no terrain has the letter {letter!r}"
    for twice in sorted(letter for letter, n in Counter(t.letter for t in pack["terrains"]).items() if n > 1):
        yield f"terrains: the letter {twice!r} is used twice"
    if len(board.random) != 6 or any(len(line) != 6 for line in board.random):
        yield "map: random: six lines of six cells are needed"
    named = [("map: random", cell) for line in board.random for cell in line]
    named += [("map: names", cell) for cell in board.names]
    named += [("scenario: start", cell) for cell in pack["scenario"].start]
    named += [(f"installations: {i.id}", i.cell) for i in pack["installations"]]
    for where, cell in named:
        if cell not in cells:
            yield f"{where}: there is no cell {cell!r}; cells are called like {min(cells, default='a1')!r}"
    for cell, n in Counter(i.cell for i in pack["installations"]).items():
        if n > 1:
            yield f"installations: {n} of them are in {cell!r}; a cell holds one"


def _counters(pack: Pack) -> Iterable[str]:
    ids = [unit.id for file in ("cadres", "vehicles", "specials") for unit in pack[file]]
    ids += [f"{id}_crashed" for id in ids]
    ids += [item.id for gear in pack["gear"] for item in (gear.a, gear.b)]
    for id, n in Counter(ids).items():
        if n > 1:
            yield f"counters: the id {id!r} is used {n} times"
    if not pack["cadres"]:
        yield "cadres: at least one Cadre is needed"
    if not pack["opfor"]:
        yield "opfor: at least one counter is needed"
    cost = pack["scenario"].cost.cadre
    if cost > pack["scenario"].points:
        yield f"scenario: points: a Cadre costs {cost}, so at least that many are needed"
    if cost > pack["scenario"].grant.no_cadre:
        yield f"scenario: grant: no_cadre: a Cadre costs {cost}, so at least that many are needed"


def _tables(pack: Pack) -> Iterable[str]:
    lines = {line.id: line for line in pack["actions"]}
    for missing in [id for id in LINES if id not in lines]:
        yield f"actions: the line {missing!r} is missing"
    for icon in ICONS:
        if icon not in {line.icon for line in lines.values()}:
            yield f"actions: no line is rolled for the icon {icon!r}"
    for line in lines.values():
        where = f"actions: {line.id}"
        if line.icon and line.icon not in ICONS:
            yield f"{where}: there is no icon {line.icon!r}; possible: {', '.join(ICONS)}"
        if line.outcomes and line.id not in ("netrun", "recruit"):
            yield f"{where}: this line has a rule of its own and no outcomes"
        yield from check_line(where, line)
        yield from _effects(pack, where, [effect for way in line.outcomes for effect in way.effects])


def _cards(pack: Pack) -> Iterable[str]:
    for card in pack["ops"]:
        yield from _effects(pack, f"ops: {card.id}", card.effects)
    for card in pack["missions"]:
        if not card.needs:
            yield f"missions: {card.id}: needs: name at least one icon"
        for icon in [icon for icon in card.needs if icon not in ICONS]:
            yield f"missions: {card.id}: needs: there is no icon {icon!r}; possible: {', '.join(ICONS)}"
    for twice, n in Counter(card.id for card in (*pack["ops"], *pack["missions"])).items():
        if n > 1:
            yield f"cards: the id {twice!r} is used {n} times"


def _effects(pack: Pack, where: str, effects: Iterable[object]) -> Iterable[str]:
    effects = list(effects)
    counters = [unit.id for unit in pack["opfor"]]
    yield from check_effects(
        where, effects, words=WORDS.do, icons=ICONS, counters=counters, game="Surface Combat"
    )
    units = {unit.id for file in ("cadres", "vehicles", "specials", "gear") for unit in pack[file]}
    for effect in every(effects):
        if isinstance(effect, Reinforce):
            if bool(effect.units) == bool(effect.kind):
                yield f"{where}: reinforce: name either units or a kind"
            for unit in sorted(set(effect.units) - units):
                yield f"{where}: reinforce: there is no unit {unit!r}"
            if effect.kind and effect.kind not in ("cadre", "gear", "vehicle"):
                yield f"{where}: reinforce: the kind is cadre, gear or vehicle, not {effect.kind!r}"
        if isinstance(effect, Flip) and (effect.kind not in KINDS or effect.kind == "gear"):
            yield f"{where}: flip: the kind is cadre, vehicle or special, not {effect.kind!r}"
        if isinstance(effect, Reshuffle) and effect.n < 1:
            yield f"{where}: reshuffle: say how many discards, as in n = 2"


def _scenario(pack: Pack) -> Iterable[str]:
    scenario = pack["scenario"]
    if scenario.net_start > scenario.net_max:
        yield "scenario: net_start is above net_max"
    early = sum(not card.late for card in pack["ops"])
    if scenario.ops > early:
        yield f"scenario: ops: {scenario.ops} cards are to be dealt, but there are {early}"
    if not pack["missions"]:
        yield "missions: at least one Mission card is needed"
    letters = {terrain.letter for terrain in pack["terrains"] if terrain.recruit}
    if not scenario.start and not any(letters & set(row) for row in pack["map"].rows):
        yield "scenario: start: name a cell; the map has no recruiting place to begin in"
