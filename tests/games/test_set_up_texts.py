"""What people read before a game and in lists of tables: sides, length, difficulty, and how far a game has come."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sandtable
from sandtable.engine import decode_options
from sandtable.games import BUILT_IN, find_game

SCENARIOS = [
    (key, each.id)
    for key in BUILT_IN
    for each in find_game(key).scenarios
    if each.id not in ("own", "tutorial")
]


@pytest.mark.parametrize(("key", "scenario"), SCENARIOS)
def test_whoever_sets_up_a_table_reads_what_it_is_like(key: str, scenario: str) -> None:
    game = find_game(key)
    found = next(each for each in game.scenarios if each.id == scenario)
    assert found.minutes >= 15
    assert found.difficulty
    for seat in game.seats(decode_options(game, {"scenario": scenario})):
        assert seat.about.endswith("."), f"{seat.label} is not described"
        assert len(seat.about) <= 130, "one or two lines on a phone"


@pytest.mark.parametrize(("key", "scenario"), SCENARIOS)
def test_a_list_of_tables_can_say_how_far_a_game_has_come(key: str, scenario: str) -> None:
    """Guards the lobby: the words are short, they are there from the start, and they change as the game goes on."""
    table: Any = sandtable.new(key, seed=3, scenario=scenario)
    rng, told = random.Random(3), []
    for _ in range(250):
        line = table.game.progress(table.run.state)
        told.append(line.words(table.kinds))
        if table.ask is None:
            break
        table.choose(rng.choice(table.ask.keys))
    assert all(0 < len(words) <= 60 for words in told)
    assert len(set(told)) > 1 or key == "red-dust"  # whose stretches are longer than that
