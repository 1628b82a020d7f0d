"""What a side may know: the whole table, its own hand, and how many cards the other holds."""

from __future__ import annotations

from typing import Any

import msgspec

from ..printed.box import box_of
from ..rules.geometry.formation import Pose
from ..state import DISCARDS, HAND, Battle, begin


class View(msgspec.Struct):
    """Everything on the table lies open; lists are by unit, as in the state."""

    pack: str
    scenario: str
    turn: int
    turns: int
    phase: int
    winner: int
    poses: list[Pose]
    labels: list[int]
    fates: list[int]
    sizes: list[int]
    acted: list[bool]
    disordered: list[bool]
    limbered: list[bool]
    guarding: list[bool]
    fears: list[int]
    dug_in: list[int]
    rests: list[int]
    skirmishing: list[bool]
    cartridges: list[bool]
    lore: list[bool]
    live: list[list[int]]
    generals: list[int]
    general_helped: list[int]
    locks: list[tuple[int, int]]
    wall: list[bool]
    dust: bool
    drums: list[int]
    #: By side: the cards in hand, None for those this seat does not know.
    hands: list[list[int | None]]
    discards: list[int]


#: What a view takes over from the state as it is.
_SHARED = tuple(
    name for name in View.__struct_fields__ if name in Battle.__struct_fields__ and name != "live"
)


def view_of(s: Battle, seat: int | None) -> View:
    """Built up field by field; only hands are hidden."""
    return View(
        **{name: _copied(getattr(s, name)) for name in _SHARED},
        turns=box_of(s).field.turns,
        live=[side[:] for side in s.live],
        hands=[s.cards.seen(HAND + side, seat) for side in (0, 1)],
        discards=s.cards.zones[DISCARDS][:],
    )


def _copied(value: Any) -> Any:
    return value[:] if isinstance(value, list) else value


def table_of(view: View) -> Battle:
    """A battle with all that is open in a view, and no cards: enough to measure on."""
    s = begin(view.pack, view.scenario, box_of(view))
    for name in (*_SHARED, "live"):
        setattr(s, name, getattr(view, name))
    return s
