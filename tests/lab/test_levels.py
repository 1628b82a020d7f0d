"""The levels of bots: how they are measured, and that what is offered was measured and is in order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.bots import levels
from sandtable.bots.levels import LEVELS, Neighbours, Strengths, level_bot, offers
from sandtable.engine import Chair, SandtableError, pack_stamp
from sandtable.games import find_game
from sandtable.lab.levels import LevelGame, LevelResult, measure_levels, neighbours, play_level_game
from sandtable.lab.workers import ThisProcess

SPACE = find_game("space-combat")
GAMES = ("red-dust", "surface-combat", "space-combat", "mars-or-die", "rogue-trooper")


def pair(level: int, low: float) -> Neighbours:
    return Neighbours(level, 400, 0.6, 0.5, low, low + 0.1, 70, 0.2)


def offered(monkeypatch: pytest.MonkeyPatch, *pairs: Neighbours) -> list[str]:
    found = Strengths(SPACE.key, SPACE.rules_version, "", "", 400, pairs)
    monkeypatch.setattr(levels, "strengths_of", lambda game: found)
    return [it.name for it in offers(SPACE)]


def test_only_levels_that_are_in_order_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A level whose interval does not exclude "weaker than the one below" is not offered, nor those above it."""
    assert offered(monkeypatch, pair(2, 0.1), pair(3, 0.02), pair(4, 0.01)) == [
        "Marshal",
        "Captain",
        "Veteran",
        "Recruit",
    ]
    assert offered(monkeypatch, pair(2, 0.1), pair(3, -0.01), pair(4, 0.05)) == ["Veteran", "Recruit"]
    assert offered(monkeypatch, pair(2, 0.1), pair(3, 0.02), pair(4, 0.0)) == [
        "Captain",
        "Veteran",
        "Recruit",
    ]
    assert offered(monkeypatch, pair(2, -0.1)) == ["Veteran"]
    assert offered(monkeypatch) == ["Veteran"]


def test_a_game_for_one_is_measured_on_the_same_seeds() -> None:
    """The difference is that of pairs, and so is its error: five games that are each one better are beyond chance."""
    results = [LevelResult(3, n, 3, 1.0 if n % 5 else 0.0, 1, [0.1]) for n in range(100)]
    results += [LevelResult(3, n, 2, 1.0 if n % 2 and n % 5 else 0.0, 1) for n in range(100)]
    found = neighbours(3, results)
    assert found is not None
    assert (found.games, found.score, found.below) == (100, 0.8, 0.4)
    assert 0 < found.low < 0.4 < found.high
    assert found.elo > 200


def test_a_game_of_four_is_measured_against_a_fair_share() -> None:
    """One seat of the upper level among three of the lower one: a quarter is even."""
    results = [LevelResult(3, n, 3, float(n % 2), 4, []) for n in range(200)]
    found = neighbours(3, results)
    assert found is not None
    assert (found.score, found.below) == (0.5, 0.25)
    assert neighbours(4, results) is None


def test_a_measurement_continues_where_it_stopped(tmp_path: Path) -> None:
    """Guards `lab levels`: every game is counted once, also after a line that was cut off."""
    first = measure_levels("connect-four", tmp_path, 20, 1, ThisProcess())
    path = next(tmp_path.glob("*.jsonl"))
    text = path.read_bytes()
    path.write_bytes(text[:-30])
    told: list[tuple[int, int]] = []
    again = measure_levels("connect-four", tmp_path, 20, 1, ThisProcess(), lambda *it: told.append(it))
    assert told == [(20, 20)]
    assert first.pairs[0].games == again.pairs[0].games == 20
    with pytest.raises(SandtableError, match="at least 20"):
        measure_levels("connect-four", tmp_path, 3, 1, ThisProcess())


@pytest.mark.parametrize("key", GAMES)
def test_what_is_shown_of_levels_was_measured_with_these_rules(key: str) -> None:
    """Say only what was measured: figures of other rules or another pack are not shown to anybody."""
    game: Any = find_game(key)
    found = levels.strengths_of(game)
    if found is None:
        assert [it.spec for it in offers(game)] == ["house" if game.nonplayer_option else "level:2"]
        return
    table = sandtable.new(game, seed=1)
    assert (found.game, found.rules) == (key, game.rules_version)
    assert found.pack == pack_stamp(game, table.options).digest
    assert all(it.games >= 100 for it in found.pairs)


@pytest.mark.parametrize("number", [level.number for level in LEVELS])
def test_every_level_answers_questions(number: int) -> None:
    """Each level gives one of the options, in a game with a value."""
    table, bot = sandtable.new("space-combat", seed=2), level_bot(number, 1)
    if isinstance(getattr(bot, "sight", None), msgspec.Struct):
        bot.sight = msgspec.structs.replace(bot.sight, leaves=12, milliseconds=None)  # type: ignore[attr-defined]
    for _ in range(8):
        assert table.ask is not None
        table.choose(bot.choose(Chair(table, table.ask.seat)))


def test_a_set_up_with_options_of_the_game_is_played() -> None:
    """A Mission by name, and one Faction among three non-players: what `set_ups_of` names is what the table is laid with."""
    mission = {"scenario": "mission", "mission": "anchor_point"}
    found = play_level_game(LevelGame(SPACE.key, 2, 0, mission, 0, 2, 5))
    assert found.score in (0.0, 1.0)
    assert found.seats == 1
    assert found.seconds
    others = {"nonplayers": ["corporations", "red_dust", "reclaimers"]}
    assert play_level_game(LevelGame("red-dust", 2, 0, others, 0, 1, 5)).seats == 1
