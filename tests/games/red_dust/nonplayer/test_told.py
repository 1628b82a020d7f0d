"""What players are told of non-players: in the ending, in the log of a Dust Storm Round, on the terminal's board, and in reasons."""

from __future__ import annotations

from itertools import pairwise

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


def test_a_choice_by_lot_is_told_in_one_line(played: Table) -> None:
    """8.5.6 The line names the space that was drawn and none of the others: pages mark what a line names as changed."""
    log = played.log(None)
    assert not [line.text for line in log if "tie" in line.text.lower().split()]
    drawn = [line for line in log if "by lot among" in line.text]
    assert drawn
    assert all(sum(thing.kind == "space" for thing in line.things) <= 1 for line in drawn)


def test_a_removal_is_told_in_one_line(played: Table) -> None:
    """8.5.8 A non-player removes piece by piece; that is told once for each space."""
    lines = [line.text for line in played.log(None)]
    gone = [(here, then) for here, then in pairwise(lines) if here.endswith("removed.") and here == then]
    assert any(line.endswith("are removed.") and " and " in line for line in lines)
    assert not gone


def test_a_flashpoint_round_is_nobodys_turn(played: Table) -> None:
    ends = [line for line in played.log(None) if line.text == "Flashpoint marker: 0 of 5."]
    assert ends
    assert {line.mover for line in ends} == {None}


def test_only_those_with_money_earn(played: Table) -> None:
    """8.5.9 MarsGov and Red Dust have none."""
    told = [line.text for line in played.log(None) if line.text.startswith("Earnings")]
    assert told
    assert all(line.startswith("Earnings: Corporations ") for line in told)


def test_the_2nd_eligible_reads_nothing_about_a_2nd_eligible() -> None:
    """12.3 After it nobody acts, so nothing is settled for anybody."""
    table = sandtable.new("red-dust", seed=2, options={"nonplayers": EVERYBODY[:3]})
    seen: set[bool] = set()
    while table.ask is not None and len(seen) < 2:
        if table.ask.topic == "action" and "operation" in table.ask.keys:
            (says,) = (option.says for option in table.ask.options if option.key == "operation")
            is_second = bool(table.view("reclaimers").acted)
            assert ("2nd Eligible" in says) == (not is_second)
            seen.add(is_second)
            table.choose("pass")
        else:
            table.choose(table.ask.keys[-1])
    assert seen
