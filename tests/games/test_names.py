"""What people read for throws and windows is words, in every game."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sandtable
from sandtable.engine import Game
from sandtable.games import BUILT_IN, find_game


def played(game: Game[Any], games: int = 3, answers: int = 1500) -> tuple[set[str], set[str]]:
    """The lines of throws and the windows of questions in some random games."""
    throws, windows = set(), set()
    for seed in range(games):
        table, rng = sandtable.new(game, seed=seed), random.Random(seed)
        for _ in range(answers):
            if table.ask is None:
                break
            windows.add(table.ask.spec.window)
            table.choose(rng.choice(table.keys()))
        throws |= {line.text for line in table.log() if line.kind == "roll"}
    return throws, windows - {""}


@pytest.mark.parametrize("key", BUILT_IN)
def test_throws_and_windows_are_told_in_words(key: str) -> None:
    """A throw is named as a person would name it, and a standing order says what is passed over."""
    game = find_game(key)
    throws, windows = played(game)
    assert throws
    assert [text for text in throws if not text[0].isupper() or "_" in text] == []
    assert windows - set(game.windows) == set()
