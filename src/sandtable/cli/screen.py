"""What a person sees: boards, questions, logs and odds as text. Nothing here decides anything."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import ceil

from rich.console import Console
from rich.errors import MarkupError
from rich.table import Table as Grid
from rich.text import Text

from sandtable.engine import LogLine, Odds, Question, Seat, Table

from .answer import Row, Rows

#: Brass for what can be typed, rust for dice and danger, as everywhere at this table.
BRASS, RUST, DIM = "bold #c8963e", "bold #d2562f", "bright_black"
#: How many options fit in one column; more are laid out side by side.
ONE_COLUMN = 6


def make_console(*, stderr: bool = False) -> Console:
    """A console on stdout or stderr. In a pipe, lines stay whole and columns count on 100 characters."""
    console = Console(stderr=stderr, highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = 100
    return console


def tell(console: Console, text: str | Text, style: str = "") -> None:
    """A line of text without markup, wrapping or highlighting, so that file names stay whole."""
    console.print(text if isinstance(text, Text) else Text(text, style), soft_wrap=True)


def tell_at_length(console: Console, text: str, style: str = "") -> None:
    """Prose, broken between words where a terminal's line ends."""
    console.print(Text(text, style), soft_wrap=not console.is_terminal)


@contextmanager
def progress_bar(count: int, name: str, *, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on stderr, if that is a terminal."""
    console = make_console(stderr=True)
    if quiet or not console.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(name, total=count)
        yield lambda done: bar.update(task, completed=done)


def text_board_of(table: Table, seat: str | None, width: int) -> Text:
    """The board as text, as this seat may see it, for this many columns."""
    markup = table.game.text_board(table.view(seat), table.seats, width)
    try:
        return Text.from_markup(markup)
    except MarkupError:  # text that is not meant as markup
        return Text(markup)


def draw_board(console: Console, board: Text) -> None:
    """A board. Where a terminal is narrower than any board can be drawn, its lines are cut: a wrapped map is none."""
    console.print()
    if console.is_terminal:
        console.print(board, no_wrap=True, overflow="crop")
    else:
        console.print(board, soft_wrap=True)


def draw_question(console: Console, question: Question, shown: Rows, name: str) -> None:
    """Who is asked what, under which rule, and the numbered options."""
    title = Text.assemble("\n", (name, "bold"), "  ", question.prompt)
    if question.remaining > 1:
        title.append(
            f"  ({question.remaining} more)"
            if question.kind != "several"
            else f"  (up to {question.remaining})"
        )
    if question.rule:
        title.append(f"  rule {question.rule}", DIM)
    console.print(title)
    rows = shown.rows
    if len(rows) <= ONE_COLUMN:
        console.print(_in_one_column(rows))
    else:
        console.print(_side_by_side(rows, console.width))


def _in_one_column(rows: Sequence[Row]) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for row in rows:
        grid.add_row(Text(row.handle.rjust(4), BRASS), Text(row.label), Text(row.key, DIM))
    return grid


def _side_by_side(rows: Sequence[Row], width: int) -> Grid:
    """Options in columns, read downwards."""
    cells = [_cell(row) for row in rows]
    columns = max(1, min(len(cells), (width + 1) // (max(cell.cell_len for cell in cells) + 2)))
    height = ceil(len(cells) / columns)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for i in range(height):
        grid.add_row(*cells[i::height])
    return grid


def _cell(row: Row) -> Text:
    """A number and what it means; keys would make long lists longer still, and Tab knows them."""
    return Text.assemble((row.handle.rjust(4), BRASS), " ", row.label)


def log_text(line: LogLine, seats: Iterable[Seat]) -> Text:
    """A log line; dice show their faces."""
    if line.kind == "roll" and not line.things:
        return Text(f"{line.text}: ", DIM) + _dice(line.faces)
    if line.kind == "opened":
        name = next((seat.label for seat in seats if seat.id == line.seat), "")
        return Text(f"{name}: {line.text}")
    return Text(line.text, "bold" if line.kind == "end" else "")


def _dice(faces: Sequence[object]) -> Text:
    """Dice side by side, with "against" between opposing rolls."""
    if any(isinstance(face, tuple) for face in faces):
        sides = [_dice(face if isinstance(face, tuple) else (face,)) for face in faces]
        return Text(" against ").join(sides)
    return Text("".join(f"[{face}]" for face in faces) or "no dice", RUST)


def draw_log(
    console: Console, lines: Sequence[LogLine], seats: Iterable[Seat], *, turns: bool = False
) -> None:
    """Log lines, each with its turn if wanted."""
    seats = list(seats)
    for line in lines:
        mark = Text(f"{line.turn:>4}  " if turns else "  ", DIM)
        console.print(mark + log_text(line, seats), soft_wrap=not console.is_terminal)


def percent(chance: Fraction | float) -> str:
    """A chance as people say it.

    >>> percent(Fraction(1, 6)), percent(1.0), percent(Fraction(1, 5000))
    ('16.7%', '100%', '0.02%')
    """
    value = float(chance) * 100
    return f"{value:.2f}%" if 0 < value < 0.1 else f"{value:.1f}%".replace(".0%", "%")


#: The largest denominator that people still read.
LONGEST = 10_000


def draw_odds(console: Console, odds: Odds, name: str, at_most: int = 24) -> None:
    """The chances of an answer, as fractions and in percent, the likeliest first where there are many."""
    if list(odds) == [()]:
        tell(console, f"{name}: nothing is thrown before the next question.")
        return
    tell(console, Text.assemble((name, "bold"), f"  {_how_exact(odds)}"))
    told, others = odds.told(at_most)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for result, chance in told:
        grid.add_row("  ", Text(result), Text(_fraction(chance), DIM, justify="right"), percent(chance))
    console.print(grid)
    if others:
        rest = 1 - sum(chance for _, chance in told)
        tell(console, f"   and {others} others, together {percent(rest)}")


def _how_exact(odds: Odds) -> str:
    sure = odds.exact or odds.agreed
    return f"({odds.policy})" if sure else f"({odds.policy}; about, because something is hidden)"


def _fraction(chance: Fraction) -> str:
    """A chance as a fraction, if the fraction is short enough to be readable."""
    return str(chance) if chance.denominator <= LONGEST else ""
