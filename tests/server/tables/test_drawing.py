"""What the server sends for a board: nothing for the client's own boards, parts for a plan, otherwise the terminal's text."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import pytest

import sandtable
from benchmarks.connect_four import ConnectFour
from sandtable.engine import Seat
from sandtable.engine.drawing.board import read_markup
from sandtable.engine.parts import Plan
from sandtable.games import BUILT_IN
from sandtable.server.tables.drawing import board_for, draw, text_lines
from sandtable.server.wire import Drawing, TextRun


def drawing_of(game: Any) -> Drawing:
    table = sandtable.new(game, seed=1)
    found = draw(table, table.view(None))
    assert found is not None
    return found


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_game_with_a_board_of_its_own_is_sent_no_drawing(key: str) -> None:
    table = sandtable.new(key, seed=1)
    assert draw(table, table.view(None)) is None


def test_a_plan_is_made_once_for_a_table() -> None:
    """Plans can be large; only the pieces are made for every answer."""
    made = []

    class Counted(ConnectFour):
        def plan(self, options: Any) -> Plan:
            made.append(options)
            return super().plan(options)

    table = sandtable.new(Counted(), seed=1)
    counts = []
    for _ in range(3):
        assert table.ask is not None
        found = draw(table, table.view("red"))
        assert found is not None
        assert found.pieces is not None
        counts.append(len(found.pieces.counters))
        table.choose(table.ask.keys[0])
    assert counts == [0, 1, 2]
    assert len(made) == 1


def test_a_game_without_a_plan_is_text_in_the_terminals_colours() -> None:
    class Plain(ConnectFour):
        def plan(self, options: Any) -> None:  # type: ignore[override]
            """Nothing to draw."""

    lines = drawing_of(Plain()).text
    assert lines is not None
    assert lines[0] == [TextRun("  . . . . . . .", "")]
    assert text_lines(read_markup("[bold]A[/] \\[b]\n\n[bright_red]c[/][#123456]d[/]")) == [
        [TextRun("A", "bold"), TextRun(" [b]", "")],
        [],
        [TextRun("c", "red"), TextRun("d", "")],
    ]
    assert text_lines(read_markup("[/]")) == [[TextRun("[/]", "")]], "not meant as markup"


def test_a_description_that_fails_is_told_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    """A mistake of its author must not stop a game that is being played."""

    class Torn(ConnectFour):
        def plan(self, options: Any) -> Plan:
            raise KeyError("map")

        def text_board(self, view: Any, seats: Sequence[Seat], width: int = 100) -> str:
            raise ValueError("no ink")

    with caplog.at_level(logging.ERROR):
        torn = Torn()
        found = drawing_of(torn)
        assert board_for(torn, sandtable.new(torn).options) is None
    assert found.problem == "The board cannot be drawn as the game describes it. plan(): KeyError: 'map'"
    assert found.text
    assert found.text[-1] == [TextRun("Mover: 0", "")], "the view, in place of a board"
    assert [record.getMessage() for record in caplog.records] == [
        "Connect four cannot be drawn: its `plan` failed.",
        "Connect four cannot be drawn: its `text_board` failed.",
    ]


def test_a_board_that_no_client_knows_is_drawn_as_text() -> None:
    """Only our own games have a board in the client; whatever `board` returns in another game, its table can be seen."""

    class Boarded(ConnectFour):
        def plan(self, options: Any) -> None:  # type: ignore[override]
            return None

        def board(self, options: Any) -> Any:
            return {"map": "mine"}

    game = Boarded()
    assert drawing_of(game).text
    assert board_for(game, sandtable.new(game).options) is None
