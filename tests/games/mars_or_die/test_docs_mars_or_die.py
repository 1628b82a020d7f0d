"""The page about Mars or Die names what is there: every module, every test, every topic."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from sandtable.engine.asking import Topic
from sandtable.games import mars_or_die
from sandtable.games.mars_or_die.show.names import WINDOWS

PAGE = Path(__file__).parents[3] / "docs" / "contribute" / "mars-or-die.md"
SOURCE = Path(mars_or_die.__file__).parent
TESTS = Path(__file__).parent
#: Modules that the table of sections need not name.
OBVIOUS = {"game.py"}


def rows(heading: str) -> list[list[str]]:
    """The words marked as code in each cell of the table under a heading, row by row."""
    _, _, rest = PAGE.read_text(encoding="utf-8").partition(f"## {heading}\n")
    lines = [line for line in rest.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return [
        [" ".join(re.findall(r"`([^`]+)`", cell)) for cell in line.strip("|").split("|")]
        for line in lines[2:]
    ]


def files(folder: Path, pattern: str) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob(pattern)}


def modules() -> set[str]:
    return {name for name in files(SOURCE, "*.py") if not name.endswith("__init__.py")}


def test_the_table_names_every_module_and_none_that_is_gone() -> None:
    named = {word for row in rows("Where each section is") for word in row[1].split() if word.endswith(".py")}
    assert named <= modules()
    geometry = {name for name in modules() if "/geometry/" in name}
    assert modules() - named - geometry == OBVIOUS


def test_the_table_names_tests_that_are_there() -> None:
    named = {word for row in rows("Where each section is") for word in row[2].split()}
    assert named <= files(TESTS, "test_*.py")
    named = set(re.findall(r"`((?:\w+/)?test_\w+\.py)`", PAGE.read_text(encoding="utf-8")))
    assert named <= files(TESTS, "test_*.py")


def declared() -> list[Topic]:
    """Every topic of the game, from the module that declares it."""
    found = {}
    for name in sorted(modules()):
        module = import_module(f"{mars_or_die.__name__}.{name.removesuffix('.py').replace('/', '.')}")
        found.update({id(it): it for it in vars(module).values() if isinstance(it, Topic)})
    return list(found.values())


def test_every_window_is_told_in_words() -> None:
    """A standing order says what is passed over."""
    assert {topic.window for topic in declared()} - {""} == set(WINDOWS)


def test_the_table_of_choices_names_every_topic() -> None:
    named = [word for row in rows("Choices and the topics of their questions") for word in row[1].split()]
    assert sorted(named) == sorted(topic.id for topic in declared())
