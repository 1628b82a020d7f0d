"""A value of positions for tests: a few trees in a folder of the test, in the place of what a game comes with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.engine import Game
from sandtable.engine.value import FORMAT, ValueFile


def own_value(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    game: Game[Any],
    trees: Sequence[Any] = (),
    base: float = 0.0,
) -> Path:
    """Give a game these trees over its features, by name: ["ops_left", 3.5, -1.0, 1.0]. Returns the file."""
    names = game.feature_names
    made: list[Any] = [[names.index(name), at, low, high] for name, at, low, high in trees]
    file = ValueFile(FORMAT, game.key, game.rules_version, "", names, {}, (), 0.5, base, made or [0.0])
    path = folder / "own_value" / "value.json"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(msgspec.json.encode(file))
    monkeypatch.setattr(type(game), "value_file", path)
    return path
