"""A topic is one rule, one kind of option and one effect of the answer, in every game."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable.games
from sandtable.engine import Lesson, lessons_of
from sandtable.games import BUILT_IN, find_game

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


def topics_named(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """Each entry of a lesson that waits for a question, and the topic it names."""
    for n, step in enumerate(lesson.step, 1):
        yield f"step {n} ({step.title})", step.topic
    for n, aside in enumerate(lesson.aside, 1):
        yield f"aside {n} ({aside.title})", aside.topic
    for n, other in enumerate(lesson.other, 1):
        yield f"other {n} ({other.seat})", other.topic


@pytest.mark.parametrize("key", BUILT_IN)
def test_lessons_name_topics_that_the_game_has(key: str) -> None:
    """A misspelt topic in a lesson would wait for ever: the file and the entry are named. Dice and decks are known by a word in the rules."""
    topics = {"", *declared(key)}
    words = {
        it.value
        for tree in sources(key)
        for it in ast.walk(tree)
        if isinstance(it, ast.Constant) and isinstance(it.value, str)
    }
    lessons = lessons_of(find_game(key))
    assert lessons, "every game has a lesson"
    unknown = [
        f"{lesson.id}.toml: {entry}: the game has no topic {topic!r}"
        for lesson in lessons
        for entry, topic in topics_named(lesson)
        if topic not in topics
    ]
    unknown += [
        f"{lesson.id}.toml: chance {n}: no dice and no deck are called {chance.topic!r}"
        for lesson in lessons
        for n, chance in enumerate(lesson.chance, 1)
        if chance.topic not in words
    ]
    assert unknown == []
