"""Every game has the same rooms and the same names for the same things; nothing in the package grows without bound."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/sandtable"
GAMES = ("red_dust", "mars_or_die", "rogue_trooper", "free_mars/surface", "free_mars/space")
#: What two games share is laid out as a game without `game.py`.
SHARED = "free_mars/common"
ROOMS = {"rules", "cards", "printed", "show", "house"}
#: A game whose rulebook prints an automatic player has a room for it.
NONPLAYERS = {"red_dust"}
#: What every game has, by the module it is found in.
EVERYWHERE = {
    "game": {"GAME"},
    "printed/files": {"PACK_FILES", "PACK_FOLDER"},
    "printed/box": {"box_of"},
    "printed/check": {"check_pack"},
    "show/view": {"View", "view_of"},
    "show/board": {"Board", "board_of"},
    "show/columns": {"columns_of"},
    "show/ending": {"telling_of"},
    "show/text_board": {"text_board"},
    "show/short_rules": {"SHORT_RULES", "RULES_FILE"},
    "show/names": {"THROWS"},
    "show/encoding": {"encoding_of"},
}
#: What a game has in this module and under this name, if it has it at all.
ANYWHERE = {"show/odds": "odds_of", "house/policy": "house_policy", "house/evaluation": "evaluate"}
#: Tests of a whole game, which belong in no room.
WHOLE_GAME = ("game", "state", "contract", "random_games", "soak", "examples", "tutorial", "log", "campaign")
MOST_MODULES, LONGEST_MODULE, LONGEST_FUNCTION = 20, 500, 60
#: Folders, modules and functions that may be longer, each with the reason.
LONG = {
    "cli": "a module for each command, as `sandtable --help` lists them",
    "cli/many_games.py:plan_options": "a list of the options that three commands share, each declared once",
    "engine": "each module is a word of the engine's vocabulary, and its page lists them in order",
    "games/red_dust/nonplayer": "a module for each chapter of the booklet, and the state of its automatic players",
    "engine/run.py:_go": "a hot loop, where a call costs more than the length",
    "engine/table.py": "everything people do at a table is one class, and half of it is one-line doors to the recorder",
    "server/store/migrations/versions/v0001_first.py:upgrade": "a migration is written once and never changed",
}


class Outline(NamedTuple):
    """What these tests want to know of a module; parsed once, because the tree is large."""

    defined: set[str]  #: Functions and classes at its top.
    public: set[str]  #: What it defines at its top, or imports there to pass on.
    lengths: list[tuple[str, int]]  #: Every function with its lines.


@cache
def outline(path: Path) -> Outline:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    defined, public = set[str](), set[str]()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            defined.add(node.name)
        elif isinstance(node, ast.Assign):
            public |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            public.add(node.target.id)
        elif isinstance(node, ast.ImportFrom):
            public |= {name.asname or name.name for name in node.names}
    lengths = [
        (node.name, (node.end_lineno or 0) - node.lineno + 1)
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    return Outline(defined, public | defined, lengths)


def public_names(path: Path) -> set[str]:
    return outline(path).public


def modules() -> Iterator[Path]:
    for path in SOURCE.rglob("*.py"):
        if "static" not in path.parts:
            yield path


def in_folder(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if not path.name.startswith("__pycache__")}


@pytest.mark.parametrize("game", [*GAMES, SHARED])
def test_a_game_has_these_rooms_and_no_others(game: str) -> None:
    expected = ROOMS | {"__init__.py", "game.py", "state.py"}
    if game == SHARED:
        expected.remove("game.py")
    if game in NONPLAYERS:
        expected.add("nonplayer")
    assert in_folder(SOURCE / "games" / game) == expected


@pytest.mark.parametrize("game", GAMES)
def test_the_tests_of_a_game_are_in_the_same_rooms(game: str) -> None:
    folder = ROOT / "tests/games" / game
    rooms = ROOMS | ({"nonplayer"} if game in NONPLAYERS else set())
    assert {path.name for path in folder.iterdir() if path.is_dir()} - {"__pycache__"} <= rooms
    strays = {path.name for path in folder.glob("test_*.py")}
    strays -= {f"test_{name}.py" for name in WHOLE_GAME} | {
        path.name for path in folder.glob("test_docs_*.py")
    }
    assert strays == set(), "a test belongs in the room of what it tests"


@pytest.mark.parametrize("game", GAMES)
def test_the_same_thing_has_the_same_name_in_every_game(game: str) -> None:
    folder = SOURCE / "games" / game
    missing = {
        module: sorted(names - public_names(folder / f"{module}.py")) for module, names in EVERYWHERE.items()
    }
    assert {module: names for module, names in missing.items() if names} == {}
    for module, name in ANYWHERE.items():
        path = folder / f"{module}.py"
        assert not path.exists() or name in public_names(path), f"{module}.py has no {name}"


@pytest.mark.parametrize("name", sorted({*ANYWHERE.values(), *(n for ns in EVERYWHERE.values() for n in ns)}))
def test_a_shared_name_is_defined_in_one_place_of_a_game(name: str) -> None:
    """Nobody who looks for `view_of` finds two."""
    for game in GAMES:
        folder = SOURCE / "games" / game
        found = [
            str(path.relative_to(folder))
            for path in sorted(folder.rglob("*.py"))
            if name in outline(path).defined
        ]
        assert len(found) <= 1, game


def lengths() -> dict[str, int]:
    """The modules of every folder, the lines of every module, and of every function as module:function."""
    found = Counter(str(path.parent.relative_to(SOURCE)) for path in modules())
    for path in modules():
        module = str(path.relative_to(SOURCE))
        found[module] = path.read_text("utf-8").count("\n")
        for function, lines in outline(path).lengths:
            found[f"{module}:{function}"] = max(lines, found.get(f"{module}:{function}", 0))
    return found


def too_long() -> dict[str, int]:
    return {
        name: lines
        for name, lines in lengths().items()
        if lines
        > (LONGEST_FUNCTION if ":" in name else LONGEST_MODULE if name.endswith(".py") else MOST_MODULES)
    }


def test_no_folder_no_module_and_no_function_is_too_long() -> None:
    assert {name: lines for name, lines in too_long().items() if name not in LONG} == {}


def test_every_exemption_names_something_that_is_long_and_says_why() -> None:
    assert [name for name in LONG if name not in too_long()] == []
    assert all(LONG.values())
