"""Draw docs/images/play.svg: a stretch of a real game, typed by this script.

SANDTABLE_GAMES=benchmarks.games PYTHONPATH=. python docs/images/play.py
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import sandtable
from sandtable.bots import Bot
from sandtable.cli.commands import Quit
from sandtable.cli.players import bots_for
from sandtable.cli.session import Session
from sandtable.engine import JournalFile

SEED = 15
PLAYERS = {"ann": "person", "bob": "search:300"}
BEFORE = ["draw", "stash", "stash:ore_a"]
TYPED = ["raid", "odds 3", "3"]
#: What fits into a README.
WIDTH, MOST = 76, 60_000

# The ground and ink of the night, as everywhere at this table.
GROUND, INK = "14110f", "f4e9da"
NORMAL = f"{GROUND} d2562f 8a9a5b c8963e 6c8ebf a97aa0 7fa8a0 {INK}"
BRIGHT = "9a8b7c e0704a a6b578 d9ae63 8fabd4 c29aba 9dc2ba fffaf2"


def rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour)
    return red, green, blue


class Recorded(Session):
    """A session whose lines come from a list."""

    def read_line(self) -> str:
        if not TYPED:
            raise Quit
        typed = TYPED.pop(0)
        self.console.print(Text.assemble("> ", (typed, "bold")))
        return typed

    @contextmanager
    def thinking(self, seat: str, bot: Bot) -> Iterator[None]:
        yield

    def tell_how_to_resume(self) -> None:
        self.console.print("> ")


def played() -> Console:
    """A console on which a stretch of a game was played."""
    console = Console(
        record=True,
        width=WIDTH,
        file=io.StringIO(),
        highlight=False,
        force_terminal=True,
        color_system="truecolor",
    )
    with tempfile.TemporaryDirectory() as folder:
        table = sandtable.new("stash", seed=SEED, seats=PLAYERS)
        for key in BEFORE:
            table.choose(key)
        path = Path(folder) / "game.journal"
        journal = JournalFile.create(path, table)
        console.print(Text("$ sandtable resume", "bright_black"))
        session = Recorded(table, bots_for(table, PLAYERS), path, console)
        session.remind()
        session.play()
        journal.close()
    return console


def without_foreign_fonts(svg: str) -> str:
    """A picture that asks nobody on the net for a font."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return re.sub(r"font-family: [^;]*;", "font-family: monospace;", svg)


def main() -> None:
    theme = TerminalTheme(
        rgb(GROUND), rgb(INK), [rgb(c) for c in NORMAL.split()], [rgb(c) for c in BRIGHT.split()]
    )
    console = played()
    print(console.export_text(clear=False))
    svg = without_foreign_fonts(console.export_svg(title="sandtable", theme=theme, unique_id="play"))
    assert len(svg.encode()) < MOST, "the picture is too large to be shown in a README"
    Path(__file__).with_suffix(".svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
