"""What people see while one answer plays on.

Non-players are part of their game: when a person has answered, the table plays their turns before it asks again. A frame
at the end of each of these turns lets the page tell them as a story, like the turns of bots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from sandtable.engine import Table
from sandtable.engine.saving.long_games import at_each_turn, count_entries

from .seat_view import SeatView, look, progress_of
from .table_log import TableLog

#: The most turns of one answer that are shown; a longer one is told in larger steps.
MOST = 120


class TurnEnd(msgspec.Struct):
    """A table between two turns."""

    turn: int
    progress: str
    #: How many entries the table's log had.
    entries: int
    #: What each seat saw; how much of the log it had been told is filled in when the answer is over.
    seen: dict[str | None, SeatView]


class TurnEnds:
    """What some seats see at the end of each turn that a game plays by itself."""

    def __init__(self, table: Table, seats: Iterable[str | None]) -> None:
        self._table, self._found = table, list[TurnEnd]()
        self._seats = list(dict.fromkeys(seats))

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Look at the end of each turn while something is done at the table."""
        if not self._seats:
            yield
            return
        with at_each_turn(self._table, self._look):
            yield

    def _look(self) -> None:
        table, entries = self._table, count_entries(self._table)
        if len(self._found) < MOST and (not self._found or self._found[-1].entries != entries):
            seen = dict(zip(self._seats, look(table, self._seats, lambda _: 0), strict=True))
            self._found.append(TurnEnd(table.turn, progress_of(table), entries, seen))

    def told(self, log: TableLog) -> list[TurnEnd]:
        """Those before something more is told, with how far the log had come at each."""
        last = count_entries(self._table)
        found = [end for end in self._found if end.entries < last]
        for end in found:
            log.catch_up(self._table, end.entries)
            for seat, seen in end.seen.items():
                seen.log_length = log.length(seat)
        return found
