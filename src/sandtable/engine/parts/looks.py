"""How a part may look: colours by name and a small set of symbols. The page has a drawing for each."""

from __future__ import annotations

from typing import Literal, get_args

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
    """What people read for a part without a label."""
    return id.replace("_", " ").capitalize()
