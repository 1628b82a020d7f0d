"""The topics that a board of the client names are those under which its game asks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src/sandtable/games"
BOARDS = ROOT / "web/src/games"
#: Where the rules of a board's game are.
RULES = {
    "red-dust": ["red_dust"],
    "surface-combat": ["free_mars/surface", "free_mars/common"],
    "space-combat": ["free_mars/space", "free_mars/common"],
    "mars-or-die": ["mars_or_die"],
    "rogue-trooper": ["rogue_trooper"],
}
#: given.question?.topic === "move", and topic !== "fly"
COMPARED = re.compile(r'\btopic(?: \?\? "")?\s*[!=]==\s*"([^"]+)"')
#: ["move", "march"].includes(topic)
LISTED = re.compile(r"\[([^\]]*)\]\.includes\([^()]*\btopic\b")
#: ON_FOOT.includes(topic), with const ON_FOOT = ["move", "march"]
NAMED = re.compile(r"\b([A-Z_]+)\.includes\([^()]*\btopic\b")
TIPS = re.compile(r"const TIPS: Record<string, string> = \{\n(.*?)\n\};", re.DOTALL)
TEXT = re.compile(r'"([^"]+)"')


def topics_named(code: str) -> Iterator[str]:
    """Topics in a file of the client."""
    yield from COMPARED.findall(code)
    for listed in LISTED.findall(code):
        yield from TEXT.findall(listed)
    for name in NAMED.findall(code):
        for listed in re.findall(rf"const {name} = \[([^\]]*)\]", code):
            yield from TEXT.findall(listed)
    for tips in TIPS.findall(code):
        yield from re.findall(r'^  "?([\w-]+)"?:', tips, flags=re.MULTILINE)


def topics_declared(folder: Path) -> set[str]:
    """The ids of all topics in a folder of rules."""
    return {
        node.args[0].value
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Topic"
        if node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }


def test_topics_in_code_are_found() -> None:
    """The check itself."""
    code = """
      if (question?.topic === "trade_give" || topic !== "fly") return;
      const ON_FOOT = ["move", "march"];
      if (ON_FOOT.includes(topic) || ["hop"].includes(given.question?.topic ?? "")) return;
const TIPS: Record<string, string> = {
  start: "Pick a Settlement: it is near.",
  "break-off": "Run.",
};
    """
    assert sorted(topics_named(code)) == [
        "break-off",
        "fly",
        "hop",
        "march",
        "move",
        "start",
        "trade_give",
    ]


@pytest.mark.parametrize("key", RULES)
def test_a_board_names_only_topics_of_its_game(key: str) -> None:
    declared = set().union(*(topics_declared(GAMES / folder) for folder in RULES[key]))
    assert len(declared) > 20
    named = {
        topic: path.name
        for path in (BOARDS / key).rglob("*")
        if path.suffix in (".ts", ".svelte")
        for topic in topics_named(path.read_text(encoding="utf-8"))
    }
    assert {topic: file for topic, file in named.items() if topic not in declared} == {}
    # Red Dust's board knows what can be clicked from the things alone.
    assert named or key == "red-dust"
