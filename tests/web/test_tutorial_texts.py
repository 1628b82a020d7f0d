"""The tutorial in the browser gives the answers that the tutorial of the rules is proved with."""

from __future__ import annotations

import re
from pathlib import Path

from tests.games.red_dust.tutorial_play import ANSWERS

TEXTS = Path(__file__).parents[2] / "web/src/games/red-dust/tutorial.ts"


def answers_in(text: str) -> list[str]:
    """The third word of every step(...): its keys, separated by spaces."""
    found: list[str] = []
    for block in re.split(r"^  step\(", text, flags=re.MULTILINE)[1:]:
        words = re.findall(r'"((?:[^"\\]|\\.)*)"', block)
        found.extend(words[2].split() if len(words) > 2 else [])
    return found


def test_every_answer_of_the_walk_through_is_the_tutorials_own() -> None:
    assert answers_in(TEXTS.read_text()) == [key for keys, _ in ANSWERS.values() for key in keys]
