"""The parts of a game that a page draws: places, counters, zones and cards, described without a line of JavaScript.

A game returns a `Plan` from `Game.plan` (what never changes) and `Pieces` from `Game.pieces` (what stands on it now, made
from a view alone). Every part is a thing, (kind, id), as in questions: what a question offers lights up and can be clicked.
"""

from .check import check_pieces, check_plan, drawn
from .looks import COLOURS, SYMBOLS, Colour, Symbol
from .pieces import Counter, Pieces, laid
from .plan import Area, Card, Hex, Place, Plan, Square, Zone, hexes, squares

__all__ = [
    "COLOURS",
    "SYMBOLS",
    "Area",
    "Card",
    "Colour",
    "Counter",
    "Hex",
    "Pieces",
    "Place",
    "Plan",
    "Square",
    "Symbol",
    "Zone",
    "check_pieces",
    "check_plan",
    "drawn",
    "hexes",
    "laid",
    "squares",
]
