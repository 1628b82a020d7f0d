"""The checks of a pack beyond the types of its fields, for `sandtable check`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sandtable.engine import DONE, Pack

from ...common.cards.effects import Combined, Deploy, Flip, Net, NetRun, Reinforce, Reveal, every
from ...common.printed.check import check_effects, check_line, no_such
from ...common.printed.files import OpsCard, TableLine
from ..cards.words import WORDS
from ..rules.actions import ASSAULT, ASSEMBLE, BOMBARD, NET_RUN, NOTHING
from ..state import ABILITY
from .box import ICONS, six
from .files import TROOPERS, Map, Mission, Scenario
from .orbits import Orbits

#: The lines that the rules themselves roll on.
LINES = ("weapons", "net_run", "assembly", "bombardment", "assault")
ID = re.compile(r"[a-z][a-z0-9_]*\Z")
ID_RULE = "lowercase letters, digits and _ only, beginning with a letter"
#: What the kinds of effects that name one can name.
KINDS: dict[type[Any], tuple[str, ...]] = {Flip: ("ship",), Reinforce: ("pod", "")}


def check_pack(pack: Pack) -> list[str]:
    """The mistakes in a pack beyond the types of its fields."""
    return [
        *_map(pack["map"]),
        *_check_ids(pack),
        *_check_actions(pack),
        *_check_ops(pack),
        *_check_numbers(pack),
        *_check_reveal(pack),
        *_check_missions(pack),
    ]


def _check_ids(pack: Pack) -> list[str]:
    """Counters share their ids, and so do cards: answers are known by them."""
    wrong = [*_check_names(pack)]
    counters = [*ship_ids(pack), *side_ids(pack), *marker_ids(pack), "orbital_base"]
    wrong += [f"ships, pods, intercepts: two counters have the id {name}" for name in _twice(counters)]
    cards = [*(card.id for card in pack["ops"]), *(card.id for card in pack["missions"])]
    return wrong + [f"ops, missions: an Ops card and a Mission have the id {name}" for name in _twice(cards)]


def _check_names(pack: Pack) -> Iterator[str]:
    """Ids become keys that are typed and saved; labels and titles are read."""
    for file in ("ships", "pods", "intercepts", "opfor", "actions", "ops", "missions"):
        for entry in pack[file]:
            yield from _check_name(f"{file}: {entry.id}", entry)
            ways = list(getattr(entry, "outcomes", ()))
            effects = [*getattr(entry, "effects", ()), *(e for way in ways for e in way.effects)]
            ways += [way for effect in every(effects) for way in getattr(effect, "ways", ())]
            ways += [effect for effect in every(effects) if isinstance(effect, Combined)]
            for part in ways:
                yield from _check_name(f"{file}: {entry.id}: {part.id}", part)
    for pod in pack["pods"]:
        for side, part in (("a", pod.a), ("b", pod.b)):
            if not part.label.strip():
                yield f"pods: {pod.id}: {side}: label: it must not be blank"
    for orbital in pack["map"].orbitals:
        yield from _check_name(f"map: {orbital.id}", orbital)
    data = pack["map"]
    points = {point for line in (*(o.ring for o in data.orbitals), *data.tracks) for point in line}
    for point in sorted(points):
        if not ID.match(point):
            yield f"map: the Point {point!r}: {ID_RULE}"


def _check_name(where: str, entry: Any) -> Iterator[str]:
    if not ID.match(entry.id):
        yield f"{where}: id: {ID_RULE}"
    for field in ("label", "title"):
        if not getattr(entry, field, "-").strip():
            yield f"{where}: {field}: it must not be blank"


# Effects


def _check_effects(pack: Pack, where: str, effects: Sequence[Any]) -> list[str]:
    """13.2 The mistakes in the effects of a card or of an outcome."""
    counts = {unit.id: unit.count for unit in pack["opfor"]}
    wrong = check_effects(
        where, effects, words=WORDS.do, icons=ICONS, counters=list(counts), game="Space Combat"
    )
    for effect in every(effects):
        word = type(effect).__struct_config__.tag
        wrong += [f"{where}: {word}: {why}" for why in _check_effect(pack, effect, counts)]
    return wrong


def _check_effect(pack: Pack, effect: Any, counts: dict[str, int]) -> list[str]:
    wrong = []
    if type(effect) in KINDS and effect.kind not in KINDS[type(effect)]:
        kinds = ", ".join(kind for kind in KINDS[type(effect)] if kind)
        wrong.append(f"kind is {effect.kind!r}; possible: {kinds}")
    match effect:
        case Deploy():
            for name, n in Counter(effect.including).items():
                if n > counts.get(name, n):
                    there = f"there is {counts[name]}" if counts[name] == 1 else f"there are {counts[name]}"
                    wrong.append(f"{name} is named {n} times, but {there}")
        case Reinforce():
            wrong += _check_reinforce(pack, effect)
        case Net(n=0):
            wrong.append("n is 0; possible: -20 to -1, 1 to 20")
        case Combined():
            taken = [word.id for word in (ASSEMBLE, NET_RUN, BOMBARD, ASSAULT, NOTHING)]
            if effect.id in taken:
                wrong.append(
                    f"no combined action can have the id {effect.id!r}: another special action has it"
                )
            wrong += _no_deployment((*effect.success, *effect.failure))
    return wrong


def _check_reinforce(pack: Pack, effect: Reinforce) -> list[str]:
    able = [*ship_ids(pack), *side_ids(pack)]
    wrong = [no_such("ship or side of a Pod", name, able) for name in effect.units if name not in able]
    if not effect.units and not effect.kind:
        wrong.append('it names neither units nor a kind; possible: units = [...] or kind = "pod"')
    for pod in pack["pods"]:
        if pod.id + "a" in effect.units and pod.id + "b" in effect.units:
            wrong.append(f"{pod.id}a and {pod.id}b are sides of one Pod; name one of them")
    return wrong


def _no_deployment(effects: Iterable[Any]) -> list[str]:
    """16.1 OPFOR units come by Ops cards and Missions, before the Combat phase; later nobody would fight them."""
    if any(isinstance(effect, Deploy) for effect in every(effects)):
        return ["only an Ops card can deploy OPFOR units: the Combat phase comes before special actions"]
    return []


# Tables and cards


def _check_actions(pack: Pack) -> list[str]:
    """17.2 The Action Table."""
    lines: list[TableLine] = pack["actions"]
    ids = [line.id for line in lines]
    wrong = [
        f"actions: the line {name!r} is missing; the rules roll on it" for name in LINES if name not in ids
    ]
    for icon in ICONS:
        if not any(line.icon == icon for line in lines):
            wrong.append(f"actions: no line is rolled for {icon!r}")
    for line in lines:
        wrong += [f"actions: {line.id}: {why}" for why in _check_line(line)]
        wrong += check_line(f"actions: {line.id}", line)
        effects = [effect for way in line.outcomes for effect in way.effects]
        wrong += _check_effects(pack, f"actions: {line.id}", effects)
    return wrong


def _check_line(line: TableLine) -> list[str]:
    wrong = []
    if line.icon and line.icon not in ICONS:
        wrong.append(no_such("icon", line.icon, ICONS))
    if not line.positive:
        wrong.append("positive is empty; possible: faces from 1 to 6")
    for face in _twice(str(face) for face in line.positive):
        wrong.append(f"{face} is named twice")
    if line.outcomes and line.id != "net_run":
        wrong.append("only the line net_run has outcomes; the others have rules of their own")
    if any(way.id == DONE.id for way in line.outcomes):
        wrong.append(f"no outcome can have the id {DONE.id!r}: that is what ends the choice")
    effects = [effect for way in line.outcomes for effect in way.effects]
    if any(isinstance(effect, NetRun) for effect in every(effects)):
        wrong.append("a NET Run cannot bring another NET Run: it might never end")
    return wrong + _no_deployment(effects)


def _check_ops(pack: Pack) -> list[str]:
    """13.0 The Ops cards."""
    cards: list[OpsCard] = pack["ops"]
    wrong = [why for card in cards for why in _check_effects(pack, f"ops: {card.id}", card.effects)]
    early = sum(not card.late for card in cards)
    if pack["scenario"].ops > early:
        n = pack["scenario"].ops
        wrong.append(f"scenario: ops is {n}; possible: 1 to {early}, the Ops cards that are not late")
    return wrong


# Numbers


def _check_numbers(pack: Pack) -> list[str]:
    wrong = []
    scenario: Scenario = pack["scenario"]
    cheapest = min((ship.cost for ship in pack["ships"]), default=None)
    if cheapest is None:
        wrong.append("ships: there must be one ship or more")
    for field in ("assembly_points", "assembly_points_final", "grant_without_ships"):
        if cheapest is not None and getattr(scenario, field) < cheapest:
            points = getattr(scenario, field)
            wrong.append(f"scenario: {field} is {points}; it buys no ship, which costs {cheapest} or more")
    if scenario.net_start > scenario.net_max:
        wrong.append(f"scenario: net_start is {scenario.net_start}; possible: 1 to {scenario.net_max}")
    nodes = {point for line in pack["map"].random for point in line} - {pack["map"].launch}
    most = min(len(pack["intercepts"]), len(nodes))
    if scenario.intercepts > most:
        wrong.append(
            f"scenario: intercepts is {scenario.intercepts}; possible: 0 to {most},"
            " as many as there are markers and Points of the random location table"
        )
    if not pack["opfor"]:
        wrong.append("opfor: there must be one unit or more")
    for unit in pack["opfor"]:
        if unit.swarm and (unit.front.energy or unit.back.energy):
            wrong.append(f"opfor: {unit.id}: a Swarm has no Energy (R-SP-27)")
    for ship in pack["ships"]:
        if ship.front.energy < 1:
            wrong.append(f"ships: {ship.id}: an effective ship without Energy could never move")
    return wrong


# Missions


def _check_reveal(pack: Pack) -> list[str]:
    """9.2 A Mission is won only when it is revealed: by a Positive of a NET Run, or by a card."""
    cards = every(effect for card in pack["ops"] for effect in card.effects)
    if any(isinstance(effect, Reveal) for effect in cards):
        return []
    outcomes = [way for line in pack["actions"] if line.id == "net_run" for way in line.outcomes]
    if not any(isinstance(effect, Reveal) for effect in every(e for way in outcomes for e in way.effects)):
        return [
            "actions: net_run: nothing reveals the Mission: an outcome or an Ops card must have the effect reveal"
        ]
    if not has(pack, "cyber"):
        return [f"actions: net_run: nothing reveals the Mission: {nobody('cyber')} for a NET Run"]
    return []


def _check_missions(pack: Pack) -> list[str]:
    """9.0 The Mission cards."""
    missions: list[Mission] = pack["missions"]
    wrong = []
    if sum(mission.final for mission in missions) != 1 or len(missions) < 2:
        wrong.append("missions: exactly one Mission is final, and there is at least one other")
    for mission in missions:
        wrong += [
            f"missions: {mission.id}: {why}"
            for check in (_check_card, _check_objective, _check_place)
            for why in check(pack, mission)
        ]
    return wrong


def _check_card(pack: Pack, mission: Mission) -> list[str]:
    """9.3 The numbers and names of a card."""
    wrong = []
    scenario: Scenario = pack["scenario"]
    if mission.clear > scenario.intercepts:
        wrong.append(f"clear is {mission.clear}; possible: 0 to {scenario.intercepts}")
    if mission.net > scenario.net_max:
        wrong.append(f"net is {mission.net}; possible: 0 to {scenario.net_max}")
    elif mission.net > scenario.net_start and not _can_rise(pack):
        wrong.append(f"net is {mission.net}, but nothing raises the NET Level above {scenario.net_start}")
    able = [*side_ids(pack), *marker_ids(pack)]
    if mission.carrying and mission.carrying not in able:
        wrong.append(no_such("Pod side or Intercept marker", mission.carrying, able))
    if mission.carrying and not mission.returns:
        wrong.append("carrying is for a Mission with returns = true")
    return wrong


def _check_objective(pack: Pack, mission: Mission) -> list[str]:
    """9.3 The set must have what a card asks for."""
    special = mission.special
    if not (
        mission.clear or mission.build or mission.bombard or mission.assault or special or mission.returns
    ):
        return ["it asks for nothing; possible: clear, build, bombard, assault, special, returns"]
    needed = [("assembly", mission.build), ("bombardment", mission.bombard)]
    needed += [(icon, True) for icon in (special.icons if special else ())]
    wrong = [nobody(icon) for icon, is_needed in needed if is_needed and not has(pack, icon)]
    if mission.assault and not (carriers(pack) and any(side[TROOPERS] for side in pod_sides(pack))):
        wrong.append("no Pod has Troopers for the Assault")
    return wrong


def _check_place(pack: Pack, mission: Mission) -> list[str]:
    """9.3 19.5.4 Where a card is resolved."""
    data = pack["map"]
    rings = {orbital.id: orbital.ring for orbital in data.orbitals}
    if mission.orbit not in rings:
        return [no_such("Orbital", mission.orbit, list(rings))]
    ring, wrong = rings[mission.orbit], []
    ends = {point for track in data.tracks for point in (*track[:1], *track[-1:])}
    if mission.build and not ends & set(ring):
        wrong.append(f"there is no Node in the Orbital {mission.orbit} to build on")
    if mission.assault and not mission.bombard and set(ring) == {data.close_orbit}:
        wrong.append("an Assault in Close Orbit needs a Bombardment before it; possible: bombard = true")
    return wrong


def _can_rise(pack: Pack) -> bool:
    """14.2 Whether a NET Run, a card or a battle can move the NET marker up."""
    outcomes = [way for line in pack["actions"] for way in line.outcomes]
    cards = [*pack["ops"], *outcomes]
    effects = list(every(effect for card in cards for effect in card.effects))
    by_battle = any(mission.win_lose for mission in pack["missions"])
    return by_battle or any(
        (isinstance(e, Net) and e.n > 0) or (isinstance(e, Deploy) and e.win_lose > 0) for e in effects
    )


# What there is


def ship_ids(pack: Pack) -> list[str]:
    return [ship.id for ship in pack["ships"]]


def side_ids(pack: Pack) -> list[str]:
    """The sides of Pods, as cards name them."""
    return [pod.id + side for pod in pack["pods"] for side in "ab"]


def marker_ids(pack: Pack) -> list[str]:
    """The Intercept markers, as cards name them."""
    return [f"{marker.id}_intercept" for marker in pack["intercepts"]]


def carriers(pack: Pack) -> bool:
    """19.2 Whether a ship can carry anything."""
    return any(ship.pods for ship in pack["ships"])


def pod_sides(pack: Pack) -> list[tuple[int, ...]]:
    """The values of every side of a Pod."""
    return [six(side) for pod in pack["pods"] for side in (pod.a, pod.b)]


def has(pack: Pack, icon: str) -> bool:
    """17.3 Whether a squadron can show an ability: on a ship, or on something a ship can carry."""
    markers = [six(marker) for marker in pack["intercepts"]] if pack["scenario"].intercepts else []
    held = [*pod_sides(pack), *markers] if carriers(pack) else []
    return any(values[ABILITY[icon]] for values in (*(six(ship.front) for ship in pack["ships"]), *held))


def nobody(icon: str) -> str:
    return f"no ship, Pod or Intercept marker has {icon.title()}"


def _twice(names: Iterable[str]) -> list[str]:
    """The names that stand there more than once, each once."""
    return [name for name, n in Counter(names).items() if n > 1]


def _map(data: Map) -> Sequence[str]:
    """The mistakes in a map beyond its types, a line each."""
    found: list[str] = []
    rings = [point for orbital in data.orbitals for point in orbital.ring]
    for name in _twice(orbital.id for orbital in data.orbitals):
        found.append(f"map: two Orbitals have the id {name}")
    for point in sorted({point for point in rings if rings.count(point) > 1}):
        found.append(f"map: the Point {point} is in two places of the Orbitals")
    on_tracks = {point for track in data.tracks for point in track}
    for what, point in (("launch", data.launch), ("close_orbit", data.close_orbit)):
        if point not in on_tracks:
            found.append(f"map: {what} is {point}, but no Track leads there")
    if len(data.random) != 6 or any(len(line) != 6 for line in data.random):
        found.append("map: the random location table needs six lines of six Points, one for each face")
    known = {*rings, *on_tracks}
    for point in sorted({point for line in data.random for point in line} - known):
        found.append(f"map: the random location table names {point}, which is no Point of the map")
    for track in data.tracks:
        if len(track) < 2:
            found.append(f"map: a Track joins at least two Points; this has {', '.join(track) or 'none'}")
        for point in _twice(track):
            found.append(f"map: a Track names the Point {point} twice")
    if not found:
        orbits = Orbits(data)
        lost = [
            i
            for i, steps in zip(orbits.ids, orbits.distance[orbits.launch], strict=True)
            if steps >= len(orbits.ids)
        ]
        found += [f"map: no way leads from the Launch Point to {point}" for point in lost]
    return found
