"""What players are told of non-players: in the ending, in the log of a Dust Storm Round, on the terminal's board, and in reasons."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.engine import Table, ending_of
from sandtable.engine.endings.past import Past
from sandtable.games.red_dust.state import Mars

EVERYBODY = ["marsgov", "corporations", "red_dust", "reclaimers"]


@pytest.fixture(scope="module")
def played() -> Table:
    """A game of four non-players."""
    table = sandtable.new("red-dust", seed=0, options={"nonplayers": EVERYBODY})
    while table.outcome is None:
        table.step()
    return table


def test_the_ending_counts_what_non_players_did(played: Table) -> None:
    """They give no answers, yet they Attack and Rally; the dice for the initiative of the Reclaimers are their own."""
    ending = ending_of(played)
    facts = {fact.label: fact.text for fact in ending.facts}
    lines = [line.text for line in played.log(None)]
    rallies = sum(": Rally in " in line for line in lines)
    assert rallies
    assert facts["Rallies"] == str(rallies)
    assert int(facts["Attacks and Assaults"]) == sum(
        any(f": {what} in " in line for what in ("Attack", "Ambush", "Assault")) for line in lines
    )
    assert {it.who for it in ending.throws if "initiative" in it.what.lower()} == {"Reclaimers"}


def test_a_dust_storm_round_tells_who_is_nearest(played: Table) -> None:
    """15 Whoever watches hears how close the victory check was."""
    told = [line.text for line in played.log(None) if line.text.startswith("Nobody wins yet")]
    rounds = sum(line.text == "Dust Storm Round." for line in played.log(None))
    assert rounds > 1
    assert len(told) >= rounds - 1


def test_turns_of_non_players_are_moments_of_their_own() -> None:
    """An ending does not blame a person's answer for what non-players did after it: each of their turns is a sample."""
    table = sandtable.new("red-dust", seed=5, options={"nonplayers": EVERYBODY[1:]})
    while table.outcome is None and table.turn < 60:
        assert table.ask is not None
        table.choose(table.ask.keys[-1])
    past: Past[Mars] = Past(table)
    assert past.turns == sorted(set(past.turns))
    assert past.turns[:-1] == list(range(past.turns[0], table.turn + 1)), "each turn since the first question"


def test_the_terminal_shows_no_money_of_non_players() -> None:
    """8.2 Red Dust and the Reclaimers have Totals, which stand in a line of their own; the Corporations have Profits."""
    table = sandtable.new("red-dust", seed=5, options={"nonplayers": EVERYBODY[1:]})
    board = table.game.text_board(table.view("marsgov"), table.seats, 100)
    assert "Agitate Total" in board
    assert "Profits" in board
    assert board.count("Resources") == 1
    assert " Assets" not in board
