"""Random seeds for games and bots: from the system, or from a setting that makes every game repeatable."""

from __future__ import annotations

import random
import secrets
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.engine import Table

    from ..store.stored_tables import TableData


class Seeds:
    """Seeds for games and bots.

    With a `seed` from the settings, every seed follows from it and from the table: its game, options, title
    and seats. Two tables with the same set-up are then dealt alike, whichever is opened first, and every game
    is marked "not secret".
    """

    def __init__(self, seed: str = "") -> None:
        self._seed = seed

    def for_game(self, data: TableData) -> int | None:
        """The seed of a new game; None for a fresh, secret one."""
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
        """The random numbers for imagining a world. They cannot be worked out from the world."""
        return random.Random(
            self._number(table.header.seed, table.number, "world") if self._seed else secrets.randbits(256)
        )

    def any_key(self, table: Table) -> str:
        """A random answer: the random bot's, and the last resort of every other bot."""
        return random.Random(self.for_bot(table)).choice(table.keys())

    def _number(self, *what: object) -> int:
        return int.from_bytes(sha256(repr((self._seed, *what)).encode()).digest()[:6])
