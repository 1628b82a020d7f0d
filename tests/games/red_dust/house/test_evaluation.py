"""What a position is worth to each Faction, as bots see it."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.house.evaluation import evaluate
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST

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
    """15 Everybody is measured by the lead over the best of the others."""
    before, after = evaluate(mars()), evaluate(mars(**BETTER[who]))  # type: ignore[arg-type]
    assert after[who] > before[who]
    assert all(after[other] <= before[other] for other in range(4) if other != who)


def test_values_are_shares() -> None:
    """Each value lies between 0 and 1."""
    assert all(0 < value < 1 for value in evaluate(mars()))
