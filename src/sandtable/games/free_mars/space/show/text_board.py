"""The orbits, the squadron and the decks as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.markup import escape

from sandtable.engine import Seat
from sandtable.engine.drawing.text import beside, fill, flow, shorten, wrap

from ..printed.orbits import label_of
from .view import PointView, ShipView, View

#: The size of the diagram, and half the height of the outermost ring.
NARROWEST, WIDEST = 50, 80
HEIGHT, DOWN = 24, 10
#: The panel beside it, as it should be and the least that it can be.
PANEL, LEAST_PANEL = 30, 28
#: In a narrower diagram, what is at a Point is written below its name.
ON_ONE_LINE = 64
#: What a ship's name may take in the list of the squadron.
SHIP = 18

Canvas = list[list[tuple[str, str]]]


def text_board(view: View, seats: Sequence[Seat], width: int) -> str:
    """The diagram with a panel beside it, or below it where there is no room; and the squadron below."""
    across = min(WIDEST, max(NARROWEST, width - 2 - PANEL))
    panel = width - across - 2
    if panel >= LEAST_PANEL:
        diagram = [fill(line, across) for line in _diagram(view, across)]
        lines = beside(diagram, _panel(view, panel))
    else:
        lines = [*_diagram(view, max(NARROWEST, min(WIDEST, width))), *_panel(view, width)]
    while not lines[-1].strip():
        lines.pop()
    return "\n".join(line.rstrip() for line in [*lines, "", *_squadron(view, width)])


# The orbits


def _diagram(view: View, width: int) -> list[str]:
    """Points where they lie, joined by dots; each cell is a character and its style."""
    apart = width < ON_ONE_LINE
    canvas: Canvas = [[(" ", "")] * width for _ in range(HEIGHT + apart)]
    for a, b in view.ways:
        _join(canvas, view.map[a], view.map[b])
    _write(canvas, *_place(0.0, 0.02, width), shorten(view.planet.upper(), 14), "bold #d2562f")
    for point in view.map:
        marks, style = _marks(view, point)
        _write(canvas, *_place(point.x, point.y, width), label_of(point.id) + ("" if apart else marks), style)
    for point in view.map if apart else ():
        marks, style = _marks(view, point)
        column, row = _place(point.x, point.y, width)
        if marks:
            _write(canvas, column, row + 1, marks, style)
    return [_markup(row) for row in canvas]


def _place(x: float, y: float, width: int) -> tuple[int, int]:
    """The cell of a place on the map; the Launch Point beyond the outermost ring has the first line."""
    row = round(DOWN + 3 + y * DOWN)
    return round(width / 2 + x * (width / 2 - 4)), min(max(0, row), HEIGHT - 1)


def _join(canvas: Canvas, a: PointView, b: PointView) -> None:
    """A dotted line between two Points, along the ring if they lie on one."""
    steps, width = 8, len(canvas[0])
    for i in range(1, steps):
        part = i / steps
        x, y = a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part
        if a.orbit == b.orbit and a.orbit:
            size = (x * x + y * y) ** 0.5 or 1.0
            radius = (a.x * a.x + a.y * a.y) ** 0.5
            x, y = x * radius / size, y * radius / size
        column, row = _place(x, y, width)
        if 0 <= row < HEIGHT and 0 <= column < width:
            canvas[row][column] = ("·", "bright_black")


def _marks(view: View, point: PointView) -> tuple[str, str]:
    """The marks of a Point (ships, an Intercept marker, the Orbital Base), and the style of the Point."""
    ships = sum(ship.point == point.id for ship in view.ships)
    marks = f"▲{ships}" if ships else ""
    if point.marker:
        marks += "?" if point.marker == "hidden" else "!"
    if point.has_base:
        marks += "#"
    style = "bold #c8963e" if ships else "bold" if point.marker or point.has_base else ""
    if not style and not point.is_node:
        style = "bright_black"
    return marks, style


def _write(canvas: Canvas, column: int, row: int, text: str, style: str) -> None:
    """A text around a cell, with a blank on either side."""
    width = len(canvas[row])
    start = min(max(column - len(text) // 2, 0), width - len(text))
    for i, char in enumerate(f" {text} ", start - 1):
        if 0 <= i < width:
            canvas[row][i] = (char, style)


def _markup(cells: list[tuple[str, str]]) -> str:
    """A line of cells in rich markup, with one tag for each stretch of a style."""
    out, last = [], ""
    for char, style in cells:
        if style != last:
            out.append(("[/]" if last else "") + (f"[{style}]" if style else ""))
            last = style
        out.append(escape(char))
    return "".join(out) + ("[/]" if last else "")


# The panel


def _panel(view: View, width: int) -> list[str]:
    """NET track, points, decks, Mission and what stands against the Task Force."""
    track = "".join(
        f"[bold #d2562f]\\[{n}][/]" if n == view.net else f" {n} " for n in range(1, view.net_max + 1)
    )
    lines = [
        f"[bold]NET[/] {track}",
        f"[bold]AP[/]  {view.points}",
        f"[bold]Ops[/] {len(view.ops)}  reserve {view.reserve}  used {len(view.discards)}",
    ]
    if any(view.ops):
        lines += ["[bold]Next Ops[/]", *(f"  {escape(title or '?')}" for title in view.ops[:8])]
    lines += ["", *_mission(view, width)]
    if view.card:
        lines += ["", *wrap(view.card, width, style="bold")]
    if view.opfor:
        lines += ["", "[bold #d2562f]OPFOR[/]"]
        units = (f"{u.count} x {u.label} (W{u.weapons} E{u.energy})" for u in view.opfor)
        lines += [f"  {line}" for unit in units for line in wrap(unit, width - 2, indent=4)]
    if view.loose:
        lines += ["", "[bold]Off the ships[/]", *(f"  {escape(pod.label)}" for pod in view.loose)]
    signs = ("▲ ships  ", "? hidden  ", "! revealed  ", "# Orbital Base")
    return [*lines, "", *(f"[bright_black]{line}[/]" for line in flow("", signs, width))]


def _mission(view: View, width: int) -> list[str]:
    lines = []
    if view.is_campaign:
        chunks = (f"{len(view.won)} won, ", "lost the last") if view.losses else (f"{len(view.won)} won",)
        lines += flow("[bold]Campaign[/] ", chunks, width, 2)
        for title in view.won:
            lines += wrap(f"won: {title}", width, indent=5)
    if view.mission is None:
        lines.append("[bold]Mission[/] face down")
    else:
        state = "" if view.mission.is_revealed else " (hidden)"
        lines += wrap(f"Mission: {view.mission.title}{state}", width, indent=2, style="bold")
        lines += wrap(view.mission.asks, width)
        lines += [f"  {line}" for part in view.mission.done for line in wrap(f"done: {part}", width - 2)]
    lines.append(f"Intercepts cleared: {view.cleared} of {view.markers}")
    return lines


# The squadron


def _squadron(view: View, width: int) -> list[str]:
    """Ships in space first, then what is lost; while the squadron is assembled, also what can be bought."""
    out = [f"[bold]   {'Ship':<{SHIP}} at      W E  Cy As Bo Tr  carries[/]"]
    order = {"ashore": 1, "lost": 2}
    for ship in sorted(view.ships, key=lambda ship: order.get(ship.at, 0)):
        if ship.at != "ashore" or view.phase == "assemble":
            out += _ship(ship, width)
    return out


def _ship(ship: ShipView, width: int) -> list[str]:
    """A ship with its values and its cargo; a long cargo takes a second line."""
    mark = "▲" if ship.in_task_force else " "
    v = ship.values
    numbers = (
        f"{v['weapons']} {v['energy']}  {v['cyber']}  {v['assembly']}  {v['bombardment']}  {v['troopers']}"
    )
    at = ship.at if ship.point is None else label_of(ship.point)
    head = f"{mark}  {ship.label + ' ' + ship.type:<{SHIP}} {at:<7} {numbers}   "
    if ship.at == "lost":
        return [f"[bright_black]{escape(head.rstrip())}[/]"]
    if ship.at == "ashore":
        return [f"[bright_black]{escape(head)}{ship.cost} AP, room for {ship.room}[/]"]
    state = "broken off: " if ship.has_broken_off else "Disrupted: " if ship.is_disrupted else ""
    cargo = ", ".join([*(held.label for held in ship.cargo), *["-"] * ship.room])
    indent = len(head) if width - len(head) >= 20 else 6
    first, *more = wrap(state + cargo, max(20, width - indent))
    beside_head = indent == len(head)
    lines = [escape(head) + first] if beside_head else [escape(head.rstrip()), " " * indent + first]
    lines += [" " * indent + line for line in more]
    return [f"[#d2562f]{line}[/]" for line in lines] if ship.is_disrupted else lines
