"""Debriefs and endings of campaigns: names, scores and the moments that decided a Mission."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair, Table, ending_of
from sandtable.games.free_mars.common.rules.campaign import campaign_score


def campaign(game: str, seed: int, missions: int) -> Table:
    """A campaign that the House has played until this number of Missions was over."""
    table = sandtable.new(game, scenario="campaign", seed=seed)
    bot = make_bot("house", seed)
    while table.ask is not None and len(table.run.state.fought) < missions:
        table.choose(bot.choose(Chair(table, table.ask.seat)))
    assert table.ask is not None
    return table


def test_a_debrief_names_the_side_of_gear_that_was_recruited() -> None:
    """A counter of Gear has two names. The debrief used to tell the one on its front."""
    table = sandtable.new("surface-combat", scenario="campaign", seed=1)
    table.choose("recruit_unit:launcher")  # the back of Nano-Forge
    bot = make_bot("house", 1)
    while not table.run.state.fought:
        assert table.ask is not None
        table.choose(bot.choose(Chair(table, table.ask.seat)))
    (debrief,) = table.view(None).fought
    team = [unit.label for unit in table.view(None).team]
    assert "Launcher" in debrief.kept
    assert debrief.kept == team
    (stop,) = table.game.track(table.run.state)
    assert any("Launcher" in line.words(table.kinds) for line in stop.details)


@pytest.mark.parametrize(("game", "seed"), [("surface-combat", 4), ("space-combat", 1)])
def test_a_mission_won_says_what_it_brings(game: str, seed: int) -> None:
    """SC and SP 20.3: its card helps from now on."""
    table = campaign(game, seed, 1)
    (debrief,) = table.view(None).fought
    assert debrief.won
    assert debrief.brings.endswith("+1")


def test_a_campaign_that_is_given_up_keeps_its_score() -> None:
    """It used to be 0 points "for 2 Missions won"."""
    table = campaign("surface-combat", 4, 2)
    score = campaign_score(table.run.state)
    assert score > 10
    ending = ending_of(table, sentence="Ann has resigned.")
    assert ending.score == score
    assert ending.scores[0].text.startswith(f"{score} points: ")


@pytest.mark.parametrize("game", ["surface-combat", "space-combat"])
def test_the_last_moment_decides_a_mission(game: str) -> None:
    """Drawing an Ops card, as every turn does, is no step back."""
    seed = 1
    table = sandtable.new(game, seed=seed)
    bot = make_bot("house", seed)
    while table.ask is not None:
        table.choose(bot.choose(Chair(table, table.ask.seat)))
    ending = ending_of(table)
    assert ending.moments[-1].at == len(ending.graphs[0].curves[0].values) - 1
    assert ending.moments[-1].is_gain == bool(table.winners)
