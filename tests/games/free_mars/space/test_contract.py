"""The contract every game keeps, for each scenario; and the game as a table plays it."""

from __future__ import annotations

import random

import pytest
from rich.text import Text

import sandtable
from sandtable.bots import Bot, make_bot
from sandtable.engine import Table
from sandtable.engine.contract import check_contract, check_planted_leaks
from sandtable.games.free_mars.space.game import GAME
from sandtable.games.free_mars.space.house.policy import ANSWERS
from sandtable.games.free_mars.space.state import Phase
from tests.lengths import games


def house(seed: int) -> Bot:
    return make_bot("house", seed)


@pytest.mark.parametrize("scenario", ["mission", "campaign"])  # `make soak` plays the final Mission as well
def test_contract(scenario: str) -> None:
    """Every promise of the contract over a few random games, with the house player asked in pairs of worlds."""
    seen = check_contract(GAME, games=games(4), options={"scenario": scenario}, worlds=20, bot=house)
    assert set(seen.topics) <= set(ANSWERS)
    assert seen.undone > 0
    assert seen.worlds > 0
    assert seen.observers > games(100), "secrets were changed while somebody watched"


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["mission", "final", "campaign"])
def test_contract_at_length(scenario: str) -> None:
    """The same over many games."""
    check_contract(GAME, games=120, options={"scenario": scenario}, worlds=100, bot=house)


def test_planted_leaks_are_found() -> None:
    """Leaks of the cards and of what is shuffled would be found, wherever they are."""
    assert check_planted_leaks(GAME) == 7


def play_on(table: Table, decisions: int = 100_000) -> Table:
    """The house player goes on."""
    rng = random.Random(0)
    while table.ask is not None and decisions:
        value = GAME.policy(table.run, rng)
        table.choose(next(option for option in table.ask.options if option.value == value))
        decisions -= 1
    return table


def test_a_campaign_is_saved_resumed_and_replayed() -> None:
    """20.1 A campaign saved after its first Mission goes on as if it had never been put away, and can be replayed."""
    whole = play_on(sandtable.new(GAME, seed=3, scenario="campaign"))
    first = play_on(sandtable.new(GAME, seed=3, scenario="campaign"), 120)
    assert first.ask is not None
    assert "Mission" in " ".join(line.text for line in first.log("rebels"))
    resumed = sandtable.load(first.save(), game=GAME)
    assert resumed.view("rebels") == first.view("rebels")
    assert play_on(resumed).save() == whole.save()
    replayed = sandtable.load(whole.save(), game=GAME)
    assert (replayed.reason, replayed.log("rebels")) == (whole.reason, whole.log("rebels"))


def test_the_picture_shows_what_is_in_play() -> None:
    """3.0 The orbit diagram, NET track, decks and squadron fit a terminal of 100 columns, at any moment of a game."""
    rng = random.Random(1)
    table = sandtable.new(GAME, seed=4, options={"scenario": "campaign"})
    pictures = []
    while table.ask is not None:
        if rng.random() < 0.2:
            pictures.append(Text.from_markup(GAME.text_board(table.view("rebels"), table.seats)).plain)
        table.choose(table.ask.keys[int(rng.random() * len(table.ask.keys))])
    assert pictures
    assert all(len(line) <= 100 for text in pictures for line in text.splitlines())
    assert all("NET" in text and "CERES" in text and "Mission" in text for text in pictures)


def test_a_spectator_is_not_shown_the_ops_deck() -> None:
    """14.4 Full System Awareness is the player's alone."""
    table = sandtable.new(GAME, seed=4)
    state = table.run.state
    assert state.phase is Phase.ASSEMBLE
    state.cards.look(state.cards.zones[0], 0)
    assert all(table.view("rebels").ops)
    assert not any(table.view(None).ops)
