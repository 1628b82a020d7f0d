"""A synthetic game of the size of a COIN game: 24 spaces, four factions, turns of 10 to 20 nested decisions.

It is no fun and no product: it shows what the engine costs under rules of that shape (operations over several spaces, a
special activity at any point of them, control kept up to date as pieces move).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

import msgspec

from sandtable.engine import (
    DONE,
    Game,
    Kinds,
    Names,
    Outcome,
    Roll,
    Seat,
    State,
    Steps,
    Word,
    at_least,
    pick,
    say,
)

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


def place(s: Planet, who: int, space: int, n: int) -> None:
    """Put pieces on (or take them off) a space and keep control up to date."""
    n = min(n, s.available[who])
    s.available[who] -= n
    s.pieces[space * FACTIONS + who] += n
    at = space * FACTIONS
    here = s.pieces[at : at + FACTIONS]
    most = max(here)
    holder = here.index(most) if most * 2 > sum(here) else -1
    old = s.control[space]
    if holder != old:
        s.control[space] = holder
        if old >= 0:
            s.controlled[old] -= 1
        if holder >= 0:
            s.controlled[holder] += 1


def free_spaces(s: Planet, done: set[int], special: bool) -> list[Any]:
    spaces: list[Any] = [space for space in range(SPACES) if space not in done]
    return [*spaces, SPECIAL, DONE] if special else [*spaces, DONE]


def next_space(s: Planet, who: int, prompt: str, done: set[int], special: list[bool]) -> Steps[int | None]:
    """10 The next space of an operation; a special activity may come before it."""
    while len(done) < 5:
        space = yield pick(
            who, prompt, lambda: free_spaces(s, done, special[0]), "space", "operate", "Operate in {it}"
        )
        if space is SPECIAL:
            special[0] = False
            yield from extort(s, who)
            continue
        if space is DONE:
            return None
        done.add(space)
        return space  # type: ignore[no-any-return]
    return None


def rally(s: Planet, who: int, special: list[bool]) -> Steps[None]:
    """16.6 Rally. Pieces gather."""
    done: set[int] = set()
    while (space := (yield from next_space(s, who, "Rally where?", done, special))) is not None:
        at = space * FACTIONS + who
        match (yield pick(who, "Rally in {space}: how?", tuple(Way), topic="rally", space=space)):
            case Way.PIECES:
                place(s, who, space, 2)
            case Way.BASE:
                s.bases[at] = 1
            case Way.HIDE:
                s.hidden[at] = s.pieces[at]
        s.resources[who] -= 1


def march(s: Planet, who: int, special: list[bool]) -> Steps[None]:
    """16.1 March. Pieces move to a neighbour."""
    done: set[int] = set()
    while (space := (yield from next_space(s, who, "March from where?", done, special))) is not None:
        goal = yield pick(who, "March from {space} where?", NEIGHBOURS[space], "space", "march", space=space)
        n = s.pieces[space * FACTIONS + who]
        if n:
            moved = yield pick(who, "How many?", range(1, n + 1), "number", "number")
            place(s, who, space, -moved)
            place(s, who, goal, moved)


def attack(s: Planet, who: int, special: list[bool]) -> Steps[None]:
    """16.9 Attack. A die decides what the enemies lose."""
    done: set[int] = set()
    while (space := (yield from next_space(s, who, "Attack where?", done, special))) is not None:
        at = space * FACTIONS
        hits = yield Roll(max(1, s.pieces[at + who]), at_least(5), topic="attack")
        while hits > 0:
            enemies = [other for other in range(FACTIONS) if other != who and s.pieces[at + other]]
            if not enemies:
                break
            place(s, (yield pick(who, "Who loses a piece?", enemies, "faction", "loss")), space, -1)
            hits -= 1


def extort(s: Planet, who: int) -> Steps[None]:
    """17.4 Extort. Resources from spaces one controls."""
    held = [space for space in range(SPACES) if s.control[space] == who]
    if held:
        yield pick(who, "Extort where?", held, "space", "extort")
        s.resources[who] += 2


class CoinSize(Game[Planet]):
    """Four factions on 24 spaces, for measuring."""

    key = "coin-size"
    title = "A game of COIN size"
    about = "Synthetic, for measuring the engine."
    state_type = Planet
    has_secrets = False
    listed = False

    def begin(self, options: Any) -> Planet:
        s = Planet()
        for space in range(SPACES):
            place(s, space % FACTIONS, space, 3)
        return s

    def seats(self, options: Any) -> Sequence[Seat]:
        return tuple(Seat(FACTION.id(f), FACTION.label(f)) for f in range(FACTIONS))

    def kinds(self, s: Planet) -> Kinds:
        return {"space": SPACE, "faction": FACTION}

    def turn(self, s: Planet) -> Steps[None]:
        """2 A faction's action: an operation with a special activity."""
        who = s.mover
        operation = yield pick(who, "Which operation?", tuple(Operation), topic="operation")
        yield say("{who:faction} chooses {what}.", who=who, what=operation)
        rule = (rally, march, attack)[operation.value]
        yield from rule(s, who, [True])
        s.mover = (who + 1) % FACTIONS
        s.round += s.mover == 0

    def outcome(self, s: Planet) -> Outcome | None:
        if s.round < ROUNDS:
            return None
        best = max(s.controlled)
        winners = [f for f in range(FACTIONS) if s.controlled[f] == best]
        return Outcome.won_by(winners, FACTIONS, "{who:faction} controls most.", who=winners)

    def census(self, s: Planet) -> dict[str, int]:
        return {FACTION.id(f): s.available[f] + sum(s.pieces[f::FACTIONS]) for f in range(FACTIONS)}

    def view(self, s: Planet, seat: int | None) -> Any:
        return msgspec.to_builtins(s)


GAME = CoinSize()
