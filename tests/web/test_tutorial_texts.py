"""The tutorial in the browser gives the answers that the tutorial of the rules is proved with."""

from __future__ import annotations

import re
from pathlib import Path

from tests.games.red_dust.tutorial_play import ANSWERS

TEXTS = Path(__file__).parents[2] / "web/src/games/red-dust/tutorial.ts"


def answers_in(text: str) -> list[str]:
    """The first list of every step(...): its keys."""
    found: list[str] = []
    for block in re.split(r"^  step\(", text, flags=re.MULTILINE)[1:]:
        keys = re.search(r'\[((?:"[^"]*"(?:, )?)*)\]', block)
        found.extend(re.findall(r'"([^"]*)"', keys[1]) if keys else [])
    return found


def test_every_answer_of_the_walk_through_is_the_tutorials_own() -> None:
    assert answers_in(TEXTS.read_text()) == [key for keys, _ in ANSWERS.values() for key in keys]
