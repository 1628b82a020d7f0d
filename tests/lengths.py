"""How long random play lasts: whole in `make test`, a tenth of it in `make quick`, elsewhere each time in `make soak`."""

from __future__ import annotations

import os

IS_QUICK = bool(os.environ.get("SANDTABLE_QUICK"))


def games(n: int) -> int:
    """This many games, or a tenth of them in a hurry."""
    return max(1, n // 10) if IS_QUICK else n


def explored(seed: int) -> int:
    """A seed for a soak: another one in each `make soak`, which prints how to repeat it."""
    return seed + 1_000_000 * int(os.environ.get("SANDTABLE_SOAK", "0"))
