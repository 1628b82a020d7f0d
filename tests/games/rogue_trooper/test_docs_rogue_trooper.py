"""The pages about Rogue Trooper name what is there: every topic, every module, every place of a ruling, every field."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest

import sandtable.games.rogue_trooper
from sandtable.engine.asking import Topic
from sandtable.games.rogue_trooper import RogueOptions
from sandtable.games.rogue_trooper.printed import files as pack_files
from sandtable.games.rogue_trooper.show.names import WINDOWS

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
SOURCE = Path(sandtable.games.rogue_trooper.__file__).parent
PLACES = ROOT / "docs/contribute/rogue-trooper.md"
PLAY = ROOT / "docs/play/rogue-trooper.md"
PACKS = ROOT / "docs/tinker/rogue-trooper-packs.md"
PACKAGE = "sandtable.games.rogue_trooper"


def rows(page: Path, heading: str) -> list[list[str]]:
    """The cells of the tables under one heading, without their headers."""
    found: list[list[str]] = []
    is_here = False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            is_here = line == f"## {heading}"
        if line.startswith("|") and is_here:
            if set(line) <= set("|- "):
                found.pop()
            else:
                found.append([cell.strip() for cell in line.strip("|").split("|")])
    assert found, f"{page.name} has no table under {heading}"
    return found


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def place(path: Path, root: Path) -> str:
    """A module as the page names it: `rules/movement`."""
    return path.relative_to(root).with_suffix("").as_posix()


def test_every_module_and_every_test_is_in_the_table() -> None:
    """Both ways: what the page names is there, and what is there is named."""
    table = rows(PLACES, "From the rules to the code")
    modules = {name for row in table for name in quoted(row[2])}
    tests = {name for row in table for name in quoted(row[3])}
    there = {place(path, SOURCE) for path in SOURCE.rglob("*.py") if path.stem != "__init__"}
    assert modules == there - {"game", "state"}
    here = {place(path, HERE) for path in HERE.rglob("test_*.py")}
    assert tests == here - {"test_docs_rogue_trooper"}


@pytest.mark.parametrize("row", rows(PLACES, "Rulings"), ids=lambda row: f"R-RT-{row[0]}")
def test_every_ruling_has_its_place(row: list[str]) -> None:
    """A ruling names functions that exist."""
    for where in quoted(row[2]):
        module, *names = where.split(".")
        found = import_module(f"{PACKAGE}.{module.replace('/', '.')}")
        for name in names:
            found = getattr(found, name)


def test_all_rulings_are_there() -> None:
    """R-RT-1 to R-RT-38."""
    assert [int(row[0]) for row in rows(PLACES, "Rulings")] == list(range(1, 39))


def _numbered() -> list[str]:
    """Every numbered paragraph of the rules, RT 1 to RT 18."""
    paragraphs = {
        "1": 7, "2": 3, "3": 5, "4": 2, "4.3": 5, "4.4": 5, "4.5": 3, "4.6": 3, "5": 8, "7": 3, "8": 4, "9": 4,
        "10": 3, "11": 3, "12": 3, "13": 5, "17": 4, "18": 5,
    }  # fmt: skip
    found = [f"{section}.{n}" for section, most in paragraphs.items() for n in range(1, most + 1)]
    return [*found, "4.6", *(f"6 ({letter})" for letter in "abcde"), "14", "15", "16"]


def _promises() -> str:
    """The docstrings of all tests but these."""
    found = []
    for path in HERE.rglob("test_*.py"):
        if path != Path(__file__):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    found.append(ast.get_docstring(node) or "")
    return "\n".join(found)


def _names(text: str, number: str) -> bool:
    """Whether a docstring names a paragraph, by itself or in a range like "1.2 to 1.7"."""
    if re.search(rf"(?<![\d.-]){re.escape(number)}(?!\d|\.\d)", text):
        return True
    section, _, n = number.rpartition(".")
    ranges = re.findall(rf"(?<![\d.]){re.escape(section)}\.(\d+) to {re.escape(section)}\.(\d+)", text)
    return any(int(first) <= int(n) <= int(last) for first, last in ranges)


def test_every_paragraph_and_every_ruling_has_a_test_that_names_it() -> None:
    """RT 1 to RT 18 and R-RT-1 to R-RT-38."""
    text = _promises()
    assert [number for number in _numbered() if not _names(text, number)] == []
    assert [n for n in range(1, 39) if not re.search(rf"R-RT-{n}\b", text)] == []


def declared_topics() -> list[Topic]:
    """The topics of all questions, as the modules of the game declare them."""
    names = sorted(place(path, SOURCE) for path in SOURCE.rglob("*.py") if path.stem != "__init__")
    modules = [import_module(f"{PACKAGE}.{name.replace('/', '.')}") for name in names]
    found = {id(it): it for module in modules for it in vars(module).values() if isinstance(it, Topic)}
    return list(found.values())


def test_no_two_questions_share_a_topic() -> None:
    """A topic is one rule, one kind of option and one effect of the answer."""
    ids = [topic.id for topic in declared_topics()]
    assert sorted(ids) == sorted(set(ids))


def test_every_topic_is_on_the_page() -> None:
    """Every question has its line in the table of choices, and every line its question in the code."""
    on_page = {topic for row in rows(PLACES, "Every choice and its question") for topic in quoted(row[3])}
    assert {topic.id for topic in declared_topics()} == on_page
    from sandtable.games.rogue_trooper.house.policy import ANSWERS

    assert set(ANSWERS) - on_page == set()


def test_every_window_has_its_name() -> None:
    """A standing order is left for a window by its name, so each has one and none is left over."""
    assert {topic.window for topic in declared_topics()} - {""} == set(WINDOWS)


def test_every_option_is_on_the_page() -> None:
    """The options of the game, each in its line."""
    named = {name for row in rows(PLAY, "Options") for name in quoted(row[0])}
    assert named == set(RogueOptions.__struct_fields__) - {"scenario", "pack"}


@pytest.mark.parametrize(
    "struct",
    [
        entry
        for entry in vars(pack_files).values()
        if isinstance(entry, type) and issubclass(entry, pack_files.Entry)
    ],
)
def test_every_field_of_a_pack_is_on_the_page(struct: type[msgspec.Struct]) -> None:
    """A field that is not explained cannot be typed in."""
    text = PACKS.read_text(encoding="utf-8")
    missing = [name for name in get_type_hints(struct) if not re.search(rf"\b{name}\b", text)]
    assert not missing


def test_every_effect_is_on_the_page() -> None:
    """Rogue effects with their phase and target."""
    listed = {
        effect: (quoted(row[1])[0], tuple(quoted(row[2])))
        for row in rows(PACKS, "rogues")
        for effect in quoted(row[0])
    }
    assert listed == pack_files.EFFECTS
