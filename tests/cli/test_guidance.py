"""Before an answer, in words: what options do, previews, and reasons."""

from __future__ import annotations

from .conftest import Run
from .test_play import BAZAAR

STASH = ("play", "stash", "--seed", "3", "--seat", "bob=random")


def test_options_say_what_they_do_and_what_is_refused_says_why(run: Run) -> None:
    """Guards: what an option does stands below it, and a word that is not offered has its reason."""
    out = run(*STASH).stdout
    assert "   1 Draw a load  draw\n       Take the top load of the deck into your hand.\n" in out
    assert "Raid the other stash: Bob has stashed nothing.\n" in out


def test_a_preview_tells_what_would_happen_and_changes_nothing(run: Run) -> None:
    """Guards: ?N tells the log, the lines of the board that change, what comes next, and that it is final."""
    out = run(*STASH, typed="?1\n?stash\n?\n?9\n").stdout
    draw, stash, help_, wrong = out.split("> ?")[1:]
    assert "Draw a load\n  Ann draws a load.\n" in draw
    assert "It cannot be undone." in draw
    assert "  Then: Stash which load?\n" in stash
    assert "?N" in help_
    assert "There is no 9 here" in wrong


def test_a_preview_has_odds_where_chance_follows(run: Run) -> None:
    """Guards: an answer that leads to a throw is previewed with its chances."""
    out = run(*BAZAAR, typed="done\n5\n?pass\n").stdout
    assert "Then chance decides" in out
    assert "16.7%" in out


def test_why_something_is_not_offered(run: Run) -> None:
    """Guards: `why` lists what is left out, `why THING` tells about one, and what is offered is said to be."""
    out = run(*STASH, typed="why\nwhy raid\nwhy draw\nwhy gold\n").stdout
    everything, raid, draw, gold = out.split("> why")[1:]
    assert "Raid the other stash  Bob has stashed nothing." in everything
    assert "Bob has stashed nothing." in raid
    assert "It is among the answers: draw." in draw
    assert "No reason is known for 'gold'." in gold
