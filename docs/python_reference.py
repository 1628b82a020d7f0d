"""A Sphinx extension: the reference of the Python API, made from docstrings and `#:` comments.

On a page, a block `{public}` explains names of a public module and `{public-rest}` those that no page lists;
`{public-index}` lists them all; `{manner}` says what every question function takes; `{game}`, `{names}` and
`{topics}` explain a built-in game. Each block is replaced by text before the page is parsed. `public` works out
what must be there; the tests use it as well.
"""

from __future__ import annotations

import builtins
import inspect
import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

import public
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util import logging

import sandtable.engine
import sandtable.engine.steps

log = logging.getLogger(__name__)

_BLOCK = re.compile(
    r"^```\{(public|public-rest|public-index|manner|game|names|topics)\} ?(\S*)\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


def setup(app: Sphinx) -> dict[str, bool]:
    # `steps` knows topics only as a type, because `asking` imports it; a signature cannot be shown without them.
    vars(sandtable.engine.steps).setdefault("Topic", sandtable.engine.Topic)
    vars(sandtable.engine.steps).setdefault("Word", sandtable.engine.Word)
    app.connect(
        "env-get-outdated", lambda app, env, *_: [page for page in env.found_docs if "python/" in page]
    )
    app.connect("source-read", replace_blocks)
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("autodoc-process-docstring", refer_to_foreign_base)
    app.connect("doctree-read", leave_builtins_alone)
    app.connect("build-finished", compare_with_all)
    return {"parallel_read_safe": True}


def replace_blocks(app: Sphinx, page: str, source: list[str]) -> None:
    makers: dict[str, Callable[[str, str], str]] = {
        "public": lambda module, names: _rst(_explained(public.Name(module, n)) for n in names.split()),
        "public-rest": lambda *_: _rest(),
        "public-index": lambda *_: _index(),
        "manner": lambda *_: _manner(),
        "game": lambda key, part: _game(key, part.strip()),
        "names": lambda key, _: _names(key),
        "topics": lambda key, _: _topics(key),
    }
    source[0] = _BLOCK.sub(lambda found: makers[found[1]](found[2], found[3]), source[0])


def shorten_signature(
    app: Sphinx, what: str, name: str, value: Any, options: Any, signature: str | None, returns: str
) -> tuple[str, str] | None:
    """Leave out what does not help: how to make what is always given, and the type of the common arguments."""
    if inspect.isclass(value) and value.__name__ in GIVEN:
        return "", ""
    return (signature.replace(": Unpack[Manner]", ""), returns) if signature else None


#: What a script is given and never makes; its fields explain it.
GIVEN = {
    *("Answered", "Cards", "Checked", "Game", "GameError", "Header", "Hidden", "HiddenQuestion"),
    *(
        "Imagination",
        "LogLine",
        "Manifest",
        "Moment",
        "Note",
        "Odds",
        "Option",
        "OptionView",
        "Pack",
        "PackStamp",
        "Proof",
    ),
    *(
        "Published",
        "Question",
        "QuestionView",
        "Report",
        "Result",
        "Run",
        "Share",
        "Simulation",
        "StandingOrder",
        "Table",
        "Thrown",
    ),
    *("TopicUse", "Unseal"),
}


def refer_to_foreign_base(
    app: Sphinx, what: str, name: str, value: Any, options: Any, lines: list[str]
) -> None:
    """What Gymnasium or PettingZoo say about a method is on their own pages, and in their own markup."""
    if name.startswith("sandtable.learn.") and what in ("method", "property", "attribute"):
        if lines and not getattr(value, "__doc__", None):
            lines[:] = ["As in the base class.", ""]


def leave_builtins_alone(app: Sphinx, page: nodes.document) -> None:
    """`type` in a signature is Python's own, even if some struct has a field of that name."""
    for link in page.findall(pending_xref):
        if hasattr(builtins, link.get("reftarget", "")):
            link.attributes.pop("refspecific", None)


def compare_with_all(app: Sphinx, failure: Exception | None) -> None:
    """Warn, and so fail the build, if a public name has no place in the index that was built."""
    if failure is None and app.builder.name == "html":
        built = app.env.domains["py"].objects
        for name in public.public_names():
            if name.path not in built:
                log.warning("%s is public but not explained anywhere", name.path)


def _rst(parts: Iterator[str]) -> str:
    return "\n".join(["~~~~~~{eval-rst}", *parts, "~~~~~~"])


def _indented(text: str, by: str = "   ") -> str:
    return "\n".join(by + line if line else "" for line in text.split("\n"))


def _explained(name: public.Name) -> str:
    """The directive that explains a name."""
    value = name.value
    if inspect.isclass(value) and value.__name__ == name.name:  # `pick` is `Ask`, which has its own entry
        hidden = ", ".join(member for member in vars(value) if member.startswith("__struct"))
        special = "__getitem__" if name.name in ("Pack", "Odds") else ""
        return "\n".join(
            [
                f".. autoclass:: {name.path}",
                "   :members:",
                *(["   :show-inheritance:"] if _is_ours(value.__base__) else []),
                *([f"   :special-members: {special}"] if special else []),
                *([f"   :exclude-members: {hidden}"] if hidden else []),
                "",
            ]
        )
    if inspect.isroutine(value):
        return f".. autofunction:: {name.path}\n"
    return f".. py:data:: {name.name}\n   :module: {name.module}\n\n{_indented(name.doc)}\n"


def _is_ours(base: type | None) -> bool:
    return base is not None and base.__module__.startswith("sandtable")


def _rest() -> str:
    rest = public.names_without_a_place()
    return _rst(map(_explained, rest)) if rest else "At the moment there is nothing else."


def _index() -> str:
    rows = ["| name | import it from | what it is |", "|---|---|---|"]
    offered: dict[tuple[str, str], list[str]] = {}
    for module in public.MODULES:
        for name in public.all_of(module):
            offered.setdefault((public.Name(module, name).home, name), []).append(module)
    for name in sorted(public.public_names(), key=lambda name: name.name.lower()):
        modules = ", ".join(f"`{module}`" for module in offered[name.home, name.name])
        said = public.first_sentence(name.doc).replace("|", "\\|").replace("``", "`")
        rows.append(f"| {{py:obj}}`{name.name} <{name.path}>` | {modules} | {said} |")
    return "\n".join(rows)


def _manner() -> str:
    return "\n".join(f"`{name}`\n: {text}\n" for name, text in public.manner().items())


def _game(key: str, part: str) -> str:
    kinds = public.game_structs(public.built_in()[key])[part]
    return _rst(_struct(kind, key.replace("-", "_")) for kind in kinds)


def _struct(kind: type, game: str) -> str:
    """A struct or an enum, with what is said about each of its fields.

    Its name is told apart from that of other games by the game and not by its module: nobody imports it.
    """
    lines = [f".. py:currentmodule:: {game}", "", f".. py:class:: {kind.__name__}", ""]
    lines += [_indented(inspect.getdoc(kind) or ""), ""]
    for field in public.fields_of(kind):
        lines += [f"   .. py:attribute:: {field.name}"]
        lines += [f"      :value: {field.type}" if issubclass(kind, Enum) else f"      :type: {field.type}"]
        lines += ["", _indented(field.doc, "      "), ""]
    return "\n".join(lines)


def _names(key: str) -> str:
    game = public.built_in()[key]
    options = game.options_type()
    seats = ", ".join(f"`{seat.id}`" for seat in game.seats(options))
    scenarios = ", ".join(f"`{scenario.id}` ({scenario.label})" for scenario in game.scenarios)
    rows = [
        f"Seats: {seats}. Scenarios: {scenarios}.",
        "",
        "| kind | things | for example |",
        "|---|---|---|",
    ]
    for kind, ids in public.kinds_of(game).items():
        shown = ", ".join(f"`{id}`" for id in ids[:4])
        rows.append(f"| `{kind}` | {len(ids) or ''} | {shown or 'amounts, angles or ways to do something'} |")
    return "\n".join(rows)


def _topics(key: str) -> str:
    rows = ["| topic | rule | kind of option | what the answer leads to |", "|---|---|---|---|"]
    for topic in public.topics_of(public.built_in()[key]):
        kind = topic.kind if isinstance(topic.kind, str) else " / ".join(topic.kind)
        window = f" Window: `{topic.window}`." if topic.window else ""
        rows.append(f"| `{topic.id}` | {topic.rule} | {kind or 'word'} | {topic.help}{window} |")
    return "\n".join(rows)
