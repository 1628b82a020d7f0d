"""The pieces: what stands on the plan now, as one seat may see it. They are made from a view, which holds no more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from ..errors import PartsError
from ..naming import Names, Thing
from .looks import Colour, check_colour, check_id, check_list, check_symbol, check_types, label_for


class Counter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter at a place. It moves across the board when the same counter comes back at another place.

    Without a symbol and a number it is drawn as a disc, otherwise as a square counter. A counter that is `hidden` shows only
    its back; give it an id that tells no secret, because ids are sent to the page.

    >>> Counter("unit", "red_1", Thing("hex", "0102"), symbol="boot", colour="red", number=3).label
    'Red 1'
    """

    kind: str  #: The kind of thing, as in questions.
    id: str  #: Its id, as in questions.
    at: Thing  #: The place it stands on.
    #: One of `SYMBOLS`, or one or two characters.
    symbol: str = ""
    colour: Colour = "sand"  #: One of `COLOURS`.
    number: int | None = None  #: Printed below the symbol.
    #: What people read; by default the id in words.
    label: str = ""
    #: What the tooltip says below the label.
    text: str = ""
    hidden: bool = False  #: Whether only its back is seen.

    def __post_init__(self) -> None:
        check_id(self.kind, self.id)
        owner = f"Counter {self.kind} {self.id}"
        check_types(self, owner)
        check_colour(self.colour, owner)
        check_symbol(self.symbol, owner)
        if not isinstance(self.at, Thing):
            raise PartsError(f'{owner}: `at` must be a place, like Thing("hex", "0102"), not {self.at!r}.')
        if not self.label:
            force_setattr(self, "label", label_for(self.id))


class Pieces(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of a board that changes: the counters on the board, and the cards of each zone by the zone's id.

    A card is a `Thing`, or None if it lies face down; a number stands for that many cards face down.

    >>> Pieces(cards={"deck": 9, "hand": [Thing("load", "water"), None]}).counters
    ()
    """

    counters: Sequence[Counter] = ()  #: In the order in which they are drawn.
    cards: Mapping[str, Sequence[Thing | None] | int] = {}  #: By the id of the zone, from the bottom up.

    def __post_init__(self) -> None:
        check_list("The counters", self.counters, (Counter,))
        if not isinstance(self.cards, Mapping):
            raise PartsError(
                f"The cards are a mapping from the id of a zone to what lies there, not {self.cards!r:.80}."
            )
        for zone, cards in self.cards.items():
            if not isinstance(cards, int):
                check_list(f"The cards of zone {zone}", cards, (Thing, type(None)))


def laid(kind: str, names: Names, cards: Iterable[Any]) -> list[Thing | None]:
    """The cards of a zone as `Cards.seen` gives them, for `Pieces`.

    >>> laid("load", Names(["water", "ore"]), [1, None])
    [Thing(kind='load', id='ore'), None]
    """
    return [None if card is None else Thing(kind, names.id(card)) for card in cards]
