"""`sandtable results`: how a kept game ended, and the campaigns one has played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

import sandtable
from sandtable.engine import SandtableError, Table, ending_of
from sandtable.engine.saving.header import decode_header

from ..folder import call_name, command_name, find_journal, kept_journals
from ..screen import make_console, tell, tell_at_length
from .ending import tell_ending


@click.command()
@click.argument("file", required=False)
def results(file: str | None) -> int:
    """Tell how a finished game went: FILE, or without it all campaigns you have finished, the best first.

    FILE is a journal, or a part of the name of one in the data folder.

    \b
    Examples:
      sandtable results
      sandtable results 2f81c9
    """
    console = make_console()
    if file is not None:
        path = find_journal(file)
        table = sandtable.load(path)
        if table.outcome is None:
            raise SandtableError(
                f"{path}: that game is not over. Continue it: {command_name()} resume {call_name(path)}"
            )
        tell_ending(console, ending_of(table))
        return 0
    found = sorted(_scored(), key=lambda it: -it[0])
    if not found:
        tell(
            console,
            "No campaign is finished yet. Begin one: sandtable play surface-combat --scenario campaign",
        )
    for score, path, table in found:
        level = getattr(table.options, "difficulty", "normal")
        hard = "" if level == "normal" else f", {level}"
        tell_at_length(console, f"{score:4g}  {table.game.title}{hard}: {table.reason}")
        tell(console, f"      {command_name()} results {call_name(path)}", "dim")
    return 0


def _scored() -> Iterator[tuple[float, Path, Table]]:
    """Finished games that keep a score. A journal that cannot be opened any more is passed over."""
    for path in kept_journals():
        try:
            with path.open("rb") as file:
                header = decode_header(file.readline())
            if header.options.get("scenario") != "campaign":
                continue
            table = sandtable.load(path)
        except (OSError, SandtableError):
            continue
        if table.outcome is not None and table.outcome.score is not None:
            yield table.outcome.score, path, table
