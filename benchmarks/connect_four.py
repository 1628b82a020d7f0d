"""Connect four: perfect information, no chance. The smallest game on which the engine's speed can be seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.engine import (
    Encoding,
    Game,
    Kinds,
    Names,
    Number,
    Numbers,
    Outcome,
    Over,
    Seat,
    State,
    Steps,
    Thing,
    say,
)
from sandtable.engine.asking import Topic, pick
from sandtable.engine.parts import Colour, Counter, Pieces, Plan, squares

WIDTH, HEIGHT = 7, 6
COLUMN = Names([str(column + 1) for column in range(WIDTH)])
#: Cells from the upper left along the rows, as the page draws them.
CELL = Names(
    [f"{column + 1}_{row}" for row in range(HEIGHT, 0, -1) for column in range(WIDTH)],
    [f"Column {column + 1}, row {row}" for row in range(HEIGHT, 0, -1) for column in range(WIDTH)],
)
KINDS = {"column": COLUMN, "cell": CELL}
COLOURS: dict[str, Colour] = {"red": "red", "yellow": "yellow"}
# One bit for each cell, column by column, with an empty row above each so that lines never wrap round.
STEP = HEIGHT + 1
TOP = tuple(1 << (column * STEP + HEIGHT - 1) for column in range(WIDTH))
LINES = (1, STEP, STEP - 1, STEP + 1)
ALL = range(WIDTH)
#: The bit of each cell, from the top row down.
CELLS = tuple(tuple(1 << column * STEP + row for column in ALL) for row in reversed(range(HEIGHT)))


class Board(State):
    """Whose discs lie where, as bits; how high each column is; whose move it is."""

    discs: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    height: list[int] = msgspec.field(default_factory=lambda: [0] * WIDTH)
    mover: int = 0
    moves: int = 0


class View(msgspec.Struct):
    """The grid from the top row down: 0 empty, else the number of the player."""

    rows: list[list[int]]
    mover: int


def has_four(discs: int) -> bool:
    """Four discs in a row: upright, level or slanting."""
    for step in LINES:
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


DROP = Topic("drop", "1", "Your disc falls to the lowest free cell of this column.", "column")


class ConnectFour(Game[Board]):
    """Two players drop discs into seven columns; four in a row win."""

    key = "connect-four"
    title = "Connect four"
    about = "Drop discs, make four in a row. A small game to try the table with."
    short_rules = (
        "In turn, drop a disc into a column. Four of one colour in a row, upright, level or slanting, win."
    )
    state_type = Board
    has_secrets = False

    def begin(self, options: Any) -> Board:
        return Board()

    def seats(self, options: Any) -> Sequence[Seat]:
        return Seat("red", "Red"), Seat("yellow", "Yellow")

    def kinds(self, s: Board) -> Kinds:
        return KINDS

    def whose_turn(self, s: Board) -> int | None:
        return s.mover

    def turn(self, s: Board) -> Steps[None]:
        """1 A move. Drop a disc; four in a row win at once."""
        height = s.height
        column = yield pick(
            s.mover,
            DROP,
            "Which column?",
            [c for c in ALL if height[c] < HEIGHT],
            label="Drop in column {it}",
            touches=lambda column: [("cell", (HEIGHT - 1 - height[column]) * WIDTH + column)],
        )
        discs = s.discs[s.mover] = s.discs[s.mover] | 1 << column * STEP + height[column]
        height[column] += 1
        s.moves += 1
        yield say("{who:seat} drops a disc in column {column}.", who=s.mover, column=column)
        if has_four(discs):
            raise Over(Outcome.won_by([s.mover], 2, "{who:seat} has four in a row.", who=s.mover))
        s.mover = 1 - s.mover

    def outcome(self, s: Board) -> Outcome | None:
        return Outcome.won_by([], 2, "The board is full.") if s.moves == WIDTH * HEIGHT else None

    def census(self, s: Board) -> dict[str, int]:
        return {"discs not counted": s.moves - sum(discs.bit_count() for discs in s.discs)}

    def view(self, s: Board, seat: int | None) -> View:
        red, yellow = s.discs
        rows = [[1 if red & cell else 2 if yellow & cell else 0 for cell in row] for row in CELLS]
        return View(rows, s.mover)

    def encoding(self, options: Any) -> Encoding:
        return Encoding({"rows": Numbers((HEIGHT, WIDTH), 0, 2), "mover": Number(0, 1)}, answers={})

    def text_board(self, view: View, seats: Sequence[Seat], width: int = 100) -> str:
        mark = (".", "[red]O[/]", "[yellow]X[/]")
        rows = ["  " + " ".join(mark[cell] for cell in row) for row in view.rows]
        return "\n".join([*rows, "  " + " ".join(str(c + 1) for c in ALL), "  red O, yellow X"])

    def plan(self, options: Any) -> Plan:
        return Plan(squares("cell", CELL, WIDTH, HEIGHT))

    def pieces(self, view: View, options: Any) -> Pieces:
        seats = self.seats(options)
        discs = [
            (CELL.id(row * WIDTH + column), seats[disc - 1])
            for row, discs in enumerate(view.rows)
            for column, disc in enumerate(discs)
            if disc
        ]
        return Pieces(
            [
                Counter(
                    "disc", cell, Thing("cell", cell), colour=COLOURS[seat.id], label=f"{seat.label} disc"
                )
                for cell, seat in discs
            ]
        )


GAME = ConnectFour()
