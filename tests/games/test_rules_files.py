"""The rules at hand: whatever a game cites leads to a section of its rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.engine.drawing.rulebook import rulebook_of
from sandtable.games import BUILT_IN, find_game
from sandtable.learn.declared import topics_of

BOARDS = Path(__file__).parents[2] / "web/src/games"


@pytest.mark.parametrize("key", list(BUILT_IN))
def test_every_topic_leads_to_a_section(key: str) -> None:
    game = find_game(key)
    book = rulebook_of(game)
    assert book is not None
    assert {
        f"{topic.id}: {topic.rule}" for topic in topics_of(game) if book.find(topic.rule) is None
    } == set()


@pytest.mark.parametrize("key", list(BUILT_IN))
def test_every_reference_leads_to_a_section(key: str) -> None:
    book = rulebook_of(find_game(key))
    assert book is not None
    lost = {f"{section.name}: [{cited}]" for section, cited in book.references() if book.find(cited) is None}
    assert lost == set()


@pytest.mark.parametrize("key", list(BUILT_IN))
def test_every_section_says_something(key: str) -> None:
    book = rulebook_of(find_game(key))
    assert book is not None
    assert [
        section.name for section in book.sections if not any(each.text for each in book.under(section))
    ] == []


@pytest.mark.parametrize("key", list(BUILT_IN))
def test_what_a_board_says_about_its_things_leads_to_a_section(key: str) -> None:
    """The page links each kind of thing, and each kind of card, to the rules about it."""
    book = rulebook_of(find_game(key))
    assert book is not None
    code = "".join(path.read_text(encoding="utf-8") for path in sorted((BOARDS / key).glob("*.ts")))
    tables = re.findall(r"const (?:CARD_RULES: Record<string, string>|rules) = \{([^}]*)\}", code)
    cited = [rule for table in tables for rule in re.findall(r'"([^"]+)"', table)]
    assert cited
    assert [rule for rule in cited if book.find(rule) is None] == []
