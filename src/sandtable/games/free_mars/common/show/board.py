"""What the boards of both games have in common."""

from __future__ import annotations

import msgspec


class Card(msgspec.Struct, frozen=True):
    """An Ops card."""

    id: str
    title: str  #: Its title.
    text: str  #: What it says.
