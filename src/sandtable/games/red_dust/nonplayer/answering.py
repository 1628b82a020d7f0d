"""8.5 How a non-player answers: one table (topic -> function), filled beside the functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import DONE, Ask, Steps

from ..state import Mars
from .state import NonPlayers

#: (state, question, its values) -> the value that answers it.
Answer = Callable[[Mars, Ask, Sequence[Any]], Steps[Any]]
#: Topic -> how a non-player answers it.
ANSWERS: dict[str, Answer] = {}


def answers(*topics: str) -> Callable[[Answer], Answer]:
    """Put a function into the table: ``@answers("train_number")``."""

    def enter(function: Answer) -> Answer:
        for topic in topics:
            ANSWERS[topic] = function
        return function

    return enter


def listed(ask: Ask) -> Sequence[Any]:
    """The values of a question."""
    values = ask.options
    made: Sequence[Any] = values() if callable(values) else values
    return made


def about(ask: Ask, name: str) -> int:
    """The number of the thing that a question is about."""
    value = (ask.about or {})[name]
    assert isinstance(value, int)
    return value


def playing(s: Mars) -> NonPlayers:
    """The non-players of a table that has some."""
    assert s.nonplayers is not None
    return s.nonplayers


def done_or_first(values: Sequence[Any]) -> Any:
    """Done where it is offered; otherwise whatever has to be done."""
    return DONE if DONE in values else values[0]


def spaces_in(values: Sequence[Any]) -> list[int]:
    """The values that are things with a number, without Done and other words."""
    return [value for value in values if value.__class__ is int]


def nearest(values: Sequence[int], n: int) -> int:
    """The number among the values that is nearest to what is wanted."""
    return min(values, key=lambda value: abs(value - n))
