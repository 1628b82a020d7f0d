"""`sandtable learn`: a game taught by playing it."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

import sandtable
from sandtable.engine import (
    Game,
    JournalFile,
    SandtableError,
    begin_lesson,
    find_lesson,
    lesson_options,
    lessons_of,
)

from ..folder import held, new_journal
from ..games import listed_games
from ..play import close
from ..players import HOUSE, PERSON, bots_for
from ..screen import BRASS, DIM, make_console, tell
from ..session import Session


@click.command()
@click.argument("game", required=False)
@click.argument("lesson", required=False)
@click.option(
    "--journal", type=click.Path(path_type=Path), metavar="FILE", help="Where to keep the game (a new file)."
)
def learn(game: str | None, lesson: str | None, journal: Path | None) -> int:
    """Learn GAME by playing it, with somebody beside you.

    The first LESSON, or the one you name; without a game, all lessons are listed. A lesson is a game like any other: u takes an
    answer back, hint shows what to do, and `sandtable resume` continues where you left off.

    \b
    Examples:
      sandtable learn
      sandtable learn surface-combat
    """
    if game is None:
        console = make_console()
        for each in listed_games():
            _list(console, each)
        return 0
    found = sandtable.find_game(game)
    lessons = lessons_of(found)
    if not lessons:
        raise SandtableError(f"{found.title} has no lessons. Its rules: sandtable rules {game}.")
    chosen = lessons[0] if lesson is None else find_lesson(found, lesson)
    seats = found.seats(lesson_options(found, chosen))
    players = {seat.id: PERSON if seat.id == chosen.seat else HOUSE for seat in seats}
    table = begin_lesson(found, chosen, players, game)
    path = journal or new_journal(found.key)
    file = JournalFile.create(path, table)
    with ExitStack() as stack:
        stack.callback(close, file)
        stack.enter_context(held(path))
        session = Session(table, bots_for(table, players), path)
        tell(session.console, f"{found.title}: {chosen.title}. The game is kept in {path}", DIM)
        tell(
            session.console,
            "Type a number or the beginning of an answer. hint shows what to do, ? helps, q leaves.",
            DIM,
        )
        return session.play()


def _list(console: Console, game: Game[Any]) -> None:
    for lesson in lessons_of(game):
        tell(console, Text.assemble((f"sandtable learn {game.key} {lesson.id}", BRASS), f"  {lesson.title}"))
        tell(console, f"  {lesson.about} About {lesson.minutes} minutes.", DIM)
