"""A game as a person sees it: as text, or as a picture of the page."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import Any

from rich.console import Console

from sandtable.engine import Chair, SandtableError, Seat, Table
from sandtable.engine.drawing.board import board_text, parts_text


def text_of(chair: Chair, seats: Sequence[Seat]) -> str:
    """The board as a seat sees it, what is asked and what can be answered, as plain text of 100 columns."""
    out = StringIO()
    page = Console(file=out, width=100, color_system=None, legacy_windows=False)
    board = parts_text(chair.game, chair.view, chair.options)
    page.print(board_text(chair.game, chair.view, seats) if board is None else board)
    if (ask := chair.ask) is not None:
        page.print(ask.prompt, markup=False, highlight=False)
        for option in ask.options:
            page.print(f"  {option.label}", markup=False, highlight=False)
    return out.getvalue()


def checked_mode(mode: str | None) -> str | None:
    """The render mode of an environment, or an error if there is none of that name."""
    if mode not in (None, "ansi", "rgb_array"):
        raise SandtableError(f'A render mode is "ansi" or "rgb_array", not {mode!r}.')
    return mode


def rendered(mode: str, chair: Chair, table: Table) -> Any:
    """Render an environment: text for "ansi", an array of rows, columns and colours for "rgb_array"."""
    if mode == "ansi":
        return text_of(chair, table.seats)
    from .browser import picture_of  # here: only pictures need a browser

    return picture_of(chair, table)
