"""The whole rules as a reference: sections, citations, words, references."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.connect_four import ConnectFour
from sandtable.engine import SandtableError
from sandtable.engine.drawing.rulebook import Rulebook, read_rulebook, rulebook_of

TEXT = """\
# A game

What this is.

## 4 Pieces
### 4.3 Placing
#### 4.3.2 Who chooses
You do; see [16.6] and [the map](map.png).
## 11.0 Movement
On foot, see [MD 4].
## 16 Operations
Pay for each space.
### 16.6 Rally
Rebels gather where nobody supports the government.

| n | what |
|---|---|
| 1 | place |

### 16.10 Campaign
```
## 99 not a heading
```
## MD 4 Actions
One each.
## Worked examples
None.
"""


@pytest.fixture
def book() -> Rulebook:
    return read_rulebook(TEXT)


def test_sections_have_numbers_titles_and_text(book: Rulebook) -> None:
    assert book.preface == "What this is."
    assert [section.name for section in book.sections] == [
        "4 Pieces", "4.3 Placing", "4.3.2 Who chooses", "11.0 Movement", "16 Operations", "16.6 Rally", "16.10 Campaign",
        "MD 4 Actions", "Worked examples",
    ]  # fmt: skip
    assert [section.level for section in book.sections] == [2, 3, 4, 2, 2, 3, 3, 2, 2]
    assert "## 99 not a heading" in book.sections[6].text
    assert [section.anchor for section in book.sections[-2:]] == ["MD-4", "worked-examples"]


@pytest.mark.parametrize(
    ("cited", "title"),
    [
        ("16.6", "Rally"),
        ("§16.6", "Rally"),
        ("16.6a", "Rally"),
        ("16.7", "Operations"),
        ("16.1", "Operations"),
        ("4.3.2.1", "Who chooses"),
        ("4.3.9", "Placing"),
        ("11", "Movement"),
        ("11.0", "Movement"),
        ("11.3", "Movement"),
        ("MD 4", "Actions"),
        ("MD4.2", "Actions"),
        ("md 4", "Actions"),
        ("16.0", "Operations"),
        ("RT 4", None),
        ("5", None),
        ("", None),
        ("rally", None),
    ],
)
def test_a_citation_leads_to_the_nearest_section(book: Rulebook, cited: str, title: str | None) -> None:
    found = book.find(cited)
    assert (None if found is None else found.title) == title


def test_words_are_found_in_titles_first(book: Rulebook) -> None:
    assert [section.number for section in book.search("Pla")] == ["4.3", "16.6"]
    assert [section.number for section in book.search("gover REBELS")] == ["16.6"]
    assert book.search("zeppelin") == book.search(" ?") == []


def test_a_section_with_what_belongs_to_it(book: Rulebook) -> None:
    assert [section.number for section in book.under(book.sections[0])] == ["4", "4.3", "4.3.2"]
    assert [section.number for section in book.under(book.sections[5])] == ["16.6"]


def test_references_become_links_and_links_stay(book: Rulebook) -> None:
    assert [cited for _, cited in book.references()] == ["16.6", "MD 4"]
    linked = book.linked(book.sections[2].text, lambda section, cited: f"<{section.title} {cited}>")
    assert linked == "You do; see <Rally 16.6> and [the map](map.png)."
    assert book.linked("[99] stays", lambda section, cited: "") == "[99] stays"


def test_two_sections_cannot_have_one_number() -> None:
    with pytest.raises(SandtableError, match=r"two sections called 16\.6"):
        read_rulebook("## 16.6 Rally\n## 16.6 March")


def test_a_game_may_come_without_rules(tmp_path: Path) -> None:
    class Own(ConnectFour):
        rules_file = tmp_path / "rules.md"

    assert rulebook_of(ConnectFour()) is None
    assert rulebook_of(Own()) is None
    Own.rules_file.write_text("## 1 Aim\nFour in a row.")
    book = rulebook_of(Own())
    assert book is not None
    assert book.sections[0].text == "Four in a row."
