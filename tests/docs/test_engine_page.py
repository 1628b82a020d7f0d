"""What docs/contribute/engine.md says of the engine is so."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import sandtable
from sandtable import engine
from sandtable.engine import Roll, Script, at_least, faces
from tests.docs.pages import text_of

PAGE = "contribute/engine.md"
ENGINE = Path(engine.__file__).parent


def mapped() -> list[str]:
    """The modules on the page's map, in its order."""
    section = text_of(PAGE).partition("## The map")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([\w/]+?)/?` \|", section, flags=re.MULTILINE)


def imported(module: str) -> set[str]:
    """The modules of the engine that one needs to be imported at all: not those for types, or only inside a function."""
    package, (room, _, name) = ENGINE / module, module.partition("/")
    paths = sorted(package.glob("*.py")) if package.is_dir() else [ENGINE / f"{module}.py"]
    level = 2 if package.is_dir() or name else 1
    found = {
        node.module.replace(".", "/") if node.level == level else f"{room}/{node.module}"
        for path in paths
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom)
        and node.module
        and (node.level == level or (name and node.level == 1))
    }
    return {name if name in mapped() else name.partition("/")[0] for name in found}


def test_the_map_has_every_module() -> None:
    there = {path.stem for path in ENGINE.glob("*.py")} - {"__init__"}
    there |= {path.name for path in ENGINE.iterdir() if (path / "__init__.py").exists()}
    assert {module for module in mapped() if "/" not in module} == there


def test_modules_import_only_those_above_them() -> None:
    order = mapped()
    for module in order[:-1]:
        below = imported(module) - set(order[: order.index(module)])
        assert not below, f"{module} stands above {below} on the map"


def test_the_tape_has_one_value_for_each_yield() -> None:
    """Stash: raid, pay and the roll, with a log line between; the question that was forced is on it too."""
    script = Script({"deck": [range(9)], "raid": [(4,)]})
    table = sandtable.new("stash", script=script).choose("stash", "stash:fuel_c", "raid", "pay:ore_c")
    raid, pay = table.run.tape[0], table.run.tape[1]
    assert (raid.id, pay) == ("raid", 5)
    assert table.run.tape[2:] == [None, 4]
    assert table.run.raws == [(4,)]
    assert table.run.start.encode() != table.run.state.encode()


def test_a_re_run_makes_no_options() -> None:
    """The window of the raid has a function for its options: forks do not call it for answers that were given."""
    script = Script({"deck": [range(9)], "raid": [(4,)]})
    table = sandtable.new("stash", script=script).choose("stash", "stash:fuel_c", "raid", "pay:ore_c")
    stash = table.game
    called = 0
    parries = type(stash).parries  # type: ignore[attr-defined]

    class Counting(type(stash)):  # type: ignore[misc]
        def parries(self, *args: object) -> object:
            nonlocal called
            called += 1
            return parries(self, *args)

    counting = sandtable.new(Counting(), script=Script({"deck": [range(9)], "raid": [(4,)]}))
    counting.choose("stash", "stash:fuel_c", "raid", "pay:ore_c")
    before = called
    assert before > 0
    for _ in range(10):
        counting.fork()
    assert called == before


def test_the_figures_for_dice() -> None:
    shown = re.findall(r"`Roll\(13, [^`]*\)` has ([\d,]+)", text_of(PAGE))
    counts = [len(Roll(13, read).outcomes()[0]) for read in (at_least(5), faces)]
    assert [int(n.replace(",", "")) for n in shown] == counts
