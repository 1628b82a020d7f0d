"""A mistake no running game shows: a rule that is called and never run, because a `yield from` is missing."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable
from types import ModuleType

#: What the engine offers that does nothing until it is yielded, or run with `yield from`.
QUESTIONS = frozenset({"pick", "yes_no", "amount", "say", "Roll", "Opposed", "Draw", "Shuffle"})
LOOPS = frozenset({"pick_each", "put_in_order", "inflict", "offer"})
#: Verbs of `Cards` and `Hidden` that ask for chance.
VERBS = frozenset({"draw_on", "roll", "shuffle"})


def modules_of(module: str) -> list[ModuleType]:
    """The module of a game and, if it is a package of its own, the loaded modules inside it."""
    return [
        found
        for name, found in sorted(sys.modules.items())
        if (name == module or name.startswith(module + ".")) and getattr(found, "__file__", None)
    ]


def forgotten_yields(modules: Iterable[ModuleType]) -> list[str]:
    """Places where a rule or a question is made and thrown away: "rules.py:40: rally(...)"."""
    trees: list[tuple[str, ast.Module]] = []
    for module in modules:
        try:
            trees.append((str(module.__file__).rpartition("/")[2], ast.parse(inspect.getsource(module))))
        except (OSError, SyntaxError):
            continue  # no source, as in a compiled game
    rules = {name for _, tree in trees for name in _generators(tree)}
    found: list[str] = []
    for file, tree in trees:
        for node in sorted(ast.walk(tree), key=lambda node: getattr(node, "lineno", 0)):
            if isinstance(node, ast.Expr) and _called(node.value) in rules | QUESTIONS | LOOPS:
                found.append(f"{file}:{node.lineno}: {_called(node.value)}(...) is called and not yielded")
            if isinstance(node, ast.Expr) and (verb := _verb_of_state(node.value)):
                found.append(f"{file}:{node.lineno}: {verb}(...) is called and not yielded")
            if isinstance(node, ast.Yield) and _called(node.value) in rules | LOOPS:
                found.append(f"{file}:{node.lineno}: {_called(node.value)}(...) needs `yield from`")
            if isinstance(node, ast.Yield) and (verb := _verb_of_state(node.value)):
                found.append(f"{file}:{node.lineno}: {verb}(...) needs `yield from`")
    return found


def _generators(tree: ast.Module) -> list[str]:
    """The functions and methods that are generators by their own body."""
    return [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and any(map(_is_yield, _own_nodes(node)))
    ]


def _own_nodes(function: ast.FunctionDef) -> Iterable[ast.AST]:
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(node))


def _is_yield(node: ast.AST) -> bool:
    return isinstance(node, (ast.Yield, ast.YieldFrom))


def _called(node: ast.AST | None) -> str:
    """The name of what is called: a plain function, or a method of `self` or `super()`."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Name):
        return node.func.id
    if isinstance(node.func, ast.Attribute):
        owner = node.func.value
        if (isinstance(owner, ast.Name) and owner.id == "self") or _called(owner) == "super":
            return node.func.attr
    return ""


def _verb_of_state(node: ast.AST | None) -> str:
    """The verb of a call like `s.cards.shuffle(DECK)`: one that asks for chance, of something the state `s` holds."""
    if (
        not isinstance(node, ast.Call)
        or not isinstance(node.func, ast.Attribute)
        or node.func.attr not in VERBS
    ):
        return ""
    owner: ast.AST = node.func.value
    if not isinstance(owner, (ast.Attribute, ast.Subscript)):
        return ""  # a local name may be anything: rng.shuffle(...)
    while isinstance(owner, (ast.Attribute, ast.Subscript)):
        owner = owner.value
    return ast.unparse(node.func) if isinstance(owner, ast.Name) and owner.id == "s" else ""
