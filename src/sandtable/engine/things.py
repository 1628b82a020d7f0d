"""Named things, and the constant templates that speak of them.

A prompt, a label and a log line are constant templates with named things: ``"March {stack} where?"``. The name in the
braces is also the kind of thing, unless a kind follows it: ``"{giver:faction} gives {n} to {taker:faction}"``. Rules
hand over plain values (ints mostly); names are looked up only when somebody reads the line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from string import Formatter
from typing import Any

import msgspec

from .errors import RuleError


class Thing(msgspec.Struct, frozen=True, order=True):
    """A thing on the board in structured form: its kind and its stable id."""

    kind: str
    id: str


class Word(msgspec.Struct, frozen=True):
    """An option that is a word and not a thing: Done, Pass, "Special Activity first"."""

    id: str
    label: str

    def __repr__(self) -> str:
        return f"Word({self.id!r})"


DONE = Word("done", "Done")
PASS = Word("pass", "Pass")
ACCEPT = Word("accept", "Accept")
CHANGE = Word("change", "Propose something else")
REFUSE = Word("refuse", "Refuse")


class Of(msgspec.Struct, frozen=True):
    """A value that brings its kind along, where a template cannot know it."""

    kind: str | tuple[str, ...]
    value: Any


class Names:
    """The names of one kind of thing: the id that keys are made of, and the label people read.

    >>> space = Names(["sharma", "new_cordoba"], ["Sharma", "New Córdoba"])
    >>> space.id(1), space.label(1)
    ('new_cordoba', 'New Córdoba')

    A function may stand for either list, for kinds that are not counted from 0:

    >>> Names(lambda column: f"c{column + 1}").label(3)
    'c4'
    """

    __slots__ = ("id", "is_thing", "label")

    id: Callable[[Any], str]
    label: Callable[[Any], str]

    def __init__(
        self,
        ids: Sequence[str] | Callable[[Any], str],
        labels: Sequence[str] | Callable[[Any], str] | None = None,
        *,
        is_thing: bool = True,
    ) -> None:
        #: False for kinds that are no things on the board: numbers, amounts, ways to do something.
        self.is_thing = is_thing
        self.id = ids if callable(ids) else _numbered(ids)
        if labels is None:
            labels = ids if callable(ids) else [i.replace("_", " ").capitalize() for i in ids]
        self.label = labels if callable(labels) else _numbered(labels)


def _numbered(names: Sequence[str]) -> Callable[[Any], str]:
    """Names by number; unlike in a list, -1 is not the last one."""
    return dict(enumerate(names)).__getitem__


Kinds = Mapping[str, Names]
NUMBER = Names(str, is_thing=False)


@lru_cache(maxsize=4096)
def _parsed(template: str) -> tuple[tuple[str, str | None, str, bool], ...]:
    """The parts of a template: text, then a name, its kind, and whether the kind is named."""
    return tuple(
        (text, name, spec or name or "", bool(spec)) for text, name, spec, _ in Formatter().parse(template)
    )


def kinds_named(template: str) -> dict[str, str]:
    """The kinds that a text gives to the names in it.

    >>> kinds_named("{giver:faction} gives {n} to {taker:faction}")
    {'giver': 'faction', 'n': 'n', 'taker': 'faction'}
    """
    return {name: kind for _, name, kind, _ in _parsed(template) if name is not None}


def label_of(value: object, kind: str | tuple[str, ...], kinds: Kinds) -> str:
    """What people read for a value of this kind; a value of no known kind speaks for itself."""
    if isinstance(value, Of):
        return label_of(value.value, value.kind, kinds)
    if isinstance(value, Word):
        return value.label
    if isinstance(value, Enum):
        return str(getattr(value, "label", None) or value.name.replace("_", " ").capitalize())
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, (list, tuple)):
        parts = [label_of(v, k, kinds) for v, k in _by_part(value, kind)]
        return (
            " and ".join([", ".join(parts[:-1]), parts[-1]])
            if len(parts) > 1
            else "".join(parts) or "nothing"
        )
    if value is None:
        return "nothing"
    names = kinds.get(kind) if isinstance(kind, str) else None
    try:
        return str(value) if names is None else names.label(value)
    except LookupError:
        raise RuleError(f"There is no {kind} {value!r}.") from None


def _by_part(value: Sequence[Any], kind: str | tuple[str, ...]) -> list[tuple[Any, str]]:
    """The parts of a compound value, each with its kind."""
    if isinstance(kind, str):
        return [(v, kind) for v in value]
    return list(zip(value, kind, strict=True))


def id_of(value: object, kind: str | tuple[str, ...], kinds: Kinds) -> str:
    """The stable id of a value of this kind, as keys carry it."""
    if isinstance(value, Of):
        return id_of(value.value, value.kind, kinds)
    if isinstance(value, Word):
        return value.id
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "/".join(id_of(v, k, kinds) for v, k in _by_part(value, kind))
    if value is None:
        return "none"
    names = kinds.get(kind) if isinstance(kind, str) else None
    try:
        return str(value) if names is None else names.id(value)
    except LookupError:
        raise RuleError(f"There is no {kind} {value!r}.") from None


def render(template: str, args: Mapping[str, Any] | None, kinds: Kinds) -> str:
    """The template as people read it.

    >>> render("{who:faction} rallies in {space}.", {"who": 0, "space": 1},
    ...        {"faction": Names(["red"], ["Red Dust"]), "space": Names(["a", "b"], ["Europa", "Sharma"])})
    'Red Dust rallies in Sharma.'
    """
    parts = _parsed(template)
    if len(parts) == 1 and parts[0][1] is None:
        return parts[0][0]
    out = []
    for text, name, kind, is_named in parts:
        out.append(text)
        if name is not None:
            if is_named and kind not in kinds:
                raise RuleError(
                    f"The text {template!r} names a kind of thing the game does not have: {kind!r}."
                )
            if args is None or name not in args:
                raise RuleError(f"The text {template!r} names {{{name}}}, which the rule did not give.")
            out.append(label_of(args[name], kind, kinds))
    return "".join(out)


def mentions(template: str, args: Mapping[str, Any] | None, kinds: Kinds) -> tuple[Thing, ...]:
    """The things a text speaks of, for highlighting them on a board."""
    found: list[Thing] = []
    for _, name, kind, _named in _parsed(template):
        if name is not None and args is not None and name in args:
            found.extend(things_of(args[name], kind, kinds))
    return tuple(dict.fromkeys(found))


def things_of(value: object, kind: str | tuple[str, ...], kinds: Kinds) -> list[Thing]:
    """The things a value stands for: itself if its kind has names, and the parts of a compound value."""
    if isinstance(value, Of):
        return things_of(value.value, value.kind, kinds)
    if isinstance(value, (list, tuple)):
        return [thing for v, k in _by_part(value, kind) for thing in things_of(v, k, kinds)]
    if value is None or isinstance(value, (Word, Enum, bool)) or not isinstance(kind, str):
        return []
    names = kinds.get(kind)
    return [] if names is None or not names.is_thing else [Thing(kind, names.id(value))]
