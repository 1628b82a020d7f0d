"""Where the server takes chance from: the system, or a seed in the settings that makes every game repeatable."""

from __future__ import annotations

import random
import secrets
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.engine import Table

    from ..store.tables import TableData


class Seeds:
    """Seeds for games and bots.

    With a `seed` from the settings, everything follows from it and from what the table is: its game, options,
    title and seats. Two tables that are set up alike are then dealt alike, whichever is opened first, and every game
    is marked "not secret".
    """

    def __init__(self, seed: str = "") -> None:
        self._seed = seed

    def for_game(self, data: TableData) -> int | None:
        """The seed of a new game; None: a fresh, secret one."""
        if not self._seed:
            return None
        seats = [(s.seat, s.kind, s.bot) for s in data.seats]
        return self._number(data.game, sorted(data.options.items()), data.title, seats)

    def for_bot(self, table: Table) -> int:
        """The seed of a bot that is about to answer."""
        if not self._seed:
            return secrets.randbits(48)
        return self._number(table.header.seed, table.number)

    def for_world(self, table: Table) -> random.Random:
        """What a world is imagined with; whoever gets that world learns nothing of it."""
        return random.Random(
            self._number(table.header.seed, table.number, "world") if self._seed else secrets.randbits(256)
        )

    def any_key(self, table: Table) -> str:
        """Any answer: the random bot's, and that of a bot that finds no world that fits."""
        return random.Random(self.for_bot(table)).choice(table.keys())

    def _number(self, *what: object) -> int:
        return int.from_bytes(sha256(repr((self._seed, *what)).encode()).digest()[:6])
