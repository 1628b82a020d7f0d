"""Find the conditions of refusals in a source, and put a switch around each, so that any one of them can be dropped.

A refusal is a function that returns ``Refusal | None`` (or ``Refusal``: it chooses a sentence), or a lambda that a `Choice` or a
`Listed` takes its reasons from. Its conditions are

- each ``if``, dropped so that it never holds;
- each operand of ``and`` and ``or`` in a condition, dropped as if it were not written;
- each conditional expression, dropped so that its reason is never given;
- each part of ``first_refusal(...) or second_refusal(...)``, and each reason returned without a condition, dropped as if it were None.

Every condition becomes ``switch(number, expression)``, which returns the value of the expression, or its `neutral` value if
this is the condition that is dropped. All of them are in one compiled module, so that nothing is compiled or imported again.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

SWITCH = "_switch_of_condition_"
#: Classes whose arguments may be reasons: a lambda among these is a refusal.
TAKES_REASONS = ("Choice", "Listed")
#: The shortest stretch of a sentence by which a test quotes it.
QUOTE = 10


class Condition(NamedTuple):
    """One condition of a refusal."""

    number: int
    module: str
    function: str
    #: The condition as it is written, with enough around it to know it again when lines move.
    text: str
    path: Path
    line: int
    #: Its value when it is dropped: False never holds, True always does, None is no reason.
    neutral: bool | None
    #: The constants of the reasons that it guards.
    guards: tuple[str, ...]

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is known by in the list of accepted survivors."""
        return self.module, self.function, self.text


class Source(NamedTuple):
    """A module with switches, and its conditions."""

    tree: ast.Module
    conditions: list[Condition]


def read_source(path: Path, module: str, first: int = 0) -> Source:
    """Read a module and put a switch around each condition; they are numbered from `first`."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    finder = _Finder(path, module, first)
    for name, function in _refusals(tree):
        finder.put_switches(name, function)
    ast.fix_missing_locations(tree)
    return Source(tree, finder.found)


def read_package(folder: Path, package: str) -> dict[str, Source]:
    """The modules of a package that have refusals, by their names."""
    found: dict[str, Source] = {}
    number = 0
    for path in sorted(folder.rglob("*.py")):
        parts = [package, *path.relative_to(folder).with_suffix("").parts]
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        source = read_source(path, module, number)
        if source.conditions:
            found[module] = source
            number += len(source.conditions)
    return found


def _refusals(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.Lambda]]:
    """Every refusal of a module, with its name."""
    reasons = _used_as_reasons(tree)

    def inside(node: ast.AST, within: str) -> Iterator[tuple[str, ast.FunctionDef | ast.Lambda]]:
        for child in ast.iter_child_nodes(node):
            name = within
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{within}.{child.name}".lstrip(".")
            elif isinstance(child, ast.Assign) and not within and isinstance(child.targets[0], ast.Name):
                name = child.targets[0].id
            if isinstance(child, ast.FunctionDef) and (_gives_reasons(child) or child.name in reasons):
                yield name, child
            elif isinstance(child, ast.Lambda) and child in reasons:
                yield f"{within}.<lambda>".lstrip("."), child
            yield from inside(child, name)

    yield from inside(tree, "")


def _gives_reasons(function: ast.FunctionDef) -> bool:
    """Whether the annotation says that a refusal is returned."""
    returns = function.returns
    if returns is None:
        return False
    text = returns.value if isinstance(returns, ast.Constant) else ast.unparse(returns)
    return text in ("Refusal", "Refusal | None", "None | Refusal", "Optional[Refusal]")


def _used_as_reasons(tree: ast.Module) -> set[object]:
    """The lambdas, and the names of the functions, that a `Choice` or a `Listed` of this module takes its reasons from."""
    found: set[object] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TAKES_REASONS:
            given = [*node.args[1:2], *(it.value for it in node.keywords if it.arg in ("refusal", "why"))]
            for it in given:
                while isinstance(it, ast.Call) and it.args:  # partial(refusal, ...), on_map(refusal)
                    it = it.args[0]
                found.add(it.id if isinstance(it, ast.Name) else it)
    return found


class _Finder:
    """Puts switches into the refusals of one module."""

    def __init__(self, path: Path, module: str, first: int) -> None:
        self.path, self.module, self.first = path, module, first
        self.found: list[Condition] = []
        self.times: Counter[tuple[str, str]] = Counter()
        self.function = ""
        self.always = False

    def put_switches(self, name: str, function: ast.FunctionDef | ast.Lambda) -> None:
        self.function = name
        #: Whether a reason is returned in any case, so that only the sentence is chosen.
        self.always = isinstance(function, ast.FunctionDef) and _only_chooses(function)
        if isinstance(function, ast.Lambda):
            function.body = self.reason(function.body, guarded=False)
        else:
            self.statements(function.body, guarded=self.always)

    def switch(
        self, expression: ast.expr, neutral: bool | None, text: str, guards: Sequence[str]
    ) -> ast.expr:
        """Put a switch around an expression."""
        self.times[self.function, text] += 1
        if (times := self.times[self.function, text]) > 1:
            text = f"{text} (#{times})"
        number = self.first + len(self.found)
        line = expression.lineno
        self.found.append(
            Condition(
                number,
                self.module,
                self.function,
                text,
                self.path,
                line,
                neutral,
                tuple(dict.fromkeys(guards)),
            )
        )
        call = ast.Call(ast.Name(SWITCH, ast.Load()), [ast.Constant(number), expression], [])
        return ast.copy_location(call, expression)

    # Statements

    def statements(self, body: Sequence[ast.stmt], *, guarded: bool) -> None:
        """The statements of a refusal. Where they are guarded by an ``if``, that is the condition of a plain reason."""
        for it in body:
            if isinstance(it, ast.If):
                guards = _constants(it.body)
                test = ast.unparse(it.test)
                it.test = self.operands(it.test, guards)
                it.test = self.switch(it.test, False, f"if {test}", guards)
                self.statements(it.body, guarded=True)
                self.statements(it.orelse, guarded=self.always)
            elif isinstance(it, ast.Return) and it.value is not None:
                it.value = self.reason(it.value, guarded=guarded)
            elif isinstance(it, ast.Assign | ast.AnnAssign) and it.value is not None:
                it.value = self.local(it.value)
            elif isinstance(it, ast.Match):
                for case in it.cases:
                    self.statements(case.body, guarded=self.always)
            else:
                for name in ("body", "orelse", "finalbody"):
                    if not isinstance(it, ast.FunctionDef | ast.ClassDef):
                        self.statements(getattr(it, name, ()), guarded=self.always)

    def local(self, value: ast.expr) -> ast.expr:
        """A value that a condition reads later: its operands, and a reason that it may be."""
        if isinstance(value, ast.IfExp) and (_is_none(value.body) or _is_none(value.orelse)):
            return self.reason(value, guarded=True)
        return self.operands(value, ())

    # Reasons

    def reason(self, value: ast.expr, *, guarded: bool) -> ast.expr:
        """An expression that is a reason, or None."""
        if _is_none(value):
            return value
        if isinstance(value, ast.IfExp):
            return self.conditional(value, guarded=guarded)
        guards = _constants([value])
        if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or):
            whole = ast.unparse(value)
            for n, part in enumerate(value.values):
                if isinstance(part, ast.IfExp | ast.BoolOp):
                    value.values[n] = self.reason(part, guarded=False)
                elif not (self.always and n == len(value.values) - 1):
                    text = f"{ast.unparse(part)}, in: {whole}"
                    value.values[n] = self.switch(part, None, text, _constants([part]))
            return value
        value = self.operands(value, guards)
        return value if guarded else self.switch(value, None, f"return {ast.unparse(value)}", guards)

    def conditional(self, value: ast.IfExp, *, guarded: bool) -> ast.expr:
        """A conditional expression; without its condition, its reason is not given."""
        if _is_none(value.body):
            neutral, told, guards = True, "unless", _constants([value.orelse])
            shown = value.orelse
        else:
            neutral, told, guards = False, "if", _constants([value.body])
            shown = value.body
        text = f"{_short(shown)} {told} {ast.unparse(value.test)}"
        value.test = self.switch(self.operands(value.test, guards), neutral, text, guards)
        value.body = self.reason(value.body, guarded=True)
        value.orelse = self.reason(value.orelse, guarded=guarded or neutral)
        return value

    # Conditions

    def operands(self, test: ast.expr, guards: Sequence[str]) -> ast.expr:
        """Each operand of ``and`` and ``or``, dropped as if it were not written."""
        if isinstance(test, ast.BoolOp):
            neutral = isinstance(test.op, ast.And)
            whole = ast.unparse(test)
            for n, operand in enumerate(test.values):
                text = f"{ast.unparse(operand)}, in: {whole}"
                inner = self.operands(operand, guards)
                test.values[n] = self.switch(inner, neutral, text, guards)
        elif isinstance(test, ast.UnaryOp):
            test.operand = self.operands(test.operand, guards)
        elif isinstance(test, ast.NamedExpr):
            test.value = self.operands(test.value, guards)
        elif isinstance(test, ast.Compare):
            test.left = self.operands(test.left, guards)
        return test


def _only_chooses(function: ast.FunctionDef) -> bool:
    return function.returns is not None and ast.unparse(function.returns) == "Refusal"


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _short(value: ast.expr, most: int = 60) -> str:
    text = ast.unparse(value)
    return text if len(text) <= most else f"{text[:most]}…"


def _constants(nodes: Sequence[ast.AST]) -> list[str]:
    """The constants that are named in returned reasons."""
    names = [
        it.id if isinstance(it, ast.Name) else it.attr
        for node in nodes
        for it in ast.walk(node)
        if isinstance(it, ast.Name | ast.Attribute)
    ]
    return [name for name in dict.fromkeys(names) if name.isupper()]


# How tests name a refusal.


class Names(NamedTuple):
    """What a package calls its reasons."""

    #: The sentences of each constant.
    sentences: dict[str, list[str]]
    #: The `Choice` constants that are made of a function.
    choices: dict[str, list[str]]


def read_names(folder: Path) -> Names:
    """The constants of reasons, and the choices that refusals are used in."""
    sentences: dict[str, list[str]] = {}
    choices: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                value, name = node.value, node.targets[0].id
            elif isinstance(node, ast.AnnAssign) and node.value and isinstance(node.target, ast.Name):
                value, name = node.value, node.target.id
            else:
                continue
            for call in ast.walk(value):
                if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                    continue
                if call.func.id == "Refusal" and call.args and isinstance(call.args[0], ast.Constant):
                    sentences.setdefault(name, []).append(str(call.args[0].value))
                elif call.func.id in TAKES_REASONS:
                    for it in ast.walk(call):
                        if isinstance(it, ast.Name | ast.Attribute):
                            function = it.id if isinstance(it, ast.Name) else it.attr
                            choices.setdefault(function, []).append(name)
    return Names(sentences, choices)


def quotes(sentence: str) -> list[str]:
    """The stretches of a sentence between the things it names, long enough to know it by.

    >>> quotes("{it} is more than {n:{n} sector|{n} sectors} away on foot.")
    ['is more than', 'away on foot.']
    """
    while (plain := re.sub(r"\{[^{}]*\}", "\0", sentence)) != sentence:
        sentence = plain
    return [part.strip() for part in sentence.split("\0") if len(part.strip()) >= QUOTE]


def named_in(condition: Condition, names: Names, text: str) -> bool:
    """Whether the text of a test names what a condition belongs to, or quotes the sentence that it guards."""
    function = condition.function.rpartition(".")[2]
    told = [name for name in condition.guards if name in names.sentences]
    words = [*told, *names.choices.get(function, ())]
    words += [] if function == "<lambda>" else [function]
    if any(re.search(rf"\b{re.escape(word)}\b", text) for word in words):
        return True
    return any(quote in text for name in told for it in names.sentences[name] for quote in quotes(it))
