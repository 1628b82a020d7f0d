"""Bot games: what they use of the set, and how often they are won."""

from __future__ import annotations

import pytest

from sandtable.games.free_mars.space.house.policy import ANSWERS

from .coverage import Coverage, expected, play

#: Questions that only cards of other packs ask.
NOT_IN_THIS_SET = {"may"}


def test_bot_games_end_and_ask_known_questions() -> None:
    """Every question a game asks is one the house player knows, and most of the set is used in a few games."""
    seen = Coverage()
    for seed in range(60):
        play("mission", seed, seen)
    for seed in range(12):
        play("final", seed, seen)
    for seed in range(4):
        play("campaign", seed, seen)
    assert set(seen.open) | set(seen.forced_topics) <= set(ANSWERS)
    assert len(expected() & set(seen.used)) > 0.8 * len(expected())


@pytest.mark.soak
def test_ten_thousand_games_use_everything() -> None:
    """Every card, table line, outcome and side of a counter is used; every question is asked with a choice."""
    seen = Coverage()
    for scenario, games in (("mission", 6000), ("final", 3000), ("campaign", 1000)):
        for seed in range(games):
            play(scenario, seed, seen, whim=0.5 if seed % 2 else 0.05)
    assert expected() - set(seen.used) == set()
    assert set(ANSWERS) - set(seen.open) == NOT_IN_THIS_SET


@pytest.mark.soak
@pytest.mark.parametrize(
    ("scenario", "least", "most"), [("mission", 0.4, 0.6), ("final", 0.4, 0.6), ("campaign", 0.1, 0.35)]
)
def test_balance(scenario: str, least: float, most: float) -> None:
    """Over 2,000 games the house player wins single Missions 40 to 60 times of 100, campaigns 10 to 35 times."""
    won = sum(play(scenario, seed, Coverage(), whim=0) for seed in range(2000))
    assert least <= won / 2000 <= most
