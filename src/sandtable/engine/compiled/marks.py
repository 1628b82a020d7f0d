"""Imports of compiled modules: the mark that mypyc reads on a class, and the bases of frozen structs.

At run time the mark does nothing, so that a compiled build needs no part of mypy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec


def mypyc_attr(**attributes: bool) -> Callable[[Any], Any]:
    return lambda cls: cls


class Frozen(msgspec.Struct, frozen=True):
    """A struct that never changes; one that inherits from it is frozen too."""


class FrozenOrdered(msgspec.Struct, frozen=True, order=True):
    """The same, and sorted by its fields."""


class FrozenArray(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One that never changes and is an array in JSON."""


class FrozenSparse(msgspec.Struct, frozen=True, omit_defaults=True):
    """One that never changes, and is encoded without the fields that are at their default."""


class Untracked(msgspec.Struct, gc=False):
    """A struct in which Python need not look for cycles."""
