"""Why not: clicking something that is not offered gives a reason that names the condition it fails."""

from __future__ import annotations

import pytest

from benchmarks.guidance import reasons
from sandtable.games import BUILT_IN, find_game

#: The share of the things left out, of the kinds a question asks for, that have a reason.
ENOUGH = 0.95


@pytest.mark.parametrize("key", BUILT_IN)
def test_what_a_question_leaves_out_is_explained(key: str) -> None:
    """In 200 random positions, and options and refusals agree about everything in all of them."""
    found = reasons(find_game(key), 200)
    assert found.disagree == []
    assert found.positions == 200
    assert found.share >= ENOUGH, found.missing.most_common(8)
