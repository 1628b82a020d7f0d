"""11.0 Movement: on the surface, by Vehicle, by Hop."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine import Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...common.rules.net import awareness
from ...common.state import PLAYER
from ..printed.box import Kind, SurfaceBox
from ..state import Moved, Phase, Team

STAY = Word("stay", "Stay here")
HOP = Word("hop", "Hop")


TEAM_MOVE = Topic(
    "move", "11.0", "The Ops card is drawn with the Team in this cell; Hop asks for the cell next.", "cell"
)


def team_movement(s: Team) -> Steps:
    """8.1 Team Movement. Phase 1: the Team may move."""
    yield from awareness(s)
    s.moved = yield from move(s, TEAM_MOVE, may_hop=True)
    s.phase = Phase.CARD


def move(s: Team, topic: Topic, *, may_hop: bool, ignores_stop: bool = False) -> Steps[Moved]:
    """11.0 Movement. One move of the Team: any cell it can reach, a Hop, or none."""
    hops = hop_cells(s) if may_hop else ()
    goal = yield pick(
        PLAYER,
        topic,
        "The Team is in {cell}. Move where?",
        lambda: [STAY, *([HOP] if hops else []), *move_cells(s, ignores_stop)],
        label="Move to {it}",
        about={"cell": s.cell},
    )
    if goal == STAY:
        return Moved.NOT
    if goal == HOP:
        yield from hop(s, hops)
        return Moved.HOPPED
    s.cell = goal
    yield say("The Team moves to {cell}.", cell=goal)
    return Moved.MOVED


HOP_TO = Topic("hop", "11.3", "The Team lands in this cell and cannot move again in this Op.", "cell")


def hop(s: Team, cells: tuple[int, ...]) -> Steps:
    """11.3 Hop. No path and no STOP, but it is all the movement of this Op."""
    s.cell = yield pick(PLAYER, HOP_TO, "Hop where?", list(cells), label="Hop to {it}")
    yield say("The Team hops to {cell}.", cell=s.cell)


def hop_cells(s: Team) -> tuple[int, ...]:
    """11.3 From a Friendly Spaceport to any cell; from anywhere to a Friendly Spaceport."""
    box = s.box
    ports = [box.places[i] for i in box.ports if s.control[i]]
    goals = range(len(box.cells)) if s.cell in ports else ports
    return tuple(cell for cell in goals if cell != s.cell)


def movement(s: Team) -> int:
    """11.1 11.2 The movement value: of the slowest Vehicle, or on foot of the slowest Cadre or Special Unit (R-SC-17)."""
    box = s.box
    counting = (Kind.VEHICLE,) if s.vehicles else (Kind.CADRE, Kind.SPECIAL)
    return min(box.printed[unit][s.units[unit] - 1].move for unit in s.team() if box.kind[unit] in counting)


def move_cells(s: Team, ignores_stop: bool = False) -> tuple[int, ...]:
    """11.1 11.2 The cells the Team can move to. Riders ignore the STOP of terrain, never that of an Installation."""
    return reach(s.box, s.cell, movement(s), ignores_stop or s.vehicles > 0, s.control)


@lru_cache(maxsize=8192)
def reach(
    box: SurfaceBox, start: int, moves: int, ignores_terrain: bool, control: tuple[int, ...]
) -> tuple[int, ...]:
    """11.1 From cell to cell up to the movement value; a STOP cell and an OPFOR Installation end the way."""
    stops = {place for place, friendly in zip(box.places, control, strict=True) if not friendly}
    if not ignores_terrain:
        stops.update(cell for cell, terrain in enumerate(box.terrain) if terrain.stop)
    found, edge = {start}, [start]
    for _ in range(moves):
        reached: list[int] = []
        for cell in edge:
            if cell == start or cell not in stops:
                reached += [near for near in box.neighbours[cell] if near not in found]
                found.update(box.neighbours[cell])
        edge = reached
    return tuple(sorted(found - {start}))
