"""The numbers that simulations record of every game."""

from __future__ import annotations

import random

import pytest

from sandtable.engine import RandomSource, Run, decode_options, playout
from sandtable.games import BUILT_IN, find_game


@pytest.mark.parametrize("key", BUILT_IN)
def test_columns_have_the_same_names_throughout_a_game(key: str) -> None:
    """Guards the tables of turns: a column that is there at the beginning is there at every turn, and is a number."""
    game = find_game(key)
    options = decode_options(game, {})
    rng = random.Random(1)
    names = list(game.columns(game.begin(options)))
    assert len(names) > 5
    assert len({name.lower().replace("-", "_").replace(" ", "_") for name in names}) == len(names)
    run = Run(game, game.begin(options), RandomSource(rng))
    seen: list[object] = [dict(game.columns(game.begin(options)))]
    while run.outcome is None:
        playout(run, rng, 40)
        columns = game.columns(run.state)
        assert list(columns) == names
        assert all(isinstance(value, (int, float)) for value in columns.values())
        seen.append(dict(columns))
    assert seen[0] != seen[-1]
