"""16.3, 16.4, 16.7 How pieces reach a destination: borders, Maglevs and Spaceports."""

from __future__ import annotations

from ...printed.map import (
    ADJACENT,
    COIN,
    IS_LABYRINTH,
    LABYRINTHS,
    MAGLEVS,
    NOBODY,
    PHOBOS,
    RED_DUST,
    RODGERS_LINE,
)
from ...state import Action, Mars
from .general import has_spaceport

_ENDS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple(
        (line.ends[1] if line.ends[0] == space else line.ends[0], number)
        for number, line in enumerate(MAGLEVS)
        if space in line.ends
    )
    for space in range(PHOBOS + 1)
)


def maglev_ends(s: Mars, space: int) -> list[int]:
    """3.4 Labyrinths at the other end of an open Maglev line."""
    return [other for other, line in _ENDS[space] if line != RODGERS_LINE or s.has_rodgers_line]


def linked(s: Mars, a: Action, space: int, side: int, maglevs: bool) -> list[int]:
    """Labyrinths that pieces of a side can come from in one step, borders apart: Maglevs and Spaceports."""
    found = maglev_ends(s, space) if maglevs else []
    if has_spaceport(a, space, side):
        ports = (*LABYRINTHS, PHOBOS) if side == COIN else LABYRINTHS
        found.extend(port for port in ports if port != space and has_spaceport(a, port, side))
    return found


def secure_origins(s: Mars, a: Action, goal: int) -> list[int]:
    """16.3 Where units can come from by any chain through Labyrinths, stopping where an enemy is in Control."""
    return _origins(s, a, goal, COIN, maglevs=not s.campaign(4))  # RD4 Transport Workers


def march_origins(s: Mars, a: Action, goal: int) -> list[int]:
    """16.7 Where Rebels can come from, step after step, stopping in Deserts and where an enemy is in Control."""
    return _origins(s, a, goal, RED_DUST, maglevs=True)


def march_reach(s: Mars, a: Action, origins: list[int]) -> list[int]:
    """16.7 Every space that Rebels from these origins can march to (one of the origins perhaps only from itself)."""
    found = [False] * PHOBOS
    rest = [space for space in origins if not s.is_raging(space)]
    expanded = [False] * PHOBOS
    while rest:
        space = rest.pop()
        if expanded[space]:
            continue
        expanded[space] = True
        after = ADJACENT[space]
        if IS_LABYRINTH[space]:
            after = (*after, *linked(s, a, space, RED_DUST, maglevs=True))
        for other in after:
            if found[other] or s.is_raging(other):
                continue
            found[other] = True
            if IS_LABYRINTH[other] and a.control[other] in (RED_DUST, NOBODY):
                rest.append(other)
    return [space for space in range(PHOBOS) if found[space]]


def _origins(s: Mars, a: Action, goal: int, side: int, *, maglevs: bool) -> list[int]:
    """Look back from the destination: every space before it, and on through Labyrinths that stop nobody."""
    if s.is_raging(goal):
        return []
    found: list[int] = []
    seen = {goal}
    rest = [goal]
    while rest:
        space = rest.pop()
        before = ADJACENT[space]
        if IS_LABYRINTH[space]:
            before = (*before, *linked(s, a, space, side, maglevs))
        for other in before:
            if other in seen or s.is_raging(other):
                continue
            seen.add(other)
            found.append(other)
            if IS_LABYRINTH[other] and a.control[other] in (side, NOBODY):
                rest.append(other)
    return found


def recon_origins(s: Mars, a: Action, goal: int) -> list[int]:
    """16.4 A single move: from an adjacent space, or from a usable COIN Spaceport to any Desert."""
    return [
        space
        for space in (*range(PHOBOS), PHOBOS)
        if space != goal
        and not s.is_raging(space)
        and (space in ADJACENT[goal] or (IS_LABYRINTH[space] and has_spaceport(a, space, COIN)))
    ]
