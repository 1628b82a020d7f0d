"""The board of a game for which the client has no board of its own: its parts or, without a plan, its text."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any

import msgspec
from rich.console import Console
from rich.style import Style
from rich.text import Text

from sandtable.engine import Game, PartsError, Table, decode_options
from sandtable.engine.drawing.board import board_text, read_markup
from sandtable.engine.drawing.plain import plain_board
from sandtable.engine.parts import Plan, check_plan, drawn
from sandtable.games import BUILT_IN

from ..wire import Drawing, TextRun

logger = logging.getLogger(__name__)
#: The colours of a terminal that the page has, by their numbers; bright ones are 8 further on.
TERMINAL = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
CONSOLE = Console()
#: How many columns a text board gets. A page can scroll; more would have to be scrolled on most screens.
WIDTH = 80


class Plans(msgspec.Struct, frozen=True):
    """How a game is drawn with these options: by a board of the client's own, by a plan, or as text."""

    has_own_board: bool
    plan: Plan | None = None
    problem: str = ""


@lru_cache(maxsize=128)
def plans_for(game: Game[Any], options: bytes) -> Plans:
    """Made once for each game and its options, because a plan can be large and never changes."""
    decoded = decode_options(game, msgspec.json.decode(options))
    try:
        plan = game.plan(decoded)
        if plan is None:
            return Plans(has_own_board=game.key in BUILT_IN and game.board(decoded) is not None)
        return Plans(has_own_board=False, plan=check_plan(plan, (seat.id for seat in game.seats(decoded))))
    except Exception as error:
        return Plans(has_own_board=False, problem=_told(game, "plan", error))


def plans_of(table: Table) -> Plans:
    """How the game at a table is drawn."""
    return plans_for(table.game, msgspec.json.encode(table.options))


def board_for(game: Game[Any], options: Any) -> Any:
    """What never changes in a game: the client's own board or the plan; None if there is none, or a faulty one."""
    plans = plans_for(game, msgspec.json.encode(options))
    return game.board(options) if plans.has_own_board else plans.plan


def draw(table: Table, view: Any, plans: Plans | None = None) -> Drawing | None:
    """A view as any client can draw it; None if the client has a board of its own for this game.

    A mistake in the description must not stop a game: the text is shown then, and what is wrong. `plans`: how it is drawn, if
    somebody has found out.
    """
    game = table.game
    plans = plans_of(table) if plans is None else plans
    if plans.has_own_board:
        return None
    problem = plans.problem
    if plans.plan is not None:
        try:
            return Drawing(pieces=drawn(game, plans.plan, view, table.options))
        except Exception as error:
            problem = _told(game, "pieces", error)
    try:
        text = board_text(game, view, table.seats, WIDTH)
    except PartsError as error:
        told = _told(game, "text_board", error)
        text, problem = read_markup(plain_board(view, WIDTH)), problem or told
    return Drawing(text=text_lines(text), problem=problem)


def _told(game: Game[Any], method: str, error: Exception) -> str:
    """What went wrong, for the author: the page shows it, and the log has the traceback."""
    logger.error("%s cannot be drawn: its `%s` failed.", game.title, method, exc_info=error)
    why = str(error) if isinstance(error, PartsError) else f"{type(error).__name__}: {error}"
    return f"The board cannot be drawn as the game describes it. {method}(): {why}"


def text_lines(text: Text) -> list[list[TextRun]]:
    """Lines of the terminal's board, each in stretches of one style.

    >>> text_lines(Text.from_markup("one [bold red]two[/]"))
    [[TextRun(text='one ', style=''), TextRun(text='two', style='bold red')]]
    """
    return [
        [TextRun(run.text, _words(run.style)) for run in line.render(CONSOLE) if run.text]
        for line in text.split("\n", allow_blank=True)
    ]


def _words(style: Any) -> str:
    """A style in the words that the page knows."""
    if not isinstance(style, Style):
        return ""
    words = [word for word in ("bold", "dim", "italic", "underline", "reverse") if getattr(style, word)]
    colour = None if style.color is None else style.color.number
    if colour is not None and colour < 2 * len(TERMINAL):
        words.append(TERMINAL[colour % len(TERMINAL)])
    return " ".join(words)
