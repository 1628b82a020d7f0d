"""The tables of a pack, as both games read them."""

from __future__ import annotations

from sandtable.games.free_mars.common.printed.files import TableLine


def test_a_line_of_the_table_reads_its_faces() -> None:
    """SC 16.2, R-SC-3: Positives and Burnouts are data of the line."""
    line = TableLine("netrun", "NET Run", "cyber", (5, 6), (1,))
    assert line.both([1, 5, 6, 3]) == (2, 1)
    assert line.hits([1, 5, 6, 3]) == 2
