"""The house bot: it answers with the game's own policy, seen from its chair."""

from __future__ import annotations

import random
from typing import Any

import sandtable
from benchmarks.connect_four import GAME as CONNECT_FOUR
from sandtable.bots import make_bot
from sandtable.engine import Chair, Run


def test_it_takes_what_the_policy_says(monkeypatch: Any) -> None:
    """The promise: the bot's answer is the policy's, whatever else could be played."""

    def last(run: Run[Any], rng: random.Random) -> Any:
        return run.values[-1]

    monkeypatch.setattr(type(CONNECT_FOUR), "policy", staticmethod(last))
    table = sandtable.new("connect-four", seed=1)
    assert table.ask is not None
    chair = Chair(table, table.ask.seat)
    assert make_bot("house").choose(chair) == table.ask.options[-1].key


def test_it_plays_whole_games() -> None:
    """The promise: where a game has no policy of its own, the house plays anything that is legal."""
    table = sandtable.new("connect-four", seed=1)
    bot = make_bot("house", seed=3)
    while table.ask is not None:
        table.choose(bot.choose(Chair(table, table.ask.seat)))
    assert table.outcome is not None
