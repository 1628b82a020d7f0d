"""`python -OO` drops docstrings: players must still read the same rules, help and card texts in every game."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sandtable.games import BUILT_IN

ROOT = Path(__file__).parents[1]


def _said(key: str, *flags: str) -> Any:
    """What a game says in a Python of its own."""
    command = [sys.executable, *flags, "-m", "benchmarks.texts", key]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def _texts(data: Any) -> list[str]:
    """Every text in a board, wherever it stands."""
    if isinstance(data, dict):
        return [text for value in data.values() for text in _texts(value)]
    if isinstance(data, list):
        return [text for value in data for text in _texts(value)]
    return [data] if isinstance(data, str) else []


@pytest.mark.parametrize("key", BUILT_IN)
def test_rules_help_and_card_texts_survive_optimised_python(key: str) -> None:
    """Rule numbers and texts are data: every question of a game and every text of its board is the same with -OO."""
    plain, optimised = _said(key), _said(key, "-OO")
    assert (plain["optimised"], plain["has_docstrings"]) == (0, True)
    assert (optimised["optimised"], optimised["has_docstrings"]) == (2, False)
    before, after = plain["said"][key], optimised["said"][key]
    for question, again in zip(before["asked"], after["asked"], strict=True):
        assert question == again
    assert before == after
    assert len(before["asked"]) > 20
    assert all(rule and told for _, rule, told, _, _ in before["asked"])
    assert any(len(text) > 40 for text in _texts(before["board"]))
