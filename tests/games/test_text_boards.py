"""The boards of all five games as text: they keep to the width of the terminal, and look as they did.

The pictures are kept in `tests/fixtures/boards`. After a change that is meant, `python -m tests.games.test_text_boards`
draws them anew; look at the difference before you commit it.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from rich.cells import cell_len
from rich.text import Text

import sandtable
from sandtable.engine import Table, played_again

from ..fixtures.record import FOLDER

PICTURES = FOLDER / "boards"
#: Recorded games, and the turn of each at which there is plenty on the board.
POSITIONS = {
    "red-dust-standard": 239,
    "mars-or-die-s1": 75,
    "rogue-trooper-4": 1167,
    "space-combat-campaign": 57,
    "surface-combat-campaign": 60,
}
#: What is drawn for the tests; the last ones are narrower and wider than anybody is used to.
WIDTHS = (80, 120, 100, 64, 200)
#: How many positions of a recorded game are drawn at each width.
SAMPLES = 8


class Seen(NamedTuple):
    """What the seat that is asked saw at one moment of a game."""

    turn: int
    table: Table

    def drawn(self, width: int) -> str:
        table = self.table
        assert table.ask is not None
        view = table.view(table.ask.seat)
        return Text.from_markup(table.game.text_board(view, table.seats, width)).plain


def questions(whole: Table) -> Iterator[Seen]:
    """The moments of a game at which somebody is asked."""
    for moment in played_again(whole):
        if moment.ask is not None:
            yield Seen(moment.turn, moment)


@cache
def drawn(name: str) -> tuple[dict[int, str], dict[int, list[str]]]:
    """The position of the picture at each width, and positions from the whole game at each width."""
    picture: dict[int, str] = {}
    found: dict[int, list[str]] = {width: [] for width in WIDTHS}
    whole = sandtable.load(gzip.decompress((FOLDER / f"{name}.journal.gz").read_bytes()))
    step, at = max(1, whole.turn // SAMPLES), 0
    for seen in questions(whole):
        if not picture and seen.turn >= POSITIONS[name]:
            picture = {width: seen.drawn(width) for width in WIDTHS}
        if seen.turn >= at:
            at += step
            for width in WIDTHS:
                found[width].append(seen.drawn(width))
    return picture, found


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", POSITIONS)
def test_the_board_looks_as_it_did(name: str, width: int) -> None:
    """Guards: a board at 80 and at 120 columns, in the middle of a game, changes only when somebody means it to."""
    expected = (PICTURES / f"{name}-{width}.txt").read_text(encoding="utf-8")
    assert drawn(name)[0][width] + "\n" == expected


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", POSITIONS)
def test_no_line_is_longer_than_the_terminal(name: str, width: int) -> None:
    """Guards: a terminal that is told its width never has to break a line of the board, at any moment of a game."""
    boards = drawn(name)[1][width]
    assert len(boards) >= SAMPLES
    for board in boards:
        longest = max(board.splitlines(), key=cell_len)
        assert cell_len(longest) <= width, board


@pytest.mark.parametrize("name", POSITIONS)
def test_a_wide_terminal_is_used(name: str) -> None:
    """Guards: more columns mean fewer lines, and never more."""
    picture = drawn(name)[0]
    heights = [len(picture[width].splitlines()) for width in sorted(WIDTHS)]
    assert heights == sorted(heights, reverse=True)


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("mars-or-die", "mars-or-die-s1"),
        ("space-combat", "space-combat-campaign"),
        ("surface-combat", "surface-combat-campaign"),
    ],
)
def test_the_screen_on_the_page_is_from_this_picture(page: str, name: str) -> None:
    """Guards: a page for players shows the board as it is today, or some lines of it in their order."""
    text = (FOLDER.parents[1] / f"docs/play/{page}.md").read_text(encoding="utf-8")
    lines = text.split("```text\n")[1].split("```")[0].splitlines()
    picture = iter((PICTURES / f"{name}-80.txt").read_text(encoding="utf-8").splitlines())
    assert [line for line in lines if line not in picture] == []


def draw_anew() -> None:
    PICTURES.mkdir(exist_ok=True)
    for name in POSITIONS:
        picture, _ = drawn(name)
        for width in (80, 120):
            (PICTURES / f"{name}-{width}.txt").write_text(picture[width] + "\n", encoding="utf-8")


if __name__ == "__main__":
    draw_anew()
