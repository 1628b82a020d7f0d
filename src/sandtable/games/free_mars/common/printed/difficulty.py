"""How hard a Mission is: the dials of the component notes (surface B9, space B10), turned from what a pack prints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

Difficulty = Annotated[
    Literal["easy", "normal", "hard"],
    Meta(title="Difficulty", description="More or fewer points to begin with, and more or fewer Ops cards."),
]


class Dial(Struct, frozen=True):
    """The additions of a difficulty to the scenario of a pack: points for the first Mission, Ops cards for each."""

    label: str
    points: int = 0
    ops: int = 0


Dials = Mapping[str, Dial]


def offered(dials: Dials) -> dict[str, str]:
    """The difficulties by id, in words for those who choose."""
    return {name: dial.label for name, dial in dials.items()}
