"""How a part may look: colours by name and a small set of symbols. The page has a drawing for each."""

from __future__ import annotations

from functools import cache
from math import isfinite
from typing import Any, Literal, get_args

import msgspec

from ..errors import PartsError
from ..packs.mistakes import unknown

#: Each colour works by day and by night, and has a pattern of its own on counters, so that nobody needs colour to play.
Colour = Literal["sand", "red", "blue", "green", "yellow", "purple", "orange", "white", "black"]
COLOURS: tuple[Colour, ...] = get_args(Colour)  #: The names of all colours.

#: The name of a symbol that the page can draw.
Symbol = Literal[
    "bell",
    "bolt",
    "book",
    "boot",
    "bot",
    "chip",
    "city",
    "clock",
    "crate",
    "eye",
    "flag",
    "fuel",
    "gear",
    "gun",
    "hammer",
    "heart",
    "home",
    "leaf",
    "lock",
    "money",
    "moon",
    "mountain",
    "people",
    "person",
    "radio",
    "rank",
    "ring",
    "shield",
    "ship",
    "skull",
    "star",
    "storm",
    "sun",
    "sword",
    "target",
]
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)  #: The names of all symbols that the page can draw.
#: The longest text that may stand in place of a symbol.
LETTERS = 2


def check_types(part: msgspec.Struct, owner: str) -> None:
    """Every field holds what its type says, as a page needs it: a number that is a text would be drawn nowhere."""
    for name, kind in _types(type(part)):
        value = getattr(part, name)
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            raise PartsError(
                f"{owner}: {name} is {value!r:.60}, which is of the wrong type. {error}."
            ) from None
        if isinstance(value, float) and not isfinite(value):
            raise PartsError(f"{owner}: {name} is {value}, which is no number that can be drawn.")


@cache
def _types(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields of a part with their types; words out of a list are looked up elsewhere, with a guess."""
    found = ((field.name, field.type) for field in msgspec.structs.fields(kind))
    return tuple((name, str if name == "colour" else type) for name, type in found if name != "at")


def check_list(owner: str, parts: object, kinds: tuple[type, ...]) -> None:
    """A list of parts holds nothing else."""
    names = " or ".join("None" if kind is type(None) else kind.__name__ for kind in kinds)
    if not isinstance(parts, (list, tuple)):
        raise PartsError(f"{owner} must be a list of {names}, not {parts!r:.80}.")
    for part in parts:
        if not isinstance(part, kinds):
            raise PartsError(f"{owner} must hold only {names}, not {part!r:.80}.")


def check_colour(colour: str, owner: str) -> None:
    if colour not in COLOURS:
        raise PartsError(f"{owner}: colour {unknown(colour, COLOURS)}")


def check_symbol(symbol: str, owner: str) -> None:
    """A symbol is one of ours, or a letter or number of at most two characters."""
    if len(symbol) > LETTERS and symbol not in SYMBOLS:
        otherwise = f" is neither a symbol nor a text of {LETTERS} characters."
        raise PartsError(f"{owner}: symbol {unknown(symbol, SYMBOLS, otherwise)}")


def check_id(kind: object, id: object) -> None:
    """Kind and id are words, not the numbers that rules use."""
    for name, given in (("kind", kind), ("id", id)):
        if not isinstance(given, str) or not given:
            raise PartsError(
                f"The {name} of a part is {given!r}, but must be a word as in questions: "
                "the kind is one of the game's `kinds`, the id comes from its `Names`."
            )


def label_for(id: str) -> str:
    """The words for a part without a label."""
    return id.replace("_", " ").capitalize()
