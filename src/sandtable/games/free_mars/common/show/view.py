"""The parts that the views of both games share."""

from __future__ import annotations

from collections.abc import Sequence

from ..printed.files import OpsCard


def last_card(ops: Sequence[OpsCard], discards: Sequence[int | None]) -> str | None:
    """The id of the Ops card on top of the discards, as a seat sees them: None if there is none, or it has not been seen."""
    last = discards[-1] if discards else None
    return None if last is None else ops[last].id
