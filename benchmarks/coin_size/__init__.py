"""A synthetic game of the size of a COIN game: 24 spaces, four factions, turns of 10 to 20 nested decisions.

It is no fun and no product: it shows what the engine costs under rules of that shape (operations over several spaces, a
special activity at any point of them, control kept up to date as pieces move).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.engine import Game, Kinds, Outcome, Seat, Steps

from .rules import action, place
from .state import FACTION, FACTIONS, ROUNDS, SPACE, SPACES, Planet


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
        return action(s)

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
