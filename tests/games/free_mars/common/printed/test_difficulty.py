"""Difficulties: the dials of the component notes."""

from __future__ import annotations

import pytest

import sandtable


@pytest.mark.parametrize(
    ("game", "points", "ops"),
    [
        ("surface-combat", {"easy": 3, "normal": 0, "hard": -1}, {"easy": 0, "normal": 0, "hard": -1}),
        ("space-combat", {"easy": 3, "normal": 0, "hard": -1}, {"easy": 0, "normal": 0, "hard": 0}),
    ],
)
def test_a_difficulty_changes_points_and_ops_cards(
    game: str, points: dict[str, int], ops: dict[str, int]
) -> None:
    """Easy and hard turn the dials of components.md (surface B9, space B10) from what the pack prints."""
    usual = sandtable.new(game, seed=1).view(None)
    for level in ("easy", "normal", "hard"):
        view = sandtable.new(game, seed=1, options={"difficulty": level}).view(None)
        assert view.difficulty == level
        assert view.points - usual.points == points[level]
        assert len(view.ops) - len(usual.ops) == ops[level]
