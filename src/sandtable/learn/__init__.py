"""Environments to train in, for PettingZoo, Gymnasium and OpenSpiel; `pip install "sandtable-wargames[learn]"` brings what they need.

`sandtable.learn.spiel` registers the games with OpenSpiel when it is imported, `sandtable.learn.seat` with Gymnasium.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sandtable import __distribution__
from sandtable.engine import SandtableError

if TYPE_CHECKING:
    from .aec import SandtableAEC
    from .episode import Episode, Rulebook
    from .observation import Observer
    from .seat import SandtableEnv

#: Where each name is found. Only what is asked for is imported: a trained bot needs NumPy, and neither environment.
_WHERE = {
    "Episode": "episode",
    "Observer": "observation",
    "Rulebook": "episode",
    "SandtableAEC": "aec",
    "SandtableEnv": "seat",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(part(_WHERE[name]), name)


def part(name: str) -> Any:
    """A module of this package; an error that names the extra if what it needs is not installed."""
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("sandtable"):
            raise
        extra = "train" if missing.name.startswith("torch") else "learn"
        raise SandtableError(
            f'This needs the package {missing.name}: pip install "{__distribution__}[{extra}]" brings it.'
        ) from None


__all__ = ["Episode", "Observer", "Rulebook", "SandtableAEC", "SandtableEnv"]
