"""A planted change of a real pack is found, and nothing is found where there is none. Long, so for `make soak`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sandtable.games import find_game
from sandtable.lab import compare, run

GAMES = 4_000
SEEDS = 21


def changed(folder: Path, file: str, was: str, now: str) -> Path:
    """The default pack of Surface Combat with one change."""
    game = find_game("surface-combat")
    assert game.pack_folder is not None
    pack = folder / "mine"
    shutil.copytree(game.pack_folder / "default", pack)
    text = (pack / file).read_text()
    assert text.count(was) == 1
    (pack / file).write_text(text.replace(was, now))
    return pack


@pytest.mark.soak
def test_one_point_of_strength_is_found(tmp_path: Path) -> None:
    """Guards that `compare` finds one unit's strength +1 in 4,000 games.

    The house wins about as often as before, so who wins does not show it. The game's own numbers and the answers do.
    """
    unit = 'label = "Firebrand"\nfront = { combat = '
    pack = changed(tmp_path, "cadres.toml", f"{unit}1", f"{unit}2")
    data = run(
        "surface-combat",
        tmp_path / "x",
        games=GAMES,
        bots=["house"],
        jobs=2,
        record=["turns", "decisions"],
        vary={"pack": ["default", str(pack)]},
    )
    found = compare(data, data, cells=(0, 1))
    assert found.paired == GAMES
    assert found.differing, found.sentence


@pytest.mark.soak
def test_nothing_is_found_between_seeds(tmp_path: Path) -> None:
    """Guards that of 20 pairs of runs between which nothing differs at most one shows a difference."""
    runs = [
        run("surface-combat", tmp_path / str(seed), games=GAMES, seed=seed, bots=["random"])
        for seed in range(SEEDS)
    ]
    alarms = [compare(runs[i], runs[i + 1]).differing for i in range(SEEDS - 1)]
    assert sum(bool(alarm) for alarm in alarms) <= 1
