"""Counting lines of play: the number of different ways the first moves can go, known from counting by hand."""

from __future__ import annotations

import random

import pytest

from benchmarks.connect_four import GAME, Board
from sandtable.engine import RandomSource, Run


def lines(run: Run[Board], depth: int) -> int:
    """How many different lines of play lead `depth` decisions on from here; a finished game goes no further."""
    if depth == 0:
        return 1
    found = 0
    for value in run.values:
        after = run.fork(run.source)
        after.play(value)
        found += lines(after, depth - 1)
    return found


def begun(board: Board) -> Run[Board]:
    return Run(GAME, board, RandomSource(random.Random(0)))


@pytest.mark.parametrize(("depth", "expected"), [(1, 7), (2, 49), (3, 343), (4, 2401), (5, 16807)])
def test_connect_four_from_the_empty_board(depth: int, expected: int) -> None:
    """Seven columns, and none can be full before the seventh disc: 7 to the power of the depth."""
    assert lines(begun(Board()), depth) == expected


def test_connect_four_with_a_column_that_fills_up() -> None:
    """One disc fits into the first column: 1 way into it and then 6, or 6 ways elsewhere and then 7."""
    board = Board(discs=[0b10101, 0b01010], height=[5, 0, 0, 0, 0, 0, 0], mover=1, moves=5)
    assert lines(begun(board), 2) == 1 * 6 + 6 * 7


def test_connect_four_ends_with_four_in_a_row() -> None:
    """Red has three in a row on the floor with both ends open: two of seven moves win, and nothing follows those."""
    red = sum(1 << column * 7 for column in (2, 3, 4))
    yellow = sum(1 << column * 7 + 1 for column in (2, 3, 4))
    board = Board(discs=[red, yellow], height=[0, 0, 2, 2, 2, 0, 0], mover=0, moves=6)
    assert lines(begun(board), 1) == 7
    assert lines(begun(board), 2) == 5 * 7
