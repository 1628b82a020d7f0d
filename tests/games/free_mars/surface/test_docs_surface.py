"""The pages about Surface Combat say what is true: every rule has its test, every question and every word its line."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

from sandtable.games.free_mars.common.cards.effects import Effect
from sandtable.games.free_mars.surface.house.chances import fight_on
from sandtable.games.free_mars.surface.house.policy import ANSWERS

from ..kit import declared_topics
from .fights import FIGHTS, begin

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
GAMES = ROOT / "src/sandtable/games/free_mars"
#: How many numbered rules each chapter of the rulebook has; 0 for a chapter without numbers.
CHAPTERS = {
    **dict.fromkeys(range(1, 7), 0), 7: 7, 8: 3, 9: 8, 10: 4, 11: 3, 12: 6, 13: 4, 14: 3, 15: 9, 16: 6, 17: 5, 18: 2,
    19: 4, 20: 6,
}  # fmt: skip


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def rows(text: str, mark: str) -> list[list[str]]:
    """The cells of the table that follows a comment on a page."""
    table = text.split(mark, 1)[1].split("\n\n", 2)[1]
    lines = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line] for line in lines[2:]]


def docstrings(path: Path) -> str:
    """The docstrings of the tests of a module, in one text."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tests = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name.startswith("test")]
    return "\n".join(ast.get_docstring(test) or "" for test in tests)


RULES = rows(page("contribute/free-mars.md"), "the table of rules:")


def test_every_numbered_rule_is_on_the_page() -> None:
    """1.0 to 20.6: the table has a row for every numbered rule of the rulebook."""
    expected = [f"{n}.{k}" for n, rules in CHAPTERS.items() for k in range(1, rules + 1)]
    expected += [f"{n}.0" for n, rules in CHAPTERS.items() if not rules]
    assert sorted(row[0] for row in RULES) == sorted(expected)


def test_every_rule_is_named_by_a_test() -> None:
    """Each rule of the table is named in the docstring of a test in a module the row lists, or says why not."""
    for rule, _, modules, tests in RULES:
        for module in re.findall(r"`(\S+?)`", modules):
            folder = GAMES if module.startswith("common/") else GAMES / "surface"
            assert (folder / f"{module}.py").exists(), f"{rule}: there is no module {module}"
        number = re.compile(rf"(?<![\d.]){re.escape(rule)}(?!\d)")
        assert any(
            number.search(docstrings(HERE / f"{name}.py")) for name in re.findall(r"`(\S+?)`", tests)
        ), rule


def test_every_worked_example_is_a_test() -> None:
    """W-1 to W-20 of the rules and C-1 to C-10 of the components; the numbers left out there are left out here."""
    text = "\n".join(docstrings(path) for path in HERE.rglob("test_*.py") if path.stem != "test_docs_surface")
    examples = [f"W-{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 16, 17, 18, 20)]
    examples += [f"C-{n}" for n in range(1, 11)]
    assert [e for e in examples if not re.search(rf"(?<![A-Z-]){e}(?!\d)", text)] == []


def test_every_question_is_on_the_page() -> None:
    """The topics of the table are those the game can ask."""
    listed = [row[2].strip("`") for row in rows(page("contribute/free-mars.md"), "the table of topics:")]
    assert sorted(listed) == sorted(ANSWERS)
    assert sorted(listed) == sorted(set(declared_topics("sandtable.games.free_mars.surface")))


def test_no_two_questions_share_a_topic() -> None:
    """A topic is one rule, one kind of option and one effect of the answer."""
    ids = declared_topics("sandtable.games.free_mars.surface")
    assert sorted(ids) == sorted(set(ids))


def test_every_word_is_on_the_page() -> None:
    """The vocabulary of cards, with every key of every word."""
    words = {row[0].strip("`"): row[1] for row in rows(page("tinker/free-mars-packs.md"), "the words:")}
    known = get_args(Effect)
    assert sorted(words) == sorted(str(word.__struct_config__.tag) for word in known)
    for word in known:
        for field in word.__struct_fields__:
            assert f"`{field}`" in words[str(word.__struct_config__.tag)], (word, field)


def test_the_ten_fights_are_on_the_page() -> None:
    """15.4: the page lists the fights of the odds tests with the chances the game gives for them."""
    shown = {row[0]: row[4:] for row in rows(page("play/surface-combat.md"), "the ten fights:")}
    assert len(shown) == len(FIGHTS) == 10
    for fight in FIGHTS:
        odds = fight_on(begin(fight))
        assert shown[fight.name] == [f"{odds.win:.4f}", f"{odds.lost:.4f}", f"{odds.hits:.2f}"]
