"""Moments of seeded games, as journals that a browser can go on with."""

from __future__ import annotations

from functools import cache

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair


@cache
def moment(game: str, scenario: str, topic: str, seed: int = 3) -> bytes:
    """The first time that a question of this topic leaves a choice, with the house in all seats before it."""
    table = sandtable.new(game, seed=seed, options={"scenario": scenario} if scenario else {})
    bot = make_bot("house", seed)
    while table.ask is not None:
        if table.ask.topic == topic and len(table.ask.options) > 1:
            return table.save()
        table.choose(bot.choose(Chair(table, table.ask.seat)))
    raise AssertionError(f"{topic!r} is not asked in {game} {scenario} with seed {seed}")
