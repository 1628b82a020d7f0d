"""The board of a game as text: what its `text_board` returns, or the parts it describes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.errors import MarkupError
from rich.text import Text

from ..errors import PartsError, described
from ..game import Game, Seat
from ..parts import check_plan, drawn
from .parts import parts_board


def board_text(game: Game[Any], view: Any, seats: Sequence[Seat], width: int = 100) -> Text:
    """The board for this many columns. A `PartsError` says where the game's `text_board` failed, or what it should have returned."""
    try:
        markup: object = game.text_board(view, seats, width)
    except Exception as error:  # a game of somebody's own can fail in any way
        raise PartsError(f"{described(error)}.") from error
    if not isinstance(markup, str):
        raise PartsError(f"It must return a text, not {type(markup).__name__}.")
    return read_markup(markup)


def parts_text(game: Game[Any], view: Any, options: Any, width: int = 100) -> Text | None:
    """The parts that a game describes, for this many columns; None if it describes none, or has a `text_board` of its own."""
    if type(game).text_board is not Game.text_board:
        return None
    try:
        plan = game.plan(options)
        if plan is None:
            return None
        return read_markup(parts_board(plan, drawn(game, check_plan(plan), view, options), width))
    except PartsError:
        raise
    except Exception as error:  # a game of somebody's own can fail in any way
        raise PartsError(f"{described(error)}.") from error


def read_markup(markup: str) -> Text:
    """Rich markup as a text with styles; a text that is not meant as markup stays as it is.

    >>> read_markup("one [bold]two[/]").plain, read_markup("[/] is a door").plain
    ('one two', '[/] is a door')
    """
    try:
        return Text.from_markup(markup, end="")
    except MarkupError:
        return Text(markup, end="")
