"""Boards, questions, logs and odds as text. Nothing here decides anything."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sandtable.engine import LogLine, Odds, PartsError, Question, Seat, Table
from sandtable.engine.drawing.board import board_text, parts_text, read_markup
from sandtable.engine.drawing.plain import plain_board

from .answer import Row, Rows

#: Brass for what can be typed, rust for dice and danger, as everywhere at this table.
BRASS, RUST, DIM = "bold #c8963e", "bold #d2562f", "bright_black"
#: How many options stand in one column; more are laid out side by side.
ONE_COLUMN = 6
#: Room for the number of an option, and blanks between columns.
HANDLE, GAP = 4, 2


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
    """Prose, broken between words where a terminal's line ends; a paragraph that is indented stays so."""
    indent = len(text) - len(text.lstrip(" "))
    if not (console.is_terminal and indent):
        console.print(Text(text, style), soft_wrap=not console.is_terminal)
        return
    for n, line in enumerate(Text(text[indent:], style).wrap(console, max(20, console.width - indent - 2))):
        console.print(Text(" " * (indent + 2 * min(n, 1))).append_text(line))


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


@contextmanager
def working_out(console: Console) -> Iterator[None]:
    """Say that it takes a moment, if this is a terminal."""
    if not console.is_terminal:
        yield
        return
    with console.status("Working it out; Ctrl-C stops"):
        yield


def text_board_of(table: Table, seat: str | None, width: int) -> Text:
    """The board as text, as this seat may see it, for this many columns."""
    return text_board_of_view(table, table.view(seat), width)


def text_board_of_view(table: Table, view: Any, width: int) -> Text:
    """A view of a table as text, for this many columns.

    A mistake in the description must not stop a game: the view is listed then, and what is wrong.
    """
    method = "plan() and pieces()"
    try:
        if (board := parts_text(table.game, view, table.options, width)) is not None:
            return board
        method = "text_board()"
        return board_text(table.game, view, table.seats, width)
    except PartsError as error:
        told = Text(f"The board cannot be drawn as the game describes it. {method}: {error}\n", RUST)
        return told + read_markup(plain_board(view, width))


def draw_board(console: Console, board: Text) -> None:
    """A board. Where a terminal is narrower than any board can be drawn, its lines are cut: a wrapped map is none."""
    console.print()
    if console.is_terminal:
        console.print(board, no_wrap=True, overflow="crop")
    else:
        console.print(board, soft_wrap=True)


def draw_question(console: Console, question: Question, shown: Rows, name: str) -> None:
    """Show the seat, the prompt, the rule and the numbered options of a question."""
    title = Text.assemble("\n", (name, "bold"), "  ", question.prompt)
    if question.remaining > 1:
        title.append(
            f"  ({question.remaining} more)"
            if question.kind != "several"
            else f"  (up to {question.remaining})"
        )
    if question.rule:
        title.append(f"  rule {question.rule}", DIM)
    lines, topic = _with_short_keys(_lines(shown), console.width)
    if topic:
        title.append(f"  keys {topic}…", DIM)
    console.print(title)
    for line in _listed(lines, console):
        console.print(line)
    for it in question.refused:
        tell(console, Text.assemble(" " * HANDLE, f" {it.label}: {it.why}"), DIM)


class OptionLine(NamedTuple):
    """An option in a list: what to type, what it means, and its key."""

    handle: str
    label: str
    key: str
    says: str = ""
    is_likely: bool = False


def _lines(shown: Rows) -> list[OptionLine]:
    """The options. An amount is its own label, and of a measure only the unit follows the number."""

    def label(row: Row) -> str:
        rest = row.label.removeprefix(row.handle)
        is_amount = not shown.by_place and rest != row.label and not re.match(r"[\w.]", rest)
        return rest if is_amount else f" {row.label}"

    return [OptionLine(row.handle, label(row), row.key, row.says, row.is_likely) for row in shown.rows]


def _with_short_keys(lines: Sequence[OptionLine], width: int) -> tuple[Sequence[OptionLine], str]:
    """If more options fit side by side that way, what all keys begin with is told once, and left out in the list."""
    topics = {line.key.partition(":")[0] for line in lines if ":" in line.key}
    if len(topics) != 1 or not all(
        line.label.startswith(" ") for line in lines
    ):  # or amounts would stand twice
        return lines, ""
    topic = f"{topics.pop()}:"
    short = [line._replace(key=line.key.removeprefix(topic)) for line in lines]
    return (short, topic) if _most_columns(short, width) > _most_columns(lines, width) else (lines, "")


def _most_columns(lines: Sequence[OptionLine], width: int) -> int:
    columns = 1 if len(lines) <= ONE_COLUMN else len(lines)
    while columns > 1 and sum(map(_width, _columns(lines, columns))) - GAP > width:
        columns -= 1
    return columns


def _columns(lines: Sequence[OptionLine], columns: int) -> list[Sequence[OptionLine]]:
    height = ceil(len(lines) / columns)
    return [lines[i : i + height] for i in range(0, len(lines), height)]


def _width(lines: Sequence[OptionLine]) -> int:
    """Return the width of a column with the gap to the next."""
    return HANDLE + sum(size + GAP for size in _sizes(lines))


def _sizes(lines: Sequence[OptionLine]) -> tuple[int, int]:
    """Return the widths of the labels and the keys of a column."""
    return max(cell_len(line.label) for line in lines), max(cell_len(line.key) for line in lines)


def _listed(lines: Sequence[OptionLine], console: Console) -> Iterator[Text]:
    """The options: one below the other if they are few, otherwise in as many columns as fit, read downwards."""
    if any(line.says for line in lines):
        yield from _explained(lines, console)
        return
    parts = _columns(lines, _most_columns(lines, console.width))
    if _width(parts[0]) - GAP > console.width:
        yield from _broken(lines, console)
        return
    for i in range(len(parts[0])):
        text = Text()
        for part in parts:
            if i < len(part):
                text.append_text(_cell(part[i], *_sizes(part)))
        text.rstrip()
        yield text


def _cell(line: OptionLine, label: int, key: int) -> Text:
    text = Text(line.handle.rjust(HANDLE), BRASS)
    text.append(set_cell_size(line.label, label + GAP), "bold" if line.is_likely else "")
    return text.append(set_cell_size(line.key, key + GAP), DIM)


def _explained(lines: Sequence[OptionLine], console: Console) -> Iterator[Text]:
    """One below the other, each with what it does."""
    for line in lines:
        label = line.label.removeprefix(" ")
        text = Text.assemble(
            (line.handle.rjust(HANDLE), BRASS), " ", (label, "bold" if line.is_likely else "")
        )
        yield text.append(f"{' ' * GAP}{line.key}", DIM)
        for part in Text(line.says, DIM).wrap(console, max(10, console.width - HANDLE - 3)):
            part.rstrip()
            yield Text(" " * (HANDLE + 3)) + part


def _broken(lines: Sequence[OptionLine], console: Console) -> Iterator[Text]:
    """One below the other in a narrow window: what is too long for a line goes on below, behind the number."""
    for line in lines:
        label = line.label.removeprefix(" ")
        words = Text.assemble(label, " " * GAP if label else "", (line.key, DIM))
        for i, part in enumerate(words.wrap(console, max(10, console.width - HANDLE - 1))):
            part.rstrip()
            yield Text.assemble((line.handle.rjust(HANDLE) if not i else " " * HANDLE, BRASS), " ", part)


def log_text(line: LogLine, seats: Iterable[Seat]) -> Text:
    """A log line; dice show their faces."""
    if line.kind == "roll" and not line.things:
        return Text(f"{line.text}: ", DIM) + _dice(line.faces, line.hits)
    if line.kind == "opened":
        name = next((seat.label for seat in seats if seat.id == line.seat), "")
        return Text(f"{name}: {line.text}")
    return Text(line.text, "bold" if line.kind == "end" else "")


def _dice(faces: Sequence[object], hits: Sequence[Any] = ()) -> Text:
    """Dice side by side, with "against" between opposing rolls. Where hits are known they have a star, and are counted."""
    if any(isinstance(face, tuple) for face in faces):
        groups = [face if isinstance(face, tuple) else (face,) for face in faces]
        marks = hits or [()] * len(groups)
        sides = [_side_by_side(group, its) for group, its in zip(groups, marks, strict=True)]
        return Text(" against ").join(sides)
    count = Text(f"  {sum(hits)} of {len(hits)}", DIM) if len(hits) > 1 else Text()
    return _side_by_side(faces, hits) + count


def _side_by_side(faces: Sequence[object], hits: Sequence[bool]) -> Text:
    if not faces:
        return Text("no dice", RUST)
    if not hits:
        return Text("".join(f"[{face}]" for face in faces), RUST)
    dice = zip(faces, hits, strict=True)
    return Text.assemble(*((f"[{face}*]", RUST) if hit else (f"[{face}]", DIM) for face, hit in dice))


def draw_log(
    console: Console, lines: Sequence[LogLine], seats: Iterable[Seat], *, turns: bool = False
) -> None:
    """Log lines, each with its turn if wanted."""
    seats = list(seats)
    for line in lines:
        mark = Text(f"{line.turn:>4}  " if turns else "  ", DIM)
        text = log_text(line, seats)
        if not console.is_terminal:
            console.print(mark + text, soft_wrap=True)
            continue
        for i, part in enumerate(text.wrap(console, max(10, console.width - len(mark)))):
            part.rstrip()
            console.print((Text(" " * len(mark)) if i else mark) + part)


def percent(chance: Fraction | float) -> str:
    """A chance as people say it.

    >>> percent(Fraction(1, 6)), percent(1.0), percent(Fraction(1, 5000))
    ('16.7%', '100%', '0.02%')
    """
    value = float(chance) * 100
    return f"{value:.2f}%" if 0 < value < 0.1 else f"{value:.1f}%".replace(".0%", "%")


#: The largest denominator that people still read.
LONGEST = 10_000


def is_without_dice(odds: Odds) -> bool:
    """Whether nothing is thrown before the next question."""
    return list(odds) == [()]


def draw_odds(
    console: Console,
    odds: Odds,
    name: str,
    at_most: int = 24,
    *,
    throws: Mapping[str, str] | None = None,
    counts: Mapping[str, Sequence[str]] | None = None,
    fractions: bool = False,
) -> None:
    """The chances of an answer in percent or as fractions, the likeliest first where there are many."""
    if is_without_dice(odds):
        tell(console, f"{name}: certain, nothing is thrown before the next question.")
        return
    console.print(Text.assemble((name, "bold"), f"  {_how_exact(odds)}"), soft_wrap=not console.is_terminal)
    told, others = odds.told(at_most, throws, counts)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for result, chance in told:
        shown = "certain" if chance == 1 else (fractions and _fraction(chance)) or percent(chance)
        grid.add_row("  ", Text(result), Text(shown, justify="right"))
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
