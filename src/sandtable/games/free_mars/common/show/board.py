"""The parts that the boards of both games share."""

from __future__ import annotations

import msgspec


class Card(msgspec.Struct, frozen=True):
    """An Ops card."""

    id: str
    title: str  #: Its title.
    text: str  #: What it says.
