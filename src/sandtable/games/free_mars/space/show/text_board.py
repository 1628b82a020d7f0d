"""The orbits, the squadron and the decks as text for a terminal of 100 columns."""

from __future__ import annotations

from itertools import zip_longest

from .view import PointView, ShipView, View

#: The size of the diagram, and the middle of it.
WIDTH, HEIGHT = 68, 24
ACROSS, DOWN = 30, 10
PANEL = 30


def text_board(view: View) -> str:
    """The diagram with a panel beside it, the squadron below."""
    panel = _panel(view)
    lines = [f"{left}  {right}" for left, right in zip_longest(_diagram(view), panel, fillvalue="")]
    return "\n".join([*lines, "", *_squadron(view)])


# The orbits


def _diagram(view: View) -> list[str]:
    """Points where they lie, joined by dots; each cell is a character and its style."""
    canvas = [[(" ", "")] * WIDTH for _ in range(HEIGHT)]
    for a, b in view.ways:
        _join(canvas, view.map[a], view.map[b])
    _write(canvas, *_place(0.0, 0.02), view.planet.upper(), "bold #d2562f")
    for point in view.map:
        text, style = _label(view, point)
        column, row = _place(point.x, point.y)
        _write(canvas, column, row, text, style)
    return [_markup(row) for row in canvas]


def _place(x: float, y: float) -> tuple[int, int]:
    """The cell of a place on the map; the Launch Point beyond the outermost ring has the first line."""
    row = round(DOWN + 3 + y * DOWN)
    return round(WIDTH / 2 + x * ACROSS), min(max(0, row), HEIGHT - 1)


def _join(canvas: list[list[tuple[str, str]]], a: PointView, b: PointView) -> None:
    """A dotted line between two Points, along the ring if they lie on one."""
    steps = 8
    for i in range(1, steps):
        part = i / steps
        x, y = a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part
        if a.orbit == b.orbit and a.orbit:
            size = (x * x + y * y) ** 0.5 or 1.0
            radius = (a.x * a.x + a.y * a.y) ** 0.5
            x, y = x * radius / size, y * radius / size
        column, row = _place(x, y)
        if 0 <= row < HEIGHT and 0 <= column < WIDTH:
            canvas[row][column] = ("·", "bright_black")


def _label(view: View, point: PointView) -> tuple[str, str]:
    """A Point with what is there: ships, an Intercept marker, the Orbital Base."""
    ships = sum(ship.point == point.id for ship in view.ships)
    marks = f"▲{ships}" if ships else ""
    if point.marker:
        marks += "?" if point.marker == "hidden" else "!"
    if point.has_base:
        marks += "#"
    style = "bold #c8963e" if ships else "bold" if point.marker or point.has_base else ""
    if not style and not point.is_node:
        style = "bright_black"
    return point.label + marks, style


def _write(canvas: list[list[tuple[str, str]]], column: int, row: int, text: str, style: str) -> None:
    """A text around a cell, with a blank on either side."""
    start = min(max(column - len(text) // 2, 0), WIDTH - len(text))
    for i, char in enumerate(f" {text} ", start - 1):
        if 0 <= i < WIDTH:
            canvas[row][i] = (char, style)


def _markup(cells: list[tuple[str, str]]) -> str:
    """A line of cells in rich markup, with one tag for each stretch of a style."""
    out, last = [], ""
    for char, style in cells:
        if style != last:
            out.append(("[/]" if last else "") + (f"[{style}]" if style else ""))
            last = style
        out.append(char)
    return "".join(out) + ("[/]" if last else "")


# The panel


def _panel(view: View) -> list[str]:
    """NET track, points, decks, Mission and what stands against the Task Force."""
    track = "".join(
        f"[bold #d2562f]\\[{n}][/]" if n == view.net else f" {n} " for n in range(1, view.net_max + 1)
    )
    lines = [
        f"[bold]NET[/] {track}",
        f"[bold]AP[/]  {view.points}",
        f"[bold]Ops[/] {len(view.ops)}  reserve {view.reserve}  used {len(view.discards)}",
    ]
    known = [title for title in view.ops if title]
    if known:
        lines += ["[bold]Next Ops[/]", *(f"  {title or '?'}" for title in view.ops[:8])]
    lines += ["", *_mission(view)]
    if view.card:
        lines += ["", *_wrapped(view.card, "bold")]
    if view.opfor:
        lines += ["", "[bold #d2562f]OPFOR[/]"]
        lines += [f"  {u.count} x {u.label} (W{u.weapons} E{u.energy})" for u in view.opfor]
    if view.loose:
        lines += ["", "[bold]Off the ships[/]", *(f"  {pod.label}" for pod in view.loose)]
    lines += ["", "[bright_black]▲ ships  ? hidden  ! revealed[/]", "[bright_black]# Orbital Base[/]"]
    return lines


def _mission(view: View) -> list[str]:
    lines = []
    if view.is_campaign:
        lines.append(f"[bold]Campaign[/] {len(view.won)} won{', lost the last' if view.losses else ''}")
        for title in view.won:
            lines += _wrapped(f"won: {title}")
    if view.mission is None:
        lines.append("[bold]Mission[/] face down")
    else:
        state = "" if view.mission.is_revealed else " (hidden)"
        lines += [f"[bold]Mission: {view.mission.title}[/]{state}", *_wrapped(view.mission.asks)]
        lines += [f"  done: {part}" for part in view.mission.done]
    lines.append(f"Intercepts cleared: {view.cleared} of {view.markers}")
    return lines


def _wrapped(text: str, style: str = "", width: int = PANEL) -> list[str]:
    """A text in lines that fit the panel, or the width given."""
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [f"[{style}]{part}[/]" if style else part for part in [*lines, line]]


# The squadron


def _squadron(view: View) -> list[str]:
    """Ships in space first, then what is lost; while the squadron is assembled, also what can be bought."""
    out = ["[bold]   Ship               at      W E  Cy As Bo Tr  carries[/]"]
    order = {"ashore": 1, "lost": 2}
    for ship in sorted(view.ships, key=lambda ship: order.get(ship.at, 0)):
        if ship.at != "ashore" or view.phase == "assemble":
            out += _ship(ship)
    return out


def _ship(ship: ShipView) -> list[str]:
    """A ship with its values and its cargo; a long cargo takes a second line."""
    mark = "▲" if ship.in_task_force else " "
    v = ship.values
    numbers = (
        f"{v['weapons']} {v['energy']}  {v['cyber']}  {v['assembly']}  {v['bombardment']}  {v['troopers']}"
    )
    head = f"{mark}  {ship.label + ' ' + ship.type:<18} {ship.at:<7} {numbers}   "
    if ship.at == "lost":
        return [f"[bright_black]{head.rstrip()}[/]"]
    if ship.at == "ashore":
        return [f"[bright_black]{head}{ship.cost} AP, room for {ship.room}[/]"]
    state = "broken off: " if ship.has_broken_off else "Disrupted: " if ship.is_disrupted else ""
    first, *more = _wrapped(
        state + ", ".join([*(held.label for held in ship.cargo), *["-"] * ship.room]), width=100 - len(head)
    )
    lines = [head + first, *(" " * len(head) + line for line in more)]
    return [f"[#d2562f]{line}[/]" for line in lines] if ship.is_disrupted else lines
