"""The rules stay what they are while the code around them changes: random games go the way they were recorded.

A change of rules that alters games is recorded anew with `python -m benchmarks.trace record`, in the same commit.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.trace import all_keys, differing, main, recorded, set_up
from sandtable.games import BUILT_IN, find_game

KEYS = all_keys()
NONPLAYERS = [f"red-dust+{n}" for n in (1, 2, 3, 4)]


def test_every_number_of_non_players_has_traces() -> None:
    """Guards the set itself: each game, and Red Dust with one to four non-players, whichever Factions they are."""
    assert [*BUILT_IN, *NONPLAYERS] == sorted(KEYS, key=lambda key: ("+" in key, 0))
    game = find_game("red-dust")
    for n, combinations in ((1, 4), (2, 6), (3, 4), (4, 1)):
        seats = {tuple(set_up(game, seed, n)["nonplayers"]) for seed in range(12)}
        assert len(seats) == combinations
        assert {len(it) for it in seats} == {n}


@pytest.mark.parametrize("key", KEYS)
def test_seeded_games_go_as_they_were_recorded(key: str) -> None:
    assert differing(6 if key in NONPLAYERS else 12, [key]) == []


@pytest.mark.parametrize("key", [NONPLAYERS[1], NONPLAYERS[3]])
def test_what_is_recorded_is_compared(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game with non-players is recorded and compared like any other; what was never recorded is named as such."""
    file = tmp_path / "traces.txt.gz"
    words = ["--games", "1", "--file", str(file)]
    monkeypatch.setattr("sys.argv", ["trace", "record", key, *words])
    assert main() == 0
    monkeypatch.setattr("sys.argv", ["trace", "compare", key, *words])
    assert main() == 0
    assert differing(2, [key], file)[0].endswith(" was not recorded")
    capsys.readouterr()


@pytest.mark.soak
@pytest.mark.parametrize("key", KEYS)
def test_a_thousand_seeded_games_go_as_they_were_recorded(key: str) -> None:
    assert sum(1 for game, _ in recorded() if game == key) == 1000
    assert differing(1000, [key]) == []
