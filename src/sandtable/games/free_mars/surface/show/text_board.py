"""The table as text for a terminal: hex map, Team, OPFOR, decks, NET track."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap

from rich.cells import cell_len
from rich.markup import escape
from rich.text import Text

from ..printed.box import CRASHED
from .view import BoardView, UnitView, View

#: The width of a cell of the map; the panel beside it takes the rest of 100 columns.
WIDTH, PANEL = 7, 33
TERRAIN = {
    "volcano": "red",
    "canyon": "magenta",
    "dunes": "yellow",
    "rough": "bright_black",
    "settlement": "bold cyan",
}
LETTER = {"cyber": "C", "leader": "L", "nano": "N", "pilot": "P", "sniper": "S"}


def text_board(view: View) -> str:
    """The whole table in 100 columns."""
    board = list(_map(view))
    wide = max((cell_len(Text.from_markup(line).plain) for line in board), default=0) + 2
    lines = []
    for left, right in zip_longest(board, _panel(view), fillvalue=""):
        gap = " " * (wide - cell_len(Text.from_markup(left).plain))
        lines.append(f"{left}{gap}{right}".rstrip())
    return "\n".join(lines)


# The map


def _map(view: View) -> Iterator[str]:
    """Two lines for each row of cells: coordinates and terrain, then what is there."""
    board = view.board
    marks = _marks(view)
    rows = max(cell.row for cell in board.cells) + 1
    for row in range(rows):
        cells = {cell.column: cell for cell in board.cells if cell.row == row}
        indent = " " * (WIDTH // 2) if _is_shifted(board, row) else ""
        top, under = [], []
        for column in range(max(cells, default=-1) + 1):
            cell = cells.get(column)
            if cell is None:
                top.append(" " * WIDTH)
                under.append(" " * WIDTH)
                continue
            style = TERRAIN.get(cell.terrain, "dim")
            top.append(f"[dim]{cell.id.upper():<3}[/][{style}]{escape(cell.symbol * 2):<{WIDTH - 3}}[/]")
            under.append(_fitted(marks.get(cell.id, [])))
        yield indent + "".join(top)
        yield indent + "".join(under)
    legend = "  ".join(f"{symbol} {label.lower()}" for symbol, label in board.terrains)
    yield f"[dim]{escape(legend)}[/]"
    yield "[dim]T Team  N Nexus  Z TAZ  [/][green]+[/][dim] Friendly, [/][red]![/][dim] OPFOR site  † crashed[/]"


def _is_shifted(board: BoardView, row: int) -> bool:
    parity, _, lines = board.shifted.partition(" ")
    return lines == "rows" and (row % 2 == 1) == (parity == "even")


def _marks(view: View) -> dict[str, list[tuple[str, str]]]:
    """What stands in each cell: text and style."""
    marks: dict[str, list[tuple[str, str]]] = {}
    for cell, text, style in (
        (view.cell, "T", "bold black on yellow"),
        (view.nexus, "N", "bold white on magenta"),
        *((cell, "Z", "bold black on green") for cell in view.taz),
    ):
        if cell is not None:
            marks.setdefault(cell, []).append((text, style))
    for site in view.installations:
        text = ("+" if site.is_friendly else "!") + site.label
        marks.setdefault(site.cell, []).append((text, "green" if site.is_friendly else "red"))
    return marks


def _fitted(marks: list[tuple[str, str]]) -> str:
    """The marks of one cell in its width."""
    out, room = "", WIDTH - 1
    for text, style in marks:
        shown = text[:room].rstrip()
        if shown:
            out += f"[{style}]{escape(shown)}[/]"
            room -= len(shown)
    return out + " " * (room + 1)


# The panel beside it


def _panel(view: View) -> Iterator[str]:
    yield f"[bold]{escape(view.board.title[:PANEL])}[/]"
    track = " ".join(
        f"[bold black on yellow]\\[{n}][/]" if n == view.net else f"[dim]{n}[/]"
        for n in range(1, view.net_max + 1)
    )
    yield f"NET {track}    TP {view.points}"
    yield f"Ops {len(view.ops)}  Reserve {view.reserve}  discards {len(view.discards)}"
    if view.card:
        yield f"Card: {escape(view.card[: PANEL - 6])}"
    known = [title for title in view.ops[:3] if title]
    if known:
        yield from _wrapped(f"next: {', '.join(known)}")
    yield from _mission(view)
    if view.is_campaign:
        lost = ", the last one lost" if view.lost_in_a_row else ""
        yield f"Campaign: {len(view.won)} won{lost}"
    yield from _team(view)
    yield from _opfor(view)


def _wrapped(text: str) -> Iterator[str]:
    """A long line, broken for the panel."""
    for line in wrap(text, PANEL, subsequent_indent="  "):
        yield f"[dim]{escape(line)}[/]"


def _mission(view: View) -> Iterator[str]:
    mission = view.mission
    if mission is None:
        yield "Mission: [dim]face down[/]"
        return
    needs = " ".join(f"{LETTER[icon]}{n}" for icon, n in mission.needs.items())
    yield f"Mission: [bold]{escape(mission.title[: PANEL - 9])}[/]"
    plus = f"+{mission.plus}" if mission.plus >= 0 else str(mission.plus)
    yield f"  OPFOR NET{plus}; {needs}, total {mission.total}"
    if mission.text:
        yield from _wrapped(f"  {mission.text}")
    if not mission.is_revealed:
        yield "  [dim]still to be revealed[/]"


def _team(view: View) -> Iterator[str]:
    yield f"[bold]Team[/]  strength {view.strength}, moves {view.move}"
    for unit in view.team:
        yield f"  {_unit(unit)}"
    values = " ".join(f"{LETTER[icon]}{n}" for icon, n in view.values.items())
    yield f"  [dim]with Enhancers:[/] {values}"
    if view.eliminated:
        yield from _wrapped(f"lost: {', '.join(view.eliminated)}")


def _unit(unit: UnitView) -> str:
    icons = "".join(LETTER[icon] for icon in unit.icons)
    rating = f"{unit.combat}/{unit.move}" if unit.kind != "gear" else f"{unit.combat}"
    text = f"{_short(unit.label, 20)} {rating:<4}{icons}"
    return f"[red]{escape(text)}[/]" if unit.is_crashed else escape(text)


def _short(label: str, width: int) -> str:
    """A label in a fixed number of columns; a dagger stands for its crashed side."""
    name = label.removesuffix(CRASHED)
    mark = " †" if name != label else ""
    return f"{name[: width - len(mark)]}{mark}".ljust(width)


def _opfor(view: View) -> Iterator[str]:
    if not view.opfor:
        return
    edge = {True: "edge yours", False: "edge theirs", None: ""}[view.has_edge]
    strength = sum(side.n * side.combat for side in view.opfor)
    yield f"[bold red]OPFOR[/]  strength {strength}  {edge}"
    for side in view.opfor:
        yield f"  [red]{side.n} {escape(_short(side.label, 18))}[/] {side.combat}, edge {side.edge}"
