"""What a client gets to see of a battle."""

from __future__ import annotations

from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.show.view import table_of
from sandtable.games.mars_or_die.state import HAND

from ..field import house_game


def test_a_view_can_be_measured_on() -> None:
    """A client gets everything that lies open, and nothing of the other hand."""
    run = house_game("s1", 1)
    view = GAME.view(run.state, 0)
    assert table_of(view).poses == run.state.poses
    assert view.hands[1] == [None] * len(run.state.cards.zones[HAND + 1])
