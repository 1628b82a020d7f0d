"""Structs of the sources as classes that mypyc compiles: fields, `__init__` and `copy` written out."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple, get_type_hints

import msgspec

from sandtable.engine.state import State, copied_field

from .source import Source

RECORD = "sandtable.engine.compiled.record"
MARKS = "sandtable.engine.compiled.marks"
TWINS = "sandtable.engine.compiled.twins"
#: By the keywords of a struct that stays one: the plain struct that has them.
CONFIGURED = {
    "frozen=True": "Frozen",
    "frozen=True, order=True": "FrozenOrdered",
    "frozen=True, array_like=True, gc=False": "FrozenArray",
    "frozen=True, omit_defaults=True": "FrozenSparse",
    "gc=False": "Untracked",
}
#: Structs that can change and stay structs: plain modules copy and encode them, and make many.
STAYING = frozenset(
    [
        "sandtable.engine.log.LogEntry",
        "sandtable.games.red_dust.show.view.CardLine",
        "sandtable.games.red_dust.show.view.NonPlayersView",
        "sandtable.games.red_dust.show.view.View",
    ]
)


class Field(NamedTuple):
    """A field of a struct: in the source, and as msgspec has it."""

    name: str
    #: Where the class declares it; None if a class above does.
    node: ast.AnnAssign | None
    default: Any
    is_keyword: bool

    @property
    def is_required(self) -> bool:
        return self.default is msgspec.NODEFAULT

    @property
    def kind(self) -> str:
        return "Any" if self.node is None else ast.unparse(self.node.annotation)

    def parameter(self, kept: tuple[str, ...]) -> str:
        """The field as a parameter of `__init__`."""
        if self.name in kept:
            return f"{self.name}: Any = None"
        if self.is_required:
            return f"{self.name}: {self.kind}"
        made = self.made
        return (
            f"{self.name}: {self.kind} | None = None" if made else f"{self.name}: {self.kind} = {self.fixed}"
        )

    @property
    def made(self) -> str:
        """The expression that makes a default anew for each record; empty if the default is fixed."""
        if type(self.default).__name__ != "Factory":
            return ""
        value = None if self.node is None else self.node.value
        if isinstance(value, ast.Call):
            make = value.keywords[0].value
            return ast.unparse(make.body) if isinstance(make, ast.Lambda) else f"{ast.unparse(make)}()"
        return {list: "[]", dict: "{}"}[self.default.factory]

    @property
    def fixed(self) -> str:
        """The expression of a default that never changes."""
        value = None if self.node is None else self.node.value
        return repr(self.default) if value is None else ast.unparse(value)

    @property
    def told(self) -> str:
        """The field as `finish` is told it."""
        default = "" if self.is_required else f"{self.fixed_or_factory}, "
        return f"{self.name!r}: ({self.kind!r}, {default})"

    @property
    def fixed_or_factory(self) -> str:
        value = None if self.node is None else self.node.value
        if isinstance(value, ast.Call) and value.keywords and value.keywords[0].arg == "default_factory":
            return f"factory({ast.unparse(value.keywords[0].value)})"
        return self.fixed


def write_classes(source: Source) -> None:
    """Rewrite every struct of a module that can change: states, questions, throws; and values. Others stay what they are."""
    ends, told = [], list[str]()
    for node in source.tree.body:
        cls = getattr(source.module, node.name, None) if isinstance(node, ast.ClassDef) else None
        if isinstance(node, ast.ClassDef) and is_written(cls):
            ends.append(_write(source, node, cls))
        elif isinstance(node, ast.ClassDef) and isinstance(cls, type) and issubclass(cls, msgspec.Struct):
            if node.keywords:
                _inherit_config(source, node)
            told.append(_annotate(node, cls))
    if told:
        source.import_first(f"from {TWINS} import annotate")
        source.lines.extend(told)
    if ends:
        source.import_first(
            f"from {TWINS} import factory, finish; from {RECORD} import Record, Single, State as CompiledState, Value; from {MARKS} import mypyc_attr; from typing import Any"
        )
        source.lines.extend([*ends, ""])


def is_written(cls: Any) -> bool:
    """Whether this class is one that is rewritten."""
    if not (isinstance(cls, type) and issubclass(cls, msgspec.Struct)):
        return False
    return is_value(cls) or not (cls.__struct_config__.frozen or is_staying(cls))


def is_staying(cls: Any) -> bool:
    """Whether this class is one that can change and stays a struct."""
    return f"{cls.__module__}.{cls.__qualname__}" in STAYING


def is_value(cls: Any) -> bool:
    """Whether this class is a frozen struct that rules make many of, and nobody reads or writes as data.

    Python need not look for cycles in it (`gc=False`), and it is no array in a file.
    """
    config = cls.__struct_config__
    return bool(config.frozen and not config.gc and not config.array_like)


def _inherit_config(source: Source, node: ast.ClassDef) -> None:
    """A struct stays a struct. mypyc drops the keywords of a class, so it inherits what they say from a plain one."""
    base, keywords = ast.unparse(node.bases[0]), ast.unparse(node).partition("\n")[0].partition(", ")[2]
    plain = CONFIGURED.get(keywords.rstrip("):"))
    if plain is None or (base != "msgspec.Struct" and plain != "Frozen"):
        raise ValueError(f"{node.name}: mypyc drops {keywords.rstrip('):')}. Do not compile this module.")
    if base == "msgspec.Struct":
        source.lines[node.lineno - 1] = f"class {node.name}({plain}, {keywords}"
        source.import_first(f"from {MARKS} import {plain}")


def _annotate(node: ast.ClassDef, cls: Any) -> str:
    """mypyc knows no more of a field than `tuple`; what is in it is told to msgspec as the source has it."""
    kinds = {it.name: it.kind for it in fields_of(node, cls) if it.node is not None}
    return f"annotate({node.name}, {kinds!r})"


def refuse_cached_properties(source: Source) -> None:
    """mypyc takes a cached property that is called for a method, and gives its value back for what the call returns."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef) and "cached_property" in map(ast.unparse, node.decorator_list):
            raise ValueError(f"{node.name}: mypyc mistakes a cached_property for a method. Write it out.")


def fields_of(node: ast.ClassDef, cls: Any) -> list[Field]:
    """All fields of a struct in the order of `__init__`."""
    own = {
        it.target.id: it
        for it in node.body
        if isinstance(it, ast.AnnAssign) and isinstance(it.target, ast.Name)
    }
    names, defaults = cls.__struct_fields__, cls.__struct_defaults__
    defaults = (msgspec.NODEFAULT,) * (len(names) - len(defaults)) + defaults
    keyword = {it.arg for it in node.keywords if it.arg == "kw_only"} and set(names)
    return [
        Field(name, own.get(name), default, name in keyword)
        for name, default in zip(names, defaults, strict=True)
    ]


def _write(source: Source, node: ast.ClassDef, cls: Any) -> str:
    fields = fields_of(node, cls)
    free = [n for it in fields if it.node is not None for n in source.blank(it.node)]
    kept = getattr(cls, "kept_fields", ())
    for it in node.body:
        if isinstance(it, ast.FunctionDef) and it.name == "__post_init__" and kept:
            source.blank(it)
    if ast.get_docstring(node) is not None:
        about = source.blank(node.body[0])
        free = free or about
        if len(free) < 2:
            free = [*about, *free]
    new = ["; ".join(f"{it.name}: {it.kind}" for it in fields if it.node is not None)]
    new += _init(fields, tuple(name for name in kept if any(it.name == name for it in fields)), cls)
    if issubclass(cls, State):
        new.append(_copy(fields, cls))
    new = [line for line in new if line] or ["pass"]
    if len(free) < len(new):
        raise ValueError(f"{cls.__name__} has {len(free)} lines for {len(new)}: give it a longer docstring.")
    for number, line in zip(sorted(free), new, strict=False):
        source.lines[number] = f"    {line}"
    if not getattr(cls.__struct_config__, "gc", True):
        source.lines[node.lineno - 2] = "@mypyc_attr(acyclic=True)"
    bases = [ast.unparse(base) for base in node.bases]
    record = "Value" if is_value(cls) else "Record" if cls.__struct_config__.eq else "Single"
    bases[0] = {"msgspec.Struct": record, "State": "CompiledState"}.get(bases[0], bases[0])
    source.lines[node.lineno - 1] = f"class {node.name}({', '.join(bases)}):"
    told = ", ".join(it.told for it in fields if it.node is not None)
    config = "".join(f", {it.arg}=True" for it in node.keywords if it.arg == "kw_only")
    return f"finish({node.name}, {{{told}}}{config})"


def _init(fields: list[Field], kept: tuple[str, ...], cls: Any) -> list[str]:
    """`__init__`: every field is set; what is kept is worked out unless it is given."""
    if not fields:
        return []
    at = [it.is_keyword for it in fields]
    parameters = [it.parameter(kept) for it in fields]
    if True in at:
        parameters.insert(at.index(True), "*")
    above = [it.name for it in fields if it.node is None]
    body = [f"super().__init__({', '.join(f'{name}={name}' for name in above)})"] if above else []
    for it in fields:
        if it.node is not None and it.name not in kept:
            body.append(
                f"self.{it.name} = {it.made} if {it.name} is None else {it.name}"
                if it.made
                else f"self.{it.name} = {it.name}"
            )
    head = f"def __init__(self, {', '.join(parameters)}) -> None:"
    if kept and hasattr(cls, "keep"):
        given = "; ".join(f"self.{name} = {name}" for name in kept)
        return [
            head,
            f"    {'; '.join(body)}",
            f"    if {kept[0]} is None: self.keep()",
            f"    else: {given}",
        ]
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    return [f"{head} {'; '.join(body)}"]


def _copy(fields: list[Field], cls: Any) -> str:
    """`copy`: what plain Python makes of the types of the fields when it is first called."""
    hints = get_type_hints(cls)

    def copied(name: str) -> str:
        if name == "is_lent" and cls.lent_fields:
            return "True"
        text = copied_field(cls, "self", name, hints[name])
        if text.startswith("[*map(copy_list, "):
            return f"[x.copy() for x in self.{name}]"
        return text

    args = ", ".join((f"{it.name}=" if it.is_keyword else "") + copied(it.name) for it in fields)
    lend = "self.is_lent = True; " if cls.lent_fields else ""
    return f"def copy(self) -> {cls.__name__}: {lend}return {cls.__name__}({args})"
