"""The page of the opponents' strengths says what was measured, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks import opponents
from sandtable.bots.levels import Neighbours, Strengths, strengths_of
from sandtable.games import BUILT_IN, find_game
from sandtable.lab.levels import value_digest


def test_the_page_has_the_figures_that_the_lobby_shows() -> None:
    """`python -m benchmarks.opponents` would change nothing."""
    assert opponents.PAGE.read_text(encoding="utf-8") == opponents.page_with(opponents.figures())


@pytest.mark.parametrize("key", sorted(BUILT_IN))
def test_figures_were_measured_with_the_value_and_the_rules_that_are_there(key: str) -> None:
    """A value that was trained again, or rules that have changed, need new figures."""
    game = find_game(key)
    found = strengths_of(game)
    if found is not None:
        assert (found.game, found.rules, found.value) == (key, game.rules_version, value_digest(game))
        assert [pair.level for pair in found.pairs] == sorted({pair.level for pair in found.pairs})


def test_a_table_says_who_is_not_offered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A level whose interval reaches zero has its line, and the line says that it is not shown to be stronger."""
    pairs = tuple(
        Neighbours(level, 400, 0.61, 0.53, low, 0.13, 57, 0.31) for level, low in ((3, 0.03), (4, -0.01))
    )
    text: Any = opponents.table("Go", Strengths("go", 1, "p" * 64, "v", 400, pairs))
    assert "| Captain | Veteran | 400 | 61.0% | 53.0% | +3.0 to +13.0 | +57 | 0.4 s | yes |" in text
    assert "| Marshal | Captain | 400 | 61.0% | 53.0% | -1.0 to +13.0 | +57 | 0.4 s | not shown |" in text
