"""Check that all a game shows can be drawn: views, the board of the terminal and the parts it describes."""

from __future__ import annotations

from typing import Any

from ..errors import PartsError, described
from ..game import Game
from ..naming import Thing
from ..parts import Pieces, Plan, check_plan, drawn
from ..table import Table

DRAWN = "The parts a game describes can be drawn."
SHOWN = "Every seat can be shown the table."
#: The width of the terminal that boards are made for here.
WIDTH = 80


def plan_of(game: Game[Any], options: Any) -> Plan | None:
    """The plan of a game, checked; a `PartsError` says what is wrong with it."""
    plan = game.plan(options)
    return None if plan is None else check_plan(plan, (seat.id for seat in game.seats(options)))


def unshown(table: Table) -> str:
    """Describe the error raised when somebody looks at the table; empty if there is none.

    Every seat has a view. The board of the terminal takes longer to make, so only the seat that is asked looks at it.
    """
    asked = table.ask and table.ask.seat
    for seat in [None, *(seat.id for seat in table.seats)]:
        method = "view"
        try:
            view = table.view(seat)
            if seat == asked:
                method = "text_board"
                board: object = table.game.text_board(view, table.seats, WIDTH)
                if not isinstance(board, str):
                    return f"`text_board` returned {board!r:.80} and no text."
        except Exception as error:
            return f"`{method}` failed for {seat or 'a spectator'}: {described(error)}."
    return ""


def fault(table: Table, plan: Plan) -> str:
    """Describe the fault in the drawing of this moment from any seat; empty if it can be drawn."""
    for seat in [None, *(seat.id for seat in table.seats)]:
        try:
            drawn(table.game, plan, table.view(seat), table.options)
        except PartsError as error:
            return f"For {seat or 'a spectator'}: {error}"
        except Exception as error:
            return f"`pieces` failed for {seat or 'a spectator'}: {described(error)}."
    return ""


def lights_up(table: Table, plan: Plan) -> bool:
    """Whether an option of the open question touches something that the asked seat sees drawn."""
    assert table.ask is not None
    pieces = drawn(table.game, plan, table.view(table.ask.seat), table.options)
    shown = set(things_of(plan, pieces))
    return any(thing in shown for option in table.ask.options for thing in option.touches)


def things_of(plan: Plan, pieces: Pieces) -> list[Thing]:
    """Everything that can be clicked: places, zones, counters, and cards that lie face up."""
    parts = [*plan.places, *plan.zones, *pieces.counters]
    lying = [card for cards in pieces.cards.values() if not isinstance(cards, int) for card in cards if card]
    return [Thing(part.kind, part.id) for part in parts] + lying
