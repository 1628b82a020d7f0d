"""Time limits. A private question takes nothing from the bank, so clocks never tell who is asked one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from ..store.stored_tables import TableData, Waiting
from ..wire import Clock


class Alarm(Protocol):
    """A timer that can be cancelled."""

    def cancel(self) -> None: ...


class Time:
    """The time, for everything that waits. Tests replace it."""

    #: The time of day, which can jump when the machine's clock is set.
    now: Callable[[], float] = staticmethod(time.time)
    #: Monotonic time, comparable only within this process.
    steady: Callable[[], float] = staticmethod(time.monotonic)

    def call_later(self, seconds: float, do: Callable[[], object]) -> Alarm:
        return asyncio.get_running_loop().call_later(seconds, do)


def deadline(data: TableData) -> float | None:
    """When the house bot answers for the seat that is asked; None if there is no time limit."""
    if data.clock is None or data.asked is None:
        return None
    seat = data.seat(data.asked)
    if seat.kind != "person":
        return None
    return data.since + _allowed(data.clock, seat.spent, is_private=data.is_private)


def _allowed(clock: Clock, spent: float, *, is_private: bool) -> float:
    """How many seconds one answer may take."""
    return clock.each + (clock.bank if is_private else max(0.0, clock.bank - spent))


def is_due(game: Waiting, now: float, wait: float, soon: float) -> bool:
    """Whether a game must be opened: its bot or an empty seat has been asked for a while, or a clock runs out soon.

    If a question seems to come from the future, the machine's clock was set back since.
    """
    if game.since > now + 1:
        return True
    if game.kind != "person":
        return game.since <= now - wait
    if game.clock is None:
        return False
    return game.since + _allowed(game.clock, game.spent, is_private=game.is_private) <= now + soon


def spent(data: TableData, seat: str, now: float) -> dict[str, float]:
    """The bank a seat has used up if it answers now."""
    if data.clock is None or data.is_private or data.asked != seat:
        return {}
    over = now - data.since - data.clock.each
    if over <= 0:
        return {}
    return {seat: min(data.clock.bank, data.seat(seat).spent + over)}


def shown(data: TableData, now: float) -> dict[str, float] | None:
    """The seconds each seat has left, bank included, as everybody may see them."""
    if data.clock is None:
        return None
    left = {}
    for seat in data.seats:
        if seat.kind == "person":
            used = max(0.0, now - data.since) if seat.seat == data.asked and not data.is_private else 0.0
            left[seat.seat] = round(max(0.0, data.clock.each + data.clock.bank - seat.spent - used), 1)
    return left
