"""One statement for many rows: how a batch of answers is written.

SQLite's driver releases the GIL for each row of `executemany` and waits for it afterwards. While the event loop is busy,
that wait takes longer than the statement, and a batch of fifty answers has two hundred rows. So SQLite gets up to 64 rows in one
statement and waits once for all of them; and it gets them directly through its driver, because SQLAlchemy's share of the time
is more than SQLite's. PostgreSQL's driver sends the rows of `executemany` together anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Executable, Table, insert

from .database import driver_of

#: The most rows in one statement. A statement is prepared once for each number of rows; older versions of SQLite allow at most 999 values.
MOST_ROWS = 64


class ManyRows:
    """A statement that is executed for each of many rows. A row has a value for each of `columns`."""

    def __init__(self, statement: Executable, columns: Sequence[str], sqlite: str, one: str = "") -> None:
        """`sqlite` is the statement for many rows at once, with `{rows}` in place of them: ``VALUES (?, ?), (?, ?)``.

        `one` is the statement for a single row, if that is faster in SQLite.
        """
        self._statement, self._columns, self._sqlite, self._one = statement, tuple(columns), sqlite, one

    @classmethod
    def inserting(cls, table: Table, *columns: str) -> ManyRows:
        """The insertion of rows into a table."""
        names = ", ".join(f'"{name}"' for name in columns)
        return cls(insert(table), columns, f"INSERT INTO {table.name} ({names}) {{rows}}")

    def run(self, c: Connection, rows: Sequence[Sequence[Any]]) -> int:
        """Execute it for all rows. Returns how many rows of the database it has changed, or -1 if the driver does not tell."""
        if not rows:
            return 0
        if c.dialect.name != "sqlite":
            c.execute(self._statement, [dict(zip(self._columns, row, strict=True)) for row in rows])
            return -1
        driver, changed = driver_of(c), 0
        if len(rows) == 1 and self._one:
            changed = driver.execute(self._one, rows[0]).rowcount
        else:
            for done in range(0, len(rows), MOST_ROWS):
                part = rows[done : done + MOST_ROWS]
                values = [value for row in part for value in row]
                statement = _with_rows(self._sqlite, len(self._columns), len(part))
                changed += driver.execute(statement, values).rowcount
        return int(changed)


@lru_cache(512)
def _with_rows(sqlite: str, columns: int, count: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return sqlite.format(rows=f"VALUES {', '.join([row] * count)}")
