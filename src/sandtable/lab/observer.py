"""Observers: they watch a game on its table, and count or write down what happens."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Ask, Chance, Question, Table, topic_of

from .tally import TopicTally


class Observer:
    """Is told what happens in the games of a batch; the base class takes no notice."""

    def begun(self, number: int) -> None:
        """A game begins; there is no table yet."""

    def set_up(self, table: Table) -> None:
        """The table stands, and its first question is open."""

    def asked(self, table: Table, question: Question) -> None:
        """A question is open, and its answer is about to be given."""

    def answered(self, table: Table, question: Question, key: str) -> None:
        """An answer was given, and the table has run on."""

    def stepped(self, table: Table) -> None:
        """The table has played a turn in which nobody is asked anything."""

    def forced(self, ask: Ask) -> None:
        """A question had one answer, which the table gave."""

    def threw(self, table: Table | None, chance: Chance, raw: tuple[Any, ...]) -> None:
        """Dice were thrown, or cards drawn or shuffled; there is no table yet during the set-up."""

    def failed(self, number: int) -> None:
        """The game that was being played has failed."""


class Coverage(Observer):
    """Counts what was asked and answered, by topic."""

    def __init__(self) -> None:
        self.topics: dict[str, TopicTally] = {}

    def _topic(self, name: str) -> TopicTally:
        found = self.topics.get(name)
        if found is None:
            found = self.topics[name] = TopicTally()
        return found

    def answered(self, table: Table, question: Question, key: str) -> None:
        self._topic(question.topic).answered(len(question.values), key)

    def forced(self, ask: Ask) -> None:
        self._topic(topic_of(ask)).forced += 1
