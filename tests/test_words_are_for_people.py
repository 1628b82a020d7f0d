"""No program reads the words of a question: rules, bots and odds know it by topic, `about`, `facts` and `data`.

What the client still takes apart (labels that are numbers, keys in three places, ids of things) is not looked at here yet.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAMES = sorted((ROOT / "src/sandtable/games").rglob("*.py"))
CLIENT = sorted(path for path in (ROOT / "web/src").rglob("*") if path.suffix in (".ts", ".svelte"))
#: What a question is called where code has one at hand.
QUESTIONS = {"ask", "question", "q", "spec"}
#: Searching a prompt: /half/.test(question.prompt), question.prompt.startsWith("Move").
SEARCHED = re.compile(
    r"\.(test|exec)\([^)]*\.prompt\b|\.prompt\.(match|includes|\w+With|indexOf|split|slice)\("
)


def words_read(code: str) -> Iterator[str]:
    """Where code reads the words of a question."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Attribute) and node.attr in ("prompt", "label"):
            of = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            if of in QUESTIONS:
                yield f"line {node.lineno}: {of}.{node.attr}"


@pytest.mark.parametrize(
    ("code", "found"),
    [("if q.prompt == GO: pass", 1), ("run.ask.label", 1), ("seat.label, ask.topic, effect.prompt", 0)],
)
def test_reading_the_words_of_a_question_is_noticed(code: str, found: int) -> None:
    """The check itself: it finds what it forbids, and nothing else."""
    assert len(list(words_read(code))) == found


def test_no_game_reads_the_words_of_a_question() -> None:
    assert len(GAMES) > 150
    found = {
        str(path.relative_to(ROOT)): list(words_read(path.read_text(encoding="utf-8"))) for path in GAMES
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_the_client_searches_no_prompt() -> None:
    assert SEARCHED.search("if (/half/.test(question.prompt)) return")
    assert SEARCHED.search('question.prompt.startsWith("Move")')
    assert len(CLIENT) > 100
    found = [
        str(path.relative_to(ROOT)) for path in CLIENT if SEARCHED.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
