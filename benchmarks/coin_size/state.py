"""The planet: what lies where, who controls it, and the one verb that moves pieces."""

from __future__ import annotations

from enum import Enum

import msgspec

from sandtable.engine import Names, State, Word

SPACES, FACTIONS, ROUNDS = 24, 4, 12
POOL = 30
SPECIAL = Word("special", "Special activity first")
NEIGHBOURS = tuple(tuple(sorted({(s + d) % SPACES for d in (1, 5, 19, 23)})) for s in range(SPACES))
SPACE = Names([f"space_{n}" for n in range(SPACES)])
FACTION = Names(["blue", "grey", "red", "ochre"])


class Operation(Enum):
    """What a faction can do."""

    RALLY = 0
    MARCH = 1
    ATTACK = 2


class Way(Enum):
    """How it rallies in a space."""

    PIECES = 0
    BASE = 1
    HIDE = 2


class Planet(State):
    """Pieces by space and faction, who controls each space, what is left to place."""

    pieces: list[int] = msgspec.field(default_factory=lambda: [2] * (SPACES * FACTIONS))
    bases: list[int] = msgspec.field(default_factory=lambda: [0] * (SPACES * FACTIONS))
    hidden: list[int] = msgspec.field(default_factory=lambda: [0] * (SPACES * FACTIONS))
    control: list[int] = msgspec.field(default_factory=lambda: [-1] * SPACES)
    controlled: list[int] = msgspec.field(default_factory=lambda: [0] * FACTIONS)
    available: list[int] = msgspec.field(default_factory=lambda: [POOL] * FACTIONS)
    resources: list[int] = msgspec.field(default_factory=lambda: [10] * FACTIONS)
    tracks: list[int] = msgspec.field(default_factory=lambda: [0] * 40)
    round: int = 0
    mover: int = 0
