"""What a report says about shares of wins."""

from __future__ import annotations

import pytest

from sandtable.lab import wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_agrees_with_published_intervals(wins: int, games: int, low: float, high: float) -> None:
    """Guards the 95% interval against the table in Newcombe, Statistics in Medicine 17 (1998), method 3."""
    found = wilson(wins, games)
    assert found.share == wins / games
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_wilson_is_symmetric_and_stays_between_0_and_1() -> None:
    """Guards that the interval of losses mirrors that of wins, also when everything or nothing was won."""
    for wins in range(11):
        won, lost = wilson(wins, 10), wilson(10 - wins, 10)
        assert won.low == pytest.approx(1 - lost.high)
        assert 0 <= won.low <= won.share <= won.high <= 1


def test_no_games_say_nothing() -> None:
    """Guards that a share of no games is unknown and no division by nothing."""
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
