"""The pages about Red Dust name what is there: every topic, every module, every place of a ruling."""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from rich.text import Text

import sandtable
import sandtable.engine
import sandtable.games.red_dust
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.action import Special
from sandtable.games.red_dust.asset_events import ASSET_RULES
from sandtable.games.red_dust.decks import EVENTS, FIRST_DUST_STORM
from sandtable.games.red_dust.events import EVENT_RULES
from sandtable.games.red_dust.picture import picture
from sandtable.games.red_dust.state import Op

ROOT = Path(__file__).parents[3]
SOURCE = Path(sandtable.games.red_dust.__file__).parent
CHOICES = ROOT / "docs/contribute/red-dust-choices.md"
PLACES = ROOT / "docs/contribute/red-dust.md"
PLAY = ROOT / "docs/play/red-dust.md"
RULINGS = 38
#: The topic of `operation.next_space`, which is the name of the Operation.
OPERATION_TOPIC = "a.op.name.lower()"
#: The topic of `placing._how_many`, where only the number of pieces is left to choose.
NUMBER_TOPIC = "f'{topic}_number'"
HANDED_ON = ("topic", NUMBER_TOPIC)


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


@cache
def askers() -> dict[str, int | None]:
    """Functions that take a topic, with its place among their arguments; None: only by name."""
    found: dict[str, int | None] = {}
    for name in sandtable.engine.__all__:
        it = getattr(sandtable.engine, name)
        if inspect.isfunction(it) and "topic" in (parameters := inspect.signature(it).parameters):
            by_name = parameters["topic"].kind is inspect.Parameter.KEYWORD_ONLY
            found[name] = None if by_name else list(parameters).index("topic")
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [argument.arg for argument in node.args.args]
                if "topic" in names:
                    found[node.name] = names.index("topic")
                elif "topic" in [argument.arg for argument in node.args.kwonlyargs]:
                    found[node.name] = None
    return found


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def topic_of(call: ast.Call) -> ast.expr | None:
    """The topic that a call gives, as it is written; None if it asks nothing."""
    place = askers().get(called(call), -1)
    if place == -1:
        return None
    given = next((keyword.value for keyword in call.keywords if keyword.arg == "topic"), None)
    if given is None and place is not None and len(call.args) > place:
        given = call.args[place]
    assert given is not None, f"A question without a topic: {ast.unparse(call)}"
    return given


def topics_of(call: ast.Call) -> list[str]:
    """The topics a call gives; a function that hands its own topic on gives none."""
    given = topic_of(call)
    found: list[str] = []
    for it in (given.body, given.orelse) if isinstance(given, ast.IfExp) else (given,):
        if isinstance(it, ast.Constant) and isinstance(it.value, str):
            found.append(it.value)
        elif it is not None and ast.unparse(it) == OPERATION_TOPIC:
            found += [op.name.lower() for op in Op]
        elif it is not None:
            assert ast.unparse(it) in HANDED_ON, f"A topic that cannot be read: {ast.unparse(call)}"
    return found


@cache
def numbers(name: str) -> bool:
    """Whether a function that is given a topic asks for a number of pieces under the topic with `_number`."""
    calls = (
        call
        for tree in trees().values()
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name == name
        for call in ast.walk(node)
        if isinstance(call, ast.Call)
    )
    handed = [(called(call), ast.unparse(topic)) for call in calls if (topic := topic_of(call))]
    return any(topic == NUMBER_TOPIC or (topic == "topic" and numbers(asker)) for asker, topic in handed)


def numbers_of(call: ast.Call, *, at_will: bool) -> list[str]:
    """The topics with `_number` of a call; `at_will`: only where the number is free, so that it is really asked."""
    is_free = any(keyword.arg == "is_optional" for keyword in call.keywords)
    if not numbers(called(call)) or (at_will and not is_free):
        return []
    return [f"{topic}_number" for topic in topics_of(call)]


def topics_in(node: ast.AST, *, at_will: bool = True) -> list[str]:
    """Every topic written somewhere in a piece of source."""
    calls = [it for it in ast.walk(node) if isinstance(it, ast.Call)]
    return [topic for it in calls for topic in (*topics_of(it), *numbers_of(it, at_will=at_will))]


@cache
def card_functions() -> dict[str, ast.FunctionDef]:
    """The functions Events and Assets are written with."""
    paths = [SOURCE / "asset_events.py", *(SOURCE / "events").glob("*.py")]
    return {
        node.name: node for path in paths for node in trees()[path].body if isinstance(node, ast.FunctionDef)
    }


def reachable(name: str, seen: set[str]) -> set[str]:
    """The topics of a card's function and of the words it is written with."""
    if name in seen or name not in card_functions():
        return set()
    seen.add(name)
    node = card_functions()[name]
    found = set(topics_in(node, at_will=False))
    for it in ast.walk(node):
        if isinstance(it, ast.Call):
            found |= reachable(called(it), seen)
    return found


# The page of choices


def test_every_topic_is_on_the_page_and_every_topic_on_the_page_exists() -> None:
    """Issue: docs list every choice of the rules with the topic of its question."""
    named = {topic for row in rows(CHOICES) for topic in quoted(row[-1])}
    asked = {topic for tree in trees().values() for topic in topics_in(tree)}
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
        for is_shaded in ((False, True) if EVENTS[number - 1].symbols else (False,))
    }
    assert set(event_rows()) == options


@pytest.mark.parametrize(("number", "is_shaded"), sorted(EVENT_RULES))
def test_topics_of_an_event_are_in_its_row(number: int, is_shaded: bool) -> None:
    """18 The row of an option names the questions its function asks, and none that it cannot ask."""
    name = EVENT_RULES[number, is_shaded].__name__
    row = set(event_rows()[number, is_shaded])
    assert set(topics_in(card_functions()[name])) <= row
    assert row <= reachable(name, set())


def test_topics_of_assets_are_in_their_rows() -> None:
    """19 The same for the Events of Asset cards."""
    named = {row[0]: set(quoted(row[-1])) for row in rows(CHOICES, "Assets (19)")}
    for number, rule in ASSET_RULES.items():
        assert set(topics_in(card_functions()[rule.__name__])) <= named[f"CR{number}"]
        assert named[f"CR{number}"] <= reachable(rule.__name__, set())


# The page of places


def module_named(name: str) -> str:
    return f"sandtable.games.red_dust.{name}"


def test_every_module_is_in_the_table_of_sections() -> None:
    """Somebody holding the rulebook finds the module, and every module has its section."""
    named = {name for row in rows(PLACES, "From the rules to the code") for name in quoted(row[2])}
    there = {
        path.relative_to(SOURCE).with_suffix("").as_posix().replace("/", ".")
        for path in trees()
        if path.name != "__init__.py"
    }
    assert named == there


def test_every_test_file_is_in_the_table_of_sections() -> None:
    """And the tests of a section are where the page says."""
    named = {name for row in rows(PLACES, "From the rules to the code") for name in quoted(row[3])}
    assert named == {path.stem for path in Path(__file__).parent.glob("test_*.py")}


def test_every_ruling_is_listed_once() -> None:
    """Issue: docs list the rulings of section 21, so that a later official answer changes one place."""
    assert [int(row[0]) for row in rows(PLACES, "Rulings")] == list(range(1, RULINGS + 1))


def test_rulings_the_code_quotes_are_found_where_the_page_says() -> None:
    """A function that quotes "ruling 8" is one of the places of ruling 8, or belongs to one."""
    places = {int(row[0]): quoted(row[-1]) for row in rows(PLACES, "Rulings")}
    for path in trees():
        module = path.relative_to(SOURCE).with_suffix("").as_posix().replace("/", ".")
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
    size = 2 if parts[0] == "events" else 1
    it: object = import_module(module_named(".".join(parts[:size])))
    for name in parts[size:]:
        it = getattr(it, name)
    assert it is not None


# The page for players


def test_the_screen_on_the_page_is_the_first_one_of_the_tutorial() -> None:
    """The tutorial imposes its cards and Storms, so every seed begins with this picture."""
    table = sandtable.new(GAME, scenario="tutorial", seed=1).choose("done")
    lines = Text.from_markup(picture(table.view("red_dust"), table.seats)).plain.splitlines()
    block = PLAY.read_text(encoding="utf-8").split("```text\n")[1].split("```")[0].splitlines()
    assert block == [line.rstrip() for line in lines[: len(block)]]


def test_every_operation_and_special_activity_is_explained() -> None:
    """A player finds a line about everything the Factions can do."""
    text = PLAY.read_text(encoding="utf-8")
    for it in (*Op, *Special):
        assert it.name.replace("_", " ").title() in text
