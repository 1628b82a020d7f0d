"""What is wrong with a pack beyond the types of its fields, for `sandtable check`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.engine import Pack

from ..box import check_effects, check_line
from ..effects import Flip, Reinforce, every
from . import orbits
from .box import ICONS
from .components import Mission, Scenario
from .words import WORDS

#: The lines that the rules themselves roll on.
LINES = ("weapons", "net_run", "assembly", "bombardment", "assault")


def problems(pack: Pack) -> list[str]:
    """What is wrong with a pack beyond the types of its fields."""
    wrong = [*orbits.problems(pack["map"])]
    scenario: Scenario = pack["scenario"]
    counters = [unit.id for unit in pack["opfor"]]
    units = unit_ids(pack)
    lines = {line.id: line for line in pack["actions"]}
    wrong += [
        f"actions: the line {name!r} is missing; the rules roll on it" for name in LINES if name not in lines
    ]
    for icon in ICONS:
        if not any(line.icon == icon for line in lines.values()):
            wrong.append(f"actions: no line is rolled for {icon!r}")
    for line in pack["actions"]:
        wrong += check_line(f"actions: {line.id}", line)
        effects = [effect for way in line.outcomes for effect in way.effects]
        wrong += _check_effects(f"actions: {line.id}", effects, counters, units)
        if line.icon and line.icon not in ICONS:
            wrong.append(f"actions: {line.id}: there is no icon {line.icon!r}; possible: {', '.join(ICONS)}")
    for card in pack["ops"]:
        wrong += _check_effects(f"ops: {card.id}", card.effects, counters, units)
    early = sum(not card.late for card in pack["ops"])
    if not 1 <= scenario.ops <= early:
        wrong.append(f"scenario: ops is {scenario.ops}, but there are {early} Ops cards that are not late")
    wrong += _check_numbers(pack, scenario)
    wrong += _check_missions(pack)
    return wrong


def _check_effects(
    where: str, effects: Sequence[Any], counters: Sequence[str], units: Sequence[str]
) -> list[str]:
    wrong = check_effects(where, effects, words=WORDS.do, icons=ICONS, counters=counters, game="Space Combat")
    kinds: dict[Any, tuple[str, ...]] = {Flip: ("ship",), Reinforce: ("pod", "")}
    for effect in every(effects):
        for name in getattr(effect, "units", ()):
            if name not in units:
                wrong.append(f"{where}: reinforce: there is no ship or side of a Pod {name!r}")
        if type(effect) in kinds and effect.kind not in kinds[type(effect)]:
            word = type(effect).__struct_config__.tag
            wrong.append(
                f"{where}: {word}: kind is {effect.kind!r}; possible: {', '.join(kinds[type(effect)])}"
            )
    return wrong


def _check_numbers(pack: Pack, scenario: Scenario) -> list[str]:
    wrong = []
    if scenario.grant_without_ships < min((ship.cost for ship in pack["ships"]), default=99):
        wrong.append(f"scenario: grant_without_ships is {scenario.grant_without_ships}, which buys no ship")
    if not 1 <= scenario.net_start <= scenario.net_max:
        wrong.append(f"scenario: net_start is {scenario.net_start}; it must be from 1 to net_max")
    nodes = {point for line in pack["map"].random for point in line} - {pack["map"].launch}
    most = min(len(pack["intercepts"]), len(nodes))
    if not 0 <= scenario.intercepts <= most:
        wrong.append(f"scenario: intercepts is {scenario.intercepts}; there are markers and Nodes for {most}")
    cheapest = min((ship.cost for ship in pack["ships"]), default=99)
    if scenario.assembly_points < cheapest:
        wrong.append(f"scenario: assembly_points is {scenario.assembly_points}, which buys no ship")
    if not pack["opfor"] or any(unit.count < 1 for unit in pack["opfor"]):
        wrong.append("opfor: every unit needs a count of 1 or more, and there must be one unit")
    for ship in pack["ships"]:
        if ship.front.energy < 1:
            wrong.append(f"ships: {ship.id}: an effective ship without Energy could never move")
    return wrong


def _check_missions(pack: Pack) -> list[str]:
    wrong = []
    missions: list[Mission] = pack["missions"]
    orbit_ids = [orbital.id for orbital in pack["map"].orbitals]
    if sum(mission.final for mission in missions) != 1 or len(missions) < 2:
        wrong.append("missions: exactly one Mission is final, and there is at least one other")
    for mission in missions:
        if mission.orbit not in orbit_ids:
            known = ", ".join(orbit_ids)
            wrong.append(f"missions: {mission.id}: there is no Orbital {mission.orbit!r}; possible: {known}")
        if not (mission.clear or mission.build or mission.bombard or mission.assault or mission.returns):
            wrong.append(f"missions: {mission.id}: it asks for nothing")
        if mission.assault and not mission.bombard:
            wrong.append(f"missions: {mission.id}: an Assault needs a Bombardment before it")
        if mission.carrying and mission.carrying not in unit_ids(pack):
            wrong.append(f"missions: {mission.id}: there is no counter {mission.carrying!r} to carry")
        if mission.clear > pack["scenario"].intercepts:
            wrong.append(f"missions: {mission.id}: clear is {mission.clear}, more than there are markers")
        if mission.net > pack["scenario"].net_max:
            wrong.append(f"missions: {mission.id}: net is {mission.net}, above the NET track")
    return wrong


def unit_ids(pack: Pack) -> list[str]:
    """The ids of ships, sides of Pods and Intercept markers, as cards name them."""
    pods = [pod.id + side for pod in pack["pods"] for side in "ab"]
    return (
        [ship.id for ship in pack["ships"]]
        + pods
        + [f"{marker.id}_intercept" for marker in pack["intercepts"]]
    )
