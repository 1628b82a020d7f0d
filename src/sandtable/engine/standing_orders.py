"""Standing orders: a seat declines optional questions without being asked, until the order ends."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from .steps import Ask


class StandingOrder(msgspec.Struct, frozen=True):
    """Decline this window ("*": any) until the seat's own turn, until the end of this turn, or until withdrawn."""

    ANY: ClassVar[str] = "*"
    UNTIL: ClassVar[tuple[str, ...]] = ("my turn", "this turn", "withdrawn")

    seat: int  #: The number of the seat that left it.
    window: str  #: The window to decline; "*" is every window.
    until: str  #: "my turn", "this turn" or "withdrawn".
    turn: int  #: The turn in which it was left.
    #: Given in the seat's own turn: "until my turn" then means the next one, after somebody else's.
    early: bool = False


class StandingOrders:
    """The standing orders of a table. `now` is replaced and never changed, so that a place to come back to can keep it."""

    __slots__ = ("now", "told")

    def __init__(self) -> None:
        self.now: list[StandingOrder] = []
        #: Every order given and (as a seat) every withdrawal, in order of time.
        self.told: list[StandingOrder | int] = []

    def add(self, order: StandingOrder) -> None:
        self.now = [*self.now, order]
        self.told.append(order)

    def withdraw(self, seat: int) -> None:
        self.now = self.of_others(seat)
        self.told.append(seat)

    def of(self, seat: int | None) -> list[StandingOrder]:
        return [order for order in self.now if order.seat == seat]

    def of_others(self, seat: int) -> list[StandingOrder]:
        return [order for order in self.now if order.seat != seat]

    def give_again(self, told: list[StandingOrder | int]) -> None:
        """Keep the orders given after an answer when the answer is taken back."""
        for order in told:
            self.now = [*self.now, order] if isinstance(order, StandingOrder) else self.of_others(order)

    def turn_over(self, whose: int | None) -> None:
        """A turn has ended, and this seat's turn begins."""
        self.now = [order for order in self.now if order.until != "this turn"]
        self.turn_of(whose)

    def turn_of(self, whose: int | None) -> None:
        """It is this seat's turn: its earlier orders end, and the other seats' orders have now outlived a turn."""
        orders: list[StandingOrder] = []
        for order in self.now:
            if order.early and whose not in (None, order.seat):
                order = msgspec.structs.replace(order, early=False)
            if order.until != "my turn" or order.seat != whose or order.early:
                orders.append(order)
        self.now = orders

    def decline(self, ask: Ask, values: Any, whose: int | None) -> bool:
        """Whether an order answers this question. If it is asked in the seat's own turn, its orders have ended."""
        if whose == ask.seat if whose is not None else not ask.window:
            self.turn_of(ask.seat)
        if not ask.window or ask.decline not in values:
            return False
        return any(o.seat == ask.seat and o.window in (StandingOrder.ANY, ask.window) for o in self.now)
