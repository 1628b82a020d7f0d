"""The plan: the places, the zones for cards and the faces of the cards. It never changes during a game and holds no secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from ..errors import PartsError
from ..naming import Names
from ..packs.mistakes import unknown
from .looks import Colour, check_colour, check_id, check_list, check_symbol, check_types, label_for


class _Part(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The fields that all parts of a plan have in common."""

    #: The name that people read; by default the id in words.
    label: str = ""
    colour: Colour = "sand"  #: One of `COLOURS`.
    #: One of `SYMBOLS`, or one or two characters.
    symbol: str = ""
    #: The text of the tooltip, below the label.
    text: str = ""

    def _check(self, kind: str, id: str) -> None:
        check_id(kind, id)
        owner = f"{type(self).__name__} {kind} {id}"
        check_types(self, owner)
        check_colour(self.colour, owner)
        check_symbol(self.symbol, owner)
        if not self.label:
            force_setattr(self, "label", label_for(id))


class Square(_Part, frozen=True, omit_defaults=True, tag="square"):
    """A square of side 1 with its centre at x, y. `mark` is a short text printed in its corner.

    >>> Square("cell", "a1", 0, 7, mark="a1").label
    'A1'
    """

    kind: str  #: The kind of thing, as in questions.
    id: str  #: Its id, as in questions.
    x: float  #: Its centre, from the left.
    y: float  #: Its centre, from the top.
    mark: str = ""  #: A short text printed in its corner.

    def __post_init__(self) -> None:
        self._check(self.kind, self.id)


class Hex(_Part, frozen=True, omit_defaults=True, tag="hex"):
    """A pointy-topped hex, 1 wide. Odd rows (1, 3, 5 ...) are shifted half a hex to the right.

    >>> Hex("hex", "0102", 1, 2, colour="blue", text="Deep water").colour
    'blue'
    """

    kind: str  #: The kind of thing, as in questions.
    id: str  #: Its id, as in questions.
    column: int  #: Counted from the left.
    row: int  #: Counted from the top.
    mark: str = ""  #: A short text printed in its upper corner.

    def __post_init__(self) -> None:
        self._check(self.kind, self.id)


class Area(_Part, frozen=True, omit_defaults=True, tag="area"):
    """A named area with its centre at x, y. A line joins it to each area of the same kind whose id is in `joined`.

    >>> Area("town", "port", 0, 0, joined=("mine",)).width
    2.0
    """

    kind: str  #: The kind of thing, as in questions.
    id: str  #: Its id, as in questions.
    x: float  #: Its centre, from the left.
    y: float  #: Its centre, from the top.
    width: float = 2.0  #: Measured in sides of a square.
    height: float = 1.5  #: Measured in sides of a square.
    joined: tuple[str, ...] = ()  #: The ids of areas of the same kind to draw a line to.

    def __post_init__(self) -> None:
        self._check(self.kind, self.id)
        if self.width <= 0 or self.height <= 0:
            raise PartsError(f"Area {self.kind} {self.id}: width and height must be more than 0.")


class Zone(_Part, frozen=True, omit_defaults=True):
    """A zone for cards: a hand, a row on the table or, with `pile`, a stack of which only the top card, its last, is seen.

    `seat` is the id of the seat it belongs to. A player's own zones are drawn at the bottom of the page, as a hand.

    >>> Zone("zone", "deck", pile=True).seat
    ''
    """

    kind: str  #: The kind of thing, as in questions.
    id: str  #: Its id, as in questions.
    seat: str = ""  #: The id of the seat that owns the zone; empty for a zone of the table.
    pile: bool = False  #: Whether the cards are stacked, so that only the top one, the last, is seen.

    def __post_init__(self) -> None:
        self._check(self.kind, self.id)


class Card(_Part, frozen=True, omit_defaults=True):
    """The face of a card, for those who may see it. `Pieces` says where the card lies.

    >>> Card("load", "water", label="Water", number=2, text="It is heavy.").number
    2
    """

    kind: str  #: The kind of thing, as in questions.
    id: str  #: Its id, as in questions.
    number: int | None = None  #: Printed large beside the title.

    def __post_init__(self) -> None:
        self._check(self.kind, self.id)


Place = Square | Hex | Area  #: Where a counter can be: a `Square`, a `Hex` or an `Area`.


class Plan(msgspec.Struct, frozen=True, omit_defaults=True, tag="plan"):
    """The part of a board that never changes: the places of the board, the zones for cards, and the faces of all cards.

    >>> len(Plan(squares("cell", Names(str), 8, 8)).places)
    64
    """

    places: Sequence[Place] = ()  #: Where counters can stand.
    zones: Sequence[Zone] = ()  #: Where cards can lie.
    cards: Sequence[Card] = ()  #: The faces of all cards.

    def __post_init__(self) -> None:
        check_list("The places of a plan", self.places, (Square, Hex, Area))
        check_list("The zones of a plan", self.zones, (Zone,))
        check_list("The cards of a plan", self.cards, (Card,))


Look = Mapping[str, Any]


def squares(
    kind: str, names: Names, columns: int, rows: int, look: Callable[[int], Look | None] | None = None
) -> list[Square]:
    """A grid of squares, numbered from the upper left along the rows. `look` gives what is special about the place with each number.

    >>> four = Names(["a", "b", "c", "d"])
    >>> [(it.id, it.x, it.y) for it in squares("cell", four, 2, 2)]
    [('a', 0, 0), ('b', 1, 0), ('c', 0, 1), ('d', 1, 1)]
    >>> water = squares("cell", four, 2, 2, lambda n: {"colour": "blue"} if n == 3 else {})
    >>> [it.colour for it in water]
    ['sand', 'sand', 'sand', 'blue']
    """
    return [
        Square(kind, id, n % columns, n // columns, **special)
        for n, id, special in _grid(kind, names, columns * rows, look)
    ]


def hexes(
    kind: str, names: Names, columns: int, rows: int, look: Callable[[int], Look | None] | None = None
) -> list[Hex]:
    """A grid of hexes, numbered from the upper left along the rows. `look` gives what is special about the place with each number.

    >>> [(it.id, it.column, it.row) for it in hexes("hex", Names(["a", "b"]), 1, 2)]
    [('a', 0, 0), ('b', 0, 1)]
    """
    return [
        Hex(kind, id, n % columns, n // columns, **special)
        for n, id, special in _grid(kind, names, columns * rows, look)
    ]


#: The fields that `look` can set for a place in a grid.
LOOKS = ("label", "colour", "symbol", "text", "mark")


def _grid(
    kind: str, names: Names, count: int, look: Callable[[int], Look | None] | None
) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """The places of a grid: number, id and look of each."""
    for n in range(count):
        try:
            id, label = names.id(n), names.label(n)
        except LookupError:
            raise PartsError(
                f"A grid of {count} places needs {count} names of kind {kind}; number {n} has none."
            ) from None
        special = {"label": label, **((look(n) if look is not None else None) or {})}
        for name in special:
            if name not in LOOKS:
                raise PartsError(f"The look of {kind} {id}: {unknown(name, LOOKS)}")
        yield n, id, special
