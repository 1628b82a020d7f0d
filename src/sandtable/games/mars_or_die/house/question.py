"""A question as the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..state import Battle


class Asked(NamedTuple):
    """The state, who is asked, what can be answered, and what the question is about, with its facts."""

    s: Battle
    seat: int
    values: Sequence[Any]
    args: dict[str, Any]
    facts: Mapping[str, Any]
    #: The function that lists the values, where there is one: a move knows its course.
    options: Any = None
