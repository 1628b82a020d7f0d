"""The pages about Red Dust name what is there: every topic, every module, every place of a ruling."""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec
import pytest
from rich.text import Text

import sandtable
import sandtable.engine
import sandtable.games.red_dust
from sandtable.engine import asking
from sandtable.engine.asking import Topic
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.cards.asset_events import ASSET_RULES
from sandtable.games.red_dust.cards.events import EVENT_RULES
from sandtable.games.red_dust.printed import files
from sandtable.games.red_dust.printed.decks import FIRST_DUST_STORM, ONE_OPTION
from sandtable.games.red_dust.rules.special_activities.pairing import Special
from sandtable.games.red_dust.show.text_board import text_board
from sandtable.games.red_dust.state import Op

ROOT = Path(__file__).parents[3]
SOURCE = Path(sandtable.games.red_dust.__file__).parent
CHOICES = ROOT / "docs/contribute/red-dust-choices.md"
PLACES = ROOT / "docs/contribute/red-dust.md"
PLAY = ROOT / "docs/play/red-dust.md"
PACKS = ROOT / "docs/tinker/red-dust-packs.md"
RULINGS = 41


# What the pages say


def rows(page: Path, heading: str | None = None) -> list[list[str]]:
    """The cells of all tables of a page, or of the tables under one heading, without their headers."""
    found: list[list[str]] = []
    is_here = heading is None
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("## ") and heading is not None:
            is_here = line == f"## {heading}"
        if line.startswith("|") and is_here:
            if set(line) <= set("|- "):
                found.pop()  # the line before was a header
            else:
                found.append([cell.strip() for cell in line.strip("|").split("|")])
    assert found, f"{page.name} has no table under {heading}"
    return found


def quoted(cell: str) -> list[str]:
    """The words of a cell that are marked as code."""
    return re.findall(r"`([^`]+)`", cell)


# What the source says


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


def module_at(path: Path) -> str:
    """The name of a module inside the game, as the pages write it: `cards.events.moves`."""
    return path.relative_to(SOURCE).with_suffix("").as_posix().replace("/", ".").removesuffix("__init__")


def module_named(name: str) -> str:
    return f"sandtable.games.red_dust.{name}".rstrip(".")


@cache
def topics_at(path: Path) -> dict[str, Topic]:
    """The topics a module declares or imports, by the name of their constant."""
    there = vars(import_module(module_named(module_at(path))))
    return {name: it for name, it in there.items() if isinstance(it, Topic)}


def functions() -> list[tuple[Path, ast.FunctionDef]]:
    """Every function of a module, with the module's place."""
    return [
        (path, node)
        for path, tree in trees().items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    ]


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def calls_in(node: ast.AST) -> list[ast.Call]:
    return [it for it in ast.walk(node) if isinstance(it, ast.Call)]


def topics_in(path: Path, node: ast.AST) -> list[str]:
    """The ids of every topic named in a piece of source."""
    return [
        topics_at(path)[it.id].id
        for it in ast.walk(node)
        if isinstance(it, ast.Name) and it.id in topics_at(path)
    ]


@cache
def card_functions() -> dict[str, tuple[Path, ast.FunctionDef]]:
    """The functions Events and Assets are written with."""
    paths = [SOURCE / "cards" / "asset_events.py", *(SOURCE / "cards" / "events").glob("*.py")]
    return {node.name: (path, node) for path, node in functions() if path in paths}


def reachable(name: str, seen: set[str]) -> set[str]:
    """The topics of a card's function and of the words it is written with."""
    if name in seen or name not in card_functions():
        return set()
    seen.add(name)
    path, node = card_functions()[name]
    found = set(topics_in(path, node))
    for call in calls_in(node):
        found |= reachable(called(call), seen)
    return found


# How topics are declared


@pytest.mark.parametrize("path", trees(), ids=module_at)
def test_topics_are_constants_of_a_module_and_in_use(path: Path) -> None:
    """A topic is declared as data above the rule that asks it, never made on the way; help is a sentence."""
    tree = trees()[path]
    declared = [it.value for it in tree.body if isinstance(it, ast.Assign)]
    made = [call for call in calls_in(tree) if called(call) == "Topic"]
    assert all(call in declared for call in made)
    named = {it.id for it in ast.walk(tree) if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Load)}
    assert {name for name in topics_at(path) if name not in named} == set(), "declared and never asked"
    for topic in topics_at(path).values():
        assert re.fullmatch(r"(CR)?\d+(\.\d+)?", topic.rule), topic
        assert re.fullmatch(r"[A-Z0-9].*\.", topic.help), topic


def test_every_question_has_a_declared_topic() -> None:
    """The question functions are those of `asking`, which take a topic and nothing else in its place."""
    older = [
        (module_at(path), name.name)
        for path, tree in trees().items()
        for it in tree.body
        if isinstance(it, ast.ImportFrom) and it.module in ("sandtable.engine", "sandtable.engine.question")
        for name in it.names
        if inspect.isfunction(newer := vars(asking).get(name.name))
        and newer is not vars(sandtable.engine).get(name.name)
    ]
    assert older == []


# The page of choices


def test_every_topic_is_on_the_page_and_every_topic_on_the_page_exists() -> None:
    """Issue: docs list every choice of the rules with the topic of its question."""
    named = {topic for row in rows(CHOICES) for topic in quoted(row[-1])}
    asked = {topic for path, node in functions() for topic in topics_in(path, node)}
    assert asked - named == set(), "topics that the page does not name"
    assert named - asked == set(), "topics that no question has"


def event_rows() -> dict[tuple[int, bool], list[str]]:
    return {
        (int(number), option == "s"): quoted(topics)
        for number, option, _, topics in rows(CHOICES, "Events (18)")
    }


def test_every_option_of_every_event_has_its_row() -> None:
    """18 Cards 32, 34 and 47 have one option, every other Event has two."""
    options = {
        (number, is_shaded)
        for number in range(1, FIRST_DUST_STORM + 1)
        for is_shaded in ((False,) if number in ONE_OPTION else (False, True))
    }
    assert set(event_rows()) == options


@pytest.mark.parametrize(("number", "is_shaded"), sorted(EVENT_RULES))
def test_topics_of_an_event_are_in_its_row(number: int, is_shaded: bool) -> None:
    """18 The row of an option names the questions its function asks, and none that it cannot ask."""
    name = EVENT_RULES[number, is_shaded].__name__
    row = set(event_rows()[number, is_shaded])
    assert set(topics_in(*card_functions()[name])) <= row
    assert row <= reachable(name, set())


def test_topics_of_assets_are_in_their_rows() -> None:
    """19 The same for the Events of Asset cards."""
    named = {row[0]: set(quoted(row[-1])) for row in rows(CHOICES, "Assets (19)")}
    for number, rule in ASSET_RULES.items():
        assert set(topics_in(*card_functions()[rule.__name__])) <= named[f"CR{number}"]
        assert named[f"CR{number}"] <= reachable(rule.__name__, set())


# The page of places


def test_every_module_is_in_the_table_of_sections() -> None:
    """Somebody holding the rulebook finds the module, and every module has its section."""
    named = {name for row in rows(PLACES, "From the rules to the code") for name in quoted(row[2])}
    there = {module_at(path) for path in trees() if path.name != "__init__.py"}
    assert named == there


def test_every_test_file_is_in_the_table_of_sections() -> None:
    """And the tests of a section are where the page says."""
    named = {name for row in rows(PLACES, "From the rules to the code") for name in quoted(row[3])}
    here = Path(__file__).parent
    assert named == {path.relative_to(here).with_suffix("").as_posix() for path in here.rglob("test_*.py")}


def test_every_ruling_is_listed_once() -> None:
    """Issue: docs list the rulings of section 21, so that a later official answer changes one place."""
    assert [int(row[0]) for row in rows(PLACES, "Rulings")] == list(range(1, RULINGS + 1))


def test_rulings_the_code_quotes_are_found_where_the_page_says() -> None:
    """A function that quotes "ruling 8" is one of the places of ruling 8, or belongs to one."""
    places = {int(row[0]): quoted(row[-1]) for row in rows(PLACES, "Rulings")}
    for path in trees():
        module = module_at(path)
        for number in re.findall(r"[Rr]uling (\d+)", path.read_text(encoding="utf-8")):
            assert any(place.startswith(module) for place in places[int(number)]), (module, number)


def place_names() -> list[str]:
    return sorted(
        {
            place
            for heading in ("Rulings", "Readings")
            for row in rows(PLACES, heading)
            for place in quoted(row[-1])
        }
    )


@pytest.mark.parametrize("place", place_names())
def test_a_place_on_the_page_exists(place: str) -> None:
    """`module.function`, `module.Class.method` and `module.TABLE` can be found under that name."""
    parts = place.split(".")
    size = next(
        n for n in range(1, len(parts) + 1) if SOURCE.joinpath(*parts[:n]).with_suffix(".py").exists()
    )
    it: object = import_module(module_named(".".join(parts[:size])))
    for name in parts[size:]:
        it = getattr(it, name)
    assert it is not None


# The page for players


def test_the_screen_on_the_page_is_the_first_one_of_the_tutorial() -> None:
    """The tutorial imposes its cards and Storms, so every seed begins with this picture."""
    table = sandtable.new(GAME, scenario="tutorial", seed=1).choose("done")
    lines = Text.from_markup(text_board(table.view("red_dust"), table.seats, 100)).plain.splitlines()
    block = PLAY.read_text(encoding="utf-8").split("```text\n")[1].split("```")[0].splitlines()
    assert block == [line.rstrip() for line in lines[: len(block)]]


def test_every_operation_and_special_activity_is_explained() -> None:
    """A player finds a line about everything the Factions can do."""
    text = PLAY.read_text(encoding="utf-8")
    for it in (*Op, *Special):
        assert it.name.replace("_", " ").title() in text


# The page about packs


@pytest.mark.parametrize(
    "struct",
    [it for it in vars(files).values() if isinstance(it, type) and issubclass(it, files.Entry)],
)
def test_every_field_of_a_pack_is_on_the_page(struct: type[msgspec.Struct]) -> None:
    """A field that is not explained cannot be typed in."""
    text = PACKS.read_text(encoding="utf-8")
    missing = [name for name in struct.__struct_fields__ if not re.search(rf"\b{name}\b", text)]
    assert not missing


def test_the_examples_on_the_page_are_entries_of_the_default_pack() -> None:
    """What the page shows can be typed in: each example is there word for word, and stays so."""
    blocks = re.findall(r"```toml\n(.*?)```", PACKS.read_text(encoding="utf-8"), re.DOTALL)
    pack = "\n".join(path.read_text(encoding="utf-8") for path in (files.PACK_FOLDER / "default").iterdir())
    assert len(blocks) == len(files.PACK_FILES)
    assert [block for block in blocks if block.strip() not in pack] == []
