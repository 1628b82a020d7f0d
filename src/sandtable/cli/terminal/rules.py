"""The rules at hand: `sandtable rules`, and the word `rules` in a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

import sandtable
from sandtable.engine import Game, SandtableError
from sandtable.engine.drawing.rulebook import Rulebook, Section, rulebook_of

from ..screen import BRASS, DIM, make_console, tell, tell_at_length
from .pager import paged

#: If at most this many sections have the words, they are shown whole; otherwise their titles are.
FEW = 3


def draw_rules(console: Console, game: Game[Any], wanted: str) -> None:
    """The section that was asked for by its number, those that contain the words, or the contents."""
    book = rulebook_of(game)
    if book is None:
        raise SandtableError(f"{game.title} does not come with its rules; its rulebook has them.")
    with paged(console):
        if not wanted:
            _draw_contents(console, book, book.sections)
        elif wanted.casefold() == "all":
            _draw_sections(console, book, book.sections)
        else:
            _draw_found(console, game, book, wanted)


def _draw_found(console: Console, game: Game[Any], book: Rulebook, wanted: str) -> None:
    if (section := book.find(wanted)) is not None:
        _draw_sections(console, book, book.under(section))
        return
    found = book.search(wanted)
    if not found:
        raise SandtableError(f"Nothing in the rules of {game.title} is about {wanted!r}.")
    if len(found) <= FEW:
        _draw_sections(console, book, found)
    else:
        _draw_contents(console, book, found)
        tell(console, "\nType more words, or the number of a section.", DIM)


def _draw_contents(console: Console, book: Rulebook, sections: Sequence[Section]) -> None:
    for section in sections:
        indent = "  " * (section.level - 1)
        tell(console, Text.assemble(indent, (section.number, BRASS), f" {section.title}"))


def _draw_sections(console: Console, book: Rulebook, sections: Sequence[Section]) -> None:
    for section in sections:
        tell(console, Text.assemble("\n", (section.number, BRASS), " ", (section.title, "bold")))
        if section.text:
            console.print(Markdown(book.linked(section.text, _cited), justify="left"))


def _cited(section: Section, cited: str) -> str:
    """A reference in the terminal: the number in brackets, and not a link that leads nowhere."""
    return f"\\[{cited}\\]"


def draw_short_rules(console: Console, game: Game[Any], rule: str) -> None:
    """The rules in short, and how to read more: `rule` is that of the open question."""
    with paged(console):
        if game.short_rules:
            console.print(Markdown(game.short_rules))
        elif rulebook_of(game) is None:
            tell(console, f"{game.title} has no rules here; its rulebook has them.")
        if rulebook_of(game) is not None:
            this = f"rules {rule} is about this question, " if rule else ""
            tell_at_length(
                console, f"{this}rules and a word searches, rules contents lists the sections.", DIM
            )


@click.command()
@click.argument("game")
@click.argument("wanted", nargs=-1, metavar="[SECTION | WORDS]")
def rules(game: str, wanted: tuple[str, ...]) -> None:
    """Read the rules of a game: the contents, one section, what has some words in it, or all.

    \b
    Examples:
      sandtable rules red-dust
      sandtable rules red-dust 16.6
      sandtable rules red-dust dust storm
      sandtable rules red-dust all
    """
    draw_rules(make_console(), sandtable.find_game(game), " ".join(wanted))
