"""A game that is over takes no memory: nothing holds on to its states.

There are very many questions, so they are left out of garbage collection. A question that holds itself, by way of a
function it was given, is never freed, and with it the state that its rule worked on.
"""

from __future__ import annotations

import gc
import random

import pytest

import sandtable
from sandtable.engine import RandomSource, Run, playout
from sandtable.engine.saving.header import decode_options
from sandtable.games import BUILT_IN, find_game
from tests.lengths import games

NONPLAYERS = {"nonplayers": ["corporations", "red_dust", "reclaimers"]}


def alive(kind: type) -> int:
    """How many states of a game there are."""
    gc.collect()
    return sum(1 for each in gc.get_objects() if type(each) is kind)


@pytest.mark.parametrize(
    ("key", "options"), [*((key, {}) for key in BUILT_IN), ("red-dust", NONPLAYERS)], ids=str
)
def test_a_finished_game_is_forgotten(key: str, options: dict[str, object]) -> None:
    """Through the quick loop that searches use, and through a table where everything is looked at."""
    game = find_game(key)
    before = alive(game.state_type)
    for seed in range(games(10)):
        rng = random.Random(seed)
        run = Run(game, game.begin(decode_options(game, options)), RandomSource(rng))
        playout(run, rng, 400)
        del run
    assert alive(game.state_type) == before
    table = sandtable.new(key, seed=5, options=options)
    rng = random.Random(5)
    for _ in range(60):
        if table.ask is None:
            break
        assert table.ask.plain()
        table.choose(rng.choice(table.keys()))
    del table
    assert alive(game.state_type) == before
