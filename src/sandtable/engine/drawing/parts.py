"""The parts of a game as text: a map of its squares or hexes, and lines for areas and for zones of cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.markup import escape

from ..naming import Thing
from ..parts import Area, Card, Counter, Hex, Pieces, Plan, Square, Zone
from ..parts.looks import label_for
from .text import fill, flow, shorten

#: Colours of parts in the words of a terminal. White and black would vanish on one background or the other.
TERMINAL = {
    "red": "red",
    "blue": "bright_blue",
    "green": "green",
    "yellow": "yellow",
    "purple": "magenta",
    "orange": "bright_red",
}
#: The widest that a cell of the map gets, however wide the terminal is.
WIDEST = 16


class _Named(NamedTuple):
    """A counter in words."""

    text: str
    colour: str

    def __str__(self) -> str:
        return _styled(self.text, self.colour)


Here = Mapping[Thing, Sequence[_Named]]


def parts_board(plan: Plan, pieces: Pieces, width: int) -> str:
    """The board for this many columns, as markup.

    >>> plan = Plan([Square("cell", "a", 0, 0), Square("cell", "b", 1, 0)], [Zone("pile", "deck", pile=True)])
    >>> print(parts_board(plan, Pieces([Counter("man", "ann", Thing("cell", "b"), number=3)], {"deck": 2}), 40))
    [dim]A[/]       [dim]B[/]
            Ann (3)
    Deck: 2 cards, face down
    """
    here: dict[Thing, list[_Named]] = defaultdict(list)
    several = len({it.symbol for it in pieces.counters if not it.hidden}) > 1
    for it in pieces.counters:
        here[it.at].append(_Named(_name(it, several), it.colour))
    grid = [place for place in plan.places if not isinstance(place, Area)]
    areas = [place for place in plan.places if isinstance(place, Area)]
    faces = {Thing(card.kind, card.id): card for card in plan.cards}
    lines = [*_map(grid, here, width)]
    for area in areas:
        names = [str(it) for it in here.get(Thing(area.kind, area.id), ())]
        lines += _listed(_styled(area.label, area.colour), names or ["nothing"], width)
    for zone in plan.zones:
        lines += _listed(_styled(zone.label, zone.colour), _cards(zone, pieces, faces), width)
    return "\n".join(lines)


def _map(grid: Sequence[Square | Hex], here: Here, width: int) -> Iterator[str]:
    """Two lines for each row: what the places are called, and what stands there. Crowded places are listed below."""
    if not grid:
        return
    rows: dict[float, list[tuple[float, Square | Hex]]] = defaultdict(list)
    for place in grid:
        x, y = (place.column + place.row % 2 / 2, place.row) if isinstance(place, Hex) else (place.x, place.y)
        rows[y].append((x, place))
    left = min(x for row in rows.values() for x, _ in row)
    across = max(x for row in rows.values() for x, _ in row) - left + 1
    words = [", ".join(it.text for it in here.get(Thing(place.kind, place.id), ())) for place in grid]
    needed = 1 + max(*map(cell_len, words), *(cell_len(_mark(it)) for it in grid), 3)
    cell = max(2, min(needed, WIDEST, int(width / across)))
    crowded = []
    for y in sorted(rows):
        marks = standing = ""
        for x, place in sorted(rows[y], key=lambda it: it[0]):
            counters = here.get(Thing(place.kind, place.id), ())
            start = int((x - left) * cell)
            marks = fill(marks, start) + f"[dim]{escape(shorten(_mark(place), cell - 1))}[/]"
            short, is_whole = _fitted(counters, cell - 1)
            standing = fill(standing, start) + short
            if not is_whole:
                crowded.append(f"{escape(_mark(place))} [dim]·[/] {', '.join(map(str, counters))}   ")
        yield marks
        if standing.strip():
            yield standing.rstrip()
    if crowded:
        yield from flow("", crowded, width)


def _fitted(counters: Sequence[_Named], room: int) -> tuple[str, bool]:
    """The text for a place in this many columns, and whether that is all there is to say."""
    if cell_len(", ".join(it.text for it in counters)) <= room:
        return ", ".join(map(str, counters)), True
    if len(counters) == 1:
        return _styled(shorten(counters[0].text, room), counters[0].colour), False
    return shorten(f"{len(counters)} here", room), False


def _cards(zone: Zone, pieces: Pieces, faces: Mapping[Thing, Card]) -> list[str]:
    """The cards that lie in a zone, as this seat may see them."""
    lying = pieces.cards.get(zone.id, ())
    cards = [None] * lying if isinstance(lying, int) else list(lying)
    if not cards:
        return ["no cards"]
    count = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
    if zone.pile:
        top = cards[-1]
        return [count, "face down" if top is None else f"on top {_face(faces[top])}"]
    down = cards.count(None)
    seen = [_face(faces[card]) for card in cards if card is not None]
    return [*seen, *([count, "face down"] if not seen else [f"{down} face down"] if down else [])]


def _face(card: Card) -> str:
    return _styled(card.label if card.number is None else f"{card.label} ({card.number})", card.colour)


def _name(counter: Counter, with_symbol: bool) -> str:
    """The words for a counter: its label, its number, and that its front is not seen.

    The symbol is told only where it says something: if not all counters have the same, and the label was not written for it.
    """
    if counter.hidden:
        return f"{counter.label} ?"
    symbol = f" {counter.symbol}" if with_symbol and counter.label == label_for(counter.id) else ""
    return f"{counter.label}{symbol.rstrip()}{'' if counter.number is None else f' ({counter.number})'}"


def _mark(place: Square | Hex) -> str:
    return place.mark or place.label


def _styled(text: str, colour: str) -> str:
    style = TERMINAL.get(colour)
    return f"[{style}]{escape(text)}[/]" if style else escape(text)


def _listed(name: str, parts: Sequence[str], width: int) -> list[str]:
    """A name and its parts with commas between them, on as many lines as they need."""
    *first, last = parts
    return flow(f"{name}: ", [*(f"{part}, " for part in first), last], width, indent=2)
