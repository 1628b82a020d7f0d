"""Dark Cargo: a convoy with secrets, corsairs with dice. An example of a game of the middle size, to copy from.

The rulebook is `short_rules` below; docs/tinker/second-game.md walks through the four files.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from sandtable.engine import Game, Kinds, Line, Options, Outcome, Run, Seat, Steps
from sandtable.engine.parts import Pieces, Plan

from . import bot, rules, show
from .state import AREA, CONVOY, CRATE, ROUNDS, SHIP, Sea, sea

RULES = """\
Four freighters sail from Tarn to Haven, and only the Convoy knows which of them are worth taking.

1. *Set-up.* Six crates worth 5, 4, 3, 3, 2 and 1 and two mines are shuffled. The Convoy draws six, and loads one into each
   freighter, unseen. Freighters and escort begin in Tarn, each raider in its lair.
2. *A turn.* The Convoy plays, then each corsair. Roll four dice; each of two corsairs rolls three. Spend your dice one by one: sail or shoot (Convoy), sail, scan or board (corsairs). Dice that are left are lost.
3. *Sailing.* Any die takes a ship to an area that a line leads to. A 5 or 6 takes it up to two areas far, but a freighter not
   through an area with a raider, and a raider not through that of the escort. Raiders may not enter Tarn and Haven. A
   freighter that reaches Haven lands its crate, and is out of the game.
4. *Fighting.* The ships must be in the same area. Spend a die and roll another: if it does not show more, you succeed.
   1. *Shooting.* The escort drives a raider back to its lair.
   2. *Scanning.* A corsair spends any die, without a roll, to look into a hold in a raider's area or one beside it.
   3. *Boarding.* Where the escort is, your die counts 2 less. The freighter is out of the game and you have its crate, unless
      that is a mine: then your raider is lost, too.
5. *The end.* The game ends after seven rounds, or when no freighter is left. The Convoy has the points it has landed, a corsair
   those of its loot. The most points win; the Convoy wins ties with corsairs."""


class CargoOptions(Options, frozen=True, kw_only=True):
    """How many corsairs there are."""

    corsairs: Annotated[int, msgspec.Meta(ge=1, le=2, title="Corsairs", description="One or two.")] = 1


class DarkCargo(Game[Sea]):
    """The game as the engine knows it: every method leads to a function in one of the four files."""

    key, title, state_type, options_type = "dark-cargo", "Dark Cargo", Sea, CargoOptions
    about = "Four freighters, four secrets: run the blockade, or guess which ship to board."
    short_rules = RULES
    throws = {"orders": "Orders", "shot": "Shot", "boarding": "Boarding"}

    def begin(self, options: CargoOptions) -> Sea:
        return sea(options.corsairs)

    def turn(self, s: Sea) -> Steps:
        return rules.side_turn(s) if s.round else rules.set_up(s)

    def outcome(self, s: Sea) -> Outcome | None:
        """5 The end. After seven rounds, or when no freighter is left, the most points win."""
        if s.round <= ROUNDS and s.freighters():
            return None
        points = [s.points(side) for side in range(1 + s.corsairs)]
        best = max(points)
        winners = (
            [CONVOY] if points[CONVOY] == best else [n for n, worth in enumerate(points) if worth == best]
        )
        told = "{a:number} points were landed and {b:number} taken."
        return Outcome.won_by(winners, len(points), told, a=points[CONVOY], b=sum(points[1:]))

    def seats(self, options: CargoOptions) -> Sequence[Seat]:
        convoy = Seat("convoy", "Convoy", "Bring four secrets through, and let the mines do the fighting.")
        red = Seat("red", "Red corsair", "Find out which freighter is worth boarding.")
        black = Seat("black", "Black corsair", "Take what Red has found.")
        return [convoy, red, black][: 1 + options.corsairs]

    def kinds(self, s: Sea) -> Kinds:
        return {"area": AREA, "ship": SHIP, "crate": CRATE}

    def whose_turn(self, s: Sea) -> int:
        return s.mover

    def progress(self, s: Sea) -> Line:
        return Line("Round {n:number} of {all:number}").of(n=max(1, min(s.round, ROUNDS)), all=ROUNDS)

    def census(self, s: Sea) -> Mapping[str, int]:
        return {"crates": sum(map(len, s.crates.zones)), "ships": len(s.where)}

    # What people see

    def view(self, s: Sea, seat: int | None) -> show.View:
        return show.view(s, seat)

    def plan(self, options: CargoOptions) -> Plan:
        return show.plan(self.seats(options))

    def pieces(self, view: show.View, options: CargoOptions) -> Pieces:
        return show.pieces(view, self.seats(options))

    # For bots

    def policy(self, run: Run[Sea], rng: random.Random) -> Any:
        return bot.answer(run, rng)

    def evaluate(self, s: Sea) -> Sequence[float]:
        return bot.evaluate(s)


GAME = DarkCargo()
GAMES = [GAME]
