"""The views sent of a game in progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from .view import View

#: Stands for the cards that not everybody knows: a byte that JSON never has.
_GAP = b"\0"
_RAW_GAP: Any = msgspec.Raw(_GAP)


def live_pages_of(views: Sequence[View]) -> list[msgspec.Raw]:
    """Views of one moment, encoded: what lies open to everybody once, and into it the cards that each seat knows."""
    encode = msgspec.json.encode
    table = encode(msgspec.structs.replace(views[0], hand=_RAW_GAP, drawn=_RAW_GAP))
    before, _, rest = table.partition(_GAP)
    between, _, after = rest.partition(_GAP)
    pages: dict[int, msgspec.Raw] = {}
    for view in views:
        if id(view) not in pages:  # seats that see the same share a view
            text = b"".join((before, encode(view.hand), between, encode(view.drawn), after))
            pages[id(view)] = msgspec.Raw(text)
    return [pages[id(view)] for view in views]
