"""What lists say of a table without opening it."""

from __future__ import annotations

import random

import sandtable
from sandtable.server.store.stored_tables import TableData
from sandtable.server.tables.seat_view import progress_of
from sandtable.server.tables.storing import status_of


def test_how_far_a_game_has_come_is_told_within_a_turn_too() -> None:
    """A Mission of Space Combat has come to another place before its turn is over."""
    within = 0
    for seed in range(6):
        table, rng = sandtable.new("space-combat", seed=seed), random.Random(seed)
        data = TableData("t", "", "space-combat", {}, "", True, None, 0.0, 0.0, [])
        while table.ask is not None:
            table.choose(rng.choice(table.keys()))
            status = status_of(data, table, 1.0)
            assert status.progress == progress_of(table)
            within += status.turn == data.turn and status.progress != data.progress
            data.keep(status)
    assert within
