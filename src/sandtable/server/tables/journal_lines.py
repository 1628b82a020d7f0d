"""Lines of a journal on their way from a table to the database and back."""

from __future__ import annotations

from typing import Any

from sandtable.engine.saving.format import LINES, AnyLine


class Collector:
    """Collects the journal lines of an answer until they are written to the database."""

    def __init__(self) -> None:
        self.lines: list[AnyLine] = []

    def append(self, lines: Any) -> None:
        self.lines.extend(lines)

    def close(self) -> None:
        pass

    def take(self) -> list[AnyLine]:
        lines, self.lines = self.lines, []
        return lines


def decode_lines(rows: list[str]) -> list[AnyLine]:
    return [LINES.decode(row) for row in rows]
