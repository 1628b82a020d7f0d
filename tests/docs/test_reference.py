"""The reference leaves nothing out: every promise, every question, every kind of chance."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.stash import GAME as STASH
from sandtable import engine
from sandtable.engine import asking, chance, contract, steps
from tests.docs.pages import blocks, module_of, text_of

CONTRACT = "reference/contract.md"
QUESTIONS = "reference/questions.md"


def promises() -> set[str]:
    """The sentences with which the suite can fail, out of its source."""
    found: set[str] = set()
    for path in Path(inspect.getfile(contract)).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        values: list[ast.expr] = [node.value for node in tree.body if isinstance(node, ast.Assign)]
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in ("self.fail", "ContractBroken"):
                values.append(call.args[0])
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "self.compare":
                values.append(call.args[2])
        found |= {
            value.value
            for value in values
            if isinstance(value, ast.Constant) and isinstance(value.value, str)
        }
    return found


def test_every_promise_is_on_the_page() -> None:
    found = promises() - {"A planted leak is caught."}
    assert len(found) > 18, found
    missing = {promise for promise in found if promise not in text_of(CONTRACT)}
    assert not missing


def test_every_argument_and_every_count_of_the_suite_is_on_the_page() -> None:
    page = text_of(CONTRACT)
    arguments = list(inspect.signature(contract.check_contract).parameters)[1:]
    for name in [*arguments, *contract.Checked.__struct_fields__[1:]]:
        assert f"`{name}`" in page, name


def test_the_test_on_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """With Stash in the place of the reader's game."""
    (code,) = blocks(text_of(CONTRACT), "python")
    code = code.replace("from mygame import GAME", "from benchmarks.stash import GAME")
    code = code.replace('{"send", "trade"}', '{"action", "stash", "pay", "parry", "show"}')
    tests = module_of(code, "test_mygame")
    assert tests.GAME is STASH
    tests.test_contract()
    tests.test_leaks_are_found()


#: What is no question and no log line, but helps to make or keep one.
NOT_SHOWN = {"part_of", "without_options", "counted"}


def ready_made() -> set[str]:
    """The functions that make questions and log lines, and `pick`, which is the class itself."""
    return {"pick"} | {
        name
        for module in (asking, steps)
        for name, made in inspect.getmembers(module, inspect.isfunction)
        if made.__module__ == module.__name__ and not name.startswith("_") and name not in NOT_SHOWN
    }


def test_every_ready_made_question_is_on_the_page() -> None:
    page = text_of(QUESTIONS)
    assert len(ready_made()) >= 8
    for name in ready_made():
        assert f"`yield {name}(" in page or f"`yield from {name}(" in page, name


def test_every_kind_of_chance_and_every_reading_is_on_the_page() -> None:
    page = text_of(QUESTIONS)
    for kind in chance.CHANCES:
        assert f"`yield {kind.__name__}(" in page, kind
    makers: list[Any] = [chance.at_least, chance.tally]
    assert {name for name, it in vars(chance).items() if isinstance(it, chance.Reading) or it in makers} == {
        "at_least",
        "best",
        "faces",
        "tally",
        "total",
    }
    for name in ("at_least(5)", "best", "faces", "tally((5, 6), (1,))", "total"):
        assert f"| `{name}`" in page, name


def test_every_argument_of_pick_is_on_the_page() -> None:
    page = text_of(QUESTIONS)
    for name in ("seat", "topic", "prompt", "options", *asking.MANNER):
        assert re.search(rf"`{name}[`=]|[(, ]{name}[,=)]", page), name


def test_every_verb_of_cards_is_on_the_page() -> None:
    page = text_of(QUESTIONS)
    asked = {"back", "could_swap", "count", "dealt", "keep", "knows", "redeal", "seen"}
    verbs = {name for name, it in vars(engine.Cards).items() if inspect.isfunction(it) and name[0] != "_"}
    for name in verbs - asked - set(dir(engine.State)):
        assert f"| `{name}(" in page, name
