"""Records of a game beyond its result: turns, decisions and throws, as rows of tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from sandtable.engine import Chance, Question, Roll, Shuffle, Table
from sandtable.engine.chance import Opposed, nested
from sandtable.engine.endings.throws import expectation, leading

from .observer import Observer

#: What can be recorded besides results.
RECORDS = ("turns", "decisions", "throws")

Row = tuple[Any, ...]


class Records(Observer):
    """Rows in the order of the columns of `schema`; those of games that fail are dropped."""

    def __init__(self, cell: int, record: Collection[str], columns: Sequence[str]) -> None:
        self.cell, self.columns = cell, columns
        self.has_turns, self.has_decisions, self.has_throws = (name in record for name in RECORDS)
        self.turns: list[Row] = []
        self.decisions: list[Row] = []
        self.throws: list[Row] = []
        #: By topic and key: label, rule, kind of question and things.
        self.names: dict[tuple[str, str], Row] = {}
        self._begin(-1)

    def _begin(self, number: int) -> None:
        self.number = number
        self._marks = len(self.turns), len(self.decisions), len(self.throws)
        self._turn = self._given = self._thrown = 0
        self._asked: str | None = None
        self._keys: list[str] = []

    def begun(self, number: int) -> None:
        self._begin(number)

    def set_up(self, table: Table) -> None:
        self._turned(table)

    def asked(self, table: Table, question: Question) -> None:
        self._asked, self._turn = question.seat, table.turn
        if self.has_decisions:
            self._keys = question.keys
            for i, key in enumerate(self._keys):
                if (question.topic, key) not in self.names:
                    option = question.options[i]
                    things = [{"kind": thing.kind, "id": thing.id} for thing in option.things]
                    self.names[question.topic, key] = (option.label, question.rule, question.kind, things)

    def answered(self, table: Table, question: Question, key: str) -> None:
        if self.has_decisions:
            row = (
                self.cell, self.number, self._given, self._turn, question.seat, question.topic, self._keys, key,
            )  # fmt: skip
            self.decisions.append(row)
        self._given += 1
        if table.turn != self._turn or table.outcome is not None:
            self._turned(table)

    def stepped(self, table: Table) -> None:
        self._turned(table)

    def _turned(self, table: Table) -> None:
        if not self.has_turns:
            return
        game, state, outcome = table.game, table.run.state, table.outcome
        worth = game.evaluate(state) if outcome is None else outcome.scores
        whose = game.whose_turn(state)
        own = game.columns(state)
        row = (
            self.cell, self.number, table.turn, self._given, None if whose is None else table.seats[whose].id,
            outcome is not None, None if worth is None else list(worth), *[own.get(name) for name in self.columns],
        )  # fmt: skip
        self.turns.append(row)

    def threw(self, table: Table | None, chance: Chance, raw: tuple[Any, ...]) -> None:
        if not self.has_throws:
            return
        is_shuffle = isinstance(chance, Shuffle)
        value = leading(chance.value(raw)) if isinstance(chance, (Roll, Opposed)) else None
        expected, deviation = (None, None) if value is None else expectation(chance)
        row = (
            self.cell, self.number, self._thrown, self._given, 0 if table is None else table.turn, self._asked,
            chance.topic, type(chance).__name__.lower(),
            None if is_shuffle else msgspec.json.encode(nested(raw)).decode(), value, expected, deviation,
        )  # fmt: skip
        self.throws.append(row)
        self._thrown += 1

    def failed(self, number: int) -> None:
        turns, decisions, throws = self._marks
        del self.turns[turns:], self.decisions[decisions:], self.throws[throws:]
