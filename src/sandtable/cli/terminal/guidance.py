"""Before an answer, in words: what it would lead to, and why something is not offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from sandtable.engine import Question, Table
from sandtable.engine.contract.reasons import left_out
from sandtable.engine.naming import label_of
from sandtable.engine.worlds.previews import Preview, preview

from ..screen import BRASS, DIM, RUST, draw_log, tell, tell_at_length, text_board_of_view

#: How many lines of the board that would change are shown.
MOST_LINES = 12


def draw_preview(console: Console, table: Table, key: str, label: str) -> Preview:
    """Show the consequences of an answer as far as the asked seat can know: log lines, changes, and what comes next."""
    question = table.ask
    assert question is not None
    found = preview(table, key)
    tell(console, Text(label, "bold"))
    draw_log(console, found.lines, table.seats)
    for line in _changes(table, question.seat, found, console.width):
        console.print(Text("  ") + line, no_wrap=True, overflow="crop", soft_wrap=not console.is_terminal)
    if (next := _next(found)) != "":
        tell_at_length(console, f"  {next}", DIM)
    if found.final:
        tell(console, "  It cannot be undone.", RUST)
    return found


def _changes(table: Table, seat: str, found: Preview, width: int) -> Iterator[Text]:
    """The lines of the board that would look different."""
    if not found.changes:
        return
    before = text_board_of_view(table, table.view(seat), width).split("\n")
    after = text_board_of_view(table, found.view, width).split("\n")
    if len(before) != len(after):
        return  # everything is somewhere else: the log says it better
    changed = [new for old, new in zip(before, after, strict=True) if old.plain != new.plain]
    yield from changed[:MOST_LINES]
    if len(changed) > MOST_LINES:
        yield Text(f"and {len(changed) - MOST_LINES} more lines of the board", DIM)


def _next(found: Preview) -> str:
    if found.follows == "choice":
        return f"Then: {found.prompt}" if found.prompt else ""
    if found.follows == "chance":
        return f"Then chance decides: {found.chance}." if found.chance else "Then chance decides."
    return "The game is over then." if found.follows == "end" else ""


class Reason(NamedTuple):
    """Something that is not offered, and why."""

    label: str
    why: str


def reasons_of(table: Table, question: Question) -> list[Reason]:
    """Everything the question leaves out for a reason: words that a player would look for, then things on the board."""
    found = [Reason(it.label, it.why) for it in question.refused]
    for thing in left_out(table, question):
        names = question.kinds[thing.kind]
        why = question.why_not(thing)
        if why is not None:
            found.append(Reason(label_of(names.number(thing.id), thing.kind, question.kinds), why))
    return found


def draw_reasons(console: Console, reasons: list[Reason]) -> None:
    """One line for each: what is not offered, and why."""
    for label, why in reasons:
        tell(console, Text.assemble("  ", (label, BRASS), "  ", why))
