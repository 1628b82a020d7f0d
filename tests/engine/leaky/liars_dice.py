"""Liar's dice for two: the right one, and the one that keeps its dice in an ordinary field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.engine import Game, Hidden, Outcome, Roll, State, Steps, Word, faces, say
from sandtable.engine.asking import Topic, pick

DICE = 5
LIAR = Word("liar", "Liar!")
BID = Topic("bid", "2", "The other believes it, or calls you a liar.", "number")


class Cups(State):
    """Two cups, the bid (how many dice show 5 or 6), and who is next."""

    cups: list[Hidden]
    bid: int = 0
    mover: int = 0
    winner: int = -1


class LiarsDice(Game[Cups]):
    """1 Both roll five dice under a cup. 2 In turn, bid more fives and sixes than before, or call the other a liar."""

    key, title, state_type = "liars-dice", "Liar's dice", Cups

    def begin(self, options: Any) -> Cups:
        return Cups([Hidden.row(DICE, range(1, 7)) for _ in range(2)])

    def turn(self, s: Cups) -> Steps[None]:
        if not s.cups[0].count:
            return self.set_up(s)
        return self.bidding(s)

    def set_up(self, s: Cups) -> Steps[None]:
        for side in (0, 1):
            yield from s.cups[side].roll(by=side, topic="cup")

    def bidding(self, s: Cups) -> Steps[None]:
        able = [*range(s.bid + 1, 2 * DICE + 1), *([LIAR] if s.bid else [])]
        bid = yield pick(s.mover, BID, "How many fives and sixes?", able)
        if bid == LIAR:
            for cup in s.cups:
                cup.reveal()
            there = sum(face >= 5 for cup in s.cups for face in cup.values if face is not None)
            yield say("There are {n:number}.", n=there)
            s.winner = 1 - s.mover if there >= s.bid else s.mover
        else:
            s.bid = bid
        s.mover = 1 - s.mover

    def outcome(self, s: Cups) -> Outcome | None:
        return Outcome.won_by([s.winner], 2) if s.winner >= 0 else None

    def view(self, s: Cups, seat: int | None) -> Any:
        return {"bid": s.bid, "mover": s.mover, "cups": [cup.seen(seat) for cup in s.cups]}


class ShownDice(LiarsDice):
    """The dice are where they belong, but the view shows both cups to everybody."""

    def view(self, s: Cups, seat: int | None) -> Any:
        return {"bid": s.bid, "cups": [cup.values for cup in s.cups]}


class Table(State):
    """Liar's dice with the dice in an ordinary field."""

    dice: list[list[int]] = msgspec.field(default_factory=lambda: [[], []])
    bid: int = 0
    mover: int = 0
    winner: int = -1


class PlainDice(Game[Table]):
    """Liar's dice as the documentation once had it: a hidden roll, and the dice in the state."""

    key, title, state_type = "plain-dice", "Plain dice", Table
    shows_all = False

    def begin(self, options: Any) -> Table:
        return Table()

    def turn(self, s: Table) -> Steps[None]:
        if not s.dice[0]:
            for side in (0, 1):
                s.dice[side] = list((yield Roll(DICE, faces, topic="cup", seen_by=(side,))))
            return
        able: Sequence[Any] = [*range(s.bid + 1, 2 * DICE + 1), *([LIAR] if s.bid else [])]
        bid = yield pick(s.mover, BID, "How many fives and sixes?", able)
        if bid == LIAR:
            there = sum(face >= 5 for cup in s.dice for face in cup)
            yield say("There are {n:number}.", n=there, reveals_secret=True)
            s.winner = 1 - s.mover if there >= s.bid else s.mover
        else:
            s.bid = bid
        s.mover = 1 - s.mover

    def outcome(self, s: Table) -> Outcome | None:
        return Outcome.won_by([s.winner], 2) if s.winner >= 0 else None

    def view(self, s: Table, seat: int | None) -> Any:
        return {"bid": s.bid, "dice": [s.dice[side] for side in (0, 1) if self.shows_all or seat == side]}


class PlainDiceShown(PlainDice):
    """The same with a view that shows both cups to everybody."""

    shows_all = True
