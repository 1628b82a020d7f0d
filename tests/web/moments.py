"""Moments of seeded games, as journals that a browser can go on with."""

from __future__ import annotations

from functools import cache

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair, Table


@cache
def moment(
    game: str, scenario: str, topic: str, seed: int = 3, *, alone: bool = False, offers: str = ""
) -> bytes:
    """The first time that a question of this topic leaves a choice, and this answer if one is named.

    The house has all seats before it; in Red Dust, where it never does some things, chance has. `alone`: the house keeps all seats
    but the one that is asked.
    """
    table = play(game, scenario, topic, seed, {}, offers)
    if alone and table.ask is not None:
        mine = table.ask.seat
        others = {it.id: "bot:house" for it in table.seats if it.id != mine}
        table = play(game, scenario, topic, seed, others, offers)
    return table.save()


def play(game: str, scenario: str, topic: str, seed: int, seats: dict[str, str], offers: str = "") -> Table:
    options = {"scenario": scenario} if scenario else {}
    table = sandtable.new(game, seed=seed, options=options, seats=seats)
    bot = make_bot("random" if game == "red-dust" else "house", seed)
    while table.ask is not None:
        if (
            table.ask.topic == topic
            and len(table.ask.options) > 1
            and (not offers or offers in table.ask.keys)
        ):
            return table
        if topic == "fire" and "fire" in table.ask.keys:  # the house fires whole units
            table.choose("fire")
        else:
            table.choose(bot.choose(Chair(table, table.ask.seat)))
    raise AssertionError(f"{topic!r} is not asked in {game} {scenario} with seed {seed}")
