"""The bot that plays by a game's own policy."""

from __future__ import annotations

import random

from sandtable.engine import CannotImagine, Chair

from .bot import asked


class HouseBot:
    """Asks the game's own policy, on a world that could be the real one as far as its seat can tell."""

    def __init__(self, seed: int = 0, name: str = "house") -> None:
        self.name = name
        self._rng = random.Random(seed)

    def choose(self, chair: Chair) -> str:
        """The option that the game's `policy` names in a world the seat could be in."""
        options = asked(chair).options
        if len(options) == 1:
            return options[0].key
        try:
            run = chair.world(self._rng)
        except CannotImagine:
            return options[int(self._rng.random() * len(options))].key
        value = chair.game.policy(run, self._rng)
        for option in options:
            if option.value == value:
                return option.key
        return options[int(self._rng.random() * len(options))].key  # the imagined world offered other options
