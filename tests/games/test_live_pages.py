"""What is sent of a game in progress is made once for all seats: it must be what each seat would see alone."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.games import BUILT_IN


def sent(page: Any) -> Any:
    """What arrives of a page."""
    return msgspec.json.decode(msgspec.json.encode(page))


@pytest.mark.parametrize("key", BUILT_IN)
def test_views_made_together_are_those_of_each_seat(key: str) -> None:
    table, rng = sandtable.new(key, seed=5), random.Random(5)
    seats = [None, *(seat.id for seat in table.seats)]
    for _ in range(60):
        if table.ask is None:
            break
        views = table.views(seats)
        assert views == [table.view(seat) for seat in seats]
        for view, page in zip(views, table.game.live_pages(views), strict=True):
            left_out = table.game.measures(view)
            assert {**sent(page), **sent(left_out)} == sent(table.game.page(view))
        table.choose(rng.choice(table.ask.keys))
