"""18 The table of Event options, and how a card enters it."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine import Steps

from ...state import Mars

Event = Callable[[Mars, int], Steps[None]]
#: (number of the card, whether it is the shaded option) -> what it does. Its first argument after the state is the
#: Faction that executes it.
EVENT_RULES: dict[tuple[int, bool], Event] = {}
UNSHADED, SHADED = False, True


def event(number: int, is_shaded: bool = UNSHADED) -> Callable[[Event], Event]:
    """Put an option of a card into the table: ``@event(7, SHADED)``."""

    def enter(rule: Event) -> Event:
        EVENT_RULES[number, is_shaded] = rule
        return rule

    return enter
