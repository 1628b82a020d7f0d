"""The numbers that the value of a position is learned from, read off the state between two turns."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from ...common.house.chances import Line, edge_chance, either_edge
from ...common.state import DISCARDS, MISSION, PLAYER, RESERVE
from ..printed.box import box_of
from ..printed.files import ASSEMBLY, BOMBARDMENT, CYBER, ENERGY, TROOPERS, WEAPONS, Mission
from ..state import LOST, NOWHERE, Phase, Squadron
from .chances import typical
from .losses import opfor_line, our_line
from .tactics import any_hit, targets

#: The trees that were trained on them.
VALUE_FILE = Path(__file__).parent / "value.json"

FEATURES = (
    "ops_left",
    "ops_in_reserve",
    "net",
    "net_missing",
    "points",
    "points_over_base",
    "is_revealed",
    "is_known",
    "clear_missing",
    "build_missing",
    "bombard_missing",
    "assault_missing",
    "is_returning",
    "mission_opfor",
    "mission_orbit",
    "is_final",
    "has_base",
    "markers_hidden",
    "markers_shown",
    "markers_captured",
    "ships",
    "ships_disrupted",
    "ships_effective",
    "ships_lost_share",
    "weapons",
    "cyber",
    "assembly",
    "bombardment",
    "troopers",
    "swarms",
    "pods",
    "room",
    "group_ships",
    "group_disrupted",
    "group_strength",
    "group_energy",
    "group_fastest",
    "group_cyber",
    "group_assembly",
    "group_bombardment",
    "group_troopers",
    "to_target",
    "to_home",
    "ops_to_target",
    "ops_to_spare",
    "hidden_near",
    "win_now",
    "hits_now",
    "win_ready",
    "hits_ready",
    "deed",
    "attempt",
    "attempt_ready",
    "losses_in_a_row",
    "missions_won",
)

#: The words for the numbers that tell most, as a player says them.
WORDS = {
    "ops_left": "Ops cards left",
    "ops_to_spare": "Ops cards to spare",
    "net": "the NET Level",
    "net_missing": "NET Levels still missing",
    "points": "Assembly Points in hand",
    "points_over_base": "Assembly Points beyond an Orbital Base",
    "is_revealed": "the Mission is known",
    "clear_missing": "markers still to clear",
    "build_missing": "the Orbital Base is still to build",
    "bombard_missing": "the Bombardment is still to come",
    "assault_missing": "the Assault is still to come",
    "is_returning": "on the way home",
    "markers_hidden": "hidden Intercept markers",
    "ships_effective": "ships that can fight",
    "ships_disrupted": "Disrupted ships",
    "group_strength": "strength of the main group",
    "group_energy": "Energy of the main group",
    "cyber": "Cyber in the squadron",
    "assembly": "Assembly in the squadron",
    "bombardment": "Bombardment in the squadron",
    "troopers": "Troopers aboard",
    "to_target": "steps to the Mission's place",
    "to_home": "steps home",
    "win_now": "the chance of winning the Mission's battle now",
    "win_ready": "the chance of winning the Mission's battle when it counts",
    "hits_ready": "hits that the Mission's battle costs",
    "deed": "the chance of doing the Mission's task",
    "attempt_ready": "the chance of the whole attempt",
    "swarms": "weapons of Swarms",
}


def features(s: Squadron) -> list[list[float]]:
    """One row of numbers, in the order of `FEATURES`."""
    pile = s.cards.zones[MISSION]
    mission = s.mission_card if pile else s.box.missions[-1]
    left = Left(
        max(0, mission.clear - s.cleared()),
        mission.build and not s.is_built,
        mission.bombard and not s.is_bombarded,
        mission.assault and not s.is_assaulted,
    )
    by_point: dict[int, list[int]] = {}
    for ship, at in enumerate(s.at):
        if at >= 0:
            by_point.setdefault(at, []).append(ship)
    point = max(by_point, key=lambda p: (len(by_point[p]), -p), default=s.box.orbits.launch)
    ships = by_point.get(point, [])
    sums = [sum([s.ability(ship, n) for ship in ships]) for n in range(6)]
    net_missing = max(0, mission.net - s.net)
    return [
        [
            *_mission(s, mission, left, bool(pile) and s.cards.knows(PLAYER, pile[0])),
            *_squadron(s),
            *_group(s, ships, sums),
            *_way(s, mission, net_missing, point, ships),
            *_attempt(s, mission, left, net_missing, ships, sums),
            s.losses,
            s.won,
        ]
    ]


class Left(NamedTuple):
    """The Mission's tasks that are still to be done: markers to clear, and whether to build, bombard and assault."""

    clear: int
    build: bool
    bombard: bool
    assault: bool


def _mission(s: Squadron, mission: Mission, left: Left, is_known: bool) -> list[float]:
    """The Ops and the NET Level, and the Mission: what it still asks for, and the Intercept markers."""
    base_cost = s.box.scenario.base_cost
    return [
        s.ops_left,
        len(s.cards.zones[RESERVE]),
        s.net,
        max(0, mission.net - s.net),
        s.points,
        s.points - base_cost,
        s.is_revealed,
        is_known,
        *left,
        s.is_returning,
        mission.opfor,
        s.box.orbit_of[mission.orbit],
        mission.final,
        s.base != NOWHERE,
        len(s.sites) - len(s.shown),
        len(s.shown),
        s.captured,
    ]


def _squadron(s: Squadron) -> list[float]:
    """The ships that are left, their abilities together, and what they carry."""
    box = s.box
    ships = [ship for ship, at in enumerate(s.at) if at >= 0]
    flipped = sum([s.is_flipped[ship] for ship in ships])
    pods = sum([len(s.cargo[ship]) for ship in ships])
    return [
        len(ships),
        flipped,
        len(ships) - flipped,
        s.at.count(LOST) / len(box.ships),
        *[
            sum([s.ability(ship, n) for ship in ships])
            for n in (WEAPONS, CYBER, ASSEMBLY, BOMBARDMENT, TROOPERS)
        ],
        sum([box.swarms.get(unit, 0) for held in s.cargo for unit in held]),
        pods,
        sum([box.holds[ship] for ship in ships]) - pods,
    ]


def _group(s: Squadron, ships: list[int], sums: list[int]) -> list[float]:
    """The main group: the most ships at one point."""
    energies = [s.ability(ship, ENERGY) for ship in ships] or [0]
    return [
        len(ships),
        sum([s.is_flipped[ship] for ship in ships]),
        sums[WEAPONS],
        min(energies),
        max(energies),
        sums[CYBER],
        sums[ASSEMBLY],
        sums[BOMBARDMENT],
        sums[TROOPERS],
    ]


def _way(s: Squadron, mission: Mission, net_missing: int, point: int, ships: list[int]) -> list[float]:
    """How far the main group has to go, and how many Ops that takes."""
    orbits = s.box.orbits
    distance = orbits.distance[point]
    to_target = min([distance[goal] for goal in targets(s, mission)])
    to_home = min([distance[home] for home in (orbits.launch, s.base) if home >= 0])
    steps = to_home if s.is_returning else to_target + (orbits_home(s.pack) if mission.returns else 0)
    slowest = min([s.ability(ship, ENERGY) for ship in ships], default=0)
    ops = (steps + slowest - 1) // slowest if slowest else 9 * steps
    near = [site for site in s.sites if site not in s.shown and distance[site] <= 1]
    return [to_target, to_home, ops, s.ops_left - ops - net_missing, len(near)]


def _attempt(
    s: Squadron, mission: Mission, left: Left, net_missing: int, ships: list[int], sums: list[int]
) -> list[float]:
    """The chances of the Mission's battle and of its task, now and when the NET Level is what it asks for."""
    win_now, hits_now = _fight(s, ships, s.net + mission.opfor)
    win_ready, hits_ready = win_now, hits_now
    if net_missing:
        win_ready, hits_ready = _fight(s, ships, mission.net + mission.opfor)
    deed = 1.0
    if left.build:
        is_paid = s.points >= s.box.scenario.base_cost
        deed *= any_hit(sums[ASSEMBLY] + s.enhanced(ASSEMBLY)) if is_paid else 0.0
    if left.bombard:
        deed *= any_hit(sums[BOMBARDMENT] + s.enhanced(BOMBARDMENT))
    if left.assault:
        deed *= any_hit(sums[TROOPERS] + s.enhanced(TROOPERS))
    return [win_now, hits_now, win_ready, hits_ready, deed, win_now * deed, win_ready * deed]


@cache
def orbits_home(pack: str) -> int:
    """How far it is from the Close Orbit back to the Launch Point."""
    orbits = box_of(pack).orbits
    return orbits.distance[orbits.close_orbit][orbits.launch]


def _fight(s: Squadron, ships: list[int], n: int) -> tuple[float, float]:
    """The chance of winning a battle of these ships against n typical units, and the hits it costs."""
    if not ships:
        return 0.0, 0.0
    force, theirs = _typical(s.pack, n)
    ours = max([s.energy(ship) for ship in ships]) + s.net
    fight = either_edge(our_line(s, ships), force, edge_chance(ours, theirs))
    return fight.win, fight.hits


@cache
def _typical(pack: str, n: int) -> tuple[Line, int]:
    """A typical force of n units: the line of its strengths, and what it adds to its die for the edge."""
    box = box_of(pack)
    force = typical(pack, n)
    edge = max((box.energies[side] + box.edges[side] for side, k in enumerate(force) if k), default=0)
    return opfor_line(pack, force), edge


def moment(s: Squadron) -> int | None:
    """8.1 The beginning of an Op: a number that is another one at each of them. None in the middle of one."""
    if s.phase != Phase.DECLARE:
        return None
    zones = s.cards.zones
    return (len(s.fought) * 100 + len(zones[DISCARDS])) * 100 + s.ops_left
