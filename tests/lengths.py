"""How long random play lasts: whole in `make test`, a tenth of it in `make quick`, elsewhere each time in `make soak`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

IS_QUICK = bool(os.environ.get("SANDTABLE_QUICK"))


def games(n: int) -> int:
    """This many games, or a tenth of them in a hurry."""
    return max(1, n // 10) if IS_QUICK else n


def a_tenth(cases: Sequence[T]) -> Sequence[T]:
    """All cases, or in a hurry a tenth of them, and at least one."""
    return cases[: max(1, len(cases) // 10)] if IS_QUICK else cases


def explored(seed: int) -> int:
    """A seed for a soak: another one in each `make soak`, which prints how to repeat it."""
    return seed + 1_000_000 * int(os.environ.get("SANDTABLE_SOAK", "0"))
