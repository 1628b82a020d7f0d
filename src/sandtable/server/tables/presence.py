"""Who is watching a table in other processes, according to their latest messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..hub import Hub


class Elsewhere:
    """The latest report of each other process about one table. Old ones are ignored: it may have ended."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        #: Process -> (seats whose player is present, whether anybody is watching, when it said so).
        self._reports: dict[str, tuple[list[str], bool, float]] = {}

    def hear(self, process: str, seats: list[str], *, is_watched: bool) -> None:
        self._reports[process] = (seats, is_watched, self._hub.time.steady())

    def seats(self) -> set[str]:
        """Seats whose player is present."""
        return {seat for seats, _ in self._recent() for seat in seats}

    @property
    def is_watched(self) -> bool:
        """Whether anybody is watching."""
        return any(is_watched for _, is_watched in self._recent())

    def _recent(self) -> Iterator[tuple[list[str], bool]]:
        oldest = self._hub.time.steady() - self._hub.presence_lasts
        return ((seats, is_watched) for seats, is_watched, when in self._reports.values() if when > oldest)
