"""The pages about Space Combat say what is true: every rule has its test, every question its line."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from sandtable.games.free_mars.space.house.chances import fight_on
from sandtable.games.free_mars.space.house.policy import ANSWERS

from ..kit import declared_topics
from .fights import FIGHTS, set_fight

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
GAMES = ROOT / "src/sandtable/games/free_mars"
PAGE = (ROOT / "docs" / "contribute" / "free-mars-space.md").read_text(encoding="utf-8")
#: How many numbered rules each chapter of the rulebook has; 0 for a chapter without numbers.
CHAPTERS = {
    **dict.fromkeys((1, 2, 3, 5, 6, 7), 0),
    4: 2,
    8: 3,
    9: 4,
    10: 2,
    11: 4,
    12: 6,
    13: 6,
    14: 4,
    15: 3,
    16: 9,
    17: 6,
    18: 3,
    19: 6,
    20: 6,
}


def rows(mark: str) -> list[list[str]]:
    """The cells of the table that follows a comment on the page."""
    table = PAGE.split(mark, 1)[1].split("\n\n", 2)[1]
    lines = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line] for line in lines[2:]]


def docstrings(path: Path) -> str:
    """The docstrings of the tests of a module, in one text."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tests = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test")
    ]
    return "\n".join(ast.get_docstring(test) or "" for test in tests)


def test_every_numbered_rule_is_on_the_page() -> None:
    """1.0 to 20.6: the table has a row for every numbered rule of the rulebook."""
    expected = [f"{n}.{k}" for n, rules in sorted(CHAPTERS.items()) for k in range(1, rules + 1)]
    expected += [f"{n}.0" for n, rules in CHAPTERS.items() if not rules]
    assert sorted(row[0] for row in rows("the table of rules:")) == sorted(expected)


def test_every_rule_is_named_by_a_test() -> None:
    """Each rule of the table is named in the docstring of a test in a module the row lists, or says why not."""
    for rule, _, modules, tests in rows("the table of rules:"):
        for module in re.findall(r"`(\S+?)`", modules):
            folder = GAMES if module.startswith("common/") else GAMES / "space"
            assert (folder / f"{module}.py").exists(), f"{rule}: there is no module {module}"
        if tests.startswith("not applicable: "):
            continue
        number = re.compile(rf"(?<![\d.]){re.escape(rule)}(?![\d])")
        assert any(
            number.search(docstrings(HERE / f"{name}.py")) for name in re.findall(r"`(\S+?)`", tests)
        ), rule


def test_every_question_is_on_the_page() -> None:
    """The topics of the table are those the game can ask."""
    listed = [re.findall(r"`(\S+?)`", row[2])[0] for row in rows("the table of topics:")]
    assert sorted(listed) == sorted(ANSWERS)
    assert sorted(listed) == sorted(set(declared_topics("sandtable.games.free_mars.space")))


def test_no_two_questions_share_a_topic() -> None:
    """A topic is one rule, one kind of option and one effect of the answer."""
    ids = declared_topics("sandtable.games.free_mars.space")
    assert sorted(ids) == sorted(set(ids))


def test_the_ten_fights_are_on_the_page() -> None:
    """16.4 The page lists the fights of the odds tests with the chances the game gives for them."""
    for name, listed in FIGHTS.items():
        fight = fight_on(set_fight(listed))
        assert (
            f"| `{name}` | {', '.join(listed.ships)} | {', '.join(listed.opfor)} | {fight.win:.4f} | {fight.lost:.4f} |"
            in PAGE
        )
