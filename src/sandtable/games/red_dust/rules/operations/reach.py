"""16.3, 16.4, 16.7 How pieces reach a destination: borders, Maglevs and Spaceports."""

from __future__ import annotations

from ...cards.hooks import MAGLEVS_CLOSED, applies
from ...printed.map import COIN, NOBODY, PHOBOS, RED_DUST
from ...state import RAGING, Action, Mars
from .general import spaceports


def maglev_ends(s: Mars, space: int) -> list[int]:
    """3.4 Labyrinths at the other end of an open Maglev line."""
    return list(s.box.maglev_ends[s.has_rodgers_line][space])


def linked(s: Mars, space: int, ports: list[int], maglevs: bool) -> list[int]:
    """Labyrinths that pieces can come from in one step other than over a border: by Maglev, or from Spaceport to Spaceport."""
    found = maglev_ends(s, space) if maglevs else []
    if space in ports:
        found += [port for port in ports if port != space]
    return found


def secure_origins(s: Mars, a: Action, goal: int) -> list[int]:
    """16.3 Where units can come from by any chain through Labyrinths, stopping where an enemy is in Control."""
    return _origins(s, a, goal, COIN, maglevs=not applies(s, MAGLEVS_CLOSED))


def march_origins(s: Mars, a: Action, goal: int) -> list[int]:
    """16.7 Where Rebels can come from, step after step, stopping in Deserts and where an enemy is in Control."""
    return _origins(s, a, goal, RED_DUST, maglevs=True)


def march_reach(s: Mars, a: Action, origins: list[int]) -> list[int]:
    """16.7 Every space that Rebels from these origins can march to (one of the origins perhaps only from itself)."""
    box, ports = s.box, spaceports(a, RED_DUST)
    found = [False] * PHOBOS
    rest = [space for space in origins if not s.is_raging(space)]
    expanded = [False] * PHOBOS
    while rest:
        space = rest.pop()
        if expanded[space]:
            continue
        expanded[space] = True
        after = box.adjacent[space]
        if box.is_labyrinth[space]:
            after = (*after, *linked(s, space, ports, maglevs=True))
        for other in after:
            if found[other] or s.is_raging(other):
                continue
            found[other] = True
            if box.is_labyrinth[other] and a.control[other] in (RED_DUST, NOBODY):
                rest.append(other)
    return [space for space in range(PHOBOS) if found[space]]


def _origins(s: Mars, a: Action, goal: int, side: int, *, maglevs: bool) -> list[int]:
    """Look back from the destination: every space before it, and on through Labyrinths that stop nobody."""
    if s.is_raging(goal):
        return []
    box, storm, ports = s.box, s.storm, spaceports(a, side)
    found: list[int] = []
    seen = {goal}
    rest = [goal]
    while rest:
        space = rest.pop()
        before = box.adjacent[space]
        if box.is_labyrinth[space]:
            before = (*before, *linked(s, space, ports, maglevs))
        for other in before:
            if other in seen or storm[other] == RAGING:
                continue
            seen.add(other)
            found.append(other)
            if box.is_labyrinth[other] and a.control[other] in (side, NOBODY):
                rest.append(other)
    return found


def recon_origins(s: Mars, a: Action, goal: int) -> list[int]:
    """16.4 A single move: from an adjacent space, or from a usable COIN Spaceport to any Desert."""
    near, storm = {*s.box.adjacent[goal], *spaceports(a, COIN)}, s.storm
    return [space for space in sorted(near) if space != goal and storm[space] != RAGING]
