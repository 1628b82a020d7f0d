"""The rules stay what they are while the code around them changes: random games go the way they were recorded.

A change of rules that alters games is recorded anew with `python -m benchmarks.trace record`, in the same commit.
"""

from __future__ import annotations

import pytest

from benchmarks.trace import differing, recorded
from sandtable.games import BUILT_IN


@pytest.mark.parametrize("key", BUILT_IN)
def test_seeded_games_go_as_they_were_recorded(key: str) -> None:
    assert differing(12, [key]) == []


@pytest.mark.soak
@pytest.mark.parametrize("key", BUILT_IN)
def test_a_thousand_seeded_games_go_as_they_were_recorded(key: str) -> None:
    assert sum(1 for game, _ in recorded() if game == key) == 1000
    assert differing(1000, [key]) == []
