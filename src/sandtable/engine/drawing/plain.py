"""A view as text, for games that draw no board of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from .text import wrap


def plain_board(view: Any, width: int) -> str:
    r"""Every field of a view on a line of its own; what is inside it is indented.

    >>> print(plain_board({"wells": [3, 1], "players": [{"gold": 2, "is_first": True}, {"gold": 5}]}, 40))
    Wells: 3, 1
    Players:
      1: gold 2, is first yes
      2: gold 5
    """
    seen = msgspec.to_builtins(view, enc_hook=str)
    fields = seen if isinstance(seen, Mapping) else {"the board": seen}
    return "\n".join(line for name, value in fields.items() for line in _field(_words(name), value, width, 0))


def _field(name: str, value: Any, width: int, indent: int) -> Iterator[str]:
    """A name and its value on one line if the value is simple; otherwise a line for each part of it."""
    before = " " * indent + (name[:1].upper() + name[1:] if not indent else name)
    if (short := _short(value)) is not None:
        room = max(20, width - indent)
        first, *more = wrap(f"{before.strip()}: {short}", room, indent=2)
        yield " " * indent + first
        yield from (" " * indent + line for line in more)
        return
    yield f"{before}:"
    parts = value.items() if isinstance(value, Mapping) else enumerate(value, 1)
    for part, inside in parts:
        yield from _field(_words(part), inside, width, indent + 2)


def _short(value: Any) -> str | None:
    """A value that needs no lines of its own: one thing, a list of things, or a few fields of one thing each."""
    if not isinstance(value, (list, Mapping)):
        return _one(value)
    parts = value.values() if isinstance(value, Mapping) else value
    if any(isinstance(part, (list, Mapping)) for part in parts):
        return None
    if isinstance(value, Mapping):
        return ", ".join(f"{_words(name)} {_one(part)}" for name, part in value.items()) or "none"
    return ", ".join(map(_one, value)) or "none"


def _one(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)


def _words(name: object) -> str:
    return str(name).replace("_", " ")
