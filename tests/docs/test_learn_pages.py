"""The pages about learning give the sizes that the environments have."""

from __future__ import annotations

import pytest

from sandtable.engine import SandtableError
from sandtable.games import BUILT_IN
from sandtable.learn import Observer, Rulebook
from tests.docs.pages import text_of


def fixed(key: str) -> str:
    try:
        return f"{Rulebook(key, actions='fixed').size:,}"
    except SandtableError:
        return "none"


@pytest.mark.parametrize("key", BUILT_IN)
def test_the_table_of_sizes_is_right(key: str) -> None:
    observer: Observer = Rulebook(key).observer
    row = f"| `{key}` | {observer.size:,} | {len(observer.option_names)} | {len(observer.topics)} | {fixed(key)} |"
    assert row in text_of("learn/observations.md")
    if fixed(key) != "none":
        assert fixed(key) in text_of("learn/index.md")


def test_every_array_of_the_question_is_explained() -> None:
    page = text_of("learn/observations.md")
    for part in Rulebook("surface-combat").observer.parts[:5]:
        assert f"| `{part.name}` |" in page
