"""Lines of rich markup that keep to a width: measuring, filling, breaking, and standing side by side.

Everything is measured in the columns a terminal shows, without the markup: a wide character takes two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.markup import escape
from rich.text import Text


def cells(markup: str) -> int:
    """How many columns a line of markup takes.

    >>> cells("[bold]NET[/] 3"), cells("火星")
    (5, 4)
    """
    return cell_len(Text.from_markup(markup).plain if "[" in markup else markup)


def fill(markup: str, width: int) -> str:
    """A line of markup, filled up with blanks to a width.

    >>> fill("[bold]NET[/]", 5)
    '[bold]NET[/]  '
    """
    return markup + " " * (width - cells(markup))


def shorten(text: str, width: int) -> str:
    """A plain text that ends in a full stop if it had to be cut to fit a width.

    >>> shorten("Noctis Labyrinthus", 15), shorten("Europa", 15)
    ('Noctis Labyrin.', 'Europa')
    """
    return text if cell_len(text) <= width else f"{set_cell_size(text, width - 1).rstrip()}."


def wrap(text: str, width: int, indent: int = 0, style: str = "") -> list[str]:
    """A plain text as lines of markup, broken between words; all but the first are indented.

    >>> wrap("Build an Orbital Base on a Node", 18, indent=2)
    ['Build an Orbital', '  Base on a Node']
    """
    lines, line = [], ""
    for word in _pieces(text, max(1, width - indent)):
        if line.strip() and cell_len(line) + 1 + cell_len(word) > width:
            lines.append(line)
            line = " " * indent + word
        else:
            line = f"{line} {word}" if line.strip() else line + word
    return [f"[{style}]{escape(each)}[/]" if style else escape(each) for each in [*lines, line]]


def _pieces(text: str, width: int) -> Iterator[str]:
    """The words of a text; one that is longer than a line is taken apart."""
    for word in text.split():
        yield from [word] if cell_len(word) <= width else chop_cells(word, width)


def flow(first: str, chunks: Iterable[str], width: int, indent: int = 0) -> list[str]:
    """Chunks of markup after a heading, as many to a line as fit; further lines are indented.

    A chunk brings the blanks that part it from the next, and a chunk that is too long for a line is left as it is.

    >>> flow("[bold]Ops[/]", ["deck 10  ", "reserve 3  ", "used 2"], 24, indent=5)
    ['[bold]Ops[/]  deck 10  reserve 3', '     used 2']
    """
    lines, line = [], fill(first, indent)
    is_empty = cells(first) <= indent
    for chunk in chunks:
        if not is_empty and cells(line) + cells(chunk.rstrip()) > width:
            lines.append(line.rstrip())
            line = " " * indent
        line += chunk
        is_empty = False
    return [*lines, line.rstrip()]


def beside(left: Sequence[str], right: Sequence[str], gap: int = 2) -> list[str]:
    """Two columns of markup; the right one begins after the longest line of the left one.

    >>> beside(["A1 ..", "B1"], ["NET 1", "AP 0"])
    ['A1 ..  NET 1', 'B1     AP 0']
    """
    room = max(map(cells, left), default=0) + gap
    return [
        f"{fill(line, room)}{other}".rstrip() if other else line
        for line, other in zip_longest(left, right, fillvalue="")
    ]
