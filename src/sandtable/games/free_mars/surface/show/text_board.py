"""The table as text for a terminal: hex map, Team, OPFOR, decks, NET track."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.markup import escape

from sandtable.engine import Seat
from sandtable.engine.drawing.text import beside, fill, flow, shorten, wrap

from ..printed.box import CRASHED, ICON_LABELS
from .view import BoardView, UnitView, View

#: How wide a cell of the map may be, and the panel beside it.
NARROWEST, WIDEST = 5, 10
PANEL, LEAST_PANEL = 32, 30
#: In narrower cells the names of Installations mean little: a list below the map has them.
NAMED = 10
#: Room for the name of a unit.
LABEL = 22
TERRAIN = {
    "volcano": "red",
    "canyon": "magenta",
    "dunes": "yellow",
    "rough": "bright_black",
    "settlement": "bold cyan",
}
LETTER = {"cyber": "C", "leader": "L", "nano": "N", "pilot": "P", "sniper": "S"}


def text_board(view: View, seats: Sequence[Seat], width: int) -> str:
    """The map with a panel beside it, or below it where there is no room."""
    board = view.board
    columns = max(cell.column for cell in board.cells) + 1
    size = (width - PANEL - 2 - _shift(board, NARROWEST)) // columns
    size = min(WIDEST, max(NARROWEST, size))
    room = width - size * columns - _shift(board, size) - 2
    if room >= LEAST_PANEL:
        lines = beside([*_map(view, size), *_legend(view, size, width - room - 2)], list(_panel(view, room)))
    else:
        size = min(WIDEST, max(NARROWEST, (width - _shift(board, NARROWEST)) // columns))
        lines = [*_map(view, size), *_legend(view, size, width), *_panel(view, width)]
    return "\n".join(line.rstrip() for line in lines)


# The map


def _map(view: View, size: int) -> Iterator[str]:
    """Two lines for each row of cells: coordinates and terrain, then what is there."""
    board = view.board
    marks = _marks(view)
    for row in range(max(cell.row for cell in board.cells) + 1):
        cells = {cell.column: cell for cell in board.cells if cell.row == row}
        indent = " " * (size // 2) if _is_shifted(board, row) else ""
        top, under = [], []
        for column in range(max(cells, default=-1) + 1):
            cell = cells.get(column)
            if cell is None:
                top.append(" " * size)
                under.append(" " * size)
                continue
            style = TERRAIN.get(cell.terrain, "dim")
            name = cell.id.upper()
            gap = max(0, size - 3 - len(name)) and 1
            ground = (cell.symbol * 2)[: size - len(name) - gap]
            top.append(
                f"[dim]{name}{' ' * gap}[/]{fill(f'[{style}]{escape(ground)}[/]', size - len(name) - gap)}"
            )
            under.append(_fitted(marks.get(cell.id, []), size))
        yield indent + "".join(top)
        yield indent + "".join(under)


def _legend(view: View, size: int, width: int) -> Iterator[str]:
    """The meaning of the signs, and the Installations by name."""
    if size < NAMED and view.installations:
        sites = [
            f"[{'green' if site.is_friendly else 'red'}]{'+' if site.is_friendly else '!'}[/]"
            f"[dim]{escape(f'{site.label} {site.cell.upper()}')}[/]  "
            for site in view.installations
        ]
        yield from flow("", sites, width)
    terrains = (f"{escape(symbol)} {escape(label.lower())}  " for symbol, label in view.board.terrains)
    yield from (f"[dim]{line}[/]" for line in flow("", terrains, width))
    signs = ("T Team  ", "N Nexus  ", "Z TAZ  ", "+ Friendly  ", "! OPFOR  ", "† crashed")
    yield from (f"[dim]{line}[/]" for line in flow("", signs, width))
    icons = (f"{letter} {ICON_LABELS[icon]}  " for icon, letter in LETTER.items())
    yield from (f"[dim]{line}[/]" for line in flow("Icons: ", icons, width))


def _shift(board: BoardView, size: int) -> int:
    """How many columns the shifted rows need at the end."""
    rows = max(cell.row for cell in board.cells) + 1
    return size // 2 if any(_is_shifted(board, row) for row in range(rows)) else 0


def _is_shifted(board: BoardView, row: int) -> bool:
    parity, _, lines = board.shifted.partition(" ")
    return lines == "rows" and (row % 2 == 1) == (parity == "even")


def _marks(view: View) -> dict[str, list[tuple[str, str]]]:
    """The marks in each cell: text and style."""
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


def _fitted(marks: list[tuple[str, str]], size: int) -> str:
    """The marks of one cell in its width."""
    out, room = "", size - 1
    for text, style in marks:
        shown = text[:room].rstrip()
        if shown:
            out += f"[{style}]{escape(shown)}[/]"
            room -= len(shown)
    return out + " " * (room + 1)


# The panel beside it


def _panel(view: View, width: int) -> Iterator[str]:
    yield from wrap(view.board.title, width, style="bold")
    track = " ".join(
        f"[bold black on yellow]\\[{n}][/]" if n == view.net else f"[dim]{n}[/]"
        for n in range(1, view.net_max + 1)
    )
    yield from flow(f"NET {track}", [f"    TP {view.points}"], width)
    discards = f"{len(view.discards)} discard" + ("" if len(view.discards) == 1 else "s")
    yield from flow(f"Ops {len(view.ops)}  ", [f"Reserve {view.reserve}  ", discards], width)
    if view.card:
        yield from wrap(f"Card: {view.card}", width, indent=2)
    known = [title for title in view.ops[:3] if title]
    if known:
        yield from wrap(f"next: {', '.join(known)}", width, indent=2, style="dim")
    yield from _mission(view, width)
    if view.is_campaign:
        lost = ", the last one lost" if view.lost_in_a_row else ""
        yield from wrap(f"Campaign: {len(view.won)} won{lost}", width, indent=2)
    yield from _team(view, width)
    yield from _opfor(view, width)


def _mission(view: View, width: int) -> Iterator[str]:
    mission = view.mission
    if mission is None:
        yield "Mission: [dim]face down[/]"
        return
    needs = " ".join(f"{LETTER[icon]}{n}" for icon, n in mission.needs.items())
    words = (f"[bold]{escape(word)}[/] " for word in mission.title.split())
    yield from flow("Mission: ", words, width, 2)
    yield from flow("  Objective: ", (f"{needs}, ", f"total {mission.total}"), width, 2)
    yield from (f"  {line}" for line in wrap(mission.text, width - 2, style="dim"))
    if not mission.is_revealed:
        yield "  [dim]still to be revealed[/]"


def _team(view: View, width: int) -> Iterator[str]:
    yield f"[bold]Team[/]  strength {view.strength}, moves {view.move}"
    for unit in view.team:
        yield f"  {_unit(unit, min(width - 12, LABEL))}"
    values = " ".join(f"{LETTER[icon]}{n}" for icon, n in view.values.items())
    yield f"  [dim]in all:[/] {values}"
    if view.eliminated:
        yield from wrap(f"lost: {', '.join(view.eliminated)}", width, indent=2, style="dim")


def _unit(unit: UnitView, room: int) -> str:
    icons = "".join(LETTER[icon] for icon in unit.icons)
    rating = f"{unit.combat}/{unit.move}" if unit.kind != "gear" else f"{unit.combat}"
    text = f"{_label(unit.label, room)} {rating:<4}{icons}".rstrip()
    return f"[red]{escape(text)}[/]" if unit.is_crashed else escape(text)


def _label(label: str, room: int) -> str:
    """A label in a fixed number of columns; a dagger stands for its crashed side."""
    name = label.removesuffix(CRASHED)
    mark = " †" if name != label else ""
    return fill(f"{shorten(name, room - len(mark))}{mark}", room)


def _opfor(view: View, width: int) -> Iterator[str]:
    if not view.opfor:
        return
    edge = {True: "edge yours", False: "edge theirs", None: ""}[view.has_edge]
    strength = sum(side.n * side.combat for side in view.opfor)
    yield from flow("[bold red]OPFOR[/]  ", (f"strength {strength}  ", edge), width)
    for side in view.opfor:
        label = escape(_label(side.label, min(width - 14, LABEL)))
        yield f"  [red]{side.n} {label}[/] {side.combat}, edge {side.edge}"
