"""A hint gives its reason: whatever the House would answer, its game says why."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair

#: What is played, and how many answers of it.
PLAYED: list[tuple[str, dict[str, Any], int]] = [
    ("surface-combat", {"scenario": "campaign"}, 500),
    ("space-combat", {"scenario": "campaign"}, 500),
    ("mars-or-die", {"scenario": "s1"}, 150),
    ("mars-or-die", {"scenario": "s3"}, 150),
    ("rogue-trooper", {"players": 3}, 400),
]


@pytest.mark.parametrize(
    ("game", "options", "answers"), PLAYED, ids=[f"{it[0]}-{i}" for i, it in enumerate(PLAYED)]
)
def test_the_house_can_say_why(game: str, options: dict[str, Any], answers: int) -> None:
    """Some answers are given at random, so that the House meets positions it would not get itself into."""
    silent, rng, seed = set(), random.Random(1), 0
    while answers > 0:
        seed += 1
        table, bot = sandtable.new(game, seed=seed, options=options), make_bot("house", seed)
        while (ask := table.ask) is not None and answers > 0:
            answers -= 1
            key = bot.choose(Chair(table, ask.seat))
            line = table.game.advice(table.run, ask.resolve(key)[1])
            if line is None or not line.words(table.kinds):
                silent.add((ask.topic, key))
            table.choose(rng.choice(ask.keys) if rng.random() < 0.1 else key)
    assert silent == set()
