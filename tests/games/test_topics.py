"""A topic is one rule, one kind of option and one effect of the answer, in every game."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable.games
from sandtable.games import BUILT_IN

GAMES = Path(sandtable.games.__file__).parent
#: Where the rules of a game are.
FOLDERS = {
    "red-dust": ["red_dust"],
    "surface-combat": ["free_mars/surface", "free_mars/common"],
    "space-combat": ["free_mars/space", "free_mars/common"],
    "mars-or-die": ["mars_or_die"],
    "rogue-trooper": ["rogue_trooper"],
}


#: Where the rulebooks of Free Mars number a rule differently, its topic is declared for each; these are the other game's.
OTHER_GAME = {"surface-combat": "_SP", "space-combat": "_SC"}


def sources(key: str) -> Iterator[ast.Module]:
    for folder in FOLDERS[key]:
        for path in sorted((GAMES / folder).rglob("*.py")):
            yield ast.parse(path.read_text(encoding="utf-8"), path)


def topics_made(node: ast.AST) -> list[ast.Call]:
    return [
        it
        for it in ast.walk(node)
        if isinstance(it, ast.Call) and isinstance(it.func, ast.Name) and it.func.id == "Topic"
    ]


def declared(key: str) -> Iterator[str]:
    """The ids of all topics that the modules of a game declare."""
    for tree in sources(key):
        for statement in tree.body:
            if isinstance(statement, ast.Assign) and key in OTHER_GAME:
                if ast.unparse(statement.targets[0]).endswith(OTHER_GAME[key]):
                    continue
            yield from map(id_of, topics_made(statement))


def id_of(topic: ast.Call) -> str:
    first = topic.args[0]
    assert isinstance(first, ast.Constant), "the id of a topic is written where it is declared"
    return str(first.value)


def test_every_game_is_looked_at() -> None:
    assert set(FOLDERS) == set(BUILT_IN)


@pytest.mark.parametrize("key", BUILT_IN)
def test_no_two_topics_share_an_id(key: str) -> None:
    """Bots, clients and reports know a question by its topic and by nothing else."""
    ids = Counter(declared(key))
    assert ids, "a game asks something"
    assert [topic for topic, n in ids.items() if n > 1] == []


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_topic_is_declared_at_the_top_of_a_module(key: str) -> None:
    """A topic is a constant beside the rule that asks it, never made while the rule runs."""
    for tree in sources(key):
        constants = [it.value for it in tree.body if isinstance(it, (ast.Assign, ast.AnnAssign))]
        assert [id_of(topic) for topic in topics_made(tree) if topic not in constants] == []
