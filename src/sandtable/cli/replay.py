"""`sandtable replay`: a journal's log and boards, turn by turn."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

import sandtable
from sandtable.engine import JournalError, LogLine, SandtableError, Table, played_again

from . import reading
from .folder import find_journal
from .front import as_json, print_json
from .screen import DIM, RUST, draw_board, draw_log, make_console, tell, text_board_of


@click.command()
@click.argument("file")
@click.option("--seat", metavar="SEAT", help="Show the game as this seat saw it (as a spectator).")
@click.option("--turn", type=int, metavar="N", help="Only this turn.")
@click.option("--step", is_flag=True, help="Wait for Enter after each turn.")
@as_json
def replay(file: str, seat: str | None, turn: int | None, step: bool, as_json: bool) -> None:
    """Show the log and the board of FILE, turn by turn.

    \b
    Examples:
      sandtable replay 2f81c9 --step
      sandtable replay 2f81c9 --seat ann --turn 4
    """
    if step and as_json:
        raise click.UsageError("--step and --json do not go together.")
    errors = make_console(stderr=True)
    table = _sound(find_journal(file), errors)
    table.seat_index(seat)
    if seat is not None and table.outcome is None:
        tell(
            errors,
            "This game is not over, and the file is its host's own record: it holds what others must not see.",
            RUST,
        )
    log = [line for line in table.log(seat) if turn is None or line.turn == turn]
    if as_json:
        print_json(log)
        return
    if turn is not None and not 0 <= turn <= table.turn:
        raise SandtableError(f"There is no turn {turn}: the game has turns 0 to {table.turn}.")
    console = make_console()
    _show(console, table, log, boards(table, seat, console.width), turn, step=step)


def _sound(path: Path, errors: Console) -> Table:
    """The game in a file, as far as it is sound; what is not is told on the side."""
    try:
        return sandtable.load(path)
    except JournalError as error:
        if error.table is None:
            raise SandtableError(f"{path}: {error}") from None
        tell(errors, f"{path}: {error}", RUST)
        sound: Table = error.table
        return sound


def _show(
    console: Console,
    table: Table,
    log: list[LogLine],
    boards: dict[int, Text],
    only: int | None,
    *,
    step: bool,
) -> None:
    tell(console, Text.assemble((table.game.title, "bold"), f"  {_played_by(table)}"))
    turns = sorted({line.turn for line in log} | set(boards)) if only is None else [only]
    for turn in turns:
        tell(console, f"\nTurn {turn}", DIM)
        draw_log(console, [line for line in log if line.turn == turn], table.seats)
        if turn in boards:
            draw_board(console, boards[turn])
        if step and turn != turns[-1] and not _is_next_wanted():
            return
    if table.outcome is None and only is None:
        tell(console, "\nThe game is not over.", DIM)


def _is_next_wanted() -> bool:
    try:
        return reading.line("Enter: next turn, q: leave > ", echo=not sys.stdin.isatty()).strip() not in (
            "q",
            "quit",
        )
    except EOFError:
        return False


def _played_by(table: Table) -> str:
    return ", ".join(f"{seat.label}: {table.header.seats.get(seat.id, '?')}" for seat in table.seats)


def boards(table: Table, seat: str | None, width: int) -> dict[int, Text]:
    """The board as a seat saw it at the end of each turn; of a turn that was taken back, nothing is kept."""
    boards: dict[int, Text] = {}
    before = 0
    for moment in played_again(table) if table.is_whole else ():
        boards = {turn: text for turn, text in boards.items() if turn < moment.turn}
        if moment.turn > before:
            boards[moment.turn - 1] = text_board_of(moment, seat, width)
        before = moment.turn
    boards[table.turn] = text_board_of(table, seat, width)
    if table.outcome is not None and table.turn not in {line.turn for line in table.log(seat)}:
        del boards[table.turn]  # the last turn ended, so the board after it is there already
    return boards
