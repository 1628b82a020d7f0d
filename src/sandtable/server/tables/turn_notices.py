"""Telling people who are away that it is their turn."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..store.database import DatabaseAway

if TYPE_CHECKING:
    from .room import Room


class TurnNotices:
    """Calls the webhook of a person who is asked while away, once until they come back."""

    def __init__(self, room: Room) -> None:
        self._room = room
        #: People who have been told, or will be in a moment.
        self._told: set[str] = set()

    def forget(self, person: str) -> None:
        """A person has come back: tell them again the next time."""
        self._told.discard(person)

    async def tell(self, person: str) -> None:
        """Tell a person, after a moment in which they may come back by themselves."""
        room, hub = self._room, self._room.hub
        if person in self._told:
            return
        self._told.add(person)
        try:
            if not await hub.people.webhook_of(person):
                self._told.discard(person)
                return
            await asyncio.sleep(hub.settings.notice_after)
            asked = room.data.asked
            if asked is None or room.data.seat(asked).person != person or asked in room.presence.seats():
                self._told.discard(person)
                return
            await hub.webhooks.tell(person, room.id, room.data.title)
        except DatabaseAway:  # nobody was told; once it is back, the room considers again what is due
            self._told.discard(person)
            hub.lose(room)
            raise
