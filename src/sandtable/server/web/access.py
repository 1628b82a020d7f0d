"""Who may do what at a table."""

from __future__ import annotations

from ..people.accounts import Person
from ..refusal import Refused
from ..store.stored_tables import TableData


def may_look(data: TableData, person: Person | None) -> bool:
    if data.public:
        return True
    return person is not None and (data.owner == person.id or bool(data.of(person.id)))


def check_may_look(data: TableData, person: Person | None) -> None:
    if not may_look(data, person):
        raise Refused("forbidden", "This table is private; only those who play can see it.")


def check_viewpoint(data: TableData, person: Person | None, seat: str | None) -> None:
    """During a game you look from your own seats or as a spectator; afterwards from any seat."""
    check_may_look(data, person)
    if seat is None:
        return
    data.seat(seat)
    if data.state != "finished" and seat not in data.of(person.id if person else None):
        raise Refused("forbidden", "That is not your seat; you can look from it once the game is over.")
