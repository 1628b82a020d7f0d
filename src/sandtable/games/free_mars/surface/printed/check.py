"""The checks of a Surface Combat pack beyond the types of its fields."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sandtable.engine import DONE, PASS, Pack

from ...common.cards.effects import (
    Challenge,
    Choose,
    Combined,
    Deploy,
    First,
    Flip,
    GainOps,
    LoseOps,
    May,
    Net,
    NetCheck,
    NetRun,
    Reinforce,
    Reshuffle,
    Reveal,
    Revert,
    Seize,
    Taz,
    every,
)
from ...common.printed.check import check_effects, check_line, no_such
from ..cards.words import KINDS, WORDS
from .box import cell_ids, neighbours_of
from .files import ICONS, Map

#: The lines that the rules roll on, and the icon each is rolled for.
LINES = {"weapons": "", "netrun": "cyber", "recruit": "leader", "repair": "nano", "enhanced_move": "pilot"}
#: Which file holds the units of a kind.
FILE_OF = {"cadre": "cadres", "gear": "gear", "vehicle": "vehicles", "special": "specials"}
ID = re.compile(r"[a-z][a-z0-9_]*\Z")

#: The most OPFOR counters of one kind.
MOST = 99
NO_BATTLE = "a battle follows an Ops card only (R-SC-8)"
NO_ACTION = "a combined action is opened by an Ops card, for the Special Actions phase after it (16.5)"


def check_pack(pack: Pack) -> list[str]:
    """Every problem of a pack, one a line: names that lead nowhere, sums that do not add up, what can never be done."""
    parts = (_ids, _map, _cells, _reach, _counters, _moves, _tables, _cards, _scenario)
    return list(dict.fromkeys(line for part in parts for line in part(pack)))


def _ids(pack: Pack) -> Iterable[str]:
    """Ids become keys that are typed and saved; labels and titles are read."""
    files = [*FILE_OF.values(), "terrains", "installations", "opfor", "actions", "ops", "missions"]
    for file in files:
        for entry in pack[file]:
            inner = [entry.a, entry.b] if file == "gear" else list(getattr(entry, "outcomes", ()))
            effects = [
                *getattr(entry, "effects", ()),
                *(e for way in inner for e in getattr(way, "effects", ())),
            ]
            inner += [way for effect in every(effects) for way in getattr(effect, "ways", ())]
            inner += [effect for effect in every(effects) if isinstance(effect, Combined)]
            for part in (entry, *inner):
                where = f"{file}: {entry.id}" if part is entry else f"{file}: {entry.id}: {part.id}"
                if not ID.match(part.id):
                    yield f"{where}: id: lowercase letters, digits and _ only, beginning with a letter"
                for field in ("label", "title"):
                    if not getattr(part, field, "-").strip():
                        yield f"{where}: {field}: it must not be blank"


def _map(pack: Pack) -> Iterable[str]:
    board: Map = pack["map"]
    letters = {terrain.letter for terrain in pack["terrains"]}
    cells = set(cell_ids(board.rows).values())
    if not cells:
        yield "map: rows: at least one cell is needed"
    if len({len(row) for row in board.rows}) > 1:
        yield "map: rows: all rows must be equally long; a full stop is no cell"
    if max(map(len, board.rows), default=0) > 26:
        yield "map: rows: columns are lettered A to Z, so there are at most 26"
    for row, line in enumerate(board.rows, 1):
        for letter in sorted(set(line) - letters - {"."}):
            yield f"map: row {row}: no terrain has the letter {letter!r}"
    for terrain in pack["terrains"]:
        if not (terrain.symbol or terrain.letter).isprintable():
            yield f"terrains: {terrain.id}: symbol: a sign that can be printed is needed"
        if terrain.letter == ".":
            yield f"terrains: {terrain.id}: letter: a full stop is no cell"
    for twice in sorted(letter for letter, n in Counter(t.letter for t in pack["terrains"]).items() if n > 1):
        yield f"terrains: the letter {twice!r} is used twice"


def _cells(pack: Pack) -> Iterable[str]:
    """3.0 Cells that are named: in the random location table, on the map, as start, by Installations."""
    board: Map = pack["map"]
    cells = set(cell_ids(board.rows).values())
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
    for cell, n in Counter(pack["scenario"].start).items():
        if n > 1:
            yield f"scenario: start: the cell {cell!r} is named twice"


def _reach(pack: Pack) -> Iterable[str]:
    """9.3 11.1 The Nexus must lie where the Team can go; a Spaceport's Hop leads anywhere."""
    if any(installation.hop for installation in pack["installations"]):
        return
    board: Map = pack["map"]
    ids = cell_ids(board.rows)
    recruit = {terrain.letter for terrain in pack["terrains"] if terrain.recruit}
    starts = pack["scenario"].start or [id for (x, y), id in ids.items() if board.rows[y][x] in recruit]
    edge = [place for place, id in ids.items() if id in starts]
    found = set(edge)
    while edge:
        near = {next_ for place in edge for next_ in neighbours_of(*place, board.shifted) if next_ in ids}
        edge = sorted(near - found)
        found |= near
    reached = {ids[place] for place in found}
    for cell in sorted({cell for line in board.random for cell in line} & set(ids.values()) - reached):
        yield f"map: random: {cell!r} cannot be reached from where the Team begins"


def _counters(pack: Pack) -> Iterable[str]:
    ids = [unit.id for file in ("cadres", "vehicles", "specials") for unit in pack[file]]
    ids += [f"{id}_crashed" for id in ids]
    ids += [item.id for gear in pack["gear"] for item in (gear.a, gear.b)]
    for id, n in Counter(ids).items():
        if n > 1:
            yield f"counters: the id {id!r} is used {n} times"
    units = [unit.id for file in FILE_OF.values() for unit in pack[file]]
    taken = [gear.id for gear in pack["gear"] if units.count(gear.id) > 1]
    yield from (f"gear: {id}: another unit has this id; cards name units by it" for id in taken)
    sides = [id for unit in pack["opfor"] for id in (unit.id, f"{unit.id}_crashed")]
    for id, n in Counter(sides).items():
        if n > 1:
            yield f"opfor: the id {id!r} is used {n} times"
    if not pack["cadres"]:
        yield "cadres: at least one Cadre is needed"
    for unit in pack["opfor"]:
        if unit.count > MOST:
            yield f"opfor: {unit.id}: count: {unit.count} counters; at most {MOST}"
    if not pack["opfor"]:
        yield "opfor: at least one counter is needed"
    cost = pack["scenario"].cost.cadre
    if cost > pack["scenario"].points:
        yield f"scenario: points: a Cadre costs {cost}, so at least that many are needed"
    if cost > pack["scenario"].grant.no_cadre:
        yield f"scenario: grant: no_cadre: a Cadre costs {cost}, so at least that many are needed"


def _moves(pack: Pack) -> Iterable[str]:
    """10.2 R-SC-16 A unit that moves 0 pins the whole Team."""
    for unit in pack["vehicles"]:
        for side in ("front", "crashed"):
            if not getattr(unit, side).move:
                why = "0 would pin the Team, which never leaves a wreck behind (R-SC-16); at least 1"
                yield f"vehicles: {unit.id}: {side}: move: {why}"
    for file in ("cadres", "specials"):
        for unit in pack[file]:
            if not unit.front.move:
                why = "0 would pin the Team, which never splits (10.2); at least 1"
                yield f"{file}: {unit.id}: front: move: {why}"


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
            yield f"{where}: {no_such('icon', line.icon, ICONS)}"
        elif line.icon != LINES.get(line.id, line.icon):
            wanted = repr(LINES[line.id]) if LINES[line.id] else "combat strength"
            yield f"{where}: icon: the rules roll this line for {wanted}, not for {line.icon!r}"
        if line.outcomes and line.id not in ("netrun", "recruit"):
            yield f"{where}: this line has a rule of its own and no outcomes"
        yield from check_line(where, line)
        yield from _faces(where, line.positive)
        for way in line.outcomes:
            if way.id == DONE.id:
                yield f"{where}: {_taken(way.id)}"
            if not way.effects:
                yield f"{where}: {way.id}: an outcome needs effects; a Positive would buy nothing"
        effects = [effect for way in line.outcomes for effect in way.effects]
        if line.id == "netrun" and any(isinstance(effect, NetRun) for effect in every(effects)):
            yield f"{where}: net_run: a NET Run cannot bring another NET Run: it might never end"
        yield from _effects(pack, where, effects)
    yield from _limited(pack)
    yield from _unrevealed(pack)


def _limited(pack: Pack) -> Iterable[str]:
    """The limited outcomes that share an id: what has been taken in a Mission is remembered by its id."""
    lines = {way.id: set[str]() for line in pack["actions"] for way in line.outcomes}
    for line in pack["actions"]:
        for way in line.outcomes:
            lines[way.id].add(line.id)
    limited = {way.id for line in pack["actions"] for way in line.outcomes if way.once_a_mission}
    for id in sorted(id for id in limited if len(lines[id]) > 1):
        why = "one that is limited to once a Mission needs an id of its own"
        yield f"actions: the outcome {id!r} is on two lines; {why}"


def _faces(where: str, positive: Sequence[int]) -> Iterable[str]:
    if not positive:
        yield f"{where}: positive: name at least one face; no die could be Positive"
    for face, n in Counter(positive).items():
        if n > 1:
            yield f"{where}: positive: the face {face} is named twice"


def _unrevealed(pack: Pack) -> Iterable[str]:
    """9.2 A Mission that nothing turns up cannot be won."""
    run = [e for line in pack["actions"] if line.id == "netrun" for way in line.outcomes for e in way.effects]
    cards = [effect for card in pack["ops"] for effect in card.effects]
    if not any(isinstance(effect, Reveal) for effect in every([*run, *cards])):
        yield "actions: netrun: no outcome says reveal, and no card does; no Mission could be won (9.2)"


def _taken(id: str) -> str:
    return f"the id {id!r} is taken by the game; call it something else"


def _cards(pack: Pack) -> Iterable[str]:
    for card in pack["ops"]:
        yield from _effects(pack, f"ops: {card.id}", card.effects, is_ops=True)
    for card in pack["missions"]:
        yield from _mission(pack, card)
    for twice, n in Counter(card.id for card in (*pack["ops"], *pack["missions"])).items():
        if n > 1:
            yield f"cards: the id {twice!r} is used {n} times"


def _mission(pack: Pack, card: Any) -> Iterable[str]:
    """9.5 The demands of a Mission that the set cannot meet: icons to roll with, counters to fight."""
    where = f"missions: {card.id}"
    shown = _icons(pack)
    if not card.needs:
        yield f"{where}: needs: name at least one icon"
    for icon, n in card.needs.items():
        if icon not in ICONS:
            yield f"{where}: needs: {no_such('icon', icon, ICONS)}"
        elif n > shown[icon]:
            yield f"{where}: needs: {icon}: {n} Positives, but the whole set shows the icon {shown[icon]} times"
    known = [icon for icon in card.needs if icon in ICONS]
    if card.total > sum(shown[icon] for icon in known):
        whole = f"the whole set shows {' and '.join(known)} {sum(shown[icon] for icon in known)} times"
        yield f"{where}: total: {card.total} Positives, but {whole}"
    yield from _named_opfor(pack, f"{where}: including", card.including)
    yield from _too_many(pack, f"{where}: plus", card.plus)
    yield from _effects(pack, where, (*card.revealed, *card.failed))


def _icons(pack: Pack) -> Counter[str]:
    """16.3 How often the whole set shows each icon, if the Team had everything; of Gear one side."""
    shown: Counter[str] = Counter()
    for file in ("cadres", "vehicles", "specials"):
        for unit in pack[file]:
            shown.update(unit.front.icons)
    for gear in pack["gear"]:
        for icon in ICONS:
            shown[icon] += max(gear.a.icons.count(icon), gear.b.icons.count(icon))
    for installation in pack["installations"]:
        shown.update(installation.icons)
    return shown


def _named_opfor(pack: Pack, where: str, including: Iterable[str]) -> Iterable[str]:
    """15.3 Counters that a card names: those there are, and no more of them."""
    counts = {unit.id: unit.count for unit in pack["opfor"]}
    for name, n in Counter(including).items():
        if name not in counts:
            yield f"{where}: {no_such('OPFOR counter', name, list(counts))}"
        elif n > counts[name]:
            there = f"there is {counts[name]}" if counts[name] == 1 else f"there are {counts[name]}"
            yield f"{where}: {name!r} is named {n} times, but {there}"


def _too_many(pack: Pack, where: str, plus: int) -> Iterable[str]:
    """R-SC-31 A number that the Bin could never give."""
    counters = sum(unit.count for unit in pack["opfor"])
    if pack["opfor"] and 1 + plus > counters:
        yield f"{where}: NET +{plus} is more than the {counters} OPFOR counters at any NET Level"


def _effects(pack: Pack, where: str, effects: Iterable[Any], *, is_ops: bool = False) -> Iterable[str]:
    """12.2 The mistakes in the words of a card, a Mission or a table line."""
    effects = list(effects)
    counters = [unit.id for unit in pack["opfor"]]
    yield from check_effects(
        where, effects, words=WORDS.do, icons=ICONS, counters=counters, game="Surface Combat"
    )
    yield from _out_of_place(where, effects, battle=is_ops, action=is_ops)
    for effect in every(effects):
        word = f"{where}: {type(effect).__struct_config__.tag}"
        yield from (f"{word}: {why}" for why in _never(pack, effect))


def _out_of_place(where: str, effects: Iterable[Any], *, battle: bool, action: bool) -> Iterator[str]:
    """R-SC-8 16.5 Deployments and combined actions where no battle and no Special Actions phase would follow."""
    for effect in effects:
        held: Iterable[Any] = ()
        match effect:
            case Deploy():
                if not battle:
                    yield f"{where}: deploy: {NO_BATTLE}"
                if any(isinstance(e, Deploy) for e in every(effect.lost)):
                    breakoff = "not a Breakoff, which ends the Op (15.8)"
                    yield f"{where}: deploy: lost: {NO_BATTLE}, {breakoff}"
                held = effect.won
            case Combined():
                if not action:
                    yield f"{where}: combined: {NO_ACTION}"
                yield from _out_of_place(
                    where, (*effect.success, *effect.failure), battle=False, action=False
                )
            case Challenge():
                held = (*effect.success, *effect.failure)
            case NetCheck():
                held = (*effect.one, *effect.two)
            case Choose():
                held = [e for way in effect.ways for e in way.effects]
            case First():
                held = [e for part in effect.of for e in part]
            case May():
                held = effect.effects
        yield from _out_of_place(where, held, battle=battle, action=action)


def _never(pack: Pack, effect: Any) -> Iterable[str]:  # noqa: C901  (one case for each word)
    """12.2 The demands of a word that no game with this pack can meet."""
    scenario, ops = pack["scenario"], len(pack["ops"])
    counters = sum(unit.count for unit in pack["opfor"])
    most = scenario.net_max - 1
    match effect:
        case Reinforce():
            yield from _reinforcements(pack, effect)
        case Flip() if effect.kind not in KINDS or effect.kind == "gear":
            yield f"the kind is cadre, vehicle or special, not {effect.kind!r}"
        case Flip():
            yield from _of_kind(pack, effect)
        case Reshuffle() if effect.n < 1:
            yield "say how many discards, as in n = 2"
        case GainOps() | LoseOps() | Reshuffle() if effect.n > ops:
            yield f"{effect.n} cards, but the set has {ops}"
        case Net() if not effect.n:
            yield f"0 moves nothing; -{most} to {most}"
        case Net() if abs(effect.n) > most:
            length = f"it has {scenario.net_max} spaces, so -{most} to {most}"
            yield f"{effect.n} is more than the track is long; {length}"
        case Taz() if not scenario.taz:
            yield "the scenario has no TAZ markers (scenario: taz = 0)"
        case Seize() | Revert() if not pack["installations"]:
            yield "the set has no Installations"
        case Deploy():
            yield from _named_twice(pack, effect)
            yield from _too_many(pack, "plus", effect.plus)
            if counters and effect.least > counters:
                yield f"least: there are {counters} OPFOR counters"
            if not effect.least and scenario.net_max + effect.plus < 1:
                yield "no units would come at any NET Level"
        case Combined():
            if effect.id in (*LINES, PASS.id):
                yield _taken(effect.id)
            for icon, n in Counter(effect.icons).items():
                if n > 1:
                    yield f"{icon} is named twice; 16.5 wants different icons"
    if _is_empty(effect):
        yield "it holds nothing; name at least one effect"


def _named_twice(pack: Pack, effect: Deploy) -> Iterable[str]:
    known = {unit.id for unit in pack["opfor"]}  # what is not there is told for both games alike
    yield from _named_opfor(pack, "including", [name for name in effect.including if name in known])


def _is_empty(effect: Any) -> bool:
    """Whether a word that is there to hold others holds none."""
    match effect:
        case Choose():
            return not any(way.effects for way in effect.ways)
        case First():
            return not any(effect.of)
        case May():
            return not effect.effects
        case NetCheck():
            return not (effect.one or effect.two)
        case Challenge() | Combined():
            return not (effect.success or effect.failure)
    return False


def _reinforcements(pack: Pack, effect: Reinforce) -> Iterable[str]:
    units = {unit.id for file in ("cadres", "vehicles", "specials", "gear") for unit in pack[file]}
    if bool(effect.units) == bool(effect.kind):
        yield "name either units or a kind"
    for unit in sorted(set(effect.units) - units):
        yield no_such("unit", unit, sorted(units))
    if effect.kind and effect.kind not in ("cadre", "gear", "vehicle"):
        yield f"the kind is cadre, gear or vehicle, not {effect.kind!r}"
    elif effect.kind:
        yield from _of_kind(pack, effect)


def _of_kind(pack: Pack, effect: Flip | Reinforce) -> Iterable[str]:
    there = len(pack[FILE_OF[effect.kind]])
    if effect.n > there:
        yield f"{effect.n} units, but the set has {there} of the kind {effect.kind}"


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
