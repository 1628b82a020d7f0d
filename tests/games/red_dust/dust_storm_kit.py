"""Parts of a Dust Storm Round played by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.engine import Outcome, Over, Steps
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.printed.decks import EVENT_DECK, NEXT
from sandtable.games.red_dust.rules.dust_storm import PHASES
from sandtable.games.red_dust.state import Mars, Phase

from .kit import Played, mars, play

Part = Callable[[Mars], Steps[bool]]


def parts(s: Mars, *which: Part) -> Steps[None]:
    """These parts of the Round, as turns of the game."""
    for part in which:
        s.phase, s.step = Phase.DUST_STORM, PHASES.index(part)
        here = s.step
        while s.phase is Phase.DUST_STORM and s.step == here:
            yield from GAME.turn(s)


def run(s: Mars, which: Part, answers: str = "", **given: Any) -> Played:
    return play(s, parts(s, which), answers, **given)


def over(s: Mars, *which: Part) -> Outcome:
    """The end of the game, which these parts bring about."""
    with pytest.raises(Over) as end:
        play(s, parts(s, *which))
    return end.value.outcome


def ready(first: int = 13, second: int = 25, **position: Any) -> Mars:
    """A planet in its Dust Storm Round, with two Events on top of the deck (13 and 25 have Flashpoint value 0)."""
    s = mars(position.pop("pieces", None), current=49, **position)
    s.events.give(s.events.zones[NEXT][-1], EVENT_DECK)
    for number in (second, first):
        s.events.give(number - 1, EVENT_DECK)
    return s
