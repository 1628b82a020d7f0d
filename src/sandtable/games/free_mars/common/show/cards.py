"""An Ops card as the boards of both games tell it, and the last one played as their views do."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..printed.files import OpsCard


class Card(msgspec.Struct, frozen=True):
    """An Ops card."""

    id: str
    title: str  #: Its title.
    text: str  #: What it says.


def last_card(ops: Sequence[OpsCard], discards: Sequence[int | None]) -> str | None:
    """The id of the Ops card on top of the discards, as a seat sees them: None if there is none, or it has not been seen."""
    last = discards[-1] if discards else None
    return None if last is None else ops[last].id
