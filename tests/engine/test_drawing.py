"""Boards as text: what games use to keep their lines within the width of a terminal."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.text import Text

import sandtable
from benchmarks.stash import GAME as STASH
from sandtable.engine import Game
from sandtable.engine.drawing.plain import plain_board
from sandtable.engine.drawing.text import beside, cells, fill, flow, shorten, wrap

PROSE = "Remove up to four [Troops] from a space, 火星 last; supercalifragilisticexpialidocious cubes count twice."


def plain(lines: list[str]) -> list[str]:
    return [Text.from_markup(line).plain for line in lines]


@pytest.mark.parametrize("indent", [0, 3])
@pytest.mark.parametrize("width", [8, 20, 45, 200])
def test_wrapped_text_keeps_to_its_width_and_loses_nothing(width: int, indent: int) -> None:
    """Guards: wide characters take two columns, a word longer than a line is taken apart, brackets are no markup."""
    lines = plain(wrap(PROSE, width, indent))
    assert max(map(cell_len, lines)) <= width
    assert "".join("".join(lines).split()) == "".join(PROSE.split())


@pytest.mark.parametrize("width", [13, 20, 40])
def test_chunks_stay_whole(width: int) -> None:
    """Guards: what belongs together, such as a name and its number, never stands on two lines."""
    chunks = [f"[bold]Unit {n}[/], " for n in range(9)]
    lines = plain(flow("Team  ", chunks, width, 6))
    assert max(map(cell_len, lines)) <= width
    assert all(sum(f"Unit {n}" in line for line in lines) == 1 for n in range(9))
    assert all(line.startswith("      Unit") for line in lines[1:])


def test_columns_are_aligned_by_what_is_seen() -> None:
    """Guards: markup takes no room, and a wide character takes two columns."""
    left = ["[bold]NET[/]", "火星", ""]
    assert {cell_len(line.partition("|")[0]) for line in plain(beside(left, ["|"] * 3))} == {6}
    assert cells(fill("[red]火[/]", 5)) == 5
    assert cell_len(shorten("火星火星火星", 5)) <= 5


@pytest.mark.parametrize("width", [30, 80])
def test_a_game_without_a_board_shows_its_view_in_words(width: int) -> None:
    """Guards: somebody's first game has a board that can be read, and never JSON."""
    table = sandtable.new(STASH, seed=3)
    board = Game.text_board(STASH, table.view("ann"), table.seats, width)
    lines = plain(board.splitlines())
    assert not any(sign in board for sign in '{}"')
    assert max(map(cell_len, lines)) <= width
    assert lines[0].startswith(tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    assert board == plain_board(table.view("ann"), width)
