"""What a position is worth to each Faction, as bots see it."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.house.evaluation import evaluate
from sandtable.games.red_dust.printed.decks import EVENT_DECK, PLAYED
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.victory import margins

from ..kit import mars

#: What helps one Faction only, by seat.
BETTER = {
    MARS_GOV: {"resources": (30, 20, 20)},
    CORPORATIONS: {"resources": (20, 30, 20)},
    RED_DUST: {"resources": (20, 20, 30)},
    RECLAIMERS: {"hand": (14, 15, 16)},
}


@pytest.mark.parametrize("who", BETTER)
def test_whoever_gains_stands_better_and_nobody_else_does(who: int) -> None:
    """15 Only one Faction wins: what one gains the others lose."""
    before, after = evaluate(mars()), evaluate(mars(**BETTER[who]))  # type: ignore[arg-type]
    assert after[who] > before[who]
    assert all(after[other] <= before[other] for other in range(4) if other != who)


def test_values_are_chances() -> None:
    """Each value is the chance to win, and somebody does."""
    found = evaluate(mars())
    assert all(0 < value < 1 for value in found)
    assert sum(found) == pytest.approx(1)


def test_whoever_is_far_behind_at_the_end_has_no_chance() -> None:
    """15 The highest margin wins: with the Event deck empty nothing else counts for much."""
    s = mars()
    s.events.draw(EVENT_DECK, PLAYED, n=s.events.count(EVENT_DECK))
    margin = margins(s)
    worst = min(range(4), key=lambda who: margin[who])
    assert margin[worst] <= max(margin) - 20
    assert evaluate(s)[worst] < 0.1
