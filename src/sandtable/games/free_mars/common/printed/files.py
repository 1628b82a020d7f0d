"""The cards and tables that both games have: what a pack's files hold. Each game adds its own in its `files`."""

from __future__ import annotations

import msgspec

from sandtable.engine import Prose, Reading, tally

from ..cards.effects import Effect, Way
from .dice import showing


class OpsCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An Ops card: its title, and what it does. Without a text, what it does is told in sentences made from the effects."""

    id: str
    title: Prose
    text: Prose = ""
    effects: tuple[Effect, ...] = ()
    #: A late card is never dealt into the first Ops deck: it begins in the Reserve.
    late: bool = False


class TableLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the Special Actions Table: the icon it is rolled for, and how its dice are read.

    Each Positive buys one of the outcomes. A line without outcomes has a rule of its own, or none.
    """

    id: str
    label: Prose
    icon: str = ""
    positive: tuple[int, ...] = (5, 6)
    burnout: tuple[int, ...] = ()
    outcomes: tuple[Way, ...] = ()

    @property
    def hits(self) -> Reading[int]:
        """How many dice are Positive."""
        return showing(self.positive)

    @property
    def both(self) -> Reading[tuple[int, ...]]:
        """How many dice are Positive, and how many burn out."""
        return tally(self.positive, self.burnout)
