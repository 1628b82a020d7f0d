"""A module of the sources as it is rewritten for mypyc. No line moves: what is new goes where something else was."""

from __future__ import annotations

import ast
import types
from typing import Any, get_origin

FUTURE = "from __future__ import annotations"


class Source:
    """The lines of a module, and the module itself as plain Python has it."""

    def __init__(self, text: str, module: Any) -> None:
        self.lines, self.module = text.split("\n"), module
        self.tree = ast.parse(text)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def blank(self, node: Any) -> list[int]:
        """Empty the lines of a statement. Returns their numbers, from 0."""
        numbers = list(range(node.lineno - 1, node.end_lineno))
        for number in numbers:
            self.lines[number] = ""
        return numbers

    def put(self, node: Any, text: str) -> None:
        """Put a statement into the place of another; it has one line."""
        self.lines[self.blank(node)[0]] = " " * node.col_offset + text

    def import_first(self, text: str) -> None:
        """Import something at the top of the module."""
        first = self.tree.body[0]
        for node in self.tree.body:
            if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                first = node
        assert first.end_lineno is not None
        self.lines[first.end_lineno - 1] += f"; {text}"


def ask_for_types(source: Source) -> None:
    """`value.__class__`, which is what plain Python finds soonest, is an attribute to mypyc; it compiles `type(value)`."""
    found = [
        node
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and node.attr == "__class__" and isinstance(node.value, ast.Name)
    ]
    for node in sorted(found, key=lambda it: it.col_offset, reverse=True):
        line = source.lines[node.lineno - 1].encode()
        new = f"type({ast.unparse(node.value)})".encode()
        source.lines[node.lineno - 1] = (line[: node.col_offset] + new + line[node.end_col_offset :]).decode()


def choose_at_runtime(source: Source) -> None:
    """What is told to type checkers only, and something else at run time, is what it is at run time.

    mypyc takes `TYPE_CHECKING` for true and does not compile the other branch.
    """
    for node in source.tree.body:
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and node.orelse):
            continue
        defined = {name for it in node.orelse for name in _targets(it)}
        for it in node.body:
            if defined.intersection(_targets(it)):
                source.put(it, "pass")
        number = node.orelse[0].lineno - 1
        while source.lines[number].strip() != "else:":
            number -= 1
        source.lines[number] = "if True:"


def keep_games_plain(source: Source) -> None:
    """A class that inherits from one that is not compiled stays a Python class; its methods are compiled."""
    is_any = False
    for node in source.tree.body:
        if isinstance(node, ast.ClassDef) and any(ast.unparse(it).startswith("Game[") for it in node.bases):
            source.lines[node.lineno - 2] = "@mypyc_attr(native_class=False)"
            is_any = True
    if is_any:
        source.import_first(
            "import sandtable.engine.game; from sandtable.engine.compiled.marks import mypyc_attr"
        )


def _targets(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [it.id for it in targets if isinstance(it, ast.Name)]


def import_classes(source: Source, aliases: dict[str, tuple[str, str]]) -> None:
    """Import a class by its own name where the sources import it by another: mypyc calls only the class directly."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.ImportFrom) or not {it.name for it in node.names} & aliases.keys():
            continue
        if (node.module or "").rpartition(".")[2] not in ("asking", "engine"):
            continue
        rest = [it for it in node.names if it.name not in aliases]
        parts = [
            f"from {aliases[it.name][0]} import {aliases[it.name][1]} as {it.asname or it.name}"
            for it in node.names
            if it.name in aliases
        ]
        if rest:
            parts.insert(
                0, f"from {'.' * node.level}{node.module or ''} import {', '.join(map(ast.unparse, rest))}"
            )
        source.put(node, "; ".join(parts))


def fix_constants(source: Source) -> None:
    """Names of a module that are set once are constants: mypyc then looks none of them up by name."""
    times: dict[str, int] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            times[node.id] = times.get(node.id, 0) + 1
        elif isinstance(node, ast.Global):
            times.update(dict.fromkeys(node.names, 99))
    is_any = False
    for node in source.tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            is_any |= _fix(source, node, times)
    if is_any:
        source.import_first("from typing import Final")


def _fix(source: Source, node: ast.Assign | ast.AnnAssign, times: dict[str, int]) -> bool:
    """Make a constant of what a statement sets, if it is data and set nowhere else."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [it.id for target in targets for it in ast.walk(target) if isinstance(it, ast.Name)]
    values = {name: getattr(source.module, name, None) for name in names}
    if "__all__" in names or any(times[name] > 1 or not _is_data(values[name]) for name in names):
        return False
    number = node.lineno - 1
    line = source.lines[number]
    if isinstance(targets[0], ast.Tuple) and len(targets) == 1:
        if not all(type(it) is int for it in values.values()):
            return False
        source.put(node, "; ".join(f"{name}: Final = {value}" for name, value in values.items()))
    elif isinstance(node, ast.Assign) and isinstance(targets[0], ast.Name) and len(targets) == 1:
        source.lines[number] = f"{names[0]}: Final{line[len(names[0]) :]}"
    elif isinstance(node, ast.AnnAssign) and node.annotation.end_lineno == node.lineno:
        kind, start, end = (
            ast.unparse(node.annotation),
            node.annotation.col_offset,
            node.annotation.end_col_offset,
        )
        if "Final" in kind or node.value is None:
            return False
        source.lines[number] = f"{line[:start]}Final[{line[start:end]}]{line[end:]}"
    else:
        return False
    return True


def _is_data(value: Any) -> bool:
    """Whether this is a value, and no type, function or module."""
    if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)):
        return False
    is_type = get_origin(value) is not None or type(value).__module__ in ("typing", "typing_extensions")
    return value is not None and not is_type
