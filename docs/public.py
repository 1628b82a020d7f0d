"""What the reference must explain: every public name, every field of every view and board, every topic.

`docs/python_reference.py` turns this into pages, and `tests/docs/test_python_reference.py` compares it with what the pages
list. It needs nothing but Sandtable itself.
"""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
import textwrap
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from sandtable.engine import Game, Options, Topic
from sandtable.games import BUILT_IN, find_game

PAGES = Path(__file__).parent / "reference" / "python"
#: The modules people import from. A name that several of them offer is explained once, under the first.
MODULES = (
    "sandtable",
    "sandtable.bots",
    "sandtable.lab",
    "sandtable.learn",
    "sandtable.engine",
    "sandtable.engine.parts",
    "sandtable.engine.contract",
)
#: What these fields mean wherever they occur.
EVERYWHERE = {
    "id": "Its id: the last part of a key, and the `id` of a thing in questions and log lines.",
    "label": "What people read for it.",
}


class Name(NamedTuple):
    """A public name and where it is imported from."""

    module: str
    name: str

    @property
    def path(self) -> str:
        return f"{self.module}.{self.name}"

    @property
    def value(self) -> Any:
        return getattr(import_module(self.module), self.name)

    @property
    def home(self) -> str:
        """The module that defines it, found through the imports of the one that offers it."""
        module = self.module
        while (source := _imports(module).get(self.name)) is not None:
            module = source
        return module

    @property
    def doc(self) -> str:
        """Its docstring, or the `#:` comment of a constant."""
        value = self.value
        if inspect.isclass(value) or inspect.isroutine(value):
            return _docstring(value)
        return _comments(self.home).get(self.name, "")


@cache
def _tree(module: str) -> tuple[ast.Module, list[str]]:
    found = find_spec(module)  # without importing it: what it needs may not be installed
    assert found is not None
    assert found.origin is not None
    source = Path(found.origin).read_text(encoding="utf-8")
    return ast.parse(source), source.splitlines()


@cache
def _imports(module: str) -> dict[str, str]:
    """By name: the module from which this module imports it, if that is ours."""
    found: dict[str, str] = {}
    found_at = find_spec(module)
    is_package = found_at is not None and found_at.submodule_search_locations is not None
    package = module if is_package else module.rpartition(".")[0]
    body = _tree(module)[0].body
    late = [part for node in body if isinstance(node, ast.If) for part in node.body]  # if TYPE_CHECKING
    for node in [*body, *late]:
        if isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            if source.startswith("sandtable"):
                found.update((alias.asname or alias.name, source) for alias in node.names)
    return found


@cache
def _comments(module: str, of: str = "") -> dict[str, str]:
    """The `#:` comments of a module or of a class (by name), by the name they explain."""
    tree, lines = _tree(module)
    body: list[ast.stmt] = tree.body
    for node in ast.walk(tree):
        if of and isinstance(node, ast.ClassDef) and node.name == of:
            body = node.body
    found: dict[str, str] = {}
    for node in body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if not isinstance(target, ast.Name):
            continue
        _, mark, beside = lines[(node.end_lineno or node.lineno) - 1].partition("  #: ")
        above: list[str] = []
        line = node.lineno - 2
        while line >= 0 and (comment := lines[line].strip()).startswith("#:"):
            above.insert(0, comment[2:].strip())
            line -= 1
        if text := beside.strip() if mark else " ".join(above):
            found[target.id] = text
    return found


def _docstring(value: Any) -> str:
    """The docstring that was written for this very thing, not one it inherits."""
    doc = value.__dict__.get("__doc__") if inspect.isclass(value) else getattr(value, "__doc__", None)
    return inspect.cleandoc(doc) if isinstance(doc, str) else ""


def all_of(module: str) -> list[str]:
    """The names that a module offers."""
    return list(import_module(module).__all__)


def manner() -> dict[str, str]:
    """What every question function takes besides its own arguments."""
    return _comments("sandtable.engine.asking", "Manner")


def public_names() -> list[Name]:
    """Every name of every public module's `__all__`; a name that several offer counts once."""
    found: dict[tuple[str, str], Name] = {}
    for module in MODULES:
        for name in all_of(module):
            found.setdefault((Name(module, name).home, name), Name(module, name))
    return list(found.values())


def packages_with_public_names() -> set[str]:
    """Packages outside games that offer names in `__all__`, whether `MODULES` has them or not."""
    import sandtable

    found = {"sandtable"}
    for module in pkgutil.walk_packages(sandtable.__path__, "sandtable."):
        if module.ispkg and not module.name.startswith(("sandtable.games", "sandtable.server")):
            if hasattr(import_module(module.name), "__all__"):
                found.add(module.name)
    return found


# Pages

_LISTED = re.compile(r"^```\{public\} (\S+)\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)


def listed_names() -> list[Name]:
    """The names that the pages of the reference give a place, in order."""
    return [
        Name(module, name)
        for page in sorted(PAGES.glob("*.md"))
        for module, names in _LISTED.findall(page.read_text(encoding="utf-8"))
        for name in names.split()
    ]


def names_without_a_place() -> list[Name]:
    """Public names that no page lists; the last page of the reference shows them."""
    listed = {(name.home, name.name) for name in listed_names()}
    return [name for name in public_names() if (name.home, name.name) not in listed]


# Members of a class


class Member(NamedTuple):
    """A field, property or method of a public class, with what is said about it."""

    name: str
    type: str
    doc: str


def fields_of(kind: type) -> list[Member]:
    """The fields of a struct, a named tuple or an enum, each with its explanation."""
    if issubclass(kind, Enum):
        return [Member(each.name, str(each.value), _field_doc(kind, each.name)) for each in kind]
    fields: Any = getattr(kind, "__struct_fields__", None) or getattr(kind, "_fields", ())
    names: Sequence[str] = fields
    return [Member(name, _annotation(kind, name), _field_doc(kind, name)) for name in names if name[0] != "_"]


def _annotation(kind: type, name: str) -> str:
    for base in kind.__mro__:
        written = inspect.get_annotations(base).get(name)
        if written is not None:
            is_plain = isinstance(written, str) and "Annotated" not in written
            return str(written) if is_plain else _shown(get_type_hints(kind)[name])
    return ""


def _shown(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) else str(hint)


def _field_doc(kind: type, name: str) -> str:
    if issubclass(kind, Options):
        title, description = kind.words(name)
        written = description or title if description or title != name.capitalize() else ""
        if written:
            return f"{title}. {description}" if description else f"{title}."
    for base in kind.__mro__:
        if base.__module__.partition(".")[0] not in ("builtins", "enum", "msgspec", "typing"):
            if name in (comments := _comments(base.__module__, base.__name__)):
                return comments[name]
    return EVERYWHERE.get(name, "") if not issubclass(kind, Enum) else ""


def members_of(kind: type) -> Iterator[Member]:
    """The public methods, properties and fields that a public class defines."""
    if issubclass(kind, (msgspec.Struct, tuple, Enum)):
        yield from fields_of(kind)
    else:
        for name, written in inspect.get_annotations(kind).items():
            if name[0] != "_":
                yield Member(name, str(written), _field_doc(kind, name))
    for name, value in kind.__dict__.items():
        if name.startswith("_") or name in getattr(kind, "__struct_fields__", ()) or name in ("_fields",):
            continue
        if isinstance(value, (classmethod, staticmethod)):
            value = value.__func__
        if isinstance(value, (property, cached_property)) or inspect.isfunction(value):
            yield Member(name, type(value).__name__, _docstring(value) or _inherited(kind, name))


def _inherited(kind: type, name: str) -> str:
    """What a base says about a member that a class makes its own."""
    found = (_docstring(getattr(base, name)) for base in kind.__mro__[1:] if hasattr(base, name))
    return next(filter(None, found), "")


# Games


def game_structs(game: Game[Any]) -> dict[str, list[type]]:
    """The types a script meets: the options, what it sees, and what is printed; each with the types in its fields."""
    seen: list[type] = []
    parts: dict[str, list[type]] = {}
    for part, methods in (("options", ()), ("view", ("view", "page")), ("board", ("board",))):
        found: list[type] = []
        roots = [get_type_hints(getattr(type(game), method)).get("return") for method in methods]
        for root in roots or [type(game).options_type]:
            _gather(root, found, seen)
        parts[part] = found
    return parts


def _gather(hint: Any, found: list[type], seen: list[type]) -> None:
    is_kind = isinstance(hint, type) and (
        issubclass(hint, (msgspec.Struct, Enum)) or hasattr(hint, "_fields")
    )
    if is_kind and hint not in seen:
        seen.append(hint)
        found.append(hint)
        if not issubclass(hint, Enum):
            for part in get_type_hints(hint).values():
                _gather(part, found, seen)
    for part in get_args(hint):
        _gather(part, found, seen)


def kinds_of(game: Game[Any]) -> dict[str, list[str]]:
    """The kinds of things in a game, each with the ids of its things; no ids for a kind that has no end."""
    options = game.options_type()
    kinds = game.kinds(game.begin(options))
    found: dict[str, list[str]] = {}
    for kind in sorted(kinds):
        names, ids = kinds[kind], list[str]()
        while names.is_thing and len(ids) < MANY:
            try:
                ids.append(names.id(len(ids)))
            except (LookupError, ValueError, TypeError):
                break
        found[kind] = ids if len(ids) < MANY else []
    return found


#: A kind with this many things is counted without end.
MANY = 1000


def topics_of(game: Game[Any]) -> list[Topic]:
    """Every topic that a game declares, by id."""
    package = type(game).__module__.rpartition(".")[0]
    packages = [package, *([_shared(package)] if _shared(package) else [])]
    found: dict[str, Topic] = {}
    for name in packages:
        for module in pkgutil.walk_packages(import_module(name).__path__, f"{name}."):
            for value in vars(import_module(module.name)).values():
                if isinstance(value, Topic):
                    found.setdefault(value.id, value)
    return sorted(found.values(), key=lambda topic: topic.id)


def _shared(package: str) -> str:
    """Where the rules are that a game shares with another."""
    beside = f"{package.rpartition('.')[0]}.common"
    try:
        import_module(beside)
    except ImportError:
        return ""
    return beside


def built_in() -> dict[str, Game[Any]]:
    return {key: find_game(key) for key in BUILT_IN}


def first_sentence(text: str) -> str:
    """The first sentence of a docstring, on one line."""
    paragraph = " ".join(textwrap.dedent(text).strip().split("\n\n")[0].split())
    return re.split(r"(?<=[.:])\s", paragraph, maxsplit=1)[0].rstrip(":")
