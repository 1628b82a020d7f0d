"""Counts that add up: results of games, one by one, and what batches have counted by topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from .report import GameError, TopicUse
from .result import Result

#: How many different answers of a topic are listed; the rest are only counted.
LISTED = 200


class TopicTally(msgspec.Struct):
    """Counts for one topic."""

    asked: int = 0
    forced: int = 0
    options: int = 0
    most: int = 0
    chosen: Counter[str] = msgspec.field(default_factory=Counter)

    def answered(self, options: int, key: str) -> None:
        """Count one answer: how many options there were, and which was taken."""
        self.asked += 1
        self.options += options
        self.most = max(self.most, options)
        self.chosen[key] += 1

    def add(self, other: TopicTally) -> None:
        self.asked += other.asked
        self.forced += other.forced
        self.options += other.options
        self.most = max(self.most, other.most)
        self.chosen.update(other.chosen)

    def use(self) -> TopicUse:
        """The counts as a report shows them, the most frequent answers first."""
        frequent = sorted(self.chosen.items(), key=lambda item: (-item[1], item[0]))
        mean = self.options / self.asked if self.asked else 0.0
        return TopicUse(self.asked, self.forced, self.most, mean, len(frequent), dict(frequent[:LISTED]))


class Tally(msgspec.Struct):
    """Counts for the games so far. `wins` and `scores` are by seat."""

    wins: dict[str, int]
    scores: dict[str, float]
    games: int = 0
    draws: int = 0
    losses: int = 0
    lost_by: Counter[str] = msgspec.field(default_factory=Counter)
    decisions: int = 0
    of_nonplayers: int = 0
    shortest: int | None = None
    longest: int = 0
    turns: int = 0
    wins_by_bot: Counter[str] = msgspec.field(default_factory=Counter)
    scores_by_bot: dict[str, float] = {}
    errors: list[GameError] = []
    topics: dict[str, TopicTally] = {}

    @classmethod
    def of(cls, seats: Sequence[str]) -> Tally:
        """Nothing counted yet."""
        return cls(dict.fromkeys(seats, 0), dict.fromkeys(seats, 0.0))

    def count(self, result: Result) -> None:
        """Count one game. The order of games shows in the last digits of sums, so count them in order."""
        self.games += 1
        self.decisions += result.decisions
        if result.error is not None:
            self.errors.append(result.error)
            return
        self.turns += result.turns
        self.of_nonplayers += result.of_nonplayers
        self.shortest = result.decisions if self.shortest is None else min(self.shortest, result.decisions)
        self.longest = max(self.longest, result.decisions)
        if not result.winners:  # one seat alone cannot draw
            self.draws += len(result.seats) > 1
            if len(result.seats) == 1:
                self.losses += 1
                self.lost_by[result.reason] += 1
        for seat in result.winners:
            self.wins[seat] += 1
        for bot in {
            bot for seat, bot in zip(result.seats, result.bots, strict=True) if seat in result.winners
        }:
            self.wins_by_bot[bot] += 1
        for seat, bot, score in zip(result.seats, result.bots, result.scores, strict=True):
            self.scores[seat] += score
            self.scores_by_bot[bot] = self.scores_by_bot.get(bot, 0.0) + score

    def add_topics(self, topics: Mapping[str, TopicTally]) -> None:
        """Count what a batch has counted by topic."""
        for name, topic in topics.items():
            self.topics.setdefault(name, TopicTally()).add(topic)
