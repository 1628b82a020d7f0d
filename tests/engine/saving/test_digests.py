"""The digests of turns are the same whether they are worked out at once or at the end."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import sandtable
from sandtable.engine import Table
from sandtable.engine.saving.digests import KEPT
from sandtable.engine.saving.format import AnyLine, TurnOver


class Written:
    """A sink that remembers the digests it was given."""

    def __init__(self) -> None:
        self.digests: list[str] = []

    def append(self, lines: Sequence[AnyLine]) -> None:
        self.digests += [line.digest for line in lines if isinstance(line, TurnOver)]

    def close(self) -> None:
        pass


def played(table: Table, answers: int) -> Table:
    """A table after random answers, some of which were taken back."""
    rng = random.Random(3)
    for _ in range(answers):
        if table.ask is None:
            break
        seat = table.ask.seat
        table.choose(rng.choice(table.ask.keys))
        if rng.random() < 0.2 and table.undo_name(seat) is not None:
            table.undo(seat)
    return table


@pytest.mark.parametrize("game", ["surface-combat", "rogue-trooper", "mars-or-die"])
def test_digests_worked_out_later_are_those_worked_out_at_once(game: str) -> None:
    """A journal says the same of every turn, also of those that an undo has ended."""
    at_once, later = sandtable.new(game, seed=5), sandtable.new(game, seed=5)
    begun = len(at_once.lines)
    at_once.sink = written = Written()
    played(at_once, 120)
    played(later, 120)
    digests = [line.digest for line in later.lines[begun:] if isinstance(line, TurnOver)]
    assert len(digests) > KEPT
    assert digests == written.digests
    assert all(digests)
