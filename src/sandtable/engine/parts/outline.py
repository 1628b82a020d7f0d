"""A view in words, for a game that says neither how to draw it nor how to write it."""

from __future__ import annotations

from typing import Any

import msgspec

#: How far each level is indented.
STEP = "  "


def outline(view: Any) -> str:
    """What a view holds, a line for each name: no brackets, no quotation marks.

    >>> print(outline({"wreck": 3, "is_over": False, "bays": [["Scout A", None], []], "crews": [{"name": "Magpie"}]}))
    Wreck: 3
    Is over: no
    Bays:
      Scout A, ?
      nothing
    Crews:
      Name: Magpie
    """
    return "\n".join(_lines(msgspec.to_builtins(view, str_keys=True))) or "nothing"


def _lines(value: Any) -> list[str]:
    if isinstance(value, dict):
        found: list[str] = []
        for name, part in value.items():
            title = str(name).replace("_", " ").capitalize()
            found += [f"{title}: {_word(part)}"] if _is_short(part) else [f"{title}:", *_indented(part)]
        return found
    if isinstance(value, list) and not _is_short(value):
        return [line for part in value for line in _lines(part)]
    return [_word(value)]


def _indented(value: Any) -> list[str]:
    return [STEP + line for line in _lines(value)]


def _is_short(value: Any) -> bool:
    """Whether a value fits on one line."""
    if isinstance(value, list):
        return not any(isinstance(part, (list, dict)) for part in value)
    return not isinstance(value, dict) or not value


def _word(value: Any) -> str:
    match value:
        case None:
            return "?"
        case bool():
            return "yes" if value else "no"
        case list() | dict():
            return ", ".join(map(_word, value)) or "nothing"
        case _:
            return str(value)
