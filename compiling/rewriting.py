"""A copy of the sources, rewritten for mypyc."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path

from .classes import refuse_cached_properties, write_classes
from .source import Source, ask_for_types, choose_at_runtime, fix_constants, import_classes, keep_games_plain

#: Names that rules know a class by, and where the class is.
ALIASES = {"pick": ("sandtable.engine.steps", "Ask")}
#: What mypyc reads instead of `engine/state.py`, which stays plain: to compiled modules a state is a compiled one.
STATE_STUB = """\
from typing import Any
from .compiled.record import State as State
KEPT: Any
def holds_state(hint: Any) -> bool: ...
"""
#: And instead of `engine/compiled/marks.py`, which does nothing.
MARKS_STUB = """\
import msgspec
from mypy_extensions import mypyc_attr as mypyc_attr
class Frozen(msgspec.Struct, frozen=True): ...
class FrozenOrdered(msgspec.Struct, frozen=True, order=True): ...
class FrozenArray(msgspec.Struct, frozen=True, array_like=True, gc=False): ...
class FrozenSparse(msgspec.Struct, frozen=True, omit_defaults=True): ...
class Untracked(msgspec.Struct, gc=False): ...
"""


def rewritten(text: str, name: str) -> str:
    """The text of a module for mypyc; `name` is what it is imported by."""
    source = Source(text, import_module(name))
    if name == "sandtable.engine.compiled.record":
        _use_records(source)
    refuse_cached_properties(source)
    ask_for_types(source)
    write_classes(source)
    keep_games_plain(source)
    choose_at_runtime(source)
    import_classes(source, ALIASES)
    fix_constants(source)
    return source.text


def _use_records(source: Source) -> None:
    """The bases of records are used now. They have no fields, so that Python need not look for cycles in them."""
    source.lines[source.lines.index("IS_USED = False")] = "IS_USED = True"
    for line in ("class Record:", "class Single(Record):", "class Value(Record):"):
        source.lines[source.lines.index(line) - 1] = "@mypyc_attr(acyclic=True)"
    source.import_first("from .marks import mypyc_attr")


def write_tree(src: Path, to: Path, names: list[str]) -> None:
    """Copy the packages that these modules are in to a folder, with the modules rewritten."""
    shutil.rmtree(to, ignore_errors=True)
    for package in sorted({name.partition("/")[0] for name in names}):
        shutil.copytree(
            (src if (src / package).is_dir() else src.parent) / package,
            to / package,
            ignore=shutil.ignore_patterns("__pycache__", "static", "*.so"),
        )
    for name in names:
        path = to / name
        module = ".".join(Path(name).with_suffix("").parts)
        path.write_text(rewritten(path.read_text(encoding="utf-8"), module), encoding="utf-8")
    (to / "sandtable/engine/state.pyi").write_text(STATE_STUB)
    (to / "sandtable/engine/compiled/marks.pyi").write_text(MARKS_STUB)
