"""What this host offers: which games and packs a table can be begun with.

Every game and pack that the server knows can be played on; only those on offer can be begun.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Any

from sandtable.engine import Game, NotFound, SandtableError

from ..refusal import Refused

#: Keys of games, or GAME/PACK for one pack of a game, comma-separated. Empty: everything is offered.
OFFER = "SANDTABLE_OFFER"


@lru_cache
def read_offer(text: str) -> dict[str, frozenset[str]] | None:
    """The packs on offer by game; an empty set stands for all packs of the game. None: everything is offered.

    >>> read_offer("stash, red-dust/mine") == {"stash": frozenset(), "red-dust": frozenset({"mine"})}
    True
    """
    found: dict[str, frozenset[str]] = {}
    for word in filter(None, map(str.strip, text.split(","))):
        game, slash, pack = word.partition("/")
        if not slash:
            found[game] = frozenset()
        elif game not in found or found[game]:
            found[game] = found.get(game, frozenset()) | {pack}
    return found or None


def _offer() -> dict[str, frozenset[str]] | None:
    return read_offer(os.environ.get(OFFER, ""))


def is_offered(game: Game[Any]) -> bool:
    offer = _offer()
    return offer is None or game.key in offer


def offered_packs(game: Game[Any]) -> list[str]:
    """The packs that a table of this game can be begun with; the one that comes with it is first."""
    names = sorted(game.pack_names or ["default"], key=lambda name: name != "default")
    offer = _offer()
    wanted = None if offer is None else offer.get(game.key)
    return [name for name in names if not wanted or name in wanted]


def check_offered(game: Game[Any], pack: Any) -> None:
    """Refuse a game or a pack that this host does not offer."""
    if not is_offered(game):
        raise Refused("missing", f"{game.title} is not offered on this server.")
    names = offered_packs(game)
    if pack not in names:
        raise NotFound("pack", str(pack)[:80], names)


def check_offer(games: dict[str, Game[Any]]) -> None:
    """An error if the host offers something that there is not; it names the setting."""
    for key, wanted in (_offer() or {}).items():
        if key not in games:
            raise SandtableError(f"{OFFER} (--offer): {NotFound('game', key, list(games))}")
        game = games[key]
        for pack in sorted(wanted):
            if pack not in (names := game.pack_names or ["default"]):
                raise SandtableError(f"{OFFER} (--offer): {NotFound(f'pack of {game.title}', pack, names)}")
