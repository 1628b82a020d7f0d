"""The levels as people choose them: names, words, and which of them are offered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.bots import levels
from sandtable.bots.levels import (
    LEVELS,
    STRENGTHS_FILE,
    Neighbours,
    Offer,
    Strengths,
    level_of,
    measured,
    offers,
)
from sandtable.games import find_game

from ..own_value import own_value


def strengths(game: Any, *pairs: Neighbours) -> Strengths:
    return Strengths(game.key, game.rules_version, "", "", 400, pairs)


def pair(level: int, low: float = 0.05, seconds: float = 0.31) -> Neighbours:
    return Neighbours(level, 400, 0.62, 0.53, low, low + 0.1, 64, seconds)


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Keep figures beside a value of Space Combat in a folder of the test, as `lab levels --keep` does."""
    game = find_game("space-combat")
    folder = own_value(monkeypatch, tmp_path, game).parent

    def keep(*pairs: Neighbours) -> list[Offer]:
        (folder / STRENGTHS_FILE).write_bytes(msgspec.json.encode(strengths(game, *pairs)))
        levels.strengths_of.cache_clear()
        return offers(game)

    yield keep
    levels.strengths_of.cache_clear()


def test_four_people(kept: Any) -> None:
    """The strongest first, each with a portrait, a sentence of character, and a figure that says how it was measured."""
    found = kept(pair(2, seconds=0.001), pair(3), pair(4, seconds=1.87))
    assert [(it.spec, it.name, it.face) for it in found] == [
        ("level:4", "Marshal", "marshal"),
        ("level:3", "Captain", "captain"),
        ("level:2", "Veteran", "veteran"),
        ("level:1", "Recruit", "recruit"),
    ]
    assert [it.figure for it in found] == [
        "Scores 62% where the Captain scores 53% (400 games); answers within 1.9 s.",
        "Scores 62% where the Veteran scores 53% (400 games); answers within 0.4 s.",
        "Scores 62% where the Recruit scores 53% (400 games); answers at once.",
        "Answers at once.",
    ]
    assert all(it.about.endswith(".") for it in found)
    assert len({it.about for it in found}) == 4


def test_who_was_not_measured_is_not_offered(kept: Any) -> None:
    """Nor is a level that may be weaker than the one below, or stands above one that is not offered."""
    assert [it.name for it in kept()] == ["Veteran"]
    assert [it.name for it in kept(pair(2), pair(3, low=-0.01), pair(4))] == ["Veteran", "Recruit"]
    assert [it.name for it in kept(pair(3, low=0.0))] == ["Veteran"]
    assert [it.name for it in kept(pair(3))] == ["Captain", "Veteran"]


def test_a_printed_non_player_keeps_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Red Dust the House is the non-player of the rulebook. The four stand beside it once they were measured."""
    dust: Any = find_game("red-dust")
    monkeypatch.setattr(levels, "strengths_of", lambda game: None)
    only = offers(dust)
    assert [(it.spec, it.name, it.face) for it in only] == [("house", "House", "nonplayer")]
    assert only[0].about.startswith("The printed non-player")
    monkeypatch.setattr(type(dust), "policy", lambda self, run, rng: run.values[0])
    monkeypatch.setattr(levels, "strengths_of", lambda game: strengths(game))
    assert [it.name for it in offers(dust)] == ["House"]
    monkeypatch.setattr(levels, "strengths_of", lambda game: strengths(game, pair(2), pair(3)))
    assert [it.name for it in offers(dust)] == ["Captain", "Veteran", "Recruit", "House"]


def test_a_game_without_tactics_has_no_levels() -> None:
    assert offers(find_game("connect-four")) == []


def test_the_time_of_an_answer_is_never_told_too_short() -> None:
    """Guards: 95 of 100 answers stay within the time that is named."""
    assert measured(pair(3, seconds=0.301), "Veteran").endswith("answers within 0.4 s.")
    assert measured(pair(3, seconds=0.049), "Veteran").endswith("answers at once.")


def test_a_level_by_its_spec() -> None:
    """Old journals name the House; specs of other bots are no levels."""
    assert level_of("house") is level_of("level:2") is level_of("level") is LEVELS[1]
    assert [level_of(spec) for spec in ("random", "search:300ms", "level:9", "level:x", "ahead:300")] == [
        None
    ] * 5
