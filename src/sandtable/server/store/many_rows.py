"""One statement for many rows: how a batch of answers is written.

SQLite's driver lets go of Python's lock for each row of `executemany` and waits for it afterwards. While the event loop is busy,
that wait takes longer than the statement, and a batch of fifty answers has two hundred rows. So SQLite is given rows in one
statement, up to 64 at a time, and waits once for them. PostgreSQL's driver sends the rows of `executemany` together anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Executable

#: The most rows in one statement. Numbers of rows are powers of two, so that few different statements are prepared, and each of
#: them once; older versions of SQLite take at most 999 values.
MOST_ROWS = 64


class ManyRows:
    """A statement that is carried out for each of many rows. A row has a value for each of `columns`."""

    def __init__(self, statement: Executable, columns: Sequence[str], sqlite: str) -> None:
        """`sqlite` is the same for many rows at once, with `{rows}` where they stand: ``VALUES (?, ?), (?, ?)``."""
        self._statement, self._columns, self._sqlite = statement, tuple(columns), sqlite

    def run(self, c: Connection, rows: Sequence[Sequence[Any]]) -> None:
        """Carry it out for all rows."""
        if not rows:
            return
        if c.dialect.name != "sqlite":
            c.execute(self._statement, [dict(zip(self._columns, row, strict=True)) for row in rows])
            return
        done = 0
        while done < len(rows):
            count = min(MOST_ROWS, 1 << ((len(rows) - done).bit_length() - 1))
            values = [value for row in rows[done : done + count] for value in row]
            c.exec_driver_sql(_with_rows(self._sqlite, len(self._columns), count), tuple(values))
            done += count


@lru_cache(256)
def _with_rows(sqlite: str, columns: int, count: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return sqlite.format(rows=f"VALUES {', '.join([row] * count)}")
