"""Seats as people see them, and what follows from who sits in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..tables.bot_levels import HOUSE, bot_name, face_of
from ..tables.catalogue import installed_games, with_nonplayers
from ..wire import SeatInfo

if TYPE_CHECKING:
    from ..tables.room import Room


def seat_infos(room: Room, *, for_owner: bool, person: str | None) -> list[SeatInfo]:
    """The seats of a room for a person; only the owner gets links."""
    present, thinking = room.presence.seats(), room.thinker.shown
    game = installed_games().get(room.data.game)
    is_printed = game is not None and bool(game.nonplayer_option)
    return [
        SeatInfo(
            id=s.seat,
            label=s.label,
            kind=s.kind,  # type: ignore[arg-type]  # a row has no narrower type
            who=s.name
            if s.kind == "person"
            else bot_name(s.bot or HOUSE, is_printed=is_printed)
            if s.kind == "bot"
            else None,
            present=s.seat in present,
            thinking=thinking is not None and thinking[0] == s.seat,
            mine=person is not None and s.person == person,
            bot=s.bot,
            face=face_of(s.bot or HOUSE, game) if s.kind == "bot" and game is not None else "",
            link=f"/s/{s.link}" if for_owner and s.link and s.kind == "link" else None,
            ready=s.ready,
        )
        for s in room.data.seats
    ]


def options_of(room: Room) -> Any:
    """The options that the game of a room begins with: the House may be its printed non-players."""
    house = [s.seat for s in room.data.seats if s.kind == "bot" and s.bot == HOUSE]
    wanted = with_nonplayers(room.game, room.data.options, house, len(room.data.seats))
    return msgspec.convert(wanted, type=room.game.options_type)
