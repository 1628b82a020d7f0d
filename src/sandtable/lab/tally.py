"""Counts that add up: each batch of games makes a tally, and all tallies together make the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from sandtable.engine import Outcome

from .report import GameError, TopicUse

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
    """Counts for some games. `wins` and `scores` are by number of the seat."""

    wins: list[int]
    scores: list[float]
    games: int = 0
    draws: int = 0
    losses: int = 0
    lost_by: Counter[str] = msgspec.field(default_factory=Counter)
    decisions: int = 0
    shortest: int | None = None
    longest: int = 0
    turns: int = 0
    wins_by_bot: Counter[str] = msgspec.field(default_factory=Counter)
    scores_by_bot: dict[str, float] = {}
    errors: list[GameError] = []
    topics: dict[str, TopicTally] = {}

    @classmethod
    def of(cls, seats: int) -> Tally:
        """Nothing counted yet."""
        return cls([0] * seats, [0.0] * seats)

    def ended(self, outcome: Outcome, bots: Sequence[str], decisions: int, turns: int) -> None:
        """A game has ended; `bots` are those on its seats, in order."""
        self.games += 1
        self.decisions += decisions
        self.turns += turns
        self.shortest = decisions if self.shortest is None else min(self.shortest, decisions)
        self.longest = max(self.longest, decisions)
        if not outcome.winners:  # one seat alone cannot draw
            self.draws += len(outcome.scores) > 1
            if len(outcome.scores) == 1:
                self.losses += 1
                self.lost_by[outcome.reason] += 1
        for seat in outcome.winners:
            self.wins[seat] += 1
        for bot in {bots[seat] for seat in outcome.winners}:
            self.wins_by_bot[bot] += 1
        for seat, score in enumerate(outcome.scores):
            self.scores[seat] += score
            self.scores_by_bot[bots[seat]] = self.scores_by_bot.get(bots[seat], 0.0) + score

    def failed(self, error: GameError) -> None:
        """A game could not be played to its end."""
        self.games += 1
        self.decisions += error.decisions
        self.errors.append(error)

    def topic(self, name: str) -> TopicTally:
        """The counts for a topic; all zero if it is new."""
        found = self.topics.get(name)
        if found is None:
            found = self.topics[name] = TopicTally()
        return found

    def add(self, other: Tally) -> None:
        """Count what another tally has counted."""
        self.games += other.games
        self.draws += other.draws
        self.losses += other.losses
        self.lost_by.update(other.lost_by)
        self.decisions += other.decisions
        self.turns += other.turns
        if other.shortest is not None:
            self.shortest = min(other.shortest, other.shortest if self.shortest is None else self.shortest)
        self.longest = max(self.longest, other.longest)
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.scores = [a + b for a, b in zip(self.scores, other.scores, strict=True)]
        self.wins_by_bot.update(other.wins_by_bot)
        for bot, score in other.scores_by_bot.items():
            self.scores_by_bot[bot] = self.scores_by_bot.get(bot, 0.0) + score
        self.errors.extend(other.errors)
        for name, topic in other.topics.items():
            self.topic(name).add(topic)
