"""The bot that improves on the House: it looks ahead from each answer to the next moment that can be compared."""

from __future__ import annotations

import random
from typing import Any

from sandtable.engine import CannotImagine, Chair, Run

from .bot import asked
from .lookahead import Found, Imagine, Sight, look_ahead, stays_with_house


class AheadBot:
    """Compares the answers with the House's in the same imagined worlds with the same dice, and takes a better one if there is one.

    With a number of leaves, the same questions in the same order get the same answers: they depend only on the seed and on
    what the seat could see.
    """

    def __init__(self, seed: int = 0, sight: Sight | None = None, name: str = "ahead") -> None:
        self.name, self.sight = name, sight or Sight(leaves=200)
        self.milliseconds = self.sight.milliseconds
        self._rng = random.Random(seed)
        #: What was found for the last answer, for those who ask why.
        self.found: Found | None = None

    def choose(self, chair: Chair) -> str:
        """The option that does best at the next moment, or the House's if none is clearly better."""
        question, game, rng = asked(chair), chair.game, self._rng
        options = question.options
        own = [option for option in options if not game.asks_favour(option.value)] or options
        self.found = None
        if len(own) == 1:
            return own[0].key
        values = [option.value for option in own]
        try:
            house = game.policy(chair.world(rng), rng)
        except CannotImagine:
            return own[int(rng.random() * len(own))].key
        if house not in values:
            house = values[int(rng.random() * len(values))]
        if stays_with_house(game, question.topic):
            return next(option.key for option in own if option.value == house)
        self.found = look_ahead(game, chair.index, values, house, worlds_of(chair), self.sight, rng)
        return next(option.key for option in own if option.value == self.found.value)


def worlds_of(chair: Chair) -> Imagine:
    """Worlds that could be the real one as far as a seat can tell, with the same question open."""
    everything = [option.value for option in asked(chair).options]

    def imagine(rng: random.Random) -> Run[Any] | None:
        try:
            run = chair.imagine_run(rng)
        except CannotImagine:
            return None
        is_alike = run.ask is not None and run.ask.seat == chair.index and list(run.values) == everything
        return run if is_alike else None

    return imagine
