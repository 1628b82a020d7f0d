"""A small game for the tests of the command: loops, amounts, an optional window, dice, options, and a rule that fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.engine import (
    PASS,
    Game,
    Kinds,
    Names,
    Options,
    Outcome,
    Roll,
    Scenario,
    Seat,
    State,
    Steps,
    Word,
    say,
)
from sandtable.engine.asking import Topic, amount, pick, pick_each

GOODS = Names(["salt", "silk", "spice", "board"], ["Salt [red]", "Silk", "Spice", "Board"])
PROTEST = Word("protest", "Protest loudly")
#: Paying so many coins makes the rule fail.
TOO_MANY = 12


class BazaarOptions(Options, frozen=True):
    scenario: str = "short"
    rounds: int = 1


class Stall(State):
    left: int = 1
    taken: int = 0


PAY = Topic("pay", "1", "This many coins leave your purse.", "number")
PROTEST_ALOUD = Topic(
    "protest", "1", "A protest is written into the log and changes nothing.", window="protest"
)
TAKE = Topic("take", "1.1", "The goods you take are yours and have to be paid for.", "good")


class Bazaar(Game[Stall]):
    """Ann takes goods and pays; Bob may protest; two dice decide nothing."""

    key = "bazaar"
    title = "Bazaar"
    about = "Goods for coins."
    state_type = Stall
    options_type = BazaarOptions
    scenarios = (Scenario("short", "A short day"), Scenario("long", "A long day", "Twice as long."))
    has_secrets = False

    def begin(self, options: Any) -> Stall:
        return Stall(options.rounds * (2 if options.scenario == "long" else 1))

    def seats(self, options: Any) -> Sequence[Seat]:
        return Seat("ann", "Ann"), Seat("bob", "Bob")

    def kinds(self, s: Stall) -> Kinds:
        return {"good": GOODS}

    def whose_turn(self, s: Stall) -> int | None:
        return 0

    def turn(self, s: Stall) -> Steps[None]:
        """1 A round. Goods, coins, a protest and dice."""
        goods = yield from self.take(s)
        coins = yield amount(0, PAY, "How many coins?", TOO_MANY, at_least=3)
        if coins == TOO_MANY:
            raise ZeroDivisionError("so many coins")
        yield say("Ann pays {n:number} for {goods:good}.", n=coins, goods=goods)
        said = yield pick(1, PROTEST_ALOUD, "Protest?", [PROTEST, PASS], decline=PASS)
        yield say("Bob protests." if said == PROTEST else "Bob is silent.")
        yield Roll(2, topic="haggle")
        s.left -= 1

    def take(self, s: Stall) -> Steps[list[int]]:
        """1.1 Take up to three goods."""
        goods = yield from pick_each(0, TAKE, "Which goods?", [0, 1, 2, 3], up_to=3, label="Take {it}")
        s.taken += len(goods)
        return goods

    def outcome(self, s: Stall) -> Outcome | None:
        return Outcome.won_by([0], 2, "Ann has taken {n:number}.", n=s.taken) if s.left == 0 else None

    def view(self, s: Stall, seat: int | None) -> dict[str, int]:
        return {"left": s.left, "taken": s.taken}

    def text_board(self, view: dict[str, int], seats: Sequence[Seat], width: int = 100) -> str:
        return f"rounds left: {view['left']}, taken: {view['taken']} [/nonsense]"


class BlackMarket(Bazaar):
    """The same, behind a curtain."""

    key = "black-market"
    has_secrets = True
    listed = False


class Cellar(Bazaar):
    """The same, in no list: it is found as "module:name"."""

    key = "cellar"
    title = "Cellar"


GAMES = [Bazaar(), BlackMarket()]
CELLAR = Cellar()
