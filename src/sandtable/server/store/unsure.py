"""An addition whose transaction broke off in the COMMIT: only the database knows whether it is stored."""

from __future__ import annotations

from collections.abc import Callable

from .journal_writer import Addition, Conflict, as_json
from .stored_tables import Tables


class Unsure:
    """Such an addition, until the database can be asked. Nobody is told that it was stored or refused before that."""

    def __init__(self, addition: Addition) -> None:
        self._addition = addition
        #: Tells whoever waits for it whether it is stored.
        self.tell: Callable[[bool], None] = lambda is_stored: None

    async def is_stored(self, tables: Tables) -> bool:
        """Store the addition unless it is stored; whether it is then.

        To look for it would not do: the transaction that broke off may still be on its way. Lines have numbers, and to write one a second
        time waits for whoever is writing the same one, and fails if they succeed.
        """
        add = self._addition
        try:
            await tables.append(add)
        except Conflict:
            lines = list(add.lines)
            return await tables.lines(add.table, lines[0].n - 1, lines[-1].n) == [*map(as_json, lines)]
        return True
