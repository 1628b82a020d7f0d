"""What the tests of Surface Combat share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sandtable.games.free_mars.surface.house import chances as odds
from sandtable.games.free_mars.surface.house import losses, tactics
from sandtable.games.free_mars.surface.rules import movement
from sandtable.games.free_mars.surface.show import view

from .kit import BOX

ChangeBox = Callable[..., None]


@pytest.fixture
def changed_box() -> Iterator[ChangeBox]:
    """Print something else on the default set, for one test."""
    before: dict[str, Any] = {}

    def change(**fields: Any) -> None:
        for name, value in fields.items():
            before.setdefault(name, getattr(BOX, name))
            setattr(BOX, name, value)
        _forget()

    yield change
    for name, value in before.items():
        setattr(BOX, name, value)
    _forget()


def _forget() -> None:
    """Drop everything that was worked out from the box, and work it out again."""
    for module in (losses, movement, odds, tactics, view):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()
    BOX.work_out()
