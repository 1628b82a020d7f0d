"""What the boards of both games have in common: the table of Special Actions."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ..printed.box import Line


class Named(msgspec.Struct, frozen=True):
    """An id and what people read for it."""

    id: str
    label: str


class Action(msgspec.Struct, frozen=True):
    """A line of the table of Special Actions."""

    id: str
    label: str
    icon: str
    positive: tuple[int, ...]
    burnout: tuple[int, ...]
    outcomes: tuple[Named, ...]


def actions_of(lines: Mapping[str, Line]) -> tuple[Action, ...]:
    """The whole table."""
    return tuple(
        Action(
            line.id,
            line.label,
            line.icon,
            line.positive,
            line.burnout,
            tuple(Named(way.id, way.label) for way in line.outcomes),
        )
        for line in lines.values()
    )
