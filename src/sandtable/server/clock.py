"""Time to think. What a clock shows never tells who holds a private question: those cost nobody's bank anything."""

from __future__ import annotations

from .tables import TableData


def deadline(data: TableData) -> float | None:
    """When the house will answer for the seat that is asked; None if nobody has to hurry."""
    if data.clock is None or data.asked is None:
        return None
    seat = data.seat(data.asked)
    if seat.kind != "person":
        return None
    bank = data.clock.bank if data.is_private else max(0.0, data.clock.bank - seat.spent)
    return data.since + data.clock.each + bank


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
            used = now - data.since if seat.seat == data.asked and not data.is_private else 0.0
            left[seat.seat] = round(max(0.0, data.clock.each + data.clock.bank - seat.spent - used), 1)
    return left
