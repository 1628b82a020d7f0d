"""11.0 Movement: on the surface, by Vehicle, by Hop."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine import Line, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...common.rules.net import awareness
from ...common.state import PLAYER
from ..printed.box import Kind, SurfaceBox
from ..state import Moved, Phase, Team
from .locations import steps_from

STAY = Word("stay", "Stay here", says="The Team does not move.")
HOP = Word(
    "hop",
    "Hop",
    says="To or from a Friendly Spaceport, past everything. The Team cannot move again in this Op.",
)


TEAM_MOVE = Topic("move", "11.0", "The Team goes there, and then you draw an Ops card.", "cell")


def team_movement(s: Team) -> Steps:
    """8.1 Team Movement. Phase 1: the Team may move."""
    yield from awareness(s)
    s.moved = yield from move(s, TEAM_MOVE, may_hop=True)
    s.phase = Phase.CARD


def move(s: Team, topic: Topic, *, may_hop: bool, ignores_stop: bool = False) -> Steps[Moved]:
    """11.0 Movement. One move of the Team: any cell it can reach, a Hop, or none."""
    goal = yield pick(
        PLAYER,
        topic,
        "The Team is in {cell}. Move where?",
        move_to(s, may_hop=may_hop, ignores_stop=ignores_stop),
        label="Move to {it}",
        about={"cell": s.cell},
        others=(HOP,),
        says=lambda it: None if isinstance(it, Word) else cell_says(s, it),
    )
    if goal == STAY:
        return Moved.NOT
    if goal == HOP:
        yield from hop(s)
        return Moved.HOPPED
    s.cell = goal
    yield say("The Team moves to {cell}.", cell=goal)
    return Moved.MOVED


def move_to(s: Team, *, may_hop: bool, ignores_stop: bool) -> Listed:
    """11.0 Where the Team can go: any cell it can reach, a Hop, or nowhere."""
    return Listed(
        lambda: [STAY, *hops(s, may_hop), *move_cells(s, ignores_stop)],
        lambda it: move_refusal(s, it, may_hop=may_hop, ignores_stop=ignores_stop),
    )


def hops(s: Team, may_hop: bool) -> tuple[Word, ...]:
    """11.3 R-SC-18 A Hop, if the Team has not moved in this Op and there is somewhere to go."""
    return (HOP,) if may_hop and hop_cells(s) else ()


HOP_TO = Topic("hop", "11.3", "The Team lands in this cell and cannot move again in this Op.", "cell")


def hop(s: Team) -> Steps:
    """11.3 Hop. No path and no STOP, but it is all the movement of this Op."""
    s.cell = yield pick(
        PLAYER,
        HOP_TO,
        "Hop where?",
        Listed(hop_cells(s), lambda it: HERE if it == s.cell else NOT_A_PORT),
        label="Hop to {it}",
        says=lambda it: cell_says(s, it),
    )
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
    return min([box.printed[unit][s.units[unit] - 1].move for unit in s.team() if box.kind[unit] in counting])


def move_cells(s: Team, ignores_stop: bool = False) -> tuple[int, ...]:
    """11.1 11.2 The cells the Team can move to. Riders ignore the STOP of terrain, never that of an Installation."""
    return reach(s.box, s.cell, movement(s), ignores_stop or s.vehicles > 0, s.control)


@lru_cache(maxsize=8192)
def reach(
    box: SurfaceBox, start: int, moves: int, ignores_terrain: bool, control: tuple[int, ...]
) -> tuple[int, ...]:
    """11.1 From cell to cell up to the movement value; a STOP cell and an OPFOR Installation end the way."""
    stops = stop_cells(box, ignores_terrain, control)
    is_new = [True] * len(box.cells)
    is_new[start] = False
    edge = [start]
    for _ in range(moves):
        beyond: list[int] = []
        for cell in edge:
            for near in box.neighbours[cell]:
                if is_new[near]:
                    is_new[near] = False
                    beyond.append(near)
        edge = [cell for cell in beyond if cell not in stops]
    return tuple([cell for cell, new in enumerate(is_new) if not new and cell != start])


# Why not


HERE = Refusal("The Team is in {it} already.")
TOO_FAR = Refusal("{it} is {n:number} cells away, and the Team's movement is {move:number}.")
NO_WAY = Refusal("No way leads to {it}; only a Hop does.")
STOPS = Refusal("{stop:cell} stops the Team on every way to {it}.")
ROUND = Refusal(
    "{stop:cell} stops the Team; the way round it to {it} is {n:number} cells, and the Team's movement is {move:number}."
)
NO_PORT = Refusal("No Spaceport is Friendly.")
HAS_MOVED = Refusal("A Hop is all the movement of an Op, and the Team has moved.")
NOT_A_PORT = Refusal("{it} is no Friendly Spaceport, and the Team is in none.")


def move_refusal(s: Team, goal: int | Word, *, may_hop: bool, ignores_stop: bool) -> Refusal:
    """11.1 11.2 Why the Team cannot move to a cell out of its reach, explained from the shortest way there."""
    if isinstance(goal, Word):
        return why_no_hop(may_hop)
    if goal == s.cell:
        return HERE
    box, moves = s.box, movement(s)
    stops = stop_cells(box, ignores_stop or s.vehicles > 0, s.control)
    steps = steps_from(box, s.cell, stops)
    plain = steps_from(box, s.cell, frozenset())
    if goal not in plain:
        return NO_WAY
    if plain[goal] > moves:
        return TOO_FAR.of(n=plain[goal], move=moves)
    back = steps_from(box, goal, frozenset())
    between = min(
        (cell for cell in stops if cell not in (s.cell, goal)),
        key=lambda cell: (plain.get(cell, 99) + back.get(cell, 99), plain.get(cell, 99)),
    )
    if goal not in steps:
        return STOPS.of(stop=between)
    return ROUND.of(stop=between, n=steps[goal], move=moves)


def why_no_hop(may_hop: bool) -> Refusal:
    """11.3 R-SC-18 Why the Team cannot hop. With a Friendly Spaceport it always can: to it, or from it to any cell."""
    return NO_PORT if may_hop else HAS_MOVED


@lru_cache(maxsize=1024)
def stop_cells(box: SurfaceBox, ignores_terrain: bool, control: tuple[int, ...]) -> frozenset[int]:
    """11.1 The cells that end a way: OPFOR Installations, and STOP terrain for those on foot."""
    sites = {place for place, friendly in zip(box.places, control, strict=True) if not friendly}
    if ignores_terrain:
        return frozenset(sites)
    return frozenset(sites | {cell for cell, terrain in enumerate(box.terrain) if terrain.stop})


PLAIN = Line("{terrain}.")
NEXUS = Line("{terrain}. The Nexus: you can attempt the Mission here.")
GUARDED = Line(
    "{terrain}. An OPFOR Installation: {n:one more enemy|{n} more enemies} in a battle here; a NET Run can turn it."
)
FRIENDLY = Line("{terrain}. A Friendly Installation: +1 to your edge, and you can recruit here.")
FREE_ZONE = Line("{terrain}. A TAZ: one enemy fewer, and you can recruit here.")
SETTLED = Line("{terrain}. You can recruit here.")


def cell_says(s: Team, cell: int) -> Line:
    """3.0 The terrain of a cell, and what waits there."""
    box = s.box
    terrain, site = terrain_of(s, cell), box.site[cell]
    if cell == s.nexus:
        return NEXUS.of(terrain=terrain)
    if site >= 0 and not s.control[site]:
        return GUARDED.of(terrain=terrain, n=box.installations[site].extra)
    if site >= 0:
        return FRIENDLY.of(terrain=terrain)
    if cell in s.taz:
        return FREE_ZONE.of(terrain=terrain)
    return (SETTLED if box.terrain[cell].recruit else PLAIN).of(terrain=terrain)


def terrain_of(s: Team, cell: int) -> str:
    """3.0 The Terrain Effects Chart in a few words: "Rough: stops those on foot, +1 to your edge"."""
    terrain = s.box.terrain[cell]
    said = []
    if terrain.stop and not s.vehicles:
        said.append("you must stop here")
    if terrain.team_edge:
        said.append(f"{terrain.team_edge:+} to your edge")
    if terrain.opfor_edge:
        said.append(f"{terrain.opfor_edge:+} to their edge")
    return f"{terrain.label}: {', '.join(said)}" if said else terrain.label
