"""A mistake that a running game hardly shows: a rule that is called and never run, because a `yield from` is missing."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable
from functools import cache
from types import ModuleType

#: What the engine offers that does nothing until it is yielded, or run with `yield from`.
QUESTIONS = frozenset({"pick", "yes_no", "amount", "say", "Roll", "Opposed", "Draw", "Shuffle"})
#: Of these, the ones that a rule has no other use for: dice may be kept and read (`Roll(2).outcomes()`).
ASKED = frozenset({"pick", "yes_no", "amount"})
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
    """Places where a rule or a question is made and never run: "rules.py:40: rally(...) is called and not yielded"."""
    return list(_forgotten_in(tuple(modules)))


@cache
def _forgotten_in(modules: tuple[ModuleType, ...]) -> tuple[str, ...]:
    """Loaded modules do not change, so their source is read once, however many checks a process makes."""
    trees: list[tuple[str, ast.Module]] = []
    for module in modules:
        try:
            trees.append((str(module.__file__).rpartition("/")[2], ast.parse(inspect.getsource(module))))
        except (OSError, SyntaxError):
            continue  # no source, as in a compiled game
    rules = {name for _, tree in trees for name in _generators(tree)}
    sure = {name for _, tree in trees for name in _generators(tree, sure=True)}
    found: list[str] = []
    for file, tree in trees:
        for line, what in sorted(_forgotten(tree, rules, sure | ASKED | LOOPS)):
            found.append(f"{file}:{line}: {what}")
    return tuple(found)


def _forgotten(tree: ast.Module, rules: set[str], sure: set[str]) -> Iterable[tuple[int, str]]:
    """Lines on which something is made and not run. `sure` are the names that can be nothing but a rule or a question."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            called = _called(node.value)
            name = called if called in rules | QUESTIONS | LOOPS else _verb_of_state(node.value)
            if name:
                yield node.lineno, f"{name}(...) is called and not yielded"
            if isinstance(node.value, ast.Name) and node.value.id == "UNSEAL":
                yield node.lineno, "UNSEAL is not yielded"
        elif isinstance(node, ast.Yield):
            called = _called(node.value)
            if name := called if called in rules | LOOPS else _verb_of_state(node.value):
                yield node.lineno, f"{name}(...) needs `yield from`"
        else:
            for value in _kept(node) if isinstance(node, ast.FunctionDef) else _used(node):
                called = _called(value)
                if name := called if called in sure else _verb_of_state(value):
                    missing = "yield" if called in ASKED else "yield from"
                    yield value.lineno, f"{name}(...) is used without `{missing}`"


def _used(node: ast.AST) -> list[ast.expr]:
    """The names a node decides or computes with, or writes into the state: never a rule or a question itself."""
    if isinstance(node, (ast.If, ast.IfExp, ast.While, ast.Assert)):
        return [node.test]
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    if isinstance(node, ast.AugAssign):
        return [node.value]
    if isinstance(node, ast.Assign) and not all(isinstance(target, ast.Name) for target in node.targets):
        return [node.value]
    return []


def _kept(function: ast.FunctionDef) -> list[ast.expr]:
    """The values a function keeps under a local name and neither yields nor returns later."""
    own = list(_own_nodes(function))
    run: set[str] = set()
    for node in own:
        if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Return)) and node.value is not None:
            run |= _names(node.value)
    return [
        node.value
        for node in own
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id not in run
    ]


def _names(value: ast.expr) -> set[str]:
    """The names a value may be: `a` and `b` of `a if it else b`."""
    if isinstance(value, ast.IfExp):
        return _names(value.body) | _names(value.orelse)
    return {value.id} if isinstance(value, ast.Name) else set()


def _generators(tree: ast.Module, *, sure: bool = False) -> list[str]:
    """The functions and methods that are generators by their own body; with `sure`, those that say they return `Steps`."""
    return [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any(map(_is_yield, _own_nodes(node)))
        and (not sure or (node.returns is not None and "Steps" in ast.unparse(node.returns)))
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
