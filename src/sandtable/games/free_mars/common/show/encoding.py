"""The answers that both games can be given, for programs that learn."""

from __future__ import annotations

from typing import Any

import msgspec

from ..cards.effects import Combined, Way
from ..rules.ops_cards import Stake

#: By topic: what the questions that both games ask offer, where it is no thing, no word, and not yes or no.
ANSWERS: dict[str, tuple[str, ...]] = {
    "gain": tuple(stake.name.lower() for stake in Stake),
    "lose": tuple(stake.name.lower() for stake in Stake),
}


def words_in(printed: Any) -> tuple[str, ...]:
    """The ids of every way and every combined action that cards and tables print, at any depth."""
    found: dict[str, None] = {}
    _gather(printed, found)
    return tuple(found)


def _gather(printed: Any, found: dict[str, None]) -> None:
    if isinstance(printed, (Way, Combined)):
        found[printed.id] = None
    if isinstance(printed, msgspec.Struct):
        for name in printed.__struct_fields__:
            _gather(getattr(printed, name), found)
    elif isinstance(printed, (tuple, list)):
        for part in printed:
            _gather(part, found)
