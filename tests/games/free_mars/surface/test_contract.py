"""The promises every game makes, for Surface Combat."""

from __future__ import annotations

import pytest

from sandtable.bots import make_bot
from sandtable.engine.contract import check_contract, check_planted_leaks
from sandtable.games.free_mars.surface import GAME
from tests.lengths import IS_QUICK, games

#: Questions without which there is no Mission. What else is asked is counted in test_soak.py.
COMMON = {"action", "move", "netrun", "start"}


def test_contract_of_a_mission() -> None:
    """Every promise at every decision of a few random games, with the house player asked in pairs of worlds."""
    seen = check_contract(GAME, games=games(12), worlds=20, bot=lambda seed: make_bot("house", seed))
    assert seen.games == games(12)
    assert IS_QUICK or seen.topics.keys() >= COMMON
    assert seen.compared > 0
    assert seen.observers > games(100), "secrets were changed while somebody watched"
    assert seen.asked_bot > 0


def test_contract_of_a_campaign() -> None:
    """The same through the debriefs of a campaign."""
    seen = check_contract(GAME, games=games(4), seed=40, worlds=10, options={"scenario": "campaign"})
    assert seen.games == games(4)


def test_planted_leaks_are_found() -> None:
    """The suite is awake: leaks of the cards and of what is shuffled are found, wherever they are."""
    assert check_planted_leaks(GAME) == 7


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["mission", "campaign"])
def test_contract_at_length(scenario: str) -> None:
    """The same promises in many more games."""
    seen = check_contract(
        GAME, games=60, seed=100, options={"scenario": scenario}, bot=lambda seed: make_bot("house", seed)
    )
    assert seen.games == 60
