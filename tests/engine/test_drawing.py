"""Boards as text: what games use to keep their lines within the width of a terminal."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.text import Text

import sandtable
from benchmarks.stash import GAME as STASH
from sandtable.engine import Game, Thing
from sandtable.engine.drawing.board import parts_text
from sandtable.engine.drawing.parts import parts_board
from sandtable.engine.drawing.plain import plain_board
from sandtable.engine.drawing.text import beside, cells, fill, flow, shorten, wrap
from sandtable.engine.parts import Area, Card, Counter, Hex, Pieces, Plan, Zone

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


FIELD = Plan(
    [
        *(Hex("hex", f"{c}{r}", c, r, mark=f"{c}{r}") for r in range(3) for c in range(4)),
        Area("camp", "camp", 0, 5),
    ],
    [Zone("pile", "deck", pile=True), Zone("hand", "hand"), Zone("hand", "other")],
    [Card("card", "storm"), Card("card", "calm", number=2)],
)


def at(place: str) -> Thing:
    return Thing("hex", place)


@pytest.mark.parametrize("width", [24, 40, 80, 200])
def test_parts_are_drawn_within_the_width(width: int) -> None:
    """Guards: a map of hexes stays a map, every second row half a hex further right, and what does not fit there is told below it."""
    crowd = [Counter("unit", f"rider_{n}", at("11"), "sword", "red", n) for n in range(3)]
    lines = plain(
        parts_board(FIELD, Pieces([*crowd, Counter("unit", "scout", at("20"), "eye")]), width).splitlines()
    )
    assert max(map(cell_len, lines)) <= max(
        width, len("11 · Rider 0 sword (0), Rider 1 sword (1), Rider 2 sword (2)")
    )
    rows = {
        row: next(line for line in lines if line.split() == [f"{c}{row}" for c in range(4)])
        for row in range(3)
    }
    step = rows[0].index("10")
    assert [rows[0].index("00"), rows[1].index("01"), rows[2].index("02")] == [0, step // 2, 0]
    told = " ".join(lines)
    assert all(f"Rider {n} sword ({n})" in told for n in range(3))
    assert "Scout eye" in told
    assert "Camp: nothing" in told


def test_parts_show_no_more_than_their_page_does() -> None:
    """Guards: the front of a hidden counter and cards that lie face down are not told, whatever the description holds."""
    hidden = Counter("unit", "scout", at("20"), "eye", "red", 7, hidden=True)
    pieces = Pieces(
        [hidden], {"deck": [Thing("card", "storm"), None], "hand": [Thing("card", "calm"), None], "other": 3}
    )
    board = plain(parts_board(FIELD, pieces, 80).splitlines())
    assert [line.strip() for line in board if "Scout" in line] == ["Scout ?"]
    assert board[-3:] == [
        "Deck: 2 cards, face down",
        "Hand: Calm (2), 1 face down",
        "Other: 3 cards, face down",
    ]


def test_brackets_in_a_name_are_no_markup() -> None:
    """Guards: what somebody calls a counter is shown as it is written."""
    board = parts_board(FIELD, Pieces([Counter("unit", "a", at("20"), label="[bold]A")]), 80)
    assert "[bold]A" in "".join(plain(board.splitlines()))


def test_a_board_of_its_own_comes_before_the_parts() -> None:
    """Guards: a game that draws its own text is shown by that; one that only describes its parts is not shown as numbers."""

    class Drawn(Game):  # type: ignore[type-arg]
        key, title = "drawn", "Drawn"

        def plan(self, options: object) -> Plan:
            return FIELD

        def pieces(self, view: object, options: object) -> Pieces:
            return Pieces([Counter("unit", "scout", at("20"))])

    class Worded(Drawn):
        def text_board(self, view: object, seats: object, width: int = 100) -> str:
            return "in words"

    shown = parts_text(Drawn(), {}, None, 80)
    assert shown is not None
    assert "Scout" in shown.plain
    assert parts_text(Worded(), {}, None, 80) is None
