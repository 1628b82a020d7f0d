"""Names and docstrings: a class name occurs once in a layer, and a docstring begins with a noun or a verb."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "sandtable"
LAYERS = (
    "engine", "games/red_dust", "games/mars_or_die", "games/rogue_trooper", "games/free_mars/common",
    "games/free_mars/surface", "games/free_mars/space", "bots", "lab", "learn", "server", "cli",
)  # fmt: skip
#: Names that the floor plan of the games gives to one class in the rules and one in what is shown or printed.
FLOOR_PLAN = {"State", "View", "Board", "Box"}
#: Names that still occur twice. The list only shrinks.
STILL_TWICE = {
    "engine": {"Checked", "Entry", "Given", "Line", "State", "_World"},
    "server": {"Camera", "Frame", "Picture", "Server"},
}
#: How many docstrings may still begin with "What". The numbers only shrink; layers that are not listed have none.
STILL_WHAT = {
    "engine": 116,
    "server": 53,
}


@cache
def nodes_of(layer: str) -> list[ast.AST]:
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in sorted((SOURCE / layer).rglob("*.py"))]
    return [node for tree in trees for node in ast.walk(tree)]


@pytest.mark.parametrize("layer", LAYERS)
def test_a_class_name_occurs_once_in_a_layer(layer: str) -> None:
    """Two classes of one name make a reader ask which is meant, and a search finds both."""
    names = Counter(node.name for node in nodes_of(layer) if isinstance(node, ast.ClassDef))
    twice = {name for name, count in names.items() if count > 1}
    floor_plan = FLOOR_PLAN if layer.startswith("games/") else set()
    assert not twice - floor_plan - STILL_TWICE.get(layer, set())


@pytest.mark.parametrize("layer", LAYERS)
def test_a_docstring_begins_with_a_noun_or_a_verb(layer: str) -> None:
    """Not "What the bots have won", but "The results of all bots" or "Return the results"."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    texts = [ast.get_docstring(node) or "" for node in nodes_of(layer) if isinstance(node, documented)]
    found = [text.splitlines()[0] for text in texts if text.startswith("What ")]
    assert len(found) <= STILL_WHAT.get(layer, 0), found[-5:]


def test_every_layer_is_looked_at() -> None:
    folders = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()} - {"games"}
    games = {path.name for path in (SOURCE / "games").iterdir() if (path / "__init__.py").exists()}
    assert folders == {layer for layer in LAYERS if "/" not in layer}
    assert games == {layer.split("/")[1] for layer in LAYERS if "/" in layer}
