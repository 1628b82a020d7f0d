"""Time to think. What a clock shows never tells who holds a private question: those cost nobody's bank anything."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from ..store.tables import TableData, Waiting
from ..wire import Clock


class Alarm(Protocol):
    """Something that will ring, unless it is cancelled."""

    def cancel(self) -> None: ...


class Time:
    """What time it is, for everything that waits. Tests put another one in its place."""

    def now(self) -> float:
        """The machine's clock, which somebody may set."""
        return time.time()

    def steady(self) -> float:
        """Time that only ever goes on; it has no meaning outside this process."""
        return time.monotonic()

    def call_later(self, seconds: float, do: Callable[[], object]) -> Alarm:
        return asyncio.get_running_loop().call_later(seconds, do)


def deadline(data: TableData) -> float | None:
    """When the house will answer for the seat that is asked; None if nobody has to hurry."""
    if data.clock is None or data.asked is None:
        return None
    seat = data.seat(data.asked)
    if seat.kind != "person":
        return None
    return data.since + _allowed(data.clock, seat.spent, is_private=data.is_private)


def _allowed(clock: Clock, spent: float, *, is_private: bool) -> float:
    """The seconds there are for one answer."""
    return clock.each + (clock.bank if is_private else max(0.0, clock.bank - spent))


def is_due(game: Waiting, now: float, wait: float, soon: float) -> bool:
    """Whether a game must be opened: its bot has been asked for a while, or a clock runs out soon.

    A question from the future is one from before somebody set the machine's clock back.
    """
    if game.since > now + 1:
        return True
    if game.kind == "bot":
        return game.since <= now - wait
    if game.kind != "person" or game.clock is None:
        return False
    return game.since + _allowed(game.clock, game.spent, is_private=game.is_private) <= now + soon


def spent(data: TableData, seat: str, now: float) -> dict[str, float]:
    """What an answer given now has cost its seat."""
    if data.clock is None or data.is_private or data.asked != seat:
        return {}
    over = now - data.since - data.clock.each
    if over <= 0:
        return {}
    return {seat: min(data.clock.bank, data.seat(seat).spent + over)}


def shown(data: TableData, now: float) -> dict[str, float] | None:
    """The seconds each seat has left, as everybody may see them: what is left for this answer, and the bank."""
    if data.clock is None:
        return None
    left = {}
    for seat in data.seats:
        if seat.kind == "person":
            used = max(0.0, now - data.since) if seat.seat == data.asked and not data.is_private else 0.0
            left[seat.seat] = round(max(0.0, data.clock.each + data.clock.bank - seat.spent - used), 1)
    return left
