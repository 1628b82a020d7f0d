"""A game and bots of one's own, each with a mistake in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.stash import Stash
from sandtable import Chair
from sandtable.engine import Seat


class Unprinted(Stash):
    """The board of the terminal reads what the view does not have."""

    def text_board(self, view: Any, seats: Sequence[Seat], width: int = 100) -> str:
        return f"Round {view.round}"


class Answers:
    """Always answers the same."""

    def __init__(self, seed: int = 0) -> None:
        self.answer: Any = None

    def choose(self, chair: Chair) -> Any:
        return self.answer


class Fails(Answers):
    """Asks the chair for what it does not have."""

    def choose(self, chair: Chair) -> Any:
        return chair.cards  # type: ignore[attr-defined]


GAME = Unprinted()
BOTS = {"silent": Answers, "fails": Fails}
